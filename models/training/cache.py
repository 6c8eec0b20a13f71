"""The cache of composed scenes: shards of JPEGs with labels, made once, read by both trainings."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from art import HELD_OUT
from drawn import court_art, draw_deck
from scenes import Studio, packed

SHARD = 1000
DRAWN = 60  # decks drawn anew for every shard: what decides is how many prints were seen


def studio_of(art: tuple, seed: int, held_out: bool = False) -> Studio:
    """Return a studio with the fetched decks and, unless *held_out*, some drawn for it alone."""
    decks, tables, photos, fonts = art
    drawn = []
    if not held_out:
        courts = court_art([deck for deck in decks if deck.name not in HELD_OUT])
        drawn = [
            draw_deck(f"drawn{seed}-{i}", 1000 * seed + i, fonts, courts) for i in range(DRAWN)
        ]
    return Studio(decks + drawn, tables, photos, seed=seed, held_out=held_out)


def write_shard(path: Path, rows: list) -> None:
    """Write a shard whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".part").write_bytes(pickle.dumps(rows))
    path.with_suffix(".part").rename(path)


def make_shards(
    art: tuple, folder: Path, numbers: list[int], seed: int, scenes: int = SHARD
) -> None:
    """Compose the shards of these *numbers*, so many *scenes* each; those that exist are kept."""
    cv2.setNumThreads(1)
    for number in numbers:
        path = folder / f"{number:04d}.pkl"
        if path.exists():
            continue
        started = time.time()
        studio = studio_of(art, seed + number)
        write_shard(path, [packed(studio.make(), studio.rng) for _ in range(scenes)])
        print(f"  scenes {number:04d}: {time.time() - started:.0f} s", flush=True)


def scenes_of(folder: Path, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield (BGR image, label rows) of all shards, shuffled, again and again.

    All stay in memory as JPEGs (30 MB a thousand), so that a batch shows many decks.
    """
    rng = np.random.default_rng(seed)
    paths = sorted(folder.rglob("*.pkl"))
    rows = [row for path in paths for row in pickle.loads(path.read_bytes())]
    while rows:
        for j in rng.permutation(len(rows)):
            data, labels, _ = rows[j]
            yield cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), labels
