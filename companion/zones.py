"""Who lies where: the place in front of each seat, in the picture of a camera over the table.

Pure geometry: points are (x, y) in parts of the picture's WIDTH, y too, so that circles are round.
It knows no picture, no card and no game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom, in the same parts."""

CLEAR: Final = 0.72
"""A point is clearly somebody's when it is this much nearer to them than to the next."""

REACH: Final = 1.5
"""A zone reaches this many times half the way to the next one."""

WIDEST: Final = 0.3
"""No zone reaches farther than this, in parts of the picture's width."""

PILE: Final = 0.1
"""People lay their cards so near to where they laid the first, in the same parts."""

NUDGE_MAX: Final = 0.25
"""What moves farther than this at once was moved by people, not by a nudge of the camera."""

MASK_GROWN: Final = 1.2
"""What covers a card reaches so many sides of a corner farther than the corner seen of it ..."""

MASK_WHOLE: Final = 0.5
"""... or than the whole of it: people's cards lie close beside."""

_WHOLE: Final = 2.5  # sides of a corner; what is seen longer than this is more than one corner

CORNER_MAX: Final = 0.04
"""No printed corner seen from above a table is larger, in parts of the picture's width."""

_STRAY: Final = 0.02  # cards that disagree by more do not tell of a nudge


@dataclass(frozen=True, slots=True)
class Guess:
    """Before whom a point lies: *seat*, the *next* nearest, and whether that is *clear*."""

    seat: int
    next: int | None
    clear: bool


@dataclass(frozen=True, slots=True)
class Zones:
    """The middle of each seat's place, and what is covered: the layout and the spare packet."""

    middles: Mapping[int, Point] = field(default_factory=dict)
    masks: tuple[Rect, ...] = ()

    def at(self, point: Point) -> Guess | None:
        """Return before whom *point* lies; ``None`` where nobody's place reaches."""
        if self.is_masked(point):
            return None
        return _nearest(tuple(self.middles.items()), point)

    def is_on_pile(self, seat: int, point: Point) -> bool:
        """Whether *point* is so near to the middle of the place of *seat* that it is theirs."""
        return math.dist(point, self.middles[seat]) < PILE

    def radius(self, seat: int) -> float:
        """Return half the way from the place of *seat* to the next one, or a card's length."""
        return _radius(tuple(self.middles.items()), seat)

    def is_masked(self, point: Point) -> bool:
        """Whether *point* is covered."""
        return _covers(self.masks, point)

    def with_seat(self, seat: int, point: Point) -> Zones:
        """Return zones in which *seat* sits at *point*; nothing covers a place where cards lie."""
        masks = tuple(mask for mask in self.masks if not _covers((mask,), point))
        return Zones({**self.middles, seat: point}, masks)

    def with_mask(self, mask: Rect) -> Zones:
        """Return zones with one more place covered."""
        return replace(self, masks=(*self.masks, mask))

    def moved(self, nudge: Nudge) -> Zones:
        """Return the zones after a nudge of the camera."""
        middles = {seat: nudge.of(at) for seat, at in self.middles.items()}
        masks = tuple(_around(nudge, mask) for mask in self.masks)
        return Zones(middles, masks)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "middles": {str(seat): list(at) for seat, at in self.middles.items()},
            "masks": [list(mask) for mask in self.masks],
        }

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Zones:
        """Return the zones kept as *body*."""
        middles = {int(seat): (float(x), float(y)) for seat, (x, y) in body["middles"].items()}
        masks = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in body["masks"])
        return cls(middles, masks)


# Cards lie where they lay a frame ago: what was worked out then is looked up.
@lru_cache(maxsize=4096)
def _nearest(middles: tuple[tuple[int, Point], ...], point: Point) -> Guess | None:
    """Return before whom *point* lies, whatever covers it."""
    ranked = sorted((math.dist(at, point), seat) for seat, at in middles)
    if not ranked:
        return None
    near, first = ranked[0]
    if near > REACH * _radius(middles, first):
        return None
    if len(ranked) == 1:
        return Guess(first, None, True)
    far, second = ranked[1]
    return Guess(first, second, near < CLEAR * far)


@lru_cache(maxsize=4096)
def _covers(masks: tuple[Rect, ...], point: Point) -> bool:
    x, y = point
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in masks)


@lru_cache(maxsize=256)
def _radius(middles: tuple[tuple[int, Point], ...], seat: int) -> float:
    here = dict(middles)[seat]
    others = [math.dist(here, at) for other, at in middles if other != seat]
    return min(min(others, default=2 * WIDEST) / 2, WIDEST)


# ---- in pixels ----------------------------------------------------------------------------------


def middle_of(box_xyxy: Sequence[float], width: int) -> Point:
    """Return the middle of a box of pixels in a picture *width* pixels wide."""
    x0, y0, x1, y1 = box_xyxy
    return (x0 + x1) / 2 / width, (y0 + y1) / 2 / width


def grown(box_xyxy: Sequence[float], width: int, by: float) -> Rect:
    """Return a box of pixels grown on every side by *by* times its longer side."""
    x0, y0, x1, y1 = (value / width for value in box_xyxy)
    more = by * max(x1 - x0, y1 - y0)
    return x0 - more, y0 - more, x1 + more, y1 + more


def masks_around(boxes_xyxy: Sequence[Sequence[float]], width: int) -> tuple[Rect, ...]:
    """Return what covers cards of which one corner or several are seen, in boxes of pixels.

    A box around one corner is grown by more than its side, one around a whole card by less, or it
    would cover the places of people.
    """
    sides = [min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes_xyxy]
    corner = min([*sides, CORNER_MAX * width])
    masks = []
    for box in boxes_xyxy:
        longer = max(box[2] - box[0], box[3] - box[1], 1.0)
        by = MASK_WHOLE if longer > _WHOLE * corner else MASK_GROWN
        masks.append(grown(box, width, by * corner / longer))
    return tuple(masks)


# ---- a nudge of the camera ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nudge:
    """How the picture moved: turned and scaled by the complex *turn*, then shifted."""

    turn: complex
    shift: complex

    def of(self, point: Point) -> Point:
        """Return where *point* lies after the nudge."""
        there = self.turn * complex(*point) + self.shift
        return there.real, there.imag


def nudge_of(before: Mapping[int, Point], after: Mapping[int, Point]) -> Nudge | None:
    """Return the nudge that moved the cards from *before* to *after*, both by track.

    ``None`` where nothing moved, or where the cards do not move as one: then people moved them.
    One card alone tells nothing: it may have been slid along.
    """
    pairs = [(complex(*before[k]), complex(*after[k])) for k in sorted(before.keys() & after)]
    if len(pairs) < 2:
        return None
    moves = sorted((b - a for a, b in pairs), key=abs)
    usual = moves[len(moves) // 2]
    together = [(a, b) for a, b in pairs if abs(b - a - usual) < 2 * _STRAY]
    if not _STRAY / 4 < abs(usual) < NUDGE_MAX or len(together) < max(2, 0.6 * len(pairs)):
        return None
    nudge = _fitted(together)
    strays = [abs(nudge.turn * a + nudge.shift - b) for a, b in together]
    return nudge if 0.7 < abs(nudge.turn) < 1.4 and max(strays) < _STRAY else None


def _fitted(pairs: Sequence[tuple[complex, complex]]) -> Nudge:
    """Return the similarity that fits *pairs* best; close together they tell a shift alone."""
    from_middle = sum(a for a, _ in pairs) / len(pairs)
    to_middle = sum(b for _, b in pairs) / len(pairs)
    spread = sum(abs(a - from_middle) ** 2 for a, _ in pairs)
    turn = complex(1)
    if spread > 0.1 * len(pairs) * WIDEST**2:
        cross = sum((b - to_middle) * (a - from_middle).conjugate() for a, b in pairs)
        turn = cross / spread
    return Nudge(turn, to_middle - turn * from_middle)


def _around(nudge: Nudge, rect: Rect) -> Rect:
    """Return the upright rectangle around a nudged one."""
    x0, y0, x1, y1 = rect
    corners = [nudge.of(corner) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
