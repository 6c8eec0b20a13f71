"""The door of a table: who sits down, who comes back to which seat, who waits outside.

Chips and cards are none of its business: whoever sits down does so through the croupier. Secrets
live in the phone's cookie and, hashed, in the store; none is ever part of an address or a QR code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.core.errors import RuleError
from companion.core.evening import clean_name, free_animals
from companion.croupier import Actor, Answer, Croupier, Said
from companion.door.pen import Pen
from companion.door.phones import Phones, Visitor, token_hash
from companion.door.settings import Settings, one_at_a_time
from companion.store import Store
from companion.store.chain import Evening

WATCHING: Final = "watching"
"""The name of a phone that only looks on."""
CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
WORDS: Final = (
    "apple", "badger", "candle", "cherry", "clover", "copper", "daisy", "falcon", "feather",
    "garden", "ginger", "hazel", "island", "ivory", "kettle", "lantern", "lemon", "maple", "meadow",
    "mitten", "nutmeg", "olive", "orchid", "pebble", "pepper", "pigeon", "rabbit", "ribbon",
    "saddle", "thimble", "velvet", "walnut",
)  # fmt: skip


class Door:
    """Lets people in, back in and out. *choose* picks one of a sequence at random, handed in."""

    def __init__(self, store: Store, croupier: Croupier, choose: Callable[[Any], Any]) -> None:
        self.store = store
        self.croupier = croupier
        self.phones = Phones(store, croupier)
        self.settings = Settings(store, croupier)
        self.pen = Pen(self.phones, self.settings)
        self.passage = self.settings.passage
        self.visitor = self.phones.visitor
        self._choose = choose

    # ---- opening --------------------------------------------------------------------------------

    def open_table(
        self, token: str, *, game: str, options: Mapping[str, Any], depth: str, single: bool = False
    ) -> tuple[Evening, str]:
        """Open a table whose pen *token* holds; return it and the recovery word, shown once."""
        word = " ".join(self._choose(WORDS) for _ in range(3))
        private = {"recovery": token_hash(word), "locked": False, "single": single}
        evening = self.croupier.open_evening(
            game=game, options=options, depth=depth, code=self._free_code(), private=private
        )
        self.phones.put(evening, Visitor(token_hash(token), "host"))
        return evening, word

    def _free_code(self) -> str:
        for _ in range(100):
            code = "".join(self._choose(CODE_LETTERS) for _ in range(4))
            if self.store.evening_by_code(code) is None:
                return code
        raise RuntimeError("no table code is free")

    @one_at_a_time
    def open_again(self, evening: Evening) -> Evening:
        """Open the next evening of the same people by the same rules; every phone keeps its seat.

        Asked twice it is the same table. Chips begin anew; the recovery word stays what it was.
        """
        following = self.following(evening)
        if following is not None:
            return following
        table, old = self.croupier.table(evening.id), self.settings.of(evening)
        private = {name: value for name, value in old.items() if name in ("recovery", "single")}
        new = self.croupier.open_evening(
            game=table.game.key, options=table.options.to_dict(), depth=table.depth,
            code=self._free_code(), private={"locked": False, **private},
        )  # fmt: skip
        self._seat_again(evening, new)
        self.settings.keep(evening, following=new.code)
        self.settings.announce(evening)
        return new

    def following(self, evening: Evening) -> Evening | None:
        """Return the evening that was opened for the same people afterwards, while it is kept."""
        code = self.settings.of(evening).get("following")
        return self.store.evening_by_code(code) if code else None

    def _seat_again(self, old: Evening, new: Evening) -> None:
        """Seat the people of *old* in their order, give phones their seats, pass the deal on."""
        table, seats = self.croupier.table(old.id), dict[int, int]()
        for seat in table.circle:
            who = table.seats[seat]
            self._sit(new, who.name, who.animal, self.croupier.new_id())
            seats[seat] = self._seat_named(new, who.name)
        for phone in self.phones.of(old):
            seat_now = seats.get(phone.seat) if phone.seat is not None else None
            role = "watcher" if phone.role == "player" and seat_now is None else phone.role
            self.phones.put(new, replace(phone, role=role, seat=seat_now))
        if table.hand is not None and table.dealer in seats:
            seen, deals = self.croupier.seq(new.id), {"seat": seats[table.dealer]}
            said = Said(self.croupier.new_id(), seen, "dealer", deals)
            self.croupier.submit(new.id, said, Actor("boodle"))

    # ---- sitting down ---------------------------------------------------------------------------

    @one_at_a_time
    def join(self, evening: Evening, token: str, name: str, animal: str, command_id: str) -> Answer:
        """Seat the phone of *token*; the same phone again stays where it sits.

        While a hand is played it waits, watching, and sits down before the next hand.
        """
        visitor = self.visitor(evening, token)
        table = self.croupier.table(evening.id)
        if visitor.seat is not None and visitor.seat in table.circle:
            return Answer(True, self.croupier.seq(evening.id), "You sit at this table already.")
        self._verify_unlocked(evening, visitor)
        name = clean_name(name)
        coming = (
            len(table.circle)
            + 1
            + sum(who["token_hash"] != visitor.token_hash for who in self.waiting(evening))
        )
        table.game.check_players(max(coming, table.game.seats[0]))
        if table.playing is not None and not table.ended:
            self._verify_new(evening, visitor, name)
            return self._wait(evening, visitor, name, animal)
        if animal not in free_animals(table):
            animal = next(iter(free_animals(table)), animal)
        answer = self._sit(evening, name, animal, command_id)
        if answer.ok:
            self._take(evening, visitor, self._seat_named(evening, name), name)
            self._forget_turned_away(evening, visitor)
        return answer

    def _forget_turned_away(self, evening: Evening, visitor: Visitor) -> None:
        away = self.turned_away(evening)
        stays = [who for who in away if who["token_hash"] != visitor.token_hash]
        if stays != away:
            self.settings.keep(evening, turned_away=stays)

    def _verify_new(self, evening: Evening, visitor: Visitor, name: str) -> None:
        """Raise `RuleError` ``name_taken`` now, not when the next hand begins."""
        others = [seat.name for seat in self.croupier.table(evening.id).seats.values()]
        others += [
            who["name"] for who in self.waiting(evening) if who["token_hash"] != visitor.token_hash
        ]
        for other in others:
            if other.casefold() == name.casefold():
                raise RuleError(
                    "name_taken",
                    f"{other} is at this table already. Is that you? Else add a letter.",
                )

    @one_at_a_time
    def watch(self, evening: Evening, token: str) -> Answer:
        """Let the phone of *token* look on without a seat."""
        visitor = self.visitor(evening, token)
        if visitor.seat is None and not visitor.is_host:
            self._verify_unlocked(evening, visitor)
            name = visitor.name or WATCHING
            self.phones.put(evening, replace(visitor, role="watcher", name=name))
        return Answer(True, self.croupier.seq(evening.id), "You are watching.")

    def _verify_unlocked(self, evening: Evening, visitor: Visitor) -> None:
        if self.settings.is_locked(evening) and not visitor.is_host:
            raise RuleError(
                "not_yours", "The table is locked. Ask the host to unlock it, then try again."
            )

    def _sit(self, evening: Evening, name: str, animal: str, command_id: str) -> Answer:
        said = Said(
            command_id, self.croupier.seq(evening.id), "sit", {"name": name, "animal": animal}
        )
        return self.croupier.submit(evening.id, said, Actor("boodle"))

    def _seat_named(self, evening: Evening, name: str) -> int:
        seats = self.croupier.table(evening.id).seats
        return next(seat.number for seat in seats.values() if seat.name == name)

    def _take(self, evening: Evening, visitor: Visitor, seat: int, name: str) -> None:
        role = "host" if visitor.is_host else "player"
        self.phones.put(evening, replace(visitor, role=role, seat=seat, name=name))

    def _wait(self, evening: Evening, visitor: Visitor, name: str, animal: str) -> Answer:
        waiting = [w for w in self.waiting(evening) if w["token_hash"] != visitor.token_hash]
        waiting.append({"token_hash": visitor.token_hash, "name": name, "animal": animal})
        self.settings.keep(evening, waiting=waiting)
        self._forget_turned_away(evening, visitor)
        if not visitor.is_host:
            self.phones.put(evening, replace(visitor, role="watcher", name=name))
        say = f"{name}, you sit down with the next hand. Until then, watch."
        return Answer(True, self.croupier.seq(evening.id), say)

    def waiting(self, evening: Evening) -> list[dict[str, str]]:
        """Return who asked for a seat while a hand was played."""
        return list(self.settings.of(evening).get("waiting", []))

    @one_at_a_time
    def seat_waiting(self, evening: Evening) -> None:
        """Seat everybody who waits, now that no hand is played."""
        waiting = self.waiting(evening)
        if self.croupier.table(evening.id).playing is not None:
            return
        if waiting or self.turned_away(evening):
            self.settings.keep(evening, waiting=[], turned_away=[])
        for who in waiting:
            free = free_animals(self.croupier.table(evening.id))
            animal = who["animal"] if who["animal"] in free else next(iter(free), who["animal"])
            answer = self._sit(evening, who["name"], animal, self.croupier.new_id())
            if answer.ok:
                phone = self.phones.known(evening, who["token_hash"])
                self._take(evening, phone, self._seat_named(evening, who["name"]), who["name"])
            else:
                away = {"token_hash": who["token_hash"], "name": who["name"], "say": answer.say}
                self.settings.keep(evening, turned_away=[*self.turned_away(evening), away])

    def turned_away(self, evening: Evening) -> list[dict[str, str]]:
        """Return who waited for this hand and could not be seated, each with the reason to say."""
        return list(self.settings.of(evening).get("turned_away", []))

    # ---- coming back ----------------------------------------------------------------------------

    @one_at_a_time
    def claim(self, evening: Evening, token: str, seat: int) -> Answer:
        """Give the phone of *token* the seat it says it had: at once unless another holds it."""
        visitor, table = self.visitor(evening, token), self.croupier.table(evening.id)
        if seat not in table.seats:
            raise RuleError("unknown_seat", "Nobody holds that seat at this table.")
        if visitor.seat is not None and visitor.seat != seat:
            raise RuleError("not_yours", f"This phone is {table.name(visitor.seat)}'s already.")
        seq = self.croupier.seq(evening.id)
        if visitor.seat != seat and self.phones.holding(evening, seat):
            others = [a for a in self.asking(evening) if a["token_hash"] != visitor.token_hash]
            asking = [*others, {"token_hash": visitor.token_hash, "seat": seat}]
            self.settings.keep(evening, asking=asking)
            self.croupier.announce(evening.id, seq, f"{table.name(seat)} wants back in.")
            return Answer(
                True, seq, f"Another phone holds {table.name(seat)}'s seat. The host is asked."
            )
        self._take(evening, visitor, seat, table.name(seat))
        self.croupier.announce(evening.id, seq, f"{table.name(seat)} is back.")
        return Answer(True, seq, f"Welcome back, {table.name(seat)}.")

    def asking(self, evening: Evening) -> list[dict[str, Any]]:
        """Return the phones that want a seat another phone holds."""
        return list(self.settings.of(evening).get("asking", []))

    @one_at_a_time
    def answer_asking(self, evening: Evening, hashed: str, yes: bool) -> None:
        """The host says whether the phone that asks gets the seat; the other one then watches."""
        asking = self.asking(evening)
        self.settings.keep(evening, asking=[a for a in asking if a["token_hash"] != hashed])
        for ask in (a for a in asking if yes and a["token_hash"] == hashed):
            self.free_seat(evening, ask["seat"])
            name = self.croupier.table(evening.id).name(ask["seat"])
            self._take(evening, self.phones.known(evening, hashed), ask["seat"], name)
        self.settings.announce(evening)

    @one_at_a_time
    def free_seat(self, evening: Evening, seat: int) -> None:
        """Let whatever phone holds *seat* go; the person keeps the seat."""
        for phone in self.phones.holding(evening, seat):
            role = "host" if phone.is_host else "watcher"
            self.phones.put(evening, replace(phone, role=role, seat=None))
        self.settings.announce(evening)

    @one_at_a_time
    def hold_seat(self, evening: Evening, token: str, seat: int | None) -> None:
        """Let the host's own phone play for *seat* (or for nobody) without asking."""
        visitor = self.visitor(evening, token)
        if seat is not None and visitor.seat != seat:
            self.free_seat(evening, seat)
        name = "" if seat is None else self.croupier.table(evening.id).name(seat)
        self.phones.put(evening, replace(visitor, seat=seat, name=name))
