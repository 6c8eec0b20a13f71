"""Readings that are out of date: what nobody lays now is never recorded, whatever a camera tells.

Each way by which a card that lies there no more, or lay there before it could count, might become
a play. The reader says what a test lets it say, beside what it sees.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from onlookers import STEP_MS, Evening

from companion.bench.simulated import Errors, SimulatedWatch
from companion.core.cards import Card
from companion.news import News
from companion.store import Store
from companion.vision.view import Track, View

PATIENCE = 20  # looks: eight seconds, after which whatever will be recorded has been


class Haunted(SimulatedWatch):
    """Sees what lies there, and ghosts: readings of cards that do not, or not under that name."""

    def __init__(self, stage: Any) -> None:
        super().__init__(stage, Errors(0), random.Random(1))
        self.ghosts: dict[int, Track] = {}
        self.again: list[int] = []

    def ghost(self, card: str, seat: int, *, rest_ms: int, last_ms: int, **how: Any) -> None:
        """Tell of a *card* before *seat* that was read up to *last_ms*, and is read no more."""
        (x, y), _ = self.stage.table.seat_at(seat, 4)
        number = 1000 + len(self.ghosts)
        box = (x - 24, y - 24, x + 24, y + 24)
        self.ghosts[number] = Track(
            number, Card(card), 0.99, 5, 5, box, rest_ms, last_ms, rest_ms, **how
        )

    def look(self, frame: object, at_ms: int) -> View:
        view = super().look(frame, at_ms)
        return replace(view, cards=(*view.cards, *self.ghosts.values()))

    def look_again(self, tracks: Any) -> None:
        super().look_again(tracks)
        for number in tracks & self.ghosts.keys():
            self.again.append(number)
            self.ghosts[number] = replace(self.ghosts[number], missed=True, votes=0)


class Misread(Haunted):
    """Its ghosts are cards that lie there under another name: it reads them at every look."""

    def look(self, frame: object, at_ms: int) -> View:
        self.ghosts = {k: replace(one, last_ms=at_ms) for k, one in self.ghosts.items()}
        return super().look(frame, at_ms)

    def look_again(self, tracks: Any) -> None:
        SimulatedWatch.look_again(self, tracks)


@dataclass
class AtTable:
    """An evening with one eye that knows the places; Anna has led the 4 of clubs."""

    evening: Evening
    watches: list[Any] = field(default_factory=list)

    def reads_with(self, kind: type[Haunted]) -> AtTable:
        def made(stage: Any) -> Haunted:
            self.watches.append(kind(stage))
            return self.watches[-1]

        self.evening.reads = made
        self.eye = self.evening.placed(self.evening.lookouts.eye(self.evening.id, "table"))
        self.evening.look(self.eye, 10)
        self.evening.lay(self.eye, 0, "4C")
        assert self.evening.played == [(0, "4C")]
        return self

    @property
    def watch(self) -> Any:
        return self.watches[0]

    @property
    def now_ms(self) -> int:
        return int(self.evening.now_ms)

    @property
    def played(self) -> list[tuple[int, str]]:
        return list(self.evening.played)

    def look(self, frames: int = PATIENCE) -> list[str]:
        """Return the kinds of what is asked in the end."""
        return [ask["kind"] for ask in self.evening.look(self.eye, frames)["questions"]]


@pytest.fixture
def at_table():
    with Store.open(None) as store:
        yield AtTable(Evening(store))


# ---- a card that lay there before, under another name


def test_a_card_misread_since_it_was_laid_leads_nothing(at_table):
    """The 4 of clubs lay there as a 9 of diamonds too: that became legal with the stop."""
    at = at_table.reads_with(Misread)
    laid_ms = at.now_ms - 4 * STEP_MS
    at.watch.ghost("9D", 0, rest_ms=laid_ms, last_ms=at.now_ms)

    at.evening.say("stop")

    assert at.look(2) == []
    assert at.look() == ["lead"]
    assert at.played == [(0, "4C")]


def test_a_card_misread_all_the_time_does_not_stand_before_the_one_that_leads(at_table):
    at = at_table.reads_with(Misread)
    at.watch.ghost("9D", 0, rest_ms=at.now_ms - 4 * STEP_MS, last_ms=at.now_ms)
    at.evening.say("stop")

    at.evening.lay(at.eye, 0, "2H")

    assert at.played == [(0, "4C"), (0, "2H")]


def test_a_card_misread_since_before_is_not_the_next_of_a_run(at_table):
    """The rules name the 5 of clubs; what lay before Ben when the 4 came was none."""
    at = at_table.reads_with(Misread)
    at.watch.ghost("5C", 1, rest_ms=at.now_ms - 10 * STEP_MS, last_ms=at.now_ms)

    assert at.look() == ["who"]
    assert at.played == [(0, "4C")]


def test_a_card_misread_and_tapped_under_its_name_leads_nothing_under_the_other(at_table):
    """The 5 of clubs is read as a 9 of diamonds all the time, so Anna taps it."""
    at = at_table.reads_with(Misread)
    at.watch.ghost("9D", 0, rest_ms=at.now_ms + 1, last_ms=at.now_ms)
    assert at.look() == ["stop_lead"]
    at.evening.say("play", seat=0, card="5C")

    at.evening.say("stop")

    assert at.look() == ["lead"]
    assert at.played == [(0, "4C"), (0, "5C")]


# ---- a card that lies there no more


def test_a_card_taken_back_before_it_could_lead_leads_nothing(at_table):
    at = at_table.reads_with(Haunted)
    at.watch.ghost("9D", 0, rest_ms=at.now_ms + 1, last_ms=at.now_ms + STEP_MS)
    at.look(1)

    at.evening.say("stop")

    assert at.look() == []
    assert at.played == [(0, "4C")]
    assert at.watch.again


def test_a_card_taken_back_before_the_run_came_to_it_is_not_played(at_table):
    at = at_table.reads_with(Haunted)
    at.watch.ghost("6C", 2, rest_ms=at.now_ms + 1, last_ms=at.now_ms + STEP_MS)
    at.look(1)

    at.evening.say("play", seat=1, card="5C")

    at.look()
    assert at.played == [(0, "4C"), (1, "5C")]


def test_a_card_covered_before_it_could_lead_is_asked_about(at_table):
    """Somebody led it and played on, or took it back: no picture tells."""
    at = at_table.reads_with(Misread)
    at.watch.ghost("9D", 0, rest_ms=at.now_ms + 1, last_ms=0, missed=True, covered=True)
    at.look(1)
    at.evening.say("stop")

    at.evening.lay(at.eye, 0, "2H", frames=8)

    assert at.look(1) == ["lead"]
    assert at.played == [(0, "4C")]


def test_a_card_covered_before_the_run_came_to_it_was_played(at_table):
    at = at_table.reads_with(Misread)
    at.watch.ghost("6C", 2, rest_ms=at.now_ms + 1, last_ms=0, missed=True, covered=True)
    at.look(1)

    at.evening.say("play", seat=1, card="5C")

    at.look(2)
    assert at.played == [(0, "4C"), (1, "5C"), (2, "6C")]


def test_a_card_that_still_lies_there_is_recorded_by_the_next_picture(at_table):
    at = at_table.reads_with(Haunted)
    at.evening.lay(at.eye, 0, "2H", frames=12)

    at.evening.say("stop")

    at.look(1)
    assert at.played == [(0, "4C"), (0, "2H")]


def test_a_picture_that_waited_for_the_reader_shows_nothing_of_what_was_said_since(at_table):
    at = at_table.reads_with(Misread)
    at.evening.lay(at.eye, 0, "2H")
    came = at.eye.seq
    at.evening.say("stop")

    at.evening.now_ms += STEP_MS
    at.eye.look(at.evening.stage.picture(), at.now_ms, came)
    assert at.played == [(0, "4C")]

    at.look(1)
    assert at.played == [(0, "4C"), (0, "2H")]


def test_what_another_camera_saw_before_it_fell_asleep_is_not_believed(at_table):
    at = at_table.reads_with(Haunted)
    other = at.evening.lookouts.eye(at.evening.id, "second")
    at.evening.look(other)
    other.places.zones = at.eye.places.zones
    at.watches[1].ghost("9D", 0, rest_ms=at.now_ms + 1, last_ms=at.now_ms + 8 * STEP_MS)
    at.evening.look(other, 8)
    at.look(1)

    at.evening.say("stop")

    at.look()
    assert at.played == [(0, "4C")]


# ---- cards that were laid for another reason


@pytest.mark.parametrize("end", ["give up", "clear"])
def test_a_card_that_showed_a_place_plays_nothing_where_setting_up_is_given_up(at_table, end):
    at = at_table.reads_with(Haunted)
    at.evening.say("stop")
    zones = at.eye.places.zones
    at.eye.set_up()
    at.evening.lay(at.eye, 0, "3D")
    if end == "clear":
        at.eye.clear()
    else:
        at.eye.set_up(begin=False)
    at.eye.places.zones = zones

    at.look()

    assert at.played == [(0, "4C")]


def test_what_lay_there_when_a_camera_joined_leads_nothing(at_table):
    """It knows the places from before, and the 9 of diamonds may lie there for any reason."""
    at = at_table.reads_with(Haunted)
    at.evening.say("stop")
    at.evening.stage.lay(0, Card("9D"))

    at.eye = at.evening.house().eye(at.evening.id, "table")

    assert at.look() == ["lead"]
    assert at.played == [(0, "4C")]


def test_what_lay_there_when_a_camera_joined_asks_also_where_the_run_needs_it(at_table):
    at = at_table.reads_with(Haunted)
    at.evening.stage.lay(1, Card("5C"))

    at.eye = at.evening.house().eye(at.evening.id, "table")

    assert at.look() == ["who"]
    assert at.played == [(0, "4C")]


def test_a_page_loaded_again_begins_anew_with_its_clock(at_table):
    at = at_table.reads_with(Haunted)
    at.evening.say("stop")
    at.evening.stage.lay(0, Card("9D"))

    at.evening.now_ms = 0
    at.look(6)
    assert at.played == [(0, "4C")]

    at.evening.stage.table.take_up([Card("9D")])
    at.evening.lay(at.eye, 0, "2H")
    assert at.played == [(0, "4C"), (0, "2H")]


def test_a_card_taken_back_on_a_phone_stays_so_where_it_is_read_anew(at_table):
    at = at_table.reads_with(Misread)
    rest_ms = at.now_ms - 4 * STEP_MS
    at.evening.say("undo", seq=at.eye.together.done[-1].seq)
    at.look(1)
    at.evening.stage.table.take_up([Card("4C")])
    at.look(1)

    at.watch.ghost("4C", 0, rest_ms=rest_ms, last_ms=at.now_ms)

    assert at.look() == []
    assert at.played == []


# ---- what is old stays old


def view(at_ms: int, *tracks: Track) -> View:
    return View(at_ms, (1280, 720), None, False, True, tracks, (), ())


def test_what_was_old_is_no_news_when_an_older_reading_of_the_same_card_is_found():
    news = News(None)  # type: ignore[arg-type]
    box = (0.0, 0.0, 24.0, 24.0)
    shown, between = (
        Track(number, Card(card), 0.99, 5, 5, box, 100, 5000, rest_ms)
        for number, card, rest_ms in [(1, "5H", 100), (2, "3D", 200)]
    )
    news.grow_old(view(1000, shown))

    news.grow_old(view(5000, shown), after=Card("5H"))
    news.take(view(6000, shown, between), 1)

    assert news.old == {1, 2}
