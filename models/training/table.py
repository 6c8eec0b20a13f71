"""A table on which cards are laid in perspective, and where each printed index comes to lie."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from art import SUITS, Deck

RANK_CLASSES = (*"23456789TJQKA", "B", "V", "D", "R", "1", "?")
NONE = 0.1  # a visible share at which there is no index to be found
TEN = 1.25  # how much wider an index of two figures is


@dataclass
class Index:
    """One printed corner index in a scene; pixels of the scene, angle in radians.

    ``angle`` is the direction in which the rank is read (0 = upright, text runs to the right).
    """

    x: float
    y: float
    height: float
    angle: float
    rank: int  # place in RANK_CLASSES
    suit: int  # place in SUITS
    seen: float  # visible part, 0 to 1
    owner: int = 0  # which thing of the table it is printed on
    decoy: bool = False  # a joker's corner: it is none


@dataclass
class Scene:
    """A finished picture, BGR uint8, and what is in it."""

    image: np.ndarray
    kind: str
    indices: list[Index] = field(default_factory=list)
    cards: list[tuple[str, np.ndarray]] = field(default_factory=list)  # name, four corners


class Table:
    """A canvas on which cards are laid one after another; the last lies on top."""

    def __init__(self, rng: np.random.Generator, size: int, surface: np.ndarray) -> None:
        self.rng, self.size = rng, size
        self.image = surface.astype(np.uint8)
        self.owner = np.zeros((size, size), np.int16)  # which thing is on top at each pixel
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
        half = (
            np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        )
        corners = self.project(half @ turn.T + [x, y])
        if not self.blend(face, corners, deck.radius):
            return
        self.cards.append((card, corners))
        if card != f"#{len(deck.others) - 1}":  # the last of the others is the back
            self.note_indices(
                deck,
                card,
                cv2.getPerspectiveTransform(
                    np.float32([[0, 0], [fw, 0], [fw, fh], [0, fh]]), corners.astype(np.float32)
                ),
                (fw, fh),
            )

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
            np.float32([[0, 0], [fw, 0], [fw, fh], [0, fh]]),
            (corners - [x0, y0]).astype(np.float32),
        )
        roi = (x1 - x0, y1 - y0)
        warped = cv2.warpPerspective(
            face, matrix, roi, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
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
            part[:] = cv2.multiply(
                part, cv2.merge([255 - (dark * self.shadow).astype(np.uint8)] * 3), scale=1 / 255
            )
        a = cv2.merge([alpha] * 3)
        part[:] = cv2.add(
            cv2.multiply(warped, a, scale=1 / 255), cv2.multiply(part, 255 - a, scale=1 / 255)
        )
        self.count += 1
        self.owner[y0:y1, x0:x1][alpha > 127] = self.count
        return True

    def note_indices(
        self, deck: Deck, card: str, matrix: np.ndarray, size: tuple[int, int]
    ) -> None:
        """Remember where this card's indices came to lie; visibility is counted at the end."""
        fw, fh = size
        cx, cy, h = deck.index
        decoy = card[0] == "#"
        letter = "?" if decoy else deck.letters.get(card[0], card[0])
        rank, suit = RANK_CLASSES.index(letter), 0 if decoy else SUITS.index(card[1])
        wide = deck.wide * (TEN if letter == "T" else 1.0)
        half_w = min(h * fh * wide / 2, cx * fw)
        for corner in deck.corners:
            fx, fy = (-1 if corner[1] == "r" else 1), (-1 if corner[0] == "b" else 1)
            at = np.array(
                [cx * fw if fx > 0 else fw - cx * fw, cy * fh if fy > 0 else fh - cy * fh]
            )
            up = np.array([0, -fy * h * fh / 2])
            box = at + np.array(
                [
                    [-half_w, -h * fh / 2],
                    [half_w, -h * fh / 2],
                    [half_w, h * fh / 2],
                    [-half_w, h * fh / 2],
                ]
            )
            points = np.vstack([at + up, at - up, box]).astype(np.float32)
            out = cv2.perspectiveTransform(points[None], matrix)[0]
            top, bottom = out[0], out[1]
            middle = (top + bottom) / 2
            angle = float(np.arctan2(*(top - bottom)[::-1]) + np.pi / 2)
            self.pending.append(
                (
                    self.count,
                    out[2:],
                    Index(
                        float(middle[0]),
                        float(middle[1]),
                        float(np.hypot(*(top - bottom))),
                        angle,
                        rank,
                        suit,
                        1.0,
                        decoy=decoy,
                    ),
                )
            )

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
            index.owner = owner
            index.seen = float((self.owner[cy0:cy1, cx0:cx1][seen] == owner).sum() / max(1, total))
            if index.decoy:
                if index.seen < 0.5:
                    continue
                index.seen = NONE
            kept.append(index)
        return Scene(self.image, kind, kept, self.cards)
