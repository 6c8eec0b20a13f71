"""Ring 1: one file per game, found by looking beside this one. Adding a game edits nothing else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.core.errors import RuleError
from companion.core.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Return every preset by its key: in the order of the files' names."""
    games: dict[str, Game] = {}
    for found in iter_modules(__path__):
        module = import_module(f"{__name__}.{found.name}")
        games.update((game.key, game) for game in module.GAMES)
    return games


def game_named(key: str) -> Game:
    """Return the game of *key*; raise `RuleError` ``not_available`` with the names there are."""
    game = all_games().get(key)
    if game is None:
        known = ", ".join(all_games())
        raise RuleError("not_available", f"{key[:40]!r} is not available yet. There is: {known}.")
    return game
