"""S3, who sits where: people are tapped in order round the table, then who deals. No dragging.

The half-made order lives in the address, so that it works without script and survives a reload.
"""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.commands import read_circle
from companion.core.errors import RuleError
from companion.core.evening import verify_between_hands
from companion.croupier import Answer, Said
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.shapes import Shape, act, link, page, person

blueprint = Blueprint("seats", __name__)


@blueprint.get("/t/<code>/seats")
def seats(code: str) -> Response:
    """The ring: ``?order=2,0`` says who sits already, clockwise."""
    place = here(code)
    if not place.is_host:
        return _look(place)
    try:
        verify_between_hands(place.table)
        place.table.game.check_players(len(place.table.circle))
    except RuleError as error:
        return _look(place, error.message)
    order = _order(place, request.args.get("order", ""))
    is_whole = len(order) == len(place.table.circle)
    return _ask_dealer(place, order) if is_whole else _ask_next(place, order)


def _order(place: Here, text: str) -> tuple[int, ...]:
    """Return the order so far: known seats once each, beginning with somebody; the last follows."""
    try:
        wanted = read_circle("order", text) if text else ()
    except RuleError:
        wanted = ()
    circle = place.table.circle
    order = tuple(dict.fromkeys(seat for seat in wanted if seat in circle))
    if not order:
        order = (place.seat if place.seat is not None and place.seat in circle else circle[0],)
    left = [seat for seat in circle if seat not in order]
    return (*order, *left) if len(left) == 1 else order


def _ask_next(place: Here, order: tuple[int, ...]) -> Response:
    places: list[Shape] = [{"person": person(place, seat)} for seat in order]
    places.append({"next": True, "label": "next"})
    left = [seat for seat in place.table.circle if seat not in order]
    places += [{"label": ""} for _ in left[1:]]
    rows = [
        {"person": person(place, seat), "action": link(_with(place, (*order, seat)))}
        for seat in left
    ]
    keys = [link(_with(place, (*order, *left)), "In the order they came")]
    if len(order) > 1:
        keys.append(link(place.url("seats"), "Start over"))
    return render(
        "table/seats.html", _header(place),
        asks=["Who sits to ", person(place, order[-1]), "’s left?"], places=places, people=rows,
        keys=keys,
    )  # fmt: skip


def _with(place: Here, order: tuple[int, ...]) -> str:
    return f"{place.url('seats')}?order={','.join(map(str, order))}"


def _ask_dealer(place: Here, order: tuple[int, ...]) -> Response:
    """Everybody sits: a tap on somebody makes that one the dealer and the table ready."""
    places = [
        {"person": person(place, seat), "action": _deals(place, order, str(seat))} for seat in order
    ]
    keys = [link(f"{place.url('seats')}?order={order[0]}", "Start over")]
    drawn = {**_deals(place, order, "random"), "label": "Draw the dealer", "small": "by chance"}
    return render(
        "table/seats.html", _header(place), asks="Who deals first?", about="Tap who deals.",
        places=places, people=[], go=drawn, keys=keys,
    )  # fmt: skip


def _deals(place: Here, order: tuple[int, ...], dealer: str) -> Shape:
    data = {"order": ",".join(map(str, order)), "dealer": dealer}
    return act("seats", to=place.url("seats"), data=data)


def _header(place: Here) -> Shape:
    sub = f"{len(place.table.circle)} players"
    back = place.url("lobby") if place.table.hand is None else place.url("players")
    return page(place, "Seats", heading="Seats", sub=sub, me=None, undo=False, toast=None,
                back=back)  # fmt: skip


def _look(place: Here, why: str | None = None) -> Response:
    """Show how people sit to whoever cannot change it now."""
    places = [
        {"person": person(place, seat), "small": "deals" if seat == place.table.dealer else None}
        for seat in place.table.circle
    ]
    return render(
        "table/seats.html", {**_header(place), "back": place.url("players")},
        asks="Who sits where", places=places, people=[], keys=[],
        waiting=why or "The host puts the seats in order.",
    )  # fmt: skip


@blueprint.post("/t/<code>/seats")
def sit_so(code: str) -> Response:
    """Store the order and the dealer; what is refused is said."""
    from companion.web.table import refused

    place = here(code)
    said = Said(request.form.get("id", "")[:90] or boodle().croupier.new_id(), place.seq, "reseat")
    answer = _sit_so(place, said.id)
    if answer.ok:
        return with_token(redirect(place.url(), 303))
    return refused(here(code), said, answer, 409)


def _sit_so(place: Here, command_id: str) -> Answer:
    croupier, actor = boodle().croupier, place.visitor.actor
    order = request.form.get("order", "")
    wanted = request.form.get("dealer", "")
    try:
        circle = read_circle("order", order)
    except RuleError as error:
        return Answer(False, place.seq, error.message, error.code)
    if circle != place.table.circle:
        told = Said(f"{command_id}-seats", place.seq, "reseat", {"circle": order})
        answer = croupier.submit(place.evening.id, told, actor)
        if not answer.ok:
            return answer
    dealer = str(secrets.choice(circle)) if wanted == "random" and circle else wanted
    seq = croupier.seq(place.evening.id)
    told = Said(f"{command_id}-dealer", seq, "dealer", {"seat": dealer})
    return croupier.submit(place.evening.id, told, actor)


# ---- another dealer -----------------------------------------------------------------------------


@blueprint.get("/t/<code>/dealer")
def dealer(code: str) -> Response:
    """Somebody else deals the next hand: one tap on who."""
    place = here(code)
    if not place.is_host:
        return with_token(redirect(place.url("players"), 303))
    if place.table.playing is not None:
        return _undo_first(place)
    rows = [
        {"person": person(place, seat), "small": "deals now" if seat == place.table.dealer else "",
         "action": act("dealer", data={"seat": seat}, back=f"{place.url()}?next=1")}
        for seat in place.table.circle
    ]  # fmt: skip
    keys = [act("random_dealer", "Draw one", back=f"{place.url()}?next=1")]
    return render(
        "table/out.html", page(place, "Another dealer", toast=None, back=place.url("players")),
        asks="Who deals the next hand?", people=rows, keys=keys, cancel=place.url("players"),
    )  # fmt: skip


def _undo_first(place: Here) -> Response:
    """The hand has begun: the dealer changes once that is taken back."""
    hand = place.table.playing
    assert hand is not None
    return render(
        "table/out.html", page(place, "Another dealer", toast=None, back=place.url("players")),
        asks=[person(place, hand.dealer), f" deals hand {hand.number}"],
        about="If somebody else should, undo the beginning of this hand first.",
        people=[], keys=[link(place.url("undo"), "Undo", icon="undo")], cancel=place.url(),
    )  # fmt: skip
