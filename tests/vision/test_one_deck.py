"""Claims about what the sure cards of a picture say of its doubtful ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.cards import RANKS, SUITS
from companion.vision.assemble import Corner, assemble
from companion.vision.find import Place
from companion.vision.one_deck import each_card_once, ink_of, of_one_deck, palette_of, suits_of
from companion.vision.readers.corner import Reading

pytestmark = pytest.mark.vision
GREEN, BLACK, RED, BLUE = (60, 130, 20), (30, 30, 30), (40, 30, 200), (200, 60, 30)


def reading(card: str, suits: dict[str, float] | None = None) -> Reading:
    """A reading sure of its rank, and of its suit unless *suits* say otherwise."""
    ranks = np.full(13, 0.0001)
    ranks[RANKS.index(card[0])] = 1 - 0.0012
    told = suits or {card[1]: 0.997}
    rest = (1 - sum(told.values())) / (4 - len(told)) if len(told) < 4 else 0.0
    red = 0.999 if card[1] in "DH" else 0.001
    return Reading(ranks, np.array([told.get(suit, rest) for suit in SUITS]), red, 0.999)


def place(number: int) -> Place:
    """The *number*-th of a row of indices far apart."""
    return Place(100 + 500 * number, 100, 40, 0.0, 0.9)


def row_of(*shown: tuple[Reading, tuple[int, int, int]]) -> tuple[list[Corner], list[np.ndarray]]:
    """Corners in a row and the picture of their inks, each a bar on white paper."""
    picture = np.full((200, 500 * len(shown), 3), 245, np.uint8)
    for k, (_, colour) in enumerate(shown):
        cv2.rectangle(picture, (94 + 500 * k, 85), (106 + 500 * k, 115), colour, -1)
    return [Corner(place(k), read) for k, (read, _) in enumerate(shown)], [picture]


def cards(corners: list[Corner]) -> list[str]:
    return sorted(str(sighting.card) for sighting in assemble(corners))


def test_a_green_mark_is_a_club_where_sure_clubs_are_green() -> None:
    doubtful = reading("7S", {"S": 0.5, "C": 0.49})
    clubs, spades = [(reading(c), GREEN) for c in ("2C", "3C")], [(reading("9S"), BLACK)]
    corners, levels = row_of(*clubs, *spades, (reading("KH"), RED), (doubtful, GREEN))

    assert cards(corners) == ["2C", "3C", "9S", "KH"]
    assert cards(of_one_deck(corners, levels)) == ["2C", "3C", "7C", "9S", "KH"]


def test_a_colour_of_its_own_speaks_against_the_suit_that_was_seen() -> None:
    doubtful = reading("7S", {"S": 0.5, "C": 0.49})
    corners, levels = row_of((reading("9S"), BLACK), (reading("KS"), BLACK), (doubtful, GREEN))

    weighed = of_one_deck(corners, levels)[2].reading

    assert weighed.card == "7C"


def test_two_black_suits_of_one_ink_stay_as_doubtful_as_they_were() -> None:
    doubtful = reading("7S", {"S": 0.6, "C": 0.39})
    corners, levels = row_of(
        (reading("2C"), BLACK), (reading("9S"), (38, 34, 34)), (doubtful, BLACK)
    )

    weighed = of_one_deck(corners, levels)[2].reading

    assert weighed.suits == pytest.approx(doubtful.suits, abs=0.03)


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.7, 0.9)])
@pytest.mark.parametrize("blur", [0.1, 4.0])
def test_an_ink_is_the_same_in_any_light_and_out_of_focus(
    light: tuple[float, ...], blur: float
) -> None:
    corners, (picture,) = row_of((reading("2C"), GREEN))
    seen = cv2.GaussianBlur(picture, (0, 0), blur) * np.array(light)

    ink = ink_of(corners[0], [seen.astype(np.uint8)])

    assert float(ink @ ink_of(corners[0], [picture])) > 0.99


def test_inks_that_nobody_showed_say_little() -> None:
    black = np.full(3, 1 / np.sqrt(3))
    red = np.array([0.7, 0.7, 0.1])

    likely = suits_of(black, palette_of({0: [black]}))
    odd = suits_of(red, palette_of({0: [black]}))

    assert likely[0] == likely[3] == 0.0
    assert odd[0] < odd[1] == odd[2] == odd[3]


def test_a_card_seen_surely_elsewhere_is_not_read_into_a_doubtful_corner() -> None:
    corners = [Corner(place(0), reading("7S"))]
    corners += [Corner(place(1), reading("7S", {"S": 0.51, "C": 0.489}))]

    assert cards(corners) == ["7S"]
    assert cards(each_card_once(corners)) == ["7C", "7S"]


def test_two_sure_copies_are_two_packs() -> None:
    corners = [Corner(place(k), reading("7S", {"S": 0.9995})) for k in (0, 1)]

    assert cards(each_card_once(corners)) == ["7S", "7S"]


def test_what_may_be_the_other_corner_of_a_bent_card_makes_no_card_of_its_own() -> None:
    bent = Place(250, 140, 40, np.pi - 0.9, 0.9)
    doubtful = reading("7C", {"C": 0.6, "S": 0.39})
    corners = [Corner(place(0), reading("7C")), Corner(bent, doubtful)]

    assert each_card_once(corners)[1].reading.suits == pytest.approx(doubtful.suits)


@pytest.mark.parametrize("shown", ["doubtful", "sure"])
def test_where_all_are_sure_or_none_nothing_changes(shown: str) -> None:
    read = reading("7S") if shown == "sure" else reading("7S", {"S": 0.5, "C": 0.4})
    corners, levels = row_of(
        (read, BLACK), (reading("8S", dict(zip("SC", read.suits[[3, 0]], strict=True))), BLUE)
    )

    assert of_one_deck(corners, levels) == corners
