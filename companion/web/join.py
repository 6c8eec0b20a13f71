"""S2, sitting down: one page for a name and an animal, the way back to a seat, and just watching.

Who may have which seat is the door's to say; this only asks and shows the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, jsonify, redirect, request
from werkzeug.wrappers import Response

from companion.core.commands import read_whole
from companion.core.errors import RuleError
from companion.croupier import Answer
from companion.web import kept, lobby, seats, sent
from companion.web.doorway import animals, chosen_animal, header, table_name
from companion.web.errors import wants_json
from companion.web.here import Here, boodle, here, render, token, with_token
from companion.web.shapes import Shape, act, link, person

blueprint = Blueprint("join", __name__)
blueprint.register_blueprint(lobby.blueprint)
blueprint.register_blueprint(seats.blueprint)

MOST_ECHOED: Final = 200
"""So much of what was typed is shown again beside the sentence about it."""


# ---- sitting down -------------------------------------------------------------------------------


@blueprint.get("/t/<code>/join")
def join(code: str) -> Response:
    """S2: name, animal, in. Who sits already goes straight to the game."""
    place = here(code)
    if place.seat in place.table.circle or _waits(place):
        return with_token(redirect(place.url(), 303))
    if place.seat in place.table.seats:
        return _come_back(place)
    name, animal = kept.name_and_animal()
    return _form(place, name, animal)


def _waits(place: Here) -> bool:
    """Whether this phone sits down with the next hand."""
    hashed = place.visitor.token_hash
    return any(who["token_hash"] == hashed for who in boodle().door.waiting(place.evening))


@blueprint.post("/t/<code>/join")
def sit(code: str) -> Response:
    """Sit down; refused, the same page comes back with what was typed and a sentence."""
    place, fields = here(code), _fields()
    name, animal = str(fields.get("name", "")), str(fields.get("animal", ""))
    command_id = str(fields.get("id", ""))[:100] or boodle().croupier.new_id()
    try:
        answer = boodle().door.join(place.evening, token(), name, animal, command_id)
    except RuleError as error:
        answer = Answer(False, place.seq, error.message, error.code)
    if wants_json():
        return _json(answer)
    if not answer.ok:
        return _form(here(code), name[:MOST_ECHOED], animal, answer, 409)
    reply = redirect(place.url(), 303)
    kept.keep_name(reply, name[:MOST_ECHOED], animal)
    return with_token(reply)


def _fields() -> Mapping[str, Any]:
    return sent.fields()


def _json(answer: Answer) -> Response:
    reply = jsonify(answer.to_dict())
    reply.status_code = 200 if answer.ok else 409
    reply.headers["Cache-Control"] = "no-store"
    return with_token(reply)


def _form(
    place: Here, name: str, animal: str, answer: Answer | None = None, status: int = 200
) -> Response:
    door, table = boodle().door, place.table
    locked = door.settings.is_locked(place.evening) and not place.is_host
    is_stranger = not place.visitor.name and not place.is_host
    wrong, note = _what_is_wrong(place, answer, locked)
    action = act("sit", to=place.url("join"))
    if locked or table.ended:
        action["off"] = True
    return render(
        "join/join.html", header(place, "Sit down", back=None if is_stranger else place.url()),
        status, asks=f"Sit down at {table_name(place)}", name=name, wrong=wrong, note=note,
        animals=animals(table), chosen=chosen_animal(table, animal), action=action,
        before=place.url("back") if table.seats and place.seat is None else None,
        watch=act("watch", to=place.url("watch")) if is_stranger and not locked else None,
    )  # fmt: skip


def _what_is_wrong(
    place: Here, answer: Answer | None, locked: bool
) -> tuple[str | None, Shape | None]:
    """Return the sentence about the name, and the one above the form, if any."""
    if place.table.ended:
        return None, {"text": "You can look at how it went.", "title": "The evening is over"}
    if locked:
        text = "Ask the host to unlock it. If you sat here before, tap that below."
        return None, {"text": text, "title": "The table is locked"}
    if answer is not None and answer.code in ("bad_name", "name_taken"):
        return answer.say, None
    if answer is not None:
        return None, {"text": answer.say, "title": "You do not sit yet"}
    if len(place.table.circle) >= place.table.game.seats[1]:
        most = place.table.game.seats[1]
        return None, {"text": f"{most} play already. You can watch.", "title": "The table is full"}
    if place.table.playing is not None:
        text = "You sit down with the next one, and watch until then."
        return None, {"text": text, "title": "A hand is being played", "kind": "good"}
    return None, None


@blueprint.post("/t/<code>/watch")
def watch(code: str) -> Response:
    """Just watch: no seat, no name."""
    place = here(code)
    try:
        boodle().door.watch(place.evening, token())
    except RuleError as error:
        return _form(place, "", "", Answer(False, place.seq, error.message, error.code), 409)
    return with_token(redirect(place.url(), 303))


# ---- coming back --------------------------------------------------------------------------------


def _come_back(place: Here) -> Response:
    """Somebody who left the table and still holds the seat's phone."""
    assert place.seat is not None
    return render(
        "join/back.html", header(place, "Come back", back=place.url()),
        asks=["Come back, ", person(place, place.seat), "?"],
        about="You keep the chips you left with.", leave="Just watch",
        people=[{"person": person(place, place.seat),
                 "action": act("rejoin", data={"seat": place.seat}, back=place.url())}],
    )  # fmt: skip


@blueprint.get("/t/<code>/back")
def back(code: str) -> Response:
    """ "I was here before": tap the own name. ``?seat=2`` asks for that one alone."""
    place = here(code)
    if place.seat in place.table.circle:
        return with_token(redirect(place.url(), 303))
    return _seats_to_claim(place)


@blueprint.post("/t/<code>/back")
def claim(code: str) -> Response:
    """Give this phone the seat it had: at once where no other holds it, else the host is asked."""
    place = here(code)
    try:
        seat = read_whole("seat", request.form.get("seat"))
        answer = boodle().door.claim(place.evening, token(), seat)
    except RuleError as error:
        return _seats_to_claim(place, error.message, 409)
    now = here(code)
    if now.seat == seat:
        return with_token(redirect(place.url(), 303))
    return _seats_to_claim(now, asked=answer.say)


def _seats_to_claim(
    place: Here, wrong: str | None = None, status: int = 200, asked: str | None = None
) -> Response:
    wanted = sent.number(request.args, "seat")
    with_phone = boodle().door.phones.seats_held(place.evening)
    every = [s for s in place.table.seats if wanted in (None, s)]
    order = sorted(every, key=lambda seat: (seat in with_phone, seat))
    rows = [
        {"person": person(place, seat), "small": "has a phone" if seat in with_phone else "",
         "action": act("claim", to=place.url("back"), data={"seat": seat})}
        for seat in order
    ]  # fmt: skip
    about = None
    if len(rows) == 1 and wanted:
        about = "One tap and this phone is at the seat again."
    if asked is not None:
        about = f"{asked} Wait here: this page goes on by itself."
    return render(
        "join/back.html",
        header(place, "Who are you?", back=place.url("join"), waiting=asked is not None),
        status, people=[] if asked else rows, about=about, note=wrong,
        none_text="Nobody has sat at this table yet.",
        keys=[link(place.url("pen"), "I am the host")] if not place.is_host else [],
    )  # fmt: skip
