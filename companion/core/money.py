"""Settling up: nets, and the fewest payments that clear them (RULES § 2.9). Moves no chips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.core.table import Table

MOST_EXACT: Final = 12
"""Up to this many people with something to pay the list is provably the shortest."""


class Payment(NamedTuple):
    """*debtor* pays *creditor* *amount* (> 0), in the unit of the nets."""

    debtor: int
    creditor: int
    amount: int


def nets(table: Table) -> dict[int, int]:
    """Return what each person won or lost, in chips: what is there less what was bought."""
    return {seat: table.balance(seat) - table.bought.get(seat, 0) for seat in table.seats}


def nets_in_money(table: Table) -> dict[int, int]:
    """Return the nets in minor units (pence); all 0 where a chip has no value."""
    return {seat: chips * table.options.chip_value for seat, chips in nets(table).items()}


def ranking(table: Table) -> list[tuple[int, int, int]]:
    """Return (place, seat, net) by net, best first; equal nets share a place (RULES § 2.8 tie)."""
    ordered = sorted(nets(table).items(), key=lambda item: (-item[1], item[0]))
    places: list[tuple[int, int, int]] = []
    for index, (seat, net) in enumerate(ordered):
        tied = bool(places) and places[-1][2] == net
        places.append((places[-1][0] if tied else index + 1, seat, net))
    return places


def fewest_payments(sums: Mapping[int, int]) -> list[Payment]:
    """Return the fewest payments that bring every net of *sums* to 0.

    The people are split into the most groups whose nets sum to 0 (exact for up to `MOST_EXACT`);
    inside a group the largest debtor pays the largest creditor the smaller of the two sums. A
    rest that does not sum to 0, as while chips still lie on the layout, stays with the largest.
    """
    open_sums = {person: net for person, net in sums.items() if net}
    payments: list[Payment] = []
    for group in zero_groups(open_sums):
        payments += _pay_within({person: open_sums[person] for person in group})
    return payments


def zero_groups(sums: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return the most disjoint groups with nets of sum 0; what fits none is one last group."""
    people = tuple(sums)
    if len(people) > MOST_EXACT:
        return [people]
    total = [0] * (1 << len(people))
    best = [0] * (1 << len(people))
    came_from = [0] * (1 << len(people))
    for mask in range(1, 1 << len(people)):
        lowest = mask & -mask
        total[mask] = total[mask ^ lowest] + sums[people[lowest.bit_length() - 1]]
        for place in range(len(people)):
            bit = 1 << place
            if mask & bit and best[mask ^ bit] > best[mask]:
                best[mask], came_from[mask] = best[mask ^ bit], mask ^ bit
        came_from[mask] = came_from[mask] or mask ^ lowest
        best[mask] += total[mask] == 0
    return _groups(people, total, came_from)


def _groups(
    people: tuple[int, ...], total: list[int], came_from: list[int]
) -> list[tuple[int, ...]]:
    """Walk back from everybody: people between two subsets of sum 0 form a group."""
    groups: list[tuple[int, ...]] = []
    mask = len(total) - 1
    group: list[int] = []
    while mask:
        if total[mask] == 0 and group:
            groups.append(tuple(group))
            group = []
        previous = came_from[mask]
        group.append(people[(mask ^ previous).bit_length() - 1])
        mask = previous
    return [*groups, tuple(group)] if group else groups


def _pay_within(sums: dict[int, int]) -> list[Payment]:
    payments: list[Payment] = []
    while True:
        debtor = min(sums, key=lambda person: (sums[person], person))
        creditor = max(sums, key=lambda person: (sums[person], -person))
        amount = min(-sums[debtor], sums[creditor])
        if amount <= 0:
            return payments
        payments.append(Payment(debtor, creditor, amount))
        sums[debtor] += amount
        sums[creditor] -= amount
