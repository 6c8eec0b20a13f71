"""The journal: every event once more, as plain text beside the database, one file an evening.

It never decides what is true (the database does) and never changes a line already written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

FORMAT = "boodle-journal/1"
_TAIL_BYTES = 64 * 1024
_DELETED = ".deleted"
_FILE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Journal:
    """Append-only text files in one folder: a head line, then events and answers as they came."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, evening: str) -> Path:
        """Where the lines of *evening* are; ValueError for an id that is no file name."""
        if not _FILE_NAME.fullmatch(evening):
            raise ValueError(f"{evening!r} cannot be an evening's id: 1-64 letters, digits, - or _")
        return self.folder / f"{evening}.jsonl"

    def evenings(self) -> list[str]:
        """The ids that have a journal, sorted."""
        if not self.folder.is_dir():
            return []
        return sorted(p.stem for p in self.folder.glob("*.jsonl") if _FILE_NAME.fullmatch(p.stem))

    def write(self, evening: str, lines: Sequence[str]) -> None:
        """Append *lines* and wait until the disk has them; OSError when it cannot."""
        path = self.path(evening)
        is_new = not path.exists()
        if is_new:
            self.folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            _write_all(descriptor, _line_break_first(descriptor) + _joined(lines))
            sync(descriptor)
        finally:
            os.close(descriptor)
        if is_new:
            sync_folder(self.folder)

    def read(self, evening: str) -> Iterator[dict[str, Any]]:
        """Every readable line, oldest first; a torn or foreign line is passed over."""
        path = self.path(evening)
        if not path.exists():
            return
        with path.open("rb") as file:
            yield from _readable(file)

    def tail(self, evening: str) -> tuple[int, str] | None:
        """(seq, hash) of the last event written; None when there is none within the last 64 kB."""
        path = self.path(evening)
        if not path.exists():
            return None
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
            last = None
            for line in _readable(file):
                if "seq" in line and "hash" in line:
                    last = (int(line["seq"]), str(line["hash"]))
        return last

    def set_aside(self, evening: str) -> Path:
        """Rename the file so that a new one can begin; nothing is lost. The new name is given."""
        path = self.path(evening)
        kept = first_free(path, "kept", suffix=".txt")
        path.rename(kept)
        return kept

    def condemn(self, evening: str) -> None:
        """Mark *evening* as deleted by its host, so that it stays so if the machine stops now.

        Then nothing is restored from its file, and `delete` can be done later.
        """
        path = self.path(evening)
        if not self.folder.is_dir():
            return
        if path.exists():
            path.rename(path.with_suffix(_DELETED))
        else:
            path.with_suffix(_DELETED).touch()
        sync_folder(self.folder)

    def reprieve(self, evening: str) -> None:
        """Take `condemn` back, where the evening could not be deleted."""
        marked = self.path(evening).with_suffix(_DELETED)
        if marked.exists():
            marked.rename(self.path(evening))

    def condemned(self) -> list[str]:
        """The ids that are marked as deleted and whose files are still there, sorted."""
        if not self.folder.is_dir():
            return []
        found = self.folder.glob(f"*{_DELETED}")
        return sorted(p.stem for p in found if _FILE_NAME.fullmatch(p.stem))

    def delete(self, evening: str) -> None:
        """Forget *evening*, for its host has deleted it; what was set aside of it goes too."""
        path = self.path(evening)
        for kept in path.parent.glob(f"{path.stem}.kept-*.txt"):
            kept.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        path.with_suffix(_DELETED).unlink(missing_ok=True)  # last: until then it is condemned


def first_free(path: Path, word: str, suffix: str | None = None) -> Path:
    """The first name like ``boodle.kept-1.db`` that nothing has yet."""
    ending = path.suffix if suffix is None else suffix
    number = 1
    while (candidate := path.with_name(f"{path.stem}.{word}-{number}{ending}")).exists():
        number += 1
    return candidate


def sync(descriptor: int) -> None:
    """Wait until the disk itself has the file; on a Mac plain fsync does not ask that much."""
    try:
        import fcntl

        full_sync = getattr(fcntl, "F_FULLFSYNC", None)
    except ImportError:  # Windows
        full_sync = None
    if full_sync is None:
        os.fsync(descriptor)
    else:
        fcntl.fcntl(descriptor, full_sync)


def sync_folder(folder: Path) -> None:
    """Make a new name in *folder* survive a power cut, where the system lets us ask for it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _line_break_first(descriptor: int) -> bytes:
    """A line break when the last writer was stopped in the middle of a line."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    if end == 0:
        return b""
    os.lseek(descriptor, end - 1, os.SEEK_SET)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"


def _readable(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value
