"""A table's house rules: the rule card for everybody, and the form that changes or proposes rules.

It decides no rule: the core says what may be changed, when, and who must agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion import rules_code
from companion.core import events as ev
from companion.core import rule_changes, undo
from companion.core.commands import refusal
from companion.core.errors import RuleError
from companion.core.options import Options, changed
from companion.croupier import Answer, Said
from companion.web import house_rules, kept, kept_rules, rule_card
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.shapes import Shape, act, link, page

blueprint = Blueprint("rules", __name__)


@blueprint.get("/t/<code>/rules")
def rules(code: str) -> Response:
    """What this table plays by, with its paragraphs; ``?change=1`` is the form."""
    place = here(code)
    if request.args.get("change") and _may_change(place) is None:
        state = house_rules.state_of(_newest(place))
        return _form(place, {**state, "depth": place.table.depth})
    table = place.table
    return render(
        "table/rules.html", page(place, "House rules", back=place.url(), toast=None),
        rules=rule_card.whole(table.game, table.options), code_href=place.url("rules/code"),
        notes=_notes(place), answers=_answers(place), keys=_change_key(place),
    )  # fmt: skip


def _newest(place: Here) -> Options:
    """Return the rules a further change starts from: those agreed for the next hand, if any."""
    return place.table.rules_coming or place.table.options


def _change_key(place: Here) -> list[Shape]:
    if not (place.is_host or place.seat in place.table.circle):
        return []
    begun = place.table.hand is not None
    label = "Propose other rules" if begun else "Change them"
    key, why = link(f"{place.url('rules')}?change=1", label), _may_change(place)
    if why and not begun and not place.is_host:
        return []
    return [{**key, "off": why} if why else key]


def _may_change(place: Here) -> str | None:
    """Return why the rules stay as they are, or ``None`` where this phone may change them."""
    table = place.table
    if table.hand is not None and (place.is_host or place.seat in table.circle):
        if table.ended:
            return "The evening has been ended."
        return "Other rules are proposed already." if table.rules_proposed else None
    if not place.is_host:
        return "Only the host changes the house rules before the first stake."
    refused = refusal(table, "rules", {"values": {}})
    return None if refused is None else refused.message


# ---- what was changed, and what is proposed -----------------------------------------------------


def _notes(place: Here) -> list[Shape]:
    """Return what is proposed now, what comes with the next hand, and what was changed before."""
    table, notes = place.table, _applied(place)
    if table.rules_coming is not None:
        told = _told(place, table.options, table.rules_coming)
        notes.insert(0, {"title": "From the next hand on", "lines": told, "kind": "warn"})
    if table.rules_proposed is not None:
        wanted = changed(table.game.preset, table.rules_proposed.options)
        by = table.rules_proposed.seat
        who = table.name(by) if by is not None else "The host"
        waits = ", ".join(table.name(seat) for seat in rule_changes.missing(table))
        notes.insert(0, {
            "title": f"{who} proposes", "kind": "warn",
            "lines": _told(place, _newest(place), wanted), "text": f"Still to agree: {waits}.",
        })  # fmt: skip
    return notes


def _told(place: Here, old: Options, new: Options) -> list[str]:
    return [_change_told(each) for each in rule_card.changes(place.table.game, old, new)]


def _change_told(change: Shape) -> str:
    if not change["now"]:
        return f"No longer: {change['before']}"
    until = f" (Until now: {change['before']})" if change["before"] else ""
    return f"{change['now']}{until}"


def _applied(place: Here) -> list[Shape]:
    """Return every change in mid-evening that stands, the newest first."""
    game, options, hands, found = place.table.game, place.table.game.preset, 0, list[Shape]()
    for event in undo.standing(boodle().croupier.log(place.evening.id)):
        hands += isinstance(event, ev.HandBegun)
        if isinstance(event, (ev.EveningOpened, ev.RulesChanged, ev.RulesApplied)):
            new = changed(game.preset, event.options)
            if isinstance(event, ev.RulesApplied):
                title = f"Changed before hand {hands + 1}"
                told = _told(place, options, new)
                found.insert(0, {"title": title, "lines": told, "kind": ""})
            options = new
    return found


def _answers(place: Here) -> list[Shape]:
    """Return the keys of those whose word is still needed, and the host's for everybody."""
    table, back = place.table, place.url("rules")
    if table.rules_proposed is None:
        return []
    keys = []
    if place.seat in rule_changes.missing(table):
        mine = {"seat": place.seat}
        keys += [act("agree_rules", "I agree", data=mine, back=back),
                 act("decline_rules", "I do not agree", data=mine, back=back)]  # fmt: skip
    elif place.seat is not None and place.seat == table.rules_proposed.seat:
        keys.append(act("decline_rules", "Never mind", data={"seat": place.seat}, back=back))
    if place.is_host:
        keys.append(act("all_agree", "All agree", small="everybody has said so", back=back))
        if place.seat is None:
            keys.append(act("decline_rules", "The rules stay", back=back))
    return keys


# ---- the code, and keeping them -----------------------------------------------------------------


@blueprint.get("/t/<code>/rules/code")
def code_page(code: str) -> Response:
    """The short code of these rules, to read aloud or to scan; and a name to keep them under."""
    return _code_page(here(code))


def _code_page(place: Here, typed: str = "", wrong: str = "", status: int = 200) -> Response:
    table = place.table
    letters = rules_code.encode(table.game, table.options)
    may = place.is_host or place.seat is not None
    return render(
        "table/rules_code.html",
        page(place, "The code", back=place.url("rules"), toast=None, live=False), status,
        letters=letters, qr=kept_rules.code_drawing(letters), typed=typed, wrong=wrong,
        action=act("keep_rules", to=place.url("rules/code")) if may else None,
        is_kept=request.args.get("kept", "")[:60],
    )  # fmt: skip


@blueprint.post("/t/<code>/rules/code")
def keep(code: str) -> Response:
    """Keep this table's rules under a name, for any evening on this server."""
    place, typed = here(code), request.form.get("keep_as", "")
    try:
        if not (place.is_host or place.seat is not None):
            raise RuleError("not_yours", "You are watching. Who plays here keeps the rules.")
        table = place.table
        kept_rules.keep_as(typed, table.game, table.options, table.depth)
    except RuleError as error:
        return _code_page(place, typed, error.message, 403 if error.code == "not_yours" else 409)
    return with_token(redirect(f"{place.url('rules/code')}?kept=yes", 303))


# ---- the form -----------------------------------------------------------------------------------


def _form(
    place: Here, state: Mapping[str, str], wrong: str | None = None, status: int = 200
) -> Response:
    header = page(place, "House rules", back=place.url("rules"), toast=None, live=False)
    game, begun = place.table.game, place.table.hand is not None
    bad = house_rules.in_conflict(game, state) if wrong else frozenset[str]()
    label = {"label": "Propose these rules"} if begun else {}
    return render(
        "join/rules.html", header, status, groups=house_rules.groups(game, state, bad),
        depth=None if begun else house_rules.depth_group(state), wrong=wrong, usual=False,
        summary="All who sit here must agree. Then they count from the next hand." if begun else "",
        action={**act("rules", to=place.url("rules")), **label},
    )  # fmt: skip


@blueprint.post("/t/<code>/rules")
def change(code: str) -> Response:
    """Play by other house rules, or propose them; refused, the form comes back as it was filled."""
    place, form = here(code), request.form
    try:
        why = _may_change(place)
        if why is not None:
            raise RuleError("not_yours", why)
        kept_values = house_rules.not_asked(place.table.game, _newest(place))
        values = house_rules.read(place.table.game, form, kept_values)
        reply = redirect(place.url("rules"), 303)
        if place.table.hand is None:
            _change_now(place, values, reply)
        else:
            own = {} if place.seat is None else {"seat": place.seat}
            _submit(place, "propose_rules", {"values": values, **own})
    except RuleError as error:
        if not place.is_host and (place.table.hand is None or place.seat is None):
            return with_token(redirect(place.url("rules"), 303))
        return _form(here(code), form, error.message, 409)
    return with_token(reply)


def _change_now(place: Here, values: dict[str, Any], reply: Response) -> None:
    """Before the first stake: the host's word is enough, and this phone remembers the rules."""
    depth = request.form.get("depth", place.table.depth)
    _submit(place, "rules", {"values": values})
    if depth != place.table.depth:
        _submit(place, "depth", {"depth": depth})
    kept.keep_rules(reply, place.table.game, values, depth)


def _submit(place: Here, kind: str, data: Mapping[str, object]) -> Answer:
    croupier = boodle().croupier
    command_id = f"{request.form.get('id', '')[:90] or croupier.new_id()}-{kind}"
    said = Said(command_id, croupier.seq(place.evening.id), kind, data)
    answer = croupier.submit(place.evening.id, said, place.visitor.actor)
    if not answer.ok:
        raise RuleError(answer.code or "bad_command", answer.say)
    return answer
