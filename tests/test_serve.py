"""companion/serve.py: what the terminal says, and who counts as a guest."""

import io
from types import SimpleNamespace

import numpy as np
import pytest

from companion import serve
from companion.network import net
from companion.paths import DATABASE
from companion.serve import GuestBook, Wishes
from companion.store import Store
from companion.web.network import Network

LAN = net.Address("wlan0", "192.168.1.5", "network")


class Terminal(io.StringIO):
    """A terminal that knows colours, or one that can write Latin letters only."""

    def __init__(self, *, is_terminal=True, encoding="utf-8"):
        super().__init__()
        self.is_terminal, self.encoding_name = is_terminal, encoding

    @property
    def encoding(self):
        return self.encoding_name

    def isatty(self):
        return self.is_terminal


def house(*, fixed=(LAN,), url=None, https_port=8422, has_guest=False):
    return SimpleNamespace(
        network=Network(port=8421, https_port=https_port, url=url, fixed=list(fixed)),
        guests=SimpleNamespace(has_guest=has_guest),
    )


def said(one, tmp_path, **wishes):
    paper = io.StringIO()
    serve.announce(one, Wishes(data=tmp_path, **wishes), paper)
    return paper.getvalue()


def test_the_terminal_names_the_address_the_doctor_and_the_folder(tmp_path):
    text = said(house(), tmp_path)

    assert "\n    http://192.168.1.5:8421\n" in text
    assert "https://192.168.1.5:8422" in text
    assert "http://localhost:8421/doctor" in text
    assert str(tmp_path) in text
    assert "█" in text


def test_without_a_network_there_is_no_code_but_a_sentence(tmp_path):
    text = said(house(fixed=()), tmp_path)

    assert "No network was found" in text
    assert "█" not in text
    assert "http://localhost:8421" in text


def test_a_given_url_is_the_one_that_is_shown(tmp_path):
    text = said(house(url="http://table.example:80"), tmp_path)

    assert "\n    http://table.example:80\n" in text
    assert "192.168" not in text


def test_without_https_no_camera_is_promised(tmp_path):
    assert "live camera" not in said(house(https_port=None), tmp_path)


def test_listening_on_this_machine_only_offers_phones_nothing():
    assert serve._fixed("127.0.0.1") == []
    assert serve._fixed("0.0.0.0") is None
    assert [address.ip for address in serve._fixed("192.168.1.5")] == ["192.168.1.5"]


def picture_of(code):
    """Draw half blocks as a dark terminal shows them: what is written is light."""
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), "\xa0": (0, 0), " ": (0, 0)}
    rows = []
    for line in code.splitlines():
        pairs = [halves[sign] for sign in line]
        rows += [[top for top, _ in pairs], [bottom for _, bottom in pairs]]
    return np.kron(np.array(rows, np.uint8) * 255, np.ones((6, 6), np.uint8))


@pytest.mark.vision
def test_the_code_in_a_dark_terminal_can_be_read():
    import cv2

    url = "http://192.168.1.5:8421"

    picture = picture_of(serve.terminal_qr(url, io.StringIO()))

    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == url


def test_a_colour_terminal_gets_light_on_dark_whatever_its_own_colours_are():
    text = serve.terminal_qr("http://192.168.1.5:8421", Terminal())

    assert text.startswith("\x1b[48;5;232m\x1b[38;5;255m")
    assert all(line.endswith("\x1b[0m") for line in text.splitlines())


def test_a_terminal_without_blocks_gets_a_sentence():
    assert "host page shows one" in serve.terminal_qr("http://x", Terminal(encoding="cp1252"))


def asked_from(ip):
    def app(environ, start_response):
        return [b"page"]

    guests = GuestBook(app, ["192.168.1.5"])
    assert guests({"REMOTE_ADDR": ip}, lambda *_: None) == [b"page"]
    return guests.has_guest


@pytest.mark.parametrize(
    ("ip", "is_guest"),
    [("127.0.0.1", False), ("192.168.1.5", False), ("192.168.1.77", True)],
)
def test_only_another_device_is_a_guest(ip, is_guest):
    assert asked_from(ip) is is_guest


def test_the_firewall_is_named_once_nobody_comes():
    paper = io.StringIO()

    serve.give_hint(house(), paper)

    assert "firewall" in paper.getvalue() and "/doctor" in paper.getvalue()


def test_nothing_is_said_once_somebody_came():
    paper = io.StringIO()

    serve.give_hint(house(has_guest=True), paper)

    assert paper.getvalue() == ""


def test_no_page_is_opened_where_there_is_no_desktop(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("webbrowser.open", lambda _url: pytest.fail("a browser was opened"))

    serve.open_page("http://localhost:8421/host")


def test_the_time_is_stored_as_utc():
    assert serve.now_utc()[10] == "T" and serve.now_utc().endswith("Z")


def test_a_mishap_after_the_start_ends_the_server_and_frees_the_database(tmp_path):
    wishes = Wishes(data=tmp_path, host="127.0.0.1", port=0, has_https=False)

    with pytest.raises(KeyError), serve.open_house(wishes) as house:
        raise KeyError("mishap")

    assert net.is_free("127.0.0.1", house.server.http_port)
    with Store.open(tmp_path / DATABASE) as store:
        assert store.evenings() == []
