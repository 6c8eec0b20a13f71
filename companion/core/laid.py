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


def _over(table: Table, seat: int) -> Hand:
    """Return the hand that is over but for counts and payments, or refuse."""
    hand = table.hand
    if hand is None or hand.phase not in ("counts", "shown", "done") or seat not in hand.circle:
        raise RuleError("no_counts_now", "Cards are laid open when the hand is over.")
    return hand


def verify_lay_open(table: Table, seat: int, cards: tuple[Card, ...]) -> None:
    """Raise `RuleError` unless *cards* can be all that *seat* is left with."""
    hand = _over(table, seat)
    _verify_cards(table, cards)
    for card in cards:
        if table.is_out(card):
            who = table.name(hand.seen[card]) if card in hand.seen else "nobody"
            raise RuleError("card_already_played", f"{card.shown} was played, by {who}.")
        if hand.laid.get(card, seat) != seat or hand.shown.get(card, seat) != seat:
            other = hand.laid.get(card, hand.shown.get(card, seat))
            raise RuleError("card_shown", f"{table.name(other)} has shown {card.shown}.")
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


def verify_audit_pile(table: Table, seat: int, cards: tuple[Card, ...]) -> None:
    """Raise `RuleError` unless a pile of *seat* can be held against the log now."""
    hand = table.hand
    if hand is None or not hand.plays or seat not in hand.circle:
        raise RuleError("no_hand", "No cards are played that a pile could be held against.")
    _verify_cards(table, cards)


def audit_pile(table: Table, seat: int, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """Hold the pile before *seat* against the log; what differs is a flag, never a change."""
    verify_audit_pile(table, seat, cards)
    assert table.hand is not None
    logged = {card for card, who in table.hand.seen.items() if who == seat}
    missing = tuple(sorted(logged - set(cards)))
    extra = tuple(sorted(set(cards) - logged))
    return (ev.PileAudited(seat, tuple(sorted(cards)), missing, extra),)


def total_difference(table: Table) -> int:
    """Return by how many cards hands, played and dead differ from the whole pack; 0 is right."""
    hand = table.hand
    assert hand is not None
    return sum(hand.left.values()) + len(hand.plays) + hand.spare - len(table.game.pack)
