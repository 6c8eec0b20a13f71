"""House rules kept under a name: chosen again, renamed, forgotten, brought back, never lost."""

import threading

import pytest

from companion.core.errors import RuleError
from companion.games import game_named
from companion.store import SHELF, Store
from companion.store.restore import restore_from_journal
from companion.store.shelf import MOST, Shelf

BOODLE = game_named("boodle")
CHRISTMAS = "Granny’s Christmas rules"
NOW = "2026-01-02T19:00:00.000Z"


@pytest.fixture
def store():
    with Store.open(None) as store:
        yield store


@pytest.fixture
def shelf(store):
    return Shelf(store, lambda: NOW)


def keep(shelf, name=CHRISTMAS, command="c", **values):
    return shelf.keep(name, BOODLE, BOODLE.options(values), "pots", command, "phone")


def code(call, *args):
    with pytest.raises(RuleError) as error:
        call(*args)
    return error.value.code


def test_an_empty_shelf_holds_nothing(shelf):
    assert shelf.sets() == ()
    assert code(shelf.get, 1) == "unknown_rules"


def test_what_is_kept_comes_back_as_it_was(shelf):
    number = keep(shelf, per_card=2, change="suit")

    kept = shelf.get(number)
    assert (kept.name, kept.key, kept.depth, kept.by) == (CHRISTMAS, "boodle", "pots", "phone")
    assert kept.rules() == (BOODLE, BOODLE.options({"per_card": 2, "change": "suit"}))


def test_the_same_tap_keeps_once_and_gives_the_same_number(shelf):
    assert keep(shelf) == keep(shelf) == 1
    assert len(shelf.sets()) == 1


@pytest.mark.parametrize(
    ("name", "refused"),
    [("", "bad_name"), ("\u200b ", "bad_name"), ("x" * 41, "bad_name"),
     ("GRANNY’S christmas  rules", "name_taken")],
)  # fmt: skip
def test_names_are_checked_as_peoples_are(shelf, name, refused):
    keep(shelf)
    assert code(keep, shelf, name, "another") == refused
    assert len(shelf.sets()) == 1


def test_a_set_is_renamed_forgotten_and_brought_back(shelf):
    number = keep(shelf)
    shelf.rename(number, "Easter", "r")
    assert [kept.name for kept in shelf.sets()] == ["Easter"]

    shelf.forget(number, "f")
    assert shelf.sets() == () and shelf.all()[0].forgotten

    shelf.bring_back(number, "b")
    assert [(kept.number, kept.name) for kept in shelf.sets()] == [(number, "Easter")]


def test_renaming_to_the_own_name_in_other_letters_is_no_clash(shelf):
    number = keep(shelf)
    shelf.rename(number, CHRISTMAS.upper(), "r")
    assert shelf.sets()[0].name == CHRISTMAS.upper()


def test_a_forgotten_name_is_free_and_then_cannot_come_back(shelf):
    first = keep(shelf)
    shelf.forget(first, "f")
    keep(shelf, command="second")

    assert code(shelf.bring_back, first, "b") == "name_taken"
    shelf.rename(first, "Old Christmas", "r")
    shelf.bring_back(first, "b2")
    assert len(shelf.sets()) == 2


@pytest.mark.parametrize("do", ["rename", "forget", "bring_back"])
def test_what_is_not_kept_cannot_be_touched(shelf, do):
    keep(shelf)
    arguments = (7, "Name", "x") if do == "rename" else (7, "x")
    assert code(getattr(shelf, do), *arguments) == "unknown_rules"


def test_sets_stand_in_the_order_of_their_names(shelf):
    for name in ("bravo", "Alpha", "charlie"):
        keep(shelf, name, name)
    assert [kept.name for kept in shelf.sets()] == ["Alpha", "bravo", "charlie"]


def test_a_full_shelf_says_so(shelf):
    for number in range(MOST):
        keep(shelf, f"Rules {number}", f"c{number}")
    assert code(keep, shelf, "One more", "more") == "shelf_full"


def test_two_phones_at_once_both_keep_theirs(shelf):
    names = [f"Rules {number}" for number in range(8)]
    threads = [threading.Thread(target=keep, args=(shelf, name, name)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [kept.name for kept in shelf.sets()] == names


def test_rules_of_a_game_this_version_lacks_are_kept_and_said(shelf, store):
    number = keep(shelf)
    row = store.load(SHELF)[0]
    row.body["game"] = "whist"  # what is read is the row's own; the chain is untouched
    assert shelf.get(number).key == "boodle"
    unknown = shelf.get(number)
    object.__setattr__(unknown, "key", "whist")
    assert code(unknown.rules) == "not_available"


# ---- on the disk --------------------------------------------------------------------------------


def test_the_shelf_is_no_evening(store, shelf):
    keep(shelf)
    assert store.evenings() == []
    assert store.evening_by_code(SHELF) is None


def test_kept_rules_survive_a_restart_and_the_loss_of_the_database(tmp_path):
    path = tmp_path / "boodle.db"
    with Store.open(path) as store:
        keep(Shelf(store, lambda: NOW), per_card=3)
        store.create_evening("an-evening", "K7QX", NOW)
    with Store.open(path) as store:
        assert store.notes == []
        assert Shelf(store, lambda: NOW).sets()[0].rules()[1].per_card == 3

    path.write_bytes(b"not a database at all")
    assert restore_from_journal(path).evenings == 1

    with Store.open(path) as store:
        assert Shelf(store, lambda: NOW).sets()[0].rules()[1].per_card == 3
        assert [evening.code for evening in store.evenings()] == ["K7QX"]
