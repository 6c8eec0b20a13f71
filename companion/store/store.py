"""The store: every event of every evening, append only, in one SQLite file.

It never knows what an event means, never changes one, and never overwrites a file it cannot read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.store.chain import (
    Evening,
    NewRow,
    StoredRow,
    answer_line,
    canonical,
    event_line,
    following,
    head_line,
    no_garbage_collection,
    sealed,
    verified,
)
from companion.store.database import (
    connect,
    connect_to_read,
    examine,
    prepared,
    release_lock,
    require_file,
    require_folder,
    take_lock,
)
from companion.store.errors import (
    AlreadyAnswered,
    StaleSequence,
    StoreError,
    translated,
)
from companion.store.journal import Journal
from companion.store.rows import Device, Rows

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = ["SHELF", "Device", "Evening", "NewRow", "Store", "StoreError", "StoredRow"]


SHELF: Final = "house-rules"
"""The id of the one chain that is no evening: house rules kept under a name (`shelf`)."""


class Store:
    """One writer over one file. Every method may be called from any thread."""

    def __init__(self, db: Database, path: Path | None, lock_file: int | None) -> None:
        self.path = path
        self.journal = Journal(path.parent / "journal") if path is not None else None
        self.notes: list[str] = []  # what the host should hear: doctor shows these
        self._journal_behind: set[str] = set()
        self.rows = Rows(db, path)
        self._lock_file = lock_file

    @classmethod
    def open(cls, path: Path | str | None, *, create: bool = True) -> Store:
        """Open the database at *path*, or one in memory for None; StoreError says why not.

        With *create* False a missing file is an error (for export, audit and doctor).
        """
        if path is None:
            return cls(prepared(sqlite3.connect(":memory:", check_same_thread=False)), None, None)
        path = Path(path)
        require_folder(path, create=create)
        is_new = require_file(path, create=create)
        lock_file = take_lock(path)
        try:
            if not is_new:
                examine(path)
            with translated(path):
                store = cls(connect(path), path, lock_file)
                store._agree_with_journal()
        except BaseException:
            release_lock(lock_file)
            raise
        return store

    @classmethod
    def open_to_read(cls, path: Path) -> Store:
        """Open the database at *path* for looking only, also while another Boodle writes to it.

        For export and audit: every write is refused by SQLite. StoreError says why it cannot be.
        """
        require_folder(path, create=False)
        require_file(path, create=False)
        examine(path)
        with translated(path):
            return cls(connect_to_read(path), path, None)

    def close(self) -> None:
        """Close the file; the database is one file again afterwards (the WAL is folded in)."""
        with self.rows.lock:
            self.rows.db.close()
            release_lock(self._lock_file)
            self._lock_file = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- evenings --------------------------------------------------------------------------

    def create_evening(
        self, evening: str, code: str, at_utc: str, private: Mapping[str, Any] | None = None
    ) -> Evening:
        """Begin an evening under an id and a code nobody has yet; sqlite3.IntegrityError else."""
        _require_text(evening, code, at_utc)
        if self.journal is not None:
            self.journal.path(evening)  # an id that is no file name stops here
        created = Evening(id=evening, code=code, created_at=at_utc, private=dict(private or {}))
        with self.rows.writing():
            self.rows.insert_evening(created)
        self._write_journal(evening, [head_line(created)])
        return created

    def evenings(self) -> list[Evening]:
        """All evenings, newest first."""
        return self.rows.evenings("where id <> ? order by created_at desc, id", SHELF)

    def known_evenings(self) -> set[str]:
        """The ids of all evenings that are here, or could be brought back from the journal."""
        written = self.journal.evenings() if self.journal is not None else []
        return {evening.id for evening in self.evenings()} | set(written)

    def begin_shelf(self, at_utc: str) -> None:
        """Begin the chain of the kept house rules, where there is none yet."""
        with self.rows.lock:
            if not self.rows.evenings("where id = ?", SHELF):
                self.create_evening(SHELF, SHELF, at_utc)

    def evening_by_code(self, code: str) -> Evening | None:
        """The evening that goes by *code*, or None."""
        return next(iter(self.rows.evenings("where code = ? and id <> ?", code, SHELF)), None)

    def evening(self, evening: str) -> Evening:
        """The evening with this id; UnknownEvening when there is none."""
        return self.rows.evening(evening)

    def keep_private(self, evening: str, private: Mapping[str, Any]) -> None:
        """Replace the private settings of *evening*."""
        with self.rows.writing():
            self.rows.set_private(evening, private)

    def delete_evening(self, evening: str) -> None:
        """Forget a whole evening, its journal too: the one way events ever go.

        Stopped in the middle, it is gone on with when the database is opened again.
        """
        with self.rows.lock:
            if self.journal is not None:
                self.journal.condemn(evening)
            try:
                with self.rows.writing():
                    self.rows.delete_evening(evening)
            except BaseException:
                if self.journal is not None:
                    self.journal.reprieve(evening)
                raise
            with self.rows.reading():
                self.rows.forget_what_was_deleted()
            if self.journal is not None:
                self.journal.delete(evening)

    # -- events ----------------------------------------------------------------------------

    def append(
        self,
        evening: str,
        seq_expected: int,
        rows: Sequence[NewRow],
        command_id: str,
        answer: Mapping[str, Any],
    ) -> list[StoredRow]:
        """Store *rows* as events seq_expected+1 … with the command's answer, all or nothing.

        AlreadyAnswered when the command is known (it holds the first answer), StaleSequence when
        another event got in first; StoreError when the disk says no: then nothing was stored.
        """
        if not rows:
            raise ValueError("append needs at least one event; record_answer stores an answer")
        _require_text(command_id)
        with self.rows.lock:
            with self.rows.writing():
                self._require_unanswered(evening, command_id)
                seq, seal = self.rows.head(evening)
                if seq != seq_expected:
                    raise StaleSequence(expected=seq_expected, actual=seq)
                stored, raw = sealed(evening, seq, seal, command_id, rows)
                self.rows.insert_events(evening, raw)
                self.rows.insert_answer(evening, command_id, answer, rows[0].at_utc)
            lines = [event_line(evening, values) for values in raw]
            lines.append(answer_line(evening, command_id, answer, rows[0].at_utc))
            self._write_journal(evening, lines)
        return stored

    def load(self, evening: str) -> list[StoredRow]:
        """All events, oldest first; ChainBroken when one was changed outside Boodle."""
        with no_garbage_collection():
            with self.rows.reading():
                head = self.evening(evening)
                raw = self.rows.events(evening)
            return verified(head, raw)

    def last_seq(self, evening: str) -> int:
        """The number of the last event, 0 before the first; UnknownEvening."""
        with self.rows.reading():
            return self.rows.head(evening)[0]

    def answer(self, evening: str, command_id: str) -> dict[str, Any] | None:
        """The first answer this command got (a refusal too), or None."""
        with self.rows.reading():
            return self.rows.answer(evening, command_id)

    def record_answer(
        self, evening: str, command_id: str, answer: Mapping[str, Any], at_utc: str
    ) -> dict[str, Any]:
        """Keep the answer of a command that stored nothing; the first answer is given back."""
        _require_text(command_id)
        try:
            with self.rows.lock:
                with self.rows.writing():
                    self._require_unanswered(evening, command_id)
                    self.rows.head(evening)
                    self.rows.insert_answer(evening, command_id, answer, at_utc)
                self._write_journal(evening, [answer_line(evening, command_id, answer, at_utc)])
        except AlreadyAnswered as known:
            return known.answer
        return dict(json.loads(canonical(answer)))

    # -- devices ---------------------------------------------------------------------------

    def put_device(self, device: Device) -> None:
        """Remember who holds which seat; the same phone again replaces its row."""
        with self.rows.writing():
            self.rows.put_device(replace(device, name=_speakable(device.name)))

    def device(self, evening: str, token_hash: str) -> Device | None:
        """The phone with this token, or None."""
        return next(iter(self.rows.devices(evening, "and token_hash = ?", token_hash)), None)

    def devices(self, evening: str) -> list[Device]:
        """All phones of an evening, the one seen last first."""
        return self.rows.devices(evening, "order by seen_at desc, token_hash")

    # -- within ----------------------------------------------------------------------------

    def _require_unanswered(self, evening: str, command_id: str) -> None:
        answer = self.answer(evening, command_id)
        if answer is not None:
            raise AlreadyAnswered(answer)

    def _write_journal(self, evening: str, lines: list[str]) -> None:
        """Write the second copy; a failure there is told, for the first copy is safe already."""
        if self.journal is None:
            return
        try:
            if evening in self._journal_behind:
                self._journal_behind.discard(evening)
                self._mend_journal(self.evening(evening))
            else:
                self.journal.write(evening, lines)
        except OSError as error:
            self._journal_behind.add(evening)
            self._note(
                f"The second copy of the evening could not be written ({error.strerror}:"
                f" {self.journal.folder}). The database has everything; make room or access there."
            )

    def _note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)

    def _agree_with_journal(self) -> None:
        """Bring a journal that a crash left behind up to date; note what cannot be explained."""
        if self.journal is None:
            return
        for evening_id in self.journal.condemned():
            self.delete_evening(evening_id)
        known = self.rows.evenings("")  # the shelf too
        for evening in known:
            if self.journal.tail(evening.id) != self._database_tail(evening.id):
                self._mend_journal(evening)
        for stranger in set(self.journal.evenings()) - {evening.id for evening in known}:
            self._note(
                f"{self.journal.path(stranger)} holds an evening this database does not have."
                " It was left as it is."
            )

    def _database_tail(self, evening: str) -> tuple[int, str] | None:
        seq, seal = self.rows.head(evening)
        return (seq, seal) if seq else None

    def _mend_journal(self, evening: Evening) -> None:
        """Three ways to differ: the journal is behind, ahead, or tells another story."""
        assert self.journal is not None
        written = {
            int(line["seq"]): line for line in self.journal.read(evening.id) if "seq" in line
        }
        raw = self.rows.events(evening.id)
        told = [written[values[0]]["hash"] for values in raw if values[0] in written]
        agrees = told == [values[-1] for values in raw[: len(told)]]
        if agrees and len(written) > len(raw) == len(told):
            self._take_back(evening, [written[seq] for seq in sorted(written)][len(raw) :])
        elif agrees and len(told) == len(written):
            head = [] if written or self.journal.path(evening.id).exists() else [evening]
            lines = [head_line(one) for one in head]
            lines += [event_line(evening.id, values) for values in raw[len(told) :]]
            self._write_journal(evening.id, lines)
        else:
            kept = self.journal.set_aside(evening.id)
            lines = [head_line(evening), *(event_line(evening.id, values) for values in raw)]
            self._write_journal(evening.id, lines)
            self._note(
                f"The journal of {evening.code} did not match the database; it is kept as {kept}."
            )

    def _take_back(self, evening: Evening, lines: Sequence[Mapping[str, Any]]) -> None:
        """Store events that were acknowledged but that the database has lost (a lying disk)."""
        seq, seal = self.rows.head(evening.id)
        raw = following(evening.id, seq, seal, lines)
        with self.rows.writing():
            self.rows.insert_events(evening.id, raw)
        self._note(
            f"{len(raw)} events of {evening.code} were missing from the database"
            " and were taken from its journal."
        )


def _require_text(*texts: str) -> None:
    """ValueError for a text SQLite could not give back as it was."""
    for text in texts:
        if not text or len(text) > 200 or not text.isprintable():
            raise ValueError(f"{text[:40]!r}… must be 1-200 printable characters")


def _speakable(name: str) -> str:
    """A name without the half characters that no file can hold."""
    return name.encode("utf-8", "replace").decode()
