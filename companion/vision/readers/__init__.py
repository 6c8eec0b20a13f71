"""Card readers: one file each with ``CARD``, ``load()`` and ``read()``; a file here is found.

No reader knows of another, and nothing here decides which cards are reported.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType


def all_readers() -> dict[str, ModuleType]:
    """Return every reader module by its name."""
    return {
        info.name: import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    }
