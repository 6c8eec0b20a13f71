"""A new game is data alone: Epsom of RULES § 10, written here as its file would be, is played.

Two players, 32 cards from the seven up, twelve each and eight dead; four horses, a chip on each;
the non-dealer leads; a chip for each card left; over when somebody has no chips.
"""

from evenings import acts, chips, do

from companion.core import evening
from companion.core.cards import DECK
from companion.core.ends import reached
from companion.core.game import Game
from companion.core.options import Options
from companion.core.table import Table, replay

EPSOM = Game(
    key="epsom",
    name="Epsom",
    tagline="For two: catch the four horses and get rid of your twelve cards.",
    source="RULES § 10",
    seats=(2, 2),
    pack=tuple(card for card in DECK if card.rank in "789TJQKA"),
    cards_each=12,
    preset=Options(layout=("AS", "KH", "QC", "JD"), end="broke"),
)


def table():
    begun = replay(Table.new(EPSOM), evening.open_evening(EPSOM, {}))
    for name, animal in (("Anna", "fish"), ("Ben", "hare")):
        begun = replay(begun, evening.sit(begun, name, animal))
    return do(do(begun, "dealer", seat=1), "begin_hand")


def test_each_holds_twelve_cards_and_stakes_a_chip_on_each_horse():
    begun = table()

    assert dict(begun.hand.left) == {0: 12, 1: 12}
    assert begun.hand.spare == 8
    assert begun.layout_chips == {"AS": 2, "KH": 2, "QC": 2, "JD": 2}


def test_runs_go_from_the_seven_up_and_horses_pay_who_plays_them():
    played = acts(table(), "Anna 7D, Ben 8D, Anna 9D, Anna 10D, Ben JD")

    assert chips(played, 1, "JD") == (28, 0)
    assert played.hand.needed == "QD"


def test_the_evening_is_over_when_somebody_has_no_chips():
    left = do(do(table(), "correct_count", seat=0, cards=1), "correct_count", seat=1, cards=26)

    over = acts(left, "Anna 7D")

    assert chips(over, 0, 1) == (52, 0)
    assert reached(over) == "broke"
