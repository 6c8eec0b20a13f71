"""Votes of still frames on one card at one place, and which sighting belongs to which place.

Pure geometry and counting; opens no picture.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.cards import Card
from companion.core.sighting import Sighting

Box = tuple[float, float, float, float]  # left, top, right, bottom
Patch = NDArray[np.float32]  # (8, 8) grey

BALLOTS = 5  # the last looks that vote
MAJORITY = 3
ARRIVED_MIN = 0.95  # what all votes together must say
TWICE = 2
APART_MS = 600
"""Two sure looks so far apart say as much as more right after one another, which see one glare."""
SURE_MIN = 0.9  # what all votes together must say for anything to follow from them
_STEADY = 4  # votes
_SPAN_MIN_MS = 250  # a card held still for a moment is not laid down
_SLIDE_MS = 1000  # a card slid along is down again so soon after its place was seen bare
_REACH = 9.0  # index heights between two corners of one card, at most
_MISS_COSTS = 0.6  # of log odds
_VOTE_ADDS = 0.25  # votes of one camera are alike: each adds a quarter of its own log odds
_LIKE_MAX = 9.0  # grey levels
_TOGETHER_MS = 600  # cards that came to rest so close together may be one


class Place:
    """One card at one place, with the ballots of the last looks (confidence, or 0 for a miss)."""

    def __init__(
        self, number: int, sighting: Sighting, before: Patch | None, rest_ms: int | None = None,
        was_laid: bool = True,
    ) -> None:  # fmt: skip
        self.id = number
        self.card: Card = sighting.card
        self.box: Box = sighting.box_xyxy
        self.unit = short_side(sighting.box_xyxy)
        self.index_px = sighting.index_px
        self.before = before  # how the table looked before the card came
        self.ballots: deque[float] = deque([sighting.confidence], BALLOTS)
        self.first_ms = self.last_ms = self.looked_ms = self.missed_ms = sighting.at_ms
        self.rest_ms = sighting.at_ms if rest_ms is None else rest_ms
        self.was_laid = was_laid  # it was seen to come to rest
        self.misses = 0
        self.surest = 0.0  # confidence when it was seen best
        self.arrived = False

    @property
    def votes(self) -> int:
        """How many of the last looks named the card."""
        return sum(ballot > 0 for ballot in self.ballots)

    @property
    def has_majority(self) -> bool:
        """True if enough of the last looks named the card surely and it lay for a moment."""
        lay_ms = self.last_ms - self.first_ms
        enough = self.votes >= MAJORITY and lay_ms >= _SPAN_MIN_MS
        return (enough or self.is_seen_apart) and self.confidence >= ARRIVED_MIN

    @property
    def is_doubtful(self) -> bool:
        """True if most of the last looks named the card, and none surely."""
        lay_ms = self.last_ms - self.first_ms
        return not self.arrived and self.votes >= MAJORITY and lay_ms >= _SPAN_MIN_MS

    def contradicts(self, other: Place) -> bool:
        """True if this may be the card of *other* by another name: both came to rest together."""
        if other is self or self.card == other.card or not self.votes:
            return False
        if self.rest_ms < other.rest_ms - _TOGETHER_MS:
            return False
        (ax, ay), (bx, by) = middle(self.box), middle(other.box)
        return float(np.hypot(ax - bx, ay - by)) < _REACH / 1.2 * max(self.unit, other.unit)

    @property
    def is_seen_apart(self) -> bool:
        """True if every look named the card, and not all were made right after one another."""
        is_whole = TWICE <= self.votes == len(self.ballots)
        return is_whole and self.last_ms - self.first_ms >= APART_MS

    @property
    def is_steady(self) -> bool:
        """True if the last look named the card, and all together so surely that more add nothing.

        Whatever follows from a card, follows from so many votes (`companion.eye.Care`).
        """
        enough = self.votes >= _STEADY and self.confidence >= SURE_MIN
        return not self.misses and (enough or (self.is_seen_apart and self.has_majority))

    def is_away(self, at_ms: int) -> bool:
        """True if it has been looked for in vain for so long as it takes to take a card up."""
        return self.misses > 0 and at_ms - self.missed_ms >= APART_MS

    @property
    def is_unseen(self) -> bool:
        """True if the last looks did not see it: covered, or gone."""
        apart = self.misses >= TWICE and self.looked_ms - self.missed_ms >= APART_MS
        return self.misses >= BALLOTS or apart

    @property
    def confidence(self) -> float:
        """Return the probability that the ballots give to the card, 0 to 1, when seen best."""
        self.surest = max(self.surest, self._confidence_now())
        return self.surest

    def _confidence_now(self) -> float:
        cast = [min(0.9999, ballot) for ballot in self.ballots if ballot > 0]
        if not cast:
            return 0.0
        odds = [float(np.log(p / (1 - p))) for p in cast]
        total = float(np.mean(odds)) + _VOTE_ADDS * (sum(odds) - odds[0])
        total -= _MISS_COSTS * (len(self.ballots) - len(cast))
        return float(1 / (1 + np.exp(-total)))

    def vote(self, sighting: Sighting | None, at_ms: int) -> None:
        """Add the ballot of one look; None if it did not see the card here."""
        self.ballots.append(sighting.confidence if sighting else 0.0)
        if not sighting and not self.misses:
            self.missed_ms = at_ms
        self.misses = 0 if sighting else self.misses + 1
        self.looked_ms = at_ms
        if sighting:
            self.box, self.last_ms = sighting.box_xyxy, at_ms
            self.index_px = sighting.index_px
            self.unit = min(self.unit, short_side(self.box))

    def move(self, shift: NDArray[np.float64]) -> None:
        """Lie where *shift* (2, 3) puts the card in another picture, as large as it makes it."""
        scale = float(np.hypot(shift[0, 0], shift[1, 0]))
        self.box = moved_box(self.box, shift)
        self.unit, self.index_px = scale * self.unit, scale * self.index_px

    def distance(self, sighting: Sighting) -> float:
        """Return how far off *sighting* lies; 1 is as far as two corners of one card can be."""
        ax, ay = middle(self.box)
        bx, by = middle(sighting.box_xyxy)
        reach = _REACH / 1.2 * min(self.unit, short_side(sighting.box_xyxy))
        return float(np.hypot(ax - bx, ay - by)) / max(1.0, reach)

    def is_moved_from(self, other: Place) -> bool:
        """True if *other* is this card where it lay until it was slid along, and was seen last.

        Where it was looked for in vain long before, it was taken up and is laid down anew.
        """
        is_same = other is not self and other.arrived and other.card == self.card
        return is_same and other.misses > 0 and self.rest_ms - other.missed_ms < _SLIDE_MS

    def take_over(self, old: Place) -> None:
        """Go on as *old*, which was this card before it was moved along the table."""
        self.id, self.first_ms = old.id, old.first_ms
        self.rest_ms, self.was_laid = old.rest_ms, old.was_laid


def matched(places: Sequence[Place], seen: Sequence[Sighting]) -> dict[int, Sighting]:
    """Return by number of the place which sighting is its card, the nearest pairs first."""
    near = sorted(
        (place.distance(sighting), place.id, k)
        for place in places
        for k, sighting in enumerate(seen)
        if sighting.card == place.card and place.distance(sighting) < 1
    )
    pairs: dict[int, Sighting] = {}
    taken: set[int] = set()
    for _, number, k in near:
        if number not in pairs and k not in taken:
            pairs[number] = seen[k]
            taken.add(k)
    return pairs


def middle(box: Box) -> tuple[float, float]:
    """Return the middle of *box*."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def short_side(box: Box) -> float:
    """Return the shorter side of *box*; around one corner it is 1.2 index heights."""
    return min(box[2] - box[0], box[3] - box[1])


def boxes_touch(a: Box, b: Box) -> bool:
    """True if two boxes, grown by their shorter sides, share a point: the cards overlap."""
    reach = max(short_side(a), short_side(b))
    return (
        a[0] - reach < b[2] and b[0] - reach < a[2] and a[1] - reach < b[3] and b[1] - reach < a[3]
    )


def moved_box(box: Box, shift: NDArray[np.float64]) -> Box:
    """Return the upright box around *box* moved by *shift* (2, 3), no larger than it was."""
    x, y = middle(box)
    nx, ny = shift[:, :2] @ (x, y) + shift[:, 2]
    scale = float(np.hypot(shift[0, 0], shift[1, 0]))
    w, h = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return float(nx - w), float(ny - h), float(nx + w), float(ny + h)


def like(now: Patch | None, before: Patch | None) -> bool:
    """True if two patches of table show the same."""
    if now is None or before is None:
        return False
    return float(np.abs(now - before).mean()) < _LIKE_MAX
