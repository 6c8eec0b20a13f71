"""The people and rules of an evening: seats, names, order, chips bought, corrections."""

import pytest
from evenings import E1, acts, begun, chips, do, refused, seated
from hypothesis import given
from hypothesis import strategies as st

from companion.core import commands, evening
from companion.core import events as ev
from companion.core.errors import RuleError
from companion.core.table import evolve

# ---- rules and depth


def test_house_rules_change_until_chips_are_staked():
    table = do(seated(), "rules", values={"per_card": 2})

    assert table.options.per_card == 2
    assert refused(begun(), "rules", values={"per_card": 2}) == "already_open"
    assert refused(seated(), "rules", values={"per_card": "x"}) == "bad_option"


def test_the_tally_is_kept_in_pots_or_cards():
    assert do(seated(), "depth", depth="pots").depth == "pots"
    assert refused(seated(), "depth", depth="photos") == "bad_command"


# ---- names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Lee\n", "Anna Lee"),
        ("A" * 40, "A" * 40),
        ("🦊", "🦊"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        *((f"An{mark}na", "Anna") for mark in "\x00\ud800\ue000\u202e\u2069"),
        *((f"An{line}na", "Anna") for line in "\u2028\u2029"),
        *((letter, letter) for letter in "a1.+"),
    ],
)
def test_a_name_is_what_people_type_without_control_characters(typed, kept):
    assert evening.clean_name(typed) == kept


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "A" * 41, "x" * 400, None, 7])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(RuleError) as error:
        evening.clean_name(name)

    assert error.value.code == "bad_name"


@given(st.text(max_size=40))
def test_a_kept_name_stays_as_it_is(text):
    try:
        kept = evening.clean_name(text)
    except RuleError:
        return

    assert evening.clean_name(kept) == kept


# ---- seats


@pytest.mark.parametrize(
    ("name", "animal", "code"),
    [
        ("anna", "moth", "name_taken"),
        ("Zoe", "fish", "animal_taken"),
        ("Zoe", "dragon", "unknown_animal"),
    ],
)
def test_two_people_of_a_table_differ_in_name_and_animal(name, animal, code):
    assert refused(seated(), "sit", name=name, animal=animal) == code


def test_people_join_between_hands_up_to_the_most():
    assert refused(begun(), "sit", name="Zoe", animal="moth") == "between_hands_only"
    assert refused(do(seated(), "end_evening"), "sit", name="Zoe", animal="moth") == "evening_over"
    assert refused(seated(8), "sit", name="Zoe", animal="fish") in (
        "too_many_players", "animal_taken",
    )  # fmt: skip


def test_a_person_sits_down_last_or_at_a_place():
    assert refused(seated(4, "newbury"), "sit", name="Zoe", animal="moth") == "too_many_players"
    assert do(seated(), "sit", name="Zoe", animal="moth").circle == (0, 1, 2, 3, 4)
    assert do(seated(), "sit", name="Zoe", animal="moth", place=1).circle == (0, 4, 1, 2, 3)
    assert do(seated(), "sit", name="Zoe", animal="moth", place=99).circle[-1] == 4
    assert do(seated(), "sit", name="Zoe", animal="moth", place=-1).circle[0] == 4
    assert chips(do(seated(), "sit", name="Zoe", animal="moth", chips=0), 4) == (0,)
    assert refused(seated(), "sit", name="Zoe", animal="moth", chips=-1) == "bad_chips"


def test_a_name_or_animal_changes_and_nothing_moves():
    table = do(seated(), "rename", seat=0, name="Annie")
    assert (table.name(0), table.seats[0].animal) == ("Annie", "fish")

    assert do(table, "rename", seat=0, name="Annie", animal="moth").seats[0].animal == "moth"
    assert refused(table, "rename", seat=0, name="Ben") == "name_taken"


def test_whoever_leaves_keeps_the_own_chips_and_may_come_back():
    table = do(acts(begun(), E1), "leave", seat=1)
    assert (table.circle, chips(table, 1)) == ((0, 2, 3), (58,))
    assert refused(table, "leave", seat=1) == "not_seated"
    assert refused(table, "rejoin", seat=0) == "name_taken"

    back = do(table, "rejoin", seat=1)
    assert (back.circle, chips(back, 1)) == ((0, 2, 3, 1), (58,))
    assert do(table, "rejoin", seat=1, place=1).circle == (0, 1, 2, 3)
    assert do(table, "rejoin", seat=1, place=-1).circle == (1, 0, 2, 3)


def test_whoever_comes_back_gets_another_animal_if_theirs_is_taken():
    table = do(do(seated(), "leave", seat=1), "sit", name="Zoe", animal="hare")

    assert do(table, "rejoin", seat=1).seats[1].animal == "owl"
    assert [event.kind for event in evening.rejoin(table, 1)] == ["SeatRenamed", "SeatRejoined"]
    assert do(table, "rejoin", seat=1).name(1) == "Ben"


def test_no_more_people_come_back_than_the_game_takes():
    full = do(do(seated(8), "leave", seat=1), "sit", name="Zoe", animal="hare")

    assert refused(full, "rejoin", seat=1) == "too_many_players"
    assert len(do(do(full, "leave", seat=2), "rejoin", seat=1).circle) == 8


def test_who_has_left_already_leaves_no_second_gap():
    gone = evolve(seated(), ev.SeatLeft(1))

    assert gone.circle == (0, 2, 3)
    assert evolve(gone, ev.LeftBroke(1)) == gone


def test_the_deal_passes_on_when_the_dealer_leaves():
    assert do(seated(dealer=1), "leave", seat=1).dealer == 2
    assert do(seated(dealer=3), "leave", seat=3).dealer == 0
    alone = seated(1)
    assert do(alone, "leave", seat=0).dealer is None


def test_people_change_places_between_hands():
    assert do(seated(), "reseat", circle="3,1,0,2").circle == (3, 1, 0, 2)
    assert refused(seated(), "reseat", circle=[0, 1, 2]) == "bad_circle"
    assert refused(seated(), "reseat", circle=[0, 1, 2, 2]) == "bad_circle"
    assert refused(begun(), "reseat", circle=[3, 2, 1, 0]) == "between_hands_only"


def test_the_dealer_is_named_between_hands():
    assert do(seated(), "dealer", seat=1).dealer == 1
    assert refused(begun(), "dealer", seat=1) == "between_hands_only"
    assert refused(seated(), "dealer", seat=7) == "unknown_seat"
    assert refused(do(seated(), "leave", seat=1), "dealer", seat=1) == "not_seated"


def test_nobody_knows_a_seat_that_nobody_ever_had():
    with pytest.raises(RuleError) as error:
        evening.rejoin(seated(), 7)
    assert error.value.code == "unknown_seat"

    with pytest.raises(RuleError) as error:
        evening.verify_seated(seated(), 7)
    assert error.value.code == "unknown_seat"


# ---- chips


def test_chips_are_bought_again_at_any_time():
    table = do(begun(), "buy_in", seat=0)

    assert (chips(table, 0), table.bought[0]) == ((56,), 60)
    assert chips(do(table, "buy_in", seat=0, chips=5), 0) == (61,)
    assert refused(table, "buy_in", seat=0, chips=0) == "bad_chips"
    assert refused(table, "buy_in", seat=0, chips=1_000_001) == "bad_chips"
    assert chips(do(table, "buy_in", seat=0, chips=1_000_000), 0) == (1_000_056,)
    assert refused(do(seated(), "end_evening"), "buy_in", seat=0) == "evening_over"


def test_chips_are_moved_by_hand_with_a_reason():
    table = do(begun(), "correct", debit="0", credit="AH", chips=2, note=" counted  wrong ")

    assert chips(table, 0, "AH") == (24, 7)
    assert evening.correct(table, 0, 1, 2, " a  b ") == (ev.Corrected(0, 1, 2, "a b"),)


@pytest.mark.parametrize("options", [{}, {"kitty_stake": 1}])
def test_chips_can_always_be_moved_to_the_kitty(options):
    table = begun(**options)
    before = table.balance("kitty")

    table = do(table, "correct", debit="0", credit="kitty", chips=2, note="found")

    assert table.balance("kitty") == before + 2
    assert len(set(evening.accounts(table))) == len(evening.accounts(table))


def test_a_correction_may_leave_a_debt_where_debts_are_kept():
    said = {"debit": "0", "credit": "1", "chips": 27, "note": "a debt"}

    assert chips(do(begun(), "correct", **said), 0) == (-1,)
    assert refused(begun(insolvency="out"), "correct", **said) == "bad_chips"
    assert refused(begun(insolvency="rebuy"), "correct", **said) == "bad_chips"
    exactly = do(begun(insolvency="out"), "correct", **{**said, "chips": 26})
    assert chips(exactly, 0) == (0,)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"debit": "9"}, "unknown_account"),
        ({"debit": "AC"}, "unknown_account"),
        ({"credit": "0"}, "same_account"),
        ({"chips": 0}, "bad_chips"),
        ({"debit": "AH", "chips": 6}, "bad_chips"),
        ({"note": "  "}, "note_missing"),
        ({"note": "x" * 201}, "bad_name"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(change, code):
    said = {"debit": "0", "credit": "1", "chips": 2, "note": "why"} | change

    assert refused(begun(), "correct", **said) == code
    assert chips(do(begun(), "correct", **{**said, "debit": 0, "credit": 1, "chips": 2,
                                           "note": "x" * 200}), 1) == (28,)  # fmt: skip


def test_nothing_is_put_on_the_layout_once_it_was_given_out():
    over = do(seated(), "end_evening")

    moved = {"chips": 2, "note": "found"}
    assert refused(over, "correct", debit=0, credit="KC", **moved) == "evening_over"
    assert chips(do(over, "correct", debit=0, credit=1, **moved), 0, 1) == (28, 32)


def test_the_bank_is_no_account_of_corrections():
    with pytest.raises(RuleError) as error:
        evening.correct(begun(), "bank", 0, 2, "why")

    assert error.value.code == "unknown_account"


def test_where_the_bank_gives_points_a_refusal_speaks_of_points():
    said = {"debit": "KH", "credit": "0", "chips": 50, "note": "x"}

    points = commands.refusal(begun(4, "newbury"), "correct", said)
    assert points.message == "1 point is all there is, not 50."
    chips = commands.refusal(begun(4, "newbury", funding="players"), "correct", said)
    assert chips.message == "1 chip is all there is, not 50."


# ---- doubts and ticks


def test_a_doubt_is_settled_once():
    table = evolve(begun(), ev.Objected(4, 0))
    assert table.objections == (4,)
    both = evolve(table, ev.Objected(7, 0))
    assert evolve(both, ev.Reverted((7, 8))).objections == (4,)

    settled = do(table, "settle_objection", seq=4)

    assert settled.objections == ()
    assert refused(settled, "settle_objection", seq=4) == "unknown_event"


def test_a_tick_without_the_end_it_belonged_to_says_nothing():
    assert evolve(seated(), ev.PaymentTicked(0, 1, True)).paid == frozenset()


def test_payments_are_ticked_when_the_evening_has_ended():
    over = do(seated(), "end_evening")

    ticked = do(over, "tick", debtor=0, creditor=1, paid="on")

    assert ticked.paid == {(0, 1)}
    assert do(ticked, "tick", debtor=0, creditor=1, paid="off").paid == frozenset()
    assert refused(seated(), "tick", debtor=0, creditor=1, paid=True) == "not_over"
