"""Taking back, bringing back and amending: which lines of the log fall. History is never edited.

A line is (seq, event, act): *act* is the seq of the human act it belongs to, its own seq for the
act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.core import events as ev
from companion.core.errors import RuleError
from companion.core.events import Event


class Line(NamedTuple):
    """One stored event.

    *act* is the seq of the act that it is, or follows from; *by* the seat or host.
    """

    seq: int
    event: Event
    act: int
    by: int | None = None


def reverted(log: Iterable[Line]) -> set[int]:
    """Return the seqs that do not count at the end of *log*."""
    gone: set[int] = set()
    for line in log:
        if isinstance(line.event, ev.Reverted):
            gone.update(line.event.seqs)
        elif isinstance(line.event, ev.Restored):
            gone.difference_update(line.event.seqs)
    return gone


def standing(log: Sequence[Line]) -> list[Event]:
    """Return the events that count, in order."""
    gone = reverted(log)
    return [line.event for line in log if line.seq not in gone]


def falls(log: Sequence[Line], seq: int) -> tuple[Line, ...]:
    """Return the lines that fall when the act of line *seq* is taken back: it and all after it.

    Joins, names and seats never fall; a dealer named since does, being named for the hand after
    those that fall. Raises `RuleError` ``unknown_event`` or ``not_an_act``.
    """
    gone = reverted(log)
    chosen = next((line for line in log if line.seq == seq), None)
    if chosen is None:
        raise RuleError("unknown_event", f"There is no line {seq} in the history.")
    if chosen.seq in gone:
        raise RuleError("not_an_act", "That line has been taken back already.")
    if chosen.event.steadfast:
        raise RuleError(
            "not_an_act", "Joins, names and seats do not fall. Change them in the menu."
        )
    return tuple(
        line for line in log
        if line.act >= chosen.act and line.seq not in gone
        and (not line.event.steadfast or isinstance(line.event, ev.DealerSet))
    )  # fmt: skip


def last_act(log: Sequence[Line]) -> Line | None:
    """Return the last act that can be taken back, or ``None``."""
    gone = reverted(log)
    for line in reversed(log):
        if line.seq == line.act and line.seq not in gone and not line.event.steadfast:
            return line
    return None


def acts(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the human acts among *lines*."""
    return tuple(line for line in lines if line.seq == line.act)


def revert(log: Sequence[Line], seq: int) -> tuple[Event, ...]:
    """Take back the act of line *seq* and everything that came after it."""
    return (ev.Reverted(tuple(line.seq for line in falls(log, seq))),)


_GROUND: Final = (
    ev.RulesChanged, ev.SeatTaken, ev.SeatLeft, ev.SeatRejoined, ev.CircleSet, ev.DealerSet,
)  # fmt: skip
"""What a hand is begun on: it does not come back once one of these has become otherwise."""


def restorable(log: Sequence[Line]) -> ev.Reverted | None:
    """Return what the last undo took back, as long as nothing was done since.

    The beginning of a hand comes back only to the rules and the people it was begun with.
    """
    gone, moved = reverted(log), False
    for line in reversed(log):
        if isinstance(line.event, ev.Reverted) and line.event.seqs and line.event.seqs[0] in gone:
            return None if moved and _begins_hand(log, line.event) else line.event
        if not line.event.steadfast and line.seq not in gone:
            return None
        moved = moved or (isinstance(line.event, _GROUND) and line.seq not in gone)
    return None


def _begins_hand(log: Sequence[Line], fallen: ev.Reverted) -> bool:
    back = set(fallen.seqs)
    return any(line.seq in back and isinstance(line.event, ev.HandBegun) for line in log)


def restore(log: Sequence[Line]) -> tuple[Event, ...]:
    """Bring back what the last undo took back."""
    last = restorable(log)
    if last is None:
        raise RuleError("nothing_to_redo", "Nothing was taken back that could come again.")
    return (ev.Restored(last.seqs),)
