"""Small pictures made from frames, to be shown or kept. They are never read again."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.vision.frame import FrameBGR

PREVIEW_PX = 320
SHOWN_PX = 640
CROP_PX = 220
HANDS_PX = 640
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


def outlined(frame: FrameBGR | None, told: Mapping[str, Any]) -> bytes:
    """Return *frame* with the outlines of what was read in it, as a JPEG; grey before the first."""
    import cv2
    import numpy as np

    if frame is None:
        return to_jpeg(np.full((90, 160, 3), 60, np.uint8))
    drawn, thick = frame.copy(), max(frame.shape[1] // 200, 2)
    for one in told.get("outlines", ()):
        x0, y0, x1, y1 = (round(value) for value in one["box"])
        colour = (122, 210, 255) if one["state"] == "asked" else (180, 232, 155)
        for edge, width in (((13, 15, 10), 2 * thick), (colour, thick)):
            cv2.rectangle(drawn, (x0, y0), (x1, y1), edge, width)
    for zone in told.get("zones", ()):
        at = (round(zone["x"] * frame.shape[1]), round(zone["y"] * frame.shape[1]))
        cv2.circle(drawn, at, round(zone["r"] * frame.shape[1]), (224, 240, 247), thick)
    return to_jpeg(drawn, SHOWN_PX)
