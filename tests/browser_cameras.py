"""Phones whose cameras show what a test gives them, in a real browser: media without a device.

The page asks for a camera as ever and gets a picture that a canvas plays; whatever it does then
with the track, the stream and the frames is its own doing.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from browser_people import PATIENCE_MS
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.bench.film import Stage
from companion.core.cards import Card
from companion.door import token_hash
from companion.looking import Lookout
from companion.said import HOST, Said
from companion.serve import House
from companion.vision.film import Point
from companion.vision.frame import FrameBGR

TOKENS = ("the-phone-that-leans-on-a-glass", "the-phone-that-lies-on-a-shelf")
NAMES = {"Anna": "fish", "Ben": "hare", "Carla": "cat"}
CAMERA = """(() => {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  const camera = window.camera = { picture: null, track: null, error: "" };
  canvas.width = 1280; canvas.height = 720;
  camera.shows = async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    [canvas.width, canvas.height] = [picture.width, picture.height];
    camera.picture = picture;
  };
  setInterval(() => {
    if (camera.picture) pen.drawImage(camera.picture, 0, 0);
    else pen.fillRect(0, 0, canvas.width, canvas.height);
  }, 60);
  navigator.mediaDevices.getUserMedia = async () => {
    if (camera.error) throw new DOMException("", camera.error);
    const stream = canvas.captureStream(15);
    [camera.track] = stream.getVideoTracks();
    return stream;
  };
})();"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Phone:
    """A phone on a glass that looks at the whole table; its people hold *token*."""

    def __init__(
        self, browser: Browser, base: str, code: str, token: str, *, script: str = CAMERA
    ) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": 360, "height": 640}, has_touch=True
        )
        self.context.add_cookies([{"name": "boodle", "value": token, "url": base}])
        self.context.add_init_script(script)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.goto(f"{base}/t/{code}/eye?view=table")
        self.name = token_hash(token)[:24]  # as the house's cameras know it

    def shows(self, frame: FrameBGR) -> None:
        """Let its camera see *frame* from now on."""
        jpeg = base64.b64encode(cv2.imencode(".jpg", frame)[1].tobytes()).decode()
        self.page.evaluate("address => camera.shows(address)", f"data:image/jpeg;base64,{jpeg}")

    def press_start(self) -> None:
        """Tap the key that starts the camera."""
        key = self.page.get_by_role("button", name="Start the camera")
        key.locator("visible=true").first.click()

    def start(self) -> None:
        """Start the camera with a tap."""
        self.press_start()
        self.is_("on")

    def is_(self, state: str) -> None:
        """Wait until the camera is *state*: on, off, lost, asleep."""
        self.page.locator(f"[data-eye][data-state={state}]").wait_for(state="attached")

    def warns(self, words: str) -> None:
        """Wait for the sentence about what is wrong."""
        trouble = self.page.locator("[data-eye-trouble]")
        expect(trouble).to_contain_text(words, timeout=PATIENCE_MS)

    def warns_no_more(self, words: str) -> None:
        """Wait until that is not wrong any more; a slow machine may warn of itself."""
        trouble = self.page.locator("[data-eye-trouble]")
        expect(trouble).not_to_contain_text(words, timeout=PATIENCE_MS)

    def reads(self, table: Table) -> list[str]:
        """Return the cards that it sees lie now."""
        view = table.eye(self.name).view
        return [str(track.card) for track in view.cards] if view is not None else []

    def loses(self) -> None:
        """Its camera is pulled out."""
        self.page.evaluate("camera.track.stop(); camera.track.dispatchEvent(new Event('ended'))")

    def sleeps(self, is_asleep: bool) -> None:
        """Its page goes behind another, or comes to the front again."""
        self.page.evaluate(HIDE, is_asleep)


class Table:
    """Three people in a hand of boodle, and the table as cameras see it from above."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house
        self.base = f"http://127.0.0.1:{house.server.http_port}"
        self.evening, _ = house.door.open_table(TOKENS[0], game="boodle", options={}, depth="cards")
        for name, animal in NAMES.items():
            self.say("sit", name=name, animal=animal)
        house.door.hold_seat(self.evening, TOKENS[1], 1)
        self.say("dealer", seat=2)
        self.stage = Stage(3, ())
        self.phones: list[Phone] = []

    def say(self, kind: str, **data: Any) -> None:
        croupier = self.house.croupier
        seq = croupier.seq(self.evening.id)
        answer = croupier.submit(self.evening.id, Said(croupier.new_id(), seq, kind, data), HOST)
        assert answer.ok, answer.say

    def phone(self) -> Phone:
        """Another phone looks at the bare table, and knows the places."""
        phone = Phone(self.browser, self.base, self.evening.code, TOKENS[len(self.phones)])
        self.phones.append(phone)
        phone.shows(self.stage.picture())
        phone.start()
        self._place(phone, lambda seat: self.stage.table.seat_at(seat, 3)[0])
        return phone

    def filmed(self, *sides: tuple[Browser, Callable[[int], Point]]) -> None:
        """Phones whose browsers play films, all from now on, and where in them people sit."""
        for (browser, _), token in zip(sides, TOKENS, strict=True):
            self.phones.append(Phone(browser, self.base, self.evening.code, token, script=""))
        for phone in self.phones:
            phone.press_start()
        for phone, (_, place) in zip(self.phones, sides, strict=True):
            phone.is_("on")
            self._place(phone, place)

    def _place(self, phone: Phone, place: Callable[[int], Point]) -> None:
        """Tell the camera of *phone* where everybody sits, as soon as it looks."""
        find = self.house.eyes.lookouts.find
        self.wait(lambda: (eye := find(self.evening.id, phone.name)) is not None and watches(eye))
        for seat in range(3):
            x, y = place(seat)
            self.eye(phone.name).place(seat, (x / 1280, y / 1280))

    def eye(self, name: str) -> Lookout:
        found = self.house.eyes.lookouts.find(self.evening.id, name)
        assert found is not None
        return found

    def lay(self, seat: int, card: str, *phones: Phone) -> None:
        """Somebody lays a card, which *phones* see (all, where none is named)."""
        self.stage.lay(seat, Card(card))
        for phone in phones or self.phones:
            phone.shows(self.stage.picture())

    @property
    def played(self) -> list[tuple[int, str]]:
        hand = self.house.croupier.table(self.evening.id).hand
        return [(play.seat, str(play.card)) for play in hand.plays] if hand is not None else []

    def asks(self) -> list[str]:
        """Return the kinds of what cameras ask now."""
        return [each["kind"] for each in self.house.eyes.questions(self.evening.id)]

    def wait(self, until: Callable[[], bool], seconds: float = PATIENCE_MS / 1000) -> None:
        """Let pages run until something is so."""
        for _ in range(int(10 * seconds)):
            if until():
                return
            self.phones[0].page.wait_for_timeout(100)
        raise AssertionError((self.played, self.asks()))


def upright(frame: FrameBGR) -> FrameBGR:
    """Return what a phone sees that was turned by a quarter."""
    return np.asarray(cv2.rotate(frame, cv2.ROTATE_90_CLOCKWISE), np.uint8)


def upside_down(frame: FrameBGR) -> FrameBGR:
    """Return what a phone sees that was carried to the other side of the table."""
    return np.asarray(cv2.rotate(frame, cv2.ROTATE_180), np.uint8)


def watches(eye: Lookout) -> bool:
    """Whether it would see a card laid now: a camera that starts shows black for a moment."""
    still = eye.watch._still
    return still is not None and still.blind_ms != still.at_ms and int(still.small.max()) > 60
