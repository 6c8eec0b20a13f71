"""Photographs of cards left and of piles: who may take them, and what is said."""

import io
from typing import Any

import pytest
from eyes_at_play import Lookouts
from phones import AtTable, Phone, TableMaker, forms, words
from werkzeug.test import TestResponse

from companion.bench import replay
from companion.vision import PictureError
from companion.web.boodle import Boodle


class Piles(Lookouts):
    """Look-outs that read three cards in every photograph."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int]] = []
        self.raises: Exception | None = None
        self.says: dict[str, Any] = {}

    def cards_left(self, evening_id: str, seat: int, picture: bytes, actor: Any) -> dict[str, Any]:
        return self._told("left", seat)

    def audit(self, evening_id: str, seat: int, picture: bytes, actor: Any) -> dict[str, Any]:
        return self._told("pile", seat)

    def _told(self, what: str, seat: int) -> dict[str, Any]:
        if self.raises is not None:
            raise self.raises
        self.asked.append((what, seat))
        said = {"say": "Ben has three cards left.", "about": "9♠, K♦, 4♣.", "differs": False}
        return {"ok": True, "cards": ["4C", "9S", "KD"], "offers": [], **said} | self.says


@pytest.fixture
def piles(boodle: Boodle) -> Piles:
    made = Piles()
    boodle.eyes._lookouts = made  # type: ignore[assignment]
    return made


@pytest.fixture
def running(table: TableMaker) -> AtTable:
    made = table(3)
    made.begin()
    return made


def send(at: AtTable, phone: Phone, what: str, query: str = "") -> TestResponse:
    data = {"photo": (io.BytesIO(b"a picture"), "pile.jpg")}
    return phone.client.post(
        f"{at.url}/photo/{what}{query}", data=data, content_type="multipart/form-data"
    )


@pytest.mark.parametrize("what", ["left", "pile"])
def test_a_player_photographs_the_own_cards_and_hears_what_came_of_it(
    running: AtTable, piles: Piles, what: str
) -> None:
    page = send(running, running.players[1], what, "?for=2")

    assert piles.asked == [(what, 1)]
    assert "Ben has three cards left." in words(page)
    assert "9 of spades" in page.get_data(as_text=True)
    assert "data-live" not in page.get_data(as_text=True)  # what came of it stays to be read


def test_the_host_photographs_for_anybody(running: AtTable, piles: Piles) -> None:
    send(running, running.host, "left", "?for=2")

    assert piles.asked == [("left", 2)]


def test_what_is_no_picture_is_said(running: AtTable, piles: Piles) -> None:
    piles.raises = PictureError("empty", "The picture is empty.")

    page = send(running, running.host, "left", "?for=2")

    assert page.status_code == 400
    assert "The picture is empty." in words(page)


def test_where_no_card_is_read_the_shutter_stays_with_what_to_do(
    running: AtTable, piles: Piles
) -> None:
    running.say("play", 0, card="4C")
    piles.says = {"ok": False, "cards": [], "say": "No card could be read", "about": "Come closer."}

    page = send(running, running.host, "pile", "?for=0")

    assert "No card could be readCome closer." in words(page)
    assert 'id="shoot"' in page.get_data(as_text=True)


def test_a_watcher_takes_none(running: AtTable, piles: Piles) -> None:
    assert send(running, running.phone("watcher"), "left").status_code == 303
    assert running.phone("watcher").get(f"{running.url}/photo/left").status_code == 303
    assert running.host.get(f"{running.url}/photo/anything").status_code == 303
    assert not piles.asked


def test_what_the_picture_leaves_open_people_say_with_a_key(running: AtTable, piles: Piles) -> None:
    running.say("play", 0, card="4C")
    running.say("play", 1, card="5C")
    data = {"seat": 0, "cards": "4C"}
    offer = {"label": "4♣ lies there", "kind": "audit_pile", "data": data}
    piles.says = {"ok": False, "say": "0 of 1 card read", "offers": [offer]}

    page = send(running, running.host, "pile", "?for=0")
    (form,) = [each for each in forms(page) if each.get("kind") == "audit_pile"]
    answer = running.host.post(form.pop("action"), **form)

    assert answer.status_code == 303
    assert running.state.hand is not None
    assert running.state.hand.audited == {0: True}
    assert f"{running.url}/photo/pile?for=0" in page.get_data(as_text=True)  # another photo


def test_a_flag_leads_to_what_happened(running: AtTable, piles: Piles) -> None:
    assert "/history" not in send(running, running.host, "pile", "?for=0").text
    piles.says = {"differs": True}

    assert f'href="{running.url}/history"' in send(running, running.host, "pile", "?for=0").text


def test_before_there_is_something_to_photograph_no_shutter_is_shown(
    running: AtTable, piles: Piles
) -> None:
    for what, why in (("left", "when the hand is over"), ("pile", "No cards are played")):
        page = running.players[1].get(f"{running.url}/photo/{what}")

        assert why in words(page)
        assert 'id="shoot"' not in page.text


# ---- the way there


def played(at: AtTable) -> AtTable:
    """Play a hand in which every card is recorded to its end."""
    at.say("dealer", seat=3)
    for kind, fields in replay.hands():
        if at.state.results:
            break
        at.say(kind, **fields)
    return at


@pytest.fixture
def over(table: TableMaker) -> AtTable:
    """A hand with every card has ended."""
    return played(table(4, **replay.OPTIONS))


def test_a_hand_that_is_over_is_checked_by_photographs(over: AtTable, piles: Piles) -> None:
    for phone in (over.host, over.players[2]):
        for page in (phone.get(over.url), phone.get(f"{over.url}/counts")):
            assert f'href="{over.url}/photo"' in page.text
    page = over.players[2].get(f"{over.url}/photo")
    assert "22 in hands + 20 played + 10 dead = 52, the whole pack." in words(page)
    for what in ("left", "pile"):
        assert f'href="{over.url}/photo/{what}"' in page.text
    assert "Spread your pile" in over.players[2].text(f"{over.url}/photo/pile")
    assert "Lay your cards left" in over.players[2].text(f"{over.url}/photo/left")
    assert "/photo" not in over.phone("watcher").get(over.url).text
    assert over.phone("watcher").get(f"{over.url}/photo").status_code == 303


def test_who_is_out_has_no_cards_to_photograph(over: AtTable, piles: Piles) -> None:
    page = over.players[1].get(f"{over.url}/photo/left")

    assert "Ben is out and has no cards left." in words(page)
    assert 'id="shoot"' not in page.text
    assert "?for=1" not in over.host.get(f"{over.url}/photo/left").text


def test_a_count_that_makes_no_pack_is_said(over: AtTable, piles: Piles) -> None:
    over.say("correct_count", 2, cards=9)

    for page in ("photo", "counts"):
        assert "= 53: 1 card too many. Count again." in over.host.text(f"{over.url}/{page}")


def test_where_no_cards_are_paid_for_the_hands_end_leads_to_photographs(
    table: TableMaker, piles: Piles
) -> None:
    at = played(table(4, **replay.OPTIONS, per_card=0))

    assert f'href="{at.url}/photo"' in at.players[1].get(at.url).text


def test_the_host_says_whose_pile_it_is(running: AtTable, piles: Piles) -> None:
    page = running.host.get(f"{running.url}/photo/pile")

    assert "Whose pile is it?" in words(page)
    for seat in (0, 1, 2):
        assert f"/photo/pile?for={seat}" in page.text
    assert "Carla" in running.host.text(f"{running.url}/photo/pile?for=2")


def test_a_doubted_line_leads_to_the_pile(running: AtTable, piles: Piles) -> None:
    running.say("play", 0, card="JS")
    records = running.boodle.croupier.history(running.evening.id)
    award = next(r.line.seq for r in records if r.line.event.kind == "PotAwarded")
    before = running.host.get(f"{running.url}/cause/{award}").text

    running.say("object", seq=award)

    assert "/photo/pile" not in before
    assert "/photo/pile" in running.host.get(f"{running.url}/cause/{award}").text


def test_where_only_pots_are_recorded_there_is_no_pile_to_check(table: TableMaker) -> None:
    at = table(3, depth="pots")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    at.say("void")

    assert "/photo/pile" not in at.host.get(at.url).text


@pytest.mark.parametrize("who", ["x", "9", "", "-1"])
@pytest.mark.parametrize("what", ["pile", "left"])
def test_cards_of_nobody_are_refused_with_the_people_there_are(
    running: AtTable, piles: Piles, what: str, who: str
) -> None:
    page = running.host.get(f"{running.url}/photo/{what}?for={who}")
    posted = send(running, running.host, what, f"?for={who}")

    assert (page.status_code, posted.status_code) == (404, 404)
    assert "Nobody of this hand goes by that number. Tap who it is." in words(page)
    assert f"/photo/{what}?for=2" in page.text
