"""The door of a table: which phone holds which seat, who has the host's pen, who waits outside.

Chips and cards are none of its business: whoever sits down does so through the croupier. Secrets
live in the phone's cookie and, hashed, in the store; none is ever part of an address or a QR code.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from companion.core.errors import RuleError
from companion.core.evening import clean_name, free_animals
from companion.croupier import Actor, Answer, Croupier, Said
from companion.store import Device, Store
from companion.store.chain import Evening

TRIES: Final = 10
"""So many wrong recovery words a table takes before it takes no more until the server restarts."""
WATCHING: Final = "watching"
"""The name of a phone that only looks on."""
CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
WORDS: Final = (
    "apple", "badger", "candle", "cherry", "clover", "copper", "daisy", "falcon", "feather",
    "garden", "ginger", "hazel", "island", "ivory", "kettle", "lantern", "lemon", "maple", "meadow",
    "mitten", "nutmeg", "olive", "orchid", "pebble", "pepper", "pigeon", "rabbit", "ribbon",
    "saddle", "thimble", "velvet", "walnut",
)  # fmt: skip


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


Given = ParamSpec("Given")
Told = TypeVar("Told")


def _one_at_a_time(act: Callable[Given, Told]) -> Callable[Given, Told]:
    """Let no two phones through the door at once: who sits where is read, then written."""

    @wraps(act)
    def through(*args: Given.args, **more: Given.kwargs) -> Told:
        with args[0]._passage:  # type: ignore[attr-defined]
            return act(*args, **more)

    return through


class Door:
    """Lets people in, back in and out. *choose* picks one of a sequence at random, handed in."""

    def __init__(self, store: Store, croupier: Croupier, choose: Callable[[Any], Any]) -> None:
        self.store = store
        self.croupier = croupier
        self._choose = choose
        self._passage = threading.RLock()
        self._opening = threading.Lock()
        self._wrong_words: dict[str, int] = {}

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
        self._put(evening, Visitor(token_hash(token), "host"))
        return evening, word

    def _free_code(self) -> str:
        for _ in range(100):
            code = "".join(self._choose(CODE_LETTERS) for _ in range(4))
            if self.store.evening_by_code(code) is None:
                return code
        raise RuntimeError("no table code is free")

    def _put(self, evening: Evening, visitor: Visitor) -> None:
        self.store.put_device(
            Device(
                evening=evening.id, token_hash=visitor.token_hash, role=visitor.role,
                seat=visitor.seat, name=visitor.name, seen_at=self.croupier.now(),
            )
        )  # fmt: skip

    @_one_at_a_time
    def open_again(self, evening: Evening) -> Evening:
        """Open the next evening of the same people by the same rules; every phone keeps its seat.

        Asked twice it is the same table. Chips begin anew; the recovery word stays what it was.
        """
        with self._opening:
            following = self.following(evening)
            if following is not None:
                return following
            table, old = self.croupier.table(evening.id), self._private(evening)
            private = {name: value for name, value in old.items() if name in ("recovery", "single")}
            new = self.croupier.open_evening(
                game=table.game.key, options=table.options.to_dict(), depth=table.depth,
                code=self._free_code(), private={"locked": False, **private},
            )  # fmt: skip
            self._seat_again(evening, new)
            self._keep(evening, following=new.code)
        self._announce(evening)
        return new

    def following(self, evening: Evening) -> Evening | None:
        """Return the evening that was opened for the same people afterwards, while it is kept."""
        code = self._private(evening).get("following")
        return self.store.evening_by_code(code) if code else None

    def _seat_again(self, old: Evening, new: Evening) -> None:
        """Seat the people of *old* in their order, give phones their seats, pass the deal on."""
        table, seats = self.croupier.table(old.id), dict[int, int]()
        for seat in table.circle:
            who = table.seats[seat]
            self._sit(new, who.name, who.animal, self.croupier.new_id())
            seats[seat] = self._seat_named(new, who.name)
        for device in self.store.devices(old.id):
            seat_now = seats.get(device.seat) if device.seat is not None else None
            role = "watcher" if device.role == "player" and seat_now is None else device.role
            self._put(new, Visitor(device.token_hash, role, seat_now, device.name))
        if table.hand is not None and table.dealer in seats:
            seen, deals = self.croupier.seq(new.id), {"seat": seats[table.dealer]}
            said = Said(self.croupier.new_id(), seen, "dealer", deals)
            self.croupier.submit(new.id, said, Actor("boodle"))

    # ---- who is it ------------------------------------------------------------------------------

    def visitor(self, evening: Evening, token: str | None) -> Visitor:
        """Return the phone of *token* at this table; a stranger is a watcher without a name."""
        if not token:
            return Visitor("")
        hashed = token_hash(token)
        device = self.store.device(evening.id, hashed)
        if device is None:
            return Visitor(hashed)
        return Visitor(hashed, device.role, device.seat, device.name)

    def seats_with_phone(self, evening: Evening) -> set[int]:
        """Return the seats that some phone holds."""
        return {d.seat for d in self.store.devices(evening.id) if d.seat is not None}

    def hosts(self, evening: Evening) -> list[Device]:
        """Return the phones with the pen; one, unless something was put right by hand."""
        return [device for device in self.store.devices(evening.id) if device.role == "host"]

    # ---- sitting down ---------------------------------------------------------------------------

    @_one_at_a_time
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
            self._keep(evening, turned_away=stays)

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

    @_one_at_a_time
    def watch(self, evening: Evening, token: str) -> Answer:
        """Let the phone of *token* look on without a seat."""
        visitor = self.visitor(evening, token)
        if visitor.seat is None and not visitor.is_host:
            self._verify_unlocked(evening, visitor)
            self._put(evening, replace(visitor, role="watcher", name=visitor.name or WATCHING))
        return Answer(True, self.croupier.seq(evening.id), "You are watching.")

    def _verify_unlocked(self, evening: Evening, visitor: Visitor) -> None:
        if self._private(evening).get("locked") and not visitor.is_host:
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
        self._put(evening, replace(visitor, role=role, seat=seat, name=name))

    def _wait(self, evening: Evening, visitor: Visitor, name: str, animal: str) -> Answer:
        waiting = [w for w in self.waiting(evening) if w["token_hash"] != visitor.token_hash]
        waiting.append({"token_hash": visitor.token_hash, "name": name, "animal": animal})
        self._keep(evening, waiting=waiting)
        self._forget_turned_away(evening, visitor)
        if not visitor.is_host:
            self._put(evening, replace(visitor, role="watcher", name=name))
        say = f"{name}, you sit down with the next hand. Until then, watch."
        return Answer(True, self.croupier.seq(evening.id), say)

    def waiting(self, evening: Evening) -> list[dict[str, str]]:
        """Return who asked for a seat while a hand was played."""
        return list(self._private(evening).get("waiting", []))

    @_one_at_a_time
    def seat_waiting(self, evening: Evening) -> None:
        """Seat everybody who waits, now that no hand is played."""
        waiting = self.waiting(evening)
        if self.croupier.table(evening.id).playing is not None:
            return
        if waiting or self.turned_away(evening):
            self._keep(evening, waiting=[], turned_away=[])
        for who in waiting:
            free = free_animals(self.croupier.table(evening.id))
            animal = who["animal"] if who["animal"] in free else next(iter(free), who["animal"])
            answer = self._sit(evening, who["name"], animal, self.croupier.new_id())
            if answer.ok:
                device = self.store.device(evening.id, who["token_hash"])
                visitor = Visitor(who["token_hash"], device.role if device else "player")
                self._take(evening, visitor, self._seat_named(evening, who["name"]), who["name"])
            else:
                away = {"token_hash": who["token_hash"], "name": who["name"], "say": answer.say}
                self._keep(evening, turned_away=[*self.turned_away(evening), away])

    def turned_away(self, evening: Evening) -> list[dict[str, str]]:
        """Return who waited for this hand and could not be seated, each with the reason to say."""
        return list(self._private(evening).get("turned_away", []))

    # ---- coming back ----------------------------------------------------------------------------

    @_one_at_a_time
    def claim(self, evening: Evening, token: str, seat: int) -> Answer:
        """Give the phone of *token* the seat it says it had: at once unless another holds it."""
        visitor, table = self.visitor(evening, token), self.croupier.table(evening.id)
        if seat not in table.seats:
            raise RuleError("unknown_seat", "Nobody holds that seat at this table.")
        if visitor.seat is not None and visitor.seat != seat:
            raise RuleError("not_yours", f"This phone is {table.name(visitor.seat)}'s already.")
        seq = self.croupier.seq(evening.id)
        if seat in self.seats_with_phone(evening) and visitor.seat != seat:
            asking = [a for a in self.asking(evening) if a["token_hash"] != visitor.token_hash]
            self._keep(evening, asking=[*asking, {"token_hash": visitor.token_hash, "seat": seat}])
            self.croupier.announce(evening.id, seq, f"{table.name(seat)} wants back in.")
            return Answer(
                True, seq, f"Another phone holds {table.name(seat)}'s seat. The host is asked."
            )
        self._take(evening, visitor, seat, table.name(seat))
        self.croupier.announce(evening.id, seq, f"{table.name(seat)} is back.")
        return Answer(True, seq, f"Welcome back, {table.name(seat)}.")

    def asking(self, evening: Evening) -> list[dict[str, Any]]:
        """Return the phones that want a seat another phone holds."""
        return list(self._private(evening).get("asking", []))

    @_one_at_a_time
    def answer_asking(self, evening: Evening, hashed: str, yes: bool) -> None:
        """The host says whether the phone that asks gets the seat; the other one then watches."""
        asked = [a for a in self.asking(evening) if a["token_hash"] == hashed]
        self._keep(evening, asking=[a for a in self.asking(evening) if a["token_hash"] != hashed])
        for ask in asked if yes else []:
            self.free_seat(evening, ask["seat"])
            device = self.store.device(evening.id, hashed)
            visitor = Visitor(hashed, device.role if device else "watcher")
            self._take(
                evening, visitor, ask["seat"], self.croupier.table(evening.id).name(ask["seat"])
            )
        self._announce(evening)

    @_one_at_a_time
    def free_seat(self, evening: Evening, seat: int) -> None:
        """Let whatever phone holds *seat* go; the person keeps the seat."""
        for device in self.store.devices(evening.id):
            if device.seat == seat:
                role = "host" if device.role == "host" else "watcher"
                self._put(evening, Visitor(device.token_hash, role, None, device.name))
        self._announce(evening)

    @_one_at_a_time
    def hold_seat(self, evening: Evening, token: str, seat: int | None) -> None:
        """Let the host's own phone play for *seat* (or for nobody) without asking."""
        visitor = self.visitor(evening, token)
        if seat is not None and visitor.seat != seat:
            self.free_seat(evening, seat)
        name = "" if seat is None else self.croupier.table(evening.id).name(seat)
        self._put(evening, replace(visitor, seat=seat, name=name))

    # ---- the pen --------------------------------------------------------------------------------

    @_one_at_a_time
    def take_pen_by_word(self, evening: Evening, token: str, word: str) -> Answer:
        """Give the pen to whoever knows the recovery word."""
        if self._wrong_words.get(evening.id, 0) >= TRIES:
            raise RuleError(
                "not_yours",
                "Too many wrong words. Ask for the pen instead, or restart Boodle on its computer.",
            )
        spoken = " ".join(word.lower().split())
        if token_hash(spoken) != self._private(evening).get("recovery"):
            self._wrong_words[evening.id] = self._wrong_words.get(evening.id, 0) + 1
            raise RuleError(
                "not_yours",
                "That is not the recovery word. It was shown when the table was opened.",
            )
        self._hand_pen(evening, self.visitor(evening, token))
        return Answer(True, self.croupier.seq(evening.id), "You have the pen now.")

    @_one_at_a_time
    def ask_pen(self, evening: Evening, token: str) -> Answer:
        """A seated player asks for the pen; another one's word gives it, never time alone."""
        visitor = self.visitor(evening, token)
        if visitor.seat is None:
            raise RuleError("not_yours", "Sit down first; then you can ask for the pen.")
        self._keep(evening, pen={"token_hash": visitor.token_hash, "seat": visitor.seat})
        self._announce(evening)
        name = self.croupier.table(evening.id).name(visitor.seat)
        return Answer(
            True, self.croupier.seq(evening.id), f"{name} asks for the pen. Somebody else says yes."
        )

    def pen_asked(self, evening: Evening) -> dict[str, Any] | None:
        """Return who asks for the pen."""
        asked: dict[str, Any] | None = self._private(evening).get("pen")
        return asked

    @_one_at_a_time
    def answer_pen(self, evening: Evening, token: str, yes: bool) -> Answer:
        """Another seated person, or the host, says whether who asks gets the pen."""
        visitor, asked = self.visitor(evening, token), self.pen_asked(evening)
        if asked is None:
            raise RuleError("no_proposal", "Nobody asks for the pen now.")
        if visitor.token_hash == asked["token_hash"] and yes:
            raise RuleError("not_yours", "Somebody else at the table says yes to that.")
        if visitor.seat is None and not visitor.is_host:
            raise RuleError("not_yours", "Somebody who plays says yes to that.")
        self._keep(evening, pen=None)
        if yes:
            device = self.store.device(evening.id, asked["token_hash"])
            self._hand_pen(evening, Visitor(asked["token_hash"], "player", asked["seat"],
                                            device.name if device else ""))  # fmt: skip
        self._announce(evening)
        return Answer(
            True, self.croupier.seq(evening.id), "The pen has moved." if yes else "The pen stays."
        )

    @_one_at_a_time
    def give_pen(self, evening: Evening, seat: int) -> None:
        """The host hands the pen to the phone of *seat*."""
        device = next((d for d in self.store.devices(evening.id) if d.seat == seat), None)
        if device is None:
            raise RuleError("unknown_seat", "No phone holds that seat, so the pen cannot go there.")
        self._hand_pen(evening, Visitor(device.token_hash, device.role, device.seat, device.name))
        self._announce(evening)

    def _hand_pen(self, evening: Evening, to: Visitor) -> None:
        for device in self.hosts(evening):
            role = "player" if device.seat is not None else "watcher"
            self._put(evening, Visitor(device.token_hash, role, device.seat, device.name))
        self._put(evening, replace(to, role="host"))

    # ---- lock and private settings --------------------------------------------------------------

    @_one_at_a_time
    def lock(self, evening: Evening, locked: bool) -> None:
        """Keep strangers out, or let people in again; nobody is thrown out."""
        self._keep(evening, locked=locked)
        self._announce(evening)

    def is_locked(self, evening: Evening) -> bool:
        """Whether strangers are kept out."""
        return bool(self._private(evening).get("locked"))

    def is_single(self, evening: Evening) -> bool:
        """Whether one phone serves the whole table."""
        return bool(self._private(evening).get("single"))

    @_one_at_a_time
    def open_to_phones(self, evening: Evening) -> None:
        """Turn a table of one phone into one that phones can join."""
        self._keep(evening, single=False)

    @_one_at_a_time
    def keep_pictures(self, evening: Evening, keeps: bool) -> None:
        """Keep pictures of the cards behind each line from now on, or none."""
        self._keep(evening, pictures=keeps)

    def keeps_pictures(self, evening_id: str) -> bool:
        """Whether this evening keeps pictures of cards: it does, until its host says otherwise."""
        return bool(self.store.evening(evening_id).private.get("pictures", True))

    @_one_at_a_time
    def allow_cameras(self, evening: Evening, allowed: bool) -> None:
        """Let cameras look on at this table, or none; photographs may be taken all the same."""
        self._keep(evening, cameras=allowed)
        self._announce(evening)

    def has_cameras(self, evening_id: str) -> bool:
        """Whether cameras may look on: they may, until the host says otherwise."""
        return bool(self.store.evening(evening_id).private.get("cameras", True))

    def eye_settings(self, evening_id: str, eye: str) -> dict[str, Any]:
        """Return what is kept of a camera: the places of seats in its picture, and the covers."""
        kept: dict[str, Any] = self.store.evening(evening_id).private.get("eyes", {}).get(eye, {})
        return kept

    @_one_at_a_time
    def keep_eye_settings(self, evening_id: str, eye: str, settings: Mapping[str, Any]) -> None:
        """Keep what is set up for a camera of this evening; empty settings are forgotten."""
        evening = self.store.evening(evening_id)
        eyes = {**evening.private.get("eyes", {}), eye: dict(settings)}
        self._keep(evening, eyes={name: each for name, each in eyes.items() if each})

    def _private(self, evening: Evening) -> dict[str, Any]:
        return self.store.evening(evening.id).private

    def _keep(self, evening: Evening, **changes: Any) -> None:
        self.store.keep_private(evening.id, {**self._private(evening), **changes})

    def _announce(self, evening: Evening) -> None:
        self.croupier.announce(evening.id, self.croupier.seq(evening.id), "")
