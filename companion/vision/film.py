"""Draws a card table as a camera over it would see it, card by card, for films and measurements.

All of it is drawn here; it knows cards and pixels and no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.cards import Card
from companion.vision.draw import FACE_H, FACE_W, draw_face
from companion.vision.frame import FrameBGR

Point = tuple[float, float]  # pixels of the picture, across and down
Faces = Callable[[Card], FrameBGR]
"""A deck: returns the upright face of a card, BGR, `FACE_H` x `FACE_W` pixels."""

_SKIN = (120, 150, 205)
_CLOTH = (72, 98, 48)
_BLANK = np.zeros((720, 1280, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Light:
    """How a picture is taken: *gain* of the light, blur in pixels, noise in grey levels.

    *width* is what the picture is sent at, *skew* how much nearer its lower edge is (0: straight
    from above), *warm* the cast of the lamp.
    """

    gain: float = 1.0
    blur: float = 0.7
    noise: float = 2.5
    width: int = 1280
    skew: float = 0.0
    warm: float = 0.0
    jpeg: int = 85


CONDITIONS: dict[str, Light] = {
    "good": Light(),
    "dark": Light(gain=0.3, noise=4.0, blur=0.9),
    "blur": Light(blur=2.2),
    "640 px": Light(width=640),
    "skewed": Light(skew=0.25),
}


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table: its middle in pixels, and its turn in radians."""

    card: Card
    at: Point
    turn: float


class Tabletop:
    """A table of cloth with cards on it, 1280 x 720 pixels; cards are *card_h* pixels high.

    The cards are of the deck *faces*, else as we draw them. Without *draws* it only remembers where
    they lie, for those who look without eyes.
    """

    size_wh = (1280, 720)

    def __init__(
        self, seed: int = 0, card_h: int = 165, *, draws: bool = True, faces: Faces = draw_face
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.card_h, self.draws, self._faces = card_h, draws, faces
        self.lying: list[Lying] = []
        if not draws:
            return
        self._cloth = self._weave()
        self._canvas = self._cloth.copy()
        self._grain = self.rng.normal(0, 1, (720 + 64, 1280 + 64)).astype(np.float32)
        self._noises: dict[float, NDArray[np.int16]] = {}
        self._frames = 0

    # ---- cards

    def lay(self, card: Card, at: Point, turn: float) -> None:
        """Lay *card* with its middle at *at*, over what lies there."""
        self.lying.append(Lying(card, at, turn))
        self._draw(self.lying[-1])

    def take_up(self, cards: Iterable[Card]) -> None:
        """Take cards from the table, the uppermost of each name."""
        for card in cards:
            found = next((one for one in reversed(self.lying) if one.card == card), None)
            if found is not None:
                self.lying.remove(found)
        if not self.draws:
            return
        self._canvas = self._cloth.copy()
        for one in self.lying:
            self._draw(one)

    def seat_at(self, place: int, of: int) -> tuple[Point, float]:
        """Return where the cards of one of *of* people lie, and how they are turned to them."""
        angle = math.pi / 2 + 2 * math.pi * place / of
        width, height = self.size_wh
        x = width / 2 + math.cos(angle) * 0.37 * width
        y = height / 2 + math.sin(angle) * 0.33 * height
        return (x, y), angle - math.pi / 2

    def _draw(self, one: Lying) -> None:
        if not self.draws:
            return
        face = _face(self._faces, one.card, self.card_h)
        h, w = face.shape[:2]
        reach = math.ceil(math.hypot(w, h) / 2) + 14
        x0, y0 = math.floor(one.at[0]) - reach, math.floor(one.at[1]) - reach
        left, top = max(x0, 0), max(y0, 0)
        part = self._canvas[top : y0 + 2 * reach, left : x0 + 2 * reach]
        c, s = math.cos(one.turn), math.sin(one.turn)
        shift = (one.at[0] - left - c * w / 2 + s * h / 2, one.at[1] - top - s * w / 2 - c * h / 2)
        matrix = np.array([[c, -s, shift[0]], [s, c, shift[1]]])
        size = (part.shape[1], part.shape[0])
        alpha = cv2.warpAffine(_round_corners(w, h), matrix, size)[..., None] / np.float32(255)
        shadow = cv2.GaussianBlur(alpha, (0, 0), 5)[..., None] * 0.35
        warped = cv2.warpAffine(face, matrix, size)
        part[:] = np.round(part * (1 - shadow) * (1 - alpha) + warped * alpha)

    def _weave(self) -> FrameBGR:
        width, height = self.size_wh
        rough = self.rng.normal(0, 1, (height // 4, width // 4)).astype(np.float32)
        soft = cv2.resize(cv2.GaussianBlur(rough, (0, 0), 1.2), (width, height))
        cloth = np.array(_CLOTH, np.float32) + soft[..., None] * 14
        return np.asarray(np.clip(cloth, 0, 255), np.uint8)

    # ---- pictures

    def picture(
        self, light: Light, *, hand: Point | None = None, nudge: Point = (0.0, 0.0),
        shadow: float = 0.0,
    ) -> FrameBGR:  # fmt: skip
        """Return the next frame: *hand* reaches over to there, *nudge* moves the camera by pixels.

        *shadow* from 0 to 1 darkens the left of the table, as somebody leaning over does.
        """
        if not self.draws:
            return _BLANK
        self._frames += 1
        scene = self._canvas
        if hand is not None:
            scene = _arm(scene, hand, self.size_wh)
        scene = _seen_from(scene, light.skew, nudge)
        if light.blur:
            scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), light.blur), np.uint8)
        shaded = cv2.multiply(scene, self._light(light, shadow), dtype=cv2.CV_8U)
        out = np.asarray(cv2.add(shaded, self._noise(light.noise), dtype=cv2.CV_8U), np.uint8)
        if light.width != self.size_wh[0]:
            size = (light.width, round(light.width * self.size_wh[1] / self.size_wh[0]))
            out = np.asarray(cv2.resize(out, size, interpolation=cv2.INTER_AREA), np.uint8)
        return out

    def jpeg(self, frame: FrameBGR, light: Light) -> bytes:
        """Return *frame* as a camera page sends it."""
        return bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])[1])

    def _light(self, light: Light, shadow: float) -> NDArray[np.float32]:
        """Return (height, width, 3): light that drifts a little, the lamp's colour, a shadow."""
        width, height = self.size_wh
        across = np.linspace(0, 1, width, dtype=np.float32)
        level = light.gain * (1 + 0.06 * math.sin(self._frames / 17)) * (1.05 - 0.12 * across)
        level = level * (1 - 0.35 * shadow / (1 + np.exp((across - 0.45) * 14)))
        cast = np.array([1 - light.warm, 1.0, 1 + light.warm], np.float32)
        return np.asarray(cv2.repeat(level[None, :, None] * cast, height, 1), np.float32)

    def _noise(self, strength: float) -> NDArray[np.int16]:
        """Return noise of one frame: the same grain, cut elsewhere each time."""
        if strength not in self._noises:
            grain = np.round(self._grain * strength).astype(np.int16)
            self._noises[strength] = np.repeat(grain[..., None], 3, axis=2)
        y, x = self.rng.integers(0, 64, 2)
        width, height = self.size_wh
        return self._noises[strength][y : y + height, x : x + width]


@lru_cache(maxsize=104)
def _face(faces: Faces, card: Card, height: int) -> FrameBGR:
    """Return the face of *card*, as many pixels high; not to be drawn on."""
    width = round(height * FACE_W / FACE_H)
    small = cv2.resize(faces(card), (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _round_corners(w: int, h: int) -> NDArray[np.uint8]:
    mask = np.zeros((h, w), np.uint8)
    r = max(2, w // 18)
    cv2.rectangle(mask, (r, 0), (w - r - 1, h - 1), (255,), -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - r - 1), (255,), -1)
    for x in (r, w - r - 1):
        for y in (r, h - r - 1):
            cv2.circle(mask, (x, y), r, (255,), -1)
    return mask


def _arm(scene: FrameBGR, to: Point, size_wh: tuple[int, int]) -> FrameBGR:
    """Draw a forearm from the nearest edge, along the way out from the middle, and a hand."""
    out = scene.copy()
    middle = (size_wh[0] / 2, size_wh[1] / 2)
    away = np.array([to[0] - middle[0], to[1] - middle[1]])
    away = away / max(float(np.hypot(*away)), 1.0)
    hand = (round(to[0]), round(to[1]))
    elbow = (round(to[0] + away[0] * 500), round(to[1] + away[1] * 500))
    cv2.line(out, hand, elbow, (96, 60, 60), 84, cv2.LINE_AA)
    cv2.ellipse(out, (hand, (92, 130), math.degrees(math.atan2(away[1], away[0])) + 90), _SKIN, -1)
    return out


def _seen_from(scene: FrameBGR, skew: float, nudge: Point) -> FrameBGR:
    """Return the scene from a camera that leans by *skew* and was moved by *nudge* pixels."""
    if not skew and not any(nudge):
        return scene
    h, w = scene.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    lean = w * skew / 4
    seen = np.array([[lean, h * skew / 5], [w - lean, h * skew / 5], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, seen + np.array(nudge, np.float32))
    size = (w, h)
    return np.asarray(cv2.warpPerspective(scene, matrix, size, borderMode=cv2.BORDER_REFLECT),
                      np.uint8)  # fmt: skip


# ---- films on disk ------------------------------------------------------------------------------


def write_frames(path: Path, frames: Iterator[FrameBGR], fps: int) -> int:
    """Write frames of equal size as ``.y4m`` or ``.mjpeg``; return how many there were.

    Chromium plays either as a fake camera. ValueError for another ending.
    """
    if path.suffix not in (".y4m", ".mjpeg"):
        raise ValueError(f"A film is .y4m or .mjpeg, not {path.suffix!r}.")
    count = 0
    with path.open("wb") as file:
        for frame in frames:
            if path.suffix == ".mjpeg":
                file.write(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
            else:
                if not count:
                    size = f"W{frame.shape[1]} H{frame.shape[0]}"
                    file.write(f"YUV4MPEG2 {size} F{fps}:1 Ip A1:1 C420jpeg\n".encode())
                yuv = cv2.cvtColor(frame, cv2.COLOR_BGR2YUV_I420)
                file.write(b"FRAME\n" + yuv.tobytes())
            count += 1
    return count


def use_one_thread() -> None:
    """Let OpenCV compute in the calling thread alone, as the server does."""
    cv2.setNumThreads(1)


def lit(name: str, warm: float = 0.0) -> Light:
    """Return the light of a condition by its name, with the cast of a lamp."""
    return replace(CONDITIONS[name], warm=warm)
