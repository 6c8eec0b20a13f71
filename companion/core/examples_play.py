"""Worked examples of the rules from the first lead to the settling of the evening.

Sentences and their scenes only; `option_examples` says how they are read.
"""

from __future__ import annotations

from typing import Final

from companion.core.examples_before import Example

_HELD: Final = "5S 9S 9D KC AC"
_OUT: Final = "do correct_count seat=Anna cards=1; Anna 4C"
_STUCK: Final = "Anna TS; stop; Anna pass; Ben pass; Carla pass; Dan pass"

PLAY: Final[dict[str, Example]] = {
    # leading
    "first_lead=eldest": Example(
        "Dan deals, so Anna, left of Dan, leads.", "", "do deal; leader Anna"),
    "first_lead=dealer": Example("Dan deals, and Dan leads.", "", "do deal; leader Dan"),
    "first_lead=poker_winner": Example(
        "Ben wins the poker, so Ben leads.", "pot_kind=poker pot_stake=1",
        "Ben wins poker; leader Ben"),
    "first_lead=suit:C": Example(
        "Whoever holds {2C} must lead it. Nobody does? Then {3C}, and so on.", "",
        "do deal; needs 2C; no Anna 4D; stop; needs 3C"),
    "first_lead=suit:D": Example(
        "Whoever holds {2D} must lead it. Nobody does? Then {3D}, and so on.", "",
        "do deal; needs 2D; no Anna 4C; stop; needs 3D"),
    "first_lead=suit:H": Example(
        "Whoever holds {2H} must lead it. Nobody does? Then {3H}, and so on.", "",
        "do deal; needs 2H; no Anna 4C; stop; needs 3H"),
    "first_lead=suit:S": Example(
        "Whoever holds {2S} must lead it. Nobody does? Then {3S}, and so on.", "",
        "do deal; needs 2S; no Anna 4C; stop; needs 3S"),
    "first_lead=lowest_black": Example(
        "Anna, left of Dan, leads {4S}, her lowest black card. A red card is refused.", "",
        "no Anna 3H; Anna 4S"),
    "lead_rank=lowest": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}. She leads {5S}, {9D} or {KC}, the lowest of a suit.",
        "", f"leads {_HELD}: 5S 9D KC"),
    "lead_rank=any": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}, and may lead any of them.", "",
        f"leads {_HELD}: {_HELD}"),
    "lead_rank=lowest_overall": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}. She must lead {5S}.", "", f"leads {_HELD}: 5S"),
    "first_lead_rank=None": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}. First she may lead {5S}, {9D} or {KC}, as later.",
        "", f"leads {_HELD}: 5S 9D KC; leads {_HELD} after TS: 5S 9D KC; 10S"),
    "first_lead_rank=lowest": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}. First she leads {5S}, {9D} or {KC}; later, by your"
        " rules, any card.", "lead_rank=any",
        f"leads {_HELD}: 5S 9D KC; leads {_HELD} after TS: {_HELD}"),
    "first_lead_rank=any": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}. First she leads any of them; later the lowest of a"
        " suit, {5S}, {9D} or {KC}.", "",
        f"leads {_HELD}: {_HELD}; leads {_HELD} after TS: 5S 9D KC"),
    "first_lead_rank=lowest_overall": Example(
        "Anna holds {5S} {9S} {9D} {KC} {AC}. First she must lead {5S}; later {5S}, {9D} or {KC}.",
        "", f"leads {_HELD}: 5S; leads {_HELD} after TS: 5S 9D KC"),
    "horse_lead=free": Example(
        "After {6C} Ben holds {4H} {9H} {QD}, and leads {4H} or {QD}, though that is a pay card.",
        "change=colour", "leads 4H 9H QD after 6C: 4H QD"),
    "horse_lead=last_resort": Example(
        "After {6C} Ben holds {4H} {9H} {QD}. He must lead {4H}: {QD} is a pay card.",
        "change=colour", "leads 4H 9H QD after 6C: 4H; leads QD after 6C: QD"),
    # after a stop
    "change=none": Example(
        "Ben ended the run with {10S}. He holds {5S} {9D}, and leads either.", "",
        "leads 5S 9D after TS: 5S 9D"),
    "change=suit": Example(
        "Ben ended the run with {10S}. He holds {5S} {9D}: he must lead {9D}.", "",
        "leads 5S 9D after TS: 9D"),
    "change=colour": Example(
        "Ben ended the run with {10S}. He holds {5S} {7C} {9D}: he must lead {9D}, for spades and"
        " clubs are both black.", "", "leads 5S 7C 9D after TS: 9D"),
    "fallback=free": Example(
        "After {10S} another suit must be led. Ben has only {5S} {9S}: he leads {5S}.",
        "change=suit", "leads 5S 9S after TS: 5S"),
    "fallback=pass": Example(
        "After {10S} another suit must be led. Anna has only {5S} {9S}: she passes, and Ben, left"
        " of her, must lead another suit.", "change=suit",
        "leads 5S 9S after TS: none; Anna TS; stop; Anna pass; leader Ben; no Ben 5S"),
    "fallback=cascade": Example(
        "After {10S} red must be led. Ben has only {5S} {7C} {9C}: he leads {7C}. With {5S} alone"
        " he leads that.", "change=colour",
        "leads 5S 7C 9C after TS: 7C; leads 5S after TS: 5S"),
    "pass_penalty": Example(
        "Anna cannot lead another suit: she puts 1 into the kitty and passes. Ben leads.",
        "change=suit fallback=pass pass_penalty=1",
        "Anna TS; stop; Anna pass; paid Anna 1; = kitty 1; leader Ben"),
    "void_payment=none": Example(
        "After {10S} nobody has a red card. The hand is over, nobody pays, and the 4 in the kitty"
        " stay.", "change=colour fallback=pass kitty_stake=1",
        f"{_STUCK}; = kitty 4; paid Anna 0; 10S"),
    "void_payment=cards_to_kitty": Example(
        "After {10S} nobody has a red card. Anna puts 10 into the kitty, for the 10 cards she has"
        " left; the others likewise, and all of it stays.", "change=colour fallback=pass",
        f"{_STUCK}; paid Anna 10; = kitty 41; 10S"),
    "void_counts": Example(
        "You play 1 hand, and nobody can lead. It was that hand, and the evening is over.",
        "void_counts=on end=hands:1 depth=pots", "void; over hands"),
    # pay cards
    "pay_when=play": Example(
        "5 lie on {KC}. Ben plays it and takes them at once.", "dealer_factor=2",
        "= KC 5; Anna QC; Ben KC; paid Ben -5; = KC 0"),
    "pay_when=hold": Example(
        "5 lie on {AH}. Carla shows {AH} before the first lead, takes them, and plays on with it.",
        "dealer_factor=2", "= AH 5; Carla holds AH; paid Carla -5; = AH 0"),
    "claim=auto": Example(
        "Ben plays {KC} and says nothing. The 5 chips are his all the same.", "dealer_factor=2",
        "= KC 5; Anna QC; Ben KC; Carla AC; = KC 0; paid Ben -5"),
    "claim=call": Example(
        "Ben plays {KC} and says nothing; Carla plays {AC}. Too late: the 5 chips stay on {KC}.",
        "dealer_factor=2", "Anna QC; Ben KC; Carla AC; = KC 5; no Ben claims KC"),
    "combo_run=any": Example(
        "Anna plays {9C} {10C}, and {8C} in a later run. She takes what lies on 8-9-10.",
        "layout=AH,8-9-10 lead_rank=any",
        "Anna 9C; Anna 10C; stop; Anna 8C; = 8-9-10 0"),
    "combo_run=same_run": Example(
        "Anna plays {9C} {10C}, and {8C} in a later run: 8-9-10 keeps its 5 chips. In one run they"
        " were hers.", "layout=AH,8-9-10 lead_rank=any dealer_factor=2",
        "Anna 9C; Anna 10C; stop; Anna 8C; = 8-9-10 4; 5"),
    "seq_share=per_player": Example(
        "Ben holds 8-9-10 of clubs and of hearts, Dan of spades. Of 5 chips each gets 2; 1 stays.",
        "game=three_in_one players=5",
        "= 8-9-10 5; Ben holds 8-9-10; Dan holds 8-9-10; do close_hold; = 8-9-10 1;"
        " paid Ben -2, Dan -2"),
    "seq_share=per_sequence": Example(
        "Ben holds 8-9-10 of clubs and of hearts, Dan of spades. Of 5 chips Ben gets 2, Dan 1; 2"
        " stay.", "game=three_in_one players=5",
        "= 8-9-10 5; Ben holds 8-9-10; Ben holds 8-9-10; Dan holds 8-9-10; do close_hold;"
        " = 8-9-10 2; paid Ben -2, Dan -1"),
    "unplayed_paycard=none": Example(
        "Anna is out while Dan still holds {AH}. He pays for his cards left like everybody.",
        "dealer_factor=2", f"{_OUT}; no Dan holds AH; = AH 5"),
    "unplayed_paycard=double": Example(
        "Anna is out while Dan still holds {AH}, on which 5 lie: Dan puts 5 more on it, 10 in all.",
        "dealer_factor=2", f"= AH 5; {_OUT}; Dan holds AH; = AH 10"),
    "unplayed_paycard=fixed": Example(
        "Anna is out while Dan still holds {AH}. By a rule of 3 he puts 3 on it: 8 lie there now.",
        "unplayed_paycard=fixed:3 dealer_factor=2", f"{_OUT}; Dan holds AH; = AH 8"),
    "unplayed_paycard_number": Example(
        "With 3, who is left with {AH} puts 3 chips on it.",
        "unplayed_paycard=fixed:3 dealer_factor=2", f"{_OUT}; Dan holds AH; = AH 8"),
    # the end of a hand
    "per_card": Example(
        "At 2 a card, Ben, with 3 cards left, pays 6 to Anna, who is out.", "per_card=2 depth=pots",
        "Anna out; do count seat=Ben cards=3; do count seat=Carla cards=1;"
        " do count seat=Dan cards=5; paid Ben 6; 2"),
    "irregularity=warn": Example(
        "Ben led {10S} and later plays {4S}, which he held all the time. Boodle shows both, and"
        " nobody pays.", "irregularity=warn", "no do fine seat=Ben; Anna 10S; stop; Anna 4S"),
    "irregularity=fine": Example(
        "Ben led {10S} and later plays {4S}. By a rule of 1 he pays 1 to each of the three others.",
        "irregularity=fine:1", "do fine seat=Ben; paid Ben 3, Anna -1; 10S 4S"),
    "irregularity=fine_bar": Example(
        "Ben led {10S} and later plays {4S}. He pays 1 to each of the others, and when he plays"
        " {KC} its 5 chips stay there.", "irregularity=fine_bar:1 dealer_factor=2",
        "do fine seat=Ben; paid Ben 3, Anna -1; Anna QC; Ben KC; = KC 5; 10S 4S"),
    "irregularity_number": Example(
        "With 2, a breach at a table of four costs Ben 6: 2 to each of the others.",
        "irregularity=fine:2", "do fine seat=Ben; paid Ben 6, Anna -2"),
    # the evening
    "end=deals_each": Example(
        "Four players, and everybody deals 2 times: the evening has 8 hands.", "end=deals_each:2",
        "planned 8"),
    "end=hands": Example(
        "With 12, the evening is over after the 12th hand, whoever deals it.", "end=hands:12",
        "planned 12"),
    "end=time": Example(
        "With 60, the hand that is running after 60 minutes is the last one.",
        "end=time:60 depth=pots", "do time_up; going; void; over time"),
    "end=broke": Example(
        "Anna has 3 chips left and would need 4 for the next stake: the evening is over.",
        "end=broke depth=pots start_chips=8 dealer_factor=2",
        "do correct debit=Anna credit=Ben chips=1 note=paid; = Anna 3; put Anna 4; void; over broke"
        ),
    "end=rundown_cards": Example(
        "In the last lap Ben takes {KC}: the card is taken away and gets no more chips. When all"
        " four are gone, it is over.", "end=rundown_cards per_card=0 depth=pots",
        "void; do last_lap; do begin_hand; Ben takes KC; void; do begin_hand; = KC 0; going"),
    "end=rundown_pots": Example(
        "In the last lap the kitty and the pot are filled until somebody wins them, each once. When"
        " both are gone, it is over.",
        "end=rundown_pots kitty_stake=1 pot_stake=1 pot_kind=run3 per_card=0 depth=pots",
        "void; do last_lap; do begin_hand; Ben takes pot; Anna out; over rundown_pots"),
    "end=manual": Example(
        "You play as long as you like; the host ends the evening in the menu.", "depth=pots",
        "void; going; do end_evening"),
    "end_number": Example(
        "2 times dealing makes 8 hands for four players; 12 hands are 12 hands; 60 minutes are an"
        " hour.", "end=deals_each:2", "planned 8; 12 60"),
    "time_equal_deals": Example(
        "The time is up when Dan has dealt and nobody else. Anna, Ben and Carla deal once more.",
        "end=time:60 time_equal_deals=on depth=pots",
        "do time_up; void; going; do begin_hand; void; do begin_hand; void; going; do begin_hand;"
        " void; over time"),
    "leftover=split": Example(
        "20 chips lie there at the end: four players get 5 each.",
        "dealer_factor=2 depth=pots per_card=0",
        "void; do end_evening; paid Anna -5, Dan -5; = AH 0; 20"),
    "leftover=last_winner": Example(
        "20 chips lie there at the end. Anna won the last hand and gets them all.",
        "dealer_factor=2 depth=pots per_card=0", "Anna out; do end_evening; paid Anna -20"),
    "leftover=poker": Example(
        "20 chips lie there at the end. Each is dealt five cards, open: Ben’s flush takes them.",
        "end=hands:1 dealer_factor=2 depth=pots per_card=0",
        "void; do end_evening; do show_last seat=Ben cards=2H,5H,7H,9H,KH;"
        " do show_last seat=Anna cards=2S,2D,7C,9C,KC;"
        " do show_last seat=Carla cards=3S,3D,8C,9S,JC;"
        " do show_last seat=Dan cards=4S,4D,8S,TS,JD; paid Ben -20"),
    "leftover=lost": Example(
        "20 points lie there at the end. Nobody gets them.",
        "dealer_factor=2 depth=pots per_card=0", "void; do end_evening; paid Anna 0; = AH 5; 20"),
    "tie=shared": Example(
        "After the last hand all four have the same. They share the first place.",
        "end=hands:1 dealer_factor=1 depth=pots", "void; over hands"),
    "tie=extra_hand": Example(
        "After the last hand Anna and Ben are both first. One more hand decides.",
        "end=hands:1 dealer_factor=1 depth=pots", "void; going"),
    "insolvency=iou": Example(
        "Anna has 4 chips and must pay 6. She pays, and stands at 2 below nothing.",
        "start_chips=8 depth=pots dealer_factor=2",
        "= Anna 4; Ben out; do count seat=Anna cards=6; do count seat=Carla cards=1;"
        " do count seat=Dan cards=1; paid Anna 6; = Anna -2; 2"),
    "insolvency=rebuy": Example(
        "Anna has 4 chips left of 8. She buys 8 more and has 12; they count against her at the"
        " end.", "start_chips=8 depth=pots dealer_factor=2",
        "= Anna 4; do buy_in seat=Anna; = Anna 12; 8"),
    "insolvency=out": Example(
        "Anna has 6 chips and must pay 8. She pays the 6, the rest is let off, and she leaves"
        " before the next hand.", "start_chips=10 depth=pots dealer_factor=1",
        "= Anna 6; Ben out; do count seat=Anna cards=8; do count seat=Carla cards=1;"
        " do count seat=Dan cards=1; paid Anna 6; = Anna 0; do begin_hand; without Anna"),
    "start_chips": Example(
        "Everybody starts with 20 chips; at the end it counts who has more than that.",
        "start_chips=20", "before Anna 20, Dan 20"),
    "chip_value": Example(
        "At 2 pence a chip, 10 chips won are 20 pence.", "chip_value=2 ante=0",
        "do correct debit=Ben credit=Anna chips=10 note=won; money Anna 20"),
    "currency": Example(
        "With GBP, 150 pence are shown as £1.50; with nothing, as 1.50.", "", "150 1 50"),
}  # fmt: skip
