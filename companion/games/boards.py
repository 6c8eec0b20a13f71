"""Boards and house forms of Three in One: other layouts, a few other options (RULES § 4.6)."""

from dataclasses import replace

from companion.core.game import Game
from companion.core.options import Options
from companion.games.three_in_one import THREE_IN_ONE

RUMMOLI = Game(
    key="rummoli",
    name="Rummoli",
    tagline="Like Tripoley, but cards pay when they are played and only if you call for them.",
    source="RULES § 4.6",
    aliases=("Royal Rummy",),
    seats=(2, 9),
    preset=replace(
        THREE_IN_ONE.preset,
        pay_when="play",
        claim="call",
        auction_bar_paycards=True,
        poker_first="eldest",
    ),
)

RUMMY_ROYAL = Game(
    key="rummy_royal",
    name="Rummy Royal",
    tagline="No poker: the lowest black card begins, and the colours alternate.",
    source="RULES § 4.6",
    aliases=("Royal Rummy",),
    seats=(2, 9),
    preset=replace(
        THREE_IN_ONE.preset,
        layout=("AH", "KH", "QH", "JH", "TH", "KQ", "6-7-8"),
        pot_stake=0,
        pot_kind="none",
        first_lead="lowest_black",
        change="colour",
    ),
)

MICHIGAN_BOARD = Game(
    key="michigan_board",
    name="Michigan board",
    tagline="The dealer stakes double, the eldest leads, the centre goes to the first out.",
    source="RULES § 4.6",
    seats=(2, 9),
    preset=replace(
        THREE_IN_ONE.preset,
        layout=("TH", "QH", "AH", "JS", "KC", "KQ", "7-8-9"),
        dealer_factor=2,
        first_lead="eldest",
    ),
)

MICHIGAN_KITTY = Game(
    key="michigan_kitty",
    name="Michigan Kitty",
    tagline="Eight spaces that pay as you play, and no poker.",
    source="RULES § 4.6",
    seats=(2, 9),
    preset=Options(
        spare="first",
        layout=("AS", "QC", "KH", "TH", "JD", "KQD", "8-9-10"),
        kitty_stake=1,
        spare_swap=True,
        auction_bar_paycards=True,
        end="manual",
    ),
)

FAMILY_HEARTS = Game(
    key="family_hearts",
    name="Five hearts",
    tagline="Five hearts and a kitty: the lowest club leads; change the colour or pay.",
    source="RULES § 4.6",
    seats=(2, 9),
    preset=Options(
        layout=("AH", "KH", "QH", "JH", "TH"),
        kitty_stake=1,
        first_lead="suit:C",
        change="colour",
        fallback="pass",
        pass_penalty=1,
        void_payment="cards_to_kitty",
        end="manual",
    ),
)

GAMES = (RUMMOLI, RUMMY_ROYAL, MICHIGAN_BOARD, MICHIGAN_KITTY, FAMILY_HEARTS)
