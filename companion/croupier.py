"""The croupier: the one place where a command becomes events: decide, fold, append, announce.

It knows no rule and no page. The clock and new ids are handed in; what is stored is never edited.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core import commands, play, undo
from companion.core import events as ev
from companion.core.cards import Card
from companion.core.errors import Doubt, RuleError
from companion.core.evening import open_evening
from companion.core.table import Table, replay
from companion.core.tell import tell, tell_leftover
from companion.core.undo import Line
from companion.games import game_named
from companion.open_evening import OpenEvening, Record
from companion.said import HOST, Actor, Answer, Group, Said
from companion.store import Store
from companion.store.chain import Evening, NewRow, no_garbage_collection
from companion.store.errors import AlreadyAnswered, StaleSequence
from companion.take_back import HISTORY_COMMANDS, TakingBack

__all__ = ["HISTORY_COMMANDS", "HOST", "Actor", "Answer", "Croupier", "Record", "Said"]


class Croupier:
    """Turns commands into stored events, one evening at a time; may be called from any thread.

    *now* gives UTC as ISO text, *new_id* a fresh id; *announce* hears (evening, seq, sentence).
    """

    def __init__(
        self, store: Store, *, now: Callable[[], str], new_id: Callable[[], str],
        announce: Callable[[str, int, str], None] = lambda evening, seq, say: None,
    ) -> None:  # fmt: skip
        self.store = store
        self.now = now
        self.new_id = new_id
        self.announce = announce
        self._evenings: dict[str, OpenEvening] = {}
        self._lock = threading.Lock()

    # ---- reading --------------------------------------------------------------------------------

    def _open(self, evening_id: str) -> OpenEvening:
        with self._lock:
            if evening_id not in self._evenings:
                evening = self.store.evening(evening_id)
                with no_garbage_collection():  # all of it stays
                    self._evenings[evening_id] = OpenEvening(evening, self.store.load(evening_id))
            return self._evenings[evening_id]

    def _open_anew(self, evening_id: str) -> OpenEvening:
        with self._lock:
            self._evenings.pop(evening_id, None)
        return self._open(evening_id)

    def evening_by_code(self, code: str) -> Evening | None:
        """Return the evening that goes by *code*, in any case of letters, or ``None``."""
        return self.store.evening_by_code(code.upper())

    def seq(self, evening_id: str) -> int:
        """Return the number of the last line."""
        return self._open(evening_id).seq

    def table(self, evening_id: str) -> Table:
        """Return the table as it stands."""
        return self._open(evening_id).table

    def state(self, evening_id: str) -> tuple[int, Table]:
        """Return the last line's number and the table, which belong together."""
        opened = self._open(evening_id)
        with opened.lock:
            return opened.seq, opened.table

    def table_at(self, evening_id: str, seq: int) -> Table:
        """Return the table as it stood after line *seq*, undone lines left out."""
        opened = self._open(evening_id)
        with opened.lock:
            return opened.at(seq)

    def history(self, evening_id: str) -> tuple[Record, ...]:
        """Return every line, undone ones too, oldest first."""
        opened = self._open(evening_id)
        with opened.lock:
            return tuple(opened.records)

    def log(self, evening_id: str) -> tuple[Line, ...]:
        """Return every line as `companion.core.undo` wants it."""
        opened = self._open(evening_id)
        with opened.lock:
            return tuple(opened.log)

    def falls(self, evening_id: str, seq: int) -> tuple[Line, ...]:
        """Return the lines that fall when line *seq* is taken back, for its sheet."""
        return undo.falls(self.log(evening_id), seq)

    def amended(self, evening_id: str, said: Said, actor: Actor) -> tuple[str, ...]:
        """Return what would be dropped if *said*, an amend, were done; nothing is stored.

        Raises `RuleError` as `submit` would refuse it.
        """
        opened = self._open(evening_id)
        with opened.lock:
            return self._decide(opened, said, actor)[1]

    # ---- writing --------------------------------------------------------------------------------

    def open_evening(
        self, *, game: str, options: Mapping[str, Any], depth: str, code: str,
        private: Mapping[str, Any] | None = None,
    ) -> Evening:  # fmt: skip
        """Begin an evening under *code*; raise `RuleError` for a game or options it cannot have."""
        events = open_evening(game_named(game), options, depth)
        at = self.now()
        evening = self.store.create_evening(self.new_id(), code, at, private)
        rows = [NewRow(each.kind, each.to_dict(), at, None, {"role": "host"}) for each in events]
        self.store.append(evening.id, 0, rows, self.new_id(), Answer(True, 1, "").to_dict())
        return evening

    def forget(self, evening_id: str) -> None:
        """Delete a whole evening, as its host may."""
        with self._lock:
            self._evenings.pop(evening_id, None)
        self.store.delete_evening(evening_id)

    def submit(self, evening_id: str, said: Said, actor: Actor) -> Answer:
        """Decide, store and announce one command; a repeated id gets its first answer again."""
        opened = self._open(evening_id)
        if said.seq_seen > opened.seq and self.store.last_seq(evening_id) > opened.seq:
            opened = self._open_anew(evening_id)  # another process has written
        with opened.lock:
            known = self.store.answer(evening_id, said.id)
            if known is not None:
                return Answer.from_dict(known)
            try:
                groups, dropped = self._decide(opened, said, actor)
            except RuleError as error:
                refused = Answer(False, opened.seq, error.message, error.code)
                if actor.role == "watcher":  # a stranger's tap leaves no trace
                    return refused
                return self._keep(evening_id, said, refused)
            return self._store(opened, said, actor, groups, dropped)

    def _keep(self, evening_id: str, said: Said, answer: Answer) -> Answer:
        kept = self.store.record_answer(evening_id, said.id, answer.to_dict(), self.now())
        return Answer.from_dict(kept)

    def _decide(
        self, opened: OpenEvening, said: Said, actor: Actor
    ) -> tuple[list[Group], tuple[str, ...]]:
        if said.kind in HISTORY_COMMANDS:
            return TakingBack(opened, actor).decide(said)
        commands.verify_right(said.kind, said.data, actor.role, actor.seat)
        events = commands.decide(opened.table, said.kind, said.data)
        _verify_fresh(opened, said)
        return [Group(said.kind, said.data, events)], ()

    def _store(
        self, opened: OpenEvening, said: Said, actor: Actor, groups: list[Group],
        dropped: tuple[str, ...],
    ) -> Answer:  # fmt: skip
        doubts = _doubts(opened.table, said)
        rows = _rows(groups, actor, said, opened.seq, self.now())
        after = opened.folded(rows)
        say = _sentence(opened.table, groups)
        answer = Answer(True, opened.seq + len(rows), say, None, doubts, dropped)
        try:
            stored = self.store.append(
                opened.evening.id, opened.seq, rows, said.id, answer.to_dict()
            )
        except AlreadyAnswered as known:
            return Answer.from_dict(known.answer)
        except StaleSequence:  # another process wrote: read again what it wrote, then decide anew
            self._open_anew(opened.evening.id)
            return self.submit(opened.evening.id, said, actor)
        opened.extend(stored, after)
        self.announce(opened.evening.id, opened.seq, say)
        return answer


# ---- one command --------------------------------------------------------------------------------


def _verify_fresh(opened: OpenEvening, said: Said) -> None:
    """Refuse a late tap whose subject has changed since its screen was drawn."""
    if said.seq_seen > opened.seq:
        raise RuleError("stale", "This page shows more than the table knows. Load it again.")
    if said.seq_seen == opened.seq:
        return
    then = opened.at(said.seq_seen)
    if commands.subject(then, said.kind, said.data) != commands.subject(
        opened.table, said.kind, said.data
    ):
        latest = opened.log[-1]
        what = tell(opened.table, latest.event)
        raise RuleError("stale", f"Something happened first: {what} Look again, then tap.")


def _doubts(table: Table, said: Said) -> tuple[str, ...]:
    if said.kind != "play":
        return ()
    values = commands.parse(said.kind, said.data)
    found: tuple[Doubt, ...] = play.doubts_about_play(table, values["seat"], Card(values["card"]))
    return tuple(doubt.message for doubt in found)


def _rows(groups: Sequence[Group], actor: Actor, said: Said, seq: int, at_utc: str) -> list[NewRow]:
    """Return the rows of *groups*; each consequence names its act's seq as its cause."""
    rows: list[NewRow] = []
    for group in groups:
        act = seq + len(rows) + 1
        who = (group.actor or actor).to_dict()
        spoke = {**who, "kind": group.kind, "data": commands.kept(group.kind, group.data)}
        if said.evidence is not None:
            spoke["evidence"] = said.evidence
        for place, event in enumerate(group.events):
            rows.append(
                NewRow(event.kind, event.to_dict(), at_utc, act if place else None,
                       who if place else spoke)
            )  # fmt: skip
    return rows


def _sentence(table: Table, groups: Sequence[Group]) -> str:
    """Return what happened in one breath: the last fact of the acts that people would say aloud."""
    told = []
    for group in groups:
        for event in group.events:
            if isinstance(event, (ev.SeatTaken, ev.SeatRenamed)):  # a name not known before
                table = replay(table, [event])
            told.append(tell(table, event))
        told.append(tell_leftover(table, group.events))
    return " ".join(sentence for sentence in told[:4] if sentence)
