"""People with phones round a table, who read the screen and tap it, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Browser, Page, expect

from companion.core.cards import Card, suit_word
from companion.core.table import Table
from companion.serve import House

LAPTOP = (1280, 800)
PHONES = ((360, 640), (390, 844), (414, 896), (320, 568), (412, 732), (375, 667), (430, 932))
DISPLAY = (1280, 720)
PATIENCE_MS = 40_000  # a slow machine is no failure


class Person:
    """Somebody with a device. *taps* counts keys pressed, not pages opened."""

    def __init__(self, browser: Browser, base: str, name: str, size: tuple[int, int],
                 **context: Any) -> None:  # fmt: skip
        width, height = size  # in CSS pixels
        self.name = name
        self.base = base
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size in PHONES, **context
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.mishaps: list[str] = []
        self.page.on("pageerror", lambda error: self.mishaps.append(str(error)))
        self.page.on("response", self._watch)
        self.taps = 0

    def _watch(self, response: Any) -> None:
        if response.status >= 500:
            self.mishaps.append(f"{response.status} {response.url}")

    def open(self, path: str) -> None:
        """Open a page by its address."""
        self.page.goto(self.base + path)

    def tap(self, words: str, *, exact: bool = False) -> None:
        """Press the key, or follow the link, that reads *words*."""
        named = words if exact else re.compile(re.escape(words), re.IGNORECASE)
        key = self.page.get_by_role("button", name=named, exact=exact)
        key = key.or_(self.page.get_by_role("link", name=named, exact=exact))
        self.taps += 1
        key.locator("visible=true").first.click()

    def choose(self, name: str, value: str) -> None:
        """Give an answer of a form: unfold what hides it, then tap it."""
        field = self.page.locator(f"input[name='{name}'][value='{value}']")
        folded = field.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            folded.first.locator("> summary").click()
            self.taps += 1
        if not field.is_checked():
            field.check()
            self.taps += 1

    def tell(self, words: str, *, exact: bool = False) -> None:
        """Press a key that records something, and wait until the page shows more than before."""
        seq = self.seq
        self.tap(words, exact=exact)
        self.shows(seq + 1)

    def shows(self, seq: int) -> None:
        """Wait until the page shows line *seq* or a later one."""
        self.page.wait_for_function(
            "seq => +document.body?.dataset.seq >= seq", arg=seq, timeout=PATIENCE_MS
        )

    @property
    def seq(self) -> int:
        """The line this page shows; between two pages it waits for the next one's body."""
        return int(self.page.locator("body").get_attribute("data-seq") or 0)

    def sees(self, words: str) -> None:
        """Wait until *words* stand on the page."""
        expect(self.page.locator("body")).to_contain_text(words, timeout=PATIENCE_MS)

    def heading(self, words: str) -> None:
        """Wait until the question at the top reads *words*."""
        expect(self.page.locator("h1").first).to_contain_text(words, timeout=PATIENCE_MS)


class People:
    """A host on a laptop, others on phones of different sizes, and a display on the table."""

    def __init__(self, browser: Browser, house: House, names: Sequence[str], *,
                 phones: int | None = None, display: bool = False) -> None:  # fmt: skip
        base = f"http://127.0.0.1:{house.server.http_port}"
        self.house = house
        self.names = tuple(names)
        with_phone = names if phones is None else names[:phones]
        sizes = (LAPTOP, *PHONES)
        self.by_name = {
            name: Person(browser, base, name, size)
            for name, size in zip(with_phone, sizes, strict=False)
        }
        self.display = Person(browser, base, "display", DISPLAY) if display else None
        self.code = ""

    @property
    def host(self) -> Person:
        """Who has the pen: the first."""
        return self.by_name[self.names[0]]

    @property
    def everybody(self) -> list[Person]:
        """All devices."""
        return [*self.by_name.values(), *([self.display] if self.display else [])]

    @property
    def url(self) -> str:
        """The table's path."""
        return f"/t/{self.code}"

    @property
    def table(self) -> Table:
        """The table as the server has it."""
        evening = self.house.croupier.evening_by_code(self.code)
        assert evening is not None
        return self.house.croupier.table(evening.id)

    @property
    def seq(self) -> int:
        """The last line the server has."""
        evening = self.house.croupier.evening_by_code(self.code)
        assert evening is not None
        return self.house.croupier.seq(evening.id)

    @property
    def taps(self) -> int:
        """All taps of all hands so far."""
        return sum(person.taps for person in self.everybody)

    def close(self) -> None:
        """Close every browser context; none may have seen an error of ours."""
        mishaps = [mishap for person in self.everybody for mishap in person.mishaps]
        for person in self.everybody:
            person.context.close()
        assert not mishaps, mishaps

    # ---- getting to the first deal --------------------------------------------------------------

    def open_table(self, game: str = "boodle", rules: Mapping[str, Any] | None = None) -> None:
        """The host starts a table in two taps, with house *rules* in a few more; notes its code."""
        host = self.host
        host.open("/host")
        host.choose("game", game)
        if rules:
            host.tap("House rules")
            for name, value in rules.items():
                host.choose(name, "yes" if value is True else value)
            host.tap("Keep these rules")
        host.tap("Start table")
        host.page.wait_for_url("**/t/*/**")
        found = re.search(r"/t/([A-Z0-9]{4})", host.page.url)
        assert found is not None, host.page.url
        self.code = found.group(1)
        if self.display is not None:
            self.display.open(f"{self.url}/table")

    def sit_down(self) -> None:
        """Everybody scans the code, types a name, sits; the host adds who has no phone."""
        for name in self.names:
            person = self.by_name.get(name, self.host)
            person.open(f"{self.url}/{'join' if name in self.by_name else 'add'}")
            person.page.get_by_label("Your name" if name in self.by_name else "name").first.fill(
                name
            )
            person.page.locator(".rail button.go").click()
            person.taps += 1
            person.sees(name)

    def take_seats(self, dealer: str) -> None:
        """The host says that all sit as they came, and who deals."""
        self.host.open(f"{self.url}/seats")
        self.host.tap("In the order they came")
        self.host.heading("Who deals first?")
        self.host.tap(dealer)
        self.host.heading("hand 1")
        seat = next(s.number for s in self.table.seats.values() if s.name == dealer)
        assert self.table.dealer == seat, (self.table.dealer, dealer)
        for person in self.by_name.values():
            person.open(self.url)

    # ---- a hand ---------------------------------------------------------------------------------

    def act(self, action: str) -> None:
        """Do what a line of a hand record says, by taps: ``Anna 4C`` or ``stop``."""
        hand = self.table.playing
        assert hand is not None
        name, _, code = action.partition(" ")
        if action == "stop":
            name = self.table.name(hand.plays[-1].seat)
        self.by_name[name].shows(self.seq)  # what was done on other phones has come here
        if action == "stop":
            self.by_name[name].tell("Nobody has it")
            return
        card = Card.parse(code)
        if hand.needed is not None:
            self.by_name[name].tell(f"I play the {card.spoken}")
        else:
            self.lead(name, card)

    def lead(self, name: str, card: Card) -> None:
        """Choose a suit, then a rank."""
        person = self.by_name[name]
        person.heading("You lead")
        person.tap(suit_word(card.suit), exact=True)
        person.tell(card.spoken, exact=True)

    def balances(self) -> dict[str, int]:
        """What everybody has, by name."""
        return {seat.name: self.table.balance(seat.number) for seat in self.table.seats.values()}
