"""The evening to take along: text to send, CSV, JSON and a hand record. Reads; holds no secret."""

from __future__ import annotations

import json

from flask import Blueprint, make_response
from werkzeug.wrappers import Response

from companion.core import money, undo
from companion.core.table import Table
from companion.export import to_csv, to_json
from companion.record.export import export_record
from companion.web.coins import money_words
from companion.web.here import Here, boodle, here
from companion.web.lines import clock
from companion.web.look import count, signed, spoken
from companion.web.settle import duration, in_words, layout_words, payments, winner_words

blueprint = Blueprint("takeaway", __name__)


@blueprint.get("/t/<code>/export.txt")
def text(code: str) -> Response:
    """Give the result as text that fits a message."""
    return _file(here(code), "txt", "text/plain", evening_text(here(code)), opens=True)


@blueprint.get("/t/<code>/export.csv")
def csv(code: str) -> Response:
    """Give one row for every movement of chips."""
    place = here(code)
    history = boodle().croupier.history(place.evening.id)
    rows = to_csv(Table.new(place.table.game), history)
    return _file(place, "csv", "text/csv", "\ufeff" + rows)  # the mark lets Excel read names right


@blueprint.get("/t/<code>/export.json")
def whole(code: str) -> Response:
    """Give everything that was recorded, undone lines marked."""
    place = here(code)
    history = boodle().croupier.history(place.evening.id)
    body = to_json(place.evening, place.table, history)
    return _file(place, "json", "application/json", _json(body))


@blueprint.get("/t/<code>/export.record")
def record(code: str) -> Response:
    """Give the evening as a hand record, which ``boodle replay`` checks."""
    place = here(code)
    standing = undo.standing(boodle().croupier.log(place.evening.id))
    body = export_record(place.table.game, standing, place.code)
    return _file(place, "record.json", "application/json", _json(body))


def _json(body: object) -> str:
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _file(place: Here, ending: str, mimetype: str, body: str, *, opens: bool = False) -> Response:
    answer = make_response(body)
    answer.mimetype = mimetype
    day = place.evening.created_at[:10]
    how = "inline" if opens else "attachment"
    answer.headers["Content-Disposition"] = f'{how}; filename="boodle-{day}-{place.code}.{ending}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def evening_text(place: Here) -> str:
    """Return the evening in a few lines: who won, the standing, who pays whom."""
    table = place.table
    day = clock(place.evening.created_at, "%d %B %Y").lstrip("0")
    hands = count(len(table.results), "hand")
    rows = [
        f"{table.game.name}, {day}",
        f"{hands}, {duration(place)}. {spoken(winner_words(place))}.",
        "",
    ]
    for rank, seat, net in money.ranking(table):
        value = table.options.chip_value
        coins = f" ({money_words(net * value, table.options.currency)})" if value else ""
        rows.append(f"{rank}. {table.name(seat)} {signed(net)}{coins}")
    owed = [
        f"{table.name(debtor)} pays {table.name(creditor)} "
        + (in_words(place, chips) if table.options.chip_value else place.chips(chips))
        + (" (paid)" if (debtor, creditor) in table.paid else "")
        for debtor, creditor, chips in payments(place)
    ]
    if owed:
        rows += ["", *owed]
    there = sum(table.layout_chips.values())
    if there:
        rows += ["", f"{place.chips(there)} on the layout: {layout_words(place)}"]
    return "\n".join(rows) + "\n"
