"""One eye that looks on: its frames become what a person's taps would be, or questions.

It decides no rule (`eye` does) and keeps no picture; it speaks to the croupier as any phone does.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from companion import eye, lookout_answer
from companion.core import undo
from companion.core.cards import Card
from companion.core.table import Table
from companion.eye import Ask, Record, Seen
from companion.eye_questions import taken_back
from companion.lookout_answer import Done, Known
from companion.said import Actor, Said
from companion.seating import Seating
from companion.together import Evidence, Together
from companion.zones import Point, Zones, grown, masks_around, middle_of, nudge_of

if TYPE_CHECKING:
    from companion.lookout import Lookouts
    from companion.vision.frame import FrameBGR, Picture
    from companion.vision.watch import Track, View

RECORDS_A_FRAME: Final = 8
WATCHES_MS: Final = 4000
"""A camera that has sent nothing for so long watches no more."""
TAKEN_BACK_MS: Final = 8000
"""So long after it was recorded a card that is taken up again is offered as undo."""
SETTLES_MS: Final = 2000
"""What is first seen so soon after the phone was turned lay there before."""
CROP_PX: Final = (160, 220)


class Lookout:
    """One eye: a camera over the table, or with *seat* the phone to which somebody shows cards."""

    def __init__(
        self, house: Lookouts, together: Together, name: str, seat: int | None, label: str
    ) -> None:
        self.house, self.together = house, together
        self.name, self.seat, self.label = name, seat, label
        self.watch = house.watch()
        self.stir = house.stir()
        self.view: View | None = None
        self.looked_ms = house.clock_ms()
        self.zones = Zones()
        self.seating: Seating | None = None
        self.old: set[int] = set()  # tracks that are no news
        self._turned_ms: int | None = None  # on the camera's clock
        self._as_held: dict[bool, Zones] = {}  # places by whether the picture is upright
        self._points: dict[int, Point] = {}
        self._laid: dict[int, bool] = {}
        self._busy = threading.Lock()
        kept = house.door and house.door.eye_settings(together.evening_id, name)
        if kept:
            self.zones = Zones.from_dict(kept)

    # ---- what the page calls --------------------------------------------------------------------

    @property
    def is_awake(self) -> bool:
        """Whether it has sent a frame just now."""
        return self.house.clock_ms() - self.looked_ms < WATCHES_MS

    def look(self, picture: Picture, at_ms: int) -> dict[str, Any]:
        """Take one frame at *at_ms* on the camera's own clock; return what the page shows.

        Blocks until it is judged. Raises `PictureError` and `ReaderUnavailable` as the reader does.
        """
        from companion.vision.frame import to_frame

        if not self._busy.acquire(blocking=False):
            return {"ok": False, "busy": True}
        try:
            frame = to_frame(picture)
            view = self.watch.look(frame, at_ms)
            self.stir.take(frame, at_ms)
            with self.together.lock:
                return self._take(view, frame)
        finally:
            self._busy.release()

    def status(self) -> dict[str, Any]:
        """Return the same as `look` without looking."""
        with self.together.lock:
            self._notice_changes()
            return self._answer(self._ask(), [])

    def set_prior(self, on: bool) -> None:
        """Let the rules help to read the expected card, or only judge what was read."""
        self.together.prior = on

    def ignore(self, question_id: str) -> None:
        """Ask no more about the card of a question in this part of the hand."""
        with self.together.lock:
            for ask in self._ask():
                if lookout_answer.question_id(ask, self.together.stage) == question_id:
                    self.together.ignored.update(ask.cards[:1] if ask.seen is None else (ask.seen,))
                    if ask.kind == "taken_back":
                        self.together.taken = None

    # ---- places of the seats --------------------------------------------------------------------

    def set_up(self, begin: bool = True) -> None:
        """Begin the setting-up of places, or give it up; what lies there now is the layout."""
        with self.together.lock:
            self.seating = None
            if not begin:
                return
            circle = self.house.croupier.table(self.together.evening_id).circle
            self.zones = Zones()
            boxes = [track.box_xyxy for track in self.view.cards] if self.view else []
            for mask in masks_around(boxes, self._width):
                self.zones = self.zones.with_mask(mask)
            self.seating = Seating(circle, frozenset(self._points))

    def skip(self, seat: int) -> None:
        """Set up without this person."""
        with self.together.lock:
            if self.seating is not None:
                self.seating.skip(seat)
                self._close_seating()

    def turn(self, to_seat: int) -> None:
        """Let another person lay a card next; also again."""
        with self.together.lock:
            if self.seating is None:
                circle = self.house.croupier.table(self.together.evening_id).circle
                self.seating = Seating(circle, frozenset(self._points), dict(self.zones.middles))
            self.seating.turn(to_seat)

    def place(self, seat: int, point: Point) -> None:
        """Set the place of *seat* by hand: the middle of it, in parts of the picture's width."""
        with self.together.lock:
            if self.seating is None:
                self.zones = self.zones.with_seat(seat, point)
                self._keep_zones()
                return
            self.seating.done[seat] = point
            self._close_seating()

    def mask(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Cover a place by hand; parts of the picture's width."""
        with self.together.lock:
            self.zones = self.zones.with_mask((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
            self._keep_zones()

    def clear(self) -> None:
        """Forget the places of the seats and what is covered."""
        with self.together.lock:
            self.zones, self.seating = Zones(), None
            self._keep_zones()

    def _close_seating(self) -> None:
        assert self.seating is not None
        if not self.seating.missing:
            for seat, point in self.seating.done.items():
                self.zones = self.zones.with_seat(seat, point)
            self.seating = None
            self.grow_old()
            self._keep_zones()

    def _keep_zones(self) -> None:
        self._cover_watch()
        if self.house.door is not None:
            kept = self.zones.to_dict() if self.zones.middles or self.zones.masks else {}
            self.house.door.keep_eye_settings(self.together.evening_id, self.name, kept)

    def _cover_watch(self) -> None:
        """Let nothing be read where something is covered."""
        if self.view is not None:
            tall = self.view.size[1] / self._width
            self.watch.masks = [
                [(x0, y0 / tall), (x1, y0 / tall), (x1, y1 / tall), (x0, y1 / tall)]
                for x0, y0, x1, y1 in self.zones.masks
            ]

    # ---- a frame --------------------------------------------------------------------------------

    @property
    def _width(self) -> int:
        return self.view.size[0] if self.view is not None else 1

    def _take(self, view: View, frame: FrameBGR) -> dict[str, Any]:
        before, self.view, self.looked_ms = self.view, view, self.house.clock_ms()
        if before is None or before.size != view.size:
            self._take_size(before, view)
        self._follow_nudges(view)
        self._notice_changes()
        there = {track.id for track in view.cards}
        self.old &= there
        if self._turned_ms is not None:
            just_seen = (t.id for t in view.cards if t.first_ms < self._turned_ms + SETTLES_MS)
            self.old.update(just_seen)
        self._laid = {track: laid for track, laid in self._laid.items() if track in there}
        if self.seating is not None:
            self._seat(view)
            return self._answer((), [])
        self._notice_taken_back(view)
        done = self._record(frame)
        return self._answer(self._ask(), done)

    def _take_size(self, before: View | None, view: View) -> None:
        """A phone that is held otherwise sees other places, and what lies there is no news."""
        self._points = {}
        upright = view.size[1] > view.size[0]
        if before is not None and upright != (before.size[1] > before.size[0]):
            self._as_held[not upright] = self.zones
            self.zones, self.seating = self._as_held.get(upright, Zones()), None
            self._turned_ms = view.at_ms
        self._cover_watch()

    def _follow_nudges(self, view: View) -> None:
        """Move the places with the camera; cards that moved alone are people's doing."""
        points = {track.id: middle_of(track.box_xyxy, view.size[0]) for track in view.cards}
        nudge = nudge_of(self._points, points)
        self._points = points
        if nudge is not None and (self.zones.middles or self.zones.masks):
            self.zones = self.zones.moved(nudge)
            self._cover_watch()

    def _seat(self, view: View) -> None:
        assert self.seating is not None
        for track in view.arrived:
            point = self._points[track.id]
            if not self.zones.is_masked(point):
                self.seating.take(track.id, point)
        for box in view.unread:  # whatever card it is: here only its place counts
            point = middle_of(box, view.size[0])
            if not self.zones.is_masked(point):
                self.seating.take_unread(point)
        self._close_seating()

    # ---- what is no news ------------------------------------------------------------------------

    def grow_old(self) -> None:
        """Call everything that lies there now old: it means nothing until it comes again."""
        self.old = {track.id for track in (self.view.cards if self.view is not None else ())}

    def _let_lie(self, cards: frozenset[Card]) -> None:
        """*cards* were taken back on a phone: that they still lie there says nothing."""
        for track in self.view.cards if self.view is not None else ():
            if track.card in cards:
                self.old.add(track.id)

    def _notice_changes(self) -> None:
        """Another part of the hand makes old what lies there; so does an undo on a phone."""
        shared, croupier = self.together, self.house.croupier
        seq, table = croupier.state(shared.evening_id)
        if seq == shared.seq:
            return
        shared.seq, stage = seq, eye.stage(table)
        played = frozenset(table.hand.seen) if table.hand is not None else frozenset()
        if stage != shared.stage:
            if shared.stage is not None and stage[-1] != "poker":
                for each in shared.eyes.values():
                    each.grow_old()
            shared.stage, shared.taken = stage, None
            shared.ignored.clear()
            shared.asked.clear()
            shared.done.clear()
        else:
            gone = undo.reverted(croupier.log(shared.evening_id)) if shared.done else set()
            fallen = [each for each in shared.done if each.seq in gone]
            shared.done = [each for each in shared.done if each.seq not in gone][-8:]
            back = (shared.played - played).union(*(each.cards for each in fallen))
            for each in shared.eyes.values():
                each._let_lie(frozenset(back))
        shared.played = played

    def _notice_taken_back(self, view: View) -> None:
        hand = self.house.croupier.table(self.together.evening_id).playing
        last = hand.plays[-1] if hand is not None and hand.plays else None
        if last is None:
            return
        now = self.house.clock_ms()
        recorded = next((d for d in reversed(self.together.done) if last.card in d.cards), None)
        fresh = recorded is not None and now - recorded.at_ms < TAKEN_BACK_MS
        if fresh and any(t.card == last.card and t.id not in self.old for t in view.gone):
            self.together.taken = (last.card, last.seat, now + TAKEN_BACK_MS)

    # ---- judging --------------------------------------------------------------------------------

    def seen(self, table: Table) -> list[Seen]:
        """Return what this eye sees lie that may be news, before whom, for how long."""
        if self.view is None or self.seating is not None:
            return []
        waited = max(0, self.house.clock_ms() - self.looked_ms)
        circle = table.hand.circle if table.hand is not None else table.circle
        seats = {seat: at for seat, at in self.zones.middles.items() if seat in circle}
        zones = Zones(seats, self.zones.masks)
        return [
            self._one(track, zones, waited)
            for track in self.view.cards
            if track.id not in self.old and not zones.is_masked(self._points[track.id])
        ]

    def _one(self, track: Track, zones: Zones, waited: int) -> Seen:
        assert self.view is not None
        age_ms = self.view.at_ms - track.first_ms + waited
        read = (track.card, track.confidence, track.votes, track.looks)
        where: dict[str, Any] = {"age_ms": age_ms, "eye": self.name, "track": track.id}
        if self.seat is not None:
            return Seen(*read, seat=self.seat, told_by="own", **where)
        if not zones.middles:
            return Seen(*read, **where)
        guess = zones.at(self._points[track.id])
        if guess is None:
            return Seen(*read, told_by="nowhere", **where)
        return Seen(
            *read,
            seat=guess.seat,
            near=guess.next,
            told_by="zone",
            **where,
            clear=guess.clear and self._was_laid(track),
        )

    def _was_laid(self, track: Track) -> bool:
        """Whether something stirred where the card lies, as it does when one is laid there."""
        if track.id not in self._laid:
            self._laid[track.id] = self.stir.stirred(self._points[track.id], track.first_ms)
        return self._laid[track.id]

    def _verdicts(self, table: Table) -> tuple[eye.Verdict, ...]:
        shared = self.together
        awake = [each for each in shared.eyes.values() if each.is_awake or each is self]
        seen = [one for each in awake for one in each.seen(table)]
        over_table = frozenset(
            each.name for each in awake
            if each.seat is None and each.view is not None and each.view.hint is None
        )  # fmt: skip
        care = eye.LIVE if shared.prior else eye.LIVE.without_prior
        return eye.judge(table, seen, care=care, eyes=over_table)

    def _record(self, frame: FrameBGR) -> list[Done]:
        """Record what follows from what lies there, one after the other."""
        done: list[Done] = []
        for _ in range(RECORDS_A_FRAME):
            seq, table = self.house.croupier.state(self.together.evening_id)
            first = self._verdicts(table)[0]
            if not isinstance(first, Record) or first.cards[0] in self.together.ignored:
                break
            one = self._submit(first, seq, frame)
            if one is None:
                break
            done.append(one)
            self._notice_changes()
            self.together.done.append(one)
        return done

    def _submit(self, record: Record, seq: int, frame: FrameBGR) -> Done | None:
        croupier, evening_id = self.house.croupier, self.together.evening_id
        said = Said(croupier.new_id(), seq, record.kind, record.data, croupier.new_id())
        actor = Actor("boodle", record.seat, self.name)
        answer = croupier.submit(evening_id, said, actor)
        if not answer.ok:
            return None
        evidence = said.evidence or ""
        if self.house.keep is not None:
            crop = self._crop(record, frame)
            self.house.keep(Evidence(
                evidence, evening_id, self.name, record.kind, record.seat, record.cards, crop,
                self.house.clock_ms(),
            ))  # fmt: skip
        return Done(seq + 1, answer.seq, answer.say, record.seat, record.cards, evidence,
                    self.house.clock_ms())  # fmt: skip

    def _crop(self, record: Record, frame: FrameBGR) -> FrameBGR:
        """Cut the cards of *record* out of *frame*, with what lies right around them."""
        tracks = [t for t in (self.view.cards if self.view else ()) if t.card in record.cards]
        whole = (0.0, 0.0, float(frame.shape[1]), float(frame.shape[0]))
        boxes = [grown(track.box_xyxy, 1, 0.6) for track in tracks] or [whole]
        x0, y0 = (max(0, int(min(box[k] for box in boxes))) for k in (0, 1))
        x1, y1 = (int(max(box[k] for box in boxes)) + 1 for k in (2, 3))
        part = frame[y0:y1, x0:x1]
        step = max(1, -(-part.shape[1] // CROP_PX[0]), -(-part.shape[0] // CROP_PX[1]))
        return part[::step, ::step].copy()

    def _ask(self) -> tuple[Ask, ...]:
        """Return what people are asked now."""
        shared = self.together
        table = self.house.croupier.table(shared.evening_id)
        asks = [each for each in self._verdicts(table) if isinstance(each, Ask)]
        if shared.taken is not None:
            card, seat, until = shared.taken
            hand = table.playing
            is_last = hand is not None and hand.last == card
            if is_last and self.house.clock_ms() < until and self.seating is None:
                asks.insert(0, taken_back(table, card, seat))
            else:
                shared.taken = None
        open_asks = tuple(ask for ask in asks if self._is_open(ask))
        shared.asked.update(card for ask in open_asks if ask.kind != "tapped" for card in ask.cards)
        return open_asks

    def _is_open(self, ask: Ask) -> bool:
        """Whether people have not said already what they think of it."""
        about = ask.seen or (ask.cards[0] if ask.cards else None)
        if ask.kind == "tapped" and about in self.together.asked:
            return False
        return about not in self.together.ignored

    def _answer(self, asks: tuple[Ask, ...], done: list[Done]) -> dict[str, Any]:
        seq, table = self.house.croupier.state(self.together.evening_id)
        others = [
            {"label": each.label, "awake": each.is_awake}
            for each in self.together.eyes.values() if each is not self
        ]  # fmt: skip
        log = self.house.croupier.log(self.together.evening_id)
        known = Known(
            seq=seq, table=table, stage=self.together.stage, view=self.view, zones=self.zones,
            seen=tuple(self.seen(table)), asks=asks, done=tuple(done), seat=self.seat,
            last=self.together.done[-1] if self.together.done else None,
            setting=self.seating, prior=self.together.prior, others=others,
            ignored=frozenset(self.together.ignored), log=log,
        )  # fmt: skip
        return lookout_answer.answer(known)
