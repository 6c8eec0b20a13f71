"""Three in One: paid on holding, then poker, then runs (RULES § 4.6), and its Tripoley leaflet."""

from dataclasses import replace

from companion.core.game import Game
from companion.core.options import Options

NINE_SPACES = ("AH", "KH", "QH", "JH", "TH", "KQ", "8-9-10")

THREE_IN_ONE = Game(
    key="three_in_one",
    name="Three in One",
    tagline="Show what you hold, play a round of poker, then race to go out.",
    source="RULES § 4.6",
    aliases=("Tripoli", "Michigan Rummy"),
    seats=(2, 9),
    preset=Options(
        layout=NINE_SPACES,
        kitty_stake=1,
        pot_stake=1,
        pot_kind="poker",
        spare_swap=True,
        spare_auction=True,
        swap_after_no_sale=True,
        first_lead="poker_winner",
        pay_when="hold",
        end="manual",
    ),
)

TRIPOLEY = Game(
    key="tripoley",
    name="Tripoley",
    tagline="As the leaflet says: the dealer bets and leads first, and each run changes the suit.",
    source="RULES § 4.6",
    seats=(2, 9),
    preset=replace(
        THREE_IN_ONE.preset,
        spare_swap=False,
        spare_auction=False,
        swap_after_no_sale=False,
        first_lead="dealer",
        first_lead_rank="lowest_overall",
        change="suit",
        fallback="pass",
        claim="call",
        leftover="poker",
    ),
)

GAMES = (THREE_IN_ONE, TRIPOLEY)
