"""What the eyes of one evening share and work with, and the picture behind a line of the log.

It holds values and decides nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from companion.core.cards import Card
from companion.core.table import Table
from companion.eye_questions import Seen
from companion.lookout_answer import Done
from companion.zones import grown

if TYPE_CHECKING:
    from companion.croupier import Croupier
    from companion.door import Door
    from companion.stir import Stir
    from companion.vision.frame import FrameBGR
    from companion.vision.stance import Stance
    from companion.vision.view import View
    from companion.vision.watch import Watch


CROP_PX: Final = (160, 220)


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


def cut_out(frame: FrameBGR, boxes_xyxy: Sequence[Sequence[float]]) -> FrameBGR:
    """Return the part of *frame* around cards, with what lies right around them, made small."""
    whole = (0.0, 0.0, float(frame.shape[1]), float(frame.shape[0]))
    boxes = [grown(box, 1, 0.6) for box in boxes_xyxy] or [whole]
    x0, y0 = (max(0, int(min(box[k] for box in boxes))) for k in (0, 1))
    x1, y1 = (int(max(box[k] for box in boxes)) + 1 for k in (2, 3))
    part = frame[y0:y1, x0:x1]
    step = max(1, -(-part.shape[1] // CROP_PX[0]), -(-part.shape[0] // CROP_PX[1]))
    return part[::step, ::step].copy()


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
    taken: tuple[Card, int, int] | None = None  # card, seat, until when it is offered as undo
