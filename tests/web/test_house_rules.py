"""The form says every option of the presets and reads back what it shows."""

from __future__ import annotations

import pytest

from companion.core.errors import RuleError
from companion.games import all_games, game_named
from companion.web import house_rules, rule_card

GAMES = tuple(all_games().values())
BOODLE = game_named("boodle")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_untouched_form_changes_nothing(game) -> None:  # type: ignore[no-untyped-def]
    assert house_rules.read(game, house_rules.state_of(game.preset)) == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_a_rule_card_with_paragraphs(game) -> None:  # type: ignore[no-untyped-def]
    groups = rule_card.card(game, game.preset)
    assert all(group["lines"] and group["source"].startswith("RULES §") for group in groups)


@pytest.mark.parametrize(
    "values",
    [
        {"placement": "free", "dealer_factor": 1}, {"placement": "free", "dealer_factor": 2},
        {"end": "hands:12"}, {"end": "manual"}, {"end": "rundown_cards"}, {"change": "colour"},
        {"layout": ["AH", "TC"]}, {"spare_swap": True, "spare_auction": True}, {"ante": 0},
        {"chip_value": 2, "currency": "GBP"}, {"insolvency": "out"}, {"lead_rank": "any"},
        {"deal_surplus": "to_spare"}, {"spare": "first"}, {"dealer_factor": 1},
        {"irregularity": "fine_bar:1"}, {"unplayed_paycard": "fixed:3"},
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


def test_what_cannot_be_played_yet_is_not_offered() -> None:
    for group in house_rules.groups(BOODLE, house_rules.state_of(BOODLE.preset)):
        for pick in group["picks"]:
            for answer in pick["answers"]:
                if ":" in answer["value"] or answer["name"] == "end":
                    continue
                try:
                    BOODLE.options({answer["name"]: answer["value"]})
                except RuleError as error:
                    assert error.code != "not_available", answer


def test_an_empty_form_is_the_preset_with_every_switch_off() -> None:
    read = house_rules.read(BOODLE, {})
    assert BOODLE.options(read).spare_swap is False


def test_the_number_of_own_rules_is_counted() -> None:
    assert house_rules.differences(BOODLE, BOODLE.preset.to_dict()) == 0
    assert house_rules.differences(BOODLE, BOODLE.options({"ante": 2}).to_dict()) == 1
