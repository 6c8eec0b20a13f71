"""Pictures of cards behind the lines: shown to the table, kept from strangers, off and deleted."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from phones import AtTable, TableMaker, words

from companion.core.cards import Card
from companion.croupier import Actor, Said
from companion.together import Evidence
from companion.web import witness
from companion.web.boodle import Boodle, eyes_of

JPEG = b"\xff\xd8 a card \xff\xd9"
_numbers = itertools.count(1)


@pytest.fixture
def boodle(boodle: Boodle, tmp_path: Path) -> Boodle:
    """The house of the other tests, with a folder for pictures."""
    eyes = eyes_of(boodle.croupier, boodle.door, boodle.hub, tmp_path)
    return Boodle(boodle.croupier, boodle.door, boodle.hub, boodle.network, eyes)


@pytest.fixture
def running(table: TableMaker) -> AtTable:
    made = table(4)
    made.begin()
    return made


def seen(at: AtTable, seat: int, card: str, *, keeps: bool = True) -> int:
    """Let a camera record a card; return its line."""
    name, seq = f"picture-{next(_numbers)}", at.seq
    said = Said(name, seq, "play", {"seat": seat, "card": card}, name)
    answer = at.boodle.croupier.submit(at.evening.id, said, Actor("boodle", seat, "usb0"))
    assert answer.ok, answer
    if keeps:
        at.boodle.eyes.pictures.keep(at.evening.id, name, JPEG)
    return seq + 1


def test_why_shows_the_card_with_rule_player_and_time(running: AtTable) -> None:
    line = seen(running, 0, "4C")

    page = running.host.get(f"{running.url}/cause/{line}")

    assert f'src="{running.url}/picture/picture-' in page.get_data(as_text=True)
    for fact in ("Who leads chooses a suit", "The camera, for Anna", "When", "Run"):
        assert fact in words(page)


def test_an_answer_to_a_camera_rests_on_what_it_showed(
    running: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = np.full((90, 60, 3), 200, np.uint8)
    of_card = Evidence("asked", running.evening.id, "usb0", "play", 0, (Card("JS"),), picture, 1)
    eyes = running.boodle.eyes
    monkeypatch.setattr(eyes, "evidence_of", lambda evening, said: of_card)
    line = running.seq + 1

    running.tap(running.host, "play", seat=0, card="JS")
    running.host.post(f"{running.url}/do", kind="play", seat=0, card="9H")  # refused

    page = running.host.get(f"{running.url}/cause/{line}").get_data(as_text=True)
    assert f'src="{running.url}/picture/asked"' in page
    assert running.host.get(f"{running.url}/picture/asked").mimetype == "image/jpeg"
    assert eyes.pictures.kept(running.evening.id).pictures == 1


def test_a_pot_shows_the_card_that_won_it(running: AtTable) -> None:
    line = seen(running, 0, "JS")
    records = running.boodle.croupier.history(running.evening.id)
    award = next(r for r in records[line:] if r.line.event.kind == "PotAwarded")

    page = running.players[1].get(f"{running.url}/cause/{award.line.seq}")

    assert "/picture/" in page.get_data(as_text=True)


def test_a_payment_finds_who_went_out_behind_a_deal_taken_back(table: TableMaker) -> None:
    at = table(3, depth="pots", end="manual")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    at.say("out", seat=0)
    at.say("count", seat=1, cards=3)
    at.say("count", seat=2, cards=1)
    at.say("begin_hand")
    for _ in range(2):
        at.tap(at.host, "undo")
    at.say("count", seat=2, cards=2)
    records = at.boodle.croupier.history(at.evening.id)
    paid = [record for record in records if record.line.event.kind == "CardsPaid"]
    out = next(record for record in records if record.line.event.kind == "WentOut")

    acts = [each.line.seq for each in witness._acts(records, paid[-1])]

    assert acts == [paid[-1].line.act, out.line.act]


def test_a_line_without_a_picture_shows_none(running: AtTable) -> None:
    line = seen(running, 0, "4C", keeps=False)

    page = running.host.get(f"{running.url}/cause/{line}").get_data(as_text=True)

    assert "/picture/" not in page


def test_a_picture_is_shown_to_the_table_and_not_to_strangers(running: AtTable) -> None:
    line = seen(running, 0, "4C")
    records = running.boodle.croupier.history(running.evening.id)
    address = f"{running.url}/picture/{records[line - 1].actor['evidence']}"
    outside = {"REMOTE_ADDR": "192.168.178.77"}

    shown = running.players[2].client.get(address, environ_base=outside)
    hidden = running.phone("stranger").client.get(address, environ_base=outside)

    assert (shown.status_code, shown.data, shown.mimetype) == (200, JPEG, "image/jpeg")
    assert hidden.status_code == 404
    assert running.host.get(f"{running.url}/picture/nothing").status_code == 404


def test_the_host_switches_pictures_off_and_deletes_them(running: AtTable, boodle: Boodle) -> None:
    seen(running, 0, "4C")
    running.tap(running.host, "keep_pictures", keep="no")
    assert not boodle.door.settings.keeps_pictures(running.evening.id)
    assert "1 picture" in running.host.text(f"{running.url}/pictures")

    asked = running.host.text(f"{running.url}/pictures?sure=yes")
    assert "Delete 1 picture? They are gone for good." in asked
    assert boodle.eyes.pictures.kept(running.evening.id).pictures == 1
    running.tap(running.host, "delete_pictures")

    assert boodle.eyes.pictures.kept(running.evening.id).pictures == 0
    assert "No picture is kept" in running.host.text(f"{running.url}/pictures")
    running.tap(running.host, "keep_pictures", keep="yes")
    assert boodle.door.settings.keeps_pictures(running.evening.id)
    assert "They stay" not in running.host.text(f"{running.url}/pictures")


def test_only_the_host_decides_about_pictures(running: AtTable, boodle: Boodle) -> None:
    assert running.tap(running.players[1], "delete_pictures").status_code == 403
    assert running.players[1].get(f"{running.url}/pictures").status_code == 303
    assert boodle.door.settings.keeps_pictures(running.evening.id)
