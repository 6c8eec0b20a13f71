"""Readers that make mistakes at a known rate: wrong card, missed, seen twice, before somebody else.

They look at the stage, not at pictures, and vote like the real ones (`companion.vision.votes`).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from companion.bench.film import Stage
from companion.core.cards import DECK, Card
from companion.vision.film import Lying, Point
from companion.vision.votes import BALLOTS, MAJORITY
from companion.vision.watch import Track, View

KINDS: Final = ("wrong card", "missed", "twice", "wrong seat")
_BOX_PX: Final = 24.0
_SETTLED: Final = 2 * BALLOTS
"""A card looked at so often is looked at no more."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Each look at a card errs with probability *rate*, the four kinds alike.

    The share *sticks* of the mistakes is made at every look at that card: the frames of one camera
    see the same glare.
    """

    rate: float
    sticks: float = 0.1


@dataclass
class _Place:
    """What the looks so far say about one card at one place."""

    id: int
    card: Card
    at: Point
    first_ms: int
    last_ms: int = 0
    ballots: deque[float] = field(default_factory=lambda: deque(maxlen=BALLOTS))
    arrived: bool = False

    @property
    def votes(self) -> int:
        return sum(ballot > 0 for ballot in self.ballots)


@dataclass
class _OneCard:
    """A card that lies on the stage: how it is mistaken, and the places it was seen at."""

    lying: Lying
    mistake: str | None
    other: Card
    elsewhere: Point
    places: dict[tuple[Card, Point], _Place] = field(default_factory=dict)
    looks: int = 0
    _settled: list[Track] = field(default_factory=list)

    def tracks(self) -> list[Track]:
        """Return what has enough votes; what is looked at no more stays as it is."""
        if self._settled:
            return self._settled
        found = [_track(place) for place in self.places.values() if place.arrived]
        if self.looks >= _SETTLED:
            self._settled = found
        return found


class SimulatedWatch:
    """Looks at a stage with *errors*, in the place of `companion.vision.watch.Watch`."""

    def __init__(self, stage: Stage, errors: Errors, rng: random.Random) -> None:
        self.stage, self.errors, self.rng = stage, errors, rng
        self.masks: object = ()
        self._cards: dict[int, _OneCard] = {}
        self._next_id = 1

    def look(self, frame: object, at_ms: int) -> View:
        """Look once."""
        lying = {id(one): one for one in self.stage.table.lying}
        gone = [
            _track(place)
            for key in self._cards.keys() - lying.keys()
            for place in self._cards.pop(key).places.values()
            if place.arrived
        ]
        arrived: list[Track] = []
        for key, one in lying.items():
            if key not in self._cards:
                self._cards[key] = self._new(one)
            card = self._cards[key]
            if card.looks < _SETTLED:
                arrived += self._look_at(card, at_ms)
        tracks = tuple(track for card in self._cards.values() for track in card.tracks())
        size = self.stage.table.size_wh
        return View(at_ms, size, None, bool(arrived), True, tracks, tuple(arrived), tuple(gone))

    def _new(self, lying: Lying) -> _OneCard:
        sticks = self.rng.random() < self.errors.rate * self.errors.sticks
        mistake = self.rng.choice(KINDS) if sticks else None
        return _OneCard(lying, mistake, self._like(lying.card), self._before_another(lying))

    def _like(self, card: Card) -> Card:
        """Return what *card* may be taken for: the same suit or the same rank."""
        return Card(self.rng.choice([
            c for c in DECK if c != card and (c.suit == card.suit or c.rank == card.rank)
        ]))  # fmt: skip

    def _before_another(self, lying: Lying) -> Point:
        places = [self.stage.table.seat_at(k, self.stage.players)[0]
                  for k in range(self.stage.players)]  # fmt: skip
        near = min(places, key=lambda at: (at[0] - lying.at[0]) ** 2 + (at[1] - lying.at[1]) ** 2)
        return self.rng.choice([at for at in places if at != near])

    def _look_at(self, card: _OneCard, at_ms: int) -> list[Track]:
        """Cast the ballots of one look and return what has enough votes now."""
        card.looks += 1
        seen = dict.fromkeys(self._readings(card))
        for reading in seen:
            if reading not in card.places:
                card.places[reading] = _Place(self._next_id, *reading, first_ms=at_ms)
                self._next_id += 1
        arrived = []
        for reading, place in card.places.items():
            sure = 0.85 + 0.14 * self.rng.random()
            place.ballots.append(sure if reading in seen else 0.0)
            if reading in seen:
                place.last_ms = at_ms
            if place.votes >= MAJORITY and not place.arrived:
                place.arrived = True
                arrived.append(_track(place))
        return arrived

    def _readings(self, card: _OneCard) -> Iterator[tuple[Card, Point]]:
        mistake = card.mistake
        if mistake is None and self.rng.random() < self.errors.rate * (1 - self.errors.sticks):
            mistake = self.rng.choice(KINDS)
            card.other = card.other if card.mistake else self._like(card.lying.card)
        if mistake != "missed":
            at = card.elsewhere if mistake == "wrong seat" else card.lying.at
            yield card.other if mistake == "wrong card" else card.lying.card, at
        if mistake == "twice":
            yield card.lying.card, card.elsewhere


def _track(place: _Place) -> Track:
    x, y = place.at
    votes = place.votes
    mean = sum(place.ballots) / max(votes, 1)
    confidence = 1 - (1 - mean) ** (0.5 + 0.25 * votes) if votes else 0.0
    box = (x - _BOX_PX, y - _BOX_PX, x + _BOX_PX, y + _BOX_PX)
    return Track(place.id, place.card, confidence, votes, len(place.ballots), box,
                 place.first_ms, place.last_ms, place.first_ms)  # fmt: skip
