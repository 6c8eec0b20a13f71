"""The menu: what each role finds there, asking once more, and this phone's look."""

from __future__ import annotations

import pytest
from phones import TableMaker, forms, words


def test_everybody_finds_what_is_theirs(table: TableMaker) -> None:
    there = table(4)
    host, ben = there.host.text(f"{there.url}/menu"), there.players[1].text(f"{there.url}/menu")
    for row in ("Who plays?", "Show the code", "What happened", "House rules"):
        assert row in host and row in ben
    for row in ("End the evening", "Lock", "Put something right", "From the next hand"):
        assert row in host and row not in ben
    assert "The host’s pen" in ben
    watcher = there.phone("watcher").text(f"{there.url}/menu")
    assert "Sit down" in watcher and "End the evening" not in watcher


def test_every_link_of_the_menu_leads_somewhere(table: TableMaker) -> None:
    import re

    there = table(4)
    for phone in (there.host, there.players[1], there.phone("watcher")):
        page = phone.get(f"{there.url}/menu").get_data(as_text=True)
        for href in set(re.findall(r'href="(/t/[^"]*)"', page)):
            answer = phone.get(href, follow_redirects=True)
            assert answer.status_code == 200, href


@pytest.mark.parametrize("kind", ["end_evening", "misdeal", "void", "pots_only"])
def test_what_ends_something_asks_once_more(table: TableMaker, kind: str) -> None:
    there = table(4, depth="pots" if kind == "void" else "cards")
    if kind != "end_evening":
        there.begin()
    page = there.host.get(f"{there.url}/sure/{kind}")
    assert "?" in words(page)
    form = next(form for form in forms(page) if form.get("kind") == kind)
    seq = there.seq
    assert there.host.post(form["action"], **form).status_code == 303
    assert there.seq > seq
    assert there.players[1].get(f"{there.url}/sure/{kind}").status_code == 303


def test_what_the_rules_refuse_now_is_not_offered(table: TableMaker) -> None:
    there = table(4)
    assert "Misdeal" not in there.host.text(f"{there.url}/menu")
    there.begin()
    page = there.host.text(f"{there.url}/menu")
    assert "Misdeal" in page and "End the evening" not in page
    refused = there.host.text(f"{there.url}/sure/end_evening")
    assert "A hand is being played" in refused
    assert there.host.get(f"{there.url}/sure/nonsense").status_code == 303


def test_the_last_lap_is_offered_where_it_exists(table: TableMaker) -> None:
    assert "Last lap" not in (usual := table(3)).host.text(f"{usual.url}/menu")
    there = table(3, end="rundown_cards")
    assert "Last lap" in there.host.text(f"{there.url}/menu")


def test_the_depth_changes_for_the_next_hand(table: TableMaker) -> None:
    there = table(4)
    page = there.host.get(f"{there.url}/menu")
    form = next(form for form in forms(page) if form.get("kind") == "depth")
    there.host.post(form["action"], **form)
    assert there.state.depth == "pots"
    assert "From the next hand: every card" in there.host.text(f"{there.url}/menu")


# ---- the look -----------------------------------------------------------------------------------


def test_the_look_is_kept_on_this_phone_alone(table: TableMaker) -> None:
    there = table(3)
    answer = there.host.post(
        f"{there.url}/look", theme="day", size="giant", turned="yes", quiet="yes", speak="yes"
    )
    assert answer.status_code == 303
    page = there.host.get(f"{there.url}/menu").get_data(as_text=True)
    for mark in ('data-theme="day"', 'data-size="giant"', 'data-letters="off"', "data-turned",
                 "data-quiet", "data-speak"):  # fmt: skip
        assert mark in page
    assert 'data-theme="dim"' in there.players[1].get(f"{there.url}/menu").get_data(as_text=True)


def test_what_is_no_look_is_left_out(table: TableMaker) -> None:
    there = table(3)
    there.host.post(f"{there.url}/look", theme='"><script>', size="x" * 5000, letters="yes")
    page = there.host.get(f"{there.url}/menu").get_data(as_text=True)
    assert 'data-theme="dim"' in page and "<script>" not in page.replace("<script src", "")
