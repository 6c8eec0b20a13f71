"""How well and how fast cards are read on this machine, over labelled pictures."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion import paths
from companion.bench import machine
from companion.vision import ReaderUnavailable, bench

SAMPLES = paths.TEMPLATES.parent / "sample_images"  # in a checkout; a wheel has none


def main(argv: Sequence[str] = ()) -> int:
    """Print a table for every labels.jsonl (default: the sample images), and the time of a frame.

    Photographs that training saw are left out. ValueError says what is missing.
    """
    parser = argparse.ArgumentParser(prog="boodle bench vision")
    parser.add_argument("labels", nargs="*", type=Path, default=[SAMPLES / "labels.jsonl"])
    files: list[Path] = parser.parse_args(list(argv)).labels
    missing = [str(file) for file in files if not file.is_file()]
    if missing:
        raise ValueError(f"There are no labels at {', '.join(missing)}. Name a labels.jsonl file.")
    print(machine())
    print(bench.conditions())
    try:
        for file in files:
            choose = bench.measured_only if file.parent != SAMPLES else lambda row: True
            print(f"\n{file}\n{bench.table_of(bench.score_labels(file, choose=choose))}")
        frame = bench.time_frame_ms()
    except ReaderUnavailable as error:
        raise ValueError(str(error)) from error
    print(
        f"\na frame of 1280 x 720: {frame['ms_median']:.0f} ms (slowest {frame['ms_max']:.0f} ms)"
    )
    return 0
