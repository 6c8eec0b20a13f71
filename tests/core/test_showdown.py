"""Several poker hands shown at once: all of them, or none."""

import pytest
from evenings import after, do, refused

from companion.core.cards import Card
from companion.core.commands import parse
from companion.core.errors import RuleError
from companion.core.game import POT
from companion.core.showdown import hands_missing, show_hands

SHOWDOWN = "Eve checks, Anna checks, Ben folds, Carla folds, Dan folds"
FULL, HIGH = "8D 8H 8S KD KH", "2C 3C 4C 5C 7D"


@pytest.fixture
def table():
    return after(SHOWDOWN, game="three_in_one", players=5)


def test_who_is_in_the_poker_and_has_not_shown_is_missing(table):
    assert hands_missing(after("Eve checks", game="three_in_one", players=5)) == ()
    assert hands_missing(table) == (4, 0)
    assert hands_missing(do(table, "show", seat=4, cards=HIGH)) == (0,)
    assert hands_missing(after("Anna 4C")) == ()


def test_the_best_of_all_hands_takes_the_pot(table):
    shown = do(table, "show_hands", hands=[f"0:{FULL}", f"4:{HIGH}"])

    assert shown.balance(POT) == 0
    assert shown.balance(0) == table.balance(0) + table.balance(POT)
    one_by_one = do(do(table, "show", seat=0, cards=FULL), "show", seat=4, cards=HIGH)
    assert shown == one_by_one


def test_one_hand_that_cannot_be_refuses_all(table):
    assert refused(table, "show_hands", hands=[f"0:{FULL}", f"4:{FULL}"]) == "card_shown"
    assert refused(table, "show_hands", hands=[f"0:{FULL}", f"1:{HIGH}"]) == "not_your_turn"
    assert refused(table, "show_hands", hands=["0:8D 8H"]) == "bad_hand"
    with pytest.raises(RuleError):
        show_hands(table, ())


@pytest.mark.parametrize("hands", [
    [f"0:{FULL}", f"4:{HIGH}"], (f"0:{FULL}", f"4:{HIGH}"), f"0:{FULL} 4:{HIGH}",
])  # fmt: skip
def test_hands_are_read_from_texts_or_from_one_text(hands):
    read = parse("show_hands", {"hands": hands})["hands"]

    assert read == ((0, tuple(map(Card, FULL.split()))), (4, tuple(map(Card, HIGH.split()))))


@pytest.mark.parametrize("odd", ["", [], 7, FULL, "0:8D 8H x", ":8D", "0:" + "8D " * 200, [[1]]])
def test_odd_hands_are_refused_with_a_sentence(odd):
    with pytest.raises(RuleError) as caught:
        parse("show_hands", {"hands": odd})

    assert caught.value.code == "bad_command"
