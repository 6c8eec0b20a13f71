"""Claims about films and cameras watched to their end."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.cards import CARD
from companion.core.sighting import Sighting
from companion.vision import PictureError
from companion.vision.capture import Camera, CameraLost
from companion.vision.reel import arrivals_in, frames_of_camera, frames_of_film
from companion.vision.watch import Watch

pytestmark = pytest.mark.vision
BARE = np.full((120, 160, 3), (46, 104, 70), np.uint8)


def with_card() -> np.ndarray:
    frame = BARE.copy()
    cv2.rectangle(frame, (40, 30), (90, 100), (240, 240, 240), -1)
    cv2.circle(frame, (65, 65), 4, (0, 0, 0), -1)
    return frame


def read(frame: np.ndarray, at_ms: int) -> list[Sighting]:
    """A reader that calls every black dot the seven of spades, in a frame or a part of it."""
    ys, xs = np.nonzero(frame.max(axis=2) < 60)
    if len(xs) < 20:
        return []
    x, y = float(xs.mean()), float(ys.mean())
    return [Sighting(CARD["7S"], 0.97, (x - 10, y - 10, x + 10, y + 10), at_ms)]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    for frame in [BARE] * 8 + [with_card()] * 14:
        writer.write(frame)
    writer.release()
    return path


def test_a_film_is_watched_frame_by_frame_with_its_own_time(film: Path) -> None:
    frames = list(frames_of_film(film))

    assert len(frames) == 22
    assert [at_ms for _, at_ms in frames[:3]] == [0, 100, 200]
    assert frames[0][0].shape == (120, 160, 3)


def test_what_arrives_in_a_film_is_one_row_with_its_time(film: Path) -> None:
    (row,) = arrivals_in(frames_of_film(film), watch=Watch(read))

    assert row["card"] == "7S"
    assert 800 <= row["at_ms"] <= 1500


def test_arrivals_are_drawn_as_pictures_or_as_a_film(film: Path, tmp_path: Path) -> None:
    list(arrivals_in(frames_of_film(film), tmp_path / "seen", Watch(read)))
    list(arrivals_in(frames_of_film(film), tmp_path / "drawn.avi", Watch(read)))

    (drawn,) = (tmp_path / "seen").iterdir()
    assert drawn.name.endswith("-7S.jpg")
    assert len(list(frames_of_film(tmp_path / "drawn.avi"))) == 22


def test_what_is_no_film_is_refused_with_a_sentence(tmp_path: Path) -> None:
    words = tmp_path / "words.avi"
    words.write_text("no film")

    for path in (words, tmp_path / "none.mp4"):
        with pytest.raises(PictureError, match=r"\.$"):
            list(frames_of_film(path))


class Device:
    """A camera that gives three frames and is then unplugged."""

    def __init__(self) -> None:
        self.left = 3
        self.released = False

    def isOpened(self) -> bool:
        return True

    def set(self, *_: object) -> None: ...

    def get(self, _: int) -> float:
        return -1.0

    def grab(self) -> bool:
        self.left -= 1
        return self.left >= 0

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        return (True, BARE) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.released = True


def test_a_camera_unplugged_in_mid_stream_is_said_and_let_go() -> None:
    device, seen = Device(), []

    with pytest.raises(CameraLost, match="no more pictures"):
        seen.extend(frames_of_camera(Camera(0, lambda source: device), clock=lambda: 1.0))

    assert device.released
