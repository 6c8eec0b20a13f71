#!/usr/bin/env python3
"""Draw the Boodle deck: 52 cards, the back, and 52 index-only marks, as one SVG sprite.

Standard library only, no clock, no randomness: the same file comes out on every run.

    python cards.py                    write cards.svg beside this file
    python cards.py --subset 8S QD     print a small sprite with these cards and what they need

Names in the sprite (card code = rank + suit, ten is T):
    c-8S    whole card, 250 x 350        c-back  the back
    i-8S    index only, 80 x 48          pip-S   one suit mark, 100 x 100

Colours come from custom properties (--suit-s, --suit-h, --suit-d, --suit-c, --card, --card-edge), so a
theme can dim the paper without a second sprite; every property has a fall-back. The letter inside a suit
mark follows --suit-letter (1 shown, 0 hidden), for languages in which S, H, D, C mean nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

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


# --- shared shapes -------------------------------------------------------------------------------------


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


# --- court cards: one bust a rank, dressed by suit -----------------------------------------------------

FRAME = (50, 24, 150, 302)  # x, y, width, height
HALF = "M50 24H200V150L50 200Z"  # above the sash; turned round it gives the other half
ROBE = "M46 214L54 164C60 143 88 133 106 125H144C162 133 190 143 196 164L204 214Z"
SASH = "M50 191L200 141V159L50 209Z"

FACE = (
    '<path d="M112 108V130H138V108Z" fill="var(--skin)"/>'
    '<path d="M125 57C141 57 150 69 150 86C150 105 138 118 125 118C112 118 100 105 100 86C100 69 109 57 '
    '125 57Z" '
    f'fill="var(--skin)" stroke="{LINE}" stroke-width="2"/>'
)
EYES = (
    f'<g fill="none" stroke="{LINE}" stroke-width="2.6" stroke-linecap="round">'
    '<path d="M107 79q6-5 12-1M131 78q6-4 12 1"/><path d="M125 84l-4 13h6"/></g>'
    f'<circle cx="114" cy="86" r="3.2" fill="{LINE}"/><circle cx="137" cy="86" r="3.2" fill="{LINE}"/>'
)


def bust_king() -> str:
    """Crown of three points, forked beard, ermine, and a sword."""
    return (
        '<path d="M97 76C86 84 86 108 95 116C102 112 104 100 102 88ZM153 76C164 84 164 108 155 116C148 '
        '112 146 100 148 88Z" fill="var(--hair)"/>'
        + FACE
        + '<path d="M101 92C103 104 109 101 125 100C141 101 147 104 149 92C155 118 146 136 134 146L125 '
        '136L116 146C104 136 95 118 101 92Z" fill="var(--hair)"/>'
        + '<path d="M117 109q8-5 16 0q-8 5-16 0Z" fill="#c2452f"/>'
        + EYES
        + f'<path d="M98 70L92 38L110 51L125 31L140 51L158 38L152 70Q125 62 98 70Z" fill="{GOLD}" '
        f'stroke="{GOLD_DARK}" stroke-width="2" stroke-linejoin="round"/>'
        + '<path d="M99 69Q125 60 151 69" fill="none" stroke="currentColor" stroke-width="6"/>'
        + f'<g fill="{PAPER}"><circle cx="92" cy="38" r="4.5"/><circle cx="125" cy="31" r="5"/><circle '
        f'cx="158" cy="38" r="4.5"/></g>'
        + f'<path d="M100 128L116 148L125 140L134 148L150 128L172 138C166 160 146 168 125 168C104 168 '
        f'84 160 78 138Z" fill="{PAPER}" stroke="{LINE}" stroke-width="1.5"/>'
        + f'<path d="M92 143v5M105 154v5M125 157v5M145 154v5M158 143v5" stroke="{LINE}" '
        f'stroke-width="4" stroke-linecap="round"/>'
        + f'<path d="M178 150V52L182.5 44L187 52V150Z" fill="#e9eef0" stroke="{LINE}" stroke-width="1.5"/>'
        + f'<path d="M168 132H197" stroke="{GOLD}" stroke-width="8" stroke-linecap="round"/>'
        + f'<circle cx="182.5" cy="143" r="9" fill="var(--skin)" stroke="{LINE}" stroke-width="1.5"/>'
    )


def bust_queen() -> str:
    """Long hair, coronet with pearls, a ruff, and a flower."""
    petals = "".join(
        f'<circle cx="{number(181 + dx)}" cy="{number(76 + dy)}" r="8"/>'
        for dx, dy in ((0, -10), (9.5, -3.1), (5.9, 8.1), (-5.9, 8.1), (-9.5, -3.1))
    )
    return (
        '<path d="M125 50C150 50 162 68 160 92C159 112 166 126 168 138C150 146 100 146 82 138C84 126 91 '
        '112 90 92C88 68 100 50 125 50Z" fill="var(--hair)"/>'
        + FACE
        + '<path d="M99 90C98 70 108 60 125 62C142 60 152 70 151 90C147 78 138 70 125 71C112 70 103 78 '
        '99 90Z" fill="var(--hair)"/>'
        + EYES
        + '<path d="M117 107q4-4 8-1q4-3 8 1q-8 8-16 0Z" fill="#c2362f"/>'
        + f'<path d="M103 62L99 42L113 52L125 36L137 52L151 42L147 62Q125 55 103 62Z" fill="{GOLD}" '
        f'stroke="{GOLD_DARK}" stroke-width="2" stroke-linejoin="round"/>'
        + f'<g fill="{PAPER}" stroke="{GOLD_DARK}"><circle cx="99" cy="41" r="4"/><circle cx="125" '
        f'cy="35" r="4.5"/><circle cx="151" cy="41" r="4"/></g>'
        + '<path d="M106 60Q125 53 144 60" fill="none" stroke="currentColor" stroke-width="4"/>'
        + f'<path d="M98 130q4 10 10 4q3 11 10 6q5 10 14 0q7 5 10-6q6 6 10-4L146 122H104Z" '
        f'fill="{PAPER}" stroke="{LINE}" stroke-width="1.5"/>'
        + f'<path d="M125 150v40" stroke="{GOLD}" stroke-width="10"/>'
        + '<path d="M181 148C184 124 178 104 181 82M181 118q12-2 14-12q-12 0-14 12Z" fill="#2f7a4c" '
        'stroke="#2f7a4c" stroke-width="4"/>'
        + f'<g fill="currentColor">{petals}</g><circle cx="181" cy="76" r="7" fill="{GOLD}"/>'
        + f'<circle cx="182" cy="143" r="9" fill="var(--skin)" stroke="{LINE}" stroke-width="1.5"/>'
    )


def bust_jack() -> str:
    """Bobbed hair, a cap with a feather, a zigzag collar, and a pennant."""
    return (
        '<path d="M96 64H154C160 84 160 104 157 118C150 122 100 122 93 118C90 104 90 84 96 64Z" '
        'fill="var(--hair)"/>'
        + FACE
        + '<path d="M99 90V68H151V90C146 82 144 76 142 74H110C106 76 103 82 99 90Z" fill="var(--hair)"/>'
        + EYES
        + '<path d="M116 106q9 7 18-2" fill="none" stroke="#b23a2c" stroke-width="3.5" '
        'stroke-linecap="round"/>'
        + f'<path d="M92 68C86 44 112 32 138 38C156 42 162 56 158 68Q125 58 92 68Z" fill="currentColor" '
        f'stroke="{LINE}" stroke-width="1.5"/>'
        + f'<path d="M93 68Q125 57 157 68" fill="none" stroke="{GOLD}" stroke-width="7"/>'
        + f'<path d="M148 54C156 30 176 28 190 36C178 38 166 44 156 60Z" fill="{GOLD}" '
        f'stroke="{GOLD_DARK}" stroke-width="1.5"/>'
        + f'<path d="M96 128L106 150L116 134L125 154L134 134L144 150L154 128L144 122H106Z" '
        f'fill="{PAPER}" stroke="{LINE}" stroke-width="1.5" stroke-linejoin="round"/>'
        + f'<path d="M180 152V60" stroke="{GOLD_DARK}" stroke-width="5"/>'
        + f'<path d="M180 64H198L190 75L198 86H180Z" fill="currentColor" stroke="{LINE}" '
        f'stroke-width="1.5"/>'
        + f'<circle cx="180" cy="143" r="9" fill="var(--skin)" stroke="{LINE}" stroke-width="1.5"/>'
    )


BUST = {"K": bust_king, "Q": bust_queen, "J": bust_jack}


def shape_court(rank: str, suit: str) -> str:
    """Half a court card: tinted ground, robe with its cloth, and the bust."""
    skin, hair, _second = FAMILY[suit]
    return (
        f'<g id="h{rank}{suit}" color="{INK[suit]}" style="--skin:{skin};--hair:{hair}" '
        f'clip-path="url(#half)">'
        f'<path d="{ROBE}" fill="currentColor"/><g clip-path="url(#robe)"><use href="#w{suit}"/></g>'
        f'<use href="#b{rank}"/></g>'
    )


# --- symbols -------------------------------------------------------------------------------------------


def symbol(name: str, width: int, height: int, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{body}</symbol>'


def corner_index(rank: str, suit: str) -> str:
    """Rank over suit mark, top left; the caller turns it for the other corner."""
    scale = 1.05 if rank != "T" else 0.92
    left = 28 - RANK_WIDTH[rank] * scale / 2
    return f'<g color="{INK[suit]}">{use(f"r{rank}", left, 16, scale)}</g>' + use(
        f"p{suit}", 28, 82, 0.35
    )


def card_pips(rank: str, suit: str) -> str:
    pip, scale = f"p{suit}", 0.5
    upper = "".join(use(pip, x, y, scale) for x, y in PIP_PLACES[rank])
    middle = "".join(use(pip, x, y, scale) for x, y in PIP_MIDDLE_ROW.get(rank, []))
    return upper + middle + turned(upper)


def card_ace(suit: str) -> str:
    return lettered_pip(suit, CENTRE_X, CENTRE_Y, 1.35)


def lettered_pip(suit: str, x: float, y: float, scale: float) -> str:
    """A suit mark with its letter."""
    return use(f"p{suit}", x, y, scale) + use(f"l{suit}", x, y, scale)


def card_court(rank: str, suit: str) -> str:
    x, y, width, height = FRAME
    half = f'<use href="#h{rank}{suit}"/>' + use(f"p{suit}", 72, 50, 0.34)
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{FAMILY[suit][2]}" '
        f'fill-opacity=".32"/>'
        f"{half}{turned(half)}"
        f'<path d="{SASH}" fill="{GOLD}" stroke="{GOLD_DARK}" stroke-width="1.5"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="none" '
        f'stroke="{INK[suit]}" stroke-width="3"/>'
    )


def symbol_card(rank: str, suit: str) -> str:
    if rank == "A":
        middle = card_ace(suit)
    elif rank in BUST:
        middle = card_court(rank, suit)
    else:
        middle = card_pips(rank, suit)
    index = corner_index(rank, suit)
    return symbol(
        f"c-{rank}{suit}", WIDTH, HEIGHT, f'<use href="#paper"/>{middle}{index}{turned(index)}'
    )


def symbol_index(rank: str, suit: str) -> str:
    """Rank and lettered suit mark side by side on paper: for chips of text and for the needed card."""
    rank_width, pip_width = RANK_WIDTH[rank] * 0.74, 31
    gap = 3 if rank == "T" else 6
    left = (80 - rank_width - gap - pip_width) / 2
    pip_x = left + rank_width + gap + pip_width / 2
    return symbol(
        f"i-{rank}{suit}",
        80,
        48,
        f'<rect x="1" y="1" width="78" height="46" rx="9" fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
        f'<g color="{INK[suit]}">{use(f"r{rank}", left, 8.8, 0.74)}</g>'
        + lettered_pip(suit, pip_x, 24, 0.34),
    )


def symbol_pip(suit: str) -> str:
    return symbol(f"pip-{suit}", 100, 100, lettered_pip(suit, 50, 49, 0.96))


def symbol_back() -> str:
    """Two chips side by side, the double o of the name, on a lattice."""
    lattice = "".join(f"M{x} 14l322 322" for x in range(-308, 236, 24))
    lattice += "".join(f"M{x} 14l-322 322" for x in range(14, 560, 24))
    chip = (
        '<g id="bc"><circle r="34" fill="#e8663f"/><circle r="34" fill="none" stroke="#f7ead0" '
        'stroke-width="9" '
        'stroke-dasharray="17.8 17.8"/><circle r="19" fill="#0f3a31" stroke="#f7ead0" '
        'stroke-width="4"/></g>'
    )
    return symbol(
        "c-back",
        WIDTH,
        HEIGHT,
        '<use href="#paper"/><rect x="14" y="14" width="222" height="322" rx="12" fill="#0f3a31"/>'
        f'<g clip-path="url(#back)"><path d="{lattice}" stroke="#e3a52b" stroke-width="2" '
        f'stroke-opacity=".5"/></g>'
        '<rect x="14" y="14" width="222" height="322" rx="12" fill="none" stroke="#e3a52b" '
        'stroke-width="3"/>'
        '<rect x="42" y="128" width="166" height="94" rx="47" fill="#0f3a31" stroke="#e3a52b" '
        'stroke-width="3"/>'
        f'<g transform="translate(88 175)">{chip}</g><use href="#bc" transform="translate(162 175)"/>',
    )


def clip(name: str, body: str) -> str:
    return f'<clipPath id="{name}">{body}</clipPath>'


def pieces() -> dict[str, str]:
    """Every element of the sprite by id, shared shapes first."""
    shapes = [shape_paper()]
    shapes += [shape_pip(suit) for suit in SUITS] + [shape_letter(suit) for suit in SUITS]
    shapes += [shape_rank(rank) for rank in RANKS]
    shapes += [shape_pattern(suit) for suit in SUITS]
    shapes += [f'<g id="b{rank}">{draw()}</g>' for rank, draw in BUST.items()]
    shapes += [shape_court(rank, suit) for suit in SUITS for rank in BUST]
    shapes += [
        clip("half", f'<path d="{HALF}"/>'),
        clip("robe", f'<path d="{ROBE}"/>'),
        clip("back", '<rect x="14" y="14" width="222" height="322" rx="12"/>'),
    ]
    symbols = [symbol_card(rank, suit) for suit in SUITS for rank in RANKS] + [symbol_back()]
    symbols += [symbol_index(rank, suit) for suit in SUITS for rank in RANKS]
    symbols += [symbol_pip(suit) for suit in SUITS]
    named = {}
    for text in shapes + symbols:
        match = re.search(r'id="([^"]+)"', text)
        assert match is not None, text
        named[match.group(1)] = text
    return named


def closure(wanted: Iterable[str], named: dict[str, str]) -> list[str]:
    """The wanted ids and all they refer to, in sprite order."""
    needed: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name in named and name not in needed:
            needed.add(name)
            waiting += re.findall(r'(?:href="|url\()#([^")]+)', named[name])
    return [name for name in named if name in needed]


def sprite(wanted: Iterable[str] | None = None) -> str:
    """The whole sprite, or the part that draws the *wanted* symbol ids."""
    named = pieces()
    names = list(named) if wanted is None else closure(wanted, named)
    shapes = "\n".join(named[name] for name in names if not named[name].startswith("<symbol"))
    symbols = "\n".join(named[name] for name in names if named[name].startswith("<symbol"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false" '
        f'style="position:absolute">\n<defs>\n{shapes}\n</defs>\n{symbols}\n</svg>\n'
    )


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--subset"]:
        sys.stdout.write(sprite(f"c-{code}" for code in arguments[1:]))
        return 0
    target = Path(__file__).with_name("cards.svg")
    target.write_text(sprite(), encoding="utf-8")
    print(f"{target.name}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
