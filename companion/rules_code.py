"""The short code of a set of house rules: to be read aloud, and the same rules from it again.

Knows no page and no store. What a code of this version means must never change.

A code is groups of four of `LETTERS`. The first letter is the version, the next two the game, the
last three are checks; between them stands one number, in which the options that differ from the
game's preset are packed: for each the steps from the option before it, then its value.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from companion.core import options as option_rules
from companion.core.cards import DECK, SUITS
from companion.core.errors import RuleError
from companion.core.game import Game
from companion.core.options import WORDS, Options
from companion.games import all_games

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 of them, a prime, without 0 O 1 I L: each is a number, and checks can be sums modulo 31."""
VERSION: Final = "B"
PREFIX: Final = "BOODLE RULES"
"""Stands before the code in the QR code, so that a camera's user sees what it is."""
CHECKS: Final = 3
HEAD: Final = 3
LONGEST: Final = 240
ROOT: Final = 3
"""Its powers go through all of 1 to 30 modulo 31."""

# Append only: a code counts places in these lists and in `companion.core.options.WORDS`.
ORDER: Final = (
    "ace", "spare", "deal_surplus", "discard", "layout", "ante", "dealer_factor", "placement",
    "free_amount", "placement_order", "kitty_stake", "pot_stake", "pot_kind", "funding",
    "spare_swap", "spare_auction", "auction_style", "auction_min", "auction_step",
    "auction_bar_paycards", "swap_after_no_sale", "auction_own_after_swap", "spare_first_refusal",
    "first_lead", "lead_rank", "first_lead_rank", "change", "fallback", "pass_penalty",
    "horse_winner", "horse_lead", "pay_when", "combo_run", "seq_share", "claim", "per_card",
    "unplayed_paycard", "void_counts", "void_payment", "end", "time_equal_deals", "leftover", "tie",
    "insolvency", "start_chips", "chip_value", "currency", "first_dealer", "irregularity",
    "poker_first", "poker_min", "poker_max", "poker_raises", "poker_all_check", "poker_odd",
)  # fmt: skip
COUNTED: Final = {
    "end": ("manual", "broke", "rundown_cards", "rundown_pots", "hands", "deals_each", "time"),
    "irregularity": ("warn", "fine", "fine_bar"),
    "unplayed_paycard": ("none", "double", "fixed"),
}
SPACES: Final = (
    *DECK,
    *(pair + suit for pair in ("KQ", "QJ") for suit in ("", *SUITS, "*")),
    *(rank + "*" for rank in "23456789TJQKA"),
    "8-9-10", "7-8-9", "6-7-8",
)  # fmt: skip
CURRENCIES: Final = (
    "", "GBP", "EUR", "USD", "CHF", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "JPY",
    "INR",
)  # fmt: skip

Digits = Iterable[tuple[int, int]]
"""(digit, radix) pairs, the lowest first."""


# ---- a number of digits of different sizes ------------------------------------------------------


def _packed(digits: Digits) -> int:
    number = 0
    for digit, radix in reversed(list(digits)):
        number = number * radix + digit
    return number


def _counting(value: int) -> Iterator[tuple[int, int]]:
    """Return any whole number as digits: three bits each, and one that says more follow."""
    while value > 7:
        yield value % 8 + 8, 16
        value //= 8
    yield value, 16


class _Unpacked:
    """Takes the digits out again, in the order in which they went in."""

    def __init__(self, number: int) -> None:
        self.number = number

    def take(self, radix: int) -> int:
        self.number, digit = divmod(self.number, radix)
        return digit

    def count(self) -> int:
        value = place = 0
        while (digit := self.take(16)) > 7:
            value += (digit - 8) << place
            place += 3
        return value + (digit << place)


# ---- values -------------------------------------------------------------------------------------


def _value_digits(name: str, value: Any) -> Iterator[tuple[int, int]]:
    if isinstance(value, bool):
        yield int(value), 2
    elif name == "layout":
        yield from _counting(len(value))
        for space in value:
            yield SPACES.index(space), 128
    elif name == "currency":
        yield from _text_digits(value)
    elif name in COUNTED:
        word, number = option_rules.counted(value)
        yield COUNTED[name].index(word), 8
        if ":" in value:
            yield from _counting(number)
    elif name in WORDS:
        yield (0 if value is None else WORDS[name].index(value) + 1), 16
    else:
        yield from _counting(0 if value is None else value + (name == "poker_max"))


def _text_digits(text: str) -> Iterator[tuple[int, int]]:
    known = CURRENCIES.index(text) if text in CURRENCIES else len(CURRENCIES)
    yield known, 16
    if known == len(CURRENCIES):
        yield from _counting(len(text))
        for letter in text:
            yield from _counting(ord(letter))


def _value(name: str, there: _Unpacked) -> Any:
    if isinstance(getattr(Options(), name), bool):
        return bool(there.take(2))
    if name == "layout":
        return [SPACES[there.take(128)] for _ in range(min(there.count(), 64))]
    if name == "currency":
        return _text(there)
    if name in COUNTED:
        word = COUNTED[name][there.take(8)]
        return word if word in _PLAIN else f"{word}:{there.count()}"
    if name in WORDS:
        place = there.take(16)
        return WORDS[name][place - 1] if place else None
    number = there.count()
    return number if name != "poker_max" else number - 1 if number else None


_PLAIN: Final = {"manual", "broke", "rundown_cards", "rundown_pots", "warn", "none", "double"}


def _text(there: _Unpacked) -> str:
    known = there.take(16)
    if known < len(CURRENCIES):
        return CURRENCIES[known]
    return "".join(chr(there.count()) for _ in range(min(there.count(), 8)))


# ---- writing ------------------------------------------------------------------------------------


def told(game: Game, options: Options) -> dict[str, Any]:
    """Return the fewest values from which *game* makes *options* again (`Game.options`)."""
    wanted, usual = options.to_dict(), game.preset.to_dict()
    values = {name: value for name, value in wanted.items() if value != usual[name]}
    read = game.options(values).to_dict()
    return values | {name: value for name, value in wanted.items() if value != read[name]}


def encode(game: Game, options: Options) -> str:
    """Return the code of *options* of *game*, in groups of four."""
    values, last = told(game, options), -1
    digits: list[tuple[int, int]] = []
    for place, name in enumerate(ORDER):
        if name in values:
            value = getattr(options, name)
            digits += [(place - last, 64), *_value_digits(name, value)]
            last = place
    body = _spelled(_packed(digits))
    body = body.rjust(len(body) + (-len(body) - HEAD - CHECKS) % 4, LETTERS[0])
    data = VERSION + _game_letters(game) + body
    return grouped(data + _checks(data))


def _spelled(number: int) -> str:
    letters = ""
    while number:
        number, place = divmod(number, len(LETTERS))
        letters = LETTERS[place] + letters
    return letters


def _game_letters(game: Game) -> str:
    """Return two letters for a game, from its key alone: a new game needs no entry anywhere."""
    number = int.from_bytes(hashlib.sha256(game.key.encode()).digest()[:8], "big")
    high, low = divmod(number % len(LETTERS) ** 2, len(LETTERS))
    return LETTERS[high] + LETTERS[low]


def _checks(data: str) -> str:
    """Return three sums of the letters, each weighted otherwise: one wrong letter can be found."""
    places = [LETTERS.index(letter) for letter in data]
    return "".join(
        LETTERS[sum(n * pow(ROOT, i * power, 31) for i, n in enumerate(places)) % 31]
        for power in range(CHECKS)
    )


def grouped(letters: str) -> str:
    """Return *letters* in groups of four with blanks between, as they are read aloud."""
    return " ".join(letters[i : i + 4] for i in range(0, len(letters), 4))


# ---- reading ------------------------------------------------------------------------------------


def decode(text: str) -> tuple[Game, Options]:
    """Return the game and the options of a code as somebody typed it.

    Case, blanks and dashes do not matter. Raises `RuleError` ``bad_code``, saying which part looks
    wrong.
    """
    letters = _letters(text)
    if not _is_sound(letters):
        raise RuleError("bad_code", _wrong_part(letters))
    if letters[0] != VERSION:
        raise RuleError(
            "bad_code",
            f"This code begins with {letters[0]}: another version of Boodle wrote it, and this one"
            f" reads codes that begin with {VERSION}. Update Boodle, or set the rules by hand.",
        )
    game = next((g for g in all_games().values() if _game_letters(g) == letters[1:HEAD]), None)
    if game is None:
        raise RuleError(
            "bad_code", "This code is for a game that this Boodle does not know. Update Boodle."
        )
    return game, _options(game, letters)


def _options(game: Game, letters: str) -> Options:
    number = 0
    for letter in letters[HEAD:-CHECKS]:
        number = number * len(LETTERS) + LETTERS.index(letter)
    there, place, values = _Unpacked(number), -1, dict[str, Any]()
    try:
        while there.number:
            step = there.take(64)
            place += step
            name = ORDER[place]
            values[name] = _value(name, there)
        options = game.options(values)
    except (RuleError, IndexError, ValueError, OverflowError) as error:
        why = str(error) if isinstance(error, RuleError) else ""
        raise RuleError(
            "bad_code", f"This code asks for rules that this Boodle does not know. {why}".strip()
        ) from None
    if encode(game, options) != grouped(letters):
        raise RuleError("bad_code", "This is no code that Boodle has written. Read it again.")
    return options


def _letters(text: str) -> str:
    """Return the letters of a code; raise `RuleError` where there can be none."""
    typed = re.sub(rf"^\s*{PREFIX}\W*", "", text[:1000].upper())
    letters = "".join(letter for letter in typed if letter.isalnum())
    if not letters:
        raise RuleError("bad_code", "Type the code: groups of four, as they stand on a rule card.")
    if len(letters) > LONGEST:
        raise RuleError("bad_code", "That is too long for a code of house rules.")
    for place, letter in enumerate(letters):
        if letter not in LETTERS:
            raise RuleError(
                "bad_code",
                f"A code has no {letter}; it has no 0, O, 1, I or L at all. Look at"
                f" {_part(letters, place)} again.",
            )
    if len(letters) % 4 or len(letters) < HEAD + CHECKS:
        raise RuleError(
            "bad_code",
            f"{len(letters)} letters and digits came, and codes come in fours, eight at least."
            f" The last group is {grouped(letters).split()[-1]}: look where one is missing or"
            " too many.",
        )
    return letters


def _is_sound(letters: str) -> bool:
    return _checks(letters[:-CHECKS]) == letters[-CHECKS:]


def _part(letters: str, place: int) -> str:
    nth = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    number = place // 4
    word = nth[number] if number < len(nth) else f"{number + 1}th"
    return f"the {word} group, {grouped(letters).split()[number]},"


def _wrong_part(letters: str) -> str:
    """Say where a code looks wrong: one letter, or two neighbours that changed places."""
    found = list(_nearest(letters))
    if len(found) == 1:
        place, instead = found[0]
        group = grouped(instead).split()[place // 4]
        part = _part(letters, place)
        return f"T{part[1:]} looks wrong: is it {group}?"
    if found:
        groups = sorted({place // 4 + 1 for place, _ in found})
        return f"One of the groups {' and '.join(map(str, groups))} looks wrong. Read them again."
    return (
        "More than one letter of this code is wrong, so it cannot be said which."
        " Read it again, group by group."
    )


def _nearest(letters: str) -> Iterator[tuple[int, str]]:
    """Yield (place, code) of every sound code that is one slip of the finger away."""
    for place, letter in enumerate(letters):
        for other in LETTERS:
            instead = letters[:place] + other + letters[place + 1 :]
            if other != letter and _is_sound(instead):
                yield place, instead
    for place, (one, two) in enumerate(pairwise(letters)):
        instead = letters[:place] + two + one + letters[place + 2 :]
        if one != two and _is_sound(instead):
            yield place, instead
