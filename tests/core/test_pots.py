"""Pots: what is staked, who wins it, and what moves (RULES § 2.6, § 3)."""

import pytest
from evenings import E1, acts, after, begun, chips, do, refused

from companion.core import events as ev
from companion.core import pots

NINE = ["AH", "KH", "QH", "JH", "10H", "KQ", "8-9-10"]


# ---- stakes


def test_the_dealer_stakes_double_on_pay_cards():
    assert chips(begun(), 0, 3, "AH") == (26, 22, 5)
    assert chips(begun(dealer_factor=1), 3, "AH") == (26, 4)


def test_combinations_are_doubled_by_nobody():
    assert chips(begun(layout=["AH", "KQ", "8-9-10"]), 3, "AH", "KQ", "8-9-10") == (26, 5, 4, 4)


def test_kitty_and_pot_are_multiplied_by_nothing():
    table = begun(kitty_stake=2, pot_stake=3, pot_kind="run3")

    assert chips(table, 0, 3, "kitty", "pot") == (21, 17, 8, 12)
    assert pots.full_stake(table, dealer=True) == 13


def test_a_free_stake_is_spread_at_will_and_its_sum_is_exact():
    table = begun(placement="free", kitty_stake=1)

    table = do(table, "stake", seat=0, stakes={"AH": 4, "KC": "2", "QD": 0})

    assert chips(table, 0, "AH", "KC", "QD", "kitty") == (23, 4, 2, 0, 1)


def test_a_given_dealer_factor_multiplies_the_free_stake():
    table = begun(placement="free", dealer_factor=2)

    assert refused(table, "stake", seat=3, stakes={"AH": 6}) == "bad_stake"
    assert chips(do(table, "stake", seat=3, stakes={"AH": 12}), "AH") == (12,)


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"AH": 5}, "bad_stake"),
        ({"AH": 7}, "bad_stake"),
        ({"AH": 7, "KC": -1}, "bad_stake"),
        ({"AH": 5, "AC": 1}, "unknown_space"),
        ({"AH": 5, "kitty": 1}, "unknown_space"),
    ],
)
def test_a_free_stake_that_is_not_as_agreed_is_refused(stakes, code):
    assert refused(begun(placement="free"), "stake", seat=0, stakes=stakes) == code


def test_one_bet_goes_on_one_card():
    table = begun(placement="one", ante=2)

    assert refused(table, "stake", seat=0, stakes={"AH": 1, "KC": 1}) == "bad_stake"
    assert chips(do(table, "stake", seat=0, stakes={"AH": 2}), "AH") == (2,)


def test_points_come_from_the_bank_before_each_hand():
    table = begun(game="newbury")

    assert table.layout_chips == {"TC": 1, "JD": 1, "QS": 1, "KH": 1, "kitty": 4}
    assert chips(table, 0, 1, 2, 3) == (0, 0, 0, 0)
    assert pots.full_stake(table, dealer=True) == 0


def test_at_the_own_corner_each_stakes_on_one_card_and_in_the_kitty():
    table = begun(game="newbury", funding="players")

    assert table.layout_chips == {"TC": 1, "JD": 1, "QS": 1, "KH": 1, "kitty": 4}
    assert chips(table, 0, 1, 2, 3) == (28, 28, 28, 28)
    assert pots.full_stake(table, dealer=True) == 2
    assert pots.corner_stakes(begun(game="newbury", kitty_stake=0), 5) == (("JD", 1),)


# ---- awards while cards are played


def test_a_pay_card_pays_whoever_plays_it_at_once():
    assert chips(after("Anna JS"), 0, "JS") == (31, 0)


def test_an_empty_space_gives_no_line():
    assert dict(after("Anna KC", ante=0, kitty_stake=1).hand.awards) == {}


def test_king_and_queen_pay_whoever_has_played_both():
    table = after("Anna QH, Ben KH, Ben AH", layout=["KQ"])
    assert chips(table, "KQ") == (4,)

    assert chips(after("Anna QH, Anna KH", layout=["KQ"]), 0, "KQ") == (33, 0)
    assert chips(after("Anna QC, Anna KC", layout=["KQC"]), 0, "KQC") == (33, 0)


def test_a_sequence_pays_whoever_has_played_its_three_cards_of_a_suit():
    runs = "Anna 9C, Anna 10C, stop, Anna 8C"

    assert chips(after(runs, layout=["8-9-10"]), 0, "8-9-10") == (33, 0)
    assert chips(after(runs, layout=["8-9-10"], combo_run="same_run"), 0, "8-9-10") == (29, 4)
    one_run = after("Anna 8C, Anna 9C, Anna 10C", layout=["8-9-10"], combo_run="same_run")
    assert chips(one_run, 0, "8-9-10") == (33, 0)
    assert chips(after("Anna 8C, Ben 9C, Anna 10C", layout=["8-9-10"]), 0, "8-9-10") == (29, 4)


def test_the_pot_goes_to_the_first_run_of_three_by_one_player():
    settings = {"pot_stake": 1, "pot_kind": "run3"}

    assert chips(after("Anna 8C, Ben 9C, Ben 10C", **settings), "pot") == (4,)
    table = after("Anna 7C, Ben 8C, Ben 9C, Ben 10C", **settings)
    assert chips(table, 1, "pot") == (29, 0)
    assert chips(acts(table, "Ben JC, Ben QC"), 1) == (29,)
    assert chips(after("Anna 8C, Anna 9C, stop, Anna 2C, Anna 3C", **settings), "pot") == (4,)


def test_backers_alone_may_win_where_the_rules_say_so():
    table = begun(placement="one", horse_winner="backers_only", dealer_factor=1,
                  layout=["KH", "KC", "KS", "KD"])  # fmt: skip
    for seat, king in enumerate(("KH", "KC", "KS", "KD")):
        table = do(table, "stake", seat=seat, stakes={king: 1})

    assert chips(acts(table, "Anna KC"), 0, "KC") == (29, 1)
    assert chips(acts(table, "Anna KH"), 0, "KH") == (30, 0)
    assert refused(do(table, "pots_only"), "take", seat=0, space="KC") == "nothing_to_claim"


def test_a_barred_player_wins_nothing_more_in_this_hand():
    table = do(begun(irregularity="fine_bar:1", kitty_stake=1), "fine", seat=1)
    table = acts(table, E1)

    assert chips(table, 1, "JS", "KC", "kitty") == (22, 5, 5, 4)
    assert chips(table, 0, 2, 3) == (26, 26, 22)


# ---- the leftover


@pytest.mark.parametrize(
    ("heap", "seats", "shares"),
    [
        ({"AH": 8, "QD": 4}, (0, 1, 2), (4, 4, 4)),
        ({"AH": 5}, (1, 2, 0), (1, 2, 2)),
        ({"AH": 1, "QD": 1}, (2, 0, 1), (1, 0, 1)),
        ({"TH": 5, "8-9-10": 1}, (0, 1, 2, 3, 4), (2, 1, 1, 1, 1)),
        ({}, (0, 1, 2), (0, 0, 0)),
    ],
)
def test_the_layout_is_shared_as_one_heap_and_odd_chips_go_from_the_eldest_on(heap, seats, shares):
    """E18: of 5 chips Ben and Carla get 2 and Anna, the last dealer, 1."""
    table = begun(5, ante=0)
    decision = pots.Decision(table)
    for space, amount in heap.items():
        decision.add(ev.PaidOntoSpace(space, 4, amount))
    before = decision.table

    pots.give_leftover(decision, seats)

    gained = [decision.table.balance(s) - before.balance(s) for s in range(len(shares))]
    assert tuple(gained) == shares
    assert not any(decision.table.layout_chips.values())


# ---- names


def test_spaces_are_shown_as_people_write_them():
    names = ("TC", "KQ", "KQD", "8-9-10", "kitty", "pot", "T*", "QJ*")

    assert [pots.shown(name) for name in names] == [
        "10♣", "K-Q", "K-Q", "8-9-10", "the kitty", "the pot", "10 of trumps", "Q-J of trumps",
    ]  # fmt: skip
