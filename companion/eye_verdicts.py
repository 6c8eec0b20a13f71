"""What an eye may conclude, and how much a reading must bring before something follows from it.

Pure values; what they follow from is `eye`'s to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from companion.core.cards import Card
from companion.eye_questions import Ask, Lying, Seen


@dataclass(frozen=True, slots=True)
class Record:
    """What was seen is so: the command *kind* with *data*; *cards* are its evidence."""

    kind: str
    seat: int
    cards: tuple[Card, ...]
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Keep:
    """The five *cards* of a poker hand lie before *seat*: kept until all hands are there."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing to do; *text* says why and what to do next. *cards* need more frames."""

    text: str
    cards: tuple[Card, ...] = ()


Verdict = Record | Keep | Ask | Nothing
Level = tuple[int, float]
"""How many votes and how much confidence."""


@dataclass(frozen=True, slots=True)
class Care:
    """How much a reading must bring before something follows from it.

    *expected* is for the one legal card, *weak* for a poor reading of it that stays the same,
    *free* for a card the rules do not name, *chips* for one that moves chips, also when expected.
    Where a reading gets no surer for *doubt_ms* people are asked what it is.
    Ages are milliseconds that a card has been seen, in the pictures' own time. Two sure looks that
    were not made right after one another are enough: so a slow reader needs no more of them.
    """

    expected: Level = (3, 0.6)
    weak: Level = (5, 0.3)
    free: Level = (4, 0.95)
    chips: Level = (4, 0.95)
    ask_ms: int = 1500
    gap_ms: int = 2500
    doubt_ms: int = 3000
    leads_ask: bool = False

    @property
    def without_prior(self) -> Care:
        """The same, where the rules do not help a reading: they only judge it."""
        return Care(self.free, (99, 1.0), self.free, self.chips, self.ask_ms, self.gap_ms)


APART_MS: Final = 600
SURE: Final = 0.95
"""Two looks so far apart and as sure as this are enough, where none missed the card."""

LIVE: Final = Care()
PHOTO: Final = Care((1, 0.0), (1, 0.0), (1, 0.0), (1, 0.0), 0, 0, leads_ask=True)
"""One picture that somebody took on purpose: people look at what follows from it."""


def is_steady(lying: Lying, level: Level, *, may_be_covered: bool = False) -> bool:
    """Return whether some camera read the card as often and as surely as *level* asks.

    It must be seen to lie there as the table stands now, or *may_be_covered* since it was read.
    """
    enough = {"there", "covered"} if may_be_covered else {"there"}
    return any(_is_read(one, level) and one.now in enough for one in lying.readings)


def was_steady(lying: Lying, level: Level) -> bool:
    """Return the same of a card that may be covered, or not looked at again yet."""
    return any(_is_read(one, level) for one in lying.readings)


def stays_doubtful(lying: Lying, care: Care) -> bool:
    """Return whether the card was read again and again, and the reading gets no surer."""
    return is_steady(lying, care.expected) and lying.age_ms >= care.doubt_ms


def _is_read(one: Seen, level: Level) -> bool:
    votes, confidence = level
    if one.votes >= votes and one.confidence >= confidence:
        return True
    is_apart = 1 < one.votes == one.looks and one.span_ms >= APART_MS
    return is_apart and one.confidence >= max(confidence, SURE)


def wait(lying: Lying, text: str) -> Nothing:
    """Return that this card needs more frames."""
    return Nothing(text, (lying.card,))
