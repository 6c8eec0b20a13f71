"""What the votes of several frames give beside each frame alone: drawn and photographed films.

Measures only; nothing here changes how cards are read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.core.cards import DECK, Card
from companion.vision.bench import Tally, cards_of_row, read_labels, table_of
from companion.vision.calibrated import REPORTED_MIN
from companion.vision.effort import GLANCE
from companion.vision.film import CONDITIONS, Light, Tabletop
from companion.vision.frame import FrameBGR, to_frame
from companion.vision.read import read_cards
from companion.vision.votes import MAJORITY, Place
from companion.vision.watch import Watch, glance

_STEP_MS: Final = 150  # between two frames
_STILL: Final = 7  # frames after each card that is laid
_ACROSS, _DOWN = 4, 2  # cards on a drawn table
_NOTHING: Counter[str] = Counter()


def votes_table(labels: Path | None = None) -> str:
    """Return a Markdown table of single frames and of votes, a pair of rows for each film.

    With *labels*, rows of scene ``video_frame`` are taken for frames of films: those whose names
    differ only in the number at their end. Raises `ReaderUnavailable`.
    """
    tallies: dict[str, Tally] = {}
    for name, light in CONDITIONS.items():
        tallies |= dict(zip(_named(f"drawn, {name}"), drawn_film(light), strict=True))
    if labels is not None:
        tallies |= dict(zip(_named("photographed"), photographed(labels), strict=True))
    return table_of(tallies).replace("| scene | pictures |", "| film | frames or films |")


def _named(film: str) -> tuple[str, str]:
    return f"{film}: one frame", f"{film}: votes"


def drawn_film(light: Light, seed: int = 3) -> tuple[Tally, Tally]:
    """Return the tallies of single frames and of votes over one drawn film of eight cards."""
    alone, together = Tally(), Tally()
    watch, lying = Watch(), Counter[str]()
    arrived: Counter[str] = Counter()
    for k, (frame, card, is_still) in enumerate(laid_one_by_one(light, seed)):
        if card is not None:
            lying[str(card)] += 1
        view = watch.look(frame, k * _STEP_MS)
        arrived.update(str(track.card) for track in view.arrived)
        if is_still:
            alone.add(lying, _reported(frame), _NOTHING, 0.0)
    together.add(lying, arrived, _NOTHING, 0.0)
    return alone, together


def laid_one_by_one(light: Light, seed: int) -> Iterator[tuple[FrameBGR, Card | None, bool]]:
    """Yield a frame of a camera that stands still, the card first shown there, is all at rest."""
    rng = np.random.default_rng(seed)
    table = Tabletop(seed)
    cards = [DECK[i] for i in rng.permutation(52)[: _ACROSS * _DOWN]]
    for _ in range(3):
        yield table.picture(light), None, False
    for k, card in enumerate(cards):
        x = 1280 * (k % _ACROSS + 0.5) / _ACROSS
        y = 720 * (k // _ACROSS + 0.5) / _DOWN
        at = (float(x + rng.normal(0, 12)), float(y + rng.normal(0, 12)))
        yield table.picture(light, hand=at), None, False
        table.lay(card, at, float(rng.uniform(0, 2 * np.pi)))
        for still in range(_STILL):
            yield table.picture(light), None if still else card, still > 0
    for _ in range(_STILL):
        yield table.picture(light), None, True


def photographed(labels: Path) -> tuple[Tally, Tally]:
    """Return the tallies of single frames and of votes over the photographed films of *labels*.

    Their camera moves, so a card counts as one place wherever it is; films of fewer frames than
    make a majority are left out.
    """
    alone, together = Tally(), Tally()
    for rows in films_of(read_labels(labels)):
        truth, maybe = (cards_of_row(rows[0], key) for key in ("cards", "maybe"))
        places: dict[Card, Place] = {}
        sure: Counter[str] = Counter()
        for k, row in enumerate(rows):
            frame = to_frame(labels.parent / row["file"])
            alone.add(truth, _reported(frame), maybe, 0.0)
            _vote(places, frame, k * _STEP_MS)
            sure |= Counter(str(place.card) for place in places.values() if place.has_majority)
        together.add(truth, sure, maybe, 0.0)
    return alone, together


def films_of(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Group the frames of a film, in order of the number at the end of their names."""
    films: dict[tuple[str, ...], list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for row in rows:
        ending = re.search(r"(\d+)\.\w+$", row["file"])
        if row.get("scene") == "video_frame" and ending:
            film = (row["file"][: ending.start()], *sorted(row["cards"]))
            films[film].append((int(ending.group(1)), row))
    ordered = [sorted(film, key=lambda pair: pair[0]) for film in films.values()]
    return [[row for _, row in film] for film in ordered if len(film) >= MAJORITY]


def _vote(places: dict[Card, Place], frame: FrameBGR, at_ms: int) -> None:
    """Let one frame vote on every card seen so far."""
    seen = {sighting.card: sighting for sighting in reversed(glance(frame, at_ms))}
    for card, place in places.items():
        place.vote(seen.pop(card, None), at_ms)
    for card, sighting in seen.items():
        places[card] = Place(len(places), sighting, None)


def _reported(frame: FrameBGR) -> Counter[str]:
    """Return the cards that one frame alone is sure of."""
    cv2.setNumThreads(1)
    seen = read_cards(frame, effort=GLANCE)
    return Counter(str(s.card) for s in seen if s.confidence >= REPORTED_MIN)
