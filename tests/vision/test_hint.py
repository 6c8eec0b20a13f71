"""Claims about what is said of dark, blurred, burnt, far and near pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.cards import CARD
from companion.vision.draw import draw_table
from companion.vision.hint import SENTENCES, hint_of

pytestmark = pytest.mark.vision
SHARP = draw_table([CARD["7S"], CARD["QD"]], seed=1)


def test_a_good_picture_has_no_hint() -> None:
    assert hint_of(SHARP, [24.0, 25.0]) is None


@pytest.mark.parametrize(
    ("picture", "heights", "hint"),
    [
        (np.zeros_like(SHARP), [], "covered"),
        (np.asarray(SHARP * 0.12, np.uint8), [], "too dark"),
        (cv2.GaussianBlur(SHARP, (0, 0), 14), [], "too blurred"),
        (np.where(SHARP > 60, 255, SHARP).astype(np.uint8), [], "glare"),
        (SHARP, [7.0, 8.0], "too far"),
        (SHARP, [400.0], "too near"),
    ],
    ids=["covered", "dark", "blurred", "burnt", "far", "near"],
)
def test_what_is_wrong_is_said(picture: np.ndarray, heights: list[float], hint: str) -> None:
    assert hint_of(picture, heights) == hint
    assert SENTENCES[hint].endswith(".")
