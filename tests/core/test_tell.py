"""What happened, said aloud: every event has its sentence, and a sealed bid stays sealed."""

import pytest
from evenings import begun

from companion.core import events as ev
from companion.core.cards import CARD, DECK
from companion.core.events import EVENTS
from companion.core.tell import cards_word, tell, tell_leftover

FULL = tuple(CARD[code] for code in ("8D", "8H", "8S", "KD", "KH"))
SAID = [
    (ev.EveningOpened("boodle", {}), "The table is open."),
    (ev.RulesChanged({}), "The house rules were changed."),
    (ev.RulesProposed(1, {}), "Ben proposes other house rules."),
    (ev.RulesAgreed(2), "Carla agrees to the other house rules."),
    (ev.RulesAgreed(None), "The host says that all agree to the other house rules."),
    (ev.RulesDeclined(None), "The host does not agree: the house rules stay."),
    (ev.RulesApplied({}), "Other house rules count from this hand on."),
    (ev.SeatTaken(4, "Zoe", "moth", 30, 4), "Zoe sits down with 30 chips."),
    (ev.SeatRenamed(0, "Annie", "moth"), "A new name or animal: Annie, the moth."),
    (ev.SeatLeft(1), "Ben leaves the table."),
    (ev.SeatRejoined(1, 1), "Ben is back at the table."),
    (ev.CircleSet((1, 0)), "The seats are in another order."),
    (ev.DealerSet(2), "Carla deals next."),
    (ev.DepthSet("cards"), "From the next hand on, every card is recorded."),
    (ev.DepthSet("pots"), "From the next hand on, only pots are recorded."),
    (ev.Objected(7, None), "The host doubts line 7."),
    (ev.ObjectionSettled(7), "The doubt about line 7 is settled."),
    (ev.UndoProposed(3, 1, (0,)), "Ben asks to take back what happened from line 3 on."),
    (ev.UndoDeclined(), "Nothing was taken back."),
    (ev.Reverted((3,)), "Taken back: 1 line."),
    (ev.Reverted((3, 4)), "Taken back: 2 lines."),
    (ev.Restored((3,)), "What was taken back counts again."),
    (ev.BoughtIn(0, 1), "Anna buys 1 chip."),
    (ev.Corrected(0, "AH", 2, "found"), "2 chips from Anna to A♥ by hand: found."),
    (ev.Corrected("bank", 9, 2, "x"), "2 chips from the bank to Seat 9 by hand: x."),
    (ev.Fined(0, ((1, 1), (2, 1)), False), "Anna pays 1 chip to each of the others."),
    (ev.Fined(0, ((1, 2), (2, 1)), False), "Anna pays Ben 2 chips, Carla 1 chip."),
    (ev.Fined(0, (), True),
     "Anna pays 0 chips to each of the others, and wins no more in this hand."),
    (ev.BreachAnswered(0, "missed_card", 3, None, 2, CARD["TC"], "shows", False),
     "Let go: 10♣ was called in run 2 and nobody said to have it; now Anna shows it."),
    (ev.HandBegun(2, 3, (0, 1, 2, 3), "cards", (11, 11, 10, 10), 10), "Hand 2: Dan deals."),
    (ev.LeftBroke(0), "Anna has too few chips for a stake and leaves."),
    (ev.Staked(3, (("AH", 2), ("KC", 2))), "Dan stakes 4 chips."),
    (ev.PointsPlaced((("TC", 1), ("kitty", 4))), "The bank puts 5 chips on the layout."),
    (ev.TurnedUp(3, CARD["9D"]), "Dan turns up the 9 of diamonds: diamonds are trumps."),
    (ev.Dealt(), "The cards are dealt."),
    (ev.CountCorrected(0, 6), "Anna holds 6 cards."),
    (ev.CountCorrected(0, 6, 1, 0), "Anna holds 6 cards."),
    (ev.CountCorrected(0, 6, 1, 1), "Anna holds 6 cards and pays Ben 1 chip more."),
    (ev.CountCorrected(0, 6, 1, -1), "Anna holds 6 cards and gets 1 chip back from Ben."),
    (ev.CountCorrected(0, 6, 1, 2), "Anna holds 6 cards and pays Ben 2 chips more."),
    (ev.CountCorrected(0, 1, 1, -2), "Anna holds 1 card and gets 2 chips back from Ben."),
    (ev.SpareSwapped(3), "Dan takes the spare hand."),
    (ev.AuctionOpened(3), "Dan offers the spare hand."),
    (ev.BidMade(0, 2), "Anna bids 2 chips for the spare hand."),
    (ev.BidPassed(0), "Anna bids no more."),
    (ev.AuctionFailed(), "Nobody buys the spare hand."),
    (ev.SpareSold(3, 0, 2), "Anna buys the spare hand from Dan for 2 chips."),
    (ev.SpareBought(0, 1), "Anna buys the spare hand for 1 chip into the kitty."),
    (ev.SpareLeft(), "The spare hand stays where it is."),
    (ev.Redealt((11, 11, 10, 10), 10), "Misdeal: the same dealer deals again, the stakes stay."),
    (ev.HandDepthSet("pots"), "From here on only the pots of this hand are recorded."),
    (ev.Held(0, "8-9-10"), "Anna shows what wins 8-9-10."),
    (ev.HoldingClosed(), "Nobody shows anything more."),
    (ev.PokerBet(0, "check", 0), "Anna checks."),
    (ev.PokerBet(0, "fold", 0), "Anna folds."),
    (ev.PokerBet(0, "raise", 3), "Anna raises: 3 chips into the pot."),
    (ev.PokerShown(0, FULL), "Anna shows 8♦ 8♥ 8♠ K♦ K♥: full house."),
    (ev.PokerEnded(0), "The poker is over."),
    (ev.PokerEnded(0, (0,)), "Anna wins the poker."),
    (ev.PokerEnded(0, (0, 1)), "Anna and Ben win the poker."),
    (ev.CardPlayed(0, CARD["TC"]), "Anna plays the 10 of clubs."),
    (ev.RunStopped("dead", CARD["JC"]), "Stop: nobody has the jack of clubs."),
    (ev.RunStopped("top", None), "Stop: the top card."),
    (ev.RunStopped("played", None), "Stop: the next card is out already."),
    (ev.LeadPassed(0), "Anna cannot lead."),
    (ev.LeadPassed(0, 1), "Anna cannot lead and pays 1 chip to the kitty."),
    (ev.PotAwarded("kitty", 0, 4), "Anna gets 4 chips from the kitty."),
    (ev.PotOffered("AH", 0), "Anna may claim A♥."),
    (ev.HandVoided(), "Nobody can lead: the hand is void."),
    (ev.WentOut(0), "Anna is out."),
    (ev.CountGiven(0, 3), "Anna has 3 cards left."),
    (ev.CardsPaid(0, 1, 3, 3), "Anna pays Ben 3 chips for 3 cards left."),
    (ev.CardsPaid(0, 1, 3, 1, 2),
     "Anna pays Ben 1 chip for 3 cards left; 2 chips could not be paid."),
    (ev.PaidOntoSpace("AH", 0, 5), "Anna pays 5 chips onto A♥."),
    (ev.CardsLaidOpen(0, FULL[:2]), "Anna is left with 8♦, 8♥."),
    (ev.PileAudited(0, FULL, (), ()), "The pile before Anna is as it was recorded: 5 cards."),
    (ev.PileAudited(0, FULL, FULL[:1], ()),
     "The pile before Anna differs from the log: not there: 8♦."),
    (ev.PileAudited(0, FULL, (), FULL[1:2]),
     "The pile before Anna differs from the log: there, and recorded otherwise: 8♥."),
    (ev.PileAudited(0, FULL, FULL[:1], FULL[1:2]),
     "The pile before Anna differs from the log: not there: 8♦; "
     "there, and recorded otherwise: 8♥."),
    (ev.PileAudited(0, (), (), DECK[:8]),
     "The pile before Anna differs from the log: "
     "there, and recorded otherwise: 2♣, 3♣, 4♣, 5♣, 6♣ and 3 more."),
    (ev.PayCardShown(0, CARD["AH"]), "Anna is left with the ace of hearts."),
    (ev.HandEnded(0, (), 1), "Anna wins the hand. Ben deals next."),
    (ev.HandEnded(None, (), 1), "The hand is void: nobody is out. Ben deals next."),
    (ev.LastLapBegun(), "The last lap begins with the next hand."),
    (ev.TimeUp(), "The time is up."),
    (ev.PlayedOn(), "The table plays on."),
    (ev.EveningEnded("manual"), "The evening is over."),
    (ev.LastHandShown(0, FULL), "Anna shows 8♦ 8♥ 8♠ K♦ K♥: full house."),
    (ev.LeftoverGiven("AH", ((0, 2), (1, 1))), ""),
    (ev.PaymentTicked(0, 1, True), "Anna has paid Ben."),
    (ev.PaymentTicked(0, 1, False), "Anna has not paid Ben."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), SAID, ids=lambda each: getattr(each, "kind", ""))
def test_an_event_is_said_in_a_sentence(event, sentence):
    assert tell(begun(), event) == sentence


def test_every_event_is_said():
    assert {event.kind for event, _ in SAID} == set(EVENTS)


def test_a_sealed_bid_is_not_said_aloud():
    table = begun(spare_auction=True, auction_style="sealed")

    assert tell(table, ev.BidMade(0, 2)) == "Anna bids unseen for the spare hand."


def test_what_was_left_is_said_in_one_sentence_with_the_sum_of_each():
    given = [ev.LeftoverGiven("AH", ((0, 2), (1, 1))), ev.LeftoverGiven("KC", ((1, 1), (2, 2)))]

    said = tell_leftover(begun(), [ev.EveningEnded("manual"), *given])

    assert said == "What was left is given out: Anna 2, Ben 2, Carla 2."
    assert tell_leftover(begun(), [ev.EveningEnded("manual")]) == ""


def test_cards_stand_with_their_word():
    assert (cards_word(1), cards_word(2)) == ("1 card", "2 cards")


def test_what_the_bank_gives_out_are_points():
    table = begun(4, "newbury")

    assert tell(table, ev.PotAwarded("KH", 0, 4)) == "Anna gets 4 points from K♥."
    assert tell(table, ev.PotAwarded("KH", 0, 1)) == "Anna gets 1 point from K♥."
    staked = begun(4, "newbury", funding="players")
    assert tell(staked, ev.PotAwarded("KH", 0, 4)) == "Anna gets 4 chips from K♥."
