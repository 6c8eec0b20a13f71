"""Small pictures of the cards behind the lines of an evening, on this machine only.

It keeps bytes beside the database and forgets them on request; it reads no card and no rule, and a
picture that cannot be kept never stops a play. Which line a picture belongs to stands in the log.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
import threading
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LARGEST_BYTES: Final = 40_000
"""One card needs some 6 kB; what is larger is no crop of a card."""
MOST_PICTURES: Final = 5_000
"""Of one evening: a hundred hands. Beyond it the oldest make room."""

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """How much is kept of one evening."""

    pictures: int
    size_bytes: int


class Pictures:
    """A folder an evening, a file a picture, by its name in the log; without *folder* none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def keep(self, evening_id: str, name: str, jpeg: bytes) -> bool:
        """Keep *jpeg* as *name*; False where there is no folder, no room, or no small picture.

        The first under a name stays, so that what was seen cannot be exchanged later.
        """
        if self._folder is None or not 0 < len(jpeg) <= LARGEST_BYTES:
            return False
        path = self._path(evening_id, name)
        try:
            with self._lock:
                if path.exists():
                    return False
                path.parent.mkdir(parents=True, exist_ok=True)
                self._make_room(path.parent)
                half = path.with_suffix(".part")
                half.write_bytes(jpeg)
                os.replace(half, path)
        except OSError as error:
            log.warning("The picture of a card could not be kept: %s", error)
            return False
        return True

    def picture(self, evening_id: str, name: str) -> bytes | None:
        """Return the JPEG kept as *name*, or ``None``."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        with contextlib.suppress(OSError):
            return self._path(evening_id, name).read_bytes()
        return None

    def kept(self, evening_id: str) -> Kept:
        """Return how many pictures of an evening there are, and their bytes together."""
        sizes = []
        for path in self._files(evening_id):
            with contextlib.suppress(OSError):
                sizes.append(path.stat().st_size)
        return Kept(len(sizes), sum(sizes))

    def forget(self, evening_id: str) -> int:
        """Delete every picture of an evening; return how many there were."""
        if self._folder is None:
            return 0
        with self._lock:
            count = len(self._files(evening_id))
            shutil.rmtree(self._of(evening_id), ignore_errors=True)
        return count

    def forget_others(self, evening_ids: Collection[str]) -> None:
        """Delete the pictures of every evening but these: a deletion stopped in the middle."""
        if self._folder is None or not self._folder.is_dir():
            return
        for folder in self._folder.iterdir():
            if folder.is_dir() and _NAME.fullmatch(folder.name) and folder.name not in evening_ids:
                self.forget(folder.name)

    def _of(self, evening_id: str) -> Path:
        assert self._folder is not None
        assert _NAME.fullmatch(evening_id), evening_id  # our own id, never a path
        return self._folder / evening_id

    def _path(self, evening_id: str, name: str) -> Path:
        assert _NAME.fullmatch(name), name
        return self._of(evening_id) / f"{name}.jpg"

    def _files(self, evening_id: str) -> list[Path]:
        return [] if self._folder is None else sorted(self._of(evening_id).glob("*.jpg"))

    def _make_room(self, folder: Path) -> None:
        files = list(folder.glob("*.jpg"))
        if len(files) >= MOST_PICTURES:
            files.sort(key=lambda path: path.stat().st_mtime_ns)
            for path in files[: len(files) - MOST_PICTURES + 1]:
                path.unlink(missing_ok=True)
