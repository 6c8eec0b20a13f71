"""Cards as people lay them for a photograph: a pile spread out, a fan, or side by side.

It draws pictures whose cards are known, for `bench.piles`; it reads none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.core.cards import DECK, Card
from companion.vision.draw import FACE_H, FACE_W
from companion.vision.film import CONDITIONS, Faces, Tabletop

SHAPES: Final = ("spread", "fan", "apart")
LIGHTS: Final = ("good", "dark", "blur", "skewed")
HEIGHTS: Final = (150, 200, 270)
"""Of a card in a picture of 1280 x 720 pixels: a third of its height at most, as all must show."""
FEWEST, MOST = 4, 13
IN_A_ROW: Final = {"spread": 7, "apart": 5}
"""Cards side by side, before a second row is begun."""
STEP: Final = {"spread": 0.42, "apart": 1.12}
"""Parts of a card's width from one to the next; where they overlap, the later lies on top."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A *picture* of *cards*, a JPEG, laid in one of `SHAPES`; *condition* has light and size."""

    cards: tuple[Card, ...]
    shape: str
    condition: str
    picture: bytes


def laid_out(faces: Faces, pictures: int, seed: int) -> Iterator[LaidOut]:
    """Yield *pictures* of cards of the deck *faces*, every shape, light and size in turn."""
    for number in range(pictures):
        rng = np.random.default_rng((seed, number))
        shape, light = SHAPES[number % 3], LIGHTS[number // 3 % 4]
        height = HEIGHTS[number // 12 % 3]
        most = 2 * IN_A_ROW[shape] if shape in IN_A_ROW else MOST
        count = int(rng.integers(FEWEST, min(most, MOST) + 1))
        cards = tuple(DECK[k] for k in rng.choice(len(DECK), count, replace=False))
        table = Tabletop(seed + number, height, faces=faces)
        _lay(table, cards, shape, rng)
        condition = f"{light}, cards of {height} px"
        how = CONDITIONS[light]
        yield LaidOut(cards, shape, condition, table.jpeg(table.picture(how), how))


def _lay(table: Tabletop, cards: Sequence[Card], shape: str, rng: np.random.Generator) -> None:
    """Lay *cards* in the middle of *table*, as untidily as people do."""
    width, height = table.size_wh
    middle = (width / 2, height / 2)
    places = _fan(len(cards), table.card_h) if shape == "fan" else _rows(len(cards), table, shape)
    for card, (x, y, turn) in zip(cards, places, strict=True):
        dx, dy = rng.normal(0, table.card_h / 50, 2).tolist()
        table.lay(card, (middle[0] + x + dx, middle[1] + y + dy), turn + rng.normal(0, 0.05))


def _rows(count: int, table: Tabletop, shape: str) -> Iterator[tuple[float, float, float]]:
    """Yield where cards lie in one row or two: right, down and turn from the middle."""
    in_a_row, step = IN_A_ROW[shape], STEP[shape] * table.card_h * FACE_W / FACE_H
    rows = math.ceil(count / in_a_row)
    for k in range(count):
        row, place = divmod(k, in_a_row)
        beside = min(count - row * in_a_row, in_a_row)
        x = (place - (beside - 1) / 2) * step
        yield x, (row - (rows - 1) / 2) * table.card_h * 1.1, 0.0


def _fan(count: int, card_h: int) -> Iterator[tuple[float, float, float]]:
    """Yield where cards lie in a fan held below its middle: right, down and turn."""
    reach, step = 1.35 * card_h, min(0.17, 2.0 / count)
    for k in range(count):
        turn = (k - (count - 1) / 2) * step
        yield math.sin(turn) * reach, (1 - math.cos(turn)) * reach - card_h / 5, turn
