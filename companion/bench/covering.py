"""House rules for trying out: so few sets that every two values of two options meet in one of them.

Only data: it plays nothing. Which values contradict each other it is told by the core.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from companion.core.clashes import clashes
from companion.core.options import NAMES, WORDS, Options

Setting = tuple[str, Any]
"""An option and a value of it."""

_COUNTED: Final[dict[str, tuple[Any, ...]]] = {
    "end": (
        "hands:3",
        "deals_each:1",
        "broke",
        "time:30",
        "rundown_cards",
        "rundown_pots",
        "manual",
    ),
    "irregularity": ("warn", "fine:1", "fine_bar:2"),
    "unplayed_paycard": ("none", "double", "fixed:2"),
    "layout": (("AH", "KC", "QD", "JS"), ("AH", "KH", "TH", "KQ", "8-9-10"), ("9D", "A*", "QJ*")),
    "first_lead_rank": (None, *WORDS["first_lead_rank"]),
    "poker_max": (None, 4),
}
_NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "discard": (0, 3), "ante": (1, 3), "dealer_factor": (1, 2), "free_amount": (4, 6),
    "kitty_stake": (0, 2), "pot_stake": (0, 1), "auction_min": (1, 2), "auction_step": (1, 2),
    "pass_penalty": (0, 2), "per_card": (0, 1, 2), "start_chips": (30, 60), "chip_value": (0, 5),
    "poker_min": (1, 2), "poker_raises": (1, 3),
}  # fmt: skip


def values() -> dict[str, tuple[Any, ...]]:
    """Return the values of each option worth trying: every word, and two or three of each number.

    The currency is only written beside sums and is left out.
    """
    plain = Options()
    chosen: dict[str, tuple[Any, ...]] = {}
    for name in NAMES:
        if isinstance(getattr(plain, name), bool):
            chosen[name] = (False, True)
        elif name != "currency":
            chosen[name] = _COUNTED.get(name) or WORDS.get(name) or _NUMBERS[name]
    return chosen


class Covering(NamedTuple):
    """The *sets* of house rules, and the pairs of settings that no set can hold."""

    sets: tuple[Mapping[str, Any], ...]
    contradictions: tuple[tuple[Setting, Setting], ...]


@cache
def covering(seed: int = 1) -> Covering:
    """Return sets in which every two settings that go together meet; greedy, from *seed*."""
    rng, choices = random.Random(seed), values()
    open_pairs = {frozenset(pair): pair for pair in _pairs(choices)}
    sets: list[Mapping[str, Any]] = []
    contradictions: list[tuple[Setting, Setting]] = []
    while open_pairs:
        pair = next(iter(open_pairs.values()))
        chosen = _complete(rng, choices, dict(pair), open_pairs)
        if chosen is None:
            contradictions.append(pair)
            del open_pairs[frozenset(pair)]
            continue
        sets.append(chosen)
        for met in combinations(chosen.items(), 2):
            open_pairs.pop(frozenset(met), None)
    return Covering(tuple(sets), tuple(contradictions))


def _pairs(choices: Mapping[str, tuple[Any, ...]]) -> Iterator[tuple[Setting, Setting]]:
    for one, other in combinations(choices, 2):
        for value in choices[one]:
            for beside in choices[other]:
                yield (one, value), (other, beside)


def _complete(
    rng: random.Random, choices: Mapping[str, tuple[Any, ...]], fixed: dict[str, Any],
    open_pairs: Mapping[frozenset[Setting], object],
) -> dict[str, Any] | None:  # fmt: skip
    """Return a whole set with *fixed* in it that meets many open pairs; ``None`` where none can."""
    chosen = dict(fixed)
    rest = [name for name in choices if name not in fixed]
    rng.shuffle(rest)
    for name in rest:
        news = {value: _new(name, value, chosen, open_pairs) for value in choices[name]}
        most = max(news.values())
        chosen[name] = rng.choice([value for value in news if news[value] == most])
    return _reconciled(rng, choices, chosen, fixed)


def _new(
    name: str, value: Any, chosen: Mapping[str, Any], open_pairs: Mapping[frozenset[Setting], Any]
) -> int:
    setting = (name, value)
    return sum(frozenset((setting, other)) in open_pairs for other in chosen.items())


def _reconciled(
    rng: random.Random, choices: Mapping[str, tuple[Any, ...]], chosen: dict[str, Any],
    fixed: Mapping[str, Any],
) -> dict[str, Any] | None:  # fmt: skip
    """Change what contradicts *fixed* or itself until nothing does; ``None`` where that fails."""
    for _ in range(60):
        found = clashes(replace(Options(), **chosen))
        if not found:
            return {name: chosen[name] for name in choices}
        free = [name for name in found[0].names if name not in fixed]
        if not free:
            return None
        name = rng.choice(free)
        others = [value for value in choices[name] if value != chosen[name]]
        left = {v: len(clashes(replace(Options(), **{**chosen, name: v}))) for v in others}
        chosen[name] = rng.choice([v for v in others if left[v] == min(left.values())])
    return None
