"""Writes the recorded evenings of house rules: one evening an option, everything else by default.

python tests/deals_golden.py boodle > tests/games/hands/boodle-house-rules.jsonl
python tests/deals_golden.py epsom > tests/games/hands/epsom.jsonl
"""

import json
import sys

from auditor_rules import PRESETS
from deals import evening
from deals_options import ANY, house_rules, without_contradictions

# an option that says nothing without another one
WITH = {
    "deal_surplus": {"spare_swap": True}, "auction_min": {"spare_auction": True},
    "auction_step": {"spare_auction": True}, "auction_style": {"spare_auction": True},
    "auction_bar_paycards": {"spare_auction": True},
    "swap_after_no_sale": {"spare_auction": True, "spare_swap": True},
    "auction_own_after_swap": {"spare_auction": True, "spare_swap": True},
    "spare_first_refusal": {"spare_auction": True, "spare_swap": True},
    "fallback": {"change": "colour"}, "pass_penalty": {"change": "colour", "fallback": "pass"},
    "horse_winner": {"placement": "one"}, "free_amount": {"placement": "free"},
    "void_counts": {"change": "colour", "fallback": "pass", "end": "hands:3"},
    "void_payment": {"change": "colour", "fallback": "pass", "end": "hands:3"},
    "leftover": {"end": "hands:2"}, "chip_value": {"end": "hands:3"},
    "pot_kind": {"pot_stake": 1}, "start_chips": {"insolvency": "rebuy"},
}  # fmt: skip


TELLING = {"void_counts": "void", "void_payment": "void", "pass_penalty": "pass", "end": "ended"}


def tells(record, what):
    """Does *record* show what its option is about?"""
    actions = [a for hand in record["hands"] for a in hand["actions"]]
    return {
        "void": None in record["expect"]["winners"],
        "pass": any(a.endswith(" pass") for a in actions),
        "ended": not any(record["expect"]["spaces"].values()),
    }.get(what, True)


def golden(game):
    """Yield records of *game*, each named after the option it shows."""
    for name, values in ANY.items():
        for value in values:
            options = {**WITH.get(name, {}), name: value}
            if value == "rundown_pots":
                options |= {"kitty_stake": 1, "pot_kind": "run3", "pot_stake": 1}
            options = without_contradictions(game, options)
            shown = value if isinstance(value, str) else json.dumps(value)
            if name in options:
                what = "" if value == "manual" else TELLING.get(name, "")
                yield {
                    **telling(game, options, f"{name}={shown}", what),
                    "id": f"{game} {name}={shown}",
                }


def telling(game, options, title, what):
    """The first seeded evening in which the option matters."""
    rough = title.startswith("irregularity")
    hands = 3 if what != "ended" else 40
    evenings = (evening(f"{title} {i}", game, options, hands=hands, rough=rough)
                for i in range(200))  # fmt: skip
    return next(record for record in evenings if tells(record, what))


def mixed():
    """Yield evenings of every game with house rules at random, also mistakes and fines."""
    for game in PRESETS:
        for seed in range(8):
            options = house_rules(f"mixed {seed}", game)
            depth = "pots" if seed == 7 else "cards"
            record = evening(f"mixed {seed}", game, options, hands=3, depth=depth, rough=seed % 2)
            yield {**record, "id": f"{game} mixed {seed}"}


def evenings(game):
    """Yield evenings of *game* as it is usually played, by cards and by pots, and changed a little.

    The smallest table, the largest one and some between.
    """
    for seed in range(8):
        options = house_rules(f"own {seed}", game) if seed % 4 == 3 else {}
        depth = "pots" if seed % 4 == 2 else "cards"
        record = evening(f"own {seed}", game, options, hands=3, depth=depth)
        yield {**record, "id": f"{game} evening {seed}"}


if __name__ == "__main__":
    writers = {"mixed": mixed, "boodle": lambda: golden("boodle")}
    for each in writers.get(sys.argv[1], lambda: evenings(sys.argv[1]))():
        print(json.dumps(each, ensure_ascii=False))
