"""Small pictures of the cards that people are asked about: what they then say rests on these.

It holds pixels only as long as the question is open, and reads none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core.cards import Card
from companion.zones import grown

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR
    from companion.vision.view import Track

CROP_PX: Final = (160, 220)


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera *eye* showed of some cards, BGR, uint8, at most 160 x 220 pixels a part."""

    eye: str
    crop_bgr: FrameBGR


class Shown:
    """Pictures by card: of one that is asked about, or of a poker hand that waits for the rest."""

    def __init__(self) -> None:
        self._pictures: dict[Card, Picture] = {}

    def take(
        self, eye: str, frame: FrameBGR, tracks: Iterable[Track], cards: Collection[Card]
    ) -> None:
        """Keep what *frame* shows of *cards*, where one of them lies there; the first stays."""
        if any(card in self._pictures for card in cards):
            return
        boxes = [track.box_xyxy for track in tracks if track.card in cards]
        if boxes:
            picture = Picture(eye, cut_out(frame, boxes))
            self._pictures |= dict.fromkeys(cards, picture)

    def keep_only(self, cards: Collection[Card]) -> None:
        """Forget what nobody is asked about any more."""
        self._pictures = {c: picture for c, picture in self._pictures.items() if c in cards}

    def of(self, cards: Iterable[Card]) -> Picture | None:
        """Return what was shown of *cards*, several pictures one below the other, or ``None``."""
        found = {id(p): p for card in cards if (p := self._pictures.get(card)) is not None}
        pictures = list(found.values())
        if len(pictures) < 2:
            return next(iter(pictures), None)
        return Picture(pictures[0].eye, _stacked([each.crop_bgr for each in pictures]))


def cut_out(frame: FrameBGR, boxes_xyxy: Sequence[Sequence[float]]) -> FrameBGR:
    """Return the part of *frame* around cards, with what lies right around them, made small."""
    whole = (0.0, 0.0, float(frame.shape[1]), float(frame.shape[0]))
    boxes = [grown(box, 1, 0.6) for box in boxes_xyxy] or [whole]
    x0, y0 = (max(0, int(min(box[k] for box in boxes))) for k in (0, 1))
    x1, y1 = (int(max(box[k] for box in boxes)) + 1 for k in (2, 3))
    part = frame[y0:y1, x0:x1]
    step = max(1, -(-part.shape[1] // CROP_PX[0]), -(-part.shape[0] // CROP_PX[1]))
    return part[::step, ::step].copy()


def _stacked(crops: Sequence[FrameBGR]) -> FrameBGR:
    """Return pictures one below the other, black beside the narrower ones."""
    import numpy as np  # with the first pictures: a server without cameras needs none

    out = np.zeros((sum(len(crop) for crop in crops), max(c.shape[1] for c in crops), 3), np.uint8)
    top = 0
    for crop in crops:
        out[top : top + len(crop), : crop.shape[1]] = crop
        top += len(crop)
    return out
