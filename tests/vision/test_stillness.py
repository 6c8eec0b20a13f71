"""Claims about rest: since when something lies where it lies, and what is looked at next."""

import numpy as np
import pytest

from companion.vision.motion import changed
from companion.vision.spots import Spot
from companion.vision.stillness import Stillness

pytestmark = pytest.mark.vision

TABLE = np.full((90, 160), 80, np.uint8)
CARD_AT = (40.0, 30.0, 52.0, 46.0)
NOTHING = np.zeros(TABLE.shape, bool)


def with_card(shade: int = 220) -> np.ndarray:
    picture = TABLE.copy()
    picture[30:46, 40:52] = shade
    return picture


class Film:
    """Small pictures, one every 200 ms."""

    def __init__(self, first: np.ndarray) -> None:
        self.still = Stillness.of(first, 0)
        self.at_ms = 0

    def show(self, picture: np.ndarray, frames: int = 1) -> bool:
        """Return whether the last one brought news."""
        news = False
        for _ in range(frames):
            self.at_ms += 200
            moved = changed(self.still.small, picture)
            news = self.still.has_news(picture, moved, self.at_ms)
            self.still.take(picture, moved, self.at_ms)
        return news

    @property
    def rest_ms(self) -> int:
        return self.still.rested_at(CARD_AT, 1.0)


def test_what_is_there_at_first_has_always_lain_there():
    film = Film(with_card())

    film.show(with_card(), 20)

    assert film.rest_ms == 0


def test_a_card_lies_since_it_came_to_rest_however_late_it_is_asked_for():
    film = Film(TABLE)
    film.show(TABLE, 10)

    film.show(with_card())
    assert film.show(with_card())
    rested_ms = film.at_ms
    film.show(with_card(), 50)

    assert film.rest_ms == rested_ms


def test_a_hand_that_rested_on_a_card_makes_it_no_younger():
    film = Film(with_card())
    film.show(with_card(), 10)

    film.show(with_card(120), 10)
    assert film.rest_ms > 0
    film.show(with_card(), 10)

    assert film.rest_ms == 0


def test_the_oldest_thing_that_is_not_read_is_told_but_not_what_still_moves():
    film = Film(TABLE)
    film.still.looks_due = 0
    read, unread = Spot((0, 0, 9, 9), found=True, rest_ms=100), Spot((40, 30, 52, 46), rest_ms=200)
    film.still.spots = [read, unread]
    moving = NOTHING.copy()
    moving[32, 42] = True

    assert film.still.unread_ms(NOTHING) == 200
    assert film.still.unread_ms(moving) is None


def idle(took_ms: int, since_ms: int, moved: np.ndarray = NOTHING) -> bool:
    film = Film(TABLE)
    film.still.looked_ms, film.still.took_ms = 0, took_ms
    return film.still.is_idle(moved, since_ms)


def test_an_unmoved_table_is_looked_at_every_three_seconds():
    assert not idle(100, 2999)
    assert idle(100, 3000)


def test_where_looking_takes_long_it_is_done_seldom():
    assert not idle(1000, 7999)
    assert idle(1000, 8000)


def test_a_look_at_the_whole_yields_to_what_moves_for_a_while():
    moved = NOTHING.copy()
    moved[5, 5] = True

    assert not idle(100, 3000, moved)
    assert idle(100, 9000, moved)


def test_where_something_rested_and_left_it_is_as_at_first():
    film, spot = Film(TABLE), Spot((36, 26, 56, 50))
    film.show(TABLE, 5)

    film.show(with_card(), 20)
    assert not film.still.is_as_at_first(spot)
    film.show(TABLE, 5)

    assert film.still.is_as_at_first(spot)


def test_what_is_laid_right_beside_a_card_makes_it_no_younger():
    """A corner that is read under another name then has lain there all the time."""
    film = Film(with_card())
    film.show(with_card(), 10)
    beside = with_card()
    beside[30:46, 52:70] = 120

    film.show(beside)
    film.show(beside)

    assert film.rest_ms == 0
