"""S12: what keeps a phone out, with this machine's real data. It looks and tells, no more."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from flask import Blueprint, current_app, make_response, request
from werkzeug.wrappers import Response

from companion.network import doctor
from companion.web.here import boodle, render
from companion.web.secure import host_name, is_secure
from companion.web.shapes import Shape
from companion.web.tables import LOOPBACK, is_host_machine, open_tables

blueprint = Blueprint("help", __name__)

STATES: Final = {"ok": "ok", "warn": "ask", "bad": "no"}
NOTICED_FOR_S: Final = 60.0
"""So long a guest is not looked at again: the addresses of the machine are asked for each time."""
FOR_GUESTS: Final = frozenset({"Port", "QR code", "Network", "Guests", "Windows"})
"""What other devices are shown; folders and versions are the host's business."""


@blueprint.before_app_request
def notice_guest() -> None:
    """Remember when another device was here: then the network lets phones in."""
    seen_s = _guest_seen_s()
    if (request.remote_addr or "") in LOOPBACK or (seen_s is not None and seen_s < NOTICED_FOR_S):
        return
    if not is_host_machine():
        current_app.extensions["boodle-guest"] = time.monotonic()


def _guest_seen_s() -> float | None:
    """Return how many seconds ago another device was here, ``None`` where none ever was."""
    seen = current_app.extensions.get("boodle-guest")
    return None if seen is None else time.monotonic() - seen


@blueprint.get("/ok")
def ok() -> Response:
    """Say OK: whoever reads this has a working network."""
    answer = make_response("OK. This phone reaches Boodle. Scan the code again.\n")
    answer.mimetype = "text/plain"
    return answer


@blueprint.get("/doctor")
def page() -> Response:
    """Help when a phone cannot connect."""
    network, is_own = boodle().network, is_host_machine()
    findings = doctor.rows(_question())
    findings.sort(key=lambda row: list(STATES).index(row.state), reverse=True)
    shown = [row for row in findings if is_own or row.name in FOR_GUESTS]
    facts = [row.sentence.rstrip(".") for row in shown if row.name == "Boodle"]
    shown = [row for row in shown if row.name not in ("Boodle", "Packages") or row.state != "ok"]
    tables = open_tables(strangers=False) if is_own else []
    return render(
        "join/doctor.html",
        {"title": "Can’t connect?", "heading": "Can’t connect?", "undo": False, "me": None,
         "sub": "this computer checks itself", "back": "/host" if is_own else "/"},
        address=f"{network.shown()}/ok" if network.base_url() else None,
        rows=[_row(row) for row in shown], facts=facts, log=None, found=len(network.addresses()),
        addresses=f"{tables[0]['href']}/addresses" if len(tables) == 1 else None,
        alone=_alone() if is_own else None, camera=_camera(),
    )  # fmt: skip


def _camera() -> Shape:
    """Return what the server knows of this browser's live camera; its script knows the rest."""
    if is_secure():
        return {"state": "ask", "text": "This page is safe, so the browser may use a camera."}
    port = boodle().network.https_port
    if port is None:
        return {"state": "no", "text": "There is no safe page this time, so no live camera on "
                "phones. Take photos instead."}  # fmt: skip
    return {
        "state": "no", "href": f"https://{host_name()}:{port}/doctor",
        "text": "Browsers give no live camera on a page without https. Photos work here; for a "
        "live camera go on at",
    }  # fmt: skip


def _question() -> doctor.Ask:
    network, store = boodle().network, boodle().door.store
    return doctor.Ask(
        data=store.path.parent if store.path is not None else Path("boodle-in-memory"),
        port=network.port, https_port=network.https_port, url=network.base_url(),
        addresses=network.addresses(), is_serving=True, notes=store.notes,
        guest_seen_s=_guest_seen_s(),
    )  # fmt: skip


def _row(row: doctor.Row) -> Shape:
    return {
        "state": STATES[row.state], "title": row.name, "command": row.command,
        "text": f"{row.sentence} {row.remedy}".strip(),
    }  # fmt: skip


def _alone() -> Shape:
    """Return the key that opens a table of one phone, which needs no network."""
    return {"to": "/host", "do": {"kind": "alone", "data": {"mode": "phone", "game": "boodle"}}}
