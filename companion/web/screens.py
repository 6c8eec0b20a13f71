"""Which screen a phone shows now, by the state of the table and what the phone may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from flask import redirect
from werkzeug.wrappers import Response

from companion.web import after, auctioning, before, betting, display, holding, running, shapes
from companion.web.here import Here, boodle, render
from companion.web.lines import fall_line
from companion.web.shapes import act, conserved, page, people, somebody, strip

Args = Mapping[str, str]
Screen = Callable[[Here, Args], Response]


def is_stranger(place: Here) -> bool:
    """Whether this phone neither plays nor watches here yet."""
    return place.visitor.role == "watcher" and not place.visitor.name


def show(place: Here, args: Args) -> Response:
    """Render the screen that fits the moment."""
    table = place.table
    if table.proposal is not None and may_answer_proposal(place):
        return proposal(place)
    if table.ended:
        return redirect(place.url("settle"), 303)
    if table.playing is None:
        return _between(place, args)
    if not place.is_host and place.seat not in table.playing.circle:
        return watch(place)
    return _PHASES[table.playing.phase](place, args)


def _between(place: Here, args: Args) -> Response:
    table = place.table
    if table.hand is None:
        if table.dealer is not None:
            return before.next_hand(place)
        return redirect(place.url("lobby"), 303) if place.is_host else gathering(place)
    return before.next_hand(place) if "next" in args else after.payments(place)


def gathering(place: Here) -> Response:
    """People arrive; the host opens the play."""
    hosts = boodle().door.phones.hosts(place.evening)
    host = somebody(place, hosts[0].seat if hosts else None)
    return render(
        "table/cards_waiting.html", page(place, "Welcome", waiting=True, undo=False),
        pots=None, person=somebody(place, place.seat),
        asks="You are at the table",
        about=[host or "The host", " says where everybody sits and who deals."],
        keys=[], calm=_here_are(place),
    )  # fmt: skip


def _here_are(place: Here) -> str:
    names = [place.table.name(seat) for seat in place.table.circle]
    return f"At the table: {', '.join(names)}. Nothing for you to do."


def watch(place: Here) -> Response:
    """A watcher's phone, and that of somebody who sits down with the next hand."""
    hand = place.table.playing
    card = hand.needed if hand is not None and hand.depth == "cards" else None
    moment = display.now(place) if hand is not None else {"asks": "The hand goes on"}
    waits = [who for who in boodle().door.waiting(place.evening)
             if who["token_hash"] == place.visitor.token_hash]  # fmt: skip
    about = "You sit down with the next hand." if waits else moment.get("about")
    away = next((who["say"] for who in boodle().door.turned_away(place.evening)
                 if who["token_hash"] == place.visitor.token_hash), None)  # fmt: skip
    if away is not None and not waits:
        about = f"You could not sit down with this hand. {away}"
    return render(
        "table/watch.html", page(place, waiting=True), pots=shapes.pots(place), card=card,
        asks=moment["asks"], about=about, people=people(place), sum=conserved(place.table),
        person=moment.get("person"),
        sit=None if waits or place.seat is not None else place.url("join"),
        **(strip(place, hand.run) if hand is not None else {"plays": [], "left_out": 0}),
    )  # fmt: skip


# ---- a proposal to undo -------------------------------------------------------------------------


def may_answer_proposal(place: Here) -> bool:
    """Whether this phone is asked about, or has itself asked for, taking something back."""
    proposed = place.table.proposal
    return proposed is not None and (
        place.is_host or place.seat in proposed.asked or place.seat == proposed.seat
    )


def proposal(place: Here) -> Response:
    """Somebody wants to take back what touches others."""
    proposed = place.table.proposal
    assert proposed is not None
    fallen = boodle().croupier.falls(place.evening.id, proposed.first)
    who = somebody(place, proposed.seat) or {"name": "The host"}
    acts = [line for line in fallen if line.seq == line.act]
    steps = "1 step" if len(acts) == 1 else f"{len(acts)} steps"
    mine = place.seat == proposed.seat and not place.is_host
    return render(
        "table/proposal.html", page(place, "Undo?", toast=None), who=who,
        asks=[who, f" wants to undo {steps}"], falls=[fall_line(place, line) for line in acts],
        yes=None if mine else act("accept_undo", f"Undo {steps}"),
        no=act("decline_undo", "Leave it"),
        waiting="Waiting for the others." if mine else None, stop=act("decline_undo", "Never mind"),
    )  # fmt: skip


_PHASES: Final[dict[str, Screen]] = {
    "stakes": before.stakes,
    "deal": before.deal,
    "spare": auctioning.spare,
    "hold": holding.hold,
    "poker": betting.poker,
    "runs": running.runs,
    "counts": after.counts,
    "shown": after.shown,
}
