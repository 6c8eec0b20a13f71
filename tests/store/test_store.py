"""store.py: append only, all or nothing, and a sentence for everything that can fail."""

import json
import sqlite3
import threading

import pytest

from companion.store import Device, NewRow, Store
from companion.store.errors import (
    AlreadyAnswered,
    ChainBroken,
    MissingDatabase,
    StaleSequence,
    StoreBusy,
    StoreError,
    StoreFull,
    UnknownEvening,
)

AT = "2026-11-30T19:42:00Z"


def played(card="8S", seat=1, cause=None):
    return NewRow("CardPlayed", {"card": card, "seat": seat}, AT, cause, {"role": "host"})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "boodle.db"


@pytest.fixture
def store(path):
    with Store.open(path) as one:
        one.create_evening("e1", "K7QX", AT, {"word": "walnut"})
        yield one


def fill(store, count, evening="e1"):
    for number in range(count):
        store.append(evening, number, [played(seat=number)], f"c{number}", {"ok": number})


def test_what_was_appended_is_loaded_again_exactly(store, path):
    given = store.append("e1", 0, [played(), played("9S", 2, cause=1)], "c1", {"say": "Q♦ \ud83d"})

    assert store.load("e1") == given
    assert [row.seq for row in given] == [1, 2]
    assert given[1].body == {"card": "9S", "seat": 2}
    assert (given[1].cause, given[1].command_id, given[1].actor) == (1, "c1", {"role": "host"})
    store.close()
    with Store.open(path) as again:
        assert again.load("e1") == given
        assert again.notes == []


def test_a_store_in_memory_needs_no_folder():
    with Store.open(None) as store:
        store.create_evening("e1", "K7QX", AT)
        fill(store, 3)

        assert len(store.load("e1")) == 3


def test_a_known_command_gets_its_first_answer_and_stores_nothing(store):
    store.append("e1", 0, [played()], "c1", {"say": "first"})

    with pytest.raises(AlreadyAnswered) as told:
        store.append("e1", 1, [played()], "c1", {"say": "second"})

    assert told.value.answer == {"say": "first"}
    assert store.last_seq("e1") == 1


def test_a_refusal_is_kept_under_its_command_too(store):
    assert store.record_answer("e1", "c1", {"say": "no"}, AT) == {"say": "no"}

    assert store.record_answer("e1", "c1", {"say": "yes"}, AT) == {"say": "no"}
    assert store.answer("e1", "c1") == {"say": "no"}
    assert store.answer("e1", "c2") is None
    with pytest.raises(AlreadyAnswered):
        store.append("e1", 0, [played()], "c1", {})


@pytest.mark.parametrize("expected", [0, 2, -1])
def test_a_stale_sequence_stores_nothing_and_says_where_things_are(store, expected):
    store.append("e1", 0, [played()], "c1", {})

    with pytest.raises(StaleSequence) as told:
        store.append("e1", expected, [played()], "c2", {})

    assert (told.value.expected, told.value.actual) == (expected, 1)
    assert store.answer("e1", "c2") is None


def test_a_failing_row_takes_the_whole_command_with_it(store):
    with pytest.raises(sqlite3.IntegrityError):  # a cause in the future
        store.append("e1", 0, [played(), played(cause=3)], "c1", {})

    assert store.load("e1") == []
    assert store.answer("e1", "c1") is None


def test_eight_threads_lose_and_double_nothing(store):
    def tap(phone):
        for number in range(25):
            while True:
                try:
                    seq = store.last_seq("e1")
                    store.append("e1", seq, [played(seat=phone)], f"{phone}-{number}", {})
                    break
                except StaleSequence:
                    continue

    threads = [threading.Thread(target=tap, args=(phone,)) for phone in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    rows = store.load("e1")
    assert [row.seq for row in rows] == list(range(1, 201))
    assert len({row.command_id for row in rows}) == 200
    assert [line["seq"] for line in store.journal.read("e1") if "seq" in line] == [
        row.seq for row in rows
    ]


def test_an_unknown_evening_is_a_sentence(store):
    for ask in (store.load, store.last_seq, store.evening):
        with pytest.raises(UnknownEvening, match="no evening 'nobody'"):
            ask("nobody")
    with pytest.raises(UnknownEvening):
        store.append("nobody", 0, [played()], "c1", {})
    with pytest.raises(UnknownEvening):
        store.record_answer("nobody", "c1", {}, AT)
    assert store.evening_by_code("XXXX") is None


@pytest.mark.parametrize("bad", ["../e", "", "a/b", "x" * 65, "e 1", "e\n"])
def test_an_id_that_is_no_file_name_makes_no_evening(store, bad):
    with pytest.raises(ValueError):
        store.create_evening(bad, "ABCD", AT)
    assert [evening.id for evening in store.evenings()] == ["e1"]


@pytest.mark.parametrize("bad", ["", "\x00", "a\ud800", "x" * 201])
def test_a_command_id_no_file_could_hold_is_refused(store, bad):
    with pytest.raises(ValueError):
        store.append("e1", 0, [played()], bad, {})


def test_a_code_belongs_to_one_evening(store):
    with pytest.raises(sqlite3.IntegrityError):
        store.create_evening("e2", "K7QX", AT)
    assert store.evening_by_code("K7QX").private == {"word": "walnut"}


# -- append only ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "update event set body = '{}' where seq = 2",
        "delete from event where seq = 2",
        "delete from event",
        "insert or replace into event select evening, 2, kind, '{}', cause, command_id, actor,"
        " at_utc, hash from event where seq = 2",
        "insert into event select evening, 9, kind, body, cause, command_id, actor, at_utc, hash"
        " from event where seq = 2",
        "update command set answer = '{}'",
        "update evening set id = 'e9'",
    ],
)
def test_the_database_itself_refuses_to_change_history(store, path, statement):
    fill(store, 3)
    before = store.load("e1")

    with sqlite3.connect(path) as stranger, pytest.raises(sqlite3.IntegrityError):
        stranger.execute(statement)
    stranger.close()

    assert store.load("e1") == before


def test_a_whole_evening_goes_with_everything_that_belongs_to_it(store):
    fill(store, 3)
    store.create_evening("e2", "ABCD", AT)
    fill(store, 2, "e2")
    store.put_device(
        Device(evening="e1", token_hash="t", role="host", seat=None, name="Anna", seen_at=AT)
    )

    store.delete_evening("e1")

    assert [evening.id for evening in store.evenings()] == ["e2"]
    assert store.devices("e1") == []
    assert store.answer("e1", "c0") is None
    assert store.journal.evenings() == ["e2"]
    assert len(store.load("e2")) == 2


@pytest.mark.parametrize(
    "column", ["body", "actor", "at_utc", "kind", "command_id", "cause", "hash"]
)
def test_an_event_changed_behind_our_back_is_named(store, path, column):
    fill(store, 5)

    with sqlite3.connect(path) as stranger:
        stranger.execute("drop trigger event_never_changes")
        value = {"cause": "2", "body": '\'{"card":"9S"}\''}.get(column, "'x'")
        stranger.execute(f"update event set {column} = {value} where seq = 3")
    stranger.close()

    with pytest.raises(ChainBroken, match="Event 3 of the evening K7QX"):
        store.load("e1")


# -- devices -------------------------------------------------------------------------------------


def test_nothing_of_a_deleted_evening_can_be_read_in_any_file(store, path):
    store.create_evening("e2", "M2PL", AT)
    fill(store, 2, "e2")
    store.append("e2", 2, [NewRow("SeatRenamed", {"name": "Quietschbaum"}, AT)], "c9", {})
    assert store.journal is not None
    store.journal.set_aside("e2")
    fill(store, 1)

    store.delete_evening("e2")

    files = [file for file in path.parent.rglob("*") if file.is_file()]
    assert [file.name for file in files if b"Quietschbaum" in file.read_bytes()] == []
    assert [row.seq for row in store.load("e1")] == [1]


def test_an_evening_is_known_from_the_database_or_from_the_journal(store):
    store.journal.write("e7", ["{}"])

    assert store.known_evenings() == {"e1", "e7"}
    assert Store.open(None).known_evenings() == set()


@pytest.mark.parametrize("rows_are_gone", [False, True])
def test_a_deletion_that_was_stopped_in_the_middle_is_gone_on_with(store, path, rows_are_gone):
    fill(store, 3)
    store.create_evening("e2", "M2PL", AT)
    fill(store, 2, "e2")
    store.journal.set_aside("e2")
    store.append("e2", 2, [played()], "c9", {})
    store.journal.condemn("e2")
    if rows_are_gone:
        with sqlite3.connect(path) as rough:
            rough.execute("pragma foreign_keys = on")
            rough.execute("delete from evening where id = 'e2'")
        rough.close()
    store.close()

    with Store.open(path) as again:
        assert [evening.id for evening in again.evenings()] == ["e1"]
        assert again.notes == []
        assert again.journal.condemned() == []
    left = sorted(file.name for file in (path.parent / "journal").iterdir())
    assert left == ["e1.jsonl"]


def test_an_evening_that_cannot_be_deleted_keeps_its_journal(store):
    fill(store, 3)
    before = store.journal.path("e1").read_text()
    with sqlite3.connect(store.path) as rough:
        rough.execute("create trigger stays before delete on evening"
                      " begin select raise(abort, 'no'); end")  # fmt: skip
    rough.close()

    with pytest.raises((StoreError, sqlite3.Error)):
        store.delete_evening("e1")

    assert store.journal.path("e1").read_text() == before
    assert store.journal.condemned() == []
    assert len(store.load("e1")) == 3


def test_a_phone_keeps_one_row_and_may_change_its_seat(store):
    phone = Device(
        evening="e1", token_hash="t", role="player", seat=1, name="Zoë \ud800", seen_at=AT
    )
    store.put_device(phone)
    store.put_device(
        Device(evening="e1", token_hash="t", role="host", seat=2, name="Zoë", seen_at=AT)
    )

    found = store.device("e1", "t")

    assert (found.role, found.seat, found.name) == ("host", 2, "Zoë")
    assert store.devices("e1") == [found]


def test_private_settings_are_replaced(store):
    store.keep_private("e1", {"word": "plum"})

    assert store.evening("e1").private == {"word": "plum"}


# -- what can fail while it runs -----------------------------------------------------------------


def test_a_full_disk_stores_nothing_and_says_so(store):
    fill(store, 2)
    pages = store.rows.db.execute("pragma page_count").fetchone()[0]
    store.rows.db.execute(f"pragma max_page_count = {pages}")
    large = NewRow("Note", {"text": "x" * 50_000}, AT)

    with pytest.raises(StoreFull, match=r"The disk is full, so nothing was stored .*Make room"):
        store.append("e1", 2, [large], "c9", {})

    store.rows.db.execute("pragma max_page_count = 100000")
    assert store.last_seq("e1") == 2
    assert store.append("e1", 2, [played()], "c9", {})[0].seq == 3


def test_another_program_holding_the_file_is_named(store, path):
    store.rows.db.execute("pragma busy_timeout = 10")
    stranger = sqlite3.connect(path, isolation_level=None)
    stranger.execute("begin immediate")

    with pytest.raises(StoreBusy, match=r"Another program is holding .*nothing was stored"):
        store.append("e1", 0, [played()], "c1", {})

    stranger.execute("rollback")
    stranger.close()
    assert store.append("e1", 0, [played()], "c1", {})[0].seq == 1


@pytest.mark.parametrize("how", ["deleted", "swapped"])
def test_a_file_taken_away_while_it_is_open_is_noticed(store, path, how):
    path.rename(path.with_suffix(".away"))
    if how == "swapped":
        path.write_bytes(b"something else")

    with pytest.raises(MissingDatabase, match="moved or deleted while Boodle was running"):
        store.append("e1", 0, [played()], "c1", {})


# -- the journal ---------------------------------------------------------------------------------


def test_the_journal_tells_the_same_story_and_no_secret(store):
    fill(store, 2)
    store.record_answer("e1", "refused", {"say": "no"}, AT)

    text = store.journal.path("e1").read_text()

    assert [row.hash for row in store.load("e1")] == [
        line["hash"] for line in map(json.loads, text.splitlines()) if "hash" in line
    ]
    assert "refused" in text
    assert "walnut" not in text


def test_a_journal_that_cannot_be_written_stops_nothing_and_catches_up(store, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    fill(store, 1)
    with monkeypatch.context() as broken:
        broken.setattr(store.journal, "write", full)
        store.append("e1", 1, [played()], "x1", {})
    assert "second copy" in store.notes[0]

    store.append("e1", 2, [played()], "x2", {})

    assert [line["seq"] for line in store.journal.read("e1") if "seq" in line] == [1, 2, 3]
    assert len(store.load("e1")) == 3


def test_a_journal_behind_the_database_is_brought_up_to_date(store, path):
    fill(store, 4)
    store.close()
    journal = store.journal.path("e1")
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:4]) + lines[4][:20])  # stopped in the middle of a line

    with Store.open(path) as again:
        assert [line["seq"] for line in again.journal.read("e1") if "seq" in line] == [1, 2, 3, 4]
        assert again.notes == []


def test_a_lost_journal_is_written_anew(store, path):
    fill(store, 3)
    store.close()
    before = store.journal.path("e1").read_text().splitlines()
    store.journal.path("e1").unlink()

    with Store.open(path) as again:
        after = again.journal.path("e1").read_text().splitlines()
        assert after == [line for line in before if "answered" not in line]


def test_events_a_lying_disk_lost_are_taken_back_from_the_journal(store, path, tmp_path):
    fill(store, 2)
    store.close()
    early = path.read_bytes()
    with Store.open(path) as more:
        for number in range(2, 5):
            more.append("e1", number, [played()], f"later{number}", {"ok": number})
        whole = more.load("e1")
    path.write_bytes(early)

    with Store.open(path) as again:
        assert again.load("e1") == whole
        assert "3 events of K7QX were missing" in again.notes[0]


def test_a_journal_with_another_story_is_kept_and_begun_anew(store, path):
    fill(store, 2)
    store.close()
    journal = store.journal.path("e1")
    journal.write_text(journal.read_text().replace('"hash":"', '"hash":"0'))

    with Store.open(path) as again:
        assert "did not match" in again.notes[0]
        kept = list(journal.parent.glob("e1.kept-1.txt"))
        assert kept and str(kept[0]) in again.notes[0]
        assert len(again.load("e1")) == 2


def test_an_evening_only_the_journal_knows_is_told_and_left(store, path):
    store.close()
    stranger = store.journal.path("e7")
    stranger.write_text("{}\n")

    with Store.open(path) as again:
        assert "e7.jsonl holds an evening this database does not have" in again.notes[0]
    assert stranger.read_text() == "{}\n"
