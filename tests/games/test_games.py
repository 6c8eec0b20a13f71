"""Every game: it is found by its file, opens by its preset, and says where its rules stand."""

import re
from pathlib import Path

import pytest

from companion.core.errors import RuleError
from companion.games import all_games, game_named

RULES = (Path(__file__).parents[2] / "companion" / "games" / "RULES.md").read_text("utf-8")
GAMES = sorted(all_games().values(), key=lambda game: game.key)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_opens_by_its_preset_and_cites_a_paragraph_that_exists(game):
    (paragraph,) = re.findall(r"^RULES § ([\d.]+)", game.source)

    assert re.search(rf"^#+ {re.escape(paragraph)} ", RULES, re.MULTILINE)
    assert game.options() == game.preset
    assert 2 <= game.seats[0] <= game.seats[1] <= 9


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_has_words_a_player_understands(game):
    assert game.name[0].isupper()
    assert game.tagline[-1] == "."
    assert game_named(game.key) is game


def test_a_game_nobody_wrote_yet_says_which_there_are():
    with pytest.raises(RuleError, match="There is: ") as error:
        game_named("canasta")

    assert error.value.code == "not_available"
