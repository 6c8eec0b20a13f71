"""Look-outs that say what a test tells them to, in the place of those that read pictures."""

from __future__ import annotations

from typing import Any

import companion.vision


class Lookout:
    """One camera. *says* is what it answers, over a quiet table; *pictures* is what came."""

    def __init__(self, seat: int | None, label: str) -> None:
        self.seat, self.label = seat, label
        self.says: dict[str, Any] = {}
        self.pictures: list[bytes] = []
        self.calls: list[tuple[str, Any]] = []
        self.raises: Exception | None = None
        self.seq = 1

    def look(self, picture: bytes, at_ms: int, seq: int) -> dict[str, Any]:
        if self.raises is not None:
            raise self.raises
        self.pictures.append(picture)
        return self.status()

    def status(self) -> dict[str, Any]:
        quiet = {
            "ok": True, "busy": False, "seq": 1, "at_ms": 0, "size": [1280, 720], "next_ms": 0,
            "moved": False, "read": True, "owes": False, "undecided": False, "hint": None,
            "trouble": "",
            "needed": None, "outlines": [], "did": [], "undo": None, "questions": [], "hands": {},
            "setting": None, "astray": False, "zones": [], "masks": [], "disorder": False,
            "prior": True, "seat": self.seat, "others": [], "say": "",
        }  # fmt: skip
        return quiet | self.says

    def __getattr__(self, name: str) -> Any:
        if name in ("set_up", "stay", "skip", "turn", "clear", "ignore", "place"):
            return lambda *given: self.calls.append((name, given[0] if given else None))
        raise AttributeError(name)


class Lookouts:
    """All cameras of the house, by evening and name."""

    def __init__(self) -> None:
        self.open: dict[tuple[str, str], Lookout] = {}
        self.closed: list[str] = []
        self.forgotten: list[str] = []
        self.rests_on: Any = None  # the picture behind what is tapped next

    def eye(
        self, evening_id: str, name: str, *, seat: int | None = None, label: str = ""
    ) -> Lookout:
        return self.open.setdefault((evening_id, name), Lookout(seat, label))

    def evidence_of(self, evening_id: str, said: Any) -> Any:
        return self.rests_on

    def find(self, evening_id: str, name: str) -> Lookout | None:
        return self.open.get((evening_id, name))

    def close(self, evening_id: str, name: str) -> None:
        self.open.pop((evening_id, name), None)
        self.closed.append(name)

    def forget(self, evening_id: str) -> None:
        self.forgotten.append(evening_id)

    def study(self, frame: Any, least: float | None = None) -> list[Any]:
        return companion.vision.read_cards(frame, least=least)

    @property
    def only(self) -> Lookout:
        """The one camera there is."""
        (lookout,) = self.open.values()
        return lookout
