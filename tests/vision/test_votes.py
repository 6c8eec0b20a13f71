"""Claims about votes: how many looks a card needs, and which of them count."""

from dataclasses import replace

import numpy as np
import pytest

from companion.core.cards import CARD
from companion.core.sighting import Sighting
from companion.vision.votes import APART_MS, BALLOTS, Place

pytestmark = pytest.mark.vision

BOX = (100.0, 100.0, 124.0, 132.0)


def sighting(at_ms: int, confidence: float = 0.97) -> Sighting:
    return Sighting(CARD["5C"], confidence, BOX, at_ms)


def voted(step_ms: int, votes: str, confidence: float = 0.97) -> Place:
    """A place after looks *step_ms* apart: ``x`` for each that named the card, ``-`` for others."""
    place = Place(1, sighting(0, confidence), None)
    for k, vote in enumerate(votes[1:], 1):
        place.vote(sighting(k * step_ms, confidence) if vote == "x" else None, k * step_ms)
    return place


@pytest.mark.parametrize(
    ("step_ms", "votes", "enough"),
    [(200, "x", False), (200, "xx", False), (200, "xxx", True), (200, "x-x", False),
     (100, "xxx", False), (APART_MS, "xx", True), (APART_MS, "x-x", False),
     (APART_MS, "x-xx", True)],
)  # fmt: skip
def test_a_card_arrives_after_three_looks_or_two_that_are_apart(step_ms, votes, enough):
    assert voted(step_ms, votes).has_majority is enough


def test_two_doubtful_looks_are_not_enough_however_far_apart():
    assert not voted(5000, "xx", confidence=0.8).has_majority


def test_a_card_that_most_looks_name_unsurely_is_doubtful():
    assert voted(200, "xxx", confidence=0.7).is_doubtful
    assert not voted(100, "xxx", confidence=0.7).is_doubtful
    assert not voted(200, "xx--x-", confidence=0.7).is_doubtful


def as_laid(card: str, at: tuple[float, float], rest_ms: int) -> Place:
    """A place of a card whose index is around *at*."""
    x, y = at
    seen = Sighting(CARD[card], 0.7, (x - 12, y - 12, x + 12, y + 12), rest_ms + 200)
    return Place(rest_ms, seen, None, rest_ms)


@pytest.mark.parametrize(
    ("card", "at", "rest_ms", "contradicts"),
    [("5S", (100, 100), 1000, True), ("5S", (160, 220), 1000, True),
     ("5S", (100, 100), 300, False), ("5S", (500, 100), 1000, False),
     ("5C", (100, 100), 1000, False), ("5S", (100, 100), 2000, True)],
)  # fmt: skip
def test_another_name_for_what_was_laid_then_contradicts_a_card(card, at, rest_ms, contradicts):
    place = as_laid("5C", (100, 100), 1000)

    assert as_laid(card, at, rest_ms).contradicts(place) is contradicts


def test_more_looks_add_nothing_to_four_sure_ones_or_two_that_are_apart():
    assert not voted(200, "xxx").is_steady
    assert voted(200, "xxxx").is_steady
    assert voted(1000, "xx").is_steady
    assert not voted(200, "xxxx-").is_steady


def test_a_card_is_unseen_after_five_misses_or_two_that_are_apart():
    assert not voted(100, "xxx" + "-" * (BALLOTS - 1)).is_unseen
    assert voted(100, "xxx" + "-" * BALLOTS).is_unseen
    assert not voted(1500, "xx-").is_unseen
    assert voted(1500, "xx--").is_unseen


def test_a_card_looks_larger_where_the_camera_comes_nearer():
    place = Place(1, replace(sighting(0), index_px=20.0), None)

    place.move(np.array([[0.0, -2.0, 300.0], [2.0, 0.0, 10.0]]))  # twice as near, and turned

    assert (place.index_px, place.unit) == (40.0, 48.0)
    x0, y0, x1, y1 = place.box
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == (68.0, 234.0)
