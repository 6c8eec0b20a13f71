"""`boodle bench live --eyes`: what cameras cost a table, and how soon a card is on every phone.

Films are drawn beforehand, so that drawing them does not share the machine with what is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from companion.bench import replay
from companion.bench.film import Stage, set_up_cards
from companion.bench.served import SPARE_THREADS, Place, running
from companion.bench.streams import Arrivals, poster, share_of, streams
from companion.bench.streams import measure as measure_taps
from companion.core.cards import Card
from companion.vision.frame import FrameBGR

STREAMS: Final = 40  # a full house beside the cameras
PHONES: Final = 6
ROUNDS: Final = 60
P99_GOAL_MS: Final = 60.0
P50_GOAL_MS: Final = 700.0
P95_GOAL_MS: Final = 1500.0
GIVE_UP_S: Final = 60.0
LAYOUT: Final = tuple(Card(code) for code in ("AH", "KC", "QD", "JS"))


def measure(eyes: int, rounds: int = ROUNDS) -> Iterator[str]:
    """Print both tables; yield a sentence for each goal that is missed."""
    yield from _beside_cameras(eyes, rounds)
    yield from _card_to_phones()


# ---- pictures -----------------------------------------------------------------------------------


def _film() -> list[list[bytes]]:
    """Return each play of the deal as JPEGs: a hand that lays a card, then the card at rest."""
    stage = Stage(4, LAYOUT)
    shots = []
    for act in replay.DEAL:
        if act != "stop":
            seat, card = act.split()
            moving = [_jpeg(stage, frame) for frame in stage.reaching(int(seat))]
            stage.lay(int(seat), Card(card))
            shots.append([*moving, _jpeg(stage, stage.picture())])
    return shots


def _set_up_film() -> list[bytes]:
    """Return the JPEGs of four people laying a card each, on the bare layout at first."""
    stage = Stage(4, LAYOUT)
    shots = [_jpeg(stage, stage.picture())]
    for seat, card in enumerate(set_up_cards(4)):
        stage.lay(seat, card)
        shots.append(_jpeg(stage, stage.picture()))
    return shots


def _jpeg(stage: Stage, frame: FrameBGR) -> bytes:
    return stage.table.jpeg(frame, stage.light)


# ---- one camera ---------------------------------------------------------------------------------


@dataclass
class Phone:
    """A phone that sends pictures as eye.js does: the next one when the last is answered."""

    place: Place
    token: str
    code: str
    view: str = "own"
    frames: int = 0
    size_bytes: int = 0
    waits_ms: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._line = HTTPConnection("127.0.0.1", self.place.http, timeout=GIVE_UP_S)

    def send(self, jpeg: bytes) -> dict[str, Any]:
        """Send one picture; wait as long as the answer says."""
        began = time.perf_counter()
        at_ms = int(1000 * began)
        told = self._post(f"eye/frame?view={self.view}&at={at_ms}", jpeg, "image/jpeg")
        self.frames += 1
        self.size_bytes += len(jpeg)
        self.waits_ms.append(1000 * (time.perf_counter() - began))
        time.sleep(max(told.get("wait_ms", 0) / 1000, 0.06))
        return told

    def press(self, page: str, fields: str) -> None:
        """Press a key of a page."""
        self._post(f"{page}?view={self.view}", fields.encode(), "application/x-www-form-urlencoded")

    def _post(self, page: str, body: bytes, kind: str) -> dict[str, Any]:
        head = {"Content-Type": kind, "Cookie": f"boodle={self.token}"}
        self._line.request("POST", f"/t/{self.code}/{page}", body, head)
        answer = self._line.getresponse()
        data = answer.read()
        return (
            dict(json.loads(data)) if answer.getheader("Content-Type", "").endswith("json") else {}
        )


# ---- a table with cameras beside it -------------------------------------------------------------


def _beside_cameras(eyes: int, rounds: int) -> Iterator[str]:
    """Time taps reaching 40 streams while phones upload as fast as they are answered.

    They look at the table beside, so that they do not play the cards that are tapped here.
    """
    film = [shot for play in _film() for shot in play]
    print(f"{STREAMS} streams, cameras uploading 1280 x 720 beside them")
    for count in dict.fromkeys((0, eyes)):
        with running(STREAMS + SPARE_THREADS) as place:
            done = threading.Event()
            phones = [Phone(place, token, place.beside) for token in place.phones[:count]]
            threads = [threading.Thread(target=_upload, args=(p, film, done)) for p in phones]
            for thread in threads:
                thread.start()
            began, cpu = time.perf_counter(), _cpu_s(place.process.pid)
            taps = asyncio.run(measure_taps(place, STREAMS, rounds, secure=False))
            passed = time.perf_counter() - began
            used = _cpu_s(place.process.pid) - cpu
            done.set()
            for thread in threads:
                thread.join()
        p99 = share_of([tap.all_ms for tap in taps], 0.99)
        print(
            f"  {count} cameras: all have it p50"
            f" {statistics.median(tap.all_ms for tap in taps):.1f} / p99 {p99:.1f} ms;"
            f" server {100 * used / passed:.0f} % of a core; {_traffic(phones, passed)}"
        )
        if count and p99 > P99_GOAL_MS:
            yield f"{count} cameras uploading: {p99:.0f} ms, goal {P99_GOAL_MS:.0f} ms"


def _upload(phone: Phone, film: Sequence[bytes], done: threading.Event) -> None:
    for at in range(1_000_000):
        if done.is_set():
            return
        phone.send(film[at % len(film)])


def _traffic(phones: Sequence[Phone], passed: float) -> str:
    frames = sum(phone.frames for phone in phones)
    if not frames:
        return "no pictures"
    size = sum(phone.size_bytes for phone in phones)
    waits = [wait for phone in phones for wait in phone.waits_ms]
    return (
        f"{frames / passed:.1f} pictures a second, {size / passed * 60 / 1e6:.1f} MB a minute,"
        f" answered in {statistics.median(waits):.0f} ms"
    )


def _cpu_s(process_id: int) -> float:
    """Return the seconds of processor a process and its children have used, told by the system."""
    folder = Path(f"/proc/{process_id}")
    try:
        fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        threads = list((folder / "task").iterdir())
    except OSError:
        return 0.0
    children: list[str] = []
    for thread in threads:
        with contextlib.suppress(OSError):  # it may just have ended
            children += (thread / "children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_cpu_s(int(child)) for child in children)


# ---- from the table to the phones ---------------------------------------------------------------


def _card_to_phones() -> Iterator[str]:
    """Time each card from its first picture at rest to the last of six phones."""
    with running(PHONES + SPARE_THREADS) as place:
        began, cpu = time.perf_counter(), _cpu_s(place.process.pid)
        taken, phone = asyncio.run(_watched(place))
        passed, used = time.perf_counter() - began, _cpu_s(place.process.pid) - cpu
    if not taken:
        yield "no card was recorded by the camera"
        return
    p50, p95 = statistics.median(taken), share_of(taken, 0.95)
    print(
        f"card at rest to {PHONES} phones: p50 {p50:.0f} / p95 {p95:.0f} ms, {len(taken)} of"
        f" {sum(act != 'stop' for act in replay.DEAL)} cards without a tap;"
        f" server {100 * used / passed:.0f} % of a core; {_traffic([phone], passed)}"
    )
    if p50 > P50_GOAL_MS:
        yield f"a card takes {p50:.0f} ms at the median, goal {P50_GOAL_MS:.0f} ms"
    if p95 > P95_GOAL_MS:
        yield f"a card takes {p95:.0f} ms at the 95th percentile, goal {P95_GOAL_MS:.0f} ms"


async def _watched(place: Place) -> tuple[list[float], Phone]:
    arrivals = Arrivals(PHONES)
    phone = Phone(place, place.token, place.code, "table")
    taken: list[float] = []

    async def post(kind: str, data: dict[str, Any]) -> None:
        # A line of its own each: the server closes those that are silent for ten seconds.
        async with poster(place, False) as line:
            await line(kind, data, None)

    async with streams(place, PHONES, arrivals, secure=False):
        await post("begin_hand", {})
        await asyncio.to_thread(_show_places, phone)
        shots = iter(_film())
        for act in replay.DEAL:
            if act == "stop":
                await post("stop", {})
                continue
            moving_and_rest = next(shots)
            seq, rested = await asyncio.to_thread(_lay, phone, moving_and_rest)
            if seq:
                taken.append(1000 * (await arrivals.all_have(seq) - rested))
            else:
                seat, card = act.split()
                await post("play", {"seat": int(seat), "card": card})
    return taken, phone


def _show_places(phone: Phone) -> None:
    """Set the places up, a card each, then clear the table."""
    bare, *laid = _set_up_film()
    for _ in range(6):
        phone.send(bare)
    phone.press("eye/set", "kind=begin")
    for shot in laid:
        for _ in range(8):
            phone.send(shot)
    for _ in range(6):
        phone.send(bare)


def _lay(phone: Phone, shots: Sequence[bytes]) -> tuple[int, float]:
    """Show one play until it is recorded; return its line (0: it was not) and when it lay still."""
    for shot in shots[:-1]:
        phone.send(shot)
    rested = time.perf_counter()
    for _ in range(20):
        told = phone.send(shots[-1])
        if told.get("sign") == "good":
            return int(told["seq"]), rested
    return 0, rested
