"""What the templates may call: cards, people, chips and sentences as markup.

Knows no request, no rule and no store; `furnish` hands the words to any Jinja environment.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

STATIC = Path(__file__).with_name("static")

ANIMALS = ("fish", "hare", "cat", "bear", "owl", "duck", "snail", "moth", "crab")

RANK_NAMES = {
    "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8", "9": "9", "T": "10",
    "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
NUMBER_WORDS = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

Sentence = str | Sequence[Any]
"""Words for a page: a str, or a list of str, {"card": "QD"}, people and spaces' names."""


def is_card(value: object) -> bool:
    """Whether *value* is a card code such as "8S" or "TC" (upper case, ten is T)."""
    text = str(value)
    return len(text) == 2 and text[0] in RANK_NAMES and text[1] in SUIT_NAMES


def card_name(card: str) -> str:
    """Say a card in words: "8 of spades".

    >>> card_name("TC")
    '10 of clubs'
    """
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def rank_shown(card: str) -> str:
    """Give the rank as printed on the card: "10", "J"."""
    return "10" if card[0] == "T" else card[0]


def suit_name(suit: str) -> str:
    """Say a suit in words: "spades"."""
    return SUIT_NAMES[suit]


def count(number: int, one: str, many: str | None = None) -> str:
    """Say a number of things: "1 chip", "5 chips", "one" more for none.

    >>> count(1, "chip"), count(12, "chip"), count(2, "entry", "entries")
    ('1 chip', '12 chips', '2 entries')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def number_word(number: int) -> str:
    """Say a small number in words, as people do at the table; larger ones in figures."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def signed(chips: int) -> str:
    """Write a change of chips: "+8", "−3" with the real minus sign, "0"."""
    return f"+{chips}" if chips > 0 else f"−{-chips}" if chips < 0 else "0"


def chip_stacks(chips: int) -> list[str]:
    """Name the drawings that show *chips*: stacks of five up to 20, plaques of ten above.

    >>> chip_stacks(12), chip_stacks(23)
    (['chips-5', 'chips-5', 'chips-2'], ['plaque', 'plaque', 'chips-3'])
    """
    if chips <= 0:
        return []
    if chips > 90:  # more plaques than fit: the figure beside them says the rest
        return ["plaque"] * 9
    plaques = chips // 10 if chips > 20 else 0
    fives, rest = divmod(chips - 10 * plaques, 5)
    return ["plaque"] * plaques + ["chips-5"] * fives + ([f"chips-{rest}"] if rest else [])


def _belongs_to_previous(letter: str, previous: str) -> bool:
    """Whether *letter* only completes the sign before it: accents, skin tones, flags."""
    if unicodedata.category(letter) in {"Mn", "Me", "Mc"} or letter in "\u200d\ufe0f":
        return True
    if previous.endswith("\u200d") or 0x1F3FB <= ord(letter) <= 0x1F3FF:
        return True
    both_flags = all(0x1F1E6 <= ord(sign) <= 0x1F1FF for sign in (letter, previous[-1]))
    return both_flags and len(previous) == 1


def initial(name: str) -> str:
    """Give the first letter of a name as people see it; an emoji stays whole.

    >>> initial("anna"), initial("  "), initial("👩‍🌾 Ida")
    ('A', '?', '👩\\u200d🌾')
    """
    stripped = name.strip()
    if not stripped:
        return "?"
    shown = stripped[0]
    for letter in stripped[1:]:
        if not _belongs_to_previous(letter, shown):
            break
        shown += letter
    upper = shown.upper()
    return upper if len(upper) == len(shown) else shown


def ring_place(position: int, places: int) -> str:
    """Give the style of one place at the round table: the first at the bottom, then clockwise."""
    angle = 2 * math.pi * position / max(places, 1)
    reach = 42 if places > 6 else 37
    across, down = 50 - reach * math.sin(angle), 50 + reach * math.cos(angle)
    return f"--x:{across:.1f}%;--y:{down:.1f}%"


@lru_cache(maxsize=64)
def _digest(name: str, _changed_ns: int) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]


def card_parts(text: str) -> list[str | dict[str, str]]:
    """Give *text* with every card written in it ("4♠") as a card to be drawn.

    >>> card_parts("Ben plays 10♠.")
    ['Ben plays ', {'card': 'TS'}, '.']
    """
    parts = re.split(r"(?:\b(10|[2-9JQKA])([♣♦♥♠]))", text)
    found: list[str | dict[str, str]] = []
    for words, rank, sign in zip(parts[::3], [*parts[1::3], ""], [*parts[2::3], ""], strict=True):
        found += [words] if words else []
        found += [{"card": rank.replace("10", "T") + SUIT_SIGNS[sign]}] if rank else []
    return found


def static_url(name: str) -> str:
    """Give the address of a static file; it changes with the content and may be kept for ever."""
    return f"/static/{name}?v={_digest(name, (STATIC / name).stat().st_mtime_ns)}"


def icon(name: str, extra: str = "") -> Markup:
    """Draw one interface icon; words beside it carry the meaning."""
    drawing = f"{static_url('marks.svg')}#{name}"
    return Markup(
        '<svg class="ic{}" aria-hidden="true" viewBox="0 0 32 32"><use href="{}"/></svg>'
    ).format(f" {extra}" if extra else "", drawing)


def card_index(card: str, size: str = "", *, hidden: bool = False) -> Markup:
    """Draw a card's corner on paper; *hidden* where the words beside it already name the card."""
    words = (
        Markup('aria-hidden="true"')
        if hidden
        else Markup('role="img" aria-label="{}"').format(card_name(card))
    )
    return Markup('<svg class="ix{}" {} viewBox="0 0 80 48"><use href="{}#i-{}"/></svg>').format(
        f" {size}" if size else "", words, static_url("cards.svg"), card
    )


def card_face(card: str, extra: str = "", *, hidden: bool = False) -> Markup:
    """Draw a whole card; "back" is a card face down."""
    name = "a card face down" if card == "back" else card_name(card)
    words = (
        Markup('aria-hidden="true"')
        if hidden
        else Markup('role="img" aria-label="{}"').format(name)
    )
    return Markup(
        '<svg class="face{}" {} viewBox="0 0 250 350"><use href="{}#c-{}"/></svg>'
    ).format(f" {extra}" if extra else "", words, static_url("cards.svg"), card)


def suit_mark(suit: str) -> Markup:
    """Draw one suit mark; the key around it carries the name."""
    return Markup(
        '<svg aria-hidden="true" viewBox="0 0 100 100"><use href="{}#pip-{}"/></svg>'
    ).format(static_url("cards.svg"), suit)


def _part(part: object) -> Markup:
    """Draw one part of a sentence; strings are escaped, names keep their own direction."""
    if isinstance(part, Mapping):
        if "card" in part:
            return card_index(str(part["card"]))
        return Markup("<b><bdi>{}</bdi></b>").format(part["name"])
    if not isinstance(part, str) and hasattr(part, "name"):
        return Markup("<b><bdi>{}</bdi></b>").format(part.name)
    if type(part) is not str and is_card(part):  # core's Card, not a word of two letters
        return card_index(str(part))
    return escape(part)


def say(sentence: Sentence | None) -> Markup:
    """Draw a sentence with its cards and names."""
    if sentence is None:
        return Markup("")
    if isinstance(sentence, str):
        return _part(sentence)
    return Markup("").join(_part(part) for part in sentence)


def spoken(sentence: Sentence | None) -> str:
    """Give a sentence as plain words, for labels and for the voice."""
    if sentence is None:
        return ""
    if isinstance(sentence, str):
        return card_name(sentence) if type(sentence) is not str and is_card(sentence) else sentence
    words = []
    for part in sentence:
        if isinstance(part, Mapping):
            words.append(card_name(part["card"]) if "card" in part else str(part["name"]))
        elif not isinstance(part, str) and hasattr(part, "name"):
            words.append(str(part.name))
        else:
            words.append(spoken(part) if isinstance(part, str) else str(part))
    return "".join(words)


def furnish(environment: Environment, new_id: Callable[[], str] | None = None) -> None:
    """Give *environment* every word the templates use; *new_id* makes the id of each command."""
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters.update(
        card_name=card_name, rank_shown=rank_shown, suit_name=suit_name, signed=signed,
        initial=initial, say=say, spoken=spoken, number_word=number_word, chip_stacks=chip_stacks,
    )  # fmt: skip
    environment.globals.update(
        ANIMALS=ANIMALS, icon=icon, ix=card_index, face=card_face, suit_mark=suit_mark, count=count,
        is_card=is_card, ring_place=ring_place, static_url=static_url,
        new_id=new_id or (lambda: str(uuid.uuid4())),
    )  # fmt: skip
