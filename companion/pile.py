"""A photograph of the cards left, or of a pile: what it says beside the log. Pure, like the eye.

It changes nothing itself: its records are commands that move no chips.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.core import commands, laid
from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.core.table import Table
from companion.eye import Nothing, Record

SURE: Final = 0.5
"""Below this confidence a card of a photograph is not named."""

NOT_READ: Final = (
    "No card could be read. Lay the cards side by side or in a fan, with every corner free, in "
    "good light, and try again."
)


def cards_of(sightings: Iterable[Sighting]) -> tuple[Card, ...]:
    """Return the cards of a photograph that can be named, each once, in order."""
    return tuple(sorted({each.card for each in sightings if each.confidence >= SURE}))


def left(table: Table, seat: int, sightings: Iterable[Sighting]) -> Record | Nothing:
    """Return what a photograph of the cards that *seat* is left with leads to."""
    found = _told(table, "lay_open", seat, sightings)
    if isinstance(found, Nothing) and found.cards:  # a refusal: say what was read, to compare
        return Nothing(f"Read: {spoken(found.cards)}. {found.text}", found.cards)
    return found


def audit(table: Table, seat: int, sightings: Iterable[Sighting]) -> Record | Nothing:
    """Return what a photograph of the pile before *seat* leads to: agreement, or a flag."""
    return _told(table, "audit_pile", seat, sightings)


def _told(table: Table, kind: str, seat: int, sightings: Iterable[Sighting]) -> Record | Nothing:
    """Return the command *kind* with the cards read, or why there is none."""
    cards = cards_of(sightings)
    if not cards:
        return Nothing(NOT_READ)
    data = {"seat": seat, "cards": [str(card) for card in cards]}
    refusal = commands.refusal(table, kind, data)
    return Record(kind, seat, cards, data) if refusal is None else Nothing(refusal.message, cards)


def total(table: Table) -> str | None:
    """Return what is wrong with the number of all cards, or ``None`` where they are a pack."""
    difference = laid.total_difference(table)
    if not difference:
        return None
    much = "too many" if difference > 0 else "too few"
    word = "card" if abs(difference) == 1 else "cards"
    return f"Hands, played and dead cards are {abs(difference)} {word} {much}: count again."


def spoken(cards: Iterable[Card]) -> str:
    """Return cards as people read them: ``8♠, 9♠``."""
    return ", ".join(card.shown for card in cards)
