"""Claims about measuring votes: which frames make a film, and that a still table is counted."""

from __future__ import annotations

import pytest

from companion.vision.bench_votes import drawn_film, films_of, laid_one_by_one
from companion.vision.film import CONDITIONS

pytestmark = pytest.mark.vision


def row(file: str, card: str, scene: str = "video_frame") -> dict[str, object]:
    return {"file": file, "cards": [card], "scene": scene}


def test_frames_whose_names_differ_in_their_last_number_are_one_film() -> None:
    rows = [
        row("a/hearts_2_img11.jpg", "2H"),
        row("a/hearts_2_img7.jpg", "2H"),
        row("a/hearts_2_img30.jpg", "2H"),
        row("a/hearts_3_img1.jpg", "3H"),
        row("a/hearts_2_img31.jpg", "2H", scene="single"),
    ]

    (film,) = films_of(rows)

    assert [str(one["file"]) for one in film] == [rows[k]["file"] for k in (1, 0, 2)]


def test_a_drawn_film_lays_eight_cards_one_by_one() -> None:
    cards = [card for _, card, _ in laid_one_by_one(CONDITIONS["good"], seed=1) if card]

    assert len(set(cards)) == 8


def test_votes_in_good_light_name_no_card_that_does_not_lie_there() -> None:
    alone, together = drawn_film(CONDITIONS["good"])

    assert (together.images, together.found + together.missed) == (1, 8)
    assert together.wrong == 0
    assert together.found > 4
    assert alone.images == 55
