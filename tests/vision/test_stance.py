"""Claims about a camera that is knocked, turned, carried away, zoomed, knocked over or put back."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.bench.film import Stage
from companion.core.cards import CARD, Card
from companion.vision.draw import draw_table
from companion.vision.frame import to_frame
from companion.vision.stance import Stance, fit_between, stance_view

pytestmark = pytest.mark.vision
TABLE = draw_table([CARD[name] for name in ("7S", "QD", "TH")], seed=1, size_wh=(1280, 720))
ELSEWHERE = draw_table(
    [CARD[name] for name in ("2C", "KD", "9S", "4H")], seed=8, size_wh=(1280, 720)
)


def moved(
    picture: np.ndarray, turn: float = 0, x: float = 0, y: float = 0, scale: float = 1
) -> np.ndarray:
    matrix = cv2.getRotationMatrix2D((640, 360), turn, scale)
    matrix[:, 2] += (x, y)
    return cv2.warpAffine(picture, matrix, (1280, 720), borderMode=cv2.BORDER_REFLECT)


def laid(*cards: str) -> np.ndarray:
    """A cloth without a mark, on which cards lie before four people."""
    stage = Stage(4, (), seed=3)
    for k, card in enumerate(cards):
        stage.lay(k % 4, Card(card))
    return stage.picture()


def seen(stance: Stance, picture: np.ndarray, *, doubt: bool = True) -> bool:
    """Whether the camera is astray with *picture*; in *doubt* it was moved before."""
    if doubt:
        stance.doubt()
    stance.take(stance_view(picture))
    return stance.is_astray


@pytest.mark.parametrize("seed", [43, 112, 131])
def test_a_card_more_on_a_plain_cloth_is_no_nudge(seed: int) -> None:
    """Few points agree there, and close together: they say nothing of the picture's corners."""
    stage = Stage(3, (), seed=seed)
    stage.lay(0, Card("4C"))
    before = stage.sent(stage.picture())
    stage.lay(1, Card("5C"))

    now = stage.sent(stage.picture())
    fit = fit_between(*(stance_view(to_frame(each)) for each in (before, now)))

    assert fit is not None
    assert fit.shift is None


@pytest.fixture
def stance() -> Stance:
    stance = Stance()
    stance.take(stance_view(TABLE))
    return stance


@pytest.mark.parametrize(("turn", "x", "y"), [(2.0, 0, 0), (0, 30, -16), (-3.0, 40, 10)])
def test_a_nudge_is_measured_to_a_pixel_or_two(turn: float, x: float, y: float) -> None:
    fit = fit_between(stance_view(TABLE), stance_view(moved(TABLE, turn, x, y)))

    assert fit is not None
    assert fit.shift is not None
    assert (fit.is_close, fit.is_wide) == (True, True)
    true = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    true[:, 2] += (x, y)
    at = np.array([500.0, 300.0])
    factor = 480 / 1280
    found = (fit.shift[:, :2] @ (at * factor) + fit.shift[:, 2]) / factor
    assert np.hypot(*(found - (true[:, :2] @ at + true[:, 2]))) < 5


def test_where_nothing_moved_there_is_no_shift() -> None:
    fit = fit_between(stance_view(TABLE), stance_view(TABLE))

    assert fit is not None
    assert fit.shift is None


def test_a_card_that_somebody_turns_says_nothing_of_the_camera() -> None:
    stage = Stage(4, (), seed=3)
    stage.table.lay(Card("5C"), (640, 360), 0.0)
    before = stance_view(stage.picture())
    stage.clear()
    stage.table.lay(Card("5C"), (640, 360), np.pi)

    fit = fit_between(before, stance_view(stage.picture()))

    assert fit is None or not fit.is_wide


@pytest.mark.parametrize(
    "picture",
    [
        moved(TABLE, 180), moved(TABLE, 90), moved(TABLE, -60), moved(TABLE, scale=0.5),
        moved(TABLE, scale=1.8), moved(TABLE, 170, x=150, scale=0.8), ELSEWHERE,
    ],
    ids=["upside down", "a quarter", "60 degrees", "farther", "nearer", "across", "elsewhere"],
)  # fmt: skip
def test_a_camera_that_was_carried_is_astray_and_put_back_it_is_not(
    stance: Stance, picture: np.ndarray
) -> None:
    assert seen(stance, picture)
    assert seen(stance, picture, doubt=False)

    assert not seen(stance, moved(TABLE, 1.5, x=8))


@pytest.mark.parametrize(
    "picture",
    [
        moved(TABLE, 10), moved(TABLE, -30, x=60), moved(TABLE, scale=0.85),
        (TABLE * 0.6).astype(np.uint8), np.zeros_like(TABLE), TABLE,
    ],
    ids=["a little", "30 degrees", "a little farther", "dimmed", "covered", "shaken"],
)  # fmt: skip
def test_a_knock_another_light_or_a_hand_before_the_lens_is_no_other_place(
    stance: Stance, picture: np.ndarray
) -> None:
    assert not seen(stance, picture)


def test_what_people_do_with_cards_on_a_bare_cloth_is_no_other_place() -> None:
    stance = Stance()
    hands = [
        ("4C", "5C", "6C", "7C", "8C", "9C"), (), ("AD", "KD", "QD", "JD", "2H", "3H", "4H"),
        ("2S",), (), ("9D", "8D", "7D", "6D"),
    ]  # fmt: skip

    assert not any(seen(stance, laid(*cards)) for cards in hands)


def test_cards_on_a_bare_cloth_tell_that_it_was_turned() -> None:
    stance = Stance()
    cards = laid("4C", "9D", "KS")
    seen(stance, cards)

    assert seen(stance, moved(cards, 180))


def test_a_camera_that_did_not_move_is_never_astray(stance: Stance) -> None:
    assert not seen(stance, ELSEWHERE, doubt=False)


def test_after_a_lens_was_covered_it_is_still_known_where_it_stood(stance: Stance) -> None:
    seen(stance, np.zeros_like(TABLE))

    assert seen(stance, moved(TABLE, 180))


def test_where_people_say_that_it_stands_it_stands(stance: Stance) -> None:
    seen(stance, ELSEWHERE)

    stance.stand()

    assert not seen(stance, ELSEWHERE)
    assert seen(stance, TABLE)


def test_held_upright_it_is_compared_with_how_it_was_held_upright(stance: Stance) -> None:
    upright = np.asarray(cv2.rotate(TABLE, cv2.ROTATE_90_CLOCKWISE), np.uint8)

    assert not seen(stance, upright)
    assert not seen(stance, TABLE)
    assert seen(stance, np.asarray(cv2.rotate(upright, cv2.ROTATE_180), np.uint8))
