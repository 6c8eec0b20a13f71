"""static/live.js in a real browser: fresh by itself, taps never lost and never doubled."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, Response, redirect, request
from jinja2 import FileSystemLoader
from playwright.sync_api import Browser, Page, expect
from web import gallery, gallery_pages
from werkzeug.serving import BaseWSGIServer, make_server

from companion.web import live, look

pytestmark = pytest.mark.browser


class Table:
    """A table of one number: each command moves it on once; *down* makes the door answer 503."""

    id = "evening"

    def __init__(self) -> None:
        self.hub = live.Hub(heartbeat_s=1.0)
        self.croupier = self
        self.seen: list[str] = []
        self.posts = 0
        self.down = False
        self.refuse = False
        self.broken = False
        self.number = 0

    def seq(self, _evening_id: str) -> int:
        return self.number

    def evening_by_code(self, code: str) -> Table | None:
        return self if code == "K7QX" else None

    def move(self) -> None:
        self.number += 1
        self.hub.announce(self.id, self.number, "Something happened.")


def make_app(table: Table) -> Flask:
    app = Flask("companion.web")
    app.jinja_loader = FileSystemLoader(gallery.TEMPLATES)
    app.extensions["boodle"] = table
    app.register_blueprint(live.blueprint)
    look.furnish(app.jinja_env)

    def header() -> dict[str, Any]:
        return gallery.page(seq=table.number, where=f"Step {table.number}")

    def render(name: str, values: dict[str, Any], status: int = 200) -> Response:
        return Response(
            app.jinja_env.get_template(name).render(values), status, mimetype="text/html"
        )

    @app.get("/t/K7QX")
    def now() -> Response:
        return render("table/cards_player.html", gallery_pages.cards_page(page=header()))

    @app.get("/t/K7QX/correct")
    def correct() -> Response:
        values = {
            "action": {"do": gallery.do("Correct")},
            "accounts": [{"key": 0, "name": "Anna", "chips": 1}],
        }
        return render("table/correct.html", values | {"page": header() | {"back": "/t/K7QX"}})

    @app.post("/t/K7QX/do")
    def do() -> Any:
        table.posts += 1
        if table.down:
            return Response("down", 503)
        if table.broken:
            values = {"asks": "That was too much", "came": "40 MB came.", "keys": []}
            return render("errors/error.html", values | {"page": header() | {"code": None}}, 413)
        if table.refuse:
            values = {
                "asks": "Anna was faster",
                "title": "t",
                "text": "x",
                "go": {"href": "/t/K7QX"},
            }
            return render("errors/already.html", values | {"page": header()}, 409)
        if request.form["id"] not in table.seen:
            table.seen.append(request.form["id"])
            table.move()
        return redirect("/t/K7QX", 303)

    return app


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def server(table: Table) -> Iterator[BaseWSGIServer]:
    made = make_server("127.0.0.1", 0, make_app(table), threaded=True)
    made.daemon_threads = True
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    table.hub.close()
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture
def open_page(browser: Browser, server: BaseWSGIServer) -> Iterator[Any]:
    contexts = []

    def opened(path: str = "", context: Any = None) -> Page:
        if context is None:
            context = browser.new_context(viewport={"width": 360, "height": 640})
            contexts.append(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/t/K7QX{path}")
        return page

    yield opened
    for context in contexts:
        context.close()


def test_another_phones_tap_is_seen_without_a_reload(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")
    page.evaluate("window.same = true")

    table.move()

    expect(page.locator(".where")).to_have_text("Step 1")
    assert page.evaluate("window.same")
    assert page.locator("input[name=seq_seen]").first.input_value() == "1"


def test_half_typed_words_and_the_focus_stay(table: Table, open_page: Any) -> None:
    page = open_page("/correct")
    expect(page.locator(".fresh")).to_have_text("live")
    page.fill("#note", "we forgot")

    table.move()

    expect(page.locator(".where")).to_have_text("Step 1")
    assert page.input_value("#note") == "we forgot"
    assert page.evaluate("document.activeElement.id") == "note"


def test_a_tap_is_posted_once_even_when_it_is_doubled(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")

    page.evaluate("() => { const key = document.querySelector('.go'); key.click(); key.click(); }")

    expect(page.locator(".where")).to_have_text("Step 1")
    assert table.posts == 1
    assert page.locator("[aria-busy]").count() == 0


def test_an_unsent_tap_waits_says_so_and_goes_once(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")
    table.down = True

    page.click(".go")
    expect(page.locator("#notsent")).to_contain_text("Not sent yet")
    expect(page.locator(".go")).to_have_attribute("aria-busy", "true")
    table.down = False

    expect(page.locator(".where")).to_have_text("Step 1")
    expect(page.locator("#notsent")).to_have_count(0)
    expect(page.locator("#line")).to_have_count(0)
    assert len(table.seen) == 1


def test_two_taps_while_away_are_sent_in_order(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")
    wanted = [page.locator("input[name=id]").nth(place).input_value() for place in range(2)]
    table.down = True

    for place in range(2):
        page.locator("#act form button").nth(place).click()
    table.down = False

    expect(page.locator(".where")).to_have_text("Step 2")
    assert table.seen == wanted


def test_a_tap_survives_a_reload_while_the_table_is_away(table: Table, open_page: Any) -> None:
    page = open_page()
    table.down = True
    page.click(".go")
    expect(page.locator("#notsent")).to_be_visible()

    page.reload()
    table.down = False

    expect(page.locator(".where")).to_have_text("Step 1")
    assert len(table.seen) == 1


def test_a_refusal_stays_until_it_is_read(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")
    table.refuse = True

    page.click(".go")
    expect(page.locator("h1")).to_have_text("Anna was faster")
    table.move()
    page.wait_for_timeout(300)
    expect(page.locator("h1")).to_have_text("Anna was faster")
    page.click(".go")

    expect(page.locator(".where")).to_have_text("Step 1")


def test_an_error_is_shown_with_its_sentence(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")
    table.broken = True

    page.click(".go")

    expect(page.locator("h1")).to_have_text("That was too much")
    expect(page.locator(".note")).to_contain_text("40 MB came.")


def test_offline_says_since_when_and_comes_back(table: Table, open_page: Any) -> None:
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")

    page.context.set_offline(True)
    expect(page.locator("#line")).to_contain_text("Offline since")
    table.move()
    page.context.set_offline(False)

    expect(page.locator(".where")).to_have_text("Step 1")
    expect(page.locator("#line")).to_have_count(0)


def test_two_tabs_of_a_browser_share_one_stream(table: Table, open_page: Any) -> None:
    first = open_page()
    expect(first.locator(".fresh")).to_have_text("live")
    second = open_page("/correct", first.context)
    expect(second.locator(".fresh")).to_have_text("live")

    assert table.hub.count == 1
    table.move()
    expect(first.locator(".where")).to_have_text("Step 1")
    expect(second.locator(".where")).to_have_text("Step 1")

    first.close()
    table.move()
    expect(second.locator(".where")).to_have_text("Step 2")
    table.move()
    expect(second.locator(".where")).to_have_text("Step 3")


def test_where_the_table_has_no_room_for_a_stream_the_page_asks(
    table: Table, open_page: Any
) -> None:
    table.hub.stream_limit = 0
    page = open_page()
    expect(page.locator(".fresh")).to_have_text("live")

    table.move()

    expect(page.locator(".where")).to_have_text("Step 1")
