"""How well the camera keeps the tally: films of whole hands, looked at from card to balances.

`boodle bench camera` draws films of hand records and gives their frames to the same look-out that
phones send to; `--simulated` takes readers that err at a known rate instead of pictures.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.bench import machine
from companion.bench.deals import random_records
from companion.bench.evening import FilmedEvening, Score
from companion.bench.script import steps_of
from companion.bench.simulated import Errors, SimulatedWatch
from companion.command_line import Parser, at_least, share
from companion.vision.draw import draw_face
from companion.vision.film import CONDITIONS, use_one_thread
from companion.vision.photographed import PhotographedDeck, decks_of

RATES: Final = (0.01, 0.02, 0.05, 0.10, 0.20)
QUICK_DEALS: Final = 3
FRAMES_A_CARD: Final = 9
FRAMES_OF_SETTING_UP: Final = 70
MS_A_FRAME: Final = 30
"""Drawn, sent as JPEG and looked at, as was measured on one core of a fast machine of 2026."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One condition of a measurement: the *light* of the film, rules as prior or not, a deck."""

    light: str
    prior: bool
    deck: PhotographedDeck | None = None  # else the drawn one

    @property
    def words(self) -> str:
        """The condition as a table names it."""
        cards = f", cards of {self.deck.name}" if self.deck else ""
        return f"{self.light}, prior {'on' if self.prior else 'off'}{cards}"


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print; Ctrl-C prints what was measured so far."""
    asked = _arguments().parse_args(list(argv))
    print(machine())
    try:
        if asked.simulated:
            _simulate(asked)
        else:
            _film(asked)
    except KeyboardInterrupt:
        print("\nStopped: these are the figures so far.", file=sys.stderr)
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = Parser(prog="boodle bench camera", description=__doc__)
    parser.add_argument("records", nargs="*", type=Path, help="hand records (.jsonl) to film, too")
    parser.add_argument("--deals", type=at_least(0), default=200, help="random deals (default 200)")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_DEALS} deals in good light")
    parser.add_argument("--light", action="append", choices=list(CONDITIONS), help="only this one")
    parser.add_argument("--prior", choices=("on", "off", "both"), default="both")
    photographed = "lay the cards of each whole deck among these photographs"
    parser.add_argument("--photographed", type=Path, metavar="LABELS", help=photographed)
    parser.add_argument("--ask-stops", action="store_true",
                        help="nobody taps 'Nobody has it': the eye asks")  # fmt: skip
    parser.add_argument("--results", type=Path, help="keep results here and go on from them")
    parser.add_argument("--simulated", action="store_true", help="readers that err at known rates")
    parser.add_argument(
        "--plays", type=at_least(1), default=100_000, help="of each simulated reader"
    )
    parser.add_argument("--rate", type=share, action="append", help="only this rate of errors")
    sticks = "share of a reader's errors made at every look (default 0.1)"
    parser.add_argument("--sticks", type=share, default=0.1, help=sticks)
    return parser


# ---- films --------------------------------------------------------------------------------------


def _film(asked: argparse.Namespace) -> None:
    use_one_thread()
    records = [
        *_records(asked.records),
        *random_records(QUICK_DEALS if asked.quick else asked.deals),
    ]
    kept = Results(asked.results)
    totals: dict[Setting, Score] = {}
    settings = list(_settings(asked))
    print(_cost(records, len(settings)))
    try:
        for setting in settings:
            total = totals.setdefault(setting, Score())
            for at, record in enumerate(records):
                total.add(_one(record, setting, asked, kept))
                _progress(f"{setting.words}: {at + 1} of {len(records)} evenings")
    finally:
        print(f"\n{table_of({setting.words: total for setting, total in totals.items()})}")


def _cost(records: Sequence[dict[str, Any]], settings: int) -> str:
    """Say what the films will cost, before they are begun."""
    cards = 0
    for record in records:
        numbers = {name: seat for seat, name in enumerate(record["players"])}
        steps = (step for hand in record["hands"] for step in steps_of(record, hand, numbers))
        cards += sum(bool(step.cards) for step in steps)
    frames = settings * (cards * FRAMES_A_CARD + len(records) * FRAMES_OF_SETTING_UP)
    hours = frames * MS_A_FRAME / 3_600_000
    return (f"{len(records)} evenings with {cards} cards in {settings} conditions: about {frames:,}"
            f" frames, {hours:.1f} h of one fast processor; --results FILE goes on from where it"
            " stopped")  # fmt: skip


def _settings(asked: argparse.Namespace) -> Iterator[Setting]:
    lights = asked.light or (["good"] if asked.quick else list(CONDITIONS))
    decks = _decks(asked.photographed) if asked.photographed else [None]
    for light, deck in itertools.product(lights, decks):
        if asked.prior != "off":
            yield Setting(light, True, deck)
        if asked.prior != "on" and not asked.quick:
            yield Setting(light, False, deck)


def _decks(labels: Path) -> list[PhotographedDeck | None]:
    """Return the whole decks of *labels*; SystemExit with a sentence where there is none."""
    decks: list[PhotographedDeck | None] = [*decks_of(labels)] if labels.is_file() else []
    if not decks:
        raise SystemExit(
            f"{labels} lists no deck of which all 52 cards were photographed alone; "
            "without --photographed the drawn deck is laid."
        )
    return decks


def _records(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Yield the records of files that can be filmed: with every card, and not to be refused."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if not record.get("expect", {}).get("refused") and _has_cards(record):
                yield record


def _has_cards(record: dict[str, Any]) -> bool:
    words = [str(action).split() for hand in record["hands"] for action in hand.get("actions", ())]
    told = {"takes", "out", "void", "join"}
    joins = any("join" in hand for hand in record["hands"])
    return not joins and not any(told & set(action) for action in words)


def _one(
    record: dict[str, Any], setting: Setting, asked: argparse.Namespace, kept: Results
) -> Score:
    """Film one record, or take what an earlier run measured."""

    def measured() -> Score:
        return FilmedEvening(
            record, light=CONDITIONS[setting.light], prior=setting.prior, seed=len(kept.scores),
            stops_are_said=not asked.ask_stops, faces=setting.deck or draw_face,
        ).run()  # fmt: skip

    stops = "asked" if asked.ask_stops else "said"
    return kept.of(f"{record['id']} | {setting.words} | {stops}", measured)


class Results:
    """Scores by what was measured, a line each in the file at *path*: a later run goes on there."""

    def __init__(self, path: Path | None) -> None:
        self.scores: dict[str, Score] = {}
        self._path = path
        if path is not None and path.is_file():
            for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                self.scores[row["key"]] = Score(**row["score"])

    def of(self, key: str, measured: Callable[[], Score]) -> Score:
        """Return the score kept as *key*, else measure and keep it."""
        if key not in self.scores:
            score = self.scores[key] = measured()
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, "score": asdict(score)}) + "\n")
        return self.scores[key]


# ---- simulated readers --------------------------------------------------------------------------


def _simulate(asked: argparse.Namespace) -> None:
    totals: dict[str, Score] = {}
    kept = Results(asked.results)
    try:
        for rate in asked.rate or RATES:
            total = totals.setdefault(f"errors {rate:.0%}, {asked.sticks:.0%} stick", Score())
            for score in simulated(Errors(rate, asked.sticks), asked.plays, kept=kept):
                total.add(score)
                _progress(f"{rate:.0%}: {total.plays} of {asked.plays} plays")
    finally:
        print(f"\n{table_of(totals)}")


def simulated(
    errors: Errors, plays: int, seed: int = 1, kept: Results | None = None
) -> Iterator[Score]:
    """Yield the score of one evening after the other until *plays* cards were laid."""
    kept = kept or Results(None)
    done = 0
    for number, record in _deals_from(seed):
        reader = partial(
            SimulatedWatch, errors=errors, rng=random.Random(f"{record['id']} {errors}")
        )
        evening = FilmedEvening(record, seed=number, watch=reader)
        score = kept.of(f"{record['id']} | {errors}", evening.run)
        done += score.plays
        yield score
        if done >= plays:
            return


def _deals_from(seed: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield deals of all games in turn, for ever, each with its number."""
    for number in itertools.count(seed):
        yield from ((number, record) for record in random_records(15, number))


# ---- words --------------------------------------------------------------------------------------


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}   ", end="", file=sys.stderr, flush=True)


def table_of(totals: dict[str, Score]) -> str:
    """Return the figures of each condition as lines of a table, and what went wrong."""
    head = ("condition", "hands", "cards", "seen %", "tapped", "wrong", "false awards", "/10,000",
            "balances right", "questions: median", "mean")  # fmt: skip
    rows = [head, *(_row(words, score) for words, score in totals.items() if score.plays)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    for words, score in totals.items():
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(score.kinds.items()))
        lines.append(f"{words}: {kinds or 'no questions'}")
        lines += [f"  {note}" for note in score.notes if "recorded as" in note or ", not {" in note]
    return "\n".join(lines)


def _row(words: str, score: Score) -> tuple[str, ...]:
    asked = score.questions or [0]
    return (
        words, str(score.hands), str(score.plays), f"{100 * score.seen / score.plays:.2f}",
        str(score.typed), str(score.wrong), str(score.false_awards),
        f"{10_000 * score.false_awards / score.plays:.2f}",
        f"{score.right_hands} of {score.hands}", f"{statistics.median(asked):g}",
        f"{statistics.mean(asked):.2f}",
    )  # fmt: skip
