"""Deleting an evening with everything that is kept of it: lines, phones, pictures of cards.

It asks by name and offers to save it first; the other evenings are none of its business.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.web.here import Here, boodle, here, render, with_token
from companion.web.look import count
from companion.web.settle import saves
from companion.web.shapes import everybody, link, page
from companion.web.tables import clock_time, is_host_machine, is_named_as_itself

blueprint = Blueprint("forgetting", __name__)


def may_forget(place: Here) -> bool:
    """Whether this phone may delete the evening: the host's, or who sits at Boodle's computer."""
    return place.is_host or (is_host_machine() and is_named_as_itself())


@blueprint.get("/t/<code>/forget")
def ask(code: str) -> Response:
    """Say what would be lost, offer to save it, and ask for the table's code."""
    return _ask(here(code))


@blueprint.post("/t/<code>/forget")
def forget(code: str) -> Response:
    """Delete the evening, if the code was typed; pages that are still open hear of it."""
    place = here(code)
    if not may_forget(place):
        return _ask(place)
    typed = request.form.get("code", "")
    if typed.strip().upper() != place.code:
        wrong = f"That is not {place.code}. Nothing was deleted."
        return _ask(place, typed[:20], wrong, 409)
    house, evening = boodle(), place.evening.id
    house.croupier.forget(evening)  # first: a camera that still looks on then keeps nothing
    house.eyes.forget(evening)
    house.hub.nudge(evening, place.seq)
    return with_token(redirect("/host/evenings", 303))


def _ask(place: Here, typed: str = "", wrong: str = "", status: int = 200) -> Response:
    if not may_forget(place):
        return with_token(redirect(place.url("menu"), 303))
    return render(
        "join/forget.html",
        page(place, "Delete an evening", back=place.url("menu"), toast=None, live=False), status,
        asks=f"Delete the evening of {day(place)}?", lost=lost(place), code=place.code,
        typed=typed, wrong=wrong, saves=saves(place), to=place.url("forget"),
        keep=link(place.url(), "Keep it"),
    )  # fmt: skip


def day(place: Here) -> str:
    """Return the evening's day as people say it."""
    began = clock_time(place.evening.created_at).astimezone()
    return f"{began:%A}, {began.day} {began:%B %Y}"


def lost(place: Here) -> str:
    """Return the sentences about what goes."""
    table = place.table
    names = ", ".join(table.name(seat) for seat in everybody(table))
    who = f" with {names}" if names else ""
    hands = count(len(table.results), "hand")
    pictures = boodle().eyes.pictures.kept(place.evening.id).pictures
    seen = f" and {count(pictures, 'picture')} of cards" if pictures else ""
    still = "" if table.ended else " It is not ended yet."
    return f"{table.game.name}, {hands}{who}. Every line{seen} goes, for good.{still}{_copies()}"


def _copies() -> str:
    """Name the databases that a restore set aside; they are the host's own files."""
    path = boodle().door.store.path
    kept = sorted(path.parent.glob(f"{path.stem}.kept-*{path.suffix}")) if path else []
    names = ", ".join(each.name for each in kept)
    return f" Old copies beside the database are left as they are: {names}." if names else ""
