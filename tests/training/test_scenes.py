"""Scenes for training: labels that say what a person could read. Trains nothing."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

TRAINING = Path(__file__).resolve().parents[2] / "models/training"


@pytest.fixture(scope="module")
def training():
    """The modules of models/training that need no torch, by name."""
    sys.path.insert(0, str(TRAINING))
    import art
    import build
    import photos
    import scenes
    import table

    yield {"art": art, "build": build, "photos": photos, "scenes": scenes, "table": table}
    sys.path.remove(str(TRAINING))


@pytest.fixture
def deck(training):
    """White cards with an index in two corners, a joker and a back."""
    art = training["art"]
    blank = np.full((art.FACE_H, 300, 3), 250, np.uint8)
    faces = {rank + suit: blank for rank in art.RANKS for suit in art.SUITS}
    return art.Deck("plain", faces, [blank, blank // 2], 0.05, (0.1, 0.15, 0.2), ("tl", "br"))


def laid(training, deck, *cards):
    """Return the indices noted after laying (card, x) on a flat table."""
    table = training["table"].Table(np.random.default_rng(3), 384, np.zeros((384, 384, 3)))
    table.tilt = np.eye(3)
    for card, x in cards:
        table.lay(deck, card, x, 192, 200, 0.0)
    return table.finish("apart").indices


def test_a_joker_s_corners_are_noted_as_none(training, deck):
    noted = laid(training, deck, ("#0", 192))
    ranks = training["table"].RANK_CLASSES
    assert [(ranks[index.rank], index.seen) for index in noted] == [("?", 0.1)] * 2


def test_a_back_has_no_corners_to_note(training, deck):
    assert laid(training, deck, ("#1", 192)) == []


def test_a_joker_under_another_card_is_not_noted(training, deck):
    noted = laid(training, deck, ("#0", 192), ("7S", 192))
    assert not any(index.decoy for index in noted)


def test_an_index_is_seen_as_far_as_no_card_lies_over_it(training, deck):
    free = laid(training, deck, ("7S", 120))[0]
    assert free.seen == 1.0
    left_edge = 120 - 200 * 300 / 420 / 2
    middle_of_index = left_edge + 0.1 * 200 * 300 / 420
    over = laid(training, deck, ("7S", 120), ("8S", middle_of_index + 200 * 300 / 420 / 2))[0]
    assert 0.35 < over.seen < 0.65


def test_thin_figures_beside_a_neighbour_count_as_whole(training, deck):
    edge = 120 - 200 * 300 / 420 / 2 + 0.14 * 200 * 300 / 420
    cards = ("7S", 120), ("8S", edge + 200 * 300 / 420 / 2)
    wide = laid(training, deck, *cards)[0].seen
    deck.wide = 0.2
    assert wide < 1.0
    assert laid(training, deck, *cards)[0].seen > 0.95


def test_one_seed_composes_one_scene(training, deck):
    surface = [np.full((400, 400, 3), 90, np.uint8)]
    first, again = (
        training["scenes"].Studio([deck], surface, surface, seed=8).make() for _ in range(2)
    )
    assert np.array_equal(first.image, again.image)
    assert first.indices == again.indices


def test_photographs_to_measure_are_never_opened_to_train(training, tmp_path):
    rows = [
        {"file": f"somebody/{use}.jpg", "use": use, "hard": []} for use in ("train", "measure")
    ] + [
        {"file": "LukiRoth/1.jpg", "use": "train", "hard": []},
        {"file": "somebody/b.jpg", "use": "train", "hard": ["foreign_index"]},
    ]
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [row["file"] for row in training["photos"].train_rows(labels)] == ["somebody/train.jpg"]


def test_a_stage_that_fails_is_logged_as_stopped(training, tmp_path):
    with pytest.raises(ValueError, match="no art"), training["build"].timed("art", tmp_path):
        raise ValueError("no art")
    assert (tmp_path / "log.txt").read_text().startswith("art stopped after 0.0 min by the clock")


def test_the_log_of_the_weights_keeps_every_thousandth_step_and_all_stages(
    training, tmp_path, monkeypatch
):
    lines = [
        "art took 3.0 min by the clock, 2.0 of processor time",
        "finder 900/9000 loss 2.1 285 ms/step, 40 min left",
        "finder 1000/9000 loss 2.0 285 ms/step, 40 min left",
        "reader 850/850 loss 2.0 162 ms/step, 0 min left",
    ]
    (tmp_path / "log.txt").write_text("\n".join(lines))
    monkeypatch.setattr(training["build"], "__file__", str(tmp_path / "build.py"))
    training["build"].keep_log(tmp_path)
    assert (tmp_path / "LOG.txt").read_text().splitlines() == [lines[0], *lines[2:]]
