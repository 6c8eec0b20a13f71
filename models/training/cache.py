"""The cache of composed scenes: shards of JPEGs with labels, made once, read by both trainings."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from scenes import Studio, packed

SHARD = 1000


def make_shards(art: tuple, folder: Path, count: int, seed: int, held_out: bool = False) -> None:
    """Compose *count* shards of 1000 scenes; shards that exist are kept (resume)."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = folder / f"{number:04d}.pkl"
        if path.exists():
            continue
        started = time.time()
        studio = Studio(*art[:3], seed=seed + number, held_out=held_out)
        rows = [packed(studio.make(), studio.rng) for _ in range(SHARD)]
        path.with_suffix(".part").write_bytes(pickle.dumps(rows))
        path.with_suffix(".part").rename(path)
        print(f"  shard {number + 1}/{count}: {time.time() - started:.0f} s", flush=True)


def scenes_of(
    folder: Path, seed: int, endless: bool = True
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield (BGR image, label rows) of all shards there are now, shuffled, again and again."""
    rng = np.random.default_rng(seed)
    while True:
        paths = sorted(folder.glob("*.pkl"))
        for i in rng.permutation(len(paths)):
            rows = pickle.loads(paths[i].read_bytes())
            for j in rng.permutation(len(rows)):
                data, labels, _ = rows[j]
                yield cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), labels
        if not endless:
            return
