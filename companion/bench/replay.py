"""A deal that can be played for ever, and how long a long evening takes to be read again.

It measures; it decides no rule and keeps nothing.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.croupier import HOST, Croupier, Said
from companion.store import Store
from companion.store.chain import Evening, NewRow

# Worked example E1 of the hand records: who plays which card, seats counted from the first leader.
DEAL: Final = (
    "0 4C", "1 5C", "2 6C", "3 7C", "0 8C", "1 9C", "stop", "1 6D", "stop",
    "1 4S", "stop", "1 2C", "1 3C", "1 8D", "2 9D", "0 TD", "3 JD", "stop",
    "3 8S", "3 9S", "1 TS", "1 JS", "1 QS", "stop", "1 KC",
)  # fmt: skip
NAMES: Final = ("Anna", "Ben", "Carla", "Dan")
ANIMALS: Final = ("cat", "fish", "duck", "owl")

OPTIONS: Final = {"end": "manual"}  # no agreed end: it is played as long as it takes

Fields = dict[str, Any]
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds: reading and checking, and the whole way to the table."""

    events: int
    load_ms: float
    whole_ms: float


def seating() -> Iterator[tuple[str, Fields]]:
    """Four sit down; the last deals."""
    for name, animal in zip(NAMES, ANIMALS, strict=True):
        yield "sit", {"name": name, "animal": animal}
    yield "dealer", {"seat": 3}


def hands() -> Iterator[tuple[str, Fields]]:
    """The same deal again and again, each time begun by the next player."""
    for turn in itertools.count():
        yield "begin_hand", {}
        yield "deal", {}
        for act in DEAL:
            if act == "stop":
                yield "stop", {}
            else:
                seat, card = act.split()
                yield "play", {"seat": (int(seat) + turn) % 4, "card": card}


def say(croupier: Croupier, evening_id: str, kind: str, fields: Fields) -> None:
    """Submit one command as the host; it must be accepted."""
    said = Said(f"bench-{next(_numbers)}", croupier.seq(evening_id), kind, fields)
    answer = croupier.submit(evening_id, said, HOST)
    if not answer.ok:
        raise RuntimeError(f"{kind} {fields} was refused: {answer.say}")


def measure(events: int) -> Taken:
    """Write an evening of at least *events* events, then time reading it, best of five."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boodle.db"
        evening = _written(path, events)
        with Store.open(path) as store:
            loads = [_timed(lambda: store.load(evening.id)) for _ in range(5)]
            wholes = [_timed(lambda: _croupier(store).table(evening.id)) for _ in range(5)]
            count = store.last_seq(evening.id)
    return Taken(count, min(loads), min(wholes))


def _written(path: Path, events: int) -> Evening:
    """Play until there are enough; in memory first, for a disk would wait for each tap."""
    with Store.open(None) as draft, Store.open(path) as store:
        croupier = _croupier(draft)
        evening = croupier.open_evening(game="boodle", options=OPTIONS, depth="cards", code="LONG")
        for kind, fields in itertools.chain(seating(), hands()):
            say(croupier, evening.id, kind, fields)
            if croupier.seq(evening.id) >= events:
                break
        store.create_evening(evening.id, evening.code, evening.created_at)
        rows = [
            NewRow(row.kind, row.body, row.at_utc, row.cause, row.actor)
            for row in draft.load(evening.id)
        ]
        store.append(evening.id, 0, rows, "bench", {})
    return evening


def _croupier(store: Store) -> Croupier:
    return Croupier(
        store, now=lambda: "2026-11-30T19:00:00.000Z", new_id=lambda: f"id-{next(_numbers)}"
    )


def _timed(work: Any) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000
