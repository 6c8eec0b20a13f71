"""Claims about the cards we draw ourselves."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.cards import CARD, DECK
from companion.core.sighting import Sighting
from companion.vision.draw import draw_face, draw_sightings, draw_table

pytestmark = pytest.mark.vision


def test_every_face_is_different_and_reads_the_same_from_both_ends() -> None:
    faces = {card: draw_face(card) for card in DECK}

    assert len({face.tobytes() for face in faces.values()}) == 52
    for face in faces.values():
        corner, opposite = face[:200, :110].astype(int), face[::-1, ::-1][:200, :110]
        assert np.abs(corner - opposite).mean() < 1


def test_red_suits_are_red_and_black_suits_are_not() -> None:
    for card in DECK:
        face = draw_face(card).astype(int)
        assert ((face[..., 2] - face[..., 0]).max() > 100) == card.red


def test_one_seed_draws_one_picture() -> None:
    cards = [CARD["7S"], CARD["QD"]]

    assert np.array_equal(draw_table(cards, seed=4), draw_table(cards, seed=4))
    assert not np.array_equal(draw_table(cards, seed=4), draw_table(cards, seed=5))


def test_sightings_are_drawn_on_a_copy() -> None:
    frame = draw_table([CARD["7S"]])
    before = frame.copy()

    drawn = draw_sightings(frame, [Sighting(CARD["7S"], 0.98, (400, 200, 500, 300))])

    assert np.array_equal(frame, before)
    assert not np.array_equal(frame, drawn)
