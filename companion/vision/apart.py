"""The reader in a process of its own: reading a camera's frames holds up no thread of the server.

It reads as `watch.glance` does and knows no camera; where no process can be had, it reads here.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

import cv2
import numpy as np

from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.vision.enrol import Deck
from companion.vision.find import heights_in
from companion.vision.frame import FrameBGR
from companion.vision.model_card import ReaderUnavailable
from companion.vision.watch import glance

START_S: Final = 60.0  # a small computer that is busy takes its time
PATIENCE_S: Final = 20.0
"""A reader that says nothing about a frame for so long hangs, and is ended."""
END_S: Final = 1.0
AGAIN_S: Final = 60.0
"""So long after a failed start it reads inside, before another start is tried."""
MODESTY: Final = 2  # steps of priority below the server, which answers taps
_LENGTHS: Final = struct.Struct(">II")  # of the words, JSON, and of the pixels after them

log = logging.getLogger(__name__)


def own_command() -> tuple[str, ...]:
    """Return what starts a reader of this very program; nothing where it is one sealed file."""
    if not sys.executable or getattr(sys, "frozen", False):
        return ()
    return (sys.executable, "-m", "companion.vision.apart")


class Apart:
    """Reads in another process, started with the first frame. Safe to call from any thread.

    A reader that dies or hangs is started again and given the same frame: what watches the table
    is on this side, and loses nothing. End it with `close`.
    """

    def __init__(
        self, command: Sequence[str] | None = None, patience_s: float = PATIENCE_S
    ) -> None:
        self._command = own_command() if command is None else tuple(command)
        self._patience_s = patience_s
        self._process: subprocess.Popen[bytes] | None = None
        self._told: Deck | None = None  # the deck that the process knows
        self._not_before = 0.0  # on the monotonic clock
        self._is_inside = False  # and that was said
        self._is_closed = False
        self._lock = threading.Lock()

    @property
    def process_id(self) -> int | None:
        """The number of the reading process; ``None`` where there is none."""
        return self._process.pid if self._process is not None else None

    def read(self, frame: FrameBGR, at_ms: int = 0, deck: Deck | None = None) -> list[Sighting]:
        """Return what *frame* shows, doubtful cards too. Raises `ReaderUnavailable`."""
        told = self._ask({"do": "read", "at_ms": at_ms}, frame, deck)
        return glance(frame, at_ms, deck) if told is None else [_sighting(row) for row in told]

    def heights(self, frame: FrameBGR) -> list[float]:
        """Return the heights in pixels of the indices found in *frame*, read or not."""
        told = self._ask({"do": "heights"}, frame, self._told)
        return heights_in(frame) if told is None else [float(height) for height in told]

    def close(self) -> None:
        """End the process; what is still asked is not answered."""
        self._is_closed = True
        if not self._lock.acquire(timeout=END_S):
            if (process := self._process) is not None:
                process.kill()  # then whoever waits for its answer lets go of the lock
            self._lock.acquire()
        try:
            self._let_go()
        finally:
            self._lock.release()

    # ---- the process ----------------------------------------------------------------------------

    def _ask(
        self, words: Mapping[str, Any], frame: FrameBGR, deck: Deck | None
    ) -> list[Any] | None:
        """Return the answer; ``None`` where it must be read here."""
        with self._lock:
            for _ in range(2):
                if self._is_closed:
                    break
                if (process := self._running()) is None:
                    return None
                try:
                    return self._asked(process, words, frame, deck)
                except (OSError, EOFError, ValueError):
                    self._let_go()
                    log.warning("The card reader stopped; it is started again.")
        raise ReaderUnavailable("The card reader stopped. The next picture is tried.")

    def _running(self) -> subprocess.Popen[bytes] | None:
        """Return the process, started if need be; ``None`` where there cannot be one."""
        if self._process is None and self._command and time.monotonic() >= self._not_before:
            try:
                self._process = self._started()
                self._is_inside = False
            except (OSError, EOFError, ValueError) as error:
                self._let_go()
                self._not_before = time.monotonic() + AGAIN_S
                if not self._is_inside and not self._is_closed:
                    log.warning(
                        "The card reader has no process of its own (%s). It reads inside the "
                        "server, which answers taps more slowly while cameras look.",
                        str(error) or "it ended",
                    )
                self._is_inside = True
        return self._process

    def _started(self) -> subprocess.Popen[bytes]:
        here = str(Path(__file__).parents[2])
        known = os.environ.get("PYTHONPATH")
        where = {**os.environ, "PYTHONPATH": os.pathsep.join([here, *([known] if known else [])])}
        process = self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=where,
            start_new_session=True,  # Ctrl-C in a terminal is the server's business
        )  # fmt: skip
        assert process.stdout is not None
        with _ended_after(process, START_S):
            receive(process.stdout)
        self._told = None
        return process

    def _asked(
        self, process: subprocess.Popen[bytes], words: Mapping[str, Any], frame: FrameBGR,
        deck: Deck | None,
    ) -> list[Any]:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        news = {} if deck is self._told else {"deck": deck.to_dict() if deck else None}
        with _ended_after(process, self._patience_s):
            send(process.stdin, {**words, **news, "shape": frame.shape}, frame)
            told, _ = receive(process.stdout)
        self._told = deck
        if "unavailable" in told:
            raise ReaderUnavailable(str(told["unavailable"]))
        return list(told["found"])

    def _let_go(self) -> None:
        """End the process, politely at first."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextmanager
def _ended_after(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    """End a process that hangs: then its pipes end, and whoever waits for them wakes."""
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# ---- between both -------------------------------------------------------------------------------


def send(pipe: IO[bytes], words: Mapping[str, Any], frame: FrameBGR | None = None) -> None:
    """Write one message; OSError where nobody reads any more."""
    head = json.dumps(words, separators=(",", ":")).encode()
    pixels = b"" if frame is None else np.ascontiguousarray(frame).data.cast("B")
    pipe.write(_LENGTHS.pack(len(head), len(pixels)) + head)
    pipe.write(pixels)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Read one message. Raises EOFError at the end, ValueError for what is none."""
    words, pixels = _LENGTHS.unpack(_exactly(pipe, _LENGTHS.size))
    return dict(json.loads(_exactly(pipe, words))), _exactly(pipe, pixels)


def _exactly(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise EOFError("it ended")
    return data


def _sighting(row: Sequence[Any]) -> Sighting:
    card, confidence, (x0, y0, x1, y1), at_ms, index_px = row
    return Sighting(Card(card), confidence, (x0, y0, x1, y1), at_ms, index_px)


# ---- the other side -----------------------------------------------------------------------------


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Read frames until *questions* end."""
    deck: Deck | None = None
    send(answers, {"ready": True})
    while True:
        try:
            words, pixels = receive(questions)
        except EOFError:
            return
        if "deck" in words:
            deck = Deck.from_dict(words["deck"]) if words["deck"] else None
        frame = np.frombuffer(pixels, np.uint8).reshape(words["shape"])
        with suppress(BrokenPipeError):
            send(answers, _answer(words, frame, deck))


def _answer(words: Mapping[str, Any], frame: FrameBGR, deck: Deck | None) -> dict[str, Any]:
    try:
        if words["do"] == "heights":
            return {"found": heights_in(frame)}
        found = glance(frame, int(words["at_ms"]), deck)
    except ReaderUnavailable as error:
        return {"unavailable": str(error)}
    return {"found": [
        (str(one.card), float(one.confidence), [float(edge) for edge in one.box_xyxy], one.at_ms,
         float(one.index_px))
        for one in found
    ]}  # fmt: skip


def main() -> None:
    """Read what comes in, until the server has gone; Ctrl-C is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not stand between the answers
    if hasattr(os, "nice"):
        os.nice(MODESTY)
    cv2.setNumThreads(1)
    with suppress(BrokenPipeError):  # the server ended while this one began
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
