"""Five-card hands: every class, every tie, against all 2,598,960 hands counted by class."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.cards import CARD, DECK
from companion.core.poker_hands import NAMES, hand_name, rank_hand

ROWS = [
    ("AS KS QS JS TS", "straight flush"),
    ("5D 4D 3D 2D AD", "straight flush"),
    ("9C 9D 9H 9S 2C", "four of a kind"),
    ("8D 8H 8S KD KH", "full house"),
    ("5C 5H 5S JD JH", "full house"),
    ("AH JH 9H 4H 2H", "flush"),
    ("AC KD QH JS TC", "straight"),
    ("TC 9D 8H 7S 6C", "straight"),
    ("5C 4D 3H 2S AC", "straight"),
    ("7C 7D 7H KS 2C", "three of a kind"),
    ("KC KD 2H 2S AC", "two pairs"),
    ("QC QD 2H 2S AC", "two pairs"),
    ("AC AD 9H 4S 2C", "pair"),
    ("AC KD QH JS 9C", "high card"),
    ("KC QD JH 9S 2C", "high card"),
]  # best first


def cards(text):
    return [CARD[code] for code in text.split()]


@pytest.mark.parametrize(("text", "name"), ROWS)
def test_a_hand_has_its_name(text, name):
    assert hand_name(cards(text)) == name


def test_the_rows_stand_in_their_order():
    ranks = [rank_hand(cards(text)) for text, _ in ROWS]

    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AC AD 9H 4S 2C", "AH AS 9C 4D 2D"),
        ("TC 9D 8H 7S 6C", "TD 9H 8S 7C 6D"),
        ("AH JH 9H 4H 2H", "AS JS 9S 4S 2S"),
    ],
)
def test_suits_never_decide(one, other):
    assert rank_hand(cards(one)) == rank_hand(cards(other))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6C 5D 4H 3S 2C", "5C 4D 3H 2S AC"),
        ("KC KD 3H 2S 4C", "QC QD AH KS JC"),
        ("KC KD 3H 3S 4C", "KH KS 2H 2C AC"),
        ("KC KD 3H 3S 5C", "KH KS 3C 3D 4C"),
        ("2C 2D 2H 3S 3C", "AH KH QH JH 9H"),
        ("AC KD QH JS 8C", "AD KH QS JC 7D"),
    ],
)
def test_the_ranks_decide_within_a_class(better, worse):
    assert rank_hand(cards(better)) > rank_hand(cards(worse))


def test_an_ace_does_not_go_round_the_corner():
    assert hand_name(cards("3C 2D AH KS QC")) == "high card"


@given(st.permutations(DECK).map(lambda deck: deck[:5]), st.randoms())
def test_the_order_of_the_cards_does_not_matter(five, chance):
    turned = list(five)
    chance.shuffle(turned)

    assert rank_hand(turned) == rank_hand(five)


def test_a_sixth_card_or_the_same_card_twice_is_our_mistake():
    with pytest.raises(AssertionError):
        rank_hand(cards("AC KD QH JS 9C 8C"))
    with pytest.raises(AssertionError):
        rank_hand(cards("AC AC QH JS 9C"))


@pytest.mark.slow
def test_the_classes_have_as_many_hands_as_mathematics_says():
    """Known counts of all five-card hands; about half a minute."""
    found = Counter(rank_hand(five)[0] for five in combinations(DECK, 5))

    counts = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert [found[place] for place in range(len(NAMES))] == counts
