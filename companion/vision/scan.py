"""Many pictures and films, one row each: what `boodle scan` prints. It decides no card itself."""

from __future__ import annotations

import glob
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from companion.core.sighting import Sighting
from companion.vision.draw import draw_sightings
from companion.vision.enrol import Deck
from companion.vision.frame import FrameBGR, PictureError, to_frame
from companion.vision.read import read_cards, warm_up
from companion.vision.reel import SUFFIXES as FILMS
from companion.vision.reel import arrivals_in, frames_of_film
from companion.vision.watch import Watch, glance

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif"})


def pictures_in(names: Iterable[str | Path]) -> list[Path]:
    """Return the files that *names* stand for: files, folders (searched deep) and patterns.

    A name that stands for nothing is kept, so that its row can say so.
    """
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES | FILMS)
            found += inside or [path]
        elif not path.exists() and glob.has_magic(str(name)):
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
    (done, all). Raises `ReaderUnavailable`.
    """
    paths = pictures_in(names)
    warm_up()
    for done, path in enumerate(paths, 1):
        if path.suffix.lower() in FILMS:
            row = _scan_film(path, draw, deck)
        else:
            row, frame, sightings = _scan_one(path, deck, least)
            if draw is not None and frame is not None:
                _write_drawing(draw, path, frame, sightings, alone=len(paths) == 1)
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
        if path.is_dir():
            raise PictureError("no_file", f"There is no picture and no film in {path}.")
        frame = to_frame(path)
    except PictureError as error:
        return {"file": str(path), "cards": [], "ms": 0.0, "error": str(error)}, None, ()
    started = time.perf_counter()
    sightings = read_cards(frame, deck=deck, least=least)
    elapsed_ms = (time.perf_counter() - started) * 1000
    cards = [[str(s.card), round(s.confidence, 4)] for s in sightings]
    return {"file": str(path), "cards": cards, "ms": round(elapsed_ms, 1)}, frame, sightings


def _write_drawing(
    draw: Path, path: Path, frame: FrameBGR, sightings: Sequence[Sighting], *, alone: bool
) -> None:
    """Write the annotated picture beside its siblings; a failed write is a `PictureError`."""
    target = draw
    if not (alone and draw.suffix.lower() in SUFFIXES):
        draw.mkdir(parents=True, exist_ok=True)
        target = draw / f"{path.parent.name}-{path.stem}.jpg"
    if not cv2.imwrite(str(target), draw_sightings(frame, sightings)):
        raise PictureError("no_file", f"The drawing {target} could not be written.")
