"""What a camera saw and how the table stands: a card to record, a question to people, or nothing.

Pure: it knows no picture and no Flask. A wrong reading never moves a chip: only the card that the
rules already name is recorded by itself, everything else is asked (RULES § 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.core.play import cards_between, verify_play
from companion.core.sighting import Sighting
from companion.core.table import Hand, Table

MOST_ASKED: Final = 3
"""More equal answers than this do not fit a phone; then people pick the card themselves."""


@dataclass(frozen=True, slots=True)
class Record:
    """The expected card was seen: it is played by *seat*."""

    card: Card
    seat: int


@dataclass(frozen=True, slots=True)
class Ask:
    """People decide. *cards* are the answers, likeliest first; without *seat* they say who, too."""

    cards: tuple[Card, ...]
    expected: Card | None
    seat: int | None
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing to do; *text* says why and what to do next."""

    text: str


Verdict = Record | Ask | Nothing


def judge(table: Table, sightings: Sequence[Sighting], seat: int | None) -> Verdict:
    """Return what follows from a picture taken by the phone of *seat* (``None``: it acts for all).

    The needed card is recorded when the phone says who holds it. A card already played in this hand
    is still lying there and is ignored.
    """
    hand = table.playing
    if hand is None or hand.out is not None:
        return Nothing("No cards are being played now, so the picture changes nothing.")
    if hand.depth == "pots":
        return Nothing("In this hand only pots are recorded. Tap who takes a pot.")
    if not sightings:
        return Nothing(
            "No card could be read. Lay the card flat, hold the phone 25 to 40 cm above it, "
            "in good light, and try again."
        )
    fresh = _fresh(hand, sightings)
    if not fresh:
        seen = ", ".join(sighting.card.shown for sighting in sightings[:MOST_ASKED])
        return Nothing(f"Seen: {seen}. That was played already, so nothing is new.")
    if hand.needed is not None and hand.plays:
        return _in_run(table, hand, fresh, seat)
    return _at_lead(table, hand, fresh, seat)


def _fresh(hand: Hand, sightings: Sequence[Sighting]) -> tuple[Card, ...]:
    """Return the cards not played yet, the surest first, each once."""
    surest = sorted(sightings, key=lambda sighting: -sighting.confidence)
    return tuple(
        dict.fromkeys(s.card for s in surest if s.card not in hand.seen and s.card != hand.turned)
    )


def _in_run(table: Table, hand: Hand, fresh: tuple[Card, ...], seat: int | None) -> Verdict:
    needed = hand.needed
    assert needed is not None
    if needed in fresh:
        if seat is not None and hand.left.get(seat):
            return Record(needed, seat)
        question = f"Who plays the {needed.spoken}?"
        return Ask((needed,), needed, None, question, f"The picture shows the {needed.spoken}.")
    ahead = [card for card in fresh if cards_between(table, card)]
    if ahead:
        between = ", ".join(card.shown for card in cards_between(table, ahead[0]))
        text = (
            f"The {ahead[0].spoken} lies ahead in this run. First come {between}: who played them?"
        )
        return Ask((ahead[0],), needed, seat, f"Was it the {needed.spoken}?", text)
    text = f"Expected is the {needed.spoken}. Nothing is recorded until you say."
    return Ask(_answers(fresh, needed), needed, seat, f"Is this the {needed.spoken}?", text)


def _at_lead(table: Table, hand: Hand, fresh: tuple[Card, ...], seat: int | None) -> Verdict:
    """A lead is free, so a reading of it is always a question."""
    leader = hand.leader if hand.leader is not None else seat
    legal = [card for card in fresh if leader is not None and _can_play(table, leader, card)]
    if not legal:
        seen = ", ".join(card.shown for card in fresh[:MOST_ASKED])
        return Nothing(f"Seen: {seen}. That cannot lead now. Tap the card that was led.")
    name = table.name(leader) if leader is not None else "The leader"
    question = f"Does {name} lead the {legal[0].spoken}?"
    return Ask(tuple(legal[:MOST_ASKED]), None, leader, question, "Tap the card that leads.")


def _can_play(table: Table, seat: int, card: Card) -> bool:
    try:
        verify_play(table, seat, card)
    except RuleError:
        return False
    return True


def _answers(fresh: tuple[Card, ...], needed: Card) -> tuple[Card, ...]:
    return (needed, *fresh)[:MOST_ASKED]
