"""Pope Joan: no 8♦, trumps turned up, eight compartments dressed by the dealer (RULES § 10)."""

from companion.core.cards import CARD, DECK
from companion.core.game import Game
from companion.core.options import Options

POPE = CARD["9D"]

POPE_JOAN = Game(
    key="pope_joan",
    name="Pope Joan",
    tagline="Trumps are turned up; catch the Pope, Matrimony and Intrigue, and go out first.",
    source="RULES § 10",
    aliases=("Pope",),
    pack=tuple(card for card in DECK if card != "8D"),
    weights={POPE: 6, "KQ*": 2, "QJ*": 2},
    exempt=POPE,
    words={POPE: "Pope", "KQ*": "Matrimony", "QJ*": "Intrigue", "kitty": "Game"},
    preset=Options(
        ace="low",
        layout=(POPE, "KQ*", "QJ*", "A*", "K*", "Q*", "J*"),
        funding="dealer",
        kitty_stake=1,
        start_chips=60,
    ),
)

GAMES = (POPE_JOAN,)
