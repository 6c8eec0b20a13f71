"""Four kings, 2p a horse: back one king each hand; whoever plays it takes it (RULES § 4.4)."""

from companion.core.game import Game
from companion.core.options import Options

FOUR_KINGS = Game(
    key="horses_kings",
    name="Four kings",
    tagline="Back one king for 2p; whoever plays a king takes everything on it.",
    source="RULES § 4.4",
    aliases=("Newmarket", "Horses"),
    preset=Options(
        ace="low",
        layout=("KH", "KC", "KS", "KD"),
        placement="one",
        per_card=0,
        chip_value=2,
        currency="GBP",
    ),
)

GAMES = (FOUR_KINGS,)
