"""Where a request stands: which table, which phone, which state. Reads; changes nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from flask import current_app, g, make_response, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.core.options import chips_word
from companion.core.table import Table
from companion.door import Visitor
from companion.store.chain import Evening

if TYPE_CHECKING:
    from companion.web.boodle import Boodle

COOKIE: Final = "boodle"
LOOK_COOKIE: Final = "boodle-look"
YEAR_S: Final = 365 * 24 * 3600
LOOKS: Final[dict[str, tuple[str, ...]]] = {
    "theme": ("dim", "day", "auto"),
    "size": ("normal", "giant", "picture"),
    "letters": ("on", "off"),
    "turned": ("", "yes"),
    "quiet": ("", "yes"),
    "speak": ("", "yes"),
    "upright": ("", "yes"),
}


class NoTableError(HTTPException):
    """There is no table of that code; the page says so and what to do."""

    code = 404

    def __init__(self, table_code: str) -> None:
        super().__init__(f"There is no table {table_code[:20]}.")
        self.table_code = table_code[:20]


def boodle() -> Boodle:
    """Return what the app was made with."""
    found: Boodle = current_app.extensions["boodle"]
    return found


def token() -> str:
    """Return this phone's secret; a phone without one gets it with the answer."""
    if "token" not in g:
        sent = request.cookies.get(COOKIE, "")
        g.is_new = not 20 <= len(sent) <= 100
        g.token = secrets.token_urlsafe(24) if g.is_new else sent
    found: str = g.token
    return found


def look() -> dict[str, str]:
    """Return this phone's look from its cookie; what is odd there is the default."""
    pairs = (part.partition("=") for part in request.cookies.get(LOOK_COOKIE, "").split("&"))
    chosen = {name: value for name, _, value in pairs if value in LOOKS.get(name, ())}
    return {name: chosen.get(name, values[0]) for name, values in LOOKS.items()}


@dataclass(frozen=True, slots=True)
class Here:
    """One request at one table. *seq* and *table* belong together."""

    evening: Evening
    seq: int
    table: Table
    visitor: Visitor

    @property
    def code(self) -> str:
        """The table's code."""
        return self.evening.code

    @property
    def seat(self) -> int | None:
        """The seat this phone holds."""
        return self.visitor.seat

    @property
    def is_host(self) -> bool:
        """Whether this phone has the pen."""
        return self.visitor.is_host

    def chips(self, number: int) -> str:
        """Return *number* with its word: chips, or points where the bank gives them out."""
        return chips_word(number, self.table.options)

    def url(self, page: str = "") -> str:
        """Return the address of a page of this table."""
        return f"/t/{self.code}/{page}" if page else f"/t/{self.code}"


def here(code: str) -> Here:
    """Return where this request stands; raise `NoTableError` where no table has *code*."""
    evening = boodle().croupier.evening_by_code(code)
    if evening is None:
        raise NoTableError(code)
    seq, table = boodle().croupier.state(evening.id)
    return Here(evening, seq, table, boodle().door.visitor(evening, token()))


def render(template: str, page: Mapping[str, Any], status: int = 200, **values: Any) -> Response:
    """Render *template*; *page* is what base.html says it takes."""
    full = {"look": look(), "as_of": datetime.now().strftime("%H:%M"), **page}
    answer = make_response(render_template(template, page=full, **values), status)
    answer.headers["Cache-Control"] = "no-store"
    return with_token(answer)


def way_back(place: Here, otherwise: str | None = None) -> str:
    """Return the page that a form asks for next: one of this table's own, else *otherwise*."""
    back = request.form.get("back", "")
    own = back.startswith(place.url()) and "//" not in back[1:] and back.isprintable()
    return back if own else otherwise or place.url()


def with_token(answer: Response) -> Response:
    """Give a phone that has none its secret: this browser only, never in an address."""
    phone = token()
    if g.is_new:
        answer.set_cookie(COOKIE, phone, max_age=YEAR_S, httponly=True, samesite="Lax")
    return answer


def age_s(at_utc: str) -> float:
    """Return how many seconds ago *at_utc* (ISO, UTC) was; 0 where the clock has jumped back."""
    try:
        then = datetime.fromisoformat(at_utc)
    except ValueError:
        return 0.0
    return max((datetime.now(UTC) - then).total_seconds(), 0.0)
