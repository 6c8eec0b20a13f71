"""Learn my deck: sixteen cards asked for one after the other, taken back, kept, and forgotten."""

import io
import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from phones import AtTable, Clock, Phone, seated, words
from werkzeug.test import TestResponse

from companion.croupier import Croupier
from companion.door import Door
from companion.store import Store
from companion.vision import enrol
from companion.vision.crops import CROP_H, CROP_W
from companion.vision.enrol import Deck, Lesson, NothingToLearn
from companion.web.app import create_app
from companion.web.boodle import Boodle
from companion.web.live import Hub

pytestmark = pytest.mark.vision


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """A table of two whose evenings are kept in a file; every picture teaches one corner."""
    corner = bytes(cv2.imencode(".jpg", np.full((CROP_H, CROP_W, 3), 255, np.uint8))[1])

    def lesson_of(card, frame, models_dir):  # type: ignore[no-untyped-def]
        return Lesson(card, (corner,))

    monkeypatch.setattr(enrol, "lesson_of", lesson_of)
    monkeypatch.setattr(enrol, "to_frame", lambda shown: shown)
    store = Store.open(tmp_path / "boodle.db")
    ids = iter(range(10_000))
    croupier = Croupier(store, now=Clock(), new_id=lambda: f"id-{next(ids)}")
    boodle = Boodle(croupier, Door(store, croupier, random.Random(7).choice), Hub(2))
    app: Flask = create_app(boodle)
    app.testing = True
    yield seated(app, boodle, 2)
    store.close()


def show(at: AtTable, phone: Phone | None = None) -> TestResponse:
    data = {"kind": "photo", "photo": (io.BytesIO(b"a picture"), "card.jpg")}
    return (phone or at.host).client.post(
        f"{at.url}/eye/deck", data=data, content_type="multipart/form-data"
    )


def test_sixteen_cards_are_asked_for_and_the_deck_is_kept(at: AtTable, tmp_path: Path) -> None:
    assert "Show the 2 of spades" in at.host.text(f"{at.url}/eye/deck")

    for _ in range(16):
        assert show(at).status_code == 303

    assert "Your deck is known" in at.host.text(f"{at.url}/eye/deck")
    assert len(Deck.load(tmp_path / "deck.json").lessons) == 16


def test_the_last_card_is_taken_back_and_the_deck_forgotten(at: AtTable) -> None:
    show(at)
    assert "Show the 3 of spades" in at.host.text(f"{at.url}/eye/deck")

    at.host.post(f"{at.url}/eye/deck", kind="undo")
    assert "Show the 2 of spades" in at.host.text(f"{at.url}/eye/deck")
    show(at)
    show(at)
    at.host.post(f"{at.url}/eye/deck", kind="forget")

    assert "Show the 2 of spades" in at.host.text(f"{at.url}/eye/deck")


def test_what_cannot_be_learnt_is_said_and_asked_for_again(
    at: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(card, frame, models_dir):  # type: ignore[no-untyped-def]
        raise NothingToLearn("No corner was found. Lay it flat.")

    monkeypatch.setattr(enrol, "lesson_of", nothing)

    page = show(at)

    assert "No corner was found. Lay it flat." in words(page)
    assert "Show the 2 of spades" in words(page)


def test_a_damaged_deck_is_learnt_anew(at: AtTable, tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text("{", encoding="utf-8")

    assert "Show the 2 of spades" in at.host.text(f"{at.url}/eye/deck")


def test_only_the_host_teaches_the_deck(at: AtTable, tmp_path: Path) -> None:
    assert at.players[1].get(f"{at.url}/eye/deck").status_code == 303
    assert show(at, at.players[1]).status_code == 303
    assert not (tmp_path / "deck.json").exists()
