"""What contradicts what in a set of house rules, and what people are told (RULES § 3)."""

import pytest

from companion.core.clashes import check, clashes
from companion.core.errors import RuleError
from companion.core.options import NAMES, Options, changed
from companion.games import game_named


def code(call, *args):
    with pytest.raises(RuleError) as error:
        call(*args)
    return error.value.code


CLASHES = [
    {"spare": "none", "spare_swap": True},
    {"spare": "none", "spare_auction": True},
    {"spare": "none", "deal_surplus": "to_spare"},
    {"discard": 3},
    {"fallback": "cascade"},
    {"fallback": "cascade", "change": "suit"},
    {"pay_when": "hold", "unplayed_paycard": "double"},
    {"first_lead": "poker_winner"},
    {"end": "rundown_pots"},
    {"end": "rundown_pots", "kitty_stake": 1},
    {"end": "rundown_pots", "pot_stake": 1, "pot_kind": "run3"},
    {"end": "rundown_pots", "kitty_stake": 1, "pot_kind": "run3"},
    {"end": "rundown_pots", "kitty_stake": 1, "pot_stake": 1, "pot_kind": "poker"},
    {"layout": ["KQ", "AH"], "placement": "free"},
    {"layout": ["8-9-10"], "placement": "one"},
    {"pot_stake": 1},
    {"horse_winner": "backers_only"},
    {"time_equal_deals": True},
    {"funding": "bank", "placement": "one"},
    {"pot_kind": "poker", "poker_min": 3, "poker_max": 2},
    {"funding": "dealer", "placement": "free"},
    {"layout": ["A*"], "spare": "none"},
    {"layout": ["KQ*"], "spare_swap": True},
    {"end": "broke", "funding": "bank"},
    {"layout": ["A*"], "spare_auction": True},
]


@pytest.mark.parametrize("values", CLASHES)
def test_options_that_contradict_each_other_are_refused_with_the_reason(values):
    assert code(check, changed(Options(), values)) == "options_clash"


def test_newbury_takes_four_players():
    check(Options(), 5)
    for cards in (1, 3):
        newbury = changed(Options(), {"discard": cards, "spare": "none"})

        check(newbury, 4)
        assert code(check, newbury, 5) == "options_clash"
        assert [clash.names for clash in clashes(newbury, 5)] == [("discard",)]


@pytest.mark.parametrize(
    "values",
    [
        {"fallback": "cascade", "change": "colour"},
        {"pass_penalty": 1, "fallback": "pass", "change": "suit"},
        {"pass_penalty": 1},
        {"end": "rundown_pots", "kitty_stake": 1, "pot_stake": 1, "pot_kind": "run3"},
        {"time_equal_deals": True, "end": "time:60"},
        {"horse_winner": "backers_only", "placement": "one"},
        {"pot_kind": "poker", "poker_min": 2, "poker_max": 2},
        {"spare": "none"},
    ],
)
def test_options_that_go_together_are_taken(values):
    check(changed(Options(), values))


@pytest.mark.parametrize("values", CLASHES, ids=str)
def test_a_contradiction_names_its_options_and_says_what_to_change(values):
    found = clashes(changed(Options(), values))

    assert found and set(found[0].names) <= set(NAMES) and set(found[0].names) & set(values)
    assert found[0].sentence.count(". ") >= 1, "what is wrong, then what to change"
    assert found[0].sentence.endswith((".", "?"))


def test_pay_cards_are_cards_and_not_the_kitty():
    with pytest.raises(RuleError, match="kitty and pot have own stakes"):
        game_named("boodle").options({"layout": ["AH", "kitty"]})


@pytest.mark.parametrize(
    ("game", "values", "names", "says"),
    [
        ("pope_joan", {"unplayed_paycard": "double"}, ("unplayed_paycard",),
         "Who is left with 9♦ pays nothing in Pope Joan."),
        ("pope_joan", {"layout": ["8D", "AH"]}, ("layout",),
         "There is no 8 of diamonds in the pack of Pope Joan."),
        ("epsom", {"layout": ["2C"]}, ("layout",), "There is no 2 of clubs in the pack of Epsom."),
    ],
)  # fmt: skip
def test_a_game_of_another_pack_refuses_what_it_cannot_have(game, values, names, says):
    game = game_named(game)
    assert [clash.names for clash in game.clashes(changed(game.preset, values))] == [names]
    with pytest.raises(RuleError, match=says):
        game.options(values)
