"""Playing cards: what is refused, what is doubted, and what follows from a card (RULES § 2.4-2.6).

Nothing here changes a table; each function returns the events of one act.
"""

from __future__ import annotations

from companion.core import events as ev
from companion.core import hand as beginning
from companion.core import leads, pots, proofs, settle
from companion.core.cards import Card, next_card, suit_word
from companion.core.decision import Decision
from companion.core.errors import Doubt, RuleError
from companion.core.events import Event
from companion.core.phases import verify_in_hand
from companion.core.table import Hand, Table


def _runs(table: Table) -> Decision:
    """Return a decision in which the runs have begun: from the stakes on cards can be played."""
    hand = table.playing
    if hand is None:
        raise RuleError("no_hand", "No hand is being played. Begin the next hand first.")
    if hand.phase == "runs" and hand.depth == "cards":
        return Decision(table)
    if hand.out is not None:
        raise RuleError("already_out", f"{table.name(hand.out)} is out: this hand is over.")
    if beginning.stakes_missing(table):
        raise RuleError("stakes_missing", "The stakes come first; then cards are dealt and played.")
    if hand.depth == "pots":
        raise RuleError("pots_only", "In this hand only pots are recorded. Tap who takes a pot.")
    decision = beginning.ready_to_play(table)
    if (poker := decision.hand.poker) is not None and decision.hand.phase == "poker":
        asked = poker.turn
        who = f"{table.name(asked[0])} is asked" if asked else "everybody still in shows five cards"
        raise RuleError("poker_first", f"The poker comes before the runs: {who}.")
    assert decision.hand.phase == "runs", decision.hand.phase
    return decision


# ---- a card -------------------------------------------------------------------------------------


def verify_play(table: Table, seat: int, card: Card) -> Decision:
    """Raise `RuleError` if *seat* cannot be playing *card* now; doubts are `doubts_about_play`.

    Returns the decision that the card is to be added to.
    """
    decision = _runs(table)
    hand = decision.hand
    verify_in_hand(table, seat)
    if not table.game.has(card):
        raise RuleError("wrong_card", f"{card.shown} is not in the pack of this game.")
    if card == hand.turned:
        raise RuleError("wrong_card", f"{card.shown} was turned up, so nobody holds it.")
    if card in hand.seen:
        who = table.name(hand.seen[card])
        raise RuleError(
            "card_already_played",
            f"{card.shown} was already played, by {who}. Look again, or undo that.",
        )
    if card == hand.missing:
        return decision  # called dead, and here before the next lead: the run goes on (RULES § 5)
    if hand.needed is None:
        _verify_lead(table, hand, seat, card)
    elif not hand.plays:
        _verify_first_of_suit(table, hand, card)
    elif card != hand.needed:
        raise RuleError("wrong_card", _wrong_card(hand, card))
    return decision


def _wrong_card(hand: Hand, card: Card) -> str:
    assert hand.needed is not None and hand.last is not None
    return (
        f"{hand.needed.shown} is needed after {hand.last.shown}, not {card.shown}. "
        "If nobody has it, tap Nobody."
    )


def _verify_first_of_suit(table: Table, hand: Hand, card: Card) -> None:
    """The holder of the lowest card of a suit begins; a higher one says the lower are not held."""
    assert hand.needed is not None
    if card.suit != hand.needed.suit:
        suit = suit_word(hand.needed.suit)
        raise RuleError("wrong_first_lead", f"The lowest of the {suit} begins, not {card.shown}.")
    cards = table.game.first_cards(card.suit)
    if cards.index(card) < cards.index(hand.needed):
        raise RuleError("wrong_first_lead", f"{card.shown} was asked for already; nobody had it.")


def _verify_lead(table: Table, hand: Hand, seat: int, card: Card) -> None:
    assert hand.leader is not None
    if seat != hand.leader:
        leader = table.name(hand.leader)
        raise RuleError("not_leader", f"{leader} has the lead, not {table.name(seat)}.")
    suits = lead_suits(table, hand)
    if card.suit not in suits:
        words = " or ".join(suit_word(suit) for suit in suits)
        raise RuleError("wrong_lead_suit", f"{card.shown} cannot lead: it must be {words}.")


def lead_suits(table: Table, hand: Hand) -> str:
    """Return the suits that can be led now (`leads.lead_suits`)."""
    return leads.lead_suits(table.options, hand.last)


def doubts_about_play(table: Table, seat: int, card: Card) -> tuple[Doubt, ...]:
    """Return what is odd about a play that stands all the same.

    That is what it proves about earlier claims, and a change that should have been made.
    """
    hand = table.playing
    if hand is None:
        return ()
    doubts = [Doubt(proof.code, proof.message) for proof in proofs.proven_by(table, seat, card)]
    asked = leads.asked_suits(table.options, hand.last)
    if hand.needed is None and card != hand.missing and card.suit not in asked:
        name = table.name(seat)
        doubts.append(
            Doubt("no_change", f"The lead should change; {name} says there is nothing else.")
        )
    return tuple(doubts)


def play(table: Table, seat: int, card: Card) -> tuple[Event, ...]:
    """Play *card*: what it wins, whether it ends the run, and whether *seat* is out."""
    decision = verify_play(table, seat, card)
    if not decision.hand.plays:
        _skip_to(decision, card)
    decision.add(ev.CardPlayed(seat, card))
    pots.award_for_play(decision, seat, card)
    if not decision.hand.left[seat]:
        decision.add(ev.WentOut(seat))
        settle.settle(decision)
    else:
        _stop_if_known(decision)
    return decision.done()


def _skip_to(decision: Decision, card: Card) -> None:
    """At a first lead by suit, *card* says that nobody holds the lower ones asked for."""
    while decision.hand.needed not in (None, card):
        decision.add(ev.RunStopped("dead", decision.hand.needed))


def _stop_if_known(decision: Decision) -> None:
    """End the run where the table knows it: at the top card, or before a card that is out."""
    hand = decision.hand
    if hand.needed is None:
        decision.add(ev.RunStopped("top", None))
    elif decision.table.is_out(hand.needed):
        decision.add(ev.RunStopped("played", None))


def cards_between(table: Table, card: Card) -> tuple[Card, ...]:
    """Return the cards of the run that must have been played before *card*, the needed one first.

    Empty where *card* is the needed card or does not lie ahead in this run.
    """
    hand, between = table.playing, []
    if hand is None or hand.needed is None or not hand.plays or card.suit != hand.needed.suit:
        return ()
    ahead: Card | None = hand.needed
    while ahead is not None and ahead != card and not table.is_out(ahead):
        between.append(ahead)
        ahead = next_card(ahead, table.options.ace)
    return tuple(between) if ahead == card and not table.is_out(card) else ()


def play_through(table: Table, plays: tuple[tuple[int, Card], ...]) -> tuple[Event, ...]:
    """Play several cards of a run at once: the table was faster than the taps."""
    if not plays:
        raise RuleError("bad_command", "No card was named. Tap the card that was played.")
    decision = Decision(table)
    for seat, card in plays:
        for event in play(decision.table, seat, card):
            decision.add(event)
    return decision.done()


# ---- stop, pass, claim --------------------------------------------------------------------------


def verify_stop(table: Table) -> Decision:
    """Raise `RuleError` unless a run is on the table whose next card may be dead.

    Returns the decision that the stop is to be added to.
    """
    decision = _runs(table)
    if decision.hand.needed is None:
        leader = table.name(_leader(decision.hand))
        raise RuleError("no_run", f"No run to stop: {leader} leads now.")
    return decision


def _leader(hand: Hand) -> int:
    assert hand.leader is not None
    return hand.leader


def stop(table: Table) -> tuple[Event, ...]:
    """Record that nobody has the next card; who played last leads again (RULES § 2.4)."""
    decision = verify_stop(table)
    decision.add(ev.RunStopped("dead", decision.hand.needed))
    return decision.done()


def verify_pass(table: Table, seat: int) -> Decision:
    """Raise `RuleError` unless *seat* has the lead and a change is asked for (RULES § 2.5).

    Returns the decision that the pass is to be added to.
    """
    if table.playing is not None and table.playing.depth == "pots":
        _verify_pots_pass(table, table.playing, seat)
        return beginning.ready_to_play(table)
    decision = _runs(table)
    hand = decision.hand
    if hand.needed is not None:
        raise RuleError("cannot_pass", "A run is on the table; nobody passes in a run.")
    if seat != hand.leader:
        raise RuleError("not_leader", f"{table.name(_leader(hand))} has the lead and passes it.")
    if not may_pass(table, hand):
        raise RuleError("cannot_pass", f"{table.name(seat)} can lead any suit and so cannot pass.")
    return decision


def _verify_pots_pass(table: Table, hand: Hand, seat: int) -> None:
    """Where pots alone are recorded a pass is worth a line only for its penalty."""
    if hand.phase in ("stakes", "counts", "shown") or seat not in hand.circle:
        raise RuleError("no_play_now", "Nobody can pass now: no lead is to be made.")
    if not table.options.pass_penalty:
        raise RuleError(
            "pots_only", "In this hand only pots are recorded, and a pass costs nothing."
        )


def may_pass(table: Table, hand: Hand) -> bool:
    """Whether a leader can be unable to lead by these rules."""
    if not hand.plays:
        return table.options.first_lead == "lowest_black"
    return table.options.change != "none" and table.options.fallback == "pass"


def pass_lead(table: Table, seat: int) -> tuple[Event, ...]:
    """Pass the lead to the left; when everybody has, the hand is void (RULES § 2.5)."""
    decision = verify_pass(table, seat)
    pots.pass_lead(decision, seat, settle.payable(table, seat, table.options.pass_penalty))
    if decision.hand.refusals == len(decision.hand.circle):
        settle.settle(decision)
    return decision.done()


def verify_claim(table: Table, seat: int, space: str) -> None:
    """Raise `RuleError` unless *seat* may claim *space* now (``claim=call``)."""
    hand = table.hand
    if hand is None or (space, seat) not in hand.offered:
        raise RuleError("nothing_to_claim", f"{table.name(seat)} has nothing to claim there now.")


def claim(table: Table, seat: int, space: str) -> tuple[Event, ...]:
    """Take what a card has won, before the next card is played (RULES § 2.6 claim)."""
    verify_claim(table, seat, space)
    decision = Decision(table)
    pots.award_pot(decision, space, seat)
    return decision.done()


# ---- pots only ----------------------------------------------------------------------------------


def verify_take(table: Table, seat: int, space: str) -> None:
    """Raise `RuleError` unless *seat* can take *space* where only pots are recorded."""
    hand = table.playing
    if hand is None or hand.phase in ("stakes", "shown"):
        raise RuleError("no_hand", "No pot can be taken now. Begin the next hand first.")
    if hand.depth != "pots":
        raise RuleError("cards_only", "In this hand pots are paid by the cards played.")
    verify_in_hand(table, seat)
    pots.verify_take(table, seat, space)


def take(table: Table, seat: int, space: str) -> tuple[Event, ...]:
    """Give *space* to *seat*, who played its card or won it."""
    verify_take(table, seat, space)
    decision = beginning.ready_to_play(table)
    pots.award_pot(decision, space, seat)
    return decision.done()
