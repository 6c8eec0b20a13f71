"""The web application: every page of the house, furnished and put together.

It takes everything it needs; importing it opens no file and no socket.
"""

from __future__ import annotations

from flask import Flask

from companion import paths
from companion.web import (
    camera,
    compiled,
    deck,
    display,
    errors,
    evening,
    history,
    host,
    house_eye,
    join,
    live,
    live_eye,
    look,
    menu,
    pile_photo,
    settle,
    sheets,
    table,
    takeaway,
    undo,
)
from companion.web.boodle import Boodle

MOST_UPLOAD_BYTES = 24 * 1024 * 1024
"""A 12-megapixel photograph has about 5 MB; what is larger is refused with a sentence."""


def create_app(boodle: Boodle) -> Flask:
    """Return the web application around *boodle*."""
    app = Flask("companion.web", template_folder=str(paths.TEMPLATES))
    app.config["MAX_CONTENT_LENGTH"] = MOST_UPLOAD_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["boodle"] = boodle
    look.furnish(app.jinja_env, boodle.croupier.new_id)
    if boodle.door.store.path is not None:
        compiled.keep_in(boodle.door.store.path.parent / "templates", app)
    looking_back = (history, undo, settle, evening, takeaway)
    playing = (host, join, table, sheets, menu, display, live)
    looking_on = (camera, pile_photo, live_eye, house_eye, deck)
    for module in (*playing, *looking_back, *looking_on):
        app.register_blueprint(module.blueprint)
    errors.register(app)
    return app
