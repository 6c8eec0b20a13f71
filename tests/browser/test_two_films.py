"""Two phones with films of their own: one hand, seen from two sides of the table at once.

Each is a Chromium of its own that plays what its camera would see; the films begin a moment apart
and run in real time, as two phones do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from browser_cameras import Table, upside_down
from browser_films import FPS, HEIGHT, STILL_S, WIDTH, Launch, slow_down, slower_here

from companion.bench.film import Stage
from companion.core.cards import Card
from companion.vision.film import Light, Point, write_frames
from companion.vision.frame import FrameBGR

BEFORE_S, AFTER_S = 6.0, 15.0  # bare table while two phones start; a still after the last card
Laid = Sequence[tuple[int, str]]

HAND: Laid = [(0, "4C"), (1, "5C"), (2, "6C"), (1, "7C"), (0, "8C"), (2, "9C")]
SLIPPED = "7C"  # Ben lays it; over there it seems to lie before Carla
OTHERWISE: Laid = [(2 if card == SLIPPED else seat, card) for seat, card in HAND]
LEANING = Light(skew=0.15)


def frames(laid: Laid, light: Light) -> Iterator[FrameBGR]:
    """Yield what a phone above the table sees."""
    stage = Stage(3, (), light=light)
    yield from (stage.picture() for _ in range(round(BEFORE_S * FPS)))
    for seat, card in laid:
        yield from stage.reaching(seat)
        stage.lay(seat, Card(card))
        yield from (stage.picture() for _ in range(round(STILL_S * FPS)))
    yield from (stage.picture() for _ in range(round(AFTER_S * FPS)))


def near_side(seat: int) -> Point:
    return Stage(3, (), draws=False).table.seat_at(seat, 3)[0]


def far_side(seat: int) -> Point:
    """Where somebody sits in the picture of a phone that leans on the other side."""
    lean, top = WIDTH * LEANING.skew / 4, HEIGHT * LEANING.skew / 5
    table = np.float32([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    seen = np.float32([[lean, top], [WIDTH - lean, top], [WIDTH, HEIGHT], [0, HEIGHT]])
    matrix = cv2.getPerspectiveTransform(table, seen)
    ((x, y),) = cv2.perspectiveTransform(np.float32([[near_side(seat)]]), matrix)[0]
    return WIDTH - float(x), HEIGHT - float(y)


@pytest.fixture
def films(tmp_path: Path) -> tuple[Path, Path, int]:
    """Write both films; return them, and how many times slower than at a table they run."""
    near, far = tmp_path / "near.y4m", tmp_path / "far.y4m"
    write_frames(near, frames(HAND, Light()), FPS)
    write_frames(far, map(upside_down, frames(OTHERWISE, LEANING)), FPS)
    slower = slower_here(near, cameras=2)
    for film in (near, far):
        slow_down(film, slower)
    return near, far, slower


class Watching:
    """People who look on while both films run, and say who laid a card where they are asked."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.asked: list[tuple[str, str]] = []  # kind, card
        self.read: list[set[str]] = [set() for _ in table.phones]

    def is_over(self) -> bool:
        """Note what each phone reads and answer what is asked; whether all is recorded."""
        for phone, seen in zip(self.table.phones, self.read, strict=True):
            seen.update(phone.reads(self.table))
        for question in self.table.house.eyes.questions(self.table.evening.id):
            self._answer(question)
        return len(self.table.played) >= len(HAND)

    def _answer(self, question: dict[str, Any]) -> None:
        seat, card = HAND[len(self.table.played)]
        about = (question["kind"], question["cards"][0])
        if about not in self.asked:
            self.asked.append(about)
        told = [one["data"] for one in question["answers"] if one["kind"] == "play"]
        if {"seat": seat, "card": card} in told:
            self.table.say("play", seat=seat, card=card)


def test_two_films_of_one_hand_agree_and_where_they_differ_the_table_is_asked(
    table: Table, launch: Launch, films: tuple[Path, Path, int]
) -> None:
    near, far, slower = films
    table.say("begin_hand")
    table.filmed((launch(near), near_side), (launch(far), far_side))
    watching = Watching(table)

    table.wait(
        watching.is_over, slower * (BEFORE_S + len(HAND) * (STILL_S + 3 / FPS) + AFTER_S)
    )  # fmt: skip

    near_read, far_read = watching.read
    print(f"\nfilms {slower} times slower; of {len(HAND)} cards {len(near_read)} read from here,"
          f" {len(far_read)} from there; asked {watching.asked}")  # fmt: skip
    assert table.played == HAND  # each once, before the right person
    assert SLIPPED in [card for _, card in watching.asked], "it was recorded unasked"
    assert len(watching.asked) <= 1 + len(HAND) / 4
    assert len(near_read & far_read) >= len(HAND) - 2
