"""Every sample page in a real browser: fits the phone, can be hit by a thumb, can be read."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route
from web import gallery, gallery_pages

from companion.web import look

pytestmark = pytest.mark.browser

SAMPLES = {name: (template, values) for name, template, values in gallery_pages.samples()}
PHONES = [name for name in SAMPLES if not name.startswith("display")]
DISPLAYS = [name for name in SAMPLES if name.startswith("display")]

TOO_SMALL = """least => [...document.querySelectorAll('button, a, .choice, .switch, select')]
  .filter(e => e.checkVisibility() && !e.matches('.skip, .why a, .corner, .small, .facts a, p a'))
  .filter(e => !e.closest('.list li, .why, .many, summary'))
  .map(e => ({e, box: e.getBoundingClientRect()}))
  .filter(({box}) => box.height < least - .5 || box.width < least - .5)
  .map(({e, box}) => `${e.className} ${e.textContent.trim()} ${box.width | 0}x${box.height | 0}`)
"""
TOO_FAINT = """() => [...document.querySelectorAll('main *, header *, section *')]
  .filter(e => e.checkVisibility() && !e.closest('.sr, svg'))
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .filter(e => parseFloat(getComputedStyle(e).fontSize) < 15.9).map(e => e.outerHTML)
"""
CUT_OFF = """() => [...document.querySelectorAll('.btn, .go, .key, .pot-key')]
  .filter(e => e.checkVisibility())
  .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
  .map(e => `${e.className}: ${e.textContent.trim()}`)
"""


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=True)
    page = context.new_page()
    page.route("**/*", serve)
    yield page
    context.close()


def serve(route: Route) -> None:
    """Answer from the sample pages; scripts stay away, so that a page is as without them."""
    path = route.request.url.split("//", 1)[1].split("/", 1)[1].split("?")[0]
    if path.endswith(".js"):
        return route.fulfill(body="", content_type="text/javascript")
    if path.startswith("static/"):
        file = look.STATIC / path.removeprefix("static/")
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        return route.fulfill(body=file.read_bytes(), content_type=kind)
    name, _, theme = path.partition(".")
    body = gallery.render(*SAMPLES[name], theme or None)
    return route.fulfill(body=body, content_type="text/html; charset=utf-8")


def show(phone: Page, name: str, width: int = 360, height: int = 640, theme: str = "dim") -> Page:
    phone.set_viewport_size({"width": width, "height": height})
    phone.goto(f"http://boodle.test/{name}.{theme}")
    return phone


@pytest.mark.parametrize("name", PHONES)
def test_a_page_fits_every_phone_and_a_laptop(phone: Page, name: str) -> None:
    page = show(phone, name)

    for width, height in ((360, 640), (320, 568), (414, 896), (640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)


@pytest.mark.parametrize("name", PHONES)
def test_a_page_can_be_hit_by_a_thumb_and_read(phone: Page, name: str) -> None:
    page = show(phone, name)

    assert page.evaluate(TOO_SMALL, 64) == [], "smaller than 64 px"
    assert page.evaluate(TOO_FAINT) == [], "letters smaller than 16 px"
    assert page.evaluate(CUT_OFF) == [], "words cut off"


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", DISPLAYS)
def test_the_table_display_fits_its_screen(phone: Page, name: str, size: tuple[int, int]) -> None:
    page = show(phone, name, *size)

    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    felt = page.evaluate("(e => e.scrollHeight - e.clientHeight)(document.querySelector('.felt'))")
    assert felt <= 1


@pytest.mark.parametrize("theme", ["dim", "day"])
@pytest.mark.parametrize(("name", "width", "height"), [("lobby", 360, 640), ("display", 1280, 720)])
def test_the_code_is_read_from_the_screen(
    phone: Page, name: str, width: int, height: int, theme: str
) -> None:
    shot = show(phone, name, width, height, theme).screenshot()
    picture: Any = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)

    words, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)

    assert words == "http://192.168.178.23:8421/t/K7QX/join"
