"""Where the lines of the evening's chart run. Numbers in, coordinates out; draws nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LEFT, RIGHT, TOP, BOTTOM = 34.0, 282.0, 30.0, 222.0
HEIGHT = 250
LABEL_GAP = 29.0  # two animals at the ends of their lines do not touch


def _step(span: int) -> int:
    """Choose the distance of the grid lines: 1, 2 or 5 times a power of ten, at most six lines."""
    size = 1
    while True:
        for times in (1, 2, 5):
            if span <= 5 * times * size:
                return times * size
        size *= 10


def _apart(wanted: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Push places that lie closer than *gap* apart, in their order, none below *lowest*."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    above = -gap
    for index in order:
        above = placed[index] = max(wanted[index], above + gap)
    below = lowest + gap
    for index in reversed(order):
        below = placed[index] = min(placed[index], below - gap)
    return placed


def evening(people: Sequence[Any], balances: Sequence[Sequence[int]], start: int) -> dict[str, Any]:
    """Lay out one line a person through *balances* (a row a hand, chips in the order of *people*).

    The first row is the start. Gives what parts/settling.html `lines` takes.
    """
    assert balances, "the row of the start is always there"
    assert all(len(row) == len(people) for row in balances), balances
    everything = [chips for row in balances for chips in row] + [start]
    step = _step(max(max(everything) - min(everything), 4))
    low, high = min(everything) // step * step, -(-max(everything) // step) * step
    hands = max(len(balances) - 1, 1)

    def down(chips: int) -> float:
        return round(BOTTOM - (chips - low) / max(high - low, 1) * (BOTTOM - TOP), 1)

    def across(hand: int) -> float:
        return round(LEFT + hand / hands * (RIGHT - LEFT), 1)

    ends = _apart([down(chips) for chips in balances[-1]], LABEL_GAP, BOTTOM + 12)
    lines = [
        {
            "person": person,
            "path": "M"
            + "L".join(f"{across(hand)} {down(row[place])}" for hand, row in enumerate(balances)),
            "last": balances[-1][place],
            "label_y": round(ends[place], 1),
        }
        for place, person in enumerate(people)
    ]
    every = max(1, -(-hands // 5))
    return {
        "height": HEIGHT,
        "lines": lines,
        "grid": [
            {"y": down(chips), "label": chips, "start": chips == start}
            for chips in range(low, high + 1, step)
        ],
        "ticks": [
            {"x": across(hand), "label": "start" if hand == 0 else hand}
            for hand in range(0, len(balances), every)
        ],
        "rows": [
            {"label": "start" if hand == 0 else hand, "chips": list(row)}
            for hand, row in enumerate(balances)
        ],
        "words": "Chips of each player after each hand. "
        + ", ".join(f"{_name(line['person'])} ends at {line['last']}" for line in lines)
        + ".",
        "caption": f"Chips after each hand. Everybody began with {start}.",
    }


def _name(person: Any) -> str:
    return str(person["name"] if isinstance(person, Mapping) else person.name)
