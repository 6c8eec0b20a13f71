"""The worked evenings by plain HTTP, without JavaScript: links, forms and redirects alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plain_http import PlainPhone

from companion.core.cards import Card, suit_word
from companion.core.table import Table
from companion.network.net import free_port
from companion.serve import House, Wishes, open_house

RECORDS = Path(__file__).parent / "games" / "hands" / "worked-examples.jsonl"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A real server on loopback."""
    port = free_port("127.0.0.1", 8700)
    wishes = Wishes(data=tmp_path, port=port, opens_browser=False, has_https=False)
    opened = open_house(wishes)
    yield opened
    opened.server.stop()
    opened.close()


class PlainTable:
    """People with text browsers round a table; the first is the host."""

    def __init__(self, house: House, names: list[str]) -> None:
        self.house = house
        base = f"http://127.0.0.1:{house.server.http_port}"
        self.phones = {name: PlainPhone(base) for name in names}
        self.host = self.phones[names[0]]
        self.host.open("/host")
        self.code = self.host.tap("Start table").address.split("/t/")[1][:4]
        self.url = f"/t/{self.code}"
        for name, phone in self.phones.items():
            phone.open(f"{self.url}/join")
            phone.tap("Sit down", name=name)

    @property
    def table(self) -> Table:
        """The table as the server has it."""
        evening = self.house.croupier.evening_by_code(self.code)
        assert evening is not None
        return self.house.croupier.table(evening.id)

    def take_seats(self, dealer: str) -> None:
        """In the order they came; every card is entered."""
        self.host.open(f"{self.url}/seats")
        self.host.tap("In the order they came")
        self.host.tap(dealer)
        self.host.open(self.url)
        self.host.tap("Tap every card")

    def play(self, hand: dict[str, Any]) -> None:
        """One hand, each card on its player's own phone."""
        assert self.table.dealer is not None
        dealer = self.table.name(self.table.dealer)
        self.phones[dealer].open(self.url)
        if self.table.results:
            self.phones[dealer].tap("Next hand")
            assert "you deal" in self.phones[dealer].page.heading
        self.phones[dealer].tap(f"Deal: {dealer}")
        self.phones[dealer].tap("Dealt")
        for action in hand["actions"]:
            self.act(action)

    def act(self, action: str) -> None:
        """Do what a line of a hand record says."""
        hand = self.table.playing
        assert hand is not None
        if action == "stop":
            phone = self.phones[self.table.name(hand.plays[-1].seat)]
            phone.open(self.url)
            phone.tap("Nobody has it")
            return
        name, code = action.split()
        card, phone = Card.parse(code), self.phones[name]
        phone.open(self.url)
        if hand.needed is not None:
            phone.tap(f"I play the {card.spoken}")
        else:
            phone.tap(suit_word(card.suit))
            phone.tap(card.spoken)


def records(*names: str) -> list[dict[str, Any]]:
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    rows = {row["id"]: row for row in map(json.loads, filter(None, lines))}
    return [rows[name] for name in names]


@pytest.mark.parametrize("evening", records("E1", "E2a+E2b"), ids=["E1", "E2"])
def test_an_evening_without_javascript(house: House, evening: dict[str, Any]) -> None:
    people = PlainTable(house, evening["players"])
    people.take_seats(evening["dealer"])

    for hand in evening["hands"]:
        people.play(hand)

    table = people.table
    balances = {seat.name: table.balance(seat.number) for seat in table.seats.values()}
    assert balances == evening["expect"]["balances"]
    spaces = {space: table.balance(space) for space in evening["expect"]["spaces"]}
    assert spaces == evening["expect"]["spaces"]


def test_a_waiting_page_reloads_itself_without_javascript(house: House) -> None:
    people = PlainTable(house, ["Anna", "Ben", "Carla"])

    people.phones["Ben"].open(people.url)

    assert "http-equiv" in _source(people, "Ben")


def _source(people: PlainTable, name: str) -> str:
    phone = people.phones[name]
    with phone._opener.open(phone.base + people.url, timeout=20) as response:
        text: str = response.read().decode()
    return text
