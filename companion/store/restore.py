"""Restore: build a sound database from the journal, when the database is damaged or gone.

It never deletes: the old database is kept beside the new one under another name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.store.chain import Evening, Raw, canonical, first_seal, following
from companion.store.database import connect, release_lock, require_folder, take_lock
from companion.store.errors import MissingDatabase, translated
from companion.store.journal import Journal, first_free
from companion.store.store import SHELF


@dataclass(slots=True)
class Restored:
    """What came of it; *notes* are sentences about what could not be taken over."""

    path: Path
    evenings: int = 0
    events: int = 0
    kept: Path | None = None
    notes: list[str] = field(default_factory=list)


def restore_from_journal(path: Path) -> Restored:
    """Build the database *path* anew from the journal beside it.

    The old file stays as ``boodle.kept-1.db``. Seats must be claimed again, for phones' tokens
    are in no journal. MissingDatabase when there is no journal; StoreError when it cannot be
    written.
    """
    require_folder(path, create=False)
    journal = Journal(path.parent / "journal")
    for deleted in journal.condemned():
        journal.delete(deleted)
    if not journal.evenings():
        raise MissingDatabase(
            f"There is no journal in {journal.folder}, so nothing can be restored."
            " Nothing was changed."
        )
    lock_file = take_lock(path)
    try:
        fresh = first_free(path, "restored")
        restored = Restored(path)
        with translated(fresh):
            _build(fresh, journal, restored)
        restored.kept = _set_aside(path)
        fresh.rename(path)
    finally:
        release_lock(lock_file)
    return restored


def _build(fresh: Path, journal: Journal, restored: Restored) -> None:
    db = connect(fresh)
    try:
        db.execute("begin immediate")
        for evening in journal.evenings():
            lines = list(journal.read(evening))
            head = _head(evening, lines)
            if head is None:
                restored.notes.append(f"{journal.path(evening)} has no readable first line.")
                continue
            raw = _continuous(head, lines, restored)
            _insert(db.conn, head, raw, lines)
            restored.evenings += evening != SHELF
            restored.events += len(raw)
        db.execute("commit")
        # One file, so that renaming it takes everything along.
        db.execute("pragma wal_checkpoint(truncate)")
    finally:
        db.close()


def _head(evening: str, lines: Iterable[Mapping[str, Any]]) -> Evening | None:
    for line in lines:
        head = line.get("evening")
        if isinstance(head, dict) and head.get("id") == evening:
            try:
                return Evening(
                    id=evening, code=str(head["code"]), created_at=head["created_at"], private={}
                )
            except KeyError:
                return None
    return None


def _continuous(head: Evening, lines: Iterable[Mapping[str, Any]], restored: Restored) -> list[Raw]:
    """The events up to the first gap or changed line; a note tells of the rest."""
    events = {line["seq"]: line for line in lines if isinstance(line.get("seq"), int)}
    raw = following(head.id, 0, first_seal(head), [events[seq] for seq in sorted(events)])
    if len(raw) < len(events):
        restored.notes.append(
            f"{head.code}: {len(raw)} of {len(events)} events could be taken over; the line of"
            f" event {len(raw) + 1} is missing or was changed."
        )
    return raw


def _insert(
    conn: Any, head: Evening, raw: Iterable[Raw], lines: Iterable[Mapping[str, Any]]
) -> None:
    code = head.code
    number = 2
    while conn.execute("select 1 from evening where code = ?", (code,)).fetchone():
        code, number = f"{head.code}-{number}", number + 1
    conn.execute(
        "insert into evening (id, code, created_at) values (?, ?, ?)",
        (head.id, code, head.created_at),
    )
    conn.executemany(
        "insert into event (evening, seq, kind, body, cause, command_id, actor, at_utc, hash)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((head.id, *values) for values in raw),
    )
    conn.executemany(
        "insert or ignore into command (evening, id, answer, at_utc) values (?, ?, ?, ?)",
        (
            (head.id, line["answered"], canonical(line.get("answer", {})), line.get("at_utc", ""))
            for line in lines
            if isinstance(line.get("answered"), str)
        ),
    )


def _set_aside(path: Path) -> Path | None:
    """Rename the old database with its side files; None when there was none."""
    kept = first_free(path, "kept")
    for ending in ("-wal", "-shm", ""):
        old = Path(f"{path}{ending}")
        if old.exists():
            old.rename(f"{kept}{ending}")
    return kept if kept.exists() else None
