"""The people and the rules of an evening: seats, names, order, chips bought, corrections.

Plays no card and moves no pot.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from companion.core import events as ev
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.game import KITTY, Game
from companion.core.ledger import BANK, Account
from companion.core.options import chips_word
from companion.core.table import Table

ANIMALS: Final = ("fish", "hare", "cat", "bear", "owl", "duck", "snail", "moth")
NINTH_ANIMAL: Final = "crab"
"""Sits at tables of games for nine only."""
DEPTHS: Final = ("pots", "cards")
LONGEST_NAME: Final = 40
TURNS_TEXT: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the words around them; names keep their own direction without."""
LOOKS_EMPTY: Final = frozenset("\u2800\u3164\u115f\u1160\uffa0")
"""Letters nobody can see."""
MOST_CHIPS: Final = 1_000_000


# ---- opening and rules --------------------------------------------------------------------------


def open_evening(game: Game, values: Mapping[str, Any], depth: str = "cards") -> tuple[Event, ...]:
    """Open an evening of *game* with house rules *values*."""
    options = game.options(values)
    verify_depth(depth)
    return (ev.EveningOpened(game.key, options.to_dict(), depth),)


def verify_depth(depth: str) -> None:
    """Raise `RuleError` unless *depth* names how much is entered."""
    if depth not in DEPTHS:
        raise RuleError(
            "bad_command", f"{depth[:20]!r} is no way to keep the tally. Say pots or cards."
        )


def set_depth(table: Table, depth: str) -> tuple[Event, ...]:
    """Choose how much is entered from the next hand on."""
    verify_depth(depth)
    return (ev.DepthSet(depth),)


def verify_change_rules(table: Table, values: Mapping[str, Any]) -> None:
    """Raise `RuleError` unless the house rules can still become the preset with *values*."""
    if table.hand is not None:
        raise RuleError(
            "already_open", "Stakes are down by these rules. Start another table for others."
        )
    table.game.options(values)


def change_rules(table: Table, values: Mapping[str, Any]) -> tuple[Event, ...]:
    """Play by the preset with *values* instead."""
    verify_change_rules(table, values)
    return (ev.RulesChanged(table.game.options(values).to_dict()),)


# ---- seats --------------------------------------------------------------------------------------


def clean_name(name: object) -> str:
    """Return *name* without control characters and outer blanks; raise `RuleError` ``bad_name``."""
    if not isinstance(name, str):
        raise RuleError("bad_name", "A name is needed to sit down.")
    kept = "".join(
        c for c in name
        if unicodedata.category(c) not in ("Cc", "Cs", "Co", "Zl", "Zp") and c not in TURNS_TEXT
    )  # fmt: skip
    kept = " ".join(kept.split())
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in LOOKS_EMPTY for c in kept):
        raise RuleError("bad_name", "The name is empty. Type at least one letter.")
    if len(kept) > LONGEST_NAME:
        raise RuleError(
            "bad_name",
            f"The name has {len(kept)} letters; {LONGEST_NAME} are the most. Shorten it.",
        )
    return kept


def animals_of(game: Game) -> tuple[str, ...]:
    """Return the animals of a table of *game*: as many as it has seats."""
    return (*ANIMALS, NINTH_ANIMAL)[: max(game.seats[1], len(ANIMALS))]


def free_animals(table: Table) -> tuple[str, ...]:
    """Return the animals nobody at this table is."""
    taken = {table.seats[seat].animal for seat in table.circle}
    return tuple(animal for animal in animals_of(table.game) if animal not in taken)


def _verify_who(table: Table, name: str, animal: str, seat: int | None = None) -> None:
    for other in table.seats.values():
        if other.number == seat:
            continue
        if other.name.casefold() == name.casefold():
            raise RuleError(
                "name_taken",
                f"{other.name} is at this table already. Is that you? Else add a letter.",
            )
        if other.number in table.circle and other.animal == animal:
            raise RuleError("animal_taken", f"{other.name} is the {animal}. Choose another animal.")
    if animal not in animals_of(table.game):
        raise RuleError("unknown_animal", f"{animal[:20]!r} is no animal of this table.")


def verify_between_hands(table: Table) -> None:
    """Raise `RuleError` while a hand is being played or when the evening is over."""
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended. Undo that first.")
    if table.playing is not None:
        raise RuleError("between_hands_only", "A hand is being played. Do this when it is over.")


def verify_sit(table: Table, name: str, animal: str) -> None:
    """Raise `RuleError` unless a new person can sit down as *name*."""
    verify_between_hands(table)
    _verify_who(table, clean_name(name), animal)
    table.game.check_players(max(len(table.circle) + 1, table.game.seats[0]))


def sit(table: Table, name: str, animal: str, place: int | None = None,
        chips: int | None = None) -> tuple[Event, ...]:  # fmt: skip
    """Seat a new person last in the circle, or at index *place*, with chips from the bank."""
    name = clean_name(name)
    verify_sit(table, name, animal)
    chips = table.options.start_chips if chips is None else chips
    verify_chips(table, chips, least=0)
    place = len(table.circle) if place is None else min(max(place, 0), len(table.circle))
    seat = max(table.seats, default=-1) + 1
    return (ev.SeatTaken(seat, name, animal, chips, place),)


def verify_seated(table: Table, seat: int) -> None:
    """Raise `RuleError` unless *seat* sits at the table now."""
    if seat not in table.seats:
        raise RuleError("unknown_seat", "Nobody holds that seat at this table.")
    if seat not in table.circle:
        raise RuleError("not_seated", f"{table.name(seat)} has left the table.")


def rename(table: Table, seat: int, name: str, animal: str | None = None) -> tuple[Event, ...]:
    """Give *seat* another name or animal; always possible, moves nothing."""
    verify_seated(table, seat)
    name, animal = clean_name(name), animal or table.seats[seat].animal
    _verify_who(table, name, animal, seat)
    return (ev.SeatRenamed(seat, name, animal),)


def verify_leave(table: Table, seat: int) -> None:
    """Raise `RuleError` unless *seat* can leave now."""
    verify_between_hands(table)
    verify_seated(table, seat)


def leave(table: Table, seat: int) -> tuple[Event, ...]:
    """Let *seat* leave with the own chips; those on the layout stay there (RULES § 2.9)."""
    verify_leave(table, seat)
    return (ev.SeatLeft(seat),)


def rejoin(table: Table, seat: int, place: int | None = None) -> tuple[Event, ...]:
    """Seat somebody who had left, with the chips they left with."""
    verify_between_hands(table)
    if seat not in table.seats:
        raise RuleError("unknown_seat", "Nobody of that number was at this table.")
    if seat in table.circle:
        raise RuleError("name_taken", f"{table.name(seat)} sits at the table.")
    table.game.check_players(max(len(table.circle) + 1, table.game.seats[0]))
    place = len(table.circle) if place is None else min(max(place, 0), len(table.circle))
    events: list[Event] = [ev.SeatRejoined(seat, place)]
    if table.seats[seat].animal not in (free := free_animals(table)):
        events.insert(0, ev.SeatRenamed(seat, table.name(seat), free[0]))
    return tuple(events)


def verify_reseat(table: Table, circle: tuple[int, ...]) -> None:
    """Raise `RuleError` unless *circle* names everybody at the table once."""
    verify_between_hands(table)
    if sorted(circle) != sorted(table.circle):
        raise RuleError("bad_circle", "The new order must name everybody at the table once.")


def reseat(table: Table, circle: tuple[int, ...]) -> tuple[Event, ...]:
    """Put the people in another order, clockwise."""
    verify_reseat(table, circle)
    return (ev.CircleSet(circle),)


def set_dealer(table: Table, seat: int) -> tuple[Event, ...]:
    """Say who deals the next hand."""
    verify_between_hands(table)
    verify_seated(table, seat)
    return (ev.DealerSet(seat),)


# ---- chips --------------------------------------------------------------------------------------


def verify_chips(table: Table, chips: int, least: int = 1) -> None:
    """Raise `RuleError` unless *chips* is a number that can be moved."""
    if type(chips) is not int or not least <= chips <= MOST_CHIPS:
        words = chips_word(chips, table.options)
        raise RuleError(
            "bad_chips", f"{words} cannot be moved: it is from {least} to {MOST_CHIPS}."
        )


def buy_in(table: Table, seat: int, chips: int | None = None) -> tuple[Event, ...]:
    """Let *seat* buy chips again; counted against them at the end (RULES § 2.9)."""
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended. Undo that first.")
    verify_seated(table, seat)
    chips = table.options.start_chips if chips is None else chips
    verify_chips(table, chips)
    return (ev.BoughtIn(seat, chips),)


def accounts(table: Table) -> tuple[Account, ...]:
    """Return every account a correction can name: seats and spaces."""
    spaces = [space.name for space in table.spaces]
    return (*table.seats, *spaces, *([] if KITTY in spaces else [KITTY]))


def verify_correct(table: Table, debit: Account, credit: Account, chips: int, note: str) -> None:
    """Raise `RuleError` unless *chips* can be moved by hand from *debit* to *credit*."""
    for account in (debit, credit):
        if account == BANK or account not in accounts(table):
            raise RuleError("unknown_account", f"{str(account)[:20]} is no player and no pot here.")
    if debit == credit:
        raise RuleError("same_account", "That would go back to where it came from.")
    if table.ended and not isinstance(credit, int):
        raise RuleError(
            "evening_over", "The evening has been ended, and nobody wins from the layout any more."
        )
    verify_chips(table, chips)
    may_owe = isinstance(debit, int) and table.options.insolvency == "iou"
    if not may_owe and table.balance(debit) < chips:
        there = chips_word(table.balance(debit), table.options)
        raise RuleError("bad_chips", f"{there} is all there is, not {chips}.")
    if not note.strip():
        raise RuleError(
            "note_missing", "Say why in a few words, so that everybody understands it later."
        )
    if len(note) > 200:
        raise RuleError(
            "bad_name", f"The note has {len(note)} letters; 200 are the most. Shorten it."
        )


def correct(
    table: Table, debit: Account, credit: Account, chips: int, note: str
) -> tuple[Event, ...]:
    """Move chips by hand, with the reason."""
    verify_correct(table, debit, credit, chips, note)
    return (ev.Corrected(debit, credit, chips, " ".join(note.split())),)


# ---- objections and ticks -----------------------------------------------------------------------


def settle_objection(table: Table, seq: int) -> tuple[Event, ...]:
    """Say that the doubt about line *seq* is settled."""
    if seq not in table.objections:
        raise RuleError("unknown_event", "Nobody doubts that line.")
    return (ev.ObjectionSettled(seq),)


def tick_payment(table: Table, debtor: int, creditor: int, paid: bool) -> tuple[Event, ...]:
    """Tick a payment of the settle-up as paid or not."""
    if not table.ended:
        raise RuleError("not_over", "Payments are ticked off when the evening has been ended.")
    return (ev.PaymentTicked(debtor, creditor, paid),)
