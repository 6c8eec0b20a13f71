"""Pictures of cards: kept small, beside the database, and forgotten when asked."""

import os
from pathlib import Path

import pytest

from companion import evidence
from companion.evidence import LARGEST_BYTES, Kept, Pictures

JPEG = b"\xff\xd8 a card \xff\xd9"


@pytest.fixture
def kept(tmp_path: Path) -> Pictures:
    return Pictures(tmp_path / "evidence")


def test_a_picture_is_found_by_its_name(kept: Pictures) -> None:
    assert kept.keep("e1", "a12", JPEG)

    assert kept.picture("e1", "a12") == JPEG
    assert kept.picture("e1", "a13") is None
    assert kept.picture("e2", "a12") is None


def test_the_first_picture_of_a_name_stays(kept: Pictures) -> None:
    kept.keep("e1", "a12", JPEG)

    assert not kept.keep("e1", "a12", b"another")
    assert kept.picture("e1", "a12") == JPEG


@pytest.mark.parametrize("bad", [b"", b"x" * (LARGEST_BYTES + 1)])
def test_only_a_small_picture_is_kept(kept: Pictures, bad: bytes) -> None:
    assert not kept.keep("e1", "a", bad)
    assert kept.kept("e1") == Kept(0, 0)


def test_pictures_of_evenings_that_are_gone_go_too(kept: Pictures) -> None:
    for evening in ("e1", "e2", "e3"):
        kept.keep(evening, "a", JPEG)

    kept.forget_others({"e1", "e3"})

    assert [kept.kept(evening).pictures for evening in ("e1", "e2", "e3")] == [1, 0, 1]
    Pictures(None).forget_others(())


def test_one_evening_is_forgotten_and_the_others_stay(kept: Pictures) -> None:
    kept.keep("e1", "a", JPEG)
    kept.keep("e1", "b", JPEG)
    kept.keep("e2", "a", JPEG)

    assert kept.forget("e1") == 2
    assert kept.kept("e1").pictures == 0
    assert kept.kept("e2") == Kept(1, len(JPEG))
    assert kept.forget("e1") == 0


def test_a_full_evening_makes_room_by_its_oldest(
    kept: Pictures, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(evidence, "MOST_PICTURES", 3)
    for at, name in enumerate("dcba"):
        kept.keep("e1", name, JPEG)
        os.utime(tmp_path / "evidence" / "e1" / f"{name}.jpg", (at, at))

    assert kept.picture("e1", "d") is None
    assert kept.kept("e1").pictures == 3


def test_a_play_goes_on_where_no_picture_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_text("a file stands in the way", encoding="utf-8")
    blocked = Pictures(tmp_path / "evidence")

    assert not blocked.keep("e1", "a", JPEG)
    assert blocked.picture("e1", "a") is None


def test_without_a_folder_nothing_is_kept() -> None:
    nothing = Pictures(None)

    assert not nothing.keep("e1", "a", JPEG)
    assert nothing.picture("e1", "a") is None
    assert nothing.kept("e1") == Kept(0, 0)
    assert nothing.forget("e1") == 0


@pytest.mark.parametrize("path", ["../e1", "e1/..", ""])
def test_a_name_is_never_a_path(kept: Pictures, path: str) -> None:
    assert kept.picture("e1", path) is None
    with pytest.raises(AssertionError):
        kept.keep(path, "a", JPEG)
    with pytest.raises(AssertionError):
        kept.keep("e1", path, JPEG)
