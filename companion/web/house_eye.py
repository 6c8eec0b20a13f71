"""What the camera of the house itself last saw, on a page of each table it looks at.

It shows, and lets places be set up; the camera itself is `house_camera`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, redirect
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.web import seen
from companion.web.here import Here, boodle, here, render
from companion.web.house_camera import NAME
from companion.web.live_eye import has_cameras, may_look
from companion.web.pictures import outlined
from companion.web.shapes import Shape, act, page

blueprint = Blueprint("house_eye", __name__)


@blueprint.get("/t/<code>/eye/house")
def house(code: str) -> Response:
    """Show what the house's own camera last saw, and let the places be shown to it."""
    place, camera_ = here(code), boodle().eyes.house
    if camera_ is None or not may_look(place) or not has_cameras(place):
        return redirect(place.url(), 303)
    mine = camera_.evening_id == place.evening.id
    status = _status(place) if mine and camera_.answer else {}
    setting, to = status.get("setting"), place.url("eye/set")
    asks = setting["say"] if setting else "The camera of this table"
    hint = status.get("hint") or {}
    header = page(place, "Camera", back=place.url(), toast=None)
    return render(
        "camera/house.html", header, asks=asks,
        picture=f"{place.url('eye/house.jpg')}?at={status.get('at_ms', 0)}" if mine else None,
        trouble=camera_.trouble or hint.get("say") or status.get("trouble"),
        seats=seen.places(place, setting, to, NAME) if setting else [],
        keys=_keys(place, status), again=place.url("eye/house"),
    )  # fmt: skip


def _status(place: Here) -> Mapping[str, Any]:
    """Return what the camera says now, also of what was tapped since its last picture."""
    eyes = boodle().eyes
    lookout = eyes.lookouts.find(place.evening.id, NAME)
    known: Mapping[str, Any] = eyes.house.answer if eyes.house is not None else {}
    return known if lookout is None else lookout.status()


def _keys(place: Here, status: Mapping[str, Any]) -> list[Shape]:
    if not status:
        return []  # nothing was seen yet in which places could lie
    kinds = {"begin": "Show the places"}
    if status.get("zones"):
        kinds["forget"] = "Forget them"
    if status.get("disorder"):
        kinds = {"sit_so": "We sit like this", **kinds}
    if status.get("astray"):
        kinds = {"begin": "Show the places", "stay": "They still fit"}
    data = {"eye": NAME}
    if setting := status.get("setting"):
        kinds = {"skip": "Skip", "clear": "Start again", "cancel": "Leave it"}
        data["seat"] = setting["seat"]
    back = place.url("eye/house")
    return [act(kind, label, to=place.url("eye/set"), back=back, data=data)
            for kind, label in kinds.items()]  # fmt: skip


@blueprint.get("/t/<code>/eye/house.jpg")
def house_picture(code: str) -> Response:
    """Send the last picture of the house's camera, with outlines, to a phone of this table."""
    place, camera_ = here(code), boodle().eyes.house
    if camera_ is None or not may_look(place) or camera_.evening_id != place.evening.id:
        raise NotFound
    answer = make_response(outlined(camera_.frame, camera_.answer))
    answer.mimetype = "image/jpeg"
    answer.headers["Cache-Control"] = "no-store"
    return answer
