"""Hands of the worked examples, tapped card by card at a table of `phones`."""

from __future__ import annotations

from evenings import E1
from phones import NAMES, AtTable


def tap(table: AtTable, text: str) -> None:
    """Record plays written as in a hand record, separated by commas."""
    for action in text.replace("\n", " ").split(","):
        name, _, card = action.strip().partition(" ")
        if name == "stop":
            table.say("stop")
        else:
            table.say("play", seat=NAMES.index(name), card=card)


def e1(table: AtTable) -> AtTable:
    """Play worked example E1 at a fresh table of four, Dan dealing: Ben is out with 58 chips."""
    table.begin()
    tap(table, E1)
    return table


def line(table: AtTable, kind: str, last: bool = True) -> int:
    """The number of the last, or the first, line of an event kind; undone ones count too."""
    log = table.boodle.croupier.log(table.evening.id)
    found = [each.seq for each in log if each.event.kind == kind]
    return found[-1 if last else 0]


def card_line(table: AtTable, card: str) -> int:
    """The number of the last line in which *card* was played."""
    log = table.boodle.croupier.log(table.evening.id)
    return [each.seq for each in log if getattr(each.event, "card", None) == card][-1]
