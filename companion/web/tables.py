"""Which tables are open, and whether a request comes from the machine that runs Boodle.

It only looks; nothing is opened or closed here.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from flask import request

from companion.store.chain import Evening
from companion.store.errors import StoreError
from companion.web.here import boodle, token
from companion.web.look import number_word
from companion.web.shapes import Shape

OPEN_FOR: Final = timedelta(hours=24)
"""A table where nothing happened for longer is offered among the evenings, not at the door."""
LOOKED_AT: Final = 20
"""So many of the newest evenings are looked through for open tables."""
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", ""})


def is_host_machine() -> bool:
    """Whether the request comes from the machine that runs Boodle."""
    remote = request.remote_addr or ""
    return remote in LOOPBACK or remote in {each.ip for each in boodle().network.addresses()}


def open_tables(*, strangers: bool) -> list[Shape]:
    """Return the tables people still play at; *strangers* see none of a single phone."""
    found = []
    for evening in boodle().door.store.evenings()[:LOOKED_AT]:
        try:
            if _is_open(evening) and not (strangers and boodle().door.settings.is_single(evening)):
                found.append(_table_row(evening))
        except StoreError:
            continue  # the list of evenings says what is wrong with it
    return found


def _is_open(evening: Evening) -> bool:
    if boodle().croupier.table(evening.id).ended:
        return False
    last = boodle().croupier.history(evening.id)[-1].at_utc
    return clock_time(boodle().croupier.now()) - clock_time(last) < OPEN_FOR


def clock_time(at_utc: str) -> datetime:
    """Return a stored time; the beginning of time for what is none."""
    try:
        return datetime.fromisoformat(at_utc).astimezone(UTC)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def people_here(number: int) -> str:
    """Say how many sit at a table: ``nobody is here yet``, ``one is here``, ``four are here``."""
    if not number:
        return "nobody is here yet"
    return f"{number_word(number)} {'is' if number == 1 else 'are'} here"


def own_table() -> str | None:
    """Return the address of the open table at which this phone plays or holds the pen."""
    for evening in boodle().door.store.evenings()[:LOOKED_AT]:
        try:
            visitor = boodle().door.visitor(evening, token())
            if (visitor.seat is not None or visitor.is_host) and _is_open(evening):
                return f"/t/{evening.code}"
        except StoreError:
            continue
    return None


def is_named_as_itself() -> bool:
    """Whether the address was typed as localhost, as only the host's machine can."""
    return request.host.rsplit(":", 1)[0].strip("[]") in {"localhost", *LOOPBACK}


def _table_row(evening: Evening) -> Shape:
    table = boodle().croupier.table(evening.id)
    hosts = [d.seat for d in boodle().door.phones.hosts(evening) if d.seat in table.seats]
    name = table.name(hosts[0]) if hosts and hosts[0] is not None else ""
    here = len(table.circle)
    return {
        "href": f"/t/{evening.code}",
        "label": f"{name}’s table" if name else f"Table {evening.code}",
        "small": f"{table.game.name} · {people_here(here)}",
    }
