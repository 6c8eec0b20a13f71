"""A table with cameras over it, for tests: people, a hand that has begun, readers that obey."""

import itertools
import random
from functools import partial

from companion.bench.film import Stage, layout_of, set_up_cards
from companion.bench.simulated import Errors, SimulatedWatch
from companion.core.cards import Card
from companion.croupier import Croupier
from companion.door import Door
from companion.lookout import Lookouts
from companion.said import HOST, Said

NAMES = ("Anna", "Ben", "Carla", "Dan")
STEP_MS = 400


class Evening:
    """Four people, a hand that has begun, and a reader that makes no mistake."""

    def __init__(self, store, game="boodle"):
        ids = itertools.count()
        self.croupier = Croupier(store, now=lambda: "2026-01-01T00:00:00+00:00",
                                 new_id=lambda: f"id{next(ids)}")  # fmt: skip
        self.door = Door(store, self.croupier, lambda choices: choices[0])
        self.now_ms, self.kept = 0, []
        self.lookouts = self.house()
        opened = self.croupier.open_evening(game=game, options={}, depth="cards", code="EYES")
        self.id = opened.id
        for name, animal in zip(NAMES, ("fish", "hare", "cat", "bear"), strict=True):
            self.say("sit", name=name, animal=animal)
        self.say("dealer", seat=3)
        self.say("begin_hand")
        self.stage = Stage(4, layout_of(self.table), draws=False)
        self.reads = partial(SimulatedWatch, errors=Errors(0), rng=random.Random(1))

    def house(self):
        return Lookouts(
            self.croupier, clock_ms=lambda: self.now_ms, door=self.door, keep=self.kept_one,
            watch=lambda: self.reads(self.stage), stir=Moved,
        )  # fmt: skip

    def kept_one(self, evidence):
        self.kept.append(evidence)

    def say(self, kind, by=HOST, **data):
        said = Said(self.croupier.new_id(), self.croupier.seq(self.id), kind, data)
        answer = self.croupier.submit(self.id, said, by)
        assert answer.ok, answer.say
        return answer

    @property
    def table(self):
        return self.croupier.table(self.id)

    @property
    def hand(self):
        return self.table.hand

    @property
    def played(self):
        return [(play.seat, str(play.card)) for play in self.hand.plays]

    def look(self, eye, frames=1):
        for _ in range(frames):
            self.now_ms += STEP_MS
            answer = eye.look(self.stage.picture(), self.now_ms)
        return answer

    def placed(self, eye):
        """The eye with the places of all seats set up."""
        self.look(eye, 5)
        eye.set_up()
        for seat, card in enumerate(set_up_cards(4)):
            self.stage.lay(seat, card)
            self.look(eye, 4)
            self.stage.table.take_up([card])
        self.look(eye, 2)
        assert eye.places.seating is None
        return eye

    def lay(self, eye, seat, card, frames=5):
        self.stage.lay(seat, Card(card))
        return self.look(eye, frames)


class Moved:
    """Everything stirs, everywhere."""

    def take(self, frame, at_ms):
        """Nothing to remember."""

    def stirred_ms(self, point, first_ms, rest_ms):
        """Just then."""
        return first_ms
