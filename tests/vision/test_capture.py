"""A camera that is there, is not, goes and comes back."""

from typing import Any

import numpy as np
import pytest

from companion.vision.capture import FAILS_MAX, Camera, CameraLost, number_or_path

FRAME = np.zeros((48, 64, 3), np.uint8)


class Device:
    """What OpenCV gives for a camera: *frames* to come, ``None`` for one that does not.

    The first *kept* of them lie ready; for the others one has to wait.
    """

    def __init__(
        self, frames: list[Any], is_open: bool = True, kept: int = 0, count: int = 1
    ) -> None:
        self.frames, self.is_open, self.released = frames, is_open, False
        self.kept, self.count, self.now_s = kept, count, 0.0
        self.grabbed: Any = None

    def isOpened(self) -> bool:
        return self.is_open

    def grab(self) -> bool:
        self.now_s += 0.03 if self.kept <= 0 else 0.0
        self.kept -= 1
        self.grabbed = self.frames.pop(0) if self.frames else None
        return self.grabbed is not None

    def retrieve(self) -> tuple[bool, Any]:
        return self.grabbed is not None, self.grabbed

    def get(self, what: int) -> float:
        return float(self.count)

    def clock(self) -> float:
        return self.now_s

    def set(self, what: int, value: float) -> None:
        pass

    def release(self) -> None:
        self.released = True


def test_a_frame_comes_as_it_is() -> None:
    camera = Camera(0, lambda source: Device([FRAME]))

    assert camera.read() is not None


def test_a_camera_that_is_not_there_says_so_and_is_let_go() -> None:
    device = Device([], is_open=False)

    with pytest.raises(CameraLost, match="cannot be opened"):
        Camera(0, lambda source: device).read()
    assert device.released


def test_one_empty_frame_is_no_loss() -> None:
    camera = Camera(0, lambda source: Device([None, FRAME]))

    assert camera.read() is None
    assert camera.read() is not None


def test_a_camera_unplugged_in_mid_stream_is_said_and_opened_again() -> None:
    devices = [Device([FRAME]), Device([], is_open=False), Device([FRAME])]
    camera = Camera(0, lambda source: devices.pop(0))
    assert camera.read() is not None

    for _ in range(FAILS_MAX - 1):
        assert camera.read() is None
    with pytest.raises(CameraLost, match="gives no more pictures"):
        camera.read()

    with pytest.raises(CameraLost, match="cannot be opened"):
        camera.read()
    assert camera.read() is not None, "it is back"


def test_closing_twice_is_no_mistake() -> None:
    device = Device([FRAME])
    camera = Camera(0, lambda source: device)
    camera.read()

    camera.close()
    camera.close()

    assert device.released


@pytest.mark.parametrize(("text", "source"), [("0", 0), ("12", 12), ("/dev/video2", "/dev/video2")])
def test_a_camera_is_a_number_or_a_path(text: str, source: int | str) -> None:
    assert number_or_path(text) == source


def test_frames_that_lay_in_the_driver_while_one_was_read_are_passed_over() -> None:
    old, now = FRAME, FRAME + 1
    device = Device([old, old, now, old], kept=2, count=-1)

    frame = Camera(0, lambda source: device, device.clock).read()

    assert frame is not None
    assert frame.max() == 1


def test_of_a_film_no_frame_is_passed_over() -> None:
    device = Device([FRAME, FRAME + 1], kept=9, count=2)
    camera = Camera("film.mp4", lambda source: device, device.clock)

    assert [frame.max() for frame in (camera.read(), camera.read()) if frame is not None] == [0, 1]
