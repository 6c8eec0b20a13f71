"""Where a camera stands: followed when it is knocked, noticed when it is carried elsewhere.

It compares whole pictures, small and grey; it knows nothing of cards or seats and keeps no time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import FrameBGR
from companion.vision.motion import Grey, changed, small_grey

Shift = NDArray[np.float64]  # (2, 3): where a pixel of the earlier picture lies in the later one

_VIEW_SIDE: Final = 480  # pixels of the copies that are compared
_PAIRS_MIN: Final = 12
_PAIRS_SURE: Final = 20  # to say that a picture lies otherwise than before
_RICH: Final = 40  # with so many features a picture would be known again
_MOVED_MIN: Final = 0.004  # of the long side; less is left to the matching of places
_STRAYS: Final = 10  # in 100 of the pairs at either end are not counted
_SPREAD: Final = 0.25  # of the long side; closer together lies a card or two, which people move
_TURN_MAX: Final = np.radians(45)
_SCALE: Final = (0.7, 1.4)
_OTHER: Final = 0.4  # of the picture; more of it than cards ever cover looks otherwise
_LIT: Final = 0.5  # a picture darker than this part of the last one may be a covered lens


@dataclass(frozen=True, slots=True)
class Fit:
    """How one picture lies in another: *shift* where it moved far enough to matter.

    It *is_close* where a knock could have done it, *is_wide* where more of the picture says so than
    one thing in it that somebody may have moved, and *is_sure* where many features do.
    """

    shift: Shift | None
    is_close: bool
    is_wide: bool
    is_sure: bool


def stance_view(frame: FrameBGR) -> Grey:
    """Return the copy of *frame* that is compared."""
    return small_grey(frame, _VIEW_SIDE)


def scaled(shift: Shift, factor: float) -> Shift:
    """Return *shift* for pictures *factor* times as large."""
    out = shift.copy()
    out[:, 2] *= factor
    return out


class Stance:
    """Compares each picture with the last one in which the camera stood where it should.

    ``is_astray`` while it stands elsewhere: turned by more than 45 degrees, much nearer or
    farther, or where nothing is as it was. Put back, it is where it was again.
    """

    def __init__(self) -> None:
        self.is_astray = False
        self._known: dict[bool, Grey] = {}  # the last picture, by whether it is upright
        self._doubted = False

    def doubt(self) -> None:
        """The camera was moved, or was away for a while: it may stand elsewhere."""
        self._doubted = True

    def stand(self) -> None:
        """Where it stands with the next picture is where it should."""
        self._known.clear()
        self.is_astray = self._doubted = False

    @property
    def is_due(self) -> bool:
        """Whether the next picture must be compared, even if little of it has changed."""
        return self._doubted or self.is_astray or not self._known

    def take(self, view: Grey) -> Fit | None:
        """Compare a picture at rest, as `stance_view` makes it; ``None`` where nothing fits."""
        is_upright = view.shape[0] > view.shape[1]
        known = self._known.setdefault(is_upright, view)
        if known is view or known.shape != view.shape:
            self._trust(view)
            return None
        fit = fit_between(known, view)
        if fit is not None and fit.is_close:
            if fit.is_wide or not self.is_astray:
                self._trust(view)
        elif self._doubted and self._is_elsewhere(known, view, fit):
            self.is_astray = True
        elif not self.is_astray and not _is_other(known, view) and _is_lit(known, view):
            self._trust(view)  # cards were gathered or laid on a cloth without marks
        return fit

    def _trust(self, view: Grey) -> None:
        self._known[view.shape[0] > view.shape[1]] = view
        self.is_astray = self._doubted = False

    def _is_elsewhere(self, known: Grey, view: Grey, fit: Fit | None) -> bool:
        if fit is not None and fit.is_sure:
            return fit.is_wide
        return _is_other(known, view) and min(_richness(known), _richness(view)) >= _RICH


# ---- two pictures -------------------------------------------------------------------------------


def fit_between(before: Grey, now: Grey) -> Fit | None:
    """Return how *before* lies in *now*; ``None`` where too little of both is alike to tell.

    Only shift, turn and scale: what somebody does to a camera over a table. A single card that
    moved on a still table is outvoted.
    """
    points_a, points_b = _pairs(before, now)
    if len(points_a) < _PAIRS_MIN:
        return None
    found, kept = cv2.estimateAffinePartial2D(
        points_a, points_b, method=cv2.RANSAC, ransacReprojThreshold=2.0
    )
    if found is None or int(kept.sum()) < max(_PAIRS_MIN, len(points_a) // 3):
        return None
    shift = np.asarray(found, np.float64)
    long_side = max(before.shape)
    turn = abs(np.arctan2(shift[1, 0], shift[0, 0]))
    is_close = _SCALE[0] < float(np.hypot(shift[0, 0], shift[1, 0])) < _SCALE[1]
    agreed = points_a[kept.ravel().astype(bool)]
    ends = np.percentile(agreed, (_STRAYS, 100 - _STRAYS), axis=0)
    reach = float(np.ptp(ends, axis=0).max())
    return Fit(
        shift if _farthest(shift, agreed) > _MOVED_MIN * long_side else None,
        is_close and bool(turn < _TURN_MAX),
        reach > _SPREAD * long_side or _is_other(before, now),
        int(kept.sum()) >= _PAIRS_SURE,
    )


def _is_other(before: Grey, now: Grey) -> bool:
    return bool(changed(before, now).mean() > _OTHER)


def _is_lit(before: Grey, now: Grey) -> bool:
    return float(np.median(now)) > _LIT * float(np.median(before))


def _orb() -> cv2.ORB:
    return cv2.ORB_create(400, fastThreshold=8)  # type: ignore[attr-defined]


def _richness(view: Grey) -> int:
    """Return how many features a picture has by which it could be known again."""
    return len(_orb().detect(view, None))


def _pairs(before: Grey, now: Grey) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return points that look alike in both pictures, (n, 2) each."""
    orb = _orb()
    keys_a, looks_a = orb.detectAndCompute(before, None)
    keys_b, looks_b = orb.detectAndCompute(now, None)
    if looks_a is None or looks_b is None:
        return np.empty((0, 2), np.float32), np.empty((0, 2), np.float32)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(looks_a, looks_b)
    near = [pair for pair in pairs if pair.distance < 48]
    return (
        np.array([keys_a[pair.queryIdx].pt for pair in near], np.float32).reshape(-1, 2),
        np.array([keys_b[pair.trainIdx].pt for pair in near], np.float32).reshape(-1, 2),
    )


def _farthest(shift: Shift, points: NDArray[np.float32]) -> float:
    """Return how far *shift* moves nearly all of *points*, in pixels.

    Not how far the picture's corners: from a few points close together that is guesswork.
    """
    moved = points @ shift[:, :2].T + shift[:, 2]
    return float(np.percentile(np.hypot(*(moved - points).T), 100 - _STRAYS))
