"""An evening on film: people lay cards, tap what no card shows, and answer what the eye asks.

They know what is true; whatever the look-out does is held against that. It draws nothing itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from companion.bench.film import Stage, expected_of, layout_of, put_down, set_up_cards
from companion.bench.script import Record, Step, last_hands, opening, steps_of
from companion.core.ledger import Transfer
from companion.core.showdown import hands_missing
from companion.core.table import Table
from companion.croupier import Croupier
from companion.door import Door
from companion.lookout import Lookout, Lookouts
from companion.record import replay_record
from companion.said import HOST, Answer, Said
from companion.stir import Stir
from companion.store import Store
from companion.vision.draw import draw_face
from companion.vision.film import CONDITIONS, Faces, Light, Lying
from companion.vision.frame import FrameBGR
from companion.zones import Point

FRAME_MS: Final = 200
PATIENCE: Final = 26
"""Frames after which people tap a card that the eye neither records nor asks about."""
ASTRAY: Final = 0.08
"""A place set up farther off than this, in parts of the width, is put right by people."""
PASSING_ODDS: Final = 0.15
NUDGE_ODDS: Final = 0.04
TOO_SOON_ODDS: Final = 0.05
"""Somebody lays the next card but one, sees that it is not yet its turn, and takes it back."""
TOO_SOON_FRAMES: Final = 5


@dataclass
class Score:
    """What came of films.

    *wrong* plays were recorded otherwise; *false_awards* are those that moved chips otherwise, too.
    """

    hands: int = 0
    plays: int = 0
    seen: int = 0
    typed: int = 0
    wrong: int = 0
    false_awards: int = 0
    questions: list[int] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)
    right_hands: int = 0
    frames: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Take in the score of another film."""
        for name in ("hands", "plays", "seen", "typed", "wrong", "false_awards", "right_hands",
                     "frames"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.questions += other.questions
        self.notes += other.notes
        for kind, count in other.kinds.items():
            self.kinds[kind] = self.kinds.get(kind, 0) + count


class StageStir(Stir):
    """Notices when cards were laid on a stage that is not drawn; hands pass over other places."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self._laid: dict[int, tuple[Lying, int]] = {}

    def take(self, frame: FrameBGR, at_ms: int) -> None:
        """Remember which cards are new."""
        self._times.append(at_ms)
        lying = {id(one): one for one in self._stage.table.lying}
        self._laid = {key: self._laid.get(key, (one, at_ms)) for key, one in lying.items()}

    def changed_ms(self, point: Point) -> int:
        """Return when a card was laid there last; by chance a hand is passing there now."""
        if self._stage.rng.random() < PASSING_ODDS:
            return self._times[-1]
        width = self._stage.table.size_wh[0]
        near = [
            at_ms for one, at_ms in self._laid.values()
            if math.dist(point, (one.at[0] / width, one.at[1] / width)) < ASTRAY / 2
        ]  # fmt: skip
        return max(near, default=-1)


class FilmedEvening:
    """One record, filmed and looked at.

    The cards are of the deck *faces*. *watch* looks at the stage itself instead of pictures of it:
    then nothing is drawn.
    """

    def __init__(
        self, record: Record, *, light: Light = CONDITIONS["good"], prior: bool = True,
        stops_are_said: bool = True, seed: int = 0, faces: Faces = draw_face,
        watch: Callable[[Stage], Any] | None = None,
    ) -> None:  # fmt: skip
        self.record, self.prior, self.stops_are_said = record, prior, stops_are_said
        self.light, self.seed, self.films = light, seed, watch is None
        self.faces = faces
        self.score = Score()
        self.now_ms = 0
        self.stage: Stage
        ids = itertools.count()
        self.store = Store.open(None)
        self.croupier = Croupier(
            self.store, now=lambda: "2026-01-01T00:00:00+00:00", new_id=lambda: f"id{next(ids)}"
        )
        self.door = Door(self.store, self.croupier, lambda choices: choices[0])
        made = (lambda: watch(self.stage)) if watch is not None else None
        self.lookouts = Lookouts(
            self.croupier, clock_ms=lambda: self.now_ms, door=self.door, watch=made,
            stir=Stir if watch is None else lambda: StageStir(self.stage),
        )  # fmt: skip
        self.numbers = {name: seat for seat, name in enumerate(record["players"])}
        self.shown: dict[int, Step] = {}  # who showed which five cards

    # ---- the evening

    def run(self) -> Score:
        """Film the whole record and return what came of it."""
        with self.store:
            opened = self.croupier.open_evening(
                game=self.record["game"], options=self.record.get("options", {}), depth="cards",
                code="FILM",
            )  # fmt: skip
            self.evening = opened.id
            for step in opening(self.record):
                self._tap(step)
            self._begin_looking()
            for hand in self.record["hands"]:
                self._hand(steps_of(self.record, hand, self.numbers))
            if self.table.options.leftover == "poker" and self.record.get("end"):
                self._tap(Step("end_evening"))
                self._hand(last_hands(self.record, self.numbers), counts=False)
            self._compare()
            return self.score

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.croupier.table(self.evening)

    def _begin_looking(self) -> None:
        """Set up the places: the layout lies there, then each person lays one card in turn."""
        self.stage = Stage(
            len(self.numbers), layout_of(self.table), seed=self.seed, light=self.light,
            draws=self.films, faces=self.faces,
        )  # fmt: skip
        self.eye: Lookout = self.lookouts.eye(self.evening, "table")
        self.eye.set_prior(self.prior)
        self._look(12)
        self.eye.set_up()
        for seat, card in enumerate(set_up_cards(len(self.numbers))):
            self._reach(seat)
            self.stage.lay(seat, card)
            for _ in range(PATIENCE):
                self._look(1)
                if self.eye.places.seating is None or seat in self.eye.places.seating.done:
                    break
            if not self._is_placed(seat):
                self._place_by_hand(seat)
            self.stage.table.take_up([card])
        self.stage.clear()
        self._look(8)

    def _is_placed(self, seat: int) -> bool:
        """Whether the overlay shows the place of *seat* where it is."""
        done = (
            self.eye.places.zones.middles
            if self.eye.places.seating is None
            else self.eye.places.seating.done
        )
        at = self.stage.table.seat_at(seat, self.stage.players)[0]
        width = self.stage.table.size_wh[0]
        return seat in done and math.dist(done[seat], (at[0] / width, at[1] / width)) < ASTRAY

    def _place_by_hand(self, seat: int) -> None:
        """The place is tapped on the picture, because the card was not read there."""
        self.score.notes.append(f"{self.record['id']}: place of seat {seat} tapped")
        (x, y), _ = self.stage.table.seat_at(seat, self.stage.players)
        width = self.stage.table.size_wh[0]
        self.eye.place(seat, (x / width, y / width))

    def _hand(self, steps: Iterator[Step], counts: bool = True) -> None:
        asked = sum(self.score.kinds.values())
        for step, later in _with_later(steps):
            if step.kind in ("play", "show", "show_last", "holds", "deal") and step.cards:
                if later is not None and self.stage.rng.random() < TOO_SOON_ODDS:
                    self._lay_too_soon(later)
                self._lay(step)
            elif self._is_said(step):
                self._tap(step)
        self.stage.clear()
        self._look(3)
        if self.table.playing is not None and self.table.playing.phase == "shown":
            self._tap(Step("close_hand"))  # nobody is left with a pay card: people say so
        if counts:
            self.score.hands += 1
            self.score.questions.append(sum(self.score.kinds.values()) - asked)

    def _is_said(self, step: Step) -> bool:
        """Whether somebody taps *step*; a stop may be left to the eye's question."""
        hand = self.table.playing
        if step.kind == "stop":
            return self.stops_are_said and hand is not None and hand.needed is not None
        return True

    def _tap(self, step: Step) -> Answer:
        said = Said(self.croupier.new_id(), self.croupier.seq(self.evening), step.kind, step.data)
        answer: Answer = self.croupier.submit(self.evening, said, HOST)
        if not answer.ok:
            self.score.notes.append(f"{self.record['id']}: {step.kind} {step.data}: {answer.say}")
        return answer

    # ---- frames

    def _send(self, frame: Any) -> dict[str, Any]:
        self.now_ms += FRAME_MS if self.films else 2 * FRAME_MS
        self.score.frames += 1
        return self.eye.look(self.stage.sent(frame), self.now_ms)

    def _look(self, frames: int) -> dict[str, Any]:
        answer: dict[str, Any] = {}
        for _ in range(frames):
            answer = self._send(self.stage.picture())
        return answer

    def _reach(self, seat: int) -> None:
        for frame in self.stage.reaching(seat) if self.films else ():
            self._send(frame)

    # ---- cards

    def _lay(self, step: Step) -> None:
        """Somebody lays cards; wait until the eye has them, asks, or people grow tired."""
        assert step.seat is not None
        self.score.plays += 1
        if self.stage.rng.random() < PASSING_ODDS:
            self._reach(int(self.stage.rng.integers(self.stage.players)))
        if self.stage.rng.random() < NUDGE_ODDS:
            self.stage.nudge()
        self._reach(step.seat)
        before = self.croupier.seq(self.evening)
        put_down(self.stage, step)
        if step.kind in ("show", "show_last"):
            self.shown[step.seat] = step
        self._wait_for(step, before)
        if step.kind != "play":
            self.stage.table.take_up(step.cards)
            self._look(3)

    def _lay_too_soon(self, step: Step) -> None:
        """Lay a card before its turn, in the midst of a run, and take it back."""
        hand = self.table.playing
        if hand is None or hand.needed in (None, *step.cards) or not hand.plays:
            return
        self._reach(step.seat or 0)
        put_down(self.stage, step)
        self._look(TOO_SOON_FRAMES)
        self.stage.table.take_up(step.cards)
        self._reach(step.seat or 0)

    def _wait_for(self, step: Step, before: int) -> None:
        answered: set[str] = set()
        helped = False
        for _ in range(PATIENCE):
            answer = self._look(1)
            if self._has_gone_wrong(step, before):
                self._mend(step, before)
                return
            if self._is_recorded(step):
                self.score.seen += not helped
                return
            for question in answer["questions"]:
                if question["id"] not in answered:
                    answered.add(question["id"])
                    self._count(question)
                    helped = self._reply(step, question) or helped
            if self._is_recorded(step):
                return
        if step.kind == "play" and (hand := self.table.playing) is not None:
            dead = hand.needed is not None and hand.plays and hand.needed not in step.cards
            _ = self._tap(Step("stop")) if dead else None
        self.score.typed += 1
        self.score.notes.append(f"{self.record['id']}: {step.kind} {step.data} not seen")
        self._tap(step)

    def _count(self, question: dict[str, Any]) -> None:
        kinds = self.score.kinds
        kinds[question["kind"]] = kinds.get(question["kind"], 0) + 1

    def _reply(self, step: Step, question: dict[str, Any]) -> bool:
        """Answer as somebody who sees the table; a question about nothing is ignored."""
        hand = self.table.playing
        for reply in question["answers"]:
            if reply["kind"] == "show_hands":
                return self._confirm(reply)
            if reply["kind"] == "five" and reply["seat"] in self.shown:
                return self._tap_five(reply["seat"])
            is_true = _same(reply, step)
            needed = hand.needed if hand is not None else None
            needs_stop = reply["kind"] == "stop" and step.kind == "play"
            if is_true or (needs_stop and needed is not None and needed not in step.cards):
                self._tap(Step(reply["kind"], reply["data"]))
                return True
        self.eye.ignore(question["id"])
        return False

    def _confirm(self, reply: dict[str, Any]) -> bool:
        """Look at every poker hand that was read; those misread are tapped instead."""
        read = {int(seat): cards.split() for seat, cards in
                (text.split(":", 1) for text in reply["data"]["hands"])}  # fmt: skip
        wrong = [seat for seat, cards in read.items()
                 if sorted(cards) != sorted(self.shown[seat].data["cards"])]  # fmt: skip
        for seat in wrong:
            self.score.notes.append(f"{self.record['id']}: {read[seat]} read of seat {seat}")
            self._tap_five(seat)
        if not wrong:
            self._tap(Step(reply["kind"], reply["data"]))
        return not wrong

    def _tap_five(self, seat: int) -> bool:
        """Somebody taps the five cards of *seat*; return whether that was of use."""
        self.score.typed += 1
        return self._tap(self.shown[seat]).ok

    def _is_shown(self, seat: int) -> bool:
        """Whether five cards of *seat* were recorded, or read while others are still to show."""
        missing, read = hands_missing(self.table), self.eye.together.hands
        return seat not in missing or (seat in read and any(each not in read for each in missing))

    def _is_recorded(self, step: Step) -> bool:
        hand = self.table.hand
        if step.kind == "deal":
            return hand is not None and hand.turned == step.cards[0]
        if step.kind == "holds":
            held = hand.held.get(step.data["space"], ()) if hand is not None else ()
            shown = hand.shown if hand is not None else {}
            return step.seat in held or shown.get(step.cards[0]) == step.seat
        if step.kind in ("show", "show_last") and step.seat is not None:
            return self._is_shown(step.seat)
        return hand is not None and hand.seen.get(step.cards[0]) == step.seat

    def _acts_since(self, before: int) -> list[Any]:
        return [
            line for line in self.croupier.history(self.evening)[before:] if "eye" in line.actor
        ]

    def _has_gone_wrong(self, step: Step, before: int) -> bool:
        """Whether an eye has recorded anything but *step*."""
        acts = [each for each in self._acts_since(before) if "kind" in each.actor]
        return any(not _same(each.actor, step) for each in acts)

    def _mend(self, step: Step, before: int) -> None:
        """People see that it is wrong, take it back and tap what is right."""
        lines = self._acts_since(before)
        said = [line.actor for line in lines if "kind" in line.actor]
        what = [(each["kind"], each["data"]) for each in said]
        self.score.notes.append(f"{self.record['id']}: {step.data} recorded as {what}")
        moved = _moved(lines)
        self._tap(Step("undo", {"seq": before + 1}))
        undone = self.croupier.seq(self.evening)
        self._tap(step)
        self.score.wrong += 1
        truly = _moved(self.croupier.history(self.evening)[undone:])
        self.score.false_awards += bool(moved) and moved != truly

    def _compare(self) -> None:
        """Hold what everybody has against the replay of the record."""
        row = replay_record(expected_of(self.record))
        have = {self.table.name(seat): self.table.balance(seat) for seat in self.table.seats}
        right = have == row["balances"] and not row["refused"]
        self.score.right_hands += len(self.record["hands"]) if right else 0
        if not right:
            self.score.notes.append(f"{self.record['id']}: {have}, not {row['balances']}")


def _with_later(steps: Iterable[Step]) -> Iterator[tuple[Step, Step | None]]:
    """Yield each step with the next card that is played after it."""
    waiting: list[Step] = []
    for step in steps:
        if step.kind == "play":
            yield from ((each, step) for each in waiting)
            waiting.clear()
        waiting.append(step)
    yield from ((each, None) for each in waiting)


def _moved(lines: Iterable[Any]) -> list[Transfer]:
    """Return what chips *lines* of a history moved, in any order."""
    return sorted(
        (move for line in lines for move in line.line.event.transfers()), key=repr
    )  # fmt: skip


def _same(actor: dict[str, Any], step: Step) -> bool:
    if actor["kind"] != step.kind:
        return False
    told, true = actor["data"], step.data
    if "cards" in true:
        return told["seat"] == true["seat"] and sorted(told["cards"]) == sorted(true["cards"])
    return dict(told) == dict(true)
