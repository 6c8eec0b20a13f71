"""What is said to the croupier, by whom, and what is answered: plain values, nothing decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.core.events import Event


@dataclass(frozen=True, slots=True)
class Actor:
    """Who speaks: *role* is ``host``, ``player``, ``watcher`` or ``boodle`` (the program).

    Where the program speaks for a camera, *eye* is which one and *seat* who it saw.
    """

    role: str
    seat: int | None = None
    eye: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values, as they are stored with a line."""
        who = {"role": self.role, "seat": self.seat}
        return who if self.eye is None else {**who, "eye": self.eye}

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Actor:
        """Return who spoke, as stored with a line."""
        return cls(body.get("role", "boodle"), body.get("seat"), body.get("eye"))


HOST: Final = Actor("host")


@dataclass(frozen=True, slots=True)
class Said:
    """A command as it arrives: *id* from the phone, *seq_seen* the last line its screen showed.

    *evidence* names the picture it rests on, where a camera has one.
    """

    id: str
    seq_seen: int
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the phone is told. *code* is set where it was refused; *seq* is the last line now."""

    ok: bool
    seq: int
    say: str
    code: str | None = None
    doubts: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "ok": self.ok, "seq": self.seq, "say": self.say, "code": self.code,
            "doubts": list(self.doubts), "dropped": list(self.dropped),
        }  # fmt: skip

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Answer:
        """Return the answer stored as *body*."""
        return cls(
            body["ok"], body["seq"], body["say"], body["code"],
            tuple(body["doubts"]), tuple(body["dropped"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """One act to be stored: the command behind it and its events, the act first."""

    kind: str
    data: Mapping[str, Any]
    events: tuple[Event, ...]
    actor: Actor | None = None
    """Who said it first, where somebody else's amendment records it again."""
