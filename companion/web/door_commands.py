"""Commands for the door (phones' seats, the pen, the lock). They move no chip and are no events."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.core.commands import read_switch, read_text, read_whole
from companion.core.errors import RuleError
from companion.croupier import Answer, Said
from companion.web.here import Here, boodle, token


@dataclass(frozen=True, slots=True)
class _Kind:
    """How one kind is carried out; *words* end "Only the host …" where it is the host's."""

    carry_out: Callable[[Here, Said], Answer]
    words: str | None = None


def carry_out(place: Here, said: Said) -> Answer:
    """Do what *said* asks of the door; raise `RuleError` where this phone may not."""
    kind = _KINDS[said.kind]
    if kind.words is not None and not place.is_host:
        raise RuleError("not_yours", f"Only the host {kind.words}. Ask who holds the pen.")
    return kind.carry_out(place, said)


def _done(place: Here, say: str) -> Answer:
    return Answer(True, boodle().croupier.seq(place.evening.id), say)


def _seat(place: Here, said: Said) -> int:
    seat = read_whole("seat", said.data.get("seat"))
    if seat not in place.table.seats:
        raise RuleError("unknown_seat", f"Nobody holds seat {seat} at this table.")
    return seat


# ---- phones and seats ---------------------------------------------------------------------------


def _lock(place: Here, said: Said) -> Answer:
    locked = read_switch("locked", said.data.get("locked"))
    boodle().door.settings.lock(place.evening, locked)
    return _done(place, "Strangers stay outside now." if locked else "Whoever comes may sit down.")


def _free_seat(place: Here, said: Said) -> Answer:
    seat = _seat(place, said)
    boodle().door.free_seat(place.evening, seat)
    return _done(place, f"{place.table.name(seat)}'s seat waits for a phone.")


def _answer_asking(place: Here, said: Said) -> Answer:
    seat, yes = _seat(place, said), read_switch("yes", said.data.get("yes"))
    asked = [each for each in boodle().door.asking(place.evening) if each["seat"] == seat]
    if not asked:
        raise RuleError("no_proposal", f"Nobody asks for {place.table.name(seat)}'s seat now.")
    boodle().door.answer_asking(place.evening, asked[-1]["token_hash"], yes)
    name = place.table.name(seat)
    return _done(place, f"{name} is back." if yes else f"{name}'s seat stays as it was.")


def _hold_seat(place: Here, said: Said) -> Answer:
    if said.data.get("seat") in (None, ""):
        boodle().door.hold_seat(place.evening, token(), None)
        return _done(place, "This phone plays for nobody.")
    seat = _seat(place, said)
    if seat != place.seat and seat in boodle().door.phones.seats_held(place.evening):
        name = place.table.name(seat)
        raise RuleError("not_yours", f"{name} has a phone of their own. Free that one first.")
    boodle().door.hold_seat(place.evening, token(), seat)
    return _done(place, f"This phone plays for {place.table.name(seat)}.")


def _open_to_phones(place: Here, said: Said) -> Answer:
    boodle().door.settings.open_to_phones(place.evening)
    return _done(place, "Phones may join now.")


# ---- the pen ------------------------------------------------------------------------------------


def _give_pen(place: Here, said: Said) -> Answer:
    seat = _seat(place, said)
    boodle().door.pen.give(place.evening, seat)
    return _done(place, f"{place.table.name(seat)} has the pen now.")


def _ask_pen(place: Here, said: Said) -> Answer:
    if place.is_host:
        raise RuleError("not_yours", "You hold the pen already.")
    return boodle().door.pen.ask(place.evening, token())


def _answer_pen(place: Here, said: Said) -> Answer:
    yes = read_switch("yes", said.data.get("yes"))
    return boodle().door.pen.answer(place.evening, token(), yes)


def _take_pen(place: Here, said: Said) -> Answer:
    word = read_text("word", said.data.get("word"))
    return boodle().door.pen.take_by_word(place.evening, token(), word)


# ---- before the first hand ----------------------------------------------------------------------


def _random_dealer(place: Here, said: Said) -> Answer:
    """Draw the dealer; the draw is stored as a plain choice, so that it replays the same."""
    if not place.table.circle:
        raise RuleError("too_few_players", "Nobody sits at the table yet.")
    drawn = secrets.choice(place.table.circle)
    told = replace(said, kind="dealer", data={"seat": drawn})
    return boodle().croupier.submit(place.evening.id, told, place.visitor.actor)


def _choose_address(place: Here, said: Said) -> Answer:
    network = boodle().network
    ip = read_text("ip", said.data.get("ip"))
    if ip not in {address.ip for address in network.addresses()}:
        raise RuleError("bad_command", f"This computer has no address {ip[:40]} now. Look again.")
    network.chosen = ip
    return _done(place, f"The code now carries {network.shown()}.")


# ---- cameras and pictures of cards --------------------------------------------------------------


def _allow_cameras(place: Here, said: Said) -> Answer:
    allowed = read_switch("allow", said.data.get("allow"))
    boodle().door.settings.allow_cameras(place.evening, allowed)
    if not allowed:
        boodle().eyes.close_all(place.evening.id)
    return _done(place, "Cameras may look on." if allowed else "No camera looks on now.")


def _keep_pictures(place: Here, said: Said) -> Answer:
    keeps = read_switch("keep", said.data.get("keep"))
    boodle().door.settings.keep_pictures(place.evening, keeps)
    return _done(place, "Pictures of cards are kept." if keeps else "No more pictures are kept.")


def _delete_pictures(place: Here, said: Said) -> Answer:
    count = boodle().eyes.pictures.forget(place.evening.id)
    return _done(place, f"{count} picture{'' if count == 1 else 's'} of cards deleted.")


_KINDS: Final[Mapping[str, _Kind]] = {
    "lock": _Kind(_lock, "locks the table"),
    "free_seat": _Kind(_free_seat, "frees a seat"),
    "answer_asking": _Kind(_answer_asking, "lets somebody back in"),
    "hold_seat": _Kind(_hold_seat, "plays for somebody without a phone"),
    "open_to_phones": _Kind(_open_to_phones, "opens the table to phones"),
    "give_pen": _Kind(_give_pen, "hands the pen over"),
    "ask_pen": _Kind(_ask_pen),
    "answer_pen": _Kind(_answer_pen),
    "take_pen": _Kind(_take_pen),
    "random_dealer": _Kind(_random_dealer, "names the dealer"),
    "allow_cameras": _Kind(_allow_cameras, "decides whether cameras look on"),
    "keep_pictures": _Kind(_keep_pictures, "decides whether pictures of cards are kept"),
    "delete_pictures": _Kind(_delete_pictures, "deletes pictures of cards"),
    "choose_address": _Kind(_choose_address, "changes the address"),
}
KINDS: Final = frozenset(_KINDS)
"""What `POST /t/CODE/do` hands to `carry_out`; everything else is the croupier's."""
