"""Phones round a table, for the tests of the pages: each is a browser with its own cookie."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.core.table import Table
from companion.croupier import Answer, Said
from companion.door import token_hash
from companion.store import Device
from companion.store.chain import Evening
from companion.web.boodle import Boodle

NAMES = ("Anna", "Ben", "Carla", "Dan", "Ella", "Finn", "Greta", "Hugo")
ANIMALS = ("cat", "fish", "duck", "owl", "hare", "bear", "snail", "moth")
_numbers = itertools.count(1)


class Clock:
    """A clock that goes one second further each time it is asked."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)

    def __call__(self) -> str:
        """The time as it is stored."""
        self.at += timedelta(seconds=1)
        return self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Phone:
    """A browser; *token* is its cookie. Redirects are not followed unless asked for."""

    def __init__(self, app: Flask, token: str | None = None) -> None:
        self.token = token or f"a-phone-with-a-cookie-{next(_numbers)}"
        self.client: FlaskClient = app.test_client()
        self.client.set_cookie("boodle", self.token)

    def get(self, path: str, **more: Any) -> TestResponse:
        """Open a page."""
        return self.client.get(path, **more)

    def text(self, path: str) -> str:
        """The words of a page, redirects followed; it must be there."""
        response = self.get(path, follow_redirects=True)
        assert response.status_code == 200, (path, response.status_code)
        return words(response)

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Send a form."""
        return self.client.post(path, data=fields)


class AtTable:
    """One evening: *host* is a phone that plays on seat 0, *players* the phones by seat."""

    def __init__(self, app: Flask, boodle: Boodle, evening: Evening, host: Phone) -> None:
        self.app, self.boodle, self.evening, self.host = app, boodle, evening, host
        self.players: dict[int, Phone] = {}
        self.word = ""

    @property
    def code(self) -> str:
        """The table's code."""
        return self.evening.code

    @property
    def url(self) -> str:
        """The table's address."""
        return f"/t/{self.evening.code}"

    @property
    def state(self) -> Table:
        """The table as it stands."""
        return self.boodle.croupier.table(self.evening.id)

    @property
    def seq(self) -> int:
        """The last line's number."""
        return self.boodle.croupier.seq(self.evening.id)

    def phone(self, role: str = "watcher", seat: int | None = None) -> Phone:
        """A new phone: ``stranger``, ``watcher`` (said "just watch"), ``player`` or ``host``."""
        phone = Phone(self.app)
        if role != "stranger":
            self._know(phone, role, seat)
        return phone

    def _know(self, phone: Phone, role: str, seat: int | None) -> None:
        name = self.state.name(seat) if seat is not None else "Zoe"
        self.boodle.croupier.store.put_device(
            Device(
                evening=self.evening.id, token_hash=token_hash(phone.token), role=role,
                seat=seat, name=name, seen_at=self.boodle.croupier.now(),
            )
        )  # fmt: skip

    def say(self, kind: str, seat: int | None = None, **data: Any) -> Answer:
        """Submit a command straight to the croupier, as the host; it must be accepted."""
        fields = data if seat is None else {"seat": seat, **data}
        said = Said(f"said-{next(_numbers)}", self.seq, kind, fields)
        from companion.croupier import HOST

        answer = self.boodle.croupier.submit(self.evening.id, said, HOST)
        assert answer.ok, answer
        return answer

    def tap(self, phone: Phone, kind: str, **data: Any) -> TestResponse:
        """Post a command as a form, the way a page without script does."""
        return phone.post(f"{self.url}/do", kind=kind, id=f"tap-{next(_numbers)}",
                          seq_seen=self.seq, **data)  # fmt: skip

    def json(self, phone: Phone, kind: str, **data: Any) -> dict[str, Any]:
        """Post a command as JSON and return the answer."""
        body = {"kind": kind, "id": f"tap-{next(_numbers)}", "seq_seen": self.seq, "data": data}
        answer: dict[str, Any] = phone.client.post(f"{self.url}/do", json=body).get_json()
        return answer

    def begin(self) -> None:
        """Deal the first hand, Dan or the last seat dealing, up to the first lead."""
        if self.state.dealer is None:
            self.say("dealer", seat=self.state.circle[-1])
        self.say("begin_hand")
        self.say("deal")


def seated(app: Flask, boodle: Boodle, players: int, *, depth: str = "cards", single: bool = False,
           game: str = "boodle", **options: Any) -> AtTable:  # fmt: skip
    """Open a table and seat *players* with a phone each; the host plays on seat 0."""
    host = Phone(app)
    evening, word = boodle.door.open_table(
        host.token, game=game, options=options, depth=depth, single=single
    )
    table = AtTable(app, boodle, evening, host)
    table.word = word
    for seat in range(players):
        phone = host if seat == 0 else Phone(app)
        answer = boodle.door.join(evening, phone.token, NAMES[seat], ANIMALS[seat], f"join-{seat}")
        assert answer.ok, answer
        table.players[seat] = phone
    return table


TableMaker = Callable[..., AtTable]
"""``table(4)`` or ``table(3, depth="pots", per_card=0)``."""


def words(response: TestResponse) -> str:
    """The words of a page as read: no tags, no scripts, single blanks."""
    body = re.sub(r"(?s)<(script|style|svg).*?</\1>", " ", response.get_data(as_text=True))
    body = re.sub(r"</?(b|bdi)\b[^>]*>", "", body)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def forms(response: TestResponse) -> list[dict[str, str]]:
    """The fields of every form of a page that carries a command, with its address as ``action``."""
    found = []
    for attributes, inner in re.findall(
        r"(?s)<form ([^>]*)>(.*?)</form>", response.get_data(as_text=True)
    ):
        pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', inner)
        fields = {html.unescape(name): html.unescape(value) for name, value in pairs}
        address = re.search(r'action="([^"]*)"', attributes)
        found.append({**fields, "action": address.group(1) if address else ""})
    return found
