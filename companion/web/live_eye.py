"""The camera at the table (S6c): its page, the pictures it sends, the places it is shown.

It hands pictures to the look-out and draws what comes back; what a card means is judged there.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, jsonify, redirect, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.web import camera, display, seen, sent
from companion.web.eyes import MOST_FRAME_BYTES, TooSoon
from companion.web.here import Here, NoTableError, boodle, here, render, way_back
from companion.web.secure import is_secure
from companion.web.shapes import Shape, act, allowed, link, page, toast

if TYPE_CHECKING:
    from companion.lookout import Lookout

blueprint = Blueprint("live_eye", __name__)
log = logging.getLogger(__name__)

LONGER_SIDE_PX: Final = 1280
LONG: Final = 40
"""Words beyond so many letters are set smaller, so that their row keeps its height."""
AFTER_A_FAULT_MS: Final = 5000


# ---- the page -----------------------------------------------------------------------------------


@blueprint.get("/t/<code>/eye")
def eye(code: str) -> Response:
    """Show the live camera where the browser can give one, else the photograph page."""
    place = here(code)
    if not may_look(place):
        return redirect(place.url(), 303)
    if (
        not has_cameras(place)
        or not is_secure()
        or "five" in request.args
        or "photo" in request.args
    ):
        return camera.photo(code)
    return _page(place)


def may_look(place: Here) -> bool:
    """Whether this phone may send pictures: the host's, or one of somebody who sits here."""
    return place.is_host or place.seat in place.table.circle


def has_cameras(place: Here) -> bool:
    """Whether the host lets cameras look on at this table."""
    return boodle().door.settings.has_cameras(place.evening.id)


def view(place: Here) -> str:
    """Return what this camera looks at: ``own`` cards of this phone's seat, or the whole table."""
    if place.seat is None:
        return "table"
    return "table" if request.args.get("view") == "table" else "own"


def eye_url(place: Here) -> str:
    """Return the address of this page, with what the camera looks at."""
    return f"{place.url('eye')}?view={view(place)}"


def eye_name(place: Here) -> str:
    """Return the name of this phone's camera: one a phone."""
    return place.visitor.token_hash[:24]


def _status(place: Here) -> Mapping[str, Any]:
    """Return what this phone's camera last said, empty before it has looked."""
    eyes = boodle().eyes
    if eye_name(place) not in eyes.names(place.evening.id):
        return {}
    lookout = eyes.lookouts.find(place.evening.id, eye_name(place))
    return lookout.status() if lookout is not None else {}


def _page(place: Here) -> Response:
    status, url = _status(place), eye_url(place)
    question = next(iter(boodle().eyes.questions(place.evening.id)), None)
    setting = status.get("setting")
    is_free = not setting and question is None
    lamp = _show_places(place) if is_free and not _knows_places(place, status) else None
    sits = _order_keys(place) if is_free and status.get("disorder") else []
    return render(
        "camera/eye.html",
        page(place, "Camera", undo=place.url("undo"), where="camera", toast=None),
        **_heading(place, status, question),
        **(seen.beside_picture(place, question, url) if question else seen.NO_QUESTION),
        view=view(place), to=f"{place.url('eye/frame')}?view={view(place)}", most=LONGER_SIDE_PX,
        happened=None if setting else _happened(place, status), lamp=lamp,
        seats=seen.places(place, setting, _set_url(place)) if setting else [],
        sits=sits,
        keys=_setting_keys(place, setting) if setting else _keys(place, status) if is_free else [],
        tools=_tools(place, lamp) if is_free and not sits else None, views=_views(place),
        how=HOW[view(place)], tap=place.url(),
        photo={"to": place.url("eye"), "do": {"kind": "photo"}},
    )  # fmt: skip


def _knows_places(place: Here, status: Mapping[str, Any]) -> bool:
    """Whether this camera looks at one seat, or knows where everybody's cards lie."""
    if view(place) == "own" or status.get("zones"):
        return True
    kept = boodle().door.settings.eye_settings(place.evening.id, eye_name(place))
    return not status and bool(kept.get("middles"))


def _happened(place: Here, status: Mapping[str, Any]) -> Shape:
    """Return what was recorded last, however long ago, with its Undo while that may be."""
    records = boodle().croupier.history(place.evening.id)
    bar = toast(place, records, within_s=math.inf)
    if bar is None:
        return {"text": "What is recorded is said here, with Undo.", "key": "none", "old": True}
    if undo := status.get("undo"):
        bar["action"] = act("undo", "Undo", data={"seq": undo["seq"]}, aria=f"Undo: {undo['say']}")
    if bar["action"] is not None:
        bar["action"]["back"] = eye_url(place)
    return {**bar, "long": len(bar["text"]) > LONG, "old": toast(place, records) is None}


HOW: Final = {
    "own": "Hold the phone 25 to 40 cm above the card you play. It records itself.",
    "table": "Lean the phone on a glass so that it sees all places. Cards record themselves.",
}


def _heading(
    place: Here, status: Mapping[str, Any], question: Mapping[str, Any] | None
) -> Shape:  # fmt: skip
    """Return the sentence at the top: what is asked, else what is to be shown now."""
    if status.get("setting"):
        return {"card": None, "asks": status["setting"]["say"], "about": None}
    if question is not None:
        card = question.get("expected")
        return {"card": Card(card) if card else None, "asks": question["say"], "about": None}
    hand = place.table.playing
    if hand is not None and hand.depth == "pots":
        return {"card": None, "asks": "Only pots are recorded in this hand",
                "about": "The camera looks on from the next hand with every card."}  # fmt: skip
    if hand is not None and hand.phase == "runs" and hand.needed is not None:
        return {"card": hand.needed, "asks": f"Now show the {hand.needed.spoken}", "about": None}
    needed = status.get("needed")
    if needed and needed["say"]:
        return {"card": None, "asks": needed["say"], "about": None}
    return {"card": None, **_moment(place)}


def _moment(place: Here) -> Shape:
    """Return what the table is about where no card is wanted now."""
    table = place.table
    if table.playing is None and table.dealer is not None and not table.ended:
        return {"asks": f"{table.name(table.dealer)} deals the next hand", "about": None}
    moment = display.now(place)
    return {"asks": moment["asks"], "about": moment.get("about")}


def _keys(place: Here, status: Mapping[str, Any]) -> list[Shape]:
    """Return the keys beside a camera that looks: what it cannot see, and back."""
    hand, url = place.table.playing, eye_url(place)
    if status.get("astray"):
        return [act("stay", "They still fit", to=_set_url(place)), link(place.url(), "Tap instead")]
    keys: list[Shape] = []
    if hand is not None and hand.phase == "runs" and hand.needed is not None:
        keys.append(allowed(place, act("stop", "Nobody has it", back=url)))
    if hand is None and place.table.dealer is not None and not place.table.ended:
        dealer = place.table.dealer
        if place.is_host or place.seat == dealer:
            name = place.table.name(dealer)
            keys.append(allowed(place, act("begin_hand", f"Deal: {name}", back=url)))
    return [*keys, link(place.url(), "Tap instead")]


def _show_places(place: Here) -> Shape:
    return act("begin", "Show the places", small="each lays one card, once", to=_set_url(place))


def _tools(place: Here, lamp: Shape | None) -> list[Shape]:
    if view(place) == "own" or lamp is not None:
        return []
    return [_places_again(place)]


def _places_again(place: Here) -> Shape:
    return act("begin", "Show places again", to=_set_url(place))


def _order_keys(place: Here) -> list[Shape]:
    """Return what people can say whose places lie in another order than their seats."""
    keys = [act("sit_so", "We sit like this", to=_set_url(place)), _places_again(place)]
    if place.is_host and place.table.playing is None:
        keys.append(link(place.url("seats"), "Change the seats"))
    return keys


def _setting_keys(place: Here, setting: Mapping[str, Any]) -> list[Shape]:
    to, seat = _set_url(place), setting["seat"]
    name = place.table.name(seat)
    return [act("skip", "Skip", data={"seat": seat}, aria=f"Skip {name}", to=to),
            act("clear", "Start again", to=to), act("cancel", "Leave it", to=to)]  # fmt: skip


def _views(place: Here) -> list[Shape]:
    if place.seat is None:
        return []
    names = {"own": "My own cards", "table": "The whole table"}
    return [
        {"href": f"{place.url('eye')}?view={name}", "label": label, "here": name == view(place)}
        for name, label in names.items()
    ]


# ---- what people set ----------------------------------------------------------------------------


def _set_url(place: Here) -> str:
    return f"{place.url('eye/set')}?view={view(place)}"


@blueprint.post("/t/<code>/eye/set")
def set_up(code: str) -> Response:
    """Begin or end showing places, pass over a card, switch a camera off."""
    place = here(code)
    if not may_look(place):
        return redirect(place.url(), 303)
    _carry_out(place, request.form)
    return redirect(way_back(place, eye_url(place)), 303)


def _carry_out(place: Here, form: Mapping[str, str]) -> None:
    """Do what the form says; what is odd or late changes nothing, and the page shows it."""
    eyes, kind, evening = boodle().eyes, form.get("kind", ""), place.evening.id
    if kind == "close":
        return eyes.close(evening, eye_name(place))
    if kind == "sit_so":
        return boodle().door.settings.accept_order(place.evening)
    name = form.get("eye", "") or eye_name(place)
    if name not in eyes.names(evening):
        return None
    lookout = eyes.lookouts.find(evening, name)
    if lookout is None:
        return None
    _set(place, lookout, kind, form)
    eyes.changed(evening)


def _set(place: Here, lookout: Lookout, kind: str, form: Mapping[str, str]) -> None:
    """Set up the places of one camera, or pass over what it asks."""
    if kind in ("begin", "cancel"):
        lookout.set_up(kind == "begin")
    elif kind == "stay":
        lookout.stay()
    elif kind in ("clear", "forget"):
        lookout.clear()
        if kind == "clear":
            lookout.set_up()
    elif kind == "skip" and (seat := sent.number(form, "seat")) in place.table.circle:
        lookout.skip(seat)
    elif kind == "place" and (setting := lookout.status().get("setting")):
        x, y = (_part(form.get(name, "")) for name in "xy")
        lookout.place(setting["seat"], (x, y))
    elif kind == "turn" and (seat := sent.number(form, "seat")) in place.table.circle:
        lookout.turn(seat)
    elif kind == "ignore":
        lookout.ignore(form.get("question", "")[:200])


def _part(text: str) -> float:
    """Return a part of the picture's width from 0 to 2; what is odd is the middle."""
    try:
        value = float(text)
    except ValueError:
        return 0.5
    return value if 0 <= value <= 2 else 0.5


# ---- what is asked on other phones ---------------------------------------------------------------


@blueprint.get("/t/<code>/eye/asks")
def asks(code: str) -> Response:
    """What a camera asks, for phones without one; nothing asked leads back to the table."""
    place = here(code)
    question = next(iter(boodle().eyes.questions(place.evening.id)), None)
    if question is None or not may_look(place):
        return redirect(place.url(), 303)
    shapes = seen.question_shapes(place, question, place.url())
    return render(
        "camera/asks.html", page(place, "The camera asks", back=place.url(), toast=None),
        asks=question["say"], **shapes,
    )  # fmt: skip


# ---- one picture --------------------------------------------------------------------------------


@blueprint.post("/t/<code>/eye/frame")
def frame(code: str) -> Response:
    """Read one picture of a camera; the answer says what was seen and when to send the next.

    403 for phones that neither host nor play here, 413 beyond `MOST_FRAME_BYTES`, 429 while a
    picture of the same camera is being read.
    """
    try:
        place = here(code)
    except NoTableError as error:
        return _told(404, f"There is no table {error.table_code}. Scan the code again.")
    if not may_look(place):  # before a single byte is read
        return _told(403, "Only people at this table may use its camera. Sit down first.")
    if not has_cameras(place):
        return _told(403, "The host lets no camera look on. Tap the cards.", AFTER_A_FAULT_MS)
    request.max_content_length = MOST_FRAME_BYTES
    at_ms = sent.number(request.args, "at")
    if at_ms is None:
        return _told(400, "The picture does not say when it was taken. Load this page again.", 1000)
    try:
        picture = request.get_data(cache=False)
    except RequestEntityTooLarge:
        return _told(413, "That picture is too large; a smaller one is sent.", wait_ms=200)
    if not picture:
        return _told(400, "No picture came. The next one is tried.", wait_ms=1000)
    return _look(place, picture, at_ms)


def _look(place: Here, picture: bytes, at_ms: int) -> Response:
    from companion.vision import PictureError, ReaderUnavailable

    eyes, name, evening = boodle().eyes, eye_name(place), place.evening.id
    seat = place.seat if view(place) == "own" else None
    label = f"{place.table.name(place.seat)}’s phone" if place.seat is not None else "Host’s camera"
    try:
        lookout = eyes.open(evening, name, seat, label)
        answer = eyes.look(evening, name, lookout, picture, at_ms)
    except TooSoon as error:
        return _told(429, "", wait_ms=error.wait_ms)
    except PictureError as error:
        return _told(400, str(error), wait_ms=1000)
    except ReaderUnavailable as error:
        log.warning("%s", error)
        return _told(503, f"{error} Until then tap the cards.", wait_ms=AFTER_A_FAULT_MS)
    except RuleError as error:
        return _told(409, error.message, wait_ms=AFTER_A_FAULT_MS)
    if not answer.get("ok"):
        return _told(429, answer.get("say", ""), wait_ms=200)
    return _json(seen.for_script(place.table, answer), 200)


def _told(status: int, say: str, wait_ms: int = 0) -> Response:
    return _json({"say": say, "wait_ms": wait_ms}, status)


def _json(body: Mapping[str, Any], status: int) -> Response:
    answer = jsonify(body)
    answer.status_code = status
    answer.headers["Cache-Control"] = "no-store"
    return answer
