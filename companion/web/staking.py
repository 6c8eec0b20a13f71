"""S4 with a choice: chips spread over the pay cards, tap by tap, kept in the address until Done."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.wrappers import Response

from companion.core import events as ev
from companion.core import pots
from companion.web.here import Here, boodle, render
from companion.web.shapes import (
    Shape,
    act,
    link,
    page,
    people,
    person,
    pot,
    space_words,
    the_space,
    worth,
)


def staking(place: Here, seat: int, args: Mapping[str, str], missing: tuple[int, ...]) -> Response:
    """Show what *seat* has placed so far (``?AH=2&KC=1``) and what is left to place."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    spaces = [space.name for space in pots.staked_spaces(table) if space.is_pay_space]
    if table.options.placement == "one":
        return _one_card(place, seat, spaces, missing)
    placed = {space: _chips(args.get(space, "")) for space in spaces}
    whole = pots.free_chips(table, seat == hand.dealer)
    left = whole - sum(placed.values())
    lines = [
        {"pot": {**pot(place, space), "chips": placed[space]},
         "add": _step(place, seat, placed, space, 1, off=left <= 0),
         "take": _step(place, seat, placed, space, -1, off=placed[space] == 0)}
        for space in spaces
    ]  # fmt: skip
    stakes = {f"stake_{space}": chips for space, chips in placed.items()}
    done = act("stake", "Done", data={"seat": seat, **stakes})
    if left:
        words = (
            f"{place.chips(left)} left to place" if left > 0 else f"{place.chips(-left)} too many"
        )
        done["off"] = words
    return render(
        "table/stakes_free.html", page(place, "Stakes"), left=left,
        whose=None if seat == place.seat else person(place, seat), lines=lines,
        same=_same_as_last(place, seat, whole, spaces), done=done,
        missing=[who for who in people(place, missing) if who["seat"] != seat],
    )  # fmt: skip


def _one_card(place: Here, seat: int, spaces: list[str], missing: tuple[int, ...]) -> Response:
    """One bet on one card of choice: one tap."""
    hand = place.table.playing
    assert hand is not None
    chips = pots.free_chips(place.table, seat == hand.dealer)
    bets = [
        act(
            "stake", aria=f"Back the {space_words(place.table, space)}",
            data={"seat": seat, **{f"stake_{s}": chips * (s == space) for s in spaces}},
        )
        for space in spaces
    ]  # fmt: skip
    whose = "do you" if seat == place.seat else f"does {place.table.name(seat)}"
    kind = "king" if all(space[0] == "K" for space in spaces) else "card"
    money = worth(place.table, chips)
    money = f" ({money})" if money else ""
    goes = "goes" if chips == 1 else "go"
    return render(
        "table/pots_player.html", page(place, "Stakes"), plays=bets, out=None, keys=[],
        pots=[{**pot(place, space), "by": None} for space in spaces],
        asks=f"Which {kind} {whose} back?",
        about=f"Tap one: {place.chips(chips)}{money} {goes} on it{_beside(place)}.",
        others=[who for who in people(place, missing) if who["seat"] != seat],
    )  # fmt: skip


def _beside(place: Here) -> str:
    """Return what goes down with a bet whatever it is on: ``, 1 in the kitty and 1 in the pot``."""
    table = place.table
    parts = [f"{n} in {the_space(table, space)}" for space, n in pots.side_stakes(table)]
    return f", {' and '.join(parts)}" if parts else ""


def _chips(text: str) -> int:
    """Return the chips written in the address; what is odd counts 0."""
    return min(int(text), 1000) if text.isdecimal() and len(text) < 6 else 0


def _step(
    place: Here, seat: int, placed: Mapping[str, int], space: str, step: int, *, off: bool
) -> Shape:
    after = {**placed, space: max(placed[space] + step, 0)}
    query = "&".join(
        [f"for={seat}" if seat != place.seat else "", *(f"{s}={n}" for s, n in after.items() if n)]
    )
    action = link(f"{place.url()}?{query.strip('&')}")
    return {**action, "off": True} if off else action


def _same_as_last(place: Here, seat: int, whole: int, spaces: list[str]) -> Shape | None:
    """Return the stake of the last hand once more, where it still fits exactly."""
    last: dict[str, int] = {}
    for line in boodle().croupier.log(place.evening.id):
        if isinstance(line.event, ev.Staked) and line.event.seat == seat:
            last = {space: chips for space, chips in line.event.stakes if space in spaces}
    if sum(last.values()) != whole:
        return None
    stakes = {f"stake_{space}": chips for space, chips in last.items()}
    return act("stake", "Same as last time", data={"seat": seat, **stakes})
