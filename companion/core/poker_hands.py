"""Which of two open five-card hands is better (RULES § 4.6). Suits never decide; ties are equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.core.cards import RANKS, Card

Rank = tuple[int, tuple[int, ...]]
"""The class of a hand and its ranks in the order in which they decide; a greater one is better."""

NAMES: Final = (
    "high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house",
    "four of a kind", "straight flush",
)  # fmt: skip
_BY_GROUPS: Final = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
_WHEEL: Final = (12, 3, 2, 1, 0)


def rank_hand(cards: Iterable[Card]) -> Rank:
    """Return the rank of five different cards.

    >>> from companion.core.cards import CARD
    >>> full = rank_hand(CARD[c] for c in ("8D", "8H", "8S", "KD", "KH"))
    >>> NAMES[full[0]], full[1]
    ('full house', (6, 11))
    """
    five = tuple(cards)
    assert len(set(five)) == 5, five
    values = [RANKS.index(card.rank) for card in five]
    counts = {value: values.count(value) for value in values}
    ordered = tuple(sorted(counts, key=lambda value: (counts[value], value), reverse=True))
    if len(ordered) < 5:
        return _BY_GROUPS[tuple([counts[value] for value in ordered])], ordered
    flush = len({card.suit for card in five}) == 1
    if ordered == _WHEEL:  # the ace is low in 5-4-3-2-A, and only there
        return (8 if flush else 4), (3, 2, 1, 0, -1)
    if ordered[0] - ordered[4] == 4:
        return (8 if flush else 4), ordered
    return (5 if flush else 0), ordered


def hand_name(cards: Iterable[Card]) -> str:
    """Return the name of a hand, such as ``full house``."""
    return NAMES[rank_hand(cards)[0]]
