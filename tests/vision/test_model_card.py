"""Claims about weights that are missing, damaged or unknown to OpenCV."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import paths
from companion.vision import ReaderUnavailable, read_cards, runtime
from companion.vision.find import CARD as FINDER
from companion.vision.model_card import net_of
from companion.vision.readers.corner import CARD as READER

pytestmark = pytest.mark.vision
GREY = np.full((64, 64, 3), 128, np.uint8)


@pytest.mark.parametrize("card", [FINDER, READER], ids=lambda card: card.name)
def test_weights_lie_in_models_with_the_sum_of_their_card(card) -> None:
    data = (paths.MODELS / card.weights).read_bytes()

    assert hashlib.sha256(data).hexdigest() == card.sha256
    assert card.sha256 in (paths.MODELS / "README.md").read_text(encoding="utf-8")


def test_all_weights_together_stay_under_two_megabytes() -> None:
    assert sum(path.stat().st_size for path in paths.MODELS.glob("*.onnx")) < 2_000_000


def test_missing_weights_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(ReaderUnavailable, match=r"missing.*tap the cards"):
        read_cards(GREY, models_dir=tmp_path)


def test_damaged_weights_are_never_loaded(tmp_path: Path) -> None:
    data = bytearray((paths.MODELS / FINDER.weights).read_bytes())
    data[len(data) // 2] ^= 0xFF
    (tmp_path / FINDER.weights).write_bytes(data)

    with pytest.raises(ReaderUnavailable, match="damaged"):
        read_cards(GREY, models_dir=tmp_path)


def test_weights_that_opencv_cannot_load_are_said_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(runtime.VARIABLE, runtime.OPENCV)
    junk = b"no network at all" * 9
    (tmp_path / "junk.onnx").write_bytes(junk)
    card = dataclasses.replace(FINDER, weights="junk.onnx", sha256=hashlib.sha256(junk).hexdigest())

    with pytest.raises(ReaderUnavailable, match=f"OpenCV {cv2.__version__}"):
        net_of(card, tmp_path)
