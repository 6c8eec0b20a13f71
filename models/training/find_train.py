"""Train the finder on composed scenes (and, at the end, photographs); checkpoints and progress."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from loop import Course, train
from nets import FINDER_STRIDE, Finder
from torch import nn
from torch.nn import functional as F

Source = Iterator[tuple[np.ndarray, np.ndarray]]  # scenes: picture and label rows

CROP = 192
CELLS = CROP // FINDER_STRIDE
SIZE_UNIT = 20.0  # the size map holds log(height / 20 px)
WHOLE = 0.66  # visible part from which an index is looked for; the reader tells if it is enough
ANYWHERE = 0.4  # share of the windows that are cut anywhere
STRETCHED = 0.3  # share of the windows that are squeezed one way, as by a lens held aslant
SMALLEST, LARGEST = 7.0, 54.0  # index heights in pixels that the finder answers for


def turned(image: np.ndarray, rows: np.ndarray, quarter: int) -> tuple[np.ndarray, np.ndarray]:
    """Turn picture and labels by quarters counter-clockwise (a mirror would swap 2 and 5)."""
    rows = rows.copy()
    for _ in range(quarter):
        w = image.shape[1]
        image = np.rot90(image)
        x, y = rows[:, 0].copy(), rows[:, 1].copy()
        rows[:, 0], rows[:, 1] = y, w - 1 - x
        rows[:, 3] -= np.pi / 2
    return image, rows


def stretched(
    image: np.ndarray, rows: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Make a picture wider or narrower, and its labels with it."""
    wide = float(np.clip(np.exp(rng.normal(0, 0.2)), CROP / image.shape[1], 1.6))
    image = cv2.resize(image, None, fx=wide, fy=1, interpolation=cv2.INTER_LINEAR)
    rows = rows.copy()
    rows[:, 0] = (rows[:, 0] + 0.5) * wide - 0.5
    up = rows[:, 2:3] * np.stack([np.sin(rows[:, 3]) * wide, -np.cos(rows[:, 3])], 1)
    rows[:, 2] = np.hypot(*up.T)
    rows[:, 3] = np.arctan2(up[:, 0], -up[:, 1])
    return image, rows


def shifted_light(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Vary brightness, contrast and warmth as one gain for the whole crop."""
    gain = np.exp(rng.normal(0, 0.18)) * (1 + rng.normal(0, 0.03, 3))
    return np.clip(image * gain.astype(np.float32) + np.float32(rng.normal(0, 6)), 0, 255)


def sample(
    image: np.ndarray, rows: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Cut a window, mostly around some index, turn it, and return (image, labels within)."""
    if rng.random() < STRETCHED:
        image, rows = stretched(image, rows, rng)
    x, y = corner_of_window(image.shape, rows, rng)
    rows = rows.copy()
    rows[:, 0] -= x
    rows[:, 1] -= y
    image, rows = turned(image[y : y + CROP, x : x + CROP], rows, int(rng.integers(4)))
    return shifted_light(image, rng), rows


def corner_of_window(
    shape: tuple[int, ...], rows: np.ndarray, rng: np.random.Generator
) -> tuple[int, int]:
    """Return the upper left corner of a window: bare tables teach less than cards do."""
    h, w = shape[:2]
    shown = rows[rows[:, 6] >= WHOLE]
    if not len(shown) or rng.random() < ANYWHERE:
        return int(rng.integers(0, w - CROP + 1)), int(rng.integers(0, h - CROP + 1))
    x, y = shown[int(rng.integers(len(shown))), :2] - rng.uniform(0.15, 0.85, 2) * CROP
    return int(np.clip(x, 0, w - CROP)), int(np.clip(y, 0, h - CROP))


def targets(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return maps (8, 24, 24): heat, weight of heat, 5 regressions, weight of regressions."""
    maps = np.zeros((8, CELLS, CELLS), np.float32)
    maps[1] = 1
    gy, gx = np.mgrid[0:CELLS, 0:CELLS] + 0.5
    for x, y, height, angle, _, _, seen in rows:
        if seen < 0.35 or not (-8 < x < CROP + 8 and -8 < y < CROP + 8):
            continue
        cx, cy = (x + 0.5) / FINDER_STRIDE, (y + 0.5) / FINDER_STRIDE
        sigma = max(0.55, 0.13 * height / FINDER_STRIDE)
        bump = np.exp(-((gx - cx) ** 2 + (gy - cy) ** 2) / (2 * sigma**2))
        if seen < WHOLE or not SMALLEST <= height <= LARGEST:
            maps[1][bump > 0.05] = 0  # neither right nor wrong
            continue
        i, j = int(cx), int(cy)
        if not (0 <= i < CELLS and 0 <= j < CELLS):
            continue
        bump[j, i] = 1
        closer = bump > maps[0]
        maps[0] = np.maximum(maps[0], bump)
        near = closer & (bump > 0.5)
        for k, value in enumerate(
            (cx - gx, cy - gy, np.log(height / SIZE_UNIT), np.cos(angle), np.sin(angle))
        ):
            maps[2 + k][near] = value[near] if isinstance(value, np.ndarray) else value
        maps[7][near] = 1
    return maps, maps[7]


def batches(source: Source, size: int, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield (images (n, 3, 192, 192), target maps (n, 8, 24, 24)); two windows a scene."""
    rng = np.random.default_rng(seed)
    while True:
        images, maps = [], []
        while len(images) < size:
            picture, rows = next(source)
            for _ in range(2):
                image, labels = sample(picture, rows, rng)
                images.append(image.transpose(2, 0, 1))
                maps.append(targets(labels)[0])
        yield (
            torch.from_numpy(np.stack(images).astype(np.float32) / 255),
            torch.from_numpy(np.stack(maps)),
        )


def loss_of(out: torch.Tensor, maps: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Return the loss: focal around peaks of heat, L1 of place, size and direction at them."""
    heat, truth, weight = out[:, 0], maps[:, 0], maps[:, 1]
    p = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    positive = (truth >= 0.999).float() * weight
    focal = -(positive * (1 - p) ** 2 * p.log()).sum()
    focal -= (weight * (1 - truth) ** 4 * p**2 * (1 - p).log() * (truth < 0.999)).sum()
    focal = focal / positive.sum().clamp(min=1)
    near = maps[:, 7:8]
    distance = F.smooth_l1_loss(out[:, 1:], maps[:, 2:7], reduction="none", beta=0.1) * near
    distance = distance.sum() / near.sum().clamp(min=1)
    return focal + 2 * distance, {"heat": focal.item(), "distance": distance.item()}


COURSE = Course("finder", Finder, loss_of, peak_rate=4e-3, decay=1e-4)
BATCH = 16


def train_finder(
    source: Source, checkpoint: Path, steps: int, until: int | None = None, log: Path | None = None
) -> nn.Module:
    """Train on windows of the scenes of *source*; see `loop.train`."""
    return train(
        COURSE, lambda step: batches(source, BATCH, 1 + step), checkpoint, steps, until, log
    )
