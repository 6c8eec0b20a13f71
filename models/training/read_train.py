"""Train the reader on upright crops cut from scenes, off by what a finder is off by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from loop import Course, train
from nets import CROP_INDEX_H, RANK_COUNT, SUIT_COUNT, Reader
from table import RANK_CLASSES
from torch import nn
from torch.nn import functional as F

from companion.vision.crops import evened, pyramid, upright

Source = Iterator[tuple[np.ndarray, np.ndarray]]  # scenes: picture and label rows
RED_SUITS = (1, 2)  # diamonds and hearts in "CDHS"
WHOLE = 0.66  # visible part of an index from which a person, too, reads it nearly always
NAMED_FIRST = 0.4  # how far foreign letters, which are rare, come before the others
COVERED = 0.15  # share of the indices over whose suit mark a neighbour's edge is laid
SKIP = -1  # a label that isn't counted
FIRST_FOREIGN, UNNAMED = RANK_CLASSES.index("B"), RANK_CLASSES.index("?")


def jittered(row: np.ndarray, rng: np.random.Generator) -> tuple[float, float, float, float]:
    """Return place, height and angle of an index, off by what a finder is off by."""
    x, y, height, angle = (float(v) for v in row[:4])
    far = 1.0 if rng.random() < 0.75 else 1.7  # small or blurred indices are placed worse
    return (
        x + far * rng.normal(0, 0.05) * height,
        y + far * rng.normal(0, 0.05) * height,
        height * float(np.exp(far * rng.normal(0, 0.09))),
        angle + far * float(rng.normal(0, 0.10)),
    )


def wrong_place(
    rows: np.ndarray, size: tuple[int, int], rng: np.random.Generator
) -> tuple[float, float, float, float]:
    """Return a place that is no upright index: upside down, beside, half the size, or anywhere."""
    kind = rng.random()
    if len(rows) and kind < 0.75:
        x, y, height, angle = (float(v) for v in rows[int(rng.integers(len(rows)))][:4])
        if kind < 0.3:
            return jittered(np.array([x, y, height, angle + np.pi]), rng)
        if kind < 0.38:
            return jittered(np.array([x, y, height, angle + rng.choice([-1, 1]) * np.pi / 2]), rng)
        if kind < 0.62:
            turn, far = rng.uniform(0, 2 * np.pi), height * rng.uniform(0.5, 1.6)
            return jittered(
                np.array([x + far * np.cos(turn), y + far * np.sin(turn), height, angle]), rng
            )
        return x, y, height * float(rng.choice([0.45, 2.2])), angle
    return (
        float(rng.uniform(0, size[1])),
        float(rng.uniform(0, size[0])),
        float(np.exp(rng.uniform(np.log(9), np.log(46)))),
        float(rng.uniform(0, 2 * np.pi)),
    )


def near_index(place: tuple[float, float, float, float], rows: np.ndarray) -> bool:
    """True if *place* happens to be an upright index after all."""
    for x, y, height, angle, *_ in rows:
        turn = abs((place[3] - angle + np.pi) % (2 * np.pi) - np.pi)
        if (
            np.hypot(place[0] - x, place[1] - y) < 0.35 * height
            and turn < 0.7
            and 0.6 < place[2] / height < 1.6
        ):
            return True
    return False


def crops_of(
    image: np.ndarray, rows: np.ndarray, rng: np.random.Generator, most: int = 8
) -> Iterator[tuple[np.ndarray, tuple[int, int, int]]]:
    """Yield (crop, (rank, suit, is an index)) for one scene; about a quarter are no index.

    What is known to be none though it looks like one, as a joker's corner, is always taken.
    """
    levels = pyramid(image)
    whole = rows[(rows[:, 6] >= WHOLE) & (rows[:, 2] >= 8)]
    hidden = rows[(rows[:, 6] < 0.4) & (rows[:, 6] > 0.02) & (rows[:, 2] >= 8)]
    decoy = hidden[:, 4] == UNNAMED
    turn = rng.random(len(whole)) - NAMED_FIRST * (whole[:, 4] >= FIRST_FOREIGN)
    for row in whole[np.argsort(turn)[:most]]:
        yield upright(levels, *jittered(row, rng)), (int(row[4]), int(row[5]), 1)
    for none in (hidden[decoy], hidden[~decoy]):
        for row in none[rng.permutation(len(none))[:2]]:
            yield upright(levels, *jittered(row, rng)), (SKIP, SKIP, 0)
    for _ in range(max(1, min(most, len(whole)) // 4)):
        place = wrong_place(rows, image.shape[:2], rng)
        if not near_index(place, rows):
            yield upright(levels, *place), (SKIP, SKIP, 0)


def reprinted(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Make another deck of a crop: wider or narrower, slanted, paler ink, now and then black."""
    h, w = crop.shape[:2]
    wide, slant = float(np.exp(rng.normal(0, 0.17))), float(rng.normal(0, 0.09))
    matrix = np.array(
        [[wide, slant, (w - 1) / 2 * (1 - wide) - slant * (h - 1) / 2], [0.0, 1.0, 0.0]]
    )
    crop = cv2.warpAffine(crop, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)
    kind = rng.random()
    if kind < 0.06:  # lightness turned over, hue kept: white and golden print on black
        ends = crop.max(axis=2, keepdims=True).astype(int) + crop.min(axis=2, keepdims=True)
        return np.asarray(np.clip(crop + (255 - ends), 0, 255), np.uint8)
    if kind < 0.2:
        paper = np.percentile(crop, 85, axis=(0, 1))
        return np.asarray(
            np.clip(paper - (paper - crop) * rng.uniform(0.35, 0.9), 0, 255), np.uint8
        )
    return np.asarray(crop, np.uint8)


def covered(crop: np.ndarray, other: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Lay the edge of a neighbour, out of an *other* crop, over some of the suit mark.

    In a fan the next card hides more of the mark than of the rank above it, from either side.
    """
    h, w = crop.shape[:2]
    y, x = np.mgrid[0:h, 0:w]
    lean = rng.uniform(0.0, 0.35)
    edge = w / 2 + rng.uniform(-1, 12) + (h / 2 + CROP_INDEX_H * 0.3 - y) * lean
    if rng.random() < 0.3:
        x = w - 1 - x
    beyond = x - edge
    part = np.where((beyond > 0)[..., None], other, crop)
    shade = 1 - rng.uniform(0.1, 0.6) * np.exp(-(beyond**2) / rng.uniform(0.5, 6))
    return np.asarray(part * shade[..., None], np.uint8)


def roughened(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Vary print and light, and now and then throw a third of the pixels away and back."""
    if rng.random() < 0.6:
        crop = reprinted(crop, rng)
    if rng.random() < 0.15:
        f = float(rng.uniform(0.35, 0.8))
        small = cv2.resize(crop, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        crop = cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.12:  # ink that bleeds, print that is thin
        kernel = np.ones((2, 2), np.uint8)
        crop = (cv2.erode if rng.random() < 0.5 else cv2.dilate)(crop, kernel)
    if rng.random() < 0.1:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 60))]
        crop = cv2.imdecode(cv2.imencode(".jpg", crop, quality)[1], cv2.IMREAD_COLOR)
    gain = np.exp(rng.normal(0, 0.15)) * (1 + rng.normal(0, 0.04, 3))
    bright = crop * gain + rng.normal(0, 5)
    if rng.random() < 0.12:
        bright += rng.standard_normal(crop.shape[:2])[..., None] * rng.uniform(3, 14)
    return np.clip(bright, 0, 255).astype(np.uint8)


def batches(source: Source, size: int, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield (crops (n, 3, 64, 48), labels (n, 3)), mixed from many scenes."""
    rng = np.random.default_rng(seed)
    store: list[tuple[np.ndarray, tuple[int, int, int]]] = []
    while True:
        while len(store) < 8 * size:
            store.extend(crops_of(*next(source), rng))
        order = rng.permutation(len(store))
        picked = [store[i] for i in order[:size]]
        store = [store[i] for i in order[size:]]
        crops = []
        for crop, (_, _, shown) in picked:
            cover = shown and rng.random() < COVERED
            other = store[int(rng.integers(len(store)))][0] if cover else None
            seen = crop if other is None else covered(crop, other, rng)
            crops.append(evened(roughened(seen, rng)))
        yield torch.from_numpy(np.stack(crops)), torch.tensor([label for _, label in picked])


def loss_of(out: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Sum the losses of the four heads; rank and suit only where there is an index."""
    rank, suit, index = labels.unbind(1)
    ranks, suits = out[:, :RANK_COUNT], out[:, RANK_COUNT : RANK_COUNT + SUIT_COUNT]
    red, shown = out[:, -2], out[:, -1]
    is_red = ((suit == RED_SUITS[0]) | (suit == RED_SUITS[1])).float()
    known = (suit >= 0).float()
    loss = (
        F.cross_entropy(ranks, rank, ignore_index=SKIP)
        + F.cross_entropy(suits, suit, ignore_index=SKIP)
        + 0.5 * (F.binary_cross_entropy_with_logits(red, is_red, reduction="none") * known).mean()
        + 0.7 * F.binary_cross_entropy_with_logits(shown, index.float())
    )
    return loss, right_of(out.detach(), labels)


def right_of(out: torch.Tensor, labels: torch.Tensor) -> dict[str, float]:
    """Return the share of right ranks, suits and index decisions."""
    rank, suit, index = labels.unbind(1)
    known = rank >= 0
    suits = out[:, RANK_COUNT : RANK_COUNT + SUIT_COUNT].argmax(1)
    return {
        "rank": (out[:, :RANK_COUNT].argmax(1) == rank)[known].float().mean().item(),
        "suit": (suits == suit)[known].float().mean().item(),
        "index": ((out[:, -1] > 0).long() == index).float().mean().item(),
    }


COURSE = Course("reader", Reader, loss_of, peak_rate=3e-3, decay=1e-2)
BATCH = 64


def train_reader(
    source: Source, checkpoint: Path, steps: int, until: int | None = None, log: Path | None = None
) -> nn.Module:
    """Train on crops of the scenes of *source*; see `loop.train`."""
    return train(
        COURSE, lambda step: batches(source, BATCH, 1 + step), checkpoint, steps, until, log
    )


assert CROP_INDEX_H == 40, "crops.py and nets.py must agree"
