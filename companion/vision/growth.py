"""How time and memory grow with the pixels of a picture, each size in a process of its own.

Measures only; what it reads are pictures drawn here, enlarged.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.core.cards import CARD
from companion.vision.draw import draw_table
from companion.vision.frame import FrameBGR
from companion.vision.read import read_cards, warm_up

SIZES: Final = ((1155, 866), (2000, 1500), (2828, 2121), (4000, 3000), (5656, 4243))
"""1, 3, 6, 12 and 24 megapixels."""

_SHOWN = ("7S", "TH", "QD", "AC", "3H", "KS", "9D", "5C")
_ASK = "import sys; from companion.vision import growth; growth.tell(*map(int, sys.argv[1:]))"


def growth_table(repeats: int = 5) -> str:
    """Return a Markdown table: megapixels, ms of processor time, MB that one reading adds."""
    lines = ["| megapixels | pixels | ms | MB more |", "|---|---|---|---|"]
    for width, height in SIZES:
        told = subprocess.run(
            [sys.executable, "-c", _ASK, str(width), str(height), str(repeats)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        row = json.loads(told.stdout)
        more = "–" if row["mb"] is None else f"{row['mb']:.0f}"
        lines.append(
            f"| {width * height / 1e6:.0f} | {width} x {height} | {row['ms']:.0f} | {more} |"
        )
    return "\n".join(lines)


def tell(width: int, height: int, repeats: int) -> None:
    """Print one size's figures as JSON; meant for a process that does nothing else."""
    print(json.dumps(measured((width, height), repeats)))


def measured(size_wh: tuple[int, int], repeats: int) -> dict[str, Any]:
    """Return ``ms`` of processor time (median) and ``mb``, what reading adds to the memory.

    The picture itself counts as memory; the program and its networks don't. ``mb`` is None where
    the system does not tell a process how much it used at most.
    """
    cv2.setNumThreads(1)
    warm_up()
    before = _most_mb()
    frame = _picture(size_wh)
    times = []
    for _ in range(repeats):
        started = time.process_time()
        read_cards(frame)
        times.append((time.process_time() - started) * 1000)
    after = _most_mb()
    more = None if before is None or after is None else after - before
    return {"ms": statistics.median(times), "mb": more}


def _picture(size_wh: tuple[int, int]) -> FrameBGR:
    """Return one drawn table at any size: the same cards, with more pixels each."""
    small = draw_table([CARD[name] for name in _SHOWN], seed=1, size_wh=(1155, 866))
    return np.asarray(cv2.resize(small, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


def _most_mb() -> float | None:
    """Return the most memory this process has used so far, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux's ru_maxrss begins with what the parent used
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 2**10
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)
