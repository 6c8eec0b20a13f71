"""Phones at a table: which of them holds which seat, and which one the host's pen.

A phone's secret lives in its cookie and, hashed, in the store; it is never part of an address.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from companion.croupier import Actor, Croupier
from companion.store import Device, Store
from companion.store.chain import Evening


@dataclass(frozen=True, slots=True)
class Visitor:
    """A phone at a table: its *token* (hashed), its role and the seat it holds, if any."""

    token_hash: str
    role: str = "watcher"
    seat: int | None = None
    name: str = ""

    @property
    def actor(self) -> Actor:
        """As the croupier knows it."""
        return Actor(self.role, self.seat)

    @property
    def is_host(self) -> bool:
        """Whether this phone has the host's pen."""
        return self.role == "host"


def token_hash(token: str) -> str:
    """Return what is stored of a phone's secret."""
    return hashlib.sha256(token.encode()).hexdigest()


class Phones:
    """The phones of all evenings, as they are kept."""

    def __init__(self, store: Store, croupier: Croupier) -> None:
        self.store = store
        self.croupier = croupier

    def put(self, evening: Evening, visitor: Visitor) -> None:
        """Keep what a phone is at this table."""
        self.store.put_device(
            Device(
                evening=evening.id, token_hash=visitor.token_hash, role=visitor.role,
                seat=visitor.seat, name=visitor.name, seen_at=self.croupier.now(),
            )
        )  # fmt: skip

    def visitor(self, evening: Evening, token: str | None) -> Visitor:
        """Return the phone of *token* at this table; a stranger is a watcher without a name."""
        return self.known(evening, token_hash(token)) if token else Visitor("")

    def known(self, evening: Evening, hashed: str) -> Visitor:
        """Return the phone whose secret has this hash; a stranger is a watcher without a name."""
        device = self.store.device(evening.id, hashed)
        return Visitor(hashed) if device is None else _visitor(device)

    def of(self, evening: Evening) -> list[Visitor]:
        """Return all phones that this table knows."""
        return [_visitor(device) for device in self.store.devices(evening.id)]

    def hosts(self, evening: Evening) -> list[Visitor]:
        """Return the phones with the pen; one, unless something was put right by hand."""
        return [phone for phone in self.of(evening) if phone.is_host]

    def seats_held(self, evening: Evening) -> set[int]:
        """Return the seats that some phone holds."""
        return {phone.seat for phone in self.of(evening) if phone.seat is not None}

    def holding(self, evening: Evening, seat: int) -> list[Visitor]:
        """Return the phones that hold *seat*; one at most, unless put right by hand."""
        return [phone for phone in self.of(evening) if phone.seat == seat]


def _visitor(device: Device) -> Visitor:
    return Visitor(device.token_hash, device.role, device.seat, device.name)
