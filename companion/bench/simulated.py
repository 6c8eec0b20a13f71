"""Readers that make mistakes at a known rate: wrong card, missed, seen twice, before somebody else.

They also stay behind the times: a card taken away is still told of, one that has lain there is read
anew as another. They look at the stage, not at pictures, and vote like the real ones
(`companion.vision.votes`).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from companion.bench.film import Stage
from companion.core.cards import DECK, Card
from companion.vision.film import Lying, Point
from companion.vision.stance import Stance
from companion.vision.view import Track, View
from companion.vision.votes import BALLOTS, MAJORITY

KINDS: Final = ("wrong card", "missed", "twice", "wrong seat")
_BOX_PX: Final = 24.0
_SETTLED: Final = 2 * BALLOTS
"""A card looked at so often is looked at no more."""
_ANEW_ODDS: Final = 0.05
"""At each later look a card that will be taken for another is, with these odds."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Each look at a card errs with probability *rate*, the four kinds alike.

    The share *sticks* of the mistakes is made at every look at that card: the frames of one camera
    see the same glare. With probability *rate*, too, a card stays in the reader's mind when it has
    been taken away, and one that has lain there for a while is read anew as another.
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
    rest_ms: int
    was_laid: bool
    last_ms: int = 0
    ballots: deque[float] = field(default_factory=lambda: deque(maxlen=BALLOTS))
    arrived: bool = False

    @property
    def votes(self) -> int:
        return sum(ballot > 0 for ballot in self.ballots)

    def vote(self, sure: float, at_ms: int) -> None:
        """Add the ballot of one look, 0 for a miss."""
        self.ballots.append(sure)
        if sure:
            self.last_ms = at_ms


@dataclass
class _OneCard:
    """A card that lies on the stage: how it is mistaken, and the places it was seen at."""

    lying: Lying
    mistake: str | None
    other: Card
    elsewhere: Point
    rest_ms: int
    was_laid: bool
    stays: bool
    is_read_anew: bool
    places: dict[tuple[Card, Point], _Place] = field(default_factory=dict)
    looks: int = 0
    settled: list[Track] = field(default_factory=list)

    def tracks(self) -> list[Track]:
        """Return what has enough votes; what is looked at no more stays as it is."""
        if self.settled:
            return self.settled
        found = [_track(place) for place in self.places.values() if place.arrived]
        if self.looks >= _SETTLED:
            self.settled = found
        return found

    def look_again(self) -> None:
        """Let it be looked at once more."""
        self.looks, self.settled = min(self.looks, _SETTLED - 1), []


class SimulatedWatch:
    """Looks at a stage with *errors*, in the place of `companion.vision.watch.Watch`."""

    def __init__(self, stage: Stage, errors: Errors, rng: random.Random) -> None:
        self.stage, self.errors, self.rng = stage, errors, rng
        self.masks: object = ()
        self.stance, self.held = Stance(), False  # nobody carries it away
        self._cards: dict[int, _OneCard] = {}
        self._taken: list[_OneCard] = []  # away, and still told of
        self._begun_ms: int | None = None
        self._next_id = 1

    def look(self, frame: object, at_ms: int) -> View:
        """Look once."""
        self._begun_ms = at_ms if self._begun_ms is None else self._begun_ms
        lying = {id(one): one for one in self.stage.table.lying}
        taken = [self._cards.pop(key) for key in self._cards.keys() - lying.keys()]
        self._taken += [card for card in taken if card.stays]
        left = [card for card in taken if not card.stays]
        left += [card for card in self._taken if not any(p.votes for p in card.places.values())]
        self._taken = [card for card in self._taken if card not in left]
        gone = [_track(p) for card in left for p in card.places.values() if p.arrived]
        arrived: list[Track] = []
        for key, one in lying.items():
            if key not in self._cards:
                self._cards[key] = self._new(one, at_ms)
            card = self._cards[key]
            if card.is_read_anew and card.looks >= _SETTLED and self.rng.random() < _ANEW_ODDS:
                self._read_anew(card)
            if card.looks < _SETTLED:
                arrived += self._look_at(card, at_ms)
        cards = (*self._cards.values(), *self._taken)
        tracks = tuple(track for card in cards for track in card.tracks())
        size = self.stage.table.size_wh
        return View(at_ms, size, None, bool(arrived), True, tracks, tuple(arrived), tuple(gone))

    def look_again(self, tracks: Collection[int]) -> None:
        """Look at *tracks* with the next picture, however often they were looked at."""
        for card in self._cards.values():
            if any(place.id in tracks for place in card.places.values()):
                card.look_again()
        for card in self._taken:
            for place in card.places.values():
                if place.id in tracks:
                    card.look_again()
                    place.vote(0.0, 0)

    def forget(self) -> None:
        """Start over: what lies there was not seen to be laid."""
        self._cards.clear()
        self._taken.clear()
        self._begun_ms = None

    def _read_anew(self, card: _OneCard) -> None:
        """Take a card that has lain there all the time for another."""
        card.is_read_anew, card.mistake = False, "wrong card"
        card.other = self._like(card.lying.card)
        card.looks, card.settled = 0, []

    def _new(self, lying: Lying, at_ms: int) -> _OneCard:
        sticks = self.rng.random() < self.errors.rate * self.errors.sticks
        mistake = self.rng.choice(KINDS) if sticks else None
        return _OneCard(
            lying, mistake, self._like(lying.card), self._before_another(lying), at_ms,
            at_ms != self._begun_ms, self.rng.random() < self.errors.rate,
            self.rng.random() < self.errors.rate,
        )  # fmt: skip

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
                card.places[reading] = _Place(
                    self._next_id, *reading, at_ms, card.rest_ms, card.was_laid
                )
                self._next_id += 1
        arrived = []
        for reading, place in card.places.items():
            sure = 0.85 + 0.14 * self.rng.random()
            place.vote(sure if reading in seen else 0.0, at_ms)
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
                 place.first_ms, place.last_ms, place.rest_ms, place.was_laid,
                 not (place.ballots and place.ballots[-1]))  # fmt: skip
