"""Draws playing cards and pictures of them, for the demo and for people without a camera at hand.

All shapes are our own curves and strokes. Reads nothing; training has its own, far richer renderer
in models/training.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.vision.frame import FrameBGR

FACE_H, FACE_W = 700, 500  # pixels of a drawn face
_INK = {True: (42, 32, 196), False: (28, 24, 22)}  # red and black, BGR
_PAPER = (246, 250, 251)
_COLUMNS = {"l": 0.32, "m": 0.5, "r": 0.68}
_PIPS = {
    "A": "m50", "2": "m20 m80", "3": "m20 m50 m80", "4": "l20 r20 l80 r80",
    "5": "l20 r20 l80 r80 m50", "6": "l20 r20 l50 r50 l80 r80",
    "7": "l20 r20 l50 r50 l80 r80 m35", "8": "l20 r20 l50 r50 l80 r80 m35 m65",
    "9": "l20 r20 l40 r40 l60 r60 l80 r80 m50", "T": "l20 r20 l40 r40 l60 r60 l80 r80 m30 m70",
}  # fmt: skip


def _arc(
    x: float, y: float, rx: float, ry: float, first: int = 0, last: int = 360
) -> list[tuple[float, float]]:
    """Return points of an ellipse; degrees run clockwise from the right, as y runs down."""
    angles = np.radians(np.linspace(first, last, 40))
    return [(x + rx * float(np.cos(a)), y + ry * float(np.sin(a))) for a in angles]


# Letters as strokes in a field 60 wide and 100 high: OpenCV's own letters differ by version.
_STROKES: dict[str, list[list[tuple[float, float]]]] = {
    "A": [[(0, 100), (30, 0), (60, 100)], [(11, 66), (49, 66)]],
    "2": [[*_arc(30, 28, 27, 28, 190, 395), (3, 98), (59, 98)]],
    "3": [_arc(28, 26, 25, 26, 200, 450), _arc(28, 75, 29, 26, 270, 515)],
    "4": [[(42, 100), (42, 0), (0, 68), (61, 68)]],
    "5": [[(54, 0), (10, 0), (7, 46), *_arc(29, 68, 28, 32, 235, 510)]],
    "6": [_arc(30, 68, 27, 32), [(3, 68), (7, 42), (20, 18), (44, 0)]],
    "7": [[(2, 0), (58, 0), (22, 100)]],
    "8": [_arc(30, 25, 23, 25), _arc(30, 75, 28, 26)],
    "9": [_arc(30, 32, 27, 32), [(57, 32), (53, 58), (40, 82), (16, 100)]],
    "T": [[(0, 20), (16, 2), (16, 100)], _arc(66, 50, 25, 50)],
    "J": [[(26, 0), (62, 0)], [(45, 0), (45, 70), *_arc(24, 70, 21, 30, 0, 175)]],
    "Q": [_arc(30, 50, 28, 50), [(34, 70), (60, 106)]],
    "K": [[(4, 0), (4, 100)], [(56, 0), (4, 62)], [(22, 42), (58, 100)]],
}


def suit_ink(suit: str, height: int) -> NDArray[np.uint8]:
    """Return the suit mark as coverage, uint8 (*height*, width), 255 = ink."""
    t = np.linspace(0, 2 * np.pi, 240)
    heart = np.stack(
        [
            16 * np.sin(t) ** 3,
            -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)),
        ],
        axis=1,
    )
    stem = np.array([[-1.6, 0], [1.6, 0], [7, 19], [-7, 19]])
    circle = np.stack([np.cos(t), np.sin(t)], axis=1) * 7.4
    lobes = np.array([[0, -9], [-8.4, 2.5], [8.4, 2.5]])
    shapes = {
        "H": [heart],
        "S": [heart * (0.95, -0.95), stem],
        "D": [np.array([[0, -17], [12.5, 0], [0, 17], [-12.5, 0]])],
        "C": [*(circle + at for at in lobes), stem],
    }[suit]
    canvas = np.zeros((400, 400), np.uint8)
    for shape in shapes:
        points = np.round((shape * 9 + 200) * 16).astype(np.int32)
        cv2.fillPoly(canvas, [points], (255,), cv2.LINE_AA, 4)
    return _fitted(canvas, height)


def rank_ink(rank: str, height: int) -> NDArray[np.uint8]:
    """Return the rank's letters as coverage, uint8 (*height*, width), 255 = ink."""
    canvas = np.zeros((400, 400), np.uint8)
    for stroke in _STROKES[rank]:
        points = np.round((np.array(stroke, float) * 3 + 40) * 16).astype(np.int32)
        cv2.polylines(canvas, [points], False, (255,), 40, cv2.LINE_AA, 4)
    return _fitted(canvas, height)


def draw_face(card: Card) -> FrameBGR:
    """Return the face of *card*, BGR (700, 500, 3), two corners, pips or a large letter."""
    face = np.full((FACE_H, FACE_W, 3), _PAPER, np.uint8)
    colour = _INK[card.red]
    if card.rank in _PIPS:
        _print_pips(face, card, colour)
    else:
        cv2.rectangle(face, (125, 95), (FACE_W - 125, FACE_H - 95), colour, 3, cv2.LINE_AA)
        _print(face, rank_ink(card.rank, 230), (FACE_W / 2, FACE_H / 2), colour)
        for at in ((165, 145), (FACE_W - 165, FACE_H - 145)):
            _print(face, suit_ink(card.suit, 60), at, colour)
    for _ in range(2):
        _print(face, rank_ink(card.rank, 74), (54, 76), colour)
        _print(face, suit_ink(card.suit, 58), (54, 152), colour)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def draw_table(
    cards: Sequence[Card], *, seed: int = 0, size_wh: tuple[int, int] = (960, 720)
) -> FrameBGR:
    """Return a picture of *cards* lying apart on a table, BGR, slightly turned, with a grain.

    The same *seed* gives the same picture. Up to eight cards fit.
    """
    assert 1 <= len(cards) <= 8, len(cards)
    rng = np.random.default_rng(seed)
    width, height = size_wh
    felt = np.array([70, 104, 46]) + rng.normal(0, 10, 3)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = np.clip(felt, 0, 255)
    columns = min(4, len(cards))
    rows = -(-len(cards) // columns)
    card_h = min(height / rows * 0.72, width / columns * 0.95)
    for k, card in enumerate(cards):
        x = width * (k % columns + 0.5) / columns + rng.uniform(-0.02, 0.02) * width
        y = height * (k // columns + 0.5) / rows + rng.uniform(-0.02, 0.02) * height
        _lay(picture, draw_face(card), (x, y), card_h, float(rng.uniform(-0.25, 0.25)))
    blurred = cv2.GaussianBlur(picture, (0, 0), 0.8)
    grain = rng.normal(0, 3, picture.shape)
    return np.asarray(np.clip(blurred + grain, 0, 255), np.uint8)


def draw_sightings(frame: FrameBGR, sightings: Sequence[Sighting]) -> FrameBGR:
    """Return a copy of *frame* with a box and a name for every sighting."""
    out = frame.copy()
    unit = max(out.shape[:2]) / 900
    for sighting in sightings:
        x0, y0, x1, y1 = (round(value) for value in sighting.box_xyxy)
        cv2.rectangle(out, (x0, y0), (x1, y1), (60, 200, 60), max(1, round(2 * unit)), cv2.LINE_AA)
        label = f"{sighting.card.text} {100 * sighting.confidence:.0f}%"
        for colour, thick in (((0, 0, 0), 5), ((255, 255, 255), 2)):
            cv2.putText(
                out, label, (x0, max(round(18 * unit), y0 - round(5 * unit))),
                cv2.FONT_HERSHEY_SIMPLEX, 0.7 * unit, colour, max(1, round(thick * unit)),
                cv2.LINE_AA,
            )  # fmt: skip
    return out


def _fitted(canvas: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """Cut *canvas* to its ink and bring it to *height* pixels."""
    ys, xs = np.nonzero(canvas > 32)
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = max(1, round(height * ink.shape[1] / ink.shape[0]))
    return np.asarray(cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _print(
    face: FrameBGR,
    ink: NDArray[np.uint8],
    centre: tuple[float, float],
    colour: tuple[int, int, int],
) -> None:
    """Print *ink* in *colour* around *centre*; it must fit on the face."""
    h, w = ink.shape
    x, y = round(centre[0] - w / 2), round(centre[1] - h / 2)
    part = face[y : y + h, x : x + w]
    alpha = ink[..., None] / 255.0
    part[:] = np.round(part * (1 - alpha) + np.array(colour) * alpha)


def _print_pips(face: FrameBGR, card: Card, colour: tuple[int, int, int]) -> None:
    """Print the pips where every standard deck has them; the lower half stands on its head."""
    ink = suit_ink(card.suit, 190 if card.rank == "A" else 92)
    for place in _PIPS[card.rank].split():
        y = int(place[1:])
        mark = np.ascontiguousarray(ink[::-1]) if y > 50 else ink
        _print(face, mark, (_COLUMNS[place[0]] * FACE_W, y / 100 * FACE_H), colour)


def _lay(
    picture: FrameBGR, face: FrameBGR, at: tuple[float, float], card_h: float, turn: float
) -> None:
    """Lay *face* on *picture*, its middle at *at*, with round corners and a soft shadow."""
    scale = card_h / FACE_H
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array(
        [
            [c, -s, at[0] - c * FACE_W / 2 + s * FACE_H / 2],
            [s, c, at[1] - s * FACE_W / 2 - c * FACE_H / 2],
        ]
    )
    size = (picture.shape[1], picture.shape[0])
    mask = np.zeros((FACE_H, FACE_W), np.uint8)
    r = 28
    cv2.rectangle(mask, (r, 0), (FACE_W - r, FACE_H), (255,), -1)
    cv2.rectangle(mask, (0, r), (FACE_W, FACE_H - r), (255,), -1)
    for x in (r, FACE_W - r):
        for y in (r, FACE_H - r):
            cv2.circle(mask, (x, y), r, (255,), -1)
    alpha = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_AREA)[..., None] / 255.0
    shadow = cv2.GaussianBlur(alpha.astype(np.float32), (0, 0), 7)[..., None] * 0.35
    warped = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_AREA)
    dark = picture * (1 - shadow)
    picture[:] = np.round(dark * (1 - alpha) + warped * alpha)
