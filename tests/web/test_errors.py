"""Mishaps: a calm page or JSON, the right status, never a traceback."""

from __future__ import annotations

import sqlite3

import pytest
from flask import Flask
from phones import Phone, TableMaker, words

from companion.store.errors import DamagedDatabase, StoreFull, UnwritableStore
from companion.web.boodle import Boodle


@pytest.mark.parametrize("path", ["/nowhere", "/t/NOPE", "/t/NOPE/menu", "/t/%00/join"])
def test_what_is_not_there_says_so_with_a_way_on(phone: Phone, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "There is no" in words(answer)
    assert 'href="/"' in answer.get_data(as_text=True)


def test_an_unknown_page_of_a_table_leads_back_to_it(table: TableMaker) -> None:
    there = table(3)
    answer = there.host.get(f"{there.url}/nothing")
    assert answer.status_code == 404
    assert f'href="{there.url}"' in answer.get_data(as_text=True)


def test_a_code_works_in_any_case_of_letters(table: TableMaker) -> None:
    there = table(3)
    assert there.host.get(there.url.lower() + "/menu").status_code == 200


def test_a_page_that_only_takes_taps_says_so(table: TableMaker) -> None:
    there = table(3)
    answer = there.host.get(f"{there.url}/do")
    assert answer.status_code == 405
    assert "tap the button" in words(answer)


def test_what_is_too_large_is_refused_with_the_limit(app: Flask, table: TableMaker) -> None:
    there = table(3)
    app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024
    answer = there.host.client.post(f"{there.url}/join", data={"name": "x" * 2_000_000})
    assert answer.status_code == 413
    assert "1 MB" in words(answer)


def test_scripts_get_json_without_a_page(phone: Phone) -> None:
    answer = phone.get("/t/NOPE", headers={"Accept": "application/json"})
    body = answer.get_json()
    assert answer.status_code == 404
    assert body["ok"] is False and body["code"] == "unknown_table" and body["seq"] == 0
    assert "NOPE" in body["say"]


@pytest.mark.parametrize(
    "error",
    [
        StoreFull("The disk is full, so nothing was stored. Make room and repeat the last tap."),
        UnwritableStore("Boodle cannot write it, so nothing was stored."),
        DamagedDatabase(None, "malformed"),
    ],
)
def test_trouble_with_the_store_is_said_in_its_own_sentence(
    table: TableMaker, boodle: Boodle, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    there = table(3)

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(boodle.croupier.store, "append", refuse)
    seq = there.seq
    answer = there.tap(there.host, "dealer", seat=0)
    assert answer.status_code == 503
    assert str(error).split(".")[0] in words(answer)
    monkeypatch.undo()
    assert there.seq == seq
    assert there.tap(there.host, "dealer", seat=0).status_code == 303


def test_a_mistake_of_ours_is_logged_and_the_phone_gets_a_calm_page(
    app: Flask, table: TableMaker, boodle: Boodle, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = table(3)
    app.testing = False

    def fail(*_: object) -> None:
        raise sqlite3.ProgrammingError("a secret detail")

    monkeypatch.setattr(boodle.croupier, "state", fail)
    answer = there.host.get(f"{there.url}/menu")
    assert answer.status_code == 500
    assert "secret" not in answer.get_data(as_text=True)
    assert "mistake" in words(answer)


def test_another_web_site_cannot_tap_for_a_phone(table: TableMaker) -> None:
    there = table(3)
    seq = there.seq
    for path in ("do", "join", "rules", "look"):
        answer = there.host.client.post(
            f"{there.url}/{path}", data={"kind": "dealer", "seat": "1", "id": "x"},
            headers={"Origin": "http://evil.example"},
        )  # fmt: skip
        assert answer.status_code == 403
    assert there.seq == seq
