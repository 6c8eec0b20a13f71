"""Reads one upright corner index, rank and suit apart, or "no index". Never sees a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.cards import CARD as CARD_OF
from companion.core.cards import RANKS, SUITS, Card
from companion.vision import calibrated
from companion.vision.crops import CROP_H, CROP_W, evened
from companion.vision.model_card import ModelCard, net_of
from companion.vision.runtime import Net

CARD = ModelCard(
    name="Corner reader",
    source="models/training/read_train.py",
    licence="MIT",
    weights="corner_reader.onnx",
    sha256="7199b940b589163227e6d02e316705e7050eebf9c8ebcf7917e63af635ca394d",
    input_hw=(CROP_H, CROP_W),
    channels="BGR, divided by the crop's own paper white",
    labels=(*RANKS, "B", "V", "D", "R", "1", "?", *SUITS, "red", "index"),
    trained_on="scenes of 26 fetched and 1,200 drawn decks, photographs; see models/README.md",
)
# What other alphabets print for jack, queen, king and ace. "?" is a letter that says nothing.
_MEANS = {"B": "J", "V": "J", "D": "Q", "R": "K", "1": "A"}
_RANK_OF_LABEL = np.array(
    [[float(_MEANS.get(label, label) == rank) for rank in RANKS] for label in CARD.labels[:19]]
)
_AT_ONCE = 8  # crops; what the net makes of more leaves the processor's cache
_UNSURE = 0.5  # below this `read` says nothing


@dataclass(frozen=True)
class Reading:
    """Probabilities for one index: ``ranks`` (13,) in the order of RANKS, ``suits`` (4,) of SUITS.

    ``ranks`` sums to less than 1 where the letter may be none of them; ``shown`` is the probability
    that the crop is an upright, whole index; ``red`` that its ink is red.
    """

    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]
    red: float
    shown: float
    trace: NDArray[np.floating] | None = (
        None  # what the net keeps of a crop; decks are learnt by it
    )

    @cached_property
    def card(self) -> Card:
        """The likeliest card."""
        return CARD_OF[RANKS[int(self.ranks.argmax())] + SUITS[int(self.suits.argmax())]]

    @cached_property
    def confidence(self) -> float:
        """Probability that the crop shows `card`, 0 to 1."""
        return float(self.ranks.max() * self.suits.max() * self.shown)


def load(models_dir: Path) -> Net:
    """Return the net, for any thread; raises `ReaderUnavailable`."""
    return net_of(CARD, models_dir)


def read(net: Net, crop_bgr: NDArray[np.uint8]) -> list[tuple[Card, float]]:
    """Return the likeliest card of an upright crop with its confidence, or nothing when unsure."""
    if crop_bgr.size == 0:
        return []
    if crop_bgr.shape[:2] != (CROP_H, CROP_W):
        crop_bgr = np.asarray(cv2.resize(crop_bgr, (CROP_W, CROP_H)), np.uint8)
    (reading,) = readings(net, [crop_bgr])
    return [(reading.card, reading.confidence)] if reading.confidence > _UNSURE else []


def readings(net: Net, crops_bgr: Sequence[NDArray[np.uint8]]) -> list[Reading]:
    """Read many crops (64, 48, 3), some at once."""
    if not crops_bgr:
        return []
    answers = [
        net.run(np.stack([evened(crop) for crop in crops_bgr[first : first + _AT_ONCE]]))
        for first in range(0, len(crops_bgr), _AT_ONCE)
    ]
    logits = np.concatenate([answer["output"] for answer in answers]).astype(np.float64)
    traces = [answer["embedding"] for answer in answers if "embedding" in answer]
    return readings_of(logits, np.concatenate(traces) if traces else logits)


def readings_of(logits: NDArray[np.float64], traces: NDArray[np.floating]) -> list[Reading]:
    """Turn the net's 25 numbers (n, 25) into probabilities; foreign letters count for their rank.

    *traces* (n, d) is what it keeps of each crop.
    """
    ranks = _softmax(logits[:, :19] / calibrated.RANK_TEMPERATURE) @ _RANK_OF_LABEL
    suits = _softmax(logits[:, 19:23] / calibrated.SUIT_TEMPERATURE)
    yes = 1 / (1 + np.exp(-np.clip(logits[:, 23:25], -30, 30)))
    return [
        Reading(rank, suit, float(red), float(shown), trace)
        for rank, suit, (red, shown), trace in zip(ranks, suits, yes, traces, strict=True)
    ]


def _softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))
