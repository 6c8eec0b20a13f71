"""Small pictures made from frames, to be shown or kept. They are never read again."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR

PREVIEW_PX = 320
CROP_PX = 220
QUALITY = 70


def to_jpeg(frame: FrameBGR, longest_px: int = CROP_PX) -> bytes:
    """Return *frame* as a JPEG whose longer side has at most *longest_px* pixels: some 6 kB."""
    import cv2

    height, width = frame.shape[:2]
    scale = min(longest_px / max(height, width), 1.0)
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return jpeg.tobytes()


def preview(frame: FrameBGR) -> str:
    """Return the picture small enough to lie in the page: a data address of some 10 kB."""
    return "data:image/jpeg;base64," + base64.b64encode(to_jpeg(frame, PREVIEW_PX)).decode()
