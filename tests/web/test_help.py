"""S12: the doctor's findings; guests see nothing of the host's folders."""

from __future__ import annotations

import pytest
from phones import Phone, TableMaker, words

from companion.web.boodle import Boodle

GUEST = {"REMOTE_ADDR": "192.168.178.40"}


def test_the_host_sees_what_is_wrong_and_an_address_to_try(phone: Phone, table: TableMaker) -> None:
    there = table(3)
    page = phone.get("/doctor")
    text = words(page)
    assert "192.168.178.23:8421/ok" in text
    assert "No other device has reached this machine yet." in text
    assert f'href="{there.url}/addresses"' in page.get_data(as_text=True)


def test_a_guest_who_gets_through_is_noticed(phone: Phone) -> None:
    assert words(phone.get("/ok", environ_base=GUEST)).startswith("OK")
    assert "A phone was here just now" in phone.text("/doctor")


def test_the_own_address_is_no_guest(phone: Phone) -> None:
    phone.get("/ok", environ_base={"REMOTE_ADDR": "192.168.178.23"})
    assert "No other device" in phone.text("/doctor")


def test_guests_see_only_what_concerns_the_network(phone: Phone) -> None:
    text = words(phone.get("/doctor", environ_base=GUEST))
    assert "Port" in text
    for word in ("Folder", "Disk", "Database", "Python", "Just this phone"):
        assert word not in text


def test_without_a_network_it_says_so_and_offers_this_phone_alone(
    phone: Phone, boodle: Boodle
) -> None:
    boodle.network.fixed = []
    text = phone.text("/doctor")
    assert "This computer is on no network" in text and "Just this phone" in text
    answer = phone.post("/host", game="boodle", mode="phone", kind="alone", id="x")
    assert answer.headers["Location"].endswith("/add")


@pytest.mark.parametrize(
    ("base", "words_"),
    [
        ("http://localhost:8421", "the browser may use a camera"),
        ("https://192.168.178.23:8422", "the browser may use a camera"),
        ("http://192.168.178.23:8421", "no live camera on a page without https"),
    ],
)
def test_the_doctor_says_whether_this_browser_gets_a_live_camera(
    phone: Phone, boodle: Boodle, base: str, words_: str
) -> None:
    boodle.network.https_port = 8422

    page = phone.get("/doctor", base_url=base)

    assert words_ in words(page)
    assert ("https://192.168.178.23:8422/doctor" in page.get_data(as_text=True)) == (
        base.startswith("http://192")
    )


def test_without_a_certificate_the_doctor_names_photographs(phone: Phone) -> None:
    page = phone.get("/doctor", base_url="http://192.168.178.23:8421")

    assert "Take photos instead" in words(page)
