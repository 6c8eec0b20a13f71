"""Claims about what a camera that looks on reports: what arrived, what left, nothing twice."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from companion.core.cards import CARD
from companion.core.sighting import Sighting
from companion.vision.frame import PictureError
from companion.vision.view import Track, View
from companion.vision.watch import Watch

pytestmark = pytest.mark.vision

Spot = tuple[str, int, int]  # card, middle of its index in pixels
STEP_MS = 120
NOISE = np.random.default_rng(1).integers(0, 7, (3, 360, 640, 3), np.uint8)


class Table:
    """A drawn table whose cards are blocks, and a reader that knows where they lie."""

    def __init__(self) -> None:
        self.spots: list[Spot] = []
        self.hand: tuple[int, int] | None = None
        self.shift = np.float32([[1, 0, 0], [0, 1, 0]])
        self.blind: set[str] = set()
        self.ghosts: list[Spot] = []  # what the whole frame seems to show
        self.sure: dict[str, float] = {}  # how surely a card is read, where not at 0.95
        self.lens = ""  # or "covered", "half" as many pixels, "turned"
        self.frames = 0
        self.reads = 0
        self.pixels = 0  # of all that was read

    def frame(self) -> np.ndarray:
        picture = np.full((360, 640, 3), (46, 104, 70), np.uint8)
        grain = np.random.default_rng(5).integers(0, 60, (45, 80), np.uint8)
        picture[..., 1] = cv2.resize(grain, (640, 360)) + 60
        for name, x, y in self.spots:
            shade = 190 + 4 * "23456789TJQKA".index(name[0])
            cv2.rectangle(picture, (x - 15, y - 20), (x + 45, y + 70), (shade,) * 3, -1)
            cv2.putText(picture, name, (x - 12, y), 0, 0.6, (20, 20, 20), 2)
        if self.hand:
            cv2.circle(picture, self.hand, 50, (120, 150, 210), -1)
        moved = cv2.warpAffine(picture, self.shift, (640, 360), borderMode=cv2.BORDER_REPLICATE)
        self.frames += 1
        self.last = np.asarray(cv2.add(moved, NOISE[self.frames % len(NOISE)]), np.uint8)
        if self.lens == "half":
            self.last = np.asarray(cv2.resize(self.last, (320, 180)), np.uint8)
        elif self.lens == "turned":
            self.last = np.asarray(cv2.rotate(self.last, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        elif self.lens == "covered":
            self.last = np.zeros((360, 640, 3), np.uint8)
        return self.last

    def seen_at(self, x: int, y: int) -> tuple[float, float]:
        """Where the camera sees a point of the table."""
        cx, cy = self.shift @ (x, y, 1)
        return {"half": (cx / 2, cy / 2), "turned": (360 - cy, cx)}.get(self.lens, (cx, cy))

    def read(self, part: np.ndarray, at_ms: int) -> list[Sighting]:
        self.reads += 1
        self.pixels += part.shape[0] * part.shape[1]
        if self.lens == "covered":
            return []
        _, _, (left, top), _ = cv2.minMaxLoc(cv2.matchTemplate(self.last, part, cv2.TM_SQDIFF))
        out = []
        ghosts = self.ghosts if part.shape == self.last.shape else []
        for name, x, y in [*self.spots, *ghosts]:
            hidden = self.hand and np.hypot(self.hand[0] - x, self.hand[1] - y) < 60
            if name not in self.blind and not hidden:
                cx, cy = self.seen_at(x, y)
                box = (cx - left - 12, cy - top - 12, cx - left + 12, cy - top + 12)
                if 0 < cx - left < part.shape[1] and 0 < cy - top < part.shape[0]:
                    out.append(Sighting(CARD[name], self.sure.get(name, 0.95), box, at_ms))
        return out


class Evening:
    """One table, one watch and a clock."""

    def __init__(self, **options: Any) -> None:
        self.table = Table()
        self.watch = Watch(self.table.read, **options)
        self.at_ms = 0
        self.views: list[View] = []

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.at_ms += STEP_MS
            self.views.append(self.watch.look(self.table.frame(), self.at_ms))

    def with_hand(self, at: tuple[int, int], then: Callable[[], None] = lambda: None) -> None:
        """A hand comes in from below, something happens under it, and it leaves."""
        path = [(at[0], y) for y in range(400, at[1], -60)] + [at]
        for spot in path:
            self.table.hand = spot
            self.frames()
        then()
        for spot in reversed(path):
            self.table.hand = spot
            self.frames()
        self.table.hand = None
        self.frames(8)

    def lay(self, name: str, x: int, y: int) -> None:
        self.with_hand((x, y), lambda: self.table.spots.append((name, x, y)))

    def take(self, name: str, instead: str = "") -> None:
        """Take a card up; *instead* of it lies another there that cannot be read."""
        (spot,) = [spot for spot in self.table.spots if spot[0] == name]
        self.table.blind |= {instead}
        left = [(instead, *spot[1:])] if instead else []

        def change() -> None:
            self.table.spots = [one for one in self.table.spots if one != spot] + left

        self.with_hand(spot[1:], change)

    @property
    def arrived(self) -> list[str]:
        return [str(track.card) for view in self.views for track in view.arrived]

    @property
    def gone(self) -> list[str]:
        return [str(track.card) for view in self.views for track in view.gone]


def last(evening: Evening, name: str) -> Track:
    """The card in the newest view."""
    (track,) = [each for each in evening.views[-1].cards if str(each.card) == name]
    return track


def names(tracks: Sequence[object]) -> list[str]:
    return sorted(str(track.card) for track in tracks)  # type: ignore[attr-defined]


def test_each_card_laid_down_arrives_once() -> None:
    evening = Evening()

    for k, name in enumerate(("7S", "8S", "9S")):
        evening.lay(name, 100 + 150 * k, 120)
    evening.frames(60)

    assert evening.arrived == ["7S", "8S", "9S"]
    assert names(evening.views[-1].cards) == ["7S", "8S", "9S"]
    assert evening.gone == []


def test_a_card_read_poorly_is_told_without_having_arrived() -> None:
    evening = Evening()
    evening.table.sure["7S"] = 0.6

    evening.lay("7S", 200, 120)

    assert last(evening, "7S").votes == 5
    assert 0.5 < last(evening, "7S").confidence < 0.9
    assert evening.arrived == []


def test_a_card_read_poorly_under_two_names_is_not_told() -> None:
    evening = Evening()
    evening.table.sure.update({"7S": 0.6, "7C": 0.6})

    def lay() -> None:
        evening.table.spots += [("7S", 200, 120), ("7C", 235, 170)]  # two corners of one card

    evening.with_hand((200, 120), lay)

    assert names(evening.views[-1].cards) == []


def test_a_card_under_a_later_one_stays_and_never_arrives_again() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)

    evening.lay("8S", 206, 124)
    evening.table.blind.add("7S")
    evening.frames(40)
    evening.table.blind.clear()
    evening.lay("QD", 400, 120)

    assert evening.arrived == ["7S", "8S", "QD"]
    assert evening.gone == []


def test_a_card_under_a_hand_does_not_arrive_before_the_hand_has_left() -> None:
    evening = Evening()
    evening.frames(6)

    evening.table.spots.append(("7S", 200, 120))
    evening.table.hand = (200, 120)
    evening.frames(10)
    assert evening.arrived == []
    evening.table.hand = None
    evening.frames(8)

    assert evening.arrived == ["7S"]


def test_a_card_that_is_taken_back_has_gone() -> None:
    evening = Evening()
    evening.frames(6)
    evening.lay("7S", 200, 120)

    evening.take("7S")

    assert evening.gone == ["7S"]
    assert evening.views[-1].cards == ()


def test_a_knocked_camera_moves_the_cards_and_makes_none_arrive() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    evening.lay("QD", 400, 120)

    evening.table.shift = np.float32(cv2.getRotationMatrix2D((320, 180), 3, 1.0)) + np.float32(
        [[0, 0, 160], [0, 0, -20]]
    )
    evening.frames(12)

    assert evening.arrived == ["7S", "QD"]
    assert evening.gone == []
    left = {str(track.card): track.box_xyxy[0] for track in evening.views[-1].cards}
    assert left["7S"] > 300


def test_a_card_slid_along_the_table_does_not_arrive_again() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    evening.lay("QD", 100, 240)

    evening.with_hand((200, 120), lambda: evening.table.spots.__setitem__(0, ("7S", 480, 140)))

    assert evening.arrived == ["7S", "QD"]
    assert names(evening.views[-1].cards) == ["7S", "QD"]


@pytest.mark.parametrize("x, y", [(200, 120), (480, 140)])
def test_a_card_taken_up_and_laid_again_arrives_anew_wherever_it_lies(x: int, y: int) -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    first = last(evening, "7S")
    evening.take("7S", instead="QD")  # which is not read, so the place never looks bare
    taken_ms = evening.at_ms

    evening.lay("7S", x, y)

    assert evening.arrived == ["7S", "7S"]
    again = evening.views[-1].cards[-1]
    assert (again.card, again.id != first.id) == (CARD["7S"], True)
    assert again.rest_ms > taken_ms
    assert again.was_laid


def test_a_card_under_a_hand_is_told_to_have_been_stirred_since_it_was_read() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    assert last(evening, "7S").moved_ms < last(evening, "7S").last_ms

    evening.table.hand = (200, 140)
    evening.frames()

    assert last(evening, "7S").moved_ms == evening.at_ms > last(evening, "7S").last_ms


def test_an_unmoved_table_is_hardly_ever_read() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    before = evening.table.reads

    evening.frames(200)

    assert evening.table.reads - before <= 200 * STEP_MS / 3000 + 1
    assert not any(view.moved for view in evening.views[-150:])


def test_cards_in_a_mask_are_not_wanted() -> None:
    corner = [(0.0, 0.0), (0.25, 0.0), (0.25, 1.0), (0.0, 1.0)]
    evening = Evening(masks=[corner])

    evening.lay("7S", 80, 120)
    evening.lay("QD", 400, 120)

    assert evening.arrived == ["QD"]


def test_one_misreading_never_arrives() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)

    evening.table.spots.append(("KH", 400, 120))
    evening.frames(2)
    evening.table.spots.pop()
    evening.frames(20)

    assert evening.arrived == ["7S"]


def test_a_shaken_picture_says_so() -> None:
    evening = Evening()
    for k in range(12):
        evening.table.shift = np.float32([[1, 0, 90 * (k % 2)], [0, 1, 40 * (k % 3)]])
        evening.table.spots = [("7S", 100 + 30 * j, 60 + 20 * j) for j in range(12)]
        evening.frames()

    assert evening.views[-1].hint == "hold still"
    assert not evening.views[-1].read


def test_two_of_one_card_at_once_are_two() -> None:
    evening = Evening()
    evening.lay("7S", 100, 120)

    evening.lay("7S", 500, 120)

    assert evening.arrived == ["7S", "7S"]


def test_a_copy_of_a_card_covered_later_arrives_as_itself() -> None:
    evening = Evening()
    evening.lay("AH", 100, 100)
    evening.watch.masks = [[(0.0, 0.0), (0.4, 0.0), (0.4, 0.6), (0.0, 0.6)]]

    evening.lay("AH", 500, 230)

    assert evening.arrived == ["AH", "AH"]
    assert len(evening.views[-1].cards) == 1


def test_a_card_laid_down_is_read_from_the_part_of_the_frame_that_stirred() -> None:
    evening = Evening()
    evening.frames(40)
    reads, pixels = evening.table.reads, evening.table.pixels

    evening.lay("7S", 200, 120)

    share = (evening.table.pixels - pixels) / (evening.table.reads - reads) / (640 * 360)
    assert evening.arrived == ["7S"]
    assert share < 0.6


def test_what_only_looks_at_the_whole_frame_show_never_arrives() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    evening.table.ghosts = [("KH", 400, 200)]

    evening.frames(200)

    assert evening.arrived == ["7S"]


def test_without_close_looks_only_whole_frames_are_read() -> None:
    evening = Evening(closely=False)

    evening.lay("7S", 200, 120)

    assert evening.arrived == ["7S"]
    assert evening.table.pixels == evening.table.reads * 640 * 360


def test_what_is_no_picture_is_refused_with_a_sentence() -> None:
    with pytest.raises(PictureError, match="where a picture was needed"):
        Watch(lambda frame, at_ms: []).look(None, 0)  # type: ignore[arg-type]


def test_what_came_to_rest_and_cannot_be_read_is_told_once_with_its_place() -> None:
    evening = Evening(heights=lambda frame: [])
    evening.table.blind.add("7S")

    evening.lay("7S", 200, 150)
    evening.frames(30)

    ((x0, y0, x1, y1),) = [each.box_xyxy for view in evening.views for each in view.blanks]
    assert (x0 < 185 and x1 > 245) and (y0 < 130 and y1 > 220)
    assert (x1 - x0, y1 - y0) < (260, 260)
    assert evening.arrived == []


def test_what_was_read_is_not_among_the_unread() -> None:
    evening = Evening()

    evening.lay("7S", 200, 150)
    evening.take("7S")
    evening.frames(30)

    assert not any(view.blanks for view in evening.views)


# ---- cameras that are turned, covered, or look at nothing


def test_a_camera_that_sends_smaller_frames_sees_the_same_cards() -> None:
    evening = Evening()
    evening.lay("5C", 200, 150)
    (before,) = evening.views[-1].cards

    evening.table.lens = "half"
    evening.frames(40)

    (card,) = evening.views[-1].cards
    assert (evening.arrived, evening.gone, card.id) == (["5C"], [], before.id)
    assert card.box_xyxy[0] == pytest.approx(before.box_xyxy[0] / 2, abs=8)


def test_a_camera_that_is_turned_begins_anew() -> None:
    evening = Evening()
    evening.lay("5C", 200, 150)

    evening.table.lens = "turned"
    evening.frames(12)

    (card,) = evening.views[-1].cards
    assert (evening.arrived, evening.views[-1].size) == (["5C", "5C"], (360, 640))
    assert card.box_xyxy[0] == pytest.approx(360 - 150 - 12, abs=2)


def test_a_covered_camera_forgets_no_card_and_makes_none_arrive_when_it_sees_again() -> None:
    evening = Evening(heights=lambda frame: [])
    evening.lay("5C", 200, 150)
    evening.lay("6C", 420, 200)

    evening.table.lens = "covered"
    evening.frames(60)
    hint = evening.views[-1].hint
    evening.table.lens = ""
    evening.frames(14)

    assert (evening.arrived, evening.gone, hint) == (["5C", "6C"], [], "covered")
    assert names(evening.views[-1].cards) == ["5C", "6C"]


def test_an_hour_of_nothing_fills_no_memory() -> None:
    """A picture every thirty seconds; in one of five there is a hand."""
    evening = Evening(heights=lambda frame: [])

    def look(count: int) -> None:
        for k in range(count):
            evening.table.hand = (300, 150 + k % 90) if k % 5 == 0 else None
            evening.at_ms += 30_000
            evening.frames()
            evening.views.clear()

    tracemalloc.start()
    look(20)
    before, _ = tracemalloc.get_traced_memory()
    look(120)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert after - before < 300_000


def test_a_hand_that_rested_for_a_while_is_nothing_that_cannot_be_read() -> None:
    evening = Evening(heights=lambda frame: [])
    evening.frames(10)

    evening.table.hand = (300, 150)
    evening.frames(14)
    evening.table.hand = None
    evening.frames(40)

    assert not any(view.blanks for view in evening.views)


# ---- what was seen to be laid, and what still lies there


def test_a_card_is_known_to_have_been_laid_where_the_camera_saw_it_come() -> None:
    evening = Evening()
    evening.table.spots.append(("KH", 400, 120))
    evening.table.blind.add("KH")
    evening.frames(6)
    evening.lay("7S", 200, 120)

    evening.table.blind.clear()
    evening.frames(60)

    assert last(evening, "7S").was_laid
    assert not last(evening, "KH").was_laid


@pytest.mark.parametrize("what", ["knocked", "asleep"])
def test_what_lies_there_after_a_knock_or_a_pause_was_not_seen_to_come(what: str) -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    evening.table.spots.append(("KH", 400, 120))

    if what == "knocked":
        evening.table.shift = np.float32([[1, 0, 60], [0, 1, -20]])
    else:
        evening.at_ms += 20_000
    evening.frames(60)

    assert last(evening, "7S").was_laid
    assert not last(evening, "KH").was_laid


def test_a_card_is_looked_at_again_with_the_next_picture() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)
    evening.frames(3)
    track = last(evening, "7S")
    assert track.last_ms < evening.at_ms

    evening.watch.look_again({track.id})
    evening.frames()
    assert last(evening, "7S").last_ms == evening.at_ms
    assert evening.views[-1].unread_ms is None

    evening.table.blind.add("7S")
    evening.watch.look_again({track.id})
    evening.frames()
    assert (last(evening, "7S").missed, last(evening, "7S").covered) == (True, False)


def test_a_card_under_a_later_one_is_covered() -> None:
    evening = Evening()
    evening.lay("7S", 200, 120)

    evening.table.blind.add("7S")
    evening.lay("8S", 206, 124)

    assert (last(evening, "7S").missed, last(evening, "7S").covered) == (True, True)


def test_where_many_are_looked_at_again_the_whole_is() -> None:
    evening = Evening()
    for k in range(5):
        evening.lay(f"{k + 2}S", 60 + 110 * k, 120)
    evening.frames(3)
    pixels = evening.table.pixels

    evening.watch.look_again({track.id for track in evening.views[-1].cards})
    evening.frames()

    assert evening.table.pixels - pixels == 640 * 360
    assert {track.last_ms for track in evening.views[-1].cards} == {evening.at_ms}
