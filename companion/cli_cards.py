"""The commands that read cards: `boodle scan` and `boodle deck`. They print; vision reads."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from companion.vision import Deck

DONE: Final = 0
WRONG: Final = 1
_BAR: Final = 24  # characters
Rows = Iterator[dict[str, Any]]


def add_scan(one: argparse.ArgumentParser) -> None:
    """Describe the options of `boodle scan`."""
    one.add_argument("images", nargs="*", metavar="IMAGE", help="photographs, folders or films")
    one.add_argument("--camera", metavar="N", help="watch camera N (0 is the first) until Ctrl-C")
    one.add_argument("--deck", metavar="FILE", help="a deck that was learnt (boodle deck learn)")
    one.add_argument("--json", action="store_true", help="one JSON object an image")
    one.add_argument("--draw", metavar="OUT", help="write what was seen to OUT: a picture, a film "
                     "or a folder of pictures")  # fmt: skip
    one.set_defaults(not_understood=one.error)


def scan(arguments: argparse.Namespace) -> int:
    """Print one line for each picture, film or card that arrives. ValueError says what failed."""
    from companion.vision import Deck, ReaderUnavailable
    from companion.vision.capture import CameraLost, hush

    if not arguments.images and arguments.camera is None:
        arguments.not_understood("name pictures, folders or films to read, or a camera: --camera 0")
    if arguments.images and arguments.camera is not None:
        arguments.not_understood("name pictures or a camera, not both")
    hush()
    deck = None if arguments.deck is None else Deck.load(Path(arguments.deck))
    draw = None if arguments.draw is None else Path(arguments.draw)
    is_live = arguments.camera is not None
    rows = _of_camera(arguments.camera, draw) if is_live else _of_files(arguments, draw)
    unread = 0
    try:
        for row in rows(deck):
            print(json.dumps(row, ensure_ascii=False) if arguments.json else _line(row), flush=True)
            unread += "error" in row
    except (ReaderUnavailable, CameraLost) as error:
        raise ValueError(str(error)) from error
    return WRONG if unread else DONE


def _of_files(arguments: argparse.Namespace, draw: Path | None) -> Callable[[Deck | None], Rows]:
    from companion.vision.scan import scan_files

    progress = _progress if sys.stderr.isatty() and not sys.stdout.isatty() else None
    return lambda deck: scan_files(arguments.images, draw=draw, deck=deck, progress=progress)


def _of_camera(name: str, draw: Path | None) -> Callable[[Deck | None], Rows]:
    from functools import partial

    from companion.vision.capture import Camera, number_or_path
    from companion.vision.reel import arrivals_in, frames_of_camera
    from companion.vision.watch import Watch, glance

    frames = frames_of_camera(Camera(number_or_path(name)))
    return lambda deck: arrivals_in(frames, draw, Watch(partial(glance, deck=deck)))


def _progress(done: int, count: int) -> None:
    """Draw a bar on the terminal while the rows go to a file."""
    full = round(_BAR * done / max(1, count))
    end = "\n" if done == count else ""
    print(f"\r[{'#' * full}{'.' * (_BAR - full)}] {done}/{count}", end=end, file=sys.stderr)


def _line(row: dict[str, Any]) -> str:
    """Say one row in words: what was read, and how sure the reader is."""
    from companion.core.cards import Card

    if "error" in row:
        return f"{row['file']}: {row['error']}"
    if "card" in row:
        shown = Card.parse(row["card"]).shown
        return f"{row['at_ms'] / 1000:8.1f} s  {shown} {row['confidence']:.0%}"
    seen = [f"{Card.parse(name).shown} {confidence:.0%}" for name, confidence in row["cards"]]
    return f"{row['file']}: {', '.join(seen) or 'no card that is sure enough'} ({row['ms']:.0f} ms)"


def add_deck(one: argparse.ArgumentParser) -> None:
    """Describe the options of `boodle deck`."""
    one.add_argument("what", choices=("learn", "show", "undo", "forget"),
                     help="learn it from pictures, show what is known, take the last card back, "
                     "or forget it all")  # fmt: skip
    one.add_argument("pictures", nargs="*", metavar="PICTURE",
                     help="each of one card that its name tells: 7S.jpg, 10h-2.jpg; or a folder"
                     )  # fmt: skip
    one.add_argument("--deck", metavar="FILE", default="deck.json", help="default deck.json")
    one.set_defaults(not_understood=one.error)


def deck(arguments: argparse.Namespace) -> int:
    """Learn, show, take back or forget a deck. ValueError says what failed."""
    from companion.vision.capture import hush

    hush()
    path = Path(arguments.deck)
    if arguments.what == "learn":
        return _learn(path, arguments.pictures)
    if arguments.pictures:
        arguments.not_understood(f"{arguments.what} takes no pictures; learn does")
    from companion.vision import Deck

    if not path.exists():
        raise ValueError(f"There is no {path}: nothing is learnt yet. boodle deck learn makes it.")
    known = Deck.load(path)
    if arguments.what == "forget":
        path.unlink()
        print(f"{path} is forgotten.")
        return DONE
    if arguments.what == "undo":
        known = known.without_last()
        known.save(path)
    print(_words(known))
    return DONE


def _learn(path: Path, names: list[str]) -> int:
    """Add what the pictures teach; one that teaches nothing is said and left out."""
    from companion.vision import Deck, NothingToLearn, PictureError, ReaderUnavailable
    from companion.vision.enrol import card_of_name
    from companion.vision.scan import pictures_in

    if not names:
        wanted = ", ".join(card.shown for card in Deck.wanted())
        raise ValueError(f"Name pictures to learn from, a card each. Sixteen are enough: {wanted}.")
    known = before = Deck.load(path) if path.exists() else Deck()
    left_out = 0
    for picture in pictures_in(names):
        try:
            known = known.learn([(card_of_name(picture), picture)])
        except (NothingToLearn, PictureError) as error:
            print(f"{picture}: {error}")
            left_out += 1
        except ReaderUnavailable as error:
            raise ValueError(str(error)) from error
    if known != before:  # nothing learnt makes no file
        known.save(path)
    print(_words(known))
    return WRONG if left_out else DONE


def _words(known: Deck) -> str:
    """Say what is known of a deck and what is not."""
    from companion.core.cards import SUITS, suit_sign

    pictures = Counter(lesson.card.shown for lesson in known.lessons)
    shown = ", ".join(f"{card} ({n} pictures)" if n > 1 else card for card, n in pictures.items())
    shown = shown or "no card yet"
    marks = [suit_sign(mark) if mark in SUITS else mark for mark in known.missing]
    missing = f" Not shown yet: {', '.join(marks).replace('T', '10')}." if marks else ""
    return f"Learnt: {shown}.{missing}"
