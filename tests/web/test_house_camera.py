"""A camera on the computer itself: it looks at the table that is played, and survives its cable."""

from typing import Any

import numpy as np
import pytest
from eyes_at_play import Lookouts
from phones import AtTable, TableMaker, words

from companion.core.errors import RuleError
from companion.evidence import Pictures
from companion.vision.capture import CameraLost
from companion.web.boodle import Boodle
from companion.web.eyes import Eyes
from companion.web.house_camera import AGAIN_S, IDLE_S, HouseCamera

FRAME = np.full((90, 160, 3), 120, np.uint8)


class Source:
    """A camera that gives what a test has put in: frames, ``None``, or an error."""

    def __init__(self) -> None:
        self.comes: list[Any] = []
        self.closed = 0

    def read(self) -> Any:
        given = self.comes.pop(0) if self.comes else FRAME
        if isinstance(given, Exception):
            raise given
        return given

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def lookouts() -> Lookouts:
    return Lookouts()


@pytest.fixture
def boodle(boodle: Boodle, lookouts: Lookouts) -> Boodle:
    now = iter(range(10_000))
    eyes = Eyes(
        lambda eyes: lookouts, Pictures(None), keeps=boodle.door.settings.keeps_pictures,
        nudge=lambda evening: None, clock=lambda: float(next(now)),
    )  # type: ignore[arg-type]  # fmt: skip
    return Boodle(boodle.croupier, boodle.door, boodle.hub, boodle.network, eyes)


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def camera(boodle: Boodle, source: Source) -> HouseCamera:
    boodle.eyes.house = HouseCamera(boodle, source)
    return boodle.eyes.house


@pytest.fixture
def running(table: TableMaker) -> AtTable:
    made = table(3)
    made.begin()
    return made


def test_it_looks_at_the_table_that_is_played(
    camera: HouseCamera, running: AtTable, lookouts: Lookouts
) -> None:
    camera.step()

    assert lookouts.only.seat is None
    assert len(lookouts.only.pictures) == 1
    assert camera.evening_id == running.evening.id


def test_without_a_table_the_camera_is_off(camera: HouseCamera, source: Source) -> None:
    assert camera.step() == IDLE_S
    assert source.closed == 1


def test_where_only_pots_are_recorded_the_camera_is_off(
    camera: HouseCamera, table: TableMaker, lookouts: Lookouts
) -> None:
    table(3, depth="pots").begin()

    assert camera.step() == IDLE_S
    assert not lookouts.open


def test_a_camera_unplugged_is_said_and_tried_again(
    camera: HouseCamera, running: AtTable, source: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    source.comes = [FRAME, CameraLost("It gives no more pictures."), FRAME]
    camera.step()

    assert camera.step() == AGAIN_S
    assert "no more pictures" in running.host.text(f"{running.url}/eye/house")
    camera.step()

    assert camera.trouble == ""
    assert capsys.readouterr().err.splitlines() == [
        "It gives no more pictures. It is tried every few seconds; until then tap the cards.",
        "The camera looks on again.",
    ]


def test_an_empty_frame_and_a_full_house_are_no_end(
    camera: HouseCamera, running: AtTable, source: Source, lookouts: Lookouts
) -> None:
    source.comes = [None, FRAME]
    camera.step()
    camera.step()
    lookouts.only.raises = RuleError("not_yours", "Four cameras look on already.")

    assert camera.step() == AGAIN_S
    assert camera.trouble == "Four cameras look on already."


def test_it_runs_and_ends(camera: HouseCamera, running: AtTable, source: Source) -> None:
    camera.start()
    camera.stop()

    assert source.closed >= 1


def test_its_page_shows_the_picture_and_the_places(
    camera: HouseCamera, running: AtTable, lookouts: Lookouts
) -> None:
    page = running.host.get(f"{running.url}/eye/house")
    assert "has not looked at this table yet" in words(page)
    assert "Show the places" not in words(page)
    camera.step()
    running.host.post(f"{running.url}/eye/set", kind="begin", eye="house")
    lookouts.only.says = {
        "setting": {"seat": 1, "say": "Ben, lay one card in front of you.", "done": [0],
                    "missing": [1, 2]},
        "outlines": [{"card": "5C", "box": [10, 10, 40, 60], "state": "asked", "say": ""}],
        "zones": [{"seat": 0, "name": "Anna", "x": 0.2, "y": 0.2, "r": 0.1}],
    }  # fmt: skip
    camera.step()

    page = running.host.get(f"{running.url}/eye/house")
    picture = running.host.get(f"{running.url}/eye/house.jpg")

    assert ("set_up", True) in lookouts.only.calls
    assert "Ben, lay one card in front of you." in words(page)
    assert picture.data[:2] == b"\xff\xd8"
    assert running.phone("watcher").get(f"{running.url}/eye/house.jpg").status_code == 404
    running.host.post(f"{running.url}/eye/set", kind="forget", eye="house")
    assert lookouts.only.calls[-1][0] == "clear"


def test_moved_it_is_shown_the_places_again_or_trusted(
    camera: HouseCamera, running: AtTable, lookouts: Lookouts
) -> None:
    camera.step()
    lookouts.only.says = {"astray": True, "trouble": "The camera was moved."}  # no picture since

    page = words(running.host.get(f"{running.url}/eye/house"))
    running.host.post(f"{running.url}/eye/set", kind="stay", eye="house")

    assert all(each in page for each in ("The camera was moved.", "Show the places", "still fit"))
    assert lookouts.only.calls[-1][0] == "stay"


def test_the_menu_names_it_where_it_is(running: AtTable, camera: HouseCamera) -> None:
    assert "The house’s camera" in running.host.text(f"{running.url}/menu")


def test_without_one_there_is_no_page(table: TableMaker) -> None:
    at = table(3)

    assert at.host.get(f"{at.url}/eye/house").status_code == 303
    assert "house’s camera" not in at.host.text(f"{at.url}/menu")
