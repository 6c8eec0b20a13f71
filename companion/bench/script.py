"""A hand record as steps: what a person taps, and which cards they lay on the table with it.

Reads no file; it decides no rule, the table refuses what cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.core.cards import Card
from companion.core.evening import animals_of
from companion.core.options import space_name
from companion.games import game_named
from companion.record.text import split_action

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One command; *cards* are what *seat* lays down with it, face up (none: it is only said)."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    cards: tuple[Card, ...] = ()


def opening(record: Record) -> Iterator[Step]:
    """Yield how the people sit down, with what lay on the layout before."""
    animals = animals_of(game_named(record["game"]))
    before = {space: chips for space, chips in record.get("spaces", {}).items() if chips}
    for seat, name in enumerate(record["players"]):
        chips = record["balances"][name] + (0 if seat else sum(before.values()))
        yield Step("sit", {"name": name, "animal": animals[seat], "chips": chips})
    for space, chips in before.items():
        yield Step("correct", {"debit": "0", "credit": space, "chips": chips, "note": "before"})
    yield Step("dealer", {"seat": record["players"].index(record["dealer"])})


def steps_of(record: Record, hand: Record, numbers: Mapping[str, int]) -> Iterator[Step]:
    """Yield one hand, from what happens before its stakes to its last action."""
    for name in hand.get("leave", ()):
        yield Step("leave", {"seat": numbers[name]})
    for name in hand.get("rebuy", ()):
        yield Step("buy_in", {"seat": numbers[name]})
    if "dealer" in hand:
        yield Step("dealer", {"seat": numbers[hand["dealer"]]})
    if hand.get("last_lap"):
        yield Step("last_lap")
    yield Step("begin_hand")
    for name, stakes in hand.get("stakes", {}).items():
        cards = {space: n for space, n in stakes.items() if space not in ("kitty", "pot") and n}
        yield Step("stake", {"seat": numbers[name], "stakes": cards})
    for action in hand.get("actions", ()):
        yield step_of(str(action), numbers)


def last_hands(record: Record, numbers: Mapping[str, int]) -> Iterator[Step]:
    """Yield the open hands that decide about what is left on the layout."""
    for action in record.get("end", ()):
        step = step_of(str(action), numbers)
        yield Step("show_last", step.data, step.seat, step.cards)


def step_of(action: str, numbers: Mapping[str, int]) -> Step:
    """Return one action of a record as a step; ValueError where it is none that can be filmed."""
    tokens = split_action(action, numbers)
    seats = [numbers[token.text] for token in tokens if token.name]
    words = [token.text for token in tokens if not token.name]
    if not seats or words[0] == "correct":
        return _table_step(action, words, seats)
    seat = seats[0]
    if words[-1:] == ["poker"]:
        return Step("poker_won", {"winners": seats})
    if words[0] in _STEPS:
        return _STEPS[words[0]](seats, words[1:])
    if len(words) == 1 and words[0][-1:] in "CDHS":
        card = Card.parse(words[0])
        return Step("play", {"seat": seat, "card": str(card)}, seat, (card,))
    raise ValueError(f"{action!r} cannot be filmed")


def _table_step(action: str, words: Sequence[str], seats: Sequence[int]) -> Step:
    if words in (["stop"], ["misdeal"]):
        return Step(words[0])
    if words[:1] == ["correct"] and len(seats) == 2:
        debit, credit = (str(seat) for seat in seats)
        data = {"debit": debit, "credit": credit, "chips": words[1], "note": words[2]}
        return Step("correct", data)
    raise ValueError(f"{action!r} cannot be filmed")


def _held(seat: int, space: str) -> Step:
    """Showing what is paid on holding: one card can be laid down; more are only said."""
    name = space_name(space)
    cards = (Card(name),) if len(name) == 2 and name[1] in "CDHS" and name[0] in _RANKS else ()
    return Step("holds", {"seat": seat, "space": name}, seat, cards)


def _called(seat: int, words: Sequence[str]) -> Step:
    more = {"all_in": words[0]} if words else {}
    return Step("call", {"seat": seat, **more})


def _shown(seat: int, words: Sequence[str]) -> Step:
    cards = tuple(Card.parse(word) for word in words)
    return Step("show", {"seat": seat, "cards": [str(card) for card in cards]}, seat, cards)


def _turned(seat: int, word: str) -> Step:
    card = Card.parse(word)
    return Step("deal", {"turned": str(card)}, seat, (card,))


_RANKS: Final = "23456789TJQKA"
_STEPS: Final[dict[str, Callable[[Sequence[int], Sequence[str]], Step]]] = {
    "pass": lambda seats, words: Step("pass", {"seat": seats[0]}),
    "swap": lambda seats, words: Step("swap", {"seat": seats[0]}),
    "sell": lambda seats, words: Step(
        "sell", {"seat": seats[0], "buyer": seats[1], "chips": words[0]}
    ),
    "buys": lambda seats, words: Step("buy_spare", {"seat": seats[0], "chips": words[0]}),
    "bets": lambda seats, words: Step("bet", {"seat": seats[0], "chips": words[0]}),
    "checks": lambda seats, words: Step("check", {"seat": seats[0]}),
    "calls": lambda seats, words: _called(seats[0], words),
    "raises": lambda seats, words: Step("raise", {"seat": seats[0], "chips": words[0]}),
    "folds": lambda seats, words: Step("fold", {"seat": seats[0]}),
    "shows": lambda seats, words: _shown(seats[0], words),
    "turns": lambda seats, words: _turned(seats[0], words[0]),
    "holds": lambda seats, words: _held(seats[0], words[0]),
    "claims": lambda seats, words: Step("claim", {"seat": seats[0], "space": space_name(words[0])}),
    "fined": lambda seats, words: Step("fine", {"seat": seats[0]}),
}
