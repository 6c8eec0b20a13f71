"""The table: the fold of its events, and the sum of all chips."""

from evenings import E1, acts, after, begun, chips, do, seated
from hypothesis import given
from hypothesis import strategies as st

from companion.core import commands
from companion.core import events as ev
from companion.core.ledger import BANK
from companion.core.table import Decided, evolve, replay


def test_a_table_is_the_fold_of_its_events():
    table = begun()
    events = commands.decide(table, "play", {"seat": 0, "card": "JS"})

    one_by_one = table
    for event in events:
        one_by_one = evolve(one_by_one, event)

    assert isinstance(events, Decided)
    assert replay(table, events) is events.after
    assert replay(table, tuple(events)).digest() == events.after.digest() == one_by_one.digest()


def test_events_decided_on_one_table_fold_onto_another_anew():
    events = commands.decide(begun(), "play", {"seat": 0, "card": "JS"})
    other = begun(chip_value=2)

    assert replay(other, events).options.chip_value == 2


def test_the_chips_of_the_house_stay_the_same_through_a_hand():
    table = begun()
    for text in E1.split(","):
        table = acts(table, text)

        seats = sum(table.balance(seat) for seat in table.seats)
        assert seats + sum(table.layout_chips.values()) == 120 == -table.balance(BANK)


def test_chips_on_a_space_that_left_the_layout_are_still_shown():
    table = replay(seated(), (ev.Corrected(BANK, "kitty", 3, "before"),))

    assert table.layout_chips["kitty"] == 3


@given(st.integers(0, 3), st.sampled_from(["4C", "8D", "JS"]))
def test_equal_tables_have_equal_digests_and_others_differ(seat, card):
    table = begun(dealer=(seat - 1) % 4)

    once = do(table, "play", seat=seat, card=card)

    assert once.digest() == do(table, "play", seat=seat, card=card).digest() != table.digest()


def test_the_run_on_the_table_begins_with_its_lead():
    table = after("Anna 4C, Ben 5C, stop, Ben 6D")

    assert [play.card for play in table.hand.run] == ["6D"]
    assert begun().hand.run == ()
    assert (begun().hand.last, table.hand.last) == (None, "6D")
    assert table.hand.left_of(3) == 0


def test_who_sits_down_with_a_debt_owes_it_to_the_bank():
    table = replay(seated(3), (ev.SeatTaken(3, "Dan", "bear", -5, 3),))

    assert chips(table, 3, BANK) == (-5, -85)


def test_a_hand_being_played_is_told_from_one_that_is_over():
    assert seated().playing is None
    assert begun().playing is not None
    assert after(E1).playing is None
