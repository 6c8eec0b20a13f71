"""People: names, animals, leaving, coming back, buying, freeing a phone, the personal way back."""

from __future__ import annotations

import pytest
from phones import TableMaker, forms, words


def test_the_list_says_who_hosts_deals_and_has_no_phone(table: TableMaker) -> None:
    there = table(3)
    there.say("dealer", seat=1)
    there.say("sit", name="Opa", animal="moth")
    page = there.host.text(f"{there.url}/players")
    assert "Anna host" in page and "Ben deals next" in page and "Opa no phone" in page


def test_the_own_name_and_animal_can_be_changed_in_the_middle_of_a_hand(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    page = there.players[1].get(f"{there.url}/person/1")
    form = next(form for form in forms(page) if form.get("kind") == "rename")
    answer = there.players[1].post(form["action"], **form, name="Benno", animal="snail")
    assert answer.status_code == 303
    assert there.state.seats[1].name == "Benno" and there.state.seats[1].animal == "snail"


@pytest.mark.parametrize(
    ("name", "animal", "sentence"),
    [("", "fish", "letter"), ("anna", "fish", "already"), ("Z" * 400, "fish", "400 letters"),
     ("Ben", "cat", "Anna is the cat"), ("Ben", "unicorn", "no animal")],
)  # fmt: skip
def test_what_does_not_fit_comes_back_as_typed(
    table: TableMaker, name: str, animal: str, sentence: str
) -> None:
    there = table(3)
    answer = there.players[1].post(f"{there.url}/person/1", name=name, animal=animal, id="r")
    assert answer.status_code == 409 and sentence in words(answer)
    assert f'value="{name[:200]}"' in answer.get_data(as_text=True)


def test_nobody_renames_anybody_else_but_the_host(table: TableMaker) -> None:
    there = table(3)
    for phone in (there.players[2], there.phone("watcher"), there.phone("stranger")):
        assert phone.get(f"{there.url}/person/1").status_code == 303
        phone.post(f"{there.url}/person/1", name="Silly", animal="fish", id=phone.token)
    assert there.state.name(1) == "Ben"
    renamed = there.host.post(f"{there.url}/person/1", name="Benno", animal="fish", id="r")
    assert renamed.status_code == 303
    assert there.state.name(1) == "Benno"


def test_leaving_and_coming_back_keeps_the_chips(table: TableMaker) -> None:
    there = table(4)
    page = there.players[1].get(f"{there.url}/person/1")
    form = next(form for form in forms(page) if form.get("kind") == "leave")
    assert there.players[1].post(form["action"], **form).status_code == 303
    assert there.state.circle == (0, 2, 3)
    page = there.host.get(f"{there.url}/players")
    assert "Left the table" in words(page)
    form = next(form for form in forms(page) if form.get("kind") == "rejoin")
    there.host.post(form["action"], **form)
    assert 1 in there.state.circle and there.state.balance(1) == 30


def test_leaving_waits_for_the_end_of_the_hand_and_says_so(table: TableMaker) -> None:
    there = table(4)
    there.begin()
    page = there.host.get(f"{there.url}/person/1")
    assert "A hand is being played" in words(page)
    assert not [form for form in forms(page) if form.get("kind") == "leave"]


def test_buying_in_is_one_tap(table: TableMaker) -> None:
    there = table(3)
    page = there.players[1].get(f"{there.url}/person/1")
    form = next(form for form in forms(page) if form.get("kind") == "buy_in")
    there.players[1].post(form["action"], **form)
    assert there.state.balance(1) == 60
    assert "60 chips bought" in there.host.text(f"{there.url}/person/1")


def test_the_host_frees_a_phone_and_shows_the_way_back(table: TableMaker) -> None:
    there = table(3)
    form = next(
        f for f in forms(there.host.get(f"{there.url}/person/1")) if f.get("kind") == "free_seat"
    )
    there.host.post(form["action"], **form)
    page = there.host.get(f"{there.url}/person/1")
    assert "Ben’s way back" in words(page)
    assert f"{there.url}/qr?seat=1" in page.get_data(as_text=True)


@pytest.mark.parametrize("seat", ["99", "12345678901234567890"])
def test_a_person_who_is_none_leads_back_to_the_list(table: TableMaker, seat: str) -> None:
    there = table(3)
    assert there.host.get(f"{there.url}/person/{seat}").status_code == 303
    assert there.host.post(f"{there.url}/person/{seat}", name="X").status_code == 303
