"""A camera that is carried away: nobody is credited by where cards lay before, until it is told."""

import random
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from onlookers import Evening

from companion.bench.simulated import Errors, SimulatedWatch
from companion.placing import Placing
from companion.store import Store

MOVED = "The camera was moved. Put it back, or show the places again."


class Portable(SimulatedWatch):
    """A phone that a test carries away; *nudged* is how its picture moves in the next one."""

    carried = False
    nudged = None

    def look(self, frame, at_ms):
        view = super().look(frame, at_ms)
        nudged, self.nudged = self.nudged, None
        return replace(view, is_astray=self.carried and self.stance.is_astray, nudged=nudged)

    def carry(self):
        self.carried = self.stance.is_astray = True


@pytest.fixture
def evening():
    with Store.open(None) as store:
        evening = Evening(store)
        evening.reads = partial(Portable, errors=Errors(0), rng=random.Random(1))
        yield evening


@pytest.fixture
def eye(evening):
    return evening.placed(evening.lookouts.eye(evening.id, "table", label="Ben’s phone"))


def test_carried_away_it_records_nothing_and_says_what_to_do(evening, eye):
    evening.lay(eye, 0, "4C")
    eye.watch.carry()

    answer = evening.lay(eye, 1, "5C", frames=10)

    assert evening.played == [(0, "4C")]
    assert (answer["trouble"], answer["astray"], answer["zones"]) == (MOVED, True, [])
    assert answer["questions"] == []


def test_put_back_it_goes_on_with_the_places_it_knew(evening, eye):
    eye.watch.carry()
    evening.look(eye, 3)

    eye.watch.carried = False
    answer = evening.lay(eye, 0, "4C")

    assert (evening.played, answer["trouble"], len(answer["zones"])) == ([(0, "4C")], "", 4)


def test_told_that_the_places_still_fit_it_goes_on(evening, eye):
    eye.watch.carry()
    evening.look(eye, 3)

    eye.stay()
    evening.lay(eye, 0, "4C")

    assert evening.played == [(0, "4C")]


def test_places_shown_again_are_those_that_count(evening, eye):
    eye.watch.carry()
    evening.look(eye, 3)

    evening.placed(eye)
    answer = evening.lay(eye, 0, "4C")

    assert (evening.played, answer["astray"]) == ([(0, "4C")], False)


def test_while_places_are_shown_it_may_not_be_carried_away_unsaid(evening, eye):
    eye.set_up()
    eye.watch.carry()

    answer = evening.lay(eye, 0, "9H")

    assert answer["trouble"] == MOVED
    assert answer["setting"]["missing"] == [0, 1, 2, 3]


def test_another_camera_goes_on_meanwhile(evening, eye):
    other = evening.placed(evening.lookouts.eye(evening.id, "shelf", label="Anna’s phone"))
    eye.watch.carry()
    evening.look(eye, 3)

    evening.lay(other, 0, "4C")

    assert evening.played == [(0, "4C")]


def test_a_camera_without_places_may_stand_anywhere(evening):
    eye = evening.lookouts.eye(evening.id, "table", label="Ben’s phone")
    evening.look(eye, 3)
    eye.watch.carry()

    answer = evening.lay(eye, 0, "4C")

    assert answer["trouble"] == ""
    assert "4C" in [str(seen.card) for seen in eye.seen(eye.seq, evening.table)]


def test_closed_and_opened_again_it_knows_where_it_stood(evening, eye):
    stood = eye.watch.stance

    evening.lookouts.close(evening.id, "table")

    assert evening.lookouts.eye(evening.id, "table").watch.stance is stood


# ---- a knock


def nudged(x, y):
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y]])


def test_places_go_with_the_picture_also_where_no_card_lies(evening, eye):
    (x, y) = eye.places.zones.middles[0]
    eye.watch.nudged = nudged(0.05, -0.02)

    evening.look(eye)

    assert eye.places.zones.middles[0] == pytest.approx((x + 0.05, y - 0.02))


def test_a_knock_after_which_a_place_is_out_of_the_picture_is_said_until_it_is_back(evening, eye):
    eye.watch.nudged = nudged(0, 0.2)
    assert evening.look(eye)["trouble"] == MOVED

    eye.watch.nudged = nudged(0, -0.2)

    assert evening.look(eye)["trouble"] == ""


def test_who_has_left_may_be_out_of_the_picture_when_people_say_so(evening, eye):
    eye.watch.nudged = nudged(0, 0.2)
    evening.look(eye)

    eye.stay()

    assert evening.look(eye, 3)["trouble"] == ""


def test_kept_places_are_not_astray_before_anything_was_seen(eye):
    placing = Placing(eye.watch, lambda kept: None, {"middles": {"0": [0.5, 0.5]}, "masks": []})

    assert not placing.is_astray
