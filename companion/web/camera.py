"""The eye on a phone over plain http: take a photo, record the expected card or ask."""

from __future__ import annotations

import base64
import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion import eye
from companion.core import ends
from companion.core.cards import Card
from companion.core.play import cards_between
from companion.croupier import Answer, Said
from companion.web.here import Here, boodle, here, render
from companion.web.shapes import Shape, act, acting_for, in_seat_order, link, page, person, strip
from companion.web.table import refused

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR

blueprint = Blueprint("camera", __name__)
_reading = threading.Lock()  # one picture after the other: taps come first on a small computer
log = logging.getLogger(__name__)

PREVIEW_PX = 320


@blueprint.get("/t/<code>/eye")
def photo(code: str) -> Response:
    """S6c: the shutter. Works on every phone; nothing moves until a picture is read."""
    place = here(code)
    return five_shutter(place) if "five" in request.args else _shutter(place)


@blueprint.post("/t/<code>/eye")
def read(code: str) -> Response:
    """Read the picture that was sent and say what it means at this table."""
    # OpenCV takes a quarter of the start and is needed by the first photograph only.
    from companion.vision import PictureError, ReaderUnavailable, read_cards
    from companion.vision.frame import to_frame

    place = here(code)
    shutter = five_shutter if "five" in request.args else _shutter
    if not _may_act(place):  # before a picture costs anything
        return redirect(place.url(), 303)
    upload = request.files.get("photo")
    data = upload.read() if upload is not None else b""
    try:
        with _reading:
            frame = to_frame(data)
            sightings = read_cards(frame)
    except PictureError as error:
        return shutter(place, str(error), status=400)
    except ReaderUnavailable as error:
        log.warning("%s", error)
        return shutter(place, f"{error} Until then tap the cards.", status=503)
    place = here(code)  # reading takes a moment: judge the table as it stands now
    if "five" in request.args:
        return _five_read(place, [sighting.card for sighting in sightings])
    seat = None if "all" in request.form else place.seat
    verdict = eye.judge(place.table, sightings, seat)
    if isinstance(verdict, eye.Record):
        return _record(place, verdict)
    if isinstance(verdict, eye.Nothing):
        return _shutter(place, verdict.text)
    return _ask(place, verdict, frame)


def _may_act(place: Here) -> bool:
    hand = place.table.playing
    return hand is not None and (place.is_host or place.seat in hand.circle)


def _shutter(place: Here, wrong: str = "", status: int = 200) -> Response:
    hand = place.table.playing
    if hand is None or hand.depth != "cards" or not _may_act(place):
        return redirect(place.url(), 303)
    card = hand.needed
    asks = f"Show the {card.spoken}" if card else "Show the card that leads"
    notes = [{"text": wrong, "title": "Not read", "kind": "warn"}] if wrong else []
    return render(
        "camera/photo.html", page(place, "Photo", back=place.url(), live=False, toast=None), status,
        card=card, asks=asks, action={"to": place.url("eye"), "do": {"kind": "photo"}}, notes=notes,
        tap=place.url(), **strip(place, hand.run),
    )  # fmt: skip


# ---- five cards of a poker hand -----------------------------------------------------------------


def _five_asked(place: Here) -> int | None:
    """Return whose five cards this phone may enter now, as the page of five cards decides it."""
    if "last" in request.args:
        return acting_for(place, request.args, ends.last_hands_missing(place.table))
    hand = place.table.playing
    if hand is None or hand.phase != "poker" or hand.poker is None or hand.poker.turn:
        return None
    missing = tuple(seat for seat in hand.poker.playing if seat not in hand.poker.shown)
    return acting_for(place, request.args, missing)


def five_shutter(place: Here, wrong: str = "", status: int = 200) -> Response:
    """The shutter for a poker hand; what is read is only filled in, people confirm it."""
    seat = _five_asked(place)
    if seat is None:
        return redirect(place.url(), 303)
    last = "&last=1" if "last" in request.args else ""
    whose = "your" if seat == place.seat else f"{place.table.name(seat)}’s"
    notes = [{"text": wrong, "title": "Not read", "kind": "warn"}] if wrong else []
    back = f"{place.url('last-hands' if last else '')}?for={seat}"
    return render(
        "camera/photo.html", page(place, "Photo", back=back, live=False, toast=None), status,
        card=None, asks=f"Lay {whose} five cards side by side", notes=notes, tap=back, plays=[],
        action={"to": f"{place.url('eye')}?five=1&for={seat}{last}", "do": {"kind": "photo"}},
        left_out=0,
    )  # fmt: skip


def _five_read(place: Here, cards: Sequence[Card]) -> Response:
    """Fill in what was read, at most five; nothing is shown until somebody confirms it."""
    seat = _five_asked(place)
    if seat is None:
        return redirect(place.url(), 303)
    if not cards:
        return five_shutter(place, "No card could be read. Come closer, or tap the cards.")
    five = ",".join(list(dict.fromkeys(cards))[:5])
    back = place.url("last-hands" if "last" in request.args else "")
    return redirect(f"{back}?for={seat}&five={five}", 303)


# ---- one card of the run ------------------------------------------------------------------------


def _record(place: Here, verdict: eye.Record) -> Response:
    """Play the expected card for the phone's own seat, under the picture's own command id."""
    command_id = request.form.get("id") or boodle().croupier.new_id()
    said = Said(
        command_id[:100], place.seq, "play", {"seat": verdict.seat, "card": str(verdict.card)}
    )
    answer: Answer = boodle().croupier.submit(place.evening.id, said, place.visitor.actor)
    if answer.ok:
        return redirect(place.url(), 303)
    return refused(here(place.code), said, answer, 409)


def _ask(place: Here, verdict: eye.Ask, frame: FrameBGR) -> Response:
    """S6c in doubt: equal answers; nothing moves by itself."""
    seen = verdict.cards[0] if verdict.cards[0] != verdict.expected else None
    if verdict.expected is not None and len(verdict.cards) > 1:
        seen = verdict.cards[1]
    keys: list[Shape] = [
        link(place.url("eye"), "Another photo", icon="camera"),
        link(place.url(), "Ignore it"),
    ]
    if verdict.seat is None:
        return _ask_who(place, verdict, keys)
    return render(
        "camera/doubt.html", page(place, "Photo", live=False, toast=None), asks=verdict.question,
        picture=preview(frame), seen=seen, expected=verdict.expected, text=verdict.text,
        answers=[_answer(place, card, verdict.seat) for card in verdict.cards], keys=keys,
    )  # fmt: skip


def _answer(place: Here, card: Card, seat: int) -> Shape:
    """Return the key that says it is *card*; a card further on asks who played those between."""
    if cards_between(place.table, card):
        return link(f"{place.url('later')}?card={card}", card=card)
    return act("play", data={"seat": seat, "card": card}, card=card)


def _ask_who(place: Here, verdict: eye.Ask, keys: list[Shape]) -> Response:
    card, hand = verdict.cards[0], place.table.playing
    assert hand is not None
    rows: list[dict[str, Any]] = [
        {"person": person(place, seat), "action": act("play", data={"seat": seat, "card": card})}
        for seat in in_seat_order(place.table, hand)
    ]  # fmt: skip
    return render(
        "table/out.html", page(place, "Photo", live=False, toast=None), asks=verdict.question,
        about=verdict.text, people=rows, keys=keys, cancel=place.url(),
    )  # fmt: skip


def preview(frame: FrameBGR) -> str:
    """Return the picture small enough to lie in the page: a data address of some 10 kB."""
    import cv2

    height, width = frame.shape[:2]
    scale = min(PREVIEW_PX / max(height, width), 1.0)
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return "data:image/jpeg;base64," + base64.b64encode(jpeg.tobytes()).decode()
