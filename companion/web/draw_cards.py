"""Draw the Boodle deck: 52 cards, the back, and 52 index-only marks, as one SVG sprite.

Runs when the drawing changes, never while the table is served.

Standard library only, no clock, no randomness: the same file comes out on every run.

    python -m companion.web.draw_cards                    write static/cards.svg
    python -m companion.web.draw_cards --subset 8S QD     print a small sprite with these cards

Names in the sprite (card code = rank + suit, ten is T):
    c-8S    whole card, 250 x 350        c-back  the back
    i-8S    index only, 80 x 48          pip-S   one suit mark, 100 x 100

Colours come from custom properties (--suit-s, --suit-h, --suit-d, --suit-c, --card, --card-edge), so a
theme can dim the paper without a second sprite; every property has a fall-back. The letter inside a suit
mark follows --suit-letter (1 shown, 0 hidden), for languages in which S, H, D, C mean nothing.
"""

# ruff: noqa: E501 (a drawn path is read whole)

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.web.draw_courts import BUST, FRAME, HALF, ROBE, SASH, shape_court
from companion.web.draw_shapes import (
    CENTRE_X,
    CENTRE_Y,
    EDGE,
    FAMILY,
    GOLD,
    GOLD_DARK,
    HEIGHT,
    INK,
    PAPER,
    PIP_MIDDLE_ROW,
    PIP_PLACES,
    RANK_WIDTH,
    RANKS,
    SUITS,
    WIDTH,
    shape_letter,
    shape_paper,
    shape_pattern,
    shape_pip,
    shape_rank,
    turned,
    use,
)


def symbol(name: str, width: int, height: int, body: str) -> str:
    """Wrap *body* as a symbol that pages use by its *name*."""
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{body}</symbol>'


def corner_index(rank: str, suit: str) -> str:
    """Rank over suit mark, top left; the caller turns it for the other corner."""
    scale = 1.05 if rank != "T" else 0.92
    left = 28 - RANK_WIDTH[rank] * scale / 2
    return f'<g color="{INK[suit]}">{use(f"r{rank}", left, 16, scale)}</g>' + use(
        f"p{suit}", 28, 82, 0.35
    )


def card_pips(rank: str, suit: str) -> str:
    """The suit marks of a number card."""
    pip, scale = f"p{suit}", 0.5
    upper = "".join(use(pip, x, y, scale) for x, y in PIP_PLACES[rank])
    middle = "".join(use(pip, x, y, scale) for x, y in PIP_MIDDLE_ROW.get(rank, []))
    return upper + middle + turned(upper)


def card_ace(suit: str) -> str:
    """One large suit mark."""
    return lettered_pip(suit, CENTRE_X, CENTRE_Y, 1.35)


def lettered_pip(suit: str, x: float, y: float, scale: float) -> str:
    """A suit mark with its letter."""
    return use(f"p{suit}", x, y, scale) + use(f"l{suit}", x, y, scale)


def card_court(rank: str, suit: str) -> str:
    """Two half figures, each upright from its own side."""
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
    """The whole card."""
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
    """One suit mark, alone."""
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
    """A clip path that shapes refer to by *name*."""
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
    """Write the sprite, or print a part of it."""
    if arguments[:1] == ["--subset"]:
        sys.stdout.write(sprite(f"c-{code}" for code in arguments[1:]))
        return 0
    target = Path(__file__).with_name("static") / "cards.svg"
    target.write_text(sprite(), encoding="utf-8")
    print(f"{target.name}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
