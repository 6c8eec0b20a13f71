"""Every fact that can be recorded: frozen, complete in itself, and never changed once stored.

An event carries the *resulting* amounts, so an old evening replays the same under new rules.
Chips move only by `Event.transfers`. Who decides which events follow from an act is not said
here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_origin, get_type_hints

from companion.core.cards import CARD, Card
from companion.core.evening_events import *  # noqa: F403  one list of all facts
from companion.core.event import Counts, Event, Stakes
from companion.core.hand_events import *  # noqa: F403  one list of all facts

__all__ = ["EVENTS", "Counts", "Event", "Stakes", "from_dict"]

EVENTS: Final[dict[str, type[Event]]] = {cls.__name__: cls for cls in Event.__subclasses__()}
_HINTS: Final = {
    cls: {name: hint for name, hint in get_type_hints(cls).items() if name in cls.__slots__}
    for cls in EVENTS.values()
}
_CARD_FIELDS: Final = {
    cls: tuple(name for name, hint in hints.items() if hint in (Card, Card | None))
    for cls, hints in _HINTS.items()
}
_CARDS_FIELDS: Final = {
    cls: tuple(name for name, hint in hints.items() if hint == tuple[Card, ...])
    for cls, hints in _HINTS.items()
}
_TUPLE_FIELDS: Final = {
    cls: tuple(
        name
        for name, hint in hints.items()
        if get_origin(hint) is tuple and hint != tuple[Card, ...]
    )
    for cls, hints in _HINTS.items()
}


def from_dict(kind: str, body: Mapping[str, Any]) -> Event:
    """Return the event stored as *kind* and *body*.

    Raises `KeyError` for a kind this version does not know and `TypeError` for a wrong body: both
    mean that the evening was written by another version.
    """
    cls = EVENTS[kind]
    values = dict(body)
    for name in _CARD_FIELDS[cls]:
        if values[name] is not None:
            values[name] = CARD[values[name]]
    for name in _CARDS_FIELDS[cls]:
        values[name] = tuple([CARD[each] for each in values[name]])
    for name in _TUPLE_FIELDS[cls]:
        values[name] = tuple([tuple(each) if type(each) is list else each for each in values[name]])
    return cls(**values)
