"""database.py: a file that is not as it should be gets a sentence and stays as it is."""

import os
import random
import sqlite3
import subprocess
import sys

import pytest

from companion.store import NewRow, Store
from companion.store.database import APPLICATION_ID, MIGRATIONS, take_lock
from companion.store.errors import (
    DamagedDatabase,
    ForeignDatabase,
    MissingDatabase,
    NewerDatabase,
    StoreBusy,
    StoreError,
    UnwritableStore,
)

AT = "2026-11-30T19:42:00Z"


@pytest.fixture
def path(tmp_path):
    """A sound database with forty events, closed."""
    path = tmp_path / "boodle.db"
    with Store.open(path) as store:
        store.create_evening("e1", "K7QX", AT)
        for number in range(40):
            row = NewRow("CardPlayed", {"card": "8S", "text": "x" * 300}, AT)
            store.append("e1", number, [row], f"c{number}", {"say": "y" * 100})
    return path


def everything(folder):
    return {
        one.name: one.read_bytes()
        for one in folder.rglob("*")
        if one.is_file() and one.suffix != ".lock"
    }


def refused(path, kind, words, **how):
    """Opening raises *kind* with *words*, and not one byte in the folder has changed."""
    before = everything(path.parent)
    with pytest.raises(kind, match=words) as told:
        Store.open(path, **how)
    assert everything(path.parent) == before
    sentence = str(told.value)
    assert sentence[0].isupper() or sentence.startswith("/")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_sound_file_is_one_file_when_closed_and_opens_again(path):
    assert sorted(one.name for one in path.parent.iterdir() if one.is_file()) == [
        "boodle.db",
        "boodle.lock",
    ]
    with Store.open(path) as store:
        assert store.last_seq("e1") == 40


def test_the_promises_of_the_file_are_kept(path):
    with Store.open(path) as store:
        asked = {
            name: store.rows.db.execute(f"pragma {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "application_id")
        }
        tables = list(store.rows.db.query("pragma table_list"))

    assert asked == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "application_id": APPLICATION_ID,
    }
    ours = {row["name"]: row["strict"] for row in tables if not row["name"].startswith("sqlite_")}
    assert ours == {"evening": 1, "event": 1, "command": 1, "device": 1}


@pytest.mark.parametrize(
    "content",
    [b"this is a shopping list, not a database\n" * 100, b"\x00" * 5000, b"SQLite format 2\0" * 9],
)
def test_a_file_that_is_no_database_is_left_alone(tmp_path, content):
    path = tmp_path / "boodle.db"
    path.write_bytes(content)

    refused(path, ForeignDatabase, "is not a database. Nothing was changed")


def test_a_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "boodle.db"
    with sqlite3.connect(path) as other:
        other.execute("create table photos (name)")
    other.close()

    refused(path, ForeignDatabase, "database of another program")


def test_a_newer_file_asks_for_a_newer_boodle(path):
    with sqlite3.connect(path) as later:
        later.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
    later.close()

    refused(path, NewerDatabase, "written by a newer Boodle .*Update Boodle")


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.95])
def test_a_truncated_file_is_damaged(path, kept):
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])

    refused(path, DamagedDatabase, "is damaged .*boodle restore")


def test_a_page_of_rubbish_is_found(path):
    data = bytearray(path.read_bytes())
    data[4096 * 5 : 4096 * 7] = os.urandom(4096 * 2)
    path.write_bytes(bytes(data))

    refused(path, DamagedDatabase, "is damaged")


def test_a_folder_in_place_of_the_file_is_named(tmp_path):
    (tmp_path / "boodle.db").mkdir()

    refused(tmp_path / "boodle.db", ForeignDatabase, "is a folder, not a database")


def test_a_file_in_place_of_the_folder_is_named(tmp_path):
    (tmp_path / "data").write_text("x")

    with pytest.raises(UnwritableStore, match=r"folder .*data cannot be made .*--data DIR"):
        Store.open(tmp_path / "data" / "boodle.db")


@pytest.mark.parametrize("left", ["nothing", "an empty file"])
def test_a_lost_database_with_a_journal_is_not_begun_anew(path, left):
    path.unlink()
    if left == "an empty file":
        path.touch()

    refused(path, MissingDatabase, r"(is gone|is empty), but the journal .* holds 1 evening")


def test_reading_what_never_was_makes_nothing(tmp_path):
    with pytest.raises(MissingDatabase, match="no folder"):
        Store.open(tmp_path / "nowhere" / "boodle.db", create=False)
    refused(tmp_path / "boodle.db", MissingDatabase, "no database at", create=False)
    assert not (tmp_path / "nowhere").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_bare_file_left_by_a_crash_at_the_first_start_is_used(tmp_path):
    path = tmp_path / "boodle.db"
    with sqlite3.connect(path) as bare:
        bare.execute("pragma journal_mode = wal")
        bare.execute("vacuum")
    bare.close()
    assert path.stat().st_size > 0

    with Store.open(path) as store:
        assert store.evenings() == []


def test_a_second_boodle_on_the_same_folder_is_kept_out(path):
    with Store.open(path), pytest.raises(StoreBusy, match="Another Boodle is already using"):
        Store.open(path)
    with Store.open(path) as store:
        assert store.last_seq("e1") == 40


def test_the_lock_goes_with_a_killed_process(path):
    held = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from companion.store import Store; s = Store.open(sys.argv[1]);"
            " print('open', flush=True); time.sleep(60)",
            str(path),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    with held:
        assert held.stdout.readline() == "open\n"
        with pytest.raises(StoreBusy):
            Store.open(path)
        held.kill()
        held.wait()

    with Store.open(path) as store:
        assert store.last_seq("e1") == 40


def test_a_folder_that_cannot_be_written_is_named(path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("companion.store.database.os.open", refuse)

    with pytest.raises(UnwritableStore, match=r"cannot write into .*Permission denied.*--data"):
        take_lock(path)


def test_a_migration_is_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "boodle.db"
    with Store.open(path) as store:
        store.create_evening("e1", "K7QX", AT)
    broken = (*MIGRATIONS, ("alter table evening add column note text", "no such statement"))
    monkeypatch.setattr("companion.store.database.MIGRATIONS", broken)
    with pytest.raises(StoreError):
        Store.open(path)

    better = (*MIGRATIONS, ("create table note (text text) strict",))
    monkeypatch.setattr("companion.store.database.MIGRATIONS", better)
    with Store.open(path) as store:
        assert store.rows.db.execute("pragma user_version").fetchone()[0] == len(better)
        columns = [row["name"] for row in store.rows.db.query("pragma table_info(evening)")]
        assert "note" not in columns
        assert [evening.id for evening in store.evenings()] == ["e1"]


def test_the_start_does_not_wait_for_numpy_and_numpy_comes_as_ever():
    asked = (
        "import sys, companion.store.store; assert 'numpy' not in sys.modules;"
        " import numpy; assert numpy.zeros(2).size == 2"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


# -- any damage at all -----------------------------------------------------------------------------


def spoil(data, chance):
    """Some bytes flipped, zeroed, cut off, put in or two pages exchanged."""
    spoilt, size = bytearray(data), len(data)
    start, many = chance.randrange(size), chance.choice([1, 16, 512, 4096])
    match chance.choice(["flip", "zero", "cut", "swap", "insert", "header"]):
        case "flip":
            for _ in range(chance.choice([1, 3, 20])):
                spoilt[chance.randrange(size)] ^= 1 << chance.randrange(8)
        case "zero":
            spoilt[start : start + many] = bytes(len(spoilt[start : start + many]))
        case "cut":
            del spoilt[start:]
        case "insert":
            spoilt[start:start] = chance.randbytes(many)
        case "header":
            spoilt[chance.randrange(100)] = chance.randrange(256)
        case "swap":
            one, two = (4096 * chance.randrange(size // 4096) for _ in range(2))
            spoilt[one : one + 4096], spoilt[two : two + 4096] = (
                spoilt[two : two + 4096],
                spoilt[one : one + 4096],
            )
    return bytes(spoilt)


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_is_read_rightly_or_refused_and_never_written(path, seed):
    with Store.open(path) as store:
        whole = store.load("e1")
    spoilt = spoil(path.read_bytes(), random.Random(seed))
    path.write_bytes(spoilt)

    try:
        store = Store.open(path)
    except StoreError:
        assert path.read_bytes() == spoilt
        return
    with store:
        try:
            assert store.load("e1") == whole
        except StoreError as told:
            assert str(told).endswith(".")


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_journal_never_changes_the_evening(path, seed):
    with Store.open(path) as store:
        whole = store.load("e1")
        journal = store.journal.path("e1")
    journal.write_bytes(spoil(journal.read_bytes(), random.Random(seed)))

    with Store.open(path) as store:
        assert store.load("e1") == whole
        store.append("e1", 40, [NewRow("X", {}, AT)], "new", {})
    with Store.open(path) as store:
        assert store.load("e1")[:40] == whole
        assert store.journal.tail("e1")[0] == 41
