"""Claims about how corner readings become cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.cards import RANKS, SUITS
from companion.vision.assemble import Corner, assemble, groups_of, on_one_card, seen_twice
from companion.vision.find import Place
from companion.vision.readers.corner import Reading

pytestmark = pytest.mark.vision


def reading(
    card: str, rank_p: float = 0.999, suit_p: float = 0.999, shown: float = 0.999
) -> Reading:
    ranks = np.full(13, (1 - rank_p) / 12)
    suits = np.full(4, (1 - suit_p) / 3)
    ranks[RANKS.index(card[0])] = rank_p
    suits[SUITS.index(card[1])] = suit_p
    return Reading(ranks, suits, 1.0 if card[1] in "DH" else 0.0, shown)


def opposite_corners(turn: float = 0.0, unit: float = 20.0) -> tuple[Place, Place]:
    """Two corners of one card, 3 index heights across and 4 down, the card turned by *turn*."""
    c, s = np.cos(turn), np.sin(turn)
    x, y = 3 * unit, 4 * unit
    return (
        Place(300, 300, unit, turn, 0.9),
        Place(300 + c * x - s * y, 300 + s * x + c * y, unit, turn + np.pi, 0.9),
    )


@pytest.mark.parametrize("turn", np.linspace(0, 6, 7))
def test_two_corners_of_one_card_are_one_sighting(turn: float) -> None:
    a, b = opposite_corners(turn)

    (sighting,) = assemble([Corner(a, reading("7S")), Corner(b, reading("7S"))], at_ms=5)

    assert sighting.card == "7S"
    assert sighting.at_ms == 5
    x0, y0, x1, y1 = sighting.box_xyxy
    assert x0 < min(a.x, b.x) < max(a.x, b.x) < x1
    assert y0 < min(a.y, b.y) < max(a.y, b.y) < y1


def test_two_unsure_corners_that_agree_are_surer_than_one() -> None:
    a, b = opposite_corners()
    weak = reading("7S", rank_p=0.8, suit_p=0.8, shown=0.97)

    assert assemble([Corner(a, weak)]) == []
    assert [s.card for s in assemble([Corner(a, weak), Corner(b, weak)])] == ["7S"]


def test_an_unsure_corner_says_nothing() -> None:
    place = Place(100, 100, 20, 0, 0.9)

    assert assemble([Corner(place, reading("7S", rank_p=0.6))]) == []
    assert assemble([Corner(place, reading("7S", suit_p=0.6))]) == []
    assert assemble([Corner(place, reading("7S", shown=0.2))]) == []


def test_ink_of_the_wrong_colour_says_nothing() -> None:
    place = Place(100, 100, 20, 0, 0.9)
    sure = reading("7S")

    assert assemble([Corner(place, Reading(sure.ranks, sure.suits, 0.99, 0.99))]) == []


def test_two_copies_that_cannot_be_one_card_are_two_sightings() -> None:
    here, there = Place(100, 100, 20, 0, 0.9), Place(600, 100, 20, 0, 0.9)

    cards = assemble([Corner(here, reading("7S")), Corner(there, reading("7S"))])

    assert [s.card for s in cards] == ["7S", "7S"]


def test_different_cards_laid_like_two_corners_stay_two() -> None:
    a, b = opposite_corners()

    cards = assemble([Corner(a, reading("7S")), Corner(b, reading("KH"))])

    assert {s.card for s in cards} == {"7S", "KH"}


def test_corners_of_unlike_size_are_not_one_card() -> None:
    a, b = opposite_corners()

    assert on_one_card(a, b)
    assert not on_one_card(a, Place(b.x, b.y, b.height * 2.5, b.angle, b.score))


def test_a_number_over_a_court_picture_is_not_reported() -> None:
    a, b = opposite_corners()

    def cards(bare: float, name: str, rank_p: float = 0.85) -> list[str]:
        corners = [Corner(place, reading(name, rank_p=rank_p), 0, 0, bare) for place in (a, b)]
        return [str(sighting.card) for sighting in assemble(corners)]

    assert cards(0.7, "8S") == ["8S"]
    assert cards(0.2, "8S") == []
    assert cards(0.2, "8S", 0.99) == ["8S"], "a corner beyond doubt is no letter"
    assert cards(0.2, "7S") == ["7S"], "no letter looks like a 7: a shadow lies on the card"
    assert cards(0.2, "KS") == ["KS"]


def test_two_names_within_four_free_edges_are_none() -> None:
    a, b = opposite_corners()

    assert assemble([Corner(a, reading("7S"), 0), Corner(b, reading("KH"), 0)]) == []


def test_a_corner_that_says_nothing_brings_no_contradiction_from_its_outline() -> None:
    a, b = opposite_corners()
    stray = Corner(Place(b.x, a.y, 20, 0.0, 0.9), reading("JS", rank_p=0.2, suit_p=0.5), 3)
    elsewhere = Corner(Place(b.x + 40, a.y - 90, 20, 1.0, 0.9), reading("9C"), 3)

    cards = assemble([Corner(a, reading("7S")), Corner(b, reading("7S")), stray, elsewhere])

    assert {str(s.card) for s in cards} == {"7S", "9C"}


def test_a_doubtful_corner_of_a_neighbour_does_not_doubt_sure_ones() -> None:
    a, b = opposite_corners()
    stray = Corner(Place(b.x, a.y, 20, 0.0, 0.9), reading("9S", rank_p=0.45, suit_p=0.9))

    assert assemble([Corner(a, reading("7S")), stray])[0].confidence > 0.95
    both = assemble([Corner(a, reading("7S")), Corner(b, reading("7S")), stray])
    assert [str(s.card) for s in both] == ["7S"]


def test_four_edges_around_a_whole_fan_are_no_card() -> None:
    names = ("7S", "8S", "9S")
    fan = [
        Corner(Place(300 + 400 * k, 300, 24, 0.0, 0.9), reading(name), outline=0)
        for k, name in enumerate(names)
    ]

    assert {str(s.card) for s in assemble(fan)} == set(names)


def test_an_index_cut_by_the_edge_needs_another_corner() -> None:
    a, b = opposite_corners()
    cut = Corner(a, reading("7S", rank_p=0.95), cut=True)

    assert assemble([cut]) == []
    assert [s.card for s in assemble([replace(cut, reading=reading("7S"))])] == ["7S"]
    assert [s.card for s in assemble([cut, Corner(b, reading("7S"))])] == ["7S"]
    assert [s.card for s in assemble([cut, Corner(b, reading("7S"), cut=True)])] == ["7S"]


def test_four_corners_of_one_card_are_one_sighting() -> None:
    a, b = opposite_corners()
    right = Place(b.x, a.y, 20, 0.0, 0.9)
    left = Place(a.x, b.y, 28, np.pi, 0.9)

    cards = assemble([Corner(place, reading("7S")) for place in (right, left, a, b)])

    assert [s.card for s in cards] == ["7S"]


def test_two_pairs_of_corners_around_one_middle_are_one_card() -> None:
    height, spots = 20, ((0, 0, 0.0), (200, 200, np.pi), (200, 0, 0.0), (0, 200, np.pi))

    def pair(k: int, right: float = 0.0) -> list[Corner]:
        return [
            Corner(Place(x + right, y, height, turn, 0.9), reading("7S"))
            for x, y, turn in spots[k : k + 2]
        ]

    assert seen_twice(pair(0), pair(2))
    assert not seen_twice(pair(0), pair(0, right=60.0)), "two copies side by side"


def test_a_corner_that_says_nothing_does_not_weaken_the_others() -> None:
    a, b = opposite_corners()
    unsure = Corner(Place(b.x, a.y, 20, 0.0, 0.9), reading("8S", rank_p=0.3, suit_p=0.5))

    with_it = assemble([Corner(a, reading("7S")), Corner(b, reading("7S")), unsure])

    assert (
        with_it[0].confidence
        == assemble([Corner(a, reading("7S")), Corner(b, reading("7S"))])[0].confidence
    )


def test_two_equal_cards_side_by_side_are_two() -> None:
    a, b = opposite_corners()
    beside = [Place(p.x + 110, p.y, 20, p.angle, 0.9) for p in (a, b)]

    cards = assemble([Corner(place, reading("7S")) for place in (a, b, *beside)])

    assert [s.card for s in cards] == ["7S", "7S"]


def test_doubtful_cards_are_told_on_request() -> None:
    place = Place(100, 100, 20, 0, 0.9)
    doubtful = Corner(place, reading("7S", rank_p=0.6))

    assert assemble([doubtful]) == []
    assert [s.card for s in assemble([doubtful], least=0.3)] == ["7S"]


def test_one_card_whose_corners_fit_no_rule_is_reported_once() -> None:
    one = Corner(Place(100, 100, 20, 0, 0.9), reading("8S"))
    bent = Corner(Place(150, 110, 20, 1.2, 0.9), reading("8S"))
    copy = Corner(Place(600, 110, 20, 1.2, 0.9), reading("8S"))

    assert len(assemble([one, bent], least=0.1)) == 1
    assert len(assemble([one, copy], least=0.1)) == 2


def test_a_worse_look_at_an_index_that_a_card_has_does_not_weaken_it() -> None:
    a, b = opposite_corners()
    again = Corner(Place(a.x + 12, a.y + 12, 22, 0.0, 0.9), reading("TS", 0.7, 0.7), 0, 0)
    sure = [Corner(a, reading("7S"), 0, 0), Corner(b, reading("7S"))]

    (with_it,) = assemble([*sure, again])

    assert with_it.confidence == assemble(sure)[0].confidence


def test_a_doubtful_corner_goes_to_the_card_that_it_fits_best() -> None:
    a, b = opposite_corners()
    other = Place(b.x + 60, b.y - 80, 20, 0.0, 0.9)  # b lies below its left, too
    three, four = reading("3S", rank_p=0.9), reading("4S", rank_p=0.85)
    doubtful = reading("4S", rank_p=0.5)

    groups = groups_of([Corner(a, three), Corner(other, four), Corner(b, doubtful)])

    assert [len(group) for group in groups if group[0].reading.card == "4S"] == [2]


def test_a_card_tells_how_high_its_index_is_by_its_two_surest_corners() -> None:
    a, b = opposite_corners()
    doubtful = replace(a, x=a.x + 2, y=a.y + 3, height=31.0)
    corners = [
        Corner(a, reading("7C")),
        Corner(b, reading("7C")),
        Corner(doubtful, reading("7C", rank_p=0.6)),
    ]

    (card,) = assemble(corners)

    assert card.index_px == pytest.approx(20.0)
