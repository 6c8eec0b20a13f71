"""The ledger: whole chips that go from one account to another.

Sums are always 0; nothing else moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

Account = int | str
"""A seat (its number), a space of the layout (``"AH"``, ``"kitty"``) or the `BANK`."""

BANK: Final = "bank"
"""Where bought chips come from and points appear; the only account that may fall below 0 freely."""

Balances = Mapping[Account, int]


class Transfer(NamedTuple):
    """*chips* (> 0) go from *debit* to *credit*."""

    debit: Account
    credit: Account
    chips: int


def post(balances: Balances, transfers: Iterable[Transfer]) -> Balances:
    """Return *balances* after *transfers*; the sum over all accounts stays (RULES § 7.1)."""
    after = dict(balances)
    for debit, credit, chips in transfers:
        assert type(chips) is int and chips > 0, (debit, credit, chips)
        assert debit != credit, debit
        after[debit] = after.get(debit, 0) - chips
        after[credit] = after.get(credit, 0) + chips
    return after


def move(debit: Account, credit: Account, chips: int) -> tuple[Transfer, ...]:
    """Return the transfer of *chips*, or nothing where they are 0."""
    return (Transfer(debit, credit, chips),) if chips else ()


def moves(rows: Iterable[tuple[Account, Account, int]]) -> tuple[Transfer, ...]:
    """Return the transfers of *rows*, leaving out those of 0 chips."""
    return tuple([Transfer(*row) for row in rows if row[2]])


def share(chips: int, among: int) -> tuple[int, int]:
    """Return the equal share and the remainder: k·⌊x/k⌋ + remainder = x (RULES § 7.15)."""
    assert among > 0 and chips >= 0, (chips, among)
    return divmod(chips, among)
