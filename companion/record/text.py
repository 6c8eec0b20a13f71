"""The words of a hand record: names, cards and spaces as text. Knows no table and no rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from companion.core.errors import RuleError

WORDS: Final = frozenset(
    ("stop", "pass", "swap", "sell", "buys", "holds", "bets", "checks", "calls", "raises", "all",
     "in", "folds", "shows", "wins", "win", "poker", "takes", "out", "void", "claims", "misdeal",
     "fined", "correct", "turns", "kitty", "pot")
)  # fmt: skip
_WORD_FORM = re.compile(
    r"\d+|(10|[2-9TJQKA])[CDHS♣♦♥♠*]|(KQ|QJ)[CDHS*]?|\d+-\d+-\d+", re.IGNORECASE
)


class Token(NamedTuple):
    """A word of an action. *name* is true where it is a player's name."""

    text: str
    name: bool


@lru_cache(maxsize=1024)
def is_word(name: str) -> bool:
    """Whether a player's name has the form of a word of the format, and so is quoted."""
    return name in WORDS or _WORD_FORM.fullmatch(name) is not None


def quoted(name: str) -> str:
    """Return *name* as an action writes it.

    >>> quoted("Anna"), quoted("Anna Lee"), quoted("stop")
    ('Anna', '"Anna Lee"', '"stop"')
    """
    plain = name and not is_word(name) and not re.search(r'[\s"]', name)
    return name if plain else json.dumps(name, ensure_ascii=False)


def split_action(text: str, names: Iterable[str]) -> list[Token]:
    """Split an action into words; a name is matched longest first or stands in double quotes.

    >>> [token.text for token in split_action('Al Lee sell "stop" 4', ["Al", "Al Lee", "stop"])]
    ['Al Lee', 'sell', 'stop', '4']
    """
    known = sorted(names, key=len, reverse=True)
    free = [name for name in known if name and not is_word(name)]
    tokens: list[Token] = []
    rest = text.strip()
    while rest:
        token, rest = _first(rest, known, free)
        tokens.append(token)
        rest = rest.lstrip()
    return tokens


def _first(rest: str, known: Sequence[str], free: Sequence[str]) -> tuple[Token, str]:
    if rest.startswith('"'):
        try:
            word, end = json.JSONDecoder().raw_decode(rest)
        except ValueError:
            raise RuleError("bad_record", f"A quote is not closed in {rest[:40]!r}.") from None
        return Token(word, word in known), rest[end:]
    for name in free:
        if rest == name or (rest.startswith(name) and rest[len(name)].isspace()):
            return Token(name, True), rest[len(name) :]
    word, _, after = rest.partition(" ")
    return Token(word, False), after


def space_text(space: str) -> str:
    """Return a space of the ledger as a record writes it: a ten is ``10``.

    >>> space_text("TC"), space_text("8-9-10"), space_text("pot")
    ('10C', '8-9-10', 'pot')
    """
    return "10" + space[1:] if len(space) == 2 and space[0] == "T" else space
