"""Spots of a still table where something came to rest: they are looked at closely, one by one.

Pure geometry on the small copy of a frame; it opens no picture and reads no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.votes import BALLOTS, Box

SPOTS_MAX: Final = 3
"""More at once, and the whole frame is read instead: as after a deal, or a nudge."""
_AROUND: Final = 5  # cells of the small copy around what changed: an index reaches over it
_LEAST: Final = 34  # cells; so much of the table tells a card from what lies beside it
_JOINS: Final = 9  # cells between the parts of one card laid over others like it
_CARD_MIN: Final = 6  # cells; far away, and half of it lies as light as the table
_CARD_MAX: Final = 54  # cells, with what lies around it: a third of the picture
_SHARE_MAX: Final = 0.25  # of the frame


@dataclass
class Spot:
    """One place: left, top, right, bottom in cells of the small copy; *looks* are still due."""

    box: tuple[int, int, int, int]
    looks: int = BALLOTS
    found: bool = False  # something arrived there, or left
    doubted: bool = False  # it stirred not now: a look at the whole showed something new there
    side: int = 0  # cells: the shorter side of what changed
    rest_ms: int = 0  # since when the oldest that was not read lies there

    @property
    def may_be_a_card(self) -> bool:
        """True if what changed is no smaller and no larger than a card may be seen."""
        x0, y0, x1, y1 = self.box
        return self.side >= _CARD_MIN and max(x1 - x0, y1 - y0) <= _CARD_MAX

    def touches(self, other: Spot) -> bool:
        """True if both share a cell."""
        a, b = self.box, other.box
        return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]

    def is_restless(self, moved: NDArray[np.bool_]) -> bool:
        """True if something still moves there."""
        x0, y0, x1, y1 = self.box
        return bool(moved[y0:y1, x0:x1].any())

    def in_frame(self, unit: float) -> tuple[int, int, int, int]:
        """Return the box in pixels of the frame, of which a cell is *unit* wide."""
        x0, y0, x1, y1 = (round(value * unit) for value in self.box)
        return x0, y0, x1, y1

    def holds(self, box: Box, unit: float) -> bool:
        """True if the middle of a box of the frame lies in it."""
        x, y = (box[0] + box[2]) / 2 / unit, (box[1] + box[3]) / 2 / unit
        return self.box[0] <= x < self.box[2] and self.box[1] <= y < self.box[3]


def spots_of(changed: NDArray[np.bool_], rest_ms: int = 0) -> list[Spot]:
    """Return the spots that hold all that *changed*; none where it is too much, or nothing.

    It has been at rest since *rest_ms* on the camera's clock.
    """
    near = cv2.dilate(changed.astype(np.uint8), np.ones((_JOINS, _JOINS), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(near)
    height, width = changed.shape
    spots: list[Spot] = []
    for x, y, w, h, _ in stats[1:count]:
        side = int(min(w, h)) - _JOINS + 1
        box = _around(x, y, x + w, y + h, width, height)
        spots = joined([*spots, Spot(box, side=side, rest_ms=rest_ms)])
    area = sum((s.box[2] - s.box[0]) * (s.box[3] - s.box[1]) for s in spots)
    return spots if area <= _SHARE_MAX * width * height and len(spots) <= SPOTS_MAX else []


def spot_around(box: Box, unit: float, shape_hw: tuple[int, int], rest_ms: int = 0) -> Spot:
    """Return the spot around a box of the frame, for a second opinion."""
    x0, y0, x1, y1 = (int(value / unit) for value in box)
    grown = _around(x0, y0, x1 + 1, y1 + 1, shape_hw[1], shape_hw[0])
    return Spot(grown, doubted=True, rest_ms=rest_ms)


def joined(spots: Sequence[Spot]) -> list[Spot]:
    """Return *spots* with those that overlap made one; the later says how many looks are due."""
    out: list[Spot] = []
    for spot in spots:
        apart = [other for other in out if not other.touches(spot)]
        together = [other for other in out if other.touches(spot)] + [spot]
        boxes = [other.box for other in together]
        box = (
            min(b[0] for b in boxes), min(b[1] for b in boxes),
            max(b[2] for b in boxes), max(b[3] for b in boxes),
        )  # fmt: skip
        side = max(other.side for other in together)
        rest_ms = min((one.rest_ms for one in together if not one.found), default=spot.rest_ms)
        out = [*apart, Spot(box, spot.looks, spot.found, spot.doubted, side, rest_ms)]
    return out


def _around(
    x0: int, y0: int, x1: int, y1: int, width: int, height: int
) -> tuple[int, int, int, int]:
    """Return a box grown on all sides, never smaller than needed, within the small copy."""
    wide = max(x1 - x0 + 2 * _AROUND, min(_LEAST, width))
    high = max(y1 - y0 + 2 * _AROUND, min(_LEAST, height))
    left, top = (x0 + x1 - wide) // 2, (y0 + y1 - high) // 2
    return (
        int(max(0, left)), int(max(0, top)),
        int(min(width, left + wide)), int(min(height, top + high)),
    )  # fmt: skip
