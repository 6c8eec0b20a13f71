"""Phones that lie on the table show cards, too: a camera must not take ours for cards played."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from browser_cameras import NAMES, TOKENS
from browser_people import PATIENCE_MS
from playwright.sync_api import Browser

from companion.core.cards import Card
from companion.said import HOST, Said
from companion.serve import House
from companion.vision.draw import draw_face
from companion.vision.film import CONDITIONS, Tabletop
from companion.vision.frame import FrameBGR, to_frame
from companion.vision.votes import SURE_MIN
from companion.vision.watch import glance

PAGES = ("", "/lead", "/table", "/evening", "/history", "/out", "/missed")
PHONE_W = 131
"""Pixels of 70 mm on a filmed table, where a card of 88 mm is 165 high."""
NEARER = (1.0, 1.6)


@pytest.fixture
def code(house: House) -> str:
    """A hand in which the run wants the 7 of spades."""
    evening, _ = house.door.open_table(TOKENS[0], game="boodle", options={}, depth="cards")
    croupier = house.croupier

    def say(kind: str, **data: object) -> None:
        said = Said(croupier.new_id(), croupier.seq(evening.id), kind, data)
        answer = croupier.submit(evening.id, said, HOST)
        assert answer.ok, answer.say

    for name, animal in NAMES.items():
        say("sit", name=name, animal=animal)
    house.door.hold_seat(evening, TOKENS[0], 0)
    say("dealer", seat=2)
    say("begin_hand")
    for seat, card in ((0, "4S"), (1, "5S"), (2, "6S")):
        say("play", seat=seat, card=card)
    return evening.code


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_with_our_pages_on_the_table_is_no_card(
    browser: Browser, house: House, code: str, theme: str
) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, color_scheme=theme
    )
    base = f"http://127.0.0.1:{house.server.http_port}"
    context.add_cookies([{"name": "boodle", "value": TOKENS[0], "url": base}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    taken = []
    for path in PAGES:
        shown = page.goto(f"{base}/t/{code}{path}")
        assert shown is not None and shown.status == 200
        screen = to_frame(page.screenshot())
        for k, nearer in enumerate(NEARER):
            frame = _on_the_table(screen, round(nearer * PHONE_W), 0.4 + 1.3 * k)
            cards = [one for one in glance(frame) if one.confidence >= SURE_MIN]
            taken += [(path, nearer, one.card, one.confidence) for one in cards]
    context.close()

    assert taken == []


def _on_the_table(screen: FrameBGR, width: int, turn: float) -> FrameBGR:
    """Return a table with a phone on it, *width* pixels wide, that shows *screen*."""
    stage = Tabletop(seed=5)
    frame = stage.picture(CONDITIONS["good"])
    size = (width, round(width * screen.shape[0] / screen.shape[1]))
    small = cv2.resize(screen, size, interpolation=cv2.INTER_AREA)
    phone = cv2.copyMakeBorder(small, 6, 6, 4, 4, cv2.BORDER_CONSTANT, value=(12, 12, 12))
    matrix = cv2.getRotationMatrix2D(
        (phone.shape[1] / 2, phone.shape[0] / 2), math.degrees(turn), 1.0
    )
    matrix[:, 2] += (640 - phone.shape[1] / 2, 360 - phone.shape[0] / 2)
    whole = (frame.shape[1], frame.shape[0])
    covered = (
        cv2.warpAffine(np.full(phone.shape[:2], 255, np.uint8), matrix, whole)[..., None] / 255
    )
    shown = cv2.warpAffine(phone, matrix, whole)
    return np.asarray(frame * (1 - covered) + shown * covered, np.uint8)


def test_a_card_that_fills_the_screen_of_a_phone_would_be_read() -> None:
    """What the other test rests on: cards on screens are read where they look like cards."""
    screen = np.full((740, 360, 3), 20, np.uint8)
    face = cv2.resize(draw_face(Card("7S")), (350, 490), interpolation=cv2.INTER_AREA)
    screen[120:610, 5:355] = face

    (seen,) = glance(_on_the_table(screen, PHONE_W, 0.4))

    assert (seen.card, seen.confidence > SURE_MIN) == ("7S", True)
