"""Newmarket: three bets with kitty and pot (RULES § 4.2), and the common British form (§ 4.3)."""

from companion.core.game import Game
from companion.core.options import Options

THREE_BETS = Game(
    key="newmarket_bets",
    name="Newmarket, three bets",
    tagline="One bet on a card of your choice, one for going out first, one for a run of three.",
    source="RULES § 4.2",
    aliases=("Newmarket",),
    preset=Options(placement="one", kitty_stake=1, pot_stake=1, pot_kind="run3", per_card=0),
)

BRITISH = Game(
    key="newmarket_uk",
    name="Newmarket",
    tagline="The lowest diamond begins, colours alternate, and going out first takes the kitty.",
    source="RULES § 4.3",
    preset=Options(
        kitty_stake=1, first_lead="suit:D", change="colour", fallback="pass", per_card=0
    ),
)

GAMES = (THREE_BETS, BRITISH)
