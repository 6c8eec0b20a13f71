"""The train side of the photographs: what a half-trained pair of nets finds there, truly named.

Rows with "use": "measure" are never opened. Photographs name their cards but not where each index
lies or how it is turned, so places come from the nets and names from the labels.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from scenes import RANK_CLASSES, SUITS

from companion.core.cards import RANKS
from companion.vision.find import Place, find_indices
from companion.vision.frame import FrameBGR
from companion.vision.read import read_corners

GREY_TILE = 384  # photographs are kept as tiles of the scenes' size


def train_rows(labels: Path) -> list[dict]:
    """Return the rows that may be trained on, unless their letters are unknown to the reader."""
    rows = [json.loads(line) for line in labels.read_text().splitlines() if line.strip()]
    return [row for row in rows if row["use"] == "train" and "foreign_index" not in row["hard"]]


def names_at(row: dict, place: Place) -> list[str]:
    """Return the cards that may be printed at *place*, by the row's boxes or its whole list."""
    boxes = row["boxes"]
    if not boxes:
        return row["cards"]
    grow = 0.3 * place.height
    return [
        box[4]
        for box in boxes
        if box[0] - grow <= place.x <= box[2] + grow and box[1] - grow <= place.y <= box[3] + grow
    ]


def labelled(row: dict, frame: FrameBGR, models_dir: Path) -> Iterator[tuple[Place, str, bool]]:
    """Yield (place, card, sure) for what the nets find; not sure = found, but whose is unclear."""
    for corner in read_corners(frame, models_dir):
        names = {name.replace("10", "T") for name in names_at(row, corner.place)}
        best, most = "", 0.0
        for name in names:
            if len(name) == 2:
                p = (
                    corner.reading.ranks[RANKS.index(name[0])]
                    * corner.reading.suits[SUITS.index(name[1])]
                )
                if p > most:
                    best, most = name, float(p)
        shown = corner.reading.shown
        sure = bool(best) and shown > 0.3 and (most > 0.25 or (len(names) == 1 and shown > 0.7))
        yield corner.place, best, sure


def photo_scenes(labels: Path, models_dir: Path) -> Iterator[tuple[bytes, np.ndarray, str]]:
    """Yield tiles in the form of the scene cache, each photograph scaled so that indices fit."""
    for row in train_rows(labels):
        frame = cv2.imread(str(labels.parent / row["file"]))
        if frame is None:
            continue
        found = list(labelled(row, frame, models_dir))
        heights = [place.height for place, _, sure in found if sure]
        if not heights and row["scene"] != "negative":
            continue
        for target in (14.0, 26.0, 40.0):
            typical = float(np.median(heights)) if heights else 40.0
            yield from tiles(frame, found, min(1.0, target / typical), row["scene"])


def tiles(
    frame: FrameBGR, found: list[tuple[Place, str, bool]], scale: float, kind: str
) -> Iterator[tuple[bytes, np.ndarray, str]]:
    """Cut the scaled frame into tiles around its indices, labelled as scenes are."""
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    pad = max(0, GREY_TILE - small.shape[0]), max(0, GREY_TILE - small.shape[1])
    small = cv2.copyMakeBorder(
        small,
        0,
        pad[0],
        0,
        pad[1],
        cv2.BORDER_REFLECT_101 if max(pad) < min(small.shape[:2]) else cv2.BORDER_REPLICATE,
    )
    rows = []
    h, w = small.shape[0] - pad[0], small.shape[1] - pad[1]
    for place, name, sure in found:
        rank = RANK_CLASSES.index(name[0]) if sure else 18
        suit = SUITS.index(name[1]) if sure else 0
        # 0.6 = "neither right nor wrong" for the finder, and never read
        rows.append(
            [
                (place.x + 0.5) * scale - 0.5,
                (place.y + 0.5) * scale - 0.5,
                place.height * scale,
                place.angle,
                rank,
                suit,
                1.0 if sure else 0.6,
            ]
        )
    table = np.array(rows, np.float32).reshape(-1, 7)
    step = GREY_TILE
    for y in range(0, max(1, h - step // 3), step):
        for x in range(0, max(1, w - step // 3), step):
            y0, x0 = min(y, small.shape[0] - step), min(x, small.shape[1] - step)
            part = table.copy()
            part[:, 0] -= x0
            part[:, 1] -= y0
            inside = (np.abs(part[:, :2] - step / 2) < step / 2 + 20).all(1)
            if not inside.any() and kind != "negative":
                continue
            tile = np.ascontiguousarray(small[y0 : y0 + step, x0 : x0 + step])
            data = cv2.imencode(".jpg", tile, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            yield data, part[inside], "photo"


__all__ = ["find_indices", "photo_scenes", "tiles", "train_rows"]
