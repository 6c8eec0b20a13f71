"""The end of a hand: the order of payments, counts, pay cards left, void hands."""

from dataclasses import replace

import pytest
from evenings import E1, acts, after, begun, chips, do, refused, refused_act, seated

from companion.core import commands, settle
from companion.core import events as ev
from companion.core.cards import CARD
from companion.core.errors import RuleError
from companion.core.table import replay
from companion.games import game_named

SUIT = {"change": "suit", "fallback": "pass"}


def decided(table, text):
    """The events of the last of some actions."""
    *before, last = text.split(",")
    table = acts(table, ",".join(before))
    seat, card = last.split()
    return commands.decide(table, "play", {"seat": ["Anna", "Ben"].index(seat), "card": card})


# ---- the order of RULES § 2.7


def test_the_hand_is_paid_in_the_order_of_the_rules():
    events = decided(begun(kitty_stake=1), E1)

    kinds = [type(event).__name__ for event in events]
    payers = [event.seat for event in events if isinstance(event, ev.CardsPaid)]

    assert kinds == ["CardPlayed", "PotAwarded", "WentOut", "PotAwarded"] + ["CardsPaid"] * 3 + [
        "HandEnded"
    ]
    assert [event.space for event in events if isinstance(event, ev.PotAwarded)] == ["KC", "kitty"]
    assert payers == [0, 2, 3]


def test_each_other_player_pays_the_winner_for_each_card_left():
    table = after(E1, per_card=2)

    assert chips(table, 0, 1, 2, 3) == (10, 80, 10, 10)
    assert dict(table.results[0].left) == {0: 8, 1: 0, 2: 8, 3: 6}


def test_nothing_is_paid_for_cards_where_the_rules_say_so():
    assert chips(after(E1, per_card=0), 0, 1, 2, 3) == (26, 36, 26, 22)


def test_what_nobody_took_stays_on_the_layout():
    table = after(E1)

    assert table.layout_chips == {"AH": 5, "KC": 0, "QD": 5, "JS": 0}
    again = do(table, "begin_hand")
    assert again.layout_chips == {"AH": 10, "KC": 5, "QD": 10, "JS": 5}


def test_the_deal_passes_to_the_left():
    table = after(E1)

    assert table.dealer == 0
    assert do(table, "begin_hand").hand.circle == (1, 2, 3, 0)


def test_where_nobody_may_owe_what_is_not_there_is_cancelled():
    table = acts(begun(insolvency="out", per_card=3, chips=30), E1)

    assert chips(table, 0, 1, 2, 3) == (2, 102, 2, 4)
    poor = acts(begun(insolvency="out", per_card=4, chips=30), E1)
    assert chips(poor, 0, 1, 2, 3) == (0, 110, 0, 0)


def test_the_deal_passes_over_a_dealer_who_left_before_the_end_was_taken_back():
    table = replay(begun(), (ev.SeatLeft(3), ev.SeatLeft(0)))

    assert acts(table, E1).dealer == 1


def test_who_has_nothing_pays_nothing_in_a_void_hand():
    table = begun(void_payment="cards_to_kitty", insolvency="out", chips=8, **SUIT)

    table = acts(table, "Anna 4C, stop, Anna pass, Ben pass, Carla pass, Dan pass")

    assert chips(table, 0, 1, 2, 3, "kitty") == (0, 0, 0, 0, 12)


# ---- void hands


def test_in_a_void_hand_nobody_pays_and_everything_stays():
    table = after("Anna 4C, stop, Anna pass, Ben pass, Carla pass, Dan pass", kitty_stake=1, **SUIT)

    assert table.layout_chips == {"AH": 5, "KC": 5, "QD": 5, "JS": 5, "kitty": 4}
    assert table.results[-1].winner is None
    assert (table.hand.phase, table.hand.leader, table.hand.missing) == ("done", None, None)


def test_a_void_hand_may_cost_each_card_a_chip_to_the_kitty():
    passes = "Anna 4C, stop, Anna pass, Ben pass, Carla pass, Dan pass"

    table = after(passes, void_payment="cards_to_kitty", per_card=0, **SUIT)

    assert chips(table, 0, 1, 2, 3, "kitty") == (16, 15, 16, 12, 41)


def test_a_hand_of_pots_is_called_void_by_hand():
    table = after("void", depth="pots")

    assert table.results[-1].winner is None
    assert refused(begun(), "void") == "no_hand"
    assert refused(seated(), "void") == "no_hand"


def test_a_hand_of_pots_is_void_from_the_deal_on():
    table = after("Ben holds AH, void", depth="pots", game="rummy_royal")

    assert table.results[-1].winner is None
    staking = begun(depth="pots", placement="free")
    assert refused(staking, "void") == "no_hand"


def test_a_void_hand_of_pots_asks_for_the_cards_where_they_cost():
    table = after("void", depth="pots", void_payment="cards_to_kitty")
    assert settle.counts_wanted(table) == (0, 1, 2, 3)
    assert refused(table, "out", seat=0) == "no_hand"
    assert refused(table, "void") == "no_hand"

    for seat, cards in enumerate((8, 8, 8, 6)):
        table = do(table, "count", seat=seat, cards=cards)

    assert chips(table, 0, 3, "kitty") == (18, 16, 30)
    assert table.hand.phase == "done"


# ---- pots only: out and cards left


def test_in_a_hand_of_pots_the_cards_left_are_asked_for():
    table = after("Ben takes JS, Ben takes KC, Ben out", depth="pots")
    assert settle.counts_wanted(table) == (0, 2, 3)

    for seat, cards in ((0, 8), (2, 8), (3, 6)):
        table = do(table, "count", seat=seat, cards=cards)

    assert chips(table, 0, 1, 2, 3) == (18, 58, 18, 16)
    assert settle.counts_wanted(table) == ()


def test_no_cards_are_asked_for_where_they_cost_nothing():
    table = after("Ben out", depth="pots", per_card=0)

    assert table.hand.phase == "done"
    owing = after("Ben out", depth="pots", per_card=0, unplayed_paycard="double")
    assert owing.hand.phase == "shown"
    assert acts(owing, "Dan holds AH").hand.shown == {"AH": 3}
    assert refused(owing, "pass", seat=0) == "no_play_now"


@pytest.mark.parametrize(
    ("cards", "code"), [(0, "bad_count"), (11, "bad_count"), (-1, "bad_count")]
)
def test_nobody_is_left_with_no_card_or_more_than_were_dealt(cards, code):
    table = after("Ben out", depth="pots")

    assert refused(table, "count", seat=2, cards=cards) == code


def test_cards_left_are_told_of_others_when_somebody_is_out():
    assert refused(begun(depth="pots"), "count", seat=0, cards=3) == "no_counts_now"
    assert refused(after("Ben out", depth="pots"), "count", seat=1, cards=3) == "already_out"
    five = do(do(seated(5, depth="pots"), "leave", seat=0), "begin_hand")
    assert refused(acts(five, "Ben out"), "count", seat=0, cards=3) == "unknown_seat"
    assert refused(five, "out", seat=0) == "unknown_seat"


def test_out_is_told_once_and_where_cards_are_not_counted():
    assert refused(begun(), "out", seat=0) == "cards_only"
    assert refused(seated(), "out", seat=0) == "no_hand"
    assert refused(begun(depth="pots", placement="free"), "out", seat=0) == "no_hand"
    assert refused(after("Ben out", depth="pots"), "out", seat=0) == "already_out"


# ---- left with a pay card (E14)


def test_who_is_left_with_a_pay_card_pays_onto_it_as_much_as_lies_there():
    table = after(E1 + ", Dan holds AH", unplayed_paycard="double")
    table = do(table, "close_hand")

    assert chips(table, 0, 1, 2, 3, "AH", "QD") == (18, 58, 18, 11, 10, 5)


def test_the_hand_ends_when_every_pay_card_is_accounted_for():
    table = after(E1 + ", Dan holds AH, Anna holds QD", unplayed_paycard="fixed:2")

    assert table.hand.phase == "done"
    assert chips(table, 0, 3, "AH", "QD") == (16, 14, 7, 7)


@pytest.mark.parametrize(
    ("last", "code"),
    [
        ("Ben holds AH", "no_cards_left"),
        ("Dan holds KC", "card_already_played"),
        ("Dan holds AH, Anna holds AH", "card_already_played"),
    ],
)
def test_a_pay_card_left_is_shown_once_by_somebody_with_cards(last, code):
    assert refused_act(begun(unplayed_paycard="double"), f"{E1}, {last}") == code


def test_pay_cards_left_are_shown_when_somebody_is_out_and_it_costs():
    assert refused_act(begun(unplayed_paycard="double"), "Dan holds AH") == "no_counts_now"
    assert refused_act(begun(), "Dan holds AH") == "no_counts_now"
    assert refused(begun(), "close_hand") == "hand_running"
    for table in (begun(), begun(unplayed_paycard="double"), seated(unplayed_paycard="double")):
        assert settle.pay_cards_unshown(table) == ()


# ---- a count put right


def test_a_count_put_right_during_the_hand_changes_what_is_paid():
    table = do(begun(), "correct_count", seat=0, cards=12)

    assert chips(acts(table, E1), 0, 1) == (17, 59)


def test_a_count_put_right_after_the_hand_is_paid_for():
    table = after(E1)

    assert chips(do(table, "correct_count", seat=0, cards=10), 0, 1) == (16, 60)
    assert chips(do(table, "correct_count", seat=0, cards=6), 0, 1) == (20, 56)
    assert dict(do(table, "correct_count", seat=0, cards=6).results[-1].left)[0] == 6


def test_a_count_put_right_while_pay_cards_are_shown_is_paid_for():
    table = after(E1, unplayed_paycard="double")
    assert table.hand.phase == "shown"

    assert chips(do(table, "correct_count", seat=0, cards=10), 0, 1) == (16, 60)


def test_a_count_put_right_takes_no_more_than_is_there_where_nobody_may_owe():
    table = acts(begun(insolvency="out", per_card=4, chips=30), E1)
    assert chips(table, 0) == (0,)

    for cards in (9, 12):
        assert chips(do(table, "correct_count", seat=0, cards=cards), 0) == (0,)
    assert do(table, "correct_count", seat=0, cards=52).hand.left[0] == 52


def test_a_count_put_right_moves_nothing_before_it_is_paid_or_to_a_barred_winner():
    counting = do(after("Ben out", depth="pots"), "correct_count", seat=0, cards=9)
    barred = do(begun(irregularity="fine_bar:1"), "fine", seat=1)

    assert chips(counting, 0, 1) == (26, 26)
    assert chips(do(acts(barred, E1), "correct_count", seat=0, cards=10), 0) == (27,)


def test_a_count_put_right_after_a_void_hand_moves_nothing():
    table = after("Anna 4C, stop, Anna pass, Ben pass, Carla pass, Dan pass", **SUIT)

    assert chips(do(table, "correct_count", seat=0, cards=3), 0) == (26,)


@pytest.mark.parametrize(
    ("table", "seat", "cards", "code"),
    [
        (seated, 0, 3, "no_hand"),
        (begun, 0, 53, "bad_count"),
        (begun, 0, -1, "bad_count"),
        (begun, 0, 0, "bad_count"),
        (lambda: after(E1), 0, 0, "bad_count"),
        (lambda: after(E1), 1, 3, "already_out"),
    ],
)
def test_a_count_that_cannot_be_is_refused(table, seat, cards, code):
    assert refused(table(), "correct_count", seat=seat, cards=cards) == code


# ---- exempt from paying


def exempt(**settings):
    """Boodle in which whoever is left with the 9♦ pays nothing."""
    game = replace(game_named("boodle"), exempt=CARD["9D"])
    return begun(game=game, layout=["9D", "AH"], dealer_factor=1, **settings)


def test_who_is_left_with_the_exempt_card_pays_nothing_for_cards_left():
    table = acts(exempt(depth="pots"), "Anna out")
    for seat in (1, 2, 3):
        table = do(table, "count", seat=seat, cards=seat)
    assert (table.hand.phase, settle.pay_cards_unshown(table)) == ("shown", ("9D",))

    table = do(table, "holds", seat=2, space="9D")

    assert chips(table, 0, 1, 2, 3) == (28 + 4, 27, 28, 25)
    assert table.hand.phase == "done"


def test_where_nobody_is_left_with_it_everybody_pays_when_the_hand_is_closed():
    table = acts(exempt(depth="pots"), "Anna out")
    for seat in (1, 2, 3):
        table = do(table, "count", seat=seat, cards=seat)

    assert chips(do(table, "close_hand"), 0) == (28 + 6,)


def test_once_the_exempt_card_was_played_the_hand_is_paid_at_once():
    table = acts(exempt(), "Anna 9D")
    table = do(table, "correct_count", seat=0, cards=1)

    assert acts(table, "Anna 10D").hand.phase == "done"


def test_a_count_put_right_moves_no_chips_of_who_is_exempt_or_not_asked_yet():
    table = acts(exempt(depth="pots"), "Anna out")
    for seat in (1, 2, 3):
        table = do(table, "count", seat=seat, cards=seat)
    before = do(table, "correct_count", seat=1, cards=5)
    assert chips(before, 1) == (28,)

    paid = do(do(before, "holds", seat=2, space="9D"), "correct_count", seat=2, cards=9)

    assert chips(paid, 1, 2) == (23, 28)


def test_paid_on_holding_the_exempt_card_is_asked_for_all_the_same():
    table = acts(exempt(pay_when="hold"), "Ben holds 9D, Anna 4C")
    table = acts(do(table, "correct_count", seat=0, cards=1), "stop, Anna 6C")
    assert table.hand.phase == "shown"

    assert chips(acts(table, "Ben holds 9D"), 1) == (28 + 4,)


def test_who_is_left_with_a_pay_card_of_trumps_pays_onto_its_space():
    table = begun(layout=["A*", "9D"], unplayed_paycard="fixed:2", dealer_factor=1)
    table = acts(table, "Dan turns 5H, Anna 4C")
    table = acts(do(table, "correct_count", seat=0, cards=1), "stop, Anna 6C")

    assert chips(acts(table, "Ben holds AH"), "A*") == (6,)
    assert chips(do(table, "holds", seat=1, space="A*"), "A*") == (6,)
    assert refused(table, "holds", seat=1, space="AC") == "card_already_played"


def test_a_game_with_an_exempt_card_takes_no_penalty_for_pay_cards_left():
    with pytest.raises(RuleError, match="9♦ pays nothing") as error:
        exempt(unplayed_paycard="double")

    assert error.value.code == "options_clash"
