"""How large the cards of one deck look in a camera's picture: a card of another size is doubtful.

All indices of a deck are printed equally high, and seen at an angle they grow evenly across the
picture. What does not fit in lies on a phone's screen, is a picture, or is of another deck. Pure.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final, Literal

from companion.zones import Point

Odd = Literal["", "smaller", "larger"]

KNOWN_BY: Final = 3
"""So many cards show how large the deck looks."""
UNLIKE: Final = 0.3
"""Log of heights. Of 1,274 cards on 242 photographs 4 seemed so far off, one of them misread."""
_STIFF: Final = 0.05  # how strongly a few cards that lie close together must slope to be believed


class Alike:
    """The size of printed indices by place, from *cards*: (where, height), any unit of height.

    Places are in parts of the picture's width.
    """

    def __init__(self, cards: Sequence[tuple[Point, float]]) -> None:
        sized = [(point, math.log(height)) for point, height in cards if height > 0]
        self._is_known = len(sized) >= KNOWN_BY
        if not self._is_known:
            return
        self._log = statistics.median(size for _, size in sized)
        self._middle = (
            statistics.fmean(point[0] for point, _ in sized),
            statistics.fmean(point[1] for point, _ in sized),
        )
        self._slope = self._sloped(sized)

    def _sloped(self, sized: Sequence[tuple[Point, float]]) -> Point:
        """Return by how much the size grows to the right and downwards, by least squares."""
        xx, xy, yy, xs, ys = _STIFF, 0.0, _STIFF, 0.0, 0.0
        for point, size in sized:
            x, y, more = point[0] - self._middle[0], point[1] - self._middle[1], size - self._log
            xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
            xs, ys = xs + x * more, ys + y * more
        whole = xx * yy - xy * xy
        return (yy * xs - xy * ys) / whole, (xx * ys - xy * xs) / whole

    def odd(self, point: Point, height: float) -> Odd:
        """Return whether a card there is of another size than the others would be."""
        if not self._is_known or height <= 0:
            return ""
        x, y = point[0] - self._middle[0], point[1] - self._middle[1]
        more = math.log(height) - self._log - self._slope[0] * x - self._slope[1] * y
        if abs(more) <= UNLIKE:
            return ""
        return "larger" if more > 0 else "smaller"
