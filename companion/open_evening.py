"""An evening in memory: its history and the table it folds to. Reads rows, decides nothing."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.chain import Evening, StoredRow
from companion.core import events as ev
from companion.core import undo
from companion.core.table import Table, replay
from companion.core.undo import Line
from companion.games import game_named


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the history with what is known about it beside the event."""

    line: Line
    at_utc: str
    actor: Mapping[str, Any]


class OpenEvening:
    """An evening in memory: its history and the table it folds to. Only the croupier changes it."""

    def __init__(self, evening: Evening, rows: Sequence[StoredRow]) -> None:
        self.evening = evening
        self.records: list[Record] = []
        self.log: list[Line] = []
        self.lock = threading.RLock()
        self._append(rows)
        first = self.log[0].event
        assert isinstance(first, ev.EveningOpened), first
        self.blank = Table.new(game_named(first.game))
        self.table = replay(self.blank, undo.standing(self.log))

    def _append(self, rows: Sequence[StoredRow]) -> None:
        for row in rows:
            event = ev.from_dict(row.kind, row.body)
            line = Line(row.seq, event, row.cause or row.seq, row.actor.get("seat"))
            self.log.append(line)
            self.records.append(Record(line, row.at_utc, row.actor))

    def extend(self, rows: Sequence[StoredRow]) -> None:
        """Take in what has just been stored."""
        self._append(rows)
        new = [line.event for line in self.log[-len(rows) :]]
        if any(isinstance(event, (ev.Reverted, ev.Restored)) for event in new):
            self.table = replay(self.blank, undo.standing(self.log))
        else:
            self.table = replay(self.table, new)

    def at(self, seq: int) -> Table:
        """Return the table as it stood after line *seq*."""
        return replay(self.blank, undo.standing(self.log[: max(seq, 1)]))

    @property
    def seq(self) -> int:
        """The number of the last line."""
        return self.log[-1].seq
