"""Every template with sample data, for looking at and for the tests. Decides nothing itself.

python tests/web/gallery.py OUT     writes OUT/<template>.html for each sample, with OUT/static
"""

from __future__ import annotations

import shutil
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import qrcode
import qrcode.image.svg
from jinja2 import Environment, FileSystemLoader, Undefined, select_autoescape
from markupsafe import Markup

from companion.web import look

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

ANNA = {"seat": 0, "name": "Anna", "animal": "cat", "chips": 24}
BEN = {"seat": 1, "name": "Ben", "animal": "fish", "chips": 32}
CARLA = {"seat": 2, "name": "Carla", "animal": "duck", "chips": 25}
DAN = {"seat": 3, "name": "Dan", "animal": "owl", "chips": 19}
ELLA = {"seat": 4, "name": "Ella", "animal": "hare", "chips": 30}
EVE = {"seat": 5, "name": "أمين العربي", "animal": "snail", "chips": 30}
OTTO = {
    "seat": 6,
    "name": "Otto-Maximilian von und zu Hohenstein-Ro",
    "animal": "bear",
    "chips": 108,
}
MIA = {"seat": 7, "name": "👩‍🌾 <b>Mia</b>", "animal": "moth", "chips": 31}
FOUR = [ANNA, BEN, CARLA, DAN]
EIGHT = [*FOUR, ELLA, EVE, OTTO, MIA]

NAMES = {
    "AH": "ace of hearts",
    "KC": "king of clubs",
    "QD": "queen of diamonds",
    "JS": "jack of spades",
}


def pot(card: str, chips: int, **more: Any) -> dict[str, Any]:
    return {"space": card, "card": card, "name": NAMES[card], "chips": chips, **more}


POTS = [pot("AH", 10), pot("KC", 5), pot("QD", 0, by=BEN, took=15), pot("JS", 5, near=True)]
RUN = [{"card": "5S", "by": ANNA}, {"card": "6S", "by": DAN}, {"card": "7S", "by": CARLA}]
SUM = {"players": 100, "pots": 20, "total": 120}


def do(kind: str = "Play", **data: Any) -> dict[str, Any]:
    return {"kind": kind, "data": data}


def act(label: Any = None, kind: str = "Play", **more: Any) -> dict[str, Any]:
    action = {"do": do(kind, seat=1)} | more
    return action if label is None else {"label": label} | action


def page(me: Any = BEN, **more: Any) -> dict[str, Any]:
    return {
        "code": "K7QX", "seq": 41, "title": "Hand 4", "me": me, "where": "Hand 4 of 8",
        "as_of": "20:14",
        "undo": "/t/K7QX/undo", "back": None, "said": "Carla played the 7 of spades.", "look": {},
    } | more  # fmt: skip


def code_drawing(text: str) -> Markup:
    drawing = qrcode.QRCode(border=4, image_factory=qrcode.image.svg.SvgPathImage)
    drawing.add_data(text)
    drawing.make(fit=True)
    matrix = drawing.get_matrix()
    size = len(matrix)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark
    )
    return Markup(
        f'<svg role="img" aria-label="QR code for joining this table" viewBox="0 0 {size} {size}" '
        f'shape-rendering="crispEdges"><path d="M0 0h{size}v{size}h-{size}z" fill="#fff"/>'
        f'<path d="{path}" fill="#000"/></svg>'
    )


QR = {
    "svg": code_drawing("http://192.168.178.23:8421/t/K7QX/join"),
    "address": "192.168.178.23:8421",
    "wifi": None,
    "href": "/t/K7QX/qr",
}

TOAST = {
    "text": [BEN, " took ", {"card": "QD"}, " +15"],
    "person": BEN,
    "action": act("Undo", "Undo"),
}


def award_rows(people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "person": person,
            "cells": [
                {"won": person is BEN} if each.get("by") else {"action": act(kind="Award")}
                for each in POTS
            ],
        }
        for person in people
    ]


def ring(people: list[dict[str, Any]], *, cards: bool = False, spare: bool = False) -> list[Any]:
    places: list[dict[str, Any]] = [{"person": person} for person in people]
    places[0]["small"] = None if cards else "deals"
    if cards:
        for place in places:
            place["cards"] = 10
    if spare:
        places.append({"spare": True, "label": "spare", "cards": 10})
    return places


@lru_cache
def environment(undefined: type[Undefined] = Undefined) -> Environment:
    """Give an environment like the program's, without the program."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(), undefined=undefined
    )
    look.furnish(made)
    return made


def render(template: str, values: dict[str, Any], theme: str | None = None) -> str:
    """Render one page, in another theme if asked."""
    if theme:
        shown = values["page"]["look"] | {"theme": theme}
        values = values | {"page": values["page"] | {"look": shown}}
    return environment().get_template(template).render(values)


def main(out: Path) -> None:
    """Write every sample as a page, dim and day."""
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(look.STATIC, out / "static", dirs_exist_ok=True)
    from web.gallery_pages import samples

    for name, template, values in samples():
        for theme in ("dim", "day"):
            (out / f"{name}.{theme}.html").write_text(render(template, values, theme), "utf-8")


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    main(Path(sys.argv[1]))
