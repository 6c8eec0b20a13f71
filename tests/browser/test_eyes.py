"""Cameras that are lost, covered, turned or asleep, and two that see different things."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from browser_cameras import Table, upright, upside_down, watches

from companion.core.cards import Card


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
    (name,) = table.house.eyes.names(table.evening.id)
    phone.sleeps(False)
    phone.is_("on")
    woken_ms = table.eye(name).looked_ms  # what was on its way when it fell asleep has come
    table.wait(lambda: table.eye(name).looked_ms > woken_ms and watches(table.eye(name)))
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


def test_a_camera_carried_to_the_other_side_credits_nobody_and_is_shown_the_places_with_one_tap(
    table: Table,
) -> None:
    phone = table.phone()
    table.say("begin_hand")
    before = [(0, "4C"), (1, "5C"), (2, "6C")]
    for seat, card in before:
        table.lay(seat, card)
        table.wait(lambda card=card: card in [played for _, played in table.played])

    phone.shows(upside_down(table.stage.picture()))
    phone.warns("The camera was moved. Put it back, or show the places again.")
    table.stage.lay(0, Card("7C"))
    phone.shows(upside_down(table.stage.picture()))
    table.wait(lambda: "7C" in phone.reads(table))

    assert table.played == before
    phone.page.get_by_role("button", name="Show the places").locator("visible=true").first.click()
    phone.page.locator(".eye-asks", has_text="Anna, lay one card in front of you.").wait_for()
    phone.warns_no_more("moved")


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


BOXES = """() => {
  const parts = [".eye-view", ".eye-asks", "#act", ".happened .btn"];
  const boxes = () => parts.map((what) => {
    const { top, bottom, left, right } = document.querySelector(what).getBoundingClientRect();
    return { top, bottom, left, right };
  });
  const fresh = boxes();
  document.querySelector(".happened").classList.add("old");
  return { fresh, old: boxes() };
}"""


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share more than a rounded pixel."""
    return (
        min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
        and min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
    )


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390)])
def test_what_was_recorded_covers_neither_picture_nor_needed_card_and_moves_nothing(
    table: Table, width: int, height: int
) -> None:
    phone = table.phone()
    table.say("begin_hand")
    table.lay(0, "4C")
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.locator(".happened:not(.old)", has_text="4 of clubs").wait_for()
    phone.page.locator(".eye-asks", has_text="Now show the 5 of clubs").wait_for()

    boxes = phone.page.evaluate(BOXES)  # at one moment: a slow machine may warn of itself
    picture, asks, rail, undo = boxes["fresh"]

    assert not (overlap(picture, asks) or overlap(picture, rail) or overlap(asks, rail))
    assert undo["bottom"] - undo["top"] >= 64
    assert rail["bottom"] <= height + 1
    assert undo["top"] > height / 3  # in reach of a thumb
    assert boxes["old"] == boxes["fresh"]


def test_people_who_sit_otherwise_say_so_once_and_are_asked_no_more(table: Table) -> None:
    table.say("sit", name="Dan", animal="bear")
    phone = table.phone()
    (name,) = table.house.eyes.names(table.evening.id)
    for seat, (x, y) in enumerate([(0.5, 0.5), (0.5, 0.05), (0.1, 0.3), (0.9, 0.3)]):
        table.eye(name).place(seat, (x, y))
    table.lay(0, "4C")
    phone.warns("Do you sit like this?")

    phone.page.get_by_role("button", name="We sit like this").locator("visible=true").first.click()

    phone.page.get_by_role("button", name="We sit like this").wait_for(state="detached")
    table.lay(1, "5C")
    phone.warns_no_more("Do you sit like this?")
    phone.page.reload()
    phone.is_("on")
    phone.shows(table.stage.picture())
    table.wait(lambda: table.eye(name).status()["read"])
    phone.warns_no_more("Do you sit like this?")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 844)])
def test_on_the_table_page_what_happened_covers_neither_needed_card_nor_pots(
    table: Table, width: int, height: int
) -> None:
    phone = table.phone()
    table.say("begin_hand")
    table.say("play", seat=0, card="4C")
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.goto(f"{table.base}/t/{table.evening.code}")
    toast = phone.page.locator(".toast")
    toast.wait_for()

    boxes = [phone.page.locator(what).first.bounding_box() for what in (".need .ix", ".pots")]

    told = toast.bounding_box()
    assert told is not None
    for box in filter(None, boxes):
        assert not overlap(sides(told), sides(box))


def sides(box: Any) -> dict[str, float]:
    """Return a box by its edges."""
    return {
        "left": box["x"], "right": box["x"] + box["width"],
        "top": box["y"], "bottom": box["y"] + box["height"],
    }  # fmt: skip
