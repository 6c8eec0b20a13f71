"""An evening as a table of payments (CSV) or as everything that was recorded (JSON).

It reads a history and writes text; it stores nothing, and hand records are `companion.record`'s.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.core import undo
from companion.core.events import Event
from companion.core.ledger import Account
from companion.core.table import Table, evolve
from companion.core.tell import tell, tell_leftover
from companion.croupier import Record
from companion.store.chain import Evening

FORMAT: Final = "boodle-evening/1"
COLUMNS: Final = ("line", "at_utc", "hand", "from", "to", "chips", "what", "rule", "taken_back")


def chosen(
    evenings: Sequence[Evening], asked: str | None,
    is_played: Callable[[Evening], bool] = lambda evening: True,
) -> Evening:  # fmt: skip
    """Return the evening *asked* for by code or id, or the last that was played.

    Raises ValueError with a sentence where there is none.
    """
    if not evenings:
        raise ValueError("No evening has been played yet in this data folder.")
    if asked is None:
        played = [evening for evening in evenings if is_played(evening)]
        return max(played or evenings, key=lambda evening: evening.created_at)
    for evening in evenings:
        if asked.upper() == evening.code.upper() or asked == evening.id:
            return evening
    known = ", ".join(evening.code for evening in evenings[-8:])
    raise ValueError(f"There is no evening {asked[:40]!r}. The last ones are: {known}.")


def to_csv(blank: Table, history: Sequence[Record]) -> str:
    """Return one row for every movement of chips, in order, with a heading; lines end with CR LF.

    *blank* is the table before anything happened. Movements that were taken back are marked and
    do not count: the rows without a mark add up to the balances.
    """
    gone = undo.reverted(record.line for record in history)
    paper = io.StringIO()
    writer = csv.writer(paper)
    writer.writerow(COLUMNS)
    table = blank
    for record in history:
        seq, event = record.line.seq, record.line.event
        if seq not in gone:
            table = evolve(table, event)
        hand = table.hand.number if table.hand is not None else ""
        said = tell(table, event) or tell_leftover(table, [event])
        for debit, credit, chips in event.transfers():
            ends = _safe(account_name(table, debit)), _safe(account_name(table, credit))
            mark = "yes" if seq in gone else ""
            writer.writerow((seq, record.at_utc, hand, *ends, chips, _safe(said), event.rule, mark))
    return paper.getvalue()


def to_json(evening: Evening, table: Table, history: Sequence[Record]) -> dict[str, Any]:
    """Return the whole evening as JSON values; nothing private (no cookies, no secrets)."""
    gone = undo.reverted(record.line for record in history)
    return {
        "format": FORMAT,
        "code": evening.code,
        "created_at": evening.created_at,
        "game": table.game.key,
        "players": {str(seat.number): seat.name for seat in table.seats.values()},
        "balances": {account_name(table, seat): table.balance(seat) for seat in table.seats},
        "spaces": table.layout_chips,
        "events": [_event(record, record.line.seq in gone) for record in history],
    }


def account_name(table: Table, account: Account) -> str:
    """Return a seat's name, a space as hand records write it, or ``bank``."""
    if isinstance(account, int):
        seat = table.seats.get(account)
        return seat.name if seat is not None else f"seat {account}"
    return account


def _event(record: Record, is_gone: bool) -> dict[str, Any]:
    event: Event = record.line.event
    return {
        "seq": record.line.seq,
        "at_utc": record.at_utc,
        "kind": event.kind,
        "body": event.to_dict(),
        "act": record.line.act,
        "by": dict(record.actor),
        "taken_back": is_gone,
    }


def _safe(text: str) -> str:
    """A name that begins like a formula must stay a name in a spreadsheet."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
