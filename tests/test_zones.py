"""Places of seats in a picture: who lies where, what is covered, and a nudge of the camera."""

import math

import pytest

from companion.zones import Guess, Zones, grown, masks_around, middle_of, nudge_of

FOUR = Zones({0: (0.5, 0.5), 1: (0.2, 0.28), 2: (0.5, 0.06), 3: (0.8, 0.28)})


def test_a_point_near_a_place_is_clearly_somebodys():
    assert FOUR.at((0.52, 0.47)) == Guess(0, 3, True)


def test_a_point_between_two_places_is_not_clear():
    guess = FOUR.at((0.34, 0.4))

    assert guess is not None
    assert ({guess.seat, guess.next}, guess.clear) == ({0, 1}, False)


def test_far_from_every_place_nobody_is_meant():
    assert FOUR.at((0.02, 0.55)) is None


def test_without_places_nobody_is_meant():
    assert Zones().at((0.5, 0.5)) is None


def test_one_place_alone_reaches_as_far_as_a_zone_may():
    alone = Zones({2: (0.5, 0.3)})

    assert alone.at((0.6, 0.3)) == Guess(2, None, True)
    assert alone.at((0.98, 0.55)) is None


def test_what_is_covered_is_nobodys():
    covered = FOUR.with_mask((0.4, 0.4, 0.6, 0.6))

    assert covered.at((0.5, 0.5)) is None


def test_a_place_set_up_under_a_cover_uncovers_it():
    zones = Zones().with_mask((0.4, 0.4, 0.6, 0.6)).with_mask((0, 0, 0.1, 0.1))

    assert zones.with_seat(1, (0.5, 0.5)).masks == ((0, 0, 0.1, 0.1),)


def test_places_are_kept_and_read_again():
    zones = FOUR.with_mask((0.4, 0.2, 0.6, 0.3))

    assert Zones.from_dict(zones.to_dict()) == zones


def test_pixels_become_parts_of_the_width():
    assert middle_of((600, 300, 680, 420), 1280) == (0.5, 0.28125)
    assert grown((128, 128, 256, 192), 1280, 0.5) == pytest.approx((0.05, 0.05, 0.25, 0.2))


# ---- a nudge of the camera


def turned(point, angle, shift):
    c, s = math.cos(angle), math.sin(angle)
    return c * point[0] - s * point[1] + shift[0], s * point[0] + c * point[1] + shift[1]


def test_places_and_covers_move_with_the_camera():
    before = dict(FOUR.middles)
    after = {k: turned(at, 0.04, (0.03, -0.02)) for k, at in before.items()}

    nudge = nudge_of(before, after)

    assert nudge is not None
    moved = FOUR.with_mask((0.45, 0.25, 0.55, 0.3)).moved(nudge)
    for seat, at in after.items():
        assert moved.middles[seat] == pytest.approx(at, abs=1e-6)
    assert moved.is_masked(turned((0.5, 0.275), 0.04, (0.03, -0.02)))


def test_one_card_that_is_slid_along_is_no_nudge():
    before = {1: (0.2, 0.2), 2: (0.5, 0.5), 3: (0.8, 0.2)}

    assert nudge_of(before, {**before, 3: (0.7, 0.3)}) is None


@pytest.mark.parametrize("seen", [{}, {1: (0.2, 0.2)}])
def test_too_few_cards_tell_of_no_nudge(seen):
    assert nudge_of(seen, {k: (x + 0.05, y) for k, (x, y) in seen.items()}) is None


def test_cards_that_lie_still_tell_of_no_nudge():
    still = {1: (0.2, 0.2), 2: (0.5, 0.5)}

    assert nudge_of(still, still) is None


def test_a_nudge_is_seen_although_one_corner_of_a_card_jumped():
    before = {k: (0.1 * k, 0.05 * k) for k in range(1, 7)}
    after = {k: (x + 0.03, y) for k, (x, y) in before.items()}
    after[4] = (after[4][0], after[4][1] + 0.06)

    nudge = nudge_of(before, after)

    assert nudge is not None
    assert nudge.of((0.5, 0.5)) == pytest.approx((0.53, 0.5), abs=0.005)


def test_a_whole_card_of_the_layout_covers_less_around_it_than_a_corner_does():
    corner, whole = masks_around([(100, 100, 138, 138), (400, 100, 518, 265)], 1280)

    assert corner[0] == pytest.approx((100 - 1.2 * 38) / 1280)
    assert whole[0] == pytest.approx((400 - 0.5 * 38) / 1280)


def test_one_whole_card_alone_covers_little_more_than_itself():
    ((x0, _, x1, _),) = masks_around([(400, 100, 518, 265)], 1280)

    assert x1 - x0 < 0.2
