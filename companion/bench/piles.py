"""How far a photograph of a pile, or of the cards left, can be trusted: right logs and false ones.

`boodle bench piles LABELS` reads photographs of several cards, and piles and fans laid of whole
decks cut out of photographs. Each is held against a log that is right, and against logs with a
fault planted; nothing is stored.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion import pile
from companion.bench import machine
from companion.bench.laid_out import laid_out
from companion.command_line import Parser, at_least
from companion.core import commands, evening, laid
from companion.core import hand as beginning
from companion.core.cards import DECK, Card
from companion.core.events import PileAudited
from companion.core.sighting import Sighting
from companion.core.state import with_hand
from companion.core.table import Play, Table, replay
from companion.games import game_named
from companion.vision import ReaderUnavailable, bench, read_cards
from companion.vision.draw import draw_face
from companion.vision.film import Faces, use_one_thread
from companion.vision.photographed import decks_of

SCENES: Final = ("apart", "table", "fan", "overlap")
PICTURES: Final = 72
"""Of each deck: every shape in every light and size twice."""
MOST: Final = 17
"""Cards in a hand of three people; more in one photograph are nobody's pile."""
OWNER, OTHER, OUT = 1, 2, 0
"""Seats: whose cards are photographed, somebody else, and who is out."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of *cards*; those *beside* may be read or not. *group* is its row of a table."""

    group: str
    name: str
    cards: tuple[Card, ...]
    beside: frozenset[Card]
    sightings: tuple[Sighting, ...]


# ---- pictures -----------------------------------------------------------------------------------


def fit_rows(labels: Path) -> list[dict[str, Any]]:
    """Return the rows of photographs that are measured by: 2 to `MOST` cards, each of them once.

    Those of use ``train`` are left out. Raises `companion.vision.bench.LabelsError`.
    """
    rows = []
    for row in bench.read_labels(labels):
        named = bench.cards_of_row(row, "cards")
        is_fit = row.get("use", "measure") == "measure" and row.get("scene") in SCENES
        if is_fit and 2 <= len(named) <= MOST and named.total() == len(named):
            rows.append(row)
    return rows


def photographed(folder: Path, row: dict[str, Any]) -> Shot:
    """Read the photograph that *row* of the labels in *folder* names."""
    cards, beside = (tuple(map(Card, bench.cards_of_row(row, key))) for key in ("cards", "maybe"))
    foreign = ", foreign letters" if "foreign_index" in row.get("hard", ()) else ""
    read = tuple(read_cards(folder / row["file"], least=pile.DOUBTFUL))
    return Shot(f"{row['scene']}{foreign}", row["file"], cards, frozenset(beside), read)


def composed(labels: Path, pictures: int) -> Iterator[Shot]:
    """Yield *pictures* of each whole deck among the photographs, and as many of the drawn deck."""
    decks: list[tuple[str, Faces]] = [(deck.name, deck) for deck in decks_of(labels)]
    for number, (name, faces) in enumerate([*decks, ("drawn deck", draw_face)]):
        for shot in laid_out(faces, pictures, number * 1000):
            read = tuple(read_cards(shot.picture, least=pile.DOUBTFUL))
            yield Shot(f"{name}: {shot.shape}", shot.condition, shot.cards, frozenset(), read)


# ---- logs ---------------------------------------------------------------------------------------


def _evening() -> Table:
    """Return a table of four whose first hand has begun."""
    game = game_named("boodle")
    table = Table.new(game)
    table = replay(table, evening.open_evening(game, {}, "cards"))
    for name, animal in zip(
        ("Anna", "Ben", "Carla", "Dan"), evening.animals_of(game), strict=False
    ):
        table = replay(table, evening.sit(table, name, animal))
    table = replay(table, evening.set_dealer(table, 3))
    return replay(table, beginning.begin_hand(table))


BEGUN: Final = _evening()
ASKED: Final = with_hand(BEGUN, phase="counts", out=OUT)
"""A table that waits to be told how many cards are left."""


def log(played: dict[Card, int], left: int = 0, *, over: bool = False) -> Table:
    """Return a table where each of *played* is recorded for its seat, and the owner has *left*.

    What nobody played is left with a third person or dead: hands, played and dead are the pack.
    """
    plays = tuple(Play(seat, card, leads=True) for card, seat in played.items())
    rest = len(DECK) - len(plays) - left
    return with_hand(
        BEGUN, plays=plays, seen=dict(played), out=OUT if over else None,
        left={OUT: 0, OWNER: left, OTHER: rest // 2, 3: 0}, spare=rest - rest // 2,
        phase="shown" if over else "runs",
    )  # fmt: skip


# ---- what comes of them -------------------------------------------------------------------------


@dataclass
class Score:
    """Answers by what was true: ``(log, answer)``; *false* tells of those that should not be."""

    pictures: int = 0
    cards: int = 0
    logs: Counter[str] = field(default_factory=Counter)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def count(self, truth: str, answer: str) -> None:
        """One more log of the kind *truth* was answered so."""
        self.logs[truth] += 1
        self.answers[truth, answer] += 1

    def add(self, other: Score) -> None:
        """Take in another score."""
        self.pictures += other.pictures
        self.cards += other.cards
        self.logs += other.logs
        self.answers += other.answers
        self.false += other.false


def judged(shot: Shot) -> Score:
    """Return what the picture says of right logs and of logs with a fault planted."""
    score = Score(1, len(shot.cards))
    rng = random.Random(f"{shot.group} {shot.name} {shot.cards}")
    absent = [card for card in DECK if card not in {*shot.cards, *shot.beside}]
    wrong, there = rng.choice(absent), rng.choice(shot.cards)
    _piles(shot, score, there, wrong)
    _left(shot, score, there, wrong)
    return score


def _piles(shot: Shot, score: Score, there: Card, wrong: Card) -> None:
    mine = dict.fromkeys(shot.cards, OWNER)
    without = {card: seat for card, seat in mine.items() if card != there}
    answer, named = _audited(shot, log(mine))
    score.count("right", answer)
    if answer == "flag":
        score.false.append(f"{shot.name}: {pile.spoken(named)} flagged")
    twin = _twin(there, shot)
    faults = {
        "other seat": (mine | {there: OTHER}, {there}),
        "not recorded": (without, {there}),
        "not there": (mine | {wrong: OWNER}, {wrong}),
        **({"another card": (without | {twin: OWNER}, {there})} if twin else {}),
    }
    for fault, (played, about) in faults.items():
        answer, named = _audited(shot, log(played))
        hoped = "asks" if fault == "not there" else "flag"
        score.count(fault, f"{answer}, right card" if (answer, named) == (hoped, about) else answer)


def _twin(card: Card, shot: Shot) -> Card | None:
    """Return the card that is taken for *card* soonest, where it does not lie there itself."""
    suit = {"C": "S", "S": "C", "D": "H", "H": "D"}[card.suit]
    twin = Card(card.rank + suit)
    return None if twin in shot.cards or twin in shot.beside else twin


def _audited(shot: Shot, table: Table) -> tuple[str, set[Card]]:
    """Return ``agrees``, ``asks`` or ``flag``, and the cards that are called into question."""
    found = pile.audit(table, OWNER, shot.sightings)
    logged = laid.logged_pile(table, OWNER)
    if found.record is None:
        return "asks", set(logged - set(found.cards))
    (event,) = commands.decide(table, found.record.kind, found.record.data)
    assert isinstance(event, PileAudited)
    extra = set(event.extra) - shot.beside
    return ("flag" if found.differs else "agrees"), extra | set(event.missing)


def _left(shot: Shot, score: Score, there: Card, wrong: Card) -> None:
    """Count what comes of the picture as one of the cards left."""
    count, out = len(shot.cards), {wrong: OUT}
    for truth, table in (
        ("left, right", log(out, count, over=True)),
        ("left, one more by the log", log(out, count + 1, over=True)),
        ("left, one less by the log", log(out, count - 1, over=True)),
        ("left, one was played", log(out | {there: OTHER}, count, over=True)),
    ):
        found = pile.left(table, OWNER, shot.sightings)
        if found.record is not None:
            answer = "recorded" if set(found.cards) == set(shot.cards) else "recorded wrongly"
        else:
            answer = "flag" if found.differs else "asks"
        if answer == "recorded wrongly" or (truth == "left, right" and answer == "flag"):
            score.false.append(f"{shot.name}: {truth}: {answer}: {pile.spoken(found.cards)}")
        score.count(truth, answer)
        if answer == "recorded" and found.record is not None:
            after = replay(table, commands.decide(table, found.record.kind, found.record.data))
            score.answers[truth, "the pack"] += "the whole pack" in pile.total(after)
    found = pile.left(ASKED, OWNER, shot.sightings)
    score.count("number asked", _number(len(found.cards), count))


def _number(read: int, count: int) -> str:
    return "right" if read == count else "too few" if read < count else "too many"


# ---- words --------------------------------------------------------------------------------------

PILES: Final = {
    "right": ("agrees", "asks", "flag"),
    "other seat": ("flag, right card", "asks", "agrees"),
    "not recorded": ("flag, right card", "asks", "agrees"),
    "another card": ("flag, right card", "asks", "agrees"),
    "not there": ("asks, right card", "asks", "flag", "agrees"),
}
LEFT: Final = {
    "left, right": ("recorded", "the pack", "asks", "recorded wrongly", "flag"),
    "left, one more by the log": ("asks", "recorded wrongly", "flag"),
    "left, one less by the log": ("asks", "recorded wrongly", "flag"),
    "left, one was played": ("flag", "asks", "recorded wrongly"),
    "number asked": ("right", "too few", "too many"),
}
"""By kind of log, the answers that a table names, the one hoped for first."""


def table_of(scores: dict[str, Score], answers: dict[str, tuple[str, ...]]) -> str:
    """Return the counts as a Markdown table: a row a group, a column a kind of log.

    A cell has how many such logs there were, and how many of them had each of *answers*.
    """
    heads = [f"{truth}: {' / '.join(named)}" for truth, named in answers.items()]
    lines = [
        f"| pictures | number | cards | {' | '.join(heads)} |", "|---" * (len(heads) + 3) + "|",
    ]  # fmt: skip
    for group, score in scores.items():
        cells = [_cell(score, truth, named) for truth, named in answers.items()]
        lines.append(f"| {group} | {score.pictures} | {score.cards} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(score: Score, truth: str, answers: tuple[str, ...]) -> str:
    counts = [score.answers[truth, answer] for answer in answers]
    return f"{score.logs[truth]}: {' / '.join(map(str, counts))}"


def _summed(shots: Iterable[Shot]) -> dict[str, Score]:
    """Return the scores by group, and of all."""
    scores: dict[str, Score] = defaultdict(Score)
    whole = Score()
    for shot in shots:
        one = judged(shot)
        scores[shot.group].add(one)
        whole.add(one)
        if sys.stderr.isatty():
            print(f"\r{whole.pictures} pictures ", end="", file=sys.stderr, flush=True)
    return {**dict(sorted(scores.items())), "all": whole}


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. ValueError says what is missing."""
    asked = _arguments().parse_args(list(argv))
    if not asked.labels.is_file():
        raise ValueError(f"There are no labels at {asked.labels}. Name a labels.jsonl file.")
    folder = asked.labels.parent
    photographs = (photographed(folder, row) for row in fit_rows(asked.labels))
    use_one_thread()
    print(machine())
    print(bench.conditions())
    try:
        for words, shots in (
            ("photographs of several cards", photographs),
            ("whole decks, laid out", composed(asked.labels, asked.pictures)),
        ):
            _report(words, shots)
    except ReaderUnavailable as error:
        raise ValueError(str(error)) from error
    return 0


def _report(words: str, shots: Iterable[Shot]) -> None:
    started = time.process_time()
    scores = _summed(shots)
    print(f"\n{words}, as a pile:\n{table_of(scores, PILES)}")
    print(f"\n{words}, as the cards left:\n{table_of(scores, LEFT)}")
    for line in scores["all"].false:
        print(f"  {line}")
    print(f"{time.process_time() - started:.0f} s of processor time")


def _arguments() -> argparse.ArgumentParser:
    parser = Parser(prog="boodle bench piles", description=__doc__)
    parser.add_argument("labels", type=Path, metavar="LABELS", help="a labels.jsonl file")
    parser.add_argument("--pictures", type=at_least(0), default=PICTURES,
                        help=f"of each whole deck (default {PICTURES})")  # fmt: skip
    return parser
