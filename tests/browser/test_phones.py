"""What happens to phones: reloaded, asleep, tapped twice, two at once (UX-03, 07, 20, 22, 40)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from browser_people import People, Person
from playwright.sync_api import expect


@pytest.fixture
def group(people: Callable[..., People]) -> People:
    """Four people in hand 1, every card tapped; Anna has led the 4 of clubs."""
    made = people("Anna", "Ben", "Carla", "Dan")
    made.open_table()
    made.sit_down()
    made.take_seats("Dan")
    made.host.tell("Tap every card")
    made.by_name["Dan"].tell("Deal: Dan")
    made.by_name["Dan"].tell("Dealt")
    made.act("Anna 4C")
    return made


def freeze(person: Person, state: str) -> None:
    """Put a page to sleep as a phone in a pocket does, or wake it."""
    session = person.context.new_cdp_session(person.page)
    session.send("Page.setWebLifecycleState", {"state": state})


def test_a_reloaded_phone_shows_the_same_screen(group: People) -> None:
    ben = group.by_name["Ben"]
    ben.heading("Who has the 5 of clubs?")

    ben.page.reload()

    ben.heading("Who has the 5 of clubs?")
    ben.tell("I play the 5 of clubs")
    assert group.table.hand is not None
    assert group.table.hand.plays[-1].card == "5C"


def test_a_phone_asleep_for_a_minute_wakes_to_the_state_of_now(group: People) -> None:
    carla = group.by_name["Carla"]
    freeze(carla, "frozen")
    group.act("Ben 5C")
    group.host.open(f"{group.url}?all=1")
    group.host.tell("Carla plays the 6 of clubs")
    group.act("Dan 7C")
    group.host.page.wait_for_timeout(60_000)

    freeze(carla, "active")

    carla.heading("Who has the 8 of clubs?")


def test_a_double_tap_counts_once(group: People) -> None:
    ben = group.by_name["Ben"]
    ben.heading("Who has the 5 of clubs?")

    ben.page.get_by_role("button", name="I play the 5 of clubs").dblclick()

    ben.heading("Who has the 6 of clubs?")
    hand = group.table.hand
    assert hand is not None
    assert [play.card for play in hand.plays] == ["4C", "5C"]


def test_two_phones_claim_the_same_card_at_once_and_one_gets_it(group: People) -> None:
    ben, carla = group.by_name["Ben"], group.by_name["Carla"]
    for person in (ben, carla):
        person.heading("Who has the 5 of clubs?")
    soon = ben.page.evaluate("Date.now()") + 1500  # one machine, one clock: neither sees the other
    click = """at => setTimeout(
        () => document.querySelector('.rail .go').click(), at - Date.now())"""

    ben.page.evaluate(click, soon)
    carla.page.evaluate(click, soon)

    ben.page.wait_for_timeout(1600)
    group.host.shows(group.seq)
    hand = group.table.hand
    assert hand is not None
    assert [play.card for play in hand.plays] == ["4C", "5C"]
    first, second = (ben, carla) if hand.plays[-1].seat == 1 else (carla, ben)
    first.heading("Who has the 6 of clubs?")
    expect(second.page.locator("h1").first).to_contain_text("was faster")
    second.tap("That is right")
    second.heading("Who has the 6 of clubs?")


def test_taps_without_the_server_wait_and_go_in_order(group: People) -> None:
    """The Wi-Fi drops: the tap is kept, said so, and sent when the table is back (UX-07)."""
    ben = group.by_name["Ben"]
    ben.heading("Who has the 5 of clubs?")
    ben.context.set_offline(True)

    ben.page.get_by_role("button", name="I play the 5 of clubs").click()

    ben.sees("Not sent yet")
    ben.context.set_offline(False)
    ben.heading("Who has the 6 of clubs?")


def test_the_host_is_asked_before_somebody_elses_play_falls(group: People) -> None:
    group.act("Ben 5C")
    dan = group.by_name["Dan"]
    dan.open(f"{group.url}/undo")

    dan.tap("Undo 1")

    group.by_name["Ben"].heading("wants to undo")
    group.host.heading("wants to undo")
    group.host.tell("Undo 1 step")
    dan.heading("Who has the 5 of clubs?")


def test_the_server_ends_while_phones_are_connected(group: People) -> None:
    ended = threading.Event()
    thread = threading.Thread(target=lambda: (group.house.server.stop(), ended.set()))

    thread.start()

    assert ended.wait(10)


def test_a_photo_is_sent_as_soon_as_it_is_taken(group: People, tmp_path: Path) -> None:
    """The file input sends itself; a picture of nothing is answered with a sentence."""
    ben = group.by_name["Ben"]
    ben.open(f"{group.url}/eye")
    picture = tmp_path / "dark.png"
    picture.write_bytes(cv2.imencode(".png", np.zeros((480, 640, 3), np.uint8))[1].tobytes())

    ben.page.locator("input[type=file]").set_input_files(picture)

    ben.sees("No card could be read")
