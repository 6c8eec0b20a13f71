"""Deleting an evening: by whom, after what is asked, and that nothing else goes with it."""

from pathlib import Path

import pytest
from phones import AtTable, TableMaker, words

from companion.web.boodle import Boodle, eyes_of

JPEG = b"\xff\xd8 a card \xff\xd9"
OUTSIDE = {"REMOTE_ADDR": "192.168.178.77"}


@pytest.fixture
def boodle(boodle: Boodle, tmp_path: Path) -> Boodle:
    """The house of the other tests, with a folder for pictures."""
    eyes = eyes_of(boodle.croupier, boodle.door, boodle.hub, tmp_path)
    return Boodle(boodle.croupier, boodle.door, boodle.hub, boodle.network, eyes)


@pytest.fixture
def evenings(table: TableMaker) -> tuple[AtTable, AtTable]:
    """Two evenings with a card and its picture each."""
    made = table(3), table(3)
    for at in made:
        at.begin()
        at.say("play", 0, card="4C")
        at.boodle.eyes.pictures.keep(at.evening.id, "picture-1", JPEG)
    return made


def there(at: AtTable) -> bool:
    return at.boodle.croupier.evening_by_code(at.code) is not None


def test_it_says_what_goes_and_offers_to_save_it_first(evenings: tuple[AtTable, AtTable]) -> None:
    one, _ = evenings

    page = one.host.get(f"{one.url}/forget")

    assert "Delete the evening of Friday, 2 January 2026?" in words(page)
    assert "0 hands with Anna, Ben, Carla. Every line and 1 picture of cards goes" in words(page)
    for kind in ("txt", "csv", "json", "record"):
        assert f"{one.url}/export.{kind}" in page.text
    assert there(one)


def test_typing_the_code_deletes_lines_phones_and_pictures_of_this_evening_alone(
    evenings: tuple[AtTable, AtTable],
) -> None:
    one, other = evenings
    lines = other.boodle.croupier.history(other.evening.id)

    answer = one.host.post(f"{one.url}/forget", code=f" {one.code.lower()} ")

    assert (answer.status_code, answer.headers["Location"]) == (303, "/host/evenings")
    assert not there(one)
    assert one.boodle.eyes.pictures.kept(one.evening.id).pictures == 0
    assert one.boodle.door.store.devices(one.evening.id) == []
    assert one.players[1].get(one.url).status_code == 404
    assert other.boodle.croupier.history(other.evening.id) == lines
    assert other.boodle.eyes.pictures.kept(other.evening.id).pictures == 1
    assert other.players[1].get(other.url).status_code == 200


def test_another_code_deletes_nothing(evenings: tuple[AtTable, AtTable]) -> None:
    one, other = evenings

    page = one.host.post(f"{one.url}/forget", code=other.code)

    assert page.status_code == 409
    assert f"That is not {one.code}. Nothing was deleted." in words(page)
    assert there(one)
    assert there(other)


def test_a_second_tap_finds_no_table_and_harms_nothing(evenings: tuple[AtTable, AtTable]) -> None:
    one, other = evenings
    one.host.post(f"{one.url}/forget", code=one.code)

    assert one.host.post(f"{one.url}/forget", code=one.code).status_code == 404
    assert there(other)


def test_open_pages_hear_of_it(evenings: tuple[AtTable, AtTable]) -> None:
    one, _ = evenings
    with one.boodle.hub.subscribe(one.evening.id) as page:
        one.host.post(f"{one.url}/forget", code=one.code)

        assert page.wait(1) is not None


@pytest.mark.parametrize("role", ["player", "watcher", "stranger"])
def test_only_the_host_deletes(evenings: tuple[AtTable, AtTable], role: str) -> None:
    one, _ = evenings
    phone = one.players[1] if role == "player" else one.phone(role)

    asked = phone.get(f"{one.url}/forget", environ_base=OUTSIDE)
    done = phone.client.post(f"{one.url}/forget", data={"code": one.code}, environ_base=OUTSIDE)

    assert (asked.status_code, done.status_code) == (303, 303)
    assert there(one)


def test_a_cable_or_a_tunnel_to_this_computer_makes_nobody_a_host(
    evenings: tuple[AtTable, AtTable],
) -> None:
    """What comes through a proxy has this machine's address, but another name."""
    one, _ = evenings

    one.phone("stranger").client.post(
        f"{one.url}/forget", data={"code": one.code}, base_url="https://boodle.example"
    )

    assert there(one)


def test_who_sits_at_the_computer_finds_every_evening_a_guest_none(
    evenings: tuple[AtTable, AtTable],
) -> None:
    one, other = evenings
    guest = one.players[1]

    here = one.phone("stranger").get("/host/evenings?forget").text
    away = one.host.get("/host/evenings?forget", environ_base=OUTSIDE).text
    guests = guest.get("/host/evenings", environ_base=OUTSIDE).text

    assert f"{one.url}/forget" in here
    assert f"{other.url}/forget" in here
    assert f"{one.url}/forget" in away
    assert f"{other.url}/forget" not in away
    assert f'href="{one.url}"' in guests
    assert "?forget" not in guests


def test_the_menu_leads_there(evenings: tuple[AtTable, AtTable]) -> None:
    one, _ = evenings

    assert f"{one.url}/forget" in one.host.get(f"{one.url}/menu").text
    assert f"{one.url}/forget" not in one.players[1].get(f"{one.url}/menu").text


def test_what_still_comes_for_a_deleted_evening_is_told_that_it_was_deleted(
    evenings: tuple[AtTable, AtTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = evenings
    evening = one.evening
    one.host.post(f"{one.url}/forget", code=one.code)
    # a page that had found the table just before
    monkeypatch.setattr(one.boodle.croupier, "evening_by_code", lambda code: evening)

    page = one.host.get(one.url)

    assert page.status_code == 404
    assert "That evening is not here any more" in words(page)
    assert "It was deleted." in words(page)


def test_copies_that_a_restore_set_aside_are_named(
    evenings: tuple[AtTable, AtTable], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one, _ = evenings
    (tmp_path / "boodle.kept-1.db").write_bytes(b"")
    monkeypatch.setattr(one.boodle.door.store, "path", tmp_path / "boodle.db")

    page = one.host.get(f"{one.url}/forget")

    assert "Old copies beside the database are left as they are: boodle.kept-1.db." in words(page)
