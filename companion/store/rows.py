"""The rows of one database: every SQL statement of a running evening. It decides nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.store.chain import Evening, Raw, canonical, first_seal
from companion.store.errors import MissingDatabase, UnknownEvening, translated

if TYPE_CHECKING:
    from sqlite_utils import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Who holds which seat: one phone in one evening, known by the hash of its cookie."""

    evening: str
    token_hash: str
    role: str
    seat: int | None
    name: str
    seen_at: str


class Rows:
    """Reads and writes the rows of *db*, the file at *path*; None is a database in memory."""

    def __init__(self, db: Database, path: Path | None) -> None:
        self.db = db
        self.path = path
        self.lock = threading.RLock()
        self._inode = path.stat().st_ino if path is not None else None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One BEGIN IMMEDIATE transaction, whole or not at all."""
        with self.lock, translated(self.path):
            self._require_same_file()
            self.db.execute("begin immediate")
            try:
                yield
                self.db.execute("commit")
            except BaseException:
                if self.db.conn.in_transaction:
                    self.db.execute("rollback")
                raise

    @contextmanager
    def reading(self) -> Iterator[None]:
        """What is read within belongs together."""
        with self.lock, translated(self.path):
            yield

    def _require_same_file(self) -> None:
        """Raise MissingDatabase when the file was deleted or swapped under the open connection."""
        if self.path is None:
            return
        try:
            inode = self.path.stat().st_ino
        except OSError:
            inode = None
        if inode != self._inode:
            raise MissingDatabase(
                f"The database {self.path} was moved or deleted while Boodle was running."
                " Nothing more is stored. Put it back, or stop Boodle and run `boodle restore`."
            )

    # ---- evenings ------------------------------------------------------------------------

    def insert_evening(self, evening: Evening) -> None:
        """Begin an evening; sqlite3.IntegrityError for an id or a code there is already."""
        self.db.execute(
            "insert into evening (id, code, created_at, private) values (?, ?, ?, ?)",
            (evening.id, evening.code, evening.created_at, canonical(evening.private)),
        )

    def evenings(self, clause: str, *values: str) -> list[Evening]:
        """The evenings for which an SQL *clause* holds, in its order."""
        with self.reading():
            rows = list(self.db.query(f"select * from evening {clause}", values))
            return [Evening(**row | {"private": json.loads(row["private"])}) for row in rows]

    def evening(self, evening: str) -> Evening:
        """The evening with this id; UnknownEvening when there is none."""
        found = self.evenings("where id = ?", evening)
        if not found:
            raise UnknownEvening(evening)
        return found[0]

    def delete_evening(self, evening: str) -> None:
        """Delete an evening with everything that belongs to it."""
        self.db.execute("delete from evening where id = ?", (evening,))

    def set_private(self, evening: str, private: Mapping[str, Any]) -> None:
        """Replace the private settings of *evening*."""
        self.db.execute(
            "update evening set private = ? where id = ?", (canonical(private), evening)
        )

    def forget_what_was_deleted(self) -> None:
        """Leave no deleted row in the file beside the database either."""
        self.db.execute("pragma wal_checkpoint(truncate)")

    # ---- events and answers --------------------------------------------------------------

    def head(self, evening: str) -> tuple[int, str]:
        """(seq, hash) an event of *evening* has to follow."""
        row = self.db.execute(
            "select seq, hash from event where evening = ? order by seq desc limit 1", (evening,)
        ).fetchone()
        return (row[0], row[1]) if row else (0, first_seal(self.evening(evening)))

    def events(self, evening: str) -> list[Raw]:
        """All events of *evening* as they are stored, oldest first."""
        rows: list[Raw] = self.db.execute(
            "select seq, kind, body, cause, command_id, actor, at_utc, hash from event"
            " where evening = ? order by seq",
            (evening,),
        ).fetchall()
        return rows

    def insert_events(self, evening: str, raw: Iterable[Raw]) -> None:
        """Add sealed events."""
        self.db.conn.executemany(
            "insert into event (evening, seq, kind, body, cause, command_id, actor, at_utc, hash)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((evening, *values) for values in raw),
        )

    def answer(self, evening: str, command_id: str) -> dict[str, Any] | None:
        """The answer that was kept for a command, or None."""
        row = self.db.execute(
            "select answer from command where evening = ? and id = ?", (evening, command_id)
        ).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def insert_answer(
        self, evening: str, command_id: str, answer: Mapping[str, Any], at_utc: str
    ) -> None:
        """Keep the answer of a command."""
        self.db.execute(
            "insert into command (evening, id, answer, at_utc) values (?, ?, ?, ?)",
            (evening, command_id, canonical(answer), at_utc),
        )

    # ---- phones --------------------------------------------------------------------------

    def put_device(self, device: Device) -> None:
        """Keep a phone; the same one again replaces its row."""
        self.db.execute(
            "insert into device (evening, token_hash, role, seat, name, seen_at)"
            " values (:evening, :token_hash, :role, :seat, :name, :seen_at)"
            " on conflict (evening, token_hash) do update set role = excluded.role,"
            " seat = excluded.seat, name = excluded.name, seen_at = excluded.seen_at",
            asdict(device),
        )

    def devices(self, evening: str, clause: str, *values: str) -> list[Device]:
        """The phones of *evening* for which an SQL *clause* holds, in its order."""
        with self.reading():
            sql = f"select * from device where evening = ? {clause}"
            return [Device(**row) for row in self.db.query(sql, (evening, *values))]
