"""A worked example for every house rule: two or three sentences with real cards and chips.

Decides no rule. Each example carries the scene that makes it true, and a test plays that scene.

*words* name cards in braces, ``{10S}``. *rules* are the options it needs, and the rest of its
setting (``game=newbury players=5 depth=pots``; else Anna, Ben, Carla and Dan, who deals, at Boodle
in cards). *scene* is played step by step, parted by semicolons: an act as in a hand record, ``do``
and a command, ``no`` before what is refused, and what then must hold: ``= Ben 31, KC 0`` (chips),
``put Anna 4`` (stakes), ``paid Ben 6`` (since the stakes), ``leads 5S 9D after TS: 9D``,
``leader``, ``needs``, ``turn``, ``sizes 11 11 10 10 spare 10``, ``over hands``, ``going``,
``planned 8``, ``money Anna 20``.
"""

from __future__ import annotations

from typing import Final

from companion.core.examples_before import BEFORE, Example
from companion.core.examples_play import PLAY

__all__ = ["EXAMPLES", "Example", "example"]

EXAMPLES: Final[dict[str, Example]] = {**BEFORE, **PLAY}
"""By ``option=value`` for a choice, by ``option`` for a number, a switch that is on, a text."""


def example(name: str, value: object = None) -> str:
    """Return the words of the example of option *name* with *value*, or nothing.

    Where the value has none of its own, that of the option; *value* is ``placement``'s
    ``each:2`` with the dealer's factor, and the bare word of ``hands:12``.
    """
    found = EXAMPLES.get(f"{name}={value}") or EXAMPLES.get(name)
    return found.words if found is not None else ""
