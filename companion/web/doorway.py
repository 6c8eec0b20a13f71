"""What the pages at the door have in common: the header, the animals, the name of the table."""

from __future__ import annotations

from typing import Any

from companion.core.evening import animals_of, free_animals
from companion.core.table import Table
from companion.web.here import Here, boodle
from companion.web.shapes import Shape, page


def table_name(place: Here) -> str:
    """Return how people call this table: by its host where one sits there."""
    hosts = boodle().door.phones.hosts(place.evening)
    seat = hosts[0].seat if hosts else None
    if seat in place.table.seats and seat is not None and not place.is_host:
        return f"{place.table.name(seat)}’s table"
    return f"table {place.code}"


def animals(table: Table, own: str = "") -> list[Shape]:
    """Return the animals, free ones first; the others say whose they are. *own* counts as free."""
    taken = {table.seats[seat].animal: table.name(seat) for seat in table.circle}
    taken.pop(own, None)
    there = animals_of(table.game)
    free: list[Shape] = [{"animal": animal} for animal in there if animal not in taken]
    return free + [{"animal": a, "by": taken[a]} for a in there if a in taken]


def chosen_animal(table: Table, wanted: str) -> str:
    """Return *wanted* where it is free, else the first free animal."""
    free = free_animals(table)
    return wanted if wanted in free else next(iter(free), "")


def header(place: Here, title: str, **more: Any) -> Shape:
    """Return the header of a page at the door: no seat, no undo, help instead of it."""
    shown = {
        "me": None, "heading": title, "sub": place.table.game.name, "undo": False,
        "help": "/doctor", "toast": None, "menu": False,
    }  # fmt: skip
    return page(place, title, **{**shown, **more})
