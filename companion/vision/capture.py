"""A camera plugged into this machine: frames as they come, a sentence when none come.

It opens, reads and opens again; it never looks at what is in a frame.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np

from companion.vision.frame import FrameBGR

WIDTH: Final = 1280
HEIGHT: Final = 720
FAILS_MAX: Final = 5
"""So many empty frames in a row mean that the camera has gone."""
WAITED_S: Final = 0.005
"""A frame that comes sooner than this lay in the driver since the last one was read."""
KEPT_MAX: Final = 5
"""No driver keeps more frames than this for us."""

Opener = Callable[[int | str], Any]


def hush() -> None:
    """Keep off the terminal what OpenCV and FFmpeg print of drivers and of damaged files.

    It helps nobody at a table: `CameraLost` and `PictureError` say what failed.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's own number for silence
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def _device(source: int | str) -> Any:
    hush()
    return cv2.VideoCapture(source)


class CameraLost(RuntimeError):
    """The camera is not there or gives no picture; the message says what to do."""


def number_or_path(text: str) -> int | str:
    """Return a camera's number as a number; anything else is the path of a device or a film."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text


class Camera:
    """One camera. *source* is its number (0 is the first) or a path; *opens* makes the device.

    *clock* is in seconds.
    """

    def __init__(
        self, source: int | str, opens: Opener = _device,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.source = source
        self._opens, self._clock = opens, clock
        self._device: Any = None
        self._fails = 0

    def read(self) -> FrameBGR | None:
        """Return the newest frame, ``None`` for one that did not come.

        Opens the camera where it is not open. Raises `CameraLost` where it cannot be opened or has
        stopped giving pictures; the next call tries again.
        """
        if self._device is None:
            self._open()
        self._pass_over_old()
        came, frame = self._device.retrieve()
        if came and frame is not None and frame.size:
            self._fails = 0
            return np.asarray(frame, np.uint8)
        self._fails += 1
        if self._fails >= FAILS_MAX:
            self.close()
            raise CameraLost(f"Camera {self.source} gives no more pictures. Plug it in again.")
        return None

    def _pass_over_old(self) -> None:
        """Take the next frame of a film; of a camera one that was made now, not while we read."""
        is_film = self._device.get(cv2.CAP_PROP_FRAME_COUNT) > 0
        for _ in range(KEPT_MAX):
            asked_s = self._clock()
            if not self._device.grab() or is_film or self._clock() - asked_s > WAITED_S:
                return

    def close(self) -> None:
        """Let the camera go."""
        device, self._device, self._fails = self._device, None, 0
        if device is not None:
            device.release()

    def _open(self) -> None:
        device = self._opens(self.source)
        if not device.isOpened():
            device.release()
            raise CameraLost(
                f"Camera {self.source} cannot be opened. Is it plugged in, and does no other "
                "program hold it?"
            )
        device.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an old frame is no news
        self._device = device
