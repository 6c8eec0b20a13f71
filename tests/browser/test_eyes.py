"""Cameras that are lost, covered, turned or asleep, and two that see different things."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from browser_cameras import Table, upright
from playwright.sync_api import Browser

from companion.core.cards import Card
from companion.serve import House


@pytest.fixture
def table(browser: Browser, house: House) -> Iterator[Table]:
    made = Table(browser, house)
    yield made
    for phone in made.phones:
        phone.context.close()


def test_a_camera_that_cannot_see_says_so_and_goes_on_where_it_was(table: Table) -> None:
    phone = table.phone()
    table.say("begin_hand")
    table.lay(0, "4C")
    table.wait(lambda: table.played == [(0, "4C")])

    phone.shows(np.zeros((720, 1280, 3), np.uint8))
    phone.warns("the camera is covered, or it is too dark")
    phone.shows(table.stage.picture())
    phone.warns_no_more("covered")
    phone.shows(upright(table.stage.picture()))
    phone.warns("The camera was turned. Turn it back, or show the places again.")
    phone.shows(table.stage.picture())
    phone.warns_no_more("turned")
    phone.loses()
    phone.warns("The camera was lost.")
    phone.is_("on")  # tried again by itself
    phone.sleeps(True)
    phone.is_("asleep")
    phone.sleeps(False)
    phone.is_("on")
    table.lay(1, "5C")
    table.wait(lambda: len(table.played) > 1)

    assert table.played == [(0, "4C"), (1, "5C")]


def test_a_camera_that_is_refused_says_what_to_do_and_taps_go_on(table: Table) -> None:
    phone = table.phone()
    phone.page.evaluate("camera.error = 'NotAllowedError'")

    phone.loses()

    phone.is_("lost")
    phone.warns("This page may not use the camera.")
    phone.page.get_by_role("link", name="Tap instead").locator("visible=true").first.click()
    phone.page.wait_for_url(f"**/t/{table.evening.code}")


def test_two_phones_agree_and_where_they_see_different_things_the_table_is_asked(
    table: Table,
) -> None:
    glass, shelf = table.phone(), table.phone()
    table.say("begin_hand")
    table.lay(0, "4C")
    table.wait(lambda: table.played == [(0, "4C")])

    table.lay(1, "5C", glass)  # before Ben, says one; before Carla, says the other
    table.stage.table.take_up([Card("5C")])
    table.lay(2, "5C", shelf)
    table.wait(lambda: "disagree" in table.asks())

    assert table.played == [(0, "4C")]


def test_where_all_phones_sleep_taps_go_on_and_nothing_is_doubled_when_they_wake(
    table: Table,
) -> None:
    phones = [table.phone(), table.phone()]
    table.say("begin_hand")
    table.lay(0, "4C")
    table.wait(lambda: table.played == [(0, "4C")])

    for phone in phones:
        phone.sleeps(True)
        phone.is_("asleep")
    table.lay(1, "5C")
    table.say("play", seat=1, card="5C")
    for phone in phones:
        phone.sleeps(False)
        phone.is_("on")
    table.lay(0, "6C")
    table.wait(lambda: len(table.played) > 2)

    assert table.played == [(0, "4C"), (1, "5C"), (0, "6C")]
