"""The table display: what everybody may see, at every moment of an evening, without touching."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from phones import AtTable, Phone, TableMaker, words
from tapped import e1, tap

from companion.core.evening import ANIMALS
from companion.web.boodle import Boodle


def shown(at: AtTable, query: str = "") -> str:
    """The words on the display, as a screen without a cookie sees it."""
    client = at.app.test_client()
    answer = client.get(f"{at.url}/table{query}")
    assert answer.status_code == 200
    return words(answer)


def body(at: AtTable, query: str = "") -> str:
    """The display's markup."""
    return at.app.test_client().get(f"{at.url}/table{query}").get_data(as_text=True)


def test_while_people_gather_the_code_is_large(table: TableMaker) -> None:
    at = table(2)

    text = shown(at)

    assert "Scan to join" in text
    assert "192.168.178.23:8421" in text
    assert "2 are here" in text


def test_the_needed_card_the_run_and_the_pots_are_shown(table: TableMaker) -> None:
    at = table(4)
    at.begin()
    tap(at, "Anna 4C, Ben 5C")

    text = shown(at)

    assert "Who has the 6 of clubs?" in text
    assert "Ben plays the 5 of clubs." in text
    assert "players 100 + pots 20 = 120" in text
    assert 'aria-label="5 of clubs"' in body(at)


def test_who_leads_is_named_after_a_stop(table: TableMaker) -> None:
    at = table(4)
    at.begin()
    tap(at, "Anna 4C, Ben 5C, stop")

    assert "Ben leads" in shown(at)


def test_payments_are_shown_at_the_end_of_a_hand(table: TableMaker) -> None:
    at = e1(table(4))

    text = shown(at)

    assert "Ben is out and gets 22" in text
    assert "8 8 cards left" in text


def test_the_standing_and_the_payments_are_shown_at_the_end(table: TableMaker) -> None:
    at = e1(table(4, end="manual", chip_value=5, currency="GBP"))
    at.say("end_evening")

    text = shown(at)

    assert "Ben wins with 61 chips" in text
    assert "+31" in text and "60p" in text


def test_pots_only_and_counts_have_their_moments(table: TableMaker) -> None:
    at = table(4, depth="pots")
    at.begin()
    assert "The hand is being played" in shown(at)

    at.say("out", seat=1)
    assert "Waiting for" in shown(at) and "Ben is out" in shown(at)
    assert "Anna" in shown(at)


def test_the_deal_and_the_spare_hand_have_their_moments(table: TableMaker) -> None:
    at = table(4, spare_swap=True)
    at.say("dealer", seat=3)
    at.say("begin_hand")
    assert "Dan deals 5 hands" in shown(at)

    at.say("deal")
    assert "Dan decides about the spare hand" in shown(at)


def test_newbury_is_dealt_thirteen_each_and_three_are_thrown_away(table: TableMaker) -> None:
    at = table(4, game="newbury")
    at.say("dealer", seat=3)
    at.say("begin_hand")

    assert "Dan deals 13 cards each, one card at a time" in shown(at)
    assert "The first card goes to Anna. Then everybody throws 3 away, face down." in shown(at)


def test_free_stakes_are_waited_for(table: TableMaker) -> None:
    at = table(3, placement="free", free_amount=6)
    at.say("dealer", seat=2)
    at.say("begin_hand")

    assert "Chips go down" in shown(at)
    assert "Waiting for" in shown(at)


@pytest.mark.parametrize("players", range(3, 9))
def test_everybody_has_a_place_at_the_edge(table: TableMaker, players: int) -> None:
    at = table(players)
    at.begin()

    assert body(at).count('class="plate ') == players
    assert all(at.state.name(seat) in shown(at) for seat in at.state.circle)


def test_names_stand_upright_on_a_television(table: TableMaker) -> None:
    at = table(3)

    assert 'class="display upright"' in body(at, "?upright=1")
    assert 'class="display"' in body(at)
    assert "?upright=0" in body(at, "?upright=1")
    assert "upright=1" in body(at, "?qr=1&upright=1")


def test_odd_choices_show_the_table(table: TableMaker) -> None:
    at = table(3)

    for odd in ("?upright=x", "?qr=x", "?upright=&qr=", "?x=<b>"):
        assert "<b>" not in body(at, odd).replace("<b ", "").replace("<b><bdi>", "")


def test_the_display_carries_no_secret_and_no_button(table: TableMaker) -> None:
    at = table(3)
    at.begin()

    page = body(at)

    assert "<form" not in page
    for secret in (at.host.token, at.word, *(phone.token for phone in at.players.values())):
        assert secret not in page


def test_the_display_is_live_and_reloads_by_itself_without_script(table: TableMaker) -> None:
    at = table(3)

    page = body(at)

    assert f'data-live="/t/{at.code}/events"' in page
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page


def test_without_a_network_no_code_is_shown(table: TableMaker, boodle: Boodle) -> None:
    at = table(3)
    boodle.network.fixed = []

    assert "Join a network" in shown(at)
    at.begin()
    assert "scan to join" not in shown(at)


def test_a_table_that_is_not_there_gets_a_page(phone: Phone) -> None:
    answer = phone.get("/t/ZZZZ/table")

    assert answer.status_code == 404
    assert "There is no table" in words(answer)


@pytest.mark.parametrize(
    ("kind", "data", "heard"),
    [("play", {"seat": 0, "card": "4C"}, "tick"), ("play", {"seat": 0, "card": "JS"}, "pot")],
)
def test_the_display_knows_what_the_last_event_sounds_like(
    table: TableMaker, kind: str, data: dict[str, object], heard: str
) -> None:
    at = table(3)
    at.begin()
    at.say(kind, **data)

    assert f'data-sound="{heard}"' in body(at)
    assert "data-sound-switch hidden" in body(at), "off, and shown by the script alone"


def test_eight_people_and_long_names_fit_the_bytes(table: TableMaker) -> None:
    at = table(8, end="manual")
    at.say("rename", seat=5, name="Otto-Maximilian von und zu Hohenstein-Ro", animal=ANIMALS[3])
    at.begin()

    assert len(body(at)) < 60_000


@pytest.mark.vision
def test_the_small_code_is_read_by_a_camera(table: TableMaker) -> None:
    at = table(3)
    from companion.web import qr

    path = str(qr.drawing(f"http://192.168.178.23:8421{at.url}/join")).split(' d="')[2]
    picture = _painted(path.split('"')[0], scale=4)

    read, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)

    assert read == f"http://192.168.178.23:8421{at.url}/join"


def _painted(path: str, scale: int) -> np.ndarray:
    """The modules of a code's path as a grey picture."""
    size = 60
    picture = np.full((size, size), 255, np.uint8)
    for stroke in filter(None, path.split("z")):
        start, _, run = stroke.removeprefix("M").partition("h")
        x, y = (int(part) for part in start.split())
        picture[y, x : x + int(run.split("v")[0])] = 0
    return np.kron(picture, np.ones((scale, scale), np.uint8))
