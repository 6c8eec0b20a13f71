"""companion/bench/live.py: it runs, counts what it says, and stays small. No time is tested."""

from companion.bench import live, pages, replay
from companion.bench.served import running


def test_a_small_run_measures_every_tap_over_http_and_tls(capsys):
    missed = list(live._live([3], rounds=4))

    assert missed == []  # three streams have no goal
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[:2] for row in rows] == [["3", "http"], ["3", "TLS"]]


def test_a_missed_goal_is_told_and_ends_with_1(monkeypatch, capsys):
    for part in ("_start", "_replay", "_pages"):
        monkeypatch.setattr(live, part, lambda *_: iter(()))
    monkeypatch.setattr(live, "_live", lambda *_: iter(["10 streams over http: 80 ms, goal 50 ms"]))

    assert live.main([]) == 1
    assert "missed: 10 streams over http" in capsys.readouterr().out


def test_the_deal_can_be_played_for_ever_and_read_again():
    taken = replay.measure(100)

    assert 100 <= taken.events < 150
    assert 0 < taken.load_ms <= taken.whole_ms


def test_pages_are_weighed_with_what_they_link():
    with running(8) as place:
        found = {page.path: page for page in pages.weigh(place.http, place.code, place.cookie)}

    assert {"/host", f"/t/{place.code}", f"/t/{place.code}/join", "/doctor"} <= set(found)
    assert len(found) <= pages.LIMIT
    for page in found.values():
        assert page.status < 500, page
        assert 0 < page.html_bytes < page.whole_bytes <= pages.MOST_BYTES, page
