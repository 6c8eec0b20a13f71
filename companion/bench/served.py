"""A real server as a process of its own, with a table on it, for measuring what it answers.

It measures nothing itself; its data folder is gone afterwards.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.bench import replay

if TYPE_CHECKING:
    from companion.croupier import Croupier
    from companion.door import Door
    from companion.store.chain import Evening

SPARE_THREADS: Final = 40
"""Beside those that hold a stream each."""


@dataclass(frozen=True, slots=True)
class Place:
    """A running server with a table on it.

    *token* is the host's cookie, *phones* are those of the people who sit there, and also at the
    table *beside*, where a hand has begun.
    """

    process: subprocess.Popen[str]
    http: int
    https: int
    code: str
    beside: str
    token: str
    phones: list[str]
    authority: str

    @property
    def cookie(self) -> str:
        """The header that makes a request the host's."""
        return f"boodle={self.token}"


def a_free_port() -> int:
    """Return a port of this machine that nobody uses."""
    from companion.network.net import free_port

    return free_port("127.0.0.1", 8600)


@contextlib.contextmanager
def running(threads: int) -> Iterator[Place]:
    """A real server as a process of its own, with a table of four at its first lead."""
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion.bench.served", data, str(threads)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            yield Place(process, **json.loads(process.stdout.readline()))
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def _serve(data: Path, threads: int) -> None:
    """What the server's process does: open the house, seat four, tell where, wait."""
    from companion.door import Door
    from companion.network.server import Ending, run_until_signal
    from companion.serve import Wishes, open_house

    ending = Ending()
    house = open_house(Wishes(data=data, host="127.0.0.1", port=8600, threads=threads))
    door = Door(house.croupier.store, house.croupier, secrets.choice)
    token = secrets.token_urlsafe(24)
    phones = [secrets.token_urlsafe(24) for _ in replay.NAMES]
    evening, beside = (_seated(house.croupier, door, token, phones) for _ in range(2))
    replay.say(house.croupier, beside.id, "begin_hand", {})
    place = {
        "http": house.server.http_port,
        "https": house.server.https_port,
        "code": evening.code,
        "beside": beside.code,
        "token": token,
        "phones": phones,
        "authority": str(data / "certificate" / "authority.pem"),
    }
    print(json.dumps(place), flush=True)
    run_until_signal(house.server, house.close, ending)


def _seated(croupier: Croupier, door: Door, token: str, phones: Sequence[str]) -> Evening:
    """Open a table of the host *token* and seat four people with their phones."""
    evening, _ = door.open_table(token, game="boodle", options=replay.OPTIONS, depth="cards")
    for kind, fields in replay.seating():
        replay.say(croupier, evening.id, kind, fields)
    for seat, phone in enumerate(phones):
        door.hold_seat(evening, phone, seat)
    return evening


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), int(sys.argv[2]))
