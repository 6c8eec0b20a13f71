"""The end of an evening and what is left on the layout (RULES § 2.8-2.9)."""

import pytest
from evenings import acts, begun, chips, do, refused, seated

from companion.core import ends


def hand(table, winner="Anna", left=3, **takes):
    """One hand of pots: *winner* is out, the others have *left* cards each."""
    table = do(table, "begin_hand")
    for name, space in takes.items():
        table = acts(table, f"{name} takes {space}")
    table = acts(table, f"{winner} out")
    for seat in table.hand.circle:
        if table.hand.phase == "counts" and seat != table.hand.out:
            table = do(table, "count", seat=seat, cards=left)
    return table


def void(table):
    return acts(do(table, "begin_hand"), "void")


def pots_table(players=3, **options):
    return seated(players, depth="pots", **options)


# ---- when it is over


def test_an_evening_of_so_many_hands_is_over_after_them():
    table = hand(pots_table(end="hands:2"))
    assert (ends.reached(table), ends.planned_hands(table)) == (None, 2)

    table = hand(table)

    assert ends.reached(table) == "hands"
    assert refused(table, "begin_hand") == "evening_over"


def test_void_hands_count_or_not_by_option():
    assert ends.reached(void(pots_table(end="hands:1"))) == "hands"
    assert ends.reached(void(pots_table(end="hands:1", void_counts=False))) is None


def test_an_evening_ends_when_everybody_has_dealt_as_often_as_agreed():
    table = pots_table(end="deals_each:1")
    assert ends.planned_hands(table) == 3
    for _ in range(2):
        table = hand(table)
        assert ends.reached(table) is None

    assert ends.reached(hand(table)) == "deals_each"


def test_whoever_leaves_need_not_deal_and_whoever_joins_need_not_either():
    table = hand(hand(pots_table(4, end="deals_each:1")))
    table = do(table, "leave", seat=table.dealer)
    table = do(table, "sit", name="Zoe", animal="moth")

    assert ends.reached(table) is None
    assert ends.reached(hand(table)) == "deals_each"


def test_an_evening_ends_when_somebody_is_broke():
    table = pots_table(end="broke", chips=20)
    assert ends.broke(table) == ()

    table = hand(table, left=13)

    assert ends.broke(table) == (1, 2)
    assert ends.reached(table) == "broke"


def test_who_has_the_own_stake_exactly_is_not_broke():
    assert ends.broke(pots_table(end="broke", chips=8)) == ()
    assert ends.broke(pots_table(end="broke", chips=7)) == (2,)
    assert ends.broke(pots_table(end="broke", chips=3)) == (0, 1, 2)
    assert ends.broke(pots_table(end="broke", ante=0, chips=0)) == (0, 1, 2)


def test_by_hand_means_by_hand():
    table = hand(pots_table(end="manual"))

    assert (ends.reached(table), ends.planned_hands(table)) == (None, None)
    assert ends.reached(pots_table()) is None


def test_the_agreed_end_can_be_passed():
    table = hand(pots_table(end="hands:1"))
    assert refused(pots_table(), "play_on") == "not_over"

    table = do(table, "play_on")

    assert ends.reached(table) is None
    assert ends.reached(hand(table)) is None


# ---- run-downs (E15, E16)


def test_a_pay_card_claimed_in_the_last_lap_gets_no_more_stakes():
    table = do(pots_table(end="rundown_cards"), "last_lap")
    table = hand(table, Anna="KC")
    table = hand(table, Carla="QD")

    assert chips(do(table, "begin_hand"), "AH", "KC", "QD", "JS") == (12, 0, 0, 12)


def test_the_run_down_of_cards_ends_with_the_last_card():
    table = do(pots_table(end="rundown_cards", layout=["AH", "KQ"]), "last_lap")
    assert ends.reached(hand(table, Anna="KQ")) is None

    assert ends.reached(hand(table, Anna="AH")) == "rundown_cards"


def test_before_the_last_lap_nothing_is_taken_off():
    table = hand(pots_table(end="rundown_cards", layout=["AH"]), Anna="AH")

    assert ends.reached(table) is None
    assert chips(do(table, "begin_hand"), "AH") == (4,)


def test_the_run_down_of_pots_ends_when_kitty_and_pot_are_gone():
    table = pots_table(end="rundown_pots", kitty_stake=1, pot_stake=1, pot_kind="run3")
    table = hand(do(table, "last_lap"))
    assert table.gone == {"kitty"}

    table = hand(table, Ben="pot")

    assert ends.reached(table) == "rundown_pots"


def test_in_a_run_down_with_one_bet_only_the_side_stakes_may_be_left():
    table = pots_table(end="rundown_cards", placement="one", layout=["AH"],
                       kitty_stake=1, dealer_factor=1)  # fmt: skip
    table = do(do(table, "last_lap"), "begin_hand")
    for seat in range(3):
        table = do(table, "stake", seat=seat, stakes={"AH": 1})
    table = acts(table, "Anna takes AH, Anna out")
    for seat in (1, 2):
        table = do(table, "count", seat=seat, cards=1)
    assert ends.reached(table) == "rundown_cards"

    table = do(do(table, "play_on"), "begin_hand")

    assert table.hand.phase == "deal"
    assert chips(table, "kitty", "AH") == (3, 0)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (pots_table, "options_clash"),
        (lambda: do(pots_table(end="rundown_cards"), "last_lap"), "already_open"),
        (lambda: do(pots_table(end="rundown_cards"), "begin_hand"), "between_hands_only"),
    ],
)
def test_the_last_lap_is_announced_once_between_hands(table, code):
    assert refused(table(), "last_lap") == code


# ---- whoever cannot stake leaves (insolvency=out)


def test_who_cannot_pay_the_stake_leaves_before_the_deal():
    table = hand(pots_table(4, insolvency="out", chips=10), left=9)
    assert ends.leavers(table) == (1, 2, 3)
    assert ends.reached(table) == "broke"
    assert refused(table, "begin_hand") == "evening_over"


def test_if_the_dealer_cannot_stake_the_deal_passes_on():
    """Anna, who deals next, has 7 and needs 8; then Ben deals and needs 8."""
    table = hand(pots_table(5, insolvency="out", chips=14), winner="Carla", left=1)
    table = do(table, "correct", debit="0", credit="2", chips=2, note="a debt")
    assert chips(table, 0, 1, 2, 3, 4) == (7, 9, 16, 9, 5)

    table = do(table, "begin_hand")

    assert table.circle == (1, 2, 3, 4)
    assert (table.hand.dealer, table.hand.circle) == (1, (2, 3, 4, 1))


def test_the_next_dealer_too_leaves_who_cannot_stake_as_one():
    """Anna has 7 and needs 8; then Ben deals, has 5 and needs 8; then Carla has enough."""
    table = hand(pots_table(5, insolvency="out", chips=14), winner="Carla", left=1)
    table = do(table, "correct", debit="0", credit="2", chips=2, note="a debt")
    table = do(table, "correct", debit="1", credit="2", chips=4, note="a debt")

    assert ends.leavers(table) == (0, 1)
    assert do(table, "begin_hand").hand.dealer == 2


def test_with_out_the_hands_are_counted_by_the_first_players():
    table = pots_table(4, insolvency="out", end="deals_each:1", chips=100)
    for _ in range(3):
        table = hand(table)
        assert ends.reached(table) is None

    assert ends.reached(hand(table)) == "deals_each"


def test_a_free_stake_must_be_there_too():
    assert refused(pots_table(insolvency="out", placement="free", chips=5), "begin_hand") == (
        "too_few_players"
    )


def test_nobody_begins_when_too_few_can_stake():
    assert refused(pots_table(insolvency="out", chips=4), "begin_hand") == "too_few_players"


# ---- the leftover


def test_the_leftover_is_split_when_the_evening_ends():
    """E18: 12 chips on the layout, 4 each."""
    table = hand(pots_table(end="hands:1"), Anna="KC")
    table = do(table, "end_evening")

    assert table.ended == "hands"
    assert table.layout_chips == {"AH": 0, "KC": 0, "QD": 0, "JS": 0}
    assert sum(chips(table, 0, 1, 2)) == 90


def test_the_leftover_may_go_to_the_last_winner_or_be_lost():
    won = do(void(hand(pots_table(leftover="last_winner"), winner="Ben")), "end_evening")
    lost = do(hand(pots_table(leftover="lost")), "end_evening")

    assert chips(won, "AH") == (0,)
    assert won.balance(1) == 90 - won.balance(0) - won.balance(2)
    assert chips(lost, "AH") == (4,)


def test_without_a_winner_the_last_winners_leftover_is_split():
    table = do(void(pots_table(leftover="last_winner")), "end_evening")

    assert chips(table, 0, 1, 2) == (32, 31, 27)


def test_an_evening_without_a_hand_ends_without_a_leftover():
    table = do(pots_table(), "end_evening")

    assert table.ended == "manual"
    assert ends.leftover_receivers(table) == ()


def test_an_evening_ends_once_and_between_hands():
    over = do(pots_table(), "end_evening")

    assert refused(over, "end_evening") == "evening_over"
    assert refused(over, "begin_hand") == "evening_over"
    assert refused(over, "play_on") == "evening_over"
    assert refused(begun(), "end_evening") == "hand_running"


def test_nothing_is_reached_while_a_hand_is_played():
    assert ends.reached(begun()) is None


def test_who_cannot_stake_twice_more_is_named_before_it_happens():
    table = pots_table(chips=12, dealer_factor=2)  # Carla deals, so 8 and 4; the others 4 and 4
    assert ends.last_stake(table) == ()

    table = do(table, "correct", debit="2", credit="1", chips=1, note="lent")
    assert ends.last_stake(table) == (2,)
    table = do(table, "correct", debit="0", credit="1", chips=5, note="lent")
    assert ends.last_stake(table) == (0, 2)


def test_where_nobody_stakes_nobody_is_named_for_it():
    assert ends.last_stake(seated(4, "newbury")) == ()


# ---- time, ties


def test_by_time_the_hand_being_played_is_the_last():
    table = do(do(pots_table(end="time:60"), "begin_hand"), "time_up")
    assert ends.reached(table) is None

    table = acts(table, "Anna out")
    for seat in (1, 2):
        table = do(table, "count", seat=seat, cards=3)

    assert ends.reached(table) == "time"


def test_by_time_all_may_deal_equally_often_first():
    table = do(hand(pots_table(end="time:60", time_equal_deals=True)), "time_up")
    assert ends.reached(table) is None

    assert ends.reached(hand(table)) is None
    assert ends.reached(hand(hand(table))) == "time"


def test_the_time_is_up_once_and_only_where_it_matters():
    table = do(pots_table(end="time:60"), "time_up")

    assert refused(table, "time_up") == "already_open"
    assert refused(pots_table(), "time_up") == "options_clash"


def test_a_tie_may_be_decided_by_one_more_hand():
    tie = {"end": "hands:1", "tie": "extra_hand", "per_card": 0, "dealer_factor": 1}
    table = hand(pots_table(**tie))
    assert ends.reached(table) is None
    assert ends.reached(do(table, "buy_in", seat=0, chips=5)) is None, "what was bought is not won"

    assert ends.reached(hand(table, Anna="AH")) == "hands"
    assert ends.reached(hand(pots_table(**{**tie, "tie": "shared"}))) == "hands"


def test_a_tie_is_decided_whatever_the_evening_counts():
    tie = {"tie": "extra_hand", "per_card": 0, "dealer_factor": 1}
    timed = do(hand(pots_table(end="time:60", **tie)), "time_up")
    dealt = hand(hand(hand(pots_table(end="deals_each:1", **tie))))

    assert [ends.reached(timed), ends.reached(dealt)] == [None, None]
    assert ends.reached(hand(timed, Anna="AH")) == "time"
    assert ends.reached(hand(dealt, Anna="AH")) == "deals_each"


def test_no_odd_chip_is_overlooked_in_a_tie():
    """12 chips are shared 4 and 4 and 4; of 16 the eldest gets one more, which decides."""
    tie = {"end": "hands:1", "tie": "extra_hand", "per_card": 0, "dealer_factor": 1}

    assert ends.reached(hand(pots_table(4, **tie, layout=["AH"]))) is None
    lost = {**tie, "leftover": "lost"}
    assert ends.reached(hand(pots_table(**lost, kitty_stake=1), winner="Ben")) == "hands"


# ---- open hands for the leftover


HANDS = {0: "8D 8H 8S KD KH", 1: "5C 5H 5S JD JH", 2: "2C 3D 4H 6S 9C"}


def ended(**options):
    return do(hand(pots_table(leftover="poker", **options)), "end_evening")


def test_the_best_open_hand_takes_what_is_left():
    table = ended()
    assert ends.last_hands_missing(table) == (0, 1, 2)
    left = sum(table.layout_chips.values())

    after = table
    for seat, cards in HANDS.items():
        after = do(after, "show_last", seat=seat, cards=cards)

    assert after.balance(0) == table.balance(0) + left
    assert ends.last_hands_missing(after) == ()


def test_equal_open_hands_share_what_is_left():
    table = ended()
    left = sum(table.layout_chips.values())
    equal = {0: "AC KD QH JS 9C", 1: "AD KH QS JC 9D", 2: "2C 3D 4H 6S 8C"}

    after = table
    for seat, cards in equal.items():
        after = do(after, "show_last", seat=seat, cards=cards)

    assert chips(after, 0, 1) == (
        table.balance(0) + left // 2, table.balance(1) + left // 2,
    )  # fmt: skip


def test_open_hands_are_shown_once_after_the_end_by_who_played_last():
    table = do(ended(), "show_last", seat=0, cards=HANDS[0])

    assert refused(table, "show_last", seat=0, cards=HANDS[2]) == "not_your_turn"
    assert refused(table, "show_last", seat=1, cards=HANDS[0]) == "card_shown"
    assert refused(table, "show_last", seat=1, cards="8C") == "bad_hand"
    assert refused(pots_table(), "show_last", seat=1, cards=HANDS[1]) == "no_poker_now"
    nobody = do(pots_table(leftover="poker"), "end_evening")
    assert ends.last_hands_missing(nobody) == ()


def test_where_nothing_is_left_nobody_is_asked_for_a_hand():
    table = ended(ante=0)

    assert ends.last_hands_missing(table) == ()
    assert ends.leftover_receivers(pots_table(leftover="poker")) == ()
