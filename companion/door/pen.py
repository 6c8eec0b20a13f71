"""The host's pen: one phone has it, and only a person's word moves it, never time alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from companion.core.errors import RuleError
from companion.croupier import Answer
from companion.door.phones import Phones, Visitor, token_hash
from companion.door.settings import Settings, one_at_a_time
from companion.store.chain import Evening

TRIES: Final = 10
"""So many wrong recovery words a table takes before it takes no more until the server restarts."""


class Pen:
    """Moves the pen from phone to phone; *passage* is the door's."""

    def __init__(self, phones: Phones, settings: Settings) -> None:
        self.phones = phones
        self.settings = settings
        self.croupier = phones.croupier
        self.passage = settings.passage
        self._wrong_words: dict[str, int] = {}

    @one_at_a_time
    def take_by_word(self, evening: Evening, token: str, word: str) -> Answer:
        """Give the pen to whoever knows the recovery word."""
        if self._wrong_words.get(evening.id, 0) >= TRIES:
            raise RuleError(
                "not_yours",
                "Too many wrong words. Ask for the pen instead, or restart Boodle on its computer.",
            )
        spoken = " ".join(word.lower().split())
        if token_hash(spoken) != self.settings.of(evening).get("recovery"):
            self._wrong_words[evening.id] = self._wrong_words.get(evening.id, 0) + 1
            raise RuleError(
                "not_yours",
                "That is not the recovery word. It was shown when the table was opened.",
            )
        self._hand_over(evening, self.phones.visitor(evening, token))
        return Answer(True, self.croupier.seq(evening.id), "You have the pen now.")

    @one_at_a_time
    def ask(self, evening: Evening, token: str) -> Answer:
        """A seated player asks for the pen; another one's word gives it, never time alone."""
        visitor = self.phones.visitor(evening, token)
        if visitor.seat is None:
            raise RuleError("not_yours", "Sit down first; then you can ask for the pen.")
        self.settings.keep(evening, pen={"token_hash": visitor.token_hash, "seat": visitor.seat})
        self.settings.announce(evening)
        name = self.croupier.table(evening.id).name(visitor.seat)
        return Answer(
            True, self.croupier.seq(evening.id), f"{name} asks for the pen. Somebody else says yes."
        )

    def asked(self, evening: Evening) -> dict[str, Any] | None:
        """Return who asks for the pen."""
        asked: dict[str, Any] | None = self.settings.of(evening).get("pen")
        return asked

    @one_at_a_time
    def answer(self, evening: Evening, token: str, yes: bool) -> Answer:
        """Another seated person, or the host, says whether who asks gets the pen."""
        visitor, asked = self.phones.visitor(evening, token), self.asked(evening)
        if asked is None:
            raise RuleError("no_proposal", "Nobody asks for the pen now.")
        if visitor.token_hash == asked["token_hash"] and yes:
            raise RuleError("not_yours", "Somebody else at the table says yes to that.")
        if visitor.seat is None and not visitor.is_host:
            raise RuleError("not_yours", "Somebody who plays says yes to that.")
        self.settings.keep(evening, pen=None)
        if yes:
            name = self.phones.known(evening, asked["token_hash"]).name
            self._hand_over(evening, Visitor(asked["token_hash"], "player", asked["seat"], name))
        self.settings.announce(evening)
        return Answer(
            True, self.croupier.seq(evening.id), "The pen has moved." if yes else "The pen stays."
        )

    @one_at_a_time
    def give(self, evening: Evening, seat: int) -> None:
        """The host hands the pen to the phone of *seat*."""
        holding = self.phones.holding(evening, seat)
        if not holding:
            raise RuleError("unknown_seat", "No phone holds that seat, so the pen cannot go there.")
        self._hand_over(evening, holding[0])
        self.settings.announce(evening)

    def _hand_over(self, evening: Evening, to: Visitor) -> None:
        for phone in self.phones.hosts(evening):
            role = "player" if phone.seat is not None else "watcher"
            self.phones.put(evening, replace(phone, role=role))
        self.phones.put(evening, replace(to, role="host"))
