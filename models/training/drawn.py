"""Decks drawn by ourselves: any font, suit shape, size, paper and letters. No fetched card face."""

from __future__ import annotations

import cv2
import numpy as np
from art import FACE_H, RANKS, SUITS, Deck
from PIL import Image, ImageDraw, ImageFont

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SIGN_FONTS = ("DejaVuSans", "FreeSerif", "FreeSans", "Symbola", "DejaVuSerif")
TURNED_ROUND = "FreeSerifBold"  # has a spade for a club and a club for a spade
HAIRLINE = 38  # mean coverage of a letter's box, 0 to 255
FOREIGN = (("J", "B"), ("J", "V"), ("Q", "D"), ("K", "R"), ("A", "1"))
WORDS = ("JOKER", "JOKER", "JOKER", "JOLLY", "JKR", "J", "★", "★JOKER", "J★", "")
# Pip places on a card, columns and rows in fractions, as every standard deck has them.
COLUMNS = (0.3, 0.5, 0.7)
PIPS = {
    "A": [(1, 0.5)],
    "2": [(1, 0.2), (1, 0.8)],
    "3": [(1, 0.2), (1, 0.5), (1, 0.8)],
    "4": [(0, 0.2), (2, 0.2), (0, 0.8), (2, 0.8)],
    "5": [(0, 0.2), (2, 0.2), (0, 0.8), (2, 0.8), (1, 0.5)],
    "6": [(c, y) for c in (0, 2) for y in (0.2, 0.5, 0.8)],
    "7": [(c, y) for c in (0, 2) for y in (0.2, 0.5, 0.8)] + [(1, 0.35)],
    "8": [(c, y) for c in (0, 2) for y in (0.2, 0.5, 0.8)] + [(1, 0.35), (1, 0.65)],
    "9": [(c, y) for c in (0, 2) for y in (0.2, 0.4, 0.6, 0.8)] + [(1, 0.5)],
    "T": [(c, y) for c in (0, 2) for y in (0.2, 0.4, 0.6, 0.8)] + [(1, 0.3), (1, 0.7)],
}


def glyph(text: str, font: ImageFont.FreeTypeFont) -> np.ndarray:
    """Return the ink of *text* as uint8 coverage, cut to its box."""
    box = font.getbbox(text)
    image = Image.new("L", (box[2] + 20, box[3] + 20))
    ImageDraw.Draw(image).text((5, 5), text, font=font, fill=255)
    ink = np.asarray(image)
    ys, xs = np.nonzero(ink > 64)
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()


def drawn_star() -> np.ndarray:
    """Return a star of five points as ink."""
    turns = np.pi * (np.arange(10) / 5 - 0.5)
    reach = np.where(np.arange(10) % 2, 40, 100)
    points = np.stack([np.cos(turns), np.sin(turns)], 1) * reach[:, None] + 100
    image = np.zeros((200, 200), np.uint8)
    cv2.fillPoly(image, [np.round(points).astype(np.int32)], 255, cv2.LINE_AA)
    return image


STAR = drawn_star()


def fitted(ink: np.ndarray, width: float, height: float) -> np.ndarray:
    """Return *ink* resized to whole pixels, at least 2 x 2."""
    return cv2.resize(
        ink, (max(2, round(width)), max(2, round(height))), interpolation=cv2.INTER_AREA
    )


def stamp(
    face: np.ndarray, ink: np.ndarray, centre: tuple[float, float], colour: np.ndarray
) -> None:
    """Print *ink* in *colour* on *face*; what falls outside is cut."""
    h, w = ink.shape
    x, y = round(centre[0] - w / 2), round(centre[1] - h / 2)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(face.shape[1], x + w), min(face.shape[0], y + h)
    if x1 <= x0 or y1 <= y0:
        return
    alpha = ink[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = face[y0:y1, x0:x1]
    part[:] = (part * (1 - alpha) + colour * alpha).astype(np.uint8)


def drawn_suits(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return suit shapes from curves of our own, varied: no font has the fat printed shapes."""
    n, out = 240, {}
    t = np.linspace(0, 2 * np.pi, 200)
    fat = rng.uniform(0.85, 1.15)
    heart = np.stack(
        [
            16 * np.sin(t) ** 3 * fat,
            -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)),
        ],
        1,
    )
    heart[:, 1] = np.where(heart[:, 1] > 0, heart[:, 1] * rng.uniform(0.9, 1.25), heart[:, 1])
    stem_w, flare = rng.uniform(1, 3), rng.uniform(5, 10)
    stem = np.array([[-stem_w, 0], [stem_w, 0], [flare, 20], [-flare, 20]])
    bend = rng.uniform(0.75, 1.25)
    power = rng.uniform(1.0, 1.6)
    q = np.linspace(0, 1, 50)
    side = np.stack([12 * bend * (1 - q) ** (1 / power), 16 * q ** (1 / power) * 1.0], 1)
    diamond = np.concatenate([side, side[::-1] * [-1, 1], side * [-1, -1], side[::-1] * [1, -1]])
    r, spread, up = rng.uniform(6.5, 8), rng.uniform(7.5, 9.5), rng.uniform(8, 10)
    circle = np.stack([np.cos(t), np.sin(t)], 1)
    lobes = [
        circle * r + [0, -up],
        circle * r + [-spread, 2],
        circle * r + [spread, 2],
        np.array([[-3, -6], [3, -6], [4, 5], [-4, 5]]),
    ]
    for suit, parts in (
        ("H", [heart]),
        ("S", [heart * [1, -1] * 0.95, stem]),
        ("D", [diamond]),
        ("C", [*lobes, stem]),
    ):
        image = np.zeros((n, n), np.uint8)
        for part in parts:
            cv2.fillPoly(
                image, [np.round((part * 5 + n / 2) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4
            )
        ys, xs = np.nonzero(image)
        out[suit] = image[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()
    return out


class Printer:
    """Everything one drawn deck has in common."""

    def __init__(self, rng: np.random.Generator, fonts: list[str], art: list[np.ndarray]) -> None:
        self.rng, self.art = rng, art
        self.airy = rng.random() < 0.15  # large thin figures, as for weak eyes, often in colours
        self.h, self.w = FACE_H, round(FACE_H * rng.choice([0.65, 0.65, 0.715, 0.715, 0.7]))
        self.font = ImageFont.truetype(str(rng.choice(self.wished(fonts))), 150)
        self.suits = self.suit_shapes(rng, fonts)
        self.paper, self.inks = self.colours()
        self.choose_layout()
        self.letters = {}
        if rng.random() < 0.28:
            for rank, letter in FOREIGN:
                if rng.random() < 0.6:
                    self.letters[rank] = letter

    def wished(self, fonts: list[str]) -> list[str]:
        """Narrow, light and bold cuts are what cards are printed in: prefer them now and then."""
        words = (("Narrow", "Cond", "Kaffeesatz", "Bebas"), ("Light", "Thin"), ("Bold", "Black"))
        shares = [0.4, 0.35, 0.0, 0.25] if self.airy else [0.18, 0.12, 0.3, 0.4]
        kind = int(self.rng.choice(4, p=shares))
        kept = [f for f in fonts if kind < 3 and any(word in f for word in words[kind])]
        return kept or fonts

    @staticmethod
    def suit_shapes(rng: np.random.Generator, fonts: list[str]) -> dict[str, np.ndarray]:
        """Half of the decks have the curves of `drawn_suits`, half some font's signs."""
        signs = [f for f in fonts if any(s in f for s in SIGN_FONTS) and TURNED_ROUND not in f]
        if not signs or rng.random() < 0.55:
            return drawn_suits(rng)
        font = ImageFont.truetype(str(rng.choice(signs)), 150)
        return {suit: glyph(sign, font) for suit, sign in SUIT_SIGNS.items()}

    def colours(self) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Return paper and ink colours: mostly white, red and black; some black, some four."""
        rng = self.rng
        paper = np.clip(rng.normal([246, 248, 249], [6, 4, 4]), 215, 255)
        if rng.random() < 0.15:  # cream or greyish paper
            paper = np.array([rng.uniform(190, 232), rng.uniform(222, 242), rng.uniform(228, 250)])
        black = rng.uniform(5, 55, 3)
        red = np.array([rng.uniform(10, 80), rng.uniform(5, 60), rng.uniform(165, 235)])
        inks = {"C": black, "S": black, "H": red, "D": red}
        kind = rng.random() * (0.35 if self.airy else 1.0)
        if kind < 0.2:  # four colours, the usual sets
            green = np.array([rng.uniform(20, 90), rng.uniform(90, 160), rng.uniform(0, 50)])
            blue = np.array([rng.uniform(140, 230), rng.uniform(40, 120), rng.uniform(0, 50)])
            orange = np.array([20, rng.uniform(100, 150), 240])
            grey = np.full(3, rng.uniform(90, 130))
            sets = (green, blue), (green, blue), (grey, orange), (blue, orange), (green, orange)
            inks |= dict(zip("CD", sets[int(rng.integers(len(sets)))], strict=True))
        elif kind < 0.3:  # black decks with gold and silver print
            paper = rng.uniform(8, 40, 3)
            gold = np.array([rng.uniform(40, 110), rng.uniform(140, 190), rng.uniform(190, 235)])
            inks = {"C": rng.uniform(170, 235, 3), "H": gold, "D": gold}
            inks["S"] = inks["C"]
        return paper, inks

    def choose_layout(self) -> None:
        """Choose index height and place, and corners; all in pixels of the face."""
        rng = self.rng
        self.index_h = self.h * rng.choice(
            [rng.uniform(0.125, 0.2), rng.uniform(0.18, 0.26), rng.uniform(0.26, 0.36)],
            p=[0.05, 0.35, 0.6] if self.airy else [0.42, 0.36, 0.22],
        )
        self.rank_part = rng.uniform(0.46, 0.74)  # up to a tall rank over a small suit mark
        self.suit_part = min(rng.uniform(0.24, 0.46), 1.0 - self.rank_part)
        if rng.random() < 0.12:  # rank and suit mark touch
            self.suit_part = 1.02 - self.rank_part
        self.rank_w = self.index_h * self.rank_part * rng.uniform(0.42, 0.9)
        wide = max(self.rank_w, self.index_h * self.suit_part)
        self.cx = wide / 2 + self.w * rng.uniform(0.025, 0.07)
        self.cy = self.index_h / 2 + self.h * rng.uniform(0.025, 0.06)
        self.four = rng.random() < 0.25
        strokes = [0.0, 0.2, 0.7, 0.1, 0.0] if self.airy else [0.06, 0.12, 0.4, 0.24, 0.18]
        self.bold = int(rng.choice([-2, -1, 0, 1, 2], p=strokes))
        self.ten = rng.uniform(1.1, 1.6)  # how much wider the two figures are
        self.marks = rng.random() < 0.12  # bars or letters along the edge
        self.pip_h = self.h * rng.uniform(0.10, 0.16) * (0.7 if self.index_h > 0.25 * self.h else 1)
        self.frame = rng.random() < 0.3

    def rank_ink(self, rank: str, letter: str) -> np.ndarray:
        """Return the ink of the corner letter, in some decks thicker or thinner than the font's."""
        ink = glyph("10" if rank == "T" else letter, self.font)
        if ink.mean() < HAIRLINE:  # no printer prints so thin
            ink = cv2.dilate(ink, np.ones((5, 5), np.uint8))
        side = 1 + 3 * abs(self.bold)
        if self.bold > 0:
            return cv2.dilate(ink, np.ones((side, side), np.uint8))
        if self.bold < 0:
            thin = cv2.erode(ink, np.ones((side, side), np.uint8))
            # else nothing would be left of a light font
            if thin.mean() > max(HAIRLINE, 0.45 * ink.mean()):
                return thin
        return ink

    def corner(self, rank: str, suit: str) -> np.ndarray:
        """Return a face-sized ink layer (h, w) with the top left index."""
        layer = np.zeros((self.h, self.w, 1), np.uint8)
        letter = self.letters.get(rank, rank)
        ink = self.rank_ink(rank, letter)
        natural = ink.shape[1] / ink.shape[0] * self.index_h * self.rank_part
        width = self.rank_w * (self.ten if rank == "T" else 1)
        if letter in "J1" or rank == "J":
            width = min(width, natural * 1.1)
        rank_h = self.index_h * self.rank_part
        top = self.cy - self.index_h / 2
        white = np.full(1, 255.0)
        stamp(layer, fitted(ink, width, rank_h), (self.cx, top + rank_h / 2), white)
        sign = self.suits[suit]
        suit_h = self.index_h * self.suit_part
        suit_w = suit_h * np.clip(sign.shape[1] / sign.shape[0], 0.75, 1.1)
        stamp(
            layer,
            fitted(sign, suit_w, suit_h),
            (self.cx, self.cy + self.index_h / 2 - suit_h / 2),
            white,
        )
        return layer[..., 0]

    def body(self, face: np.ndarray, rank: str, suit: str) -> None:
        """Print pips, or a court picture out of the art crops."""
        sign = self.suits[suit]
        if rank in PIPS:
            size = self.pip_h * (self.rng.uniform(1, 3.4) if rank == "A" else 1)
            width = size * np.clip(sign.shape[1] / sign.shape[0], 0.75, 1.1)
            ink = fitted(sign, width, size)
            for column, y in PIPS[rank]:
                turned = ink[::-1] if y > 0.5 else ink
                stamp(face, turned, (COLUMNS[column] * self.w, y * self.h), self.inks[suit])
            return
        if not self.art:
            return
        art = self.art[int(self.rng.integers(len(self.art)))]
        x0, y0 = round(self.w * 0.2), round(self.h * self.rng.uniform(0.07, 0.14))
        if self.cx + self.index_h * 0.3 > x0:
            x0 = round(min(self.w * 0.35, self.cx + self.index_h * 0.3))
        face[y0 : self.h - y0, x0 : self.w - x0] = cv2.resize(
            art, (self.w - 2 * x0, self.h - 2 * y0)
        )
        if self.rng.random() < 0.6:
            small = fitted(sign, self.pip_h * 0.9, self.pip_h)
            at = (x0 + self.pip_h * 0.6, y0 + self.pip_h * 0.7)
            stamp(face, small, at, self.inks[suit])
            stamp(face, small[::-1], (self.w - at[0], self.h - at[1]), self.inks[suit])

    def card(self, rank: str, suit: str) -> np.ndarray:
        """Print one whole card."""
        face = np.empty((self.h, self.w, 3), np.uint8)
        face[:] = self.paper.astype(np.uint8)
        if self.frame:
            gap = round(self.w * 0.03)
            cv2.rectangle(
                face,
                (gap, gap),
                (self.w - gap, self.h - gap),
                tuple(map(float, self.inks[suit] * 0.5 + self.paper * 0.5)),
                1,
                cv2.LINE_AA,
            )
        self.body(face, rank, suit)
        if self.marks:
            self.edge_marks(face)
        ink = self.corner(rank, suit)
        layers = [ink, ink[::-1, ::-1]]
        if self.four:
            right = np.roll(ink, round(self.w - 2 * self.cx), axis=1)
            layers += [right, right[::-1, ::-1]]
        inked = np.maximum.reduce(layers)
        ys, xs = np.nonzero(inked)
        alpha = inked[ys, xs, None].astype(np.float32) / 255
        face[ys, xs] = (face[ys, xs] * (1 - alpha) + self.inks[suit] * alpha).astype(np.uint8)
        return face

    def edge_marks(self, face: np.ndarray) -> None:
        """Print bars down both long sides between the indices, as casino decks have them."""
        y, end = 2 * self.cy, self.h - 2 * self.cy
        while y < end:
            thick = self.rng.uniform(1, 6)
            a, b = round(y), round(min(end, y + thick))
            x = round(self.w * 0.03)
            face[a:b, x : 3 * x] = self.inks["S"].astype(np.uint8)
            face[self.h - b : self.h - a, self.w - 3 * x : self.w - x] = self.inks["S"].astype(
                np.uint8
            )
            y += thick + self.rng.uniform(2, 9)

    def joker(self) -> np.ndarray:
        """Print a joker: a word down the corner, large or small, a star, a picture."""
        face = np.empty((self.h, self.w, 3), np.uint8)
        face[:] = self.paper.astype(np.uint8)
        if self.art:
            art = self.art[int(self.rng.integers(len(self.art)))]
            a, b = self.h // 5, self.w // 4
            face[a : self.h - a, b : self.w - b] = cv2.resize(art, (self.w - 2 * b, self.h - 2 * a))
        colour = self.inks["S" if self.rng.random() < 0.5 else "H"]
        word = str(self.rng.choice(WORDS))
        size = self.index_h * self.rng.uniform(0.2, 0.42)
        large = self.rng.random() < 0.5  # the first sign as tall as a rank, as if it were a jack
        for _turn in (0, 1):
            y = self.cy - self.index_h / 2
            for i, letter in enumerate(word):
                tall = self.index_h * self.rank_part if large and i == 0 else size
                ink = STAR if letter == "★" else glyph(letter, self.font)
                wide = tall * min(0.9, ink.shape[1] / ink.shape[0])
                stamp(face, fitted(ink, wide, tall), (self.cx, y + tall / 2), colour)
                y += tall * 1.12
            face = np.ascontiguousarray(face[::-1, ::-1])
        return face

    def back(self) -> np.ndarray:
        """Print a back: a pattern of one or two colours, usually inside a white rim."""
        rng = self.rng
        face = np.full((self.h, self.w, 3), 250, np.uint8)
        rim = round(self.w * rng.choice([0, 0.04, 0.07]))
        y, x = np.mgrid[0 : self.h, 0 : self.w]
        step = rng.uniform(6, 30)
        wave = np.sin((x + y) / step) + np.sin((x - y) / step) * rng.choice([0, 1])
        colour = rng.uniform(0, 200, 3)
        pattern = np.where((wave > 0)[..., None], colour, rng.uniform(150, 255, 3)).astype(np.uint8)
        face[rim : self.h - rim, rim : self.w - rim] = pattern[
            rim : self.h - rim, rim : self.w - rim
        ]
        return face


def draw_deck(name: str, seed: int, fonts: list[str], art: list[np.ndarray]) -> Deck:
    """Return one deck of our own; the same *seed* gives the same deck."""
    printer = Printer(np.random.default_rng(seed), fonts, art)
    faces = {r + s: printer.card(r, s) for s in SUITS for r in RANKS}
    corners = ("tl", "tr", "bl", "br") if printer.four else ("tl", "br")
    top = printer.cy - printer.index_h / 2
    place = (
        printer.cx / printer.w,
        (top + printer.index_h / 2) / printer.h,
        printer.index_h / printer.h,
    )
    return Deck(
        name,
        faces,
        [printer.joker(), printer.joker(), printer.back()],
        float(printer.rng.uniform(0.02, 0.09)),
        place,
        corners,
        dict(printer.letters),
        min(0.66, 1.05 * max(printer.rank_w / printer.index_h, 0.9 * printer.suit_part)),
    )


def court_art(decks: list[Deck]) -> list[np.ndarray]:
    """Cut the middle out of fetched court cards: pictures to stand on drawn courts."""
    crops = []
    for deck in decks:
        for card in ("JC", "QD", "KH", "JS"):
            face = deck.faces[card]
            h, w = face.shape[:2]
            crops.append(face[int(h * 0.1) : int(h * 0.9), int(w * 0.22) : int(w * 0.78)])
    return crops
