"""What the page of a camera is told: whose places it knows, and whose it was never shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from onlookers import Evening

from companion.core.cards import Card
from companion.looking import Lookout
from companion.store import Store


@pytest.fixture
def evening() -> Iterator[Evening]:
    with Store.open(None) as store:
        yield Evening(store)


@pytest.fixture
def eye(evening: Evening) -> Lookout:
    return evening.placed(evening.lookouts.eye(evening.id, "table"))


def names(evening: Evening, eye: Lookout) -> list[str]:
    return [zone["name"] for zone in evening.look(eye)["zones"]]


def test_who_has_left_has_no_place_any_more(evening: Evening, eye: Lookout) -> None:
    evening.say("pots_only")
    evening.say("void")
    evening.say("leave", seat=2)

    assert names(evening, eye) == ["Anna", "Ben", "Dan"]

    evening.say("rejoin", seat=2)
    assert names(evening, eye) == ["Anna", "Ben", "Carla", "Dan"]


def test_where_it_is_asked_who_played_people_hear_whose_place_is_not_known(
    evening: Evening, eye: Lookout
) -> None:
    evening.say("pots_only")
    evening.say("void")
    evening.say("sit", name="Eve", animal="owl")
    evening.say("begin_hand")
    evening.say("deal")
    evening.say("play", seat=evening.hand.leader, card="4C")
    evening.look(eye, 3)

    evening.stage.table.lay(Card("5C"), (900.0, 130.0), 0.0)  # before Eve, where no place reaches
    (question,) = evening.look(eye, 12)["questions"]

    assert (question["kind"], question["cards"]) == ("who", ["5C"])
    assert question["why"].endswith("Not shown to the camera: the place of Eve.")


def test_where_all_places_are_known_nothing_is_said_of_them(evening: Evening, eye: Lookout) -> None:
    evening.say("deal")
    evening.say("play", seat=0, card="4C")
    evening.look(eye, 3)

    evening.stage.table.lay(Card("5C"), (900.0, 130.0), 0.0)
    (question,) = evening.look(eye, 12)["questions"]

    assert question["kind"] == "who"
    assert "Not shown" not in question["why"]
