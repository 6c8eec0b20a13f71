"""What the eyes of one evening share, and the picture that stands behind a line of the log.

It holds values and decides nothing.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.core.cards import Card
from companion.lookout_answer import Done

if TYPE_CHECKING:
    from companion.looking import Lookout
    from companion.vision.frame import FrameBGR


@dataclass(frozen=True, slots=True)
class Evidence:
    """The picture of a card behind a line of the log, whose actor names the same *id*.

    *crop_bgr* is uint8, at most 160 x 220 pixels.
    """

    id: str
    evening_id: str
    eye: str
    kind: str
    seat: int | None
    cards: tuple[Card, ...]
    crop_bgr: FrameBGR
    at_ms: int


@dataclass
class Together:
    """What the eyes of one evening share; its lock lets one of them judge at a time."""

    evening_id: str
    eyes: dict[str, Lookout] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    prior: bool = True
    stage: tuple[int, int, str] | None = None
    seq: int = 0
    played: frozenset[Card] = frozenset()
    ignored: set[Card] = field(default_factory=set)
    asked: set[Card] = field(default_factory=set)
    done: list[Done] = field(default_factory=list)
    taken: tuple[Card, int, int] | None = None  # card, seat, until when it is offered as undo
