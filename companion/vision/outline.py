"""Outlines of cards whose four edges are free, and where their corner indices would be printed.

A second witness beside the finder: exact in place and direction, blind to overlapped cards.
Reads nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.crops import copy_of
from companion.vision.find import Place
from companion.vision.frame import FrameBGR

Quad = NDArray[np.float32]  # (4, 2), clockwise from a corner at which a short side begins

# Centre and height of the index in the top left corner, as fractions of the card, by kind of deck:
# standard, bridge and old, large, jumbo. The reader says which of them fits.
_PRINTS = ((0.082, 0.125, 0.175), (0.10, 0.145, 0.225), (0.12, 0.18, 0.29), (0.145, 0.23, 0.37))
_APART_X, _APART_Y = 0.82, 0.74  # between the middles of both indices, as shares of the card
_WORK_SIDE = 900  # pixels; edges of a card are long, so more only costs time
_AREA_SHARES = (0.003, 0.97)
_SIDES = (0.50, 0.90)  # short to long side: 0.64 to 0.72 flat, more or less when seen aslant
_SQUARISH = 0.80  # above this either pair of sides may be the long one
QUADS_MAX = 14


def find_outlines(levels: Sequence[FrameBGR]) -> list[Quad]:
    """Return the card-like quadrilaterals of a picture in its pixels, largest first, each once.

    *levels* are the picture and its halves (`crops.pyramid`).
    """
    height, width = levels[0].shape[:2]
    scale = min(1.0, _WORK_SIDE / max(height, width))
    small = copy_of(levels, (max(1, round(width * scale)), max(1, round(height * scale))))
    whole = float(small.shape[0] * small.shape[1])
    quads: list[Quad] = []
    for mask in _masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 60:
                continue
            quad = _quad_of(np.asarray(contour, np.int32), whole)
            # the first masks have the sharpest rim, so what they outlined stays
            if quad is not None and not any(_same_outline(quad, other) for other in quads):
                quads.append(quad)
    quads.sort(key=lambda quad: -cv2.contourArea(quad))
    return [np.asarray((quad + 0.5) / scale - 0.5, np.float32) for quad in quads[:QUADS_MAX]]


def _masks(small: FrameBGR) -> Iterator[NDArray[np.uint8]]:
    """Yield black and white pictures in which a card may stand out: three kinds of contrast."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    yield np.asarray(bright, np.uint8)
    block = max(31, (min(small.shape[:2]) // 6) | 1)
    local = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -6
    )
    yield np.asarray(local, np.uint8)
    edges = cv2.Canny(grey, 30, 90)
    yield np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)


def _quad_of(contour: NDArray[np.int32], whole: float) -> Quad | None:
    """Return the quadrilateral that *contour* draws, or None where it is no card's."""
    _, _, wide, high = cv2.boundingRect(contour)
    if wide * high < _AREA_SHARES[0] * whole:  # most are; said before their hull is drawn
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if not _AREA_SHARES[0] * whole < area < _AREA_SHARES[1] * whole:
        return None
    if abs(cv2.contourArea(contour)) < 0.86 * area:  # frayed or joined to something
        return None
    rough = _four_corners(np.asarray(hull), cv2.arcLength(hull, closed=True))
    if rough is None:
        return None
    quad = _sharpened(np.asarray(hull)[:, 0].astype(np.float32), rough)
    if quad is None or not 0.93 < area / max(1.0, cv2.contourArea(quad)) < 1.04:
        return None
    return _short_side_first(quad)


def _four_corners(hull: NDArray[np.int32], around: float) -> Quad | None:
    """Simplify *hull* until four corners are left; rounded corners need up to 6 %."""
    for share in (0.02, 0.03, 0.045, 0.06):
        simple = cv2.approxPolyDP(hull, share * around, closed=True)
        if len(simple) == 4:
            return np.asarray(simple[:, 0], np.float32)
        if len(simple) < 4:
            return None
    return None


def _sharpened(hull: NDArray[np.float32], rough: Quad) -> Quad | None:
    """Fit a line to each side and cut them with each other: corners as if never rounded."""
    points = _along(hull)
    lines = []
    for a, b in zip(rough, np.roll(rough, -1, axis=0), strict=True):
        side = b - a
        length = float(np.hypot(*side))
        if length < 8:
            return None
        along = (points - a) @ side / length**2
        off = np.abs((points - a) @ np.array([-side[1], side[0]])) / length
        middle = points[(along > 0.15) & (along < 0.85) & (off < 0.06 * length)]
        if len(middle) < 5:
            return None
        vx, vy, x, y = cv2.fitLine(middle.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)[:, 0]
        lines.append(np.cross((x, y, 1.0), (x + vx, y + vy, 1.0)))
    corners = [np.cross(lines[k - 1], lines[k]) for k in range(4)]
    if any(abs(corner[2]) < 1e-6 for corner in corners):
        return None
    return np.array([corner[:2] / corner[2] for corner in corners], np.float32)


def _along(hull: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return points (n, 2) all around *hull*, a pixel or two apart."""
    sides = np.roll(hull, -1, axis=0).astype(np.float64) - hull
    counts = np.maximum(2, np.hypot(*sides.T).astype(int))
    shares = np.concatenate([np.arange(count) / count for count in counts])
    return np.repeat(hull, counts, axis=0) + np.repeat(sides, counts, axis=0) * shares[:, None]


def _short_side_first(quad: Quad) -> Quad | None:
    """Return *quad* clockwise with a short side first, or None when it has no card's shape."""
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = np.ascontiguousarray(quad[::-1])  # a mirrored order would mirror the card
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    first, second = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if not _SIDES[0] < min(first, second) / max(first, second) < _SIDES[1]:
        return None
    if (
        max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
        > 1.6
    ):
        return None
    return quad if first <= second else np.asarray(np.roll(quad, -1, axis=0), np.float32)


def _same_outline(a: Quad, b: Quad) -> bool:
    """True if two outlines lie on each other."""
    size = cv2.contourArea(a) / max(1.0, cv2.contourArea(b))
    return _concentric(a, b) and 0.75 < size < 1.33


def _concentric(a: Quad, b: Quad) -> bool:
    reach = 0.12 * float(np.sqrt(cv2.contourArea(b)))
    return bool(np.hypot(*(a.mean(0) - b.mean(0))) < reach)


def cards_of(quads: Sequence[Quad]) -> list[int]:
    """Number the outlines by card: those that share their middle are guesses at one card.

    The smaller may be a frame printed inside, the larger a shadow around it; the reader decides.
    """
    return [
        next(j for j, b in enumerate(quads) if j == k or _concentric(a, b))
        for k, a in enumerate(quads)
    ]


def corner_places(quads: Sequence[Quad]) -> list[tuple[Place, int]]:
    """Return (place, number of the quad) for every index that each outline may carry."""
    return [(place, k) for k, quad in enumerate(quads) for place in _places_of(quad)]


def bare_paper(frame: FrameBGR, quad: Quad) -> float:
    """Return the share of bare paper in the middle of an outlined card, 0 to 1.

    Pips leave more than half of it bare, court pictures a third or less.
    """
    width, height = 100, 140
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, corners)
    card = cv2.warpPerspective(frame, matrix, (width, height), flags=cv2.INTER_AREA)
    face = card[4:136:2, 4:96:2].reshape(-1, 3)  # every fourth pixel will do
    light = len(face) * 4 // 5
    white = np.maximum(np.partition(face, light, axis=0)[light], 20.0)
    middle = np.ascontiguousarray(card[28:112, 28:72])
    bare = cv2.inRange(middle, np.floor(0.72 * white) + 1, np.full(3, 255.0))
    return cv2.countNonZero(bare) / bare.size


def card_between(a: Place, b: Place) -> Quad | None:
    """Return the outline of the card whose opposite corners carry indices *a* and *b*.

    None where they don't lie as on a card seen from above, or nearly.
    """
    if abs((a.angle - b.angle + np.pi) % (2 * np.pi) - np.pi) < np.pi - 0.5:
        return None
    c, s = float(np.cos(a.angle)), float(np.sin(a.angle))
    dx, dy = b.x - a.x, b.y - a.y
    width, height = abs(dx * c + dy * s) / _APART_X, (-dx * s + dy * c) / _APART_Y
    if width <= 0 or height <= 0 or not _SIDES[0] < width / height < _SIDES[1]:
        return None
    middle = np.array([(a.x + b.x) / 2, (a.y + b.y) / 2])
    right, down = np.array([c, s]) * width / 2, np.array([-s, c]) * height / 2
    corners = [middle - right - down, middle + right - down, middle + right + down]
    return np.array([*corners, middle - right + down], np.float32)


def _places_of(quad: Quad) -> Iterator[Place]:
    """Yield the places of both ends' left corners, for each kind of print."""
    for turned in (quad, np.roll(quad, -1, axis=0)) if _is_squarish(quad) else (quad,):
        for end in (turned, np.roll(turned, -2, axis=0)):
            yield from _left_corner(np.asarray(end, np.float32))


def _is_squarish(quad: Quad) -> bool:
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    return bool((sides[0] + sides[2]) / (sides[1] + sides[3]) > _SQUARISH)


def _left_corner(quad: Quad) -> Iterator[Place]:
    """Yield where the index at the card's first corner would be, for each kind of print."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad)
    for cx, cy, h in _PRINTS:
        ends = np.array([[[cx, cy - h / 2], [cx, cy + h / 2]]], np.float32)
        top, bottom = cv2.perspectiveTransform(ends, matrix)[0]
        up = top - bottom
        yield Place(
            float((top[0] + bottom[0]) / 2),
            float((top[1] + bottom[1]) / 2),
            float(np.hypot(*up)),
            float(np.arctan2(up[1], up[0]) + np.pi / 2),
            1.0,
        )
