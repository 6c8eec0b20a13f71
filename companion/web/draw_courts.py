"""Kings, queens and jacks: one bust a rank, dressed by suit. Draws no frame and no corner."""

# ruff: noqa: E501 (a drawn path is read whole)

from __future__ import annotations

from companion.web.draw_shapes import FAMILY, GOLD, GOLD_DARK, INK, LINE, PAPER, number

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
