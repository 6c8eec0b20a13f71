"""The auditor agrees with every record whose result is known, and refuses what cannot have been.

Nothing here imports the program itself.
"""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from auditor import audit
from auditor_rules import DEFAULTS, fewest_payments, poker_rank, sizes

HANDS = Path(__file__).parent / "games" / "hands"
RECORDS = [
    json.loads(line)
    for path in sorted(HANDS.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def differences(row, want):
    """Every member of *want* that the row of a replay does not answer."""
    found = []
    for key, value in want.items():
        have = row[key]
        if key == "refused":
            have = have and {part: have[part] for part in value}
        elif key in ("balances", "spaces", "money"):
            have = {name: have.get(name) for name in value}
        if have != value:
            found.append((key, value, have))
    if row["refused"] and "refused" not in want:
        found.append(("refused", None, row["refused"]))
    return found + row["differences"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_the_auditor_agrees_with_a_record_whose_result_is_known(record):
    row = audit(record)

    assert differences(row, record["expect"]) == []


def test_every_known_record_is_here():
    assert len(RECORDS) >= 165


@pytest.mark.parametrize(
    ("players", "last", "first", "without", "surplus"),
    [
        (3, "13 13 13 / 13", "13 13 13 / 13", "18 17 17", "13 13 13 / 13"),
        (4, "11 11 10 10 / 10", "11 10 10 10 / 11", "13 13 13 13", "10 10 10 10 / 12"),
        (5, "9 9 9 9 8 / 8", "9 9 9 8 8 / 9", "11 11 10 10 10", "8 8 8 8 8 / 12"),
        (6, "8 8 8 7 7 7 / 7", "8 8 7 7 7 7 / 8", "9 9 9 9 8 8", "7 7 7 7 7 7 / 10"),
        (7, "7 7 7 7 6 6 6 / 6", "7 7 7 6 6 6 6 / 7", "8 8 8 7 7 7 7", "6 6 6 6 6 6 6 / 10"),
        (
            8,
            "6 6 6 6 6 6 6 5 / 5",
            "6 6 6 6 6 6 5 5 / 6",
            "7 7 7 7 6 6 6 6",
            "5 5 5 5 5 5 5 5 / 12",
        ),
    ],
)
def test_deal_sizes_are_those_of_the_table(players, last, first, without, surplus):
    def shown(**options):
        packets, spare = sizes(players, {**DEFAULTS, **options})
        return " ".join(map(str, packets)) + (f" / {spare}" if spare else "")

    assert shown() == last
    assert shown(spare="first") == first
    assert shown(spare="none") == without
    assert shown(deal_surplus="to_spare") == surplus


def test_poker_hands_are_ordered_as_in_the_rules():
    rising = [
        "2C 4D 6H 8S 10C", "2C 2D 6H 8S 10C", "2C 2D 6H 6S 10C", "2C 2D 2H 8S 10C",
        "AC 2D 3H 4S 5C", "10C JD QH KS AC", "2C 4C 6C 8C 10C", "2C 2D 2H 8S 8C",
        "2C 2D 2H 2S 10C", "AC 2C 3C 4C 5C", "10C JC QC KC AC",
    ]  # fmt: skip

    ranks = [poker_rank(hand.split()) for hand in rising]

    assert all(low < high for low, high in pairwise(ranks))


def test_the_fewest_payments_need_the_most_even_groups():
    assert fewest_payments([60, 80, -30, -45, -65]) == 4  # E18
    assert fewest_payments([7, -3, -4, 5, -5, 6, -2, -4]) == 5
    assert fewest_payments([]) == 0


def e1(**changes):
    """E1 of the worked examples, with members replaced."""
    record = next(record for record in RECORDS if record["id"] == "E1")
    return {**record, **changes}


def refused(record):
    return (audit(record)["refused"] or {}).get("action")


@pytest.mark.parametrize(
    ("place", "action"),
    [
        (2, "Ben 4C"),  # played already
        (2, "Ben 6C"),  # not the needed card
        (2, "Ben pass"),  # nobody may pass in the middle of a run, nor in this game at all
        (8, "Carla 6D"),  # only the player of the stop card leads
        (1, "Ben 4C"),  # only the eldest leads first
        (1, "stop"),  # nothing to stop yet
        (1, "Dan swap"),  # not in this game
        (1, "Dan sell Ben 3"),
        (4, "Ben holds AH"),  # paid on playing
        (4, "Ben fined"),  # no fine in this game
        (4, "Zoe 7C"),  # nobody of that name
        (4, "Dan 1C"),  # no such card
        (4, 'correct Anna Ben 0 "nothing"'),
        (4, "correct Anna Ben 3"),  # no reason given
    ],
)
def test_an_impossible_action_is_refused_where_it_stands(place, action):
    actions = list(e1()["hands"][0]["actions"])
    actions.insert(place - 1, action)

    assert refused(e1(hands=[{"actions": actions}])) == place


def test_cards_are_refused_in_a_hand_recorded_by_its_pots():
    actions = ["Anna 4C", "Ben 5C", "Ben takes JS"]

    assert refused(e1(hands=[{"actions": actions}])) == 1


def test_a_missed_card_goes_on_with_the_run_after_a_stop():
    actions = ["Anna 4C", "stop", "Ben 5C"]

    assert refused(e1(hands=[{"actions": actions}])) is None


def test_a_missed_card_may_come_only_until_the_next_lead():
    actions = ["Anna 4C", "stop", "Anna 6D", "stop", "Ben 5C"]

    assert refused(e1(hands=[{"actions": actions}])) == 5


def test_a_hand_after_the_end_is_refused():
    hand = e1()["hands"][0]

    assert refused(e1(options={"end": "hands:1"}, hands=[hand, hand])) == 0


def test_a_misdeal_after_the_first_lead_keeps_stakes_and_deals_again():
    actions = ["Anna 4C", "misdeal", *e1()["hands"][0]["actions"]]

    row = audit(e1(hands=[{"actions": actions}]))

    assert differences(row, e1()["expect"]) == []


def test_a_sequence_shown_before_a_misdeal_stays_claimed():
    """RULES § 2.2: its share is paid when the deal is called off."""
    record = e1(
        game="rummy_royal",
        players=["Anna", "Ben", "Carla"],
        dealer="Carla",
        balances={"Anna": 30, "Ben": 30, "Carla": 30},
        spaces={"6-7-8": 5},
        hands=[{"actions": ["Ben holds 6-7-8", "misdeal"]}],
    )
    without = {**record, "hands": [{"actions": ["misdeal"]}]}

    paid = audit(record)["balances"]["Ben"] - audit(without)["balances"]["Ben"]

    assert paid == audit(without)["spaces"]["6-7-8"] > 5


def test_a_correction_moves_chips_and_a_name_in_quotes_is_one_name():
    record = e1(
        players=["Anna Lee", "Ben", "out"],
        dealer="out",
        balances={"Anna Lee": 30, "Ben": 30, "out": 30},
        hands=[{"actions": ['correct "Anna Lee" "out" 3 "counted wrong"', '"Anna Lee" 4C']}],
    )

    row = audit(record)

    assert row["balances"] == {"Anna Lee": 23, "Ben": 26, "out": 25}
    assert row["refused"] is None
