"""Pull the plug while pictures of cards are deleted: nothing else goes with them."""

import os
import random
import shutil

import pytest
from killable import Served, nursery, opened

from companion.evidence import Pictures
from companion.paths import DATABASE
from companion.store import Store

__all__ = ["nursery"]  # a fixture

PICTURES = 400
CROP = b"\xff\xd8" + b" a card" * 800
ANNA = ("tap-0", "sit", {"name": "Anna", "animal": "cat"})

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has neither fork nor SIGKILL")


@pytest.fixture
def evenings(tmp_path):
    """Two evenings on a disk, each with many pictures of cards: (id, code)."""
    made = [opened(tmp_path / "data", f"e{k}", random.Random(k).choice) for k in (1, 2)]
    kept = Pictures(tmp_path / "data" / "evidence")
    for evening_id, _ in made:
        for number in range(PICTURES):
            kept.keep(evening_id, f"picture-{number}", CROP)
    return made


def known(tmp_path):
    """The evenings that another Boodle would find on this disk."""
    shutil.rmtree(tmp_path / "copy", ignore_errors=True)
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    with Store.open(tmp_path / "copy" / DATABASE) as store:
        return [evening.id for evening in store.evenings()]


def kept(tmp_path, evening_id):
    return Pictures(tmp_path / "data" / "evidence").kept(evening_id).pictures


def fewer_than(tmp_path, evening_id, gone):
    """Whether *gone* pictures, or more, are deleted already."""
    folder = tmp_path / "data" / "evidence" / evening_id
    return lambda: len(list(folder.glob("*.jpg"))) <= PICTURES - gone


@pytest.mark.parametrize("gone", [1, PICTURES // 2])
def test_killed_while_its_pictures_are_deleted_an_evening_goes_on(
    nursery, evenings, tmp_path, gone
):
    (evening, code), (other, _) = evenings
    served = Served(nursery, tmp_path / "data", code)
    assert served.tap(*ANNA)["ok"]

    form = "kind=delete_pictures&id=tap-1&seq_seen=0"
    is_answered = served.post_and_kill(f"/t/{code}/do", form, fewer_than(tmp_path, evening, gone))
    left = kept(tmp_path, evening)
    served.start()

    assert not (is_answered and left), "it was said that they are gone"
    assert kept(tmp_path, evening) == left
    assert served.tap(*ANNA)["ok"]
    assert served.tap("tap-2", "delete_pictures", {})["ok"]
    assert (kept(tmp_path, evening), kept(tmp_path, other)) == (0, PICTURES)
    served.kill()


@pytest.mark.parametrize("gone", [1, PICTURES // 2])
def test_killed_while_an_evening_is_deleted_its_pictures_go_with_the_next_start(
    nursery, evenings, tmp_path, gone
):
    (evening, code), (other, _) = evenings
    served = Served(nursery, tmp_path / "data", code)
    assert served.tap(*ANNA)["ok"]

    form, when = f"code={code}", fewer_than(tmp_path, evening, gone)
    served.post_and_kill(f"/t/{code}/forget", form, when)
    assert known(tmp_path) == [other]  # its lines go first: no line shows a picture that is gone
    served.start()

    assert (kept(tmp_path, evening), kept(tmp_path, other)) == (0, PICTURES)
    assert known(tmp_path) == [other]
    served.kill()
