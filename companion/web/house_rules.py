"""The house rules as a form: filled in, read back, and only what differs from the preset is kept.

What an option means is decided in the core, its words stand in `house_questions`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from companion.core.cards import Card, CardError
from companion.core.errors import RuleError
from companion.core.game import Game
from companion.core.option_examples import example
from companion.core.options import Options, changed, counted
from companion.web.house_questions import COUNTED, GROUPS, NUMBER, QUESTIONS, Group, Question

Shape = dict[str, Any]
State = Mapping[str, str]
"""A form's fields as text; a switch that is off is missing."""

END_NUMBER: Final = "end" + NUMBER
"""The field for how many hands, deals or minutes; it belongs to the option ``end``."""

DEPTHS: Final = (
    ("pots", "Only the pots", "who took which pot, who is out, cards left"),
    ("cards", "Every card", "the app knows the next card and counts by itself"),
)

# ---- options to fields --------------------------------------------------------------------------


def state_of(options: Options) -> dict[str, str]:
    """Return *options* as the fields of the form."""
    state: dict[str, str] = {}
    for question in QUESTIONS:
        if question.name.endswith(NUMBER):
            continue
        value = getattr(options, question.name)
        if question.name in COUNTED:
            word, number = counted(value)
            usual = 2 if question.name == "end" else 1
            state |= {question.name: word, question.name + NUMBER: str(number or usual)}
        elif question.sort == "switch":
            state |= {question.name: "yes"} if value == question.on else {}
        else:
            state[question.name] = _as_text(question, value)
    return {**state, "placement": f"{options.placement}:{options.dealer_factor}"}


def _as_text(question: Question, value: Any) -> str:
    if question.name == "layout":
        return " ".join(value)
    return "" if value is None and question.sort == "text" else str(value)


def asked(game: Game) -> tuple[Question, ...]:
    """Return the questions that *game* leaves open."""
    return tuple(question for question in QUESTIONS if question.when(game))


def holds(condition: str, state: State) -> bool:
    """Whether a condition such as ``spare_auction``, ``end=hands|time``, ``spare!=none`` holds.

    ``layout~-`` asks for a part of the text; a bare name for a switch that is on.
    """
    if "~" in condition:
        name, part = condition.split("~")
        return part in state.get(name, "")
    name, is_equation, words = condition.partition("=")
    if not is_equation:
        return state.get(name, "") not in ("", "0")
    said = state.get(name.rstrip("!"), "")
    return (said in words.split("|")) != name.endswith("!")


def counts(question: Question, state: State) -> bool:
    """Whether an answer to *question* matters by the other rules of *state*."""
    return not question.needs or any(holds(condition, state) for condition in question.needs)


# ---- fields to options --------------------------------------------------------------------------


def read(game: Game, state: State, kept: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the option values of a sent form that differ from the preset of *game*.

    *kept* are values of options that the form does not ask about. Raises `RuleError` with a
    sentence where a field is no number or two rules contradict each other.
    """
    differing = _read(game, state, kept)
    game.options(differing)
    return differing


def _read(game: Game, state: State, kept: Mapping[str, Any] | None = None) -> dict[str, Any]:
    values: dict[str, Any] = dict(kept or {})
    for question in asked(game):
        is_sent = question.sort == "switch" or question.name in state
        if is_sent and not question.name.endswith(NUMBER):
            values[question.name] = _value(question, state)
    if "placement" in values:  # one choice for two options: who stakes how, and the dealer's double
        values["placement"], _, factor = str(values["placement"]).partition(":")
        values["dealer_factor"] = 2 if factor == "2" else 1
    differing = {name: value for name, value in values.items() if _differs(game, name, value)}
    if values.get("placement") == "free":  # RULES § 3: else it would be 1 whatever the preset says
        differing["dealer_factor"] = values["dealer_factor"]
    return differing


def _differs(game: Game, name: str, value: object) -> bool:
    return bool(getattr(game.preset, name) != _frozen(value))


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _value(question: Question, state: State) -> object:
    text = state.get(question.name, "").strip()
    if question.sort == "switch":
        return question.on if text else question.off
    if text in COUNTED.get(question.name, ()):
        return f"{text}:{_whole(state.get(question.name + NUMBER, ''), _numbered(question))}"
    if question.sort == "number":
        return _whole(text, question)
    if question.name == "layout":
        return text.replace(",", " ").split()
    if question.name == "poker_max":
        return _whole(text, question) if text else None
    return None if text == "None" else text


def _numbered(question: Question) -> Question:
    return next(each for each in QUESTIONS if each.name == question.name + NUMBER)


def _whole(text: str, question: Question) -> int:
    stripped, label = text.strip(), question.label
    lowest, highest = question.lowest, question.highest
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 10):
        raise RuleError(
            "bad_option",
            f"“{label}” is a whole number from {lowest} to {highest}, not {text[:20]!r}.",
        )
    if not lowest <= int(stripped) <= highest:
        raise RuleError("bad_option", f"“{label}” is from {lowest} to {highest}, not {stripped}.")
    return int(stripped)


def sentence(words: str) -> list[Any]:
    """Return the words of an example with its cards as cards: ``{10S}`` is put on paper."""
    parts = re.split(r"\{(\w+)\}", words)
    return [Card.parse(part) if place % 2 else part for place, part in enumerate(parts) if part]


def in_conflict(game: Game, state: State, kept: Mapping[str, Any] | None = None) -> frozenset[str]:
    """Return the fields of a sent form that do not go together, or hold no number."""
    try:
        found = game.clashes(changed(game.preset, _read(game, state, kept)))
    except RuleError:
        return frozenset(each.name for each in asked(game) if not _is_number(each, state))
    return frozenset(name for clash in found[:1] for name in clash.names)


def _is_number(question: Question, state: State) -> bool:
    text = state.get(question.name)
    if question.sort != "number" or text is None or not counts(question, state):
        return True
    try:
        _whole(text, question)
    except RuleError:
        return False
    return True


def differences(game: Game, values: Mapping[str, Any]) -> int:
    """Return how many house rules differ from the usual ones of *game*."""
    return sum(_differs(game, name, value) for name, value in values.items())


def not_asked(game: Game, options: Options) -> dict[str, Any]:
    """Return what of *options* differs from the preset and has no line in the form."""
    names = {question.name for question in asked(game)}
    names |= {"dealer_factor"} if "placement" in names else set()
    usual, values = game.preset.to_dict(), options.to_dict()
    return {
        name: value
        for name, value in values.items()
        if name not in names and value != usual[name]
    }  # fmt: skip


# ---- the form as the template wants it ----------------------------------------------------------


def groups(game: Game, state: State, wrong: frozenset[str] = frozenset()) -> list[Shape]:
    """Return the groups of `join/rules.html`, filled in with *state*; *wrong* fields are marked."""
    shown = []
    for group in GROUPS:
        lines = [_line(game, each, state, wrong) for each in group.questions if each.when(game)]
        if lines:
            shown.append(_group(group, lines))
    return shown


def _group(group: Group, lines: list[Shape]) -> Shape:
    return {
        "title": group.title, "lines": lines, "rule": {"text": group.text, "source": group.source},
        "first": group.first, "open": any(line["bad"] for line in lines),
        "brief": _joined([line["brief"] for line in lines if line["brief"]][:2]),
    }  # fmt: skip


def _line(game: Game, question: Question, state: State, wrong: frozenset[str]) -> Shape:
    asleep = not counts(question, state)
    line: Shape = {
        "name": question.name, "sort": question.sort, "label": question.label,
        "small": question.small, "needs": " ".join(question.needs), "why": question.why,
        "asleep": asleep, "bad": question.name in wrong, "value": state.get(question.name, ""),
        "lowest": question.lowest, "highest": question.highest,
        "optional": question.name in ("currency", "poker_max"),
        "example": _example(question), "answers": _answers(game, question, state),
    }  # fmt: skip
    return {**line, "brief": [] if asleep else _brief(line)}


def _joined(parts: list[list[Any]]) -> list[Any]:
    """Return sentences in one, parted by semicolons."""
    return [word for n, part in enumerate(parts) for word in (["; ", *part] if n else part)]


def _brief(line: Shape) -> list[Any]:
    """Return what a line says now, in a few words, for when its group is folded."""
    words = _in_few_words(line)
    if line["name"] == "layout" and words:
        names = line["value"].replace(",", " ").split()
        return [f"{line['label']}:", *(part for name in names for part in _named(name))]
    return [words] if words else []


def _named(space: str) -> list[Any]:
    """Return a space of the layout after a blank: a card as it is drawn, else its name."""
    try:
        return [" ", Card.parse(space)]
    except CardError:
        return [f" {space}"]


def _in_few_words(line: Shape) -> str:
    if line["sort"] == "choice":
        return next((one["label"] for one in line["answers"] if one["on"]), "")
    if line["sort"] == "switch":
        return str(line["label"]) if line["value"] else ""
    if line["name"] == "chip_value" and line["value"] == "0":
        return "It is not played for money"
    return f"{line['label']}: {line['value']}" if line["value"] else ""


def _example(question: Question) -> list[Any]:
    """Return the worked example of a line that is not a choice, whose answers have their own."""
    return [] if question.sort == "choice" else sentence(example(question.name))


def _answers(game: Game, question: Question, state: State) -> list[Shape]:
    """Return the answers of a choice; a value without words is offered too, so none is lost."""
    if question.sort != "choice":
        return []
    chosen = state.get(question.name, "")
    answers = [each for each in question.answers if question.fits(game, each[0])]
    if chosen and chosen not in {value for value, _, _ in answers}:
        answers.append((chosen, f"As it is: {chosen}", ""))
    return [
        {"value": value, "label": label, "small": small, "on": value == chosen,
         "example": sentence(example(question.name, value))}
        for value, label, small in answers
    ]  # fmt: skip


def depth_group(state: State) -> Shape:
    """Return the group about how much is entered, which is no rule of the game."""
    chosen = state.get("depth", "pots")
    answers = [
        {"name": "depth", "value": value, "label": label, "small": small, "on": value == chosen}
        for value, label, small in DEPTHS
    ]
    return {"title": "What you enter", "choices": answers}
