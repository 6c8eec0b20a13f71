"""Evenings to test with: the events of a hand record, and a store as if it had been played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.core.events import Event
from companion.paths import DATABASE
from companion.record import Replay
from companion.store import Store
from companion.store.chain import Evening, NewRow

GOLDEN = Path(__file__).parent / "games" / "hands" / "worked-examples.jsonl"


def golden(name: str) -> dict[str, Any]:
    """The worked example *name* (RULES § 8)."""
    records = map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines())
    found: dict[str, Any] = next(record for record in records if record["id"] == name)
    return found


def replayed_events(record: dict[str, Any]) -> tuple[Event, ...]:
    """The events of a whole record; `RuleError` where it is refused."""
    replay = Replay(record)
    for hand in record["hands"]:
        replay.play_hand(hand)
    replay.finish()
    return tuple(replay.events)


def stored(store: Store, name: str, code: str, day: int = 1) -> Evening:
    """Write worked example *name* into *store* under *code*."""
    at = f"2026-05-{day:02}T20:00:00.000Z"
    evening = store.create_evening(f"id-{code}", code, at, {})
    rows = [
        NewRow(event.kind, event.to_dict(), at, None, {"role": "host"})
        for event in replayed_events(golden(name))
    ]
    store.append(evening.id, 0, rows, f"all-{code}", {})
    return evening


def folder_with(folder: Path, *names: str) -> Path:
    """A data folder in which the worked examples *names* were played, on following days."""
    with Store.open(folder / DATABASE) as store:
        for day, name in enumerate(names, 1):
            stored(store, name, f"KIT{day}", day)
    return folder
