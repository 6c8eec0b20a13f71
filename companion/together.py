"""What the eyes of one evening share and work with, and the picture behind a line of the log.

It holds values and decides nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from companion.core.cards import Card
from companion.core.table import Table
from companion.eye_questions import Seen
from companion.lookout_answer import Done
from companion.shown import Shown

if TYPE_CHECKING:
    from companion.croupier import Croupier
    from companion.door import Door
    from companion.stir import Stir
    from companion.vision.frame import FrameBGR
    from companion.vision.stance import Stance
    from companion.vision.view import View
    from companion.vision.watch import Watch


@dataclass(frozen=True, slots=True)
class Evidence:
    """The picture of a card behind a line of the log, whose actor names the same *id*.

    *crop_bgr* is uint8, at most 160 x 220 pixels a card or poker hand.
    """

    id: str
    evening_id: str
    eye: str
    kind: str
    seat: int | None
    cards: tuple[Card, ...]
    crop_bgr: FrameBGR
    at_ms: int


@dataclass(frozen=True, slots=True)
class Means:
    """What every eye of a house works with.

    *clock_ms* is the server's clock; *keep* hears of each picture that became evidence; *watch*
    makes what turns frames into cards and *stir* what notices where something was laid.
    """

    croupier: Croupier
    clock_ms: Callable[[], int]
    door: Door | None
    keep: Callable[[Evidence], None] | None
    watch: Callable[[], Watch]
    stir: Callable[[], Stir]


class Onlooker(Protocol):
    """One eye, as the others know it; `companion.looking.Lookout` is one."""

    name: str
    seat: int | None
    label: str
    view: View | None

    @property
    def looked_ms(self) -> int:
        """When its last picture came, on the server's clock."""
        ...

    @property
    def is_awake(self) -> bool:
        """Whether it has sent a frame just now, or one is being read."""
        ...

    def seen(self, seq: int, table: Table) -> list[Seen]:
        """Return what it sees lie that may be news; the log has *seq* lines."""
        ...

    def grow_old(self, after: Card | None = None) -> None:
        """Call what lies there old, or only what was laid no later than *after*."""
        ...

    def let_lie(self, cards: frozenset[Card]) -> None:
        """Take no notice of *cards* as long as they lie there."""
        ...


Eye = TypeVar("Eye", bound=Onlooker)


@dataclass
class Together(Generic[Eye]):
    """What the eyes of one evening share; its lock lets one of them judge at a time."""

    evening_id: str
    eyes: dict[str, Eye] = field(default_factory=dict)
    stances: dict[str, Stance] = field(default_factory=dict)  # of eyes that may come back
    lock: threading.RLock = field(default_factory=threading.RLock)
    prior: bool = True
    stage: tuple[int, int, str] | None = None
    seq: int = 0
    played: frozenset[Card] = frozenset()
    asked: set[Card] = field(default_factory=set)
    done: list[Done] = field(default_factory=list)
    hands: dict[int, tuple[Card, ...]] = field(default_factory=dict)  # of a showdown, by seat
    shown: Shown = field(default_factory=Shown)
    taken: tuple[Card, int, int] | None = None  # card, seat, until when it is offered as undo
