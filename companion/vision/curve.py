"""How sure the reader is and how often it is right: calibration error, coverage and precision.

Counts and draws; it reads no picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

Answer = tuple[float, bool]  # confidence, was it right

_BINS = 10
_WIDTH, _HEIGHT, _EDGE = 640, 360, 52
_WORST = 0.90  # precision at the bottom of the curve


@dataclass(frozen=True, slots=True)
class Point:
    """What a threshold on the confidence gives: shares from 0 to 1."""

    threshold: float
    coverage: float
    precision: float


def answers_of(
    truth: Counter[str], cards: Iterable[tuple[str, float]], maybe: Counter[str]
) -> list[Answer]:
    """Return whether each card reported in a picture is there, the surest copies first."""
    left, excused = truth.copy(), maybe.copy()
    answers = []
    for card, confidence in sorted(cards, key=lambda pair: -pair[1]):
        if left[card] > 0:
            left[card] -= 1
            answers.append((confidence, True))
        elif excused[card] > 0:
            excused[card] -= 1  # may be reported or not: counts neither way
        else:
            answers.append((confidence, False))
    return answers


def calibration_error(answers: Sequence[Answer]) -> float:
    """Return the expected calibration error, 0 to 1, over ten bins of equal width."""
    if not answers:
        return 0.0
    sure = np.array([confidence for confidence, _ in answers])
    right = np.array([was_right for _, was_right in answers], float)
    bins = np.minimum((sure * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(float(sure[bins == k].mean() - right[bins == k].mean())) * int((bins == k).sum())
        for k in set(bins.tolist())
    ]
    return sum(gaps) / len(answers)


def points_of(answers: Sequence[Answer], there: int) -> list[Point]:
    """Return coverage and precision for every threshold; *there* is how many cards there are."""
    ordered = sorted(answers, key=lambda answer: -answer[0])
    points, right = [], 0
    for k, (confidence, was_right) in enumerate(ordered, 1):
        right += was_right
        if k == len(ordered) or ordered[k][0] < confidence:
            points.append(Point(confidence, right / max(1, there), right / k))
    return points


def curve_svg(points: Sequence[Point], reported_min: float, title: str) -> str:
    """Return the curve as an SVG picture of 640 x 360, precision from 90 to 100 %."""
    line = " ".join(f"{_x(p.coverage):.1f},{_y(p.precision):.1f}" for p in points)
    used = [p for p in points if p.threshold >= reported_min]
    grid = "".join(_across(value) for value in np.linspace(_WORST, 1, 6))
    grid += "".join(_down(value) for value in np.linspace(0, 1, 6))
    mark = ""
    if used:
        x, y = _x(used[-1].coverage), _y(used[-1].precision)
        mark = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#b3401d"/>'
            f'<text x="{x - 8:.1f}" y="{y + 20:.1f}" text-anchor="end">reported: '
            f"{100 * used[-1].precision:.1f} / {100 * used[-1].coverage:.1f}</text>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12" fill="#333">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>{grid}'
        f'<polyline points="{line}" fill="none" stroke="#1f6f4a" stroke-width="2"/>{mark}'
        f'<text x="{_EDGE}" y="22" font-size="14">{title}</text>'
        f'<text x="{_WIDTH / 2}" y="{_HEIGHT - 8}" text-anchor="middle">'
        "cards found, % of all</text>"
        f'<text x="14" y="{_HEIGHT / 2}" transform="rotate(-90 14 {_HEIGHT / 2})" '
        'text-anchor="middle">reported cards that are right, %</text></svg>\n'
    )


def _x(coverage: float) -> float:
    return _EDGE + coverage * (_WIDTH - 2 * _EDGE)


def _y(precision: float) -> float:
    share = (max(_WORST, precision) - _WORST) / (1 - _WORST)
    return _HEIGHT - _EDGE - share * (_HEIGHT - 2 * _EDGE)


def _across(precision: float) -> str:
    y = _y(precision)
    return (
        f'<path d="M{_EDGE} {y:.1f}H{_WIDTH - _EDGE}" stroke="#ddd"/>'
        f'<text x="{_EDGE - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * precision:.0f}</text>'
    )


def _down(coverage: float) -> str:
    x = _x(coverage)
    return (
        f'<path d="M{x:.1f} {_EDGE}V{_HEIGHT - _EDGE}" stroke="#eee"/>'
        f'<text x="{x:.1f}" y="{_HEIGHT - _EDGE + 16}" text-anchor="middle">'
        f"{100 * coverage:.0f}</text>"
    )
