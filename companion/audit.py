"""Reads every evening again from its first line: seals, a second fold, and the sum of all chips.

It only reads; whatever it finds is said, never mended.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import events as ev
from companion.core import undo
from companion.core.errors import RuleError
from companion.core.ledger import BANK
from companion.core.table import Table, evolve
from companion.core.undo import Line
from companion.games import game_named
from companion.store import Store
from companion.store.chain import Evening
from companion.store.errors import StoreError


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one evening looked like; *trouble* is empty when everything agrees."""

    code: str
    created_at: str
    events: int = 0
    hands: int = 0
    players: int = 0
    chips: int = 0
    trouble: str = ""

    @property
    def sentence(self) -> str:
        """One line for the terminal."""
        if self.trouble:
            return f"{self.code} of {self.created_at[:10]}: WRONG, {self.trouble}"
        return (
            f"{self.code} of {self.created_at[:10]}: {counted(self.players, 'player')},"
            f" {counted(self.hands, 'hand')}, {counted(self.events, 'line')}, seals whole,"
            f" {counted(self.chips, 'chip')} all there."
        )


def counted(number: int, what: str) -> str:
    """Return ``1 hand`` or ``2 hands``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def audit(store: Store) -> list[Finding]:
    """Return a finding for every evening of *store*, oldest first."""
    oldest_first = sorted(store.evenings(), key=lambda evening: evening.created_at)
    return [audit_evening(store, evening) for evening in oldest_first]


def audit_evening(store: Store, evening: Evening) -> Finding:
    """Read one evening: the store checks its seals, then every line is folded anew."""
    try:
        rows = store.load(evening.id)
        log = [
            Line(row.seq, ev.from_dict(row.kind, row.body), row.cause or row.seq) for row in rows
        ]
        table = _fold(log)
    except (StoreError, RuleError) as error:
        return Finding(code=evening.code, created_at=evening.created_at, trouble=str(error))
    except (KeyError, ValueError, TypeError, AssertionError) as error:
        trouble = f"a line cannot be read: {type(error).__name__} {error}"
        return Finding(code=evening.code, created_at=evening.created_at, trouble=trouble)
    return Finding(
        code=evening.code,
        created_at=evening.created_at,
        events=len(log),
        hands=len(table.results),
        players=len(table.seats),
        chips=sum(table.bought.values()),
        trouble=_imbalance(table),
    )


def _fold(log: list[Line]) -> Table:
    """Fold line by line; chips must balance after each one, not only at the end."""
    if not log or not isinstance(log[0].event, ev.EveningOpened):
        raise ValueError("the first line does not open an evening")
    table = Table.new(game_named(log[0].event.game))
    for event in undo.standing(log):
        table = evolve(table, event)
        if trouble := _imbalance(table):
            raise ValueError(trouble)
    return table


def _imbalance(table: Table) -> str:
    """Whether what people and spaces hold is what the bank gave out (RULES § 7.1)."""
    held = sum(chips for account, chips in table.balances.items() if account != BANK)
    given = -table.balance(BANK)
    if held != given:
        return f"{held} chips lie on the table, but the bank gave out {given}"
    below = [name for name, chips in table.layout_chips.items() if chips < 0]
    return f"there are less than no chips on {', '.join(below)}" if below else ""
