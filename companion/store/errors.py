"""What can be wrong with the stored evenings, each as a sentence for people.

Every StoreError says what happened, where, and what to do next; none of them destroys anything.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class StoreError(Exception):
    """Something about the stored evenings needs a person; str() is the sentence to show."""


class MissingDatabase(StoreError):
    """The file or its folder is not there, although it should be."""


class ForeignDatabase(StoreError):
    """The file is something else: another program's database, a folder, a text."""


class NewerDatabase(StoreError):
    """The file was written by a later version."""


class DamagedDatabase(StoreError):
    """The file is ours but not sound any more."""

    def __init__(self, path: Path | None, found: str) -> None:
        super().__init__(
            f"The database {path} is damaged ({found.strip().splitlines()[-1]})."
            " Nothing was changed. Keep a copy, then run `boodle restore` to build a sound one"
            " from the journal beside it."
        )


class ChainBroken(StoreError):
    """A stored event is not what Boodle wrote."""

    def __init__(self, *, code: str, seq: int) -> None:
        super().__init__(
            f"Event {seq} of the evening {code} was changed outside Boodle (its seal does not"
            " match). Nothing was changed. Run `boodle restore` to build the evening from its"
            " journal."
        )
        self.code = code
        self.seq = seq


class UnwritableStore(StoreError):
    """The disk or the folder cannot be written."""


class StoreFull(StoreError):
    """The disk has no room left."""


class StoreBusy(StoreError):
    """Another program holds the file."""


class UnknownEvening(StoreError):
    """No evening has this id."""

    def __init__(self, evening: str) -> None:
        super().__init__(f"There is no evening {evening[:40]!r} here. Open the list of evenings.")


class StaleSequence(StoreError):
    """Another event was stored first."""

    def __init__(self, *, expected: int, actual: int) -> None:
        super().__init__(
            f"Something was recorded meanwhile (event {actual}, you saw {expected})."
            " Look at the table again and repeat it if it is still right."
        )
        self.expected = expected
        self.actual = actual


class AlreadyAnswered(StoreError):
    """This command came before; *answer* is what it was told then."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__("This was sent twice; the first answer counts.")
        self.answer = answer


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors about the file into sentences; errors of ours pass as they are."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # our mistake or a taken name, nothing a person could repair
    except sqlite3.DatabaseError as error:
        raise _sentence(path, error) from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise DamagedDatabase(path, "rubbish where text should be") from error


def _sentence(path: Path | None, error: sqlite3.DatabaseError) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(
            f"The disk is full, so nothing was stored ({path}). Make room and repeat the last tap."
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(
            f"Another program is holding {path}, so nothing was stored."
            " Close it and repeat the last tap."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
        return UnwritableStore(
            f"Boodle cannot write {path}, so nothing was stored ({error})."
            " Make the file and its folder writable, or choose another with --data DIR."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode" in str(error):
        return DamagedDatabase(path, str(error))
    return StoreError(
        f"The database {path} could not be used ({error}), so nothing was stored."
        " Check the disk, then start Boodle again."
    )
