"""Ink, suit marks and ranks of the drawn deck; knows no card and no figure."""

# ruff: noqa: E501 (a drawn path is read whole)

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "SHDC"
WIDTH, HEIGHT = 250, 350
CENTRE_X, CENTRE_Y = WIDTH / 2, HEIGHT / 2

INK = {
    "S": "var(--suit-s,#15191d)",
    "H": "var(--suit-h,#94020d)",
    "D": "var(--suit-d,#0c3cbe)",
    "C": "var(--suit-c,#0c4f33)",
}
PAPER = "var(--card,#fffdf6)"
EDGE = "var(--card-edge,#8d8263)"
GOLD = "#e3a52b"
GOLD_DARK = "#8a5a08"
DIAMOND_RIM = "#e58a1f"
LINE = "#221a14"

# One family a suit: (skin, hair, second robe colour).
FAMILY = {
    "S": ("#8f5c3c", "#1d1512", "#c9bfa6"),
    "H": ("#f2cfa8", "#b4662a", "#f4c9bd"),
    "D": ("#cf9a68", "#3b2417", "#f3b45c"),
    "C": ("#e6bb8c", "#6d6a66", "#b9d8b4"),
}

# Suit marks in a box of 100 x 100 around the origin, and where their letter sits.
PIP_PATH = {
    "S": "M0-48C8-29 44-9 44 17C44 32 34 40 23 40C15 40 8 36 5 30C6 39 9 45 17 50H-17C-9 45-6 39-5 30"
    "C-8 36-15 40-23 40C-34 40-44 32-44 17C-44-9-8-29 0-48Z",
    "H": "M0 46C-9 28-46 9-46-18C-46-35-34-46-21-46C-11-46-3-39 0-28C3-39 11-46 21-46C34-46 46-35 46-18"
    "C46 9 9 28 0 46Z",
    "D": "M0-48C9-29 23-12 37 0C23 12 9 29 0 48C-9 29-23 12-37 0C-23-12-9-29 0-48Z",
    "C": "M0-48A22 22 0 0 1 17-12A22.5 22.5 0 1 1 5 24C6 37 9 44 17 50H-17C-9 44-6 37-5 24"
    "A22.5 22.5 0 1 1-17-12A22 22 0 0 1 0-48Z",
}
LETTER_PATH = {
    "S": "M7-8C4-13-8-13-8-6C-8 2 8-1 8 7C8 14-5 14-8 8",
    "H": "M-7-11V11M7-11V11M-7 0H7",
    "D": "M-6-11V11H-1C9 11 9-11-1-11Z",
    "C": "M7-7C2-14-8-11-8 0C-8 11 2 14 7 7",
}
LETTER_PLACE = {"S": (0, 12, 1.35), "H": (0, -8, 1.45), "D": (0, 0, 1.2), "C": (0, 3, 1.3)}

# Ranks as pen strokes in a box of 30 x 40 (ten: 44 x 40). The three has a flat roof and the six and nine
# keep an open tail, so that 3/8 and 6/9 stay apart in the dark and upside down.
RANK_PATH = {
    "A": "M3 38L15 3L27 38M8 27H22",
    "2": "M4 12C4-1 26-1 26 12C26 21 11 27 4 37H27",
    "3": "M5 4H25L13 17C31 16 31 38 14 38C9 38 5 36 3 32",
    "4": "M20 38V3L3 27H28",
    "5": "M25 4H8L6 19C12 13 27 14 27 26C27 41 8 42 3 33",
    "6": "M22 3C11 8 4 16 4 27C4 42 27 42 27 27C27 14 8 13 4 26",
    "7": "M3 4H27L12 38",
    "8": "M15 19C2 19 3 3 15 3C27 3 28 19 15 19C0 19 0 38 15 38C30 38 30 19 15 19Z",
    "9": "M9 38C20 33 27 25 27 14C27-1 4-1 4 14C4 27 23 28 27 15",
    "T": "M3 10L10 3V38M29 3C17 3 17 38 29 38C41 38 41 3 29 3Z",
    "J": "M10 3H27M21 3V27C21 42 4 41 3 29",
    "Q": "M15 3C-1 3-1 37 15 37C31 37 31 3 15 3ZM17 27L28 39",
    "K": "M5 3V38M26 3L5 25M12 18L27 38",
}
RANK_WIDTH = {rank: 30 for rank in RANKS} | {"T": 40}

LEFT, MIDDLE, RIGHT = 86, 125, 164
TOP = 66
PIP_PLACES: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, TOP)],
    "3": [(MIDDLE, TOP)],
    "4": [(LEFT, TOP), (RIGHT, TOP)],
    "5": [(LEFT, TOP), (RIGHT, TOP)],
    "6": [(LEFT, TOP), (RIGHT, TOP)],
    "7": [(LEFT, TOP), (RIGHT, TOP)],
    "8": [(LEFT, TOP), (RIGHT, TOP), (MIDDLE, 120.5)],
    "9": [(LEFT, TOP), (RIGHT, TOP), (LEFT, 138.5), (RIGHT, 138.5)],
    "T": [(LEFT, TOP), (RIGHT, TOP), (LEFT, 138.5), (RIGHT, 138.5), (MIDDLE, 102)],
}  # the upper half; the lower half is the same turned round
PIP_MIDDLE_ROW: dict[str, list[tuple[float, float]]] = {
    "3": [(MIDDLE, CENTRE_Y)],
    "5": [(MIDDLE, CENTRE_Y)],
    "6": [(LEFT, CENTRE_Y), (RIGHT, CENTRE_Y)],
    "7": [(LEFT, CENTRE_Y), (RIGHT, CENTRE_Y), (MIDDLE, 120.5)],
    "8": [(LEFT, CENTRE_Y), (RIGHT, CENTRE_Y)],
    "9": [(MIDDLE, CENTRE_Y)],
}  # drawn once, upright


def number(value: float) -> str:
    """Shortest decimal: 12, 138.5, never 12.0."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def use(name: str, x: float, y: float, scale: float = 1.0, extra: str = "") -> str:
    """Place the shared shape *name* with its origin at (x, y)."""
    transform = f"translate({number(x)} {number(y)})"
    if scale != 1.0:
        transform += f"scale({number(scale)})"
    return f'<use href="#{name}" transform="{transform}"{extra}/>'


def turned(body: str) -> str:
    """The same drawing turned by half a circle about the middle of the card."""
    return f'<g transform="rotate(180 {number(CENTRE_X)} {number(CENTRE_Y)})">{body}</g>'


def shape_pip(suit: str) -> str:
    """A suit mark around the origin; diamonds carry an orange rim besides their blue."""
    rim = f' stroke="{DIAMOND_RIM}" stroke-width="6"' if suit == "D" else ""
    return f'<path id="p{suit}" d="{PIP_PATH[suit]}" fill="{INK[suit]}"{rim}/>'


def shape_letter(suit: str) -> str:
    """The suit's letter in paper colour, placed where it fits inside the mark."""
    x, y, scale = LETTER_PLACE[suit]
    return (
        f'<path id="l{suit}" d="{LETTER_PATH[suit]}" fill="none" stroke="{PAPER}" stroke-width="5.5" '
        f'stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x} {y})scale({number(scale)})" '
        f'style="opacity:var(--suit-letter,1)"/>'
    )


def shape_rank(rank: str) -> str:
    """A rank as a pen stroke in the current colour."""
    return (
        f'<path id="r{rank}" d="{RANK_PATH[rank]}" fill="none" stroke="currentColor" '
        f'stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def shape_paper() -> str:
    """The card's paper with its edge."""
    return (
        f'<rect id="paper" x="1.5" y="1.5" width="247" height="347" rx="20" fill="{PAPER}" '
        f'stroke="{EDGE}" stroke-width="3"/>'
    )


def shape_pattern(suit: str) -> str:
    """The cloth of a suit's robe: stripes, scallops, lozenges or dots."""
    if suit == "S":
        lines = "".join(f"M{x} 120V220" for x in range(50, 206, 15))
        body = f'd="{lines}" fill="none" stroke-width="4"'
    elif suit == "H":
        rows = (
            f"M{x - 9} {y}a9 9 0 0 0 18 0"
            for row, y in enumerate(range(128, 214, 14))
            for x in range(53 + 9 * (row % 2), 212, 18)
        )
        body = f'd="{"".join(rows)}" fill="none" stroke-width="3"'
    elif suit == "D":
        falling = "".join(f"M{x} 110l110 110" for x in range(-40, 206, 22))
        rising = "".join(f"M{x} 110l-110 110" for x in range(54, 310, 22))
        body = f'd="{falling}{rising}" fill="none" stroke-width="3"'
    else:
        dots = (
            f"M{x} {y}h.1"
            for row, y in enumerate(range(130, 214, 13))
            for x in range(54 + 8 * (row % 2), 210, 16)
        )
        body = f'd="{"".join(dots)}" fill="none" stroke-width="7" stroke-linecap="round"'
    return f'<path id="w{suit}" {body} stroke="{FAMILY[suit][2]}"/>'
