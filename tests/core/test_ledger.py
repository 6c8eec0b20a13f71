"""The ledger: whole chips, two ends, nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.ledger import BANK, Transfer, move, moves, post, share

accounts = st.sampled_from([0, 1, 2, "AH", "kitty", BANK])
transfers = st.lists(
    st.builds(Transfer, accounts, accounts, st.integers(1, 50)).filter(lambda t: t[0] != t[1])
)


@given(transfers)
def test_posting_keeps_the_sum_of_all_accounts(rows):
    assert sum(post({0: 5, BANK: -5}, rows).values()) == 0


@given(transfers)
def test_posting_leaves_the_balances_it_began_with(rows):
    before = {0: 5, BANK: -5}

    post(before, rows)

    assert before == {0: 5, BANK: -5}


@pytest.mark.parametrize("row", [(0, 1, 0), (0, 1, -1), (0, 0, 1), (0, 1, 1.0)])
def test_a_transfer_that_moves_nothing_or_less_is_our_mistake(row):
    with pytest.raises(AssertionError):
        post({}, [Transfer(*row)])


@pytest.mark.parametrize(("chips", "among"), [(5, 0), (-1, 2)])
def test_nothing_is_shared_among_nobody(chips, among):
    with pytest.raises(AssertionError):
        share(chips, among)


def test_moves_leaves_out_transfers_of_nothing():
    assert moves([(0, "AH", 0), (1, "AH", 2)]) == ((1, "AH", 2),)
    assert move(1, "AH", 2) == ((1, "AH", 2),) and move(0, "AH", 0) == ()


@given(st.integers(0, 1000), st.integers(1, 12))
def test_shares_are_equal_and_the_remainder_smaller_than_the_shares(chips, among):
    each, odd = share(chips, among)

    assert each * among + odd == chips
    assert 0 <= odd < among
