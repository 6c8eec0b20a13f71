"""The presets of RULES § 4.7, cell by cell, and one hand of each game that has its own way."""

import pytest
from evenings import acts, after, begun, chips, do, refused_act

from companion.games import game_named

PRESETS = ("boodle", "michigan_us", "newmarket_bets", "newmarket_uk", "horses_kings", "newbury",
           "three_in_one", "tripoley")  # fmt: skip
MATRIX = {
    "ace": "high high high high low low high high",
    "spare": "last first last last last none last last",
    "placement": "each each one each one each each each",
    "ante": "1 1 1 1 1 1 1 1",
    "dealer_factor": "2 2 1 1 1 1 1 1",
    "kitty_stake": "0 0 1 1 0 4 1 1",
    "pot_stake": "0 0 1 0 0 0 1 1",
    "pot_kind": "none none run3 none none none poker poker",
    "spare_swap": "off on off off off off on off",
    "spare_auction": "off on off off off off on off",
    "first_lead": "eldest eldest eldest suit:D eldest suit:C poker_winner dealer",
    "lead_rank": "lowest lowest lowest lowest lowest any lowest lowest",
    "change": "none suit none colour none colour none suit",
    "horse_lead": "free free free free free last_resort free free",
    "pay_when": "play play play play play play hold hold",
    "per_card": "1 1 0 0 0 0 1 1",
    "end": "deals_each:2 " * 5 + "hands:12 manual manual",
    "leftover": "split split split split split lost split poker",
    "swap_after_no_sale": "off off off off off off on off",
    "claim": "auto auto auto auto auto auto auto call",
    "irregularity": "warn fine_bar:1 warn warn warn warn warn warn",
    "chip_value": "0 0 0 0 2 0 0 0",
    "start_chips": "30 30 30 30 30 0 30 30",
}
SEATS = dict(zip(PRESETS, [(3, 8)] * 5 + [(4, 4), (2, 9), (2, 9)], strict=True))
CELLS = [
    (key, option, value)
    for option, row in MATRIX.items()
    for key, value in zip(PRESETS, row.split(), strict=True)
]


@pytest.mark.parametrize(("key", "option", "value"), CELLS)
def test_a_preset_is_what_its_cell_says(key, option, value):
    found = getattr(game_named(key).preset, option)
    word = {True: "on", False: "off"}[found] if isinstance(found, bool) else str(found)

    assert word == value


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_has_its_seats_and_passes_only_where_it_says(key):
    game = game_named(key)

    passes = game.preset.change != "none"
    assert game.seats == SEATS[key]
    assert game.preset.fallback == ("pass" if passes else "free")


def test_newbury_begins_with_the_lowest_club_that_was_kept():
    table = after("Ben 3C, Dan 4C", game="newbury")

    assert dict(table.hand.left) == {0: 10, 1: 9, 2: 10, 3: 9}
    assert refused_act(table, "stop, Dan 5S") == "wrong_lead_suit"
    assert acts(table, "stop, Dan 6H").hand.needed == "7H"


def test_in_newbury_a_horse_pays_its_points_and_the_kitty_goes_to_the_first_out():
    table = after("Ben 10C", game="newbury")
    assert chips(table, 1, "TC") == (1, 0)

    out = do(begun(game="newbury"), "correct_count", seat=1, cards=1)
    assert chips(acts(out, "Ben 2C"), 1, "kitty") == (4, 0)


def test_newbury_played_for_chips_splits_what_is_left():
    options = game_named("newbury").options({"funding": "players"})

    assert (options.leftover, options.start_chips) == ("split", 30)


def test_of_four_kings_the_ace_is_low_and_who_plays_a_king_takes_it():
    table = begun(game="horses_kings")
    for seat in range(4):
        table = do(table, "stake", seat=seat, stakes={"KH": 1})

    assert chips(acts(table, "Anna KH"), 0, "KH") == (33, 0)
    assert acts(table, "Anna KH").hand.stops[-1].why == "top"


def test_three_bets_are_a_card_the_kitty_and_the_pot():
    table = begun(game="newmarket_bets")
    table = do(table, "stake", seat=0, stakes={"AH": 1})

    assert chips(table, 0, "AH", "kitty", "pot") == (27, 1, 1, 1)


@pytest.mark.parametrize(
    ("key", "spaces"),
    [
        ("rummoli", "AH KH QH JH TH KQ 8-9-10 kitty pot"),
        ("rummy_royal", "AH KH QH JH TH KQ 6-7-8 kitty"),
        ("michigan_board", "TH QH AH JS KC KQ 7-8-9 kitty pot"),
        ("michigan_kitty", "AS QC KH TH JD KQD 8-9-10 kitty"),
        ("family_hearts", "AH KH QH JH TH kitty"),
    ],
)
def test_a_board_has_its_layout_and_takes_stakes_on_it(key, spaces):
    table = begun(game=key)

    assert list(table.layout_chips) == spaces.split()
    assert all(table.layout_chips.values())


def test_five_hearts_makes_who_cannot_change_pay_and_a_void_hand_costs_each_card():
    table = after("Ben 3C, stop, Ben pass, Carla pass", game="family_hearts")
    assert chips(table, "kitty") == (6,)

    void = acts(table, "Dan pass, Anna pass")

    assert chips(void, 0, 1, "kitty") == (30 - 6 - 1 - 11, 30 - 6 - 1 - 10, 8 + 41)


def test_a_barred_board_lets_the_dealer_swap_before_anything_is_shown():
    assert game_named("michigan_kitty").preset.auction_bar_paycards
    assert after("Dan swap, Anna 2C", game="michigan_kitty").hand.left[3] == 11
