"""Claims about weights that are missing, damaged or unknown to OpenCV."""

from __future__ import annotations

import dataclasses
import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
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


class _Counted:
    """A network that answers with what it is given, and is used by one thread at a time."""

    def __init__(self, ready: threading.Barrier | None = None) -> None:
        self.is_running = False
        self._ready = ready

    def run(self, batch):
        assert not self.is_running
        self.is_running = True
        if self._ready is not None:
            self._ready.wait(10)
        if batch is None:
            raise ValueError("nothing to read")
        self.is_running = False
        return {"out": batch}


def _in_threads(net, batches) -> list[float]:
    with ThreadPoolExecutor(len(batches)) as threads:
        return [told["out"] for told in threads.map(net.run, batches)]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[_Counted]:
    """What was loaded instead of networks."""
    made: list[_Counted] = []

    def load(*_: object) -> _Counted:
        made.append(_Counted())
        return made[-1]

    monkeypatch.setattr("companion.vision.model_card._load", load)
    return made


def test_threads_that_come_one_after_the_other_load_one_network(
    tmp_path: Path, loaded: list[_Counted]
) -> None:
    for number in range(20):
        assert _in_threads(net_of(FINDER, tmp_path), [number]) == [number]

    assert len(loaded) == 1


def test_threads_that_read_at_once_have_a_network_each_and_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[_Counted] = []
    ready = threading.Barrier(4)

    def load(*_: object) -> _Counted:
        made.append(_Counted(ready))
        return made[-1]

    monkeypatch.setattr("companion.vision.model_card._load", load)
    net = net_of(FINDER, tmp_path)

    for _ in range(3):
        assert _in_threads(net, [1, 2, 3, 4]) == [1, 2, 3, 4]
    assert len(made) == 4


def test_a_network_that_failed_is_not_used_again(tmp_path: Path, loaded: list[_Counted]) -> None:
    net = net_of(FINDER, tmp_path)

    with pytest.raises(ValueError, match="nothing to read"):
        net.run(None)

    assert net.run(1) == {"out": 1}
    assert len(loaded) == 2


@pytest.mark.parametrize("name", runtime.installed())
def test_what_a_network_said_stays_when_it_runs_again(name: str) -> None:
    rng = np.random.default_rng(1)
    first, second = (rng.random((1, 3, 64, 96), np.float32) for _ in range(2))
    with runtime.using(name):
        net = net_of(FINDER, paths.MODELS)
        (told,) = net.run(first).values()
        before = told.copy()
        net.run(second)

    assert np.array_equal(told, before)
