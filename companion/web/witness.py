"""The pictures of cards behind the lines of an evening: shown, switched off, deleted (S11).

They are made by cameras at the table and never leave this machine but to its own phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, make_response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.core import events as ev
from companion.croupier import Record
from companion.web import lines
from companion.web.here import Here, boodle, here, render
from companion.web.shapes import Shape, act, link, page
from companion.web.tables import is_host_machine

blueprint = Blueprint("witness", __name__)

DAY_S = 24 * 3600


def picture_of(place: Here, records: Sequence[Record], record: Record) -> str | None:
    """Return the address of the picture behind *record*, or ``None`` where there is none.

    An award, being out and what is paid for it show the card they follow from.
    """
    for acted in _acts(records, record):
        name = str(acted.actor.get("evidence") or "")
        if name and boodle().eyes.pictures.picture(place.evening.id, name) is not None:
            return place.url(f"picture/{name}")
    return None


def _acts(records: Sequence[Record], record: Record) -> list[Record]:
    """Return the acts that *record* follows from: its own, and of a payment who went out."""
    own = [records[record.line.act - 1]]
    if not isinstance(record.line.event, (ev.CardsPaid, ev.PotAwarded, ev.CountGiven)):
        return own
    gone = lines.taken_back(records)
    for earlier in reversed(records[: record.line.seq - 1]):
        if earlier.line.seq in gone and record.line.seq not in gone:
            continue
        if isinstance(earlier.line.event, ev.HandBegun):
            break
        if isinstance(earlier.line.event, ev.WentOut):
            return [*own, records[earlier.line.act - 1]]
    return own


@blueprint.get("/t/<code>/picture/<name>")
def picture(code: str, name: str) -> Response:
    """Send one picture to a phone of this table; a stranger finds nothing."""
    place = here(code)
    may = place.is_host or place.seat is not None or bool(place.visitor.name) or is_host_machine()
    jpeg = boodle().eyes.pictures.picture(place.evening.id, name) if may else None
    if jpeg is None:
        raise NotFound
    answer = make_response(jpeg)
    answer.mimetype = "image/jpeg"
    answer.headers["Cache-Control"] = f"private, max-age={DAY_S}"
    return answer


# ---- the host's switch --------------------------------------------------------------------------


def row(place: Here) -> Shape:
    """Return the menu's row: whether pictures are kept, and the way to switch and delete."""
    keeps = boodle().door.settings.keeps_pictures(place.evening.id)
    return {"label": "Pictures of cards are kept" if keeps else "No pictures are kept",
            "small": "on this computer only, behind “Why?”", "href": place.url("pictures"),
            "icon": "camera"}  # fmt: skip


_MEANT: Final = "They stay on this computer, and show the card behind each line."
_NEXT: Final = "What the camera records from now on is kept on this computer, behind its line."
_OFF: Final = "Cards are recorded all the same; only nothing is shown behind a line."


@blueprint.get("/t/<code>/pictures")
def pictures(code: str) -> Response:
    """Say what is kept of this evening, with the switch and the way to delete it."""
    place = here(code)
    if not place.is_host:
        return redirect(place.url("menu"), 303)
    keeps, kept = (
        boodle().door.settings.keeps_pictures(place.evening.id),
        boodle().eyes.pictures.kept(place.evening.id),
    )
    many = "1 picture" if kept.pictures == 1 else f"{kept.pictures} pictures"
    size = f"{max(round(kept.size_bytes / 1000), 1)} kB" if kept.pictures else ""
    about = f"{many}, {size}." if kept.pictures else "No picture is kept of this evening."
    means = _OFF if not keeps else _MEANT if kept.pictures else _NEXT
    back = place.url("pictures")
    if kept.pictures and "sure" in request.args:
        return _sure(place, many, back)
    keys = [act("keep_pictures", "Keep none" if keeps else "Keep them",
                data={"keep": "no" if keeps else "yes"}, back=back)]  # fmt: skip
    if kept.pictures:
        keys.append(link(f"{back}?sure=yes", f"Delete {many}"))
    return render(
        "table/out.html", page(place, "Pictures", back=place.url("menu"), toast=None), people=[],
        asks="Pictures of cards" if keeps else "No pictures are kept", keys=keys,
        about=f"{about} {means}",
        cancel=place.url(),
    )  # fmt: skip


def _sure(place: Here, many: str, back: str) -> Response:
    """Ask once more: pictures that are gone cannot be brought back."""
    return render(
        "table/out.html", page(place, "Pictures", back=back, toast=None), people=[],
        asks=f"Delete {many}?", about="They are gone for good. What was played and paid stays.",
        keys=[act("delete_pictures", "Delete", back=back)], cancel=place.url(),
    )  # fmt: skip
