"""Names for generated evenings, plain and awkward, and how actions write them."""

import json

from auditor_rules import HIGH

NAMES = ["Anna", "Ben", "Carla", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jan", "Kit", "Lou"]
HARD_NAMES = ["Anna", "Anna Lee", "stop", "4C", 'Mo "M" X', "José", "Ben pass", "out", "J. R.",
              "void", "Zoë", "calls"]  # fmt: skip
WORDS = {"stop", "void", "misdeal", "correct", "pass", "swap", "sell", "buys", "holds", "bets",
         "checks", "calls", "raises", "folds", "shows", "wins", "win", "poker", "takes", "out",
         "claims", "fined", "all", "in"}  # fmt: skip


def written(name):
    """A name as actions write it: in quotes where it could be read as something else."""
    card = name[:-1] in [*HIGH, "T"] and name[-1:] in list("CDHS")
    plain = " " not in name and '"' not in name and name not in WORDS and not card
    return name if plain else json.dumps(name, ensure_ascii=False)
