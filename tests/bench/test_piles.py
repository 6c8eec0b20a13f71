"""companion/bench/piles.py: right logs and planted faults beside what a picture shows."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.bench import piles
from companion.bench.laid_out import LIGHTS, SHAPES, laid_out
from companion.bench.piles import Score, Shot, judged
from companion.core.cards import DECK, Card
from companion.core.sighting import Sighting
from companion.vision import read_cards
from companion.vision.draw import draw_face

HAS_ONE_MORE = "GuilleX7/query_q12.jpg"
"""An ace of diamonds lies at its edge that the labels leave out: it is flagged, and rightly."""
CARDS = tuple(map(Card, ("4C", "9S", "KD", "2H", "TC")))


def shot(read: dict[str, float], beside: tuple[str, ...] = ()) -> Shot:
    """A picture of `CARDS` in which the reader saw *read*."""
    sightings = tuple(
        Sighting(Card(card), sure, (0.0, 0.0, 9.0, 9.0)) for card, sure in read.items()
    )
    return Shot("drawn", "one", CARDS, frozenset(map(Card, beside)), sightings)


def test_a_picture_that_is_read_whole_answers_every_log_as_hoped() -> None:
    score = judged(shot(dict.fromkeys(CARDS, 0.99)))

    for truth, answers in {**piles.PILES, **piles.LEFT}.items():
        assert score.answers[truth, answers[0]] == score.logs[truth] == 1, truth
    assert score.answers["left, right", "the pack"] == 1
    assert not score.false


@pytest.mark.parametrize("sure", [0.1, 0.6, 0.8, 0.95])
def test_a_weak_reading_never_flags_a_right_log(sure: float) -> None:
    for card in CARDS:
        score = judged(shot({**dict.fromkeys(CARDS, 0.99), card: sure}))

        assert score.answers["right", "flag"] == score.answers["left, right", "flag"] == 0
        assert score.answers["left, right", "recorded wrongly"] == 0


@pytest.mark.parametrize(("beside", "flags"), [((), 1), (("5D",), 0)])
def test_a_card_that_does_not_lie_there_is_counted_as_a_false_flag(
    beside: tuple[str, ...], flags: int
) -> None:
    score = judged(shot({**dict.fromkeys(CARDS, 0.99), "5D": 0.99}, beside))

    assert len([line for line in score.false if "5♦ flagged" in line]) == flags


def test_a_table_has_a_row_a_group_and_a_column_a_log() -> None:
    one = judged(shot(dict.fromkeys(CARDS, 0.99)))
    both = Score()
    both.add(one)
    both.add(one)

    head, _, first, last = piles.table_of({"drawn": one, "all": both}, piles.PILES).splitlines()

    assert head.count("|") == first.count("|") == len(piles.PILES) + 4
    assert first.startswith("| drawn | 1 | 5 | 1: 1 / 0 / 0 |")
    assert last.startswith("| all | 2 | 10 | 2: 2 / 0 / 0 |")


def test_missing_labels_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no labels at .*nowhere\.jsonl"):
        piles.main([str(tmp_path / "nowhere.jsonl")])


def test_only_photographs_that_can_be_a_pile_are_fit(tmp_path: Path) -> None:
    row = {"file": "a.jpg", "cards": ["4C", "9S"], "scene": "apart", "use": "measure"}
    rows = [
        row, row | {"use": "train"}, row | {"cards": ["4C"]}, row | {"cards": ["4C", "4C"]},
        row | {"scene": "single"}, row | {"complete": False},
        row | {"cards": [str(card) for card in DECK[: piles.MOST + 1]]},
    ]  # fmt: skip
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps(each) + "\n" for each in rows))

    assert piles.fit_rows(labels) == [row]


@pytest.mark.vision
def test_cards_are_laid_in_every_shape_and_light_and_can_be_read() -> None:
    made = list(laid_out(draw_face, 12, 5))

    assert [each.shape for each in made] == [*SHAPES] * 4
    assert {each.condition.split(",")[0] for each in made} == set(LIGHTS)
    for each in made[:3]:  # in good light
        assert {seen.card for seen in read_cards(each.picture)} == set(each.cards)


@pytest.mark.vision
@pytest.mark.photos
def test_real_photographs_as_piles_flag_no_right_log(shared: Path) -> None:
    """Twelve photographs of cards on tables, held against right logs and planted faults."""
    labels = shared / "photos" / "labels.jsonl"
    rows = [
        row for row in piles.fit_rows(labels)
        if row["scene"] == "apart" and row["file"] != HAS_ONE_MORE
    ]  # fmt: skip
    total = Score()
    for row in random.Random(3).sample(rows, 12):
        total.add(judged(piles.photographed(labels.parent, row)))

    assert total.answers["right", "flag"] == 0
    assert total.answers["right", "agrees"] >= 10
    assert total.answers["other seat", "flag, right card"] >= 10
    assert total.answers["not there", "asks, right card"] >= 10
    assert total.answers["left, right", "recorded"] >= 10
    assert total.answers["left, right", "recorded wrongly"] == 0
