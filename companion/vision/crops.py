"""Upright index crops: the one place that knows how a crop is cut and evened out.

Training cuts its crops with these functions too. Nothing here decides what a crop shows.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_H, CROP_W = 64, 48
CROP_INDEX_H = 40  # pixels of the crop's height that an index fills
_PAPER_PERCENTILE = 80  # more than a fifth of a crop is paper, even around "10"
_DARKEST_PAPER = np.float32(24)  # below this a picture is black and dividing makes noise


def pyramid(frame_bgr: NDArray[np.uint8], smallest: int = 96) -> list[NDArray[np.uint8]]:
    """Return the frame and its halves, largest first, until the short side is under *smallest*."""
    levels = [frame_bgr]
    while min(levels[-1].shape[:2]) >= 2 * smallest:
        half = cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(half, np.uint8))
    return levels


def copy_of(levels: Sequence[NDArray[np.uint8]], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the picture of *levels* in another size, from the smallest level that is as large.

    A level is at most twice as large, so linear sampling aliases little; means over areas take
    seven times as long.
    """
    large = [level for level in levels if level.shape[1] >= size_wh[0]]
    source = large[-1] if large else levels[0]
    if source.shape[1::-1] == size_wh:
        return source
    return np.asarray(cv2.resize(source, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


def upright(
    levels: Sequence[NDArray[np.uint8]], x: float, y: float, height: float, angle: float
) -> NDArray[np.uint8]:
    """Cut the index at *x*, *y* (pixels of ``levels[0]``) as a BGR uint8 (64, 48, 3) crop.

    *height* is that of the index in pixels; *angle* the reading direction in radians, 0 for text
    that runs to the right. What lies outside the picture repeats its edge.
    """
    level = 0
    while level + 1 < len(levels) and height / 2**level > 2 * CROP_INDEX_H:
        level += 1  # halve first: linear sampling would alias
    scale = 2.0**-level
    step = height * scale / CROP_INDEX_H  # source pixels a crop pixel
    c, s = np.cos(angle) * step, np.sin(angle) * step
    cx, cy = (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5
    mx, my = (CROP_W - 1) / 2, (CROP_H - 1) / 2
    matrix = np.array([[c, -s, cx - c * mx + s * my], [s, c, cy - s * mx - c * my]])
    return np.asarray(
        cv2.warpAffine(
            levels[level],
            matrix,
            (CROP_W, CROP_H),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def evened(crop_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Divide a crop by its own paper white; float32 (3, 64, 48) in [-0.5, 0.8], paper at 0.5.

    Warm light and a dim room go away with it, so that red stays red against the card's own white.
    """
    planes = np.ascontiguousarray(crop_bgr.transpose(2, 0, 1)).reshape(3, -1)
    place = planes.shape[1] * _PAPER_PERCENTILE // 100
    white = np.partition(planes, place, axis=1)[:, place : place + 1].astype(np.float32)
    ratio = planes / np.maximum(white, _DARKEST_PAPER)
    return np.asarray(np.minimum(ratio, 1.3) - 0.5, np.float32).reshape(3, *crop_bgr.shape[:2])
