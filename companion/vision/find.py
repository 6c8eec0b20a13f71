"""Where printed corner indices lie, in which direction and how large. Reads none of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import paths
from companion.vision.crops import copy_of, pyramid
from companion.vision.frame import FrameBGR
from companion.vision.model_card import ModelCard, net_of

CARD = ModelCard(
    name="Index finder",
    source="models/training/find_train.py",
    licence="MIT",
    weights="index_finder.onnx",
    sha256="e6f409d93333e62b53206fe06a673104fa0dc22fd90d4d2a56764133d0b3d206",
    input_hw=None,
    channels="BGR, divided by 255",
    labels=("index",),
    trained_on="scenes of 26 fetched and 1,200 drawn decks, photographs; see models/README.md",
)
STRIDE = 8
SIZE_UNIT = 20.0  # the size map holds log(height / 20 px)
SEEN_HEIGHTS = (
    7.5,
    50.0,
)  # pixels at the net's own scale; smaller and larger ones blur into guesses
SCORE_MIN = 0.3
_LOG_ODDS_MIN = math.log(SCORE_MIN / (1 - SCORE_MIN))
PLACES_MAX = 160  # a whole pack apart has 104, one with four corners more; beyond is pattern
LONG_SIDES = (1280, 640, 320, 160)
_UPSCALE_MAX = 1.6
_LIKELY = 0.5
# An index is placed best where it is 30 to 46 pixels high: much smaller, it is off by a quarter of
# its height; much larger, the net no longer overlooks it.
_PLACED_WELL = (30.0, 46.0)
_TOO_LARGE, _TRUST_MIN = 0.7, 0.3
_LIKE_SIZE = 0.35  # log of heights up to which neighbours are thought to be of one deck
_TO_NEIGHBOURS = 0.6  # how far a height moves to that of its neighbours
_ACROSS, _ALONG = 0.3, 0.5  # index heights within which two places are one index
_NEAR, _FEW = 9.0, 3  # in index heights; neighbours that make a rule


@dataclass(frozen=True, slots=True)
class Place:
    """An index found: centre and height in frame pixels, reading direction in radians."""

    x: float
    y: float
    height: float
    angle: float
    score: float
    seen_height: float = _PLACED_WELL[0]  # in pixels of the copy in which it was found

    @property
    def trust(self) -> float:
        """How well the copy could show it, times the score."""
        fit = min(1.0, max(_TRUST_MIN, self.seen_height / _PLACED_WELL[0]))
        return self.score * (fit if self.seen_height < _PLACED_WELL[1] else _TOO_LARGE)


def find_indices(
    frame: FrameBGR,
    models_dir: Path,
    sides: Sequence[int] = LONG_SIDES,
    levels: Sequence[FrameBGR] | None = None,
    enough: int = PLACES_MAX,
) -> list[Place]:
    """Return the indices of *frame*, surest first, each once.

    The frame is looked at in copies with long *sides*, because one net sees indices of 8 to 50
    pixels; *levels* are the frame and its halves, where they are made already. Where one copy
    shows *enough* likely indices, smaller ones are not looked at. Raises `ReaderUnavailable`.
    """
    net = net_of(CARD, models_dir)
    found: list[Place] = []
    for view, scale in views(levels or pyramid(frame), sides):
        (maps,) = net.run(_blob(view)).values()
        found.extend(places_in(maps[0], scale))
        if sum(place.score > _LIKELY for place in found) >= enough:
            break
    return level(each_once(found)[:PLACES_MAX])


def heights_in(frame: FrameBGR, models_dir: Path = paths.MODELS) -> list[float]:
    """Return the heights in pixels of the indices found in *frame*, read or not."""
    return [place.height for place in find_indices(frame, models_dir)]


def views(
    levels: Sequence[FrameBGR], sides: Sequence[int] = LONG_SIDES
) -> list[tuple[FrameBGR, float]]:
    """Return (picture, scale against the frame) for every size looked at, largest first.

    *levels* are the frame and its halves.
    """
    height, width = levels[0].shape[:2]
    out: list[tuple[FrameBGR, float]] = []
    for side in sides:
        scale = side / max(height, width)
        if scale > _UPSCALE_MAX:
            continue
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        out.append((copy_of(levels, size), scale))
    return out


def _blob(view: FrameBGR) -> NDArray[np.float32]:
    """Return (1, 3, h, w) in 0 to 1, padded with grey to whole steps of the net."""
    height, width = view.shape[:2]
    grown = (height + -height % STRIDE, width + -width % STRIDE)
    blob = np.empty((1, 3, *grown), np.float32)
    blob[:, :, height:], blob[:, :, :, width:] = 128 / 255, 128 / 255
    np.multiply(view.transpose(2, 0, 1), np.float32(1 / 255), out=blob[0, :, :height, :width])
    return blob


def places_in(maps: NDArray[np.float32], scale: float) -> list[Place]:
    """Return the peaks of the finder's maps (6, h, w) as places in frame pixels."""
    heat = np.ascontiguousarray(maps[0])  # still log odds: few of them are peaks
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > _LOG_ODDS_MIN)
    down, right = np.nonzero(peak)
    odds, dx, dy, size, cos, sin = maps[:, down, right].astype(np.float64)
    heights = SIZE_UNIT * np.exp(np.clip(size, -3, 3))
    rows = zip(
        ((right + 0.5 + dx) * STRIDE / scale - 0.5).tolist(),
        ((down + 0.5 + dy) * STRIDE / scale - 0.5).tolist(),
        (heights / scale).tolist(),
        np.arctan2(sin, cos).tolist(),
        (1 / (1 + np.exp(-np.clip(odds, -30, 30)))).tolist(),
        heights.tolist(),
        strict=True,
    )
    return [Place(*row) for row in rows if SEEN_HEIGHTS[0] <= row[-1] <= SEEN_HEIGHTS[1]]


def each_once(found: Sequence[Place]) -> list[Place]:
    """Merge the places that are one index seen in several copies, the most trusted first.

    The best copy says where it is; how large and in which direction, all of them.
    """
    kept: list[list[Place]] = []
    for place in sorted(found, key=lambda p: -p.trust):
        mine = next((group for group in kept if same_index(group[0], place)), None)
        if mine is None:
            kept.append([place])
        elif _alike(place, mine[0]):
            mine.append(place)
    return [_merged(group) for group in kept]


def _merged(group: Sequence[Place]) -> Place:
    """Return the first place with the mean height and direction of all."""
    if len(group) == 1:
        return group[0]
    weights = np.array([place.trust for place in group])
    weights /= weights.sum()
    angles = np.array([place.angle for place in group])
    return replace(
        group[0],
        height=float(np.exp(weights @ np.log([place.height for place in group]))),
        angle=float(np.arctan2(weights @ np.sin(angles), weights @ np.cos(angles))),
        score=max(place.score for place in group),
    )


def _alike(a: Place, b: Place) -> bool:
    """True unless one of two places of an index is far too large or turned another way."""
    return abs(math.log(a.height / b.height)) < 0.5 and math.cos(a.angle - b.angle) > 0.6


def level(places: Sequence[Place]) -> list[Place]:
    """Bring heights nearer to those of the indices around: cards of one deck have one height."""
    if len(places) <= _FEW:
        return list(places)
    at = np.array([(place.x, place.y) for place in places])
    heights = np.array([place.height for place in places])
    logs = np.log(heights)
    out = []
    for k, place in enumerate(places):
        near = np.hypot(*(at - at[k]).T) < _NEAR * np.maximum(heights, heights[k])
        near &= np.abs(logs - logs[k]) < _LIKE_SIZE
        near[k] = False
        if near.sum() >= _FEW:
            moved = logs[k] + _TO_NEIGHBOURS * (median(logs[near].tolist()) - logs[k])
            out.append(replace(place, height=float(np.exp(moved))))
        else:
            out.append(place)
    return out


def same_index(a: Place, b: Place) -> bool:
    """True if *b* lies on the index at *a*: in the tightest fan the next one is farther across."""
    c, s = math.cos(a.angle), math.sin(a.angle)
    across, along = (b.x - a.x) * c + (b.y - a.y) * s, (b.y - a.y) * c - (b.x - a.x) * s
    height = max(a.height, b.height)
    return abs(across) < _ACROSS * height and abs(along) < _ALONG * height
