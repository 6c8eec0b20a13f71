"""Setting up a camera: each person in turn lays one card, and that is the place of their seat.

Pure: it hears of cards that arrived and knows no picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from companion.zones import Point

APART: Final = 0.07
"""Places of two people are at least so far apart, in parts of the picture's width."""


class Seating:
    """The places so far. *before* are the tracks that lay there already; they say nothing."""

    def __init__(
        self, circle: Iterable[int], before: frozenset[int], done: Mapping[int, Point] | None = None
    ) -> None:
        self.circle = tuple(circle)
        self.done: dict[int, Point] = dict(done or {})
        self._before = set(before)
        self._skipped: set[int] = set()
        self._next: int | None = None

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has not laid a card yet, the next one first."""
        order = [s for s in self.circle if s not in self.done and s not in self._skipped]
        if self._next in order:
            order.remove(self._next)
            order.insert(0, self._next)
        return tuple(order)

    def take(self, track: int, point: Point) -> bool:
        """A card arrived at *point*: whoever is asked laid it. False where it says nothing."""
        if track in self._before or not self.take_unread(point):
            return False
        self._before.add(track)
        return True

    def take_unread(self, point: Point) -> bool:
        """Something like a card came to rest at *point*: it counts as one that was read."""
        return bool(self.missing) and self.put(self.missing[0], point)

    def put(self, seat: int, point: Point) -> bool:
        """Let *seat* lie at *point*; False where that is somebody else's place."""
        others = (at for other, at in self.done.items() if other != seat)
        if any(math.dist(point, at) < APART for at in others):
            return False
        self.done[seat] = point
        return True

    def skip(self, seat: int) -> None:
        """Go on without *seat*."""
        self._skipped.add(seat)

    def turn(self, to_seat: int) -> None:
        """Let *to_seat* lay a card next, also once more."""
        self._skipped.discard(to_seat)
        self.done.pop(to_seat, None)
        self._next = to_seat
