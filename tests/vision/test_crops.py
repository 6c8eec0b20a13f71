"""Claims about cutting and evening out crops."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.crops import CROP_H, CROP_W, evened, pyramid, upright

pytestmark = pytest.mark.vision


def arrow(turn: float, size: int = 400) -> np.ndarray:
    """A bar with a dot above it, turned by *turn* around the middle of the picture."""
    picture = np.full((size, size, 3), 255, np.uint8)
    cv2.rectangle(picture, (190, 190), (210, 240), (0, 0, 0), -1)
    cv2.circle(picture, (200, 170), 8, (0, 0, 255), -1)
    matrix = cv2.getRotationMatrix2D((200, 200), -np.degrees(turn), 1)
    return cv2.warpAffine(picture, matrix, (size, size), borderValue=(255, 255, 255))


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, np.pi, -1.2])
def test_a_crop_stands_upright_whatever_the_turn(turn: float) -> None:
    crop = upright(pyramid(arrow(turn)), 200, 200, 80, turn)

    still = upright(pyramid(arrow(0)), 200, 200, 80, 0)
    assert crop.shape == (CROP_H, CROP_W, 3)
    assert np.abs(crop.astype(int) - still).mean() < 6


def test_a_large_index_is_halved_before_it_is_sampled() -> None:
    stripes = np.zeros((1600, 1600, 3), np.uint8)
    stripes[::2] = 255

    crop = upright(pyramid(stripes), 800, 800, 800, 0)

    assert 100 < crop.mean() < 155
    assert crop.std() < 30


def test_paper_comes_out_the_same_in_any_light() -> None:
    paper = np.full((CROP_H, CROP_W, 3), 250, np.uint8)
    paper[20:40, 20:30] = (40, 30, 200)
    warm = (paper * np.array([0.4, 0.55, 0.7])).astype(np.uint8)

    assert evened(paper).shape == (3, CROP_H, CROP_W)
    assert np.abs(evened(paper) - evened(warm)).max() < 0.05


@pytest.mark.parametrize("shade", [0, 255])
def test_black_and_white_are_evened_without_a_fault(shade: int) -> None:
    out = evened(np.full((CROP_H, CROP_W, 3), shade, np.uint8))

    assert np.isfinite(out).all()
    assert out.min() >= -0.5
    assert out.max() <= 0.8
