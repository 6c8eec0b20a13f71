"""Worked examples of the rules before the first card is led: stakes, deal, spare hand, poker.

Sentences and their scenes only; `option_examples` says how they are read.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Example(NamedTuple):
    """The *words* of an example, the *rules* it is played by, and the *scene* that proves it."""

    words: str
    rules: str = ""
    scene: str = ""


_STAKE_ONE: Final = "do stake seat=Anna KC=1; do stake seat=Ben AH=1; do stake seat=Carla AH=1"
_BETS: Final = "pot_kind=poker pot_stake=1"

BEFORE: Final[dict[str, Example]] = {
    # how the chips go down
    "placement=each:2": Example(
        "Anna puts 1 on each of the four pay cards, and so do Ben and Carla. Dan, who deals, puts"
        " 2 on each: 5 lie on every card.", "", "put Anna 4, Dan 8; = AH 5, KC 5; 1 2"),
    "placement=each:1": Example(
        "Everybody, Dan who deals too, puts 1 on each of the four pay cards: 4 lie on every card.",
        "", "put Anna 4, Dan 4; = AH 4; 1"),
    "placement=free:1": Example(
        "Everybody places 6 chips. Anna puts 4 on {AH} and 2 on {JS}; with 5 chips she is not"
        " done.", "", "no do stake seat=Anna AH=4 JS=1; do stake seat=Anna AH=4 JS=2;"
        " put Anna 6; 5"),
    "placement=free:2": Example(
        "Anna places 6 chips where she likes. Dan, who deals, places 12.", "",
        "no do stake seat=Dan AH=6; do stake seat=Dan AH=6 QD=6; do stake seat=Anna AH=6;"
        " put Anna 6, Dan 12"),
    "placement=one:1": Example(
        "Anna backs {KC} with 1 chip. A chip on {KC} and one on {AH} would be refused.", "",
        "no do stake seat=Anna KC=1 AH=1; do stake seat=Anna KC=1; put Anna 1"),
    "placement=one:2": Example(
        "Anna backs {KC} with 1 chip. Dan, who deals, backs a card with 2.", "",
        "do stake seat=Anna KC=1; do stake seat=Dan JS=2; put Anna 1, Dan 2"),
    "funding=players": Example(
        "Each of the four puts 2 down: 1 on the horse at the own corner, 1 into the kitty.",
        "game=newbury", "put Anna 2; = TC 1, kitty 4; 1"),
    "funding=bank": Example(
        "The bank puts 1 point on each of the four horses and 4 into the kitty. Ben plays {JD} and"
        " has 1 point.", "game=newbury",
        "= TC 1, kitty 4; Anna 2C; Ben 3C; stop; Ben JD; = Ben 1"),
    "funding=dealer": Example(
        "Dan, who deals, puts down all the chips of this hand. In the next one Anna does."),
    "kitty_stake": Example(
        "Four players put 1 each into the kitty. Anna is out first and takes the 4.",
        "kitty_stake=1 depth=pots per_card=0", "= kitty 4; Anna out; = kitty 0; 1"),
    "layout": Example(
        "With AH KC QD JS, whoever plays {KC} takes what lies there: Ben takes 5. KQ stands for"
        " king and queen of hearts in one hand, 8-9-10 for three in a row of any suit.", "",
        "Anna QC; Ben KC; paid Ben -5; = KC 0; 8 9 10"),
    "ante": Example(
        "With 2 on each of the four pay cards Anna puts 8 down, and Dan, who deals, 16.",
        "ante=2 dealer_factor=2", "put Anna 8, Dan 16"),
    "free_amount": Example(
        "With 8 to place, Anna puts 5 on {QD} and 3 on {AH}. 7 chips are not enough.",
        "placement=free free_amount=8",
        "no do stake seat=Anna QD=5 AH=2; do stake seat=Anna QD=5 AH=3; put Anna 8; 7"),
    "placement_order=open": Example(
        "All put chips down at the same time. Anna sees that Ben likes {AH}, and moves hers away."),
    "placement_order=simultaneous": Example(
        "Each hides the own chips under a hand; then all show where they go."),
    "placement_order=in_turn": Example(
        "Dan deals, so Anna places first, then Ben, Carla, and Dan last."),
    "horse_winner=anyone": Example(
        "Only Anna has backed {KC}. Ben plays {KC} and takes her chip.",
        "placement=one dealer_factor=1",
        f"{_STAKE_ONE}; do stake seat=Dan JS=1; Anna QC; Ben KC; = KC 0; paid Ben -1"),
    "horse_winner=backers_only": Example(
        "Only Anna has backed {KC}. Ben plays {KC}: her chip stays there for the next hand.",
        "placement=one dealer_factor=1",
        f"{_STAKE_ONE}; do stake seat=Dan JS=1; Anna QC; Ben KC; = KC 1"),
    # the pot, and the poker round
    "pot_kind=none": Example(
        "Chips lie on the pay cards only, 5 on each.", "dealer_factor=2", "= pot 0, AH 5"),
    "pot_kind=run3": Example(
        "The pot holds 4. Anna plays {4C}, {5C} and {6C} herself, in one run, and takes it.",
        "pot_stake=1", "= pot 4; Anna 4C; Anna 5C; Anna 6C; = pot 0; paid Anna -4"),
    "pot_kind=poker": Example(
        "The pot holds 4. Dan bets 2 and nobody goes along: Dan takes it, with the own 2.",
        "pot_stake=1", "= pot 4; Dan bets 2; Anna folds; Ben folds; Carla folds; = pot 0;"
        " paid Dan -4"),
    "pot_stake": Example(
        "With 2 each, four players make a pot of 8.", "pot_kind=run3 pot_stake=2", "= pot 8"),
    "poker_first=dealer": Example("Dan deals, so Dan is asked first.", _BETS, "do deal; turn Dan"),
    "poker_first=eldest": Example(
        "Dan deals, so Anna, left of Dan, is asked first.", _BETS, "do deal; turn Anna"),
    "poker_min": Example(
        "With 2 as the lowest, Dan cannot bet 1. Dan bets 2, and who raises makes it 4 at least.",
        f"{_BETS} poker_min=2",
        "no Dan bets 1; Dan bets 2; no Anna raises 3; Anna raises 4"),
    "poker_max": Example(
        "With 5 as the highest, Dan bets 5, not 6. Anna may raise to 10.", f"{_BETS} poker_max=5",
        "no Dan bets 6; Dan bets 5; no Anna raises 11; Anna raises 10"),
    "poker_raises": Example(
        "With 1 raise for the whole table, Dan bets 2 and Anna raises to 4. Ben may only call or"
        " fold.", f"{_BETS} poker_raises=1",
        "Dan bets 2; Anna raises 4; no Ben raises 6; Ben calls; 1"),
    "poker_all_check=showdown": Example(
        "All check. All show five cards, and Ben’s three eights take the 4 in the pot.", _BETS,
        "Dan checks; Anna checks; Ben checks; Carla checks; Ben wins poker; = pot 0; paid Ben -4"),
    "poker_all_check=carry": Example(
        "All check. The 4 in the pot stay for the next hand.", _BETS,
        "Dan checks; Anna checks; Ben checks; Carla checks; = pot 4"),
    "poker_odd=stay": Example(
        "Ben and Carla share a pot of 5: 2 each, and 1 stays in it.",
        f"{_BETS} players=5 first_lead=eldest", "= pot 5; Ben Carla win poker; = pot 1;"
        " paid Ben -2, Carla -2"),
    "poker_odd=first_left": Example(
        "Ben and Carla share a pot of 5. Ben sits nearer to the dealer’s left: he gets 3, Carla"
        " 2.", f"{_BETS} players=5 first_lead=eldest",
        "= pot 5; Ben Carla win poker; = pot 0; paid Ben -3, Carla -2"),
    # the deal
    "ace=high": Example(
        "{QH} {KH} {AH}: the ace comes after the king, and there the run stops.", "",
        "Anna QH; Ben KH; Carla AH; leader Carla"),
    "ace=low": Example(
        "{KH} stops the run. {AH} is the lowest heart: {2H} comes after it.", "",
        "Anna QH; Ben KH; leader Ben; Ben AH; needs 2H"),
    "spare=last": Example(
        "Four players: Anna and Ben, who are dealt to first, get 11 cards, Carla, Dan and the"
        " spare hand 10.", "", "sizes 11 11 10 10 spare 10"),
    "spare=first": Example(
        "The spare hand lies left of Dan, who deals: it and Anna get 11 cards, Ben, Carla and Dan"
        " 10.", "", "sizes 11 10 10 10 spare 11"),
    "spare=none": Example(
        "Four players get 13 cards each. A run stops only at the ace or at a card already played.",
        "", "sizes 13 13 13 13 spare 0"),
    "deal_surplus": Example(
        "Four players get 10 cards each, and the spare hand the other 12.",
        "deal_surplus=to_spare", "sizes 10 10 10 10 spare 12"),
    "discard": Example(
        "Of 13 cards each throws 3 away, face down, and plays with 10. Runs stop at the 12 cards"
        " that lie there.", "discard=3 spare=none", "13 3 12; sizes 10 10 10 10 spare 12"),
    "first_dealer=random": Example("Boodle draws a name: Carla deals the first hand."),
    "first_dealer=chosen": Example("Anna sits at the head of the table and deals the first hand."),
    "first_dealer=cut_high": Example("Anna cuts {9S}, Ben {KD}, Carla {3C}: Ben deals first."),
    "first_dealer=cut_low": Example("Anna cuts {9S}, Ben {KD}, Carla {3C}: Carla deals first."),
    # the spare hand
    "spare_swap": Example(
        "Dan, who deals, does not like the own cards and takes the spare hand, unseen. The old hand"
        " lies dead, and there is no way back.", "spare_swap=on", "Dan swap; no Dan swap"),
    "spare_auction": Example(
        "Anna bids 1, Ben 3, Carla and Anna pass. Ben pays Dan 3, lays his own hand away and plays"
        " the spare hand.", "spare_auction=on",
        "do offer seat=Dan; do bid seat=Anna chips=1; do bid seat=Ben chips=3;"
        " do pass_bid seat=Carla; do pass_bid seat=Anna; paid Ben 3, Dan -3"),
    "auction_style=in_turn": Example(
        "Anna passes and is out of it. Ben bids 1, Carla 2, Ben passes: Carla pays Dan 2.",
        "spare_auction=on",
        "do offer seat=Dan; do pass_bid seat=Anna; do bid seat=Ben chips=1;"
        " do bid seat=Carla chips=2; do pass_bid seat=Ben; paid Carla 2"),
    "auction_style=open": Example(
        "Carla calls 1, Anna 3. Nobody calls more, so Dan says “sold”, and Anna pays 3.",
        "spare_auction=on",
        "do offer seat=Dan; do bid seat=Carla chips=1; do bid seat=Anna chips=3; do knock_down;"
        " paid Anna 3"),
    "auction_style=sealed": Example(
        "Unseen, Anna bids 3, Ben 5 and Carla 5. Ben sits nearer to the dealer’s left and pays 5.",
        "spare_auction=on",
        "do offer seat=Dan; do bid seat=Carla chips=5; do bid seat=Ben chips=5;"
        " do bid seat=Anna chips=3; paid Ben 5"),
    "auction_min": Example(
        "With 3 as the lowest bid, Anna’s 2 is refused; 3 is taken.",
        "spare_auction=on auction_min=3",
        "do offer seat=Dan; no do bid seat=Anna chips=2; do bid seat=Anna chips=3"),
    "auction_step": Example(
        "With steps of 2, after Anna’s 1 Ben bids 3, not 2.", "spare_auction=on auction_step=2",
        "do offer seat=Dan; do bid seat=Anna chips=1; no do bid seat=Ben chips=2;"
        " do bid seat=Ben chips=3"),
    "auction_bar_paycards": Example(
        "Anna holds {AH}, so she may not bid. If she does and plays {AH} later, Boodle shows both.",
        "auction_bar_paycards=on spare_auction=on", "Dan sell Anna 2; Anna AH"),
    "swap_after_no_sale": Example(
        "Dan offers the spare hand, and nobody bids. Dan may still take it.",
        "spare_swap=on spare_auction=on swap_after_no_sale=on",
        "do offer seat=Dan; do pass_bid seat=Anna; do pass_bid seat=Ben; do pass_bid seat=Carla;"
        " Dan swap"),
    "auction_own_after_swap": Example(
        "Dan takes the spare hand and then sells the own old hand, unseen, to Anna for 2.",
        "spare_swap=on spare_auction=on auction_own_after_swap=on",
        "Dan swap; Dan sell Anna 2; paid Anna 2"),
    "spare_first_refusal=dealer": Example(
        "Only Dan, who deals, may take the spare hand or sell it; Anna may not.", "spare_swap=on",
        "no do swap seat=Anna; Dan swap"),
    "spare_first_refusal=eldest": Example(
        "Anna, left of Dan, may take the spare hand for nothing. She does not, and Ben buys it: he"
        " puts 1 into the kitty.", "spare_auction=on", "Ben buys 1; paid Ben 1; = kitty 1"),
}  # fmt: skip
