"""Epsom, for two: twelve cards each from the seven up, and four horses (RULES § 10)."""

from companion.core.cards import DECK
from companion.core.game import Game
from companion.core.options import Options

EPSOM = Game(
    key="epsom",
    name="Epsom",
    tagline="For two: catch the four horses and get rid of your twelve cards.",
    source="RULES § 10",
    seats=(2, 2),
    pack=tuple(card for card in DECK if card.rank in "789TJQKA"),
    cards_each=12,
    preset=Options(layout=("AS", "KH", "QC", "JD"), end="broke"),
)

GAMES = (EPSOM,)
