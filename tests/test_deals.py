"""The generator of evenings: legal, the same each time, average as in rules.md § 12, spoilable.

Nothing here imports the program itself.
"""

import json
from itertools import chain

import pytest
from auditor import audit
from auditor_rules import DECK, LOW, PRESETS, settings
from deals import evening, evening_with_deals
from deals_leads import legal_leads
from deals_options import house_rules
from deals_spoil import KINDS
from test_auditor import differences

NEWBURY = settings("newbury", {})[0]


@pytest.mark.parametrize(
    ("hand", "last", "options", "leads"),
    [
        ("5S 9S 9D KC AC", None, {}, "5S 9D KC"),
        ("5S 9S 9D KC AC", "10S", {}, "5S 9D KC"),
        ("5S 9S 9D KC AC", "10S", {"change": "suit"}, "9D KC"),
        ("5S 9S", "10S", {"change": "suit"}, "5S"),
        ("5S 9S", "10S", {"change": "suit", "fallback": "pass"}, ""),
        ("5S 7C 9C", "10S", {"change": "colour", "fallback": "pass"}, ""),
        ("5S 7C 9C", "10S", {"change": "colour"}, "5S 7C"),
        ("5S 7C 9C", "10S", {"change": "colour", "fallback": "cascade"}, "7C"),
        ("5S 9S", "10S", {"change": "colour", "fallback": "cascade"}, "5S"),
        ("AC 3C KC", None, {"ace": "low"}, "AC"),
        ("AC 3C KC", None, {}, "3C"),
        ("AD 4H 9H KH 2S", "6C", NEWBURY, "AD 4H 9H"),
        ("JD KH 2S", "6C", NEWBURY, "JD KH"),
        ("JD 2S", "6C", NEWBURY, "JD"),
        ("2S 10C", "6C", NEWBURY, ""),
    ],
)
def test_the_generator_leads_as_the_table_of_legal_leads_says(hand, last, options, leads):
    rules = {**settings("boodle", {})[0], **options}
    order = {"ranks": LOW} if rules["ace"] == "low" else {}

    may = legal_leads(hand.split(), last, rules, NEWBURY["layout"], **order)

    assert sorted(may) == sorted(leads.split())


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("depth", ["cards", "pots"])
def test_the_auditor_agrees_with_generated_evenings(game, depth):
    for seed in range(40):
        record = evening(seed, game, house_rules(seed, game), depth=depth, rough=seed % 2 == 1)

        assert differences(audit(record), record["expect"]) == [], (game, depth, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_the_auditor_refuses_a_spoiled_evening_exactly_there(kind):
    refused = 0
    for seed, game in enumerate(list(PRESETS) * 8):
        depth = "pots" if kind == "empty_space" else "cards"
        record = evening(seed, game, house_rules(seed, game), depth=depth, spoil=kind)
        refused += "refused" in record["expect"]

        assert differences(audit(record), record["expect"]) == [], (game, seed)
    assert refused > 5


def test_a_seed_gives_the_same_evening_each_time():
    assert evening(7, rough=True) == evening(7, rough=True)
    assert evening(7) != evening(8)


def test_every_deal_holds_the_52_cards_once():
    record, deals = evening_with_deals(3, "newbury", hands=4)

    for deal in deals:
        assert sorted([*chain(*deal["cards"].values()), *deal["spare"]]) == sorted(DECK)
    assert len(deals) == len(record["hands"])


def test_a_record_survives_json():
    record = evening(11, rough=True)

    assert json.loads(json.dumps(record)) == record


def averages(game, players, **options):
    """Cards played, cards left and void hands, on average over 600 hands."""
    played = left = void = 0
    for seed in range(100):
        record = evening(seed, game, {"end": "manual", **options}, players, 6)
        for hand, counts, winner in zip(
            record["hands"], record["expect"]["left"], record["expect"]["winners"], strict=True
        ):
            played += sum(len(a.split()) == 2 and a[-1] in "CDHS" for a in hand["actions"])
            left += sum(counts.values())
            void += winner is None
    return played / 600, left / 600, void / 600


@pytest.mark.parametrize(
    ("game", "players", "options", "played", "left", "void"),
    [
        ("boodle", 3, {}, 29.9, 9.1, 0),
        ("boodle", 4, {}, 29.9, 12.1, 0),
        ("boodle", 6, {}, 27.0, 18.0, 0),
        ("boodle", 8, {}, 24.3, 22.7, 0),
        ("boodle", 3, {"change": "colour", "fallback": "pass"}, 31.9, 7.1, 0.081),
        ("boodle", 4, {"spare": "none"}, 42, 10.2, 0),
        ("newbury", 4, {}, 30.8, 9.2, 0.034),
    ],
)
def test_averages_are_those_of_the_rules(game, players, options, played, left, void):
    ours = averages(game, players, **options)

    assert abs(ours[0] - played) < 1.2
    assert abs(ours[1] - left) < 1.2
    assert abs(ours[2] - void) < 0.035
