"""RULES § 6: each ambiguity has its default, and its option where the row names one."""

import pytest
from evenings import acts, after, begun, chips, do

from companion.core.errors import RuleError
from companion.core.money import ranking
from companion.games import game_named

# number, games, default, other values that can be chosen beside it
ROWS = [
    (1, "newmarket_bets", {"layout": ("AH", "KC", "QD", "JS")},
     {"layout": ["AS", "KH", "QC", "JD"]}),
    (3, "newmarket_bets", {"placement": "one"}, {"placement": "each"}),
    (4, "boodle", {"dealer_factor": 2}, {"dealer_factor": 1}),
    (4, "newmarket_bets newmarket_uk horses_kings newbury three_in_one", {"dealer_factor": 1},
     {"dealer_factor": 2}),
    (6, "boodle newmarket_bets newmarket_uk three_in_one", {"ace": "high"}, {"ace": "low"}),
    (8, "boodle newmarket_bets", {"lead_rank": "lowest"}, {"lead_rank": "any"}),
    (9, "boodle newmarket_bets", {"spare": "last"}, {"spare": "none"}),
    (10, "boodle", {"spare": "last", "deal_surplus": "round_robin"},
     {"spare": "first", "deal_surplus": "to_spare"}),
    (13, "newmarket_bets", {"pot_kind": "run3"}, {"pot_kind": "none", "pot_stake": 0}),
    (15, "newmarket_bets newmarket_uk horses_kings newbury", {"per_card": 0}, {"per_card": 1}),
    (16, "newmarket_bets", {"end": "deals_each:2"}, {"end": "rundown_pots"}),
    (16, "newmarket_bets", {"end": "deals_each:2"}, {"end": "rundown_cards"}),
    (18, "horses_kings", {"placement": "one", "ace": "low", "kitty_stake": 0, "chip_value": 2},
     {"placement": "each", "ace": "high", "kitty_stake": 1}),
    (19, "horses_kings", {"layout": ("KH", "KC", "KS", "KD")}, {"layout": ["10C", "JD"]}),
    (20, "boodle", {"first_lead": "eldest"}, {"first_lead": "suit:C"}),
    (20, "newbury", {"first_lead": "suit:C"}, {"first_lead": "eldest"}),
    (21, "newbury", {"lead_rank": "any"}, {"lead_rank": "lowest"}),
    (22, "boodle", {"change": "none"}, {"change": "suit"}),
    (23, "boodle", {"fallback": "free"}, {"change": "suit", "fallback": "pass"}),
    (24, "boodle", {"void_payment": "none"}, {"void_payment": "cards_to_kitty"}),
    (25, "boodle", {"fallback": "free"}, {"change": "colour", "fallback": "cascade"}),
    (26, "boodle", {"auction_min": 1}, {"spare_auction": True, "auction_min": 3}),
    (29, "boodle", {"auction_own_after_swap": False},
     {"spare_swap": True, "spare_auction": True, "auction_own_after_swap": True}),
    (35, "newbury", {"funding": "bank"}, {"funding": "players"}),
    (36, "newbury", {"void_counts": True, "end": "hands:12"}, {"void_counts": False}),
    (37, "boodle", {"first_dealer": "random", "tie": "shared", "leftover": "split",
                    "insolvency": "iou"},
     {"first_dealer": "cut_high", "tie": "extra_hand", "leftover": "last_winner",
      "insolvency": "out"}),
    (39, "three_in_one", {"poker_first": "dealer", "first_lead": "poker_winner"},
     {"poker_first": "eldest", "first_lead": "suit:C"}),
    (39, "tripoley", {"poker_first": "dealer", "first_lead": "dealer"}, {"first_lead": "eldest"}),
]  # fmt: skip
CASES = [(number, key, *rest) for number, keys, *rest in ROWS for key in keys.split()]


@pytest.mark.parametrize(("number", "key", "default", "other"), CASES)
def test_an_ambiguity_has_its_default_and_its_option(number, key, default, other):
    game = game_named(key)

    assert {name: getattr(game.preset, name) for name in default} == default
    assert game.options(other) != game.preset


def test_5_with_free_placement_the_dealer_places_what_everybody_places():
    assert game_named("boodle").options({"placement": "free"}).dealer_factor == 1


def test_7_the_next_higher_card_follows_wherever_its_holder_sits():
    assert after("Anna 4C, Dan 5C, Ben 6C").hand.needed == "7C"


def test_11_the_pay_cards_stay_in_the_pack_that_is_dealt():
    assert begun().game.pack.count("AH") == 1
    assert sum(begun().hand.left.values()) + begun().hand.spare == 52


def test_12_the_kitty_is_for_going_out_and_the_pot_for_a_run_of_three():
    table = begun(kitty_stake=1, pot_stake=1, pot_kind="run3")
    table = do(table, "correct_count", seat=0, cards=4)

    table = acts(table, "Anna 4C, Anna 5C, Anna 6C")
    assert chips(table, "pot", "kitty") == (0, 4)

    assert chips(acts(table, "Anna 7C"), "kitty") == (0,)


def test_14_only_the_first_run_of_three_wins_the_pot():
    table = after("Anna 4C, Anna 5C, Anna 6C, Ben 7C, Ben 8C, Ben 9C", pot_stake=1, pot_kind="run3")

    assert chips(table, 0, 1) == (29, 25)


def test_17_a_run_down_stakes_the_rest_until_it_is_claimed():
    table = begun(depth="pots", end="rundown_cards", per_card=0)
    table = do(acts(table, "Anna out"), "last_lap")

    table = acts(do(table, "begin_hand"), "Anna takes AH, Anna out")

    assert chips(do(table, "begin_hand"), "AH", "KC") == (0, 15)


def test_24_in_a_void_hand_the_kitty_stays():
    table = after("void", depth="pots", kitty_stake=1)

    assert chips(table, "kitty") == (4,)


def test_26_the_dealer_does_not_bid_and_28_the_discarded_hand_is_dead():
    with pytest.raises(RuleError, match="cannot buy it"):
        do(begun(spare_auction=True), "sell", seat=3, buyer=3, chips=2)
    sold = do(begun(5, spare_auction=True), "sell", seat=4, buyer=0, chips=2)
    assert sold.hand.spare == 9


def test_30_the_ace_of_clubs_is_looked_for_last_and_31_upwards():
    table = after(", ".join(["stop"] * 12), game="newbury")

    assert [stop.missing[0] for stop in table.hand.stops] == list("23456789TJQK")
    assert table.hand.needed == "AC"


def test_32_a_horse_may_lead_where_nothing_else_of_its_colour_is_held():
    table = after("Ben 3C, stop", game="newbury")

    assert acts(table, "Ben JD").hand.needed == "QD"


def test_33_the_forced_first_card_may_be_a_horse():
    assert chips(after("Anna 10C", game="newbury"), 0) == (1,)


def test_34_after_a_void_hand_the_kitty_gets_its_ordinary_points():
    table = after("void", depth="pots", game="newbury")

    assert chips(do(table, "begin_hand"), "kitty", "JD") == (8, 2)


def test_37_ties_share_a_place():
    assert [place for place, _, _ in ranking(begun(dealer_factor=1))] == [1, 1, 1, 1]


def test_38_three_in_one_has_nine_spaces():
    assert len(begun(game="three_in_one").layout_chips) == 9


# ---- E21: the examples of the sources


def test_the_run_of_the_first_source_is_legal():
    """5♠ A, 6♠ B, 7♠ 8♠ C, 9♠ B, 10♠ A, stop, A leads 9♦, 10♦ J♦ C, Q♦ D takes the chips."""
    table = after("""Anna 5S, Ben 6S, Carla 7S, Carla 8S, Ben 9S, Anna 10S, stop, Anna 9D,
    Carla 10D, Carla JD, Dan QD""")

    assert chips(table, 3, "QD") == (27, 0)


def test_three_one_and_five_cards_left_make_nine_chips():
    table = after("Carla out", depth="pots")
    for seat, cards in ((0, 3), (1, 1), (3, 5)):
        table = do(table, "count", seat=seat, cards=cards)

    assert chips(table, 2) == (26 + 9,)
