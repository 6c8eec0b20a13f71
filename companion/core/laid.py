"""Cards laid open after a hand: what somebody is left with, and the pile of what they played.

Both are evidence for proofs and against the log (RULES § 5); neither moves a chip.
"""

from __future__ import annotations

from companion.core import events as ev
from companion.core.cards import Card
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.settle import count, counts_wanted
from companion.core.table import Hand, Table


def hand_over(table: Table, seat: int) -> Hand:
    """Return the hand that is over but for counts and payments; raise `RuleError` for none."""
    hand = table.hand
    if hand is None or hand.phase not in ("counts", "shown", "done") or seat not in hand.circle:
        raise RuleError("no_counts_now", "Cards are laid open when the hand is over.")
    return hand


def not_left(table: Table, seat: int, card: Card) -> str | None:
    """Return why *card* cannot be left in the hand of *seat*, or ``None`` where it can."""
    hand = table.hand
    assert hand is not None
    if table.is_out(card):
        who = table.name(hand.seen[card]) if card in hand.seen else "nobody"
        return f"{card.shown} was played, by {who}."
    other = hand.laid.get(card, hand.shown.get(card, seat))
    return None if other == seat else f"{table.name(other)} has shown {card.shown}."


def verify_lay_open(table: Table, seat: int, cards: tuple[Card, ...]) -> None:
    """Raise `RuleError` unless *cards* can be all that *seat* is left with."""
    hand = hand_over(table, seat)
    _verify_cards(table, cards)
    for card in cards:
        if (why := not_left(table, seat, card)) is not None:
            raise RuleError("card_already_played" if table.is_out(card) else "card_shown", why)
    if len(cards) != hand.left[seat] and seat not in counts_wanted(table):
        raise RuleError(
            "bad_count",
            f"{table.name(seat)} has {hand.left[seat]} cards left by the log, not {len(cards)}. "
            "Count again, or put the number right.",
        )


def _verify_cards(table: Table, cards: tuple[Card, ...]) -> None:
    if not cards or len(set(cards)) != len(cards):
        raise RuleError("bad_hand", "Name each card once.")
    for card in cards:
        if not table.game.has(card):
            raise RuleError("bad_hand", f"{card.shown} is not in the pack of this game.")


def lay_open(table: Table, seat: int, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """Record the cards that *seat* is left with; where they are asked for, they are counted too."""
    verify_lay_open(table, seat, cards)
    decision = Decision(table)
    decision.add(ev.CardsLaidOpen(seat, tuple(sorted(cards))))
    if seat in counts_wanted(table):
        for event in count(decision.table, seat, len(cards)):
            decision.add(event)
    return decision.done()


def logged_pile(table: Table, seat: int) -> frozenset[Card]:
    """Return the cards that *seat* has played by the log; raise `RuleError` where none lie."""
    hand = table.hand
    if hand is None or not hand.plays or seat not in hand.circle:
        raise RuleError("no_hand", "No cards are played that a pile could be held against.")
    return frozenset(card for card, who in hand.seen.items() if who == seat)


def verify_audit_pile(
    table: Table, seat: int, cards: tuple[Card, ...], unread: tuple[Card, ...] = ()
) -> None:
    """Raise `RuleError` unless a pile of *seat* can be held against the log now."""
    logged = logged_pile(table, seat)
    _verify_cards(table, cards)
    if unread and not set(unread) <= logged - set(cards):
        raise RuleError("bad_hand", "Only cards of the log that were not seen can be unread.")
    if unread and set(cards) <= logged:
        raise RuleError("bad_hand", "Cards that could not be read prove nothing: look for them.")


def audit_pile(
    table: Table, seat: int, cards: tuple[Card, ...], unread: tuple[Card, ...] = ()
) -> tuple[Event, ...]:
    """Hold the pile before *seat* against the log; what differs is a flag, never a change.

    *cards* are all that lie there, but for those *unread*, which the log names and nobody has
    looked for: they are not said to be missing.
    """
    verify_audit_pile(table, seat, cards, unread)
    logged, seen = logged_pile(table, seat), set(cards)
    missing = tuple(sorted(logged - seen - set(unread)))
    return (ev.PileAudited(seat, tuple(sorted(cards)), missing, tuple(sorted(seen - logged))),)


def accounted(table: Table) -> tuple[int, int, int] | None:
    """Return how many cards are in hands, played and dead, where every card was recorded.

    Together they are the pack, or a count is wrong (RULES § 5); ``None`` where pots alone are kept.
    """
    hand = table.hand
    if hand is None or hand.depth != "cards":
        return None
    return sum(hand.left.values()), len(hand.plays), hand.spare


def all_open(table: Table) -> bool:
    """Whether every card left in a hand has been laid open, so that nothing is hidden any more."""
    hand = table.hand
    if hand is None or hand.phase != "done" or hand.depth != "cards":
        return False
    laid = [seat for card, seat in hand.laid.items() if not table.is_out(card)]
    return all(laid.count(seat) == cards for seat, cards in hand.left.items())
