"""Scenes for training: decks laid on tables as a camera sees them, with every index labelled."""

from __future__ import annotations

import cv2
import numpy as np
from art import HELD_OUT, RANKS, SUITS, Deck
from camera import develop
from table import RANK_CLASSES, Scene, Table

KINDS = ("apart", "pile", "fan", "row", "close", "trick", "negative")
SHARES = (0.16, 0.18, 0.3, 0.1, 0.13, 0.08, 0.05)
FETCHED = 0.2  # share of the scenes with fetched decks; the others are drawn
__all__ = ["RANK_CLASSES", "SUITS", "Scene", "Studio", "packed"]


class Studio:
    """Makes scenes from decks and backgrounds with one seeded generator."""

    def __init__(
        self,
        decks: list[Deck],
        tables: list[np.ndarray],
        photos: list[np.ndarray],
        seed: int,
        held_out: bool = False,
    ) -> None:
        self.decks = [d for d in decks if (d.name in HELD_OUT) == held_out]
        self.tables, self.photos = tables, photos
        self.rng = np.random.default_rng(seed)
        self.stack: list[str] = []  # what is left of the pack in this scene

    def pick_deck(self) -> Deck:
        """Fetched and drawn decks weigh the same in sum."""
        fetched = [d for d in self.decks if not d.name.startswith("drawn")]
        drawn = [d for d in self.decks if d.name.startswith("drawn")]
        pool = fetched if not drawn or self.rng.random() < FETCHED else drawn
        return pool[int(self.rng.integers(len(pool)))]

    def surface(self, size: int) -> np.ndarray:
        """Return a table: a texture, one colour with a grain, or a photograph."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.25:
            base = (
                rng.uniform(10, 245, 3)
                if rng.random() < 0.6
                else rng.choice(
                    [[60, 110, 30], [250, 250, 250], [30, 30, 30], [90, 60, 140], [80, 120, 170]]
                )
            )
            grain = cv2.resize(
                rng.normal(0, rng.uniform(1, 14), (size // 2, size // 2)), (size, size)
            )
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
        if not self.stack:
            self.stack = [r + s for r in RANKS for s in SUITS]
            self.rng.shuffle(self.stack)
        return self.stack.pop()

    def make(self, size: int = 384, kind: str | None = None) -> Scene:
        """Compose one scene of *size* x *size* pixels."""
        rng = self.rng
        kind = kind or str(rng.choice(KINDS, p=np.array(SHARES) / sum(SHARES)))
        table = Table(rng, size, self.surface(size))
        self.stack = []
        deck = self.pick_deck()
        # most at a size at which blur and dark leave something to be read
        smallest = 18 if rng.random() < (0.7 if kind in ("fan", "trick") else 0.5) else 9
        index_h = float(np.exp(rng.uniform(np.log(smallest), np.log(48))))
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
                    at = off + [i * step, j * step] + rng.uniform(-0.05, 0.05, 2) * height
                    table.lay(
                        deck, self.random_card(deck), *at, height, base + rng.uniform(-loose, loose)
                    )

    def lay_pile(self, table: Table, deck: Deck, height: float) -> None:
        """Cards thrown on each other in a heap."""
        rng, size = self.rng, table.size
        for _ in range(self.groups(height, size)):
            middle = rng.uniform(0.15, 0.85, 2) * size
            for _ in range(int(rng.integers(2, 9))):
                table.lay(
                    deck,
                    self.random_card(deck),
                    *(middle + rng.normal(0, 0.3, 2) * height),
                    height,
                    rng.uniform(0, 2 * np.pi),
                )

    def groups(self, height: float, size: int) -> int:
        """Return how many fans or piles to lay: several where cards are small."""
        if height > size / 2:
            return 1 if self.rng.random() < 0.6 else 2
        return int(self.rng.integers(1, 4 if height > size / 4 else 7))

    def lay_trick(self, table: Table, deck: Deck, height: float) -> None:
        """Three to five cards put down crosswise from all sides, as in a trick."""
        rng, size = self.rng, table.size
        for _ in range(self.groups(height, size)):
            middle, base = rng.uniform(0.2, 0.8, 2) * size, rng.uniform(0, 2 * np.pi)
            reach = height * rng.uniform(0.15, 0.5)
            n = int(rng.integers(3, 6))
            for i in range(n):
                a = base + i * 2 * np.pi / n + rng.normal(0, 0.15)
                x, y = middle + reach * np.array([np.sin(a), -np.cos(a)])
                table.lay(deck, self.random_card(deck), x, y, height, a)

    def lay_fan(self, table: Table, deck: Deck, height: float) -> None:
        """A fan turned about a point below the cards, left over right or right over left."""
        rng, size = self.rng, table.size
        for _ in range(self.groups(height, size)):
            pivot = rng.uniform(0.1, 0.9, 2) * size
            n = int(rng.integers(3, 14))
            step = rng.uniform(0.07, 0.24) * rng.choice([1, 1, 1, -1])
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
        table.lay(
            deck,
            self.random_card(deck),
            *(rng.uniform(0.3, 0.7, 2) * size),
            height,
            rng.uniform(0, 2 * np.pi),
        )

    def lay_negative(self, table: Table, deck: Deck, height: float) -> None:
        """Nothing to be read: backs, jokers, paper, print, photographs."""
        rng, size = self.rng, table.size
        for _ in range(int(rng.integers(0, 4))):
            if deck.others:
                table.lay(
                    deck,
                    f"#{int(rng.integers(len(deck.others)))}",
                    *(rng.uniform(0, 1, 2) * size),
                    height,
                    rng.uniform(0, 2 * np.pi),
                )
        for _ in range(int(rng.integers(1, 7))):
            self.clutter(table)

    def clutter(self, table: Table) -> None:
        """Put one thing that isn't a card on the table."""
        rng, size = self.rng, table.size
        kind = int(rng.integers(5))
        at = rng.uniform(0, size, 2).astype(int)
        colour = tuple(map(float, rng.uniform(0, 255, 3)))
        if kind == 0:
            cv2.circle(
                table.image, tuple(map(int, at)), int(rng.uniform(5, 60)), colour, -1, cv2.LINE_AA
            )
            return
        if kind == 1 and self.photos:
            picture = self.photos[int(rng.integers(len(self.photos)))]
        else:
            shape = (int(rng.uniform(60, 300)), int(rng.uniform(60, 300)), 3)
            picture = np.full(shape, 255, np.uint8)
            picture[:] = (
                np.clip(rng.normal(235, 30, 3), 0, 255)
                if rng.random() < 0.7
                else rng.uniform(0, 255, 3)
            )
            self.print_text(picture)
        height = rng.uniform(30, 220)
        width = height * picture.shape[1] / picture.shape[0]
        a = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        half = (
            np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        )
        shrink = min(1.0, height / picture.shape[0] * 1.3)
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        table.blend(small, table.project(half @ turn.T + at), 0.02)

    def print_text(self, page: np.ndarray) -> None:
        """Print words and lone figures on a page: ranks without a suit mark are no index."""
        rng = self.rng
        ink = tuple(map(float, rng.uniform(0, 120, 3)))
        fonts = (
            cv2.FONT_HERSHEY_SIMPLEX,
            cv2.FONT_HERSHEY_COMPLEX,
            cv2.FONT_HERSHEY_TRIPLEX,
            cv2.FONT_HERSHEY_DUPLEX,
        )
        for _ in range(int(rng.integers(0, 12))):
            n = int(rng.integers(1, 12))
            text = "".join(rng.choice(list("AKQJ1023456789BDVRabcdefgmnopstu  "), n))
            cv2.putText(
                page,
                text,
                tuple(map(int, rng.uniform([-20, 10], [page.shape[1], page.shape[0]]))),
                int(rng.choice(fonts)),
                float(rng.uniform(0.3, 2.2)),
                ink,
                int(rng.integers(1, 5)),
                cv2.LINE_AA,
            )

    def hand(self, table: Table, height: float) -> None:
        """Lay a hand over some of the picture: a bundle of fingers from one side."""
        rng, size = self.rng, table.size
        self.fingers(table, rng.uniform(0, size, 2), height)

    def fingers(self, table: Table, at: np.ndarray, height: float) -> None:
        """Draw finger shapes of a skin colour, shaded across; they hide what lies below."""
        rng = self.rng
        tone = np.array([[140, 170, 215], [110, 145, 200], [80, 110, 165], [50, 75, 115]])[
            int(rng.integers(4))
        ] * rng.uniform(0.8, 1.15)
        way = rng.uniform(0, 2 * np.pi)
        thick = max(4, int(height * rng.uniform(0.16, 0.26)))
        side = np.array([-np.sin(way), np.cos(way)]) * thick * 1.02
        table.count += 1
        for i in range(int(rng.integers(1, 5))):
            start = at + side * i
            end = start + np.array([np.cos(way), np.sin(way)]) * height * rng.uniform(1.2, 2.2)
            p, q = tuple(map(int, start)), tuple(map(int, end))
            for width, light in ((1.0, 0.72), (0.8, 0.9), (0.5, 1.0)):
                cv2.line(
                    table.image,
                    p,
                    q,
                    tuple(map(float, np.clip(tone * light, 0, 255))),
                    max(1, int(thick * width)),
                    cv2.LINE_AA,
                )
            canvas = table.owner.astype(np.float32)
            cv2.line(canvas, p, q, float(table.count), thick)
            table.owner[:] = canvas.astype(np.int16)


def packed(scene: Scene, rng: np.random.Generator) -> tuple[bytes, np.ndarray, str]:
    """Return (JPEG, rows of x y height angle rank suit seen, kind): what the cache keeps."""
    quality = int(rng.choice([40, 60, 75, 85, 92, 96]))
    data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    rows = [[i.x, i.y, i.height, i.angle, i.rank, i.suit, i.seen] for i in scene.indices]
    return data, np.array(rows, np.float32).reshape(-1, 7), scene.kind
