"""Scenes for training: decks laid on tables as a camera sees them, with every index labelled."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from art import HELD_OUT, RANKS, SUITS, Deck

KINDS = ("apart", "pile", "fan", "row", "close", "negative")
SHARES = (0.24, 0.19, 0.25, 0.12, 0.12, 0.08)
RANK_CLASSES = (*"23456789TJQKA", "B", "V", "D", "R", "1", "?")


@dataclass
class Index:
    """One printed corner index in a scene; pixels of the scene, angle in radians.

    ``angle`` is the direction in which the rank is read (0 = upright, text runs to the right).
    """

    x: float
    y: float
    height: float
    angle: float
    rank: int                                         # place in RANK_CLASSES
    suit: int                                         # place in SUITS
    seen: float                                       # visible part, 0 to 1


@dataclass
class Scene:
    """A finished picture, BGR uint8, and what is in it."""

    image: np.ndarray
    kind: str
    indices: list[Index] = field(default_factory=list)
    cards: list[tuple[str, np.ndarray]] = field(default_factory=list)   # name, four corners


class Table:
    """A canvas on which cards are laid one after another; the last lies on top."""

    def __init__(self, rng: np.random.Generator, size: int, surface: np.ndarray) -> None:
        self.rng, self.size = rng, size
        self.image = surface.astype(np.uint8)
        self.owner = np.zeros((size, size), np.int16)   # which thing is on top at each pixel
        self.count = 0
        self.tilt = self.choose_tilt()
        self.pending: list[tuple[int, np.ndarray, Index]] = []
        self.cards: list[tuple[str, np.ndarray]] = []
        self.shadow = float(rng.uniform(0, 0.5))
        self.shadow_at = rng.uniform(-0.02, 0.02, 2)

    def choose_tilt(self) -> np.ndarray:
        """Return a homography around the middle: a camera looking down more or less steeply."""
        rng, s = self.rng, self.size
        if rng.random() < 0.3:
            return np.eye(3)
        strength = rng.uniform(0, 0.45) ** 1.5
        turn = rng.uniform(0, 2 * np.pi)
        a, b = np.cos(turn) * strength / s, np.sin(turn) * strength / s
        squeeze = 1 - rng.uniform(0, 0.35) * strength * 2
        c, n = np.cos(turn), np.sin(turn)
        turned = np.array([[c, n, 0], [-n, c, 0], [0, 0, 1]])
        flat = turned.T @ np.diag([squeeze, 1, 1]) @ turned
        middle = np.array([[1, 0, s / 2], [0, 1, s / 2], [0, 0, 1]])
        return middle @ np.array([[1, 0, 0], [0, 1, 0], [a, b, 1]]) @ flat @ np.linalg.inv(middle)

    def project(self, points: np.ndarray) -> np.ndarray:
        """Map points (n, 2) of the table plane to pixels."""
        out = np.c_[points, np.ones(len(points))] @ self.tilt.T
        return out[:, :2] / out[:, 2:]

    def lay(self, deck: Deck, card: str, x: float, y: float, height: float, angle: float) -> None:
        """Lay *card* ("8S", or "#0" for a joker or back) with its middle at x, y of the plane."""
        face = deck.face(card, height * 1.2)
        fh, fw = face.shape[:2]
        width = height * fw / fh
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[c, -s], [s, c]])
        half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        corners = self.project(half @ turn.T + [x, y])
        if not self.blend(face, corners, deck.radius):
            return
        self.cards.append((card, corners))
        if card[0] != "#":
            self.note_indices(deck, card, cv2.getPerspectiveTransform(
                np.float32([[0, 0], [fw, 0], [fw, fh], [0, fh]]), corners.astype(np.float32)), (fw, fh))

    def blend(self, face: np.ndarray, corners: np.ndarray, radius: float) -> bool:
        """Warp *face* onto the four corners, with rounded corners and a shadow."""
        size = self.size
        x0, y0 = np.floor(corners.min(0) - 6).astype(int)
        x1, y1 = np.ceil(corners.max(0) + 6).astype(int)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(size, x1), min(size, y1)
        if x1 - x0 < 4 or y1 - y0 < 4:
            return False
        fh, fw = face.shape[:2]
        matrix = cv2.getPerspectiveTransform(
            np.float32([[0, 0], [fw, 0], [fw, fh], [0, fh]]), (corners - [x0, y0]).astype(np.float32))
        roi = (x1 - x0, y1 - y0)
        warped = cv2.warpPerspective(face, matrix, roi, flags=cv2.INTER_LINEAR,
                                     borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((fh, fw), np.uint8)
        r = max(1, round(radius * fw))
        cv2.rectangle(mask, (r, 0), (fw - r - 1, fh - 1), 255, -1)
        cv2.rectangle(mask, (0, r), (fw - 1, fh - r - 1), 255, -1)
        for cx in (r, fw - r - 1):
            for cy in (r, fh - r - 1):
                cv2.circle(mask, (cx, cy), r, 255, -1)
        alpha = cv2.warpPerspective(mask, matrix, roi, flags=cv2.INTER_LINEAR)
        part = self.image[y0:y1, x0:x1]
        if self.shadow > 0.05:
            reach = max(1.0, 0.02 * np.hypot(*(corners[0] - corners[3])))
            shift = np.float32([[1, 0, self.shadow_at[0] * 40], [0, 1, self.shadow_at[1] * 40]])
            dark = cv2.warpAffine(cv2.GaussianBlur(alpha, (0, 0), reach), shift, roi)
            part[:] = cv2.multiply(part, cv2.merge([255 - (dark * self.shadow).astype(np.uint8)] * 3),
                                   scale=1 / 255)
        a = cv2.merge([alpha] * 3)
        part[:] = cv2.add(cv2.multiply(warped, a, scale=1 / 255),
                          cv2.multiply(part, 255 - a, scale=1 / 255))
        self.count += 1
        self.owner[y0:y1, x0:x1][alpha > 127] = self.count
        return True

    def note_indices(self, deck: Deck, card: str, matrix: np.ndarray, size: tuple[int, int]) -> None:
        """Remember where this card's indices came to lie; visibility is counted at the end."""
        fw, fh = size
        cx, cy, h = deck.index
        letter = deck.letters.get(card[0], card[0])
        rank, suit = RANK_CLASSES.index(letter), SUITS.index(card[1])
        half_w = min(h * fh * 0.33, cx * fw)
        for corner in deck.corners:
            fx, fy = (-1 if corner[1] == "r" else 1), (-1 if corner[0] == "b" else 1)
            at = np.array([cx * fw if fx > 0 else fw - cx * fw, cy * fh if fy > 0 else fh - cy * fh])
            up = np.array([0, -fy * h * fh / 2])
            box = at + np.array([[-half_w, -h * fh / 2], [half_w, -h * fh / 2],
                                 [half_w, h * fh / 2], [-half_w, h * fh / 2]])
            points = np.vstack([at + up, at - up, box]).astype(np.float32)
            out = cv2.perspectiveTransform(points[None], matrix)[0]
            top, bottom = out[0], out[1]
            middle = (top + bottom) / 2
            angle = float(np.arctan2(*(top - bottom)[::-1]) + np.pi / 2)
            self.pending.append((self.count, out[2:], Index(
                float(middle[0]), float(middle[1]), float(np.hypot(*(top - bottom))), angle, rank,
                suit, 1.0)))

    def finish(self, kind: str) -> Scene:
        """Count what of every index is on top and in the picture."""
        kept = []
        for owner, box, index in self.pending:
            x0, y0 = np.floor(box.min(0)).astype(int)
            x1, y1 = np.ceil(box.max(0)).astype(int)
            if x1 < 0 or y1 < 0 or x0 >= self.size or y0 >= self.size or index.height < 4:
                continue
            local = np.zeros((max(1, y1 - y0), max(1, x1 - x0)), np.uint8)
            cv2.fillConvexPoly(local, np.round(box - [x0, y0]).astype(np.int32), 1)
            total = int(local.sum())
            cx0, cy0, cx1, cy1 = max(0, x0), max(0, y0), min(self.size, x1), min(self.size, y1)
            seen = local[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0].astype(bool)
            index.seen = float((self.owner[cy0:cy1, cx0:cx1][seen] == owner).sum() / max(1, total))
            kept.append(index)
        return Scene(self.image, kind, kept, self.cards)


class Studio:
    """Makes scenes from decks and backgrounds with one seeded generator."""

    def __init__(self, decks: list[Deck], tables: list[np.ndarray], photos: list[np.ndarray],
                 seed: int, held_out: bool = False) -> None:
        self.decks = [d for d in decks if (d.name in HELD_OUT) == held_out]
        self.tables, self.photos = tables, photos
        self.rng = np.random.default_rng(seed)

    def pick_deck(self) -> Deck:
        """Fetched and drawn decks weigh the same in sum."""
        fetched = [d for d in self.decks if not d.name.startswith("drawn")]
        drawn = [d for d in self.decks if d.name.startswith("drawn")]
        pool = fetched if not drawn or self.rng.random() < 0.42 else drawn
        return pool[int(self.rng.integers(len(pool)))]

    def surface(self, size: int) -> np.ndarray:
        """Return a table: a texture, one colour with a grain, or a photograph."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.25:
            base = rng.uniform(10, 245, 3) if rng.random() < 0.6 else rng.choice(
                [[60, 110, 30], [250, 250, 250], [30, 30, 30], [90, 60, 140], [80, 120, 170]])
            grain = cv2.resize(rng.normal(0, rng.uniform(1, 14), (size // 2, size // 2)), (size, size))
            return np.clip(np.asarray(base, float) + grain[..., None], 0, 255).astype(np.uint8)
        pool = self.tables if kind < 0.88 else self.photos
        source = pool[int(rng.integers(len(pool)))]
        scale = max(size / min(source.shape[:2]), rng.uniform(0.4, 1.6)) * 1.02
        source = cv2.resize(source, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        y = int(rng.integers(source.shape[0] - size + 1))
        x = int(rng.integers(source.shape[1] - size + 1))
        part = np.rot90(source[y : y + size, x : x + size], int(rng.integers(4)))
        return np.ascontiguousarray(cv2.convertScaleAbs(part, alpha=rng.uniform(0.5, 1.15)))

    def random_card(self, deck: Deck) -> str:
        """Return any face, now and then a joker or a back."""
        if deck.others and self.rng.random() < 0.05:
            return f"#{int(self.rng.integers(len(deck.others)))}"
        return str(self.rng.choice(list(RANKS))) + str(self.rng.choice(list(SUITS)))

    def make(self, size: int = 384, kind: str | None = None) -> Scene:
        """Compose one scene of *size* x *size* pixels."""
        rng = self.rng
        kind = kind or str(rng.choice(KINDS, p=np.array(SHARES) / sum(SHARES)))
        table = Table(rng, size, self.surface(size))
        deck = self.pick_deck()
        index_h = float(np.exp(rng.uniform(np.log(9), np.log(46))))
        height = index_h / deck.index[2]
        for _ in range(int(rng.integers(0, 4))):
            self.clutter(table)
        getattr(self, "lay_" + kind)(table, deck, height)
        if rng.random() < 0.18:
            self.hand(table, height)
        scene = table.finish(kind)
        scene.image = develop(scene.image, rng)
        return scene

    def lay_apart(self, table: Table, deck: Deck, height: float) -> None:
        """Cards that don't touch, in any direction."""
        rng, size = self.rng, table.size
        step = height * rng.uniform(1.05, 1.5)
        base = rng.uniform(0, 2 * np.pi)
        loose = rng.choice([0.05, 0.3, np.pi])
        n = max(1, int(size / step) + 1)
        off = rng.uniform(0, step, 2)
        for i in range(n):
            for j in range(n):
                if rng.random() < 0.8:
                    at = off + [i * step, j * step] + rng.uniform(-.05, .05, 2) * height
                    table.lay(deck, self.random_card(deck), *at, height,
                              base + rng.uniform(-loose, loose))

    def lay_pile(self, table: Table, deck: Deck, height: float) -> None:
        """Cards thrown on each other in a heap."""
        rng, size = self.rng, table.size
        for _ in range(int(rng.integers(1, 4))):
            middle = rng.uniform(0.15, 0.85, 2) * size
            for _ in range(int(rng.integers(2, 9))):
                table.lay(deck, self.random_card(deck), *(middle + rng.normal(0, .3, 2) * height),
                          height, rng.uniform(0, 2 * np.pi))

    def lay_fan(self, table: Table, deck: Deck, height: float) -> None:
        """A fan turned about a point below the cards, left over right or right over left."""
        rng, size = self.rng, table.size
        for _ in range(1 if height > size / 2 else int(rng.integers(1, 4))):
            pivot = rng.uniform(0.1, 0.9, 2) * size
            n = int(rng.integers(3, 14))
            step = rng.uniform(0.05, 0.24) * rng.choice([1, 1, 1, -1])
            base = rng.uniform(0, 2 * np.pi)
            reach = height * rng.uniform(0.55, 1.3)
            for i in range(n):
                a = base + (i - n / 2) * step + rng.normal(0, 0.015)
                x, y = pivot + reach * np.array([np.sin(a), -np.cos(a)])
                table.lay(deck, self.random_card(deck), x, y, height, a)
            if rng.random() < 0.4:
                self.fingers(table, pivot, height)

    def lay_row(self, table: Table, deck: Deck, height: float) -> None:
        """Rows and columns that overlap evenly, as in a patience."""
        rng, size = self.rng, table.size
        base = rng.uniform(0, 2 * np.pi)
        direction = base + rng.choice([0, np.pi / 2, np.pi / 2, 0.4])
        step = height * rng.uniform(0.14, 0.4)
        across = np.array([-np.sin(direction), np.cos(direction)])
        along = np.array([np.cos(direction), np.sin(direction)])
        for k in range(-2, 3):
            start = np.array([size / 2, size / 2]) + across * k * height * rng.uniform(1.0, 1.2)
            n = int(rng.integers(1, 9))
            for i in range(n):
                at = start + along * (i - n / 2) * step
                table.lay(deck, self.random_card(deck), *at, height, base + rng.normal(0, 0.03))

    def lay_close(self, table: Table, deck: Deck, height: float) -> None:
        """One card, near and alone."""
        rng, size = self.rng, table.size
        height = max(height, size * rng.uniform(0.35, 1.0))
        if height * deck.index[2] > 50:
            height = 50 / deck.index[2]
        table.lay(deck, self.random_card(deck), *(rng.uniform(0.3, 0.7, 2) * size), height,
                  rng.uniform(0, 2 * np.pi))

    def lay_negative(self, table: Table, deck: Deck, height: float) -> None:
        """Nothing to be read: backs, jokers, paper, print, photographs."""
        rng, size = self.rng, table.size
        for _ in range(int(rng.integers(0, 4))):
            if deck.others:
                table.lay(deck, f"#{int(rng.integers(len(deck.others)))}",
                          *(rng.uniform(0, 1, 2) * size), height, rng.uniform(0, 2 * np.pi))
        for _ in range(int(rng.integers(1, 7))):
            self.clutter(table)

    def clutter(self, table: Table) -> None:
        """Put one thing that isn't a card on the table."""
        rng, size = self.rng, table.size
        kind = int(rng.integers(5))
        at = rng.uniform(0, size, 2).astype(int)
        colour = tuple(map(float, rng.uniform(0, 255, 3)))
        if kind == 0:
            cv2.circle(table.image, tuple(map(int, at)), int(rng.uniform(5, 60)), colour, -1, cv2.LINE_AA)
            return
        if kind == 1 and self.photos:
            picture = self.photos[int(rng.integers(len(self.photos)))]
        else:
            shape = (int(rng.uniform(60, 300)), int(rng.uniform(60, 300)), 3)
            picture = np.full(shape, 255, np.uint8)
            picture[:] = np.clip(rng.normal(235, 30, 3), 0, 255) if rng.random() < 0.7 else rng.uniform(
                0, 255, 3)
            self.print_text(picture)
        height = rng.uniform(30, 220)
        width = height * picture.shape[1] / picture.shape[0]
        a = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        shrink = min(1.0, height / picture.shape[0] * 1.3)
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        table.blend(small, table.project(half @ turn.T + at), 0.02)

    def print_text(self, page: np.ndarray) -> None:
        """Print words and lone figures on a page: ranks without a suit mark are no index."""
        rng = self.rng
        ink = tuple(map(float, rng.uniform(0, 120, 3)))
        fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX,
                 cv2.FONT_HERSHEY_DUPLEX)
        for _ in range(int(rng.integers(0, 12))):
            n = int(rng.integers(1, 12))
            text = "".join(rng.choice(list("AKQJ1023456789BDVRabcdefgmnopstu  "), n))
            cv2.putText(page, text, tuple(map(int, rng.uniform([-20, 10], [page.shape[1], page.shape[0]]))),
                        int(rng.choice(fonts)), float(rng.uniform(0.3, 2.2)), ink,
                        int(rng.integers(1, 5)), cv2.LINE_AA)

    def hand(self, table: Table, height: float) -> None:
        """Lay a hand over some of the picture: a bundle of fingers from one side."""
        rng, size = self.rng, table.size
        self.fingers(table, rng.uniform(0, size, 2), height)

    def fingers(self, table: Table, at: np.ndarray, height: float) -> None:
        """Draw finger shapes of a skin colour, shaded across; they hide what lies below."""
        rng = self.rng
        tone = np.array([[140, 170, 215], [110, 145, 200], [80, 110, 165], [50, 75, 115]])[
            int(rng.integers(4))] * rng.uniform(0.8, 1.15)
        way = rng.uniform(0, 2 * np.pi)
        thick = max(4, int(height * rng.uniform(0.16, 0.26)))
        side = np.array([-np.sin(way), np.cos(way)]) * thick * 1.02
        table.count += 1
        for i in range(int(rng.integers(1, 5))):
            start = at + side * i
            end = start + np.array([np.cos(way), np.sin(way)]) * height * rng.uniform(1.2, 2.2)
            p, q = tuple(map(int, start)), tuple(map(int, end))
            for width, light in ((1.0, 0.72), (0.8, 0.9), (0.5, 1.0)):
                cv2.line(table.image, p, q, tuple(map(float, np.clip(tone * light, 0, 255))),
                         max(1, int(thick * width)), cv2.LINE_AA)
            canvas = table.owner.astype(np.float32)
            cv2.line(canvas, p, q, float(table.count), thick)
            table.owner[:] = canvas.astype(np.int16)


def develop(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Light the scene and take the photograph: shade, glare, lens, motion, sensor, JPEG."""
    size = image.shape[0]
    small = np.ones((8, 8), np.float32)
    y, x = np.mgrid[0:8, 0:8] / 7 - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    small += (x * np.cos(turn) + y * np.sin(turn)) * rng.uniform(0, 0.9)
    if rng.random() < 0.25:                            # the edge of a shadow
        small = np.where(x * np.cos(turn * 2) + y * np.sin(turn * 2) > rng.uniform(-.3, .3),
                         small, small * rng.uniform(0.35, 0.8)).astype(np.float32)
    light = cv2.resize(small.astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    level = np.exp(rng.normal(-0.12, 0.32))
    warmth = rng.normal(0, 0.11)
    gain = np.array([1 - warmth, 1 + rng.normal(0, 0.03), 1 + warmth], np.float32) * level
    out = image.astype(np.float32)
    out *= light[..., None]
    out *= gain
    if rng.random() < 0.2:                             # glare
        cx, cy = rng.uniform(0, size, 2)
        gy, gx = np.mgrid[0:size:4, 0:size:4]
        blob = np.exp(-(((gx - cx) / rng.uniform(15, 90)) ** 2 + ((gy - cy) / rng.uniform(15, 90)) ** 2))
        out += cv2.resize((blob * rng.uniform(60, 220)).astype(np.float32), (size, size))[..., None]
    if rng.random() < 0.3:                             # haze or lifted blacks
        out = out * rng.uniform(0.7, 1) + rng.uniform(0, 45)
    out = lens(out, rng)
    noise = rng.choice([0, 2, 5, 11], p=[.3, .4, .2, .1])
    if noise:
        grain = np.empty(out.shape, np.float32)
        cv2.randn(grain, 0, float(noise))
        out += grain
    out = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.5:
        curve = np.clip(255 * (np.arange(256) / 255) ** rng.uniform(0.7, 1.4), 0, 255)
        out = cv2.LUT(out, curve.astype(np.uint8))
    return out


def lens(out: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Blur by focus, movement or too few pixels; sharpen as phones do."""
    size = out.shape[0]
    kind = rng.random()
    if kind < 0.45:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.5)))
    elif kind < 0.58:
        n = int(rng.integers(2, 7))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        kernel = kernel if rng.random() < 0.5 else kernel.T
        out = cv2.filter2D(out, -1, np.ascontiguousarray(kernel / max(kernel.sum(), 1e-3)))
    elif kind < 0.72:
        scale = rng.uniform(0.45, 0.9)
        small = cv2.resize(out, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        out = out + rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    return out


def packed(scene: Scene, rng: np.random.Generator) -> tuple[bytes, np.ndarray, str]:
    """Return (JPEG, rows of x y height angle rank suit seen, kind): what the cache keeps."""
    quality = int(rng.choice([40, 60, 75, 85, 92, 96]))
    data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    rows = [[i.x, i.y, i.height, i.angle, i.rank, i.suit, i.seen] for i in scene.indices]
    return data, np.array(rows, np.float32).reshape(-1, 7), scene.kind
