"""Golden hands: evenings with known results, each replayed from its record (SOURCE.md)."""

import json
from pathlib import Path

import pytest
from played import replayed_events

from companion.games import game_named
from companion.record import replay_record, row_line
from companion.record.export import export_record

FILES = sorted((Path(__file__).parent / "hands").glob("*.jsonl"))
RECORDS = [
    pytest.param(json.loads(line), id=f"{path.stem}-{number}")
    for path in FILES
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
]
PLAYABLE = [each for each in RECORDS if not each.values[0].get("expect", {}).get("refused")]
"""Without the records that must be refused: nothing of those can be written again."""


@pytest.mark.parametrize("record", RECORDS)
def test_a_golden_hand_comes_out_as_its_record_says(record):
    row = replay_record(record)

    assert row["ok"], row_line(row)


@pytest.mark.parametrize("record", PLAYABLE)
def test_a_golden_hand_written_and_read_again_has_not_changed(record):
    game, events = game_named(record["game"]), replayed_events(record)

    written = json.loads(json.dumps(export_record(game, events, record["id"])))

    assert replay_record(written)["ok"], row_line(replay_record(written))
    assert export_record(game, replayed_events(written), record["id"]) == written
