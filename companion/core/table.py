"""Table: how each event changes the state of an evening, one after the other.

Decides nothing and refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.core.evening_steps import EVENING_STEPS
from companion.core.events import Event
from companion.core.hand_steps import HAND_STEPS
from companion.core.ledger import post
from companion.core.state import PHASES, Hand, Pass, Play, Result, Seat, Stop, Table, with_changes

__all__ = [
    "PHASES",
    "Decided",
    "Hand",
    "Pass",
    "Play",
    "Result",
    "Seat",
    "Stop",
    "Table",
    "evolve",
    "replay",
]

STEPS: Final = {**EVENING_STEPS, **HAND_STEPS}


def evolve(table: Table, event: Event) -> Table:
    """Return *table* after *event*. Total for every event that `companion.core` decided."""
    transfers = event.transfers()
    if transfers:
        table = with_changes(table, balances=post(table.balances, transfers))
    step = STEPS.get(type(event))
    return step(table, event) if step is not None else table


class Decided(tuple[Event, ...]):
    """Events as decided on one table, with the table after them: `replay` need not fold again."""

    before: Table
    after: Table

    def __new__(cls, events: Iterable[Event], before: Table, after: Table) -> Decided:
        """Keep both tables beside the events."""
        decided = tuple.__new__(cls, events)
        decided.before, decided.after = before, after
        return decided


def replay(table: Table, events: Iterable[Event]) -> Table:
    """Fold *events* onto *table*. Reverted events must have been left out (`undo.standing`)."""
    if isinstance(events, Decided) and events.before is table:
        return events.after
    for event in events:
        table = evolve(table, event)
    return table
