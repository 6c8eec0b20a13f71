"""People who lay cards at their own pace, under a camera whose pictures take long to read.

Reading takes time of an injected clock, in which hands and people go on; nothing waits. What lies
in a picture is known here, so that only time is put to the test.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.bench.film import Stage, layout_of, set_up_cards
from companion.bench.script import Step
from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.core.table import Table
from companion.croupier import Croupier
from companion.door import Door
from companion.lookout import Lookouts
from companion.said import HOST, Said
from companion.store import Store
from companion.vision.film import Lying
from companion.vision.frame import FrameBGR
from companion.vision.view import View
from companion.vision.watch import Watch

ANIMALS = {"Anna": "fish", "Ben": "hare", "Carla": "cat", "Dan": "bear"}
TICK_S = 0.1
REACHES_S = 0.6  # so long a hand is over the place where it lays a card
WHOLE = 3.0  # a whole picture takes so many times longer than a part
CORNER = (43.0, 60.0)  # of a card, from its middle, pixels
CARD = (58.0, 82.0)


@dataclass(frozen=True)
class Play:
    """Somebody lays a card *at_s* seconds after the runs began; without a card nobody has it."""

    at_s: float
    seat: int = 0
    card: str = ""


class SlowWatch(Watch):
    """Knows what lies there; says in *parts* how much of a picture it has read."""

    def __init__(self, at: SlowTable) -> None:
        super().__init__(heights=lambda frame: [])
        self.at, self.parts = at, 0.0

    def look(self, frame_bgr: FrameBGR, at_ms: int) -> View:
        """Look, and let the time pass that reading takes."""
        self.parts = 0.0
        view = super().look(frame_bgr, at_ms)
        self.at.pass_s(0.02 + self.parts * self.at.seconds)
        return view

    def _sightings(
        self, frame: FrameBGR, spots: Sequence[Any], unit: float, at_ms: int
    ) -> list[Sighting]:
        boxes = [spot.in_frame(unit) for spot in spots] or [(0, 0, frame.shape[1], frame.shape[0])]
        self.parts += len(boxes) if spots else WHOLE
        found = [one for one in self.at.shown if any(_holds(box, one.box_xyxy) for box in boxes)]
        return [replace(one, at_ms=at_ms) for one in found]


class SlowTable:
    """Four people, and a camera that needs *seconds* for the part of a picture around a card."""

    def __init__(self, store: Store, seconds: float) -> None:
        ids = itertools.count()
        self.seconds, self.now_s = seconds, 100.0
        self.croupier = Croupier(store, now=lambda: "2026-01-01T00:00:00+00:00",
                                 new_id=lambda: f"id{next(ids)}")  # fmt: skip
        lookouts = Lookouts(
            self.croupier, clock_ms=lambda: int(1000 * self.now_s), watch=lambda: SlowWatch(self),
            door=Door(store, self.croupier, lambda choices: choices[0]),
        )  # fmt: skip
        self.id = self.croupier.open_evening(
            game="boodle", options={}, depth="cards", code="SLOW"
        ).id  # fmt: skip
        for name, animal in ANIMALS.items():
            self.say(Step("sit", {"name": name, "animal": animal}))
        self.say(Step("dealer", {"seat": 3}))
        self.stage = Stage(4, layout_of(self.table))
        self.eye = lookouts.eye(self.id, "table")
        self.shown: list[Sighting] = []
        self.asked: dict[str, str] = {}
        self.told: dict[str, Any] = {}
        self._plays: Iterator[tuple[float, int | None, Any]] = iter(())
        self._next: tuple[float, int | None, Any] | None = None

    @property
    def table(self) -> Table:
        return self.croupier.table(self.id)

    @property
    def played(self) -> list[tuple[int, str]]:
        assert self.table.hand is not None
        return [(play.seat, str(play.card)) for play in self.table.hand.plays]

    def say(self, step: Step) -> None:
        said = Said(self.croupier.new_id(), self.croupier.seq(self.id), step.kind, step.data)
        answer = self.croupier.submit(self.id, said, HOST)
        assert answer.ok, answer.say

    # ---- time

    def pass_s(self, seconds: float) -> None:
        """Let time pass, in which people do what they do then."""
        for _ in range(max(1, round(seconds / TICK_S))):
            self.now_s += TICK_S
            while self._next is not None and self._next[0] <= self.now_s:
                self._next[2]()
                self._next = next(self._plays, None)
            for question in self.eye.status()["questions"]:
                self.asked[question["id"]] = question["say"]

    def send(self) -> None:
        """Send one picture as a phone does: what is to be seen now, when the last is answered."""
        coming = self._next
        hand = None
        if coming is not None and coming[1] is not None and self.now_s > coming[0] - REACHES_S:
            hand = self.stage.table.seat_at(coming[1], 4)[0]
        self.shown = list(_sightings(self.stage.table.lying, hand))
        self.told = self.eye.look(self.stage.picture(hand), int(1000 * self.now_s))
        self.pass_s(max(TICK_S, self.told["next_ms"] / 1000))

    def send_until(self, at_s: float) -> None:
        while self.now_s < at_s:
            self.send()

    # ---- people

    def set_up(self, after_s: float) -> None:
        """Show the places, begun so soon after the camera; each lays a card when asked to."""
        self.send_until(self.now_s + after_s)
        self.eye.set_up()
        for seat, card in enumerate(set_up_cards(4)):

            def lay(seat: int = seat, card: Card = card) -> None:
                self.stage.lay(seat, card)

            self._do([(self.now_s + 1.5, seat, lay)])
            give_up_s = self.now_s + 60
            while self.now_s < give_up_s:
                self.send()
                setting = self.eye.status()["setting"]
                if self._next is None and (setting is None or setting["seat"] != seat):
                    break
            self.stage.table.take_up([card])
        self.send_until(self.now_s + 2)

    def play(self, plays: Sequence[Play], end_s: float) -> None:
        """Play a hand, and look on for so long after the last card."""
        self.say(Step("begin_hand"))
        self.send()
        began = self.now_s
        self._do([
            (began + play.at_s, play.seat if play.card else None, self._deed(play))
            for play in plays
        ])  # fmt: skip
        self.send_until(began + plays[-1].at_s + end_s)

    def _deed(self, play: Play) -> Any:
        if play.card:
            return lambda: self.stage.lay(play.seat, Card(play.card))
        return lambda: self.say(Step("stop"))

    def _do(self, deeds: Sequence[tuple[float, int | None, Any]]) -> None:
        self._plays = iter(deeds)
        self._next = next(self._plays, None)


# ---- what is to be seen --------------------------------------------------------------------------


def _holds(box: tuple[int, int, int, int], corner: tuple[float, float, float, float]) -> bool:
    x, y = (corner[0] + corner[2]) / 2, (corner[1] + corner[3]) / 2
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _sightings(lying: Sequence[Lying], hand: tuple[float, float] | None) -> Iterator[Sighting]:
    """Yield the cards of which a corner is not covered by a later card or a hand."""
    for k, one in enumerate(lying):
        corners = [_turned(one, sign * CORNER[0], sign * CORNER[1]) for sign in (-1, 1)]
        free = [
            at for at in corners
            if not any(_covers(other, at) for other in lying[k + 1 :])
            and (hand is None or math.dist(at, hand) > 130)
        ]  # fmt: skip
        if free:
            xs, ys = zip(*free, strict=True)
            box = (min(xs) - 12, min(ys) - 16, max(xs) + 12, max(ys) + 16)
            yield Sighting(one.card, 0.97 if len(free) > 1 else 0.93, box)


def _turned(one: Lying, x: float, y: float) -> tuple[float, float]:
    c, s = math.cos(one.turn), math.sin(one.turn)
    return one.at[0] + c * x - s * y, one.at[1] + s * x + c * y


def _covers(one: Lying, at: tuple[float, float]) -> bool:
    dx, dy = np.subtract(at, one.at)
    c, s = math.cos(one.turn), math.sin(one.turn)
    return bool(abs(c * dx + s * dy) < CARD[0] and abs(c * dy - s * dx) < CARD[1])
