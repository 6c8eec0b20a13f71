"""Newbury: four players, four horses, points from the bank; horses are led last (RULES § 4.5)."""

from companion.core.game import Game
from companion.core.options import Options

NEWBURY = Game(
    key="newbury",
    name="Newbury Market",
    tagline="Throw three cards, alternate the colours, and keep your horses until you must.",
    source="RULES § 4.5",
    aliases=("Newbury",),
    seats=(4, 4),
    corners=True,
    implied={("funding", "players"): {"leftover": "split", "start_chips": 30}},
    preset=Options(
        ace="low",
        spare="none",
        discard=3,
        layout=("TC", "JD", "QS", "KH"),
        funding="bank",
        kitty_stake=4,
        first_lead="suit:C",
        lead_rank="any",
        change="colour",
        fallback="pass",
        horse_lead="last_resort",
        per_card=0,
        end="hands:12",
        leftover="lost",
        start_chips=0,
    ),
)

GAMES = (NEWBURY,)
