"""companion/store/journal.py: lines are added whole, and what is there is never changed."""

import pytest

from companion.store.journal import Journal, first_free


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "journal")


def test_lines_come_back_in_order(journal):
    journal.write("e1", ['{"seq":1,"hash":"a"}', '{"seq":2,"hash":"b"}'])
    journal.write("e1", ['{"answered":"c"}'])

    assert list(journal.read("e1")) == [
        {"seq": 1, "hash": "a"},
        {"seq": 2, "hash": "b"},
        {"answered": "c"},
    ]
    assert journal.tail("e1") == (2, "b")
    assert journal.evenings() == ["e1"]


def test_a_line_after_a_torn_one_is_whole(journal):
    journal.write("e1", ['{"seq":1,"hash":"a"}'])
    with journal.path("e1").open("a") as file:
        file.write('{"seq":2,"ha')

    journal.write("e1", ['{"seq":2,"hash":"b"}'])

    assert [line["seq"] for line in journal.read("e1")] == [1, 2]


def test_the_tail_of_a_long_file_is_found_without_reading_it_all(journal):
    journal.write("e1", [f'{{"seq":{n},"hash":"{n}","pad":"{"x" * 900}"}}' for n in range(1, 500)])

    assert journal.tail("e1") == (499, "499")


def test_nothing_written_is_nothing_read(journal):
    assert list(journal.read("e1")) == []
    assert journal.tail("e1") is None
    assert journal.evenings() == []
    journal.delete("e1")


def test_bytes_that_are_no_text_are_passed_over(journal):
    journal.write("e1", ['{"seq":1,"hash":"a"}'])
    with journal.path("e1").open("ab") as file:
        file.write(b"\xff\xfe\x00\n")

    assert journal.tail("e1") == (1, "a")


def test_a_kept_name_never_hits_another(tmp_path):
    path = tmp_path / "boodle.db"
    (tmp_path / "boodle.kept-1.db").touch()

    assert first_free(path, "kept").name == "boodle.kept-2.db"
