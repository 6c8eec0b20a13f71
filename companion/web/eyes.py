"""The cameras that look at tables now: which are open, how often they send, and who hears of it.

One picture is read at a time, whoever sends it, so that taps and streams never wait for cameras.
What a picture means is the look-out's business.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.evidence import Pictures

if TYPE_CHECKING:
    from companion.core.sighting import Sighting
    from companion.croupier import Croupier, Said
    from companion.door import Door
    from companion.lookout import Evidence, Lookout, Lookouts
    from companion.vision.apart import Apart
    from companion.vision.enrol import Deck
    from companion.vision.frame import FrameBGR
    from companion.vision.watch import Watch

MOST_FRAME_BYTES: Final = 2 * 1024 * 1024
"""A picture of 1280 × 720 has some 200 kB; four times as many pixels still fit."""
BETWEEN_MS: Final = 60
"""One camera sends no faster than this, whatever its script does."""
PATIENCE_S: Final = 8.0
"""So long a picture waits for the reader; then the phone takes a newer one."""
SILENT_S: Final = 40.0
"""A camera that says nothing for so long has gone: a quiet one speaks every ten seconds."""


log = logging.getLogger(__name__)


class OfTheHouse(Protocol):
    """The camera of the house itself, as pages know it: what it saw last and what is wrong."""

    trouble: str
    frame: FrameBGR | None
    answer: dict[str, Any]
    evening_id: str

    def forget(self, evening_id: str) -> None:
        """Show nothing more of an evening at which it looked."""
        ...


class TooSoon(Exception):
    """Another picture of this camera is being read, or was just now."""

    def __init__(self, wait_ms: int) -> None:
        super().__init__(f"Send the next picture in {wait_ms} ms.")
        self.wait_ms = wait_ms


@dataclass(slots=True)
class _Open:
    """One camera: when it was last heard, and what was last told about it."""

    seat: int | None
    heard_s: float
    busy: bool = False
    told: object = None
    frames: int = 0
    size_bytes: int = 0


@dataclass(slots=True)
class _Table:
    eyes: dict[str, _Open] = field(default_factory=dict)


class Eyes:
    """All cameras of the house. *nudge* makes every page of an evening look at the table again."""

    def __init__(
        self, lookouts: Callable[[Eyes], Lookouts], pictures: Pictures, *,
        keeps: Callable[[str], bool], nudge: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.pictures = pictures
        self.house: OfTheHouse | None = None
        self.deck: Deck | None = None
        self.reader: Apart | None = None
        self._make = lookouts
        self._lookouts: Lookouts | None = None
        self._keeps, self._nudge, self._clock = keeps, nudge, clock
        self._tables: dict[str, _Table] = {}
        self._lock = threading.Lock()
        self._making = threading.Lock()
        self._reading = threading.Lock()

    @property
    def lookouts(self) -> Lookouts:
        """The look-outs; made with the first camera, because OpenCV takes a quarter of a start."""
        if self._lookouts is None:
            with self._making:
                if self._lookouts is None:
                    self._lookouts = self._make(self)
        return self._lookouts

    # ---- one camera -----------------------------------------------------------------------------

    def open(self, evening_id: str, name: str, seat: int | None, label: str) -> Lookout:
        """Return the look-out of this camera, opened where it is new or looks at something else.

        Raises `RuleError` ``too_many_eyes``.
        """
        with self._lock:
            eyes = self._tables.setdefault(evening_id, _Table()).eyes
            gone = [each for each, eye in eyes.items() if self._clock() - eye.heard_s > SILENT_S]
            known = eyes.get(name)
            if known is not None and known.seat != seat:
                gone.append(name)
            for each in set(gone):
                del eyes[each]
        for each in set(gone):
            self.lookouts.close(evening_id, each)
        lookout = self.lookouts.eye(evening_id, name, seat=seat, label=label)
        with self._lock:
            eyes.setdefault(name, _Open(seat, self._clock()))
        return lookout

    def close(self, evening_id: str, name: str) -> None:
        """Forget a camera that was switched off."""
        with self._lock:
            known = self._tables.get(evening_id, _Table()).eyes.pop(name, None)
        if known is not None:
            self.lookouts.close(evening_id, name)

    def close_all(self, evening_id: str) -> None:
        """Let no camera look on at a table any more; what each has sent is forgotten."""
        with self._lock:
            known = self._tables.pop(evening_id, None)
        if known is not None:
            self.lookouts.forget(evening_id)
        if self.house is not None:
            self.house.forget(evening_id)

    def forget(self, evening_id: str) -> None:
        """Forget an evening: its cameras and the pictures of its cards."""
        self.close_all(evening_id)
        self.pictures.forget(evening_id)

    def look(
        self, evening_id: str, name: str, lookout: Lookout, picture: bytes | FrameBGR, at_ms: int
    ) -> dict[str, Any]:
        """Read one picture and return what the look-out says; pages hear of new questions.

        Raises `TooSoon`, also where the camera was switched off while its picture came, and
        whatever reading raises for pictures that are none.
        """
        seq = lookout.seq  # before it waits for the reader
        eye = self._tables.get(evening_id, _Table()).eyes.get(name)
        if eye is None:
            raise TooSoon(BETWEEN_MS)
        with self._turn(eye), self.one_reader():
            answer = lookout.look(picture, at_ms, seq)
            eye.frames += 1
            eye.size_bytes += len(picture) if isinstance(picture, bytes) else picture.nbytes
        if answer.get("ok"):
            self._tell(evening_id, eye, answer)
        return answer

    @contextlib.contextmanager
    def _turn(self, eye: _Open) -> Iterator[None]:
        with self._lock:
            since_ms = 1000 * (self._clock() - eye.heard_s)
            if eye.busy or (eye.frames and since_ms < BETWEEN_MS):
                raise TooSoon(BETWEEN_MS)
            eye.busy, eye.heard_s = True, self._clock()
        try:
            yield
        finally:
            eye.busy, eye.heard_s = False, self._clock()

    @contextlib.contextmanager
    def one_reader(self) -> Iterator[None]:
        """Wait for the turn to read a picture; raises `TooSoon` when it does not come."""
        if not self._reading.acquire(timeout=PATIENCE_S):
            raise TooSoon(1000)
        try:
            yield
        finally:
            self._reading.release()

    def _tell(self, evening_id: str, eye: _Open, answer: dict[str, Any]) -> None:
        """Nudge the pages when a question or a hand came or went, or another place is wanted."""
        asked = [each["id"] for each in answer.get("questions", ())]
        setting, disorder = answer.get("setting"), answer.get("disorder")
        hands = answer.get("hands")
        told = (asked, setting, disorder, bool(answer.get("zones")), hands)
        before, eye.told = eye.told, told
        if told != before and (before is not None or asked or setting or disorder or hands):
            self._nudge(evening_id)

    def changed(self, evening_id: str) -> None:
        """Make the pages of an evening look again: somebody has set up a camera."""
        self._nudge(evening_id)

    def learnt(self, deck: Deck) -> None:
        """Read with what was learnt of this household's deck from now on."""
        self.deck = deck

    def end(self) -> None:
        """Let the reader go, when the server ends."""
        if self.reader is not None:
            self.reader.close()

    # ---- what pages show ------------------------------------------------------------------------

    def names(self, evening_id: str) -> list[str]:
        """Return the cameras that look at this table now."""
        with self._lock:
            eyes = dict(self._tables.get(evening_id, _Table()).eyes)
        return [name for name, eye in eyes.items() if self._clock() - eye.heard_s <= SILENT_S]

    def questions(self, evening_id: str) -> list[dict[str, Any]]:
        """Return what cameras ask people at this table, each once."""
        found: dict[str, dict[str, Any]] = {}
        for name in self.names(evening_id):
            lookout = self.lookouts.find(evening_id, name)
            for question in lookout.status().get("questions", ()) if lookout is not None else ():
                found.setdefault(question["id"], {**question, "eye": name})
        return list(found.values())

    def hands(self, evening_id: str) -> dict[int, list[str]]:
        """Return the poker hands that cameras have read and nobody has confirmed, by seat."""
        found: dict[int, list[str]] = {}
        for name in self.names(evening_id):
            lookout = self.lookouts.find(evening_id, name)
            found |= lookout.status().get("hands", {}) if lookout is not None else {}
        return found

    def evidence_of(self, evening_id: str, said: Said) -> Evidence | None:
        """Return the picture that a tap rests on, where a camera asks about its cards now."""
        if not self.names(evening_id):
            return None
        return self.lookouts.evidence_of(evening_id, said)

    def keep(self, evidence: Evidence) -> None:
        """Keep the picture of a card for its line in the log, unless this evening keeps none."""
        from companion.web.pictures import CROP_PX, HANDS_PX, to_jpeg

        jpeg = to_jpeg(evidence.crop_bgr, HANDS_PX if evidence.kind == "show_hands" else CROP_PX)
        if self._keeps(evidence.evening_id):  # asked last: the evening may just have been deleted
            self.pictures.keep(evidence.evening_id, evidence.id, jpeg)


def lookouts_for(
    croupier: Croupier, door: Door, *, apart: bool = False
) -> Callable[[Eyes], Lookouts]:
    """Return what makes the look-outs of the house when the first camera comes.

    *apart* lets a process of its own read their frames; then `Eyes.end` must be called.
    """

    def make(eyes: Eyes) -> Lookouts:
        import cv2

        from companion.lookout import Lookouts
        from companion.vision.watch import Watch

        cv2.setNumThreads(1)  # threads of OpenCV and of the pages share two cores
        eyes.deck = eyes.deck or known_deck(deck_path(door))
        watch = _watch_apart(eyes) if apart else partial(Watch, _read_here(eyes))
        return Lookouts(
            croupier, clock_ms=_clock_ms, door=door, keep=eyes.keep, watch=watch,
            study=partial(_study, eyes),
        )  # fmt: skip

    return make


def deck_path(door: Door) -> Path | None:
    """Return where this household's deck is kept, beside its evenings; ``None`` for no file."""
    return None if door.store.path is None else door.store.path.parent / "deck.json"


def known_deck(path: Path | None) -> Deck:
    """Return the deck kept at *path*; an empty one where none was learnt or its file is damaged."""
    from companion.vision.enrol import Deck, NothingToLearn

    if path is None or not path.exists():
        return Deck()
    try:
        return Deck.load(path)
    except NothingToLearn as error:
        log.warning("%s", error)
        return Deck()


def _read_here(eyes: Eyes) -> Callable[..., list[Sighting]]:
    from companion.vision.watch import glance

    return lambda frame, at_ms=0: glance(frame, at_ms, eyes.deck)


def _study(eyes: Eyes, frame: FrameBGR, least: float | None = None) -> list[Sighting]:
    """Return the cards of a photograph, read as well as can be, with the deck that was learnt."""
    from companion.vision import read_cards

    return read_cards(frame, deck=eyes.deck, least=least)


def _watch_apart(eyes: Eyes) -> Callable[[], Watch]:
    from companion.vision.apart import Apart
    from companion.vision.watch import Watch

    reader = eyes.reader = Apart()

    def read(frame: FrameBGR, at_ms: int = 0) -> list[Sighting]:
        return reader.read(frame, at_ms, eyes.deck)

    return partial(Watch, read, heights=reader.heights)


def _clock_ms() -> int:
    return int(time.monotonic() * 1000)
