"""Commands: what a tap says, which fields it carries, who may say it, and which function decides.

The same `decide` refuses a tap and greys its button (`refusal`). Undo and amend need the history
and stand in `companion.croupier`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.core import (
    auction,
    breaches,
    ends,
    evening,
    holding,
    laid,
    play,
    poker,
    rule_changes,
    settle,
    showdown,
)
from companion.core import hand as beginning
from companion.core.cards import Card, CardError
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.ledger import Account
from companion.core.options import space_name
from companion.core.table import Table

# ---- reading fields -----------------------------------------------------------------------------


def read_whole(name: str, value: object) -> int:
    """Return a whole number from JSON or a form; raise `RuleError` ``bad_command``."""
    if type(value) is int and abs(value) < 10**12:
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,12}\s*", value):
        return int(value)
    raise RuleError("bad_command", f"{name} must be a whole number, not {str(value)[:20]!r}.")


def read_text(name: str, value: object) -> str:
    """Return a text of at most 1000 letters."""
    if not isinstance(value, str) or len(value) > 1000:
        raise RuleError("bad_command", f"{name} must be a text of at most 1000 letters.")
    return "".join(letter for letter in value if letter.isprintable() or letter in "\u200c\u200d")


def read_card(name: str, value: object) -> Card:
    """Return a card."""
    try:
        return Card.parse(value)
    except CardError as error:
        raise RuleError("bad_command", str(error)) from None


def read_cards(name: str, value: object) -> tuple[Card, ...]:
    """Return cards from a list or a text ``8D 8H``."""
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or len(parts) > 13:
        raise RuleError("bad_command", f"{name} must be a list of cards.")
    return tuple(read_card(name, part) for part in parts)


def read_space(name: str, value: object) -> str:
    """Return the name of a space."""
    return space_name(read_text(name, value))


def read_switch(name: str, value: object) -> bool:
    """Return on or off; a form sends words."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("on", "true", "1", "yes"):
        return True
    if isinstance(value, str) and value.lower() in ("off", "false", "0", "no"):
        return False
    raise RuleError("bad_command", f"{name} must be on or off.")


def read_account(name: str, value: object) -> Account:
    """Return a seat number or a space."""
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 4 else read_space(name, text)


def read_circle(name: str, value: object) -> tuple[int, ...]:
    """Return seats in order, from a list or a text ``0,2,1``."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or len(parts) > 20:
        raise RuleError("bad_command", f"{name} must be a list of seats.")
    return tuple(read_whole(name, part) for part in parts)


def read_stakes(name: str, value: object) -> dict[str, int]:
    """Return chips by space from a mapping."""
    if not isinstance(value, Mapping) or len(value) > 20:
        raise RuleError("bad_command", f"{name} must name chips for each space.")
    return {read_space(name, space): read_whole(name, chips) for space, chips in value.items()}


def read_plays(name: str, value: object) -> tuple[tuple[int, Card], ...]:
    """Return plays from pairs, from texts ``2:8S`` or from all of them in one."""
    value = value.split() if isinstance(value, str) else value
    if not isinstance(value, (list, tuple)) or not 0 < len(value) <= 13:
        raise RuleError("bad_command", f"{name} must be a list of seats and cards.")
    pairs = [each.split(":") if isinstance(each, str) else each for each in value]
    if any(not isinstance(pair, (list, tuple)) or len(pair) != 2 for pair in pairs):
        raise RuleError("bad_command", f"{name} must pair each card with a seat.")
    return tuple((read_whole(name, seat), read_card(name, card)) for seat, card in pairs)


def read_hands(name: str, value: object) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """Return who shows which cards, from texts ``2:8D 8H`` or all of them in one."""
    text = " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
    if not isinstance(text, str) or len(text) > 400 or ":" not in text.split(" ", 1)[0]:
        raise RuleError("bad_command", f"{name} must be hands like 2:8D 8H 8S KD KH.")
    hands: list[tuple[int, tuple[Card, ...]]] = []
    for word in text.split():
        seat, colon, card = word.rpartition(":")
        if colon:
            hands.append((read_whole(name, seat), ()))
        hands[-1] = (hands[-1][0], (*hands[-1][1], read_card(name, card)))
    return tuple(hands)


def read_options(name: str, value: object) -> dict[str, Any]:
    """Return option values by name; they are checked by the game."""
    if not isinstance(value, Mapping) or len(value) > 80:
        raise RuleError("bad_command", f"{name} must name options.")
    return {read_text(name, key): each for key, each in value.items()}


def read_pile(name: str, value: object) -> tuple[Card, ...]:
    """Return the cards of a whole hand or pile, from a list or a text ``8D 8H``."""
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or len(parts) > 52:
        raise RuleError("bad_command", f"{name} must be a list of cards.")
    return tuple(read_card(name, part) for part in parts)


Reader = Callable[[str, object], Any]


# ---- the list -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """A kind of tap. *who* may say it: ``host``, ``own`` (the host or the seat named), ``player``.

    *fields* are needed; *may* can be left out. *words* say in a log what it does. *seats* are those
    fields that name a seat.
    """

    decide: Callable[..., tuple[Event, ...]]
    who: str
    words: str
    fields: Mapping[str, Reader]
    may: Mapping[str, Reader]
    seats: tuple[str, ...]


def _command(
    decide: Callable[..., tuple[Event, ...]], who: str, words: str,
    may: Mapping[str, Reader] | None = None, **fields: Reader,
) -> Command:  # fmt: skip
    may = may or {}
    seats = tuple(name for name in (*fields, *may) if name in _SEATS)
    return Command(decide, who, words, fields, may, seats)


_SEATS: Final = ("seat", "buyer", "debtor", "creditor")


def _stake_whole(table: Table, seat: int, stakes: dict[str, int]) -> tuple[Event, ...]:
    return beginning.stake(table, seat, stakes)


COMMANDS: Final[dict[str, Command]] = {
    # the evening
    "rules": _command(evening.change_rules, "host", "changes the house rules", values=read_options),
    "propose_rules": _command(rule_changes.propose, "own", "proposes other house rules",
                              {"seat": read_whole}, values=read_options),
    "agree_rules": _command(rule_changes.agree, "own", "agrees to other house rules",
                            seat=read_whole),
    "all_agree": _command(rule_changes.all_agree, "host", "says that all agree"),
    "decline_rules": _command(rule_changes.decline, "own", "does not agree to other house rules",
                              {"seat": read_whole}),
    "sit": _command(
        evening.sit, "host", "seats somebody",
        {"place": read_whole, "chips": read_whole}, name=read_text, animal=read_text),
    "rename": _command(evening.rename, "own", "changes a name", {"animal": read_text},
                       seat=read_whole, name=read_text),
    "leave": _command(evening.leave, "own", "leaves the table", seat=read_whole),
    "rejoin": _command(evening.rejoin, "own", "comes back", {"place": read_whole}, seat=read_whole),
    "reseat": _command(evening.reseat, "host", "changes the order of seats", circle=read_circle),
    "dealer": _command(evening.set_dealer, "host", "names the dealer", seat=read_whole),
    "depth": _command(evening.set_depth, "host", "changes how the tally is kept", depth=read_text),
    "buy_in": _command(evening.buy_in, "own", "buys chips", {"chips": read_whole}, seat=read_whole),
    "correct": _command(evening.correct, "host", "moves chips by hand", debit=read_account,
                        credit=read_account, chips=read_whole, note=read_text),
    "fine": _command(breaches.fine, "host", "books a fine",
                     {"code": read_text, "claimed_at": read_whole}, seat=read_whole),
    "let_go": _command(breaches.let_go, "host", "lets a breach go", seat=read_whole,
                       code=read_text, claimed_at=read_whole),
    "settle_objection": _command(evening.settle_objection, "host", "settles a doubt",
                                 seq=read_whole),
    "tick": _command(evening.tick_payment, "player", "ticks a payment", debtor=read_whole,
                     creditor=read_whole, paid=read_switch),
    # a hand
    "begin_hand": _command(rule_changes.begin_hand, "player", "begins the hand"),
    "stake": _command(_stake_whole, "own", "places a stake", seat=read_whole, stakes=read_stakes),
    "deal": _command(beginning.deal, "player", "says the cards are dealt", {"turned": read_card}),
    "misdeal": _command(beginning.misdeal, "host", "calls a misdeal"),
    "swap": _command(beginning.swap, "own", "takes the spare hand", seat=read_whole),
    "sell": _command(beginning.sell, "own", "sells the spare hand", seat=read_whole,
                     buyer=read_whole, chips=read_whole),
    "offer": _command(auction.offer, "own", "offers the spare hand", seat=read_whole),
    "bid": _command(auction.bid, "own", "bids for the spare hand", seat=read_whole,
                    chips=read_whole),
    "pass_bid": _command(auction.pass_bid, "own", "bids no more", seat=read_whole),
    "knock_down": _command(auction.knock_down, "player", "ends the auction"),
    "buy_spare": _command(beginning.buy, "own", "buys the spare hand", seat=read_whole,
                          chips=read_whole),
    "leave_spare": _command(beginning.leave_spare, "player", "leaves the spare hand"),
    "pots_only": _command(beginning.pots_only, "host", "records only pots from here"),
    "close_hold": _command(holding.close_hold, "player", "says nobody shows anything more"),
    "check": _command(poker.check, "own", "checks", seat=read_whole),
    "bet": _command(poker.bet, "own", "bets", seat=read_whole, chips=read_whole),
    "call": _command(poker.call, "own", "calls", {"all_in": read_whole}, seat=read_whole),
    "raise": _command(poker.raise_to, "own", "raises", seat=read_whole, chips=read_whole),
    "fold": _command(poker.fold, "own", "folds", seat=read_whole),
    "show": _command(poker.show, "own", "shows five cards", seat=read_whole, cards=read_cards),
    "show_hands": _command(showdown.show_hands, "player", "says which hands are shown",
                           hands=read_hands),
    "poker_won": _command(poker.told, "player", "says who won the poker", winners=read_circle),
    "play": _command(play.play, "own", "plays a card", seat=read_whole, card=read_card),
    "play_through": _command(play.play_through, "player", "plays cards of a run", plays=read_plays),
    "stop": _command(play.stop, "player", "says nobody has the card"),
    "pass": _command(play.pass_lead, "own", "cannot lead", seat=read_whole),
    "claim": _command(play.claim, "own", "claims a pot", seat=read_whole, space=read_space),
    "take": _command(play.take, "own", "takes a pot", seat=read_whole, space=read_space),
    "out": _command(settle.out, "own", "is out", seat=read_whole),
    "count": _command(settle.count, "own", "tells cards left", seat=read_whole, cards=read_whole),
    "correct_count": _command(settle.correct_count, "own", "puts a number of cards right",
                              seat=read_whole, cards=read_whole),
    "void": _command(settle.void, "host", "ends the hand with nobody out"),
    "holds": _command(settle.holds, "own", "holds a pay card", seat=read_whole,
                      space=read_space),
    "lay_open": _command(laid.lay_open, "own", "lays open the cards left", seat=read_whole,
                         cards=read_pile),
    "audit_pile": _command(laid.audit_pile, "player", "holds a pile against the log",
                           {"unread": read_pile}, seat=read_whole, cards=read_pile),
    "close_hand": _command(settle.close_hand, "player", "ends the hand"),
    # the end
    "last_lap": _command(ends.last_lap, "host", "announces the last lap"),
    "time_up": _command(ends.time_up, "host", "says the time is over"),
    "play_on": _command(ends.play_on, "host", "plays on"),
    "show_last": _command(ends.show_last, "own", "shows an open hand", seat=read_whole,
                          cards=read_cards),
    "end_evening": _command(ends.end_evening, "host", "ends the evening"),
}  # fmt: skip


def parse(kind: str, data: Mapping[str, object]) -> dict[str, Any]:
    """Return the fields of a command of *kind* as Python values.

    Raises `RuleError` ``unknown_command`` or ``bad_command``, saying what is missing or odd.
    """
    command = COMMANDS.get(kind)
    if command is None:
        raise RuleError("unknown_command", f"{kind[:40]!r} is nothing Boodle can do.")
    values: dict[str, Any] = {}
    for name, read in command.fields.items():
        value = data.get(name)
        if value is None or value == "":
            raise RuleError("bad_command", f"Something is missing: {_missing(command, data)}.")
        values[name] = read(name, value)
    for name, read in command.may.items():
        value = data.get(name)
        if value is not None and value != "":
            values[name] = read(name, value)
    return values


def _missing(command: Command, data: Mapping[str, object]) -> str:
    return ", ".join(name for name in command.fields if data.get(name) in (None, ""))


def kept(kind: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return what is kept of a command's *data*: its own fields, not what came beside them.

    Undo and its kin carry a line number, and amend what it was instead.
    """
    command = COMMANDS.get(kind)
    names = _HISTORY_FIELDS if command is None else (*command.fields, *command.may)
    return {name: data[name] for name in names if name in data}


_HISTORY_FIELDS: Final = (
    "seq", "seat", "card", "cards", "space", "buyer", "chips", "stakes", "plays",
)  # fmt: skip


def decide(table: Table, kind: str, data: Mapping[str, object]) -> tuple[Event, ...]:
    """Return the events that a command leads to; raise `RuleError` where it is refused."""
    values = parse(kind, data)
    command = COMMANDS[kind]
    for name in command.seats:
        if name in values and values[name] not in table.seats:
            raise RuleError("unknown_seat", f"Nobody holds seat {values[name]} at this table.")
    return command.decide(table, **values)


def refusal(table: Table, kind: str, data: Mapping[str, object]) -> RuleError | None:
    """Return why a command would be refused now, or ``None``: what greys its button."""
    try:
        decide(table, kind, data)
    except RuleError as error:
        return error
    return None


def verify_right(kind: str, data: Mapping[str, object], role: str, seat: int | None) -> None:
    """Raise `RuleError` ``not_yours`` unless a person of *role* on *seat* may say this.

    *role* is ``host``, ``player``, ``watcher`` or ``boodle`` (the program itself, at the door).
    """
    command = COMMANDS.get(kind)
    if command is None or role in ("host", "boodle"):
        return
    if role != "player" or seat is None:
        raise RuleError("not_yours", "You are watching. Sit down to play, or ask the host.")
    if command.who == "host":
        raise RuleError("not_yours", f"Only the host {command.words}. Ask who holds the pen.")
    if command.who == "own" and str(data.get("seat")) != str(seat):
        raise RuleError("not_yours", "That is somebody else's. They tap it, or the host does.")


# ---- what a tap depends on ----------------------------------------------------------------------

_ON_RUN: Final = frozenset({"play", "play_through", "stop", "pass"})
_ON_POT: Final = frozenset({"take", "claim"})
_ON_COUNT: Final = frozenset({"count", "correct_count", "lay_open"})
_ON_BREACH: Final = frozenset({"fine", "let_go"})
_ON_RULES: Final = frozenset({"propose_rules", "agree_rules", "all_agree", "decline_rules"})
_ON_EVENING: Final = frozenset({"begin_hand", "last_lap", "play_on", "end_evening"})


def subject(table: Table, kind: str, data: Mapping[str, object]) -> object:
    """Return what a command is about: equal values mean that a late tap still means the same.

    A tap made before something else was recorded is accepted when it is legal and its subject is
    what the person saw; else it is refused as stale.
    """
    hand = table.hand
    state = None if hand is None else (hand.number, hand.deals, hand.phase, hand.depth)
    if kind in _ON_RUN and hand is not None:
        return (*(state or ())[:2], hand.depth, hand.needed, hand.leader, hand.last, hand.missing)
    if kind in _ON_POT:
        space = str(data.get("space"))
        return state, table.balance(space)
    if kind in _ON_COUNT and hand is not None:
        seat = data.get("seat")
        counted = (n for s, n in hand.left.items() if str(s) == str(seat))
        return state and state[:2], next(counted, None)
    if kind in _ON_BREACH and hand is not None:
        return *(state or ())[:2], hand.answered
    if kind in _ON_RULES:
        return table.rules_proposed, table.options
    if kind in _ON_EVENING:
        return len(table.results), table.ended, table.playing is None
    if kind == "correct":
        return tuple(table.balance(_account(data.get(name))) for name in ("debit", "credit"))
    if kind in ("dealer", "reseat", "leave", "rejoin"):
        return table.circle, len(table.results)
    if COMMANDS[kind].decide.__module__ == evening.__name__:
        return None
    return state


def _account(value: object) -> Account:
    try:
        return read_account("account", value)
    except RuleError:
        return ""
