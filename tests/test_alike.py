"""Cards of one deck look alike in size: what does not fit in is asked about, never recorded."""

import math
from dataclasses import replace
from functools import partial
from typing import ClassVar

import cv2
import pytest
from onlookers import Evening

from companion.alike import Alike
from companion.bench.simulated import SimulatedWatch
from companion.core.cards import Card
from companion.store import Store
from companion.vision.draw import draw_face
from companion.vision.film import CONDITIONS, Tabletop
from companion.vision.watch import glance

FLAT = [((0.2, 0.2), 20.0), ((0.8, 0.2), 21.0), ((0.5, 0.5), 19.5)]


@pytest.mark.parametrize(
    ("height", "odd"), [(20, ""), (16, ""), (26, ""), (14, "smaller"), (28, "larger"), (0, "")]
)
def test_a_card_is_odd_where_it_is_a_third_smaller_or_larger(height, odd):
    assert Alike(FLAT).odd((0.4, 0.3), height) == odd


def test_two_cards_say_nothing_about_a_third():
    assert Alike(FLAT[:2]).odd((0.4, 0.3), 9) == ""


def test_cards_farther_from_the_camera_are_smaller_and_not_odd():
    def seen_at(y):
        return 20 * math.exp(1.2 * y)

    leaning = [((x, y), seen_at(y)) for x in (0.2, 0.8) for y in (0.1, 0.3)]

    assert Alike(leaning).odd((0.5, 0.5), seen_at(0.5)) == ""
    assert Alike(leaning).odd((0.5, 0.5), seen_at(0.0)) == "smaller"


def test_cards_of_unknown_size_are_never_odd():
    assert Alike([(point, 0.0) for point, _ in FLAT]).odd((0.4, 0.3), 9) == ""


# ---- at the table


class Sized(SimulatedWatch):
    """A reader of a deck printed 20 pixels high, with some cards of other heights."""

    others: ClassVar[dict[str, float]] = {}

    def look(self, frame, at_ms):
        view = super().look(frame, at_ms)
        cards = [replace(t, index_px=self.others.get(t.card, 20.0)) for t in view.cards]
        return replace(view, cards=tuple(cards))


@pytest.fixture
def table():
    with Store.open(None) as store:
        evening = Evening(store)
        evening.reads = partial(Sized, **evening.reads.keywords)
        eye = evening.placed(evening.lookouts.eye(evening.id, "table", label="A phone"))
        for seat, card in [(0, "4C"), (1, "5C"), (2, "6C")]:
            evening.lay(eye, seat, card)
        assert len(evening.played) == 3
        yield evening, eye


def test_the_next_card_on_a_phone_lying_there_is_asked_about(table, monkeypatch):
    evening, eye = table
    monkeypatch.setattr(Sized, "others", {"7C": 12.0})

    answer = evening.lay(eye, 3, "7C", frames=8)

    assert len(evening.played) == 3
    (question,) = answer["questions"]
    assert (question["kind"], question["say"]) == ("odd", "Does Dan play the 7 of clubs?")
    assert "smaller than the other cards" in question["why"]


def test_a_card_of_the_same_size_is_recorded_as_ever(table):
    evening, eye = table

    evening.lay(eye, 3, "7C")

    assert evening.played[-1] == (3, "7C")


def test_what_people_say_of_an_odd_card_holds(table, monkeypatch):
    evening, eye = table
    monkeypatch.setattr(Sized, "others", {"7C": 12.0})
    (question,) = evening.lay(eye, 3, "7C", frames=8)["questions"]

    eye.ignore(question["id"])
    assert evening.look(eye, 3)["questions"] == []
    assert len(evening.played) == 3

    evening.say("play", seat=3, card="7C")  # it was one of the deck after all
    evening.lay(eye, 0, "8C")
    assert evening.played[-2:] == [(3, "7C"), (0, "8C")]


def test_a_phone_that_a_person_holds_may_be_near_or_far(table, monkeypatch):
    evening, _ = table
    monkeypatch.setattr(Sized, "others", {"7C": 60.0})
    own = evening.lookouts.eye(evening.id, "own", seat=3, label="Dan’s phone")

    evening.look(own, 3)
    evening.lay(own, 3, "7C", frames=8)

    assert evening.played[-1] == (3, "7C")


# ---- with pictures


@pytest.mark.vision
def test_a_picture_of_a_card_on_a_phone_is_smaller_than_the_cards_around_it():
    stage = Tabletop(seed=3)
    for card, at in {"4C": (300, 200), "5C": (980, 180), "6C": (950, 520)}.items():
        stage.lay(Card(card), at, 0.1)
    frame = stage.picture(CONDITIONS["good"])
    frame[420:660, 330:450] = 12  # a phone, 64 mm wide beside cards of 63 mm
    frame[490:592, 354:427] = cv2.resize(draw_face(Card("7C")), (73, 102), cv2.INTER_AREA)
    cards = {one.card: one for one in glance(frame)}
    assert set(cards) == {"4C", "5C", "6C", "7C"}

    places = {
        card: ((one.box_xyxy[0] / 1280, one.box_xyxy[1] / 1280), one.index_px)
        for card, one in cards.items()
    }

    assert Alike([places[card] for card in ("4C", "5C", "6C")]).odd(*places["7C"]) == "smaller"
    for card in ("4C", "5C", "6C"):
        others = [places[other] for other in ("4C", "5C", "6C") if other != card]
        assert Alike([*others, others[0]]).odd(*places[card]) == ""
