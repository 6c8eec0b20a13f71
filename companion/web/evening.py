"""The evening as a chart and in numbers (S10). Counts what was recorded; judges nobody."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.core import events as ev
from companion.core import money, undo
from companion.core.events import Event
from companion.core.game import KITTY
from companion.core.table import Table, evolve
from companion.web import chart
from companion.web.here import Here, boodle, here, render
from companion.web.history import tabs
from companion.web.look import signed
from companion.web.settle import header, saves, winner_words
from companion.web.shapes import Shape, everybody, link, page, people, person

blueprint = Blueprint("evening", __name__)


@dataclass(slots=True)
class Tale:
    """What an evening was like: *balances* after each hand (the start first), counts by seat."""

    balances: list[dict[int, int]] = field(default_factory=list)
    pots: Counter[int] = field(default_factory=Counter)
    stops: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    left: Counter[int] = field(default_factory=Counter)
    hands: Counter[int] = field(default_factory=Counter)
    cards: int = 0


@blueprint.get("/t/<code>/evening")
def evening(code: str) -> Response:
    """Show everybody's chips after each hand, and the numbers behind them."""
    place = here(code)
    tale = told(place)
    seats = everybody(place.table)
    rows = [[row[seat] for seat in seats] for row in tale.balances]
    keys = [link(place.url(), "Who pays whom" if place.table.ended else "Back to the table")]
    return render(
        "table/evening.html", page(place, "The evening", **header(place)),
        tabs=tabs(place, "evening"), asks=headline(place, tale),
        chart=chart.evening(people(place, seats), rows, place.table.options.start_chips),
        table=_numbers(place, tale), keys=keys, saves=saves(place),
    )  # fmt: skip


# ---- the tale of an evening ---------------------------------------------------------------------


def told(place: Here) -> Tale:
    """Fold what counts once more, this time for its story."""
    tale, table = Tale(), Table.new(place.table.game)
    for event in undo.standing(boodle().croupier.log(place.evening.id)):
        table = evolve(table, event)
        if isinstance(event, ev.HandBegun) and not tale.balances:
            tale.balances.append(_balances(place, table))
        _count(tale, table, event)
    if not tale.balances:
        tale.balances.append(_balances(place, table))
    if table.playing is None and table.results:  # leftovers and corrections after the last hand
        tale.balances[-1] = _balances(place, table)
    return tale


def _balances(place: Here, table: Table) -> dict[int, int]:
    """Return everybody's chips; who comes later is shown with what they will begin with."""
    start = place.table.options.start_chips
    return {
        seat: table.balance(seat) if seat in table.seats else start for seat in place.table.seats
    }  # fmt: skip


def _count(tale: Tale, table: Table, event: Event) -> None:
    if isinstance(event, ev.PotAwarded) and event.space != KITTY:
        tale.pots[event.seat] += 1
    elif isinstance(event, ev.CardPlayed):
        tale.cards += 1
    elif isinstance(event, ev.RunStopped) and table.hand is not None and table.hand.plays:
        tale.stops[table.hand.plays[-1].seat] += 1
    elif isinstance(event, ev.HandEnded):
        tale.balances.append(_after_hand(tale.balances[-1], table))
        if event.winner is not None:
            tale.won[event.winner] += 1
        for seat, cards in event.left:
            tale.left[seat] += cards
            tale.hands[seat] += 1


def _after_hand(before: dict[int, int], table: Table) -> dict[int, int]:
    """Return everybody's chips; who is not there yet keeps the row before."""
    return {s: table.balance(s) if s in table.seats else chips for s, chips in before.items()}


# ---- words and numbers --------------------------------------------------------------------------


def headline(place: Here, tale: Tale) -> Any:
    """Return what was special about the evening, else who won."""
    first = [seat for rank, seat, _ in money.ranking(place.table) if rank == 1]
    rows = tale.balances
    if len(first) != 1 or len(rows) < 4:
        return winner_words(place)
    seat, bought = first[0], place.table.bought

    def nets(row: dict[int, int]) -> list[int]:
        return [row[other] - bought.get(other, 0) for other in row]

    led = [row[seat] - bought.get(seat, 0) == max(nets(row)) for row in rows[1:]]
    half = rows[len(rows) // 2]
    if half[seat] - bought.get(seat, 0) == min(nets(half)):
        return [person(place, seat), " came from behind"]
    return [person(place, seat), " led all the way"] if all(led) else winner_words(place)


def _numbers(place: Here, tale: Tale) -> Shape:
    stops = tale.cards > 0
    columns = ["Chips", "Pots", "Out first", "Cards left", *(["Stops"] if stops else [])]
    rows = []
    for _, seat, net in money.ranking(place.table):
        hands = tale.hands[seat]
        each = f"{tale.left[seat] / hands:.1f}" if hands else "–"
        cells = [signed(net), str(tale.pots[seat]), str(tale.won[seat]), each]
        rows.append({"person": person(place, seat),
                     "cells": [*cells, str(tale.stops[seat])] if stops else cells})  # fmt: skip
    return {"columns": columns, "rows": rows}
