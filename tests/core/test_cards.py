"""Cards: how they are written, and which follows which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.cards import (
    CARD,
    DECK,
    RANKS_IN_ORDER,
    Card,
    CardError,
    next_card,
    suit_sign,
    suit_word,
)

cards = st.sampled_from(DECK)


def test_the_pack_has_52_different_cards():
    assert len(set(DECK)) == 52


@given(cards)
def test_every_way_of_writing_a_card_reads_back_as_that_card(card):
    for text in (card, card.text, card.shown, card.text.lower(), f" {card.text} "):
        assert Card.parse(text) is CARD[card]


@pytest.mark.parametrize("text", ["", "1", "11S", "SS", "8", "8X", "100C", None, 7, "8S 9S", "٤♣"])
def test_what_is_no_card_is_refused_with_a_sentence(text):
    with pytest.raises(CardError, match="is no card"):
        Card.parse(text)


def test_a_card_knows_its_words():
    card = CARD["TD"]

    words = (card.rank, card.suit, card.red, card.text, card.shown, card.spoken)

    assert words == ("T", "D", True, "10D", "10♦", "10 of diamonds")
    assert (CARD["AS"].spoken, CARD["AS"].red) == ("ace of spades", False)
    assert (suit_word("H"), suit_sign("S")) == ("hearts", "♠")


@pytest.mark.parametrize("ace", ["high", "low"])
def test_cards_follow_one_another_up_to_the_top_card(ace):
    for suit in "CDHS":
        card, chain = CARD[RANKS_IN_ORDER[ace][0] + suit], ""
        while card is not None:
            chain += card.rank
            card = next_card(card, ace)

        assert chain == RANKS_IN_ORDER[ace]


def test_the_ace_is_top_or_lowest_as_agreed():
    assert next_card(CARD["KC"], "high") == "AC"
    assert next_card(CARD["KC"], "low") is None
