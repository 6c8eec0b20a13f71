"""From a hand's end to its last proof by photographs alone: pages without script, every game.

The reader is told what each picture shows; all else is the real house.
"""

from __future__ import annotations

import html
import io
import random
import re

import cv2
import numpy as np
import pytest
from phones import AtTable, Phone, TableMaker, forms, words
from werkzeug.test import TestResponse

import companion.vision
from companion.bench.deals import Company
from companion.bench.script import steps_of
from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.games import all_games
from companion.web import shapes

PICTURE = cv2.imencode(".png", np.full((48, 64, 3), 128, np.uint8))[1].tobytes()


class Table:
    """A real table after one hand of *company*, and what its cameras see."""

    def __init__(
        self, table: TableMaker, monkeypatch: pytest.MonkeyPatch, key: str, seed: int = 1
    ) -> None:
        company = Company(random.Random(f"{key} {seed}"), all_games()[key])
        record = company.play(key, 1)
        names = record["players"]
        self.held = company.held
        self.at: AtTable = table(len(names), game=key, end="manual")
        self.at.say("dealer", seat=names.index(record["dealer"]))
        numbers = {name: seat for seat, name in enumerate(names)}
        for step in steps_of(record, record["hands"][0], numbers):
            self.at.say(step.kind, **step.data)
        if self.at.state.playing is not None:
            self.at.say("close_hand")
        self.shows: list[Card] = []
        monkeypatch.setattr(companion.vision, "read_cards", self._read)

    def _read(self, picture: object, **more: object) -> list[Sighting]:
        return [Sighting(card, 0.99, (0.0, 0.0, 9.0, 9.0)) for card in self.shows]

    def pile(self, seat: int) -> list[Card]:
        """What somebody played."""
        assert self.at.state.hand is not None
        return [card for card, who in self.at.state.hand.seen.items() if who == seat]

    def photograph(self, phone: Phone, page: TestResponse, shows: list[Card]) -> TestResponse:
        """Send what *shows* by the shutter of a page, as a browser without script does."""
        self.shows = shows
        (form,) = [each for each in forms(page) if each.get("kind") == "photo"]
        fields = {**form, "photo": (io.BytesIO(PICTURE), "photo.png")}
        sent = phone.client.post(
            fields.pop("action"), data=fields, content_type="multipart/form-data"
        )
        assert sent.status_code == 200
        return sent


def follow(phone: Phone, page: TestResponse, ending: str) -> TestResponse:
    """Follow the link of *page* whose address ends so."""
    hrefs = map(html.unescape, re.findall(r'href="([^"]*)"', page.text))
    (address,) = {each for each in hrefs if each.endswith(ending)}
    return phone.get(address)


@pytest.mark.parametrize("key", all_games())
def test_a_hand_is_closed_by_photographs(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """From the payments over the list of people to each shutter; the sum of all cards is said."""
    made = Table(table, monkeypatch, key)
    at, host = made.at, made.at.host
    before = at.state.balances
    ways = follow(host, host.get(at.url), "/photo")
    assert f"= {len(at.state.game.pack)}, the whole pack." in words(ways)

    for seat in at.state.circle:
        if mine := made.pile(seat):
            whose = follow(host, ways, "/photo/pile")
            said = words(made.photograph(host, follow(host, whose, f"?for={seat}"), mine))
            assert f"{at.state.name(seat)}’s pile is right" in said
    for seat, cards in made.held.items():
        if cards:
            whose = follow(host, ways, "/photo/left")
            page = made.photograph(host, follow(host, whose, f"?for={seat}"), sorted(cards))
            assert "the whole pack." in words(page)

    assert "All hands are open: no lead, pass or stop was wrong." in words(page)
    assert at.state.balances == before


def test_a_photograph_of_the_cards_left_proves_a_lead_wrong_on_every_screen(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Table(table, monkeypatch, "boodle", 5)
    at, host = made.at, made.at.host
    hand = at.state.hand
    assert hand is not None
    seat, led = next(
        (play.seat, play.card) for play in hand.plays
        if play.leads and play.seat != hand.out and play.card.rank not in "23"
    )  # fmt: skip
    lower = next(
        Card(rank + led.suit) for rank in "23456789TJQK"
        if not at.state.is_out(Card(rank + led.suit)) and rank < led.rank
    )  # fmt: skip
    others = sorted(made.held[seat] - {lower})[: hand.left[seat] - 1]
    mine = host if seat == 0 else at.players[seat]

    page = made.photograph(mine, mine.get(f"{at.url}/photo/left"), [lower, *others])

    evidence = f"{at.state.name(seat)} led"
    assert evidence in words(page)
    laid_utc = at.boodle.croupier.history(at.evening.id)[-1].at_utc
    long_ago = {laid_utc: 5.0}  # the cards were played ten minutes before they were laid open
    monkeypatch.setattr(shapes, "age_s", lambda at_utc: long_ago.get(at_utc, 600.0))
    for phone in (host, at.phone("watcher")):
        assert evidence in words(phone.get(at.url))


def test_where_pots_alone_are_recorded_chips_wait_for_a_person(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A photograph that lost a card must not be paid for: its number is only proposed."""
    at = table(3, depth="pots")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    at.say("out", 1)
    seen = [Sighting(Card(card), 0.99, (0.0, 0.0, 9.0, 9.0)) for card in ("2H", "3H")]
    monkeypatch.setattr(companion.vision, "read_cards", lambda picture, **more: seen)
    host = at.host
    shutter = follow(host, host.get(at.url), "/photo/left?for=0")
    (form,) = [each for each in forms(shutter) if each.get("kind") == "photo"]
    data = {"photo": (io.BytesIO(PICTURE), "photo.png")}

    page = host.client.post(form["action"], data=data, content_type="multipart/form-data")

    assert at.state.hand is not None
    assert at.state.hand.counts == {}
    assert "Count them: are these all?" in words(page)
    (yes,) = [each for each in forms(page) if each.get("kind") == "lay_open"]
    host.post(yes.pop("action"), **yes)
    assert at.state.hand.counts == {0: 2}


def test_photographs_are_read_with_the_deck_that_was_learnt(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card played and a pile alike: whoever has taught Boodle a hard deck is helped by it."""
    at = table(3)
    at.begin()
    at.say("play", 0, card="4C")
    decks: list[object] = []

    def read(picture: object, deck: object = None, least: float | None = None) -> list[Sighting]:
        decks.append(deck)
        return []

    monkeypatch.setattr(companion.vision, "read_cards", read)
    for page in ("eye", "photo/pile?for=0"):
        data = {"photo": (io.BytesIO(PICTURE), "photo.png")}
        at.host.client.post(f"{at.url}/{page}", data=data, content_type="multipart/form-data")

    learnt = at.boodle.eyes.deck
    assert learnt is not None
    assert decks == [learnt, learnt]
