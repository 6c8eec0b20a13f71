"""companion/network/threshold.py: our own names only, and text small."""

import gzip
import json

import pytest
from flask import Flask, Response

from companion.network.threshold import Compressed, KnownHosts

TEXT = "seven of spades? " * 200
ZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def app(tmp_path):
    app = Flask("test", static_folder=str(tmp_path), static_url_path="/static")
    (tmp_path / "look.css").write_text("a { color: red }\n" * 100)
    (tmp_path / "card.png").write_bytes(b"\x89PNG" * 1000)

    @app.get("/page")
    def page():
        return TEXT

    @app.get("/json")
    def as_json():
        return {"text": TEXT}

    @app.get("/short")
    def short():
        return "OK"

    @app.get("/lost")
    def lost():
        return TEXT, 404

    @app.get("/stream")
    def stream():
        return Response((f"data: {n}\n\n" for n in range(500)), mimetype="text/event-stream")

    app.wsgi_app = KnownHosts(Compressed(app.wsgi_app), ["cards.example"])
    return Client(app.test_client())


class Client:
    """Reads answers to their end and closes them, as a browser does."""

    def __init__(self, client):
        self.client = client

    def get(self, path, **more):
        return self.closed(self.client.get(path, **more))

    def head(self, path, **more):
        return self.closed(self.client.head(path, **more))

    def closed(self, answer):
        answer.get_data()
        answer.close()
        return answer


@pytest.mark.parametrize("path", ["/page", "/json", "/static/look.css"])
def test_text_is_sent_small_and_reads_the_same(app, path):
    plain, small = app.get(path), app.get(path, headers=ZIP)

    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.headers["Vary"] == "Accept-Encoding"
    assert len(small.data) == int(small.headers["Content-Length"]) < len(plain.data) / 5
    assert gzip.decompress(small.data) == plain.data
    assert small.mimetype == plain.mimetype


@pytest.mark.parametrize("path", ["/short", "/stream", "/static/card.png", "/lost"])
def test_what_gains_nothing_or_must_not_wait_passes_as_it_is(app, path):
    answer = app.get(path, headers=ZIP)

    assert "Content-Encoding" not in answer.headers
    assert answer.data == app.get(path).data


def test_a_file_the_browser_has_is_not_sent_again(app):
    first = app.get("/static/look.css", headers=ZIP)
    again = app.get("/static/look.css", headers=ZIP | {"If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    assert again.data == b""


def test_a_changed_file_is_compressed_anew(app, tmp_path):
    app.get("/static/look.css", headers=ZIP)
    (tmp_path / "look.css").write_text("b { color: blue }\n" * 120)

    assert gzip.decompress(app.get("/static/look.css", headers=ZIP).data).startswith(b"b {")


def test_a_head_request_gets_no_body(app):
    answer = app.head("/page", headers=ZIP)

    assert answer.data == b""
    assert answer.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "host",
    [
        "192.168.178.23:8421", "127.0.0.1", "localhost:8421", "[fd00::5]:8421", "[::1]",
        "annas-mac.local:8421", "annas-mac", "table.fritz.box", "cards.example", "CARDS.example:80",
    ],
)  # fmt: skip
def test_our_own_names_are_answered(app, host):
    assert app.get("/short", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8421", "local.evil.example", "127.0.0.1.evil.example", "1.2.3"],
)
def test_a_web_sites_name_is_refused_with_a_sentence(app, host):
    answer = app.get("/short", headers={"Host": host})

    assert answer.status_code == 421
    assert "Open the address that its screen shows" in answer.text


def test_json_stays_json(app):
    assert json.loads(gzip.decompress(app.get("/json", headers=ZIP).data)) == {"text": TEXT}
