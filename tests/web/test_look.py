"""Sentences, people and cards become markup in one place, and nothing typed becomes markup."""

from __future__ import annotations

import doctest

import pytest

from companion.core.cards import Card
from companion.web import look


def test_the_examples_in_the_words_are_true() -> None:
    assert doctest.testmod(look).failed == 0


def test_a_sentence_draws_its_cards_and_escapes_its_words() -> None:
    drawn = look.say([{"name": "<i>Mia</i>"}, " took ", Card("QD"), " & more"])

    assert "<b><bdi>&lt;i&gt;Mia&lt;/i&gt;</bdi></b> took " in drawn
    assert 'aria-label="queen of diamonds"' in drawn
    assert "&amp; more" in drawn


def test_a_word_of_two_letters_is_no_card() -> None:
    assert look.say("AS") == "AS"


def test_a_sentence_can_be_spoken() -> None:
    assert look.spoken([{"name": "Ben"}, " took ", {"card": "TC"}]) == "Ben took 10 of clubs"
    assert look.spoken(Card("QD")) == "queen of diamonds"


@pytest.mark.parametrize(
    ("name", "letter"),
    [("anna", "A"), (" ben", "B"), ("", "?"), ("e\u0301lan", "E\u0301"), ("🇫🇷 Zoë", "🇫🇷"),
     ("👍🏽", "👍🏽"), ("أمين", "أ"), ("ßen", "ß")],
)  # fmt: skip
def test_the_initial_is_what_people_call_the_first_letter(name: str, letter: str) -> None:
    assert look.initial(name) == letter


@pytest.mark.parametrize("chips", range(91))
def test_the_drawn_stacks_are_worth_the_chips(chips: int) -> None:
    worth = {"plaque": 10} | {f"chips-{number}": number for number in range(1, 6)}

    assert sum(worth[stack] for stack in look.chip_stacks(chips)) == chips


def test_debts_and_fortunes_draw_something_sane() -> None:
    assert look.chip_stacks(-4) == []
    assert len(look.chip_stacks(10**6)) == 9


def test_a_static_address_changes_with_the_content() -> None:
    address = look.static_url("boodle.css")

    assert address.startswith("/static/boodle.css?v=")
    assert len(address.split("=")[1]) == 10


def test_places_go_round_from_the_bottom_as_people_sit() -> None:
    places = [look.ring_place(place, 4) for place in range(4)]

    assert places[0].startswith("--x:50.0%;--y:87")
    assert places[1].startswith("--x:13.0%")
    assert places[2].startswith("--x:50.0%;--y:13")
