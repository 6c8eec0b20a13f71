"""One picture in, the cards that can be read in it out. Keeps no state between pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion import paths
from companion.core.sighting import Sighting
from companion.vision.assemble import Corner, assemble
from companion.vision.crops import pyramid, upright
from companion.vision.find import Place, find_indices
from companion.vision.frame import FrameBGR, Picture, to_frame
from companion.vision.readers import corner as corner_reader
from companion.vision.readers.corner import Reading

# Each index is read in slightly different cuts and the answers are averaged: what changes its
# mind when the cut moves by a twentieth of its size was a guess. (size, turn in radians)
_CUTS = ((1.0, 0.0), (0.9, 0.07), (1.12, -0.07))


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
    places = find_indices(frame, models_dir)
    net = corner_reader.load(models_dir)
    levels = pyramid(frame)
    crops = [
        upright(levels, place.x, place.y, place.height * size, place.angle + turn)
        for place in places
        for size, turn in _CUTS
    ]
    answers = corner_reader.readings(net, crops)
    n = len(_CUTS)
    return [Corner(place, averaged(answers[k * n : (k + 1) * n])) for k, place in enumerate(places)]


def averaged(answers: Sequence[Reading]) -> Reading:
    """Return the mean of several readings of one index."""
    return Reading(
        np.mean([answer.ranks for answer in answers], axis=0),
        np.mean([answer.suits for answer in answers], axis=0),
        float(np.mean([answer.red for answer in answers])),
        float(np.mean([answer.shown for answer in answers])),
    )


def warm_up(models_dir: Path | None = None) -> None:
    """Load the weights and run once, because the first picture of a thread is slow.

    Raises `ReaderUnavailable`, so that a server can say at once that photographs are off.
    """
    folder = models_dir or paths.MODELS
    find_indices(np.full((96, 96, 3), 128, np.uint8), folder)
    blank: list[Place] = [Place(48, 48, 40, 0, 1)]
    levels = pyramid(np.full((96, 96, 3), 128, np.uint8))
    crops = [upright(levels, place.x, place.y, place.height, place.angle) for place in blank]
    corner_reader.readings(corner_reader.load(folder), crops)
