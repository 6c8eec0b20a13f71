"""More pots than stand beside a name on the smallest phone: first the pot, then whose it is.

Lays out what it is given; which tap is allowed the pages of the phases say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from werkzeug.wrappers import Response

from companion.web.here import Here, render
from companion.web.shapes import Shape, link, page, person

MOST_COLUMNS: Final = 4
"""So many pots stand beside a name at 360 px; with more it is the pot first, then who."""

Tap = Callable[[int, Shape], Shape | None]
"""What a tap for somebody on a pot does, or nothing where it cannot be."""


def which(place: Here, pots: list[Shape], open_: Mapping[str, str], **words: Any) -> Response:
    """Show the pots as keys; *open_* says for those that can still be somebody's what a tap is."""
    plays = [
        link(f"{place.url()}?space={pot['space']}", aria=open_[pot["space"]])
        if pot["space"] in open_ else None
        for pot in pots
    ]  # fmt: skip
    title = words.pop("title", "")
    return render(
        "table/pots_player.html", page(place, title), pots=pots, plays=plays, others=[],
        **{"out": None, "keys": [], **words},
    )  # fmt: skip


def who(
    place: Here, pots: list[Shape], seats: Iterable[int], tap: Tap, args: Mapping[str, str],
    asks: str,
) -> Response | None:  # fmt: skip
    """Ask whose the pot in the address is; ``None`` where none, or nobody's, is named there."""
    pot = next((pot for pot in pots if pot["space"] == args.get("space")), None)
    if pot is None:
        return None
    taps = [(seat, tap(seat, pot)) for seat in seats]
    rows = [{"person": person(place, seat), "action": action} for seat, action in taps if action]
    if not rows:
        return None
    lie = "lies" if pot["chips"] == 1 else "lie"
    return render(
        "table/out.html", page(place, pot["name"]), asks=f"{asks} the {pot['name']}?",
        people=rows, about=f"{place.chips(pot['chips'])} {lie} there.", keys=[],
        cancel=place.url(),
    )  # fmt: skip
