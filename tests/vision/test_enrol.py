"""Claims about learning a deck by heart: shown once, kept as plain data, taken back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import paths
from companion.core.cards import CARD, RANKS, SUITS
from companion.vision import Deck, NothingToLearn
from companion.vision.draw import draw_table
from companion.vision.enrol import card_of_name
from companion.vision.readers import corner

pytestmark = pytest.mark.vision
SHOWN = ("7S", "QH", "TD")


def picture(name: str) -> np.ndarray:
    return draw_table([CARD[name]], seed=1)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck("ours").learn([(CARD[name], picture(name)) for name in SHOWN])


def doubtful(like: corner.Reading) -> corner.Reading:
    """A reading that has seen the print of *like* and cannot name it."""
    return replace(like, ranks=np.full(13, 1 / 13), suits=np.full(4, 1 / 4))


def test_sixteen_cards_show_every_rank_and_suit() -> None:
    wanted = Deck.wanted("H")

    assert len(wanted) == 16
    assert {card.rank for card in wanted} == set(RANKS)
    assert {card.suit for card in wanted} == set(SUITS)


def test_a_learnt_deck_says_what_it_has_not_seen(deck: Deck) -> None:
    assert [lesson.card for lesson in deck.lessons] == list(SHOWN)
    assert set(deck.missing) == set(RANKS + SUITS) - set("7QTSHD")


def test_a_print_that_was_shown_is_known_again(deck: Deck) -> None:
    net = corner.load(paths.MODELS)
    crops = [deck.lessons[k].corners[0] for k in range(len(SHOWN))]
    seen = corner.readings(net, [decoded(crop) for crop in crops])

    known = deck.recast([doubtful(reading) for reading in seen])

    assert [reading.card for reading in known] == list(SHOWN)
    assert all(reading.ranks.sum() == pytest.approx(1) for reading in known)


def decoded(jpeg: bytes) -> np.ndarray:
    import cv2

    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_a_deck_without_lessons_changes_nothing() -> None:
    (reading,) = corner.readings(corner.load(paths.MODELS), [np.zeros((64, 48, 3), np.uint8)])

    assert Deck().recast([reading]) == [reading]


def test_the_last_lesson_can_be_taken_back(deck: Deck) -> None:
    assert [lesson.card for lesson in deck.without_last().lessons] == list(SHOWN[:-1])
    assert Deck().without_last() == Deck()


def test_a_deck_is_kept_as_small_plain_data(deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "decks" / "household.json"
    deck.save(path)

    assert Deck.load(path) == deck
    assert path.stat().st_size < 6_000 * len(SHOWN) * 2


def test_an_empty_table_and_another_card_teach_nothing() -> None:
    empty = np.full((400, 400, 3), (46, 104, 70), np.uint8)

    with pytest.raises(NothingToLearn, match="No corner of the 7 of spades"):
        Deck().learn([(CARD["7S"], empty)])
    with pytest.raises(NothingToLearn, match="looks like the queen of hearts"):
        Deck().learn([(CARD["7S"], picture("QH"))])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "{}",
        json.dumps({"version": 99, "name": "", "lessons": []}),
        json.dumps({"version": 1, "name": "", "lessons": [{"card": "7S", "corners": ["AAAA"]}]}),
        json.dumps({"version": 1, "name": "", "lessons": [{"card": "??", "corners": []}]}),
        json.dumps({"version": 1, "name": "", "lessons": [{"card": "7S", "corners": ["é"]}]}),
        json.dumps({"version": 1, "name": "", "lessons": [{"card": "7S", "corners": []}]}),
        "[" * 100_000,
    ],
)
def test_a_damaged_deck_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(NothingToLearn, match=r"\.$"):
        Deck.load(path)


def test_a_missing_deck_is_refused_with_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", str(tmp_path / "none.json")):
        with pytest.raises(NothingToLearn, match=r"There is no .*none\.json"):
            Deck.load(path)
    with pytest.raises(NothingToLearn, match="cannot be read"):
        Deck.load("no\0name")


def test_a_deck_that_may_not_be_opened_is_not_to_be_deleted(tmp_path: Path) -> None:
    with pytest.raises(NothingToLearn, match="cannot be read") as refusal:
        Deck.load(tmp_path)  # a folder; as an unreadable file, an error of the system

    assert "elete" not in str(refusal.value)


def test_a_card_can_be_named_as_text_and_what_is_no_card_is_refused(deck: Deck) -> None:
    assert Deck().learn([("QH", picture("QH"))]).lessons[0].card == CARD["QH"]
    with pytest.raises(NothingToLearn, match="'ZZ' is no card"):
        Deck().learn([("ZZ", picture("QH"))])


def test_a_deck_that_cannot_be_written_leaves_the_old_one(
    deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deck.json"
    deck.save(path)

    def cut_off(half: Path, text: str, encoding: str) -> int:
        half.write_bytes(text[:50].encode(encoding))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", cut_off)
    with pytest.raises(OSError, match="No space left"):
        Deck().save(path)

    assert Deck.load(path) == deck


def test_a_file_is_named_by_its_card() -> None:
    assert card_of_name(Path("10h-2.jpg")) == "TH"
    assert card_of_name(Path("7S.jpeg")) == "7S"
    with pytest.raises(NothingToLearn, match="does not begin with a card"):
        card_of_name(Path("holiday.jpg"))
