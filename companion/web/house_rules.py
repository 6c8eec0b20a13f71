"""The house rules as a form of plain sentences, and read back from it: only what differs is kept.

What an option means is decided in the core; here it only gets its words and the paragraph of RULES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.core.errors import RuleError
from companion.core.game import Game
from companion.core.options import Options, counted

Shape = dict[str, Any]
State = Mapping[str, str]
"""A form's fields as text; a switch that is off is missing."""

Answers = tuple[tuple[str, str, str], ...]
"""(value, label, small words) of a choice."""


@dataclass(frozen=True, slots=True)
class Question:
    """One line of the form about option *name*.

    *sort* is ``switch`` (between *off* and *on*), ``choice``, ``number`` or ``text``. It is only
    asked where *when* says so of the game's preset.
    """

    name: str
    sort: str
    label: str
    small: str = ""
    answers: Answers = ()
    lowest: int = 0
    highest: int = 1000
    off: object = False
    on: object = True
    when: Callable[[Options], bool] = lambda preset: True


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that belong together, with the sentence of the rules that they change."""

    title: str
    questions: tuple[Question, ...]
    text: str
    source: str


def _switch(name: str, label: str, small: str = "", **more: Any) -> Question:
    return Question(name, "switch", label, small, **more)


def _number(name: str, label: str, lowest: int = 0, highest: int = 1000, small: str = "",
            **more: Any) -> Question:  # fmt: skip
    return Question(name, "number", label, small, lowest=lowest, highest=highest, **more)


def _choice(name: str, label: str, *answers: tuple[str, str, str], **more: Any) -> Question:
    return Question(name, "choice", label, answers=answers, **more)


def _from_players(preset: Options) -> bool:
    return preset.funding == "players"


END_NUMBER: Final = "end_number"
"""The field for how many hands or deals; it belongs to the option ``end``."""

GROUPS: Final = (
    Group(
        "Stakes",
        (
            _choice(
                "placement", "How the chips go down",
                ("each:2", "The same on every pay card, the dealer double", "no tap is needed"),
                ("each:1", "The same on every pay card", "no tap is needed"),
                ("free:1", "As each of you likes", "everybody places the same number of chips"),
                ("free:2", "As each of you likes, the dealer twice as many", ""),
                ("one:1", "On one pay card of your choice", ""), when=_from_players),
            _number("ante", "On each pay card", 0, 1000, when=_from_players),
            _number("free_amount", "Chips to place", 1, 1000, "only where each places as they like",
                    when=_from_players),
            Question("layout", "text", "The pay cards", "For example AH KC QD JS"),
        ),
        "Before each deal every player puts chips on the pay cards; whoever plays a pay card takes"
        " all that lies on it, at once.", "RULES § 2.6, § 4.1"),
    Group(
        "Kitty and pot",
        (
            _number("kitty_stake", "Into the kitty, each", 0, 1000),
            _number("pot_stake", "Into the pot, each", 0, 1000,
                    when=lambda preset: preset.pot_kind != "none"),
        ),
        "The kitty goes to whoever is out first. Unclaimed chips stay for the next hand.",
        "RULES § 1, § 2.7"),
    Group(
        "The deal",
        (
            _choice(
                "spare", "The spare hand",
                ("last", "The spare hand gets its card last", "after the dealer"),
                ("first", "The spare hand gets its card first", "it lies left of the dealer"),
                ("none", "There is no spare hand", "all cards are in play")),
            _switch("deal_surplus", "All hands are equal", "cards left over go to the spare hand",
                    off="round_robin", on="to_spare"),
            _switch("spare_swap", "The dealer may take the spare hand"),
            _switch("spare_auction", "The dealer may sell the spare hand",
                    "the best bid goes to the dealer"),
        ),
        "One more hand is dealt than there are players; nobody looks at it.", "RULES § 2.2, § 2.3"),
    Group(
        "The runs",
        (
            _choice(
                "first_lead", "Who leads first",
                ("eldest", "The player left of the dealer leads first", ""),
                ("dealer", "The dealer leads first", ""),
                ("suit:D", "The lowest diamond leads first", "whoever holds it"),
                ("suit:C", "The lowest club leads first", "whoever holds it")),
            _switch("lead_rank", "Any card may be led", "usual: the lowest card held of its suit",
                    off="lowest", on="any"),
        ),
        "The leader chooses a suit and plays the lowest card held of it. Whoever has the next"
        " higher card must play it, wherever they sit.", "RULES § 2.4"),
    Group(
        "After a stop",
        (
            _choice(
                "change", "The next lead",
                ("none", "Any suit may be led", "the same one too"),
                ("suit", "Another suit must be led", ""),
                ("colour", "The other colour must be led", "red after black, black after red")),
            _choice(
                "fallback", "Who has no such card",
                ("free", "Who cannot change leads what they like", ""),
                ("pass", "Who cannot change passes", "the lead moves left"),
                ("cascade", "Who cannot change leads the other suit of the colour",
                 "with the change of colour only")),
            _number("pass_penalty", "Chips for passing", 0, 1000, "into the kitty"),
        ),
        "After a stop, whoever played the last card leads again.", "RULES § 2.5"),
    Group(
        "At the end of a hand",
        (
            _number("per_card", "For each card left", 0, 1000, "chips to whoever is out"),
            _choice(
                "unplayed_paycard", "Left with a pay card",
                ("none", "Being left with a pay card costs nothing", ""),
                ("double", "Who is left with a pay card doubles its chips", "")),
            _choice(
                "irregularity", "A breach of the rules",
                ("warn", "A breach is only pointed out", ""),
                ("fine:1", "A breach costs 1 chip to each of the others", ""),
                ("fine_bar:1", "It costs 1 chip to each, and that hand is lost", "")),
        ),
        "Every other player pays the winner for each card left. What nobody won stays and grows.",
        "RULES § 2.7, § 3"),
    Group(
        "The evening",
        (
            _choice(
                "end", "When it is over",
                ("deals_each", "When everybody has dealt so many times", ""),
                ("hands", "After so many hands", ""),
                ("broke", "When somebody has run out of chips", ""),
                ("rundown_cards", "With a last lap", "a pay card that is won is taken away"),
                ("manual", "When we have had enough", "")),
            _number(END_NUMBER, "How many", 1, 999, "deals each, or hands"),
            _number("start_chips", "Chips each", 0, 1_000_000),
            _choice(
                "insolvency", "Out of chips",
                ("iou", "Who runs out owes; Boodle keeps the debt", ""),
                ("rebuy", "Who runs out buys again", ""),
                ("out", "Who cannot pay the stake leaves", "")),
            _choice(
                "leftover", "Chips left at the end",
                ("split", "What lies there at the end is shared out", ""),
                ("last_winner", "It goes to who won the last hand", ""),
                ("lost", "It is lost", "")),
        ),
        "Everybody should deal equally often. Most chips wins.", "RULES § 2.8, § 2.9"),
    Group(
        "Money",
        (
            _number("chip_value", "A chip is worth", 0, 1_000_000, "pence or cents; 0 is no money"),
            Question("currency", "text", "Currency", "For example GBP or EUR; may stay empty"),
        ),
        "Gains and losses sum to nothing; Boodle finds the fewest payments.", "RULES § 2.9"),
)  # fmt: skip


DEPTHS: Final = (
    ("pots", "Only the pots", "who took which pot, who is out, cards left"),
    ("cards", "Every card", "the app knows the next card and counts by itself"),
)

# ---- options to fields and back -----------------------------------------------------------------


def state_of(options: Options) -> dict[str, str]:
    """Return *options* as the fields of the form."""
    state: dict[str, str] = {}
    for question in questions():
        if question.name == END_NUMBER:
            continue
        value = getattr(options, question.name)
        if question.sort == "switch":
            if value == question.on:
                state[question.name] = "yes"
        elif question.name == "layout":
            state["layout"] = " ".join(value)
        else:
            state[question.name] = str(value)
    word, number = counted(options.end)
    placement = f"{options.placement}:{options.dealer_factor}"
    return {**state, "placement": placement, "end": word, END_NUMBER: str(number or 2)}


def questions() -> tuple[Question, ...]:
    """Return every question of the form."""
    return tuple(question for group in GROUPS for question in group.questions)


def _asked(game: Game) -> tuple[Question, ...]:
    return tuple(question for question in questions() if question.when(game.preset))


def read(game: Game, state: State, kept: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the option values of a sent form that differ from the preset of *game*.

    *kept* are values of options that the form does not ask about. Raises `RuleError` with a
    sentence where a field is no number or two rules contradict each other.
    """
    values: dict[str, Any] = dict(kept or {})
    for question in _asked(game):
        is_sent = question.sort == "switch" or question.name in state
        if is_sent and question.name != END_NUMBER:
            values[question.name] = _value(question, state)
    if "placement" in values:  # one choice for two options: who stakes how, and the dealer's double
        values["placement"], _, factor = str(values["placement"]).partition(":")
        values["dealer_factor"] = 2 if factor == "2" else 1
    differing = {name: value for name, value in values.items() if _differs(game, name, value)}
    if values.get("placement") == "free":  # RULES § 3: else it would be 1 whatever the preset says
        differing["dealer_factor"] = values["dealer_factor"]
    game.options(differing)
    return differing


def _differs(game: Game, name: str, value: object) -> bool:
    return bool(getattr(game.preset, name) != _frozen(value))


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _value(question: Question, state: State) -> object:
    text = state.get(question.name, "")
    if question.sort == "switch":
        return question.on if text else question.off
    if question.name == "end" and text in ("deals_each", "hands"):
        number = _whole(state.get(END_NUMBER, ""), "How many", 1, 999)
        return f"{text}:{number}"
    if question.sort == "number":
        return _whole(text, question.label, question.lowest, question.highest)
    if question.name == "layout":
        return text.replace(",", " ").split()
    return text.strip()


def _whole(text: str, label: str, lowest: int, highest: int) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 10):
        raise RuleError(
            "bad_option",
            f"“{label}” is a whole number from {lowest} to {highest}, not {text[:20]!r}.",
        )
    if not lowest <= int(stripped) <= highest:
        raise RuleError("bad_option", f"“{label}” is from {lowest} to {highest}, not {stripped}.")
    return int(stripped)


def differences(game: Game, values: Mapping[str, Any]) -> int:
    """Return how many house rules differ from the usual ones of *game*."""
    return sum(_differs(game, name, value) for name, value in values.items())


def not_asked(game: Game, options: Options) -> dict[str, Any]:
    """Return what of *options* differs from the preset and has no line in the form."""
    asked = {question.name for question in _asked(game)} | {"dealer_factor"}
    usual, values = game.preset.to_dict(), options.to_dict()
    return {
        name: value
        for name, value in values.items()
        if name not in asked and value != usual[name]
    }  # fmt: skip


# ---- the form as the template wants it ----------------------------------------------------------


def groups(game: Game, state: State) -> list[Shape]:
    """Return the groups of `join/rules.html`, filled in with *state*."""
    shown = []
    for group in GROUPS:
        asked = [question for question in group.questions if question.when(game.preset)]
        if not asked:
            continue
        shape: Shape = {
            "title": group.title,
            "switches": [_switch_shape(q, state) for q in asked if q.sort == "switch"],
            "picks": [_pick(game, q, state) for q in asked if q.sort == "choice"],
            "numbers": [_number_shape(q, state) for q in asked if q.sort == "number"],
            "texts": [_text_shape(q, state) for q in asked if q.sort == "text"],
            "rule": {"text": group.text, "source": group.source},
        }
        shown.append({**shape, "brief": _brief(shape)})
    return shown


def _brief(shape: Shape) -> str:
    """Return what a group says now, in a few words, for when it is folded."""
    words = [one["label"] for pick in shape["picks"] for one in pick["answers"] if one["on"]]
    words += [one["label"] for one in shape["switches"] if one["on"]]
    if not words:
        words = [f"{one['label']}: {one['value']}" for one in shape["numbers"]]
    return "; ".join(words[:2])


def depth_group(state: State) -> Shape:
    """Return the group about how much is entered, which is no rule of the game."""
    chosen = state.get("depth", "pots")
    answers = [
        {"name": "depth", "value": value, "label": label, "small": small, "on": value == chosen}
        for value, label, small in DEPTHS
    ]
    pick = {"name": "depth", "label": "What you enter", "answers": answers}
    return {"title": "What you enter", "picks": [pick]}


def _switch_shape(question: Question, state: State) -> Shape:
    return {
        "name": question.name, "label": question.label, "small": question.small,
        "on": bool(state.get(question.name)),
    }  # fmt: skip


def _pick(game: Game, question: Question, state: State) -> Shape:
    """Return a choice; a value the form has no words for is offered as it is, so none is lost."""
    chosen = state.get(question.name, "")
    answers = list(question.answers)
    if chosen and chosen not in {value for value, _, _ in answers}:
        answers = [*answers, (chosen, f"As it is: {chosen}", "")]
    return {
        "name": question.name, "label": question.label,
        "answers": [
            {"name": question.name, "value": value, "label": label, "small": small,
             "on": value == chosen}
            for value, label, small in answers
        ],
    }  # fmt: skip


def _number_shape(question: Question, state: State) -> Shape:
    return {
        "name": question.name, "label": question.label, "hint": question.small,
        "value": state.get(question.name, ""), "lowest": question.lowest,
        "highest": question.highest,
    }  # fmt: skip


def _text_shape(question: Question, state: State) -> Shape:
    return {
        "name": question.name, "label": question.label, "hint": question.small,
        "value": state.get(question.name, ""), "optional": question.name == "currency",
    }  # fmt: skip
