"""How well and how fast cards are read on this machine, over labelled pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion import paths
from companion.bench import machine
from companion.command_line import Parser
from companion.vision import ReaderUnavailable, bench
from companion.vision.bench_votes import votes_table
from companion.vision.calibrated import REPORTED_MIN
from companion.vision.curve import calibration_error, curve_svg, points_of
from companion.vision.growth import growth_table

DOUBTFUL = 0.05  # a card less probable is not even drawn on the curve
SAMPLES = paths.TEMPLATES.parent / "sample_images"  # in a checkout; a wheel has none


def main(argv: Sequence[str] = ()) -> int:
    """Print a table for every labels.jsonl (default: the sample images), and what reading takes.

    Photographs that training saw are left out. ValueError says what is missing.
    """
    parser = Parser(prog="boodle bench vision")
    parser.add_argument("labels", nargs="*", type=Path, default=[SAMPLES / "labels.jsonl"],
                        help="a file with a line for each picture beside it: "
                        '{"file": "a.jpg", "cards": ["7S", "TH"]} (default: the sample images)'
                        )  # fmt: skip
    parser.add_argument("--votes", action="store_true",
                        help="also what votes over the frames of films give")  # fmt: skip
    parser.add_argument("--curve", type=Path, metavar="OUT.svg",
                        help="draw how precision falls as more cards are reported")  # fmt: skip
    options = parser.parse_args(list(argv))
    missing = [str(file) for file in options.labels if not file.is_file()]
    if missing:
        raise ValueError(f"There are no labels at {', '.join(missing)}. Name a labels.jsonl file.")
    print(machine())
    print(bench.conditions())
    try:
        for file in options.labels:
            _accuracy(file, options.curve)
        if options.votes:
            film = next((file for file in options.labels if file.parent != SAMPLES), None)
            print(f"\n{votes_table(film)}")
        print(f"\n{bench.time_table()}")
        print(f"\n{growth_table()}")
    except ReaderUnavailable as error:
        raise ValueError(str(error)) from error
    return 0


def _accuracy(labels: Path, curve: Path | None) -> None:
    """Print how often the cards of one labels file are right, and draw the curve if wanted."""
    choose = bench.measured_only if labels.parent != SAMPLES else lambda row: True
    least = None if curve is None else DOUBTFUL
    tallies = bench.score_labels(labels, choose=choose, least=least)
    print(f"\n{labels}\n{bench.table_of(tallies)}")
    whole = tallies["all"]
    print(f"calibration error: {100 * calibration_error(whole.answers):.1f} % of the cards listed")
    if curve is not None:
        points = points_of(whole.answers, whole.found + whole.missed)
        curve.write_text(curve_svg(points, REPORTED_MIN, f"{whole.images} photographs"))
        print(f"curve: {curve}")
