"""Rebuild the weights: fetch art, draw decks, compose scenes, train, fine-tune, export.

    python models/training/build.py [--cache DIR] [--photos LABELS.jsonl] [--quick]

Each stage leaves a file in the cache and is skipped when its file is there, so an interrupted
build goes on where it stopped; the two trainings resume from their last hundred steps.
"""

from __future__ import annotations

import argparse
import pickle
import shutil
import sys
import time
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "models/training")]

NEEDED = {
    "torch": "torch==2.13.0",
    "onnx": "onnx",
    "cv2": "opencv-python",
    "PIL": "pillow",
    "resvg_py": "resvg-py",
    "numpy": "numpy",
}
DRAWN_DECKS = 100


def check_tools() -> None:
    """Stop with one sentence that names everything missing and how to get it."""
    missing = [package for module, package in NEEDED.items() if find_spec(module) is None]
    if missing:
        raise SystemExit(
            "Building the weights needs more packages:\n  "
            f"{sys.executable} -m pip install {' '.join(missing)}"
        )
    tools = [tool for tool in ("apt-get", "dpkg-deb", "npm", "tar") if shutil.which(tool) is None]
    if tools:
        raise SystemExit(f"Fetching the card art needs {', '.join(tools)} (Debian or Ubuntu).")


def load_art(cache: Path) -> tuple:
    """Return (decks, tables, photographs), fetched and drawn once."""
    import art
    import drawn

    store = cache / "art.pkl"
    if not store.exists():
        art.fetch(cache)
        decks = art.load_decks(cache)
        courts = drawn.court_art([deck for deck in decks if deck.name not in art.HELD_OUT])
        fonts = art.fonts(cache)
        for i in range(DRAWN_DECKS):
            decks.append(drawn.draw_deck(f"drawn{i}", 1000 + i, fonts, courts))
            print(f"  drawn deck {i + 1}/{DRAWN_DECKS}", flush=True)
        store.write_bytes(pickle.dumps((decks, *art.load_textures(cache), fonts)))
    return pickle.loads(store.read_bytes())


def mixed(scenes: Path, photos: Path, seed: int):
    """Yield three composed scenes for every photograph tile, for ever."""
    from cache import scenes_of

    drawn, real = scenes_of(scenes, seed), scenes_of(photos, seed + 1)
    for turn in cycle(range(4)):
        yield next(real if turn == 3 else drawn)


def train_both(cache: Path, log: Path, finder_steps: int, reader_steps: int) -> None:
    """Train finder and reader on composed scenes and export both."""
    import export
    from cache import scenes_of
    from find_train import train_finder
    from read_train import train_reader

    finder = train_finder(
        scenes_of(cache / "shards", 3), cache / "finder.pt", finder_steps, log=log
    )
    export.export_finder(finder.state_dict())
    reader = train_reader(
        scenes_of(cache / "shards", 5), cache / "reader.pt", reader_steps, log=log
    )
    export.export_reader(reader.state_dict())


def fine_tune(cache: Path, labels: Path, log: Path, finder_steps: int, reader_steps: int) -> None:
    """Go on with photographs mixed in, one in four, at a lower rate; export again."""
    import export
    import torch
    from find_train import train_finder
    from photos import photo_scenes
    from read_train import train_reader

    tiles = cache / "photo-shards"
    if not (tiles / "0000.pkl").exists():
        tiles.mkdir(exist_ok=True)
        rows = list(photo_scenes(labels, ROOT / "models"))
        (tiles / "0000.pkl").write_bytes(pickle.dumps(rows))
        print(f"  {len(rows)} tiles of photographs", flush=True)
    for name, train, write, steps, rate in (
        ("finder", train_finder, export.export_finder, finder_steps, 1.2e-3),
        ("reader", train_reader, export.export_reader, reader_steps, 1e-3),
    ):
        state = cache / f"{name}-fine.pt"
        if not state.exists():
            start = torch.load(cache / f"{name}.pt", weights_only=True)
            torch.save({"net": start["net"], "step": 0}, state)
        net = train(mixed(cache / "shards", tiles, 17), state, steps, peak_rate=rate, log=log)
        write(net.state_dict())


def main() -> None:
    """Run all stages; each says how long it took."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/boodle-train")
    parser.add_argument("--photos", type=Path, help="labels.jsonl of photographs; only use=train")
    parser.add_argument("--scenes", type=int, default=20, help="thousands of scenes to compose")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, to try it out")
    args = parser.parse_args()
    check_tools()
    args.cache.mkdir(parents=True, exist_ok=True)
    part = 10 if args.quick else 1
    from cache import make_shards

    log = args.cache / "log.txt"
    stages = [
        ("art", lambda: load_art(args.cache)),
        (
            "scenes",
            lambda: make_shards(
                load_art(args.cache), args.cache / "shards", max(1, args.scenes // part), seed=100
            ),
        ),
        ("training", lambda: train_both(args.cache, log, 6000 // part, 12000 // part)),
    ]
    if args.photos:
        stages.append(
            (
                "fine-tuning",
                lambda: fine_tune(args.cache, args.photos, log, 1500 // part, 4000 // part),
            )
        )
    else:
        print("No --photos: the weights are made from composed scenes alone.")
    for name, stage in stages:
        began = time.time()
        print(name, flush=True)
        stage()
        print(f"{name}: {(time.time() - began) / 60:.1f} min", flush=True)


if __name__ == "__main__":
    main()
