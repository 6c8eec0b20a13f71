"""Many pictures and films, one row each: what `boodle scan` prints. It decides no card itself."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.core.sighting import Sighting
from companion.vision.draw import draw_sightings
from companion.vision.drawings import PICTURES, drawing_places, write_drawing
from companion.vision.enrol import Deck
from companion.vision.frame import FrameBGR, PictureError, to_frame
from companion.vision.read import read_cards, warm_up
from companion.vision.reel import SUFFIXES as FILMS
from companion.vision.reel import arrivals_in, frames_of_film
from companion.vision.watch import Watch, glance

SUFFIXES = PICTURES | {".heic", ".heif"}


def pictures_in(names: Iterable[str | Path]) -> list[Path]:
    """Return the files that *names* stand for: files, folders (searched deep) and patterns.

    A name that stands for nothing is kept, so that its row can say so.
    """
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if os.path.isdir(path):  # no answer of the system's, such as of a name too long, passes
            inside = sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES | FILMS)
            found += inside or [path]
        elif not os.path.exists(path) and glob.has_magic(str(name)):
            found += sorted(Path(p) for p in glob.glob(str(name), recursive=True)) or [path]
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def scan_files(
    names: Iterable[str | Path],
    *,
    draw: Path | None = None,
    deck: Deck | None = None,
    least: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield one row a file: ``{"file", "cards": [["7S", 0.98], …], "ms", "error"?}``.

    ``ms`` is the time to read the decoded picture. A film has ``arrivals`` beside, each with its
    ``at_ms``. What cannot be opened has an ``error`` sentence and no cards. *draw* names a folder
    for annotated pictures (or a file, when there is one picture or film). *deck* is a deck that was
    learnt; *least* the least probability of a card to be listed. *progress* is called with
    (done, all). Raises `ReaderUnavailable`, and `PictureError` where nothing can be drawn.
    """
    paths = pictures_in(names)
    places = {} if draw is None else drawing_places(draw, paths)
    warm_up()
    for done, path in enumerate(paths, 1):
        if path.suffix.lower() in FILMS:
            row = _scan_film(path, places.get(path), deck)
        else:
            row, frame, sightings = _scan_one(path, deck, least)
            if path in places and frame is not None:
                write_drawing(places[path], draw_sightings(frame, sightings))
        if progress is not None:
            progress(done, len(paths))
        yield row


def _scan_film(path: Path, draw: Path | None, deck: Deck | None) -> dict[str, Any]:
    """Watch one film and return its row."""
    started = time.perf_counter()
    watch = Watch(partial(glance, deck=deck))
    try:
        arrivals = list(arrivals_in(frames_of_film(path), draw, watch))
    except PictureError as error:
        return {"file": str(path), "cards": [], "ms": 0.0, "error": str(error)}
    elapsed_ms = (time.perf_counter() - started) * 1000
    cards = [[arrival["card"], arrival["confidence"]] for arrival in arrivals]
    return {
        "file": str(path), "cards": cards, "ms": round(elapsed_ms, 1), "arrivals": arrivals
    }  # fmt: skip


def _scan_one(
    path: Path, deck: Deck | None, least: float | None
) -> tuple[dict[str, Any], FrameBGR | None, Sequence[Sighting]]:
    """Read one file and return its row, its frame (None on error) and what was seen."""
    try:
        if os.path.isdir(path):
            raise PictureError("no_file", f"There is no picture and no film in {path}.")
        frame = to_frame(path)
    except PictureError as error:
        return {"file": str(path), "cards": [], "ms": 0.0, "error": str(error)}, None, ()
    started = time.perf_counter()
    sightings = read_cards(frame, deck=deck, least=least)
    elapsed_ms = (time.perf_counter() - started) * 1000
    cards = [[str(s.card), round(s.confidence, 4)] for s in sightings]
    return {"file": str(path), "cards": cards, "ms": round(elapsed_ms, 1)}, frame, sightings
