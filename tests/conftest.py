"""What tests of every folder share: the two things a checkout alone does not have."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import hypothesis
import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
IS_GATE = os.environ.get("BOODLE_CI") == "1"  # everything must be there; nothing is skipped
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

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


def lacking(reason: str) -> None:
    """Skip with *reason*; where everything must be there (BOODLE_CI=1), fail instead."""
    if IS_GATE:
        pytest.fail(f"BOODLE_CI=1 and {reason}", pytrace=False)
    pytest.skip(reason)


def _first_on_path() -> str | None:
    return next((path for name in BROWSER_NAMES if (path := shutil.which(name))), None)
