"""Draw sample_images/ anew: small scenes from public-domain art and our own drawings only.

python models/training/samples.py [--cache DIR]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "models/training")]

import art  # noqa: E402  the paths above come first
import drawn  # noqa: E402
from camera import develop  # noqa: E402
from scenes import Studio  # noqa: E402
from table import RANK_CLASSES, Scene, Table  # noqa: E402

SIZE = 640
# name, how the cards lie, place in the list of decks, index height in pixels, seed
PICTURES = (
    ("single-1", "close", 0, 44, 11),
    ("single-2", "close", 5, 46, 32),
    ("apart-1", "apart", 0, 42, 3),
    ("apart-2", "apart", 4, 40, 24),
    ("apart-jumbo", "apart", 1, 84, 5),
    ("apart-four-colour", "apart", 2, 42, 16),
    ("pile-1", "pile", 0, 38, 7),
    ("pile-2", "pile", 5, 38, 8),
    ("fan-1", "fan", 1, 76, 21),
    ("row-1", "row", 4, 40, 10),
    ("negative-1", "negative", 0, 24, 2),
    ("negative-2", "negative", 4, 24, 12),
)


class PlainStudio(Studio):
    """A studio whose tables are our own: colours with a grain, planks without a photograph."""

    def surface(self, size: int) -> np.ndarray:
        """Return felt of one colour, or planks."""
        rng = self.rng
        base = np.array([[60, 100, 40], [70, 95, 130], [120, 90, 60], [90, 130, 170]])[
            int(rng.integers(4))
        ].astype(float)
        grain = cv2.resize(rng.normal(0, 9, (size // 2, size // 2)), (size, size))
        if rng.random() < 0.5:
            lines = cv2.resize(rng.normal(0, 12, (size // 5, 4)), (size, size))
            grain = grain + lines
        return np.clip(base + grain[..., None], 0, 255).astype(np.uint8)

    def picture(self, deck: art.Deck, kind: str, index_h: float) -> Scene:
        """Compose one scene of one deck."""
        table = Table(self.rng, SIZE, self.surface(SIZE))
        getattr(self, "lay_" + kind)(table, deck, index_h / deck.index[2])
        scene = table.finish(kind)
        scene.image = develop(scene.image, self.rng)
        return scene


def free_decks(cache: Path) -> list[art.Deck]:
    """Return the CC0 decks and drawn ones whose courts are CC0 too."""
    base = cache / "npm/react-playing-cards/package/src/images"
    decks = [
        art.folder_deck(f"kennard-{style}", base / style, "{rank}{suit}.svg")
        for style in ("2color", "2color-bf", "4color", "4color-bf")
    ]
    fonts = art.fonts(cache, ("Liberation", "DejaVu"))
    courts = drawn.court_art(decks[:1])
    seeds = (41, 43)
    return decks + [drawn.draw_deck(f"own-{seed}", seed, fonts, courts) for seed in seeds]


def cards_of(scene: Scene) -> tuple[list[str], list[str]]:
    """Return (cards that a person can read, cards of which a corner shows in part)."""
    whole: dict[int, str] = {}
    part: dict[int, str] = {}
    for index in scene.indices:
        name = RANK_CLASSES[index.rank] + art.SUITS[index.suit]
        if index.seen >= 0.85 and index.height >= 12:
            whole[index.owner] = name
        elif index.seen > 0.2:
            part[index.owner] = name
    return sorted(whole.values()), sorted(part[o] for o in part if o not in whole)


def main() -> None:
    """Write the pictures and labels.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/boodle-train")
    cache = parser.parse_args().cache
    art.fetch(cache)
    decks = free_decks(cache)
    folder = ROOT / "sample_images"
    folder.mkdir(exist_ok=True)
    rows = []
    for name, kind, deck, index_h, seed in PICTURES:
        scene = PlainStudio([decks[deck]], [], [], seed).picture(decks[deck], kind, index_h)
        cv2.imwrite(str(folder / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 82])
        cards, maybe = cards_of(scene)
        shown = {"close": "single", "row": "overlap", "pile": "overlap"}.get(kind, kind)
        rows.append(
            {
                "file": f"{name}.jpg", "w": SIZE, "h": SIZE, "cards": cards, "maybe": maybe,
                "scene": shown, "deck": decks[deck].name, "use": "measure", "hard": [],
            }
        )  # fmt: skip
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "labels.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
