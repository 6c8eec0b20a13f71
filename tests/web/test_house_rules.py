"""The form says every option of every game, reads back what it shows, and loses nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.game import Game
from companion.core.options import NAMES, WORDS, Options
from companion.games import all_games, game_named
from companion.web import house_rules, rule_card
from companion.web.house_questions import COUNTED, NUMBER, QUESTIONS, Question

GAMES = tuple(all_games().values())
BOODLE = game_named("boodle")
by_key = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def lines(game: Game, state: Any, wrong: frozenset[str] = frozenset()) -> dict[str, Any]:
    groups = house_rules.groups(game, state, wrong)
    return {line["name"]: line for group in groups for line in group["lines"]}


@by_key
def test_an_untouched_form_changes_nothing(game: Game) -> None:
    assert house_rules.read(game, house_rules.state_of(game.preset)) == {}


@by_key
def test_an_empty_form_reads_as_every_switch_off(game: Game) -> None:
    try:
        read = house_rules.read(game, {})
    except RuleError as error:
        assert error.code == "options_clash"
    else:
        assert game.options(read).spare_swap is False


# ---- every option has its line ------------------------------------------------------------------


def test_every_option_is_asked_for_in_some_game() -> None:
    asked = {question.name for game in GAMES for question in house_rules.asked(game)}

    assert set(NAMES) - asked == {"dealer_factor"}, "told with placement"


def test_every_word_of_every_option_is_an_answer() -> None:
    told = {"placement": ("each:1", "one:1", "free:1"), "first_lead_rank": ("None",)}
    for name, words in (WORDS | told | house_rules_words()).items():
        question = next(each for each in QUESTIONS if each.name == name)
        answers = {value for value, _, _ in question.answers}
        if question.sort == "choice":
            assert set(words) <= answers | {value.partition(":")[0] for value in answers}, name


def house_rules_words() -> dict[str, tuple[str, ...]]:
    plain = {"end": ("manual", "broke", "rundown_cards", "rundown_pots"),
             "irregularity": ("warn",), "unplayed_paycard": ("none", "double")}  # fmt: skip
    return {name: (*words, *COUNTED[name]) for name, words in plain.items()}


def other_answers(question: Question, game: Game) -> list[str]:
    """What can be answered to a question, in the form's words."""
    if question.sort == "choice":
        return [value for value, _, _ in question.answers if question.fits(game, value)]
    if question.sort == "switch":
        return ["yes", ""]
    if question.sort == "number":
        return [str(question.lowest), str(question.highest)]
    return {"layout": ["10C, JD QS"], "currency": ["EUR", ""], "poker_max": ["5", ""]}[
        question.name
    ]


SIX = ("boodle", "newbury", "three_in_one", "horses_kings", "pope_joan", "epsom")
CASES = [
    (game, question, answer)
    for game in GAMES if game.key in SIX for question in house_rules.asked(game)
    for answer in other_answers(question, game)
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "question", "answer"), CASES,
    ids=lambda each: getattr(each, "key", getattr(each, "name", each)),
)  # fmt: skip
def test_each_answer_is_kept_or_refused_with_what_to_change(
    game: Game, question: Question, answer: str
) -> None:
    state = {**house_rules.state_of(game.preset), question.name: answer}
    if question.sort == "switch" and not answer:
        del state[question.name]
    try:
        options = game.options(house_rules.read(game, state))
    except RuleError as error:
        assert error.code == "options_clash" and error.message.count(". ") >= 1
        assert house_rules.in_conflict(game, state)
        return
    wanted = {name: text for name, text in state.items() if text}
    layout = wanted.pop("layout").replace(",", "").replace("10C", "TC")
    got = house_rules.state_of(options)
    assert got.pop("layout") == layout
    numbers = {name + NUMBER for name in COUNTED}
    implied = game.implied.get((question.name, answer), {})
    numbers |= set(implied)
    assert {n: t for n, t in got.items() if t and n not in numbers} == {
        n: t for n, t in wanted.items() if n not in numbers
    }


@pytest.mark.parametrize(
    "values",
    [
        {"placement": "free", "dealer_factor": 1}, {"placement": "free", "dealer_factor": 2},
        {"end": "hands:12"}, {"end": "manual"}, {"end": "rundown_cards"}, {"change": "colour"},
        {"end": "time:90", "time_equal_deals": True}, {"first_lead_rank": "any"},
        {"layout": ["AH", "TC"]}, {"spare_swap": True, "spare_auction": True}, {"ante": 0},
        {"chip_value": 2, "currency": "GBP"}, {"insolvency": "out"}, {"lead_rank": "any"},
        {"deal_surplus": "to_spare"}, {"spare": "first"}, {"dealer_factor": 1},
        {"irregularity": "fine_bar:1"}, {"irregularity": "fine:3"}, {"unplayed_paycard": "fixed:3"},
        {"placement": "one", "horse_winner": "backers_only"}, {"discard": 3, "spare": "none"},
        {"pot_kind": "poker", "pot_stake": 1, "poker_max": 5, "first_lead": "poker_winner"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_set_is_shown_and_read_back(values: dict[str, object]) -> None:
    options = BOODLE.options(values)
    read = house_rules.read(BOODLE, house_rules.state_of(options))
    assert BOODLE.options(read) == options


def test_free_placement_does_not_double_the_dealer_unless_it_is_said() -> None:
    state = {**house_rules.state_of(BOODLE.preset), "placement": "free:1"}
    assert BOODLE.options(house_rules.read(BOODLE, state)).dealer_factor == 1


def test_a_value_without_words_is_offered_as_it_is() -> None:
    state = {**house_rules.state_of(BOODLE.preset), "change": "weather"}
    assert lines(BOODLE, state)["change"]["answers"][-1]["label"] == "As it is: weather"


# ---- what a family sees -------------------------------------------------------------------------


@by_key
def test_a_family_sees_six_to_ten_sentences_and_the_rest_is_folded(game: Game) -> None:
    groups = house_rules.groups(game, house_rules.state_of(game.preset))
    first = [line for group in groups if group["first"] for line in group["lines"]]

    assert 6 <= len([line for line in first if not line["name"].endswith(NUMBER)]) <= 10
    assert all(group["brief"] or group["title"] in ("Auction", "Poker") for group in groups)
    assert not any(group["open"] for group in groups)


def test_newbury_is_not_asked_for_what_it_does_not_have() -> None:
    asked = {question.name for question in house_rules.asked(game_named("newbury"))}
    assert not asked & {"spare", "spare_swap", "spare_auction", "discard", "placement", "poker_min"}
    assert {"funding", "void_counts", "end", "horse_lead"} <= asked


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.needs], ids=lambda q: q.name)
def test_what_does_not_count_is_greyed_with_the_reason(question: Question) -> None:
    usual = house_rules.state_of(game_named("three_in_one").preset) | {"change": "none"}
    off = {name: text for name, text in usual.items() if not name.startswith("spare_a")}
    off |= {"pot_kind": "none", "spare": "none", "layout": "AH", "spare_swap": ""}
    off |= {"placement": "each:1", "fallback": "free", "end": "manual"}
    assert not house_rules.counts(question, off)
    line = lines(BOODLE, off)[question.name]
    assert line["asleep"] and line["why"].startswith("Counts only")
    assert not line["brief"]


@pytest.mark.parametrize(
    ("condition", "state", "is_so"),
    [
        ("spare_auction", {}, False), ("spare_auction", {"spare_auction": "yes"}, True),
        ("kitty_stake", {"kitty_stake": "0"}, False), ("kitty_stake", {"kitty_stake": "2"}, True),
        ("end=hands|time", {"end": "time"}, True), ("end=hands|time", {"end": "broke"}, False),
        ("spare!=none", {"spare": "none"}, False), ("spare!=none", {"spare": "last"}, True),
        ("layout~-", {"layout": "AH 8-9-10"}, True), ("layout~-", {"layout": "AH"}, False),
    ],
)  # fmt: skip
def test_conditions_are_read_from_the_form(
    condition: str, state: dict[str, str], is_so: bool
) -> None:
    assert house_rules.holds(condition, state) is is_so


# ---- contradictions -----------------------------------------------------------------------------


def test_contradicting_lines_are_marked_and_their_groups_open() -> None:
    state = {**house_rules.state_of(BOODLE.preset), "spare": "none", "spare_swap": "yes"}
    bad = house_rules.in_conflict(BOODLE, state)
    assert bad == {"spare", "spare_swap"}

    groups = {group["title"]: group for group in house_rules.groups(BOODLE, state, bad)}
    assert groups["The deal"]["open"] and not groups["Poker"]["open"]
    assert lines(BOODLE, state, bad)["spare_swap"]["bad"]


def test_a_field_that_is_no_number_is_marked() -> None:
    state = {**house_rules.state_of(BOODLE.preset), "per_card": "many", "kitty_stake": "-1"}
    assert house_rules.in_conflict(BOODLE, state) == {"per_card", "kitty_stake"}


def test_the_number_of_own_rules_is_counted() -> None:
    assert house_rules.differences(BOODLE, BOODLE.preset.to_dict()) == 0
    assert house_rules.differences(BOODLE, BOODLE.options({"ante": 2}).to_dict()) == 1


# ---- examples -----------------------------------------------------------------------------------


@by_key
def test_every_line_and_every_answer_has_a_worked_example(game: Game) -> None:
    for line in lines(game, house_rules.state_of(game.preset)).values():
        if line["sort"] == "choice":
            assert all(one["example"] for one in line["answers"]), line["name"]
        else:
            assert line["example"], line["name"]


def test_the_cards_of_an_example_are_cards() -> None:
    assert house_rules.sentence("He leads {10S}, not {AH}.") == [
        "He leads ", "TS", ", not ", "AH", ".",
    ]  # fmt: skip


# ---- the rule card ------------------------------------------------------------------------------


@by_key
def test_every_game_has_a_rule_card_with_paragraphs(game: Game) -> None:
    groups = rule_card.card(game, game.preset)
    assert all(group["lines"] and group["source"].startswith("RULES §") for group in groups)
    assert rule_card.own_rules(game, game.preset) == []


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"per_card": 0}, "Nothing is paid for cards left."),
        ({"kitty_stake": 2}, "Everybody puts 2 chips into the kitty."),
        ({"end": "deals_each:1"}, "It is over when everybody has dealt once."),
        ({"end": "hands:1"}, "It is over after 1 hand."),
        ({"end": "time:60"}, "It is over after the hand running when 60 minutes are over."),
        ({"irregularity": "fine_bar:2"},
         "A breach costs 2 chips to each of the others, and that hand is lost."),
        ({"unplayed_paycard": "fixed:3"}, "Who is left with a pay card puts 3 chips on it."),
        ({"placement": "free", "free_amount": 8}, "Everybody places 8 chips."),
        ({"pot_kind": "poker", "pot_stake": 1, "poker_max": 5},
         "A bet or a raise is at most 5 chips."),
        ({"pot_kind": "poker", "poker_raises": 0}, "Nobody may raise."),
        ({"pot_kind": "poker", "poker_raises": 1}, "It may be raised once in all."),
        ({"change": "suit", "fallback": "pass", "pass_penalty": 1},
         "Who passes pays 1 chip into the kitty."),
        ({"void_counts": False}, "A hand that nobody wins does not count as a hand."),
        ({"spare_auction": True, "auction_min": 3}, "The lowest bid is 3 chips."),
        ({"chip_value": 2, "currency": "GBP"}, "A chip is worth 2p."),
        ({"chip_value": 2}, "A chip is worth 2 of the smallest coin."),
        ({"placement": "one", "ante": 2}, "2 chips on the one card."),
    ],
    ids=str,
)  # fmt: skip
def test_the_rule_card_says_a_rule_in_a_sentence(values: dict[str, Any], says: str) -> None:
    told = rule_card.whole(BOODLE, BOODLE.options(values))
    assert says in [line for group in told["groups"] for line in group["lines"]]
    assert says in told["own"] or values.get("placement") == "one"


def test_the_rule_card_leaves_out_what_does_not_count() -> None:
    told = [line["text"] for line in rule_card.lines(BOODLE, BOODLE.preset)]
    assert not any("bid" in text or "poker" in text.lower() for text in told)


def test_two_sets_of_rules_are_told_by_what_differs() -> None:
    old, new = BOODLE.preset, BOODLE.options({"change": "suit", "per_card": 0})
    assert rule_card.changes(BOODLE, old, new) == [
        {"now": "Another suit must be led.", "before": "Any suit may be led."},
        {"now": "Nothing is paid for cards left.",
         "before": "Every other player pays 1 chip for each card left."},
        {"now": "Who cannot change leads what they like.", "before": ""},
    ]  # fmt: skip
    assert rule_card.changes(BOODLE, old, Options(dealer_factor=2)) == []
