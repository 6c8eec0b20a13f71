"""Claims about the spots where something came to rest: few, no larger than needed, or none."""

import numpy as np
import pytest

from companion.vision.spots import SPOTS_MAX, Spot, joined, spot_around, spots_of

pytestmark = pytest.mark.vision

UNIT = 8.0


def changes(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    out = np.zeros((90, 160), bool)
    for x0, y0, x1, y1 in boxes:
        out[y0:y1, x0:x1] = True
    return out


def test_a_card_that_came_to_rest_is_one_spot_with_some_table_around_it():
    (spot,) = spots_of(changes((60, 30, 75, 50)))

    x0, y0, x1, y1 = spot.box
    assert (x0 < 60, y0 < 30, x1 > 75, y1 > 50) == (True, True, True, True)
    assert (x1 - x0) * (y1 - y0) < 0.15 * 160 * 90


def test_the_parts_of_one_card_that_differ_from_the_card_below_are_one_spot():
    assert len(spots_of(changes((60, 30, 62, 32), (70, 46, 72, 48)))) == 1


def test_two_places_far_apart_are_two_spots():
    assert len(spots_of(changes((10, 10, 25, 30), (130, 60, 145, 80)))) == 2


@pytest.mark.parametrize(
    "changed",
    [changes(), changes((0, 0, 160, 90)), changes(*((k, k % 60, k + 2, k % 60 + 2)
                                                   for k in range(0, 160, 40 // SPOTS_MAX)))],
    ids=["nothing", "everything", "many places"],
)  # fmt: skip
def test_nothing_or_too_much_is_no_spot(changed):
    assert spots_of(changed) == []


def test_a_spot_at_the_edge_stays_within_the_picture():
    (spot,) = spots_of(changes((0, 80, 6, 90)))

    assert spot.in_frame(UNIT)[0] == 0
    assert spot.in_frame(UNIT)[3] == 720


def test_a_spot_knows_what_lies_in_it_and_what_moves_there():
    spot = spot_around((400, 200, 440, 240), UNIT, (90, 160))

    assert spot.doubted
    assert spot.holds((400, 200, 440, 240), UNIT)
    assert not spot.holds((900, 200, 940, 240), UNIT)
    assert spot.is_restless(changes((52, 28, 53, 29)))
    assert not spot.is_restless(changes((120, 28, 121, 29)))


def test_spots_that_overlap_become_one_which_the_later_says_how_often_to_look_at():
    (spot,) = joined([Spot((0, 0, 40, 40), looks=1), Spot((30, 30, 70, 70), looks=4)])

    assert (spot.box, spot.looks) == ((0, 0, 70, 70), 4)
