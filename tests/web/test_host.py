"""S0: a table in two taps, house rules kept between evenings, past evenings."""

from __future__ import annotations

import logging
import re

import pytest
from flask import Flask
from phones import Phone, TableMaker, forms, words

from companion.web.boodle import Boodle

GUEST = {"REMOTE_ADDR": "192.168.178.40"}


def code_of(location: str) -> str:
    return location.split("/")[2]


# ---- start --------------------------------------------------------------------------------------


def test_one_tap_opens_a_table_by_the_usual_rules(phone: Phone, boodle: Boodle) -> None:
    page = phone.get("/host")
    assert 'value="boodle" checked' in page.get_data(as_text=True)
    form = forms(page)[0]
    answer = phone.post("/host", game="boodle", mode="table", id=form["id"])
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/lobby")
    evening = boodle.croupier.evening_by_code(code_of(answer.headers["Location"]))
    assert evening is not None
    assert boodle.croupier.table(evening.id).options.to_dict()["end"] == "deals_each:2"
    assert boodle.croupier.table(evening.id).depth == "pots"
    assert "Scan to join" in phone.text(answer.headers["Location"])


def test_a_double_tap_opens_one_table(phone: Phone, boodle: Boodle) -> None:
    first, second = (phone.post("/host", game="boodle", id="one") for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert len(boodle.croupier.store.evenings()) == 1


def test_just_this_phone_asks_for_the_people(phone: Phone) -> None:
    answer = phone.post("/host", game="boodle", mode="phone", id="one")
    to = answer.headers["Location"]
    assert to.endswith("/add")
    for name in ("Anna", "Ben", "Carla"):
        page = phone.get(to)
        form = next(form for form in forms(page) if form.get("kind") == "sit")
        seated = phone.post(form["action"], **form, name=name, animal="fish")
        assert seated.headers["Location"] == to
    assert "Everyone is here" in phone.text(to)
    assert "Scan" not in phone.text(to.replace("/add", "/lobby"))


@pytest.mark.parametrize("game", ["", "poker", "<b>", "x" * 400])
def test_a_game_that_is_none_opens_nothing_and_says_what_there_is(
    phone: Phone, boodle: Boodle, game: str
) -> None:
    answer = phone.post("/host", game=game, mode="table", id="one")
    assert answer.status_code == 409 and "not available" in words(answer)
    assert not boodle.croupier.store.evenings()


# ---- the recovery word --------------------------------------------------------------------------


def test_the_recovery_word_is_shown_until_it_is_noted_and_stands_nowhere_else(
    phone: Phone, app: Flask, boodle: Boodle, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    to = phone.post("/host", game="boodle", id="one").headers["Location"]
    url = to.removesuffix("/lobby")
    word = _word(app)
    assert word not in phone.text(to) and "Three words" in phone.text(to)
    assert word in phone.text(f"{url}/word")
    assert word not in Phone(app).text(f"{url}/word")
    assert word not in phone.get(f"{url}/qr").get_data(as_text=True)
    assert phone.post(f"{url}/noted").status_code == 303
    assert phone.get(f"{url}/word").status_code == 303
    assert "Three words" not in phone.text(to)
    assert word not in caplog.text
    assert all(word not in str(e.private) for e in boodle.croupier.store.evenings())


def _word(app: Flask) -> str:
    words_now: dict[str, str] = app.extensions["boodle-words"]
    return next(iter(words_now.values()))


def test_only_the_host_notes_it(phone: Phone, app: Flask) -> None:
    url = phone.post("/host", game="boodle", id="one").headers["Location"].removesuffix("/lobby")
    Phone(app).post(f"{url}/noted")
    assert _word(app) in phone.text(f"{url}/word")


# ---- house rules --------------------------------------------------------------------------------


def filled(phone: Phone, **changes: str) -> dict[str, str]:
    """The house rules form as a browser would send it, with *changes*."""
    from companion.games import game_named
    from companion.web import house_rules, kept

    state = house_rules.state_of(game_named("boodle").preset)
    return {**state, "depth": kept.DEPTH, **changes}


def test_house_rules_are_kept_between_evenings(phone: Phone, boodle: Boodle) -> None:
    answer = phone.post("/host/rules?game=boodle", **filled(phone, per_card="3", depth="cards"))
    assert answer.status_code == 303
    assert "with your 1 house rule" in phone.text("/host")
    for number in ("one", "two"):
        to = phone.post("/host", game="boodle", id=number).headers["Location"]
        evening = boodle.croupier.evening_by_code(code_of(to))
        assert evening is not None
        table = boodle.croupier.table(evening.id)
        assert table.options.per_card == 3 and table.depth == "cards"
    assert 'name="per_card" form="form" type="number"' in (
        page := phone.get("/host/rules").get_data(as_text=True)
    )
    assert 'value="3"' in page


def test_the_usual_rules_again(phone: Phone) -> None:
    phone.post("/host/rules?game=boodle", **filled(phone, per_card="3"))
    phone.post("/host/rules?game=boodle", **filled(phone, per_card="4"), usual="yes")
    assert "with the usual rules" in phone.text("/host")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"per_card": "many"}, "For each card left"),
        ({"per_card": "-1"}, "whole number"),
        ({"start_chips": "99999999999"}, "Chips each"),
        ({"spare": "none", "spare_swap": "yes"}, "contradict each other. Deal a spare hand, or"),
        ({"layout": "AH AH"}, "different spaces"),
        ({"layout": "banana"}, "no space"),
        ({"layout": ""}, "one to twelve"),
        ({"end": "hands", "end_number": "0"}, "How many"),
        ({"placement": "sideways"}, "placement"),
        ({"depth": "deep"}, "pots or cards"),
        ({"currency": "x" * 30}, "currency"),
    ],
)
def test_rules_that_do_not_go_come_back_as_they_were_typed(
    phone: Phone, changes: dict[str, str], sentence: str
) -> None:
    answer = phone.post("/host/rules?game=boodle", **filled(phone, **changes, kitty_stake="7"))
    assert answer.status_code == 409
    assert sentence in words(answer)
    assert 'value="7"' in answer.get_data(as_text=True), "the rest of the form is kept"
    assert "with the usual rules" in phone.text("/host")


def test_the_rules_key_takes_the_chosen_game_along(phone: Phone) -> None:
    answer = phone.post("/host", game="boodle", mode="rules", id="x")
    assert answer.headers["Location"] == "/host/rules?game=boodle"
    assert phone.get("/host/rules?game=nonsense").status_code == 200


# ---- the root and past evenings -----------------------------------------------------------------


def test_the_root_leads_the_host_to_the_start(phone: Phone) -> None:
    assert phone.get("/").headers["Location"] == "/host"
    own = {"REMOTE_ADDR": "192.168.178.23"}
    assert phone.get("/", environ_base=own).headers["Location"] == "/host"


def test_the_root_leads_a_guest_to_the_table(phone: Phone, table: TableMaker) -> None:
    waiting = phone.get("/", environ_base=GUEST)
    assert "No table is open yet" in words(waiting)
    there = table(3)
    assert phone.get("/", environ_base=GUEST).headers["Location"] == there.url
    other = table(4)
    listed = phone.get("/", environ_base=GUEST)
    assert {there.url, other.url} <= set(listed.get_data(as_text=True).split('"'))
    assert "four are here" in words(listed)


def test_tables_that_are_over_or_of_one_phone_are_not_offered(
    phone: Phone, table: TableMaker
) -> None:
    table(3, single=True)
    table(3).say("end_evening")
    assert "No table is open yet" in words(phone.get("/", environ_base=GUEST))


def test_past_evenings_say_who_won(phone: Phone, table: TableMaker) -> None:
    there = table(3)
    there.begin()
    there.say("pots_only")
    there.say("out", seat=0)
    there.say("count", seat=1, cards=3)
    there.say("count", seat=2, cards=1)
    there.say("end_evening")
    table(3)
    page = phone.text("/host/evenings")
    assert "Boodle · 1 hand · 0 min" in page
    assert re.search(r"\d\d:\d\d · Boodle · \d hands? · not finished", page), "two of one day"
    assert "Friday 2 January 2026" in page


def test_guests_see_only_their_own_evenings(phone: Phone, table: TableMaker) -> None:
    there, other = table(3), table(3)
    seen = there.players[1].get("/host/evenings", environ_base=GUEST).get_data(as_text=True)
    assert there.url in seen and other.url not in seen
    assert "Nothing yet" in words(phone.get("/host/evenings", environ_base=GUEST))


def test_a_damaged_evening_is_named_and_hides_no_other(
    phone: Phone, table: TableMaker, boodle: Boodle, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.store.errors import ChainBroken

    bad, good = table(3), table(3)
    right = boodle.croupier.table

    def broken(evening_id: str) -> object:
        if evening_id == bad.evening.id:
            raise ChainBroken(code=bad.code, seq=3)
        return right(evening_id)

    monkeypatch.setattr(boodle.croupier, "table", broken)
    page = phone.get("/host/evenings")
    assert "was changed outside Boodle" in words(page)
    assert good.url in page.get_data(as_text=True)
    assert phone.get("/host").status_code == 200
