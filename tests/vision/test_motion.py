"""Claims about what counts as motion."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.cards import CARD
from companion.vision.draw import draw_table
from companion.vision.motion import (
    Restless,
    changed,
    inside,
    is_shaken,
    small_grey,
)

pytestmark = pytest.mark.vision
TABLE = draw_table([CARD[name] for name in ("7S", "QD", "TH")], seed=1, size_wh=(1280, 720))


def moved_by(turn: float, x: float, y: float) -> np.ndarray:
    matrix = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    matrix[:, 2] += (x, y)
    return cv2.warpAffine(TABLE, matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE)


def test_noise_and_a_lamp_dimmed_are_no_motion() -> None:
    noise = np.random.default_rng(1).normal(0, 6, TABLE.shape)
    noisy = np.clip(TABLE + noise, 0, 255).astype(np.uint8)
    dimmed = (TABLE * 0.8).astype(np.uint8)

    assert not changed(small_grey(TABLE), small_grey(noisy)).any()
    assert changed(small_grey(TABLE), small_grey(dimmed)).mean() < 0.01


def test_a_hand_moves_only_where_it_is() -> None:
    hand = cv2.circle(TABLE.copy(), (200, 600), 60, (120, 150, 210), -1)

    moved = Restless(changed(small_grey(TABLE), small_grey(hand)), 8.0)

    assert moved.at((190, 590, 210, 610))
    assert not moved.at((900, 100, 940, 140))
    assert not is_shaken(small_grey(TABLE), moved.moved)


def test_a_shaken_camera_is_told_from_a_hand() -> None:
    before, now = small_grey(TABLE), small_grey(moved_by(0, 90, 40))

    assert is_shaken(before, changed(before, now))


def test_a_mask_covers_its_share_of_the_picture() -> None:
    half = inside([[(0, 0), (0.5, 0), (0.5, 1), (0, 1)]], (90, 160))

    assert half.mean() == pytest.approx(0.5, abs=0.02)
