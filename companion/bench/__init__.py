"""Measurements of this machine, one file each, run by `boodle bench`. No test depends on a time."""

from __future__ import annotations

import os
import platform
from datetime import date

from companion import __version__


def machine() -> str:
    """Return the conditions of a figure: without them it says nothing."""
    return (
        f"Boodle {__version__}, Python {platform.python_version()}, {platform.system()}"
        f" {platform.machine()}, {os.cpu_count()} cores, {date.today():%d %B %Y}"
    )
