"""Claims about what counts as motion, and about a knocked camera."""

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
    nudge_between,
    nudge_view,
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


@pytest.mark.parametrize(("turn", "x", "y"), [(2.0, 0, 0), (0, 30, -16), (-3.0, 40, 10)])
def test_a_nudge_is_measured_to_a_pixel_or_two(turn: float, x: float, y: float) -> None:
    shift = nudge_between(nudge_view(TABLE), nudge_view(moved_by(turn, x, y)))

    true = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    true[:, 2] += (x, y)
    at = np.array([500.0, 300.0])
    factor = 480 / 1280
    found = (shift[:, :2] @ (at * factor) + shift[:, 2]) / factor
    assert np.hypot(*(found - (true[:, :2] @ at + true[:, 2]))) < 5


def test_no_nudge_is_none() -> None:
    assert nudge_between(nudge_view(TABLE), nudge_view(TABLE)) is None
    assert nudge_between(nudge_view(TABLE), np.zeros_like(nudge_view(TABLE))) is None


def test_a_mask_covers_its_share_of_the_picture() -> None:
    half = inside([[(0, 0), (0.5, 0), (0.5, 1), (0, 1)]], (90, 160))

    assert half.mean() == pytest.approx(0.5, abs=0.02)
