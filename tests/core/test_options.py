"""House rules: names, values, and what contradicts what (RULES § 3)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import options
from companion.core.errors import RuleError
from companion.core.options import NAMES, WORDS, Options


def code(call, *args):
    with pytest.raises(RuleError) as error:
        call(*args)
    return error.value.code


@pytest.mark.parametrize(("name", "value"), [(n, w) for n, words in WORDS.items() for w in words])
def test_every_word_of_every_option_is_taken(name, value):
    assert options.parse_option(name, value) == value


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("spare_swap", "on", True), ("spare_swap", "off", False), ("spare_swap", True, True),
        ("poker_max", "none", None), ("poker_max", None, None), ("poker_max", 5, 5),
        ("first_lead_rank", None, None), ("layout", ["10h", "KQ"], ("TH", "KQ")),
        ("layout", ["10*", "qj*"], ("T*", "QJ*")),
        ("currency", "GBP", "GBP"), ("end", "hands:12", "hands:12"), ("end", "broke", "broke"),
        ("irregularity", "fine_bar:2", "fine_bar:2"), ("unplayed_paycard", "fixed:3", "fixed:3"),
        ("discard", 3, 3), ("start_chips", 0, 0), ("end", "hands:03", "hands:3"),
        ("irregularity", "fine:٣", "fine:3"), ("end", "hands:000000009", "hands:9"),
        ("end", "time:9999", "time:9999"), ("currency", "x" * 8, "x" * 8), ("currency", "", ""),
        ("layout", ["kqd", "Qj*"], ("KQD", "QJ*")), ("ante", 0, 0), ("ante", 1000, 1000),
        ("layout", [f"{rank}C" for rank in "A23456789JQK"], (*(f"{r}C" for r in "A23456789JQK"),)),
    ],
)  # fmt: skip
def test_values_are_read_as_their_option_takes_them(name, given, kept):
    assert options.parse_option(name, given) == kept


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ace", "middle"), ("spare_swap", 1), ("spare_swap", "maybe"), ("ante", -1), ("ante", "2"),
        ("ante", True), ("ante", 1.5), ("ante", 1001), ("dealer_factor", 3), ("layout", "AH"),
        ("layout", []), ("layout", ["AH"] * 2), ("layout", ["AH"] * 13), ("end", "hands"),
        ("layout", [f"{rank}C" for rank in "A23456789TJQK"]), ("layout", ["pot"]),
        ("end", "hands:0"), ("end", "hands:x"), ("end", {}),
        ("irregularity", ["warn"]), ("unplayed_paycard", None), ("end", "broke:2"), ("currency", 5),
        ("spare_swap", []), ("end", "hands:0000000009"), ("end", "hands:10000"),
        ("currency", "a\tb"),
        ("currency", "x" * 9), ("irregularity", "fine"), ("poker_max", "some"),
    ],
)  # fmt: skip
def test_a_value_that_an_option_cannot_have_is_refused(name, value):
    assert code(options.parse_option, name, value) == "bad_option"


def test_an_option_nobody_knows_and_a_space_of_no_layout_are_refused():
    assert code(options.parse_option, "jokers", 2) == "unknown_option"
    for space in ("joker", "KQX", "KQ9"):
        assert code(options.parse_option, "layout", [space]) == "unknown_space"


def test_with_free_placement_the_dealer_stakes_like_everybody_unless_said():
    double = Options(dealer_factor=2)

    assert options.changed(double, {"placement": "free"}).dealer_factor == 1
    both = {"placement": "free", "dealer_factor": 2}
    assert options.changed(double, both).dealer_factor == 2


@given(st.sampled_from(NAMES))
def test_options_as_json_read_back_the_same(name):
    values = json.loads(json.dumps(Options().to_dict()))

    assert Options().to_dict() == values, "lists, as JSON has them"
    assert options.changed(Options(per_card=7), values) == Options()
    assert options.parse_option(name, values[name]) == getattr(Options(), name)


def test_chips_stand_with_their_word_and_are_points_where_the_bank_gives_them():
    chips, points = Options(), Options(funding="bank")

    assert [options.chips_word(n, chips) for n in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]
    assert [options.chips_word(n, points) for n in (1, 2)] == ["1 point", "2 points"]


def test_counted_words_fall_apart_into_word_and_number():
    assert options.counted("hands:12") == ("hands", 12)
    assert options.counted("broke") == ("broke", 0)
    assert options.sequence_ranks("8-9-10") == ("8", "9", "T")
