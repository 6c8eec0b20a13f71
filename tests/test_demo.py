"""companion/demo.py: the simulated players keep to the rules, and the reader sees their cards."""

import io
import random
import sys

import pytest

from companion import demo
from companion.audit import audit
from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.croupier import Croupier
from companion.demo import Demo, picture_reader
from companion.door import Door
from companion.store import Store


def played(store, look=None, say=None):
    """A demo of two hands without pauses; return its croupier, evening and what was said."""
    chance, said = random.Random(3), []
    croupier = Croupier(
        store, now=lambda: "2026-05-01T20:00:00.000Z", new_id=lambda: f"{chance.random()}"
    )
    door = Door(store, croupier, chance.choice)
    demo = Demo(croupier, door, say or said.append, look=look, pace_s=0, hands=2, rng=chance)
    evening = demo.open("a token that is long enough")
    demo.play(evening)
    return croupier, evening, said


def test_a_demo_evening_is_whole_and_ends_as_agreed():
    with Store.open(None) as store:
        croupier, evening, _ = played(store)
        (finding,) = audit(store)

        table = croupier.table(evening.id)
    assert finding.trouble == ""
    assert table.ended is not None
    assert len(table.results) == 2


class Gone(io.StringIO):
    """A terminal whose reader has gone."""

    def write(self, text):
        raise BrokenPipeError(text)


def test_the_evening_goes_on_when_nobody_reads_the_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Gone())

    with Store.open(None) as store:
        _, evening, _ = played(store, say=demo._to_terminal)
        assert store.evening(evening.id) is not None


def test_a_card_the_camera_reads_is_recorded_from_the_picture():
    def look(card, _chance):
        return [Sighting(card, 0.99, (10, 10, 90, 120), 0)]

    with Store.open(None) as store:
        _, _, said = played(store, look)

    assert any("(read as" in line for line in said)


def test_a_camera_that_sees_nothing_leaves_it_to_taps():
    with Store.open(None) as store:
        _, _, said = played(store, lambda card, chance: ())

    assert said
    assert all(line.endswith("(tapped).") for line in said)


@pytest.mark.vision
@pytest.mark.parametrize("name", ["8S", "TH", "QD", "AC"])
def test_a_drawn_card_goes_through_the_real_reader(name):
    sightings = picture_reader()(Card(name), random.Random(1))

    assert {sighting.card for sighting in sightings} <= {Card(name)}
