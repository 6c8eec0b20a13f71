"""What an evening keeps for itself beside its log: the lock, one phone or many, cameras, pictures.

Nothing here moves a chip, and nothing of it is told to phones but what a page shows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from companion.croupier import Croupier
from companion.store import Store
from companion.store.chain import Evening

Given = ParamSpec("Given")
Told = TypeVar("Told")


def one_at_a_time(act: Callable[Given, Told]) -> Callable[Given, Told]:
    """Let no two phones through the door at once: who sits where is read, then written."""

    @wraps(act)
    def through(*args: Given.args, **more: Given.kwargs) -> Told:
        with args[0].passage:  # type: ignore[attr-defined]
            return act(*args, **more)

    return through


class Settings:
    """What is kept of every evening by name; *passage* is held while something is changed."""

    def __init__(self, store: Store, croupier: Croupier) -> None:
        self.store = store
        self.croupier = croupier
        self.passage = threading.RLock()

    def of(self, evening: Evening) -> dict[str, Any]:
        """Return all that is kept of *evening*."""
        return self.store.evening(evening.id).private

    @one_at_a_time
    def keep(self, evening: Evening, **changes: Any) -> None:
        """Keep *changes* beside what is kept already."""
        self.store.keep_private(evening.id, {**self.of(evening), **changes})

    def announce(self, evening: Evening) -> None:
        """Let every page of *evening* look again."""
        self.croupier.announce(evening.id, self.croupier.seq(evening.id), "")

    @one_at_a_time
    def lock(self, evening: Evening, locked: bool) -> None:
        """Keep strangers out, or let people in again; nobody is thrown out."""
        self.keep(evening, locked=locked)
        self.announce(evening)

    def is_locked(self, evening: Evening) -> bool:
        """Whether strangers are kept out."""
        return bool(self.of(evening).get("locked"))

    def is_single(self, evening: Evening) -> bool:
        """Whether one phone serves the whole table."""
        return bool(self.of(evening).get("single"))

    @one_at_a_time
    def open_to_phones(self, evening: Evening) -> None:
        """Turn a table of one phone into one that phones can join."""
        self.keep(evening, single=False)

    @one_at_a_time
    def keep_pictures(self, evening: Evening, keeps: bool) -> None:
        """Keep pictures of the cards behind each line from now on, or none."""
        self.keep(evening, pictures=keeps)

    def keeps_pictures(self, evening_id: str) -> bool:
        """Whether this evening keeps pictures of cards: it does, until its host says otherwise."""
        return bool(self.store.evening(evening_id).private.get("pictures", True))

    @one_at_a_time
    def allow_cameras(self, evening: Evening, allowed: bool) -> None:
        """Let cameras look on at this table, or none; photographs may be taken all the same."""
        self.keep(evening, cameras=allowed)
        self.announce(evening)

    def has_cameras(self, evening_id: str) -> bool:
        """Whether cameras may look on: they may, until the host says otherwise."""
        return bool(self.store.evening(evening_id).private.get("cameras", True))

    @one_at_a_time
    def accept_order(self, evening: Evening) -> None:
        """Let cards lie round the table in another order than the seats: people sit so."""
        self.keep(evening, order_accepted=True)
        self.announce(evening)

    def is_order_accepted(self, evening_id: str) -> bool:
        """Whether somebody has said that people sit as their cards lie, whatever the seats say."""
        return bool(self.store.evening(evening_id).private.get("order_accepted"))

    def eye_settings(self, evening_id: str, eye: str) -> dict[str, Any]:
        """Return what is kept of a camera: the places of seats in its picture, and the covers."""
        kept: dict[str, Any] = self.store.evening(evening_id).private.get("eyes", {}).get(eye, {})
        return kept

    @one_at_a_time
    def keep_eye_settings(self, evening_id: str, eye: str, settings: Mapping[str, Any]) -> None:
        """Keep what is set up for a camera of this evening; empty settings are forgotten."""
        evening = self.store.evening(evening_id)
        eyes = {**evening.private.get("eyes", {}), eye: dict(settings)}
        self.keep(evening, eyes={name: each for name, each in eyes.items() if each})
