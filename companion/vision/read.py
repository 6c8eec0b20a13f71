"""One picture in, the cards that can be read in it out. Keeps no state between pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion import paths
from companion.core.sighting import Sighting
from companion.vision.assemble import Corner, assemble
from companion.vision.crops import pyramid, upright
from companion.vision.find import Place, find_indices
from companion.vision.frame import FrameBGR, Picture, to_frame
from companion.vision.outline import bare_paper, cards_of, corner_places, find_outlines
from companion.vision.readers import corner as corner_reader
from companion.vision.readers.corner import Reading

Levels = Sequence[NDArray[np.uint8]]

# (size, turn in radians) of the cuts tried where the finder may be off; an outline is exact.
_TRIES_FOUND = ((1.0, 0.3), (1.0, -0.3), (0.8, 0.0), (1.25, 0.0))
# The best try is then read in slightly different cuts and the answers are averaged: what changes
# its mind when the cut moves by a twentieth of its size was a guess.
_CUTS = ((1.0, 0.0), (0.91, 0.06), (1.1, -0.06))
_HOPELESS = 0.05  # probability of being an index; moving the cut never saves less
_SURE = 0.9  # confidence at which the first cut is good enough
_WORTH_A_SECOND_LOOK = 0.2  # probability of being an index


def read_cards(
    picture: Picture, *, at_ms: int = 0, models_dir: Path | None = None
) -> list[Sighting]:
    """Return the cards that can be read in *picture*, surest first; silent when unsure.

    *picture* is a BGR array (height, width, 3) of uint8, encoded bytes (JPEG, PNG, WebP), or a
    path; EXIF turns are followed. Each card is reported once, however many of its corners show.
    Boxes are in pixels of the upright picture. Uses the calling thread only if the caller has set
    ``cv2.setNumThreads(1)``.

    Raises `PictureError` for what is no picture, `ReaderUnavailable` for missing weights.
    """
    frame = to_frame(picture)
    corners = read_corners(frame, models_dir or paths.MODELS)
    return assemble(corners, at_ms)


def read_corners(frame: FrameBGR, models_dir: Path) -> list[Corner]:
    """Return every index found in *frame* with what it may say; nothing is decided yet."""
    net = corner_reader.load(models_dir)
    levels = pyramid(frame)
    found = [(place, None) for place in find_indices(frame, models_dir)]
    quads = find_outlines(frame)
    outlined = corner_places(quads)
    tried = best_tries(net, levels, found, _TRIES_FOUND)
    tried += best_tries(net, levels, outlined, ())
    corners = each_read_once(second_look(net, levels, each_read_once(tried)))
    cards = cards_of(quads)
    used = {c.outline for c in corners if c.outline is not None}
    bare = {k: bare_paper(frame, quads[k]) for k in used}
    return [
        c if c.outline is None else replace(c, card=cards[c.outline], bare=bare[c.outline])
        for c in corners
    ]


def best_tries(
    net: Any,
    levels: Levels,
    places: Sequence[tuple[Place, int | None]],
    tries: Sequence[tuple[float, float]],
) -> list[Corner]:
    """Read each place as it was found; where that isn't sure, move the cut and keep the best."""
    answers = _read(net, levels, [place for place, _ in places])
    first = [
        Corner(place, answer, outline)
        for (place, outline), answer in zip(places, answers, strict=True)
        if answer.shown > _HOPELESS
    ]
    unsure = [corner for corner in first if corner.reading.confidence < _SURE]
    moved = [moved_cut(corner, size, turn) for corner in unsure for size, turn in tries]
    again = _read(net, levels, [corner.place for corner in moved])
    tried = first + [replace(c, reading=r) for c, r in zip(moved, again, strict=True)]
    return [corner for corner in tried if corner.reading.shown > _WORTH_A_SECOND_LOOK]


def moved_cut(corner: Corner, size: float, turn: float) -> Corner:
    """Return *corner* with its place grown by *size* and turned by *turn*."""
    place = corner.place
    return replace(
        corner, place=replace(place, height=place.height * size, angle=place.angle + turn)
    )


def second_look(net: Any, levels: Levels, corners: Sequence[Corner]) -> list[Corner]:
    """Read each corner again in three cuts and take the mean of the answers."""
    cuts = [moved_cut(c, size, turn).place for c in corners for size, turn in _CUTS]
    answers = _read(net, levels, cuts)
    n = len(_CUTS)
    return [
        replace(corner, reading=averaged(answers[k * n : (k + 1) * n]))
        for k, corner in enumerate(corners)
    ]


def _read(net: Any, levels: Levels, places: Sequence[Place]) -> list[Reading]:
    crops = [upright(levels, p.x, p.y, p.height, p.angle) for p in places]
    return corner_reader.readings(net, crops)


def averaged(answers: Sequence[Reading]) -> Reading:
    """Return the mean of several readings of one index."""
    return Reading(
        np.mean([answer.ranks for answer in answers], axis=0),
        np.mean([answer.suits for answer in answers], axis=0),
        float(np.mean([answer.red for answer in answers])),
        float(np.mean([answer.shown for answer in answers])),
    )


def each_read_once(corners: Sequence[Corner]) -> list[Corner]:
    """Keep the surest reading of each index: finder, outline and kinds of print overlap."""
    kept: list[Corner] = []
    for corner in sorted(corners, key=lambda c: -c.reading.confidence):
        twin = next((k for k, other in enumerate(kept) if _overlap(corner, other)), None)
        if twin is None:
            kept.append(corner)
        elif kept[twin].outline is None:  # remember which outline it lies on
            kept[twin] = replace(kept[twin], outline=corner.outline)
    return kept


def _overlap(a: Corner, b: Corner) -> bool:
    """Closer than half an index: a neighbour in the tightest fan is farther away."""
    apart = float(np.hypot(a.place.x - b.place.x, a.place.y - b.place.y))
    return apart < 0.5 * max(a.place.height, b.place.height)


def warm_up(models_dir: Path | None = None) -> None:
    """Load the weights and run once, because the first picture of a thread is slow.

    Raises `ReaderUnavailable`, so that a server can say at once that photographs are off.
    """
    folder = models_dir or paths.MODELS
    blank = np.full((96, 96, 3), 128, np.uint8)
    find_indices(blank, folder)
    _read(corner_reader.load(folder), pyramid(blank), [Place(48, 48, 40, 0, 1)])
