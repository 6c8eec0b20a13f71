"""Every page is whole: one heading, named buttons, no dead drawing, nothing from outside, light."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from web import gallery, gallery_pages

from companion.web import look

SAMPLES = gallery_pages.samples()
NAMES = [name for name, _, _ in SAMPLES]
VOID = {"meta", "link", "input", "img", "br", "hr", "path", "rect", "circle", "use", "ellipse"}
MOST_BYTES = 60_000


class Page(HTMLParser):
    """The elements of a page, each with its attributes and the text inside it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[dict[str, Any]] = []
        self._open: list[dict[str, Any]] = []
        self.feed(text)
        assert not self._open, f"never closed: {[one['tag'] for one in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = {"tag": tag, "text": "", "inside": [one["tag"] for one in self._open]} | {
            "at": {name: value or "" for name, value in attrs}
        }
        self.elements.append(element)
        for one in self._open:
            one["text"] += " " + element["at"].get("aria-label", "")
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open and self._open[-1]["tag"] == tag, (tag, self._open[-1:])
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for one in self._open:
            one["text"] += data

    def all(self, *tags: str) -> list[dict[str, Any]]:
        return [one for one in self.elements if one["tag"] in tags]


@pytest.fixture(params=SAMPLES, ids=NAMES)
def text(request: pytest.FixtureRequest) -> str:
    _, template, values = request.param
    return gallery.render(template, values)


@pytest.fixture
def page(text: str) -> Page:
    return Page(text)


def test_every_template_has_a_sample() -> None:
    shown = {template for _, template, _ in SAMPLES}
    pages = {
        str(path.relative_to(gallery.TEMPLATES))
        for path in gallery.TEMPLATES.glob("*/*.html")
        if path.parent.name != "parts"
    }

    assert pages == shown


def test_every_template_says_what_it_takes() -> None:
    for path in gallery.TEMPLATES.glob("*/*.html"):
        assert "{#" in path.read_text("utf-8")[:400], path


def test_a_page_has_one_heading_and_one_main(page: Page) -> None:
    assert len(page.all("h1")) == 1
    assert page.all("h1")[0]["text"].strip()
    assert len(page.all("main")) == 1
    assert page.all("title")[0]["text"].strip()


def test_a_page_has_one_live_region(page: Page) -> None:
    regions = [one for one in page.elements if one["at"].get("aria-live") == "polite"]

    assert len(regions) == 1


def test_every_button_and_link_has_a_name(page: Page) -> None:
    for one in page.all("button", "a"):
        assert (one["at"].get("aria-label") or one["text"]).strip(), one


def test_every_field_has_a_label(page: Page) -> None:
    labelled = {one["at"].get("for") for one in page.all("label")}
    for one in page.all("input", "select"):
        if one["at"].get("type") == "hidden":
            continue
        assert (
            one["at"].get("aria-label")
            or one["at"].get("id") in labelled
            or ("label" in one["inside"])
        ), one


def test_no_name_is_given_to_two_elements(page: Page) -> None:
    ids = [one["at"]["id"] for one in page.elements if "id" in one["at"]]

    assert len(ids) == len(set(ids))


def test_every_form_attribute_names_a_form_of_the_page(page: Page) -> None:
    forms = {one["at"].get("id") for one in page.all("form")}
    for one in page.elements:
        if "form" in one["at"]:
            assert one["at"]["form"] in forms, one


def test_at_most_one_lamp_is_lit(page: Page) -> None:
    lit = [
        one for one in page.elements if re.search(r"(^| )(go|lit)( |$)", one["at"].get("class", ""))
    ]
    lamps = [one for one in lit if one["at"].get("data-eye-do") != "start"]  # it leaves once it ran

    assert len(lamps) <= 1


def test_every_command_carries_its_own_id_and_the_seq_it_saw(page: Page) -> None:
    fields = page.all("input")
    ids = [one["at"]["value"] for one in fields if one["at"].get("name") == "id"]
    kinds = [one for one in fields if one["at"].get("name") == "kind"]
    seen = [one for one in fields if one["at"].get("name") == "seq_seen"]

    assert len(ids) == len(set(ids))
    assert len(kinds) == len(seen) <= len(ids)


def test_every_drawing_exists(text: str) -> None:
    for file, name in re.findall(r"/static/([\w.]+)\?v=\w+#([\w-]+)", text):
        assert f'id="{name}"' in (look.STATIC / file).read_text("utf-8"), (file, name)
    assert '<use href="#' not in text


def test_nothing_comes_from_outside(text: str) -> None:
    assert not re.search(r"(src|href|action)=\"(https?:)?//", text)
    assert "url(" not in text
    assert not re.search(r"\son\w+=", text), "no script inside a page"


def test_a_name_is_never_markup(text: str) -> None:
    assert "<b>Mia</b>" not in text


def test_a_page_is_light(text: str) -> None:
    sent = [text.encode()] + [
        (look.STATIC / name).read_bytes() for name in ("tokens.css", "boodle.css", "live.js")
    ]

    assert sum(len(gzip.compress(part)) for part in sent) <= MOST_BYTES


def test_the_script_is_small() -> None:
    assert (look.STATIC / "live.js").stat().st_size < 8_192


def test_a_page_that_waits_looks_again_without_script() -> None:
    samples = {name: (template, values) for name, template, values in SAMPLES}

    waiting = gallery.render(*samples["cards-waiting"])
    playing = gallery.render(*samples["cards-player"])

    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in waiting
    assert "refresh" not in playing


def test_the_phones_own_look_is_on_the_page() -> None:
    values = gallery_pages.cards_page(
        page=gallery.page(look={"size": "picture", "turned": True, "dir": "rtl"})
    )

    text = gallery.render("table/cards_player.html", values, "day")

    opening = text[: text.index("<head>")]
    for said in (
        'data-theme="day"',
        'data-size="picture"',
        'data-letters="off"',
        "data-turned",
        'dir="rtl"',
    ):
        assert said in opening
