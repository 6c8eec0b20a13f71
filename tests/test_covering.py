"""House rules two by two: each two values meet in a set, or are refused with the reason.

The sets (`companion.bench.covering`) are played by two to nine people, engine against auditor.
"""

import json

import pytest
from deals import evening
from deals_options import recorded
from test_simulation import differing

from companion.bench.covering import covering, values
from companion.core.errors import RuleError
from companion.core.options import NAMES, Options, changed
from companion.games import game_named

COVERING = covering()
HANDS, SLOW_HANDS = 38, 450  # of each set: some 3,000 in the gate, 35,500 with -m slow


def test_every_option_but_the_currency_is_tried_with_all_its_words():
    assert set(NAMES) - set(values()) == {"currency"}
    assert all(len(some) > 1 for some in values().values())


def test_every_two_values_meet_in_a_set_or_contradict_each_other():
    met = set()
    for rules in COVERING.sets:
        met |= {frozenset(pair) for pair in _pairs(rules)}
    refused = {frozenset(pair) for pair in COVERING.contradictions}

    wanted = {
        frozenset([(one, value), (other, beside)])
        for one in values() for other in values() if one < other
        for value in values()[one] for beside in values()[other]
    }  # fmt: skip
    assert wanted == met | refused
    assert not met & refused


def _pairs(rules):
    settings = list(rules.items())
    return [(a, b) for at, a in enumerate(settings) for b in settings[:at]]


@pytest.mark.parametrize(
    "pair", COVERING.contradictions, ids=lambda pair: " ".join(f"{n}={v}" for n, v in pair)
)
def test_two_house_rules_that_contradict_each_other_are_refused_with_the_reason(pair):
    given = {name: list(v) if isinstance(v, tuple) else v for name, v in pair}

    with pytest.raises(RuleError) as error:
        game_named("boodle").options(given)

    assert error.value.code == "options_clash"
    assert error.value.message[-1] == "."
    assert len(error.value.message.split()) > 6


@pytest.mark.parametrize("number", range(len(COVERING.sets)))
def test_a_set_of_house_rules_is_taken_by_the_core(number):
    rules = COVERING.sets[number]

    assert game_named("boodle").options(rules) == changed(Options(), rules)


def play(number, hands):
    """Evenings of one set by cards and pots, smooth and rough, until so many hands agree."""
    agreed = turn = 0
    while agreed < hands:
        game, options, players = recorded(COVERING.sets[number], number + turn)
        record = evening(
            f"covering {number} {turn}", game, options, players=players,
            depth="pots" if turn % 4 == 3 else "cards", rough=turn % 2 == 1,
        )  # fmt: skip
        found = differing(record)

        assert not found, f"set {number}, turn {turn}: {found}\n{json.dumps(record)}"
        agreed, turn = agreed + len(record["hands"]), turn + 1


@pytest.mark.parametrize("number", range(len(COVERING.sets)))
def test_the_engine_agrees_with_the_auditor_on_every_set(number):
    play(number, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(COVERING.sets)))
def test_the_engine_agrees_with_the_auditor_on_many_hands_of_every_set(number):
    play(number, SLOW_HANDS)
