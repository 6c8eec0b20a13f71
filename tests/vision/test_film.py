"""A drawn card table: cards where they are laid, hands, light and a moved camera."""

import numpy as np
import pytest

from companion.core.cards import Card
from companion.vision.film import CONDITIONS, Light, Tabletop

STILL = Light(blur=0, noise=0)


@pytest.fixture
def table():
    return Tabletop(seed=1)


def difference(a, b):
    return np.abs(a.astype(int) - b.astype(int)).max(axis=2) > 40


def test_a_card_appears_where_it_is_laid(table):
    before = table.picture(STILL)
    table.lay(Card("8S"), (400.0, 300.0), 0.2)

    rows, columns = np.nonzero(difference(before, table.picture(STILL)))

    assert abs(rows.mean() - 300) < 15
    assert abs(columns.mean() - 400) < 15


def test_a_card_taken_up_leaves_the_cloth_as_it_was(table):
    before = table._canvas.copy()
    table.lay(Card("8S"), (400.0, 300.0), 0.2)
    table.take_up([Card("8S"), Card("9S")])

    assert (table._canvas == before).all()


def test_a_card_at_the_edge_is_cut(table):
    table.lay(Card("8S"), (5.0, 715.0), 1.0)

    assert table.picture(STILL).shape == (720, 1280, 3)


def test_a_hand_covers_the_place_it_reaches(table):
    table.lay(Card("8S"), (640.0, 600.0), 0.0)

    covered = difference(table.picture(STILL), table.picture(STILL, hand=(640.0, 600.0)))

    assert covered[560:640, 610:670].mean() > 0.8


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_condition_gives_a_picture_of_its_width(table, name):
    frame = table.picture(CONDITIONS[name], nudge=(5.0, -3.0), shadow=0.5)

    assert frame.shape[1] == CONDITIONS[name].width
    assert frame.dtype == np.uint8


def test_the_same_seed_draws_the_same_film():
    first, second = (Tabletop(seed=3).picture(Light()) for _ in range(2))

    assert (first == second).all()


def test_seats_lie_round_the_table_with_cards_turned_to_them(table):
    (x, y), turn = table.seat_at(0, 4)

    assert (round(x), turn) == (640, 0.0)
    assert y > 500
    assert table.seat_at(2, 4)[0][1] < 200


def test_nothing_is_drawn_for_those_who_look_without_eyes():
    table = Tabletop(draws=False)
    table.lay(Card("8S"), (1.0, 1.0), 0.0)
    table.take_up([Card("8S")])

    assert table.lying == []
    assert not table.picture(Light()).any()
