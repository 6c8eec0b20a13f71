"""The host's pen and lost seats: asking, answering, taking the pen by the recovery word.

The secret word is sent in a form and never becomes part of an address.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.errors import RuleError
from companion.croupier import Answer
from companion.web.here import Here, boodle, here, render, token, with_token
from companion.web.shapes import Shape, act, page, person

blueprint = Blueprint("pen", __name__)


@blueprint.get("/t/<code>/pen")
def pen(code: str) -> Response:
    """Ask for the host's pen, or take it with the recovery word."""
    return _page(here(code))


def _page(place: Here, wrong: str | None = None, status: int = 200) -> Response:
    asked = boodle().door.pen.asked(place.evening)
    waits = asked is not None and asked["token_hash"] == place.visitor.token_hash
    ask: Shape | None = None
    if place.seat is not None and not place.is_host and not waits:
        ask = act("ask_pen", "Ask for the pen", back=place.url("pen"))
    header = {"back": place.url("menu"), "toast": None, "banner": None, "waiting": waits}
    return render(
        "table/pen.html", page(place, "The host’s pen", **header), status,
        holds=place.is_host, hosts=_hosts(place), ask=ask, waits=waits, wrong=wrong,
        rows=rows(place), action=act("take_pen", "Take the pen", to=place.url("pen")),
    )  # fmt: skip


def _hosts(place: Here) -> Shape | None:
    seats = [device.seat for device in boodle().door.phones.hosts(place.evening)]
    seat = seats[0] if seats else None
    return person(place, seat) if seat is not None and seat in place.table.seats else None


@blueprint.post("/t/<code>/pen")
def take(code: str) -> Response:
    """Take the pen by the recovery word; a wrong one is said."""
    place, word = here(code), request.form.get("word", "")[:200]
    try:
        answer = boodle().door.pen.take_by_word(place.evening, token(), word)
    except RuleError as error:
        answer = Answer(False, place.seq, error.message, error.code)
    if answer.ok:
        return with_token(redirect(place.url(), 303))
    return _page(here(code), answer.say, 409)


# ---- what somebody must answer ------------------------------------------------------------------


def rows(place: Here) -> list[Shape | None]:
    """Return, as rows of a menu, who asks this phone for something: the pen, or a seat."""
    return [*_pen_rows(place), *_seat_rows(place)]


def _pen_rows(place: Here) -> list[Shape | None]:
    asked = boodle().door.pen.asked(place.evening)
    if asked is None or asked["seat"] not in place.table.seats:
        return []
    is_own = asked["token_hash"] == place.visitor.token_hash
    if is_own or not (place.is_host or place.seat is not None):
        return []
    name = place.table.name(asked["seat"])
    return [
        _row(place, f"{name} asks for the host’s pen", "answer_pen", {"yes": yes}, label)
        for yes, label in (("yes", "Hand it over"), ("no", "No"))
    ]


def _seat_rows(place: Here) -> list[Shape | None]:
    if not place.is_host:
        return []
    return [
        _row(place, f"Another phone says it is {place.table.name(ask['seat'])}’s", "answer_asking",
             {"seat": ask["seat"], "yes": yes}, label)
        for ask in boodle().door.asking(place.evening)
        for yes, label in (("yes", "Let it in"), ("no", "No"))
    ]  # fmt: skip


def _row(place: Here, words: str, kind: str, data: Shape, label: str) -> Shape:
    return {"label": words, "icon": "warn", "action": act(kind, label, data=data, back=place.url())}
