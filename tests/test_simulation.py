"""Seeded evenings, engine against auditor: Boodle most, some of every other game.

With `tests/test_covering.py` 10,000 hands in the gate, and 100,000 with ``-m slow``. A failure
prints the seed; `evening(seed, game, house_rules(seed, game), ...)` makes it again.
"""

import json

import pytest
from auditor import audit
from auditor_rules import PRESETS
from deals import evening
from deals_options import house_rules
from deals_spoil import KINDS
from hypothesis import given, settings
from hypothesis import strategies as st
from played import replayed_events

from companion.core import ledger
from companion.core.events import from_dict
from companion.core.table import Table, evolve
from companion.games import all_games
from companion.record import replay_record
from companion.record.export import export_record

HANDS_A_BATCH = 500
BATCHES = 7  # of Boodle in the gate: 3,500 hands
SLOW_BATCHES = 40  # 20,000 hands
OTHERS, SLOW_OTHERS = 250, 3000  # hands of every other game there is

POSITION = ("hand", "action")


def simulated(seed, game):
    """The evening of *seed*: house rules, depth and roughness follow from it."""
    options = house_rules(seed, game, share=(0.0, 0.1, 0.2, 0.3)[seed % 4])
    depth = "pots" if seed % 5 == 4 else "cards"
    return evening(seed, game, options, depth=depth, rough=seed % 2 == 1)


def differing(record):
    """Members in which the engine's row differs from the auditor's; None where not available."""
    ours, theirs = replay_record(record), audit(record)
    if "unavailable" in ours:
        return None
    refusals = [row["refused"] and [row["refused"][part] for part in POSITION]
                for row in (ours, theirs)]  # fmt: skip
    if refusals[0] != refusals[1]:
        return [("refused", ours["refused"], theirs["refused"])]
    if ours["refused"]:
        return []
    members = ("balances", "winners", "left", "money")
    found = [(m, ours[m], theirs[m]) for m in members if ours[m] != theirs[m]]
    spaces = [{name: n for name, n in row["spaces"].items() if n} for row in (ours, theirs)]
    if spaces[0] != spaces[1]:
        found.append(("spaces", *spaces))
    if theirs["payments"] is not None and ours["payments"] != theirs["payments"]:
        found.append(("payments", ours["payments"], theirs["payments"]))
    return found + ours["differences"]


def simulate(game, hands, seeds):
    """Play evenings of *game* until so many hands agree; the first that differs fails."""
    agreed = 0
    for seed in seeds:
        if agreed >= hands:
            return
        record = simulated(seed, game)
        found = differing(record)

        assert not found, (
            f"seed {seed}, game {game}: {found}\n{json.dumps(record, ensure_ascii=False)}"
        )
        agreed += 0 if found is None else len(record["hands"])
    raise AssertionError(f"{game}: only {agreed} hands of these seeds can be played")


@pytest.mark.parametrize(
    "batch",
    [*range(BATCHES),
     *(pytest.param(b, marks=pytest.mark.slow) for b in range(BATCHES, SLOW_BATCHES))],
)  # fmt: skip
def test_the_engine_agrees_with_the_auditor_on_seeded_boodle(batch):
    simulate("boodle", HANDS_A_BATCH, range(batch * 1000, batch * 1000 + 1000))


@pytest.mark.parametrize("game", sorted(set(PRESETS) & set(all_games()) - {"boodle"}))
def test_the_engine_agrees_with_the_auditor_on_every_other_game(game):
    simulate(game, OTHERS, range(2000))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(set(PRESETS) & set(all_games()) - {"boodle"}))
def test_the_engine_agrees_with_the_auditor_on_many_hands_of_every_other_game(game):
    simulate(game, SLOW_OTHERS, range(10_000, 30_000))


@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_refuses_a_spoiled_evening_exactly_where_the_auditor_does(kind):
    for game in sorted(set(PRESETS) & set(all_games())):
        for seed in range(4):
            depth = "pots" if kind == "empty_space" else "cards"
            record = evening(seed, game, house_rules(seed, game), depth=depth, spoil=kind)
            found = differing(record)

            assert not found, f"seed {seed}, game {game}, {kind}: {found}\n{json.dumps(record)}"


# ---- properties ----------------------------------------------------------------------------------

SEEDS = st.integers(0, 10**9)


def played(seed):
    """The record and the events of a Boodle evening that the engine can play."""
    options = house_rules(seed, "boodle")
    record = evening(seed, "boodle", options, hands=2, rough=seed % 2 == 1)
    return (record, ()) if differing(record) is None else (record, replayed_events(record))


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_chips_are_conserved_after_every_event(seed):
    _, events = played(seed)
    table = Table.new(all_games()["boodle"])

    for event in events:
        table = evolve(table, event)
        spaces = table.layout_chips

        assert sum(table.balances.values()) == 0, (seed, event)
        assert all(chips >= 0 for chips in spaces.values()), (seed, event)
        assert all(type(move.chips) is int and move.chips > 0 for move in event.transfers())


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_an_event_written_and_read_again_is_the_same_event(seed):
    _, events = played(seed)

    for event in events:
        body = json.loads(json.dumps(event.to_dict()))

        assert from_dict(event.kind, body) == event, seed


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_history_folded_twice_gives_equal_tables(seed):
    _, events = played(seed)

    def folded(some):
        table = Table.new(all_games()["boodle"])
        for event in some:
            table = evolve(table, event)
        return table

    read_again = [from_dict(e.kind, json.loads(json.dumps(e.to_dict()))) for e in events]
    assert folded(events) == folded(read_again)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_an_evening_exported_and_read_again_is_the_same_evening(seed):
    record, events = played(seed)
    if not events:
        return

    again = json.loads(json.dumps(export_record(all_games()["boodle"], events)))

    members = ("balances", "winners", "left", "money", "payments", "refused", "differences")
    ours, exported = replay_record(record), replay_record(again)
    assert exported["ok"], (seed, exported)
    assert [exported[member] for member in members] == [ours[member] for member in members], seed
    theirs = audit(again)
    assert theirs["refused"] is None, (seed, theirs["refused"])
    assert theirs["balances"] == ours["balances"], seed


CHIPS = st.integers(1, 10**6)
ACCOUNTS = st.one_of(st.integers(0, 8), st.sampled_from(["AH", "kitty", "pot", "bank"]))
MOVES = st.lists(
    st.tuples(ACCOUNTS, ACCOUNTS, CHIPS).filter(lambda move: move[0] != move[1]), max_size=30
)


@given(MOVES)
def test_the_ledger_sums_to_nothing_whatever_moves(moves):
    balances = ledger.post({}, [ledger.Transfer(*move) for move in moves])

    assert sum(balances.values()) == 0


@given(MOVES, MOVES)
def test_moving_chips_there_and_back_changes_no_balance(moves, before):
    start = ledger.post({}, [ledger.Transfer(*move) for move in before])
    there = ledger.post(start, [ledger.Transfer(*move) for move in moves])

    back = ledger.post(there, [ledger.Transfer(to, come, n) for come, to, n in moves])

    assert {a: n for a, n in back.items() if n} == {a: n for a, n in start.items() if n}


@given(st.integers(0, 10**6), st.integers(1, 9))
def test_shares_and_remainder_make_up_the_whole(chips, among):
    each, rest = ledger.share(chips, among)

    assert each * among + rest == chips
    assert 0 <= rest < among
