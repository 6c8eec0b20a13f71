"""The sprite in static/ is what the drawing program draws."""

from __future__ import annotations

from companion.core.cards import DECK
from companion.web import draw_cards, look


def test_the_sprite_is_as_drawn() -> None:
    assert (look.STATIC / "cards.svg").read_text("utf-8") == draw_cards.sprite()


def test_every_card_has_a_face_and_a_corner() -> None:
    drawn = draw_cards.pieces()

    for card in DECK:
        assert f"c-{card}" in drawn
        assert f"i-{card}" in drawn
