"""Who plays: the list of people, and one person's name, animal, chips, phone and leaving.

Whether something is allowed is the core's and the door's to say.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.commands import refusal
from companion.croupier import Answer, Said
from companion.web.doorway import animals
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.shapes import Shape, act, allowed, link, page, person

blueprint = Blueprint("persons", __name__)


@blueprint.get("/t/<code>/players")
def players(code: str) -> Response:
    """Who plays: join late, leave, come back, other seats, another dealer."""
    place = here(code)
    table, door = place.table, boodle().door
    with_phone = door.phones.seats_held(place.evening)
    single = door.settings.is_single(place.evening)
    hosts = {device.seat for device in door.phones.hosts(place.evening)}
    rows = [
        {"person": person(place, seat), "href": _page_of(place, seat),
         "small": _about(place, seat, hosts, single or seat in with_phone)}
        for seat in table.circle
    ]  # fmt: skip
    gone = [_gone(place, seat) for seat in table.seats if seat not in table.circle]
    waits = ", ".join(who["name"] for who in door.waiting(place.evening))
    return render(
        "table/players.html", page(place, "Who plays?", back=place.url(), toast=None),
        people=rows, gone=gone, keys=_keys(place), waits=waits,
    )  # fmt: skip


def _page_of(place: Here, seat: int) -> str | None:
    return place.url(f"person/{seat}") if place.is_host or seat == place.seat else None


def _about(place: Here, seat: int, hosts: set[int | None], has_phone: bool) -> str:
    words = []
    if seat in hosts:
        words.append("host")
    if not has_phone:
        words.append("no phone")
    if seat == place.table.dealer:
        words.append("deals" if place.table.playing is not None else "deals next")
    return " · ".join(words)


def _gone(place: Here, seat: int) -> Shape:
    row: Shape = {
        "person": person(place, seat),
        "small": place.chips(place.table.balance(seat)),
    }
    if place.is_host or place.seat == seat:
        back = place.url("players")
        row["action"] = allowed(place, act("rejoin", "Back in", data={"seat": seat}, back=back))
    return row


def _keys(place: Here) -> list[Shape]:
    if not place.is_host or place.table.ended:
        return []
    keys = [link(place.url("add"), "Add someone"), link(place.url("seats"), "Other seats")]
    if place.table.playing is None and place.table.circle:
        keys.append(link(place.url("dealer"), "Another dealer"))
    locked = boodle().door.settings.is_locked(place.evening)
    word, data = ("Unlock", {"locked": "no"}) if locked else ("Lock the table", {"locked": "yes"})
    if not boodle().door.settings.is_single(place.evening):
        keys.append(act("lock", word, data=data, back=place.url("players")))
    return keys


# ---- one person ---------------------------------------------------------------------------------


@blueprint.get("/t/<code>/person/<int:seat>")
def one(code: str, seat: int) -> Response:
    """One person's page: their own, or any for the host."""
    place = here(code)
    if seat not in place.table.seats or _page_of(place, seat) is None:
        return with_token(redirect(place.url("players"), 303))
    return _person(place, seat)


def _person(
    place: Here, seat: int, typed: str | None = None, answer: Answer | None = None
) -> Response:
    who = person(place, seat)
    seated = seat in place.table.circle
    return render(
        "table/person.html",
        page(place, who["name"], back=place.url("players"), toast=None),
        200 if answer is None else 409, person=who, typed=who["name"] if typed is None else typed,
        wrong=answer.say if answer is not None else None,
        animals=animals(place.table, who["animal"]) if seated else None,
        rename=act("rename", to=place.url(f"person/{seat}"), data={"seat": seat}),
        keys=_person_keys(place, seat), phone=_phone_keys(place, seat),
        notes=_person_notes(place, seat),
    )  # fmt: skip


def _person_notes(place: Here, seat: int) -> list[Shape]:
    chips, bought = place.table.balance(seat), place.table.bought.get(seat, 0)
    has = f"{place.chips(chips)}" if chips >= 0 else f"owes {place.chips(-chips)}"
    return [
        {
            "text": f"{place.chips(bought)} bought so far.",
            "title": has,
            "kind": "",
        }
    ]


def _person_keys(place: Here, seat: int) -> list[Shape]:
    name, own = place.table.name(seat), seat == place.seat
    back = place.url(f"person/{seat}")
    keys: list[Shape] = []
    buys = act("buy_in", f"Buy {place.chips(place.table.options.start_chips)}",
               data={"seat": seat}, back=back)  # fmt: skip
    if refusal(place.table, "buy_in", {"seat": seat}) is None:
        keys.append(buys)
    if seat in place.table.circle:
        leaves = "I leave" if own else f"{name} leaves"
        keys.append(
            allowed(place, act("leave", leaves, data={"seat": seat}, back=place.url("players")))
        )
    else:
        keys.append(allowed(place, act("rejoin", "Back in", data={"seat": seat}, back=back)))
    return keys


def _phone_keys(place: Here, seat: int) -> list[Shape]:
    """What the host may do about the phone of a seat."""
    door, name, data = boodle().door, place.table.name(seat), {"seat": seat}
    back = place.url(f"person/{seat}")
    if door.settings.is_single(place.evening) or not place.is_host:
        return []
    if seat == place.seat:
        return [act("hold_seat", "This phone plays for nobody", data={"seat": ""}, back=back)]
    if seat in door.phones.seats_held(place.evening):
        return [
            act("give_pen", f"Hand the pen to {name}", data=data, back=place.url()),
            act("free_seat", f"Free {name}’s phone", small="for another one", data=data, back=back),
        ]
    keys = [link(f"{place.url('qr')}?seat={seat}", f"{name}’s way back", small="a code to scan")]
    if place.seat is None:
        keys.append(act("hold_seat", f"This phone plays for {name}", data=data, back=back))
    return keys


@blueprint.post("/t/<code>/person/<int:seat>")
def rename(code: str, seat: int) -> Response:
    """Another name or animal; refused, the page comes back with what was typed."""
    place, form = here(code), request.form
    name, animal = form.get("name", ""), form.get("animal", "")
    command_id = form.get("id", "")[:100] or boodle().croupier.new_id()
    if seat not in place.table.seats:
        return with_token(redirect(place.url("players"), 303))
    if not name.strip():
        empty = "The name is empty. Type at least one letter."
        answer = Answer(False, place.seq, empty, "bad_name")
    else:
        data = {"seat": seat, "name": name, "animal": animal}
        said = Said(command_id, place.seq, "rename", data)
        answer = boodle().croupier.submit(place.evening.id, said, place.visitor.actor)
    if answer.ok:
        return with_token(redirect(place.url("players"), 303))
    if _page_of(place, seat) is None:
        return with_token(redirect(place.url("players"), 303))
    return _person(here(code), seat, name[:200], answer)
