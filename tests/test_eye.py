"""What a picture may do at a table: record the expected card, ask, or nothing; never more."""

from __future__ import annotations

import pytest

from companion import eye
from companion.core import commands, evening
from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.core.table import Table, replay
from companion.games import game_named


def told(table: Table, *acts: tuple[str, dict[str, object]]) -> Table:
    for kind, data in acts:
        table = replay(table, commands.decide(table, kind, data))
    return table


def play(seat: int, card: str) -> tuple[str, dict[str, object]]:
    return ("play", {"seat": seat, "card": card})


@pytest.fixture
def table() -> Table:
    """Four players, Dan deals, nothing played yet."""
    opened = Table.new(game_named("boodle"))
    opened = replay(opened, evening.open_evening(opened.game, {}))
    seats = [("sit", {"name": n, "animal": a}) for n, a in
             zip(("Anna", "Ben", "Carla", "Dan"), evening.ANIMALS, strict=False)]  # fmt: skip
    return told(opened, *seats, ("dealer", {"seat": 3}), ("begin_hand", {}))


def saw(*cards: str, confidence: float = 0.99) -> list[Sighting]:
    return [Sighting(Card(card), confidence, (0.0, 0.0, 10.0, 10.0)) for card in cards]


def photo(table: Table, sightings: list[Sighting], seat: int | None) -> eye.Verdict:
    """What one photograph leads to, taken by the phone of *seat*."""
    return eye.judge(table, eye.from_photo(sightings, seat), care=eye.PHOTO)[0]


def plays(seat: int, card: str) -> eye.Record:
    return eye.Record("play", seat, (Card(card),), {"seat": seat, "card": card})


def test_the_expected_card_is_recorded_for_the_phone_that_shows_it(table: Table) -> None:
    table = told(table, play(0, "4C"))

    assert photo(table, saw("5C"), seat=1) == plays(1, "5C")


def test_the_expected_card_asks_who_where_the_phone_plays_for_all(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("5C"), seat=None)

    assert isinstance(verdict, eye.Ask)
    assert (verdict.kind, verdict.cards, verdict.seats) == ("who", (Card("5C"),), ())


def test_the_expected_card_is_found_among_others_on_the_table(table: Table) -> None:
    table = told(table, play(0, "4C"))

    assert photo(table, saw("4C", "9H", "5C"), seat=2) == plays(2, "5C")


def test_an_unexpected_card_only_asks(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("8C", "9S"), seat=1)

    assert isinstance(verdict, eye.Ask)
    assert verdict.expected == Card("5C")


def test_another_suit_is_never_recorded(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("5S"), seat=1)

    assert isinstance(verdict, eye.Ask)
    assert verdict.cards == (Card("5C"), Card("5S"))


def test_a_card_further_on_asks_who_played_those_between(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("7C"), seat=1)

    assert isinstance(verdict, eye.Ask)
    assert verdict.cards == (Card("7C"), Card("5C"), Card("6C"))
    assert "5♣, 6♣" in verdict.why


def test_a_lead_is_always_a_question(table: Table) -> None:
    verdict = photo(table, saw("4C"), seat=0)

    assert isinstance(verdict, eye.Ask)
    assert (verdict.kind, verdict.cards, verdict.seats) == ("lead", (Card("4C"),), (0,))


def test_what_cannot_lead_is_said_and_changes_nothing(table: Table) -> None:
    table = told(table, play(0, "4C"), ("stop", {}))

    verdict = photo(table, saw("4C"), seat=0)

    assert isinstance(verdict, eye.Nothing)
    assert "played already" in verdict.text


@pytest.mark.parametrize(
    ("acts", "words"),
    [
        ([], "No card could be read"),
        ([("pots_only", {})], "only pots"),
    ],
)
def test_an_empty_picture_gets_a_sentence(table: Table, acts: list[object], words: str) -> None:
    table = told(table, *acts)  # type: ignore[arg-type]

    verdict = photo(table, [], seat=0)

    assert isinstance(verdict, eye.Nothing)
    assert words in verdict.text


def test_between_hands_a_picture_changes_nothing() -> None:
    blank = Table.new(game_named("boodle"))

    assert isinstance(photo(blank, saw("4C"), seat=0), eye.Nothing)
