"""Taking back and putting right: the undo sheet, amending an earlier act, chips moved by hand.

Every page says what would fall before anything moves; the croupier decides whether it may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core import evening, undo
from companion.core import events as ev
from companion.core.cards import RANKS_IN_ORDER, Card
from companion.core.errors import RuleError
from companion.core.undo import Line
from companion.croupier import Record, Said
from companion.web import lines, sent
from companion.web.here import Here, boodle, here, render, with_token
from companion.web.history import AMENDABLE, account_words, amend_link
from companion.web.shapes import Shape, act, link, page, person, somebody
from companion.web.table import carry_out, read_command

blueprint = Blueprint("undo", __name__)

STEPS: Final = 5
"""So many acts stand on the sheet; older ones on a tap."""
MOST_STEPS: Final = 60


# ---- undo back to where? ------------------------------------------------------------------------


@blueprint.get("/t/<code>/undo")
def sheet(code: str) -> Response:
    """List the last acts; a key says what falls. ``n`` shows more, ``to`` goes back to a line."""
    place = here(code)
    log = boodle().croupier.log(place.evening.id)
    standing = _acts(log)
    count = _steps_shown(standing)
    shown = standing[:count]
    may = place.is_host or place.seat is not None
    steps = [_step(place, standing[: n + 1]) for n in range(len(shown))] if may else []
    if "to" in request.args and len(steps) > 1:  # only the whole way back, below what falls
        steps = steps[-1:]
    return render(
        "table/undo.html", page(place, "Undo", toast=None, undo=False, back=place.url()),
        lines=[_undo_line(place, line) for line in shown], steps=steps,
        redo=_redo(place, log) if may else None, about=_about(place, may, steps),
        keep=place.url(), more=_more(place, len(shown), len(standing)),
    )  # fmt: skip


def _acts(log: Sequence[Line]) -> list[Line]:
    """Return the acts that can be taken back, the newest first."""
    gone = undo.reverted(log)
    return [
        line for line in reversed(log)
        if line.seq == line.act and line.seq not in gone and not line.event.steadfast
    ]  # fmt: skip


def _steps_shown(standing: Sequence[Line]) -> int:
    to, more = request.args.get("to", ""), request.args.get("n", "")
    if to.isdecimal() and len(to) < 10:
        return max(sum(line.seq >= int(to) for line in standing), 1)
    wanted = int(more) if more.isdecimal() and len(more) < 4 else STEPS
    return min(max(wanted, 1), MOST_STEPS)


def _step(place: Here, fallen: Sequence[Line]) -> Shape:
    """Return the key that takes back all of *fallen*, newest first."""
    last, count = fallen[-1], len(fallen)
    at_once = place.is_host or (count == 1 and last.by is not None and last.by == place.seat)
    line = lines.fall_line(place, last)
    words = [*([] if count == 1 else ["and "]), *line["text"], f" {line['chips']}"]
    step = act(
        "undo", f"Undo {count}" if at_once else f"Ask to undo {count}",
        small=words, data={"seq": last.seq},
    )  # fmt: skip
    if place.table.proposal is not None and not at_once:
        step["off"] = "Somebody asks for an undo already"
    return step


def _undo_line(place: Here, line: Line) -> Shape:
    records = boodle().croupier.history(place.evening.id)
    together = [r for r in records if r.line.act == line.act]
    main = lines.main_event([r.line.event for r in together])
    record = next(r for r in together if r.line.event is main)
    return lines.fall_line(place, line) | {"amend": amend_link(place, record)}


def _redo(place: Here, log: Sequence[Line]) -> Shape | None:
    last = undo.restorable(log)
    if last is None:
        return None
    back = [line for line in log if line.seq in last.seqs]
    acts = undo.acts(back)
    if not place.is_host and any(line.by != place.seat for line in acts):
        return None
    words = lines.loss_words(place, [line.event for line in back if line.act == acts[0].act])
    more = f" and {len(acts) - 1} more" if len(acts) > 1 else ""
    return act("redo", small=lines.capital(words) + more)


def _about(place: Here, may: bool, steps: Sequence[Shape]) -> Any:
    if not may:
        return "You are watching. Who plays, or the host, takes back what was wrong."
    if "to" in request.args and steps:
        return "All of these fall together. Joins, names and seats stay."
    return None


def _more(place: Here, shown: int, there: int) -> str | None:
    if "to" in request.args or shown >= min(there, MOST_STEPS):
        return None
    return f"{place.url('undo')}?n={shown * 2}"


# ---- it was another player, another card --------------------------------------------------------


@blueprint.get("/t/<code>/amend/<int:seq>")
def amend(code: str, seq: int) -> Response:
    """Ask what it was instead; a choice that would drop something later is listed first."""
    place = here(code)
    record = _amendable(place, seq)
    event = record.line.event
    changes = {name: request.args[name] for name in CHANGES if name in request.args}
    if changes:
        return _before_amending(place, record, changes)
    if isinstance(event, ev.SpareSold):
        return _amend_sale(place, record, event)
    assert isinstance(event, AMENDABLE) and not isinstance(event, ev.SpareSold), event
    suit = request.args.get("suit", "")
    is_card = isinstance(event, ev.CardPlayed)
    words = lines.loss_words(place, [event])
    return render(
        "table/amend.html", page(place, "It was …", toast=None, back=place.url("undo")),
        asks=[*lines.told(place, event)[0], ". It was …"], about=None,
        people=[
            {"person": person(place, other), "action": _option(place, record, {"seat": other})}
            for other in _others(place, seq, event.seat)
        ],
        suits=_suits(place, seq, suit) if is_card else None,
        ranks=_ranks(place, record, suit) if is_card and suit in ("S", "H", "D", "C") else None,
        keys=[link(_to(place, record), "Nobody did", aria="Undo " + words)],
    )  # fmt: skip


CHANGES: Final = ("seat", "card", "buyer")
"""What can be put right in an earlier act from its page."""


def _amend_sale(place: Here, record: Record, event: ev.SpareSold) -> Response:
    """The spare hand went to somebody else, or at another price."""
    seq, here_again = record.line.seq, place.url(f"amend/{record.line.seq}")
    asks = [*lines.told(place, event)[0], ". It was …"]
    if "price" in request.args:
        least = place.table.options.auction_min
        return render(
            "table/cards_left.html", page(place, "It was …", toast=None, back=here_again),
            out=person(place, event.buyer), counts=[], says=None, field="chips", unit="chip",
            asks=f"How many chips did {place.table.name(event.buyer)} pay?", expected=None,
            do={"kind": "amend", "data": {"seq": seq}}, lowest=least,
            highest=max(least + 19, event.chips), keys=[], photo=None,
        )  # fmt: skip
    buyers = [seat for seat in _others(place, seq, event.buyer) if seat != event.seller]
    return render(
        "table/amend.html", page(place, "It was …", toast=None, back=place.url("undo")),
        asks=asks, about=None, suits=None, ranks=None,
        people=[
            {"person": person(place, buyer), "action": _option(place, record, {"buyer": buyer})}
            for buyer in buyers
        ],
        keys=[link(f"{here_again}?price=1", "Another price"),
              link(_to(place, record), "Nobody did", aria="Undo the sale")],
    )  # fmt: skip


def _to(place: Here, record: Record) -> str:
    return f"{place.url('undo')}?to={record.line.act}"


def _amendable(place: Here, seq: int) -> Record:
    """Return the line *seq*; raise `RuleError` where this phone cannot change it."""
    records = boodle().croupier.history(place.evening.id)
    record = next((r for r in records if r.line.seq == seq), None)
    if record is None:
        raise RuleError("unknown_event", f"There is no line {seq} in the history.")
    undo.falls(boodle().croupier.log(place.evening.id), seq)
    if amend_link(place, record) is None:
        raise RuleError(
            "no_amend", "A play, a pot or a sale can be changed by the host or by who had it. "
            "Anything else is taken back with Undo and entered again.",
        )  # fmt: skip
    return record


def _others(place: Here, seq: int, seat: int) -> list[int]:
    hand = boodle().croupier.table_at(place.evening.id, seq).hand
    return [other for other in (hand.circle if hand is not None else ()) if other != seat]


def _said(place: Here, seq: int, changes: Mapping[str, Any]) -> Said:
    return Said("look ahead", place.seq, "amend", {"seq": seq, **changes})


def _option(place: Here, record: Record, changes: Mapping[str, Any]) -> Shape:
    """Return the action of one choice: at once where nothing falls, else a look at what would."""
    seq = record.line.seq
    try:
        dropped = boodle().croupier.amended(
            place.evening.id, _said(place, seq, changes), place.visitor.actor
        )
    except RuleError as error:
        return {"href": "#", "off": error.message}
    if not dropped:
        return act("amend", data={"seq": seq, **changes})
    query = "&".join(f"{name}={value}" for name, value in changes.items())
    return link(f"{place.url(f'amend/{seq}')}?{query}", small=f"{len(dropped)} later fall")


def _suits(place: Here, seq: int, chosen: str) -> list[Shape]:
    return [
        {"suit": suit, "chosen": suit == chosen,
         "action": link(f"{place.url(f'amend/{seq}')}?suit={suit}")}
        for suit in "SHDC"
    ]  # fmt: skip


def _ranks(place: Here, record: Record, suit: str) -> list[Shape]:
    assert isinstance(record.line.event, ev.CardPlayed)
    cards = [Card(rank + suit) for rank in RANKS_IN_ORDER[place.table.options.ace]]
    return [
        {"card": card, "action": _option(place, record, {"card": card})}
        for card in cards if card in place.table.game.pack and card != record.line.event.card
    ]  # fmt: skip


def _before_amending(place: Here, record: Record, changes: Mapping[str, str]) -> Response:
    """List what no longer fits, then do it on one tap."""
    seq = record.line.seq
    dropped = boodle().croupier.amended(
        place.evening.id, _said(place, seq, changes), place.visitor.actor
    )
    who = somebody(place, sent.number(changes, "buyer" if "buyer" in changes else "seat"))
    if who is None and "card" not in changes:
        raise RuleError("unknown_seat", "Nobody holds that seat at this table.")
    instead = who if who is not None else {"card": Card.parse(changes["card"])}
    return render(
        "table/amend.html", page(place, "It was …", toast=None, back=place.url(f"amend/{seq}")),
        asks=[*lines.told(place, record.line.event)[0], ". It was ", instead, "?"],
        about="This no longer fits and would fall. The rest stays.", falls=list(dropped),
        people=None, suits=None, ranks=None,
        keys=[act("amend", "Change it", data={"seq": seq, **changes})],
    )  # fmt: skip


# ---- by hand ------------------------------------------------------------------------------------


@blueprint.get("/t/<code>/correct")
def correct(code: str) -> Response:
    """Move chips by hand, with a note."""
    place = here(code)
    return _correct(place, request.args, None if place.is_host else NOT_HOST)


@blueprint.post("/t/<code>/correct")
def corrected(code: str) -> Response:
    """Do it; where it is refused, the page stays as it was typed and says why."""
    place = here(code)
    try:
        answer = carry_out(place, read_command({**request.form, "kind": "correct"}, place.seq))
    except RuleError as error:
        return _correct(place, request.form, error.message, 409)
    if not answer.ok:
        return _correct(here(code), request.form, answer.say, 409)
    return with_token(redirect(place.url(), 303))


NOT_HOST: Final = "Only the host moves chips by hand. Ask who holds the pen."


def _correct(
    place: Here, filled: Mapping[str, str], wrong: str | None, status: int = 200
) -> Response:
    table = place.table
    accounts = [
        {"key": str(account), "name": lines.capital(account_words(place, account)),
         "chips": table.balance(account)}
        for account in evening.accounts(table)
    ]  # fmt: skip
    action = act("correct", to=place.url("correct"))
    if not place.is_host:
        action["off"] = "Only the host"
    typed = {name: filled.get(name, "")[:1000] for name in ("debit", "credit", "chips", "note")}
    if not typed["credit"] and len(accounts) > 1:
        typed["credit"] = str(accounts[1]["key"])  # from a place to itself nothing moves
    return render(
        "table/correct.html", page(place, "By hand", toast=None, back=place.url(), live=False),
        status, accounts=accounts, action=action, filled=typed, wrong=wrong,
    )  # fmt: skip
