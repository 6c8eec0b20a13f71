"""Screens while cards are played: the needed card, the lead, and pots only (S6a, S6b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import redirect
from werkzeug.wrappers import Response

from companion.core import play
from companion.core.cards import RANKS_IN_ORDER, Card, suit_word
from companion.core.hand import ready_to_play
from companion.core.table import Hand
from companion.web import many_pots, shapes
from companion.web.here import Here, boodle, render
from companion.web.shapes import (
    Shape,
    act,
    allowed,
    in_seat_order,
    link,
    page,
    people,
    person,
    strip,
)

Args = Mapping[str, str]
BESIDE_RANKS: Final = 3
"""So many keys stand under the ranks on the smallest phone; all of them stand under the suits."""


def runs(place: Here, args: Args) -> Response:
    """S6: pots only, or every card."""
    hand = place.table.playing
    assert hand is not None
    if hand.depth == "pots":
        return _pots(place, hand, args)
    if hand.needed is not None:
        return _needed(place, hand, args)
    leader = hand.leader
    if place.seat == leader or (place.is_host and _acts_for_all(place, args, leader)):
        return lead(place, args)
    return _leader_awaited(place, hand)


def _acts_for_all(place: Here, args: Args, seat: int | None = None) -> bool:
    """Whether the host's phone shows the buttons of all: asked for, or somebody has no phone."""
    if "all" in args or boodle().door.settings.is_single(place.evening) or place.seat is None:
        return True
    with_phone = boodle().door.phones.seats_held(place.evening)
    hand = place.table.playing
    assert hand is not None
    wanted = hand.circle if seat is None else (seat,)
    return any(each not in with_phone for each in wanted)


def _needed(place: Here, hand: Hand, args: Args) -> Response:
    if place.is_host and _acts_for_all(place, args):
        return _needed_host(place, hand)
    card, seat = hand.needed, place.seat
    assert card is not None and seat is not None
    last = link(place.url() + "?all=1", "Others")
    if not place.is_host:
        last = link(place.url("later"), "A later card")
    keys = [link(place.url("eye"), "Photo"), last]
    return render(
        "table/cards_player.html", page(place), pots=shapes.pots(place), card=card,
        asks=f"Who has the {card.spoken}?", go=act("play", data={"seat": seat, "card": card}),
        stop=act("stop", "Nobody has it"), keys=keys,
        **strip(place, hand.run, amend=True),
    )  # fmt: skip


def _needed_host(place: Here, hand: Hand) -> Response:
    card = hand.needed
    assert card is not None
    rows = [
        {"person": person(place, seat),
         "action": allowed(place, act("play", data={"seat": seat, "card": card}))}
        for seat in in_seat_order(place.table, hand)
    ]  # fmt: skip
    keys = [
        link(place.url("later"), "A later card"),
        link(place.url("eye"), "Photo", icon="camera"),
        act("pots_only", "Only pots"),
    ]
    return render(
        "table/cards_host.html", page(place), pots=shapes.pots(place), card=card,
        asks=f"Who plays the {card.spoken}?", people=rows, stop=act("stop"), keys=keys,
        **strip(place, hand.run, amend=True),
    )  # fmt: skip


def _leader_awaited(place: Here, hand: Hand) -> Response:
    assert hand.leader is not None
    leader = person(place, hand.leader)
    keys: list[Shape] = []
    if hand.missing is not None and place.seat is not None:
        card = hand.missing
        keys.append(
            act("play", ["I do have the ", {"card": card}], data={"seat": place.seat, "card": card})
        )
    if place.is_host:
        keys.append(link(place.url() + "?all=1", "I tap for all"))
    return render(
        "table/cards_waiting.html", page(place, waiting=True), pots=shapes.pots(place),
        person=leader, asks=[leader, " leads"], about=_why_stopped(place, hand), keys=keys,
        **strip(place, hand.run, amend=True),
    )  # fmt: skip


def _why_stopped(place: Here, hand: Hand) -> Any:
    if not hand.plays or not hand.stops:
        return "The first card of the hand."
    stop = hand.stops[-1]
    if stop.missing is not None:
        return ["Stop: nobody has the ", {"card": stop.missing}]
    return "Stop: the top card." if stop.why == "top" else "Stop: the next card is out already."


def lead(place: Here, args: Args) -> Response:
    """S6b, a new run: a suit, then the ranks nobody has seen."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    if hand.phase == "deal" and table.options.has_trumps:
        return redirect(place.url(), 303)
    hand = ready_to_play(table).hand if hand.phase != "runs" else hand
    leader = hand.leader
    if leader is None or hand.out is not None:
        return redirect(place.url(), 303)
    open_suits = play.lead_suits(table, hand)
    suit = args.get("suit", "")
    suit = suit if suit in open_suits and suit else ""
    suits = [_suit_key(place, hand, each, suit, open_suits) for each in "SHDC"]
    mine = leader == place.seat
    who: Any = "You lead." if mine else [person(place, leader), " leads."]
    lowest = table.options.lead_rank == "lowest"
    whose = "Your" if mine else "Their"
    question = (
        f" {whose} {'lowest ' if lowest else ''}{suit_word(suit).removesuffix('s')}?"
        if suit
        else " Which suit?"
    )
    return render(
        "table/lead.html", page(place), pots=shapes.pots(place),
        asks=[*(who if isinstance(who, list) else [who]), question],
        about=_why_stopped(place, hand) if hand.plays else None, suit=suit or None, suits=suits,
        ranks=_rank_keys(place, hand, leader, suit) if suit else [], seen=_seen_words(hand, suit),
        keys=_lead_keys(place, hand, leader)[: BESIDE_RANKS if suit else None],
    )  # fmt: skip


def _suit_key(place: Here, hand: Hand, suit: str, chosen: str, open_suits: str) -> Shape:
    table = place.table
    unseen = any(card.suit == suit and not table.is_out(card) for card in table.game.pack)
    action = link(f"{place.url('lead')}?suit={suit}")
    if suit not in open_suits:
        action["off"] = "must change"
    elif not unseen:
        action["off"] = "all out"
    return {"suit": suit, "action": action, "chosen": suit == chosen}


def _rank_keys(place: Here, hand: Hand, leader: int, suit: str) -> list[Shape]:
    cards = [Card(rank + suit) for rank in RANKS_IN_ORDER[place.table.options.ace]]
    return [
        {"card": card, "action": act("play", data={"seat": leader, "card": card})}
        for card in cards if not place.table.is_out(card)
    ]  # fmt: skip


def _seen_words(hand: Hand, suit: str) -> Any:
    out = [card for card in (*hand.seen, hand.turned) if card is not None and card.suit == suit]
    if not suit or not out:
        return None
    ranks = " ".join("10" if card.rank == "T" else card.rank for card in out)
    return f"{ranks} of {suit_word(suit)} {'is' if len(out) == 1 else 'are'} out already."


def _lead_keys(place: Here, hand: Hand, leader: int) -> list[Shape]:
    keys = [link(place.url("eye"), "Photo")]
    if play.may_pass(place.table, hand):
        keys.append(act("pass", "Cannot lead", data={"seat": leader}))
    if hand.missing is not None:
        keys.append(link(place.url("missed"), [{"card": hand.missing}, " is here"]))
    if place.is_host:
        keys.append(act("pots_only", "Only pots"))
    return keys


# ---- pots only ----------------------------------------------------------------------------------


def _pots(place: Here, hand: Hand, args: Args) -> Response:
    shown = [pot for pot in shapes.pots(place) if pot["space"] != "kitty"]
    if place.is_host:
        return _pots_host(place, hand, shown, args)
    assert place.seat is not None
    seat = place.seat
    mine = [
        act("take", data={"seat": seat, "space": pot["space"]}) if pot["chips"] else None
        for pot in shown
    ]
    return render(
        "table/pots_player.html", page(place), pots=shown, plays=mine,
        others=[who for who in people(place, hand.circle) if who["seat"] != seat],
        out=act("out", data={"seat": seat}), keys=[],
    )  # fmt: skip


def _pots_host(place: Here, hand: Hand, shown: list[Shape], args: Args) -> Response:
    if len(shown) > many_pots.MOST_COLUMNS:
        return _many(place, hand, shown, args)
    rows = []
    for seat in in_seat_order(place.table, hand):
        cells: list[Shape] = []
        for pot in shown:
            take = act("take", data={"seat": seat, "space": pot["space"]})
            taken = "by" in pot
            cells.append(
                {"won": taken and pot["by"]["seat"] == seat,
                 "action": take if not taken and pot["chips"] else None}
            )  # fmt: skip
        rows.append({"person": person(place, seat), "cells": cells})
    return render(
        "table/pots_host.html", page(place), pots=shown, rows=rows, out=link(place.url("out")),
        keys=[], notes=[],
    )  # fmt: skip


def _many(place: Here, hand: Hand, shown: list[Shape], args: Args) -> Response:
    """Many pots: the host taps which was taken, then who took it."""

    def tap(seat: int, pot: Shape) -> Shape | None:
        if "by" in pot or not pot["chips"]:
            return None
        return act("take", data={"seat": seat, "space": pot["space"]})

    seats = in_seat_order(place.table, hand)
    asked = many_pots.who(place, shown, seats, tap, args, "Who took")
    if asked is not None:
        return asked
    open_ = {
        pot["space"]: f"Somebody took the {pot['name']}, {place.chips(pot['chips'])}"
        for pot in shown if tap(seats[0], pot)
    }  # fmt: skip
    return many_pots.which(
        place, shown, open_, asks="Tap a pot that was taken",
        out=link(place.url("out"), "Somebody is out"),
    )  # fmt: skip
