"""QR codes as drawings: black on white with a quiet zone of four, as every camera reads them.

Never encodes an address that means "myself": without a network there is no code (UX-25).
"""

from __future__ import annotations

from typing import Any

import qrcode
from markupsafe import Markup

from companion.web.network import Network

BORDER = 4


def drawing(text: str, label: str = "QR code for joining this table") -> Markup:
    """Return *text* as an SVG, white ground included, so that a dark page cannot swallow it."""
    code = qrcode.QRCode(border=BORDER, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    size = len(rows)
    path = "".join(_row_path(y, row) for y, row in enumerate(rows))
    return Markup(
        '<svg role="img" aria-label="{}" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        '<path d="M0 0h{size}v{size}h-{size}z" fill="#fff"/><path d="{}" fill="#000"/></svg>'
    ).format(label, path, size=size)


def _row_path(y: int, row: list[bool]) -> str:
    """Return the dark stretches of one row, each drawn in one stroke."""
    strokes, start = [], None
    for x, dark in enumerate([*row, False]):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            strokes.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            start = None
    return "".join(strokes)


def card(network: Network, path: str, label: str = "") -> dict[str, Any] | None:
    """Return what `parts/joining.html` shows for *path*, or ``None`` where no phone could reach it.

    *path* begins with a slash and carries no secret.
    """
    base = network.base_url()
    if base is None:
        return None
    svg = drawing(base + path, label) if label else drawing(base + path)
    return {"svg": svg, "address": network.shown(), "wifi": None, "href": base + path}
