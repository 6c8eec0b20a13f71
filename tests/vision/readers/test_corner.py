"""Claims about every reader, and about the corner reader's numbers."""

from __future__ import annotations

from types import ModuleType

import cv2
import numpy as np
import pytest

from companion import paths
from companion.core.cards import CARD, DECK, RANKS
from companion.vision.crops import pyramid, upright
from companion.vision.draw import draw_face
from companion.vision.model_card import ModelCard
from companion.vision.readers import all_readers, corner

pytestmark = pytest.mark.vision
READERS = all_readers()


def drawn_crop(name: str, turn: float = 0.0) -> np.ndarray:
    """The corner of a card we drew, as a finder would hand it over."""
    face = cv2.copyMakeBorder(draw_face(CARD[name]), 40, 40, 40, 40, cv2.BORDER_CONSTANT)
    return upright(pyramid(face), 94, 150, 142, turn)


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
class TestEveryReader:
    def test_it_has_its_papers(self, reader: ModuleType) -> None:
        assert isinstance(reader.CARD, ModelCard)
        assert reader.CARD.licence
        assert reader.CARD.trained_on

    def test_an_empty_or_plain_crop_is_no_card(self, reader: ModuleType) -> None:
        net = reader.load(paths.MODELS)

        assert reader.read(net, np.zeros((0, 0, 3), np.uint8)) == []
        for shade in (0, 128, 255):
            assert reader.read(net, np.full((64, 48, 3), shade, np.uint8)) == []

    def test_a_card_is_read_and_upside_down_it_is_not(self, reader: ModuleType) -> None:
        net = reader.load(paths.MODELS)

        assert reader.read(net, drawn_crop("7S"))[0][0] == "7S"
        assert reader.read(net, drawn_crop("7S", np.pi)) == []

    def test_any_crop_size_is_taken(self, reader: ModuleType) -> None:
        crop = cv2.resize(drawn_crop("QH"), (96, 128))

        assert reader.read(reader.load(paths.MODELS), crop)[0][0] == "QH"


def test_every_drawn_card_is_read() -> None:
    net = corner.load(paths.MODELS)

    answers = corner.readings(net, [drawn_crop(card) for card in DECK])

    assert [answer.card for answer in answers] == list(DECK)


def test_foreign_letters_count_for_their_rank() -> None:
    logits = np.full(25, -5.0)
    logits[corner.CARD.labels.index("V")] = 6.0
    logits[corner.CARD.labels.index("H")] = 6.0
    logits[-1] = 9.0

    (reading,) = corner.readings_of(logits[None], logits[None])

    assert reading.card == "JH"


def test_a_letter_that_says_nothing_leaves_little_for_every_rank() -> None:
    logits = np.zeros(25)
    logits[corner.CARD.labels.index("?")] = 19.0

    (reading,) = corner.readings_of(logits[None], logits[None])

    assert reading.ranks.sum() < 0.01
    assert reading.ranks.shape == (len(RANKS),)


def test_no_crops_need_no_net() -> None:
    assert corner.readings(None, []) == []
