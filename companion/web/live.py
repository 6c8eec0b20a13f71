"""Live updates: tells every open page that an evening moved on, by SSE or by long-poll.

It carries only a sequence number and a sentence; what a viewer may see stays with the pages.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Protocol

from flask import Blueprint, Response, current_app, request

RETRY_MS = 1000  # a browser that lost the stream comes back after this long
RETRY_AFTER_S = 5
POLL_S = 25.0
HEARTBEAT_S = 10.0
AT_ONCE = 12  # so many pages are told together: a whole table
FEW = 2  # of a crowd; measured with 400 streams: more of them wait for the interpreter
PATIENCE_S = 0.005


@dataclass(frozen=True)
class News:
    """Event *seq* is stored; *say* is the sentence to show for it (may be empty).

    A half means that no line is new, but that what the page shows beside the lines has changed.
    """

    seq: float
    say: str

    @cached_property
    def json(self) -> str:
        """The JSON a page gets, by either way."""
        return json.dumps({"seq": self.seq, "say": self.say}, separators=(",", ":"))

    @cached_property
    def message(self) -> bytes:
        """As it goes into every stream, made once."""
        return f"id: {self.seq}\ndata: {self.json}\n\n".encode()


class HubFullError(Exception):
    """No more pages can be kept waiting; they should ask now and then instead."""


class Subscription:
    """One page's letter box; `wait` sleeps on it, and leaving the `with` block takes it down."""

    def __init__(self, hub: Hub, evening: str) -> None:
        self.evening = evening
        self.ended = False
        self.is_writing = False  # it has news that its page does not have yet
        self._hub = hub
        self._box: SimpleQueue[News | None] = SimpleQueue()

    def put(self, news: News | None) -> None:
        """Drop *news* into the box; None is the end mark."""
        self.is_writing = True
        self._box.put(news)

    def wait(self, timeout_s: float) -> News | None:
        """The next news; None after *timeout_s* without any, or when the hub closed (`ended`)."""
        self._hub.has_written(self)
        if self.ended:
            return None
        try:
            news = self._box.get(timeout=timeout_s)
        except Empty:
            return None
        self.ended = news is None
        return news

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hub.leave(self)


class Hub:
    """Who is waiting for which evening. One lock, held only while a list is touched.

    A crowd is told a few at a time, each page that has its news passing it on to the next one:
    hundreds of threads that wake at once spend their time fighting for the interpreter, and the
    tap's own answer waits behind them.
    """

    def __init__(self, stream_limit: int = 40, heartbeat_s: float = HEARTBEAT_S) -> None:
        self.stream_limit = stream_limit
        self.heartbeat_s = heartbeat_s
        self._lock = Lock()
        self._waiting: dict[str, set[Subscription]] = {}
        self._untold: deque[tuple[Subscription, News]] = deque()
        self._is_telling = False
        self._is_closed = False

    @property
    def count(self) -> int:
        """How many pages are waiting now."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def subscribe(self, evening: str) -> Subscription:
        """Open a letter box for *evening*; HubFullError beyond the limit or after `close`."""
        subscription = Subscription(self, evening)
        with self._lock:
            count = sum(map(len, self._waiting.values()))
            if self._is_closed or count >= self.stream_limit:
                raise HubFullError
            self._waiting.setdefault(evening, set()).add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Take a letter box down; leaving twice is no mistake."""
        self.has_written(subscription)
        with self._lock:
            waiting = self._waiting.get(subscription.evening, set())
            waiting.discard(subscription)
            if not waiting:
                self._waiting.pop(subscription.evening, None)

    def nudge(self, evening: str, seq: int) -> None:
        """Make every page of *evening* look again, though *seq* is still the last event."""
        self.announce(evening, seq + 0.5)

    def announce(self, evening: str, seq: float, say: str = "") -> None:
        """Tell every page of *evening* that event *seq* is stored."""
        news = News(seq, say)
        with self._lock:
            waiting = list(self._waiting.get(evening, ()))
            if self._is_telling or len(waiting) > AT_ONCE:
                self._untold.extend((subscription, news) for subscription in waiting)
                if not self._is_telling:
                    self._is_telling = True
                    Thread(target=self._tell_crowd, daemon=True).start()
                return
        for subscription in waiting:
            subscription.put(news)

    def has_written(self, subscription: Subscription) -> None:
        """A page has its news, or has gone: the next of the crowd is told."""
        if subscription.is_writing:
            subscription.is_writing = False
            self._tell(1)

    def _tell(self, count: int) -> int:
        """Tell the next *count* of the crowd, in order; how many are left."""
        if not self._untold:
            return 0
        with self._lock:
            for _ in range(min(count, len(self._untold))):
                subscription, news = self._untold.popleft()
                subscription.put(news)
            return len(self._untold)

    def _tell_crowd(self) -> None:
        """Begin with a few, and begin again whenever slow phones have brought it to a stand."""
        left = self._tell(FEW)
        while True:
            time.sleep(PATIENCE_S)
            with self._lock:
                if not self._untold:
                    self._is_telling = False
                    return
                is_stuck = len(self._untold) >= left
                left = len(self._untold)
            if is_stuck:
                left = self._tell(FEW)

    def close(self) -> None:
        """Put an end mark into every box, so that no thread still waits when the server ends."""
        with self._lock:
            self._is_closed = True
            waiting = [one for group in self._waiting.values() for one in group]
        for subscription in waiting:
            subscription.put(None)


class HasId(Protocol):
    """All this module needs to know of an evening."""

    @property
    def id(self) -> str:
        """Its id."""
        ...


class Teller(Protocol):
    """The two questions this module has for the croupier."""

    def seq(self, evening_id: str) -> int:
        """The number of the last event."""
        ...

    def evening_by_code(self, code: str) -> HasId | None:
        """The evening that goes by *code*."""
        ...


class Extension(Protocol):
    """What `app.extensions["boodle"]` must hold."""

    croupier: Teller
    hub: Hub


blueprint = Blueprint("live", __name__)


@blueprint.get("/t/<code>/events")
def events(code: str) -> Response:
    """Stream (Accept: text/event-stream) or long-poll what happens after ?after=SEQ."""
    boodle: Extension = current_app.extensions["boodle"]
    evening = boodle.croupier.evening_by_code(code)
    if evening is None:
        return _json({"error": f"There is no table {code[:20]}. Scan the code again."}, 404)
    # Read before the generator starts: inside it the request is gone (UX § 3, trap 1).
    after = _seen(request.headers.get("Last-Event-ID"), request.args.get("after"))
    try:
        subscription = boodle.hub.subscribe(evening.id)
    except HubFullError:
        return _advice(boodle.croupier.seq(evening.id))
    # Asked after subscribing, so that nothing can fall between the two.
    seq = boodle.croupier.seq(evening.id)
    if "text/event-stream" in request.headers.get("Accept", ""):
        lines = _stream(subscription, seq if seq != after else None, boodle.hub.heartbeat_s)
        response = Response(_Closing(lines, subscription), mimetype="text/event-stream")
    else:
        with subscription:
            news = _first_news(subscription, after, seq)
        response = Response(news.json, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


class _Closing:
    """A generator that takes its letter box down even when it was never started."""

    def __init__(self, lines: Iterator[bytes], subscription: Subscription) -> None:
        self._lines = lines
        self._subscription = subscription

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    def close(self) -> None:
        self._subscription.__exit__(None, None, None)


def _stream(subscription: Subscription, seq: int | None, heartbeat_s: float) -> Iterator[bytes]:
    """The lines of one stream; a client that went is noticed at the latest by the heartbeat."""
    yield f"retry: {RETRY_MS}\n\n".encode()
    if seq is not None:
        yield News(seq, "").message
    while not subscription.ended:
        news = subscription.wait(heartbeat_s)
        if news is not None:
            yield news.message
        elif not subscription.ended:
            yield b": still here\nevent: beat\ndata: 1\n\n"  # scripts see events, never comments


def _first_news(subscription: Subscription, after: int, seq: int) -> News:
    """What a long-poll answers: at once when it is behind, else the next news or, at last, none."""
    if seq != after:
        return News(seq, "")
    deadline = time.monotonic() + POLL_S
    while (left_s := deadline - time.monotonic()) > 0 and not subscription.ended:
        news = subscription.wait(left_s)
        if news is not None and news.seq > after:
            return news
    return News(seq, "")


def _seen(*texts: str | None) -> int:
    """The first text that is a whole number; -1 (never a seq) makes the page load afresh."""
    for text in texts:
        if text is not None and text.isascii() and text.isdigit() and len(text) < 19:
            return int(text)
    return -1


def _advice(seq: int) -> Response:
    sentence = f"Many pages are open just now; this one asks again every {RETRY_AFTER_S} seconds."
    response = _json({"error": sentence, "seq": seq, "retry_after_s": RETRY_AFTER_S}, 503)
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def _json(body: dict[str, object], status: int) -> Response:
    response = Response(json.dumps(body), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
