"""companion/web/live.py: nothing is missed, nobody waits for ever, nobody is let in too many."""

import json
import threading
from types import SimpleNamespace

import pytest
from flask import Flask

from companion.web import live
from companion.web.live import Hub, HubFullError

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def hub():
    return Hub(stream_limit=3, heartbeat_s=0.05)


@pytest.fixture
def croupier():
    return SimpleNamespace(
        seq=lambda evening: 7,
        evening_by_code=lambda code: SimpleNamespace(id="e1") if code == "K7QX" else None,
    )


@pytest.fixture
def client(hub, croupier):
    app = Flask("test")
    app.extensions["boodle"] = SimpleNamespace(croupier=croupier, hub=hub)
    app.register_blueprint(live.blueprint)
    return app.test_client()


def stream(client, url="/t/K7QX/events?after=7", **headers):
    response = client.get(url, headers={**STREAM, **headers}, buffered=False)
    return response, iter(response.response)


def text(chunk):
    return chunk.decode() if isinstance(chunk, bytes) else chunk


# -- the hub -------------------------------------------------------------------------------------


def test_everybody_of_an_evening_hears_it_and_nobody_else(hub):
    with hub.subscribe("e1") as anna, hub.subscribe("e1") as ben, hub.subscribe("e2") as other:
        hub.announce("e1", 8, "Ben took Q♦")

        assert anna.wait(1).say == ben.wait(1).say == "Ben took Q♦"
        assert other.wait(0.01) is None
    assert hub.count == 0


def test_what_came_while_nobody_looked_is_still_in_the_box(hub):
    with hub.subscribe("e1") as anna:
        for seq in (1, 2, 3):
            hub.announce("e1", seq)

        assert [anna.wait(1).seq for _ in range(3)] == [1, 2, 3]


def test_closing_wakes_whoever_waits(hub):
    subscription = hub.subscribe("e1")
    heard = []
    waiting = threading.Thread(target=lambda: heard.append(subscription.wait(60)))
    waiting.start()

    hub.close()
    waiting.join(timeout=10)

    assert heard == [None] and subscription.ended
    assert subscription.wait(60) is None
    with pytest.raises(HubFullError):
        hub.subscribe("e1")


def test_there_is_a_limit_and_leaving_makes_room(hub):
    held = [hub.subscribe("e1") for _ in range(3)]
    with pytest.raises(HubFullError):
        hub.subscribe("e2")

    hub.leave(held[0])
    hub.leave(held[0])

    with hub.subscribe("e2"):
        assert hub.count == 3


def test_a_crowd_hears_everything_in_order_though_told_a_few_at_a_time():
    hub = Hub(stream_limit=100)
    crowd = [hub.subscribe("e1") for _ in range(60)]
    slow = crowd[7]  # reads nothing before everybody else has read all
    with hub.subscribe("e2") as other:
        for seq in range(1, 6):
            hub.announce("e1", seq)
        hub.announce("e2", 1)

        for one in [*(each for each in crowd if each is not slow), slow]:
            assert [one.wait(10).seq for _ in range(5)] == [1, 2, 3, 4, 5]
        assert other.wait(10).seq == 1
    hub.close()
    assert all(one.wait(10) is None and one.ended for one in crowd)


# -- streams -------------------------------------------------------------------------------------


def test_a_stream_that_is_up_to_date_waits_and_beats(client):
    response, lines = stream(client)

    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    assert text(next(lines)) == "retry: 1000\n\n"
    assert text(next(lines)).startswith(": ")
    response.close()


@pytest.mark.parametrize("after", ["6", "0", "9", "", "-1", "x", "9" * 30, "٧"])
def test_a_stream_that_is_not_up_to_date_hears_so_at_once(client, after):
    response, lines = stream(client, f"/t/K7QX/events?after={after}")
    next(lines)

    assert text(next(lines)) == 'id: 7\ndata: {"seq":7,"say":""}\n\n'
    response.close()


def test_the_browsers_own_last_event_counts_before_the_address(client):
    response, lines = stream(client, "/t/K7QX/events?after=2", **{"Last-Event-ID": "7"})
    next(lines)

    assert text(next(lines)).startswith(":")
    response.close()


def test_a_stream_says_what_happened_with_its_number(client, hub):
    response, lines = stream(client)
    next(lines)
    hub.announce("e1", 8, "Ben took Q♦ · 8 chips")

    number, data = text(next(lines)).rstrip().split("\n")

    assert number == "id: 8"
    assert json.loads(data.removeprefix("data: ")) == {"seq": 8, "say": "Ben took Q♦ · 8 chips"}
    response.close()


def test_a_sentence_cannot_break_out_of_its_line(client, hub):
    response, lines = stream(client)
    next(lines)
    hub.announce("e1", 8, "a\nid: 99\r\n\ndata: b")

    assert text(next(lines)).count("\n") == 3
    response.close()


def test_a_stream_left_or_never_read_takes_no_place(client, hub):
    for reads in (0, 1, 2):
        response, lines = stream(client)
        for _ in range(reads):
            next(lines)
        assert hub.count == 1
        response.close()
        assert hub.count == 0


def test_a_stream_ends_when_the_hub_closes(client, hub):
    response, lines = stream(client)
    next(lines)
    hub.close()

    assert [text(line) for line in lines] == []
    response.close()


# -- long-poll -----------------------------------------------------------------------------------


def test_a_poll_that_is_behind_is_answered_at_once(client):
    answer = client.get("/t/K7QX/events?after=3")

    assert answer.get_json() == {"seq": 7, "say": ""}
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_poll_waits_for_the_next_event(client, hub):
    def soon():
        while hub.count == 0:
            threading.Event().wait(0.005)
        hub.announce("e1", 8, "Ben took Q♦")

    announcing = threading.Thread(target=soon)
    announcing.start()
    answer = client.get("/t/K7QX/events?after=7")
    announcing.join()

    assert answer.get_json() == {"seq": 8, "say": "Ben took Q♦"}
    assert hub.count == 0


def test_a_poll_in_vain_ends_with_what_there_is(client, monkeypatch):
    monkeypatch.setattr(live, "POLL_S", 0.02)

    assert client.get("/t/K7QX/events?after=7").get_json() == {"seq": 7, "say": ""}


@pytest.mark.parametrize("headers", [STREAM, {}])
def test_beyond_the_limit_comes_advice_and_the_number(client, hub, headers):
    held = [hub.subscribe("e1") for _ in range(3)]

    answer = client.get("/t/K7QX/events?after=7", headers=headers)

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert answer.get_json()["seq"] == 7
    assert "asks again every 5 seconds" in answer.get_json()["error"]
    for one in held:
        hub.leave(one)


def test_an_unknown_table_is_a_sentence(client):
    answer = client.get("/t/<b>/events", headers=STREAM)

    assert answer.status_code == 404
    assert answer.mimetype == "application/json"
    assert answer.get_json()["error"] == "There is no table <b>. Scan the code again."
