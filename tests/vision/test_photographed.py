"""Decks cut out of photographs of single cards, and laid on the filmed table."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench import camera
from companion.core.cards import CARD, DECK, Card
from companion.vision import read_cards
from companion.vision.bench import LabelsError
from companion.vision.draw import FACE_H, FACE_W, draw_face
from companion.vision.film import Light, Tabletop
from companion.vision.photographed import decks_of


def photograph(card: Card, folder: Path, turn: float = 0.2) -> dict[str, object]:
    """Write a picture of *card*, turned on a dark table, and return its label."""
    face = cv2.resize(draw_face(card), (FACE_W // 2, FACE_H // 2), interpolation=cv2.INTER_AREA)
    h, w = face.shape[:2]
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c, -s, 240 - c * w / 2 + s * h / 2], [s, c, 240 - s * w / 2 - c * h / 2]])
    picture = cv2.warpAffine(face, matrix, (480, 480), borderValue=(40, 60, 50))
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / f"{card}.png"), picture)
    return {"file": f"{folder.name}/{card}.png", "cards": [str(card)], "complete": True}


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photographs of a whole deck, and of one card of another."""
    root = tmp_path_factory.mktemp("photos")
    rows = [photograph(card, root / "ours") for card in DECK]
    rows.append(photograph(CARD["AS"], root / "few"))
    path = root / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_whole_deck_is_cut_out_of_its_photographs(labels: Path) -> None:
    (deck,) = decks_of(labels)

    assert deck.name == "ours"
    for name in ("7S", "QH", "TC"):
        cut = deck(CARD[name])
        assert cut.shape == (FACE_H, FACE_W, 3)
        assert [str(seen.card) for seen in read_cards(cut)] == [name]


def test_its_cards_lie_on_the_filmed_table(labels: Path) -> None:
    (deck,) = decks_of(labels)
    table = Tabletop(seed=2, card_h=260, faces=deck)
    table.lay(CARD["7S"], (640, 360), 0.4)

    assert [str(seen.card) for seen in read_cards(table.picture(Light()))] == ["7S"]


def test_photographs_without_a_whole_deck_are_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(photograph(CARD["AS"], tmp_path / "few")) + "\n")

    for given in (path, tmp_path / "nothing.jsonl"):
        with pytest.raises(SystemExit, match="no deck of which all 52 cards"):
            camera.main(["--deals", "1", "--photographed", str(given)])


def test_labels_that_cannot_be_understood_are_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"file": "a.png", "cards": "5C"}\n')

    with pytest.raises(LabelsError, match="line 1 has no list of cards"):
        list(decks_of(path))


def test_a_table_of_figures_names_the_deck(labels: Path) -> None:
    (deck,) = decks_of(labels)

    assert camera.Setting("good", prior=True, deck=deck).words == "good, prior on, cards of ours"
