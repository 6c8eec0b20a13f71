"""One eye that looks on: its frames become what a person's taps would be, or questions.

It decides no rule (`eye` does) and keeps no picture; it speaks to the croupier as any phone does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from companion import eye, lookout_answer
from companion.core import undo
from companion.core.cards import Card
from companion.core.table import Table
from companion.eye import Ask, Keep, Record, Seen
from companion.eye_questions import taken_back
from companion.lookout_answer import Done, Known
from companion.news import News
from companion.pace import Pace
from companion.placing import Placing
from companion.said import Actor, Said
from companion.shown import cut_out
from companion.sights import Sights
from companion.together import Evidence, Means, Together
from companion.zones import Point

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR, Picture
    from companion.vision.view import View

RECORDS_A_FRAME: Final = 8
TAKEN_BACK_MS: Final = 8000
"""So long after it was recorded a card that is taken up again is offered as undo."""


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
        self.watch.held = seat is not None
        if seat is None:  # it may come back to where it stood before it was closed
            self.watch.stance = together.stances.setdefault(name, self.watch.stance)
            self.watch.stance.doubt()
        self.view: View | None = None
        self.news = News(means.stir())
        self._pace = Pace(means.clock_ms())
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
        waits_ms = self.means.clock_ms() - self.looked_ms
        return self._busy.locked() or waits_ms < self._pace.patience_ms

    @property
    def looked_ms(self) -> int:
        """When its last picture came, on the server's clock."""
        return self._pace.came_ms

    @property
    def is_behind(self) -> bool:
        """Whether something came to rest before it that is not read yet."""
        return self.view is not None and self.view.unread_ms is not None

    @property
    def seq(self) -> int:
        """How many lines the log of its evening has."""
        return self.means.croupier.seq(self.together.evening_id)

    def look(self, picture: Picture, at_ms: int, seq: int | None = None) -> dict[str, Any]:
        """Take one frame at *at_ms* on the camera's own clock; return what the page shows.

        It came when the log had *seq* lines (default: now): of what was said since it shows
        nothing. Blocks until it is judged. Raises `PictureError` and `ReaderUnavailable` as the
        reader does.
        """
        from companion.vision.frame import to_frame

        if not self._busy.acquire(blocking=False):
            return {"ok": False, "busy": True}
        try:
            came_ms, seq = self.means.clock_ms(), self.seq if seq is None else seq
            frame = to_frame(picture)
            with self.together.lock:
                self._prepare(at_ms)
            view = self.watch.look(frame, at_ms)
            self.news.stir.take(frame, at_ms)
            with self.together.lock:
                was_read = self.view is not None and self.view.read and view.read
                self._pace.note(came_ms, was_read=was_read)
                return self._take(view, frame, seq)
        finally:
            self._busy.release()

    def _prepare(self, at_ms: int) -> None:
        """Let cards be looked at again that were not seen since the table changed."""
        if self.view is not None and at_ms < self.view.at_ms:  # its page was loaded again
            self.watch.forget()
            self.news, self.view = News(self.means.stir()), None
            self.places.start_over()
        seq, table = self._notice_changes()
        self.watch.look_again(self._unsure(self.seen(seq, table), table))

    def _unsure(self, seen: Iterable[Seen], table: Table) -> set[int]:
        """Return which tracks that may be news were not seen since the table changed."""
        known = table.hand.seen if table.hand is not None else ()
        return {
            one.track for one in seen
            if one.card not in known
            and (one.now == "unsure" or (one.now == "missing" and one.votes))
        }  # fmt: skip

    def status(self) -> dict[str, Any]:
        """Return the same as `look` without looking."""
        with self.together.lock:
            self._notice_changes()
            return self._answer(self._ask(), [])

    def set_prior(self, on: bool) -> None:
        """Let the rules help to read the expected card, or only judge what was read."""
        self.together.prior = on

    def ignore(self, question_id: str) -> None:
        """What a question is about means nothing as long as it lies there."""
        with self.together.lock:
            for ask in self._ask():
                if lookout_answer.question_id(ask, self.together.stage) == question_id:
                    about = frozenset(ask.cards if ask.seen is None else (ask.seen,))
                    for each in self.together.eyes.values():
                        each.let_lie(about)
                    if ask.kind == "taken_back":
                        self.together.taken = None
                    for seat in ask.seats if ask.kind in ("five", "hands") else ():
                        self.together.hands.pop(seat, None)

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
                self.grow_old()

    def stay(self) -> None:
        """The places fit: the camera stands where it should."""
        with self.together.lock:
            self.places.stay()

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

    def clear(self) -> None:
        """Forget the places of the seats and what is covered."""
        with self.together.lock:
            self.places.clear()
            self.grow_old()

    def _end_if(self, is_over: bool) -> None:
        """The cards that showed the places say nothing more, where all have."""
        if is_over:
            self.grow_old()

    # ---- a frame --------------------------------------------------------------------------------

    def _take(self, view: View, frame: FrameBGR, seq: int) -> dict[str, Any]:
        self._notice_changes()  # before this picture, which may show what was laid since
        self.view = view
        self.news.take(view, seq)
        if self.places.follow(view):
            self.grow_old()  # a phone that is held otherwise: what lies there lay there
        if self.places.is_astray:  # nobody knows what lies where
            return self._answer(self._ask(), [])
        if self.places.seating is not None:
            self._end_if(self.places.take(view))
            return self._answer((), [])
        self._notice_taken_back(view)
        done, asks = self._record(frame), self._ask()
        self._picture(asks, frame)
        return self._answer(asks, done)

    # ---- what is no news ------------------------------------------------------------------------

    def grow_old(self, after: Card | None = None) -> None:
        """Call what lies there old, or only what was laid no later than the card *after*."""
        if self.view is not None:
            self.news.grow_old(self.view, after)

    def let_lie(self, cards: frozenset[Card]) -> None:
        """*cards* were taken back on a phone: that they still lie there says nothing."""
        if self.view is not None:
            self.news.let_lie(self.view, cards)

    def _notice_changes(self, after: Card | None = None) -> tuple[int, Table]:
        """Another part of the hand makes old what lies there; so does an undo on a phone.

        *after* is the card that an eye has just recorded. Return the table and its line of the log.
        """
        shared, croupier = self.together, self.means.croupier
        seq, table = croupier.state(shared.evening_id)
        if seq == shared.seq:
            return seq, table
        shared.seq, stage = seq, eye.stage(table)
        played = frozenset(table.hand.seen) if table.hand is not None else frozenset()
        if stage != shared.stage:
            if shared.stage is not None and stage[-1] != "poker":
                for each in shared.eyes.values():
                    each.grow_old(after)
            shared.stage, shared.taken = stage, None
            shared.asked.clear()
            shared.done.clear()
        else:
            gone = undo.reverted(croupier.log(shared.evening_id)) if shared.done else set()
            fallen = [each for each in shared.done if each.seq in gone]
            shared.done = [each for each in shared.done if each.seq not in gone][-8:]
            back = (shared.played - played).union(*(each.cards for each in fallen))
            for each in shared.eyes.values():
                each.let_lie(frozenset(back))
        shared.played, missing = played, eye.hands_missing(table)
        shared.hands = {seat: five for seat, five in shared.hands.items() if seat in missing}
        return seq, table

    def _notice_taken_back(self, view: View) -> None:
        hand = self.means.croupier.table(self.together.evening_id).playing
        last = hand.plays[-1] if hand is not None and hand.plays else None
        if last is None:
            return
        now = self.looked_ms
        recorded = next((d for d in reversed(self.together.done) if last.card in d.cards), None)
        fresh = recorded is not None and now - recorded.at_ms < TAKEN_BACK_MS
        if fresh and any(t.card == last.card and t.id not in self.news.old for t in view.gone):
            self.together.taken = (last.card, last.seat, now + TAKEN_BACK_MS)

    # ---- judging --------------------------------------------------------------------------------

    def seen(self, seq: int, table: Table) -> list[Seen]:
        """Return what this eye sees lie that may be news, before whom, for how long.

        The log has *seq* lines: they made *table*.
        """
        if self.view is None or self.places.seating is not None or self.places.is_astray:
            return []
        sights = Sights(self.name, self.seat, self.view, self.places, self.news, table)
        return sights.seen(seq)

    def _verdicts(self, seq: int, table: Table) -> tuple[eye.Verdict, ...]:
        shared = self.together
        awake = [each for each in shared.eyes.values() if each.is_awake or each is self]
        seen = [one for each in awake for one in each.seen(seq, table)]
        over_table = frozenset(
            each.name for each in awake
            if each.seat is None and each.view is not None and each.view.hint is None
            and not each.places.is_astray
        )  # fmt: skip
        care = eye.LIVE if shared.prior else eye.LIVE.without_prior
        behind = frozenset(each.name for each in awake if each.is_behind)
        return eye.judge(table, seen, care=care, eyes=over_table, behind=behind, hands=shared.hands)

    def _record(self, frame: FrameBGR) -> list[Done]:
        """Record what follows from what lies there, one after the other."""
        done: list[Done] = []
        for _ in range(RECORDS_A_FRAME):
            seq, table = self._notice_changes()
            first = self._verdicts(seq, table)[0]
            if isinstance(first, Keep):
                self.together.hands[first.seat] = first.cards
                self._show(first.cards, frame)
                continue
            if not isinstance(first, Record):
                break
            one = self._submit(first, seq, frame)
            if one is None:
                break
            done.append(one)
            assert self.view is not None
            self.news.record(self.view, seq, one.last_seq)
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
            tracks = self.view.cards if self.view is not None else ()
            crop = cut_out(frame, [t.box_xyxy for t in tracks if t.card in record.cards])
            self.means.keep(Evidence(
                evidence, evening_id, self.name, record.kind, record.seat, record.cards, crop,
                self.means.clock_ms(),
            ))  # fmt: skip
        return Done(seq + 1, answer.seq, answer.say, record.seat, record.cards, evidence,
                    self.looked_ms)  # fmt: skip

    def _picture(self, asks: tuple[Ask, ...], frame: FrameBGR) -> None:
        """Keep in mind what people are asked about, to be their evidence when they answer."""
        waiting = (*self.together.hands.values(), *(ask.cards for ask in asks))
        self.together.shown.keep_only({card for cards in waiting for card in cards})
        for ask in asks:
            self._show(ask.cards, frame)

    def _show(self, cards: tuple[Card, ...], frame: FrameBGR) -> None:
        if self.view is not None and self.means.keep is not None:
            self.together.shown.take(self.name, frame, self.view.cards, cards)

    def _ask(self) -> tuple[Ask, ...]:
        """Return what people are asked now."""
        shared = self.together
        seq, table = self._notice_changes()
        asks = [each for each in self._verdicts(seq, table) if isinstance(each, Ask)]
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
        return ask.kind != "tapped" or ask.seen not in self.together.asked

    def _answer(self, asks: tuple[Ask, ...], done: list[Done]) -> dict[str, Any]:
        seq, table = self.means.croupier.state(self.together.evening_id)
        others = [
            {"label": each.label, "awake": each.is_awake}
            for each in self.together.eyes.values() if each is not self
        ]  # fmt: skip
        log = self.means.croupier.log(self.together.evening_id)
        shared, seen = self.together, tuple(self.seen(seq, table))
        known = Known(
            seq=seq, table=table, stage=shared.stage, view=self.view, places=self.places,
            seen=seen, asks=asks, done=tuple(done), seat=self.seat,
            last=shared.done[-1] if shared.done else None, prior=shared.prior, hands=shared.hands,
            others=others, log=log, slow_ms=self._pace.slow_ms,
            is_out_of_order=self._is_out_of_order(table),
            owes=self.is_behind or bool(self._unsure(seen, table)),
        )  # fmt: skip
        return lookout_answer.answer(known)

    def _is_out_of_order(self, table: Table) -> bool:
        """Whether people lie in another order than their seats, and nobody said they sit so."""
        if not self.places.is_out_of_order(table.circle):
            return False
        door = self.means.door
        return door is None or not door.settings.is_order_accepted(self.together.evening_id)
