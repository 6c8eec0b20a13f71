"""Claims about where annotated pictures go."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.vision import PictureError
from companion.vision.drawings import drawing_places, write_drawing
from companion.vision.scan import scan_files

pytestmark = pytest.mark.vision


def test_no_two_drawings_have_one_place(tmp_path: Path) -> None:
    paths = [Path("a/in/x.jpg"), Path("a/in/x.png"), Path("b/In/X.jpg"), Path("x.jpg")]

    places = drawing_places(tmp_path / "out", paths)

    names = [places[path].name for path in paths]
    assert names == ["in-x.jpg", "in-x-2.jpg", "In-X-3.jpg", "x.jpg"]


def test_films_among_others_have_a_folder_each_and_one_alone_the_folder(tmp_path: Path) -> None:
    paths = [Path("in/a.mp4"), Path("in/a.avi")]

    places = drawing_places(tmp_path, paths)

    assert [places[path] for path in paths] == [tmp_path / "in-a", tmp_path / "in-a-2"]
    assert drawing_places(tmp_path, paths[:1]) == {paths[0]: tmp_path}


def test_a_file_has_its_folder_made_and_may_be_written_anew(tmp_path: Path) -> None:
    out = tmp_path / "new" / "one.PNG"

    assert drawing_places(out, [Path("a.jpg")]) == {Path("a.jpg"): out}
    assert out.parent.is_dir()
    out.write_text("an older drawing")
    assert drawing_places(out, [Path("a.jpg")]) == {Path("a.jpg"): out}


@pytest.mark.parametrize("name", ["own.jpg", "own.avi"])
def test_what_is_read_is_never_drawn_over(name: str, tmp_path: Path) -> None:
    own = tmp_path / name
    own.write_text("a photograph or a film")

    with pytest.raises(PictureError, match="one of the files that are read"):
        list(scan_files([own], draw=tmp_path / ".." / tmp_path.name / name))
    assert own.read_text() == "a photograph or a film"


def test_a_folder_of_drawings_spares_the_pictures_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "in-a.jpg").write_text("a photograph")
    (folder / "a.jpg").write_text("another")

    with pytest.raises(PictureError, match=r"in-a\.jpg is one of the files that are read"):
        drawing_places(folder, sorted(folder.iterdir()))


@pytest.mark.parametrize(
    ("out", "names", "said"),
    [
        ("o.heic", ["a.jpg"], r"a picture ends in \.bmp, \.jpeg, \.jpg, \.png or \.webp"),
        ("o.gif", ["a.jpg"], "Nothing can be drawn in"),
        ("v1.2", ["a.jpg", "b.jpg"], "must be there before"),
        ("o.jpg", ["a.jpg", "b.jpg"], "one picture, and 2 files are to be read. Name a folder"),
        ("o.avi", ["a.avi", "b.avi"], "one film, and 2 files"),
        ("o.mp4", ["a.jpg"], "one film, and a.jpg is"),
        ("o.jpg", ["a.mp4"], "one picture, and a.mp4 is"),
        ("there", ["a.jpg"], "No drawing can be written to .*exists"),
        ("there/o.jpg", ["a.jpg"], "No drawing can be written to"),
    ],
)
def test_where_nothing_can_be_drawn_is_said_before_anything_is_read(
    out: str, names: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "there").write_text("a file")

    with pytest.raises(PictureError, match=said):
        drawing_places(tmp_path / out, [Path(name) for name in names])


def test_a_drawing_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder.jpg").mkdir()

    with pytest.raises(PictureError, match=r"folder\.jpg could not be written\. Name another"):
        write_drawing(tmp_path / "folder.jpg", np.zeros((40, 40, 3), np.uint8))
