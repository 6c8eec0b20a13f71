"""What the screens of a house work with: who decides, who is let in, who hears, who looks on.

It holds them together and does nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.croupier import Croupier
from companion.door import Door
from companion.evidence import Pictures
from companion.web.eyes import Eyes, lookouts_for
from companion.web.live import Hub
from companion.web.network import Network


@dataclass(frozen=True, slots=True)
class Boodle:
    """What the screens work with; *network* knows where phones find this machine.

    *eyes* are the cameras at the tables; without any given, their pictures are kept nowhere.
    """

    croupier: Croupier
    door: Door
    hub: Hub
    network: Network = field(default_factory=Network)
    eyes: Eyes = field(default=None)  # type: ignore[assignment]  # made below

    def __post_init__(self) -> None:
        if self.eyes is None:
            object.__setattr__(self, "eyes", eyes_of(self.croupier, self.door, self.hub, None))


def eyes_of(
    croupier: Croupier, door: Door, hub: Hub, folder: Path | None, *, apart: bool = False
) -> Eyes:
    """Return the cameras of a house that keeps pictures of cards in *folder*.

    *apart* as for `companion.web.eyes.lookouts_for`.
    """
    return Eyes(
        lookouts_for(croupier, door, apart=apart), Pictures(folder),
        keeps=door.settings.keeps_pictures,
        nudge=lambda evening_id: hub.nudge(evening_id, croupier.seq(evening_id)),
    )  # fmt: skip
