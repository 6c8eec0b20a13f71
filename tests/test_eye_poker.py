"""Poker hands as cameras see them: kept until all are there, then people say they are right."""

from dataclasses import replace

import pytest
from evenings import after
from test_eye import asks, lies, told, waits

from companion import eye
from companion.core.cards import Card
from companion.core.game import POT

SHOWDOWN = "Eve checks, Anna checks, Ben folds, Carla folds, Dan folds"
FULL = ["8D", "8H", "8S", "KD", "KH"]
HIGH = ["2C", "3C", "4C", "5C", "7D"]


@pytest.fixture
def table():
    """Eve and Anna are to show five cards; nobody has."""
    return after(SHOWDOWN, game="three_in_one", players=5)


def row(cards, seat, **more):
    return [lies(card, seat, **more) for card in cards]


def five(cards):
    return tuple(sorted(map(Card, cards)))


def test_five_cards_before_somebody_are_kept_as_their_hand(table):
    assert eye.judge(table, row(FULL, 0)) == (eye.Keep(0, five(FULL)),)

    kept = {0: five(FULL)}
    assert waits(table, *row(FULL, 0), hands=kept)  # Eve is still to show
    assert eye.judge(table, row(HIGH, 4), hands=kept) == (eye.Keep(4, five(HIGH)),)


def test_a_hand_that_is_read_otherwise_is_kept_instead(table):
    read = eye.judge(table, row(HIGH, 0), hands={0: five(FULL)})

    assert read == (eye.Keep(0, five(HIGH)),)


def test_one_question_names_every_hand_and_who_wins(table):
    hands = {0: five(FULL), 4: five(HIGH)}

    ask = asks(table, hands=hands)

    assert (ask.kind, ask.say) == ("hands", "Does Anna take the pot: full house?")
    assert ask.why.splitlines() == [
        "Eve: 2♣ 3♣ 4♣ 5♣ 7♦", "Anna: 8♦ 8♥ 8♠ K♦ K♥", "The pot hangs on every card.",
    ]  # fmt: skip
    right, wrong = ask.replies
    after_it = told(table, (right.kind, right.data))
    assert after_it.balance(POT) == 0
    assert after_it.balance(0) == table.balance(0) + table.balance(POT)
    assert (wrong.kind, wrong.data) == ("hands", {})


def test_who_tapped_the_own_hand_is_not_asked_about_it(table):
    tapped = told(table, ("show", {"seat": 4, "cards": HIGH}))

    ask = asks(tapped, hands={0: five(FULL)})

    assert ask.seats == (0,)
    assert ask.replies[0].data == {"hands": ["0:8D 8H 8S KD KH"]}


def test_a_hand_tapped_last_moves_no_pot_before_those_that_were_read_are_confirmed(table):
    tapped = told(table, ("show", {"seat": 0, "cards": FULL}))

    assert tapped.balance(POT) == table.balance(POT)
    assert asks(tapped, hands={4: five(HIGH)}).kind == "hands"


def test_equal_hands_share_the_pot(table):
    other = ["2D", "3D", "4D", "5D", "7C"]

    ask = asks(table, hands={0: five(other), 4: five(HIGH)})

    assert ask.say == "Do Anna and Eve take the pot?"


def test_a_card_lies_in_one_hand_only(table):
    twice = [*HIGH[:4], "KH"]

    assert waits(table, *row(twice, 4), hands={0: five(FULL)})
    ask = asks(table, *row(twice, 4, age_ms=6000), hands={0: five(FULL)})
    assert (ask.kind, ask.seats) == ("five", (4,))


def test_what_was_read_is_asked_about_where_somebody_tapped_one_of_its_cards(table):
    tapped = told(table, ("show", {"seat": 4, "cards": [*HIGH[:4], "KH"]}))

    ask = asks(tapped, hands={0: five(FULL)})

    assert (ask.kind, ask.seats) == ("five", (0,))


def test_four_cards_are_no_poker_hand_and_asked_after_a_while(table):
    assert waits(table, *row(FULL[:4], 0))
    ask = asks(table, *row(FULL[:4], 0, age_ms=6000))
    assert (ask.kind, ask.replies[0].kind) == ("five", "five")
    assert waits(table, *row(FULL[:2], 0, age_ms=6000))  # nobody shows two cards


@pytest.mark.parametrize("now", ["covered", "missing", "unsure"])
def test_a_card_that_is_not_seen_to_lie_there_is_of_no_hand(table, now):
    seen = [*row(FULL[:4], 0), lies("KH", 0, now=now)]

    assert waits(table, *seen)
    assert eye.judge(table, [*row(FULL, 0), lies("2C", 0, now=now)]) == (eye.Keep(0, five(FULL)),)


@pytest.mark.parametrize("doubt", [
    {"odd": "smaller"}, {"votes": 3}, {"clear": False}, {"confidence": 0.8},
])  # fmt: skip
def test_one_doubtful_card_makes_a_hand_doubtful(table, doubt):
    seen = row(FULL, 0)

    assert waits(table, *seen[:4], replace(seen[4], **doubt))


def test_hands_shown_for_what_is_left_at_the_end_are_asked_about_in_the_same_way():
    evening = after("void", game="boodle", leftover="poker", depth="pots")
    ended = told(evening, ("end_evening", {}))
    seats = eye.hands_missing(ended)
    deal = ["2H 5H 7H 9H KH", "2S 2D 7C 9C KC", "3S 3D 8C 9S JC", "4S 4D 8S TS JD"]
    hands = {seat: five(cards.split()) for seat, cards in zip(seats, deal, strict=True)}

    ask = asks(ended, hands=hands)

    assert (ask.kind, len(ask.seats)) == ("hands", len(seats))
    after_it = told(ended, (ask.replies[0].kind, ask.replies[0].data))
    assert not any(after_it.layout_chips.values())
