"""How often pictures of one camera come, and how long that takes a card to be read.

It counts milliseconds of the server's clock and knows no picture.
"""

from __future__ import annotations

import statistics
from collections import deque
from typing import Final

WATCHES_MS: Final = 4000
"""A camera that has sent nothing for so long watches no more, unless it always takes longer."""
WATCHES_MAX_MS: Final = 15_000
LOOKS_OF_A_CARD: Final = 3
"""A card is seen to lie there, then read twice at least."""
SLOW_MS: Final = 2500
"""Where a card takes longer than this, people are told to lay cards more slowly."""


class Pace:
    """When pictures came; the last one did at *came_ms*."""

    def __init__(self, came_ms: int) -> None:
        self.came_ms = came_ms
        self._last_ms = 0  # from the picture before the last to the last
        self._reading_ms: deque[int] = deque(maxlen=5)  # of those read one after the other

    def note(self, came_ms: int, *, was_read: bool) -> None:
        """Another picture came; *was_read* says that cards were read in it and in that before."""
        self._last_ms, self.came_ms = came_ms - self.came_ms, came_ms
        if was_read:
            self._reading_ms.append(self._last_ms)

    @property
    def patience_ms(self) -> int:
        """How long after a picture the camera still watches."""
        return max(WATCHES_MS, min(WATCHES_MAX_MS, 2 * self._last_ms))

    @property
    def slow_ms(self) -> int | None:
        """How long a card takes from lying still to being read, where that is long."""
        if len(self._reading_ms) < LOOKS_OF_A_CARD:
            return None
        takes = int(LOOKS_OF_A_CARD * statistics.median(self._reading_ms))
        return takes if takes > SLOW_MS else None
