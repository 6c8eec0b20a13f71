"""Claims about `boodle scan` and `boodle deck` as somebody types them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli

SAMPLES = Path(__file__).parents[1] / "sample_images"


def boodle(*words: object) -> int:
    """Return what the command ends with."""
    return cli.main([str(word) for word in words])


@pytest.mark.parametrize("what", ["show", "undo", "forget"])
def test_a_deck_not_learnt_yet_is_said_so(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert boodle("deck", what, "--deck", tmp_path / "none.json") == 1

    assert "nothing is learnt yet" in capsys.readouterr().err


def test_a_card_shown_twice_is_named_once_with_its_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "deck.json"
    for name, picture in (("5C.jpg", "single-1.jpg"), ("5c-2.jpg", "single-1.jpg")):
        shutil.copy(SAMPLES / picture, tmp_path / name)

    assert boodle("deck", "learn", tmp_path / "5C.jpg", tmp_path / "5c-2.jpg", "--deck", deck) == 0

    said = capsys.readouterr().out
    assert said.startswith("Learnt: 5♣ (2 pictures). Not shown yet: 2, 3")
    assert said.endswith("9, 10, J, Q, K, A, ♦, ♥, ♠.\n")


def test_a_camera_that_is_not_there_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    assert boodle("scan", "--camera", "97") == 1

    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "Camera 97 cannot be opened." in said.err


def test_pictures_that_teach_nothing_make_no_deck(tmp_path: Path) -> None:
    deck = tmp_path / "deck.json"

    assert boodle("deck", "learn", tmp_path / "zebra.jpg", "--deck", deck) == 1

    assert not deck.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scan", "a.jpg", "--camera", "0"], "pictures or a camera, not both"),
        (["deck", "show", "7S.jpg"], "show takes no pictures; learn does"),
        (["deck", "forget", "7S.jpg"], "forget takes no pictures"),
    ],
)
def test_what_would_be_left_unread_is_not_understood(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        boodle(*words)

    assert end.value.code == cli.NOT_UNDERSTOOD
    assert said in capsys.readouterr().err


def test_a_damaged_deck_is_named_and_what_to_do_is_possible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text("{}")

    assert boodle("deck", "learn", SAMPLES / "single-1.jpg", "--deck", deck) == 1

    said = capsys.readouterr().err
    assert str(deck) in said
    assert "Delete it and learn the deck again." in said


def test_a_damaged_picture_and_a_damaged_film_are_a_row_each_and_nothing_else(
    tmp_path: Path,
) -> None:
    picture, film = tmp_path / "a.bmp", tmp_path / "b.mp4"
    pixels = cv2.imencode(".bmp", np.zeros((90, 90, 3), np.uint8))[1].tobytes()
    picture.write_bytes(pixels[:900])
    film.write_bytes(b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + bytes(2000))

    # in a process of its own: FFmpeg asks once, when its first film is opened, how much to say
    command = [sys.executable, "-m", "companion", "scan", str(picture), str(film)]
    said = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    assert (said.returncode, said.stderr) == (1, "")
    assert [line.split(": ")[0] for line in said.stdout.splitlines()] == [str(picture), str(film)]
