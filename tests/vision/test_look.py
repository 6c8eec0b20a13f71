"""Claims about how often an index is looked at: the doubtful ones again, the sure ones not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.core.cards import RANKS, SUITS
from companion.vision.assemble import Corner
from companion.vision.find import Place
from companion.vision.look import _TRIES, Desk, better_cuts, second_look
from companion.vision.readers.corner import Reading

pytestmark = pytest.mark.vision


def reading(card: str, confidence: float, shown: float = 1.0) -> Reading:
    ranks, suits = np.full(13, 0.0), np.full(4, 0.0)
    ranks[RANKS.index(card[0])] = confidence / shown
    suits[SUITS.index(card[1])] = 1.0
    return Reading(ranks, suits, float(card[1] in "DH"), shown)


def corner(number: int, answer: Reading) -> Corner:
    """The *number*-th of a row of indices far apart."""
    return Corner(Place(100 + 900 * number, 100, 40, 0.0, 0.9), answer)


class Answering(Desk):
    """A desk that reads the same in every cut, and counts them."""

    def __init__(self, answer: Reading) -> None:
        self.answer, self.asked = answer, 0

    def read(self, places: Sequence[Place]) -> list[Reading]:
        self.asked += len(places)
        return [self.answer] * len(places)


@pytest.mark.parametrize(
    ("first", "then", "cuts", "mean"),
    [
        (0.2, 0.9, 0, 0.2),  # too doubtful to count
        (0.95, 0.99, 2, 0.977),  # sure in three cuts
        (0.95, 0.9, 5, 0.908),  # not quite
        (0.95, 0.3, 2, 0.517),  # it was a guess
        (0.999, 0.3, 0, 0.999),  # beyond doubt
    ],
)
def test_three_cuts_are_enough_where_they_settle_it(
    first: float, then: float, cuts: int, mean: float
) -> None:
    desk = Answering(reading("7S", then))

    (after,) = second_look(desk, [corner(0, reading("7S", first))], 6)

    assert desk.asked == cuts
    assert after.reading.confidence == pytest.approx(mean, abs=0.001)


def test_two_corners_that_surely_read_one_card_need_no_second_look() -> None:
    opposite = Corner(Place(180, 260, 40, np.pi, 0.9), reading("7S", 0.95))
    desk = Answering(reading("7S", 0.3))

    after = second_look(desk, [corner(0, reading("7S", 0.95)), opposite], 6)

    assert desk.asked == 0
    assert [c.reading.confidence for c in after] == pytest.approx([0.95, 0.95])


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        (reading("7S", 0.95), reading("7S", 0.99), 0),  # sure
        (reading("7S", 0.5), reading("7S", 0.95), 4),  # read in the first round
        (reading("7S", 0.5), reading("7S", 0.7), 8),
        (reading("7S", 0.1), reading("7S", 0.1), 4),  # nothing in it
        (reading("7S", 0.01), reading("7S", 0.9), 0),  # no card
        (reading("7S", 0.1, shown=0.2), reading("7S", 0.9), 0),  # no index
    ],
)
def test_only_what_may_be_read_is_cut_in_other_ways(
    first: Reading, then: Reading, asked: int
) -> None:
    desk = Answering(then)

    better_cuts(desk, [corner(0, first)], _TRIES)

    assert desk.asked == asked


def test_what_is_doubtful_on_a_card_that_its_other_corner_names_is_left() -> None:
    opposite = Corner(Place(180, 260, 40, np.pi, 0.9), reading("7S", 0.5))
    desk = Answering(reading("7S", 0.3))

    better_cuts(desk, [corner(0, reading("7S", 0.98)), opposite], _TRIES)

    assert desk.asked == 0
