"""Fit companion/vision/calibrated.py to the present weights, on photographs kept out of training.

python models/training/calibrate.py LABELS.jsonl [--drawn LABELS.jsonl] [--every N]

Rows with "use": "measure" are never opened. Half of the pictures fit, the other half shows the
calibration error. Fans and cards with one corner are hardly photographed (eleven sure ones): what
one index is worth is fitted on drawn pictures of decks that no training saw, too
(`held_out.py OUT --seed 80000`). A card is reported from the least probability at which 99.5 % of
the photographed, and as many of the drawn cards (foreign letters among them), above it are right,
in whole per cent and not below 90 %. The numbers of before play no part. Run again whenever
weights or assembly change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from companion import paths  # noqa: E402  the path above comes first
from companion.core.cards import RANKS, SUITS  # noqa: E402
from companion.vision import assemble, calibrated  # noqa: E402
from companion.vision.assemble import (  # noqa: E402
    Corner,
    contradicted,
    groups_of,
    is_court_after_all,
    is_cut_off,
    judge,
    kind_of,
    seen_twice,
    usable,
)
from companion.vision.curve import (  # noqa: E402
    Answer,
    answers_of,
    calibration_error,
    points_of,
)
from companion.vision.frame import to_frame  # noqa: E402
from companion.vision.read import read_corners  # noqa: E402

TARGET = 0.995  # share of the reported cards that must be right
LOWEST, HIGHEST = 0.9, 0.99  # what may come out as the least probability reported
_FEW = 40
_PULL = 2.0  # how strongly a fit is drawn to leaving the log odds as they are
KEPT_OUT = ("predrag-njegovanovic", "LukiRoth")  # whole repositories
LEAST = 0.02


@dataclass(frozen=True)
class Claim:
    """One card that a picture seems to show: raw probability, its kind, is it there."""

    raw: float
    kind: str
    right: bool


def is_kept_out(row: dict) -> bool:
    """True for photographs that training never saw."""
    if row["use"] != "train" or not row["complete"] or "foreign_index" in row["hard"]:
        return False
    repository = row["file"].split("/")[0]
    if repository == "EdjeElectronics":
        return _number(row) % 5 == 0
    return repository in KEPT_OUT or row["scene"] == "negative"


def _number(row: dict) -> int:
    return int(hashlib.sha1(row["file"].encode()).hexdigest(), 16)


def claims_of(corners: list[Corner], row: dict) -> list[Claim]:
    """Return what the corners of one picture claim, however unsure, against its labels."""
    groups = groups_of(usable(corners))
    named = []
    for group in groups:
        card, raw = judge([corner.reading for corner in group])
        silent = contradicted(group, groups) or is_cut_off(group)
        if raw > LEAST and not silent and not is_court_after_all(card, group):
            named.append((str(card), raw, kind_of(group, groups), group))
    truth, maybe = (
        Counter(name.replace("10", "T") for name in row.get(key, ())) for key in ("cards", "maybe")
    )
    named.sort(key=lambda claim: -claim[1])
    out = []
    for k, (card, raw, kind, group) in enumerate(named):
        if any(card == surer[0] and seen_twice(group, surer[3]) for surer in named[:k]):
            continue  # as `assemble` leaves it out
        for confidence, right in answers_of(truth, [(card, raw)], maybe):
            out.append(Claim(confidence, kind, right))
        (truth if truth[card] else maybe)[card] -= 1
    return out


def platt(claims: list[Claim]) -> tuple[float, float]:
    """Return (slope, offset) of the log odds that make the claims' probabilities honest."""
    if len(claims) < _FEW:
        return 1.0, 0.0
    odds = np.array([_odds(claim.raw) for claim in claims])
    right = np.array([claim.right for claim in claims], float)
    # the usual guard against certainty where nothing, or everything, is right
    target = np.where(right > 0, (right.sum() + 1) / (right.sum() + 2),
                      1 / ((1 - right).sum() + 2))  # fmt: skip
    weights = np.array([1.0, 0.0])
    features = np.stack([odds, np.ones_like(odds)], axis=1)
    for _ in range(200):  # Newton's method in short steps, drawn a little towards no change
        p = 1 / (1 + np.exp(-np.clip(features @ weights, -40, 40)))
        slope = features.T @ (p - target) + _PULL * (weights - (1.0, 0.0))
        bend = features.T @ (features * (p * (1 - p))[:, None]) + _PULL * np.eye(2)
        step = np.linalg.solve(bend, slope)
        weights = weights - step * min(1.0, 0.3 / max(1e-9, float(np.abs(step).max())))
    return float(max(0.2, weights[0])), float(weights[1])


def _odds(p: float) -> float:
    p = min(1 - 1e-6, max(1e-6, p))
    return float(np.log(p / (1 - p)))


Curves = dict[str, tuple[float, float]]  # kind of claim -> slope and offset


def curves_of(claims: list[Claim]) -> Curves:
    """Return the fit for each kind of claim."""
    kinds = ("alone", "in company", "together")
    return {kind: platt([claim for claim in claims if claim.kind == kind]) for kind in kinds}


def honest(claim: Claim, curves: Curves) -> float:
    """Return the calibrated probability of a claim."""
    slope, offset = curves[claim.kind]
    return float(1 / (1 + np.exp(-(slope * _odds(claim.raw) + offset))))


def threshold_for(photographed: list[Answer], drawn: list[Answer]) -> float:
    """Return the least probability at which enough of both kinds of pictures' cards are right."""
    least = LOWEST
    for answers in (photographed, drawn):
        good = [p.threshold for p in points_of(answers, 1) if p.precision >= TARGET]
        least = max(least, min(good, default=HIGHEST) if answers else LOWEST)
    return min(HIGHEST, math.ceil(100 * least) / 100)


def temperature(rows: list[tuple[np.ndarray, int]]) -> float:
    """Return the temperature at which probabilities (n,) name the true class best."""
    if len(rows) < 20:
        return 1.0
    tried = np.exp(np.linspace(np.log(0.6), np.log(3.0), 33))
    logs = np.log(np.maximum(1e-9, np.array([p for p, _ in rows])))
    truth = np.array([k for _, k in rows])
    losses = []
    for value in tried:
        scaled = logs / value
        scaled -= np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        losses.append(-scaled[np.arange(len(truth)), truth].mean())
    return float(tried[int(np.argmin(losses))])


def heads(
    corners: list[Corner], row: dict
) -> tuple[list[tuple[np.ndarray, int]], list[tuple[np.ndarray, int]]]:
    """Return (probabilities, truth) of both heads for pictures of one card."""
    names = {name.replace("10", "T") for name in row["cards"]}
    if row["scene"] != "single" or len(names) != 1:
        return [], []
    (name,) = names
    likely = [corner.reading for corner in corners if corner.reading.shown > 0.8]
    ranks = [(reading.ranks, RANKS.index(name[0])) for reading in likely]
    return ranks, [(reading.suits, SUITS.index(name[1])) for reading in likely]


def write(numbers: dict[str, object]) -> None:
    """Put the numbers into calibrated.py, its words kept."""
    path = Path(calibrated.__file__)
    lines = path.read_text(encoding="utf-8").splitlines()
    for k, line in enumerate(lines):
        name = line.split(" = ")[0]
        if name in numbers:
            comment = f"  #{line.split('#', 1)[1]}" if "#" in line else ""
            lines[k] = f"{name} = {numbers[name]}{comment}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Fit, show the error on the other half, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", type=Path)
    parser.add_argument("--drawn", type=Path, help="labels of drawn pictures, for fans")
    parser.add_argument("--every", type=int, default=1, help="take every Nth picture only")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [json.loads(line) for line in options.labels.read_text().splitlines() if line.strip()]
    kept = sorted((row for row in rows if is_kept_out(row)), key=_number)[:: options.every]
    start_over()
    singles = [row for row in kept if row["scene"] == "single"]
    ranks, suits = temperatures(read_all(singles, options.labels.parent))
    calibrated.RANK_TEMPERATURE, calibrated.SUIT_TEMPERATURE = ranks, suits
    halves: tuple[list[Claim], list[Claim]] = ([], [])
    for k, (row, corners) in enumerate(read_all(kept, options.labels.parent)):
        halves[k % 2].extend(claims_of(corners, row))
    numbers = fitted(*halves, drawn_claims(options.drawn))
    numbers |= {"RANK_TEMPERATURE": ranks, "SUIT_TEMPERATURE": suits}
    write(numbers)
    print(f"\n{len(kept)} photographs: {numbers}")


def start_over() -> None:
    """Forget what was fitted before, so that the same weights always give the same numbers."""
    calibrated.RANK_TEMPERATURE = calibrated.SUIT_TEMPERATURE = 1.0
    assemble.ALONE = assemble.IN_COMPANY = assemble.TOGETHER = (1.0, 0.0)
    assemble.REPORTED_MIN = LOWEST


def read_all(rows: list[dict], folder: Path) -> list[tuple[dict, list[Corner]]]:
    """Return each row with the corners that are read in its picture."""
    read = []
    # forked, so that the temperatures of now are theirs, too
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        for row, corners in zip(rows, pool.map(read_one, rows, repeat(folder)), strict=True):
            read.append((row, corners))
            print(f"\r{len(read)}/{len(rows)}", end="", file=sys.stderr)
    return read


def read_one(row: dict, folder: Path) -> list[Corner]:
    """Return the corners that are read in one picture."""
    return read_corners(to_frame(folder / row["file"]), paths.MODELS)


def drawn_claims(labels: Path | None) -> list[Claim]:
    """Return the claims in drawn pictures."""
    if labels is None:
        return []
    rows = [json.loads(line) for line in labels.read_text().splitlines() if line.strip()]
    return [
        claim for row, corners in read_all(rows, labels.parent) for claim in claims_of(corners, row)
    ]


def temperatures(read: list[tuple[dict, list[Corner]]]) -> tuple[float, float]:
    """Return the temperatures of the rank and the suit head."""
    pairs = [heads(corners, row) for row, corners in read]
    return (
        round(temperature([pair for ranks, _ in pairs for pair in ranks]), 3),
        round(temperature([pair for _, suits in pairs for pair in suits]), 3),
    )


def fitted(fit: list[Claim], other: list[Claim], drawn: list[Claim]) -> dict[str, object]:
    """Fit on one half, print the calibration error on both, return the numbers of all claims."""
    extra = [claim for claim in drawn if claim.kind != "together"]
    for words, show in (("this half", fit), ("the other half", other)):
        curves = curves_of(fit + extra)
        answers = [(honest(claim, curves), claim.right) for claim in show]
        print(f"\nfitted on one half, shown on {words}: {len(answers)} claims, "
              f"calibration error {100 * calibration_error(answers):.1f} %", end="")  # fmt: skip
    claims = fit + other
    curves = curves_of(claims + extra)
    answers, of_drawn = (
        [(honest(claim, curves), claim.right) for claim in some] for some in (claims, drawn)
    )
    words = {kind: tuple(round(value, 3) for value in curve) for kind, curve in curves.items()}
    return {
        "ALONE": words["alone"],
        "IN_COMPANY": words["in company"],
        "TOGETHER": words["together"],
        "REPORTED_MIN": threshold_for(answers, of_drawn),
    }


if __name__ == "__main__":
    main()
