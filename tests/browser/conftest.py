"""A real server on a loopback port and a real Chromium: what the browser tests stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_people import People
from playwright.sync_api import Browser

from companion.network.net import free_port
from companion.serve import House, Wishes, open_house


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that answers, with an empty data folder."""
    port = free_port("127.0.0.1", 8600)
    wishes = Wishes(data=tmp_path, host="0.0.0.0", port=port, opens_browser=False, has_https=False)
    opened = open_house(wishes)
    yield opened
    opened.server.stop()
    opened.close()


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[Callable[..., People]]:
    """Make people with devices: ``people("Anna", "Ben")``; their pages must not fail."""
    made: list[People] = []

    def make(*names: str, **more: Any) -> People:
        made.append(People(browser, house, names, **more))
        return made[-1]

    yield make
    for group in made:
        group.close()
