"""Whole deals from a film to the balances: Chromium's fake camera plays it, nobody types a card.

The film runs in real time, as at a table. Its people press on the camera's page what no card shows
(stops, the deal), and answer what the camera asks, as people do who know what they have played.
"""

from __future__ import annotations

import itertools
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from conftest import ARGUMENTS
from playwright.sync_api import Browser, Page

from companion.bench.film import Cue, expected_of, write_film
from companion.bench.script import Step, opening
from companion.chain import Evening
from companion.croupier import HOST, Said
from companion.record import replay_record
from companion.serve import House
from companion.vision.watch import Watch

_ROWS = Path(__file__).with_name("films.jsonl").read_text(encoding="utf-8").splitlines()
FILMS = {row["id"]: row for row in map(json.loads, _ROWS)}
TOKEN = "the-phone-that-leans-on-a-glass"
FPS = 5
STILL_S = 1.8  # of a film, after each card
LOOKS = 6  # pictures read while a card lies still
LAG_S = 15.0
"""What was played last may be read so much later on a busy machine: the film ends on a still."""

Launch = Callable[[Path], Browser]


@pytest.fixture
def launch(browser: Browser, chromium: Path) -> Iterator[Launch]:
    """Start a browser whose camera shows a film."""
    opened: list[Browser] = []

    def start(film: Path) -> Browser:
        arguments = [
            *ARGUMENTS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ]  # fmt: skip
        opened.append(browser.browser_type.launch(executable_path=chromium, args=arguments))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def filmed(record: dict[str, Any], film: Path) -> list[Cue]:
    """Write the film, slower where this machine reads a picture more slowly than at a table."""
    cues = write_film(record, film, fps=FPS, end_s=LAG_S)
    slower = max(1, math.ceil(LOOKS * seconds_to_read(film) / STILL_S))
    if slower > 1:
        print(f"\nthe film runs {slower} times slower")
        with film.open("r+b") as file:
            head = file.readline()
            file.seek(0)
            file.write(head.replace(f" F{FPS}:1 ".encode(), f" F{FPS}:{slower} ".encode()))
    return [replace(cue, at_ms=slower * cue.at_ms) for cue in cues]


def seconds_to_read(film: Path) -> float:
    """Return how long this machine needs for one picture of the film, now."""
    cv2.setNumThreads(1)
    watch, times = Watch(), []
    reader = cv2.VideoCapture(str(film))
    for at_ms in (0, 200, 400, 600):
        _, frame = reader.read()
        began = time.monotonic()
        view = watch.look(np.asarray(frame, np.uint8), at_ms)
        times += [time.monotonic() - began] if view.read else []
    reader.release()
    return max(times[1:])  # the first one loads the reader


class Filming:
    """One record at one table: a phone looks, people press what the film does not show."""

    def __init__(self, house: House, record: dict[str, Any]) -> None:
        self.house, self.record = house, record
        self.taps, self.asked, self.patience_s = 0, 0, LAG_S
        self._numbers = itertools.count(1)
        self._answered: set[str] = set()
        self.evening = self._seated()

    def _seated(self) -> Evening:
        evening, _ = self.house.door.open_table(
            TOKEN, game=self.record["game"], options=self.record.get("options", {}), depth="cards"
        )
        self.evening = evening
        for step in opening(self.record):
            self.say(step)
        return evening

    def say(self, step: Step) -> None:
        """Say a command as the host does on another phone."""
        croupier = self.house.croupier
        said = Said(
            f"said-{next(self._numbers)}", croupier.seq(self.evening.id), step.kind, step.data
        )
        answer = croupier.submit(self.evening.id, said, HOST)
        assert answer.ok, (step, answer)

    @property
    def url(self) -> str:
        return f"/t/{self.evening.code}"

    def opened(self, browser: Browser, view: str = "table") -> Page:
        """Open the camera's page on a phone in portrait and start it with one tap."""
        base = f"http://127.0.0.1:{self.house.server.http_port}"
        context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
        context.add_cookies([{"name": "boodle", "value": TOKEN, "url": base}])
        page = context.new_page()
        page.goto(f"{base}{self.url}/eye?view={view}")
        self.press(page, "Start the camera")
        page.locator("[data-eye][data-state=on]").wait_for()
        return page

    def press(self, page: Page, words: str) -> None:
        page.get_by_role("button", name=words).locator("visible=true").first.click()
        self.taps += 1

    # ---- what people do while the film runs

    def status(self) -> dict[str, Any]:
        """What the camera says now, as the page shows it."""
        eyes = self.house.eyes
        names = eyes.names(self.evening.id)
        lookout = eyes.lookouts.find(self.evening.id, names[0]) if names else None
        return lookout.status() if lookout is not None else {}

    def watch(self, page: Page, cues: list[Cue]) -> None:
        """Follow the film: press at each cue what no card shows, answer what is asked."""
        began, waiting = time.monotonic(), list(cues)
        self._before_stop = self.cards_before_stops()
        end_s = cues[-1].at_ms / 1000 * 1.3 + LAG_S
        self.patience_s = end_s
        while (now_s := time.monotonic() - began) < end_s and not self.is_over():
            if waiting and waiting[0].at_ms / 1000 <= now_s:
                self.do(page, waiting.pop(0).step)
            self.answer()
            page.wait_for_timeout(100)

    def is_over(self) -> bool:
        return bool(self.house.croupier.table(self.evening.id).results)

    def do(self, page: Page, step: Step) -> None:
        if step.kind == "set_up":
            self.set_up(page)
        elif step.kind == "stop":
            self.stop(page)
        else:
            self.say(step)

    def set_up(self, page: Page) -> None:
        """One tap; then every player lays a card."""
        began = time.monotonic()
        self.press(page, "Places")
        while not self.status().get("zones"):
            page.wait_for_timeout(100)
            assert time.monotonic() - began < self.patience_s, self.status().get("setting")
        print(f"\nplaces of {len(self.record['players'])} people: {self.taps} taps from opening the"
              f" page, {time.monotonic() - began:.0f} s")  # fmt: skip

    def cards_before_stops(self) -> Iterator[str]:
        """Yield the card that lies on top at each stop of the record."""
        card = ""
        for action in self.record["hands"][0]["actions"]:
            if action == "stop":
                yield card
            card = action.split()[-1].replace("10", "T")

    def stop(self, page: Page) -> None:
        """Somebody says that nobody has the next card, once the screen shows the last one."""
        card, began = next(self._before_stop), time.monotonic()
        while time.monotonic() - began < self.patience_s:
            hand = self.house.croupier.table(self.evening.id).playing
            if hand is None or (card in hand.seen and hand.needed is None):
                return
            if card in hand.seen:
                self.press(page, "Nobody has it")
                return
            self.answer()
            page.wait_for_timeout(100)

    def answer(self) -> None:
        """Say what is true where the camera asks."""
        for question in self.status().get("questions", ()):
            if question["id"] in self._answered:
                continue
            self._answered.add(question["id"])
            self.asked += 1
            true = [one for one in question["answers"] if self.is_true(one)]
            if true:
                self.say(Step(true[0]["kind"], true[0]["data"]))

    def is_true(self, answer: dict[str, Any]) -> bool:
        """Whether an answer is what the record says: who played a card, or that it was no stop."""
        if answer["kind"] != "play":
            return False
        name = self.record["players"][int(answer["data"]["seat"])]
        card = str(answer["data"]["card"]).replace("T", "10")
        return f"{name} {card}" in self.record["hands"][0]["actions"]


@pytest.mark.parametrize("game", FILMS)
def test_a_deal_from_film_to_balances(
    house: House, launch: Launch, tmp_path: Path, game: str
) -> None:
    record, film = FILMS[game], tmp_path / "film.y4m"
    cues = filmed(record, film)
    filming = Filming(house, record)
    page = filming.opened(launch(film))

    filming.watch(page, cues)

    table = house.croupier.table(filming.evening.id)
    have = {table.name(seat): table.balance(seat) for seat in table.seats}
    assert have == replay_record(expected_of(record))["balances"]
    print(f"\n{game}: {filming.taps} taps, {filming.asked} questions")
