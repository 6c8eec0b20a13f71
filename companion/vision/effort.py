"""How much work one picture may cost, counted in pieces of work and never in time.

So the same picture always gets the same answer, on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Effort:
    """Bounds on the work for one picture.

    ``sides`` are the long sides in pixels of the copies in which indices are looked for; ``crops``
    is the most readings of single indices; ``tries`` how many other cuts a doubtful one may get, of
    which the best is taken; ``cuts`` in how many slightly different cuts that one is read before
    its answers are averaged; ``outlines`` whether cards' edges may be traced. Once ``enough``
    likely indices are found in one copy, smaller copies are not looked at.
    """

    sides: tuple[int, ...]
    crops: int
    tries: int
    cuts: int
    outlines: bool
    enough: int = 1000


STUDY: Final = Effort((1280, 640, 320, 160), 480, 8, 6, outlines=True)
"""A photograph: about 0.1 s."""

GLANCE: Final = Effort((640, 320, 160), 32, 2, 1, outlines=False, enough=6)
"""A frame of a video: about 30 ms; the votes of several frames do the rest."""
