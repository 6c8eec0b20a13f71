"""A photograph of the cards somebody is left with, or of the pile before them, at a hand's end.

The look-out reads it and stores what was seen; a disagreement is shown as a flag, no chip moves.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core import laid
from companion.core.errors import RuleError
from companion.core.settle import counts_wanted
from companion.core.table import Hand
from companion.core.tell import cards_word
from companion.pile import total
from companion.web import sent
from companion.web.eyes import TooSoon
from companion.web.here import Here, boodle, here, render
from companion.web.look import card_parts
from companion.web.shapes import Shape, act, in_seat_order, link, page, person

blueprint = Blueprint("pile_photo", __name__)
log = logging.getLogger(__name__)

ASKS: Final = {
    "left": "Lay {whose} cards left side by side",
    "pile": "Spread {whose} pile in a fan",
}
WHOSE: Final = {"left": "Whose cards are left?", "pile": "Whose pile is it?"}
ABOUT: Final = {
    "left": "A photo names them, proves what only they can prove, and counts all cards together.",
    "pile": "A photo is held against what was recorded. No chip moves by it.",
}


# ---- the way there ------------------------------------------------------------------------------


def check_key(place: Here) -> Shape | None:
    """Return the key to photographs that check a hand of cards, for who may take one."""
    hand = place.table.hand
    if hand is None or hand.depth != "cards" or not (place.is_host or place.seat in hand.circle):
        return None
    if place.table.playing is not None and hand.phase != "shown":
        return link(place.url("photo/pile"), "Photo of a pile", icon="camera")
    return link(place.url("photo"), "Check by photo", icon="camera")


@blueprint.get("/t/<code>/photo")
def check(code: str) -> Response:
    """Let somebody choose what of a hand that is over is checked."""
    place = here(code)
    if check_key(place) is None:
        return redirect(place.url(), 303)
    keys = [
        link(place.url("photo/left"), "The cards left", icon="camera", small="named and counted"),
        link(place.url("photo/pile"), "A pile", icon="camera", small="held against the log"),
    ]
    return render(
        "table/out.html", page(place, "Check by photo", back=place.url(), toast=None),
        asks="What shall a photo check?", about=total(place.table), people=[], keys=keys,
        cancel=place.url(),
    )  # fmt: skip


@blueprint.get("/t/<code>/photo/<what>")
def shutter(code: str, what: str) -> Response:
    """Show the shutter for the cards left, or for the pile, of the person named by ``for``."""
    place = here(code)
    hand = place.table.hand
    if what in ASKS and place.is_host and hand and "for" not in request.args:
        return _whose(place, hand, what)
    seat = _seat(place)
    if what not in ASKS or seat is None:
        return _refused(place, what)
    return _shutter(place, what, seat)


def _whose(place: Here, hand: Hand, what: str, wrong: str = "") -> Response:
    """Let the host say whose cards they are; *wrong* is why the address did not."""
    address = place.url(f"photo/{what}")
    seats = [seat for seat in in_seat_order(place.table, hand) if what == "pile" or hand.left[seat]]
    rows: list[Shape] = [
        {"person": person(place, seat), "small": _done(hand, what, seat),
         "action": link(f"{address}?for={seat}")}
        for seat in seats
    ]  # fmt: skip
    return render(
        "table/out.html", page(place, "Photo", where="photo", back=place.url(), toast=None),
        404 if wrong else 200, people=rows, keys=[], cancel=place.url(),
        about=wrong or ABOUT[what], asks=WHOSE[what],
    )  # fmt: skip


def _done(hand: Hand, what: str, seat: int) -> str:
    """Return what a photograph has said of somebody's cards already, or how many there are."""
    if what == "left":
        return "read" if seat in hand.laid.values() else cards_word(hand.left[seat])
    if seat in hand.audited:
        return "is right" if hand.audited[seat] else "differs"
    return cards_word(list(hand.seen.values()).count(seat))


# ---- the photograph -----------------------------------------------------------------------------


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
    look = eyes.lookouts.cards_left if what == "left" else eyes.lookouts.audit
    try:
        with eyes.one_reader():
            told = look(place.evening.id, seat, data, place.visitor.actor)
    except PictureError as error:
        return _shutter(place, what, seat, str(error), 400)
    except TooSoon:
        return _shutter(place, what, seat, "Many pictures are being read. Take it once more.", 503)
    except ReaderUnavailable as error:
        log.warning("%s", error)
        return _shutter(place, what, seat, f"{error} Until then tap the cards.", 503)
    if not (told["ok"] or told["cards"]):
        return _shutter(place, what, seat, told["about"], title=told["say"])
    return _told(here(code), what, seat, told)


def _told(place: Here, what: str, seat: int, told: Mapping[str, Any]) -> Response:
    """Say what the photograph led to, with keys for what people must say themselves."""
    keys = [act(each["kind"], each["label"], data=each["data"]) for each in told["offers"]]
    if told["differs"]:
        keys.append(link(place.url("history"), "What happened"))
    again = f"{place.url(f'photo/{what}')}?for={seat}"
    keys.append(link(again, "Another photo", icon="camera"))
    return render(
        "table/out.html",
        page(place, "Photo", where="photo", live=False, toast=None, proof=None),
        asks=told["say"], about=card_parts(told["about"]), people=[], keys=keys,
        cancel=place.url(),
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


def _shutter(
    place: Here, what: str, seat: int, wrong: str = "", status: int = 200, title: str = "Not read"
) -> Response:  # fmt: skip
    """Show the shutter, or why there is nothing to photograph; *wrong* is of the last picture."""
    whose = "your" if seat == place.seat else f"{place.table.name(seat)}’s"
    notes = [{"text": wrong, "title": title, "kind": "warn"}] if wrong else []
    address = f"{place.url(f'photo/{what}')}?for={seat}"
    why_not = _nothing_there(place, what, seat)
    return render(
        "camera/photo.html",
        page(place, "Photo", where="photo", back=place.url(), live=False, toast=None), status,
        card=None, asks=ASKS[what].format(whose=whose), notes=notes, plays=[],
        tap=place.url() if seat in counts_wanted(place.table) and what == "left" else None,
        about=why_not or "Only these cards in the picture, every corner in sight, in good light.",
        action=None if why_not else {"to": address, "do": {"kind": "photo"}},
        left_out=0, live=None,
    )  # fmt: skip


def _nothing_there(place: Here, what: str, seat: int) -> str:
    """Return why there is nothing to photograph now; empty where there is."""
    try:
        if what == "pile":
            laid.logged_pile(place.table, seat)
        elif not laid.hand_over(place.table, seat).left[seat]:
            return f"{place.table.name(seat)} is out and has no cards left."
    except RuleError as error:
        return error.message
    return ""
