"""A pile photographed in a real browser, read by the real reader; its pages fit a small phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from browser_cameras import TOKENS, Table
from browser_people import PATIENCE_MS
from playwright.sync_api import Browser, Page, expect

from companion.core.cards import Card
from companion.serve import House
from companion.vision.film import Light, Tabletop

TOO_WIDE = """() => [...document.querySelectorAll(".btn, .go")]
  .filter((key) => [...key.querySelectorAll("*")].some((part) => {
    const inner = part.getBoundingClientRect(), outer = key.getBoundingClientRect();
    const shows = inner.width > 0;
    return shows && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
  })).map((key) => key.textContent.trim())"""
Photograph = Callable[[Sequence[str]], Page]


@pytest.fixture
def played(browser: Browser, house: House) -> Table:
    """A hand in which Anna has played the 4 and the 7 of clubs."""
    table = Table(browser, house)
    house.door.hold_seat(table.evening, TOKENS[0], 0)
    table.say("begin_hand")
    for seat, card in ((0, "4C"), (1, "5C"), (2, "6C"), (0, "7C")):
        table.say("play", seat=seat, card=card)
    return table


@pytest.fixture
def photograph(browser: Browser, played: Table) -> Photograph:
    """Anna's phone takes a photo of cards side by side; what comes of it fits its screen."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
    context.add_cookies([{"name": "boodle", "value": TOKENS[0], "url": played.base}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)

    def take(cards: Sequence[str]) -> Page:
        page.goto(f"{played.base}/t/{played.evening.code}/photo/pile?for=0")
        table = Tabletop(seed=2, card_h=300)
        for place, card in enumerate(cards):
            table.lay(Card(card), (300.0 + 330 * place, 360.0), 0.05)
        picture = table.jpeg(table.picture(Light()), Light())
        file = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
        page.locator("input[name=photo]").set_input_files([file])
        expect(page.get_by_role("link", name="Another photo")).to_be_visible(timeout=PATIENCE_MS)
        assert page.evaluate("document.documentElement.scrollHeight") <= 640
        assert page.evaluate(TOO_WIDE) == []
        return page

    return take


def audited(table: Table) -> dict[int, bool]:
    hand = table.house.croupier.table(table.evening.id).hand
    assert hand is not None
    return dict(hand.audited)


def test_a_pile_is_right_or_differs_or_is_asked_about(
    played: Table, photograph: Photograph
) -> None:
    page = photograph(["4C", "7C"])
    expect(page.get_by_role("heading", name="Anna’s pile is right")).to_be_visible()
    assert audited(played) == {0: True}

    page = photograph(["4C", "7C", "8H"])
    expect(page.get_by_role("heading", name="Anna’s pile differs from the log")).to_be_visible()
    expect(page.get_by_role("link", name="What happened")).to_be_visible()
    assert audited(played) == {0: False}

    page = photograph(["4C"])
    expect(page.get_by_role("heading", name="1 of 2 cards read")).to_be_visible()
    assert audited(played) == {0: False}
    page.get_by_role("button", name="7♣ lies there").click()
    page.wait_for_url(f"{played.base}/t/{played.evening.code}")
    assert audited(played) == {0: True}
