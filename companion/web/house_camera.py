"""A camera on the computer that runs Boodle: it looks at the table that is being played.

A thread of its own; whatever happens to the camera, the pages and the taps go on.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.core.errors import RuleError
from companion.web.eyes import TooSoon

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR
    from companion.web.boodle import Boodle

NAME: Final = "house"
LABEL: Final = "the house’s camera"
AGAIN_S: Final = 3.0
IDLE_S: Final = 1.0
"""Without a hand of cards nothing is looked at; the table is asked for one now and then."""
BETWEEN_S: Final = 0.1
LATEST: Final = 5
"""So many of the newest evenings may be the one that is played."""

log = logging.getLogger(__name__)


class Source(Protocol):
    """What gives frames: `companion.vision.capture.Camera`."""

    def read(self) -> FrameBGR | None:
        """Return a frame, or ``None``; raises ``CameraLost``."""
        ...

    def close(self) -> None:
        """Let the camera go."""
        ...


class HouseCamera:
    """Looks on until `stop`. *trouble* is the sentence of what is wrong, empty while it looks."""

    def __init__(self, boodle: Boodle, source: Source) -> None:
        self._boodle, self._source = boodle, source
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.trouble = ""
        self.frame: FrameBGR | None = None
        self.answer: dict[str, Any] = {}
        self.evening_id = ""

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, within_s: float = 2.0) -> None:
        """End; the camera is let go."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(within_s)
        self._source.close()

    def forget(self, evening_id: str) -> None:
        """Show nothing more of an evening at which it looked."""
        if self.evening_id == evening_id:
            self.frame, self.answer, self.evening_id = None, {}, ""

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                wait_s = self.step()
            except Exception:  # a fault here must not end the camera for the evening
                log.exception("The house's camera made a mistake")
                wait_s = AGAIN_S
            self._ending.wait(wait_s)

    def step(self) -> float:
        """Look once; return the seconds to wait before the next time."""
        from companion.vision import ReaderUnavailable
        from companion.vision.capture import CameraLost

        evening_id = self._played()
        if evening_id is None:
            self._source.close()  # its light goes out, too
            return IDLE_S
        try:
            frame = self._source.read()
            if frame is None:
                return BETWEEN_S
            self._say("")
            self._look(evening_id, frame)
        except CameraLost as error:
            self._say(f"{error} It is tried every few seconds; until then tap the cards.")
            return AGAIN_S
        except ReaderUnavailable as error:
            self._say(str(error))
            return AGAIN_S
        except RuleError as error:
            self._say(error.message)
            return AGAIN_S
        except TooSoon as error:
            return error.wait_ms / 1000
        return max(float(self.answer.get("next_ms", 0)) / 1000, BETWEEN_S)

    def _look(self, evening_id: str, frame: FrameBGR) -> None:
        eyes = self._boodle.eyes
        lookout = eyes.open(evening_id, NAME, None, LABEL)
        at_ms = int(time.monotonic() * 1000)
        self.answer = eyes.look(evening_id, NAME, lookout, frame, at_ms)
        self.frame, self.evening_id = frame, evening_id

    def _played(self) -> str | None:
        """Return the newest evening in which cards are recorded now."""
        for evening in self._boodle.door.store.evenings()[:LATEST]:
            table = self._boodle.croupier.table(evening.id)
            if not table.ended and table.circle:
                wanted = table.depth == "cards" or self._has_cards(table)
                may = self._boodle.door.settings.has_cameras(evening.id)
                return evening.id if wanted and may else None
        return None

    @staticmethod
    def _has_cards(table: Any) -> bool:
        return table.playing is not None and table.playing.depth == "cards"

    def _say(self, trouble: str) -> None:
        """Tell the terminal and the pages once, and once again when it is over."""
        if trouble == self.trouble:
            return
        print(trouble or "The camera looks on again.", file=sys.stderr)
        self.trouble = trouble
        if self.evening_id:
            self._boodle.eyes.changed(self.evening_id)


def house_camera(boodle: Boodle, source: str) -> HouseCamera:
    """Return the camera *source* (its number, or the path of a device or film), not yet looking."""
    from companion.vision.capture import Camera, number_or_path

    camera = boodle.eyes.house = HouseCamera(boodle, Camera(number_or_path(source)))
    return camera
