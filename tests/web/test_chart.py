"""The evening's chart tells no lies: lines end at the balances, labels never overlap."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.web import chart

PEOPLE = [{"name": name, "animal": "cat"} for name in "ABCDEFGH"]


def test_a_line_begins_left_and_ends_right() -> None:
    made = chart.evening(PEOPLE[:2], [[30, 30], [35, 25]], 30)

    first = made["lines"][0]["path"]
    assert first.startswith(f"M{chart.LEFT} ")
    assert f"L{chart.RIGHT} " in first
    assert [line["last"] for line in made["lines"]] == [35, 25]


def test_more_chips_stand_higher() -> None:
    made = chart.evening(PEOPLE[:2], [[30, 30], [35, 25]], 30)

    ends = [float(line["path"].split(" ")[-1]) for line in made["lines"]]
    assert ends[0] < ends[1]


@pytest.mark.parametrize("last", [[30] * 8, list(range(8)), [0, 0, 0, 0, 100, 100, 100, 100]])
def test_labels_do_not_touch(last: list[int]) -> None:
    made = chart.evening(PEOPLE, [[30] * 8, last], 30)

    heights = sorted(line["label_y"] for line in made["lines"])
    assert all(low + chart.LABEL_GAP <= high + 0.2 for low, high in pairwise(heights))
    assert heights[-1] <= chart.HEIGHT


def test_an_evening_without_a_hand_has_a_chart_too() -> None:
    made = chart.evening(PEOPLE[:3], [[30, 30, 30]], 30)

    assert [row["label"] for row in made["rows"]] == ["start"]


def test_the_grid_holds_debts_and_a_long_evening() -> None:
    balances = [[30, 30], *[[30 + hand * 7, 30 - hand * 7] for hand in range(1, 41)]]

    made = chart.evening(PEOPLE[:2], balances, 30)

    assert 2 <= len(made["grid"]) <= 8
    assert len(made["ticks"]) <= 7
    assert all(chart.TOP <= line["y"] <= chart.BOTTOM for line in made["grid"])
