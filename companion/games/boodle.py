"""Boodle, or Michigan: one pay card of each suit, the dealer stakes double (RULES § 4.1)."""

from companion.core.game import Game
from companion.core.options import Options

BOODLE = Game(
    key="boodle",
    name="Boodle",
    tagline="Get rid of your cards first, and catch the four pay cards on the way.",
    source="RULES § 4.1",
    aliases=("Michigan", "Stops", "Newmarket", "Chicago"),
    preset=Options(dealer_factor=2),
)

GAMES = (BOODLE,)
