"""Setting up a camera: each person lays one card, in turn."""

from companion.seating import Seating


def test_each_card_is_the_place_of_who_is_asked():
    seating = Seating((0, 1, 2), frozenset())

    assert seating.take(7, (0.5, 0.5))
    assert seating.take(8, (0.2, 0.3))
    assert seating.done == {0: (0.5, 0.5), 1: (0.2, 0.3)}
    assert seating.missing == (2,)


def test_what_lay_there_before_says_nothing():
    seating = Seating((0, 1), frozenset({7}))

    assert not seating.take(7, (0.5, 0.5))
    assert seating.missing == (0, 1)


def test_a_second_card_at_the_same_place_says_nothing():
    seating = Seating((0, 1), frozenset())
    seating.take(7, (0.5, 0.5))

    assert not seating.take(8, (0.52, 0.5))


def test_somebody_can_be_left_out_and_asked_again():
    seating = Seating((0, 1, 2), frozenset())
    seating.skip(0)
    assert seating.missing == (1, 2)

    seating.turn(0)

    assert seating.missing == (0, 1, 2)


def test_a_place_can_be_set_up_again():
    seating = Seating((0, 1), frozenset(), {0: (0.1, 0.1), 1: (0.9, 0.1)})

    seating.turn(1)
    seating.take(9, (0.8, 0.2))

    assert seating.done == {0: (0.1, 0.1), 1: (0.8, 0.2)}
    assert seating.missing == ()


def test_nobody_is_asked_when_all_have_a_place():
    assert not Seating((0,), frozenset(), {0: (0.5, 0.5)}).take(3, (0.1, 0.1))


def test_a_card_that_nobody_can_read_shows_a_place_all_the_same():
    seating = Seating((0, 1), frozenset())

    assert seating.take_unread((0.5, 0.5))
    assert not seating.take_unread((0.51, 0.5))
    assert seating.take(9, (0.1, 0.1))
    assert (seating.done, seating.missing) == ({0: (0.5, 0.5), 1: (0.1, 0.1)}, ())
