"""One picture in, the cards that can be read in it out. Keeps no state between pictures."""

from __future__ import annotations

from numbers import Real
from pathlib import Path

import numpy as np

from companion import paths
from companion.core.sighting import Sighting
from companion.vision.assemble import assemble
from companion.vision.crops import pyramid
from companion.vision.effort import STUDY, Effort
from companion.vision.enrol import Deck
from companion.vision.find import Place, find_indices
from companion.vision.frame import Picture, to_frame
from companion.vision.look import Desk, read_corners
from companion.vision.readers import corner as corner_reader


def read_cards(
    picture: Picture,
    *,
    at_ms: int = 0,
    models_dir: Path | None = None,
    effort: Effort = STUDY,
    deck: Deck | None = None,
    least: float | None = None,
) -> list[Sighting]:
    """Return the cards that can be read in *picture*, surest first; silent when unsure.

    *picture* is a BGR array (height, width, 3) of uint8, encoded bytes (JPEG, PNG, WebP), or a
    path; EXIF turns are followed. Each card is reported once, however many of its corners show.
    Boxes are in pixels of the upright picture. *effort* is `STUDY` for a photograph or `GLANCE`
    for a frame of a video; *deck* a deck that was learnt (`companion.vision.enrol`). With *least*,
    cards at least so probable are reported too, for callers that weigh doubtful readings
    themselves. Uses the calling thread only if the caller has set
    ``cv2.setNumThreads(1)``.

    Raises `PictureError` for what is no picture, `ReaderUnavailable` for missing weights,
    `TypeError` for an *effort*, a *deck* or a *least* that is none.
    """
    if not isinstance(effort, Effort):
        raise TypeError(f"effort is {effort!r}; STUDY, GLANCE or another Effort is needed.")
    if deck is not None and not isinstance(deck, Deck):
        raise TypeError(f"deck is {deck!r}; a Deck is needed: Deck.load(path) opens one.")
    if least is not None and not (isinstance(least, Real) and 0 <= least <= 1):
        raise TypeError(f"least is {least!r}; a probability from 0 to 1 is needed.")
    frame = to_frame(picture)
    corners = read_corners(frame, models_dir or paths.MODELS, effort, deck)
    return assemble(corners, at_ms, least)


def warm_up(models_dir: Path | None = None) -> None:
    """Load the weights and run once, because the first picture of a thread is slow.

    Raises `ReaderUnavailable`, so that a server can say at once that photographs are off.
    """
    folder = models_dir or paths.MODELS
    blank = np.full((96, 96, 3), 128, np.uint8)
    find_indices(blank, folder)
    Desk(corner_reader.load(folder), pyramid(blank), 1).read([Place(48, 48, 40, 0, 1)])
