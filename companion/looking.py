"""One eye that looks on: its frames become what a person's taps would be, or questions.

It decides no rule (`eye` does) and keeps no picture; it speaks to the croupier as any phone does.
"""

from __future__ import annotations

import statistics
import threading
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from companion import eye, lookout_answer
from companion.core import undo
from companion.core.cards import Card
from companion.core.table import Table
from companion.eye import Ask, Record, Seen
from companion.eye_questions import taken_back
from companion.lookout_answer import Done, Known
from companion.placing import Placing
from companion.said import Actor, Said
from companion.together import Evidence, Means, Together
from companion.zones import Point, Zones, grown

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR, Picture
    from companion.vision.watch import Track, View

RECORDS_A_FRAME: Final = 8
WATCHES_MS: Final = 4000
"""A camera that has sent nothing for so long watches no more, unless it always takes longer."""
WATCHES_MAX_MS: Final = 15_000
TAKEN_BACK_MS: Final = 8000
"""So long after it was recorded a card that is taken up again is offered as undo."""
LOOKS_OF_A_CARD: Final = 3
"""A card is seen to lie there, then read twice at least."""
SLOW_MS: Final = 2500
"""Where a card takes longer than this, people are told to lay cards more slowly."""
CROP_PX: Final = (160, 220)


class Lookout:
    """One eye: a camera over the table, or with *seat* the phone to which somebody shows cards.

    Everything it judges it judges at the time of the picture, not at the time when that was read.
    """

    def __init__(
        self, means: Means, together: Together[Lookout], name: str, seat: int | None, label: str
    ) -> None:
        self.means, self.together = means, together
        self.name, self.seat, self.label = name, seat, label
        self.watch = means.watch()
        self.stir = means.stir()
        self.view: View | None = None
        self.looked_ms = means.clock_ms()  # when its last picture came
        self.old: set[int] = set()  # tracks that are no news
        self._old_ms = -1  # what came to rest until then is none, on the camera's clock
        self._pace_ms = 0  # from the picture before the last to the last
        self._paces_ms: deque[int] = deque(maxlen=5)  # of those that were read one after the other
        self._laid: dict[int, bool] = {}
        self._busy = threading.Lock()
        door = means.door
        kept = door.settings.eye_settings(together.evening_id, name) if door is not None else None
        self.places = Placing(self.watch, self._keep_places, kept)

    def _keep_places(self, kept: Mapping[str, Any]) -> None:
        if self.means.door is not None:
            self.means.door.settings.keep_eye_settings(self.together.evening_id, self.name, kept)

    # ---- what the page calls --------------------------------------------------------------------

    @property
    def is_awake(self) -> bool:
        """Whether it has sent a frame just now, or one is being read."""
        patience_ms = max(WATCHES_MS, min(WATCHES_MAX_MS, 2 * self._pace_ms))
        return self._busy.locked() or self.means.clock_ms() - self.looked_ms < patience_ms

    @property
    def is_behind(self) -> bool:
        """Whether something came to rest before it that is not read yet."""
        return self.view is not None and self.view.unread_ms is not None

    @property
    def slow_ms(self) -> int | None:
        """How long a card takes from lying still to being read, where that is long."""
        if len(self._paces_ms) < LOOKS_OF_A_CARD:
            return None
        takes = int(LOOKS_OF_A_CARD * statistics.median(self._paces_ms))
        return takes if takes > SLOW_MS else None

    def look(self, picture: Picture, at_ms: int) -> dict[str, Any]:
        """Take one frame at *at_ms* on the camera's own clock; return what the page shows.

        Blocks until it is judged. Raises `PictureError` and `ReaderUnavailable` as the reader does.
        """
        from companion.vision.frame import to_frame

        if not self._busy.acquire(blocking=False):
            return {"ok": False, "busy": True}
        try:
            came_ms = self.means.clock_ms()
            frame = to_frame(picture)
            view = self.watch.look(frame, at_ms)
            self.stir.take(frame, at_ms)
            with self.together.lock:
                self._note_pace(view, came_ms)
                return self._take(view, frame)
        finally:
            self._busy.release()

    def _note_pace(self, view: View, came_ms: int) -> None:
        self._pace_ms, self.looked_ms = came_ms - self.looked_ms, came_ms
        if self.view is not None and self.view.read and view.read:
            self._paces_ms.append(self._pace_ms)

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

    @property
    def _circle(self) -> tuple[int, ...]:
        return self.means.croupier.table(self.together.evening_id).circle

    def set_up(self, begin: bool = True) -> None:
        """Begin the setting-up of places, or give it up; what lies there now is the layout."""
        with self.together.lock:
            if begin:
                self.places.begin(self._circle, self.view)
            else:
                self.places.give_up()

    def skip(self, seat: int) -> None:
        """Set up without this person."""
        with self.together.lock:
            self._end_if(self.places.skip(seat))

    def turn(self, to_seat: int) -> None:
        """Let another person lay a card next; also again."""
        with self.together.lock:
            self.places.turn(to_seat, self._circle, self.view)

    def place(self, seat: int, point: Point) -> None:
        """Set the place of *seat* by hand: the middle of it, in parts of the picture's width."""
        with self.together.lock:
            self._end_if(self.places.place(seat, point))

    def mask(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Cover a place by hand; parts of the picture's width."""
        with self.together.lock:
            self.places.mask(x0, y0, x1, y1)

    def clear(self) -> None:
        """Forget the places of the seats and what is covered."""
        with self.together.lock:
            self.places.clear()

    def _end_if(self, is_over: bool) -> None:
        """The cards that showed the places say nothing more, where all have."""
        if is_over:
            self.grow_old()

    # ---- a frame --------------------------------------------------------------------------------

    def _take(self, view: View, frame: FrameBGR) -> dict[str, Any]:
        self._notice_changes()  # before this picture, which may show what was laid since
        self.view = view
        if self.places.follow(view):
            self._old_ms = view.at_ms  # a phone that is held otherwise: what lies there lay there
        there = {track.id for track in view.cards}
        self.old &= there
        self.old.update(track.id for track in view.cards if track.rest_ms <= self._old_ms)
        self._laid = {track: laid for track, laid in self._laid.items() if track in there}
        if self.places.seating is not None:
            self._end_if(self.places.take(view))
            return self._answer((), [])
        self._notice_taken_back(view)
        done = self._record(frame)
        return self._answer(self._ask(), done)

    # ---- what is no news ------------------------------------------------------------------------

    def grow_old(self, after: Card | None = None) -> None:
        """Call what lies there old, read or not: it means nothing until it comes again.

        Only what was laid no later than the card *after*, where that is seen.
        """
        if self.view is None:
            return
        rests = [track.rest_ms for track in self.view.cards if track.card == after]
        self._old_ms = min(rests, default=self.view.at_ms)
        self.old.update(t.id for t in self.view.cards if t.rest_ms <= self._old_ms)

    def let_lie(self, cards: frozenset[Card]) -> None:
        """*cards* were taken back on a phone: that they still lie there says nothing."""
        for track in self.view.cards if self.view is not None else ():
            if track.card in cards:
                self.old.add(track.id)

    def _notice_changes(self, after: Card | None = None) -> None:
        """Another part of the hand makes old what lies there; so does an undo on a phone.

        *after* is the card that an eye has just recorded.
        """
        shared, croupier = self.together, self.means.croupier
        seq, table = croupier.state(shared.evening_id)
        if seq == shared.seq:
            return
        shared.seq, stage = seq, eye.stage(table)
        played = frozenset(table.hand.seen) if table.hand is not None else frozenset()
        if stage != shared.stage:
            if shared.stage is not None and stage[-1] != "poker":
                for each in shared.eyes.values():
                    each.grow_old(after)
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
                each.let_lie(frozenset(back))
        shared.played = played

    def _notice_taken_back(self, view: View) -> None:
        hand = self.means.croupier.table(self.together.evening_id).playing
        last = hand.plays[-1] if hand is not None and hand.plays else None
        if last is None:
            return
        now = self.looked_ms
        recorded = next((d for d in reversed(self.together.done) if last.card in d.cards), None)
        fresh = recorded is not None and now - recorded.at_ms < TAKEN_BACK_MS
        if fresh and any(t.card == last.card and t.id not in self.old for t in view.gone):
            self.together.taken = (last.card, last.seat, now + TAKEN_BACK_MS)

    # ---- judging --------------------------------------------------------------------------------

    def seen(self, table: Table) -> list[Seen]:
        """Return what this eye sees lie that may be news, before whom, for how long."""
        if self.view is None or self.places.seating is not None:
            return []
        circle = table.hand.circle if table.hand is not None else table.circle
        zones = self.places.zones
        zones = Zones({s: at for s, at in zones.middles.items() if s in circle}, zones.masks)
        return [
            self._one(track, zones)
            for track in self.view.cards
            if track.id not in self.old and not zones.is_masked(self.places.points[track.id])
        ]

    def _one(self, track: Track, zones: Zones) -> Seen:
        assert self.view is not None
        unread_ms = self.view.unread_ms
        where: dict[str, Any] = {
            "age_ms": self.view.at_ms - track.first_ms, "span_ms": track.last_ms - track.first_ms,
            "waits": unread_ms is not None and unread_ms < track.rest_ms,
            "eye": self.name, "track": track.id,
        }  # fmt: skip
        read = (track.card, track.confidence, track.votes, track.looks)
        if self.seat is not None:
            return Seen(*read, seat=self.seat, told_by="own", **where)
        if not zones.middles:
            return Seen(*read, **where)
        guess = zones.at(self.places.points[track.id])
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
            self._laid[track.id] = self.stir.stirred(self.places.points[track.id], track.first_ms)
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
        behind = frozenset(each.name for each in awake if each.is_behind)
        return eye.judge(table, seen, care=care, eyes=over_table, behind=behind)

    def _record(self, frame: FrameBGR) -> list[Done]:
        """Record what follows from what lies there, one after the other."""
        done: list[Done] = []
        for _ in range(RECORDS_A_FRAME):
            seq, table = self.means.croupier.state(self.together.evening_id)
            first = self._verdicts(table)[0]
            if not isinstance(first, Record) or first.cards[0] in self.together.ignored:
                break
            one = self._submit(first, seq, frame)
            if one is None:
                break
            done.append(one)
            self._notice_changes(first.cards[0])
            self.together.done.append(one)
        return done

    def _submit(self, record: Record, seq: int, frame: FrameBGR) -> Done | None:
        croupier, evening_id = self.means.croupier, self.together.evening_id
        said = Said(croupier.new_id(), seq, record.kind, record.data, croupier.new_id())
        actor = Actor("boodle", record.seat, self.name)
        answer = croupier.submit(evening_id, said, actor)
        if not answer.ok:
            return None
        evidence = said.evidence or ""
        if self.means.keep is not None:
            crop = self._crop(record, frame)
            self.means.keep(Evidence(
                evidence, evening_id, self.name, record.kind, record.seat, record.cards, crop,
                self.means.clock_ms(),
            ))  # fmt: skip
        return Done(seq + 1, answer.seq, answer.say, record.seat, record.cards, evidence,
                    self.looked_ms)  # fmt: skip

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
        table = self.means.croupier.table(shared.evening_id)
        asks = [each for each in self._verdicts(table) if isinstance(each, Ask)]
        if shared.taken is not None:
            card, seat, until = shared.taken
            hand = table.playing
            is_last = hand is not None and hand.last == card
            if is_last and self.looked_ms < until and self.places.seating is None:
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
        seq, table = self.means.croupier.state(self.together.evening_id)
        others = [
            {"label": each.label, "awake": each.is_awake}
            for each in self.together.eyes.values() if each is not self
        ]  # fmt: skip
        log = self.means.croupier.log(self.together.evening_id)
        shared, places = self.together, self.places
        known = Known(
            seq=seq, table=table, stage=shared.stage, view=self.view, zones=places.zones,
            seen=tuple(self.seen(table)), asks=asks, done=tuple(done), seat=self.seat,
            last=shared.done[-1] if shared.done else None, setting=places.seating,
            prior=shared.prior, others=others, ignored=frozenset(shared.ignored), log=log,
            slow_ms=self.slow_ms, is_turned_away=places.is_turned_away,
            is_out_of_order=places.is_out_of_order(table.circle),
        )  # fmt: skip
        return lookout_answer.answer(known)
