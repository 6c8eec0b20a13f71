"""The eye on a phone over plain http: take a photo, record the expected card or ask."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion import eye
from companion.core.cards import Card
from companion.core.showdown import hands_missing
from companion.croupier import Answer, Said
from companion.eye_questions import Reply
from companion.web.eyes import TooSoon
from companion.web.here import Here, boodle, here, render
from companion.web.pictures import preview
from companion.web.secure import is_secure, secure_address
from companion.web.seen import before_card, five_url
from companion.web.shapes import Shape, act, acting_for, link, page, person, strip
from companion.web.table import refused

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR

blueprint = Blueprint("camera", __name__)
log = logging.getLogger(__name__)


def photo(code: str) -> Response:
    """S6c: the shutter. Works on every phone; nothing moves until a picture is read."""
    place = here(code)
    if "five" in request.args:
        return five_shutter(place)
    why = _idle(place)
    return _nothing_to_read(place, why) if why else _shutter(place)


@blueprint.post("/t/<code>/eye")
def read(code: str) -> Response:
    """Read the picture that was sent and say what it means at this table."""
    # OpenCV takes a quarter of the start and is needed by the first photograph only.
    from companion.vision import PictureError, ReaderUnavailable
    from companion.vision.frame import to_frame

    place = here(code)
    shutter = five_shutter if "five" in request.args else _shutter
    if not _may_act(place):  # before a picture costs anything
        return redirect(place.url(), 303)
    upload = request.files.get("photo")
    data = upload.read() if upload is not None else b""
    try:
        with boodle().eyes.one_reader():
            frame = to_frame(data)
            sightings = boodle().eyes.lookouts.study(frame)
    except PictureError as error:
        return shutter(place, str(error), status=400)
    except TooSoon:
        return shutter(place, "Too many pictures are being read. Take it once more.", status=503)
    except ReaderUnavailable as error:
        log.warning("%s", error)
        return shutter(place, f"{error} Until then tap the cards.", status=503)
    place = here(code)  # reading takes a moment: judge the table as it stands now
    if "five" in request.args:
        return _five_read(place, [sighting.card for sighting in sightings])
    seat = None if "all" in request.form else place.seat
    seen = eye.from_photo(sightings, seat)
    verdict = eye.judge(place.table, seen, care=eye.PHOTO)[0]
    if isinstance(verdict, eye.Record):
        return _record(place, verdict)
    if isinstance(verdict, eye.Keep):  # whoever took the picture says that it was read right
        return redirect(five_url(place, verdict.seat, verdict.cards), 303)
    if isinstance(verdict, eye.Nothing):
        return _shutter(place, verdict.text)
    return _ask(place, verdict, frame)


def _may_act(place: Here) -> bool:
    hand = place.table.playing
    return hand is not None and (place.is_host or place.seat in hand.circle)


def _idle(place: Here) -> str:
    """Return why no card can be photographed now, empty where one can."""
    hand = place.table.playing
    if hand is None:
        return "Between two hands no card is played. When every card is recorded, a photo reads it."
    if hand.depth != "cards":
        return "In this hand only the pots are recorded. Tap every card before a deal to change it."
    return "" if _may_act(place) else "You do not play in this hand."


def _nothing_to_read(place: Here, why: str) -> Response:
    """Say why there is no shutter, and still where the live camera is."""
    return render(
        "camera/photo.html", _header(place, place.url()),
        card=None, asks="No card to photograph now", about=why, action=None, notes=[], plays=[],
        left_out=0, tap=place.url(), live=_live(place),
    )  # fmt: skip


def _header(place: Here, back: str | None = None) -> Shape:
    more = {} if back is None else {"back": back}
    return page(place, "Photo", where="photo", live=False, toast=None, **more)


def _live(place: Here) -> str | None:
    return None if is_secure() else secure_address(place, "eye")


def _shutter(place: Here, wrong: str = "", status: int = 200) -> Response:
    hand = place.table.playing
    if hand is None or _idle(place):
        return redirect(place.url(), 303)
    card = hand.needed
    asks = f"Show the {card.spoken}" if card else "Show the card that leads"
    notes = [{"text": wrong, "title": "Not read", "kind": "warn"}] if wrong else []
    return render(
        "camera/photo.html", _header(place, place.url()), status,
        card=card, asks=asks, action={"to": place.url("eye"), "do": {"kind": "photo"}}, notes=notes,
        tap=place.url(), live=_live(place),
        **strip(place, hand.run),
    )  # fmt: skip


# ---- five cards of a poker hand -----------------------------------------------------------------


def _five_asked(place: Here) -> int | None:
    """Return whose five cards this phone may enter now, as the page of five cards decides it."""
    return acting_for(place, request.args, hands_missing(place.table))


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
        "camera/photo.html", _header(place, back), status,
        card=None, asks=f"Lay {whose} five cards side by side", notes=notes, tap=back, plays=[],
        action={"to": f"{place.url('eye')}?five=1&for={seat}{last}", "do": {"kind": "photo"}},
        left_out=0, live=None,
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
    """Say for the phone's own seat what it shows, under the picture's own command id."""
    command_id = request.form.get("id") or boodle().croupier.new_id()
    said = Said(command_id[:100], place.seq, verdict.kind, verdict.data)
    answer: Answer = boodle().croupier.submit(place.evening.id, said, place.visitor.actor)
    if answer.ok:
        return redirect(place.url(), 303)
    return refused(here(place.code), said, answer, 409)


def _ask(place: Here, verdict: eye.Ask, frame: FrameBGR) -> Response:
    """S6c in doubt: equal answers; nothing moves by itself."""
    keys: list[Shape] = [
        link(place.url("eye"), "Another photo", icon="camera"),
        link(place.url(), "Ignore it"),
    ]
    seats = [reply.seat for reply in verdict.replies]
    if len(set(seats)) == len(seats) > 1 or verdict.kind in ("who", "disagree"):
        return _ask_who(place, verdict, keys)
    seen = verdict.seen if verdict.seen != verdict.expected else None
    return render(
        "camera/doubt.html", _header(place), asks=verdict.say,
        picture=preview(frame), seen=seen, text=verdict.why,
        answers=[_answer(place, reply) for reply in verdict.replies], keys=keys,
    )  # fmt: skip


def _answer(place: Here, reply: Reply) -> Shape:
    """Return the key of one answer; a card further on asks who played those between."""
    if reply.kind == "later":
        return link(f"{place.url('later')}?card={reply.card}", card=reply.card)
    if reply.kind == "five" and reply.seat is not None:
        return link(five_url(place, reply.seat, reply.data["cards"]), reply.label)
    label = before_card(reply.label, reply.card)
    return act(reply.kind, label, data=reply.data, card=reply.card)


def _ask_who(place: Here, verdict: eye.Ask, keys: list[Shape]) -> Response:
    rows: list[dict[str, Any]] = [
        {"person": person(place, reply.seat), "action": act(reply.kind, data=reply.data)}
        for reply in verdict.replies if reply.seat is not None
    ]  # fmt: skip
    return render(
        "table/out.html", _header(place), asks=verdict.say,
        about=verdict.why, people=rows, keys=keys, cancel=place.url(),
    )  # fmt: skip
