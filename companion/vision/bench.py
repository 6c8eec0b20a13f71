"""Measures the reader on labelled pictures: precision and recall by scene, and milliseconds.

Reports figures only; nothing here changes how cards are read.
"""

from __future__ import annotations

import json
import platform
import statistics
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.core.cards import CARD, Card, CardError
from companion.vision import runtime
from companion.vision.calibrated import REPORTED_MIN
from companion.vision.curve import Answer, answers_of
from companion.vision.draw import draw_table
from companion.vision.effort import GLANCE, STUDY, Effort
from companion.vision.read import read_cards
from companion.vision.scan import scan_files


@dataclass
class Tally:
    """Counts over a group of pictures; a card listed twice must be found twice."""

    images: int = 0
    exact: int = 0  # pictures with every card found and nothing wrong
    found: int = 0
    wrong: int = 0
    missed: int = 0
    times_ms: list[float] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)  # also the doubtful ones, where asked for

    @property
    def precision(self) -> float | None:
        """Share of the reported cards that are there; None when none was reported."""
        return self.found / (self.found + self.wrong) if self.found + self.wrong else None

    @property
    def recall(self) -> float | None:
        """Share of the cards there that were reported; None when there is none."""
        return self.found / (self.found + self.missed) if self.found + self.missed else None

    def add(self, truth: Counter[str], guess: Counter[str], maybe: Counter[str], ms: float) -> None:
        """Count one picture; cards in *maybe* may be reported or not."""
        found, wrong, missed = truth & guess, guess - truth - maybe, truth - guess
        self.images += 1
        self.exact += not wrong and not missed
        self.found += found.total()
        self.wrong += wrong.total()
        self.missed += missed.total()
        self.times_ms.append(ms)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for JSON: counts, shares from 0 to 1, median milliseconds."""
        return {
            "images": self.images,
            "cards": self.found + self.missed,
            "wrong": self.wrong,
            "precision": self.precision,
            "recall": self.recall,
            "exact": self.exact / self.images if self.images else None,
            "ms_median": statistics.median(self.times_ms) if self.times_ms else None,
        }


class LabelsError(ValueError):
    """A labels file that cannot be measured by; the message says which row and what it needs."""


def read_labels(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a labels file whose card lists are complete. Raises `LabelsError`."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LabelsError(f"{path} is no text in UTF-8. {_ROW_NEEDED}") from error
    rows = [_row_of(line, f"{path}, line {k}") for k, line in enumerate(lines, 1) if line.strip()]
    return [row for row in rows if row.get("complete", True)]


_ROW_NEEDED = 'A row is needed for each picture, like {"file": "a.jpg", "cards": ["7S", "TH"]}.'


def _row_of(line: str, where: str) -> dict[str, Any]:
    """Return one row of a labels file; *where* it stands is for the `LabelsError`."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LabelsError(f"{where} is no JSON. {_ROW_NEEDED}") from error
    if not isinstance(row, dict) or not isinstance(row.get("file"), str):
        raise LabelsError(f"{where} names no file. {_ROW_NEEDED}")
    if not isinstance(row.get("cards"), list):
        raise LabelsError(f"{where} has no list of cards. {_ROW_NEEDED}")
    for key in ("maybe", "hard"):
        if not isinstance(row.get(key, []), list):
            raise LabelsError(f"{where}: {key!r} is no list. Write one, or leave it out.")
    for name in (*row["cards"], *row.get("maybe", ())):
        if "JOKER" not in str(name).upper():
            try:
                Card.parse(name)
            except CardError as error:
                raise LabelsError(f"{where}: {error}") from error
    return row


def score_labels(
    labels: Path,
    *,
    choose: Callable[[dict[str, Any]], bool] = lambda row: True,
    by: str = "scene",
    least: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Tally]:
    """Read every picture of *labels* that *choose* takes; return a Tally a group, and ``"all"``.

    With *least*, cards at least so probable are kept as answers of the tallies, too; the counts are
    always of the cards that would be reported. Files are named relative to the labels. Raises
    `ReaderUnavailable`, FileNotFoundError for a missing labels file, and `LabelsError`, also where
    no row is taken or a picture cannot be opened: it would count as one that shows nothing.
    """
    rows = [row for row in read_labels(labels) if choose(row)]
    if not rows:
        raise LabelsError(f"{labels} has no row to measure by: those of use train are left out.")
    twice = [name for name, count in Counter(row["file"] for row in rows).items() if count > 1]
    if twice:
        raise LabelsError(f"{labels} has more than one row of {twice[0]}. Leave one of them.")
    names = [labels.parent / row["file"] for row in rows]
    gone = [name for name in names if not name.is_file()]
    if gone:
        raise LabelsError(
            f"Of {len(names)} pictures of {labels}, {len(gone)} are missing, first {gone[0]}. "
            "Files are named relative to the labels."
        )
    tallies: dict[str, Tally] = defaultdict(Tally)
    for row, answer in zip(rows, scan_files(names, least=least, progress=progress), strict=True):
        if "error" in answer:
            raise LabelsError(f"{answer['file']} cannot be measured. {answer['error']}")
        truth, maybe = cards_of_row(row, "cards"), cards_of_row(row, "maybe")
        guess = Counter(card for card, sure in answer["cards"] if sure >= REPORTED_MIN)
        for group in (str(row.get(by) or "-"), "all"):
            tallies[group].add(truth, guess, maybe, answer["ms"])
            tallies[group].answers += answers_of(truth, answer["cards"], maybe)
    return dict(sorted(tallies.items(), key=lambda item: (item[0] == "all", item[0])))


def measured_only(row: dict[str, Any]) -> bool:
    """Take the photographs that no training saw and whose letters are A, K, Q, J.

    A row that names no use is of somebody's own photographs.
    """
    return row.get("use", "measure") == "measure" and "foreign_index" not in row.get("hard", ())


def cards_of_row(row: dict[str, Any], key: str) -> Counter[str]:
    """Count a row's ``cards`` or ``maybe`` in the reader's spelling; jokers never count."""
    names = (name for name in row.get(key, ()) if "JOKER" not in str(name).upper())
    return Counter(str(Card.parse(name)) for name in names)


def time_ms(
    size_wh: tuple[int, int] = (1280, 720), effort: Effort = GLANCE, repeats: int = 9
) -> dict[str, float]:
    """Return milliseconds to read one drawn picture of *size_wh*: the first on a thread, the rest.

    ``ms_first`` includes loading the weights; ``ms_median`` and ``ms_max`` are of the later ones.
    """
    frame = draw_table([CARD[name] for name in ("7S", "TH", "QD", "AC")], seed=1, size_wh=size_wh)
    times: list[float] = []

    def read_again() -> None:
        for _ in range(repeats + 1):
            started = time.perf_counter()
            read_cards(frame, effort=effort)
            times.append((time.perf_counter() - started) * 1000)

    thread = threading.Thread(target=read_again)  # a new thread holds no network yet
    thread.start()
    thread.join()
    return {
        "ms_first": times[0],
        "ms_median": statistics.median(times[1:]),
        "ms_max": max(times[1:]),
    }


# What is timed: words, size in pixels, effort.
TIMED = (
    ("a frame of a small video", (640, 360), GLANCE),
    ("a frame of a video", (1280, 720), GLANCE),
    ("a photograph", (1280, 960), STUDY),
    ("a photograph of 3 megapixels", (2000, 1500), STUDY),
    ("a photograph of 12 megapixels", (4000, 3000), STUDY),
)


def time_table(repeats: int = 9) -> str:
    """Return a Markdown table of milliseconds, median of *repeats*, for each runtime installed."""
    names = runtime.installed()
    lines = [
        f"| picture | pixels | {' | '.join(f'{name}, ms (first)' for name in names)} |",
        f"|---|---|{'---|' * len(names)}",
    ]
    for words, size, effort in TIMED:
        cells = []
        for name in names:
            with runtime.using(name):
                took = time_ms(size, effort, repeats)
            cells.append(f"{took['ms_median']:.0f} ({took['ms_first']:.0f})")
        lines.append(f"| {words} | {size[0]} x {size[1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def table_of(tallies: dict[str, Tally]) -> str:
    """Return the figures as a Markdown table, per cent with one decimal."""
    head = "| scene | pictures | cards | precision | recall | exact | ms |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    for name, tally in tallies.items():
        exact = tally.exact / tally.images if tally.images else None
        ms = statistics.median(tally.times_ms) if tally.times_ms else 0.0
        lines.append(
            f"| {name} | {tally.images} | {tally.found + tally.missed} | "
            f"{_percent(tally.precision)} | {_percent(tally.recall)} | {_percent(exact)} | "
            f"{ms:.0f} |"
        )
    return "\n".join(lines)


def conditions() -> str:
    """Return processor, versions and threads: a figure without them says nothing."""
    return (
        f"{_processor()}, OpenCV {cv2.__version__} with {cv2.getNumThreads()} thread(s), "
        f"NumPy {np.__version__}, Python {platform.python_version()}"
    )


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _processor(lines: Sequence[str] | None = None) -> str:
    """Return the processor's name, as Linux or else Python tells it."""
    if lines is None:
        try:
            lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        except OSError:
            lines = ()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
