"""Two phones over one table, their pictures drawn and read by the real reader."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pytest

from companion.bench.film import Stage
from companion.core.cards import Card
from companion.croupier import Croupier
from companion.door import Door
from companion.looking import Lookout
from companion.lookout import Lookouts
from companion.said import HOST, Said
from companion.store import Store
from companion.vision.film import use_one_thread
from companion.vision.frame import FrameBGR

pytestmark = pytest.mark.vision

PEOPLE = {"Anna": "fish", "Ben": "hare", "Carla": "cat"}
FRAME_MS = 200


@dataclass
class TwoPhones:
    """Three people in a hand; both phones know the places. The second one may stand elsewhere."""

    store: Store
    now_ms: int = 0
    cover_second: bool = False
    eyes: list[Lookout] = field(default_factory=list)

    def __post_init__(self) -> None:
        ids = itertools.count()
        self.croupier = Croupier(self.store, now=lambda: "2026-01-01T00:00:00+00:00",
                                 new_id=lambda: f"id{next(ids)}")  # fmt: skip
        door = Door(self.store, self.croupier, lambda choices: choices[0])
        self.lookouts = Lookouts(self.croupier, clock_ms=lambda: self.now_ms, door=door)
        self.id = self.croupier.open_evening(
            game="boodle", options={}, depth="cards", code="TWOS"
        ).id  # fmt: skip
        for name, animal in PEOPLE.items():
            self.say("sit", name=name, animal=animal)
        self.say("dealer", seat=2)
        self.stage = Stage(3, ())
        for name in ("glass", "shelf"):
            self.eyes.append(self.lookouts.eye(self.id, name))
        self.look(2)
        for seat, eye in itertools.product(range(3), self.eyes):
            (x, y), _ = self.stage.table.seat_at(seat, 3)
            eye.place(seat, self.seen_at(x, y, eye))
        self.say("begin_hand")
        self.say("deal")

    def say(self, kind: str, **data: Any) -> None:
        said = Said(self.croupier.new_id(), self.croupier.seq(self.id), kind, data)
        answer = self.croupier.submit(self.id, said, HOST)
        assert answer.ok, answer.say

    def seen_at(self, x: float, y: float, eye: Lookout) -> tuple[float, float]:
        """Where a phone sees a point of the table: the second one hangs the other way round."""
        return (
            (x / 1280, y / 1280) if eye is self.eyes[0] else ((1280 - x) / 1280, (720 - y) / 1280)
        )

    def look(self, frames: int) -> list[dict[str, Any]]:
        """Let both phones send so many pictures; return what each was told last."""
        told: list[dict[str, Any]] = []
        for _ in range(frames):
            self.now_ms += FRAME_MS
            told = [eye.look(self.picture(eye), self.now_ms) for eye in self.eyes]
        return told

    def picture(self, eye: Lookout) -> FrameBGR:
        frame = self.stage.picture()
        if eye is self.eyes[0]:
            return frame
        return np.asarray(cv2.rotate(frame, cv2.ROTATE_180), np.uint8)

    def lay(self, seat: int, card: str) -> list[dict[str, Any]]:
        """Somebody lays a card under a hand that comes and leaves."""
        for hand in self.stage.reaching(seat):
            self.now_ms += FRAME_MS
            for eye in self.eyes:
                turned = np.asarray(cv2.rotate(hand, cv2.ROTATE_180), np.uint8)
                eye.look(hand if eye is self.eyes[0] else turned, self.now_ms)
        self.stage.lay(seat, Card(card))
        return self.look(9)

    @property
    def played(self) -> list[tuple[int, str]]:
        hand = self.croupier.table(self.id).hand
        assert hand is not None
        return [(play.seat, str(play.card)) for play in hand.plays]


@pytest.fixture
def phones() -> Iterator[TwoPhones]:
    use_one_thread()
    with Store.open(None) as store:
        yield TwoPhones(store)


def test_two_phones_that_see_the_same_record_each_card_once(phones: TwoPhones) -> None:
    phones.lay(0, "4C")
    told = phones.lay(1, "5C")

    assert phones.played == [(0, "4C"), (1, "5C")]
    assert [one["questions"] for one in told] == [[], []]


def test_a_phone_that_was_knocked_round_disagrees_and_both_ask(phones: TwoPhones) -> None:
    """To the second one the places of Ben and Carla have changed sides."""
    phones.lay(0, "4C")
    one, two = phones.eyes[1].places.zones.middles[1], phones.eyes[1].places.zones.middles[2]
    phones.eyes[1].place(1, two)
    phones.eyes[1].place(2, one)

    told = phones.lay(1, "5C")

    assert phones.played == [(0, "4C")]
    assert [[ask["kind"] for ask in one["questions"]] for one in told] == [["disagree"]] * 2
