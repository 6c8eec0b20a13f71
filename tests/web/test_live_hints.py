"""Hints in a session: a page sends what its camera sees, and is told what is wrong and when not.

The page's own pace is kept here as `eye.js` keeps it: it sends what changed, and goes on for a
while; time is that of the pictures, so a slow machine tests the same.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from phones import AtTable, TableMaker

from companion.core.cards import Card
from companion.evidence import Pictures
from companion.vision.film import Light, Tabletop
from companion.vision.frame import FrameBGR
from companion.web.boodle import Boodle
from companion.web.eyes import Eyes, lookouts_for

pytestmark = pytest.mark.vision

TICK_MS, MOVING_MS, CALM_MS, IDLE_MS = 100, 200, 6000, 10_000
SOON_MS = 3000
DARK, DIM = Light(gain=0.04, noise=4.0), Light(gain=0.3, noise=4.0)
Scene = Callable[[], FrameBGR]


@pytest.fixture
def boodle(boodle: Boodle) -> Boodle:
    """The house of the other tests, whose cameras are read."""
    ticks = itertools.count()
    eyes = Eyes(
        lookouts_for(boodle.croupier, boodle.door), Pictures(None),
        keeps=boodle.door.settings.keeps_pictures, nudge=lambda evening: None,
        clock=lambda: float(next(ticks)),
    )  # fmt: skip
    return Boodle(boodle.croupier, boodle.door, boodle.hub, boodle.network, eyes)


@pytest.fixture
def running(table: TableMaker) -> AtTable:
    """Four people in a hand that waits for the first card."""
    made = table(4)
    made.begin()
    return made


def lying(*cards: str, card_h: int = 165, light: Light | None = None) -> Scene:
    """A table with *cards* before its four people."""
    top = Tabletop(3, card_h=card_h)
    for seat, card in enumerate(cards):
        at, turn = top.seat_at(seat, 4)
        top.lay(Card(card), at, turn)
    return lambda: top.picture(light or Light())


def shaken(reach_px: float, card: str = "4C", card_h: int = 165) -> Scene:
    """A phone in a hand that sways by so many pixels from picture to picture."""
    rng, top = np.random.default_rng(4), Tabletop(3, card_h=card_h)
    top.lay(Card(card), (640, 360), 0.1)

    def picture() -> FrameBGR:
        x, y = rng.normal(0, reach_px, 2)
        return top.picture(Light(), nudge=(float(x), float(y)))

    return picture


@dataclass
class Page:
    """The page of Anna's phone; *told* is what it showed, each once: (when, meter, words)."""

    at: AtTable
    view: str = "table"
    now_ms: int = 0
    told: list[tuple[int, str, str]] = field(default_factory=list)
    pictures: int = 0
    _sent: np.ndarray | None = None
    _last: np.ndarray | None = None
    _sent_ms: int = -IDLE_MS
    _moved_ms: int = 0
    _more_ms: int = 0
    _owes: bool = False

    def sees(self, scene: Scene, for_ms: int) -> list[str]:
        """Let its camera see *scene*; return which meters were low meanwhile, in their order."""
        begun = len(self.told)
        for _ in range(for_ms // TICK_MS):
            self.now_ms += TICK_MS
            self._tick(scene())
        return [meter for _, meter, _ in self.told[begun:]]

    def _tick(self, frame: FrameBGR) -> None:
        cells = cv2.cvtColor(cv2.resize(frame, (48, 36), interpolation=cv2.INTER_AREA),
                             cv2.COLOR_BGR2GRAY).astype(float)  # fmt: skip
        if differs(self._last, cells):
            self._moved_ms = self.now_ms
        self._last, since = cells, self.now_ms - self._sent_ms
        calm = self.now_ms - self._moved_ms
        goes_on = 0 < self._more_ms < since and (self._owes or calm < CALM_MS)
        due = since > MOVING_MS if differs(self._sent, cells) else goes_on
        if due or since > IDLE_MS:
            self._sent, self._sent_ms = cells, self.now_ms
            self.send(frame)

    def send(self, frame: FrameBGR) -> None:
        jpeg = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
        url = f"{self.at.url}/eye/frame?view={self.view}&at={self.now_ms}"
        answer = self.at.host.client.post(url, data=jpeg, content_type="image/jpeg")
        assert answer.status_code == 200, answer.get_json()
        self.pictures += 1
        body = answer.get_json()
        self._more_ms, self._owes = body["more_ms"], body["owes"]
        low = next(iter(body["meters"]), "covered" if body["trouble"] else "")
        if not self.told or self.told[-1][1] != low:
            self.told.append((self.now_ms, low, body["say"]))


def differs(before: np.ndarray | None, now: np.ndarray) -> bool:
    """Whether a page sends a picture, one common change of light left out."""
    if before is None:
        return True
    step = now - before
    return int((np.abs(step - step.mean()) > 16).sum()) >= 3


@pytest.fixture
def page(running: AtTable) -> Iterator[Page]:
    yield Page(running)
    running.boodle.eyes.end()


GOOD = ("4C", "9D", "KS", "QH")


@pytest.mark.parametrize(
    ("scene", "meter", "words"),
    [
        (lying(*GOOD, light=DARK), "light", "Too dark."),
        (lying(*GOOD, light=Light(blur=5.0)), "sharp", "Blurred."),
        (lying(*GOOD, card_h=50), "distance", "Too far away."),
        (shaken(60), "sharp", "Hold still."),
        (shaken(3), "sharp", "Hold still."),
        (lambda: np.zeros((720, 1280, 3), np.uint8), "covered", "Nothing can be seen"),
    ],
    ids=["dark", "blurred", "far", "shaken", "swaying", "covered"],
)
def test_what_is_wrong_is_said_soon_and_no_more_when_it_is_mended(
    page: Page, scene: Scene, meter: str, words: str
) -> None:
    assert page.sees(scene, SOON_MS) == ["", meter]
    assert page.told[-1][2].startswith(words)
    assert page.sees(scene, 8000) == []

    assert page.sees(lying(*GOOD), SOON_MS) == [""]
    assert page.sees(lying(*GOOD), 5000) == []


@pytest.mark.parametrize(
    ("scene", "meter"),
    [
        (lying("4C", light=DARK), "light"),
        (lying("4C", card_h=45), "distance"),
        (shaken(50), "sharp"),
    ],
    ids=["the lamp went out", "the phone was put farther off", "somebody shakes it"],
)
def test_what_goes_wrong_while_cards_are_played_is_said_soon(
    page: Page, scene: Scene, meter: str
) -> None:
    assert page.sees(lying("4C"), 4000) == [""]

    assert page.sees(scene, SOON_MS + 1000) == [meter]


@pytest.mark.parametrize(
    "scene",
    [lying(), lying(light=DIM), lying(*GOOD, light=DIM), lying(light=Light(blur=4.0))],
    ids=["bare", "bare in the dusk", "cards in the dusk", "bare and blurred"],
)
def test_nothing_is_said_where_nothing_keeps_it_from_reading(page: Page, scene: Scene) -> None:
    assert page.sees(scene, 12_000) == [""]


def test_an_exposure_that_comes_and_goes_does_not_make_words_flicker(page: Page) -> None:
    dusk, dark = lying(*GOOD, light=Light(gain=0.08, noise=4.0)), lying(*GOOD, light=DARK)
    page.sees(dusk, 2000)

    for _ in range(10):
        page.sees(dark, 400)
        page.sees(dusk, 400)

    assert [meter for _, meter, _ in page.told] == [""]


def test_a_phone_in_a_hand_reads_the_card_before_it_and_plays_it(page: Page) -> None:
    page.view = "own"
    page.at.say("play", 0, card="4C")
    page.sees(lying(), 500)

    assert page.sees(shaken(6, "5C", card_h=420), SOON_MS) == []

    hand = page.at.boodle.croupier.table(page.at.evening.id).playing
    assert hand is not None
    assert [(play.seat, str(play.card)) for play in hand.plays] == [(0, "4C"), (0, "5C")]


def test_a_hint_that_lasts_costs_few_pictures(page: Page) -> None:
    page.sees(lying(*GOOD, light=DARK), 4000)
    before = page.pictures

    page.sees(lying(*GOOD, light=DARK), 10_000)

    assert page.pictures - before <= 20


STATM = Path("/proc/self/statm")
HOUR_MS, EVERY_MS = 3_600_000, 2000


def resident_mb() -> float:
    """Return how much memory this process holds."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.slow
@pytest.mark.skipif(not STATM.exists(), reason="needs Linux, which says how much memory is held")
def test_an_hour_of_nothing_fills_no_memory(page: Page) -> None:
    """A table with cards, its light and now and then an arm: a picture every two seconds."""
    top = Tabletop(3)
    for seat, card in enumerate(GOOD):
        top.lay(Card(card), *top.seat_at(seat, 4))
    still = [top.picture(Light(gain=1 + 0.05 * k)) for k in range(6)]
    arms = [top.picture(Light(), hand=(400.0 + 90 * k, 500.0)) for k in range(4)]
    held_mb = []

    for k in range(HOUR_MS // EVERY_MS):
        page.now_ms += EVERY_MS
        page.send(arms[k // 15 % 4] if k % 15 == 0 else still[k // 20 % 6])
        if k % 300 == 299:  # every ten minutes
            held_mb.append(round(resident_mb(), 1))

    print(f"\n{page.pictures} pictures; MiB held every ten minutes: {held_mb}")
    assert max(held_mb[1:]) - held_mb[0] < 8
    assert not page.at.boodle.croupier.table(page.at.evening.id).hand.plays
