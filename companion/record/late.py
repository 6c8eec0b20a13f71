"""Chips moved by hand once a hand was over: where a record says so, as nothing may follow the card.

Moves no chips itself; it orders the events of hands before they are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.core import events as ev
from companion.core.events import Event
from companion.record.hands import Part, is_pots

_MOVES: Final = (ev.Fined, ev.Corrected)


def placed(parts: Sequence[Part], *, later: bool) -> list[Part]:
    """Return *parts* with each late move of chips where a record has a place for it.

    Between players it stands before the last card of its hand, or, if *later*, first in the next
    hand, as does what touches the layout: whoever plays the last card may take what lies there.
    """
    found: list[Part] = []
    carried: list[Event] = []
    for number, part in enumerate(parts):
        is_last = number + 1 == len(parts)
        acts, moved = _parted(part)
        waits = [e for e in moved if not is_last and (later or not _between_players(e))]
        stays = [event for event in moved if event not in waits]
        place = _last_act(part, acts)
        acts = [*carried, *acts[:place], *stays, *acts[place:]]
        found.append(part._replace(acts=tuple(acts)))
        carried = waits
    return found


def has_late(parts: Sequence[Part]) -> bool:
    """Whether chips were moved by hand behind the last card of one of the hands."""
    return any(_parted(part)[1] for part in parts)


def _between_players(event: Event) -> bool:
    return all(isinstance(end, int) for move in event.transfers() for end in move[:2])


def _parted(part: Part) -> tuple[list[Event], list[Event]]:
    """Return the acts of a hand, and what moved chips once it was paid, as corrections."""
    acts = _before_out(part)
    over = _over(part, acts)
    late = [event for event in acts[over:] if isinstance(event, _MOVES)]
    return [event for event in acts if event not in late], [
        event for each in late for event in _corrections(each)
    ]


def _corrections(event: Event) -> list[Event]:
    """Return a fine as the chips that it moved: a record fines nobody once the hand is over."""
    if not isinstance(event, ev.Fined):
        return [event]
    return [ev.Corrected(*move, "fined") for move in event.transfers()]


def _over(part: Part, acts: Sequence[Event]) -> int:
    """Return the place of the first event that makes the hand one that is over."""
    ends: tuple[type[Event], ...] = (ev.CardsPaid, ev.HandEnded)
    if not is_pots(part):
        ends = (*ends, ev.WentOut)
    return next((n for n, event in enumerate(acts) if isinstance(event, ends)), len(acts))


def _last_act(part: Part, acts: Sequence[Event]) -> int:
    """Return the place of the act the hand ended with: the last card, ``out``, a pass, ``void``."""
    over = _over(part, acts)
    if is_pots(part):
        outs = [n for n, event in enumerate(acts[:over]) if isinstance(event, ev.WentOut)]
        return outs[0] if outs else over
    told = (ev.CardPlayed, ev.LeadPassed, ev.RunStopped)
    return max((n for n, event in enumerate(acts[:over]) if isinstance(event, told)), default=over)


def _before_out(part: Part) -> list[Event]:
    """Return the acts of a hand of pots with what moved chips before it was paid in its place.

    ``out`` pays for the cards left, so a fine that came before that payment, and may bar from
    it, stands before ``out``; whoever was out had won the kitty by then.
    """
    acts = list(part.acts)
    out = next((n for n, event in enumerate(acts) if isinstance(event, ev.WentOut)), None)
    if out is None or not is_pots(part):
        return acts
    pays = (ev.CardsPaid, ev.HandEnded, ev.PotAwarded)
    paid = next(
        (n for n, event in enumerate(acts) if n > out and isinstance(event, pays)), len(acts)
    )
    moved = [event for event in acts[out:paid] if isinstance(event, _MOVES)]
    rest = [event for event in acts[out:paid] if not isinstance(event, _MOVES)]
    return [*acts[:out], *moved, *rest, *acts[paid:]]
