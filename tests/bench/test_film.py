"""Films on disk: what a fake camera plays, and what people tap meanwhile."""

import cv2
import pytest

from companion.bench.deals import random_record
from companion.bench.film import Stage, layout_of, write_film
from companion.bench.script import opening, step_of
from companion.core.cards import Card
from companion.core.table import Table
from companion.games import game_named

NUMBERS = {"Anna": 0, "Ben": 1}


@pytest.fixture(scope="module")
def record():
    """A hand of two cards and a stop."""
    whole = random_record(1, "boodle")
    return {**whole, "hands": [{"actions": [*whole["hands"][0]["actions"][:2], "stop"]}]}


def test_a_film_is_written_as_y4m_with_its_cues(record, tmp_path):
    path = tmp_path / "film.y4m"

    cues = write_film(record, path, fps=1, still_s=1.0, end_s=1.0)

    assert path.read_bytes().startswith(b"YUV4MPEG2 W1280 H720 F1:1 ")
    kinds = [cue.step.kind for cue in cues]
    assert kinds[:2] == ["set_up", "begin_hand"]
    assert "stop" in kinds
    assert "play" not in kinds
    frames = path.stat().st_size // (1280 * 720 * 3 // 2)
    assert cues[-1].at_ms < 1000 * frames


def test_a_film_is_written_as_mjpeg(record, tmp_path):
    path = tmp_path / "film.mjpeg"

    write_film({**record, "hands": []}, path, fps=1, still_s=1.0, end_s=1.0)

    frame = cv2.imread(str(path.rename(tmp_path / "first.jpg")))
    assert frame.shape == (720, 1280, 3)


def test_another_ending_is_no_film(record, tmp_path):
    with pytest.raises(ValueError, match="y4m"):
        write_film(record, tmp_path / "film.avi")


def test_the_layout_lies_in_the_middle_from_a_second_pack():
    layout = layout_of(Table.new(game_named("boodle")))

    stage = Stage(4, layout, draws=False)

    assert [one.card for one in stage.table.lying] == ["AH", "KC", "QD", "JS"]
    stage.lay(0, Card("4C"))
    stage.clear()
    assert len(stage.table.lying) == 4


@pytest.mark.parametrize(
    ("action", "kind", "data", "cards"),
    [
        ("Anna 10C", "play", {"seat": 0, "card": "TC"}, ("TC",)),
        ("stop", "stop", {}, ()),
        ("Ben pass", "pass", {"seat": 1}, ()),
        ("Anna sell Ben 4", "sell", {"seat": 0, "buyer": 1, "chips": "4"}, ()),
        ("Ben holds AH", "holds", {"seat": 1, "space": "AH"}, ("AH",)),
        ("Ben holds 8-9-10", "holds", {"seat": 1, "space": "8-9-10"}, ()),
        ("Anna raises 5", "raise", {"seat": 0, "chips": "5"}, ()),
        ("Ben calls 3 all in", "call", {"seat": 1, "all_in": "3"}, ()),
        ("Anna Ben win poker", "poker_won", {"winners": [0, 1]}, ()),
        ("Anna turns 9D", "deal", {"turned": "9D"}, ("9D",)),
        ('correct Anna Ben 3 "again"', "correct",
         {"debit": "0", "credit": "1", "chips": "3", "note": "again"}, ()),
    ],
)  # fmt: skip
def test_an_action_is_a_command_and_the_cards_laid_with_it(action, kind, data, cards):
    step = step_of(action, NUMBERS)

    assert (step.kind, dict(step.data), step.cards) == (kind, data, cards)


@pytest.mark.parametrize("action", ["Anna out", "void", "nonsense"])
def test_what_no_camera_can_see_is_not_filmed(action):
    with pytest.raises(ValueError, match="cannot be filmed"):
        step_of(action, NUMBERS)


def test_chips_on_the_layout_are_there_from_the_start():
    record = {"game": "boodle", "players": ["Anna", "Ben"], "dealer": "Ben", "spaces": {"AH": 4},
              "balances": {"Anna": 30, "Ben": 20}}  # fmt: skip

    steps = list(opening(record))

    assert [step.data.get("chips") for step in steps] == [34, 20, 4, None]
