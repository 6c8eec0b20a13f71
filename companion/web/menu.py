"""The menu: all that is not play. It lists and links; every change is a command elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core.commands import refusal
from companion.core.options import counted
from companion.web import forgetting, kept, pen, persons, rules_page, witness
from companion.web.here import LOOKS, Here, boodle, here, render, with_token
from companion.web.shapes import Shape, act, link, page

blueprint = Blueprint("menu", __name__)
for part in (persons, pen, rules_page, witness, forgetting):
    blueprint.register_blueprint(part.blueprint)


@blueprint.get("/t/<code>/menu")
def menu(code: str) -> Response:
    """Everything that is not play, by what people look for."""
    place = here(code)
    groups = [
        {"title": title, "rows": [row for row in rows if row is not None]}
        for title, rows in (
            ("Somebody waits", pen.rows(place)),
            ("The table", _table(place)),
            ("This hand", _hand(place)),
            ("The evening", _evening(place)),
            ("You", _you(place)),
        )
    ]
    undo = place.url("undo") if _plays(place) else False
    header = {"back": place.url(), "toast": None, "undo": undo}
    return render(
        "table/menu.html", page(place, "Menu", **header),
        groups=[group for group in groups if group["rows"]],
        look_form=act("look", to=place.url("look")),
    )  # fmt: skip


def _plays(place: Here) -> bool:
    return place.is_host or place.seat is not None


Row = Shape | None


def _table(place: Here) -> list[Row]:
    single = boodle().door.settings.is_single(place.evening)
    return [
        _to(place, "players", "Who plays?", "join, leave, names, seats", "person"),
        None if single else _to(place, "qr", "Show the code", "for more phones", "person"),
        _to(place, "history", "What happened", "every line, with its reason", "clock"),
        _to(place, "rules", "House rules", place.table.game.name, "question"),
        *_looking_on(place),
        _to(place, "correct", "Put something right", "by hand", "warn") if place.is_host else None,
        None if single else _to(place, "table", "Table display", "on a television or tablet", ""),
    ]


def _looking_on(place: Here) -> list[Row]:
    """Return the rows of cameras, for people who play at a table that has them."""
    if not _plays(place):
        return []
    if not boodle().door.settings.has_cameras(place.evening.id):
        return [_to(place, "eye?photo", "Photograph a card", "no camera looks on here", "camera")]
    return [
        _to(place, "eye", "Camera", "it sees the cards you play", "camera"),
        _house_camera(place),
    ]


def _house_camera(place: Here) -> Row:
    """Return the row of the camera on the computer that runs Boodle, where there is one."""
    camera = boodle().eyes.house
    if camera is None:
        return None
    return _to(place, "eye/house", "The house’s camera", camera.trouble or "it looks on", "camera")


def _to(place: Here, where: str, label: str, small: str, sign: str) -> Shape:
    row: Shape = {"href": place.url(where), "label": label, "small": small}
    return row | ({"icon": sign} if sign else {})


def _row(label: str, small: str, action: Shape) -> Shape:
    return {"label": label, "small": small, "action": action}


# ---- this hand ----------------------------------------------------------------------------------


def _hand(place: Here) -> list[Row]:
    """What the host may do about the hand: how much is entered, and calling it off."""
    table, hand = place.table, place.table.playing
    if not place.is_host or table.ended:
        return []
    rows: list[Row] = []
    if hand is not None and hand.depth == "cards":
        rows.append(_may(place, "pots_only", "Only pots from here", "when the table is too fast"))
    other = "cards" if table.depth == "pots" else "pots"
    words = "every card" if other == "cards" else "only the pots"
    rows.append(
        _row(f"From the next hand: {words}", f"now {_DEPTHS[table.depth]}",
             act("depth", "Change", data={"depth": other}, back=place.url("menu")))
    )  # fmt: skip
    rows.append(_may(place, "misdeal", "Misdeal", "the same dealer deals again"))
    rows.append(_may(place, "void", "Nobody can go on", "the hand ends with nobody out"))
    return rows


_DEPTHS: Final = {"pots": "only the pots are entered", "cards": "every card is entered"}


def _may(place: Here, kind: str, label: str, small: str) -> Row:
    """Return a row that asks once more, or nothing where the rules would refuse it now."""
    if refusal(place.table, kind, {}) is not None:
        return None
    return _row(label, small, link(f"{place.url('sure')}/{kind}", _SURE[kind][2]))


_SURE: Final[Mapping[str, tuple[str, str, str]]] = {
    "pots_only": (
        "Only pots from here?", "The cards so far stay. From here on, tap who took a pot.",
        "Only pots"),
    "misdeal": (
        "Was it a misdeal?",
        "The same dealer deals again. Stakes stay, and what was won stays won.", "Misdeal"),
    "void": (
        "Can nobody go on?", "The hand ends with nobody out. What lies on the table stays there.",
        "Void"),
    "end_evening": (
        "End the evening?", "What lies on the table is given out, and you settle up."
        " You can still undo it.", "End it"),
    "last_lap": (
        "Announce the last lap?", "From the next hand on, what is won is taken off the table.",
        "Last lap"),
}  # fmt: skip
"""By kind of command: the question, what it means, the word on the key."""


@blueprint.get("/t/<code>/sure/<kind>")
def sure(code: str, kind: str) -> Response:
    """Ask once more before something that ends a hand or the evening."""
    place = here(code)
    if not place.is_host or kind not in _SURE:
        return with_token(redirect(place.url("menu"), 303))
    asks, about, label = _SURE[kind]
    refused = refusal(place.table, kind, {})
    action = act(kind, label, back=place.url())
    if refused is not None:
        action["off"] = refused.message
    return render(
        "table/out.html", page(place, asks, toast=None, back=place.url("menu")), asks=asks,
        about=about, people=[], keys=[action], cancel=place.url(),
    )  # fmt: skip


# ---- the evening and the table's door -----------------------------------------------------------


def _evening(place: Here) -> list[Row]:
    door = boodle().door
    rows: list[Row] = []
    if place.table.results:
        rows.append(_to(place, "settle", "Standing", "who is ahead", ""))
    if not place.is_host:
        return rows
    locked = door.settings.is_locked(place.evening)
    if door.settings.is_single(place.evening):
        rows.append(_row("Let phones join", "nothing is lost",
                         act("open_to_phones", "Open", back=place.url("qr"))))  # fmt: skip
    else:
        rows.append(
            _row("The table is locked" if locked else "The table is open",
                 "strangers stay outside" if locked else "whoever scans may sit down",
                 act("lock", "Unlock" if locked else "Lock",
                     data={"locked": "no" if locked else "yes"}, back=place.url("menu")))
        )  # fmt: skip
    rows.append(_cameras(place))
    rows.append(witness.row(place))
    rows.append(
        _to(place, "eye/deck", "Learn my deck", "for cards that are hard to read", "camera")
    )
    if counted(place.table.options.end)[0].startswith("rundown"):
        rows.append(_may(place, "last_lap", "Last lap", "with the next hand"))
    rows.append(_may(place, "end_evening", "End the evening", "and settle up"))
    rows.append(_to(place, "forget", "Delete this evening", "every line and picture of it", "warn"))
    return rows


def _cameras(place: Here) -> Shape:
    """Return the host's switch: whether cameras may look on at this table."""
    may = boodle().door.settings.has_cameras(place.evening.id)
    return _row("Cameras may look on" if may else "No camera looks on",
                "cards record themselves" if may else "every card is tapped",
                act("allow_cameras", "Forbid" if may else "Allow",
                    data={"allow": "no" if may else "yes"}, back=place.url("menu")))  # fmt: skip


def _you(place: Here) -> list[Row]:
    rows: list[Row] = []
    if place.seat in place.table.seats:
        own = f"person/{place.seat}"
        rows.append(_to(place, own, "Your name and animal", "or leave", "person"))
    elif not place.is_host and not place.table.ended:
        rows.append(_to(place, "join", "Sit down", "play along", "person"))
    if not place.is_host:
        rows.append(_to(place, "pen", "The host’s pen", "ask for it, or the recovery word", ""))
    return rows


# ---- this phone's look --------------------------------------------------------------------------


@blueprint.post("/t/<code>/look")
def look(code: str) -> Response:
    """Keep how this phone looks, in this browser alone."""
    place, form = here(code), request.form
    chosen: dict[str, Any] = {name: form.get(name, "") for name in LOOKS}
    chosen["letters"] = "on" if form.get("letters") else "off"
    reply = redirect(place.url("menu") + "#look", 303)
    kept.keep_look(reply, chosen)
    return with_token(reply)
