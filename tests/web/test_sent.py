"""What a request may carry: what cannot be kept is refused with a sentence."""

from __future__ import annotations

import pytest
from phones import TableMaker, words


@pytest.fixture
def at(table: TableMaker):  # type: ignore[no-untyped-def]
    made = table(4)
    made.begin()
    return made


def posted(at, body: bytes):  # type: ignore[no-untyped-def]
    return at.host.client.post(f"{at.url}/do", data=body, content_type="application/json")


@pytest.mark.parametrize(
    "body",
    [
        b'{"kind":"correct","id":"a","data":{"debit":0,"credit":1,"chips":1,"note":"x\\ud800"}}',
        b'{"kind":"stop","id":"\\ud800","data":{}}',
        b'{"kind":"stop","id":"\\u0000","data":{}}',
        b'{"kind":"dealer","id":"b","data":{"seat":2,"x":NaN}}',
        b"[" * 100_000,
        b"null",
        b'"text"',
        b"\xff\xfe",
        b'{"kind":"stop","id":"c","data":[]}',
    ],
)
def test_what_cannot_be_kept_is_refused_and_changes_nothing(at, body: bytes) -> None:  # type: ignore[no-untyped-def]
    before = at.seq

    answer = posted(at, body)

    assert answer.status_code == 400
    assert answer.get_json()["say"].endswith(".")
    assert at.seq == before
    assert at.host.get(at.url).status_code == 200


@pytest.mark.parametrize("page", ["back?seat=", "qr?seat=", "counts?for=", "?for=", "sell?buyer="])
def test_a_number_of_five_thousand_digits_is_no_number(at, page: str) -> None:  # type: ignore[no-untyped-def]
    answer = at.host.get(f"{at.url}/{page}{'9' * 5000}".replace("/?", "?"))

    assert answer.status_code in (200, 303)


def test_the_page_to_show_next_is_one_of_the_tables_own(at) -> None:  # type: ignore[no-untyped-def]
    for back in (f"{at.url}\r\nX: y", "//elsewhere", "http://elsewhere/", f"{at.url}//elsewhere"):
        answer = at.tap(at.host, "depth", depth="pots", back=back)

        assert answer.headers["Location"] == at.url


def test_a_void_hand_told_in_pots_asks_for_everybodys_cards(table: TableMaker) -> None:
    at = table(4, game="family_hearts", depth="pots")
    at.say("dealer", seat=3)
    at.say("begin_hand")
    at.say("deal")
    at.say("void")

    for page in ("", "/table", "/undo", "/history"):
        assert at.host.get(at.url + page).status_code == 200
    assert "Nobody is out" in words(at.host.get(at.url))
