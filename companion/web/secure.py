"""Whether a browser gives this page a live camera, and where it would. Knows no camera."""

from __future__ import annotations

from typing import Final

from flask import request

from companion.web.here import Here, boodle

LOCAL: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_secure() -> bool:
    """Whether this page came over https, or from this very machine; else there is no camera."""
    return request.is_secure or host_name() in LOCAL


def secure_address(place: Here, page: str) -> str | None:
    """Return where *page* of this table is to be had over https; ``None`` without https."""
    port = boodle().network.https_port
    return f"https://{host_name()}:{port}{place.url(page)}" if port else None


def host_name() -> str:
    """Return the name in the address bar, without the port."""
    host = request.host
    return host if host.endswith("]") else host.rsplit(":", 1)[0]
