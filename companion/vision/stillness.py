"""What the last frames of one camera say about rest: where something moved, and since when not.

It works on the small copies of frames and reads no card; the clock comes in with each frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.vision.motion import Grey, around, changed
from companion.vision.spots import Spot
from companion.vision.votes import BALLOTS, Box

_PAUSE_MS: Final = 15_000  # a phone that looks on sends something every ten seconds
_CALM_MS: Final = 500  # what was still for so long is table, or lies on it
_BLACK: Final = 24  # grey levels; a lens that is covered shows nothing lighter
_SHAKEN_LONG_MS: Final = 1200  # longer than an arm that lays a card
_IDLE_MS: Final = 3000  # an unmoved table is looked at again this often
_IDLE_TIMES: Final = 8  # ... and no oftener than so many times what such a look takes
_IDLE_MAX_MS: Final = 30_000
_EDGE: Final = 0.1  # of the box of a card; one laid over another changed 23 % at least
_DIMMED: Final = 2.0  # times as bright, or as dark
_AS_AT_FIRST: Final = 0.05  # of a spot; a card covers a quarter of it


@dataclass
class Stillness:
    """All of it is in the pictures' own time, so it is the same however long reading takes."""

    first: Grey  # the small copy of the first frame
    small: Grey
    looked: Grey  # the small copy at the last look
    fresh: NDArray[np.bool_]  # moved since the last look
    ground: Grey  # the small copy as it was when last calm, pixel by pixel
    ground_ms: NDArray[np.int64]  # since when it has been so
    moved_ms: NDArray[np.int64]  # when each pixel last moved
    rested_ms: NDArray[np.int64]  # since when what is at rest there has lain there
    pending: NDArray[np.bool_]  # changed, at rest, and not yet looked at often enough
    at_ms: int
    looks_due: int = BALLOTS  # at the whole
    due_ms: int | None = None  # since when, where something came to rest that is no spot
    looked_ms: int | None = None  # at the whole
    took_ms: int | None = None  # from the last look at the whole to the next frame
    spots: list[Spot] = field(default_factory=list)  # to be looked at closely
    shaken_ms: int | None = None  # last time
    shaken_since_ms: int | None = None
    blind_ms: int | None = None  # the last frame in which nobody can tell what moved
    unwatched_ms: int = 0  # what came to rest until then was not seen to come

    @classmethod
    def of(cls, small: Grey, at_ms: int) -> Stillness:
        """Return what the first frame says: whatever is there has lain there."""
        nothing, first = np.zeros(small.shape, bool), np.full(small.shape, at_ms)
        return cls(
            small, small, small, nothing, small.copy(), first.copy(), first.copy(), first,
            nothing.copy(), at_ms, unwatched_ms=at_ms,
        )  # fmt: skip

    def has_news(self, small: Grey, moved: NDArray[np.bool_], at_ms: int) -> bool:
        """True if something came to rest in this frame and the table is not as it was."""
        rested = self.fresh & ~moved
        self.fresh &= moved
        if not rested.any():
            return False
        now_other = changed(self.ground, small)
        landed = rested & now_other
        self.rested_ms[landed] = at_ms
        again = rested & ~now_other  # what passed over it has left
        self.rested_ms[again] = self.ground_ms[again]
        self.pending = (self.pending | rested) & now_other
        return bool(landed.any())

    def take(
        self, small: Grey, moved: NDArray[np.bool_], at_ms: int, *, shaken: bool = False
    ) -> None:
        """Keep the small copy of a new frame and where it *moved*; *shaken*, all of it did.

        What lies there when a shaken camera comes to rest, a covered one sees again, or after a
        pause, has not been seen to be laid.
        """
        is_black = min(int(small.max()), int(self.small.max())) < _BLACK
        is_blind = shaken or is_black or at_ms - self.at_ms > _PAUSE_MS
        if is_blind or self.blind_ms == self.at_ms:  # only the next shows what came to rest in it
            self.unwatched_ms = at_ms
        self.blind_ms = at_ms if is_blind else self.blind_ms
        if self.looked_ms == self.at_ms:
            self.took_ms = at_ms - self.at_ms
        self.small, self.at_ms = small, at_ms
        self.fresh |= moved
        self.moved_ms[moved] = at_ms
        calm = (at_ms - self.moved_ms >= _CALM_MS) & ~self.pending
        self.ground[calm] = small[calm]
        self.ground_ms[calm] = self.rested_ms[calm]

    def rested_at(self, box_xyxy: Box, unit: float) -> int:
        """Return since when what a box of the frame shows has lain there, at the earliest.

        What came to rest beside it later changes no more than an edge of the box.
        """
        x0, y0, x1, y1 = (int(value / unit) for value in box_xyxy)
        part = self.rested_ms[max(0, y0) : y1 + 1, max(0, x0) : x1 + 1]
        return int(np.quantile(part, 1 - _EDGE, method="lower")) if part.size else self.at_ms

    def moved_at(self, box_xyxy: Box, unit: float) -> int:
        """Return when something last moved in a box of the frame, or right beside it."""
        part = self.moved_ms[around(box_xyxy, unit)]
        return int(part.max()) if part.size else self.at_ms

    def look_again(self, spot: Spot) -> None:
        """Let *spot* be looked at once more; what it shows is known, so nothing waits for it."""
        if not any(spot.touches(other) for other in self.spots):
            spot.looks, spot.found = 1, True
            self.spots.append(spot)

    def is_as_at_first(self, spot: Spot) -> bool:
        """True if a spot shows what the first frame did: something rested there, and has left."""
        x0, y0, x1, y1 = spot.box
        return float(changed(self.first, self.small)[y0:y1, x0:x1].mean()) < _AS_AT_FIRST

    def is_idle(self, moved: NDArray[np.bool_], at_ms: int) -> bool:
        """True if the whole is to be looked at again though nothing came to rest.

        It yields to what moves now, because that may be a card; where looking takes long it is
        done seldom.
        """
        if self.looked_ms is None:
            return True
        pause = min(_IDLE_MAX_MS, max(_IDLE_MS, _IDLE_TIMES * (self.took_ms or 0)))
        since = at_ms - self.looked_ms
        return since >= pause and (not moved.any() or since >= 3 * pause)

    @property
    def is_dimmed(self) -> bool:
        """Whether somebody switched a lamp on or off since the last look."""
        before, now = float(self.looked.mean()) + 1, float(self.small.mean()) + 1
        return not 1 / _DIMMED < now / before < _DIMMED

    def unread_ms(self, moved: NDArray[np.bool_]) -> int | None:
        """Return since when the oldest thing lies that was not read yet; ``None`` for nothing."""
        since = [
            spot.rest_ms for spot in self.spots if not (spot.found or spot.is_restless(moved))
        ]  # fmt: skip
        if self.looks_due > 0 and self.due_ms is not None:
            since.append(self.due_ms)
        return min(since, default=None)

    def is_shaking(self, shaken: bool, at_ms: int) -> bool:
        """True after a while of shaking; one calm frame in between is no rest."""
        if shaken:
            self.shaken_ms = at_ms
            if self.shaken_since_ms is None:
                self.shaken_since_ms = at_ms
        elif self.shaken_ms is None or at_ms - self.shaken_ms > _CALM_MS:
            self.shaken_since_ms = None
        since = self.shaken_since_ms
        return since is not None and at_ms - since >= _SHAKEN_LONG_MS
