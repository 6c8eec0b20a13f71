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

MICHIGAN_US = Game(
    key="michigan_us",
    name="Michigan",
    tagline="As printed in America: change the suit, swap or sell the spare hand.",
    source="RULES § 4.1",
    aliases=("Boodle", "Stops"),
    preset=Options(
        dealer_factor=2,
        spare="first",
        spare_swap=True,
        spare_auction=True,
        change="suit",
        fallback="pass",
        irregularity="fine_bar:1",
    ),
)

GAMES = (BOODLE, MICHIGAN_US)
