"""Rebuild the weights: fetch art, compose scenes, train both nets side by side, export.

    python models/training/build.py [--cache DIR] [--photos LABELS.jsonl] [--quick]

Installs what it needs by itself, in an environment of its own inside the cache. Each stage leaves
a file there and is skipped when its file is whole, so an interrupted build goes on where it
stopped; the trainings resume from their last hundred steps. What each stage took, by the clock and
of processor time, is printed and kept with the losses in LOG.txt.
"""

from __future__ import annotations

import argparse
import os
import pickle
import resource
import shutil
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import cycle
from multiprocessing import active_children, get_context
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
SCENES = 20  # thousands
FINDER_STEPS, READER_STEPS = 25_000, 33_000  # both take about as long
ALONE = 0.5  # share of the steps on composed scenes alone, before photographs are mixed in
CALIBRATED_ON = 5  # every so many of the drawn test pictures, of another seed
QUICK = 20  # --quick does one part in so many
LOGGED = 1000  # steps between two lines of LOG.txt


def processor_time() -> float:
    """Return the seconds of processor time of this process and of all it waited for."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in spent)


@contextmanager
def timed(stage: str, cache: Path) -> Iterator[None]:
    """Say and keep how long a stage took, even if it is stopped."""
    began, spent = time.time(), processor_time()
    print(stage, flush=True)
    outcome = "stopped after"
    try:
        yield
        outcome = "took"
    finally:
        clock, busy = (time.time() - began) / 60, (processor_time() - spent) / 60
        line = f"{stage} {outcome} {clock:.1f} min by the clock, {busy:.1f} of processor time"
        print(line, flush=True)
        with (cache / "log.txt").open("a") as log:
            log.write(line + "\n")


def own_environment(cache: Path) -> None:
    """Go on in an environment inside *cache* that has all packages, made where there is none."""
    if all(find_spec(module) for module in NEEDED):
        return
    home = cache / "env"
    python = home / "bin/python"
    if not (home / "DONE").exists():
        print("Installing", *NEEDED.values(), "into", home, flush=True)
        with timed("environment", cache):
            venv.create(home, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "-q", *NEEDED.values()], check=True)
        (home / "DONE").write_text("")
    elif Path(sys.prefix) == home:
        raise SystemExit(f"{home} lacks packages; delete it and start again.")
    os.execv(python, [str(python), *sys.argv])


def check_tools() -> None:
    """Stop with one sentence that names the programs that are missing."""
    tools = [tool for tool in ("apt-get", "dpkg-deb", "npm", "tar") if shutil.which(tool) is None]
    if tools:
        raise SystemExit(f"Fetching the card art needs {', '.join(tools)} (Debian or Ubuntu).")


def load_art(cache: Path) -> tuple:
    """Return (decks, tables, photographs, fonts), fetched and rendered once."""
    import art

    store = cache / "art.pkl"
    if not store.exists():
        check_tools()
        art.fetch(cache)
        found = (art.load_decks(cache), *art.load_textures(cache), art.fonts(cache))
        store.with_suffix(".part").write_bytes(pickle.dumps(found))
        store.with_suffix(".part").rename(store)
    return pickle.loads(store.read_bytes())


def compose(cache: Path, numbers: list[int], part: int) -> None:
    """Compose the shards of these numbers; a *part* of each to try it out."""
    from cache import SHARD, make_shards

    make_shards(load_art(cache), cache / "shards", numbers, 100, SHARD * 2 // (part + 1))


def mixed(scenes: Path, photos: Path, seed: int) -> Iterator[tuple]:
    """Yield composed scenes for ever; where there are photographs, every fourth is one."""
    from cache import scenes_of

    drawn, real = scenes_of(scenes, seed), scenes_of(photos, seed + 1)
    for turn in cycle(range(4)):
        photo = next(real, None) if turn == 3 else None
        yield photo or next(drawn)


def train_finder(cache: Path, steps: int, until: int) -> None:
    """Train the finder and export it."""
    import export
    import find_train

    # what isn't wholly labelled would teach the finder to miss
    source = mixed(cache / "shards", cache / "photos/whole", 3 + until)
    log = cache / "log.txt"
    net = find_train.train_finder(source, cache / "finder.pt", steps, until, log)
    export.export_finder(net.state_dict())


def train_reader(cache: Path, steps: int, until: int) -> None:
    """Train the reader and export it."""
    import export
    import read_train

    source = mixed(cache / "shards", cache / "photos", 5 + until)
    net = read_train.train_reader(source, cache / "reader.pt", steps, until, cache / "log.txt")
    export.export_reader(net.state_dict())


def begin_work(parent: int) -> None:
    """Keep a worker to one thread, and end it with its *parent*: no two may write one file."""
    import cv2

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    cv2.setNumThreads(1)
    threading.Thread(target=watch, daemon=True).start()


def side_by_side(*jobs: tuple[Callable[..., None], tuple]) -> None:
    """Run the jobs in a process each, on one thread each; the first failure stops the build."""
    os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    own = get_context("spawn")
    with ProcessPoolExecutor(len(jobs), own, begin_work, (os.getpid(),)) as pool:
        try:
            for done in as_completed([pool.submit(job, *args) for job, args in jobs]):
                done.result()
        except Exception:
            for worker in active_children():
                worker.terminate()
            raise


def train_both(cache: Path, part: int, share: float) -> None:
    """Train both nets up to *share* of their steps."""
    finder, reader = FINDER_STEPS // part, READER_STEPS // part
    side_by_side(
        (train_finder, (cache, finder, round(finder * share))),
        (train_reader, (cache, reader, round(reader * share))),
    )


def place_photos(cache: Path, labels: Path, part: int, half: int) -> None:
    """Let the nets of now say where the indices of every second photograph lie."""
    from cache import write_shard
    from photos import photo_scenes

    kinds: dict[bool, list] = {True: [], False: []}
    if (cache / f"photos/part/{half:04d}.pkl").exists():
        return
    for known, tile in photo_scenes(labels, ROOT / "models", 2 * part, half):
        kinds[known].append(tile)
    for known, name in ((True, "whole"), (False, "part")):
        write_shard(cache / f"photos/{name}/{half:04d}.pkl", kinds[known])
    print(f"  {len(kinds[True])} tiles of photographs wholly placed, {len(kinds[False])} others")


def place_all(cache: Path, labels: Path | None, part: int) -> None:
    """Place the photographs by two processes, if there are any."""
    if labels:
        side_by_side(*[(place_photos, (cache, labels, part, half)) for half in (0, 1)])


def calibrate(cache: Path, labels: Path | None, part: int) -> None:
    """Fit thresholds on photographs kept out of training and on drawn pictures of other decks."""
    if not labels:
        return
    drawn, here = cache / "calibration", Path(__file__).parent
    for command in (
        ["held_out.py", drawn, "--cache", cache, "--part", CALIBRATED_ON * part, "--seed", 80_000],
        ["calibrate.py", labels, "--drawn", drawn / "labels.jsonl", "--every", part],
    ):
        subprocess.run([sys.executable, here / command[0], *map(str, command[1:])], check=True)


def keep_log(cache: Path) -> None:
    """Put the losses of every thousandth step, and what the stages took, into LOG.txt."""
    kept = []
    for line in (cache / "log.txt").read_text().splitlines():
        step, _, steps = line.split()[1].partition("/")
        if not steps or int(step) % LOGGED == 0 or step == steps:
            kept.append(line)
    (Path(__file__).parent / "LOG.txt").write_text("\n".join(kept) + "\n")


def main() -> None:
    """Run all stages; each says how long it took."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/boodle-train")
    parser.add_argument("--photos", type=Path, help="labels.jsonl of photographs; only use=train")
    parser.add_argument("--quick", action="store_true", help="a small part of all, to try it out")
    args = parser.parse_args()
    cache = args.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    own_environment(cache)
    part = QUICK if args.quick else 1
    shards = list(range(max(2, SCENES // part)))
    if not args.photos:
        print("No --photos: the weights are made from composed scenes alone.")
    stages = [
        ("art", lambda: bool(load_art(cache))),
        (
            "scenes",
            lambda: side_by_side(*[(compose, (cache, shards[half::2], part)) for half in (0, 1)]),
        ),
        ("training", lambda: train_both(cache, part, ALONE)),
        ("photographs", lambda: place_all(cache, args.photos, part)),
        ("training to the end", lambda: train_both(cache, part, 1.0)),
        ("calibration", lambda: calibrate(cache, args.photos, part)),
    ]
    for name, stage in stages:
        with timed(name, cache):
            stage()
    keep_log(cache)


if __name__ == "__main__":
    main()
