"""The threshold: what every request passes before the app, and every answer after it.

It refuses names that are not ours and compresses text. It knows no route and no cookie.
"""

from __future__ import annotations

import gzip
import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

# Names only a home network gives. A web site cannot make a browser believe it has one of these.
HOME_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
TEXT_TYPES = ("text/", "application/json", "application/javascript", "image/svg+xml")
LEAST_BYTES = 600  # below this the gzip header costs what it saves
MOST_BYTES = 2 * 2**20
KEPT = 32  # compressed static files in memory


class KnownHosts:
    """Answers only under our own names.

    Without this any web site could point its name at 127.0.0.1 and act as the host's browser
    (DNS rebinding). *also* are further names, as given with --url.
    """

    def __init__(self, app: Application, also: Iterable[str] = ()) -> None:
        self._app = app
        self._also = {name.lower() for name in also}

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Pass the request on, or answer 421 with a sentence."""
        host = environ.get("HTTP_HOST", "")
        if self.knows(host):
            return self._app(environ, start_response)
        body = (
            f"Boodle does not answer as {host[:60]!r}. Open the address that its screen shows;"
            " if this name is right, start Boodle with --url and this address.\n"
        ).encode()
        start_response(
            "421 Misdirected Request",
            [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))],
        )
        return [body]

    def knows(self, host: str) -> bool:
        """Is the name in this Host header an address, a name of a home network, or given to us?"""
        name = _without_port(host.strip().lower())
        if not name or name in self._also or name.endswith(HOME_ENDINGS):
            return True  # without a Host header it is no browser
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return "." not in name  # annas-mac, localhost: never a web site's name
        return True


class Compressed:
    """Sends text compressed to browsers that ask for it; streams and pictures pass as they are."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Serve as the app does, smaller."""
        if "gzip" not in environ.get("HTTP_ACCEPT_ENCODING", ""):
            return self._app(environ, start_response)
        begun: list[Any] = []

        def keep(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            begun[:] = [status, headers, exc_info]
            if _is_worth_it(status, headers):
                return lambda _data: None  # nobody writes this way here: Flask returns its body
            writer: Callable[[bytes], object] = start_response(status, headers, exc_info)
            return writer

        body = self._app(environ, keep)
        if not begun or not _is_worth_it(begun[0], begun[1]):
            return body
        try:
            whole = b"".join(body)
        finally:
            if hasattr(body, "close"):
                body.close()
        status, headers, exc_info = begun
        small = self._compressed(environ.get("PATH_INFO", ""), _value(headers, "etag"), whole)
        start_response(status, _changed(headers, len(small)), exc_info)
        return [small] if environ.get("REQUEST_METHOD") != "HEAD" else []

    def _compressed(self, path: str, etag: str, whole: bytes) -> bytes:
        """The gzip of *whole*; files that carry an ETag are compressed once."""
        key = (path, etag)
        with self._lock:
            kept = self._kept.get(key) if etag else None
        if kept is not None:
            return kept
        small = gzip.compress(whole, compresslevel=6, mtime=0)
        if etag:
            with self._lock:
                self._kept[key] = small
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return small


def _without_port(host: str) -> str:
    if host.startswith("["):  # [::1]:8421
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _value(headers: Headers, name: str) -> str:
    return next((value for key, value in headers if key.lower() == name), "")


def _is_worth_it(status: str, headers: Headers) -> bool:
    """A whole text of a known length that nobody compressed yet; a stream has no length."""
    length = _value(headers, "content-length")
    return (
        status.startswith("200")
        and length.isdigit()
        and LEAST_BYTES <= int(length) <= MOST_BYTES
        and _value(headers, "content-type").startswith(TEXT_TYPES)
        and not _value(headers, "content-encoding")
        and not _value(headers, "content-range")
    )


def _changed(headers: Headers, length: int) -> Headers:
    kept = [(key, value) for key, value in headers if key.lower() not in ("content-length", "etag")]
    etag = _value(headers, "etag")
    if etag:  # the same content in other bytes: weak, so that If-None-Match still finds it
        kept.append(("ETag", etag if etag.startswith("W/") else f"W/{etag}"))
    return [
        *kept,
        ("Content-Length", str(length)),
        ("Content-Encoding", "gzip"),
        ("Vary", "Accept-Encoding"),
    ]
