"""`boodle bench live`: how fast a tap reaches every screen, on this machine, with a real server.

It speaks to loopback only, with a data folder of its own that is gone afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from companion.bench import eyes, pages, replay
from companion.bench.served import SPARE_THREADS, a_free_port, running
from companion.bench.streams import GIVE_UP_S, measure, share_of
from companion.command_line import Parser, at_least

ROUNDS: Final = 60  # taps measured for each row
MOST_CLIENTS: Final = 450
GOALS: Final = {10: 50.0, 400: 60.0}  # ms at the 99th percentile
START_GOAL_MS: Final = 1000.0
REPLAY_GOAL_MS: Final = 200.0


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print; 1 when a goal is missed on this machine."""
    parser = Parser(prog="boodle bench live")
    parser.add_argument("--clients", type=at_least(1), nargs="+", default=[10, 400])
    parser.add_argument("--rounds", type=at_least(1), default=ROUNDS)
    parser.add_argument("--events", type=at_least(1), default=10_000)
    parser.add_argument(
        "--eyes", type=at_least(0), default=0, help="only: so many cameras beside a table"
    )
    asked = parser.parse_args(list(argv))
    print(f"{platform.platform()}, Python {platform.python_version()}; all on loopback")
    missed = _measured(asked)
    for sentence in missed:
        print(f"missed: {sentence}")
    return 1 if missed else 0


def _measured(asked: argparse.Namespace) -> list[str]:
    """Measure what was asked for; return a sentence for each goal that was missed."""
    if asked.eyes:
        return list(eyes.measure(asked.eyes, asked.rounds))
    return [*_start(), *_live(asked.clients, asked.rounds), *_replay(asked.events), *_pages()]


# -- start ---------------------------------------------------------------------------------------


def _start() -> Iterator[str]:
    """Time `boodle serve` from its start to its first page, cold and with everything cached."""
    with tempfile.TemporaryDirectory() as folder:
        # Compiled files in a folder of their own: the first start really is a first one.
        kept = {**os.environ, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        taken = [_first_page_ms(f"{folder}/data", kept) for _ in range(5)]
    best = min(taken[1:])
    print(f"start to first page: first time {taken[0]:.0f} ms, then {best:.0f} ms")
    if best > START_GOAL_MS:
        yield f"start {best:.0f} ms, goal {START_GOAL_MS:.0f} ms"


def _first_page_ms(data: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--data", data]
    port = a_free_port()
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--port", str(port), "--host", "127.0.0.1"],
        stdout=subprocess.DEVNULL,
        env=environment,
    )
    try:
        while not _answers(port):
            if process.poll() is not None or time.perf_counter() - begun > GIVE_UP_S:
                raise RuntimeError("the server did not start")
        return (time.perf_counter() - begun) * 1000
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/host")
        answer = connection.getresponse()
        answer.read()
        return answer.status == 200
    except (OSError, HTTPException):
        time.sleep(0.005)
        return False
    finally:
        connection.close()


# -- streams ---------------------------------------------------------------------------------------


def _live(clients: Sequence[int], rounds: int) -> Iterator[str]:
    """One row for each number of streams, over http and over TLS."""
    print("streams     way   all have it p50 / p99 ms   first p50 ms   answer p50 ms   server MB")
    for count in [min(wanted, MOST_CLIENTS) for wanted in clients]:
        for secure in (False, True):
            with running(count + SPARE_THREADS) as place:
                taps = asyncio.run(measure(place, count, rounds, secure=secure))
                memory = _memory_mb(place.process.pid)
            way = "TLS" if secure else "http"
            p99 = share_of([tap.all_ms for tap in taps], 0.99)
            print(
                f"{count:7}  {way:>6}   {share_of([tap.all_ms for tap in taps], 0.5):15.1f} /"
                f" {p99:6.1f}   {share_of([tap.first_ms for tap in taps], 0.5):12.1f}"
                f"   {share_of([tap.answer_ms for tap in taps], 0.5):13.1f}   {memory:>9}"
            )
            goal = GOALS.get(count)
            if goal is not None and p99 > goal:
                yield f"{count} streams over {way}: {p99:.0f} ms, goal {goal:.0f} ms"


def _memory_mb(process_id: int) -> str:
    """What the process holds in memory, where the system tells it in a file."""
    with contextlib.suppress(OSError):
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process_id}/status").read_text())
        if found:
            return f"{int(found[1]) / 1024:.0f}"
    return "?"


# -- replay and pages ----------------------------------------------------------------------------


def _replay(events: int) -> Iterator[str]:
    """Time reading a long evening again: from the file, seals checked, to the table it makes."""
    taken = replay.measure(events)
    print(
        f"replay of {taken.events} events: {taken.whole_ms:.0f} ms"
        f" ({taken.load_ms:.0f} ms of it reading and checking seals)"
    )
    if taken.whole_ms > REPLAY_GOAL_MS:
        yield f"replay {taken.whole_ms:.0f} ms, goal {REPLAY_GOAL_MS:.0f} ms"


def _pages() -> Iterator[str]:
    """Weigh every page that can be reached from the host's and from a guest's first page."""
    with running(SPARE_THREADS) as place:
        found = list(pages.weigh(place.http, place.code, place.cookie))
    print(f"pages: {len(found)}, the heaviest as sent (gzip, with style and script):")
    for page in sorted(found, key=lambda one: -one.whole_bytes)[:8]:
        print(
            f"  {page.whole_bytes / 1000:6.1f} kB  ({page.html_bytes / 1000:.1f} html)  {page.path}"
        )
    for page in found:
        if page.status >= 500:
            yield f"{page.path} answered {page.status}"
        if page.whole_bytes > pages.MOST_BYTES:
            yield f"{page.path} weighs {page.whole_bytes} bytes, goal {pages.MOST_BYTES}"
