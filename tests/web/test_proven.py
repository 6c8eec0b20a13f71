"""What cards prove, on every screen at once: the evidence, what follows, and the host's answer."""

from __future__ import annotations

import re

import pytest
from phones import AtTable, Phone, TableMaker, forms, words
from tapped import card_line, line, tap
from werkzeug.test import TestResponse

from companion.web import shapes

LED_HIGH = "Anna 9D, stop, Anna 4C, stop, Anna 3D"
SAID = (
    "Anna led 9 of diamonds in run 1 and now plays 3 of diamonds , held all along: "
    "3 of diamonds should have led."
)


def named(page: TestResponse) -> str:
    """The words of a page, drawn cards by their names, as they are read aloud."""
    body = page.get_data(as_text=True)
    page.set_data(re.sub(r'(?s)<svg class="ix[^>]*aria-label="([^"]*)".*?</svg>', r" \1 ", body))
    return words(page)


@pytest.fixture
def fining(table: TableMaker) -> AtTable:
    """A table that fines one chip; Anna has just given her first lead away."""
    at = table(4, irregularity="fine:1")
    at.begin()
    tap(at, LED_HIGH)
    return at


def shown(at: AtTable, phone: Phone, path: str = "") -> str:
    """What a phone shows now."""
    return named(phone.get(f"{at.url}{path}", follow_redirects=True))


def every_screen(at: AtTable) -> list[str]:
    """Every kind of screen: all phones, a watcher's, and the table display."""
    phones = [*at.players.values(), at.phone("watcher")]
    return [*(shown(at, phone) for phone in phones), shown(at, at.host, "/table")]


def answers(at: AtTable, phone: Phone) -> dict[str, dict[str, str]]:
    """The keys of a phone that answer a breach, by kind."""
    page = phone.get(at.url, follow_redirects=True)
    return {f["kind"]: f for f in forms(page) if f.get("kind") in ("fine", "let_go")}


def press(at: AtTable, kind: str) -> None:
    """Press a key on the host's phone."""
    form = answers(at, at.host)[kind]
    assert at.host.post(form.pop("action"), **form).status_code == 303


# ---- shown


def test_a_proof_is_on_every_screen_at_once_with_its_evidence(fining: AtTable) -> None:
    for screen in every_screen(fining):
        assert SAID in screen


def test_every_screen_says_what_the_house_rules_make_of_it(fining: AtTable) -> None:
    for screen in every_screen(fining):
        assert "by your rules it costs 1 chip to each of the others." in screen


def test_only_the_host_has_the_keys(fining: AtTable) -> None:
    assert set(answers(fining, fining.host)) == {"fine", "let_go"}
    assert answers(fining, fining.players[1]) == {}
    refused = fining.tap(fining.players[1], "let_go", seat=0, code="not_lowest", claimed_at=0)
    assert refused.status_code == 403


def test_before_the_card_that_proves_it_nothing_is_said(table: TableMaker) -> None:
    at = table(4, irregularity="fine:1")
    at.begin()
    tap(at, "Anna 9D, stop, Anna 4C, stop")

    assert all("held all along" not in screen for screen in every_screen(at))


def test_where_breaches_are_pointed_out_the_remark_fades(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table(4)
    at.begin()
    tap(at, LED_HIGH)
    assert SAID not in shown(at, at.host)

    monkeypatch.setattr(shapes, "age_s", lambda at_utc: 5.0)

    assert all(f"{SAID} The play stands." in screen for screen in every_screen(at))
    assert set(answers(at, at.host)) == {"let_go"}


def test_a_remark_is_left_with_one_tap(table: TableMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "age_s", lambda at_utc: 5.0)
    at = table(4)
    at.begin()
    tap(at, LED_HIGH)

    press(at, "let_go")

    assert all(SAID not in screen for screen in every_screen(at))


def test_a_lead_that_should_change_is_doubted_and_not_called_a_breach(
    table: TableMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shapes, "age_s", lambda at_utc: 5.0)
    at = table(4, change="suit")
    at.begin()
    tap(at, "Anna 4C, stop, Anna 8C")

    assert "The lead should change; Anna says there is nothing else." in shown(at, at.host)
    assert answers(at, at.host) == {}


def test_it_stands_on_the_page_of_payments_until_the_next_hand(table: TableMaker) -> None:
    at = table(4, irregularity="fine:1")
    at.begin()
    tap(at, LED_HIGH)
    at.say("pots_only")
    at.say("void")
    assert all(SAID in screen for screen in every_screen(at))

    at.say("begin_hand")

    assert all(SAID not in screen for screen in every_screen(at))


# ---- answered


def test_one_tap_books_the_fine_and_the_note_goes(fining: AtTable) -> None:
    press(fining, "fine")

    assert [fining.state.balance(seat) for seat in range(4)] == [23, 27, 27, 23]
    assert all(SAID not in screen for screen in every_screen(fining))


def test_one_tap_lets_it_go(fining: AtTable) -> None:
    before = fining.state.balances

    press(fining, "let_go")

    assert fining.state.balances == before
    assert all(SAID not in screen for screen in every_screen(fining))


def test_the_same_breach_is_not_fined_twice(fining: AtTable) -> None:
    form = answers(fining, fining.host)["fine"]
    press(fining, "fine")

    again = fining.host.post(form.pop("action"), **{**form, "id": "another tap"})

    assert again.status_code == 409
    assert fining.state.balance(0) == 23


def test_an_undone_fine_asks_again(fining: AtTable) -> None:
    before = fining.state.digest()
    press(fining, "fine")

    fining.say("undo", seq=line(fining, "Fined"))

    assert fining.state.digest() == before
    assert set(answers(fining, fining.host)) == {"fine", "let_go"}


# ---- looked up


def test_the_history_has_a_line_for_the_proof(fining: AtTable) -> None:
    history = shown(fining, fining.host, "/history")

    assert f"{SAID[:-1]}" in history
    assert "proven by the cards" in history


def test_the_card_that_proves_something_says_so_when_asked_why(fining: AtTable) -> None:
    why = shown(fining, fining.host, f"/cause/{card_line(fining, '3D')}")

    assert f"It proves {SAID}" in why


def test_a_fine_names_its_cause_and_its_witness(fining: AtTable) -> None:
    press(fining, "fine")

    why = shown(fining, fining.players[2], f"/cause/{line(fining, 'Fined')}")

    assert f"Proven {SAID}" in why
    assert f"Witness 3 of diamonds in line {card_line(fining, '3D')}," in why
    assert why.count("1 Anna → ") == 3


def test_what_was_let_go_stays_in_the_history(fining: AtTable) -> None:
    press(fining, "let_go")

    assert "Let go: Anna led" in shown(fining, fining.host, "/history")
    why = shown(fining, fining.host, f"/cause/{line(fining, 'BreachAnswered')}")
    assert f"Proven {SAID}" in why


def test_a_proof_that_was_undone_is_gone_from_the_history(fining: AtTable) -> None:
    fining.say("undo", seq=card_line(fining, "3D"))

    assert "held all along" not in shown(fining, fining.host, "/history")
    assert "It proves" not in shown(fining, fining.host, f"/cause/{card_line(fining, '3D')}")


def test_a_pay_card_shown_at_the_end_is_a_witness_too(table: TableMaker) -> None:
    at = table(3, irregularity="fine:1", unplayed_paycard="double")
    at.begin()
    at.say("correct_count", seat=0, cards=2)
    tap(at, "Anna KH, stop, Anna 4C")

    at.say("holds", seat=1, space="AH")

    why = shown(at, at.host, f"/cause/{line(at, 'PayCardShown')}")
    assert "ace of hearts was called in run 1 and nobody said to have it; now Ben shows it." in why
