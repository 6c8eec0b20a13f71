"""Claims about how the reader is measured."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import pytest

from companion.core.cards import CARD
from companion.vision.bench import LabelsError, Tally, measured_only, score_labels, table_of
from companion.vision.draw import draw_table

pytestmark = pytest.mark.vision


def test_a_card_reported_twice_but_there_once_is_one_wrong() -> None:
    tally = Tally()

    tally.add(Counter(["7S", "QD"]), Counter({"7S": 2}), Counter(), 5.0)

    assert (tally.found, tally.wrong, tally.missed, tally.exact) == (1, 1, 1, 0)
    assert (tally.precision, tally.recall) == (0.5, 0.5)


def test_a_card_that_may_be_there_counts_neither_way() -> None:
    tally = Tally()

    tally.add(Counter(["7S"]), Counter(["7S", "QD"]), Counter(["QD"]), 5.0)

    assert (tally.found, tally.wrong, tally.missed, tally.exact) == (1, 0, 0, 1)


def test_nothing_reported_has_no_precision() -> None:
    tally = Tally()
    tally.add(Counter(), Counter(), Counter(), 1.0)

    assert tally.precision is None
    assert tally.to_dict()["exact"] == 1.0


def test_labels_are_scored_by_scene(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), draw_table([CARD["7S"], CARD["TH"]], seed=1))
    rows = [
        {"file": "a.png", "cards": ["7S", "10H", "JOKER"], "scene": "apart", "use": "measure"},
        {"file": "a.png", "cards": [], "scene": "left out", "use": "train"},
    ]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)))

    tallies = score_labels(tmp_path / "labels.jsonl", choose=measured_only)

    assert set(tallies) == {"apart", "all"}
    assert tallies["apart"].exact == 1
    assert "| apart | 1 | 2 | 100.0 | 100.0 | 100.0 |" in table_of(tallies)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no row to measure by"),
        ('{"file": "a.png", "cards": ["7S"], "use": "train"}', "no row to measure by"),
        ("hello", "line 1 is no JSON"),
        ("[" * 100_000, "line 1 is no JSON"),
        ('\n["a.png"]', "line 2 names no file"),
        ("3", "names no file"),
        ('{"cards": ["7S"]}', "names no file"),
        ('{"file": null, "cards": ["7S"]}', "names no file"),
        ('{"file": "a.png"}', "no list of cards"),
        ('{"file": "a.png", "cards": "7S"}', "no list of cards"),
        ('{"file": "a.png", "cards": ["7S"], "hard": null}', "'hard' is no list"),
        ('{"file": "a.png", "cards": ["ZZ"]}', "line 1: 'ZZ' is no card"),
        ('{"file": "a.png", "cards": [7]}', "line 1: '7' is no card"),
        ('{"file": "a.png", "cards": ["7S"]}\n' * 2, "more than one row of a.png"),
        ('{"file": "gone.png", "cards": ["7S"]}', "Of 1 pictures .* 1 are missing, first"),
        ('{"file": ".", "cards": ["7S"]}', "1 are missing"),
        ('{"file": "labels.jsonl", "cards": ["7S"]}', "cannot be measured.*JPEG"),
    ],
)
def test_labels_that_cannot_be_measured_by_are_refused_by_row(
    text: str, said: str, tmp_path: Path
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), draw_table([CARD["7S"]], seed=1))
    (tmp_path / "labels.jsonl").write_text(text)

    with pytest.raises(LabelsError, match=said):
        score_labels(tmp_path / "labels.jsonl", choose=measured_only)


def test_labels_that_are_no_text_are_refused_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    labels = tmp_path / "labels.jsonl"
    cv2.imwrite(str(tmp_path / "a.png"), draw_table([CARD["7S"]], seed=1))

    labels.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(LabelsError, match="UTF-8"):
        score_labels(labels)
    labels.write_text('{"file": "a.png", "cards": ["7♠"]}', encoding="utf-8-sig")
    assert score_labels(labels, choose=measured_only)["all"].exact == 1


def test_foreign_letters_are_measured_apart() -> None:
    assert measured_only({"use": "measure", "hard": []})
    assert not measured_only({"use": "measure", "hard": ["foreign_index"]})
    assert not measured_only({"use": "train", "hard": []})
