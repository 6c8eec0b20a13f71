"""The live camera's page and the door for its pictures: who may, how much, how fast, what next."""

import io
from typing import Any
from urllib.parse import urlsplit

import pytest
from eyes_at_play import Lookouts
from flask import Flask
from phones import AtTable, Phone, TableMaker, forms, words
from werkzeug.test import TestResponse

from companion.core.errors import RuleError
from companion.evidence import Pictures
from companion.vision import PictureError, ReaderUnavailable
from companion.web import eyes, shapes
from companion.web.app import create_app
from companion.web.boodle import Boodle
from companion.web.eyes import MOST_FRAME_BYTES, SILENT_S, Eyes, TooSoon
from companion.web.live import Hub

JPEG = b"\xff\xd8 not read by anybody here \xff\xd9"
CLUBS = {"id": "q-who-5C", "kind": "who", "say": "Who plays the 5 of clubs?",
         "why": "It lies between Ben and Carla.", "cards": ["5C"], "seen": "5C", "expected": "5C",
         "answers": [{"label": "Ben", "kind": "play", "data": {"seat": 1, "card": "5C"},
                      "card": "5C", "seat": 1},
                     {"label": "Carla", "kind": "play", "data": {"seat": 2, "card": "5C"},
                      "card": "5C", "seat": 2}],
         "ignore": True}  # fmt: skip


class Watch:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def lookouts() -> Lookouts:
    return Lookouts()


@pytest.fixture
def boodle(boodle: Boodle, lookouts: Lookouts, watch: Watch) -> Boodle:
    """The house of the other tests, with look-outs that say what a test wants."""
    croupier, hub = boodle.croupier, boodle.hub
    eyes = Eyes(
        lambda eyes: lookouts, Pictures(None), clock=watch,
        keeps=boodle.door.settings.keeps_pictures,
        nudge=lambda evening: hub.nudge(evening, croupier.seq(evening)),
    )  # type: ignore[arg-type]  # fmt: skip
    return Boodle(croupier, boodle.door, hub, boodle.network, eyes)


@pytest.fixture
def running(table: TableMaker) -> AtTable:
    """Four people in a hand; Anna has led the 4 of clubs."""
    made = table(4)
    made.begin()
    made.say("play", 0, card="4C")
    return made


def at_address(at: AtTable, phone: Phone, base: str, page: str = "eye") -> TestResponse:
    """Open a page as a phone does that came to *base*, with its cookie."""
    host = urlsplit(base).hostname or ""
    phone.client.set_cookie("boodle", phone.token, domain=host)
    return phone.get(f"{at.url}/{page}", base_url=base)


def live_page(at: AtTable, phone: Phone, view: str = "table") -> str:
    """The page of a live camera, as it was sent."""
    page = phone.get(f"{at.url}/eye?view={view}", base_url="http://localhost")
    return page.get_data(as_text=True)


def send(at: AtTable, phone: Phone, picture: bytes = JPEG, **args: Any) -> TestResponse:
    query = "&".join(f"{name}={value}" for name, value in {"at": 1, **args}.items())
    return phone.client.post(f"{at.url}/eye/frame?{query}", data=picture, content_type="image/jpeg")


# ---- who may ------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["stranger", "watcher"])
def test_a_strangers_picture_is_refused_unread(
    running: AtTable, lookouts: Lookouts, role: str
) -> None:
    answer = send(running, running.phone(role))

    assert answer.status_code == 403
    assert "Sit down first" in answer.get_json()["say"]
    assert not lookouts.open


@pytest.mark.parametrize("role", ["stranger", "watcher"])
@pytest.mark.parametrize("page", ["eye", "photo/left?for=1", "photo/pile?for=1"])
def test_a_strangers_photograph_is_led_away_unread(
    running: AtTable, boodle: Boodle, monkeypatch: pytest.MonkeyPatch, role: str, page: str
) -> None:
    def read() -> None:
        raise AssertionError("a stranger's picture was read")

    monkeypatch.setattr(boodle.eyes, "one_reader", read)
    before = running.seq

    answer = running.phone(role).client.post(
        f"{running.url}/{page}", data={"photo": (io.BytesIO(JPEG), "card.jpg")}
    )

    assert answer.status_code == 303
    assert running.seq == before


def test_a_picture_for_a_table_that_is_not_there_is_refused(running: AtTable, phone: Phone) -> None:
    answer = phone.client.post("/t/NONE/eye/frame", data=JPEG)

    assert answer.status_code == 404
    assert "no table NONE" in answer.get_json()["say"]


def test_a_players_phone_shows_the_own_cards(running: AtTable, lookouts: Lookouts) -> None:
    assert send(running, running.players[1], view="own").status_code == 200
    assert (lookouts.only.seat, lookouts.only.label) == (1, "Ben’s phone")


def test_a_phone_on_a_glass_sees_the_whole_table(running: AtTable, lookouts: Lookouts) -> None:
    send(running, running.players[1], view="table")

    assert lookouts.only.seat is None


def test_a_phone_that_looks_at_something_else_is_another_camera(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    send(running, running.players[1], view="own")
    watch.now += 1
    send(running, running.players[1], view="table")

    assert lookouts.only.seat is None
    assert len(lookouts.closed) == 1


# ---- the host's switch --------------------------------------------------------------------------


def test_the_host_forbids_cameras_and_allows_them_again(
    running: AtTable, lookouts: Lookouts, boodle: Boodle
) -> None:
    send(running, running.players[1])
    running.tap(running.host, "allow_cameras", allow="no")

    refused = send(running, running.players[1])
    page = at_address(running, running.players[1], "https://localhost")

    assert (refused.status_code, boodle.eyes.names(running.evening.id)) == (403, [])
    assert "The host lets no camera look on" in refused.get_json()["say"]
    assert lookouts.forgotten == [running.evening.id]
    assert "data-eye" not in page.text  # a photograph is taken, no film
    assert "No camera looks on" in running.host.text(f"{running.url}/menu")
    assert "Photograph a card" in running.players[1].text(f"{running.url}/menu")

    running.tap(running.host, "allow_cameras", allow="yes")
    assert send(running, running.players[1]).status_code == 200


def test_only_the_host_forbids_cameras(running: AtTable, boodle: Boodle) -> None:
    assert running.tap(running.players[1], "allow_cameras", allow="no").status_code == 403
    assert boodle.door.settings.has_cameras(running.evening.id)


# ---- how much, how fast -------------------------------------------------------------------------


def test_a_picture_that_is_too_large_is_refused_with_a_smaller_one_asked_for(
    running: AtTable, lookouts: Lookouts
) -> None:
    answer = send(running, running.host, b"x" * (MOST_FRAME_BYTES + 1))

    assert answer.status_code == 413
    assert answer.get_json()["wait_ms"] > 0
    assert not lookouts.open


def test_no_picture_is_an_answer_with_a_sentence(running: AtTable) -> None:
    assert send(running, running.host, b"").status_code == 400


def test_a_camera_that_sends_too_fast_is_told_to_wait(running: AtTable, watch: Watch) -> None:
    send(running, running.host)

    hasty = send(running, running.host)
    watch.now += 1
    later = send(running, running.host)

    assert (hasty.status_code, later.status_code) == (429, 200)
    assert hasty.get_json()["wait_ms"] > 0


def test_one_picture_is_read_at_a_time_whoever_sends_it(
    running: AtTable, boodle: Boodle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one is read another camera waits for a while, then takes a newer picture."""
    monkeypatch.setattr(eyes, "PATIENCE_S", 0.01)
    first, second = (boodle.eyes.open(running.evening.id, name, None, name) for name in "ab")
    refused: list[Exception] = []

    def look(picture: bytes, at_ms: int, seq: int) -> dict[str, Any]:
        try:
            boodle.eyes.look(running.evening.id, "b", second, JPEG, 2)
        except TooSoon as error:
            refused.append(error)
        return first.status()

    first.look = look  # type: ignore[method-assign,assignment]
    boodle.eyes.look(running.evening.id, "a", first, JPEG, 1)

    assert len(refused) == 1
    assert boodle.eyes.look(running.evening.id, "b", second, JPEG, 3)["ok"]


def test_two_pictures_of_one_camera_are_not_read_together(
    running: AtTable, boodle: Boodle, watch: Watch
) -> None:
    """The second is told to wait while the first is being read."""
    opened = boodle.eyes.open(running.evening.id, "a", None, "a")
    second: list[Exception] = []

    def look(picture: bytes, at_ms: int, seq: int) -> dict[str, Any]:
        watch.now += 1
        try:
            boodle.eyes.look(running.evening.id, "a", opened, JPEG, 2)
        except TooSoon as error:
            second.append(error)
        return opened.status()

    opened.look = look  # type: ignore[method-assign,assignment]
    boodle.eyes.look(running.evening.id, "a", opened, JPEG, 1)

    assert len(second) == 1


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (PictureError("damaged", "The picture is damaged."), 400),
        (ReaderUnavailable("The weights are missing."), 503),
        (RuleError("not_yours", "Four cameras look already."), 409),
    ],
)
def test_what_goes_wrong_is_said_and_the_camera_waits(
    running: AtTable, lookouts: Lookouts, watch: Watch, error: Exception, status: int
) -> None:
    send(running, running.host)
    lookouts.only.raises = error
    watch.now += 1

    answer = send(running, running.host)

    assert answer.status_code == status
    assert answer.get_json()["wait_ms"] >= 1000
    assert str(error) in answer.get_json()["say"]


def test_a_camera_that_is_silent_makes_room_for_another(
    running: AtTable, lookouts: Lookouts, boodle: Boodle, watch: Watch
) -> None:
    send(running, running.players[1])
    watch.now += SILENT_S + 1
    send(running, running.players[2])

    assert lookouts.only.label == "Carla’s phone"
    assert len(boodle.eyes.names(running.evening.id)) == 1


def test_an_hour_of_nothing_keeps_nothing(running: AtTable, boodle: Boodle, watch: Watch) -> None:
    """One picture in ten seconds: no table, no camera and no news more than at the start."""
    for _ in range(360):
        assert send(running, running.host).status_code == 200
        watch.now += 10

    assert len(boodle.eyes.names(running.evening.id)) == 1
    assert running.seq == boodle.croupier.seq(running.evening.id)
    assert boodle.eyes.pictures.kept(running.evening.id).pictures == 0


# ---- what comes back ----------------------------------------------------------------------------


def test_the_script_gets_outlines_in_parts_of_the_picture(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    send(running, running.host)
    lookouts.only.says = {
        "outlines": [{"card": "5C", "shown": "5♣", "box": [128, 72, 256, 360], "confidence": 0.99,
                      "seat": 1, "state": "waiting", "say": "5♣, hold still"}],
        "zones": [{"seat": 1, "name": "Ben", "x": 0.2, "y": 0.4, "r": 0.1}],
    }  # fmt: skip
    watch.now += 1

    told = send(running, running.host).get_json()

    assert told["marks"] == [{"box": [0.1, 0.1, 0.2, 0.5], "as": "good"}]
    assert told["zones"][0]["animal"] == "fish"
    assert told["say"] == "5♣, hold still"
    assert told["more_ms"] > 0


@pytest.mark.parametrize(
    ("code", "meter"), [("too dark", "light"), ("too far", "distance"), ("hold still", "sharp")]
)
def test_a_hint_lowers_its_meter_and_is_said(
    running: AtTable, lookouts: Lookouts, watch: Watch, code: str, meter: str
) -> None:
    send(running, running.host)
    lookouts.only.says = {"hint": {"code": code, "say": "Do this."}}
    watch.now += 1

    told = send(running, running.host).get_json()

    assert told["meters"] == {meter: False}
    assert told["say"] == "Do this."


@pytest.mark.parametrize(
    "says", [{"hint": {"code": "covered", "say": "Turn it back."}}, {"trouble": "Turn it back."}]
)
def test_a_camera_that_cannot_see_or_keep_up_is_trouble(
    running: AtTable, lookouts: Lookouts, watch: Watch, says: dict[str, Any]
) -> None:
    send(running, running.host)
    lookouts.only.says = says
    watch.now += 1

    assert send(running, running.host).get_json()["trouble"] == "Turn it back."


def test_a_camera_goes_on_sending_while_something_is_not_read_yet(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    send(running, running.host)
    lookouts.only.says = {"owes": True}
    watch.now += 1

    assert send(running, running.host).get_json()["owes"] is True


# ---- questions ----------------------------------------------------------------------------------


def asking(at: AtTable, lookouts: Lookouts, watch: Watch, question: dict[str, Any]) -> None:
    """Let the host's camera ask *question*."""
    send(at, at.host)
    lookouts.only.says = {"questions": [question]}
    watch.now += 1
    send(at, at.host)


def test_a_question_comes_to_every_phone_at_once(
    running: AtTable, lookouts: Lookouts, boodle: Boodle, watch: Watch
) -> None:
    with boodle.hub.subscribe(running.evening.id) as waiting:
        asking(running, lookouts, watch, CLUBS)
        news = waiting.wait(1)

    assert news is not None
    assert news.seq == running.seq + 0.5
    assert "Who plays the 5 of clubs?" in running.players[2].text(running.url)


def test_the_same_question_is_told_once(
    running: AtTable, lookouts: Lookouts, boodle: Boodle, watch: Watch
) -> None:
    asking(running, lookouts, watch, CLUBS)

    with boodle.hub.subscribe(running.evening.id) as waiting:
        watch.now += 1
        send(running, running.host)
        assert waiting.wait(0.05) is None


def test_people_are_the_keys_where_it_asks_who_and_none_is_lit(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    asking(running, lookouts, watch, CLUBS)

    page = running.players[2].get(f"{running.url}/eye/asks")

    assert "It lies between Ben and Carla." in words(page)
    assert 'class="go' not in page.get_data(as_text=True)
    running.tap(running.host, "play", seat=1, card="5C")
    hand = running.state.hand
    assert hand is not None
    assert hand.plays[-1].seat == 1


def test_a_card_that_is_ignored_asks_no_more(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    asking(running, lookouts, watch, CLUBS)
    name = next(iter(lookouts.open))[1]

    running.host.post(f"{running.url}/eye/set", kind="ignore", question="q-who-5C", eye=name)

    assert ("ignore", "q-who-5C") in lookouts.only.calls


def test_nothing_asked_leads_back_to_the_table(running: AtTable) -> None:
    assert running.host.get(f"{running.url}/eye/asks").location == running.url


# ---- the page -----------------------------------------------------------------------------------


def test_the_page_says_what_to_show_and_takes_photographs_too(running: AtTable) -> None:
    page = running.players[1].get(f"{running.url}/eye", base_url="http://localhost:8421")

    assert "Now show the 5 of clubs" in words(page)
    assert 'data-eye-do="start"' in page.get_data(as_text=True)
    assert 'type="file"' in page.get_data(as_text=True)


def test_without_https_the_page_takes_photographs_and_says_where_the_live_camera_is(
    running: AtTable, boodle: Boodle
) -> None:
    boodle.network.https_port = 8422

    page = at_address(running, running.players[1], "http://192.168.178.23:8421")

    assert "data-eye-do" not in page.get_data(as_text=True)
    assert f"https://192.168.178.23:8422{running.url}/eye" in page.get_data(as_text=True)


@pytest.mark.parametrize(
    ("depth", "begun", "why"),
    [
        ("cards", False, "Between two hands no card is played"),
        ("pots", True, "In this hand only the pots are recorded"),
    ],
)
def test_without_https_and_without_a_card_to_read_the_page_says_both(
    table: TableMaker, boodle: Boodle, depth: str, begun: bool, why: str
) -> None:
    boodle.network.https_port = 8422
    at = table(4, depth=depth)
    if begun:
        at.begin()

    page = at_address(at, at.players[1], "http://192.168.178.23:8421")

    assert why in words(page)
    assert f"https://192.168.178.23:8422{at.url}/eye" in page.get_data(as_text=True)
    assert 'type="file"' not in page.get_data(as_text=True)


def test_over_https_the_page_is_live(running: AtTable) -> None:
    page = at_address(running, running.players[1], "https://192.168.178.23:8422")

    assert 'data-eye-do="start"' in page.get_data(as_text=True)


def test_a_watcher_gets_no_camera(running: AtTable) -> None:
    assert running.phone("watcher").get(f"{running.url}/eye").location == running.url


@pytest.mark.parametrize("kind", ["before", "between", "pots", "stakes"])
def test_the_page_is_there_in_every_phase(table: TableMaker, kind: str) -> None:
    at = table(3, depth="pots" if kind in ("pots", "between") else "cards")
    if kind != "before":
        at.begin()
    if kind == "between":
        at.say("void")

    page = at.host.get(f"{at.url}/eye?view=table", base_url="http://localhost")

    assert page.status_code == 200
    assert "<h1>" in page.get_data(as_text=True)


def test_the_places_are_shown_one_after_the_other(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    send(running, running.host, view="table")
    url = f"{running.url}/eye/set?view=table"
    running.host.post(url, kind="begin")
    lookouts.only.says = {
        "setting": {"seat": 2, "say": "Carla, lay one card in front of you.", "done": [0, 1],
                    "missing": [2, 3]},
    }  # fmt: skip

    page = running.host.get(f"{running.url}/eye?view=table", base_url="http://localhost")

    assert "Carla, lay one card in front of you." in words(page)
    watch.now += 1
    assert "Then take it back" in send(running, running.host, view="table").get_json()["say"]
    (skip,) = [form for form in forms(page) if form.get("kind") == "skip"]
    assert skip["seat"] == "2", "a second tap passes over nobody else"
    for kind, seat, call in (
        ("skip", 2, ("skip", 2)), ("turn", 1, ("turn", 1)), ("cancel", "", ("set_up", False)),
        ("skip", "nobody", ("set_up", False)), ("skip", 9, ("set_up", False)),
    ):  # fmt: skip
        running.host.post(url, kind=kind, seat=seat)
        assert lookouts.only.calls[-1] == call
    running.host.post(url, kind="place", x="0.25", y="odd")
    assert lookouts.only.calls[-1] == ("place", 2)
    running.host.post(url, kind="clear")
    assert [call for call, _ in lookouts.only.calls[-2:]] == ["clear", "set_up"]


@pytest.mark.parametrize("kind", ["ignore", "begin", "", "nonsense"])
@pytest.mark.parametrize("back", ["", "/eye?view=own", "/eye/house"])
def test_a_form_leads_back_where_it_came_from(running: AtTable, kind: str, back: str) -> None:
    url = f"{running.url}/eye/set?view=table"

    answer = running.host.post(url, kind=kind, back=f"{running.url}{back}")

    assert (answer.status_code, answer.location) == (303, f"{running.url}{back}")


@pytest.mark.parametrize(
    "back",
    ["https://else.example/", "//else.example", "{}/eye\r\nX: y", "{}/eye//else.example", ""],
)
def test_a_form_leads_nowhere_else(running: AtTable, back: str) -> None:
    answer = running.host.post(f"{running.url}/eye/set?view=own", back=back.format(running.url))

    assert (answer.status_code, answer.location) == (303, f"{running.url}/eye?view=own")


@pytest.mark.parametrize("time", ["", "NaN", "-5", "1e9", "99999999999"])
def test_a_picture_without_a_time_is_refused_with_a_sentence(
    running: AtTable, lookouts: Lookouts, time: str
) -> None:
    answer = running.host.client.post(f"{running.url}/eye/frame?at={time}", data=JPEG)

    assert answer.status_code == 400
    assert "Load this page again" in answer.get_json()["say"]
    assert not lookouts.open


def out_of_order(at: AtTable, phone: Phone, lookouts: Lookouts, watch: Watch) -> Phone:
    """A camera of *phone* whose places lie otherwise than people sit."""
    send(at, phone, view="table")
    lookouts.only.says = {"disorder": True, "zones": [{"seat": 0}]}
    watch.now += 1
    return phone


def test_an_order_other_than_the_seats_is_answered_with_one_tap(
    running: AtTable, lookouts: Lookouts, watch: Watch, boodle: Boodle
) -> None:
    phone = out_of_order(running, running.players[1], lookouts, watch)
    assert "We sit like this" in live_page(running, phone)

    answer = phone.post(f"{running.url}/eye/set?view=table", kind="sit_so")

    assert answer.location == f"{running.url}/eye?view=table"
    assert boodle.door.settings.is_order_accepted(running.evening.id)


def test_what_is_wrong_with_a_picture_is_said_before_how_long_it_takes_to_read(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    send(running, running.host)
    lookouts.only.says = {
        "hint": {"code": "too far", "say": "Too far away."}, "trouble": "Reading takes 4 s here.",
    }  # fmt: skip
    watch.now += 1

    told = send(running, running.host).get_json()

    assert (told["say"], told["trouble"]) == ("Too far away.", "")


def test_a_camera_that_was_moved_is_set_up_again_or_trusted_with_one_tap(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    phone = running.players[1]
    send(running, phone, view="table")
    lookouts.only.says = {"astray": True, "trouble": "The camera was moved."}
    watch.now += 1
    page = live_page(running, phone)
    assert "Show the places" in page
    assert "They still fit" in page

    phone.post(f"{running.url}/eye/set?view=table", kind="stay")

    assert lookouts.only.calls[-1][0] == "stay"


def test_between_hands_the_host_is_led_to_the_seats(
    table: TableMaker, lookouts: Lookouts, watch: Watch
) -> None:
    at = table(4)
    for phone, is_led in ((at.host, True), (at.players[1], False)):
        lookouts.open.clear()
        out_of_order(at, phone, lookouts, watch)
        assert ("Change the seats" in live_page(at, phone)) is is_led


def test_pages_hear_of_an_order_at_once(
    running: AtTable, lookouts: Lookouts, watch: Watch, boodle: Boodle
) -> None:
    """Also where it is the first that a camera says, which knew its places from before."""
    send(running, running.host, view="table")
    lookouts.only.says = {"disorder": True}
    boodle.eyes.close_all(running.evening.id)
    watch.now += 1

    with boodle.hub.subscribe(running.evening.id) as waiting:
        send(running, running.host, view="table")
        assert waiting.wait(1) is not None


def test_a_stranger_sets_nothing(running: AtTable, lookouts: Lookouts, boodle: Boodle) -> None:
    send(running, running.host)

    for kind in ("begin", "sit_so"):
        running.phone("watcher").post(f"{running.url}/eye/set", kind=kind)

    assert not lookouts.only.calls
    assert not boodle.door.settings.is_order_accepted(running.evening.id)


def test_a_camera_is_switched_off(running: AtTable, lookouts: Lookouts) -> None:
    send(running, running.host)

    running.host.post(f"{running.url}/eye/set", kind="close")

    assert not lookouts.open


def test_a_picture_of_a_camera_switched_off_meanwhile_is_not_read(
    running: AtTable, boodle: Boodle, lookouts: Lookouts
) -> None:
    evening = running.evening.id
    lookout = boodle.eyes.open(evening, "phone", None, "Anna’s phone")
    boodle.eyes.close(evening, "phone")

    with pytest.raises(TooSoon):
        boodle.eyes.look(evening, "phone", lookout, JPEG, 5)


def test_the_undo_of_what_the_camera_did_comes_back_to_the_camera(
    running: AtTable, lookouts: Lookouts
) -> None:
    send(running, running.host)
    lookouts.only.says = {"undo": {"seq": running.seq, "say": "Anna leads.", "token": "a"}}

    page = running.host.get(f"{running.url}/eye", base_url="http://localhost")

    assert f'name="seq" value="{running.seq}"' in page.get_data(as_text=True)
    assert f'name="back" value="{running.url}/eye?view=own"' in page.get_data(as_text=True)


def test_what_happened_stands_beside_the_picture_however_long_ago(
    running: AtTable, lookouts: Lookouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a row of its own that is always there; it only looks calmer after eight seconds."""
    send(running, running.host)

    for age_s, classes in ((0.0, "happened eye-on"), (3600.0, "happened eye-on old")):
        monkeypatch.setattr(shapes, "age_s", lambda at_utc, age_s=age_s: age_s)
        page = live_page(running, running.host)
        row = page.partition(f'<div class="{classes}"')[2].partition("</div>")[0]
        assert "Anna plays the 4 of clubs." in row
        assert ">Undo<" in row
        assert 'class="toast"' not in page


def test_before_places_are_shown_showing_them_is_the_lamp(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    def lamps(view: str) -> bool:
        return "Show the places" in live_page(running, running.host, view)

    send(running, running.host, view="table")
    assert (lamps("table"), lamps("own")) == (True, False)

    lookouts.only.says = {"zones": [{"seat": 0}]}
    assert not lamps("table")


def test_who_played_the_card_between_is_asked_by_people_and_nobody_stands_apart(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    stop = {"label": "Nobody has the 5 of clubs", "kind": "stop", "data": {}, "card": None,
            "seat": None}  # fmt: skip
    gap = {**CLUBS, "id": "q-gap", "kind": "gap", "answers": [*CLUBS["answers"], stop]}
    asking(running, lookouts, watch, gap)

    page = running.players[2].get(f"{running.url}/eye/asks").get_data(as_text=True)

    people, _, others = page.partition('class="pot-keys"')[2].partition("rail-row")
    assert [name in people for name in ("Ben", "Carla", "Nobody")] == [True, True, False]
    assert "Nobody has the 5 of clubs" in others
    assert "Ignore it" in others


def test_a_house_without_cameras_loads_no_reader(boodle: Boodle, app: Flask) -> None:
    plain = Boodle(boodle.croupier, boodle.door, Hub(2))

    create_app(plain)

    assert plain.eyes._lookouts is None
    assert plain.eyes.questions("nobody") == []


# ---- poker hands that were read -----------------------------------------------------------------

HANDS = {"id": "q-hands-8D8H", "kind": "hands", "say": "Does Anna take the pot: full house?",
         "why": "Anna: 8♦ 8♥ 8♠ K♦ K♥\nDan: 2♣ 3♣ 4♣ 5♣ 7♦\nThe pot hangs on every card.",
         "cards": ["8D", "8H"], "seen": None, "expected": None,
         "answers": [{"label": "Yes, they are right", "kind": "show_hands",
                      "data": {"hands": ["0:8D 8H 8S KD KH", "3:2C 3C 4C 5C 7D"]},
                      "card": None, "seat": None},
                     {"label": "One is wrong …", "kind": "hands", "data": {},
                      "card": None, "seat": None}],
         "ignore": True}  # fmt: skip


@pytest.fixture
def showdown(table: TableMaker) -> AtTable:
    """Anna and Dan are to show five cards each."""
    at = table(4, game="three_in_one")
    at.begin()
    for seat, act in ((3, "check"), (0, "check"), (1, "fold"), (2, "fold")):
        at.say(act, seat)
    return at


def test_one_tap_without_script_says_that_all_hands_are_right(
    showdown: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    asking(showdown, lookouts, watch, HANDS)

    page = showdown.players[1].get(f"{showdown.url}/eye/asks")

    assert "full house" in words(page)
    assert page.get_data(as_text=True).count("<br>") == 2  # a line each
    hidden = 'name="hands" value="0:8D 8H 8S KD KH 3:2C 3C 4C 5C 7D"'
    assert hidden in page.get_data(as_text=True)
    showdown.tap(showdown.players[1], "show_hands", hands="0:8D 8H 8S KD KH 3:2C 3C 4C 5C 7D")
    assert showdown.state.balance("pot") == 0


def test_beside_the_picture_all_hands_are_a_tap_away(
    showdown: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    asking(showdown, lookouts, watch, HANDS)

    page = live_page(showdown, showdown.host)

    assert f'href="{showdown.url}/eye/asks"' in page
    assert 'value="show_hands"' not in page


def test_a_hand_that_was_misread_is_tapped_by_who_may(
    showdown: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    asking(showdown, lookouts, watch, HANDS)
    asks = showdown.host.get(f"{showdown.url}/eye/asks").get_data(as_text=True)
    assert f'href="{showdown.url}/hands"' in asks

    hosts, dans, bens = (
        phone.get(f"{showdown.url}/hands").get_data(as_text=True)
        for phone in (showdown.host, showdown.players[3], showdown.players[1])
    )

    for seat in (0, 3):
        assert f"{showdown.url}?for={seat}&amp;five=" in hosts
    assert "?for=3" in dans
    assert "?for=0" not in dans
    assert "?for=" not in bens
    assert "The others’ are tapped on their phones or the host’s." in bens
    page = showdown.players[3].get(f"{showdown.url}?for=3&five=")
    assert "Your first poker card?" in words(page)


def test_who_was_read_needs_to_tap_nothing(
    showdown: AtTable, lookouts: Lookouts, boodle: Boodle, watch: Watch
) -> None:
    send(showdown, showdown.host)
    lookouts.only.says = {"hands": {3: ["2C", "3C", "4C", "5C", "7D"]}}
    watch.now += 1
    with boodle.hub.subscribe(showdown.evening.id) as waiting:
        send(showdown, showdown.host)
        assert waiting.wait(1) is not None

    dans, annas = (phone.get(showdown.url) for phone in (showdown.players[3], showdown.host))

    assert "Your five cards were read" in words(dans)
    assert "Waiting for Anna." in words(dans)
    assert f"{showdown.url}?for=3&amp;five=2C,3C,4C,5C,7D" in dans.get_data(as_text=True)
    assert "Your first poker card?" in words(annas)
    lookouts.only.says = {"hands": {3: ["2C"], 0: ["8D", "8H", "8S", "KD", "KH"]}}
    assert "The camera asks whether all were read right." in words(showdown.host.get(showdown.url))
    assert f'href="{showdown.url}/hands"' in showdown.host.get(showdown.url).get_data(as_text=True)


def test_a_hand_of_which_a_card_is_missing_is_filled_in_and_tapped(
    showdown: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    tap = {"label": "Tap them", "kind": "five", "data": {"seat": 3, "cards": ["2C", "3C"]},
           "card": None, "seat": 3}  # fmt: skip
    asking(showdown, lookouts, watch, {**HANDS, "kind": "five", "answers": [tap]})

    asks = showdown.players[3].get(f"{showdown.url}/eye/asks").get_data(as_text=True)

    assert f'href="{showdown.url}?for=3&amp;five=2C,3C"' in asks


def test_where_no_hand_is_missing_nobody_is_asked_which_was_misread(running: AtTable) -> None:
    assert running.host.get(f"{running.url}/hands").location == running.url


def test_cards_of_a_run_said_in_one_tap_go_by_form_too(
    running: AtTable, lookouts: Lookouts, watch: Watch
) -> None:
    gap = {"label": "Ben", "kind": "play_through", "data": {"plays": ["1:5C", "2:6C"]},
           "card": "5C", "seat": 1}  # fmt: skip
    asking(running, lookouts, watch, {**CLUBS, "kind": "gap", "answers": [gap]})

    asks = running.host.get(f"{running.url}/eye/asks").get_data(as_text=True)

    assert 'name="plays" value="1:5C 2:6C"' in asks
    running.tap(running.host, "play_through", plays="1:5C 2:6C")
    hand = running.state.hand
    assert hand is not None
    assert [str(play.card) for play in hand.plays] == ["4C", "5C", "6C"]
