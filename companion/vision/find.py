"""Where printed corner indices lie, in which direction and how large. Reads none of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import paths
from companion.vision.frame import FrameBGR
from companion.vision.model_card import ModelCard, net_of

CARD = ModelCard(
    name="Index finder",
    source="models/training/find_train.py",
    licence="MIT",
    weights="index_finder.onnx",
    sha256="14f204bac9338dfcb39ba1d2a5952e9bbb1290d56856d57ba9691dfaa5743891",
    input_hw=None,
    channels="BGR, divided by 255",
    labels=("index",),
    trained_on="composed scenes of 26 fetched, 200 drawn decks, photographs; see models/README.md",
)
STRIDE = 8
SIZE_UNIT = 20.0  # the size map holds log(height / 20 px)
SEEN_HEIGHTS = (
    7.5,
    50.0,
)  # pixels at the net's own scale; smaller and larger ones blur into guesses
SCORE_MIN = 0.3
PLACES_MAX = 80  # four fans of 13 have 52; more are pattern, not cards
LONG_SIDES = (1280, 640, 320, 160)
_UPSCALE_MAX = 1.6


@dataclass(frozen=True, slots=True)
class Place:
    """An index found: centre and height in frame pixels, reading direction in radians."""

    x: float
    y: float
    height: float
    angle: float
    score: float


def find_indices(
    frame: FrameBGR, models_dir: Path, sides: Sequence[int] = LONG_SIDES
) -> list[Place]:
    """Return the indices of *frame*, surest first, each once.

    The frame is looked at in copies with long *sides*, because one net sees indices of 8 to 50
    pixels. Raises `ReaderUnavailable`.
    """
    net = net_of(CARD, models_dir)
    found: list[Place] = []
    for view, scale in views(frame, sides):
        (maps,) = net.run(_blob(view)).values()
        found.extend(places_in(maps[0], scale))
    return each_once(found)[:PLACES_MAX]


def heights_in(frame: FrameBGR, models_dir: Path = paths.MODELS) -> list[float]:
    """Return the heights in pixels of the indices found in *frame*, read or not."""
    return [place.height for place in find_indices(frame, models_dir)]


def views(frame: FrameBGR, sides: Sequence[int] = LONG_SIDES) -> list[tuple[FrameBGR, float]]:
    """Return (picture, scale against *frame*) for every size looked at, largest first."""
    long_side = max(frame.shape[:2])
    out: list[tuple[FrameBGR, float]] = []
    source, source_scale = frame, 1.0
    for side in sides:
        scale = side / long_side
        if scale > _UPSCALE_MAX:
            continue
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        size = (max(8, round(frame.shape[1] * scale)), max(8, round(frame.shape[0] * scale)))
        view = np.asarray(cv2.resize(source, size, interpolation=way), np.uint8)
        out.append((view, scale))
        source, source_scale = (view, scale) if scale <= 1 else (source, source_scale)
    return out


def _blob(view: FrameBGR) -> NDArray[np.float32]:
    """Return (1, 3, h, w) in 0 to 1, padded with grey to whole steps of 32 pixels."""
    h, w = view.shape[:2]
    grown = cv2.copyMakeBorder(
        view, 0, -h % 32, 0, -w % 32, cv2.BORDER_CONSTANT, value=(128, 128, 128)
    )
    return np.ascontiguousarray(grown.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def places_in(maps: NDArray[np.float32], scale: float) -> list[Place]:
    """Return the peaks of the finder's maps (6, h, w) as places in frame pixels."""
    heat = 1 / (1 + np.exp(-np.clip(maps[0], -30, 30)))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > SCORE_MIN)
    out = []
    for j, i in zip(*np.nonzero(peak), strict=True):
        _, dx, dy, size, cos, sin = (float(value) for value in maps[:, j, i])
        height = SIZE_UNIT * float(np.exp(np.clip(size, -3, 3)))
        if SEEN_HEIGHTS[0] <= height <= SEEN_HEIGHTS[1]:
            x = (i + 0.5 + dx) * STRIDE - 0.5
            y = (j + 0.5 + dy) * STRIDE - 0.5
            out.append(
                Place(
                    (x + 0.5) / scale - 0.5,
                    (y + 0.5) / scale - 0.5,
                    height / scale,
                    float(np.arctan2(sin, cos)),
                    float(heat[j, i]),
                )
            )
    return out


def each_once(found: Sequence[Place]) -> list[Place]:
    """Keep the surest of places that are the same index seen in several sizes."""
    kept: list[Place] = []
    for place in sorted(found, key=lambda p: -p.score):
        if not any(_same_index(place, other) for other in kept):
            kept.append(place)
    return kept


def _same_index(a: Place, b: Place) -> bool:
    """Closer than half an index: a neighbour in the tightest fan is farther away."""
    return bool(np.hypot(a.x - b.x, a.y - b.y) < 0.45 * max(a.height, b.height))
