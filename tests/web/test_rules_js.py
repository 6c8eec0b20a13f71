"""static/rules.js in a real browser: what counts is said at once, as the server would say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, Response
from jinja2 import FileSystemLoader
from playwright.sync_api import Browser, Page, expect
from web import gallery, gallery_pages
from werkzeug.serving import make_server

from companion.web import house_rules, look

pytestmark = pytest.mark.browser


@pytest.fixture
def sheet(browser: Browser) -> Iterator[Page]:
    """The house rules sheet of Boodle on a small phone."""
    import threading

    app = Flask("rules", static_folder=str(look.STATIC), static_url_path="/static")
    app.jinja_loader = FileSystemLoader(gallery.TEMPLATES)  # type: ignore[assignment]
    page = next(values for name, _, values in gallery_pages.samples() if name == "rules")

    @app.get("/")
    def rules() -> Response:
        return Response(gallery.render("join/rules.html", page).replace("./static", "/static"))

    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    phone = browser.new_page(viewport={"width": 360, "height": 640})
    phone.goto(f"http://127.0.0.1:{server.server_port}/")
    yield phone
    phone.close()
    server.shutdown()


def said(page: Page) -> dict[str, Any]:
    """The form as it would be sent."""
    found: dict[str, Any] = page.evaluate(
        "Object.fromEntries(new FormData(document.getElementById('form')))"
    )
    return found


def asleep(page: Page) -> set[str]:
    """The lines greyed now, by the name of their fields."""
    names: list[str] = page.eval_on_selector_all(
        ".asleep", "all => all.map(one => one.querySelector('[name]').name)"
    )
    return set(names)


def test_the_page_greys_what_the_server_would_grey(sheet: Page) -> None:
    taps = ["[name=spare_auction]", "[name=change][value=suit]", "[name=pot_kind][value=poker]",
            "[name=end][value=manual]", "[name=placement][value='one:1']",
            "[name=spare][value=none]", "[name=unplayed_paycard][value=fixed]"]  # fmt: skip
    for tap in taps:
        sheet.eval_on_selector(tap, "one => one.click()")
        state = said(sheet)
        wanted = {
            question.name for question in house_rules.asked(gallery_pages.BOODLE)
            if not house_rules.counts(question, state)
        }  # fmt: skip
        assert asleep(sheet) == wanted, tap


def test_a_folded_choice_says_what_was_chosen(sheet: Page) -> None:
    line = sheet.locator(".ask", has_text="After a stop").first
    line.locator("summary").first.click()
    line.get_by_text("The other colour must be led").click()
    expect(line.locator(".chosen")).to_have_text("The other colour must be led")


def test_the_reason_is_shown_with_what_is_greyed(sheet: Page) -> None:
    sheet.locator("summary", has_text=re.compile("^Auction")).click()
    reason = sheet.get_by_text("Counts only where the dealer may sell the spare hand.").first
    expect(reason).to_be_visible()
    sheet.get_by_text("The dealer may sell the spare hand", exact=False).first.click()
    expect(reason).to_be_hidden()
