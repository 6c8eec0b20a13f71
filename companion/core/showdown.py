"""Several five-card hands shown at once: read by a camera, and said by people to be right.

Each hand is shown as by a tap of its own; all of them are, or none.
"""

from __future__ import annotations

from companion.core import ends, poker
from companion.core.cards import Card
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.table import Table

Hands = tuple[tuple[int, tuple[Card, ...]], ...]
"""Who shows which five cards."""


def hands_missing(table: Table) -> tuple[int, ...]:
    """Return who is to show five cards now, in a poker round or for what is left at the end."""
    hand = table.playing
    if hand is None:
        return ends.last_hands_missing(table)
    if hand.phase != "poker" or hand.poker is None or hand.poker.turn or hand.depth == "pots":
        return ()
    return tuple(seat for seat in hand.poker.playing if seat not in hand.poker.shown)


def show_hands(table: Table, hands: Hands) -> tuple[Event, ...]:
    """Show several hands (RULES § 4.6, § 2.8); when everybody has, the best takes the chips."""
    if not hands:
        raise RuleError("bad_command", "No hand was named. Tap the five cards of each.")
    decision = Decision(table)
    for seat, cards in hands:
        show = ends.show_last if decision.table.playing is None else poker.show
        for event in show(decision.table, seat, cards):
            decision.add(event)
    return decision.done()
