"""The table on a phone: the one screen that fits the moment, and the one place a tap is posted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, jsonify, redirect, request
from werkzeug.wrappers import Response

from companion.core import commands
from companion.core.errors import RuleError
from companion.croupier import Answer, Said
from companion.web import door_commands, screens, sent
from companion.web.here import Here, boodle, here, render, way_back, with_token
from companion.web.shapes import act, link, page, somebody

blueprint = Blueprint("table", __name__)

FORM_FIELDS: Final = frozenset({"kind", "id", "seq_seen", "back", "csrf"})
STATUS: Final = {"not_yours": 403, "unknown_command": 400, "bad_command": 400}
"""Every other refusal is 409: the table stands otherwise than the tap thought."""


@blueprint.get("/t/<code>")
def now(code: str) -> Response:
    """Show what this phone needs now; a stranger is asked to sit down."""
    place = here(code)
    if screens.is_stranger(place):
        return with_token(redirect(place.url("join"), 303))
    return screens.show(place, request.args)


# ---- a tap --------------------------------------------------------------------------------------


@blueprint.post("/t/<code>/do")
def do(code: str) -> Response:
    """Take one command, from a form or as JSON; answer with the new state or a clear sentence."""
    place = here(code)
    try:
        said = read_command(_sent(), place.seq)
        answer = carry_out(place, said)
    except RuleError as error:
        answer = Answer(False, place.seq, error.message, error.code)
        said = Said("", place.seq, "", {})
    return _answer(place, said, answer)


def _sent() -> Mapping[str, Any]:
    """Return the fields of the request, flat: JSON carries the command's data under ``data``."""
    body = sent.fields()
    if not request.is_json:
        return _unfolded(body)
    if not isinstance(body.get("data", {}), dict):
        raise RuleError("bad_command", "A tap is a JSON object with id, seq_seen, kind and data.")
    return {**body.get("data", {}), **{name: body[name] for name in FORM_FIELDS if name in body}}


def _unfolded(form: Mapping[str, str]) -> dict[str, Any]:
    """Return a form's fields; ``stake_AH`` and ``by_8S`` are gathered into what they mean."""
    fields: dict[str, Any] = dict(form)
    stakes = {name[6:]: fields.pop(name) for name in list(fields) if name.startswith("stake_")}
    plays = [f"{fields.pop(name)}:{name[3:]}" for name in list(fields) if name.startswith("by_")]
    if stakes:
        fields["stakes"] = {space: chips or "0" for space, chips in stakes.items()}
    if plays:
        fields["plays"] = plays + ([fields["then"]] if "then" in fields else [])
    fields.pop("then", None)
    return fields


def read_command(fields: Mapping[str, Any], seq: int) -> Said:
    """Return the command in *fields*; raise `RuleError` ``bad_command`` with what is missing."""
    kind, command_id = fields.get("kind"), fields.get("id")
    if not isinstance(kind, str) or not kind:
        raise RuleError("bad_command", "The tap does not say what it is. Load the page again.")
    is_id = isinstance(command_id, str) and 1 <= len(command_id) <= 100
    if not isinstance(command_id, str) or not is_id or not command_id.isprintable():
        raise RuleError("bad_command", "The tap carries no id of its own. Load the page again.")
    seen = fields.get("seq_seen")
    seq_seen = commands.read_whole("seq_seen", seen) if seen not in (None, "") else seq
    data = {name: value for name, value in fields.items() if name not in FORM_FIELDS}
    return Said(command_id, max(seq_seen, 0), kind, data)


def carry_out(place: Here, said: Said) -> Answer:
    """Give *said* to the door or to the croupier."""
    if said.kind in door_commands.KINDS:
        return door_commands.carry_out(place, said)
    if said.kind == "begin_hand":
        boodle().door.seat_waiting(place.evening)
    eyes = boodle().eyes
    evidence = eyes.evidence_of(place.evening.id, said)
    if evidence is not None:
        said = replace(said, evidence=evidence.id)
    answer: Answer = boodle().croupier.submit(place.evening.id, said, place.visitor.actor)
    if answer.ok and evidence is not None:
        eyes.keep(evidence)
    return answer


def _answer(place: Here, said: Said, answer: Answer) -> Response:
    status = 200 if answer.ok else STATUS.get(answer.code or "", 409)
    if request.is_json or request.accept_mimetypes.best == "application/json":
        return with_token(_json(answer, status))
    if answer.ok:
        return with_token(redirect(way_back(place), 303))
    return refused(here(place.code), said, answer, status)


def _json(answer: Answer, status: int) -> Response:
    response = jsonify(answer.to_dict())
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


# ---- refused ------------------------------------------------------------------------------------


def refused(place: Here, said: Said, answer: Answer, status: int) -> Response:
    """Say why nothing was recorded, and what to do instead."""
    if answer.code in ("card_already_played", "pot_taken", "stale"):
        return _already(place, answer, status)
    hand = place.table.playing
    needed = hand.needed if hand is not None and said.kind in ("play", "play_through") else None
    came = said.data.get("card") if answer.code == "wrong_card" else None
    keys = [link(place.url(), "Back to the table")]
    if needed is not None and answer.code == "wrong_card":
        keys.insert(0, act("stop", "Nobody has it: stop", icon="stop"))
    return render(
        "errors/refused.html", page(place, "Not recorded", toast=None), status,
        asks=HEADINGS.get(answer.code or "", "That does not go now"), text=answer.say,
        came=came if came and needed else None, needed=needed if came else None,
        came_text="tapped", needed_text="needed", go=None, keys=keys,
    )  # fmt: skip


def _already(place: Here, answer: Answer, status: int) -> Response:
    """Somebody was faster: nothing changed by this tap."""
    records = [r for r in boodle().croupier.history(place.evening.id) if r.line.seq == r.line.act]
    by = records[-1].actor.get("seat") if records else None
    who = somebody(place, by)
    asks = [who, " was faster"] if who is not None and by != place.seat else "Somebody was faster"
    return render(
        "errors/already.html", page(place, "Recorded already", toast=None), status,
        asks=asks, title="Nothing was recorded by this tap", text=answer.say, changes=[],
        go=link(place.url(), "That is right"), keys=[link(place.url("undo"), "That is wrong")],
    )  # fmt: skip


HEADINGS: Final = {
    "wrong_card": "Not that card yet",
    "not_leader": "Somebody else leads",
    "wrong_lead_suit": "Another suit must lead",
    "not_yours": "That is somebody else's to tap",
    "bad_name": "That name does not fit",
    "name_taken": "That name is taken",
    "no_cards_left": "No cards left",
    "stakes_missing": "The stakes come first",
    "too_few_players": "Too few players",
    "too_many_players": "The table is full",
    "bad_command": "That tap was not understood",
    "unknown_command": "That tap was not understood",
    "nothing_to_undo": "Nothing to take back",
}
