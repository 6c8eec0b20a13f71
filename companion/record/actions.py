"""The actions of a hand record: what somebody did, decided by the core. Holds no rules itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from companion.core import breaches, ends, evening, play, poker, settle
from companion.core import events as ev
from companion.core import hand as beginning
from companion.core.cards import Card, CardError
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.ledger import Account
from companion.core.options import space_name
from companion.core.table import Table
from companion.record.text import Token, split_action

Decide = Callable[[Table], tuple[Event, ...]]
Numbers = Mapping[str, int]
"""The seat of each player's name."""


@dataclass(frozen=True)
class Act:
    """What an action says: *verb* by *seat*; *events* decides or raises `RuleError`."""

    verb: str
    events: Decide
    seat: int | None = None


def is_pots_only(text: str, numbers: Numbers) -> bool:
    """Whether an action stands only in a hand of which the pots alone are recorded."""
    try:
        tokens = split_action(text, numbers)
    except RuleError:
        return False
    words = [token.text for token in tokens if not token.name]
    return words[:1] == ["takes"] or words in (["out"], ["void"])


def read_act(text: str, numbers: Numbers) -> Act:
    """Return the act of an action; raise `RuleError` ``bad_record`` where it is none."""
    tokens = split_action(text, numbers)
    if not tokens:
        raise RuleError("bad_record", "An action is empty.")
    if not tokens[0].name:
        return _table_act(text, tokens, numbers)
    seats = _leading_seats(tokens, numbers)
    words = [token.text for token in tokens[len(seats) :]]
    if words in (["win", "poker"], ["wins", "poker"]):
        return Act("wins", lambda table: poker.told(table, seats))
    seat, rest = numbers[tokens[0].text], tokens[1:]
    if rest and rest[0].text in _SEAT_ACTS and not rest[0].name:
        return Act(rest[0].text, _SEAT_ACTS[rest[0].text](text, seat, rest[1:], numbers), seat)
    if len(rest) == 1 and not rest[0].name:
        return _card_act(text, seat, rest[0].text)
    raise _unknown(text)


def _leading_seats(tokens: list[Token], numbers: Numbers) -> list[int]:
    return [numbers[token.text] for token in takewhile(lambda token: token.name, tokens)]


def _unknown(text: str) -> RuleError:
    return RuleError("bad_record", f"{text[:60]!r} is no action of a hand record.")


# ---- without a player ---------------------------------------------------------------------------


def _table_act(text: str, tokens: list[Token], numbers: Numbers) -> Act:
    words = [token.text for token in tokens]
    if words[0] == "correct":
        return Act("correct", _correct(text, tokens[1:], numbers))
    if len(words) == 1 and words[0] in _TABLE_ACTS:
        return Act(words[0], _TABLE_ACTS[words[0]])
    if len(words) > 1 and (words[1] in _SEAT_ACTS or _is_card(words[1])):
        raise RuleError("unknown_seat", f"Nobody here is called {words[0][:40]!r}.")
    raise _unknown(text)


def _stop(table: Table) -> tuple[Event, ...]:
    """Stop the run; where it has stopped by itself this changes nothing."""
    hand = table.playing
    if hand is not None and hand.plays and hand.needed is None and hand.phase == "runs":
        return ()
    return play.stop(table)


def _misdeal(table: Table) -> tuple[Event, ...]:
    """Call the deal off; a record has no word for the deal itself, so this says it was made."""
    decision = Decision(table)
    if table.playing is not None and table.playing.phase == "deal":
        decision.add(ev.Dealt())
    for event in beginning.misdeal(decision.table):
        decision.add(event)
    return decision.done()


_TABLE_ACTS: Final[dict[str, Decide]] = {
    "stop": _stop,
    "misdeal": _misdeal,
    "void": settle.void,
}


def _correct(text: str, tokens: list[Token], numbers: Numbers) -> Decide:
    if len(tokens) != 4:
        raise _unknown(text)
    debit, credit = _account(tokens[0], numbers), _account(tokens[1], numbers)
    chips, note = _whole(tokens[2].text), tokens[3].text
    return lambda table: evening.correct(table, debit, credit, chips, note)


def _account(token: Token, numbers: Numbers) -> Account:
    return numbers[token.text] if token.name else space_name(token.text)


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise RuleError("bad_record", f"{text[:20]!r} is no number of chips.")
    return int(text)


# ---- of a player --------------------------------------------------------------------------------


def _is_card(text: str) -> bool:
    try:
        Card.parse(text)
    except CardError:
        return False
    return True


def _card_act(text: str, seat: int, word: str) -> Act:
    if not _is_card(word):
        raise _unknown(text)
    card = Card.parse(word)
    return Act("play", lambda table: play.play(table, seat, card), seat)


def _turns(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
    if len(rest) != 1 or not _is_card(rest[0].text):
        raise _unknown(text)
    card = Card.parse(rest[0].text)

    def turn(table: Table) -> tuple[Event, ...]:
        hand = table.playing
        if hand is not None and seat != hand.dealer:
            raise RuleError("not_dealer", f"{table.name(hand.dealer)} deals and turns the card up.")
        return beginning.deal(table, card)

    return turn


def _alone(
    decide: Callable[[Table, int], tuple[Event, ...]],
) -> Callable[[str, int, list[Token], Numbers], Decide]:
    """Return the reader of an action that is a player and a word, no more."""

    def read(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
        if rest:
            raise _unknown(text)
        return lambda table: decide(table, seat)

    return read


def _on_space(
    decide: Callable[[Table, int, str], tuple[Event, ...]],
) -> Callable[[str, int, list[Token], Numbers], Decide]:
    """Return the reader of an action that ends with the name of a space."""

    def read(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
        if len(rest) != 1 or rest[0].name:
            raise _unknown(text)
        space = space_name(rest[0].text)
        return lambda table: decide(table, seat, space)

    return read


def _sell(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
    if len(rest) != 2 or not rest[0].name:
        raise _unknown(text)
    buyer, chips = numbers[rest[0].text], _whole(rest[1].text)
    return lambda table: beginning.sell(table, seat, buyer, chips)


def _chips(
    decide: Callable[[Table, int, int], tuple[Event, ...]],
) -> Callable[[str, int, list[Token], Numbers], Decide]:
    """Return the reader of an action that ends with a number of chips."""

    def read(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
        if len(rest) != 1:
            raise _unknown(text)
        chips = _whole(rest[0].text)
        return lambda table: decide(table, seat, chips)

    return read


def _calls(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
    if not rest:
        return lambda table: poker.call(table, seat)
    words = [token.text for token in rest]
    if len(words) != 3 or words[1:] != ["all", "in"]:
        raise _unknown(text)
    chips = _whole(words[0])
    return lambda table: poker.call(table, seat, chips)


def _shows(text: str, seat: int, rest: list[Token], numbers: Numbers) -> Decide:
    cards = _cards(text, rest)
    return lambda table: poker.show(table, seat, cards)


def _cards(text: str, rest: list[Token]) -> tuple[Card, ...]:
    if not all(_is_card(token.text) for token in rest):
        raise _unknown(text)
    return tuple(Card.parse(token.text) for token in rest)


def read_last_show(text: str, numbers: Numbers) -> Decide:
    """Return what an action of ``end`` says: somebody shows an open hand for the leftover."""
    tokens = split_action(text, numbers)
    if len(tokens) < 2 or not tokens[0].name or tokens[1].text != "shows":
        raise _unknown(text)
    seat, cards = numbers[tokens[0].text], _cards(text, tokens[2:])
    return lambda table: ends.show_last(table, seat, cards)


def _fined(table: Table, seat: int) -> tuple[Event, ...]:
    """Fine *seat*; what a table fines behind the last card stands in a record as a correction."""
    if table.hand is not None and table.hand.phase in ("shown", "done"):
        raise RuleError(
            "bad_record",
            "Nobody is fined behind the last card of a record. Write the chips as a correction.",
        )
    return breaches.fine(table, seat)


_SEAT_ACTS: Final[dict[str, Callable[[str, int, list[Token], Numbers], Decide]]] = {
    "turns": _turns,
    "pass": _alone(play.pass_lead),
    "swap": _alone(beginning.swap),
    "sell": _sell,
    "buys": _chips(beginning.buy),
    "bets": _chips(poker.bet),
    "checks": _alone(poker.check),
    "calls": _calls,
    "raises": _chips(poker.raise_to),
    "folds": _alone(poker.fold),
    "shows": _shows,
    "holds": _on_space(settle.holds),
    "claims": _on_space(play.claim),
    "takes": _on_space(play.take),
    "out": _alone(settle.out),
    "fined": _alone(_fined),
}
