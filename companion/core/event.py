"""An event: one fact, frozen and complete in itself. Which facts there are, `events` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.ledger import Transfer

Stakes = tuple[tuple[str, int], ...]
"""Chips by space, in layout order: ``(("AH", 1), ("KC", 2))``."""

Counts = tuple[tuple[int, int], ...]
"""A number by seat: ``((0, 11), (1, 10))``."""


@dataclass(frozen=True, slots=True)
class Event:
    """A fact.

    *rule* names the paragraph it follows from; *steadfast* facts never fall with an undo.
    """

    rule: ClassVar[str] = ""
    steadfast: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The class name, as stored."""
        return type(self).__name__

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the chips this fact moves; most move none."""
        return ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        names: tuple[str, ...] = type(self).__slots__
        return {name: getattr(self, name) for name in names}
