"""A model and its papers: who made it from what, and the sum that its file must have.

Opens the file and checks it; knows nothing of what the model is used for.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from companion.vision import runtime
from companion.vision.runtime import Net, Numbers


class ReaderUnavailable(RuntimeError):
    """The weights are missing or damaged, so no picture can be read; the message says which.

    Photographs are then not offered; tapping cards works as ever.
    """


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a user of a model should know, and what the program checks before it runs it."""

    name: str
    source: str  # where it comes from: a recipe in this repository, or an address
    licence: str
    weights: str | None  # file name under models/, None for a method without weights
    sha256: str | None
    input_hw: tuple[int, int] | None  # None: any size
    channels: str
    labels: tuple[str, ...]
    trained_on: str


class _Shared:
    """A network that any thread may run: each run borrows a copy that no other has just now.

    A copy keeps its last input and what it worked out from it, so there are only as many as ever
    ran at once: a server reads one picture at a time, and each of its threads comes by.
    """

    def __init__(self, load: Callable[[], Net]) -> None:
        self._load = load
        self._idle = [load()]

    def run(self, batch: Numbers) -> Mapping[str, Numbers]:
        """Run a copy; one that raises is not used again."""
        try:
            net = self._idle.pop()
        except IndexError:
            net = self._load()
        outputs = net.run(batch)
        self._idle.append(net)
        return outputs


_nets: Final[dict[tuple[Path, str], _Shared]] = {}
_loading: Final = threading.Lock()


def net_of(card: ModelCard, models_dir: Path) -> Net:
    """Return the network for *card*, loaded and checked once for each runtime.

    Raises `ReaderUnavailable` when the file is missing, is not the one the card names, or cannot
    be loaded.
    """
    assert card.weights is not None, card.name
    path = models_dir / card.weights
    try:
        key = path, runtime.chosen()
    except runtime.RuntimeUnknown as error:
        raise ReaderUnavailable(f"Cards cannot be read from pictures: {error}") from error
    with _loading:
        if key not in _nets:
            _nets[key] = _Shared(lambda: _load(card, *key))
        return _nets[key]


def _load(card: ModelCard, path: Path, by: str) -> Net:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReaderUnavailable(
            f"Cards cannot be read from pictures: the weights {path.name} are missing from "
            f"{path.parent}. Install Boodle again, or tap the cards."
        ) from error
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise ReaderUnavailable(
            f"Cards cannot be read from pictures: the weights {path.name} in {path.parent} are "
            "damaged or of another version. Install Boodle again, or tap the cards."
        )
    try:
        return runtime.load(data, path, by, small=card.input_hw is not None)
    except Exception as error:  # each runtime has its own kinds, and none may pass this door
        raise ReaderUnavailable(
            f"Cards cannot be read from pictures: {_spoken(by)} cannot load {path.name}. "
            "Install another version of it, or tap the cards."
        ) from error


def _spoken(by: str) -> str:
    return f"OpenCV {cv2.__version__}" if by == runtime.OPENCV else by
