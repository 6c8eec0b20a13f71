"""What a phone is told when something is not there or does not work: calm pages, never a traceback.

It mends nothing; what came is answered with what was needed and what to do next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, current_app, jsonify, request
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)
from werkzeug.wrappers import Response

from companion.core.errors import RuleError
from companion.store.errors import StoreError, UnknownEvening
from companion.web.here import NoTableError, render
from companion.web.shapes import Shape, link


def register(app: Flask) -> None:
    """Let *app* answer every mishap with a page, or with JSON where JSON was asked for."""
    app.register_error_handler(NoTableError, _no_table)
    app.register_error_handler(NotFound, _not_found)
    app.register_error_handler(MethodNotAllowed, _wrong_way)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(RuleError, _refused)
    app.register_error_handler(StoreError, _store)
    app.register_error_handler(InternalServerError, _broken)
    app.register_error_handler(HTTPException, _other)
    app.before_request(_verify_same_site)


def _verify_same_site() -> None:
    """Another site's page must not act for a phone that is known here."""
    origin = request.headers.get("Origin")
    if request.method != "POST" or origin in (None, "null"):
        return
    if origin.split("://")[-1] != request.host:
        raise RuleError("not_yours", "That came from another web site. Open the table itself.")


def _no_table(error: NoTableError) -> Response:
    return _answer(
        404, "unknown_table", f"There is no table {error.table_code}",
        came="It may have been closed, or a letter is wrong.",
        next="Scan the code on the host's screen again, or look at the tables that are open.",
        keys=[link("/", "Open tables")],
    )  # fmt: skip


def _not_found(error: NotFound) -> Response:
    return _answer(
        404, "unknown_page", "There is no such page",
        came=f"Nothing is kept at {request.path[:60]}.",
        next="The way back leads to the table.", keys=_ways_back(),
    )  # fmt: skip


def _wrong_way(error: MethodNotAllowed) -> Response:
    return _answer(
        405, "wrong_method", "That page is not opened like this",
        came="A button sends to it; it shows nothing by itself.",
        next="Go back and tap the button there.", keys=_ways_back(),
    )  # fmt: skip


def _too_large(error: RequestEntityTooLarge) -> Response:
    most = (current_app.config["MAX_CONTENT_LENGTH"] or 0) // (1024 * 1024)
    return _answer(
        413, "too_large", "That picture is too large",
        came=f"Boodle takes pictures of up to {most} MB.",
        next="Take a new photo with the phone's usual camera, or tap the card.", keys=_ways_back(),
    )  # fmt: skip


def _refused(error: RuleError) -> Response:
    status = 403 if error.code == "not_yours" else 409
    return _answer(
        status, error.code, "That does not go now", came=error.message, keys=_ways_back()
    )  # fmt: skip


def _store(error: StoreError) -> Response:
    """The stored evenings need a person: the sentence of the store says what to do."""
    if isinstance(error, UnknownEvening):
        return _answer(
            404, "unknown_table", "That evening is not here any more", came="It was deleted.",
            next="Look at the tables that are open.", keys=[link("/", "Open tables")],
        )  # fmt: skip
    current_app.logger.error("%s", error)
    return _answer(
        503, "store", "The evenings cannot be kept just now",
        came=str(error), needed="What was recorded before is safe.", kind="bad", keys=_ways_back(),
    )  # fmt: skip


def _broken(error: InternalServerError) -> Response:
    """A mistake of ours: it stands in the log, the phone gets a way on."""
    return _answer(
        500, "mistake", "Boodle made a mistake",
        came="It is in the host's log. Nothing that was recorded is lost.",
        next="Load the page again; if it stays, go back to the table.", kind="bad",
        keys=_ways_back(),
    )  # fmt: skip


def _other(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:  # a redirect raised on the way is no mishap
        return error.get_response()
    said = (error.description or error.name).split(". ")[0].rstrip(".")
    return _answer(
        error.code, "bad_request", "That was not understood",
        came=f"{said[:200]}.", next="Load the page again and repeat it.", keys=_ways_back(),
    )  # fmt: skip


# ---- the two shapes of an answer ----------------------------------------------------------------


def _answer(
    status: int, code: str, asks: str, *, came: str, needed: str | None = None,
    next: str | None = None, kind: str = "warn", keys: list[Shape],
) -> Response:  # fmt: skip
    if wants_json():
        say = " ".join(part for part in (f"{asks}.", came, needed, next) if part)
        body: Mapping[str, Any] = {"ok": False, "code": code, "say": say, "seq": 0}
        answer = jsonify(body)
        answer.status_code = status
        answer.headers["Cache-Control"] = "no-store"
        return answer
    page = {"title": asks, "heading": "Boodle", "undo": False, "live": False, "me": None}
    return render(
        "errors/error.html", page, status, asks=asks, came=came, needed=needed, next=next,
        kind=kind, go=None, keys=keys,
    )  # fmt: skip


def wants_json() -> bool:
    """Whether who asks is a script and not a page."""
    best = request.accept_mimetypes.best
    return request.is_json or best in ("application/json", "text/event-stream")


def _ways_back() -> list[Shape]:
    """Return where to go from here: back to the table the address names, else to the start."""
    parts = request.path.split("/")
    if len(parts) > 3 and parts[1] == "t" and parts[2].isalnum():
        return [link(f"/t/{parts[2]}", "Back to the table")]
    return [link("/", "To the start")]
