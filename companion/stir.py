"""Where in a camera's picture something stirred, and when: a second witness of who laid a card.

It reads no card: a reading where nothing stirred is doubted. Keeps a small grid, no picture.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from companion.zones import Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.frame import FrameBGR

CELLS: Final = 64
"""Cells across the picture; a card is some five of them wide."""
NEAR: Final = 2
"""Cells around a card's corner that belong to it."""
STEP: Final = 10.0
"""Grey levels by which a cell must change."""
BEFORE_MS: Final = 4000
"""So long before it was first read a card may have been laid."""
BEFORE_FRAMES: Final = 12
"""... or so many frames ago, where each of them takes long to read."""
LANDS_MS: Final = 1500
"""So long before it is seen to lie still a card may have been put down."""
LANDS_FRAMES: Final = 3
"""... or so many frames before, where they come slowly."""


class Stir:
    """Remembers for each cell when it changed last."""

    def __init__(self) -> None:
        self._before: NDArray[Any] | None = None
        self._when: NDArray[Any] | None = None
        self._times: deque[int] = deque(maxlen=BEFORE_FRAMES)

    def take(self, frame: FrameBGR, at_ms: int) -> None:
        """Compare *frame* with the one before it."""
        import numpy as np  # with the first frame: a server without cameras needs none

        self._times.append(at_ms)
        cells = _cells(frame)
        before = self._before
        if before is None or before.shape != cells.shape or self._when is None:
            self._before, self._when = cells, np.full(cells.shape, at_ms, np.int64)
            return
        gain = float(np.median((cells + 8) / (before + 8)))
        changed = np.abs((cells + 8) - (before + 8) * gain) > STEP * min(1.0, max(0.2, gain))
        self._when[changed] = at_ms
        self._before = cells

    def stirred_ms(self, point: Point, first_ms: int, rest_ms: int) -> int | None:
        """Return when something last changed around *point*, where a card was laid.

        It was first read at *first_ms* and came to rest at *rest_ms*. ``None`` where nothing
        changed then; before the first picture all may have changed.
        """
        last_ms = self.changed_ms(point)
        if last_ms is None:
            return first_ms
        landing = [at_ms for at_ms in self._times if at_ms < rest_ms][-LANDS_FRAMES:]
        landed_ms = min([rest_ms - LANDS_MS, *landing[:1]])
        since_ms = max(landed_ms, min(first_ms - BEFORE_MS, self._times[0]))
        return last_ms if last_ms >= since_ms else None

    def changed_ms(self, point: Point) -> int | None:
        """Return when something last changed around *point*; ``None`` where nobody can tell."""
        if self._when is None:
            return None
        x, y = int(point[0] * CELLS), int(point[1] * CELLS)
        rows = slice(max(0, y - NEAR), y + NEAR + 1)
        part = self._when[rows, max(0, x - NEAR) : x + NEAR + 1]
        return int(part.max()) if part.size else None


def _cells(frame: FrameBGR) -> NDArray[Any]:
    """Return the mean grey of square cells, float32, from every fourth pixel."""
    import numpy as np

    side = max(4, frame.shape[1] // CELLS)
    rows, columns = frame.shape[0] // side, frame.shape[1] // side
    part = frame[: rows * side, : columns * side]
    green = part[:: max(1, side // 5), :: max(1, side // 5), 1].astype(np.float32)
    by_row = np.add.reduceat(green, np.linspace(0, green.shape[0], rows, False).astype(int), axis=0)
    cells = np.add.reduceat(
        by_row, np.linspace(0, green.shape[1], columns, False).astype(int), axis=1
    )
    return np.asarray(cells / (green.size / (rows * columns)), np.float32)
