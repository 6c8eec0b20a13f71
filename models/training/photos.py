"""The train side of the photographs: what half-trained nets find there, truly named.

Rows with "use": "measure" are never opened. Photographs name their cards but not how each index is
turned, so places come from the finder, are made exact by the reader, and names from the labels.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from scenes import RANK_CLASSES, SUITS
from table import NONE

from companion.core.cards import RANKS
from companion.vision.crops import pyramid, upright
from companion.vision.find import Place, find_indices
from companion.vision.frame import FrameBGR
from companion.vision.readers import corner

TILE = 384  # photographs are kept as tiles of the scenes' size
KEPT_OUT = ("predrag-njegovanovic", "LukiRoth")  # for temperatures and thresholds alone
POSES = [(size, turn) for size in (0.84, 1.0, 1.19) for turn in (-0.2, 0.0, 0.2)]
UNCLEAR = 0.6  # a visible share at which the finder is neither right nor wrong


def kept_out(file: str) -> bool:
    """True for what sets thresholds: two repositories, and every fifth picture of a third."""
    if file.startswith(KEPT_OUT):
        return True
    fifth = int(hashlib.sha1(file.encode()).hexdigest(), 16) % 5 == 0
    return file.startswith("EdjeElectronics") and fifth


def train_rows(labels: Path) -> list[dict]:
    """Return the rows that may be trained on, unless their letters are unknown to the reader."""
    rows = [json.loads(line) for line in labels.read_text().splitlines() if line.strip()]
    return [
        row
        for row in rows
        if row["use"] == "train"
        and "foreign_index" not in row["hard"]
        and not kept_out(row["file"])
    ]


@dataclass
class Named:
    """A place found: whose index it is, whether that is certain, and how like an index."""

    place: Place
    name: str
    sure: bool
    shown: float


def names_at(row: dict, place: Place) -> list[str]:
    """Return the cards that may be printed at *place*, by the row's boxes or its whole list."""
    boxes = row["boxes"]
    if not boxes:
        return [name.replace("10", "T") for name in row["cards"]]
    grow = 0.3 * place.height
    return [
        box[4].replace("10", "T")
        for box in boxes
        if box[0] - grow <= place.x <= box[2] + grow and box[1] - grow <= place.y <= box[3] + grow
    ]


def centred(row: dict, place: Place) -> Place:
    """Move *place* to the middle of the index box drawn around it by a person, if there is one."""
    if row["box_kind"] != "index":
        return place
    for x0, y0, x1, y1, _ in row["boxes"] or ():
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        if np.hypot(x - place.x, y - place.y) < 0.5 * place.height:
            return replace(place, x=x, y=y)
    return place


def named(row: dict, place: Place, levels: list, models_dir: Path) -> Named:
    """Read *place* in several poses: which of the row's cards is it, and in which pose best?"""
    place = centred(row, place)
    poses = [replace(place, height=place.height * s, angle=place.angle + t) for s, t in POSES]
    cuts = [upright(levels, p.x, p.y, p.height, p.angle) for p in poses]
    answers = corner.readings(corner.load(models_dir), cuts)
    names = [name for name in set(names_at(row, place)) if len(name) == 2]
    best, most, weights = "", 0.0, np.zeros(len(POSES))
    for name in names:
        rank, suit = RANKS.index(name[0]), SUITS.index(name[1])
        fits = np.array([answer.ranks[rank] * answer.suits[suit] for answer in answers])
        fits *= [answer.shown for answer in answers]
        if fits.max() > most:
            best, most, weights = name, float(fits.max()), fits**2
    shown = max(answer.shown for answer in answers)
    sure = shown > 0.3 and (most > 0.25 or (len(names) == 1 and most > 0.05 and shown > 0.7))
    if sure:
        size, turn = np.average([(np.log(s), t) for s, t in POSES], axis=0, weights=weights)
        place = replace(place, height=place.height * np.exp(size), angle=place.angle + turn)
    return Named(place, best, sure, shown)


def each_once(found: list[Named]) -> list[Named]:
    """Drop what was found twice at one corner, in two sizes; the likelier index stays."""
    kept: list[Named] = []
    for item in sorted(found, key=lambda item: (-item.sure, -item.shown)):
        twins = [
            other
            for other in kept
            if np.hypot(other.place.x - item.place.x, other.place.y - item.place.y)
            < 0.9 * max(item.place.height, other.place.height)
            and other.sure
            and (item.name == other.name or not item.sure)
        ]
        if not twins:
            kept.append(item)
    return kept


def whole(row: dict, found: list[Named]) -> bool:
    """True if every index that shows was found: only then is the rest of the picture "none"."""
    sure = [item for item in found if item.sure]
    if row["scene"] == "negative":
        return True
    if not row["complete"] or row["scene"] not in ("single", "apart"):
        return False
    if row["box_kind"] == "index":
        return len(sure) >= len(row["boxes"])
    return len(sure) >= 2 * len(row["cards"])


def label_of(item: Named, scene: str, all_known: bool) -> tuple[int, int, float]:
    """Return (rank, suit, visible share) of a place, as scenes have them."""
    if item.sure and scene != "negative":
        return RANK_CLASSES.index(item.name[0]), SUITS.index(item.name[1]), 1.0
    nothing = scene == "negative" or (all_known and item.shown < 0.5)
    return RANK_CLASSES.index("?"), 0, NONE if nothing else UNCLEAR


def photo_scenes(
    labels: Path, models_dir: Path, every: int = 1, first: int = 0
) -> Iterator[tuple[bool, tuple[bytes, np.ndarray, str]]]:
    """Yield (wholly labelled, tile in the form of the scene cache) in up to three scales.

    *every* takes each n-th photograph only, from the *first* on.
    """
    for row in train_rows(labels)[first::every]:
        frame = cv2.imread(str(labels.parent / row["file"]))
        if frame is None:
            continue
        levels = pyramid(frame)
        places = find_indices(frame, models_dir)
        found = each_once([named(row, place, levels, models_dir) for place in places])
        heights = [item.place.height for item in found if item.sure]
        if not heights and row["scene"] != "negative":
            continue
        known = whole(row, found)
        typical = float(np.median(heights)) if heights else 40.0
        for scale in sorted({min(1.0, target / typical) for target in (14.0, 26.0, 40.0)}):
            for tile in tiles(frame, found, scale, row["scene"], known):
                yield known, tile


def tiles(
    frame: FrameBGR, found: list[Named], scale: float, scene: str, known: bool
) -> Iterator[tuple[bytes, np.ndarray, str]]:
    """Cut the scaled frame into tiles around its indices, labelled as scenes are."""
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    pad = max(0, TILE - small.shape[0]), max(0, TILE - small.shape[1])
    # no mirror at the rim: mirrored indices are none
    small = cv2.copyMakeBorder(small, 0, pad[0], 0, pad[1], cv2.BORDER_REPLICATE)
    rows = []
    h, w = small.shape[0] - pad[0], small.shape[1] - pad[1]
    for item in found:
        place = item.place
        rows.append(
            [
                (place.x + 0.5) * scale - 0.5,
                (place.y + 0.5) * scale - 0.5,
                place.height * scale,
                place.angle,
                *label_of(item, scene, known),
            ]
        )
    table = np.array(rows, np.float32).reshape(-1, 7)
    step = TILE
    for y in range(0, max(1, h - step // 3), step):
        for x in range(0, max(1, w - step // 3), step):
            y0, x0 = min(y, small.shape[0] - step), min(x, small.shape[1] - step)
            part = table.copy()
            part[:, 0] -= x0
            part[:, 1] -= y0
            inside = (np.abs(part[:, :2] - step / 2) < step / 2 + 20).all(1)
            if not inside.any() and scene != "negative":
                continue
            tile = np.ascontiguousarray(small[y0 : y0 + step, x0 : x0 + step])
            data = cv2.imencode(".jpg", tile, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            yield data, part[inside], "photo"
