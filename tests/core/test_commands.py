"""Commands: the fields a tap carries, who may say it, and what a late tap is about."""

import pytest
from evenings import acts, after, begun, chips, do, refused, seated

from companion.core import commands
from companion.core.commands import COMMANDS
from companion.core.errors import RuleError


def code(call, *args):
    with pytest.raises(RuleError) as error:
        call(*args)
    assert error.value.message[-1] in ".?"
    return error.value.code


@pytest.mark.parametrize(
    ("reader", "given", "kept"),
    [
        (commands.read_whole, "12", 12),
        (commands.read_whole, "-3", -3),
        (commands.read_whole, 5, 5),
        (commands.read_text, "x", "x"),
        (commands.read_card, "10h", "TH"),
        (commands.read_cards, "8D 10h,KC", ("8D", "TH", "KC")),
        (commands.read_cards, ["8D", "TH"], ("8D", "TH")),
        (commands.read_pile, "8D " * 14, ("8D",) * 14),
        (commands.read_pile, "8D,10h KC", ("8D", "TH", "KC")),
        (commands.read_pile, ["8D"] * 52, ("8D",) * 52),
        (commands.read_space, "10H", "TH"),
        (commands.read_switch, True, True),
        *((commands.read_switch, word, True) for word in ("on", "true", "1", "Yes")),
        *((commands.read_switch, word, False) for word in ("off", "false", "0", "No")),
        (commands.read_switch, False, False),
        (commands.read_account, "3", 3),
        (commands.read_account, 3, 3),
        (commands.read_account, "kitty", "kitty"),
        (commands.read_circle, "2,0,1", (2, 0, 1)),
        (commands.read_circle, [2, 0, 1], (2, 0, 1)),
        (commands.read_stakes, {"10H": "2"}, {"TH": 2}),
        (commands.read_plays, ["0:4C", [1, "5C"]], ((0, "4C"), (1, "5C"))),
        (commands.read_options, {"ante": 2}, {"ante": 2}),
        (commands.read_text, "x" * 1000, "x" * 1000),
        (commands.read_text, "a\u200c\u200db\x00\n", "a\u200c\u200db"),
        (commands.read_cards, ["8D"] * 13, ("8D",) * 13),
        (commands.read_circle, list(range(20)), tuple(range(20))),
        (commands.read_plays, ["0:4C"], ((0, "4C"),)),
        (commands.read_plays, ["0:4C"] * 13, ((0, "4C"),) * 13),
        (commands.read_plays, "0:4C 1:5C", ((0, "4C"), (1, "5C"))),
        (
            commands.read_stakes,
            {f"{rank}{suit}": 1 for rank in "56789" for suit in "CDHS"},
            {f"{rank}{suit}": 1 for rank in "56789" for suit in "CDHS"},
        ),
        (commands.read_options, {str(n): 1 for n in range(80)}, {str(n): 1 for n in range(80)}),
    ],
)
def test_fields_are_read_from_json_and_from_forms(reader, given, kept):
    assert reader("field", given) == kept


@pytest.mark.parametrize(
    ("reader", "given"),
    [
        (commands.read_whole, "x"),
        (commands.read_whole, 1.5),
        (commands.read_whole, 10**12),
        (commands.read_whole, "9" * 13),
        (commands.read_whole, "--3"),
        (commands.read_text, 5),
        (commands.read_text, "x" * 1001),
        (commands.read_card, "joker"),
        (commands.read_cards, 8),
        (commands.read_cards, ["8D"] * 14),
        (commands.read_cards, "joker"),
        (commands.read_switch, "perhaps"),
        (commands.read_switch, 7),
        (commands.read_circle, 7),
        (commands.read_circle, list(range(21))),
        (commands.read_stakes, "AH"),
        (commands.read_stakes, {str(n): 1 for n in range(21)}),
        (commands.read_plays, []),
        (commands.read_plays, "4C"),
        (commands.read_plays, ""),
        (commands.read_plays, ["4C"]),
        (commands.read_plays, ["0:4C"] * 14),
        (commands.read_plays, [5]),
        (commands.read_pile, 8),
        (commands.read_pile, ["8D"] * 53),
        (commands.read_options, []),
        (commands.read_options, {str(n): 1 for n in range(81)}),
    ],
)
def test_odd_fields_are_refused_with_what_is_needed(reader, given):
    with pytest.raises(RuleError) as error:
        reader("field", given)

    assert error.value.code == "bad_command"
    assert "joker" in error.value.message or error.value.message.startswith("field must ")


def test_a_space_of_no_layout_is_refused():
    assert code(commands.read_space, "space", "joker") == "unknown_space"
    assert code(commands.read_account, "debit", "1234") == "unknown_space"


def test_a_command_nobody_knows_or_that_lacks_a_field_is_refused():
    assert code(commands.parse, "dance", {}) == "unknown_command"
    assert code(commands.parse, "play", {"seat": 0}) == "bad_command"
    assert code(commands.parse, "play", {"seat": 0, "card": ""}) == "bad_command"


def test_all_that_a_command_lacks_is_named_at_once():
    with pytest.raises(RuleError, match="Something is missing: seat, card"):
        commands.parse("play", {"card": "", "chips": 5})


def test_a_field_that_may_be_left_out_may_be_empty():
    assert commands.parse("buy_in", {"seat": "0", "chips": ""}) == {"seat": 0}
    assert commands.parse("buy_in", {"seat": "0", "chips": "5"}) == {"seat": 0, "chips": 5}


def test_a_seat_nobody_holds_is_refused_for_every_command():
    assert refused(begun(), "play", seat=9, card="4C") == "unknown_seat"
    assert refused(begun(spare_auction=True), "sell", seat=3, buyer=9, chips=2) == "unknown_seat"
    over = do(seated(), "end_evening")
    assert refused(over, "tick", debtor=9, creditor=1, paid=True) == "unknown_seat"
    assert refused(over, "tick", debtor=1, creditor=9, paid=True) == "unknown_seat"


def test_what_is_allowed_is_not_refused():
    assert commands.refusal(begun(), "play", {"seat": 0, "card": "4C"}) is None


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command_says_what_it_does_and_has_a_known_right(kind):
    command = COMMANDS[kind]

    assert command.words
    assert command.who in ("host", "own", "player")
    assert command.who != "own" or "seat" in {**command.fields, **command.may}


@pytest.mark.parametrize(
    ("kind", "seat", "role", "own"),
    [
        ("rules", 0, "player", 0),
        ("play", 0, "player", 1),
        ("play", 0, "player", None),
        ("play", 0, "watcher", 0),
        ("stop", 0, "player", None),
    ],
)
def test_what_is_somebody_elses_is_refused(kind, seat, role, own):
    assert code(commands.verify_right, kind, {"seat": seat}, role, own) == "not_yours"


@pytest.mark.parametrize(
    ("kind", "role", "seat"),
    [
        ("rules", "host", None),
        ("play", "boodle", None),
        ("play", "player", 0),
        ("stop", "player", 3),
        ("dance", "watcher", None),
    ],
)
def test_what_is_ones_own_is_allowed(kind, role, seat):
    commands.verify_right(kind, {"seat": "0"}, role, seat)


def test_of_a_command_only_its_own_fields_are_kept():
    said = {"seat": 0, "card": "4C", "csrf": "secret"}

    assert commands.kept("play", {**said, "chips": 5}) == {"seat": 0, "card": "4C"}
    assert commands.kept("undo", {"seq": 7, "csrf": "secret"}) == {"seq": 7}


# ---- late taps


def subject(table, kind, **data):
    return commands.subject(table, kind, data)


def test_a_late_card_is_about_the_run_on_the_table():
    before, later = after("Anna 4C"), after("Anna 4C, Ben 5C")
    renamed = do(before, "rename", seat=2, name="Zoe")

    assert subject(before, "play") == subject(renamed, "play") != subject(later, "play")
    assert subject(seated(), "play") is None
    assert subject(before, "play") != subject(after("Anna 4C, misdeal, Anna 4C"), "play")
    spare = begun(spare_swap=True)
    assert subject(spare, "play") == subject(do(spare, "deal"), "play")


def test_a_late_tap_on_a_pot_is_about_what_lies_there():
    before = begun(depth="pots")
    taken = acts(before, "Anna takes AH")

    assert subject(before, "take", space="AH") != subject(taken, "take", space="AH")
    assert subject(before, "take", space="AH")[1] == 5


def test_a_late_count_is_about_the_cards_of_that_player():
    table = after("Ben out", depth="pots")
    counted = do(table, "count", seat=0, cards=3)

    assert subject(table, "count", seat=2) == subject(counted, "count", seat="2")
    assert subject(table, "count", seat=0) != subject(counted, "count", seat=0)
    assert subject(table, "count", seat=9) == ((1, 1), None)


def test_a_late_tap_on_the_evening_is_about_its_hands():
    assert subject(seated(), "begin_hand") != subject(begun(), "begin_hand")
    assert subject(seated(), "end_evening") == subject(seated(), "end_evening")
    over = acts(begun(depth="pots"), "void")
    for kind in ("begin_hand", "last_lap", "play_on", "end_evening"):
        assert subject(over, kind) != subject(do(over, "end_evening"), kind)
        assert subject(begun(depth="pots"), kind) != subject(over, kind)


def test_a_late_correction_is_about_the_balances_it_names():
    before, later = begun(), after("Anna JS")

    assert subject(before, "correct", debit="0", credit="1") != subject(
        later, "correct", debit="0", credit="1"
    )
    assert subject(before, "correct", debit="joker", credit="1") == (0, 26)


def test_late_seating_is_about_the_circle_and_late_names_about_nothing():
    for kind in ("dealer", "reseat", "leave", "rejoin"):
        assert subject(seated(3), kind) != subject(seated(4), kind)
    assert subject(seated(3), "rename") is None


def test_any_other_late_tap_is_about_the_phase_of_the_hand():
    assert subject(begun(), "deal") != subject(do(begun(), "deal"), "deal")
    assert subject(seated(), "deal") is None
    assert chips(begun(), 0) == (26,)
