"""Train the reader on upright crops cut from scenes, off by what a finder is off by."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from nets import CROP_INDEX_H, RANK_COUNT, SUIT_COUNT, Reader
from torch.nn import functional as F

from companion.vision.crops import evened, pyramid, upright

RED_SUITS = (1, 2)  # diamonds and hearts in "CDHS"
SKIP = -1  # a label that isn't counted


def jittered(row: np.ndarray, rng: np.random.Generator) -> tuple[float, float, float, float]:
    """Return place, height and angle of an index, off by what a finder is off by."""
    x, y, height, angle = (float(v) for v in row[:4])
    return (
        x + rng.normal(0, 0.055) * height,
        y + rng.normal(0, 0.055) * height,
        height * float(np.exp(rng.normal(0, 0.10))),
        angle + float(rng.normal(0, 0.10)),
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
    """Yield (crop, (rank, suit, is an index)) for one scene; about a quarter are no index."""
    levels = pyramid(image)
    whole = rows[(rows[:, 6] >= 0.85) & (rows[:, 2] >= 8)]
    hidden = rows[(rows[:, 6] < 0.45) & (rows[:, 6] > 0.02) & (rows[:, 2] >= 8)]
    for row in whole[rng.permutation(len(whole))[:most]]:
        yield upright(levels, *jittered(row, rng)), (int(row[4]), int(row[5]), 1)
    for row in hidden[rng.permutation(len(hidden))[:1]]:
        yield upright(levels, *jittered(row, rng)), (SKIP, SKIP, 0)
    for _ in range(max(1, min(most, len(whole)) // 4)):
        place = wrong_place(rows, image.shape[:2], rng)
        if not near_index(place, rows):
            yield upright(levels, *place), (SKIP, SKIP, 0)


def roughened(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Vary light, and now and then throw a third of the pixels away and back."""
    import cv2

    if rng.random() < 0.15:
        f = float(rng.uniform(0.35, 0.8))
        small = cv2.resize(crop, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        crop = cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    gain = np.exp(rng.normal(0, 0.15)) * (1 + rng.normal(0, 0.04, 3))
    return np.clip(crop * gain + rng.normal(0, 5), 0, 255).astype(np.uint8)


def batches(
    source: Iterator[tuple[np.ndarray, np.ndarray]], size: int, seed: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield (crops (n, 3, 64, 48), labels (n, 3)), mixed from many scenes."""
    rng = np.random.default_rng(seed)
    store: list[tuple[np.ndarray, tuple[int, int, int]]] = []
    while True:
        while len(store) < 8 * size:
            store.extend(crops_of(*next(source), rng))
        order = rng.permutation(len(store))
        picked = [store[i] for i in order[:size]]
        store = [store[i] for i in order[size:]]
        yield (
            torch.from_numpy(np.stack([evened(roughened(crop, rng)) for crop, _ in picked])),
            torch.tensor([label for _, label in picked]),
        )


def loss_of(out: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Sum the losses of the four heads; rank and suit only where there is an index."""
    rank, suit, index = labels.unbind(1)
    ranks, suits = out[:, :RANK_COUNT], out[:, RANK_COUNT : RANK_COUNT + SUIT_COUNT]
    red, shown = out[:, -2], out[:, -1]
    is_red = ((suit == RED_SUITS[0]) | (suit == RED_SUITS[1])).float()
    known = (suit >= 0).float()
    return (
        F.cross_entropy(ranks, rank, ignore_index=SKIP, label_smoothing=0.02)
        + F.cross_entropy(suits, suit, ignore_index=SKIP, label_smoothing=0.02)
        + 0.5 * (F.binary_cross_entropy_with_logits(red, is_red, reduction="none") * known).mean()
        + 0.7 * F.binary_cross_entropy_with_logits(shown, index.float())
    )


def right_of(out: torch.Tensor, labels: torch.Tensor) -> tuple[float, float, float]:
    """Return the share of right ranks, suits and index decisions."""
    rank, suit, index = labels.unbind(1)
    known = rank >= 0
    ranks = (out[:, :RANK_COUNT].argmax(1) == rank)[known].float().mean().item()
    suits = (
        (out[:, RANK_COUNT : RANK_COUNT + SUIT_COUNT].argmax(1) == suit)[known]
        .float()
        .mean()
        .item()
    )
    return ranks, suits, ((out[:, -1] > 0).long() == index).float().mean().item()


def train_reader(
    source: Iterator[tuple[np.ndarray, np.ndarray]],
    checkpoint: Path,
    steps: int,
    batch: int = 64,
    peak_rate: float = 3e-3,
    seed: int = 1,
    log: Path | None = None,
) -> Reader:
    """Train for *steps* batches; resumes from *checkpoint* and saves to it every 200 steps."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net = Reader().to(memory_format=torch.channels_last)
    rate = torch.optim.AdamW(net.parameters(), lr=peak_rate, weight_decay=5e-4)
    start = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(state["net"])
        if "rate" in state:
            rate.load_state_dict(state["rate"])
        start = state["step"]
    stream, began, seen = batches(source, batch, seed + start), time.time(), []
    for step in range(start, steps):
        for group in rate.param_groups:
            group["lr"] = float(
                peak_rate * min(1, step / 100 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
                + 1e-5
            )
        crops, labels = next(stream)
        out = net(crops.to(memory_format=torch.channels_last))
        loss = loss_of(out, labels)
        rate.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        rate.step()
        seen.append((loss.item(), *right_of(out.detach(), labels)))
        if (step + 1) % 100 == 0 or step + 1 == steps:
            a, r, s, i = np.nanmean(seen[-100:], 0)
            line = (
                f"reader {step + 1}/{steps} loss {a:.3f} rank {r:.3f} suit {s:.3f} index {i:.3f} "
                f"{(time.time() - began) / (step + 1 - start) * 1000:.0f} ms/step"
            )
            print(line, flush=True)
            if log:
                with log.open("a") as file:
                    file.write(line + "\n")
            torch.save(
                {"net": net.state_dict(), "rate": rate.state_dict(), "step": step + 1}, checkpoint
            )
    return net.eval()


assert CROP_INDEX_H == 40, "crops.py and nets.py must agree"
