"""How many cards each hand gets: the table of RULES § 2.2."""

import pytest

from companion.core.deal import hand_sizes
from companion.core.options import Options

LAST = {
    2: "18 17 / 17", 3: "13 13 13 / 13", 4: "11 11 10 10 / 10", 5: "9 9 9 9 8 / 8",
    6: "8 8 8 7 7 7 / 7", 7: "7 7 7 7 6 6 6 / 6", 8: "6 6 6 6 6 6 6 5 / 5",
    9: "6 6 5 5 5 5 5 5 5 / 5",
}  # fmt: skip
FIRST = {
    2: "17 17 / 18", 3: "13 13 13 / 13", 4: "11 10 10 10 / 11", 5: "9 9 9 8 8 / 9",
    6: "8 8 7 7 7 7 / 8", 7: "7 7 7 6 6 6 6 / 7", 8: "6 6 6 6 6 6 5 5 / 6",
    9: "6 5 5 5 5 5 5 5 5 / 6",
}  # fmt: skip
NONE = {
    2: "26 26 / 0", 3: "18 17 17 / 0", 4: "13 13 13 13 / 0", 5: "11 11 10 10 10 / 0",
    6: "9 9 9 9 8 8 / 0", 7: "8 8 8 7 7 7 7 / 0", 8: "7 7 7 7 6 6 6 6 / 0",
    9: "6 6 6 6 6 6 6 5 5 / 0",
}  # fmt: skip
TO_SPARE = {
    2: "17 17 / 18", 3: "13 13 13 / 13", 4: "10 10 10 10 / 12", 5: "8 8 8 8 8 / 12",
    6: "7 7 7 7 7 7 / 10", 7: "6 6 6 6 6 6 6 / 10", 8: "5 5 5 5 5 5 5 5 / 12",
    9: "5 5 5 5 5 5 5 5 5 / 7",
}  # fmt: skip
# RULES' own table prints "6 6 5 5 ..." shapes; the sums are checked here too.
TABLES = [
    (Options(spare="last"), LAST), (Options(spare="first"), FIRST),
    (Options(spare="none"), NONE), (Options(deal_surplus="to_spare"), TO_SPARE),
]  # fmt: skip
ROWS = [(options, n, row) for options, table in TABLES for n, row in table.items()]


@pytest.mark.parametrize(("options", "players", "row"), ROWS)
def test_hand_sizes_are_those_of_the_rules(options, players, row):
    each, spare = row.split(" / ")

    sizes = hand_sizes(players, options)

    assert sizes == (tuple(map(int, each.split())), int(spare))
    assert sum(sizes[0]) + sizes[1] == 52


def test_a_game_may_deal_so_many_cards_each_and_leave_the_rest_dead():
    assert hand_sizes(2, Options(), pack=32, each=12) == ((12, 12), 8)


def test_in_newbury_each_throws_three_cards_and_twelve_are_dead():
    assert hand_sizes(4, Options(spare="none", discard=3)) == ((10, 10, 10, 10), 12)
