"""Paid on holding: who shows what, shares, and what nobody can hold (RULES § 2.6, E12 stage 1)."""

import pytest
from evenings import acts, after, begun, chips, do, refused, refused_act, seated

from companion.core import holding
from companion.core.errors import RuleError

THREE = {"game": "three_in_one", "players": 5}


def shown(text, **options):
    return after(text, **THREE, **options)


def test_who_shows_a_pay_card_takes_its_space_at_once():
    table = shown("Carla holds AH")

    assert chips(table, 2, "AH") == (26, 0)
    assert table.hand.phase == "hold"


def test_king_and_queen_in_one_hand_take_their_space_too():
    table = shown("Ben holds KH, Ben holds QH, Ben holds KQ")

    assert chips(table, 1, "KH", "QH", "KQ") == (36, 0, 0, 0)


def test_several_sequences_share_and_the_remainder_stays():
    table = shown("Ben holds 8-9-10, Dan holds 8-9-10")
    assert chips(table, 1, 3, "8-9-10") == (21, 21, 5)

    table = do(table, "close_hold")

    assert chips(table, 1, 3, "8-9-10") == (23, 23, 1)
    assert table.hand.phase == "poker"


def test_two_sequences_of_one_player_count_once_or_twice_by_option():
    text = "Ben holds 8-9-10, Ben holds 8-9-10, Dan holds 8-9-10"

    assert refused_act(begun(**THREE), "Ben holds 8-9-10, Ben holds 8-9-10") == "held_already"
    twice = do(shown(text, seq_share="per_sequence"), "close_hold")
    assert chips(twice, 1, 3, "8-9-10") == (23, 22, 2)


def test_showing_can_be_closed_while_the_spare_hand_waits():
    table = do(begun(pay_when="hold", spare_swap=True), "deal")
    assert table.hand.phase == "spare"

    assert do(table, "close_hold").hand.phase == "runs"


def test_a_card_of_a_shown_sequence_may_be_in_another_hand():
    table = shown("Ben holds 8-9-10, Dan holds TH", layout=["8-9-10", "TH"])

    assert table.hand.held == {"8-9-10": (1,), "TH": (3,)}


def test_there_are_four_suits_and_no_fifth_sequence():
    text = ", ".join(f"{name} holds 8-9-10" for name in ("Anna", "Ben", "Carla", "Dan", "Eve"))

    assert refused_act(begun(**THREE), text) == "held_already"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Carla holds AH, Ben holds AH", "held_already"),
        ("Carla holds KH, Ben holds KQ", "held_already"),
        ("Ben holds KQ, Carla holds QH", "held_already"),
        ("Ben holds KQ, Ben holds KQ", "held_already"),
        ("Ben holds AC", "unknown_space"),
        ("Ben holds kitty", "unknown_space"),
    ],
)
def test_what_cannot_be_held_is_refused(text, code):
    assert refused_act(begun(**THREE), text) == code


def test_after_the_first_bet_nothing_is_paid_on_holding():
    assert refused_act(begun(**THREE), "Eve checks, Ben holds KH") == "no_holding_now"
    assert refused(seated(**THREE), "holds", seat=1, space="KH") == "no_holding_now"
    assert refused(begun(), "holds", seat=1, space="AH") == "no_counts_now"


def test_only_who_plays_the_hand_holds_cards():
    table = do(do(seated(5, "three_in_one"), "leave", seat=0), "begin_hand")

    assert refused(table, "holds", seat=0, space="KH") == "unknown_seat"


def test_a_card_in_the_spare_hand_is_held_by_nobody_and_its_chips_stay():
    table = do(shown("Ben holds KH"), "close_hold")

    assert chips(table, "TH", "AH") == (5, 5)


def test_showing_says_that_the_spare_hand_was_left():
    assert shown("Eve swap, Ben holds KH").hand.left[4] == 8
    assert refused_act(begun(**THREE), "Ben holds KH, Eve swap") == "no_spare_choice"


def test_showing_is_closed_where_something_is_shown():
    assert refused(begun(), "close_hold") == "no_holding_now"
    assert refused(seated(**THREE), "close_hold") == "no_holding_now"
    assert refused(do(begun(**THREE), "close_hold"), "close_hold") == "no_holding_now"


def test_where_cards_pay_as_they_are_played_nobody_shows_any():
    with pytest.raises(RuleError) as error:
        holding.verify_shows(begun(), 0, "AH")

    assert error.value.code == "no_holding_now"


def test_without_poker_the_runs_follow_the_showing():
    table = after("Ben holds KH", game="rummy_royal", players=4)

    assert do(table, "close_hold").hand.phase == "runs"
    assert acts(table, "Anna 2C").hand.phase == "runs"


def test_an_empty_space_may_be_shown_and_pays_nothing():
    table = shown("Ben holds KH, Ben holds KQ", ante=0)

    assert chips(table, 1) == (28,)


def test_a_barred_player_shares_no_sequence():
    table = do(begun(**THREE, irregularity="fine_bar:1"), "fine", seat=1)

    table = do(acts(table, "Ben holds 8-9-10, Ben holds KH, Dan holds 8-9-10"), "close_hold")

    assert chips(table, "8-9-10", "KH") == (0, 5)
    alone = do(begun(**THREE, irregularity="fine_bar:1"), "fine", seat=1)
    assert chips(do(acts(alone, "Ben holds 8-9-10"), "close_hold"), "8-9-10") == (5,)


def test_in_a_hand_of_pots_cards_are_shown_too():
    table = after("Carla holds AH, Dan holds 8-9-10, Ben takes KH", depth="pots", **THREE)

    assert chips(table, 1, 2, 3) == (26, 26, 26)
    assert refused_act(table, "Dan takes AH") == "pot_taken"


def test_who_shows_king_and_queen_has_the_queen_that_belongs_to_queen_and_jack():
    table = after("Ben holds KQ", layout=["KQ", "QJ", "AH"], pay_when="hold")

    assert refused(table, "holds", seat=0, space="QJ") == "held_already"
    assert chips(do(table, "holds", seat=1, space="QJ"), "QJ") == (0,)


def test_nobody_holds_the_card_that_is_turned_up():
    table = after("Dan turns KH", layout=["K*", "KQ*"], pay_when="hold")

    assert refused(table, "holds", seat=0, space="KQ*") == "held_already"


def test_a_sequence_shown_before_a_misdeal_stays_claimed():
    """RULES § 2.2: pay cards already claimed stay claimed."""
    table = acts(begun(**THREE), "Ben holds 8-9-10")
    there = table.balance("8-9-10")

    again = do(table, "misdeal")

    assert again.balance("8-9-10") == 0
    assert again.balance(1) == table.balance(1) + there
