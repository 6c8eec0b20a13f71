"""What a phone keeps in its browser: read back whole, ignored where it is odd, never too long."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.wrappers import Response

from companion.games import game_named
from companion.web import kept

BOODLE = game_named("boodle")


def cookie_of(answer: Response, name: str) -> str:
    found = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith(f"{name}=")]
    return found[0].split(";")[0].partition("=")[2] if found else ""


def test_house_rules_come_back_as_they_were(app: Flask) -> None:
    answer = Response()
    with app.test_request_context():
        kept.keep_rules(answer, BOODLE, {"per_card": 3, "layout": ["AH", "TC"]}, "cards")
    sent = cookie_of(answer, kept.RULES_COOKIE)
    with app.test_request_context(headers={"Cookie": f"{kept.RULES_COOKIE}={sent}"}):
        assert kept.rules(BOODLE) == ({"per_card": 3, "layout": ["AH", "TC"]}, "cards")


def test_rules_of_another_version_are_the_usual_ones(app: Flask) -> None:
    answer = Response()
    with app.test_request_context():
        kept.keep_rules(answer, BOODLE, {"no_such_rule": 3}, "cards")
    sent = cookie_of(answer, kept.RULES_COOKIE)
    with app.test_request_context(headers={"Cookie": f"{kept.RULES_COOKIE}={sent}"}):
        assert kept.rules(BOODLE) == ({}, kept.DEPTH)


def test_what_no_browser_would_keep_is_not_sent(app: Flask) -> None:
    answer = Response()
    with app.test_request_context():
        kept.keep_name(answer, "x" * 10_000, "cat")
    assert not cookie_of(answer, kept.NAME_COOKIE)


@pytest.mark.parametrize("name", ["Anna", "👩‍🌾 Ida", "أمين", 'a"b;c=d,e'])
def test_names_of_every_script_survive_the_cookie(app: Flask, name: str) -> None:
    answer = Response()
    with app.test_request_context():
        kept.keep_name(answer, name, "owl")
    client: FlaskClient = app.test_client()
    client.set_cookie(kept.NAME_COOKIE, cookie_of(answer, kept.NAME_COOKIE))
    with client:
        client.get("/ok")
        assert kept.name_and_animal() == (name, "owl")
