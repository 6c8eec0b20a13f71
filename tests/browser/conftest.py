"""A real server on a loopback port and a real Chromium: what the browser tests stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_cameras import Table
from browser_films import Launch
from browser_people import People
from conftest import ARGUMENTS
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


@pytest.fixture
def launch(browser: Browser, chromium: Path) -> Iterator[Launch]:
    """Start a browser whose camera shows a film."""
    opened: list[Browser] = []

    def start(film: Path) -> Browser:
        arguments = [
            *ARGUMENTS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ]  # fmt: skip
        opened.append(browser.browser_type.launch(executable_path=chromium, args=arguments))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture
def table(browser: Browser, house: House) -> Iterator[Table]:
    """People at a hand with cameras over it; their phones are put away afterwards."""
    made = Table(browser, house)
    yield made
    for phone in made.phones:
        phone.context.close()
