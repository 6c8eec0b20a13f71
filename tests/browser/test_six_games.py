"""One evening of each of the six seed games, tapped on everybody's own phone (issue: all games)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_evening import Walk
from browser_people import People
from playwright.sync_api import expect

HANDS = Path(__file__).parents[1] / "games" / "hands" / "phone-evenings.jsonl"
RECORDS = [json.loads(line) for line in HANDS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_an_evening_tapped_on_phones_is_its_record(
    people: Callable[..., People], record: dict[str, Any]
) -> None:
    group = people(*record["players"])
    walk = Walk(group, record)
    walk.sit_down()

    for hand in record["hands"]:
        walk.hand(hand)

    wanted = record["expect"]
    for name, chips in wanted["balances"].items():
        phone = group.by_name[name]
        phone.heading("is out")
        expect(phone.page.locator(".bar-me .num")).to_have_text(str(chips))
    kept = group.host.page.request.get(f"{group.host.base}{group.url}/export.record").json()
    assert kept["options"] == record["options"]
    assert [hand["actions"] for hand in kept["hands"]] == [h["actions"] for h in record["hands"]]
    assert {name: kept["expect"][name] for name in ("balances", "spaces", "winners")} == {
        name: wanted[name] for name in ("balances", "spaces", "winners")
    }
