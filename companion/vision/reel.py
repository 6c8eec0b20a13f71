"""A film or a camera watched to its end: one row for each card that arrived. Decides no card."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.core.sighting import Sighting
from companion.vision.capture import Camera
from companion.vision.draw import draw_sightings
from companion.vision.frame import FrameBGR, PictureError
from companion.vision.view import View
from companion.vision.watch import Watch

SUFFIXES: Final = frozenset({".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v", ".mjpeg", ".y4m"})
_FPS = 25.0  # of a film that doesn't say
_DRAWN_FPS = 10.0

Frames = Iterable[tuple[FrameBGR, int]]  # frame, milliseconds since the first


def frames_of_film(path: Path) -> Iterator[tuple[FrameBGR, int]]:
    """Yield every frame of a film with its time. Raises `PictureError` for what is no film."""
    if not (os.path.isfile(path) and os.access(path, os.R_OK)):
        raise PictureError("no_file", f"{path} could not be read. Check the name and try again.")
    film = cv2.VideoCapture(str(path))
    try:
        if not film.isOpened():
            raise PictureError(
                "not_a_picture",
                f"{path} is no film that can be opened here; is its end missing? An MP4 or AVI "
                "that plays elsewhere is needed.",
            )
        step_ms = 1000 / (film.get(cv2.CAP_PROP_FPS) or _FPS)
        number = 0
        while True:
            came, frame = film.read()
            if not came:
                break
            yield np.asarray(frame, np.uint8), round(number * step_ms)
            number += 1
        if number == 0:
            raise PictureError("damaged", f"{path} holds no frame that can be read.")
    finally:
        film.release()


def frames_of_camera(
    camera: Camera, clock: Callable[[], float] = time.monotonic
) -> Iterator[tuple[FrameBGR, int]]:
    """Yield the frames of a camera until it is lost, which passes as `CameraLost`."""
    started = clock()
    try:
        while True:
            frame = camera.read()
            if frame is not None:
                yield frame, round((clock() - started) * 1000)
    finally:
        camera.close()


def arrivals_in(
    frames: Frames, draw: Path | None = None, watch: Watch | None = None
) -> Iterator[dict[str, Any]]:
    """Yield ``{"card", "confidence", "at_ms", "box_xyxy"}`` for every card that arrives.

    *draw* is a film (.mp4, .avi) of all frames with what lies there, or a folder for a picture of
    each arrival. Raises `ReaderUnavailable`, `PictureError` where nothing can be written.
    """
    watch = watch or Watch()
    drawing = _Drawing(draw)
    try:
        for frame, at_ms in frames:
            view = watch.look(frame, at_ms)
            drawing.add(frame, view)
            for track in view.arrived:
                seen = Sighting(track.card, track.confidence, track.box_xyxy, at_ms)
                yield seen.to_dict()
    finally:
        drawing.close()


class _Drawing:
    """Writes frames with what was seen: a film of all, or a picture of each arrival."""

    def __init__(self, out: Path | None) -> None:
        self._out = out
        self._film: Any = None
        self._last_ms: int | None = None

    def add(self, frame: FrameBGR, view: View) -> None:
        """Write one frame where it is wanted."""
        if self._out is None:
            return
        if self._out.suffix.lower() in SUFFIXES:
            if self._last_ms is None or view.at_ms - self._last_ms >= 1000 / _DRAWN_FPS:
                self._last_ms = view.at_ms
                self._write_film(self._out, _drawn(frame, view))
        elif view.arrived:
            self._out.mkdir(parents=True, exist_ok=True)
            names = "-".join(track.card.text for track in view.arrived)
            target = self._out / f"{view.at_ms:08d}-{names}.jpg"
            if not cv2.imwrite(str(target), _drawn(frame, view)):
                raise PictureError("no_file", f"The drawing {target} could not be written.")

    def _write_film(self, out: Path, frame: FrameBGR) -> None:
        if self._film is None:
            code = "MJPG" if out.suffix.lower() == ".avi" else "mp4v"
            size = frame.shape[1], frame.shape[0]
            fourcc = cv2.VideoWriter.fourcc(*code)
            self._film = cv2.VideoWriter(str(out), fourcc, _DRAWN_FPS, size)
            if not self._film.isOpened():
                raise PictureError("no_file", f"The film {out} could not be written; try .avi.")
        self._film.write(frame)

    def close(self) -> None:
        """Finish the film."""
        if self._film is not None:
            self._film.release()


def _drawn(frame: FrameBGR, view: View) -> FrameBGR:
    return draw_sightings(
        frame, [Sighting(t.card, t.confidence, t.box_xyxy, view.at_ms) for t in view.cards]
    )
