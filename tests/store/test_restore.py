"""companion/store/restore.py: a sound database from the journal, the old one kept."""

import pytest

from companion.store import NewRow, Store
from companion.store.errors import AlreadyAnswered, DamagedDatabase, MissingDatabase
from companion.store.restore import restore_from_journal

AT = "2026-11-30T19:42:00Z"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "boodle.db"
    with Store.open(path) as store:
        for evening, code in (("e1", "K7QX"), ("e2", "ABCD")):
            store.create_evening(evening, code, AT)
            for number in range(20):
                store.append(evening, number, [NewRow("X", {"n": number}, AT)], f"c{number}", {})
        store.record_answer("e1", "refused", {"say": "no"}, AT)
    return path


def rows(path, evening="e1"):
    with Store.open(path) as store:
        assert store.notes == []
        return store.load(evening)


def test_a_damaged_database_is_rebuilt_and_kept(path):
    whole = {evening: rows(path, evening) for evening in ("e1", "e2")}
    damaged = path.read_bytes()[:6000]
    path.write_bytes(damaged)
    with pytest.raises(DamagedDatabase):
        Store.open(path)

    restored = restore_from_journal(path)

    assert (restored.evenings, restored.events, restored.notes) == (2, 40, [])
    assert restored.kept.read_bytes() == damaged
    assert {evening: rows(path, evening) for evening in ("e1", "e2")} == whole
    with Store.open(path) as store:
        assert store.answer("e1", "refused") == {"say": "no"}
        assert store.evening_by_code("ABCD").id == "e2"
        with pytest.raises(AlreadyAnswered):
            store.append("e1", 20, [NewRow("X", {}, AT)], "c3", {})


def test_a_deleted_database_is_rebuilt(path):
    path.unlink()

    restored = restore_from_journal(path)

    assert restored.kept is None
    assert len(rows(path)) == 20


def test_an_evening_whose_deletion_was_stopped_in_the_middle_does_not_come_back(path):
    with Store.open(path) as store:
        store.journal.condemn("e2")
    path.unlink()

    restored = restore_from_journal(path)

    assert restored.evenings == 1
    assert [file.name for file in (path.parent / "journal").iterdir()] == ["e1.jsonl"]


def test_what_follows_a_changed_line_is_not_believed(path):
    journal = path.parent / "journal" / "e1.jsonl"
    journal.write_text(journal.read_text().replace('"n":7', '"n":8'))

    restored = restore_from_journal(path)

    assert restored.events == 7 + 20
    assert "K7QX: 7 of 20 events could be taken over; the line of event 8" in restored.notes[0]


def test_torn_and_foreign_lines_are_passed_over(path):
    journal = path.parent / "journal" / "e1.jsonl"
    journal.write_text(
        "hello\n" + journal.read_text().replace("\n", "\n[1,2]\n") + '{"seq": 99, "k'
    )
    (path.parent / "journal" / "e3.jsonl").write_text("nothing here\n")

    restored = restore_from_journal(path)

    assert restored.events == 40
    assert restored.notes == [f"{path.parent / 'journal' / 'e3.jsonl'} has no readable first line."]


def test_without_a_journal_nothing_happens(tmp_path):
    with pytest.raises(MissingDatabase, match=r"no journal .* Nothing was changed"):
        restore_from_journal(tmp_path / "boodle.db")
    assert list(tmp_path.iterdir()) == []


def test_restoring_twice_keeps_both(path):
    first = restore_from_journal(path)
    second = restore_from_journal(path)

    assert first.kept != second.kept
    assert first.kept.exists() and second.kept.exists()
    assert len(rows(path)) == 20
