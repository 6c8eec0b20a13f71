"""Ring 3: the table's screens. Flask parses, asks the croupier, and renders; it decides no rule.

`create_app` takes everything it needs; importing this package opens no file and no socket.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask

from companion import paths
from companion.croupier import Croupier
from companion.door import Door
from companion.evidence import Pictures
from companion.web.eyes import Eyes, lookouts_for
from companion.web.live import Hub
from companion.web.network import Network

MOST_UPLOAD_BYTES = 24 * 1024 * 1024
"""A 12-megapixel photograph has about 5 MB; what is larger is refused with a sentence."""


@dataclass(frozen=True, slots=True)
class Boodle:
    """What the screens work with; *network* knows where phones find this machine.

    *eyes* are the cameras at the tables; without any given, their pictures are kept nowhere.
    """

    croupier: Croupier
    door: Door
    hub: Hub
    network: Network = field(default_factory=Network)
    eyes: Eyes = field(default=None)  # type: ignore[assignment]  # made below

    def __post_init__(self) -> None:
        if self.eyes is None:
            object.__setattr__(self, "eyes", eyes_of(self.croupier, self.door, self.hub, None))


def eyes_of(
    croupier: Croupier, door: Door, hub: Hub, folder: Path | None, *, apart: bool = False
) -> Eyes:
    """Return the cameras of a house that keeps pictures of cards in *folder*.

    *apart* as for `companion.web.eyes.lookouts_for`.
    """
    return Eyes(
        lookouts_for(croupier, door, apart=apart), Pictures(folder),
        keeps=door.settings.keeps_pictures,
        nudge=lambda evening_id: hub.nudge(evening_id, croupier.seq(evening_id)),
    )  # fmt: skip


def create_app(boodle: Boodle) -> Flask:
    """Return the web application around *boodle*."""
    from companion.web import (
        camera,
        compiled,
        deck,
        display,
        errors,
        evening,
        history,
        host,
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
    )  # fmt: skip

    app = Flask("companion.web", template_folder=str(paths.TEMPLATES))
    app.config["MAX_CONTENT_LENGTH"] = MOST_UPLOAD_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["boodle"] = boodle
    look.furnish(app.jinja_env, boodle.croupier.new_id)
    if boodle.door.store.path is not None:
        compiled.keep_in(boodle.door.store.path.parent / "templates", app)
    looking_back = (history, undo, settle, evening, takeaway)
    playing = (host, join, table, sheets, menu, display, live)
    looking_on = (camera, pile_photo, live_eye, deck)
    for module in (*playing, *looking_back, *looking_on):
        app.register_blueprint(module.blueprint)
    errors.register(app)
    return app
