"""Draw labelled test pictures of whole decks that no training saw, for score_photos.py.

    python models/training/held_out.py OUT [--cache DIR] [--part N] [--seed N]

Writes OUT/labels.jsonl and the pictures beside it. The set of the usual seed is never used
to train or to set a threshold; `calibrate.py` takes another.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "models/training")]

from art import Deck  # noqa: E402  the paths above come first
from build import load_art  # noqa: E402
from cache import studio_of  # noqa: E402
from camera import develop  # noqa: E402
from drawn import draw_deck  # noqa: E402
from samples import cards_of  # noqa: E402
from scenes import Studio  # noqa: E402
from table import Scene, Table  # noqa: E402

# kind, pictures, side in pixels, index heights in pixels
TESTS = (
    ("pile", 100, 1280, (20, 60)),
    ("fan", 80, 1280, (24, 50)),
    ("four_fans", 16, 3464, (68, 120)),  # 12 MP
    ("foreign", 80, 1280, (22, 60)),
    ("negative", 60, 1280, (20, 60)),
)
SEED = 90_000  # far from the seeds of every training
MEANS = {"B": "J", "V": "J", "D": "Q", "R": "K", "1": "A"}  # rank letters of other alphabets


def drawn_decks(art: tuple, count: int, letters: bool, first: int) -> list[Deck]:
    """Return decks of seeds that training never used, with plain or with foreign letters."""
    courts = [deck.faces["JC"][40:380, 60:240] for deck in art[0] if deck.name == "tango"]
    decks, seed = [], first + 500 * letters
    while len(decks) < count:
        deck = draw_deck(f"test{seed}", seed, art[3], courts)
        seed += 1
        if bool(deck.letters) == letters:
            decks.append(deck)
    return decks


def fans_of_13(studio: Studio, table: Table, deck: Deck, height: float, places: int) -> None:
    """Lay one fan of 13 in each of 1 or 4 parts of the table, from one pack."""
    rng, size = studio.rng, table.size
    parts = (
        [(0.5, 0.5)] if places == 1 else [(0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)]
    )
    for part in parts:
        base, step = rng.uniform(0, 2 * np.pi), rng.uniform(0.11, 0.17) * rng.choice([1, 1, 1, -1])
        reach = height * rng.uniform(0.55, 0.8)
        middle = np.array(part) * size - reach * np.array([np.sin(base), -np.cos(base)])
        for i in range(13):
            a = base + (i - 6) * step + rng.normal(0, 0.012)
            x, y = middle + reach * np.array([np.sin(a), -np.cos(a)])
            table.lay(deck, studio.random_card(deck), x, y, height, a)
        if rng.random() < 0.4:
            studio.fingers(table, middle, height)


def picture(studio: Studio, deck: Deck, kind: str, side: int, index_h: float) -> Scene:
    """Compose one test picture."""
    table = Table(studio.rng, side, studio.surface(side))
    studio.stack = []
    height = min(index_h / deck.index[2], side * (0.23 if kind == "four_fans" else 0.55))
    if kind in ("fan", "four_fans"):
        others, deck.others = deck.others, []  # jokers in a hand are scenes of their own
        fans_of_13(studio, table, deck, height, 4 if kind == "four_fans" else 1)
        deck.others = others
    else:
        getattr(studio, "lay_" + {"foreign": "apart"}.get(kind, kind))(table, deck, height)
    scene = table.finish(kind)
    scene.image = develop(scene.image, studio.rng)
    return scene


def pictures(art: tuple, part: int, seed: int = SEED) -> Iterator[tuple[str, str, str, Scene]]:
    """Yield (file name, kind, deck, scene); *part* takes every n-th picture."""
    studio = studio_of(art, seed, held_out=True)
    plain = studio.decks + drawn_decks(art, 9, False, seed)
    foreign = drawn_decks(art, 8, True, seed)
    for kind, count, side, heights in TESTS:
        decks = foreign if kind == "foreign" else plain
        for i in range(0, count, part):
            studio.rng = np.random.default_rng(seed + i + 1000 * len(kind))
            index_h = float(np.exp(studio.rng.uniform(*np.log(heights))))
            deck = decks[i // part % len(decks)]
            yield f"{kind}-{i:03d}.jpg", kind, deck.name, picture(studio, deck, kind, side, index_h)


def main() -> None:
    """Write all pictures and their labels."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/boodle-train")
    parser.add_argument("--seed", type=int, default=SEED, help="another set, to set thresholds on")
    parser.add_argument("--part", type=int, default=1, help="draw only every n-th picture")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    with (args.out / "labels.jsonl").open("w") as labels:
        for name, kind, deck, scene in pictures(load_art(args.cache), args.part, args.seed):
            cv2.imwrite(str(args.out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 90])
            cards, maybe = (
                [MEANS.get(card[0], card[0]) + card[1] for card in some] for some in cards_of(scene)
            )
            row = {
                "file": name, "cards": cards, "maybe": maybe, "scene": kind, "deck": deck,
                "use": "measure", "hard": ["foreign_index"] if kind == "foreign" else [],
                "complete": True,
            }  # fmt: skip
            labels.write(json.dumps(row) + "\n")
            print(name, flush=True)


if __name__ == "__main__":
    main()
