"""RULES § 6: each ambiguity has its default, and its option on the house-rules screen."""

import html
import itertools
import random
import re
from pathlib import Path

import pytest
from evenings import acts, after, begun, chips, do, refused, refused_act
from phones import Phone

from companion.core.cards import CARD
from companion.core.errors import RuleError
from companion.core.leads import legal_leads
from companion.core.money import ranking
from companion.croupier import Croupier
from companion.door import Door
from companion.games import game_named
from companion.store import Store
from companion.web import house_rules
from companion.web.app import create_app
from companion.web.boodle import Boodle
from companion.web.live import Hub
from companion.web.network import Network

# number, games, default, other values that can be chosen beside it
ROWS = [
    (1, "newmarket_bets", {"layout": ("AH", "KC", "QD", "JS")},
     {"layout": ["AS", "KH", "QC", "JD"]}),
    (3, "newmarket_bets", {"placement": "one"}, {"placement": "each"}),
    (4, "boodle", {"dealer_factor": 2}, {"dealer_factor": 1}),
    (4, "newmarket_bets newmarket_uk horses_kings newbury three_in_one", {"dealer_factor": 1},
     {"dealer_factor": 2}),
    (5, "boodle", {"placement": "each"}, {"placement": "free", "dealer_factor": 2}),
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
    (38, "three_in_one", {"layout": ("AH", "KH", "QH", "JH", "TH", "KQ", "8-9-10")},
     {"layout": ["10H", "QH", "AH", "JS", "KC", "KQ", "7-8-9"]}),
    (39, "tripoley", {"poker_first": "dealer", "first_lead": "dealer"}, {"first_lead": "eldest"}),
]  # fmt: skip
CASES = [(number, key, *rest) for number, keys, *rest in ROWS for key in keys.split()]


@pytest.mark.parametrize(("number", "key", "default", "other"), CASES)
def test_an_ambiguity_has_its_default_and_its_option(number, key, default, other):
    game = game_named(key)

    assert {name: getattr(game.preset, name) for name in default} == default
    assert game.options(other) != game.preset


# ---- reachable from the screen ------------------------------------------------------------------

NOT_THERE = {("newbury", "dealer_factor")}
"""RULES § 4.7: nobody puts chips down at Newbury, so nobody puts down double."""


@pytest.fixture(scope="module")
def boodle():
    """A server without a socket."""
    ids = itertools.count(1)
    hub = Hub(10, heartbeat_s=0.05)
    with Store.open(None) as store:
        croupier = Croupier(store, now=lambda: "2026-01-02T19:00:00.000Z",
                            new_id=lambda: f"id-{next(ids)}")  # fmt: skip
        yield Boodle(croupier, Door(store, croupier, random.Random(7).choice), hub, Network())
        hub.close()


@pytest.fixture(scope="module")
def phone(boodle):
    """A phone that opens one table after the other."""
    return Phone(create_app(boodle))


def controls(page):
    """(name, value) of everything on a page that can be set; a number or text has no value."""
    found = set()
    for attributes in re.findall(r"<input ([^>]*)>", page):
        fields = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        has_answers = fields.get("type") in ("radio", "checkbox")
        found.add((fields.get("name"), html.unescape(fields["value"]) if has_answers else None))
    return found


@pytest.mark.parametrize(("number", "key", "default", "other"), CASES)
def test_the_option_of_an_ambiguity_is_set_on_the_screen(
    phone, boodle, number, key, default, other
):
    other = {name: value for name, value in other.items() if (key, name) not in NOT_THERE}
    game = game_named(key)
    wanted = game.options(other)
    state = house_rules.state_of(wanted)
    shown = controls(phone.get(f"/host/rules?game={key}").get_data(as_text=True))
    for name in other:
        field = "placement" if name == "dealer_factor" else name
        value = state.get(field, "yes")
        assert {(field, value), (field, None), (field, "yes")} & shown, f"{number}: {name}"

    answer = phone.post(f"/host/rules?game={key}", **state, depth="pots")
    assert answer.status_code == 303
    opened = phone.post("/host", game=key, id=f"{number}-{key}-{sorted(other)}")
    evening = boodle.croupier.evening_by_code(opened.headers["Location"].split("/")[2])
    assert boodle.croupier.table(evening.id).options == wanted


def test_40_how_cards_are_entered_is_set_on_the_screen(phone):
    shown = controls(phone.get("/host/rules").get_data(as_text=True))
    assert {("depth", "pots"), ("depth", "cards")} <= shown


def test_every_ambiguity_of_the_rules_has_a_test():
    told = Path(__file__).read_text(encoding="utf-8")
    named = {
        int(n) for n in re.findall(r"(?<=[_d]_)(\d+)(?=_)|(?<=test_)(\d+)", told) for n in n if n
    }
    assert {number for number, *_ in ROWS} | named >= set(range(1, 41))


# ---- what the tables do -------------------------------------------------------------------------


def test_2_the_fourth_pay_card_is_the_jack_of_spades():
    assert game_named("boodle").preset.layout[3] == "JS"
    assert game_named("newmarket_bets").preset.layout[3] == "JS"


def test_16_a_hand_ends_when_somebody_is_out_and_the_evening_when_agreed():
    table = after("Anna out", depth="pots", per_card=0, end="hands:2")
    assert table.playing is None and table.ended is None

    table = acts(do(table, "begin_hand"), "Anna out")
    assert refused(table, "begin_hand") == "evening_over"


def test_22_who_can_must_lead_another_suit_and_25_else_leads_what_is_there():
    options = begun(change="suit").options
    assert legal_leads(options, [CARD["5S"], CARD["9D"]], CARD["TS"]) == ("9D",)
    assert legal_leads(options, [CARD["5S"], CARD["9S"]], CARD["TS"]) == ("5S",)


def test_23_the_turn_to_lead_moves_left_until_all_have_refused():
    settings = {"change": "suit", "fallback": "pass"}
    table = after("Anna 10S, stop, Anna pass, Ben pass", **settings)
    assert table.hand.leader == 2
    assert refused_act(table, "Carla 4S") == "wrong_lead_suit"

    assert acts(table, "Carla pass, Dan pass").results[-1].winner is None


def test_27_the_spare_hand_is_offered_after_the_deal_and_before_the_first_lead():
    table = begun(spare_auction=True)
    assert do(table, "offer", seat=3).hand.auction.running
    assert refused_act(table, "Anna 4C, Dan sell Ben 2") == "no_spare_choice"


def test_29_who_has_swapped_sells_nothing():
    table = after("Dan swap", spare_swap=True, spare_auction=True)
    assert refused(table, "offer", seat=3) == "no_spare_choice"


def test_36_a_hand_that_nobody_wins_is_one_of_the_hands():
    table = after("void", game="newbury", depth="pots", end="hands:1")
    assert refused(table, "begin_hand") == "evening_over"


def test_39_the_dealer_bets_first_and_the_winner_of_the_poker_leads():
    table = do(do(begun(game="three_in_one"), "deal"), "leave_spare")
    table = do(table, "close_hold")
    assert table.hand.poker.turn[0] == 3
    assert acts(table, "Ben wins poker").hand.leader == 1


def test_40_it_is_known_who_played_each_card():
    assert after("Anna 4C, Dan 5C").hand.seen == {"4C": 0, "5C": 3}


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
