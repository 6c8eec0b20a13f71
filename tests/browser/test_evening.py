"""Whole evenings, tapped through on real pages: balances as the records say, taps counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser_evening import Walk
from browser_people import People

RECORDS = Path(__file__).parents[1] / "games" / "hands" / "worked-examples.jsonl"


def record(name: str) -> dict[str, Any]:
    """A worked example by its id."""
    rows = (json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines() if line)
    return next(row for row in rows if row["id"] == name)


def seated(people: Callable[..., People], evening: dict[str, Any]) -> Walk:
    """People and a display at a table, with the record's dealer, before the first hand."""
    walk = Walk(people(*evening["players"], display=True), evening)
    walk.sit_down()
    return walk


def test_e1_every_card_by_tap_on_five_devices(people: Callable[..., People]) -> None:
    """Host laptop, three phones of different sizes and the table display."""
    evening = record("E1")
    walk = seated(people, evening)
    group, before = walk.group, walk.group.taps

    walk.hand(evening["hands"][0])

    assert group.balances() == evening["expect"]["balances"]
    for person in group.by_name.values():
        person.heading("Ben is out and gets 22")
    assert group.display is not None
    group.display.sees("Ben is out")
    print(f"\nE1 by every card: {group.taps - before} taps on all phones, {before} to get there")


def test_e2_two_hands_with_carry_over_and_rotation(people: Callable[..., People]) -> None:
    evening = record("E2a+E2b")
    walk = seated(people, evening)
    group, before = walk.group, walk.group.taps

    for hand in evening["hands"]:
        walk.hand(hand)

    assert group.balances() == evening["expect"]["balances"]
    spaces = {space: group.table.balance(space) for space in evening["expect"]["spaces"]}
    assert spaces == evening["expect"]["spaces"]
    print(f"\nE2a+E2b by every card: {group.taps - before} taps")


def test_e1_pots_only_by_the_host_alone(people: Callable[..., People]) -> None:
    """One phone for everybody: who took what, who is out, cards left."""
    evening = record("E1")
    group = people(*evening["players"], phones=1)
    host = group.host
    host.open("/host")
    host.tap("Just this phone")
    host.page.wait_for_url("**/t/*/**")
    group.code = host.page.url.split("/t/")[1][:4]
    group.by_name = {}
    group.names = tuple(evening["players"])
    group.by_name, alone = {}, host
    for name in evening["players"]:
        alone.open(f"{group.url}/add")
        alone.page.get_by_label("name").first.fill(name)
        alone.page.locator(".rail button.go").click()
        alone.sees(f"{name}.")
    alone.open(f"{group.url}/seats")
    alone.tap("In the order they came")
    alone.heading("Who deals first?")
    alone.tap("Dan")
    alone.heading("Dan deals hand 1")
    before = alone.taps
    alone.open(group.url)
    alone.tell("Deal: Dan")
    alone.tell("Dealt")

    alone.tell("Ben takes the jack of spades")
    alone.tell("Ben takes the king of clubs")
    alone.tap("Somebody is out")
    alone.tell("Ben", exact=False)
    for name, cards in (("Anna", 8), ("Carla", 8), ("Dan", 6)):
        alone.heading(name)
        alone.tell(f"{cards} cards", exact=True)

    assert group.balances() == evening["expect"]["balances"]
    print(f"\nE1 by pots only: {alone.taps - before} taps")
    group.by_name = {"host": alone}
