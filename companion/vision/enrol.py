"""Learn my deck: sixteen cards shown once, and every later reading is held against their print.

A learnt deck only ever weighs the reader's answers; it finds no corner and reports no card itself.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import paths
from companion.core.cards import RANKS, SUITS, Card, CardError
from companion.vision.assemble import Corner, groups_of
from companion.vision.crops import CROP_H, CROP_INDEX_H, CROP_W, pyramid, upright
from companion.vision.effort import Effort
from companion.vision.frame import FrameBGR, Picture, to_frame
from companion.vision.look import read_corners
from companion.vision.readers import corner as corner_reader
from companion.vision.readers.corner import Reading

VERSION: Final = 1
FILE_MAX: Final = 2_000_000  # bytes; sixteen cards need sixty thousand
_AGAIN: Final = "Delete it and learn the deck again."
_LESSON_MAX = 4  # corners kept of one card
_SHOWN_MIN = 0.3
_SURELY_ANOTHER = 0.97
_EFFORT = Effort((1280, 640, 320, 160), 96, 8, 1, outlines=True)
_SHARPNESS = 0.1  # difference of likeness that makes one print e times as likely as another
_WEIGHT = 0.4  # of the prints' vote against the reader's; more makes decks of odd print worse
_STRANGE = 0.9  # likeness below which a print is none of the deck's
# (size, turn in radians) in which every kept corner is looked at again
_CUTS = ((1.0, 0.0), (0.92, 0.0), (1.08, 0.0), (1.0, 0.08), (1.0, -0.08))


class NothingToLearn(ValueError):
    """A picture from which the deck cannot be learnt; the message says why and what to do."""


@dataclass(frozen=True)
class Lesson:
    """One card that was shown: its upright corners, each (64, 48, 3) BGR as JPEG bytes."""

    card: Card
    corners: tuple[bytes, ...]


@dataclass(frozen=True)
class Deck:
    """A household's deck by heart: some corners of it, named. ``name`` is for people.

    Corners are kept rather than numbers, so that a deck stays learnt when the weights change.
    """

    name: str = ""
    lessons: tuple[Lesson, ...] = ()
    models_dir: Path = field(default=paths.MODELS, compare=False)

    @classmethod
    def wanted(cls, suit: str = "S") -> tuple[Card, ...]:
        """Return the sixteen cards to show: all ranks of one suit and an ace of each other."""
        ranks = tuple(Card(rank + suit) for rank in RANKS)
        return ranks + tuple(Card("A" + other) for other in SUITS if other != suit)

    @property
    def missing(self) -> tuple[str, ...]:
        """The ranks and suits of which no card was shown yet."""
        ranks = {lesson.card.rank for lesson in self.lessons}
        suits = {lesson.card.suit for lesson in self.lessons}
        return tuple(mark for mark in RANKS + SUITS if mark not in ranks | suits)

    def learn(self, pictures: Iterable[tuple[Card | str, Picture]]) -> Deck:
        """Return the deck with a lesson for each picture of one named card.

        A card may be a text such as ``7S``. Raises `NothingToLearn` for a picture without a corner
        or of clearly another card, and for a name that is no card; `PictureError` for what is no
        picture, `ReaderUnavailable`.
        """
        lessons = [
            lesson_of(_named(card), to_frame(shown), self.models_dir) for card, shown in pictures
        ]
        return replace(self, lessons=self.lessons + tuple(lessons))

    def without_last(self) -> Deck:
        """Return the deck before its last lesson."""
        return replace(self, lessons=self.lessons[:-1])

    def recast(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return *readings* with the vote of the nearest learnt prints mixed in."""
        if not readings or not self.lessons:
            return list(readings)
        traces = _unit([reading.trace for reading in readings])
        by_rank = self._prints.votes(traces, self._prints.ranks, len(RANKS))
        by_suit = self._prints.votes(traces, self._prints.suits, len(SUITS))
        return [
            replace(reading, ranks=_mixed(reading.ranks, r), suits=_mixed(reading.suits, s))
            for reading, r, s in zip(readings, by_rank, by_suit, strict=True)
        ]

    @cached_property
    def _prints(self) -> _Prints:
        kept = [(lesson.card, data) for lesson in self.lessons for data in lesson.corners]
        crops = [crop for _, data in kept for crop in _cuts_of(data)]
        names = [card for card, _ in kept for _ in _CUTS]
        readings = corner_reader.readings(corner_reader.load(self.models_dir), crops)
        return _Prints(
            _unit([reading.trace for reading in readings]),
            np.array([RANKS.index(card.rank) for card in names]),
            np.array([SUITS.index(card.suit) for card in names]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, about 60 kB."""
        return {
            "version": VERSION,
            "name": self.name,
            "lessons": [
                {
                    "card": str(lesson.card),
                    "corners": [base64.b64encode(data).decode() for data in lesson.corners],
                }
                for lesson in self.lessons
            ],
        }

    @classmethod
    def from_dict(cls, data: Any, models_dir: Path | None = None) -> Deck:
        """Return the deck of `to_dict`. Raises `NothingToLearn` for anything else."""
        try:
            if data["version"] != VERSION:
                raise NothingToLearn(
                    f"The deck is of version {str(data['version'])[:20]}; version {VERSION} is "
                    f"needed. {_AGAIN}"
                )
            lessons = tuple(_lesson_from(row) for row in data["lessons"])
            return cls(str(data["name"])[:60], lessons, models_dir or paths.MODELS)
        except (KeyError, TypeError, ValueError, cv2.error) as error:
            if isinstance(error, NothingToLearn):
                raise
            raise NothingToLearn(f"This is no learnt deck, or it is damaged. {_AGAIN}") from error

    def save(self, path: Path | str) -> None:
        """Write the deck to *path* as JSON, its folder made if need be. Raises OSError.

        The deck that was there stays whole until the new one is.
        """
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f"{path.name}.part")
        half.write_text(json.dumps(self.to_dict()), encoding="utf-8")
        os.replace(half, path)

    @classmethod
    def load(cls, path: Path | str, models_dir: Path | None = None) -> Deck:
        """Read a deck written by `save`. Raises `NothingToLearn`, also for a missing file."""
        path = Path(path)
        try:
            if path.stat().st_size > FILE_MAX:
                raise NothingToLearn(
                    f"{path} is too large for a learnt deck. Check the name: boodle deck learn "
                    "writes such a file."
                )
            data: Any = json.loads(path.read_text(encoding="utf-8"))
        except NothingToLearn:
            raise
        except FileNotFoundError as error:
            raise NothingToLearn(
                f"There is no {path}. Check the name; boodle deck learn writes such a file."
            ) from error
        except OSError as error:  # it may be whole: nobody is told to delete it
            reason = (error.strerror or "it cannot be opened").lower()
            raise NothingToLearn(
                f"{path} cannot be read ({reason}). Check its name and whether you may open it."
            ) from error
        except (ValueError, RecursionError) as error:
            raise NothingToLearn(
                f"{path} cannot be read as a learnt deck. Name another file, or delete this one "
                "and learn the deck again."
            ) from error
        try:
            return cls.from_dict(data, models_dir)
        except NothingToLearn as error:
            raise NothingToLearn(f"{path}: {error}") from error


@dataclass(frozen=True)
class _Prints:
    """Traces of all kept corners, (n, d) of length 1, and the rank and suit of each, (n,)."""

    traces: NDArray[np.float64]
    ranks: NDArray[np.int64]
    suits: NDArray[np.int64]

    def votes(
        self, traces: NDArray[np.float64], marks: NDArray[np.int64], count: int
    ) -> NDArray[np.float64]:
        """Return (m, count) probabilities by the nearest print of each mark; even if strange."""
        likeness = traces @ self.traces.T
        nearest = np.full((len(traces), count), np.nan)
        for mark in set(marks.tolist()):
            nearest[:, mark] = likeness[:, marks == mark].max(axis=1)
        best = np.nanmax(nearest, axis=1, keepdims=True)
        # a mark that was never shown is neither likely nor unlikely
        filled = np.where(np.isnan(nearest), np.nanmean(nearest, axis=1, keepdims=True), nearest)
        powers = np.exp((filled - best) / _SHARPNESS)
        shares = powers / powers.sum(axis=1, keepdims=True)
        return np.where(best < _STRANGE, 1 / count, shares)


def card_of_name(path: Path) -> Card:
    """Return the card that a picture's file name begins with: 7S.jpg, 10h-2.png.

    Raises `NothingToLearn`.
    """
    try:
        return Card.parse(re.split(r"[-_. ]", path.name)[0])
    except CardError as error:
        raise NothingToLearn(
            f"The name {path.name} does not begin with a card. Name each picture by the card that "
            "it shows, like 7S.jpg."
        ) from error


def _named(card: Card | str) -> Card:
    try:
        return card if isinstance(card, Card) else Card.parse(card)
    except (CardError, AttributeError) as error:
        raise NothingToLearn(f"{str(card)[:20]!r} is no card. Write rank and suit: 7S.") from error


def lesson_of(card: Card, frame: FrameBGR, models_dir: Path) -> Lesson:
    """Return what a picture of one *card* teaches. Raises `NothingToLearn`."""
    corners = read_corners(frame, models_dir, _EFFORT)
    group = _shown_card(corners)
    if not group:
        raise NothingToLearn(
            f"No corner of the {card.spoken} was found. Lay it alone on a plain table, 25 to 40 cm "
            "below the camera, in good light, and take it again."
        )
    surest = max(group, key=lambda corner: corner.reading.confidence).reading
    if surest.confidence > _SURELY_ANOTHER and surest.card != card:
        raise NothingToLearn(
            f"This looks like the {surest.card.spoken}; the {card.spoken} was asked for."
        )
    levels = pyramid(frame)
    cuts = [
        upright(levels, c.place.x, c.place.y, c.place.height, c.place.angle)
        for c in group[:_LESSON_MAX]
    ]
    return Lesson(card, tuple(_jpeg(cut) for cut in cuts))


def _shown_card(corners: Sequence[Corner]) -> list[Corner]:
    """Return the corners of the card that is shown best: two that agree before one alone."""
    likely = [corner for corner in corners if corner.reading.shown >= _SHOWN_MIN]
    groups = groups_of(likely)
    return max(groups, key=lambda g: sum(corner.reading.shown for corner in g), default=[])


def _mixed(read: NDArray[np.float64], vote: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the reader's probabilities times the prints', its doubt spread evenly first."""
    doubt = max(0.0, 1.0 - float(read.sum()))  # a letter that the reader does not know
    product = (read + doubt / len(read)) * np.maximum(vote, 1e-4) ** _WEIGHT
    return np.asarray(product / product.sum())


def _unit(traces: Iterable[NDArray[np.floating] | None]) -> NDArray[np.float64]:
    """Return traces as rows of length 1."""
    rows = np.array([trace for trace in traces], np.float64)
    return np.asarray(rows / np.maximum(1e-9, np.linalg.norm(rows, axis=1, keepdims=True)))


def _cuts_of(jpeg: bytes) -> list[NDArray[np.uint8]]:
    """Return a kept corner as it is and slightly moved, since no finder hits it exactly."""
    crop = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    middle = (CROP_W - 1) / 2, (CROP_H - 1) / 2
    levels = [np.asarray(crop, np.uint8)]
    return [upright(levels, *middle, CROP_INDEX_H * size, turn) for size, turn in _CUTS]


def _jpeg(crop: NDArray[np.uint8]) -> bytes:
    return bytes(cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def _lesson_from(row: Any) -> Lesson:
    """Return a lesson from JSON, its pictures opened once so that a damaged one is refused here."""
    corners = tuple(base64.b64decode(text, validate=True) for text in row["corners"])
    for data in corners:
        crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if crop is None or crop.shape != (CROP_H, CROP_W, 3):
            raise NothingToLearn(f"A corner of the learnt deck is damaged. {_AGAIN}")
    if not corners:
        raise NothingToLearn(f"A card of the learnt deck has no picture. {_AGAIN}")
    return Lesson(Card.parse(row["card"]), corners[:_LESSON_MAX])
