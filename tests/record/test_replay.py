"""Hand records read: what a row says, where a record is refused, what files give."""

import json

import pytest

from companion.record import replay as records
from companion.record import replay_record

E1 = [
    "Anna 4C", "Ben 5C", "Carla 6C", "Dan 7C", "Anna 8C", "Ben 9C", "stop", "Ben 6D", "stop",
    "Ben 4S", "stop", "Ben 2C", "Ben 3C", "Ben 8D", "Carla 9D", "Anna 10D", "Dan JD", "stop",
    "Dan 8S", "Dan 9S", "Ben 10S", "Ben JS", "Ben QS", "stop", "Ben KC",
]  # fmt: skip


def written(*hands, players=("Anna", "Ben", "Carla", "Dan"), **members):
    return {
        "format": "stops-record/1", "id": "test", "game": "boodle", "players": list(players),
        "dealer": players[-1], "balances": dict.fromkeys(players, 30), "hands": list(hands),
    } | members  # fmt: skip


def cards(*actions, **members):
    return {"actions": list(actions)} | members


def refused(record):
    row = replay_record(record)
    assert not row["ok"]
    found = row["refused"]
    return found["hand"], found["action"], found["code"]


# ---- rows


def test_a_row_says_what_the_evening_came_to():
    row = replay_record(written(cards(*E1), options={"chip_value": 2}))

    assert row["ok"]
    assert row["balances"] == {"Anna": 18, "Ben": 58, "Carla": 18, "Dan": 16}
    assert row["spaces"] == {"AH": 5, "KC": 0, "QD": 5, "JS": 0}
    assert (row["winners"], row["left"]) == (["Ben"], [{"Anna": 8, "Ben": 0, "Carla": 8, "Dan": 6}])
    assert row["money"] == {"Anna": -24, "Ben": 56, "Carla": -24, "Dan": -28}
    assert (row["refused"], row["payments"]) == (None, None)


def test_the_leftover_is_given_out_when_the_end_is_reached():
    row = replay_record(written(cards(*E1), options={"end": "hands:1", "chip_value": 1}))

    assert row["balances"] == {"Anna": 21, "Ben": 61, "Carla": 20, "Dan": 18}
    assert row["spaces"] == {"AH": 0, "KC": 0, "QD": 0, "JS": 0}
    assert row["payments"] == 3


def test_an_evening_ended_by_hand_says_so():
    row = replay_record(written(cards(*E1), options={"end": "manual"}, end=[]))

    assert sum(row["balances"].values()) == 120


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"balances": {"Anna": 19}}, "balances: Anna has 18, expected 19"),
        ({"spaces": {"10S": 1}}, "spaces: 10S has None, expected 1"),
        ({"winners": ["Anna"]}, "winners: ['Ben'], expected ['Anna']"),
        ({"payments": 3}, "payments: None, expected 3"),
        ({"left": []}, "left: 1 hands, expected 0"),
        ({"left": [{"Anna": 7}]}, "left in hand 1: Anna has 8, expected 7"),
        ({"refused": {"hand": 1, "action": 2}}, "refused at hand 1, action 2 was expected"),
    ],
)
def test_what_is_not_as_expected_is_a_difference(expect, difference):
    row = replay_record(written(cards(*E1), expect=expect))

    assert not row["ok"]
    assert difference in row["differences"][0]


def test_a_left_that_contradicts_the_cards_is_a_difference():
    row = replay_record(written(cards(*E1, left={"Anna": 7, "Carla": 8})))

    assert row["differences"] == ["hand 1: left says Anna 7, the cards say 8"]


def test_a_lower_card_led_later_is_a_warning():
    row = replay_record(written(cards("Anna 4C", "stop", "Anna 2C")))

    assert row["warnings"] == [
        "hand 1, action 3: Anna led 4♣ in run 1 and now plays 2♣, held all along: "
        "2♣ should have led."
    ]


def test_a_record_refused_as_expected_is_ok():
    wanted = {"refused": {"hand": 1, "action": 2}}

    assert replay_record(written(cards("Anna 4C", "Anna 4C"), expect=wanted))["ok"]
    assert not replay_record(written(cards("Anna 4C", "Ben 5C", "Ben 5C"), expect=wanted))["ok"]


def test_a_game_or_option_that_is_not_there_is_told_apart():
    row = replay_record(written(game="canasta"))

    assert "canasta" in row["unavailable"]
    assert not row["ok"]


# ---- refusals


def test_nothing_is_half_applied_where_a_record_is_refused():
    row = replay_record(written(cards("Anna JS", "Ben 9C")))

    assert row["balances"]["Anna"] == 31
    assert row["refused"]["message"].startswith("Q♠ is needed")


@pytest.mark.parametrize(
    ("actions", "where"),
    [
        (["Anna 4C", "Zoe 5C"], (1, 2, "unknown_seat")),
        (["Anna 4C", "Anna sings"], (1, 2, "bad_record")),
        (["Anna"], (1, 1, "bad_record")),
        ([""], (1, 1, "bad_record")),
        (["dance"], (1, 1, "bad_record")),
        (["dance now please"], (1, 1, "bad_record")),
        (["Anna 4C", "Ben pass now"], (1, 2, "bad_record")),
        (["Anna claims"], (1, 1, "bad_record")),
        (["Dan sell Ben"], (1, 1, "bad_record")),
        (["Dan sell Ben much"], (1, 1, "bad_record")),
        (["correct Anna Ben 3"], (1, 1, "bad_record")),
        (["Anna bets"], (1, 1, "bad_record")),
        (["Anna bets 2"], (1, 1, "no_poker_now")),
        (["Anna calls 3"], (1, 1, "bad_record")),
        (["Anna calls 3 out loud"], (1, 1, "bad_record")),
        (["Anna shows 8D four cards"], (1, 1, "bad_record")),
        (["Anna buys 1"], (1, 1, "no_spare_choice")),
        (["Anna Ben 4C"], (1, 1, "bad_record")),
        (['correct Anna Ben 0 "why"'], (1, 1, "bad_chips")),
        (['"Anna 4C'], (1, 1, "bad_record")),
        ([*E1, "Dan AH"], (1, 26, "no_hand")),
        (["void", "Dan out"], (1, 1, "bad_record")),
        (["misdeal", "misdeal", "Ben 4C"], (1, 3, "not_leader")),
        (["Anna 4C", "stop", "stop", "Ben 4D"], (1, 4, "not_leader")),
        (["Anna KC", "Ben AC", "stop", "Anna 4D"], (1, 4, "not_leader")),
    ],
)
def test_a_record_is_refused_at_its_first_impossible_action(actions, where):
    assert refused(written(cards(*actions))) == where


@pytest.mark.parametrize("bad", ["Anna AC", "Dan AH", "Ben pass", "Anna swap", "Zoe 5C", "Ben 99"])
@pytest.mark.parametrize("at", [6, 11, 20, 24])
def test_one_impossible_action_in_the_middle_is_refused_there_and_nothing_of_it_is_applied(at, bad):
    row = replay_record(written(cards(*E1[:at], bad, *E1[at:])))
    before = replay_record(written(cards(*E1[:at])))

    assert (row["refused"]["hand"], row["refused"]["action"]) == (1, at + 1)
    assert row["refused"]["message"][-1] in ".?"
    assert (row["balances"], row["spaces"]) == (before["balances"], before["spaces"])
    assert not row["ok"]


def test_a_stake_with_a_wrong_kitty_moves_no_chip():
    stakes = {"Anna": {"AH": 6, "kitty": 2}}
    row = replay_record(written(cards("Anna 4C", stakes=stakes),
                                options={"placement": "free", "kitty_stake": 1}))  # fmt: skip

    assert row["refused"]["code"] == "bad_stake"
    assert set(row["balances"].values()) == {30}


def test_a_hand_after_the_end_or_before_the_end_of_the_last_is_refused():
    over = written(cards(*E1), cards(*E1), options={"end": "hands:1"})

    assert refused(over) == (2, 0, "evening_over")
    assert refused(written(cards("Anna 4C"), cards(*E1))) == (2, 0, "hand_running")


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"Anna": {"AH": 6}}, "stakes_missing"),
        ({"Anna": {"AH": 7}}, "bad_stake"),
        ({"Anna": {"AH": 6, "kitty": 1}}, "bad_stake"),
        ({"Zoe": {"AH": 6}}, "unknown_seat"),
    ],
)
def test_stakes_that_are_not_whole_are_refused_before_the_first_action(stakes, code):
    record = written(cards("Anna 4C", stakes=stakes), options={"placement": "free"})

    assert refused(record) == (1, 0, code)


def test_fixed_stakes_may_be_written_and_must_be_right():
    right = {"Anna": {"AH": 1, "KC": 1, "QD": 1, "JS": 1}}

    assert replay_record(written(cards("Anna 4C", stakes=right)))["ok"]
    assert refused(written(cards("Anna 4C", stakes={"Anna": {"AH": 2}}))) == (1, 0, "bad_stake")


@pytest.mark.parametrize(
    "members",
    [
        {"format": "stops-record/9"}, {"game": 5}, {"options": []}, {"players": "Anna"},
        {"players": ["Anna", ""]}, {"players": ["Anna", "Anna"]}, {"balances": {"Anna": 30}},
        {"balances": [30]}, {"dealer": "Zoe"}, {"spaces": {"AH": -1}}, {"spaces": {"10S": 2}},
        {"hands": {}}, {"hands": [5]}, {"hands": [{"actions": "Anna 4C"}]},
        {"hands": [{"actions": [4]}]}, {"hands": [{"stakes": {"Anna": 4}}]},
        {"hands": [{"left": {"Anna": -1}}]}, {"hands": [{"join": {"Zoe": -1}}]},
        {"hands": [{"seat": {"Zoe": 0}}]}, {"hands": [{"leave": "Ben"}]},
        {"hands": [{"rebuy": [1]}]}, {"hands": [{"dealer": 1}]}, {"end": "now"}, {"expect": []},
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused_with_the_member_that_is_wrong(members):
    assert refused(written(**members)) == (0, 0, "bad_record")


@pytest.mark.parametrize("record", [None, [], "text", 5])
def test_what_is_no_object_is_refused(record):
    assert refused(record) == (0, 0, "bad_record")


def test_an_option_that_cannot_be_is_refused():
    assert refused(written(options={"ante": -1})) == (0, 0, "bad_option")


# ---- between hands


def test_people_come_and_go_between_hands():
    hands = (
        cards(*E1),
        cards("Carla 4C", "Dan 5C", leave=["Ben"], join={"Ella": 20}, seat={"Ella": 2},
              rebuy=["Anna"], dealer="Ella"),
    )  # fmt: skip

    row = replay_record(written(*hands))

    assert row["ok"], row
    assert row["balances"] == {"Anna": 44, "Ben": 58, "Carla": 14, "Dan": 12, "Ella": 12}


def test_whoever_left_comes_back_with_what_they_had_and_more():
    again = cards("Carla 4C", leave=["Ben"], join={"Ben": 5}, seat={"Ben": 2}, dealer="Ben")

    row = replay_record(written(cards(*E1), again))

    assert row["balances"]["Ben"] == 58 + 5 - 8


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"leave": ["Zoe"]}, "unknown_seat"),
        ({"rebuy": ["Zoe"]}, "unknown_seat"),
        ({"dealer": "Zoe"}, "unknown_seat"),
        ({"join": {"Ella": 20}, "seat": {"Ella": 7}}, "bad_record"),
        ({"join": {"Anna": 20}}, "name_taken"),
        ({"last_lap": True}, "options_clash"),
    ],
)
def test_people_who_cannot_come_or_go_are_refused_before_the_hand(members, code):
    assert refused(written(cards(*E1), cards("Anna 4C", **members))) == (2, 0, code)


def test_nobody_joins_while_a_hand_is_played():
    running = written(cards("Anna 4C"), cards("Anna 4C", join={"Ella": 20}))

    assert refused(running) == (2, 0, "between_hands_only")


def test_nobody_is_out_twice():
    hand = cards("Ben out", "Anna out", left={"Anna": 3, "Carla": 2, "Dan": 1})

    assert refused(written(hand)) == (1, 2, "no_hand")


def test_chips_already_on_the_layout_and_debts_are_taken_over():
    record = written(cards("Anna JS"), spaces={"JS": 3, "AH": 0, "kitty": 2})
    record["balances"]["Anna"] = -5

    row = replay_record(record)

    assert row["balances"]["Anna"] == -5 - 4 + 8
    assert row["spaces"]["kitty"] == 2


# ---- pots only


def test_a_hand_of_pots_comes_out_like_its_cards():
    hand = cards("Ben takes JS", "Ben takes KC", "Ben out", left={"Anna": 8, "Carla": 8, "Dan": 6})

    row = replay_record(written(hand))

    assert row["balances"] == {"Anna": 18, "Ben": 58, "Carla": 18, "Dan": 16}
    assert row["left"] == [{"Anna": 8, "Ben": 0, "Carla": 8, "Dan": 6}]


def test_in_a_hand_of_pots_left_names_everybody_who_has_cards():
    assert refused(written(cards("Ben out", left={"Anna": 8}))) == (1, 1, "bad_record")
    assert refused(written(cards("void"))) == (1, 1, "bad_record")
    assert refused(written(cards("Ben takes AH", "Anna 4C"))) == (1, 2, "pots_only")


def test_cards_left_are_kept_where_nobody_pays_for_them():
    hand = cards("Ben out", left={"Anna": 3, "Carla": 2, "Dan": 1})

    row = replay_record(written(hand, options={"per_card": 0}))

    assert row["left"] == [{"Anna": 3, "Ben": 0, "Carla": 2, "Dan": 1}]


def test_a_void_hand_of_pots_counts_its_cards_where_they_cost():
    left = {"Anna": 3, "Ben": 2, "Carla": 1, "Dan": 4}

    row = replay_record(
        written(cards("void", left=left), options={"void_payment": "cards_to_kitty"})
    )

    assert row["winners"] == [None]
    assert row["spaces"]["kitty"] == 10


def test_a_pay_card_nobody_names_is_dead():
    shown = written(cards(*E1, "Dan holds AH"), cards("Ben 4C"),
                    options={"unplayed_paycard": "double"})  # fmt: skip

    row = replay_record(shown)

    assert row["ok"], row
    assert row["balances"]["Dan"] == 16 - 5 - 4


# ---- names


def test_names_are_matched_longest_first_or_quoted():
    players = ("Ann", "Ann Lee", "stop", "4C")
    actions = ("Ann 4C", '"Ann Lee" 5C', '"stop" 6C', "stop", '"stop" QD', '"4C" KD', "stop")

    assert replay_record(written(cards(*actions), players=players))["ok"]
    assert replay_record(written(cards("Ann 4C", "Ann Lee 5C"), players=players))["ok"]


def test_the_last_open_hands_stand_behind_the_hands():
    shows = ["Anna shows AC KC 9H 7D 2S", "Ben shows 3C 3D 5H 6S 8C", "Carla shows 2C 4D 6H 8S 10C"]
    options = {"end": "hands:1", "leftover": "poker"}
    record = written(cards(*E1), options=options, end=[*shows, "Dan shows QC JC 9D 7S 2H"])

    row = replay_record(record)

    assert row["balances"]["Ben"] == 58 + 10
    assert refused(written(cards(*E1), options=options, end=[*shows, "Dan folds"])) == (
        2, 4, "bad_record",
    )  # fmt: skip
    assert refused(written(cards(*E1), options=options, end=[shows[0]] * 2))[:2] == (2, 2)


def test_a_correction_names_players_and_spaces():
    players = ("Anna", "Ben", "Carla", "kitty")
    actions = (
        'correct Anna Ben 3 "counted wrong"',
        'correct Ben JS 2 "Anna"',
        'correct "kitty" AH 1 "x"',
    )

    row = replay_record(written(cards(*actions), players=players))

    assert row["balances"] == {"Anna": 23, "Ben": 27, "Carla": 26, "kitty": 21}
    assert row["spaces"]["JS"] == 7


# ---- files


def test_a_file_holds_one_record_or_one_a_line(tmp_path):
    one, lines, bad = tmp_path / "one.json", tmp_path / "lines.jsonl", tmp_path / "bad.jsonl"
    record = json.dumps(written(cards(*E1)))
    one.write_text(json.dumps(written(cards(*E1)), indent=2), encoding="utf-8-sig")
    lines.write_text(f"{record}\n\n{record}\n")
    bad.write_text(f"{record}\n{{broken\n[1]\n")

    rows = list(records.rows_of_files([str(one), str(lines)]))
    wrong = list(records.rows_of_files([str(bad), str(tmp_path / "none.json")]))

    assert [row["ok"] for row in rows] == [True] * 3
    assert [row["ok"] for row in wrong] == [True, False, False, False]
    assert "bad.jsonl:2 is no JSON object" in wrong[1]["refused"]["message"]
    assert "cannot be read" in wrong[3]["refused"]["message"]


def test_a_file_that_is_no_text_gives_a_row_that_says_so(tmp_path):
    (tmp_path / "picture.jsonl").write_bytes(b"\xff\xd8\xff")

    (row,) = records.rows_of_files([str(tmp_path / "picture.jsonl")])

    assert row["refused"]["code"] == "bad_record"


def rows(*kinds):
    every = {
        "good": replay_record(written(cards(*E1))),
        "wrong": replay_record(written(cards("Ben 4C"))),
        "absent": replay_record(written(game="canasta")),
        "differs": replay_record({**written(), "id": None, "expect": {"winners": ["Ben"]}}),
    }
    return [every[kind] for kind in kinds]


@pytest.mark.parametrize(
    ("kinds", "status", "summary"),
    [
        (["good"], 0, "1 records: 1 as expected."),
        (["good", "absent"], 2, "2 records: 1 as expected, 1 not available yet."),
        (["absent", "wrong"], 1, "2 records: 0 as expected, 1 not available yet, 1 wrong."),
        ([], 0, "0 records: 0 as expected."),
    ],
)
def test_the_exit_status_and_the_summary_tell_wrong_from_not_available(kinds, status, summary):
    assert records.exit_status(rows(*kinds)) == status
    assert records.summary(rows(*kinds)) == summary


def test_a_row_in_words_names_the_record_and_what_is_wrong():
    good, wrong, absent, differs = map(records.row_line, rows("good", "wrong", "absent", "differs"))

    assert good == "test: as expected"
    assert wrong.startswith("test: NOT as expected, refused at hand 1, action 1: Anna has the lead")
    assert "canasta" in absent
    assert differs.startswith("a record: NOT as expected winners:")
