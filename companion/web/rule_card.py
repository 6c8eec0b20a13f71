"""The rule card: what a table plays by, in sentences, each group with its paragraph of RULES.

It changes nothing and decides nothing; the form that changes rules is `house_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.core.game import Game, spaces_of
from companion.core.options import Options, counted
from companion.core.pots import shown
from companion.web import house_rules
from companion.web.house_rules import Question, State

Shape = dict[str, Any]


def card(game: Game, options: Options) -> list[Shape]:
    """Return the rules a table plays by, as groups of sentences with their paragraph."""
    state = house_rules.state_of(options)
    shown = []
    for group in house_rules.GROUPS:
        lines = [
            line for question in group.questions if question.when(game.preset)
            for line in _sentences(question, options, state)
        ]  # fmt: skip
        if lines:
            shown.append({"title": group.title, "lines": lines, "text": group.text,
                          "source": group.source})  # fmt: skip
    return shown


def _sentences(question: Question, options: Options, state: State) -> list[str]:
    teller = _TOLD.get(question.name)
    if teller is not None:
        return [told] if (told := teller(options)) else []
    value = state.get(question.name, "")
    if question.sort == "switch":
        return [f"{question.label}."] if value else []
    if question.sort == "choice":
        found = [label for each, label, _ in question.answers if each == value]
        return [f"{label}." for label in found]
    return [f"{question.label}: {value}."] if value not in ("", "0") else []


def _layout_told(options: Options) -> str:
    names = [shown(space.name) for space in spaces_of(options) if space.is_pay_space]
    return f"The pay cards are {', '.join(names)}."


def _placement_told(options: Options) -> str:
    who = {
        "each": "Everybody stakes the same on every pay card",
        "free": "Everybody places the chips as they like",
        "one": "Everybody backs one pay card",
    }[options.placement]
    return f"{who}; the dealer stakes double." if options.dealer_factor == 2 else f"{who}."


def _ante_told(options: Options) -> str:
    if options.placement == "free":
        return f"Everybody places {options.free_amount} chips."
    where = "on each pay card" if options.placement == "each" else "on the one card"
    return f"{_chips(options.ante)} {where}."


def _chips(number: int) -> str:
    return "1 chip" if number == 1 else f"{number} chips"


def _end_told(options: Options) -> str:
    word, number = counted(options.end)
    return {
        "deals_each": f"It is over when everybody has dealt {number} times.",
        "hands": f"It is over after {number} hands.",
        "broke": "It is over when somebody has run out of chips.",
        "rundown_cards": "It ends with a last lap: a pay card that is won is taken away.",
        "rundown_pots": "It ends with a last lap, until kitty and pot are won.",
    }.get(word, "It is over when you end it.")


def _value_told(options: Options) -> str:
    if not options.chip_value:
        return "It is played for chips, not for money."
    return f"A chip is worth {options.chip_value} {options.currency or 'pence or cents'}."


FALLBACK_WORDS: Final = {
    "free": "Who cannot change leads what they like",
    "pass": "Who cannot change passes",
    "cascade": "Who cannot change leads the other suit of the colour",
}
_TOLD: Final[Mapping[str, Callable[[Options], str]]] = {
    "layout": _layout_told,
    "ante": _ante_told,
    "free_amount": lambda options: "",
    "end": _end_told,
    house_rules.END_NUMBER: lambda options: "",
    "chip_value": _value_told,
    "currency": lambda options: "",
    "fallback": lambda options: (
        "" if options.change == "none" else f"{FALLBACK_WORDS[options.fallback]}."
    ),
    "placement": _placement_told,
    "per_card": lambda options: (
        f"Every other player pays {_chips(options.per_card)} for each card left."
        if options.per_card else "Nothing is paid for cards left."
    ),
}  # fmt: skip
