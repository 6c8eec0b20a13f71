"""S1, before the first hand: the code to scan, who is here, addresses, people without a phone.

It seats nobody by itself; the host's taps go to the croupier and the door.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.errors import RuleError
from companion.core.table import Table
from companion.croupier import Answer, Said
from companion.network.net import Address
from companion.web import host, qr, sent
from companion.web.doorway import animals, chosen_animal, header
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.look import number_word
from companion.web.shapes import Shape, act, link, page, people, person
from companion.web.tables import people_here

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/t/<code>/lobby")
def lobby(code: str) -> Response:
    """S1: the QR code and who has come; the host's page."""
    place = here(code)
    if not place.is_host:
        return with_token(redirect(place.url(), 303))
    single = boodle().door.settings.is_single(place.evening)
    card = None if single else join_card(place)
    title = "Who plays?" if single else "Scan to join"
    heading = {"heading": f"Table {place.code}", "sub": place.table.game.name, "me": None}
    sit = link(place.url("join")) if place.seat is None and not single else None
    header = page(place, title, **heading, undo=False, toast=None, help="/doctor")
    return render(
        "join/lobby.html", {**header, "banner": _word_banner(place)},
        qr=card, people=_here(place), single=single, go=_go_on(place), sit=sit,
        add=link(place.url("add")), addresses=place.url("addresses"), doctor="/doctor",
    )  # fmt: skip


def join_card(place: Here) -> Shape | None:
    """Return the QR code for joining this table; ``None`` where no phone could reach it."""
    return qr.card(boodle().network, place.url("join"))


def _here(place: Here) -> list[Shape]:
    door = boodle().door
    hosts = {device.seat for device in door.phones.hosts(place.evening)}
    with_phone = door.phones.seats_held(place.evening)
    single = door.settings.is_single(place.evening)
    return [
        {**person(place, seat), "host": seat in hosts, "phone": single or seat in with_phone}
        for seat in place.table.circle
    ]


def _go_on(place: Here) -> Shape:
    """Return the key that goes on to the seats, dead with the reason while too few have come."""
    table = place.table
    go = link(place.url("seats"))
    try:
        table.game.check_players(len(table.circle))
    except RuleError:
        return {**go, "off": _too_few(table)}
    return {**go, "small": f"{people_here(len(table.circle))} · next: who sits where"}


def _too_few(table: Table) -> str:
    here_now, (fewest, most) = len(table.circle), table.game.seats
    if here_now > most:
        return f"{number_word(most)} at most, {number_word(here_now)} are here"
    now = {0: "nobody is", 1: "one is"}.get(here_now, f"{number_word(here_now)} are")
    return f"{number_word(fewest)} at least, {now} here"


def _word_banner(place: Here) -> Shape | None:
    """Return the hint at the recovery word until the host has noted it."""
    if place.evening.id not in host.words():
        return None
    return {
        "kind": "again", "icon": "warn", "title": "Three words for later",
        "text": "if this device is lost", "action": link(place.url("word"), "Show"),
    }  # fmt: skip


@blueprint.get("/t/<code>/word")
def word(code: str) -> Response:
    """Show the recovery word to the host, once, on a page of its own."""
    place = here(code)
    words = host.words().get(place.evening.id)
    if not place.is_host or words is None:
        return with_token(redirect(place.url(), 303))
    return render(
        "join/word.html", page(place, "Three words", back=place.url("lobby"), toast=None),
        words=words, go=act("noted", "Written down", to=place.url("noted")),
    )  # fmt: skip


@blueprint.post("/t/<code>/noted")
def noted(code: str) -> Response:
    """The host has written the recovery word down: it is shown no more."""
    place = here(code)
    if place.is_host:
        host.words().pop(place.evening.id, None)
    return with_token(redirect(place.url("lobby"), 303))


# ---- the code, large ----------------------------------------------------------------------------


@blueprint.get("/t/<code>/qr")
def code_large(code: str) -> Response:
    """Show the code while the game goes on; ``?seat=2`` shows that person's own way back."""
    place = here(code)
    wanted = sent.number(request.args, "seat")
    seat = wanted if wanted in place.table.seats else None
    path = place.url("join") if seat is None else f"{place.url('back')}?seat={seat}"
    card = qr.card(boodle().network, path)
    if card is None:
        return with_token(redirect("/doctor", 303))
    asks = None if seat is None else [person(place, seat), ", scan to come back"]
    back = place.url() if seat is None else place.url(f"person/{seat}")
    return render(
        "table/qr.html", page(place, "Scan to join", back=back, toast=None), qr=card,
        addresses=place.url("addresses") if place.is_host else None, asks=asks,
    )  # fmt: skip


@blueprint.get("/t/<code>/addresses")
def addresses(code: str) -> Response:
    """List the addresses of this machine, the likeliest first; the host's tap changes the code."""
    place, network = here(code), boodle().network
    chosen = (network.base_url() or "").removeprefix("http://")
    rows = [
        _address(place, each, f"{each.ip}:{network.port}", chosen) for each in network.addresses()
    ]
    back = place.url("lobby") if place.table.hand is None and place.is_host else place.url("qr")
    header = {"heading": f"Table {place.code}", "back": back, "me": None, "undo": False}
    return render(
        "join/addresses.html", page(place, "Addresses", **header, toast=None),
        addresses=rows, doctor="/doctor",
    )  # fmt: skip


_ABOUT = {
    "network": "this network",
    "mobile": "mobile data: phones in the Wi-Fi rarely reach it",
    "virtual": "inside this computer: phones rarely reach it",
    "tunnel": "a tunnel: phones rarely reach it",
    "unconfigured": "no router gave it: try only if nothing else works",
}


def _address(place: Here, address: Address, shown: str, chosen: str) -> Shape:
    action = act("choose_address", data={"ip": address.ip}, back=place.url("addresses"))
    if not place.is_host:
        action["off"] = True
    where = f" ({address.interface})" if address.interface else ""
    about = f"{_ABOUT[address.kind]}{where}"
    return {"address": shown, "about": about, "chosen": shown == chosen, "action": action}


# ---- people without a phone ---------------------------------------------------------------------


@blueprint.get("/t/<code>/add")
def add(code: str) -> Response:
    """The host seats somebody who has no phone."""
    place = here(code)
    if not place.is_host:
        return with_token(redirect(place.url(), 303))
    return _add_form(place)


@blueprint.post("/t/<code>/add")
def seat_somebody(code: str) -> Response:
    """Seat them, or show the same page with a sentence."""
    place = here(code)
    name, animal = request.form.get("name", ""), request.form.get("animal", "")
    answer = _seat(place, name, animal)
    if not answer.ok:
        return _add_form(here(code), name[:200], animal, answer)
    more = boodle().door.settings.is_single(place.evening) and place.table.hand is None
    to = "add" if more else "lobby" if place.table.hand is None else "players"
    return with_token(redirect(place.url(to), 303))


def _seat(place: Here, name: str, animal: str) -> Answer:
    data = {"name": name, "animal": chosen_animal(place.table, animal) or animal}
    command_id = request.form.get("id", "")[:100] or boodle().croupier.new_id()
    if not name.strip():
        return Answer(False, place.seq, "The name is empty. Type at least one letter.", "bad_name")
    said = Said(command_id, place.seq, "sit", data)
    return boodle().croupier.submit(place.evening.id, said, place.visitor.actor)


def _add_form(
    place: Here, name: str = "", animal: str = "", answer: Answer | None = None
) -> Response:
    single = boodle().door.settings.is_single(place.evening)
    is_name = answer is not None and answer.code in ("bad_name", "name_taken")
    note: Shape | None = None
    if answer is not None and not is_name:
        note = {"text": answer.say, "title": "Nobody was seated"}
    elif place.table.playing is not None:
        text = "Add somebody when it is over. Who has a phone can scan now and waits."
        note = {"text": text, "title": "A hand is being played"}
    elif place.table.circle and place.table.hand is None:
        names = ", ".join(who["name"] for who in people(place))
        note = {"text": f"{names}.", "title": "At the table", "kind": "good"}
    back = place.url("lobby") if place.table.hand is None else place.url("players")
    shown: dict[str, Any] = {
        "asks": "Who plays?" if single else "Who has no phone?", "name": name,
        "name_label": "Name", "wrong": answer.say if answer is not None and is_name else None,
        "note": note, "animals": animals(place.table), "chosen": chosen_animal(place.table, animal),
        "action": act("sit", "Sit down", to=place.url("add")),
        "key": f"add{len(place.table.seats)}" if single else "add",
    }  # fmt: skip
    if single and len(place.table.circle) >= place.table.game.seats[0]:
        shown["done"] = link(place.url("seats"), "Everyone is here")
    status = 200 if answer is None else 409
    return render("join/join.html", header(place, "Add someone", back=back), status, **shown)
