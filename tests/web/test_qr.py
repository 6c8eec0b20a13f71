"""The codes are read back by OpenCV, as a phone's camera would."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from companion.network.net import Address
from companion.web import qr
from companion.web.network import Network


def read(svg: str, scale: int = 8) -> str:
    size = int(re.search(r'viewBox="0 0 (\d+)', svg).group(1))  # type: ignore[union-attr]
    modules = np.full((size, size), 255, np.uint8)
    dark = re.findall(r'd="([^"]*)" fill="#000"', svg)[0]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", dark):
        modules[int(y), int(x) : int(x) + int(width)] = 0
    picture = np.kron(modules, np.ones((scale, scale), np.uint8))
    return str(cv2.QRCodeDetector().detectAndDecode(picture)[0])


@pytest.mark.parametrize("path", ["/t/K7QX/join", "/t/K7QX/back?seat=2"])
def test_the_code_carries_the_address_of_the_machine_in_the_network(path: str) -> None:
    network = Network(fixed=[Address("wlan0", "192.168.178.23", "network")])
    card = qr.card(network, path)
    assert card is not None
    assert read(card["svg"]) == f"http://192.168.178.23:8421{path}"
    assert card["address"] == "192.168.178.23:8421"


def test_without_a_network_there_is_no_code() -> None:
    assert qr.card(Network(fixed=[]), "/t/K7QX/join") is None


def test_the_code_has_its_own_white_ground_and_a_quiet_zone_of_four() -> None:
    svg = qr.drawing("http://192.168.178.23:8421")
    assert 'fill="#fff"' in svg
    xs = [int(x) for x in re.findall(r"M(\d+) \d+h\d+v1", svg)]
    assert min(xs) == 4


def test_a_label_is_escaped() -> None:
    assert "<b>" not in qr.drawing("x", 'a"><b>')
