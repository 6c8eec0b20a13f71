"""A showdown before a camera: hands are read one by one, people confirm all of them at once."""

import pytest
from onlookers import Evening

from companion.core.cards import Card
from companion.core.game import POT
from companion.said import Said
from companion.store import Store

ROWS = {3: "2C 3C 4C 5C 7D", 0: "8D 8H 8S KD KH", 1: "9C 9D JC QC 2S", 2: "3H 5H 7H TC TD"}


@pytest.fixture
def evening():
    with Store.open(None) as store:
        yield Evening(store, "three_in_one")


@pytest.fixture
def eye(evening):
    """A camera that knows the places; everybody is to show five cards."""
    eye = evening.placed(evening.lookouts.eye(evening.id, "table"))
    for kind in ("deal", "leave_spare", "close_hold"):
        evening.say(kind)
    while turn := evening.hand.poker.turn:
        evening.say("check", seat=turn[0])
    return eye


def show(evening, eye, seat, cards):
    """Lay five cards, wait until they are read, and take them up."""
    row = [Card(card) for card in cards.split()]
    evening.stage.lay_row(seat, row)
    answer = evening.look(eye, 8)
    evening.stage.table.take_up(row)
    evening.look(eye, 2)
    return answer


def test_all_hands_are_confirmed_with_one_tap_and_none_moves_a_chip_before(evening, eye):
    pot = evening.table.balance(POT)
    for seat, cards in ROWS.items():
        answer = show(evening, eye, seat, cards)
        assert evening.hand.poker.shown == {}
        assert evening.table.balance(POT) == pot

    (question,) = answer["questions"]
    assert question["say"] == "Does Anna take the pot: full house?"
    right = question["answers"][0]
    evening.say(right["kind"], **right["data"])
    assert evening.table.balance(POT) == 0
    assert evening.look(eye)["questions"] == []


def test_the_pot_rests_on_pictures_of_all_hands(evening, eye):
    for seat, cards in ROWS.items():
        answer = show(evening, eye, seat, cards)
    right = answer["questions"][0]["answers"][0]
    one = {"seat": 0, "cards": ROWS[0].split()}

    all_of_them, only_one = (
        evening.lookouts.evidence_of(evening.id, Said("tap", 1, kind, data))
        for kind, data in ((right["kind"], right["data"]), ("show", one))
    )

    assert set(all_of_them.cards) == {card for row in ROWS.values() for card in row.split()}
    assert set(only_one.cards) == set(ROWS[0].split())
    assert len(all_of_them.crop_bgr) > 2 * len(only_one.crop_bgr)


def test_who_is_still_to_show_is_said(evening, eye):
    assert evening.look(eye)["needed"]["say"] == "Five cards each, please"

    for seat in (3, 0):
        answer = show(evening, eye, seat, ROWS[seat])

    assert answer["needed"]["say"] == "Five cards, please: Ben, Carla"


def test_a_hand_that_is_tapped_instead_leaves_the_others_to_be_confirmed(evening, eye):
    for seat, cards in ROWS.items():
        show(evening, eye, seat, cards)

    evening.say("show", seat=0, cards="8D 8H 7S KD KH")

    (question,) = evening.look(eye)["questions"]
    assert question["kind"] == "hands"
    assert len(question["answers"][0]["data"]["hands"]) == 3


def test_hands_that_are_ignored_are_read_anew(evening, eye):
    for seat, cards in ROWS.items():
        answer = show(evening, eye, seat, cards)
    eye.ignore(answer["questions"][0]["id"])
    assert evening.look(eye)["questions"] == []

    for seat, cards in ROWS.items():
        answer = show(evening, eye, seat, cards)
    assert answer["questions"][0]["kind"] == "hands"


def test_another_part_of_the_hand_forgets_what_was_read(evening, eye):
    show(evening, eye, 3, ROWS[3])
    assert list(eye.together.hands) == [3]

    evening.say("poker_won", winners=[3])

    evening.look(eye)
    assert eye.together.hands == {}
