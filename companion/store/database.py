"""The database file: its tables, and how it is opened without ever harming what is there.

It never knows what an event means and never writes into a file it has not found sound and ours.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.store.errors import (
    DamagedDatabase,
    ForeignDatabase,
    MissingDatabase,
    NewerDatabase,
    StoreBusy,
    UnwritableStore,
    translated,
)
from companion.store.journal import Journal

if TYPE_CHECKING:
    from sqlite_utils import Database
else:

    def _light_database() -> Any:
        """sqlite-utils without numpy, which it would load for columns we do not have.

        That is a sixth of the whole start; who needs numpy loads it as ever afterwards.
        """
        is_ours = sys.modules.setdefault("numpy", None) is None
        from sqlite_utils import Database

        if is_ours:
            del sys.modules["numpy"]
        return Database

    Database = _light_database()

APPLICATION_ID = 0x424F4F44  # "BOOD" in the file's header: this database is ours
BUSY_TIMEOUT_MS = 3000

# One entry for each schema version; an older file is taken through the ones it lacks.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """create table evening (
            id text primary key, code text not null unique, created_at text not null,
            private text not null default '{}'
        ) strict""",
        """create table event (
            evening text not null references evening(id) on delete cascade,
            seq integer not null check (seq > 0), kind text not null, body text not null,
            cause integer check (cause > 0 and cause <= seq), command_id text not null,
            actor text not null, at_utc text not null, hash text not null,
            primary key (evening, seq)
        ) strict, without rowid""",
        """create table command (
            evening text not null references evening(id) on delete cascade,
            id text not null, answer text not null, at_utc text not null,
            primary key (evening, id)
        ) strict, without rowid""",
        """create table device (
            evening text not null references evening(id) on delete cascade,
            token_hash text not null, role text not null, seat integer, name text not null,
            seen_at text not null, primary key (evening, token_hash)
        ) strict, without rowid""",
        """create trigger event_never_changes before update on event
            begin select raise(abort, 'an event is never changed'); end""",
        # When a whole evening goes its row is gone before its events are.
        """create trigger event_never_goes_alone before delete on event
            when exists (select 1 from evening where id = old.evening)
            begin select raise(abort, 'an event is never deleted alone'); end""",
        """create trigger event_comes_next before insert on event
            when new.seq is not
                (select coalesce(max(seq), 0) + 1 from event where evening = new.evening)
            begin select raise(abort, 'an event comes after the last one'); end""",
        """create trigger answer_never_changes before update on command
            begin select raise(abort, 'the first answer is kept'); end""",
        """create trigger evening_stays before update of id, created_at on evening
            begin select raise(abort, 'an evening keeps its id'); end""",
    ),
)


def require_folder(path: Path, *, create: bool) -> None:
    """Have the folder of *path*, made if need be, and writable."""
    folder = path.parent
    try:
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise MissingDatabase(
                f"There is no folder {folder}. Check the path after --data, or start Boodle once."
            )
    except OSError as error:
        raise UnwritableStore(
            f"The folder {folder} cannot be made ({error.strerror})."
            " Choose another one with --data DIR."
        ) from error


def require_file(path: Path, *, create: bool) -> bool:
    """True when a new database will begin here; MissingDatabase when one should have been here."""
    if path.is_dir():
        raise ForeignDatabase(f"{path} is a folder, not a database. Choose another --data DIR.")
    if path.exists() and path.stat().st_size > 0:
        return False
    journals = Journal(path.parent / "journal").evenings()
    if journals:
        what = "is empty" if path.exists() else "is gone"
        raise MissingDatabase(
            f"The database {path} {what}, but the journal beside it holds {len(journals)}"
            " evening(s). Put the file back, or run `boodle restore` to build it from the journal."
        )
    if not create:
        raise MissingDatabase(
            f"There is no database at {path}. Start Boodle once, or check --data."
        )
    return True


def take_lock(path: Path) -> int | None:
    """Keep a second Boodle out of this folder; the lock ends with the process, however it ends."""
    name = path.with_suffix(".lock")
    try:
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UnwritableStore(
            f"Boodle cannot write into {path.parent} ({error.strerror})."
            " Make the folder writable or choose another one with --data DIR."
        ) from error
    if not _lock_whole_file(descriptor):
        os.close(descriptor)
        raise StoreBusy(
            f"Another Boodle is already using {path.parent}."
            " Open that one, end it first, or give this one its own folder with --data DIR."
        )
    return descriptor


def _lock_whole_file(descriptor: int) -> bool:
    """False when another process has it; True where the file system knows no locks."""
    if os.name == "nt":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def release_lock(descriptor: int | None) -> None:
    """Let another Boodle use the folder."""
    if descriptor is not None:
        os.close(descriptor)


def examine(path: Path) -> None:
    """Look at an existing file through a read-only connection: is it ours, sound and not newer?"""
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            raise ForeignDatabase(
                f"{path} is not a database. Nothing was changed. Choose another --data DIR,"
                " or move the file away and run `boodle restore`."
            )
    with translated(path), closing(sqlite3.connect(read_only_uri(path), uri=True)) as conn:
        application_id = conn.execute("pragma application_id").fetchone()[0]
        version = conn.execute("pragma user_version").fetchone()[0]
        is_bare = conn.execute("select count(*) from sqlite_schema").fetchone()[0] == 0
        if application_id != APPLICATION_ID and not (is_bare and application_id == 0):
            raise ForeignDatabase(
                f"{path} is a database of another program. Nothing was changed."
                " Choose another --data DIR."
            )
        if version > len(MIGRATIONS):
            raise NewerDatabase(
                f"{path} was written by a newer Boodle (version {version} of the tables, this one"
                f" knows {len(MIGRATIONS)}). Nothing was changed. Update Boodle."
            )
        found = conn.execute("pragma quick_check(1)").fetchone()[0]
        if found != "ok":
            raise DamagedDatabase(path, found)


def read_only_uri(path: Path) -> str:
    """Read-only; without a WAL to read also without SQLite's side files."""
    has_wal = Path(f"{path}-wal").exists()
    return f"{path.resolve().as_uri()}?mode=ro{'' if has_wal else '&immutable=1'}"


def connect(path: Path) -> Database:
    """The one connection that writes, usable from any thread under the store's lock."""
    conn = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    try:
        return prepared(conn)
    except BaseException:
        conn.close()
        raise


def connect_to_read(path: Path) -> Database:
    """A connection that cannot write; the writer's lock is not needed for it."""
    conn = sqlite3.connect(
        read_only_uri(path), uri=True, check_same_thread=False, isolation_level=None
    )
    conn.execute(f"pragma busy_timeout = {BUSY_TIMEOUT_MS}")
    return Database(conn)


def prepared(conn: sqlite3.Connection) -> Database:
    """Set what sqlite-utils leaves as it is, and bring the tables up to this version."""
    conn.isolation_level = None
    conn.execute(f"pragma busy_timeout = {BUSY_TIMEOUT_MS}")
    conn.execute("pragma journal_mode = wal")
    conn.execute("pragma synchronous = full")  # UX-06: a power cut must not cost an event
    conn.execute("pragma fullfsync = on")  # the same on a Mac
    conn.execute("pragma foreign_keys = on")
    conn.execute("pragma secure_delete = on")  # what is deleted is not left to be read in the file
    db = Database(conn)
    _migrate(db)
    return db


def _migrate(db: Database) -> None:
    if db.execute("pragma user_version").fetchone()[0] == len(MIGRATIONS):
        return
    db.execute("begin immediate")
    try:
        version = db.execute("pragma user_version").fetchone()[0]
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                db.execute(statement)
        db.execute(f"pragma application_id = {APPLICATION_ID}")
        db.execute(f"pragma user_version = {len(MIGRATIONS)}")
        db.execute("commit")
    except BaseException:
        if db.conn.in_transaction:
            db.execute("rollback")
        raise
