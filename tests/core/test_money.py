"""Settling up: nets, places, and the fewest payments (RULES § 2.9)."""

from itertools import combinations

import pytest
from evenings import E1, acts, begun, do, seated
from hypothesis import given
from hypothesis import strategies as st

from companion.core import money


def most_zero_groups(sums):
    """By brute force: the most disjoint groups of people whose nets sum to 0."""
    people = [person for person in sums if sums[person]]
    if not people:
        return 0
    first, rest = people[0], people[1:]
    best = 0
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            if sums[first] + sum(sums[other] for other in others) == 0:
                left = {p: sums[p] for p in rest if p not in others}
                best = max(best, 1 + most_zero_groups(left))
    return best


def balanced(nets):
    return {seat: net for seat, net in enumerate([*nets, -sum(nets)])}


@given(st.lists(st.integers(-6, 6), max_size=6).map(balanced))
def test_the_payments_are_the_fewest_and_clear_every_net(sums):
    payments = money.fewest_payments(sums)

    left = dict(sums)
    for debtor, creditor, amount in payments:
        assert amount > 0
        left[debtor] += amount
        left[creditor] -= amount
    debts = sum(1 for net in sums.values() if net)
    assert not any(left.values())
    assert len(payments) == debts - most_zero_groups(sums)


@given(st.lists(st.integers(-50, 50), min_size=12, max_size=15).map(balanced))
def test_a_crowd_settles_too(sums):
    payments = money.fewest_payments(sums)

    assert len(payments) < max(sum(1 for net in sums.values() if net), 1)


def test_the_payments_of_e18():
    nets = {0: 20, 1: -18, 2: -2}

    assert money.fewest_payments(nets) == [(1, 0, 18), (2, 0, 2)]
    assert money.fewest_payments({0: 2, 1: 2, 2: -4}) == [(2, 0, 2), (2, 1, 2)]
    e12 = {0: 60, 1: 80, 2: -30, 3: -45, 4: -65}
    assert len(money.fewest_payments(e12)) == 4


def test_what_lies_on_the_layout_stays_with_the_largest():
    payments = money.fewest_payments({0: 5, 1: -4, 2: -3})

    assert sum(payment.amount for payment in payments) == 5


def test_nets_are_what_is_there_less_what_was_bought():
    table = acts(begun(chip_value=2), E1)
    table = do(table, "buy_in", seat=0)

    assert money.nets(table) == {0: -12, 1: 28, 2: -12, 3: -14}
    assert money.nets_in_money(table) == {0: -24, 1: 56, 2: -24, 3: -28}


def test_equal_nets_share_a_place():
    assert money.ranking(acts(begun(), E1)) == [(1, 1, 28), (2, 0, -12), (2, 2, -12), (4, 3, -14)]
    assert money.ranking(seated(2)) == [(1, 0, 0), (1, 1, 0)]


@pytest.mark.parametrize("sums", [{}, {0: 0}, {0: 0, 1: 0}])
def test_nobody_pays_where_nobody_owes(sums):
    assert money.fewest_payments(sums) == []
