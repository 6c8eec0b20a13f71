"""House rules kept under a name, and house rules by their code: chosen, refused, brought back."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
import qrcode
from flask import Flask
from phones import Phone, words

from companion import rules_code
from companion.games import game_named
from companion.store.shelf import Shelf
from companion.web import house_rules, kept
from companion.web.boodle import Boodle

BOODLE = game_named("boodle")
NAME = "Granny’s Christmas rules"
CODE = "B3T7 BK9Q"
"""Boodle at 2 chips a card."""


def filled(**changes: str) -> dict[str, str]:
    return {**house_rules.state_of(BOODLE.preset), "depth": kept.DEPTH, **changes}


def shelf(boodle: Boodle) -> Shelf:
    return Shelf(boodle.door.store, boodle.croupier.now)


def keep(phone: Phone, name: str = NAME, **changes: str) -> None:
    answer = phone.post("/host/rules?game=boodle", **filled(keep_as=name, id=name, **changes))
    assert answer.status_code == 303, words(answer)


def stranger(app: Flask) -> Phone:
    """A phone that is not on the machine that runs Boodle."""
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.178.77"
    return phone


def test_rules_kept_under_a_name_are_offered_on_every_phone(phone: Phone, app: Flask) -> None:
    keep(phone, per_card="3", depth="cards")
    page = stranger(app).text("/host")
    assert "As you play at home" in page and f"{NAME} Boodle · 1 own rule" in page


def test_a_table_is_opened_by_kept_rules(phone: Phone, app: Flask, boodle: Boodle) -> None:
    keep(phone, per_card="3", depth="cards")
    to = stranger(app).post("/host", game="kept-1", id="open").headers["Location"]
    evening = boodle.croupier.evening_by_code(to.split("/")[2])
    assert evening is not None
    table = boodle.croupier.table(evening.id)
    assert table.options.per_card == 3 and table.depth == "cards"


def test_kept_rules_stay_after_the_phone_has_other_ones(phone: Phone) -> None:
    keep(phone, per_card="3")
    phone.post("/host/rules?game=boodle", **filled(per_card="9"))
    assert "Every other player pays 3 chips" in phone.text("/host/kept/1")


@pytest.mark.parametrize(
    ("name", "says"),
    [("x" * 41, "41 letters"), ("\u2800", "The name is empty"), (NAME.upper(), "are kept already")],
)
def test_a_name_that_does_not_go_brings_the_form_back(phone: Phone, name: str, says: str) -> None:
    keep(phone)
    answer = phone.post("/host/rules?game=boodle", **filled(keep_as=name, per_card="7"))
    assert answer.status_code == 409 and says in words(answer)
    page = answer.get_data(as_text=True)
    assert 'value="7"' in page and f'value="{name}"' in page


def test_a_name_without_letters_stands_for_none(phone: Phone, boodle: Boodle) -> None:
    keep(phone, "   ")
    assert shelf(boodle).all() == ()


def test_a_set_is_renamed_forgotten_and_brought_back(phone: Phone) -> None:
    keep(phone)
    phone.post("/host/kept/1", act="rename", name="Easter", id="r")
    assert "Easter" in phone.text("/host/kept") and NAME not in phone.text("/host")

    phone.post("/host/kept/1", act="forget", id="f")
    assert "Easter" not in phone.text("/host")
    assert "Forgotten Easter" in phone.text("/host/kept")
    assert "nobody can choose them" in phone.text("/host/kept/1")

    phone.post("/host/kept/1", act="back", id="b")
    assert "Easter" in phone.text("/host")


def test_a_name_refused_at_renaming_stays_as_typed(phone: Phone) -> None:
    keep(phone)
    keep(phone, "Easter")
    answer = phone.post("/host/kept/1", act="rename", name="easter", id="r")
    assert answer.status_code == 409 and "are kept already" in words(answer)
    assert 'value="easter"' in answer.get_data(as_text=True)


def test_somebody_else_can_choose_them_but_not_forget_them(phone: Phone, app: Flask) -> None:
    keep(phone)
    guest = stranger(app)
    assert "Play by these rules" in guest.text("/host/kept/1")
    assert "Forget them" not in guest.text("/host/kept/1")
    answer = guest.post("/host/kept/1", act="forget", id="f")
    assert answer.status_code == 403 and NAME in phone.text("/host")


def test_who_kept_them_may_forget_them_from_any_phone(app: Flask) -> None:
    guest = stranger(app)
    keep(guest)
    assert guest.post("/host/kept/1", act="forget", id="f").status_code == 303


@pytest.mark.parametrize("path", ["/host/kept/9", "/host/kept/x"])
def test_rules_that_are_not_there_say_so(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code in (404, 409)


@pytest.mark.parametrize("game", ["kept-9", "kept-x", "kept-99999999999999"])
def test_a_choice_that_is_gone_opens_no_table(phone: Phone, boodle: Boodle, game: str) -> None:
    assert phone.post("/host", game=game, id="o").status_code == 409
    assert boodle.door.store.evenings() == []


def test_the_house_rules_key_leads_to_the_kept_set(phone: Phone) -> None:
    keep(phone)
    answer = phone.post("/host", game="kept-1", mode="rules")
    assert answer.headers["Location"].endswith("/host/kept/1")


def test_an_empty_shelf_says_how_to_fill_it(phone: Phone) -> None:
    assert "None are kept under a name yet" in phone.text("/host/kept")


# ---- by a code ----------------------------------------------------------------------------------


def test_a_typed_code_shows_its_rules_and_is_taken(phone: Phone, boodle: Boodle) -> None:
    to = phone.post("/host/code", code="b3t7-bk9q").headers["Location"]
    assert "Every other player pays 2 chips" in phone.text(to)
    assert "One rule is their own" in phone.text(to)

    assert (
        phone.post("/host/code", code=CODE, take="yes").headers["Location"] == "/host?game=boodle"
    )
    assert "with your 1 house rule" in phone.text("/host?game=boodle")
    opened = phone.post("/host", game="boodle", id="o").headers["Location"]
    evening = boodle.croupier.evening_by_code(opened.split("/")[2])
    assert evening is not None and boodle.croupier.table(evening.id).options.per_card == 2


def test_a_mistyped_code_comes_back_as_typed_with_what_is_wrong(phone: Phone) -> None:
    answer = phone.post("/host/code", code="b3t7 bk8q")
    assert answer.status_code == 409
    assert "The second group, BK8Q, looks wrong: is it BK9Q?" in words(answer)
    assert 'value="b3t7 bk8q"' in answer.get_data(as_text=True)
    assert phone.get("/host/code?code=banana").status_code == 409


def picture(text: str) -> bytes:
    """A photograph of a QR code on a table."""
    made = qrcode.QRCode(border=4)
    made.add_data(text)
    made.make(fit=True)
    dark = np.kron(np.array(made.get_matrix(), dtype=np.uint8), np.ones((8, 8), dtype=np.uint8))
    image = np.full((dark.shape[0] + 120, dark.shape[1] + 120), 90, dtype=np.uint8)
    image[60:-60, 60:-60] = 255 - 255 * dark
    return bytes(cv2.imencode(".png", image)[1])


def photographed(phone: Phone, data: bytes) -> object:
    return phone.client.post("/host/code", data={"photo": (io.BytesIO(data), "code.png")})


def test_the_qr_code_of_a_rule_card_is_read_from_a_photograph(phone: Phone) -> None:
    answer = photographed(phone, picture(f"{rules_code.PREFIX} {CODE}"))
    assert answer.headers["Location"] == "/host/code?code=B3T7%20BK9Q"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (picture("http://192.168.178.23:8421/t/K7QX"), "has no"),
        (b"no picture", ""),
        (bytes(cv2.imencode(".png", np.full((300, 300), 200, dtype=np.uint8))[1]), "no QR code"),
    ],
)
def test_a_photograph_without_a_code_says_so(phone: Phone, data: bytes, says: str) -> None:
    answer = photographed(phone, data)
    assert answer.status_code in (400, 409)  # type: ignore[attr-defined]
    assert says in words(answer)  # type: ignore[arg-type]


def test_the_form_leads_to_codes_and_to_kept_rules(phone: Phone) -> None:
    assert "A code from another table" in phone.text("/host/rules")
    keep(phone)
    assert "Kept before: 1 set" in phone.text("/host/rules")
