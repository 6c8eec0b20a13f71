"""The places of people in one camera's picture: what counts is when a card was laid."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.cards import Card
from companion.placing import Placing
from companion.vision.stance import Stance
from companion.vision.view import Blank, Track, View

SIZE = (1280, 720)


def track(number: int, at: tuple[float, float], rest_ms: int, seen_ms: int) -> Track:
    x, y = at
    box = (x - 12, y - 16, x + 12, y + 16)
    return Track(number, Card("5C"), 0.99, 4, 4, box, seen_ms, seen_ms, rest_ms)


def view(
    at_ms: int, *cards: Track, size: tuple[int, int] = SIZE, blanks: tuple[Blank, ...] = ()
) -> View:
    arrived = tuple(card for card in cards if card.first_ms == at_ms)
    return View(at_ms, size, None, False, True, cards, arrived, (), blanks)


class Camera:
    """Places of two people, with what was kept of them and what the camera saw last."""

    def __init__(self, kept: dict[str, Any] | None = None) -> None:
        self.kept: list[dict[str, Any]] = []
        self.watch: Any = SimpleNamespace(masks=(), stance=Stance())
        self.places = Placing(self.watch, self.kept.append, kept)
        self.last: View | None = None

    def sees(self, last: View) -> bool:
        """Return whether the setting-up ended."""
        self.last = last
        self.places.follow(last)
        return self.places.seating is not None and self.places.take(last)

    def begin(self) -> None:
        self.places.begin((0, 1), self.last)


def test_each_card_laid_when_asked_for_is_a_place():
    camera = Camera()
    camera.sees(view(100))
    camera.begin()

    one, two = track(1, (300, 200), 900, 1000), track(2, (900, 200), 1900, 2000)
    assert not camera.sees(view(1000, one))
    assert camera.sees(view(2000, one, two))

    assert set(camera.places.zones.middles) == {0, 1}
    assert camera.kept[-1]["middles"].keys() == {"0", "1"}


def test_what_lay_there_before_is_covered_also_where_it_is_read_later():
    camera = Camera()
    camera.sees(view(100))
    camera.begin()

    camera.sees(view(3000, track(1, (640, 360), 100, 3000)))

    assert camera.places.seating is not None
    assert not camera.places.seating.done
    assert camera.places.zones.is_masked((0.5, 360 / 1280))


def test_begun_before_the_first_picture_what_that_shows_is_the_layout():
    camera = Camera()
    camera.begin()

    camera.sees(view(5000, track(1, (640, 360), 5000, 5000)))

    assert camera.places.zones.is_masked((0.5, 360 / 1280))


def test_two_cards_read_in_one_look_belong_to_people_in_the_order_they_were_laid():
    camera = Camera()
    camera.sees(view(100))
    camera.begin()

    camera.sees(view(6000, track(1, (900, 200), 4000, 6000), track(2, (300, 200), 2000, 6000)))

    assert camera.places.zones.middles[0][0] < 0.5 < camera.places.zones.middles[1][0]


def test_a_card_waits_for_what_was_laid_before_it_and_is_not_read_yet():
    camera = Camera()
    camera.sees(view(100))
    camera.begin()
    later, earlier = track(2, (900, 200), 4000, 5000), track(1, (300, 200), 2000, 6000)
    nothing = Blank((600, 300, 700, 400), 4500)

    waiting = replace(view(5000, later, blanks=(nothing,)), unread_ms=2000)
    camera.sees(waiting)
    assert camera.places.seating is not None
    assert not camera.places.seating.done
    camera.places.seating.circle = (0, 1, 2)
    camera.sees(view(6000, later, earlier))

    middles = camera.places.zones.middles
    assert middles[0][0] < 0.3 < middles[2][0] < 0.6 < middles[1][0]


@pytest.mark.parametrize(
    ("places", "wrong"),
    [([(0, 0), (1, 0), (1, 1), (0, 1)], False), ([(0, 1), (1, 1), (1, 0), (0, 0)], False),
     ([(0, 0), (1, 1), (1, 0), (0, 1)], True), ([(0, 0), (1, 1), (1, 0)], False),
     ([(0.1, 0.9), (0.2, 0.1), (0.5, 0.05), (0.9, 0.2), (0.8, 0.9)], False)],
)  # fmt: skip
def test_people_lie_round_the_table_as_they_sit(places, wrong):
    middles = {str(seat): list(at) for seat, at in enumerate(places)}

    camera = Camera({"middles": middles, "masks": []})

    assert camera.places.is_out_of_order(range(5)) is wrong


def test_what_cannot_be_read_shows_a_place_only_where_it_came_when_asked_for():
    camera = Camera()
    camera.sees(view(1000))
    camera.begin()

    before, after = Blank((200, 200, 300, 300), 900), Blank((800, 200, 900, 300), 1900)
    camera.sees(view(2000, blanks=(before, after)))

    assert camera.places.seating is not None
    ((x, _),) = camera.places.seating.done.values()
    assert x > 0.5


def test_one_place_set_up_anew_covers_nothing():
    camera = Camera()
    camera.sees(view(100, track(1, (300, 200), 50, 100)))
    camera.places.turn(0, (0,), camera.last)

    camera.sees(view(1000, track(2, (640, 360), 80, 1000)))

    assert camera.places.zones.masks == ()


def test_places_are_known_for_the_way_the_camera_is_held():
    camera = Camera({"middles": {"0": [0.3, 0.3], "1": [0.7, 0.3]}, "masks": []})
    camera.sees(view(100))

    assert camera.places.follow(view(200, size=(720, 1280)))
    assert camera.places.is_turned_away
    assert not camera.places.zones.middles
    assert camera.places.follow(view(300))

    assert not camera.places.is_turned_away
    assert set(camera.places.zones.middles) == {0, 1}


def test_nothing_is_read_where_something_is_covered():
    camera = Camera()
    lying = track(1, (640, 360), 100, 100)
    camera.sees(view(100, lying))
    assert camera.watch.masks == []

    camera.begin()
    camera.places.skip(0)
    camera.places.skip(1)

    ((x, y), *_) = camera.watch.masks[0]
    assert (x, y) < (640 / 1280, 360 / 720)
    camera.places.clear()
    assert camera.watch.masks == []


def placed(camera: Camera, *taps: tuple[float, float]) -> Placing:
    """Tap in the picture where the one lies who is asked."""
    camera.sees(view(100))
    camera.begin()
    for at in taps:
        assert camera.places.seating is not None
        camera.places.place(camera.places.seating.missing[0], at)
    return camera.places


@pytest.mark.parametrize("beside", [(0.5, 0.7), (0.5, 2.0), (1.5, 0.3), (-0.1, 0.3)])
def test_a_tap_beside_the_picture_sets_no_place(beside):
    places = placed(Camera(), (0.2, 0.3), beside)

    assert places.seating is not None
    assert places.seating.missing == (1,)


def test_a_second_tap_on_the_same_spot_is_not_the_next_persons_place():
    places = placed(Camera(), (0.2, 0.3), (0.21, 0.3))

    assert places.seating is not None
    assert places.seating.done == {0: (0.2, 0.3)}


def test_the_last_tap_ends_the_setting_up():
    camera = Camera()
    places = placed(camera, (0.2, 0.3), (0.8, 0.3))

    assert places.seating is None
    assert camera.kept[-1]["middles"] == {"0": [0.2, 0.3], "1": [0.8, 0.3]}
