"""The beginning of a hand: stakes, deal, misdeal, spare hand, down to pots."""

from dataclasses import replace

import pytest
from evenings import E1, acts, after, begun, chips, do, refused, refused_act, seated

from companion.core import events as ev
from companion.core import hand as beginning
from companion.core import pots
from companion.core.cards import DECK
from companion.core.table import evolve
from companion.games import game_named

SWAP, AUCTION = {"spare_swap": True}, {"spare_auction": True}
BOTH = {**SWAP, **AUCTION, "auction_own_after_swap": True}


# ---- beginning


def test_a_hand_begins_with_the_stakes_and_the_dealing_order():
    table = begun(3)

    assert (table.hand.circle, table.hand.eldest, table.hand.number) == ((0, 1, 2), 0, 1)
    assert table.layout_chips == {"AH": 4, "KC": 4, "QD": 4, "JS": 4}
    assert (table.hand.phase, table.dealer) == ("deal", 2)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (lambda: seated(2), "too_few_players"),
        (lambda: seated(5, spare="none", discard=3), "options_clash"),
        (begun, "hand_running"),
        (lambda: do(seated(4, dealer=3), "end_evening"), "evening_over"),
    ],
)
def test_a_hand_does_not_begin(table, code):
    assert refused(table(), "begin_hand") == code


def test_somebody_must_be_named_to_deal():
    assert refused(replace(seated(3), dealer=None), "begin_hand") == "unknown_seat"


def test_no_hand_begins_while_somebody_doubts_a_line():
    table = evolve(seated(), ev.Objected(4, 0))

    assert refused(table, "begin_hand") == "objection_open"


def test_four_people_may_throw_cards_away_in_any_game():
    assert dict(begun(spare="none", discard=3).hand.left) == {0: 10, 1: 10, 2: 10, 3: 10}


# ---- stakes


def test_stakes_are_placed_once_before_the_deal():
    table = begun(placement="free")
    assert beginning.stakes_missing(table) == (0, 1, 2, 3)

    table = do(table, "stake", seat=0, stakes={"AH": 6})

    assert refused(table, "stake", seat=0, stakes={"AH": 6}) == "already_staked"
    assert refused(table, "deal") == "stakes_missing"
    assert refused(begun(), "stake", seat=0, stakes={"AH": 6}) == "no_stakes_now"
    assert beginning.stakes_missing(seated()) == ()


def test_only_who_plays_the_hand_stakes():
    table = do(do(seated(5, placement="free"), "leave", seat=0), "begin_hand")

    assert refused(table, "stake", seat=0, stakes={"AH": 6}) == "unknown_seat"


# ---- deal and misdeal


def test_the_deal_is_said_once_and_need_not_be_said():
    assert refused(do(begun(), "deal"), "deal") == "no_deal_now"
    assert refused(seated(), "deal") == "no_hand"
    assert after("Anna 4C").hand.phase == "runs"


def test_after_a_misdeal_stakes_stay_and_the_same_dealer_deals_again():
    table = after("Anna 4C, Ben 5C, stop, misdeal")

    assert (table.hand.phase, table.hand.dealer, table.hand.deals) == ("deal", 3, 2)
    assert table.layout_chips == {"AH": 5, "KC": 5, "QD": 5, "JS": 5}
    assert acts(table, "Anna 4C").hand.left[0] == 10


def test_who_is_barred_stays_so_after_a_misdeal():
    table = do(do(begun(irregularity="fine_bar:1"), "fine", seat=0), "deal")

    assert acts(table, "misdeal").hand.barred == {0}


def test_what_was_claimed_before_a_misdeal_stays_claimed():
    table = after("Anna KC, misdeal")
    table = acts(table, "Anna KC")

    assert chips(table, 0, "KC") == (31, 0)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (seated, "no_deal_now"),
        (begun, "no_deal_now"),
        (lambda: begun(placement="free"), "no_deal_now"),
        (lambda: after(E1, unplayed_paycard="double"), "already_out"),
    ],
)
def test_nothing_is_dealt_again(table, code):
    assert refused(table(), "misdeal") == code


# ---- the spare hand


def test_the_dealer_swaps_and_holds_as_many_cards_as_the_spare_hand_had():
    table = after("Eve swap", players=5, spare="first", **SWAP)

    assert (table.hand.left[4], table.hand.spare) == (9, 8)
    assert table.hand.phase == "runs"
    assert chips(table, 4) == (22,)


def test_the_buyer_pays_the_dealer_and_holds_the_spare_hand():
    """E5: Carla's count drops from 9 to 8."""
    table = after("Eve sell Carla 4", players=5, **AUCTION)

    assert (table.hand.left[2], table.hand.spare) == (8, 9)
    assert chips(table, 2, 4) == (22, 26)


def test_the_spare_hand_is_left_by_saying_so_or_by_leading():
    assert do(do(begun(**SWAP), "deal"), "leave_spare").hand.phase == "runs"
    assert acts(do(begun(**SWAP), "deal"), "Anna 4C").hand.phase == "runs"
    assert refused(begun(**SWAP), "leave_spare") == "no_spare_choice"
    assert refused(begun(), "leave_spare") == "no_spare_choice"


def test_the_own_hand_may_be_sold_after_a_swap_where_the_rules_say_so():
    table = after("Dan swap, Dan sell Anna 2", **BOTH)

    assert dict(table.hand.left) == {0: 10, 1: 11, 2: 10, 3: 10}
    assert chips(table, 0, 3) == (24, 24)


@pytest.mark.parametrize(
    ("options", "text", "code"),
    [
        ({}, "Dan swap", "no_spare_choice"),
        ({}, "Dan sell Anna 2", "no_spare_choice"),
        (SWAP, "Anna swap", "not_dealer"),
        (BOTH, "Dan swap, Dan swap", "no_spare_choice"),
        (SWAP, "Anna 4C, Dan swap", "no_spare_choice"),
        (AUCTION, "Anna sell Ben 2", "not_dealer"),
        (AUCTION, "Dan sell Dan 2", "dealer_may_not_buy"),
        (AUCTION, "Dan sell Anna 0", "bad_bid"),
        ({**AUCTION, "auction_min": 3}, "Dan sell Anna 2", "bad_bid"),
        ({**AUCTION, "insolvency": "out"}, "Dan sell Anna 27", "bad_bid"),
        ({**SWAP, **AUCTION}, "Dan swap, Dan sell Anna 2", "no_spare_choice"),
        (AUCTION, "Dan sell Anna 2, Dan sell Ben 2", "no_spare_choice"),
    ],
)
def test_the_spare_hand_is_not_taken_or_sold(options, text, code):
    assert refused_act(begun(**options), text) == code


def test_the_spare_hand_may_cost_all_that_is_there():
    table = after("Dan sell Anna 26", insolvency="out", **AUCTION)

    assert chips(table, 0, 3) == (0, 48)


def test_the_spare_hand_waits_for_the_stakes():
    assert refused(begun(placement="free", **SWAP), "swap", seat=3) == "no_spare_choice"


def test_only_who_plays_the_hand_buys_the_spare_hand():
    table = do(do(seated(5, **AUCTION), "leave", seat=0), "begin_hand")

    assert refused(table, "sell", seat=4, buyer=0, chips=2) == "unknown_seat"


# ---- down to pots


def test_a_hand_goes_down_to_pots_and_keeps_what_was_won():
    table = do(after("Anna JS, Ben QS"), "pots_only")

    assert (table.hand.depth, table.hand.needed, table.hand.leader) == ("pots", None, None)
    assert refused_act(table, "Ben takes JS") == "pot_taken"
    assert refused(table, "play", seat=0, card="4C") == "pots_only"
    assert refused(table, "pots_only") == "pots_only"
    assert refused(seated(), "pots_only") == "no_hand"
    assert table.depth == "cards"
    waiting = do(after("Anna JS, stop", claim="call"), "pots_only").hand
    assert (waiting.leader, waiting.missing, waiting.offered) == (None, None, ())
    offering = do(after("Anna JS", claim="call"), "pots_only").hand
    assert offering.offered == ()


# ---- a card turned up for trumps

TRUMPS = {"layout": ["9D", "A*", "Q*", "KQ*", "QJ*"]}


def test_a_space_of_trumps_is_won_by_the_card_of_the_suit_turned_up():
    table = after("Dan turns 5H, Anna QH", **TRUMPS)

    assert chips(table, 0, "Q*", "A*") == (30 - 5 + 5, 0, 5)
    assert [space.cards for space in table.spaces] == [
        ("9D",), ("AH",), ("QH",), ("KH", "QH"), ("QH", "JH"),
    ]  # fmt: skip


def test_a_pair_of_trumps_is_won_when_the_second_of_its_cards_is_played():
    table = after("Dan turns 5H, Anna QH, Anna KH", **TRUMPS)

    assert chips(table, "KQ*", "QJ*") == (0, 4)


@pytest.mark.parametrize(("card", "space"), [("QS", "Q*"), ("AC", "A*"), ("9D", "9D")])
def test_the_dealer_takes_the_space_of_the_card_turned_up(card, space):
    table = after(f"Dan turns {card}", **TRUMPS)

    assert (table.hand.awards, chips(table, space)) == ({space: 3}, (0,))
    assert table.hand.phase == "runs"


def test_nobody_holds_the_card_turned_up_so_the_run_stops_below_it():
    table = after("Dan turns 7H, Anna 5H, Anna 6H", **TRUMPS)

    assert (table.hand.stops[-1].why, table.hand.leader) == ("played", 0)
    assert refused(table, "play", seat=0, card="7H") == "wrong_card"


def test_the_search_for_the_first_lead_leaves_out_the_card_turned_up():
    table = after("Dan turns 2C", first_lead="suit:C", **TRUMPS)

    assert table.hand.needed == "3C"


def test_the_cards_are_dealt_only_when_the_card_turned_up_is_named():
    table = begun(**TRUMPS)

    assert refused(table, "deal") == "turn_up_missing"
    assert refused(table, "play", seat=0, card="4C") == "turn_up_missing"
    assert refused(begun(), "deal", turned="5H") == "no_turn_up"
    small = replace(game_named("boodle"), pack=DECK[:40])
    assert refused(begun(game=small, **TRUMPS), "deal", turned="AS") == "wrong_card"


def test_after_a_misdeal_another_card_is_turned_up_and_what_was_won_stays_won():
    table = after("Dan turns QS, misdeal", **TRUMPS)
    assert (table.hand.turned, table.spaces[2].cards) == (None, ())

    again = acts(table, "Dan turns QH")

    assert chips(again, 3, "Q*") == (30 - 8 + 5, 0)


def test_the_dealer_alone_puts_down_all_the_chips_by_weight():
    game = replace(game_named("boodle"), weights={"9D": 6})
    table = begun(game=game, layout=["9D", "AH"], funding="dealer", kitty_stake=1)

    assert chips(table, 0, 3, "9D", "AH", "kitty") == (30, 22, 6, 1, 1)
    assert list(table.hand.stakes) == [3] and pots.fixed_stakes(table, dealer=False) == ()
    assert table.hand.phase == "deal"
