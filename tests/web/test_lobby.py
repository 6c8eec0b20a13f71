"""S1: the code, who is here, addresses, people without a phone, no network."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import TableMaker, forms, words

from companion.web.boodle import Boodle


def test_the_lobby_shows_the_code_the_address_and_the_people(table: TableMaker) -> None:
    there = table(3)
    page = there.host.get(f"{there.url}/lobby")
    assert "192.168.178.23:8421" in words(page)
    for name in ("Anna", "Ben", "Carla", "host"):
        assert name in words(page)
    assert page.get_data(as_text=True).count('fill="#fff"') == 1


def test_only_the_host_sees_the_lobby(table: TableMaker) -> None:
    there = table(3)
    for phone in (there.players[1], there.phone("watcher")):
        assert phone.get(f"{there.url}/lobby").status_code == 303


def test_too_few_people_are_said_before_anybody_goes_on(table: TableMaker) -> None:
    assert "Three at least, nobody is here" in (empty := table(0)).host.text(f"{empty.url}/lobby")
    assert "three at least, one is here" in (one := table(1)).host.text(f"{one.url}/lobby")
    assert "Everyone is here" in (three := table(3)).host.text(f"{three.url}/lobby")


def test_without_a_network_there_is_no_code_but_a_way_on(table: TableMaker, boodle: Boodle) -> None:
    there = table(2)
    boodle.network.fixed = []
    page = there.host.get(f"{there.url}/lobby")
    assert "This computer is on no network" in words(page)
    assert "127.0.0.1" not in words(page) and "localhost" not in words(page)
    assert 'fill="#fff"' not in page.get_data(as_text=True)
    assert there.host.get(f"{there.url}/qr").headers["Location"] == "/doctor"


def test_no_secret_is_in_the_code(table: TableMaker) -> None:
    there = table(3)
    for path in ("lobby", "qr", "qr?seat=1"):
        page = there.host.get(f"{there.url}/{path}").get_data(as_text=True)
        assert there.host.token not in page and there.word not in page


def test_the_other_addresses_are_listed_best_first_and_one_tap_changes_the_code(
    table: TableMaker,
) -> None:
    there = table(3)
    page = there.host.get(f"{there.url}/addresses")
    text = words(page)
    assert text.index("192.168.178.23") < text.index("10.8.0.2")
    form = next(form for form in forms(page) if form.get("ip") == "10.8.0.2")
    assert there.host.post(form["action"], **form).headers["Location"] == f"{there.url}/addresses"
    assert "10.8.0.2:8421" in there.host.text(f"{there.url}/lobby")
    guest = there.players[1].get(f"{there.url}/addresses")
    assert not [form for form in forms(guest) if form.get("kind") == "choose_address"]


def test_a_person_without_a_phone_is_seated_by_the_host(table: TableMaker) -> None:
    there = table(3)
    form = next(f for f in forms(there.host.get(f"{there.url}/add")) if f.get("kind") == "sit")
    answer = there.host.post(form["action"], **form, name="Opa", animal="moth")
    assert answer.headers["Location"] == f"{there.url}/lobby"
    assert "Opa no phone" in there.host.text(f"{there.url}/lobby")
    assert there.state.name(3) == "Opa"


@pytest.mark.parametrize(
    ("name", "sentence"), [("", "letter"), ("Z" * 41, "41 letters"), ("anna", "already")]
)
def test_a_name_that_does_not_fit_comes_back(table: TableMaker, name: str, sentence: str) -> None:
    there = table(3)
    answer = there.host.post(f"{there.url}/add", name=name, animal="moth", id="a")
    assert answer.status_code == 409 and sentence in words(answer)
    assert f'value="{name}"' in answer.get_data(as_text=True)


def test_nobody_else_seats_people(table: TableMaker) -> None:
    there = table(3)
    for phone in (there.players[1], there.phone("watcher"), there.phone("stranger")):
        phone.post(f"{there.url}/add", name="Opa", animal="moth", id=f"a{phone.token}")
    assert len(there.state.circle) == 3


def test_while_a_hand_is_played_nobody_is_added(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    assert "A hand is being played" in there.host.text(f"{there.url}/add")
    answer = there.host.post(f"{there.url}/add", name="Opa", animal="moth", id="a")
    assert answer.status_code == 409 and "when it is over" in words(answer)


def test_a_phone_may_look_at_the_large_code_while_the_game_goes_on(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    assert "Scan to join" in there.players[1].text(f"{there.url}/qr")
    assert "Ben, scan to come back" in there.host.text(f"{there.url}/qr?seat=1")
    assert there.host.get(f"{there.url}/qr?seat=99").status_code == 200


def test_a_fresh_table_of_one_phone_opens_to_phones(table: TableMaker, app: Flask) -> None:
    there = table(3, single=True)
    assert "Let phones join" in there.host.text(f"{there.url}/menu")
    assert there.json(there.host, "open_to_phones")["ok"]
    assert "192.168.178.23:8421" in there.host.text(f"{there.url}/lobby")
    assert len(there.state.circle) == 3
