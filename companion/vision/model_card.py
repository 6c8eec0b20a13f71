"""A model and its papers: who made it from what, and the sum that its file must have.

Opens the file and checks it; knows nothing of what the model is used for.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np


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


_nets = threading.local()  # a cv2 net holds its last input, so each thread needs its own


def net_of(card: ModelCard, models_dir: Path) -> Any:
    """Return this thread's cv2.dnn net for *card*, loaded and checked once.

    Raises `ReaderUnavailable` when the file is missing, is not the one the card names, or OpenCV
    cannot load it.
    """
    assert card.weights is not None, card.name
    path = models_dir / card.weights
    held: dict[Path, Any] = _nets.__dict__.setdefault("held", {})
    if path not in held:
        held[path] = _load(card, path)
    return held[path]


def _load(card: ModelCard, path: Path) -> Any:
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
        return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
    except (cv2.error, TypeError, SystemError) as error:
        raise ReaderUnavailable(
            f"Cards cannot be read from pictures: OpenCV {cv2.__version__} cannot load "
            f"{path.name}. Install another version of opencv-python, or tap the cards."
        ) from error
