"""Decision: the events of one act, one after the other, with the table as it stands after each."""

from __future__ import annotations

from companion.core.events import Event
from companion.core.table import Decided, Hand, Table, evolve


class Decision:
    """Collects what an act leads to.

    It lives for one act only; the table it began with is untouched.
    """

    __slots__ = ("_before", "events", "table")

    def __init__(self, table: Table) -> None:
        self._before = self.table = table
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Record *event* and move the table on."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    @property
    def hand(self) -> Hand:
        """The hand being played."""
        assert self.table.hand is not None
        return self.table.hand

    def done(self) -> Decided:
        """Return the events in order; they know the table after them."""
        return Decided(self.events, self._before, self.table)
