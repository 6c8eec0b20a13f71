"""Claims about finding indices."""

from __future__ import annotations

import numpy as np
import pytest

from companion import paths
from companion.core.cards import CARD
from companion.vision.crops import pyramid
from companion.vision.draw import draw_table
from companion.vision.find import CARD as CARD_OF_NET
from companion.vision.find import Place, each_once, find_indices, level, places_in, views
from companion.vision.model_card import net_of

pytestmark = pytest.mark.vision


def test_the_next_index_of_a_tight_fan_is_another_one() -> None:
    turn, height = 0.4, 40.0
    across = np.array([np.cos(turn), np.sin(turn)]) * 0.42 * height
    fan = [Place(100 + k * across[0], 100 + k * across[1], height, turn, 0.9) for k in range(5)]
    off = [Place(p.x + 5, p.y - 6, height * 1.1, turn + 0.05, 0.8) for p in fan]

    assert len(each_once([*fan, *off])) == len(fan)


def test_corners_of_drawn_cards_are_found() -> None:
    frame = draw_table([CARD["7S"], CARD["QD"]], seed=2)

    places = find_indices(frame, paths.MODELS)

    assert len(places) >= 4
    assert all(0 < place.x < 960 and 0 < place.y < 720 for place in places)


def test_a_peak_becomes_a_place_in_frame_pixels() -> None:
    maps = np.zeros((6, 4, 5), np.float32)
    maps[0] = -9
    maps[0, 2, 3] = 4
    maps[1:4, 2, 3] = 0.25, -0.25, np.log(1.5)
    maps[5, 2, 3] = 1.0

    (place,) = places_in(maps, scale=0.5)

    assert (place.x, place.y) == pytest.approx((3.75 * 16 - 0.5, 2.25 * 16 - 0.5))
    assert place.height == pytest.approx(60)
    assert place.angle == pytest.approx(np.pi / 2)
    assert place.score == pytest.approx(1 / (1 + np.exp(-4)))


def test_what_is_seen_in_two_sizes_is_kept_once() -> None:
    here = Place(100, 100, 20, 0, 0.5)
    again = Place(104, 98, 24, 0.1, 0.9)
    beside = Place(118, 100, 20, 0, 0.4)

    first, second = each_once([here, again, beside])

    assert (first.x, first.y, first.score) == (104, 98, 0.9)
    assert 20 < first.height < 24 and 0 < first.angle < 0.1
    assert second == beside


def test_the_copy_that_shows_an_index_large_enough_says_where_it_is() -> None:
    small = Place(100, 100, 20, 0, 0.9, seen_height=10)
    large = Place(103, 100, 20, 0, 0.8, seen_height=40)

    (place,) = each_once([small, large])

    assert (place.x, place.score) == (103, 0.9)


def test_heights_move_towards_those_around_but_not_to_another_deck() -> None:
    row = [Place(30.0 * k, 100, 20, 0, 0.9) for k in range(5)]
    off, other = Place(160, 100, 25, 0, 0.9), Place(160, 130, 60, 0, 0.9)

    places = level([*row, off, other])

    assert 20 < places[5].height < 22.5
    assert places[6] == other


@pytest.mark.parametrize("size_hw", [(3000, 4000), (720, 1280), (96, 128), (2000, 40)])
def test_every_picture_is_looked_at_in_a_few_sizes(size_hw: tuple[int, int]) -> None:
    looked = views(pyramid(np.zeros((*size_hw, 3), np.uint8)))

    assert 1 <= len(looked) <= 4
    assert max(max(view.shape[:2]) for view, _ in looked) <= 1280
    assert all(abs(max(view.shape[:2]) - max(size_hw) * scale) <= 1 for view, scale in looked)


def test_a_glance_at_many_indices_looks_at_no_smaller_copies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = draw_table([CARD[name] for name in ("7S", "QD", "AC", "9H")], seed=2)
    looked: list[int] = []
    whole = net_of(CARD_OF_NET, paths.MODELS)

    class Counting:
        def run(self, batch: np.ndarray) -> object:
            looked.append(batch.shape[3])
            return whole.run(batch)

    monkeypatch.setattr("companion.vision.find.net_of", lambda card, folder: Counting())

    find_indices(frame, paths.MODELS, (640, 320, 160), enough=6)

    assert looked == [640]
