"""The rule card: what a table plays by, in sentences, each group with its paragraph of RULES.

It changes nothing and decides nothing; the form that changes rules is `house_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion import rules_code
from companion.core.game import KITTY, Game, spaces_of
from companion.core.option_examples import example
from companion.core.options import Options, chips_word, counted
from companion.core.pots import shown
from companion.web.coins import money_words
from companion.web.house_questions import GROUPS, NUMBER, QUESTIONS, Question
from companion.web.house_rules import State, counts, sentence, state_of

Shape = dict[str, Any]


def whole(game: Game, options: Options) -> Shape:
    """Return what `parts/rules.html` shows: name, own rules, all rules in groups, the code."""
    own = set(own_rules(game, options))
    return {
        "game": game, "own": [line["text"] for line in lines(game, options) if line["name"] in own],
        "groups": card(game, options), "differ": len(own), "code": rules_code.encode(game, options),
    }  # fmt: skip


def card(game: Game, options: Options) -> list[Shape]:
    """Return the rules a table plays by, as groups of sentences with their paragraph."""
    told = {line["name"]: line for line in lines(game, options)}
    shown_groups = []
    for group in GROUPS:
        found = [told[each.name] for each in group.questions if each.name in told]
        if found:
            shown_groups.append({
                "title": group.title, "lines": [line["text"] for line in found],
                "examples": [line["example"] for line in found if line["example"]],
                "text": in_words_of(game, group.text), "source": group.source,
            })  # fmt: skip
    return shown_groups


def lines(game: Game, options: Options) -> list[Shape]:
    """Return every rule that counts as ``{name, text, example}``, in the order of the form."""
    state = state_of(options)
    found = []
    for question in QUESTIONS:
        if question.when(game) and counts(question, state):
            text = _told(question, options, state, game)
            if text:
                words = example(question.name, _example_value(question, state))
                found.append({
                    "name": question.name, "text": in_words_of(game, text),
                    "example": sentence(in_words_of(game, words)),
                })  # fmt: skip
    return found


def own_rules(game: Game, options: Options) -> list[str]:
    """Return the options in which these rules are not the usual ones of *game*."""
    wanted, usual = options.to_dict(), game.preset.to_dict()
    names = [name for name in wanted if wanted[name] != usual[name]]
    return list(dict.fromkeys("placement" if name == "dealer_factor" else name for name in names))


def changes(game: Game, old: Options, new: Options) -> list[Shape]:
    """Return what *new* rules say otherwise than *old*: ``{now, before}`` as sentences."""
    before = {line["name"]: line["text"] for line in lines(game, old)}
    after = {line["name"]: line["text"] for line in lines(game, new)}
    names = [question.name for question in QUESTIONS]
    return [
        {"now": after.get(name, ""), "before": before.get(name, "")}
        for name in names if before.get(name) != after.get(name)
    ]  # fmt: skip


def _example_value(question: Question, state: State) -> object:
    return state.get(question.name) if question.sort == "choice" else None


def in_words_of(game: Game, text: str) -> str:
    """Return a sentence with the kitty called as *game* calls it: ``Game`` at Pope Joan."""
    name = game.words.get(KITTY)
    return text if name is None else text.replace("The kitty", name).replace("the kitty", name)


def _told(question: Question, options: Options, state: State, game: Game) -> str:
    if question.name == "ante" and game.weights:
        return _dressing_told(game, options)
    teller = _TOLD.get(question.name)
    if teller is not None:
        return teller(options)
    value = state.get(question.name, "")
    if question.name.endswith(NUMBER) or value in ("", "0", "None"):
        return ""
    if question.sort == "choice":
        label = next((label for each, label, _ in question.answers if each == value), value)
        return f"{label}."
    return f"{question.label}." if question.sort == "switch" else f"{question.label}: {value}."


# ---- sentences of their own ---------------------------------------------------------------------


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
        return ""
    where = "on each pay card" if options.placement == "each" else "on the one card"
    return f"{chips_word(options.ante, options)} {where}."


def _dressing_told(game: Game, options: Options) -> str:
    """Return how many chips lie where it is not the same everywhere: 15 in all for Pope Joan."""
    names = [space.name for space in spaces_of(options) if space.is_pay_space]
    each = {name: options.ante * game.weights.get(name, 1) for name in names}
    more = [
        f"{chips} on {game.words.get(name, shown(name))}"
        for name, chips in each.items() if chips > options.ante
    ]  # fmt: skip
    whole = chips_word(sum(each.values()) + options.kitty_stake, options)
    return f"{whole} in all: {', '.join(more)}, {options.ante} on each of the others."


def _kitty_told(options: Options) -> str:
    if options.funding != "players" or not options.kitty_stake:
        kitty = chips_word(options.kitty_stake, options)
        return f"{kitty} in the kitty." if options.kitty_stake else ""
    return f"Everybody puts {chips_word(options.kitty_stake, options)} into the kitty."


def _end_told(options: Options) -> str:
    word, number = counted(options.end)
    times = "once" if number == 1 else f"{number} times"
    return {
        "deals_each": f"It is over when everybody has dealt {times}.",
        "hands": f"It is over after {number} hand{'' if number == 1 else 's'}.",
        "time": f"It is over after the hand running when {number} minutes are over.",
        "broke": "It is over when somebody has run out of chips.",
        "rundown_cards": "It ends with a last lap: a pay card that is won is taken away.",
        "rundown_pots": "It ends with a last lap, until kitty and pot are won.",
    }.get(word, "It is over when you end it.")


def _value_told(options: Options) -> str:
    if not options.chip_value:
        return "It is played for chips, not for money."
    if not options.currency:
        return f"A chip is worth {options.chip_value} of the smallest coin."
    return f"A chip is worth {money_words(options.chip_value, options.currency)}."


def _breach_told(options: Options) -> str:
    word, number = counted(options.irregularity)
    bar = ", and that hand is lost" if word == "fine_bar" else ""
    if word == "warn":
        return "A breach is only pointed out."
    return f"A breach costs {chips_word(number, options)} to each of the others{bar}."


def _left_told(options: Options) -> str:
    word, number = counted(options.unplayed_paycard)
    return {
        "none": "Being left with a pay card costs nothing.",
        "double": "Who is left with a pay card doubles its chips.",
        "fixed": f"Who is left with a pay card puts {chips_word(number, options)} on it.",
    }[word]


def _highest_told(options: Options) -> str:
    if options.poker_max is None:
        return "A bet may be as high as you like."
    return f"A bet or a raise is at most {chips_word(options.poker_max, options)}."


_TOLD: Final[Mapping[str, Callable[[Options], str]]] = {
    "layout": _layout_told,
    "placement": _placement_told,
    "ante": _ante_told,
    "free_amount": lambda o: f"Everybody places {chips_word(o.free_amount, o)}.",
    "kitty_stake": _kitty_told,
    "pot_stake": lambda o: f"Everybody puts {chips_word(o.pot_stake, o)} into the pot.",
    "per_card": lambda o: (
        f"Every other player pays {chips_word(o.per_card, o)} for each card left."
        if o.per_card else "Nothing is paid for cards left."
    ),
    "end": _end_told,
    "start_chips": lambda o: f"Everybody starts with {chips_word(o.start_chips, o)}.",
    "unplayed_paycard": _left_told,
    "irregularity": _breach_told,
    "auction_min": lambda o: f"The lowest bid is {chips_word(o.auction_min, o)}.",
    "auction_step": lambda o: f"A bid is higher by {chips_word(o.auction_step, o)} at least.",
    "pass_penalty": lambda o: (
        f"Who passes pays {chips_word(o.pass_penalty, o)} into the kitty."
        if o.pass_penalty else ""
    ),
    "void_counts": lambda o: (
        f"A hand that nobody wins {'counts' if o.void_counts else 'does not count'} as a hand."
    ),
    "poker_min": lambda o: f"A bet or a raise is at least {chips_word(o.poker_min, o)}.",
    "poker_max": _highest_told,
    "poker_raises": lambda o: (
        "Nobody may raise." if not o.poker_raises
        else f"It may be raised {'once' if o.poker_raises == 1 else f'{o.poker_raises} times'}"
        " in all."
    ),
    "chip_value": _value_told,
    "currency": lambda o: "",
}  # fmt: skip
