"""Epsom (RULES § 10): two players, 32 cards from the seven up, twelve each and eight dead.

Four horses, a chip on each from both; the non-dealer leads; a chip for each card left; over when
somebody has no chips.
"""

from evenings import acts, begun, chips, do, refused, seated

from companion.core.ends import reached


def table():
    return begun(2, "epsom")


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


def test_epsom_is_for_two():
    assert refused(seated(1, "epsom"), "begin_hand") == "too_few_players"
    assert refused(seated(2, "epsom"), "sit", name="Carla", animal="cat") == "too_many_players"


def test_a_first_lead_by_suit_begins_with_the_lowest_card_of_the_pack():
    assert acts(begun(2, "epsom", first_lead="suit:D"), "stop").hand.needed == "8D"
