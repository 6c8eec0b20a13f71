"""Cards laid open after a hand, and piles held against the log: evidence that moves no chip."""

import pytest
from evenings import E1, after, begun, chips, do, refused

from companion.core import commands, laid, proofs
from companion.core.cards import DECK

OVER = after(E1)  # Ben is out; Anna has 7, Carla 8, Dan 7 cards left

CARLAS = ["2S", "3S", "2H", "3H", "4H", "5H", "6H", "7H"]


def test_the_cards_left_are_named_and_nothing_is_paid():
    before = chips(OVER, 0, 1, 2, 3)
    assert OVER.hand.left[2] == len(CARLAS)

    table = do(OVER, "lay_open", seat=2, cards=CARLAS)

    assert table.hand.laid == dict.fromkeys(CARLAS, 2)
    assert chips(table, 0, 1, 2, 3) == before


def test_cards_left_prove_what_was_claimed_before():
    """Dan led the 8 of spades, and is left with the 7."""
    assert not proofs.proofs(OVER)

    table = do(OVER, "lay_open", seat=3, cards=["7S", *CARLAS[3:]])

    assert [(p.seat, p.code, p.evidence) for p in proofs.proofs(table)] == [(3, "not_lowest", "7S")]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (CARLAS[:7], "bad_count"),
        ([*CARLAS[:7], "4C"], "card_already_played"),
        ([*CARLAS[:7], "2S"], "bad_hand"),
        ([], "bad_hand"),
    ],
)
def test_what_cannot_be_left_is_refused(cards, code):
    assert refused(OVER, "lay_open", seat=2, cards=cards) == code


def test_a_card_of_another_pack_is_left_with_nobody():
    table = do(begun(game="pope_joan", depth="pots"), "deal", turned="2C")
    table = do(table, "out", seat=1)

    assert refused(table, "lay_open", seat=0, cards=["8D"]) == "bad_hand"


def test_a_card_is_left_with_one_person():
    table = do(OVER, "lay_open", seat=2, cards=CARLAS)
    annas = [CARLAS[0], "8H", "9H", "TH", "JH", "QH", "KH"]

    error = commands.refusal(table, "lay_open", {"seat": 0, "cards": annas})

    assert (error.code, error.message) == ("card_shown", "Carla has shown 2♠.")


def test_a_card_that_lies_on_the_table_is_left_with_nobody():
    said = commands.refusal(OVER, "lay_open", {"seat": 2, "cards": ["4C"]}).message
    assert said == "4♣ was played, by Anna."
    table = do(begun(game="pope_joan", depth="pots"), "deal", turned="2C")
    table = do(table, "out", seat=1)

    said = commands.refusal(table, "lay_open", {"seat": 0, "cards": ["2C"]}).message

    assert said == "2♣ was played, by nobody."
    assert do(table, "lay_open", seat=0, cards=["3C"]).hand.laid == {"3C": 0}


def test_a_card_shown_for_its_penalty_is_left_with_who_showed_it():
    table = after(E1 + ", Dan holds AH", unplayed_paycard="double")
    annas = ["2S", "3S", "2H", "3H", "4H", "5H", "6H", "AH"]
    assert (table.hand.phase, table.hand.left[0]) == ("shown", len(annas))

    error = commands.refusal(table, "lay_open", {"seat": 0, "cards": annas})

    assert (error.code, error.message) == ("card_shown", "Dan has shown A♥.")
    assert do(table, "lay_open", seat=0, cards=[*annas[:7], "7H"]).hand.laid["7H"] == 0


def test_nothing_is_laid_open_before_the_hand_is_over():
    assert refused(begun(), "lay_open", seat=0, cards=["2H"]) == "no_counts_now"


def test_cards_that_are_asked_for_are_counted_too():
    table = do(begun(depth="pots"), "out", seat=1)

    table = do(table, "lay_open", seat=0, cards=["2H", "3H"])

    assert table.hand.counts == {0: 2}


def test_a_pile_as_recorded_agrees():
    bens = [card for card, seat in OVER.hand.seen.items() if seat == 1]

    table = do(OVER, "audit_pile", seat=1, cards=bens)

    assert table.hand.audited == {1: True}
    for pile in (bens[1:], [*bens, "2H"]):
        assert do(OVER, "audit_pile", seat=1, cards=pile).hand.audited == {1: False}


def test_a_pile_that_differs_is_a_flag_and_moves_nothing():
    bens = [card for card, seat in OVER.hand.seen.items() if seat == 1]
    before = chips(OVER, 0, 1, 2, 3)

    event = laid.audit_pile(OVER, 1, (*bens[1:], "2H"))[0]
    table = do(OVER, "audit_pile", seat=1, cards=[*bens[1:], "2H"])

    assert (event.missing, event.extra) == ((bens[0],), ("2H",))
    assert event.cards == tuple(sorted([*bens[1:], "2H"]))
    assert table.hand.audited == {1: False}
    assert chips(table, 0, 1, 2, 3) == before


def test_a_pile_is_held_against_the_log_when_cards_were_played():
    assert refused(begun(), "audit_pile", seat=0, cards=["2H"]) == "no_hand"


def test_what_was_not_read_is_not_called_missing():
    bens = sorted(card for card, seat in OVER.hand.seen.items() if seat == 1)
    seen, unread = [*bens[1:], "2H"], [bens[0]]

    (event,) = commands.decide(
        OVER, "audit_pile", {"seat": 1, "cards": " ".join(seen), "unread": bens[0]}
    )

    assert (event.missing, event.extra) == ((), ("2H",))
    assert do(OVER, "audit_pile", seat=1, cards=seen, unread=unread).hand.audited == {1: False}


@pytest.mark.parametrize(
    ("drop", "unread"),
    [(1, 1), (0, 1), (1, 2)],
    ids=["nothing differs", "it was seen", "more than were not seen"],
)
def test_unread_cards_alone_prove_nothing(drop, unread):
    bens = sorted(card for card, seat in OVER.hand.seen.items() if seat == 1)

    assert (
        refused(OVER, "audit_pile", seat=1, cards=bens[drop:], unread=bens[:unread]) == "bad_hand"
    )


def test_hands_played_and_dead_are_a_pack():
    assert sum(laid.accounted(OVER)) == 52
    assert sum(laid.accounted(do(OVER, "correct_count", seat=2, cards=10))) == 54
    assert laid.accounted(do(begun(depth="pots"), "out", seat=1)) is None


def test_all_hands_are_open_when_every_card_left_has_been_laid():
    assert not laid.all_open(OVER)
    table = OVER
    rest = sorted(set(DECK) - set(OVER.hand.seen) - set(CARLAS))
    for seat in (2, 0, 3):
        cards = CARLAS if seat == 2 else [rest.pop() for _ in range(OVER.hand.left[seat])]
        assert not laid.all_open(table)
        table = do(table, "lay_open", seat=seat, cards=cards)

    assert laid.all_open(table)
