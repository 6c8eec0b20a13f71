"""The door's commands: who may, and what they change."""

from __future__ import annotations

import pytest
from phones import AtTable, TableMaker

from companion.web.boodle import Boodle
from companion.web.door_commands import KINDS

HOST_ONLY = (
    "lock", "free_seat", "give_pen", "answer_asking", "hold_seat", "open_to_phones",
    "random_dealer", "choose_address",
)  # fmt: skip


@pytest.mark.parametrize("kind", HOST_ONLY)
def test_only_the_host_may(table: TableMaker, kind: str) -> None:
    there = table(3)
    for phone in (there.players[1], there.phone("watcher"), there.phone("stranger")):
        answer = there.json(phone, kind, seat=1, locked="yes", yes="yes", ip="10.8.0.2")
        assert answer["ok"] is False and answer["code"] == "not_yours"
        assert "Only the host" in answer["say"]


def test_every_kind_is_wired(table: TableMaker) -> None:
    there = table(3)
    for kind in KINDS:
        assert there.json(there.host, kind)["code"] != "unknown_command", kind


def test_a_locked_table_keeps_strangers_out_and_throws_nobody_out(table: TableMaker) -> None:
    there = table(3)
    assert there.json(there.host, "lock", locked="yes")["ok"]
    stranger = there.phone("stranger")
    refused = stranger.post(f"{there.url}/join", name="Zoe", animal="moth", id="j1")
    assert refused.status_code == 409 and "locked" in refused.get_data(as_text=True)
    assert there.players[1].get(there.url).status_code == 200
    there.json(there.host, "lock", locked="no")
    assert stranger.post(f"{there.url}/join", name="Zoe", animal="moth", id="j2").status_code == 303


def test_a_freed_seat_can_be_taken_by_another_phone(table: TableMaker) -> None:
    there = table(3)
    assert there.json(there.host, "free_seat", seat=1)["ok"]
    assert there.json(there.players[1], "rename", seat=1, name="B")["code"] == "not_yours"
    new = there.phone("stranger")
    assert new.post(f"{there.url}/back", seat="1").status_code == 303
    assert there.json(new, "rename", seat=1, name="Benno")["ok"]


def test_the_drawn_dealer_is_stored_as_a_plain_choice(table: TableMaker, boodle: Boodle) -> None:
    there = table(4)
    assert there.json(there.host, "random_dealer")["ok"]
    assert there.state.dealer in there.state.circle
    last = boodle.croupier.history(there.evening.id)[-1]
    assert last.actor["kind"] == "dealer" and last.actor["data"] == {"seat": there.state.dealer}


def test_a_draw_sent_twice_draws_once(table: TableMaker) -> None:
    there = table(4)
    body = {"kind": "random_dealer", "id": "one-draw", "seq_seen": there.seq, "data": {}}
    for _ in range(8):
        there.host.client.post(f"{there.url}/do", json=body)
    first = there.state.dealer
    there.host.client.post(f"{there.url}/do", json=body)
    assert there.state.dealer == first
    assert sum(r.actor.get("kind") == "dealer" for r in _history(there)) == 1


def _history(there: AtTable) -> list[object]:
    return list(there.boodle.croupier.history(there.evening.id))


def test_another_address_changes_the_code(table: TableMaker, boodle: Boodle) -> None:
    there = table(3)
    assert there.json(there.host, "choose_address", ip="10.8.0.2")["ok"]
    assert boodle.network.base_url() == "http://10.8.0.2:8421"
    assert there.json(there.host, "choose_address", ip="8.8.8.8")["ok"] is False
    assert there.json(there.host, "choose_address", ip="127.0.0.1")["ok"] is False


def test_the_host_phone_plays_for_nobody_who_has_a_phone(table: TableMaker) -> None:
    there = table(3)
    refused = there.json(there.host, "hold_seat", seat=1)
    assert refused["ok"] is False and "phone of their own" in refused["say"]
    assert there.json(there.host, "hold_seat", seat="")["ok"]
    assert "Host" in there.host.text(f"{there.url}/menu")


def test_unknown_seats_are_refused_with_a_sentence(table: TableMaker) -> None:
    there = table(3)
    for kind in ("free_seat", "give_pen", "answer_asking", "hold_seat"):
        for seat in (99, -1, "x", 10**15):
            answer = there.json(there.host, kind, seat=seat, yes="yes")
            assert answer["ok"] is False and answer["say"]
