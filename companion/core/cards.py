"""Cards, ranks and suits, and which card follows which. Knows nothing of games or players."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, Literal

Ace = Literal["high", "low"]

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
RANKS_IN_ORDER: Final[dict[Ace, str]] = {"high": RANKS, "low": "A" + RANKS[:-1]}
RED: Final = frozenset("DH")

_SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_SUIT_WORDS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANK_WORDS: Final = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SPELLED = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠])")


class CardError(ValueError):
    """Text that names no card; the message says what came and how a card is written."""


class Card(str):
    """One of the 52 cards, written rank then suit with ``T`` for ten: ``"8S"``, ``"TC"``.

    A card *is* its code, so it serves as a key, as JSON and as the name of its pot on the layout.

    >>> Card.parse("10c"), Card("QD").shown, Card("TC").text, Card("8S").spoken
    ('TC', 'Q♦', '10C', '8 of spades')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: object) -> Card:
        """Read ``8S``, ``10h``, ``th`` or ``Q♦``; raise `CardError` on anything that is no card."""
        if isinstance(text, str) and text in CARD:
            return CARD[text]
        spelled = _SPELLED.fullmatch(str(text).strip().upper()) if isinstance(text, str) else None
        if spelled is None:
            raise CardError(f"{str(text)[:40]!r} is no card. A card is a rank and a suit, like 8S.")
        rank, suit = spelled.groups()
        suit = next((letter for letter, sign in _SUIT_SIGNS.items() if sign == suit), suit)
        return CARD[rank.replace("10", "T") + suit]

    @property
    def rank(self) -> str:
        """One of ``23456789TJQKA``."""
        return self[0]

    @property
    def suit(self) -> str:
        """One of ``CDHS``."""
        return self[1]

    @property
    def red(self) -> bool:
        """True for diamonds and hearts."""
        return self[1] in RED

    @property
    def text(self) -> str:
        """The code of hand records, with ``10`` for ten."""
        return self.replace("T", "10")

    @property
    def shown(self) -> str:
        """As people write it: ``10♣``."""
        return ("10" if self[0] == "T" else self[0]) + _SUIT_SIGNS[self[1]]

    @property
    def spoken(self) -> str:
        """As people say it: ``10 of clubs``, ``queen of diamonds``."""
        return f"{_RANK_WORDS.get(self[0], self[0])} of {_SUIT_WORDS[self[1]]}"


DECK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
CARD: Final[dict[str, Card]] = {str(card): card for card in DECK}

_FOLLOWS: Final[dict[Ace, dict[str, Card]]] = {
    ace: {low + suit: CARD[high + suit]
          for suit in SUITS for low, high in pairwise(order)}
    for ace, order in RANKS_IN_ORDER.items()
}  # fmt: skip


def next_card(card: Card, ace: Ace) -> Card | None:
    """Return the next higher card of the suit, or ``None`` after the top card (RULES § 2.4).

    >>> next_card(CARD["9S"], "high"), next_card(CARD["KS"], "low"), next_card(CARD["AS"], "low")
    ('TS', None, '2S')
    """
    return _FOLLOWS[ace].get(card)


def suit_word(suit: str) -> str:
    """Return the name of a suit letter: ``C`` is ``clubs``."""
    return _SUIT_WORDS[suit]


def suit_sign(suit: str) -> str:
    """Return the sign of a suit letter: ``C`` is ``♣``."""
    return _SUIT_SIGNS[suit]
