"""The poker round: bets in order, all in, side pots, showdown, splits (RULES § 4.6, E12, E13)."""

import pytest
from evenings import acts, after, begun, chips, do, refused, refused_act, seated

from companion.core import poker
from companion.core.cards import CARD
from companion.core.table import Table
from companion.games.pope_joan import POPE_JOAN

FIVE = {"game": "three_in_one", "players": 5}
FOUR = {"game": "three_in_one", "players": 4}
CALLED = "Dan bets 2, Anna calls, Ben folds, Carla folds"
FULL, TRIPS = "8D 8H 8S KD KH", "5C 5H 5S JD 2H"


def out(purses, **options):
    """Four players at the poker with these balances after their stakes, who may not owe."""
    table = begun(**FOUR, insolvency="out", chips=50, **options)
    for seat, there in enumerate(purses):
        over = table.balance(seat) - there
        table = do(table, "correct", debit=str(seat), credit="kitty", chips=over, note="less")
    return table


# ---- bets


def test_bets_go_round_from_the_dealer_until_all_have_put_in_the_same():
    """E12: Eve bets 2, Anna calls, Ben raises to 5, Eve calls, Ben wins 17 with a full house."""
    text = """Eve bets 2, Anna calls, Ben raises 5, Carla folds, Dan folds, Eve calls, Anna folds,
    Ben shows 8D 8H 8S KD KH, Eve shows 5C 5H 5S JD JH"""
    table = after(text, **FIVE)

    assert chips(table, 0, 1, 4, "pot") == (19, 33, 16, 0)
    assert (table.hand.phase, table.hand.leader) == ("runs", 1)


def test_the_eldest_may_be_asked_first():
    assert begun(**FIVE).hand.poker is None
    assert refused_act(begun(**FIVE, poker_first="eldest"), "Eve checks") == "not_your_turn"
    assert after("Anna checks, Ben checks", **FIVE, poker_first="eldest").hand.poker.turn[0] == 2


def test_one_who_is_left_takes_the_pot_unseen():
    table = after("Dan bets 2, Anna folds, Ben folds, Carla folds", **FOUR)

    assert chips(table, 3, "pot") == (25, 0)
    assert table.hand.leader == 3


def test_everybody_may_check_and_show_for_what_is_there():
    table = after("Dan checks, Anna checks, Ben checks, Carla checks", **FOUR)

    assert table.hand.phase == "poker"
    assert refused(table, "check", seat=3) == "no_poker_now"


def test_checked_round_the_pot_may_be_carried_and_the_eldest_leads():
    text = "Dan checks, Anna checks, Ben checks, Carla checks"

    table = after(text, **FOUR, poker_all_check="carry")

    assert chips(table, "pot") == (4,)
    assert (table.hand.phase, table.hand.leader) == ("runs", 0)


@pytest.mark.parametrize(
    ("options", "text", "code"),
    [
        ({}, "Anna checks", "not_your_turn"),
        ({}, "Dan bets 0", "bad_bet"),
        ({"poker_min": 3}, "Dan bets 2", "bad_bet"),
        ({"poker_max": 3}, "Dan bets 4", "bad_bet"),
        ({}, "Dan bets 2, Anna checks", "bad_bet"),
        ({}, "Dan bets 2, Anna bets 3", "bad_bet"),
        ({}, "Dan raises 2", "bad_bet"),
        ({}, "Dan calls", "bad_bet"),
        ({}, "Dan bets 2, Anna raises 2", "bad_bet"),
        ({"poker_max": 3}, "Dan bets 2, Anna raises 6", "bad_bet"),
        ({"poker_raises": 1}, "Dan bets 2, Anna raises 3, Ben raises 4", "bad_bet"),
        ({}, "Dan bets 2, Anna calls 1 all in", "bad_bet"),
        ({}, f"{CALLED}, Anna folds", "no_poker_now"),
        ({}, f"{CALLED}, Anna bets 2", "no_poker_now"),
    ],
)
def test_a_bet_that_cannot_be_made_is_refused(options, text, code):
    assert refused_act(begun(**FOUR, **options), text) == code


def test_nobody_bets_more_than_all_the_chips_there_are():
    assert refused_act(begun(**FOUR), "Dan bets 121") == "bad_bet"
    assert after("Dan bets 120", **FOUR).hand.poker.level == 120


def test_raises_have_to_be_answered_by_everybody_still_in():
    table = after("Dan bets 2, Anna folds, Ben raises 4, Carla calls", **FOUR)

    assert table.hand.poker.turn == (3,)
    assert acts(table, "Dan raises 6").hand.poker.turn == (1, 2)


def test_poker_is_played_where_it_belongs_and_before_the_runs():
    assert refused(begun(), "check", seat=3) == "no_poker_now"
    assert refused(seated(**FOUR), "check", seat=3) == "no_poker_now"
    assert refused(begun(**FOUR), "play", seat=0, card="4C") == "poker_first"
    checked = after("Dan checks, Anna checks, Ben checks, Carla checks", **FOUR)
    assert refused(checked, "play", seat=0, card="4C") == "poker_first"
    assert refused(begun(**FOUR), "stop") == "poker_first"
    won = after("Dan bets 2, Anna folds, Ben folds, Carla folds", **FOUR)
    assert refused(won, "check", seat=3) == "no_poker_now"


def test_only_who_plays_the_hand_bets():
    table = do(do(seated(5, "three_in_one"), "leave", seat=0), "begin_hand")

    assert refused(table, "check", seat=0) == "unknown_seat"


# ---- the showdown


def test_equal_hands_split_and_the_odd_chip_stays():
    """E13: 13 in the pot, Ben and Dan tie: 6 each, 1 stays."""
    table = begun(**FOUR)
    table = do(table, "correct", debit="0", credit="pot", chips=1, note="carried")
    text = """Dan bets 2, Anna calls, Ben calls, Carla calls, Anna shows 2C 4D 6H 8S TC,
    Ben shows AC KD QH JS 9C, Dan shows AD KH QS JC 9D, Carla shows 3C 4H 6S 8C TD"""

    table = acts(table, text)

    assert chips(table, 0, 1, 2, 3, "pot") == (18, 25, 19, 25, 1)
    assert table.hand.leader == 1


def test_the_odd_chip_may_go_to_the_first_left_of_the_dealer():
    text = "Dan bets 1, Anna calls, Ben calls, Carla folds, Ben Dan win poker"

    table = after(text, **FOUR, poker_odd="first_left")

    assert chips(table, 1, 3, "pot") == (24, 23, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"Dan shows {FULL}", "not_your_turn"),
        (f"Dan bets 2, Anna calls, Dan shows {FULL}", "not_your_turn"),
        (f"{CALLED}, Ben shows {FULL}", "not_your_turn"),
        (f"{CALLED}, Anna shows {FULL}, Anna shows {TRIPS}", "card_shown"),
        (f"{CALLED}, Anna shows {FULL}, Dan shows 8D 5H 5S JD 2H", "card_shown"),
        (f"{CALLED}, Anna shows 8D 8H 8S KD", "bad_hand"),
        (f"{CALLED}, Anna shows 8D 8H 8S KD KH 2C", "bad_hand"),
        (f"{CALLED}, Anna shows 8D 8D 8S KD KH", "bad_hand"),
        (f"Ben holds KQ, {CALLED}, Anna shows {FULL}", "card_shown"),
    ],
)
def test_cards_that_cannot_be_shown_are_refused(text, code):
    assert refused_act(begun(**FOUR), text) == code


def test_a_card_of_another_pack_is_no_poker_card():
    with pytest.raises(poker.RuleError, match="8♦ is not in the pack") as error:
        poker.verify_five(Table.new(POPE_JOAN), [CARD[c] for c in FULL.split()], {})

    assert error.value.code == "bad_hand"


def test_the_winner_may_be_told_without_cards():
    table = after(f"{CALLED}, Dan wins poker", **FOUR)

    assert chips(table, 0, 3, "pot") == (19, 27, 0)
    assert table.hand.leader == 3


def test_the_winner_may_be_told_without_any_bet():
    assert chips(after("Ben wins poker", **FOUR), 1, "pot") == (25, 0)


@pytest.mark.parametrize(
    ("text", "winners", "code"),
    [
        ("Dan bets 2", [3], "not_your_turn"),
        (CALLED, [], "bad_hand"),
        (CALLED, [3, 3], "bad_hand"),
        (CALLED, [1], "not_your_turn"),
        (CALLED, [9], "unknown_seat"),
    ],
)
def test_winners_who_cannot_have_won_are_refused(text, winners, code):
    assert refused(after(text, **FOUR), "poker_won", winners=winners) == code


def test_in_a_hand_of_pots_winners_are_named_and_no_cards_shown():
    table = after(CALLED, depth="pots", **FOUR)

    assert refused_act(table, f"Anna shows {FULL}") == "pots_only"
    assert chips(acts(table, "Anna wins poker, Ben takes AH"), 0, 1) == (27, 25)


def test_in_a_hand_of_pots_the_poker_need_not_be_told():
    table = after("Ben takes AH, Ben takes pot", depth="pots", **FOUR)

    assert chips(table, 1, "pot", "AH") == (29, 0, 0)


# ---- all in (insolvency=out)


def test_what_a_shared_sequence_pays_when_the_holding_closes_may_be_bet():
    """The first act at the poker closes the holding: the space is Dan's before he bets."""
    table = acts(out((30, 30, 30, 1)), "Dan holds 8-9-10")
    space = table.balance("8-9-10")
    assert space > 1

    assert refused(table, "bet", seat=3, chips=space + 2) == "bad_bet"
    assert chips(do(table, "bet", seat=3, chips=space + 1), 3, "8-9-10") == (0, 0)


def test_who_has_less_calls_all_in_and_plays_for_the_main_pot_only():
    """Anna all in with 3 of a bet of 8: main pot 4 + 3·3 = 13, side pot 2·5 = 10."""
    table = out((3, 20, 20, 20))
    text = f"""Dan bets 8, Anna calls 3 all in, Ben calls, Carla folds,
    Anna shows {FULL}, Ben shows 2C 3D 7C 9S JC, Dan shows 5C 5H 5S JD 2H"""

    table = acts(table, text)

    assert chips(table, 0, 1, 2, 3) == (13, 12, 20, 22)
    assert table.hand.leader == 0


def test_the_best_hand_takes_the_main_pot_and_the_side_pot():
    table = out((3, 20, 20, 20))
    text = f"""Dan bets 8, Anna calls 3 all in, Ben calls, Carla folds,
    Anna shows 2C 3D 7C 9S JC, Ben shows {FULL}, Dan shows 5C 5H 5S JD 2H"""

    assert chips(acts(table, text), 0, 1, 3) == (0, 12 + 23, 12)


def test_who_bets_all_there_is_and_who_calls_it_all_are_asked_no_more():
    table = acts(out((3, 20, 20, 5)), "Dan bets 5, Anna calls 3 all in, Ben raises 9")

    assert table.hand.poker.all_in == {0, 3}
    assert table.hand.poker.turn == (2,)


def test_the_chips_of_who_folded_stay_in_the_layer_they_reached():
    table = out((4, 20, 20, 20))
    text = f"""Dan bets 2, Anna raises 4, Ben raises 10, Carla calls, Dan folds,
    Anna shows {FULL}, Ben shows 2C 3D 7C 9S JC, Carla shows 5C 5H 5S JD 2H"""

    table = acts(table, text)

    assert chips(table, 0, 1, 2, 3) == (18, 10, 22, 18)


def test_what_nobody_could_call_goes_back():
    table = out((1, 2, 20, 20))
    text = f"""Dan bets 10, Anna calls 1 all in, Ben calls 2 all in, Carla folds,
    Anna shows {FULL}, Ben shows 5C 5H 5S JD 2H, Dan shows 2C 3D 7C 9S JC"""

    assert chips(acts(table, text), 0, 1, 2, 3) == (7, 2, 20, 18)


def test_who_has_nothing_stays_in_for_what_was_there_before():
    table = out((0, 20, 20, 20))
    text = f"""Dan bets 5, Anna calls 0 all in, Ben calls, Carla folds,
    Anna shows {FULL}, Ben shows 5C 5H 5S JD 2H, Dan shows 2C 3D 7C 9S JC"""

    assert chips(acts(table, text), 0, 1, 3) == (4, 25, 15)


def test_who_is_all_in_is_not_asked_again():
    table = acts(out((5, 20, 20, 20)), "Dan bets 5, Anna calls, Ben raises 9")

    assert table.hand.poker.turn == (2, 3)


@pytest.mark.parametrize(
    ("purses", "text"),
    [
        ((3, 20, 20, 20), "Dan bets 8, Anna calls"),
        ((3, 20, 20, 20), "Dan bets 8, Anna calls 2 all in"),
        ((9, 20, 20, 20), "Dan bets 8, Anna calls 9 all in"),
        ((3, 20, 20, 7), "Dan bets 8"),
        ((9, 20, 20, 20), "Dan bets 8, Anna raises 10"),
    ],
)
def test_nobody_bets_what_is_not_there(purses, text):
    assert refused_act(out(purses), text) == "bad_bet"


def test_with_side_pots_the_cards_decide():
    table = acts(out((3, 20, 20, 20)), "Dan bets 8, Anna calls 3 all in, Ben calls, Carla folds")

    assert refused(table, "poker_won", winners=[0]) == "bad_hand"
