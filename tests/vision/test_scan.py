"""Claims about reading many files."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.core.cards import CARD
from companion.vision.draw import draw_table
from companion.vision.scan import pictures_in, scan_files

pytestmark = pytest.mark.vision


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    cv2.imwrite(str(tmp_path / "a.png"), draw_table([CARD["7S"]], seed=3))
    cv2.imwrite(str(tmp_path / "inner" / "b.jpg"), draw_table([CARD["QD"]], seed=3))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


def test_folders_and_patterns_stand_for_their_pictures(folder: Path) -> None:
    both = [folder / "a.png", folder / "inner" / "b.jpg"]

    assert pictures_in([folder]) == both
    assert pictures_in([f"{folder}/*.png"]) == both[:1]
    assert pictures_in([f"{folder}/*.tif"]) == [Path(f"{folder}/*.tif")]
    assert pictures_in([both[0], folder]) == both


def test_a_folder_without_pictures_says_so(tmp_path: Path) -> None:
    (row,) = scan_files([tmp_path])

    assert row["error"] == f"There is no picture and no film in {tmp_path}."


def test_a_row_names_the_cards_and_a_bad_file_has_an_error(folder: Path) -> None:
    done = []

    rows = list(
        scan_files([folder, folder / "notes.txt"], progress=lambda i, n: done.append((i, n)))
    )

    assert [[card for card, _ in row["cards"]] for row in rows] == [["7S"], ["QD"], []]
    assert "JPEG" in rows[2]["error"]
    assert done == [(1, 3), (2, 3), (3, 3)]


def test_drawings_are_written(folder: Path, tmp_path: Path) -> None:
    list(scan_files([folder], draw=tmp_path / "out"))
    list(scan_files([folder / "a.png"], draw=tmp_path / "one.png"))

    assert len(list((tmp_path / "out").iterdir())) == 2
    assert cv2.imread(str(tmp_path / "one.png")).shape == (720, 960, 3)


def test_a_name_too_long_is_a_row_and_the_others_are_read(folder: Path) -> None:
    long, read = scan_files(["x" * 300 + ".jpg", folder / "a.png"])

    assert "too long" in long["error"]
    assert read["cards"][0][0] == "7S"
