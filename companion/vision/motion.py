"""What moved between two frames of one camera, on a small grey copy.

Knows nothing of cards and keeps no time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import FrameBGR

Grey = NDArray[np.uint8]  # (height, width)
Polygon = Sequence[tuple[float, float]]  # corners as fractions of the frame, (across, down)

GATE_SIDE = 160  # pixels of the small copy's long side: one stands for 8 x 8 of a 720p frame
_STEP_MIN = 6.0  # grey levels; averaged over 64 pixels, a sensor's noise stays below 2
_STEP_MAX = 14.0  # when everything moves, the median is no noise
_NOISE_TIMES = 6.0
_EDGE = 12  # grey levels between neighbours
_EDGES_LEFT, _SHAKEN = 0.5, 0.06


def small_grey(frame: FrameBGR, side: int = GATE_SIDE) -> Grey:
    """Return *frame* in grey, its long side at most *side* pixels."""
    scale = min(1.0, side / max(frame.shape[:2]))
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def changed(before: Grey, now: Grey) -> NDArray[np.bool_]:
    """Return where two small copies differ by more than noise and one common change of light."""
    a, b = before.astype(np.float32), now.astype(np.float32)
    gain = float(np.median((b + 8) / (a + 8)))
    step = np.abs((b + 8) - (a + 8) * gain)
    least = min(_STEP_MAX, max(_STEP_MIN, _NOISE_TIMES * float(np.median(step))))
    return np.asarray(step > least)


def sways(before: Grey, moved: NDArray[np.bool_]) -> bool:
    """True if the camera itself moves, be it little: most edges of the small copy *before* left."""
    grey = before.astype(np.int16)
    edges = np.zeros(grey.shape, bool)
    edges[:, 1:] |= np.abs(np.diff(grey, axis=1)) > _EDGE
    edges[1:] |= np.abs(np.diff(grey, axis=0)) > _EDGE
    return bool(edges.any()) and float(moved[edges].mean()) > _EDGES_LEFT


def is_shaken(before: Grey, moved: NDArray[np.bool_]) -> bool:
    """True if the camera moves so far that what is in the picture cannot be told apart."""
    return float(moved.mean()) > _SHAKEN and sways(before, moved)


def inside(polygons: Sequence[Polygon], shape_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which pixels of a picture of *shape_hw* lie in one of *polygons*."""
    canvas = np.zeros(shape_hw, np.uint8)
    _fill(canvas, polygons, 1)
    return canvas.astype(bool)


def painted(frame: FrameBGR, polygons: Sequence[Polygon]) -> FrameBGR:
    """Return *frame* with *polygons* painted grey: a copy there hides no other card."""
    if not polygons:
        return frame
    seen = frame.copy()
    _fill(seen, polygons, 96)
    return seen


def is_masked(polygons: Sequence[Polygon], box_xyxy: Sequence[float], frame: FrameBGR) -> bool:
    """Return whether the middle of a box of *frame* lies in one of *polygons*."""
    if not polygons:
        return False
    x0, y0, x1, y1 = box_xyxy
    small = inside(polygons, (90, 160))
    at = int((y0 + y1) / 2 / frame.shape[0] * 90), int((x0 + x1) / 2 / frame.shape[1] * 160)
    return bool(small[min(89, max(0, at[0])), min(159, max(0, at[1]))])


def _fill(canvas: NDArray[np.uint8], polygons: Sequence[Polygon], value: int) -> None:
    for polygon in polygons:
        points = np.array(polygon, float) * (canvas.shape[1], canvas.shape[0])
        cv2.fillPoly(canvas, [np.round(points).astype(np.int32)], (value,) * 3)


@dataclass(frozen=True, slots=True)
class Restless:
    """Where a frame moves; ``unit`` is the frame's pixels for one of the small copy."""

    moved: NDArray[np.bool_]
    unit: float

    def at(self, box_xyxy: tuple[float, float, float, float]) -> bool:
        """True if something moves in a box of the frame or right beside it."""
        return bool(self.moved[around(box_xyxy, self.unit)].any())


def around(box_xyxy: tuple[float, float, float, float], unit: float) -> tuple[slice, slice]:
    """Return which pixels of the small copy a box of the frame covers, and those beside them."""
    x0, y0, x1, y1 = (value / unit for value in box_xyxy)
    rows = slice(max(0, int(y0) - 1), max(0, int(y1) + 2))
    return rows, slice(max(0, int(x0) - 1), max(0, int(x1) + 2))


def patch_of(
    small: Grey, box_xyxy: tuple[float, float, float, float], unit: float
) -> NDArray[np.float32]:
    """Return (8, 8) grey of what *small* shows in a box of the frame, cut at the frame's edges."""
    h, w = small.shape
    x0, y0, x1, y1 = (value / unit for value in box_xyxy)
    left, top = min(w - 2, max(0, int(x0))), min(h - 2, max(0, int(y0)))
    part = small[top : max(top + 2, int(y1) + 1), left : max(left + 2, int(x1) + 1)]
    return np.asarray(cv2.resize(part, (8, 8), interpolation=cv2.INTER_AREA), np.float32)
