"""An evening in memory: its history and the table it folds to. Reads rows, decides nothing."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core import events as ev
from companion.core import undo
from companion.core.table import Table, replay
from companion.core.undo import Line
from companion.games import game_named
from companion.store.chain import Evening, NewRow, StoredRow


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the history with what is known about it beside the event."""

    line: Line
    at_utc: str
    actor: Mapping[str, Any]


def _line(seq: int, row: NewRow | StoredRow) -> Line:
    event = ev.from_dict(row.kind, row.body)
    return Line(seq, event, row.cause or seq, row.actor.get("seat"))


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
            line = _line(row.seq, row)
            self.log.append(line)
            self.records.append(Record(line, row.at_utc, row.actor))

    def folded(self, rows: Sequence[NewRow]) -> Table:
        """Return the table as it will be with *rows*; nothing is taken in yet.

        What cannot be folded fails here, before it is stored and the evening is lost with it.
        """
        new = [_line(seq, row) for seq, row in enumerate(rows, self.seq + 1)]
        if any(isinstance(line.event, (ev.Reverted, ev.Restored)) for line in new):
            return replay(self.blank, undo.standing([*self.log, *new]))
        return replay(self.table, [line.event for line in new])

    def extend(self, rows: Sequence[StoredRow], table: Table) -> None:
        """Take in what has just been stored, and the *table* that it was `folded` to."""
        self._append(rows)
        self.table = table

    def at(self, seq: int) -> Table:
        """Return the table as it stood after line *seq*."""
        return replay(self.blank, undo.standing(self.log[: max(seq, 1)]))

    @property
    def seq(self) -> int:
        """The number of the last line."""
        return self.log[-1].seq
