"""What is wrong with a picture and what to do about it, from a small closed set of hints.

Judges light, sharpness and distance; reads no card.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    "too far": "Too far away. Go closer: 25 to 40 cm above the cards.",
    "too near": "Too near. Go back: 25 to 40 cm above the cards.",
    "covered": "Something covers the lens.",
}

_SIDE = 320
_DARK, _COVERED_SPREAD = 38.0, 7.0  # grey levels
_BURNT = 253
_BURNT_SHARE = 0.25
_EDGE_MIN = 0.10  # steepest step between neighbouring pixels, as a share of the contrast
_HEIGHTS = (11.0, 0.28)  # an index is too small in pixels, or too large as share of the frame


def hint_of(frame: FrameBGR, heights: Sequence[float]) -> Hint | None:
    """Return why no card may have been read in *frame*, or None where nothing is wrong.

    *heights* are those of the indices found, read or not, in pixels.
    """
    return _of_light(frame) or _of_distance(frame, heights) or _of_sharpness(frame)


def _of_light(frame: FrameBGR) -> Hint | None:
    small = cv2.resize(frame, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    spread, brightest = float(grey.std()), float(np.percentile(grey, 98))
    if spread < _COVERED_SPREAD and brightest < 90:
        return "covered"
    if brightest < 2 * _DARK or float(grey.mean()) < _DARK / 2:
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
