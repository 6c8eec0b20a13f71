"""Whole deals from a film to the balances: Chromium's fake camera plays it, nobody types a card.

The film runs in real time, as at a table. Its people press on the camera's page what no card shows
(stops, the deal), and answer what the camera asks, as people do who know what they have played.
"""

from __future__ import annotations

import itertools
import json
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from browser_films import FPS, HEIGHT, WIDTH, Launch, slow_down, slower_here
from browser_people import PATIENCE_MS
from playwright.sync_api import Browser, Page

from companion.bench.film import Cue, expected_of, write_film
from companion.bench.script import Step, opening, step_of
from companion.core.table import Hand
from companion.croupier import HOST, Said
from companion.eye import Record
from companion.looking import Lookout
from companion.record import replay_record
from companion.serve import House
from companion.store.chain import Evening
from companion.vision.film import Tabletop

_ROWS = Path(__file__).with_name("films.jsonl").read_text(encoding="utf-8").splitlines()
FILMS = {row["id"]: row for row in map(json.loads, _ROWS)}
TOKEN = "the-phone-that-leans-on-a-glass"
SET_UP_S = 3.1  # from one card that shows a place to the next, in the film
PATIENCE_S = 7.0  # so long people wait for the camera before they tap a card: three cards' time
PRESS_AGAIN_S = 2.0  # until somebody whose tap was refused taps once more
LAG_S = 15.0
"""What was played last may be read so much later on a busy machine: the film ends on a still."""


@dataclass(frozen=True)
class Film:
    """A film on disk; it runs *slower* times slower than at a table."""

    path: Path
    cues: list[Cue]
    slower: int
    length_s: float


def filmed(record: dict[str, Any], path: Path) -> Film:
    """Write the film, slower where this machine reads a picture more slowly than at a table."""
    cues = write_film(record, path, fps=FPS, end_s=LAG_S)
    slower = slower_here(path)
    if slower > 1:
        print(f"\nthe film runs {slower} times slower")
        slow_down(path, slower)
    frames = path.stat().st_size / (WIDTH * HEIGHT * 1.5)
    late = [replace(cue, at_ms=slower * cue.at_ms) for cue in cues]
    return Film(path, late, slower, slower * frames / FPS)


class Filming:
    """One record at one table: a phone looks, people press what the film does not show."""

    def __init__(self, house: House, record: dict[str, Any]) -> None:
        self.house, self.record = house, record
        self.taps, self.asked, self.typed = 0, 0, 0
        self.numbers = {name: seat for seat, name in enumerate(record["players"])}
        self.actions = [str(action) for action in record["hands"][0]["actions"]]
        self.moved_at = math.inf
        self.pressed: tuple[tuple[int, int], float] | None = None
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
        page.set_default_timeout(3 * PATIENCE_MS)
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

    def watch(self, page: Page, film: Film) -> None:
        """Follow the film: set up, deal, stop, answer, and tap a card that is never seen."""
        began, waiting = time.monotonic(), list(film.cues)
        end_s = 1.5 * film.length_s + LAG_S
        while (now_s := time.monotonic() - began) < end_s and not self.is_over():
            if waiting and waiting[0].at_ms / 1000 <= now_s:
                step = waiting.pop(0).step
                if step.kind == "set_up":
                    self.set_up(page, film)
                elif step.kind != "stop":
                    self.say(step)
                    self.moved_at = time.monotonic()
            elif self.actions and self.hand is not None:
                self.go_on(page, film)
            self.answer()
            page.wait_for_timeout(100)

    def is_over(self) -> bool:
        return bool(self.house.croupier.table(self.evening.id).results)

    @property
    def hand(self) -> Hand | None:
        """The hand that is played."""
        return self.house.croupier.table(self.evening.id).playing

    def set_up(self, page: Page, film: Film) -> None:
        """One tap; then every player lays a card; one that is not seen is tapped on the picture."""
        began = time.monotonic()
        self.press(page, "Places")
        while self.status().get("setting") is None and time.monotonic() - began < PATIENCE_S:
            page.wait_for_timeout(50)
        for seat in range(len(self.record["players"])):
            patience_s = film.slower * SET_UP_S * (seat + 1)
            while self.lays(seat) and time.monotonic() - began < patience_s:
                page.wait_for_timeout(100)
            if self.lays(seat):
                self.point(page, seat)
        page.wait_for_timeout(500)
        assert self.status()["setting"] is None
        assert len(self.status()["zones"]) == len(self.record["players"])
        print(f"\nplaces of {len(self.record['players'])} people: {self.taps} taps from opening the"
              f" page, {time.monotonic() - began:.0f} s")  # fmt: skip

    def lays(self, seat: int) -> bool:
        """Whether *seat* is still to lay a card."""
        setting = self.status().get("setting")
        return setting is not None and seat in setting["missing"]

    def point(self, page: Page, seat: int) -> None:
        """Tap the picture where somebody's card lies."""
        (x, y), _ = Tabletop(0).seat_at(seat, len(self.record["players"]))
        video = page.locator("video").bounding_box()
        assert video is not None
        scale = min(video["width"] / WIDTH, video["height"] / HEIGHT)  # it lies in the middle
        left = video["x"] + (video["width"] - WIDTH * scale) / 2
        top = video["y"] + (video["height"] - HEIGHT * scale) / 2
        page.mouse.click(left + x * scale, top + y * scale)
        self.taps += 1
        page.wait_for_timeout(500)

    def go_on(self, page: Page, film: Film) -> None:
        """See whether the next action is done; say what no card shows, or what stays unseen."""
        action, hand = self.actions[0], self.hand
        assert hand is not None
        if action == "stop":
            self.stop(page, hand)
        elif card_of(action) in hand.seen:
            self.done()
        elif time.monotonic() - self.moved_at > film.slower * PATIENCE_S:
            self.typed += 1
            self.say(step_of(action, self.numbers))

    def stop(self, page: Page, hand: Hand) -> None:
        """Say that nobody has it, and again where that was refused: the page was a moment late."""
        there, now = (len(hand.plays), len(hand.stops)), time.monotonic()
        if hand.needed is None or (self.pressed and self.pressed[0] != there):
            self.done()
        elif not self.pressed or now - self.pressed[1] > PRESS_AGAIN_S:
            self.pressed = (there, now)
            self.press(page, "Nobody has it")

    def done(self) -> None:
        self.pressed = None
        self.actions.pop(0)
        self.moved_at = time.monotonic()

    def answer(self) -> None:
        """Say what is true where the camera asks."""
        for question in self.status().get("questions", ()):
            true = [one for one in question["answers"] if self.is_true(one)]
            if question["id"] in self._answered or not true:
                continue
            self._answered.add(question["id"])
            self.asked += 1
            self.say(Step(true[0]["kind"], true[0]["data"]))

    def is_true(self, answer: dict[str, Any]) -> bool:
        """Whether an answer is the next play of the record."""
        if answer["kind"] != "play" or not self.actions or self.actions[0] == "stop":
            return False
        step = step_of(self.actions[0], self.numbers)
        return (int(answer["data"]["seat"]), str(answer["data"]["card"])) == (
            step.data["seat"], step.data["card"]
        )  # fmt: skip


def card_of(action: str) -> str:
    """Return the card of a play as the core writes it."""
    return action.rsplit(maxsplit=1)[-1].replace("10", "T")


def played(hand: Hand | None) -> list[tuple[int, str]]:
    """Return who played what, as it was recorded."""
    return [] if hand is None else [(one.seat, str(one.card)) for one in hand.plays]


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the camera had read whenever it recorded something, a paragraph each."""
    told: list[str] = []
    submit = Lookout._submit

    def heard(eye: Lookout, record: Record, seq: int, frame: Any) -> Any:
        done = submit(eye, record, seq, frame)
        assert eye.view is not None
        what = f"{record.kind} {record.seat} {' '.join(map(str, record.cards))}"
        told.append(f"{eye.view.at_ms} ms: {what}" + ("" if done else " (refused)"))
        told.extend(
            f"    {track.card} {track.votes}/{track.looks} {track.confidence:.3f} at rest since"
            f" {track.rest_ms}, read {track.first_ms} to {track.last_ms}, box"
            f" {[round(side) for side in track.box_xyxy]}{' old' * (track.id in eye.news.old)}"
            for track in eye.view.cards
        )
        return done

    monkeypatch.setattr(Lookout, "_submit", heard)
    return told


@pytest.mark.parametrize("game", FILMS)
def test_a_deal_from_film_to_balances(
    house: House, launch: Launch, tmp_path: Path, game: str, witness: list[str]
) -> None:
    record = FILMS[game]
    film = filmed(record, tmp_path / "film.y4m")
    filming = Filming(house, record)
    page = filming.opened(launch(film.path))

    filming.watch(page, film)

    table = house.croupier.table(filming.evening.id)
    have = {table.name(seat): table.balance(seat) for seat in table.seats}
    actions = [str(action) for action in record["hands"][0]["actions"]]
    steps = [step_of(each, filming.numbers) for each in actions if each != "stop"]
    true = [(step.seat, str(step.cards[0])) for step in steps]
    print(f"\n{game}: {len(true)} cards, {filming.asked} questions, {filming.typed} never seen,"
          f" {filming.taps} taps on the camera's page")  # fmt: skip
    assert played(table.hand) == true, "\n".join(["the camera had read:", *witness])
    assert have == replay_record(expected_of(record))["balances"]
    assert filming.typed + filming.asked <= len(true) / 2, (
        "the camera keeps the tally, not the taps"
    )
