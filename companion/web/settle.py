"""Settling up (S10): the standing, and who pays whom. Ticks are commands; no chip moves here."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core import ends, money, undo
from companion.core.commands import refusal
from companion.core.errors import RuleError
from companion.core.ledger import BANK
from companion.core.money import Payment
from companion.web.coins import money_words
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.history import tabs
from companion.web.lines import capital
from companion.web.look import count, number_word
from companion.web.shapes import Shape, act, conserved, link, page, person, space_words

blueprint = Blueprint("settle", __name__)

LAYOUT: Final[Shape] = {"seat": None, "name": "the layout", "animal": None}


@blueprint.get("/t/<code>/settle")
def settle(code: str) -> Response:
    """Show who won what and the fewest payments; during the evening the standing so far."""
    place = here(code)
    as_played = "played" in request.args
    pays = played(place) if as_played else owed(place)
    return render(
        "table/settle.html", page(place, "Settle up", **header(place)),
        tabs=tabs(place, "settle"), asks=winner_words(place), standing=standing(place),
        title=_title(place, as_played, len(pays)), proof=_proof(place, as_played, len(pays)),
        pays=pays, as_played=_switch(place, as_played), sum=conserved(place.table),
        notes=_notes(place), go=_go(place), again=_again(place), keys=_keys(place),
        saves=saves(place),
    )  # fmt: skip


def header(place: Here) -> Shape:
    """Return the header of the pages that look back on an evening."""
    hands = count(len(place.table.results), "hand")
    more: Shape = {"heading": "Settle up" if place.table.ended else "So far",
                   "sub": f"{hands} · {duration(place)}", "toast": None}  # fmt: skip
    if not place.table.ended:
        more["back"] = place.url()
    return more


def duration(place: Here) -> str:
    """Return how long the evening has lasted: ``1 h 52 min``."""
    records = boodle().croupier.history(place.evening.id)
    try:
        first, last = (datetime.fromisoformat(records[n].at_utc) for n in (0, -1))
    except ValueError:
        return "time unknown"
    minutes = max(int((last - first).total_seconds()) // 60, 0)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


# ---- standing -----------------------------------------------------------------------------------


def standing(place: Here) -> list[Shape]:
    """Return everybody with what they won or lost, the winner first."""
    return [
        {"person": person(place, seat), "gain": net, "place": rank}
        for rank, seat, net in money.ranking(place.table)
    ]


def winner_words(place: Here) -> Any:
    """Return who won, or leads, as a sentence."""
    table = place.table
    first = [seat for rank, seat, _ in money.ranking(table) if rank == 1]
    if not table.results or not first:
        return "Nothing has been won yet"
    if len(first) == len(table.seats):
        return "Nobody won or lost anything"
    verb = ("wins", "win") if table.ended else ("leads", "lead")
    names: list[Any] = []
    for index, seat in enumerate(first):
        names += [*([" and "] if index else []), person(place, seat)]
    chips = place.chips(table.balance(first[0]))
    return [*names, f" {verb[len(first) > 1]} with {chips}" + (" each" if len(first) > 1 else "")]


# ---- who pays whom ------------------------------------------------------------------------------


def in_words(place: Here, chips: int) -> str:
    """Return *chips* in money where a chip has a value, else as a number of chips."""
    options = place.table.options
    if not options.chip_value:
        return str(chips)
    return money_words(chips * options.chip_value, options.currency)


def payments(place: Here) -> list[Payment]:
    """Return the fewest payments in chips that clear the evening; none while it still runs."""
    return money.fewest_payments(money.nets(place.table)) if place.table.ended else []


def owed(place: Here) -> list[Shape]:
    """Return the fewest payments, each with its box to tick."""
    may = place.is_host or place.seat is not None
    found = []
    for debtor, creditor, chips in payments(place):
        paid = (debtor, creditor) in place.table.paid
        data = {"debtor": debtor, "creditor": creditor, "paid": "off" if paid else "on"}
        found.append({
            "from": person(place, debtor), "to": person(place, creditor), "paid": paid,
            "amount": in_words(place, chips), "why": _why(place, chips),
            "tick": act("tick", data=data, back=place.url("settle")) if may else None,
        })  # fmt: skip
    return found


def _why(place: Here, chips: int) -> str:
    options = place.table.options
    if not options.chip_value:
        return "in chips"
    return f"{place.chips(chips)} at {money_words(options.chip_value, options.currency)}"


def played(place: Here) -> list[Shape]:
    """Return what everybody paid everybody, as it was played; pots stand as the layout."""
    log = boodle().croupier.log(place.evening.id)
    direct: dict[tuple[int, int], int] = {}
    won, staked = dict[int, int](), dict[int, int]()
    for event in undo.standing(log):
        for debit, credit, chips in event.transfers():
            if isinstance(debit, int) and isinstance(credit, int):
                direct[debit, credit] = direct.get((debit, credit), 0) + chips
            elif isinstance(debit, int) and credit != BANK:
                staked[debit] = staked.get(debit, 0) + chips
            elif isinstance(credit, int) and debit != BANK:
                won[credit] = won.get(credit, 0) + chips
    rows = [
        {"from": person(place, debtor), "to": person(place, creditor), "why": "for cards left",
         "amount": in_words(place, chips)}
        for (debtor, creditor), chips in sorted(direct.items())
    ]  # fmt: skip
    return rows + [
        row for seat in place.table.seats for row in _with_layout(place, seat, won, staked)
    ]


def _with_layout(
    place: Here, seat: int, won: dict[int, int], staked: dict[int, int]
) -> list[Shape]:
    """Return what one person had from the layout in the end, or left on it."""
    got, put = won.get(seat, 0), staked.get(seat, 0)
    if got == put:
        return []
    ends_of = (LAYOUT, person(place, seat)) if got > put else (person(place, seat), LAYOUT)
    return [{"from": ends_of[0], "to": ends_of[1], "amount": in_words(place, abs(got - put)),
             "why": f"won {got}, staked {put}"}]  # fmt: skip


def _title(place: Here, as_played: bool, pays: int) -> str:
    if as_played:
        return "As it was played"
    if not place.table.ended:
        return "Payments come at the end"
    if not pays:
        return "Nobody owes anything"
    words = number_word(pays).capitalize()
    return f"{words} payment clears it all" if pays == 1 else f"{words} payments clear it all"


def _proof(place: Here, as_played: bool, pays: int) -> str | None:
    if as_played:
        return "Everything that went from hand to hand, added up. The sums are the same."
    people = sum(1 for net in money.nets(place.table).values() if net)
    if not pays or people > money.MOST_EXACT:
        return None
    return "Fewer is not possible: every way of grouping was tried."


def _switch(place: Here, as_played: bool) -> Shape | None:
    if not place.table.results:
        return None
    href = place.url("settle") + ("" if as_played else "?played=1")
    return {"on": as_played, "href": href}


# ---- notes and keys -----------------------------------------------------------------------------


def layout_words(place: Here) -> str:
    """Return what lies on the layout, space by space: ``ace of hearts 5, queen of diamonds 5``."""
    chips = place.table.layout_chips
    return ", ".join(f"{space_words(place.table, space)} {n}" for space, n in chips.items() if n)


def _notes(place: Here) -> list[Shape]:
    table, notes = place.table, []
    there = place.chips(sum(table.layout_chips.values()))
    if not layout_words(place):
        pass
    elif table.ended:
        notes.append(_note(f"{there} on the layout", "Lost, as agreed: " + layout_words(place)))
    else:
        words = capital(layout_words(place))
        notes.append(_note(f"{there} still on the layout", f"{words}. {_leftover(place)}"))
    start = table.options.start_chips
    more = [f"{table.name(s)} {n - start}" for s, n in table.bought.items() if n > start]
    if more:
        words = f"{', '.join(more)}. That is counted against them."
        notes.append(_note("Bought during the evening", words))
    return notes


def _note(title: str, text: str) -> Shape:
    return {"title": title, "text": text, "kind": ""}


def _leftover(place: Here) -> str:
    return {
        "split": "When the evening ends they are shared equally.",
        "last_winner": "When the evening ends the last winner gets them.",
        "lost": "When the evening ends they are lost.",
    }.get(place.table.options.leftover, "They are given out when the evening ends.")


def _go(place: Here) -> Shape | None:
    """Return the lamp: the next evening, or the end of this one."""
    following = boodle().door.following(place.evening)
    if following is not None:
        return link(f"/t/{following.code}", "To the next evening", small=f"table {following.code}")
    if ends.last_hands_missing(place.table):
        return link(place.url("last-hands"), "Show five cards", small="the best takes what is left")
    if place.table.ended:
        return None
    over = ends.reached(place.table) is not None
    end = act("end_evening", "End the evening", back=place.url("settle"))
    if not place.is_host or (not over and refusal(place.table, "end_evening", {}) is not None):
        return None
    return end


def _keys(place: Here) -> list[Shape]:
    if not place.table.ended:
        return [link(place.url(), "Back to the table")]
    return []


def _again(place: Here) -> str | None:
    """Return where the host opens the next evening, once."""
    once = boodle().door.following(place.evening) is None
    return place.url("again") if place.table.ended and place.is_host and once else None


def saves(place: Here) -> list[Shape]:
    """Return the ways to take the evening along."""
    return [
        link(place.url("export.txt"), "Text"),
        link(place.url("export.csv"), "CSV", download=True),
        link(place.url("export.json"), "JSON", download=True),
        link(place.url("export.record"), "Record", download=True),
    ]


# ---- once more ----------------------------------------------------------------------------------


@blueprint.post("/t/<code>/again")
def again(code: str) -> Response:
    """Open the next table with the same people, seats and rules; phones need not join anew."""
    place = here(code)
    if not place.is_host:
        raise RuleError("not_yours", "Only the host opens the next evening. Ask who holds the pen.")
    if not place.table.ended:
        raise RuleError("not_over", "This evening still runs. End it first, then begin another.")
    following = boodle().door.open_again(place.evening)
    return with_token(redirect(f"/t/{following.code}", 303))
