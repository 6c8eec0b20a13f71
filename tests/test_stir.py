"""Where something stirred in a picture: a card is laid where something moves."""

import numpy as np
import pytest

from companion.stir import BEFORE_MS, LANDS_MS, Stir

TABLE = np.full((720, 1280, 3), 70, np.uint8)


def with_card(x, y, frame=TABLE):
    out = frame.copy()
    out[y - 60 : y + 60, x - 40 : x + 40] = 240
    return out


@pytest.fixture
def stir():
    """A watch over an empty table until 10 s, then a card at the left."""
    stir = Stir()
    for at_ms in range(0, 10_000, 500):
        stir.take(TABLE, at_ms)
    stir.take(with_card(300, 300), 10_000)
    return stir


def test_something_stirs_where_a_card_is_laid(stir):
    assert stir.stirred_ms((300 / 1280, 300 / 1280), 10_500, 10_500) == 10_000


def test_nothing_stirs_elsewhere(stir):
    assert stir.stirred_ms((900 / 1280, 300 / 1280), 10_500, 10_500) is None


def test_what_stirred_long_ago_says_nothing(stir):
    for at_ms in range(10_500, 14_000 + BEFORE_MS, 500):
        stir.take(with_card(300, 300), at_ms)

    assert stir.stirred_ms((300 / 1280, 300 / 1280), 10_001 + BEFORE_MS, 10_001) is None


def test_where_reading_takes_long_a_card_may_have_been_laid_some_frames_ago(stir):
    for at_ms in range(12_000, 12_000 + 10 * 2000, 2000):
        stir.take(with_card(300, 300), at_ms)

    assert stir.stirred_ms((300 / 1280, 300 / 1280), 30_000, 12_000)
    assert stir.stirred_ms((900 / 1280, 300 / 1280), 30_000, 12_000) is None


def test_what_stirred_before_the_card_was_put_down_says_nothing(stir):
    """Somebody else laid one at the left; then this one came to rest, and is soon read there."""
    for at_ms in range(10_500, 13_000, 500):
        stir.take(with_card(300, 300), at_ms)

    assert stir.stirred_ms((300 / 1280, 300 / 1280), 12_500, 10_000 + LANDS_MS) == 10_000
    assert stir.stirred_ms((300 / 1280, 300 / 1280), 12_500, 12_000) is None


def test_where_frames_come_slowly_a_card_lands_some_of_them_before_it_lies_still(stir):
    for at_ms in (12_000, 14_000):
        stir.take(with_card(300, 300), at_ms)

    assert stir.stirred_ms((300 / 1280, 300 / 1280), 14_000, 14_000) == 10_000


def test_light_that_changes_stirs_nothing(stir):
    stir.take(with_card(300, 300) // 2, 11_000)

    assert stir.stirred_ms((900 / 1280, 300 / 1280), 11_500, 11_500) is None


def test_a_card_is_seen_to_be_laid_in_the_dark():
    stir = Stir()
    stir.take(TABLE // 4, 0)
    stir.take(with_card(300, 300) // 4, 10_000)

    assert stir.stirred_ms((300 / 1280, 300 / 1280), 10_500, 10_500)


def test_before_the_first_picture_everything_may_have_stirred():
    assert Stir().stirred_ms((0.5, 0.5), 700, 700) == 700


def test_another_shape_of_picture_begins_anew(stir):
    stir.take(TABLE[:480], 20_000)

    assert stir.stirred_ms((0.7, 0.3), 20_500, 20_500)
