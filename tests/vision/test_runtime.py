"""Claims about which runtime runs the networks, and that the choice changes no answer."""

from __future__ import annotations

import numpy as np
import pytest

from companion import paths
from companion.vision import ReaderUnavailable, read_cards, runtime
from companion.vision.find import CARD as FINDER
from companion.vision.model_card import net_of
from companion.vision.readers.corner import CARD as READER

pytestmark = pytest.mark.vision


def test_opencv_is_always_there_and_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(runtime.VARIABLE, "OpenCV")

    assert runtime.OPENCV in runtime.installed()
    assert runtime.chosen() == runtime.OPENCV


def test_what_is_installed_and_fastest_is_taken_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(runtime.VARIABLE, raising=False)
    monkeypatch.setattr(runtime, "is_there", lambda module: True)
    assert runtime.chosen() == runtime.ONNXRUNTIME

    monkeypatch.setattr(runtime, "is_there", lambda module: False)
    assert runtime.chosen() == runtime.OPENCV


def test_an_unknown_runtime_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(runtime.VARIABLE, "tensorrt")

    with pytest.raises(ReaderUnavailable, match=r"tensorrt.*opencv"):
        read_cards(np.full((64, 64, 3), 128, np.uint8))


@pytest.mark.skipif(
    runtime.ONNXRUNTIME not in runtime.installed(), reason="the extra `fast` is not installed"
)
@pytest.mark.parametrize("card", [FINDER, READER], ids=lambda card: card.name)
def test_both_runtimes_give_the_same_answers(card, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = (3, 3, *card.input_hw) if card.input_hw else (1, 3, 96, 160)
    batch = np.random.default_rng(1).random(shape, np.float32)

    answers = []
    for name in (runtime.OPENCV, runtime.ONNXRUNTIME):
        monkeypatch.setenv(runtime.VARIABLE, name)
        answers.append(net_of(card, paths.MODELS).run(batch))

    assert answers[0].keys() == answers[1].keys()
    for output in answers[0]:
        assert np.abs(answers[0][output] - answers[1][output]).max() < 1e-3
