"""Claims about card outlines and the places of their indices."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.cards import CARD
from companion.vision.crops import pyramid
from companion.vision.draw import draw_table
from companion.vision.outline import bare_paper, cards_of, corner_places, find_outlines

pytestmark = pytest.mark.vision


def white_card(corners: list[list[float]]) -> np.ndarray:
    picture = np.full((480, 640, 3), (60, 90, 40), np.uint8)
    cv2.fillPoly(picture, [np.array(corners, np.int32)], (245, 245, 245), cv2.LINE_AA)
    return picture


def test_a_tilted_card_is_outlined_to_the_pixel_and_clockwise() -> None:
    corners = [[250, 80], [420, 120], [370, 370], [190, 330]]

    quads = find_outlines(pyramid(white_card(corners)))

    quad = quads[0]
    assert set(cards_of(quads)) == {0}
    nearest = [min(np.hypot(*(np.array(c) - q)) for q in quad) for c in corners]
    assert max(nearest) < 4  # the mask grows by a pixel or two
    assert cv2.contourArea(quad, oriented=True) > 0
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    assert sides[0] + sides[2] < sides[1] + sides[3]


@pytest.mark.parametrize(
    "corners",
    [
        [[100, 100], [500, 100], [500, 160], [100, 160]],
        [[200, 100], [420, 100], [420, 320], [200, 320]],
        [[200, 100], [420, 100], [310, 320]],
    ],
    ids=["strip", "square", "triangle"],
)
def test_other_shapes_are_no_cards(corners: list[list[float]]) -> None:
    assert find_outlines(pyramid(white_card(corners))) == []


def test_places_lie_in_both_left_corners_and_read_towards_the_middle() -> None:
    quads = find_outlines(pyramid(white_card([[200, 80], [380, 80], [380, 332], [200, 332]])))

    places = corner_places(quads[:1])

    first = [place for place, _ in places if place.y < 206]
    second = [place for place, _ in places if place.y > 206]
    assert len(first) == len(second) == 4
    assert all(place.x < 290 and abs(place.angle) < 0.05 for place in first)
    assert all(place.x > 290 and abs(abs(place.angle) - np.pi) < 0.05 for place in second)


def test_drawn_cards_are_outlined() -> None:
    picture = draw_table([CARD["7S"], CARD["QD"], CARD["2C"]], seed=1)

    assert len(find_outlines(pyramid(picture))) >= 3


def test_an_empty_table_has_no_outlines() -> None:
    assert find_outlines(pyramid(np.full((480, 640, 3), 90, np.uint8))) == []


def test_pips_leave_more_bare_paper_than_a_picture() -> None:
    picture = white_card([[200, 80], [380, 80], [380, 332], [200, 332]])
    quad = find_outlines(pyramid(picture))[0]
    court = picture.copy()
    court[110:300, 230:350] = np.random.default_rng(1).integers(0, 256, (190, 120, 3))

    assert bare_paper(picture, quad) > 0.95
    assert bare_paper(court, quad) < 0.2
