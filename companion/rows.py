"""Cards that lie side by side: whoever is nearest to the middle of the row has laid all of them.

Pure geometry, in parts of the picture's width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.zones import Point


def side_by_side(points: Sequence[Point], reach: float) -> list[list[int]]:
    """Return which *points* lie in one row: each no farther than *reach* from another of them."""
    rows: list[list[int]] = []
    for number, point in enumerate(points):
        near = [row for row in rows if any(math.dist(point, points[k]) <= reach for k in row)]
        rows = [row for row in rows if row not in near]
        rows.append([*(k for row in near for k in row), number])
    return rows


def middle(points: Sequence[Point]) -> Point:
    """Return the mean of *points*, of which there is at least one."""
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count
