"""Phones of the other games: nine people, nine spaces, five poker cards picked or photographed."""

from __future__ import annotations

import re
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


def test_pope_joans_dressing_is_told_as_it_is_shared_out(table: TableMaker) -> None:
    at = table(3, game="pope_joan")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    shared = "15 chips {}: 6 on {}, 2 on Matrimony, 2 on Intrigue, 1 on each of the others."

    assert f"deals and puts {shared.format('down', 'Pope')}" in at.players[1].text(at.url)
    card = at.players[1].text(f"{at.url}/rules")
    assert shared.format("in all", "Pope") in card
    assert "1 chip in Game." in card and "kitty" not in card


def test_many_pots_ask_the_host_for_the_pot_and_then_for_the_taker(table: TableMaker) -> None:
    at = table(3, game="pope_joan", depth="pots")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    at.say("deal", turned="5C")
    page = at.host.get(at.url)
    assert "Tap a pot that was taken" in words(page)
    assert not [form for form in forms(page) if form.get("kind") == "take"]

    (form,) = (
        form for form in forms(at.host.get(f"{at.url}?space=KQ*"))
        if form.get("kind") == "take" and form["seat"] == "1"
    )  # fmt: skip
    at.host.post(form.pop("action"), **form)

    assert at.state.playing is not None and at.state.playing.awards == {"KQ*": 1}
    assert "Tap a pot that was taken" in at.host.text(f"{at.url}?space=KQ*")


def test_a_bet_on_one_card_says_what_else_goes_down(table: TableMaker) -> None:
    at = table(3, game="newmarket_bets")
    at.say("dealer", seat=2)
    at.say("begin_hand")

    page = at.players[1].text(at.url)

    assert "1 chip goes on it, 1 in the kitty and 1 in the pot." in page


def test_newburys_deal_shows_the_cards_before_any_are_thrown_away(table: TableMaker) -> None:
    at = table(4, game="newbury")
    at.say("dealer", seat=3)
    at.say("begin_hand")

    page = at.players[3].text(at.url)

    assert "Deal 13 each, then all throw 3 away" in page and "Anna 13" in page


def test_a_game_for_points_never_speaks_of_chips(table: TableMaker) -> None:
    at = table(4, game="newbury", depth="pots")
    at.say("dealer", seat=3)
    at.say("begin_hand")
    at.say("deal")

    for phone, path in ((at.host, ""), (at.players[1], ""), (at.host, "/correct")):
        body = phone.get(f"{at.url}{path}").get_data(as_text=True)
        assert "point" in body
        assert not re.search(r">[^<]*\bchips?\b[^<]*<|aria-label=\"[^\"]*\bchips?\b", body)


def test_who_has_put_the_last_chip_in_is_all_in(table: TableMaker) -> None:
    at = table(4, game="three_in_one", insolvency="out")
    at.say("dealer", seat=3)
    for kind in ("begin_hand", "deal", "leave_spare"):
        at.say(kind)
    at.say("correct", debit=0, credit="kitty", chips=18, note="less")
    at.say("close_hold")
    at.say("bet", seat=3, chips=8)
    at.say("call", seat=0, all_in=3)

    assert "3 all in" in at.players[1].text(at.url)


def test_a_phone_is_asked_about_the_own_pay_card_only(table: TableMaker) -> None:
    at = table(4, unplayed_paycard="double", depth="pots")
    at.begin()
    at.say("take", seat=1, space="JS")
    at.say("out", seat=2)
    for seat in (0, 1, 3):
        at.say("count", seat=seat, cards=2)
    ben, carla, host = (at.players[1], at.players[2], at.host)

    holds = [form["seat"] for form in forms(ben.get(at.url)) if form.get("kind") == "holds"]
    assert holds == ["1"] and "Are you left with the" in ben.text(at.url)
    assert "Whoever is puts 5 chips on it." in ben.text(at.url)
    assert not [form for form in forms(carla.get(at.url)) if form.get("kind") == "holds"]
    everybody = [form["seat"] for form in forms(host.get(at.url)) if form.get("kind") == "holds"]
    assert sorted(everybody) == ["0", "1", "3"]


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
    monkeypatch.setattr("companion.vision.read_cards", lambda frame, **more: seen)
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
