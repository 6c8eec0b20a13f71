"""A proven breach is fined or let go, each by name, once, and with its evidence (RULES § 5)."""

import pytest
from evenings import E1, acts, after, begun, chips, do, refused, seated

from companion.core import breaches, proofs
from companion.core import events as ev
from companion.core.cards import CARD
from companion.core.commands import decide, subject
from companion.core.tell import tell

LED_HIGH = "Anna 9D, stop, Anna 4C, stop, Anna 3D"
"""Anna leads the 9 of diamonds, and plays the 3 two runs later."""
TWICE = "Anna 9D, stop, Anna 8D, stop, Anna 3D"
"""Two leads are proven wrong: the 8 proves the first, the 3 the second."""


def lowest(at=0):
    return {"seat": 0, "code": "not_lowest", "claimed_at": at}


# ---- what the house rules say


def test_under_warn_the_play_stands_and_that_is_all():
    assert breaches.consequence(after(LED_HIGH)) == "The play stands."


def test_under_fine_the_sum_is_said():
    table = after(LED_HIGH, irregularity="fine:2")

    said = breaches.consequence(table)

    assert said == "The play stands; by your rules it costs 2 chips to each of the others."


def test_the_bar_is_said_while_the_hand_lasts():
    table = after(LED_HIGH, irregularity="fine_bar:1")
    over = do(do(table, "pots_only"), "void")

    assert breaches.consequence(table).endswith(
        "costs 1 chip to each of the others, and nothing more is won in this hand."
    )
    assert breaches.consequence(over).endswith("it costs 1 chip to each of the others.")
    assert decide(table, "fine", lowest())[0].barred is True
    assert decide(over, "fine", lowest())[0].barred is False


# ---- answering


def test_a_fine_names_its_proof_and_answers_it():
    table = after(LED_HIGH, irregularity="fine:1")

    events = decide(table, "fine", lowest())
    table = do(table, "fine", **lowest())

    assert [event.kind for event in events] == ["Fined", "BreachAnswered"]
    assert events[1].fined is True
    assert (events[1].evidence, events[1].claim, events[1].run) == ("3D", "9D", 1)
    assert chips(table, 0, 1, 2, 3) == (23, 27, 27, 23)
    assert proofs.open_proofs(table) == ()
    assert len(proofs.proofs(table)) == 1


def test_a_breach_let_go_moves_nothing_and_is_asked_about_no_more():
    table = after(LED_HIGH)

    (answered,) = decide(table, "let_go", lowest())
    gone = do(table, "let_go", **lowest())

    assert answered.transfers() == () and answered.fined is False
    assert gone.balances == table.balances
    assert proofs.open_proofs(gone) == ()


def test_each_breach_is_answered_by_itself():
    table = after(TWICE, irregularity="fine:1")
    assert [proof.claimed_at for proof in proofs.open_proofs(table)] == [0, 1]

    table = do(table, "let_go", **lowest())

    assert [proof.claimed_at for proof in proofs.open_proofs(table)] == [1]
    assert chips(do(table, "fine", **lowest(1)), 0) == (23,)


def test_a_fine_that_names_no_proof_takes_the_first_open_one_of_that_player():
    table = do(after(TWICE, irregularity="fine:1"), "fine", seat=0)

    assert [proof.claimed_at for proof in proofs.open_proofs(table)] == [1]


def test_what_no_card_proves_is_refused():
    table = after(LED_HIGH, irregularity="fine:1")
    once = do(table, "fine", **lowest())

    assert refused(once, "fine", **lowest()) == "no_breach"
    assert refused(once, "let_go", **lowest()) == "no_breach"
    assert refused(table, "fine", **lowest(1)) == "no_breach"
    assert refused(table, "let_go", **{**lowest(), "seat": 1}) == "no_breach"
    assert refused(seated(), "let_go", **lowest()) == "no_breach"


def test_a_tap_for_an_answered_breach_is_about_something_else():
    table = after(LED_HIGH, irregularity="fine:1")
    once = do(table, "let_go", **lowest())

    assert subject(table, "fine", lowest()) != subject(once, "fine", lowest())
    assert subject(table, "fine", lowest()) == subject(acts(table, "stop"), "fine", lowest())


def test_answers_are_of_one_deal():
    table = do(after(LED_HIGH), "let_go", **lowest())

    assert do(table, "misdeal").hand.answered == frozenset()


def test_an_answer_is_said_with_its_evidence():
    table = after(LED_HIGH)
    fined = ev.BreachAnswered(0, "not_lowest", 0, CARD["9D"], 1, CARD["3D"], "plays", True)

    sentence = "Anna led 9♦ in run 1 and now plays 3♦, held all along: 3♦ should have led."
    assert tell(table, fined) == f"Fined: {sentence}"
    assert tell(table, decide(table, "let_go", lowest())[0]) == f"Let go: {sentence}"


# ---- fines (E19)


def test_a_proven_breach_pays_each_opponent():
    table = do(begun(irregularity="fine:1"), "fine", seat=1)

    assert chips(table, 0, 1, 2, 3) == (27, 23, 27, 23)
    assert table.hand.barred == frozenset()


def test_a_breach_may_bar_from_the_rest_of_the_hand():
    table = do(begun(irregularity="fine_bar:1"), "fine", seat=1)

    assert chips(acts(table, E1), 0, 1, 2, 3, "JS", "KC") == (27, 23, 27, 23, 5, 5)


def test_a_fine_after_the_hand_bars_nobody_from_the_next():
    table = do(after(E1, irregularity="fine_bar:1"), "fine", seat=0)

    assert chips(table, 0, 1) == (15, 59)
    assert do(table, "begin_hand").hand.barred == frozenset()


def test_nobody_is_fined_once_the_evening_has_been_ended():
    over = do(after(E1, irregularity="fine:1"), "end_evening")

    assert refused(over, "fine", seat=0) == "evening_over"


def test_a_fine_is_what_is_there_where_nobody_may_owe():
    table = acts(begun(insolvency="out", irregularity="fine:1", per_card=3), E1)

    assert chips(do(table, "fine", seat=0), 0, 1, 2, 3) == (0, 103, 3, 4)


def test_nobody_is_fined_where_breaches_are_only_pointed_out():
    assert refused(begun(), "fine", seat=0) == "not_yours"
    assert refused(seated(irregularity="fine:1"), "fine", seat=0) == "not_yours"
    left = do(do(seated(5, irregularity="fine:1"), "leave", seat=0), "begin_hand")
    assert refused(left, "fine", seat=0) == "unknown_seat"


@pytest.mark.parametrize(
    ("lent", "paid"), [(0, (2, 2, 0)), (1, (2, 1, 0)), (3, (1, 0, 0)), (4, (0, 0, 0))]
)
def test_a_fine_takes_no_more_than_is_there_where_nobody_may_owe(lent, paid):
    table = begun(chips=8, irregularity="fine:2", insolvency="out")
    if lent:
        table = do(table, "correct", debit=0, credit=1, chips=lent, note="lent")

    (fined,) = decide(table, "fine", {"seat": 0})

    assert fined.payments == tuple(zip((1, 2, 3), paid, strict=True))


def test_a_fine_makes_a_debt_where_debts_are_kept():
    table = do(begun(chips=8, irregularity="fine:2"), "fine", seat=0)

    assert chips(table, 0, 1, 2, 3) == (4 - 6, 6, 6, 2)


def test_a_breach_is_named_whole_or_not_at_all():
    table = after(LED_HIGH, irregularity="fine:1")

    assert refused(table, "fine", seat=0, code="not_lowest") == "no_breach"
    assert refused(table, "fine", seat=0, claimed_at=0) == "no_breach"


def test_a_late_answer_to_a_breach_is_about_its_hand_whatever_is_played_meanwhile():
    before, later = after(LED_HIGH), after(LED_HIGH + ", Ben 4D")
    over = do(do(later, "pots_only"), "void")
    answered = do(before, "let_go", **lowest())
    dealt_again = acts(before, "misdeal")

    assert subject(before, "let_go", {}) != subject(dealt_again, "let_go", {})
    assert subject(before, "let_go", {}) == subject(later, "let_go", {})
    assert subject(before, "let_go", {}) == subject(over, "let_go", {})
    assert subject(before, "let_go", {}) != subject(answered, "let_go", {})
