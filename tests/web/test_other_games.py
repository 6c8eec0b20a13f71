"""Phones of the other games: nine people, nine spaces, five poker cards picked or photographed."""

from __future__ import annotations

from pathlib import Path

import pytest
from phones import AtTable, TableMaker, forms, words

from companion.core.cards import Card
from companion.core.evening import animals_of
from companion.core.sighting import Sighting


def at_poker(table: TableMaker, **more: object) -> AtTable:
    """Four people at Three in One, nobody bets, cards are to be shown."""
    at = table(4, game="three_in_one", **more)
    at.say("dealer", seat=3)
    for kind in ("begin_hand", "deal", "leave_spare", "close_hold"):
        at.say(kind)
    while turn := at.state.playing.poker.turn:
        at.say("check", seat=turn[0])
    return at


def test_nine_people_sit_down_each_with_an_animal(table: TableMaker) -> None:
    at = table(8, game="three_in_one")
    page = at.phone("stranger").text(f"{at.url}/join")
    assert "Crab" in page

    at.say("sit", name="Ida", animal="crab")

    assert {who.animal for who in at.state.seats.values()} == set(animals_of(at.state.game))
    marks = Path("companion/web/static/marks.svg").read_text(encoding="utf-8")
    assert all(f'id="a-{animal}"' in marks for animal in animals_of(at.state.game))


def test_spaces_with_a_name_are_called_by_it(table: TableMaker) -> None:
    at = table(3, game="pope_joan", depth="pots")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    at.say("deal", turned="5C")
    at.say("take", seat=1, space="KQ*")
    at.say("out", seat=0)
    for seat in (1, 2):
        at.say("count", seat=seat, cards=2)
    at.say("close_hand")

    assert "Anna is out and gets 4 and 1 from Game" in at.host.text(at.url)
    history = at.host.text(f"{at.url}/history")
    assert "Ben took Matrimony" in history
    assert "Anna is out with 1 from Game" in history


def test_a_players_own_phone_keeps_the_picked_cards(table: TableMaker) -> None:
    at = at_poker(table)
    page = at.players[2].get(f"{at.url}?for=2&five=AS,KS,QS,JS,TS")

    shows = [form for form in forms(page) if form.get("kind") == "show"]
    assert [(form["seat"], form["cards"]) for form in shows] == [("2", "AS KS QS JS TS")]


def test_a_photo_only_fills_in_the_five_cards(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = at_poker(table)
    seen = [Sighting(Card(c), 0.99, (0, 0, 9, 9)) for c in ("AS", "KS", "AS", "QS", "JS", "TS")]
    monkeypatch.setattr("companion.vision.read_cards", lambda frame: seen)
    monkeypatch.setattr("companion.vision.frame.to_frame", lambda data: data)
    seq = at.seq

    answer = at.players[2].post(f"{at.url}/eye?five=1&for=2")

    assert answer.status_code == 303
    assert answer.location.endswith("?for=2&five=AS,KS,QS,JS,TS") and at.seq == seq


def test_display_and_watchers_say_what_is_going_on(table: TableMaker) -> None:
    at = table(4, game="three_in_one")
    at.say("dealer", seat=3)
    for kind in ("begin_hand", "deal", "leave_spare"):
        at.say(kind)
    watcher = at.phone("watcher")
    for page in (watcher.text(at.url), words(at.host.get(f"{at.url}/table"))):
        assert "Show what you hold" in page
    at.say("close_hold")
    for page in (watcher.text(at.url), words(at.host.get(f"{at.url}/table"))):
        assert "Dan is asked" in page and "4 chips in the pot" in page
