"""companion/export.py: a history as CSV and JSON, complete and without secrets."""

import csv
import io
import json
from collections import Counter

import pytest
from played import golden, stored

from companion import export
from companion.cli import main
from companion.core.table import Table
from companion.croupier import HOST, Croupier, Said
from companion.paths import DATABASE
from companion.store import Store


@pytest.fixture
def store():
    with Store.open(None) as one:
        yield one


def opened(store, evening):
    croupier = Croupier(store, now=lambda: "2026-05-01T22:00:00.000Z", new_id=str)
    table = croupier.table(evening.id)
    return croupier, Table.new(table.game), table


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_rows_that_count_add_up_to_the_balances(store):
    evening = stored(store, "E2a+E2b", "KIT1")
    croupier, blank, _ = opened(store, evening)

    rows = rows_of(export.to_csv(blank, croupier.history(evening.id)))

    sums = Counter()
    for row in rows:
        assert row["taken_back"] == ""
        sums[row["from"]] -= int(row["chips"])
        sums[row["to"]] += int(row["chips"])
    expect = golden("E2a+E2b")["expect"]
    assert {name: sums[name] for name in expect["balances"]} == expect["balances"]
    assert {name: sums[name] for name in expect["spaces"]} == expect["spaces"]


def test_every_row_says_what_it_was_and_by_which_rule(store):
    evening = stored(store, "E1", "KIT1")
    croupier, blank, _ = opened(store, evening)

    rows = rows_of(export.to_csv(blank, croupier.history(evening.id)))

    assert rows[-1]["rule"].startswith("RULES § ")
    assert all(row["what"] for row in rows)
    assert rows[-1]["hand"] == "1"


def test_what_was_taken_back_is_marked(store):
    evening = stored(store, "E1", "KIT1")
    croupier, blank, _ = opened(store, evening)
    kinds = {record.line.event.kind: record.line.seq for record in croupier.history(evening.id)}
    said = Said("undo-1", croupier.seq(evening.id), "undo", {"seq": kinds["PotAwarded"]})
    assert croupier.submit(evening.id, said, HOST).ok

    rows = rows_of(export.to_csv(blank, croupier.history(evening.id)))

    assert {row["taken_back"] for row in rows} == {"", "yes"}


@pytest.mark.parametrize("name", ["=SUM(A1)", "+1", "-1", "@here"])
def test_a_name_is_never_a_formula(name):
    assert export._safe(name) == f"'{name}"


def test_json_has_every_line_and_nothing_private(store):
    evening = stored(store, "E1", "KIT1")
    store.keep_private(evening.id, {"recovery": "velvet"})
    croupier, _, table = opened(store, evening)

    whole = export.to_json(store.evening(evening.id), table, croupier.history(evening.id))

    assert whole["balances"] == golden("E1")["expect"]["balances"]
    assert [event["seq"] for event in whole["events"]] == list(
        range(1, croupier.seq(evening.id) + 1)
    )
    assert "velvet" not in json.dumps(whole)


def test_an_evening_is_found_by_code_in_any_case_and_by_id(store):
    first, last = stored(store, "E1", "KIT1"), stored(store, "E3", "KIT2", day=2)
    evenings = store.evenings()

    assert export.chosen(evenings, "kit1").id == first.id
    assert export.chosen(evenings, last.id).id == last.id
    assert export.chosen(evenings, None).id == last.id


def test_without_an_evening_there_is_nothing_to_export():
    with pytest.raises(ValueError, match="No evening has been played yet"):
        export.chosen([], None)


def test_a_table_nobody_sat_down_at_hides_no_other_evening(tmp_path, capsys):
    """It is newer than the evening that was played, and has nothing to export (UX-19)."""
    with Store.open(tmp_path / DATABASE) as store:
        stored(store, "E1", "PLAY")
        croupier = Croupier(store, now=lambda: "2036-01-01T00:00:00.000Z", new_id=lambda: "later")
        croupier.open_evening(game="boodle", options={}, depth="pots", code="VOID")

    assert main(["export", "--data", str(tmp_path)]) == 0
    assert '"PLAY"' in capsys.readouterr().out
    assert main(["export", "VOID", "--data", str(tmp_path)]) == 1
    assert "Nobody has sat down" in capsys.readouterr().err


def test_export_and_audit_read_while_another_boodle_writes(tmp_path, capsys):
    with Store.open(tmp_path / DATABASE) as store:
        stored(store, "E1", "PLAY")

        assert main(["export", "--data", str(tmp_path)]) == 0
        assert '"PLAY"' in capsys.readouterr().out
        assert main(["audit", "--data", str(tmp_path)]) == 0
