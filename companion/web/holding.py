"""Paid on holding: who shows which pay card, pair or sequence (RULES § 2.6, phase HOLD)."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.wrappers import Response

from companion.core.commands import refusal
from companion.core.table import Hand
from companion.web import many_pots, shapes
from companion.web.here import Here, render
from companion.web.shapes import Shape, act, in_seat_order, page, people, person

Args = Mapping[str, str]


def hold(place: Here, args: Args) -> Response:
    """Everybody looks at the own hand; one tap shows what is held and pays it."""
    hand = place.table.playing
    assert hand is not None
    pay = {space.name for space in place.table.spaces if space.is_pay_space}
    pots = [pot for pot in shapes.pots(place) if pot["space"] in pay]
    if place.is_host:
        if len(pots) <= many_pots.MOST_COLUMNS:
            return _host(place, hand, pots)
        return _many(place, hand, pots, args)
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


def _many(place: Here, hand: Hand, pots: list[Shape], args: Args) -> Response:
    """Many pots: the host taps which is shown, then who; dead where nobody can show it."""

    def tap(seat: int, pot: Shape) -> Shape | None:
        return _shows(place, seat, pot)

    asked = many_pots.who(place, pots, place.table.circle, tap, args, "Who holds")
    if asked is not None:
        return asked
    keys = {
        pot["space"]: f"Somebody holds the {pot['name']}"
        for pot in pots if any(_shows(place, seat, pot) for seat in hand.circle)
    }  # fmt: skip
    return many_pots.which(
        place, pots, keys, title="Show", asks="Tap what somebody shows",
        keys=[act("close_hold", "Nobody shows more")],
    )  # fmt: skip
