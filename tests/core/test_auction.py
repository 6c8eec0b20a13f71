"""The auction of the spare hand: three styles, equal bids, no sale (RULES § 2.3.3, E20)."""

import pytest
from evenings import after, begun, chips, do, refused, seated

from companion.core import auction

IN_TURN = {"spare_auction": True}
SEALED = {**IN_TURN, "auction_style": "sealed"}
OPEN = {**IN_TURN, "auction_style": "open"}
SWAP = {**IN_TURN, "spare_swap": True}


def offered(**options):
    return do(begun(**options), "offer", seat=3)


def bids(table, *made):
    """A bid or a pass (None) of each seat in turn."""
    for seat, amount in made:
        if amount is None:
            table = do(table, "pass_bid", seat=seat)
        else:
            table = do(table, "bid", seat=seat, chips=amount)
    return table


def test_in_turn_the_last_one_standing_buys():
    table = bids(offered(**IN_TURN), (0, 1), (1, 3), (2, None), (0, None))

    assert chips(table, 1, 3) == (23, 25)
    assert table.hand.left[1] == 10
    assert table.hand.auction.buyer == 1
    assert table.hand.phase == "runs"


def test_in_turn_a_pass_is_final_and_the_last_one_asked_may_buy_alone():
    table = bids(offered(**IN_TURN), (0, None), (1, None))
    assert table.hand.auction.asked == (2,)

    assert chips(bids(table, (2, 1)), 2, 3) == (25, 23)
    assert refused(table, "bid", seat=0, chips=5) == "not_your_turn"


def test_without_a_bid_the_spare_hand_stays_dead():
    table = bids(offered(**IN_TURN), (0, None), (1, None), (2, None))

    assert table.hand.phase == "runs"
    assert chips(table, 0, 1, 2, 3) == (26, 26, 26, 22)


def test_of_equal_sealed_bids_the_nearest_to_the_dealers_left_buys():
    """E20: 3, 5, 5: Ben buys for 5."""
    table = bids(offered(**SEALED), (2, 5), (1, 5))
    assert table.hand.phase == "spare"

    table = bids(table, (0, 3))

    assert chips(table, 0, 1, 2, 3) == (26, 21, 26, 27)


def test_sealed_bids_do_not_know_each_other_and_a_pass_is_one():
    table = bids(offered(**SEALED, auction_min=2), (0, 5), (1, 2), (2, None))

    assert chips(table, 0, 3) == (21, 27)
    assert refused(bids(offered(**SEALED), (0, 5)), "bid", seat=0, chips=6) == "not_your_turn"


def test_in_an_open_auction_anybody_bids_more_until_it_is_knocked_down():
    table = bids(offered(**OPEN, auction_step=2), (2, 1), (0, 3), (2, 5))

    assert refused(table, "bid", seat=1, chips=6) == "bad_bid"
    assert chips(do(table, "knock_down"), 2, 3) == (21, 27)


def test_an_open_auction_without_a_bid_sells_nothing():
    assert do(offered(**OPEN), "knock_down").hand.phase == "runs"
    assert bids(offered(**OPEN), (0, None), (1, None), (2, None)).hand.phase == "runs"


def test_after_no_sale_the_dealer_may_still_swap_where_the_rules_say_so():
    unsold = bids(offered(**SWAP, swap_after_no_sale=True), (0, None), (1, None), (2, None))

    assert unsold.hand.phase == "spare"
    assert refused(unsold, "offer", seat=3) == "no_spare_choice"
    assert refused(unsold, "sell", seat=3, buyer=0, chips=2) == "no_spare_choice"
    assert do(unsold, "swap", seat=3).hand.phase == "runs"
    assert bids(offered(**SWAP), (0, None), (1, None), (2, None)).hand.phase == "runs"


def test_the_old_hand_may_be_offered_after_a_swap_where_the_rules_say_so():
    own = do(begun(**SWAP, auction_own_after_swap=True), "swap", seat=3)

    sold = bids(do(own, "offer", seat=3), (0, 2), (1, None), (2, None))

    assert dict(sold.hand.left) == {0: 10, 1: 11, 2: 10, 3: 10}


@pytest.mark.parametrize(
    ("table", "kind", "data", "code"),
    [
        (begun, "offer", {"seat": 3}, "no_spare_choice"),
        (lambda: seated(**IN_TURN), "offer", {"seat": 3}, "no_spare_choice"),
        (lambda: after("Anna 4C", **IN_TURN), "offer", {"seat": 3}, "no_spare_choice"),
        (lambda: begun(**IN_TURN), "offer", {"seat": 0}, "not_dealer"),
        (lambda: begun(**IN_TURN), "bid", {"seat": 0, "chips": 2}, "no_auction_now"),
        (lambda: offered(**IN_TURN), "bid", {"seat": 3, "chips": 2}, "dealer_may_not_buy"),
        (lambda: offered(**IN_TURN), "bid", {"seat": 1, "chips": 2}, "not_your_turn"),
        (lambda: offered(**IN_TURN), "bid", {"seat": 0, "chips": 0}, "bad_bid"),
        (lambda: offered(**IN_TURN, insolvency="out"), "bid", {"seat": 0, "chips": 27}, "bad_bid"),
        (lambda: offered(**IN_TURN), "knock_down", {}, "no_auction_now"),
        (lambda: begun(**OPEN), "knock_down", {}, "no_auction_now"),
        (lambda: offered(**SWAP), "swap", {"seat": 3}, "no_spare_choice"),
    ],
)
def test_an_offer_or_bid_that_cannot_be_is_refused(table, kind, data, code):
    assert refused(table(), kind, **data) == code


def test_only_who_plays_the_hand_bids():
    table = do(do(do(seated(5, **IN_TURN), "leave", seat=0), "begin_hand"), "offer", seat=4)

    assert refused(table, "bid", seat=0, chips=2) == "unknown_seat"


def test_nobody_bids_more_than_all_the_chips_there_are():
    assert refused(offered(**IN_TURN), "bid", seat=0, chips=121) == "bad_bid"
    assert do(offered(**IN_TURN), "bid", seat=0, chips=120).hand.auction.bids == ((0, 120),)


def test_the_least_bid_is_the_minimum_or_a_step_above_the_last():
    table = offered(**IN_TURN, auction_min=3, auction_step=4)
    assert auction.least_bid(table) == 3

    assert auction.least_bid(bids(table, (0, 3))) == 7


# ---- the eldest owns the spare hand


def eldest(**more):
    return begun(spare_first_refusal="eldest", **SWAP, kitty_stake=1, **more)


def test_the_eldest_may_swap_or_leave_it_to_others_for_the_fixed_price():
    assert do(eldest(), "swap", seat=0).hand.left[0] == 10

    bought = do(eldest(auction_min=2), "buy_spare", seat=2, chips=2)

    assert chips(bought, 2, "kitty") == (23, 6)
    assert (bought.hand.left[2], bought.hand.phase) == (10, "runs")


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("swap", {"seat": 3}, "not_dealer"),
        ("sell", {"seat": 3, "buyer": 0, "chips": 2}, "no_spare_choice"),
        ("offer", {"seat": 3}, "no_spare_choice"),
        ("buy_spare", {"seat": 0, "chips": 1}, "dealer_may_not_buy"),
        ("buy_spare", {"seat": 2, "chips": 2}, "bad_bid"),
    ],
)
def test_what_the_eldest_owns_nobody_else_swaps_or_sells(kind, data, code):
    assert refused(eldest(), kind, **data) == code


def test_buying_into_the_kitty_belongs_to_the_eldests_spare_hand():
    assert refused(begun(**SWAP), "buy_spare", seat=1, chips=1) == "no_spare_choice"
    left = do(seated(5, spare_first_refusal="eldest", **SWAP), "leave", seat=0)
    assert refused(do(left, "begin_hand"), "buy_spare", seat=0, chips=1) == "unknown_seat"
    poor = begun(spare_first_refusal="eldest", **SWAP, insolvency="out", chips=8, auction_min=5)
    assert refused(poor, "buy_spare", seat=1, chips=5) == "bad_bid"
