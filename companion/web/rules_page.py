"""A table's house rules: the rule card for everybody, the host's form before the first stake.

It decides no rule: the core says what may be changed and when.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.commands import refusal
from companion.core.errors import RuleError
from companion.croupier import Answer, Said
from companion.web import house_rules, kept, rule_card
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.shapes import act, link, page

blueprint = Blueprint("rules", __name__)


@blueprint.get("/t/<code>/rules")
def rules(code: str) -> Response:
    """What this table plays by, with its paragraphs; ``?change=1`` is the form."""
    place = here(code)
    if request.args.get("change") and _may_change(place) is None:
        state = house_rules.state_of(place.table.options)
        return _form(place, {**state, "depth": place.table.depth})
    table = place.table
    change = None
    if place.is_host:
        change = link(f"{place.url('rules')}?change=1", "Change them")
        why = _may_change(place)
        change = {**change, "off": why} if why else change
    return render(
        "table/rules.html", page(place, "House rules", back=place.url("menu"), toast=None),
        keys=[change] if change else [], rules=rule_card.whole(table.game, table.options),
    )  # fmt: skip


def _may_change(place: Here) -> str | None:
    """Return why the rules stay as they are, or ``None`` where this phone may change them."""
    if not place.is_host:
        return "Only the host changes the house rules."
    refused = refusal(place.table, "rules", {"values": {}})
    return None if refused is None else refused.message


def _form(
    place: Here, state: Mapping[str, str], wrong: str | None = None, status: int = 200
) -> Response:
    header = page(place, "House rules", back=place.url("rules"), toast=None, live=False)
    game = place.table.game
    bad = house_rules.in_conflict(game, state) if wrong else frozenset[str]()
    return render(
        "join/rules.html", header, status, depth=house_rules.depth_group(state),
        groups=house_rules.groups(game, state, bad), wrong=wrong, usual=False,
        action=act("rules", to=place.url("rules")),
    )  # fmt: skip


@blueprint.post("/t/<code>/rules")
def change(code: str) -> Response:
    """Play by other house rules; refused, the form comes back as it was filled in."""
    place, form = here(code), request.form
    game, options = place.table.game, place.table.options
    depth = form.get("depth", place.table.depth)
    try:
        why = _may_change(place)
        if why is not None:
            raise RuleError("not_yours", why)
        values = house_rules.read(game, form, house_rules.not_asked(game, options))
        _submit(place, "rules", {"values": values})
        if depth != place.table.depth:
            _submit(place, "depth", {"depth": depth})
    except RuleError as error:
        if not place.is_host:
            return with_token(redirect(place.url("rules"), 303))
        return _form(here(code), form, error.message, 409)
    reply = redirect(place.url("rules"), 303)
    kept.keep_rules(reply, game, values, depth)
    return with_token(reply)


def _submit(place: Here, kind: str, data: Mapping[str, object]) -> Answer:
    croupier = boodle().croupier
    command_id = f"{request.form.get('id', '')[:90] or croupier.new_id()}-{kind}"
    said = Said(command_id, croupier.seq(place.evening.id), kind, data)
    answer = croupier.submit(place.evening.id, said, place.visitor.actor)
    if not answer.ok:
        raise RuleError(answer.code or "bad_command", answer.say)
    return answer
