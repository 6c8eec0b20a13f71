"""What is wrong with a picture and what to do about it, from a small closed set of hints.

Judges light, sharpness and distance; reads no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from companion.vision.frame import FrameBGR

Hint = Literal["too dark", "hold still", "too blurred", "glare", "too far", "too near", "covered"]

SENTENCES: Final[dict[Hint, str]] = {
    "too dark": "Too dark. Switch on a light, or the phone's torch.",
    "hold still": "Hold still. The picture moves.",
    "too blurred": "Blurred. Wipe the lens, or hold the phone a little farther away.",
    "glare": "A lamp is mirrored in the cards. Tilt the phone or move the lamp.",
    "too far": "Too far away. Bring the camera closer to the cards.",
    "too near": "Too near. Hold the camera a little farther away.",
    "covered": "Nothing can be seen: the lens is covered, or it is too dark.",
}

_SIDE = 320
_DARK, _BLACK = 76.0, 16.0  # grey levels of the brightest parts; in the black no index is found
_FLAT = 0.2  # of the mean grey level: a table in the dark still differs more from place to place
_BURNT = 253
_BURNT_SHARE = 0.25
_EDGE_MIN = 0.10  # steepest step between neighbouring pixels, as a share of the contrast
_HEIGHTS = (16.0, 0.28)  # an index is too small in pixels, or too large as share of the frame
_LASTS_MS = 500  # what is wrong for so long is said, and what is mended for so long is not
_AGAIN_MS = 1500  # ... and what was mended just now is said again only after so long
_JUST_NOW_MS = 5000


def hint_of(frame: FrameBGR, heights: Sequence[float]) -> Hint | None:
    """Return why no card may have been read in *frame*, or None where nothing is wrong.

    *heights* are those of the indices found, read or not, in pixels. A bare table is no trouble:
    without indices nothing is too far or blurred.
    """
    return (
        _of_light(frame, bool(heights))
        or _of_distance(frame, heights)
        or (_of_sharpness(frame) if heights else None)
    )


@dataclass
class Hints:
    """Which hint is ``shown``: one that lasts, so that none flickers."""

    shown: Hint | None = None
    _found: Hint | None = None
    _since_ms: int = 0
    _mended_ms: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether something is wrong, or was just now."""
        return self.shown is not None or self._found is not None

    @property
    def is_undecided(self) -> bool:
        """Whether another picture is needed to say that something is wrong, or is not any more."""
        return self.shown != self._found

    def take(self, found: Hint | None, at_ms: int) -> bool:
        """Take what is wrong with a picture; return whether all is mended with it."""
        if found != self._found:
            self._found, self._since_ms = found, at_ms
        if found == self.shown or at_ms - self._since_ms < self._wait_ms(at_ms):
            return False
        if found is None:
            self._mended_ms = at_ms
        self.shown = found
        return found is None

    def read(self, at_ms: int) -> None:
        """A card was read: nothing is wrong."""
        if self.shown is not None:
            self._mended_ms = at_ms
        self.shown = self._found = None

    def _wait_ms(self, at_ms: int) -> int:
        is_fresh = self._mended_ms is not None and at_ms - self._mended_ms < _JUST_NOW_MS
        return _AGAIN_MS if is_fresh and self._found is not None else _LASTS_MS


def _of_light(frame: FrameBGR, has_indices: bool) -> Hint | None:
    small = cv2.resize(frame, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    brightest, mean = float(np.percentile(grey, 98)), float(grey.mean())
    if brightest < _BLACK and float(grey.std()) <= _FLAT * mean:
        return "covered"
    if brightest < (_DARK if has_indices else _BLACK):
        return "too dark"
    if float((small.min(axis=2) >= _BURNT).mean()) > _BURNT_SHARE:
        return "glare"
    return None


def _of_distance(frame: FrameBGR, heights: Sequence[float]) -> Hint | None:
    if not heights:
        return None
    middle = float(np.median(heights))
    if middle < _HEIGHTS[0]:
        return "too far"
    return "too near" if middle > _HEIGHTS[1] * min(frame.shape[:2]) else None


def _of_sharpness(frame: FrameBGR) -> Hint | None:
    """A sharp edge rises within two pixels; a blurred one takes many."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    contrast = float(np.percentile(grey[::4, ::4], 99) - np.percentile(grey[::4, ::4], 1))
    if contrast < 20:
        return None
    steps = np.abs(cv2.Sobel(grey[::2], cv2.CV_16S, 1, 0, ksize=1))
    steepest = float(np.percentile(steps[:, ::2], 99.5)) / 2
    return "too blurred" if steepest < _EDGE_MIN * contrast else None
