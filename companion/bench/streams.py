"""Phones of a measured table: streams that hear of every line, and one that taps.

Times are those of `time.perf_counter`, in seconds; what they mean is the business of who asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import ssl
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.bench import replay
from companion.bench.served import Place

BETWEEN_S: Final = 0.05  # people do not tap faster
GIVE_UP_S: Final = 20


@dataclass(slots=True)
class Arrivals:
    """When each event reached each stream; `all_have` sleeps until the last one has it."""

    count: int
    seen: Counter[int] = field(default_factory=Counter)
    last_at: dict[int, float] = field(default_factory=dict)
    first_at: dict[int, float] = field(default_factory=dict)
    waiting: dict[int, asyncio.Event] = field(default_factory=dict)

    def note(self, seq: int) -> None:
        """One stream has event *seq* now."""
        now = time.perf_counter()
        self.seen[seq] += 1
        self.first_at.setdefault(seq, now)
        self.last_at[seq] = now
        if self.seen[seq] == self.count and seq in self.waiting:
            self.waiting[seq].set()

    async def all_have(self, seq: int) -> float:
        """The moment the slowest stream got *seq*."""
        if self.seen[seq] < self.count:
            event = self.waiting.setdefault(seq, asyncio.Event())
            await asyncio.wait_for(event.wait(), GIVE_UP_S)
        return self.last_at[seq]


class Stream(asyncio.Protocol):
    """One phone's open stream, read as cheaply as possible: we share the machine."""

    def __init__(self, request: bytes, arrivals: Arrivals) -> None:
        self._request = request
        self._arrivals = arrivals
        self._rest = b""
        self.opened = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Note every event number in what came."""
        data = self._rest + data
        if not self.opened.done() and b"retry:" in data:
            self.opened.set_result(None)
        end = 0
        for found in re.finditer(rb"\nid: (\d+)\n", data):
            self._arrivals.note(int(found[1]))
            end = found.end()
        self._rest = data[end:][-40:]

    def connection_lost(self, error: Exception | None) -> None:
        """Say so if the server would not have us."""
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("the stream was refused"))


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap, in ms from sending: when the slowest and the first stream had it, and the answer."""

    all_ms: float
    first_ms: float
    answer_ms: float


async def measure(place: Place, count: int, rounds: int, *, secure: bool) -> list[Tap]:
    """Tap so often at the table, and time each tap until all of *count* streams have it."""
    arrivals = Arrivals(count)
    async with streams(place, count, arrivals, secure=secure), poster(place, secure) as post:
        answer: dict[str, Any] = {"seq": None}  # the first tap has seen nothing yet
        taps: list[Tap] = []
        for number, (kind, fields) in enumerate(replay.hands()):
            if len(taps) == rounds:
                break
            sent = time.perf_counter()
            answer = await post(kind, fields, answer["seq"])
            answered = time.perf_counter()
            if not answer["ok"]:
                raise RuntimeError(f"{kind} {fields} was refused: {answer['say']}")
            last = await arrivals.all_have(answer["seq"])
            first = arrivals.first_at[answer["seq"]]
            if number >= 5:  # the first ones warm everything up
                taps.append(Tap(*(1000 * (moment - sent) for moment in (last, first, answered))))
            await asyncio.sleep(BETWEEN_S)
    return taps


@contextlib.asynccontextmanager
async def streams(
    place: Place, count: int, arrivals: Arrivals, *, secure: bool
) -> AsyncIterator[None]:
    """Keep *count* phones listening to the table."""
    loop = asyncio.get_running_loop()
    port, context = _way(place, secure)
    request = (
        f"GET /t/{place.code}/events?after=1000000 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Cookie: {place.cookie}\r\nAccept: text/event-stream\r\n\r\n"
    ).encode()
    transports = []
    try:
        for _ in range(count):
            transport, stream = await loop.create_connection(
                lambda: Stream(request, arrivals), "127.0.0.1", port, ssl=context
            )
            transports.append(transport)
            await asyncio.wait_for(stream.opened, GIVE_UP_S)
        await asyncio.sleep(0.5)
        yield
    finally:
        for transport in transports:
            transport.abort()


@contextlib.asynccontextmanager
async def poster(place: Place, secure: bool) -> AsyncIterator[Any]:
    """A phone that taps, over one connection that stays open."""
    port, context = _way(place, secure)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)

    async def post(kind: str, fields: dict[str, Any], seq_seen: int | None) -> dict[str, Any]:
        said = {"id": secrets.token_hex(8), "seq_seen": seq_seen, "kind": kind, "data": fields}
        body = json.dumps(said).encode()
        head = (
            f"POST /t/{place.code}/do HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Cookie: {place.cookie}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", answer)
        assert length is not None, answer
        found: dict[str, Any] = json.loads(await reader.readexactly(int(length[1])))
        return found

    try:
        yield post
    finally:
        writer.transport.abort()


def _way(place: Place, secure: bool) -> tuple[int, ssl.SSLContext | None]:
    if not secure:
        return place.http, None
    return place.https, ssl.create_default_context(cafile=place.authority)


def share_of(values: Sequence[float], share: float) -> float:
    """The value that *share* of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
