"""A photograph of the cards somebody is left with, or of the pile before them, at a hand's end.

The look-out reads it and stores what was seen; a disagreement is shown as a flag, no chip moves.
"""

from __future__ import annotations

import logging
from typing import Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.table import Hand
from companion.web import sent
from companion.web.eyes import TooSoon
from companion.web.here import Here, boodle, here, render
from companion.web.shapes import Shape, in_seat_order, link, page, person

blueprint = Blueprint("pile_photo", __name__)
log = logging.getLogger(__name__)

ASKS: Final = {
    "left": "Lay {whose} cards left side by side",
    "pile": "Spread {whose} pile in a fan",
}


@blueprint.get("/t/<code>/photo/<what>")
def shutter(code: str, what: str) -> Response:
    """Show the shutter for the cards left, or for the pile, of the person named by ``for``."""
    place = here(code)
    if what == "pile" and place.is_host and place.table.hand and "for" not in request.args:
        return _whose(place, place.table.hand, what)
    seat = _seat(place)
    if what not in ASKS or seat is None:
        return _refused(place, what)
    return _shutter(place, what, seat)


def pile_key(place: Here) -> Shape | None:
    """Return the key to the photograph of a pile, for who may take one of the hand's cards."""
    hand = place.table.hand
    if hand is None or hand.depth != "cards" or not (place.is_host or place.seat in hand.circle):
        return None
    return link(place.url("photo/pile"), "Photo of a pile", icon="camera")


def _whose(place: Here, hand: Hand, what: str, wrong: str = "") -> Response:
    """Let the host say whose cards they are; *wrong* is why the address did not."""
    address = place.url(f"photo/{what}")
    rows = [
        {"person": person(place, seat), "action": link(f"{address}?for={seat}")}
        for seat in in_seat_order(place.table, hand)
    ]
    about = "The photo is held against what was recorded; a card too many or too few is shown."
    return render(
        "table/out.html", page(place, "Photo", where="photo", back=place.url(), toast=None),
        404 if wrong else 200, people=rows, keys=[], cancel=place.url(), about=wrong or about,
        asks="Whose pile is it?" if what == "pile" else "Whose cards are left?",
    )  # fmt: skip


@blueprint.post("/t/<code>/photo/<what>")
def read(code: str, what: str) -> Response:
    """Read the photograph and say what came of it."""
    from companion.vision import PictureError, ReaderUnavailable

    place = here(code)
    seat = _seat(place)
    if what not in ASKS or seat is None:
        return _refused(place, what)
    upload, eyes = request.files.get("photo"), boodle().eyes
    data = upload.read() if upload is not None else b""
    act = eyes.lookouts.cards_left if what == "left" else eyes.lookouts.audit
    try:
        with eyes.one_reader():
            told = act(place.evening.id, seat, data, place.visitor.actor)
    except PictureError as error:
        return _shutter(place, what, seat, str(error), 400)
    except TooSoon:
        return _shutter(place, what, seat, "Many pictures are being read. Take it once more.", 503)
    except ReaderUnavailable as error:
        log.warning("%s", error)
        return _shutter(place, what, seat, f"{error} Until then tap the cards.", 503)
    if not (told["ok"] or told["cards"]):
        return _shutter(place, what, seat, told["say"])
    again = link(f"{place.url(f'photo/{what}')}?for={seat}", "Another photo", icon="camera")
    return render(
        "table/out.html", page(here(code), "Photo", where="photo", live=False, toast=None),
        asks=told["say"], about=told.get("flag"), people=[], keys=[again], cancel=place.url(),
    )  # fmt: skip


def _seat(place: Here) -> int | None:
    """Return whose cards this phone may photograph: the own, or anybody's for the host."""
    hand: Hand | None = place.table.hand
    if hand is None:
        return None
    asked_for = place.is_host and "for" in request.args
    seat = sent.number(request.args, "for") if asked_for else place.seat
    return seat if seat in hand.circle else None


def _refused(place: Here, what: str) -> Response:
    """Say whose cards there are to photograph, where the address names nobody of the hand."""
    hand = place.table.hand
    if what in ASKS and hand is not None and place.is_host and "for" in request.args:
        return _whose(place, hand, what, "Nobody of this hand goes by that number. Tap who it is.")
    return redirect(place.url(), 303)


def _shutter(place: Here, what: str, seat: int, wrong: str = "", status: int = 200) -> Response:
    whose = "your" if seat == place.seat else f"{place.table.name(seat)}’s"
    notes = [{"text": wrong, "title": "Not read", "kind": "warn"}] if wrong else []
    address = f"{place.url(f'photo/{what}')}?for={seat}"
    return render(
        "camera/photo.html",
        page(place, "Photo", where="photo", back=place.url(), live=False, toast=None), status,
        card=None, asks=ASKS[what].format(whose=whose), notes=notes, tap=place.url(), plays=[],
        about="Every corner must show. Hold the phone 25 to 40 cm above them.",
        action={"to": address, "do": {"kind": "photo"}}, left_out=0, live=None,
    )  # fmt: skip
