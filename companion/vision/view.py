"""What a camera that looks on reports of one frame: cards at their places, and what hides others.

Plain values; `companion.vision.watch` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import Card
from companion.vision.hint import Hint
from companion.vision.stance import Shift
from companion.vision.votes import Box


@dataclass(frozen=True, slots=True)
class Track:
    """One card at one place. ``votes`` of the last ``looks`` (at most 5) named it.

    ``box_xyxy`` is in pixels of the newest frame; ``confidence`` is that of all votes together. It
    came to rest at ``rest_ms`` and was read from ``first_ms`` to ``last_ms``. ``was_laid`` says
    that the camera saw it come to rest; else it may have lain there unread all the time. The last
    look at its place ``missed`` it: it is ``covered`` by a card that came later, or has gone. Its
    printed index is ``index_px`` pixels high, 0 where that is not known. At ``moved_ms`` something
    moved there last: what was read before may have been taken up since; 0 for a camera in a hand.
    """

    id: int
    card: Card
    confidence: float
    votes: int
    looks: int
    box_xyxy: Box
    first_ms: int
    last_ms: int
    rest_ms: int
    was_laid: bool = True
    missed: bool = False
    covered: bool = False
    index_px: float = 0.0
    moved_ms: int = 0


@dataclass(frozen=True, slots=True)
class Blank:
    """What cannot be read: its box in pixels of the frame, and since when it has lain there."""

    box_xyxy: Box
    rest_ms: int


@dataclass(frozen=True, slots=True)
class View:
    """What one frame added. ``cards`` lie on the table, also under others; a hint is a code.

    `companion.vision.hint.SENTENCES` says each hint in words. ``read`` tells whether cards were
    read in this very frame, ``moved`` whether something in it moved. ``blanks`` came to rest for
    good and were looked at in vain, as large as a card may be. What came to rest after
    ``unread_ms`` must not be judged before that which has lain since then is read. The camera was
    ``nudged``, (2, 3), where a point lies now in parts of the picture's width; or it ``is_astray``:
    it stands elsewhere, and nobody knows where what was shown to it lies. It ``is_undecided``
    while another picture is needed to say whether something is wrong with them.
    """

    at_ms: int
    size: tuple[int, int]  # width, height, pixels
    hint: Hint | None
    moved: bool
    read: bool
    cards: tuple[Track, ...]
    arrived: tuple[Track, ...]
    gone: tuple[Track, ...]
    blanks: tuple[Blank, ...] = ()
    unread_ms: int | None = None
    nudged: Shift | None = None
    is_astray: bool = False
    is_undecided: bool = False
