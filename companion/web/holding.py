"""Paid on holding: who shows which pay card, pair or sequence (RULES § 2.6, phase HOLD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from werkzeug.wrappers import Response

from companion.core.commands import refusal
from companion.core.table import Hand
from companion.web import shapes
from companion.web.here import Here, render
from companion.web.shapes import Shape, act, in_seat_order, link, page, people, person

Args = Mapping[str, str]
MOST_COLUMNS: Final = 4
"""So many pots stand beside a name on the smallest phone; with more it is pot first, then who."""


def hold(place: Here, args: Args) -> Response:
    """Everybody looks at the own hand; one tap shows what is held and pays it."""
    hand = place.table.playing
    assert hand is not None
    pay = {space.name for space in place.table.spaces if space.is_pay_space}
    pots = [pot for pot in shapes.pots(place) if pot["space"] in pay]
    if place.is_host:
        if len(pots) <= MOST_COLUMNS:
            return _host(place, hand, pots)
        return _who_shows(place, hand, pots, args) or _which(place, hand, pots)
    seat = place.seat
    assert seat is not None
    mine = [_shows(place, seat, pot) for pot in pots]
    keys = [act("close_hold", "Nobody shows more")] if seat == hand.dealer else []
    return render(
        "table/pots_player.html", page(place, "Show"), pots=pots, plays=mine,
        asks="Do you hold one of these?", out=None, keys=keys,
        others=[who for who in people(place, hand.circle) if who["seat"] != seat],
    )  # fmt: skip


def _shows(place: Here, seat: int, pot: Shape) -> Shape | None:
    data = {"seat": seat, "space": pot["space"]}
    if refusal(place.table, "holds", data):
        return None
    return act("holds", data=data, aria=f"{place.table.name(seat)} holds the {pot['name']}")


def _host(place: Here, hand: Hand, pots: list[Shape]) -> Response:
    rows = []
    for seat in in_seat_order(place.table, hand):
        cells: list[Shape] = [
            {"won": seat in hand.held.get(pot["space"], ()), "action": _shows(place, seat, pot)}
            for pot in pots
        ]
        rows.append({"person": person(place, seat), "cells": cells})
    return render(
        "table/pots_host.html", page(place, "Show"), pots=pots, rows=rows,
        asks="Tap who shows what", out=act("close_hold", "Nobody shows more"), keys=[], notes=[],
    )  # fmt: skip


def _which(place: Here, hand: Hand, pots: list[Shape]) -> Response:
    """Many pots: the host taps which is shown; dead where nobody can show it any more."""
    plays: list[Shape | None] = [
        link(f"{place.url()}?space={pot['space']}", aria=f"Somebody holds the {pot['name']}")
        if any(_shows(place, seat, pot) for seat in hand.circle) else None
        for pot in pots
    ]  # fmt: skip
    return render(
        "table/pots_player.html", page(place, "Show"), pots=pots, plays=plays, out=None,
        asks="Tap what somebody shows", others=[],
        keys=[act("close_hold", "Nobody shows more")],
    )  # fmt: skip


def _who_shows(place: Here, hand: Hand, pots: list[Shape], args: Args) -> Response | None:
    """Ask who shows the pot in the address; ``None`` where none, or one that is not shown now."""
    pot = next((pot for pot in pots if pot["space"] == args.get("space")), None)
    if pot is None:
        return None
    rows = [
        {"person": person(place, seat), "action": action}
        for seat in place.table.circle if (action := _shows(place, seat, pot)) is not None
    ]  # fmt: skip
    if not rows:
        return None
    return render(
        "table/out.html", page(place, "Show"), asks=f"Who holds the {pot['name']}?", people=rows,
        about=f"{place.chips(pot['chips'])} lie there." if pot["chips"] != 1 else None,
        keys=[], cancel=place.url(),
    )  # fmt: skip
