"""S2: scan, one page, in. Names of every kind; the way back; late joiners; watchers."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import AtTable, Phone, TableMaker, forms, words
from werkzeug.test import TestResponse

from companion.core.evening import ANIMALS


def sit(
    there: AtTable, phone: Phone, name: str, animal: str = "moth", id: str = "j"
) -> TestResponse:
    return phone.post(f"{there.url}/join", name=name, animal=animal, id=id)


def names(there: AtTable) -> list[str]:
    return [there.state.name(seat) for seat in there.state.circle]


# ---- in on one page -----------------------------------------------------------------------------


def test_scan_one_page_in(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    scanned = phone.get(there.url)
    assert scanned.status_code == 303 and scanned.headers["Location"] == f"{there.url}/join"
    page = phone.get(scanned.headers["Location"])
    assert "Sit down at Anna’s table" in words(page)
    form = next(form for form in forms(page) if form.get("kind") == "sit")
    entered = phone.post(form["action"], **form, name="Zoe", animal="moth")
    assert entered.status_code == 303 and entered.headers["Location"] == there.url
    assert names(there) == ["Anna", "Ben", "Carla", "Zoe"]
    assert "You are at the table" in phone.text(there.url)


def test_a_phone_without_a_cookie_gets_one_that_scripts_cannot_read(
    app: Flask, table: TableMaker
) -> None:
    there = table(3)
    answer = app.test_client().get(f"{there.url}/join")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("boodle=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_a_returning_phone_goes_straight_to_the_game(table: TableMaker) -> None:
    there = table(3)
    for page in ("join", "back"):
        answer = there.players[1].get(f"{there.url}/{page}")
        assert answer.status_code == 303 and answer.headers["Location"] == there.url


def test_the_same_phone_joins_once(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    for number in range(3):
        assert sit(there, phone, "Zoe", id=f"j{number}").status_code == 303
    assert names(there).count("Zoe") == 1


def test_a_form_posted_twice_seats_one_person(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    assert [sit(there, phone, "Zoe", id="same").status_code for _ in range(2)] == [303, 303]
    assert len(there.state.circle) == 4


def test_the_name_is_remembered_for_the_next_evening(table: TableMaker) -> None:
    first, second = table(3), table(3)
    phone = first.phone("stranger")
    sit(first, phone, "Zoë 🐨", "moth")
    page = phone.get(f"{second.url}/join").get_data(as_text=True)
    assert 'value="Zoë 🐨"' in page
    assert 'value="moth" aria-label="Moth" checked' in page


def test_an_odd_cookie_counts_as_none(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    for odd in ("%%%", "e30", "W10=", "bnVsbA==", "x" * 4000, "eyJuYW1lIjogMX0="):
        phone.client.set_cookie("boodle-name", odd)
        phone.client.set_cookie("boodle-rules", odd)
        phone.client.set_cookie("boodle-look", odd)
        assert phone.get(f"{there.url}/join").status_code == 200
        assert phone.get("/host").status_code == 200


def test_taken_animals_are_greyed_with_whose_they_are(table: TableMaker) -> None:
    there = table(3)
    page = there.phone("stranger").get(f"{there.url}/join").get_data(as_text=True)
    assert 'aria-label="Cat, taken by Anna" disabled' in page
    assert 'value="moth" aria-label="Moth"' in page


def test_an_animal_taken_meanwhile_becomes_a_free_one(table: TableMaker) -> None:
    there = table(3)
    assert sit(there, there.phone("stranger"), "Zoe", "cat").status_code == 303
    animals = [seat.animal for seat in there.state.seats.values()]
    assert len(set(animals)) == 4 and set(animals) <= set(ANIMALS)


def test_a_script_gets_json(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    url, zoe = f"{there.url}/join", {"name": "Zoe", "animal": "moth"}
    answer = phone.client.post(url, json={**zoe, "id": "1"})
    assert answer.get_json()["ok"] is True
    again = there.phone("stranger").client.post(url, json={**zoe, "id": "2"})
    assert again.status_code == 409 and again.get_json()["code"] == "name_taken"


# ---- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Z", "Z" * 40, "👩‍🌾", "أمين", "<b>Mia</b>", "O'Neil & Söhne", "Zoe\u0000\u0007\u202e",
     " a  b "],
)  # fmt: skip
def test_names_that_people_have_are_taken_and_shown_clean(table: TableMaker, name: str) -> None:
    there = table(3)
    phone = there.phone("stranger")
    assert sit(there, phone, name).status_code == 303
    page = phone.get(there.url, follow_redirects=True).get_data(as_text=True)
    assert "<b>Mia" not in page and "\u0007" not in page and "\u0000" not in page
    assert len(there.state.circle) == 4


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "letter"), ("   ", "letter"), ("Z" * 41, "41 letters"), ("Z" * 400, "400 letters"),
     ("\u0007\u200b", "letter"), ("ben", "Ben is at this table already")],
)  # fmt: skip
def test_a_name_that_does_not_fit_comes_back_with_a_sentence(
    table: TableMaker, name: str, sentence: str
) -> None:
    there = table(3)
    answer = sit(there, there.phone("stranger"), name, "owl")
    assert answer.status_code == 409
    assert sentence in words(answer)
    page = answer.get_data(as_text=True)
    assert f'value="{name[:200]}"' in page or not name.strip() or "\u0007" in name
    assert 'value="owl" aria-label="Owl" checked' in page, "the animal stays chosen"
    assert len(there.state.circle) == 3


def test_what_was_typed_is_never_markup(table: TableMaker) -> None:
    there = table(3)
    answer = sit(there, there.phone("stranger"), '"><script>alert(1)</script>' + "x" * 40)
    assert "<script>alert" not in answer.get_data(as_text=True)


def test_no_fields_at_all_is_a_sentence(table: TableMaker) -> None:
    there = table(3)
    assert there.phone("stranger").post(f"{there.url}/join").status_code == 409
    assert there.phone("stranger").client.post(f"{there.url}/join", json=[1]).status_code == 409


def test_a_full_table_says_so(table: TableMaker) -> None:
    there = table(8)
    assert "The table is full" in there.phone("stranger").text(f"{there.url}/join")
    answer = sit(there, there.phone("stranger"), "Zoe")
    assert answer.status_code == 409 and "8 players at most" in words(answer)


# ---- late, watching, leaving --------------------------------------------------------------------


def test_late_joiners_wait_while_a_hand_is_played(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    phone = there.phone("stranger")
    assert "A hand is being played" in phone.text(f"{there.url}/join")
    assert sit(there, phone, "Zoe").status_code == 303
    assert "You sit down with the next hand" in phone.text(there.url)
    assert phone.get(f"{there.url}/join").status_code == 303, "asked once is enough"
    assert len(there.state.circle) == 3
    there.say("pots_only")
    there.say("out", seat=0)
    for seat in (1, 2):
        there.say("count", seat=seat, cards=2)
    assert there.tap(there.host, "begin_hand").status_code == 303
    assert names(there)[-1] == "Zoe"


def test_a_name_is_refused_at_once_even_if_one_has_to_wait(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    assert sit(there, there.phone("stranger"), "Zoe", id="a").status_code == 303
    for taken in ("ZOE", "Anna"):
        answer = sit(there, there.phone("stranger"), taken, id=f"b{taken}")
        assert answer.status_code == 409 and "already" in words(answer)


def test_just_watching_needs_no_name(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    phone = there.phone("stranger")
    assert phone.post(f"{there.url}/watch").status_code == 303
    assert phone.get(there.url).status_code == 200
    assert there.json(phone, "play", seat=1, card="2C")["code"] == "not_yours"
    assert "Sit down" in phone.text(f"{there.url}/join")


def test_who_left_is_asked_to_come_back_and_keeps_the_chips(table: TableMaker) -> None:
    there = table(4)
    there.say("leave", seat=1)
    ben = there.players[1]
    page = ben.get(f"{there.url}/join")
    assert "Come back, Ben" in words(page)
    form = next(form for form in forms(page) if form.get("kind") == "rejoin")
    assert ben.post(form["action"], **form).status_code == 303
    assert 1 in there.state.circle and there.state.balance(1) == 30


def test_after_the_evening_nobody_sits_down_but_may_look(table: TableMaker) -> None:
    there = table(3)
    there.say("end_evening")
    phone = there.phone("stranger")
    assert "The evening is over" in phone.text(f"{there.url}/join")
    assert sit(there, phone, "Zoe").status_code == 409
    assert phone.post(f"{there.url}/watch").status_code == 303


# ---- the way back -------------------------------------------------------------------------------


def test_i_was_here_before(table: TableMaker) -> None:
    there = table(3)
    there.json(there.host, "free_seat", seat=1)
    phone = there.phone("stranger")
    page = phone.get(f"{there.url}/back")
    shown = [form for form in forms(page) if form.get("kind") == "claim"]
    assert [form["seat"] for form in shown] == ["1", "0", "2"], "seats without a phone first"
    assert phone.post(shown[0]["action"], **shown[0]).headers["Location"] == there.url
    assert there.json(phone, "rename", seat=1, name="Benno")["ok"]


def test_a_seat_that_another_phone_holds_is_given_by_the_host(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    asked = phone.post(f"{there.url}/back", seat="1")
    assert asked.status_code == 200 and "The host is asked" in words(asked)
    assert "Another phone says it is Ben’s" in there.host.text(f"{there.url}/menu")
    assert "Another phone" not in there.players[2].text(f"{there.url}/menu")
    there.json(there.host, "answer_asking", seat=1, yes="yes")
    assert there.json(phone, "rename", seat=1, name="Benno")["ok"]
    assert there.json(there.players[1], "rename", seat=1, name="Ben")["code"] == "not_yours"


def test_the_host_may_say_no(table: TableMaker) -> None:
    there = table(3)
    phone = there.phone("stranger")
    phone.post(f"{there.url}/back", seat="1")
    assert there.json(there.host, "answer_asking", seat=1, yes="no")["ok"]
    assert there.json(there.players[1], "rename", seat=1, name="Benno")["ok"]
    assert there.json(there.host, "answer_asking", seat=1, yes="yes")["ok"] is False


def test_a_personal_way_back_asks_for_one_seat_alone(table: TableMaker) -> None:
    there = table(3)
    there.json(there.host, "free_seat", seat=2)
    page = there.phone("stranger").get(f"{there.url}/back?seat=2")
    assert [f["seat"] for f in forms(page) if f.get("kind") == "claim"] == ["2"]


@pytest.mark.parametrize("seat", ["99", "-1", "x", "", "1" * 30])
def test_a_seat_that_is_none_is_a_sentence(table: TableMaker, seat: str) -> None:
    there = table(3)
    phone = there.phone("stranger")
    assert phone.post(f"{there.url}/back", seat=seat).status_code == 409
    assert phone.get(f"{there.url}/back?seat={seat}").status_code == 200


def test_a_phone_takes_no_second_seat(table: TableMaker) -> None:
    there = table(3)
    there.json(there.host, "free_seat", seat=2)
    refused = there.players[1].post(f"{there.url}/back", seat="2")
    assert refused.status_code == 409 and "Ben" in words(refused)
