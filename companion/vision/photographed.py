"""Decks cut out of photographs: the cards of somebody's own deck, laid on the filmed table.

A deck is used when each of its 52 cards was photographed alone, with its four edges in sight or
filling the picture. No photograph is kept: what is cut lives as long as the measurement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.core.cards import CARD, DECK, Card
from companion.vision.bench import cards_of_row, read_labels
from companion.vision.crops import pyramid
from companion.vision.draw import FACE_H, FACE_W
from companion.vision.frame import FrameBGR, PictureError, to_frame
from companion.vision.outline import Quad, find_outlines

_FILLS: Final = 0.1
"""Of the picture, at least: a smaller outline is a pip or a thing beside the card."""
_RIM: Final = (8, 16)  # pixels from the edge of a face; no deck prints so far out
_CARD_SHAPED: Final = (0.6, 0.82)  # width to height of a picture that is a card and nothing else


class PhotographedDeck:
    """The faces of one deck, as they were photographed."""

    def __init__(self, name: str, faces: dict[Card, FrameBGR]) -> None:
        self.name, self._faces = name, faces

    def __call__(self, card: Card) -> FrameBGR:
        """Return the upright face of *card*, BGR, `FACE_H` x `FACE_W` pixels."""
        return self._faces[card]


def decks_of(labels: Path) -> Iterator[PhotographedDeck]:
    """Yield every whole deck among the photographs that *labels* lists, folder by folder.

    *labels* names files relative to itself. Raises `companion.vision.bench.LabelsError`.
    """
    for folder, rows in sorted(_alone(labels).items()):
        if len(rows) < len(DECK):
            continue
        found = {card: _cut_out(labels.parent, files) for card, files in rows.items()}
        faces = {card: face for card, face in found.items() if face is not None}
        if len(faces) == len(DECK):
            yield PhotographedDeck(folder, faces)


def _alone(labels: Path) -> dict[str, dict[Card, list[str]]]:
    """Return, by folder, the files of photographs that show one card alone."""
    out: dict[str, dict[Card, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in read_labels(labels):
        cards = list(cards_of_row(row, "cards").elements())
        if len(row["cards"]) == len(cards) == 1:
            out[str(Path(row["file"]).parent)][CARD[cards[0]]].append(row["file"])
    return out


def _cut_out(root: Path, files: list[str]) -> FrameBGR | None:
    """Return the card from whichever of *files* shows it largest, None where none can be cut."""
    best: tuple[float, FrameBGR] | None = None
    for file in files:
        try:
            frame = to_frame(root / file)
        except PictureError:
            continue
        for quad in _edges(frame):
            face, size = _flattened(frame, quad), float(cv2.contourArea(quad))
            if _is_card(face) and (best is None or size > best[0]):
                best = (size, face)
    return best[1] if best else None


def _edges(frame: FrameBGR) -> list[Quad]:
    """Return what may be the edges of the card of *frame*, clockwise, a short side first."""
    height, width = frame.shape[:2]
    quads = [
        q for q in find_outlines(pyramid(frame)) if cv2.contourArea(q) > _FILLS * height * width
    ]
    if _CARD_SHAPED[0] < width / height < _CARD_SHAPED[1]:
        quads.append(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
    return quads


def _is_card(face: FrameBGR) -> bool:
    """True if *face* has paper just within its edges and print in two opposite corners."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    light = 0.6 * float(np.quantile(grey, 0.8))
    long, short = slice(FACE_H // 7, -FACE_H // 7), slice(FACE_W // 7, -FACE_W // 7)
    near, far = slice(*_RIM), slice(-_RIM[1], -_RIM[0])
    sides = (grey[long, near], grey[long, far], grey[near, short], grey[far, short])
    corners = (
        grey[_RIM[1] : FACE_H // 4, _RIM[1] : FACE_W // 5],
        grey[-FACE_H // 4 : -_RIM[1], -FACE_W // 5 : -_RIM[1]],
    )
    printed = all(float((corner < light).mean()) > 0.03 for corner in corners)
    return printed and all(float((side > light).mean()) > 0.9 for side in sides)


def _flattened(frame: FrameBGR, quad: Quad) -> FrameBGR:
    """Return the card within *quad* as seen from straight above."""
    face = np.array([[0, 0], [FACE_W, 0], [FACE_W, FACE_H], [0, FACE_H]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, face)
    size = (FACE_W, FACE_H)
    return np.asarray(cv2.warpPerspective(frame, matrix, size, flags=cv2.INTER_AREA), np.uint8)
