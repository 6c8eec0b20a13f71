"""Evenings of every game, written as a record and read back: a round trip changes nothing."""

import pytest
from auditor import audit
from deals import evening
from played import replayed_events

from companion.games import all_games, game_named
from companion.record import replay_record
from companion.record.export import export_record

SEEDS = range(2)


@pytest.mark.parametrize("depth", ["cards", "pots"])
@pytest.mark.parametrize("key", sorted(all_games()))
def test_an_evening_comes_back_from_its_record_as_it_was(key, depth):
    game = game_named(key)
    for seed in SEEDS:
        told = evening(f"round {seed}", key, depth=depth, rough=True, hands=4)
        events = replayed_events(told)

        record = export_record(game, events, told["id"])

        row = replay_record(record)
        assert row["ok"], row
        assert row["balances"] == record["expect"]["balances"]
        assert {**told["expect"]["balances"], **row["balances"]} == told["expect"]["balances"]
        assert export_record(game, replayed_events(record), told["id"]) == record
        assert audit(record)["balances"] == row["balances"]


@pytest.mark.parametrize("players", range(2, 10))
def test_it_does_for_any_number_of_people(players):
    told = evening(f"people {players}", "three_in_one", players=players, rough=True, hands=3)
    game = game_named("three_in_one")

    record = export_record(game, replayed_events(told), "people")

    assert replay_record(record)["ok"]
    assert export_record(game, replayed_events(record), "people") == record


@pytest.mark.parametrize("key", sorted(all_games()))
def test_a_record_spoiled_in_the_middle_is_refused_there_and_nothing_after_it_counts(key):
    told = evening("spoiled", key, hands=3)
    hands = told["hands"]
    place = len(hands[-1]["actions"]) // 2
    hands[-1]["actions"].insert(place, f"{told['players'][0]} 99")
    until = {k: v for k, v in told.items() if k not in ("expect", "end")}
    until["hands"] = [*hands[:-1], {**hands[-1], "actions": hands[-1]["actions"][:place]}]

    row = replay_record({**told, "expect": {}})

    refused = row["refused"]
    assert (refused["hand"], refused["action"]) == (len(hands), place + 1)
    assert refused["code"] and refused["message"].endswith(".")
    whole = replay_record(until)
    assert (row["balances"], row["spaces"]) == (whole["balances"], whole["spaces"])
