"""What somebody typed comes back in a refusal, cut to what a phone shows; so do names and chips."""

import pytest
from evenings import acts, begun, seated

from companion.core import commands, evening
from companion.core.cards import Card, CardError
from companion.core.errors import RuleError
from companion.core.options import parse_option, space_name
from companion.games import game_named

LONG = "Xyz" * 20


def message(call, *args):
    with pytest.raises((RuleError, CardError)) as error:
        call(*args)
    return str(error.value)


@pytest.mark.parametrize(
    ("call", "args", "kept"),
    [
        (Card.parse, (LONG,), 40),
        (space_name, (LONG,), 40),
        (parse_option, (LONG, 1), 40),
        (parse_option, ("ace", LONG), 40),
        (commands.parse, (LONG, {}), 40),
        (game_named, (LONG,), 40),
        (commands.read_whole, ("field", LONG), 20),
        (evening.verify_depth, (LONG,), 20),
        (evening.sit, (seated(), "Zoe", LONG), 20),
        (evening.correct, (seated(), LONG, 0, 1, "why"), 20),
    ],
)
def test_what_was_typed_is_quoted_and_cut(call, args, kept):
    said = message(call, *args)

    assert LONG[:kept] in said
    assert LONG[: kept + 1] not in said


@pytest.mark.parametrize(
    ("reader", "given"),
    [
        (commands.read_circle, ["x"]),
        (commands.read_plays, ["x:4C"]),
        (commands.read_stakes, {"AH": "x"}),
        (commands.read_stakes, {5: 1}),
        (commands.read_account, "x" * 1001),
        (commands.read_options, {5: 1}),
        (commands.read_space, 5),
    ],
)
def test_a_part_that_is_odd_is_told_with_the_name_of_its_field(reader, given):
    assert message(reader, "field", given).startswith("field must be a ")


@pytest.mark.parametrize(
    ("name", "value", "needed"),
    [
        ("ante", "x", "'x' does not fit ante: it is a whole number from 0 to 1000."),
        ("discard", 4, "'4' does not fit discard: it is a whole number from 0 to 3."),
        ("spare_swap", "maybe", "'maybe' does not fit spare_swap: it is on or off."),
        ("ace", "middle", "'middle' does not fit ace: it is one of high, low."),
        ("currency", 5, "'5' does not fit currency: it is a short code such as GBP."),
        ("unplayed_paycard", "x",
         "'x' does not fit unplayed_paycard: it is one of double, none, fixed:N."),
        ("layout", [], "'[]' does not fit layout: it is a list of one to twelve spaces."),
        ("layout", ["AH", "ah"],
         "\"['AH', 'ah']\" does not fit layout: it is a list of different spaces."),
        ("layout", ["kitty"], "'kitty or pot' does not fit layout: "
         "it is the pay cards alone; kitty and pot have own stakes."),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_told_with_those_that_do(name, value, needed):
    assert message(parse_option, name, value) == needed


@pytest.mark.parametrize(
    ("options", "text", "facts"),
    [
        ({}, "Ben 4C", ("Anna has the lead", "not Ben")),
        ({}, "Anna 4C, Ben 7C", ("5♣ is needed after 4♣", "not 7♣")),
        ({}, "Anna 4C, Ben 4C", ("4♣ was already played", "by Anna")),
        ({}, "stop", ("Anna leads now",)),
        ({"change": "suit", "fallback": "pass"}, "Anna 4C, stop, Anna 2C",
         ("2♣ cannot lead", "diamonds or hearts or spades")),
        ({"change": "suit", "fallback": "pass"}, "Anna 4C, stop, Ben pass",
         ("Anna has the lead",)),
        ({}, "Anna pass", ("Anna can lead any suit",)),
        ({"first_lead": "suit:C"}, "Anna 2D", ("lowest of the clubs", "not 2♦")),
        ({"spare_swap": True}, "Anna swap", ("Only the dealer, Dan,",)),
        ({"spare_swap": True, "spare_first_refusal": "eldest"}, "Dan swap",
         ("Only the eldest, Anna,",)),
        ({}, "Dan swap", ("not swapped",)),
        ({"spare_swap": True}, "Anna 4C, Dan swap", ("is swapped before",)),
        ({}, "Dan sell Anna 2", ("not sold by the dealer",)),
        ({"spare_auction": True}, "Anna sell Ben 2", ("Only the dealer, Dan,",)),
        ({"spare_auction": True, "auction_min": 3}, "Dan sell Anna 2", ("2 is no price", "3 or")),
        ({"depth": "pots"}, "Ben takes JS, Anna takes JS", ("Ben has taken J♠",)),
        ({"game": "three_in_one", "players": 5}, "Anna holds 8-9-10, Ben holds 8-9-10,"
         "Carla holds 8-9-10, Dan holds 8-9-10, Eve holds 8-9-10", ("Anna has shown",)),
        ({"game": "three_in_one"}, "Anna 4C",
         ("before the runs: Dan is asked",)),
        ({"game": "three_in_one"}, "Dan checks, Anna checks, Ben checks, Carla checks, Anna 4C",
         ("before the runs: everybody still in shows five cards",)),
        ({"game": "three_in_one"}, "Dan checks, Ben checks", ("Anna is asked first, then Ben",)),
        ({"game": "three_in_one"}, "Dan checks, Dan shows 8D 8H 8S KD KH", ("Anna is asked",)),
        ({"game": "three_in_one"}, "Dan checks, Dan wins poker", ("Anna is asked",)),
        ({"depth": "pots"}, "Ben takes TS", ("10♠ is not on the layout",)),
    ],
)  # fmt: skip
def test_a_refusal_names_who_and_which_card(options, text, facts):
    *before, last = text.split(",")
    table = acts(begun(**options), ",".join(before)) if before else begun(**options)

    sentence = message(acts, table, last)

    for fact in facts:
        assert fact in sentence


def test_a_stake_beside_the_layout_is_told_with_where_stakes_go():
    table = begun(placement="free")

    said = message(commands.decide, table, "stake", {"seat": 0, "stakes": {"TH": 6}})

    assert said == "Stakes go on A♥, K♣, Q♦, J♠, not on 10♥."


def test_a_spare_hand_that_nobody_buys_is_told_so():
    said = message(commands.decide, begun(), "buy_spare", {"seat": 0, "chips": 1})

    assert said == "By these rules the spare hand is not bought into the kitty."
