"""Claims about what is said of dark, blurred, burnt, far and near pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.cards import CARD
from companion.vision.draw import draw_table
from companion.vision.film import Light, Tabletop
from companion.vision.hint import SENTENCES, Hints, hint_of

pytestmark = pytest.mark.vision
SHARP = draw_table([CARD["7S"], CARD["QD"]], seed=1)


def test_a_good_picture_has_no_hint() -> None:
    assert hint_of(SHARP, [24.0, 25.0]) is None


@pytest.mark.parametrize(
    ("picture", "heights", "hint"),
    [
        (np.zeros_like(SHARP), [], "covered"),
        (np.full_like(SHARP, 12), [], "covered"),
        (np.asarray(SHARP * 0.28, np.uint8), [24.0], "too dark"),
        (np.asarray(SHARP * 0.05, np.uint8), [], "too dark"),
        (cv2.GaussianBlur(SHARP, (0, 0), 14), [24.0], "too blurred"),
        (np.where(SHARP > 60, 255, SHARP).astype(np.uint8), [], "glare"),
        (SHARP, [12.0, 15.0], "too far"),
        (SHARP, [400.0], "too near"),
    ],
    ids=["covered", "a finger", "dim", "dark", "blurred", "burnt", "far", "near"],
)
def test_what_is_wrong_is_said(picture: np.ndarray, heights: list[float], hint: str) -> None:
    assert hint_of(picture, heights) == hint
    assert SENTENCES[hint].endswith(".")


@pytest.mark.parametrize("light", [Light(), Light(gain=0.5), Light(blur=4.0)])
def test_a_bare_table_is_no_trouble(light: Light) -> None:
    assert hint_of(Tabletop(3).picture(light), []) is None


def shown(*found: str | None, every_ms: int = 200) -> list[str | None]:
    """Return what is shown after each picture."""
    hints, out = Hints(), []
    for k, one in enumerate(found):
        if one == "read":
            hints.read(k * every_ms)
        else:
            hints.take(one, k * every_ms)
        out.append(hints.shown)
    return out


def test_what_lasts_is_shown_and_what_is_mended_is_not() -> None:
    assert shown(*["too dark"] * 5, *[None] * 4) == [
        *[None] * 3, *["too dark"] * 5, None
    ]  # fmt: skip


def test_what_comes_and_goes_is_never_shown() -> None:
    assert not any(shown(*["too far", None] * 20))
    assert not any(shown(*["too far", "read"] * 20))


def test_a_card_that_is_read_ends_every_hint_at_once_and_it_comes_back_later() -> None:
    told = shown(*["too far"] * 4, "read", *["too far"] * 9)

    assert told == [None, None, None, "too far", *[None] * 9, "too far"]


def test_all_is_mended_once() -> None:
    hints = Hints()
    for at_ms in range(0, 1000, 200):
        hints.take("too dark", at_ms)

    assert [hints.take(None, at_ms) for at_ms in range(1000, 2200, 200)].count(True) == 1
