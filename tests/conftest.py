"""What tests of every folder share: the two things a checkout alone does not have."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHECKOUT = Path(__file__).resolve().parent.parent
IS_GATE = os.environ.get("BOODLE_CI") == "1"  # everything must be there; nothing is skipped
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# A slow machine is no failure; the gate repeats itself exactly, a developer's run explores.
hypothesis.settings.register_profile("boodle", deadline=None, derandomize=IS_GATE)
hypothesis.settings.load_profile("boodle")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder beside the checkout: hand records and photographs that are not ours to ship."""
    folder = Path(os.environ.get("BOODLE_SHARED", CHECKOUT.parent / "shared"))
    if not folder.is_dir():
        lacking(f"there is no folder {folder}: put it beside the checkout, or set BOODLE_SHARED")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The path of a Chromium that tests may drive."""
    found = os.environ.get("BOODLE_CHROMIUM") or _first_on_path()
    if not found:
        lacking("no Chromium found: apt-get install chromium, or set BOODLE_CHROMIUM to its path")
    return Path(found)


@pytest.fixture(scope="session")
def browser(chromium: Path) -> Iterator[Browser]:
    """One Chromium for every test (Playwright can be started once); each makes its contexts."""
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        expect.set_options(timeout=20_000)  # a busy machine is no failure
        started = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: while Playwright runs, no other test may start an event loop."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def lacking(reason: str) -> None:
    """Skip with *reason*; where everything must be there (BOODLE_CI=1), fail instead."""
    if IS_GATE:
        pytest.fail(f"BOODLE_CI=1 and {reason}", pytrace=False)
    pytest.skip(reason)


def _first_on_path() -> str | None:
    return next((path for name in BROWSER_NAMES if (path := shutil.which(name))), None)
