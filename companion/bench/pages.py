"""The weight of every page as a phone gets it: compressed, with the style and script it links.

It reads pages of a server on loopback, at most LIMIT of them, and follows no link elsewhere.
"""

from __future__ import annotations

import gzip
import re
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from typing import Final
from urllib.parse import urljoin, urlsplit

LIMIT: Final = 120
MOST_BYTES: Final = 60_000


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its own bytes as sent, and with what it links (style, script; pictures apart)."""

    path: str
    status: int
    html_bytes: int
    whole_bytes: int


def weigh(port: int, code: str, cookie: str) -> Iterator[Page]:
    """Walk from the host's first page and from a guest's; each address is weighed once."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        walk = _Walk(connection, cookie)
        yield from walk.pages(["/host", f"/t/{code}", f"/t/{code}/table", "/doctor"])
        guest = _Walk(connection, "")
        yield from guest.pages([f"/t/{code}/join"])


class _Walk:
    """One browser walking about; it remembers what it has weighed."""

    def __init__(self, connection: HTTPConnection, cookie: str) -> None:
        self._connection = connection
        self._cookie = cookie
        self._linked: dict[str, int] = {}

    def pages(self, first: list[str]) -> Iterator[Page]:
        """Every page that can be reached, nearest first."""
        known, waiting = set(first), deque(first)
        while waiting and len(known) <= LIMIT:
            path = waiting.popleft()
            status, kind, sent, text = self._get(path)
            if "text/html" not in kind:
                continue
            linked = sum(self._weight(one) for one in _linked(path, text))
            yield Page(path, status, sent, sent + linked)
            for link in _links(path, text):
                if link not in known:
                    known.add(link)
                    waiting.append(link)

    def _weight(self, path: str) -> int:
        if path not in self._linked:
            self._linked[path] = self._get(path)[2]
        return self._linked[path]

    def _get(self, path: str) -> tuple[int, str, int, str]:
        """(status, type, bytes as sent, text), after at most one redirect."""
        headers = {"Accept-Encoding": "gzip"}
        if self._cookie:
            headers["Cookie"] = self._cookie
        for _ in range(2):
            self._connection.request("GET", path, headers=headers)
            answer = self._connection.getresponse()
            body = answer.read()
            if answer.status in (301, 302, 303, 307, 308):
                path = urljoin(path, answer.headers.get("Location", "/"))
                continue
            break
        sent = len(body)
        if answer.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        return (
            answer.status,
            answer.headers.get("Content-Type", ""),
            sent,
            body.decode("utf-8", "replace"),
        )


def _linked(path: str, text: str) -> set[str]:
    """Style and script a page makes the browser load."""
    found = re.findall(r"<(?:link|script)\b[^>]*>", text)
    addresses = [
        match[1]
        for tag in found
        if "stylesheet" in tag or tag.startswith("<script")
        if (match := re.search(r'(?:href|src)="([^"]+)"', tag))
    ]
    return {urljoin(path, unescape(address)) for address in addresses}


def _links(path: str, text: str) -> list[str]:
    """Where a tap on this page may lead, on this server, by reading only."""
    found = []
    for address in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', text):
        parts = urlsplit(urljoin(path, unescape(address)))
        if not parts.netloc and parts.path.startswith("/") and "/events" not in parts.path:
            found.append(parts.path + (f"?{parts.query}" if parts.query else ""))
    return found
