"""How command lines are read: what is not understood gets a sentence and an exit code of its own.

It knows no command.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Final, NoReturn

NOT_UNDERSTOOD: Final = 64


class Parser(argparse.ArgumentParser):
    """Argparse with an exit code of its own for what it does not understand: 2 is replay's."""

    def error(self, message: str) -> NoReturn:
        """Print how the command is used and what was wrong with this one."""
        self.print_usage(sys.stderr)
        self.exit(NOT_UNDERSTOOD, f"{self.prog}: {message}\n")


def at_least(least: int) -> Callable[[str], int]:
    """Return what reads a whole number of *least* or more; argparse turns the error into words."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{text[:20]!r} came; a whole number of at least {least} is needed"
        )

    return read


def share(text: str) -> float:
    """Read a part of the whole, 0 to 1; argparse turns the error into a sentence."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if 0 <= value <= 1:
        return value
    raise argparse.ArgumentTypeError(f"{text[:20]!r} came; a number from 0 to 1 is needed")
