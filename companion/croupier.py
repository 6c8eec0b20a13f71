"""The croupier: the one place where a command becomes events: load, decide, append, announce.

It knows no rule and no page. The clock and new ids are handed in; what is stored is never edited.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.chain import Evening, NewRow, StoredRow, no_garbage_collection
from companion.core import commands, play, undo
from companion.core import events as ev
from companion.core.cards import Card
from companion.core.errors import Doubt, RuleError
from companion.core.evening import open_evening, settle_objection
from companion.core.events import Event
from companion.core.table import Table, replay
from companion.core.tell import tell
from companion.core.undo import Line
from companion.games import game_named
from companion.store import Store
from companion.store_errors import AlreadyAnswered, StaleSequence

HISTORY_COMMANDS: Final = frozenset(
    {"undo", "redo", "amend", "accept_undo", "decline_undo", "object"}
)
"""Commands that need the history and not only the table."""


AMENDABLE: Final = ("seat", "card", "cards", "space", "buyer", "chips", "stakes")
"""What can have been otherwise in an earlier act."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who speaks: *role* is ``host``, ``player``, ``watcher`` or ``boodle`` (the program)."""

    role: str
    seat: int | None = None


HOST: Final = Actor("host")


@dataclass(frozen=True, slots=True)
class Said:
    """A command as it arrives: *id* from the phone, *seq_seen* the last line its screen showed."""

    id: str
    seq_seen: int
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the phone is told. *code* is set where it was refused; *seq* is the last line now."""

    ok: bool
    seq: int
    say: str
    code: str | None = None
    doubts: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "ok": self.ok, "seq": self.seq, "say": self.say, "code": self.code,
            "doubts": list(self.doubts), "dropped": list(self.dropped),
        }  # fmt: skip

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Answer:
        """Return the answer stored as *body*."""
        return cls(
            body["ok"], body["seq"], body["say"], body["code"],
            tuple(body["doubts"]), tuple(body["dropped"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the history with what is known about it beside the event."""

    line: Line
    at_utc: str
    actor: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Group:
    """One act to be stored: the command behind it and its events, the act first."""

    kind: str
    data: Mapping[str, Any]
    events: tuple[Event, ...]
    actor: Actor | None = None
    """Who said it first, where somebody else's amendment records it again."""


class _Act(NamedTuple):
    """The command behind an act that was stored, and who said it."""

    kind: str
    data: Mapping[str, Any]
    by: Actor


class _Evening:
    """An evening in memory: its history and the table it folds to. Only the croupier changes it."""

    def __init__(self, evening: Evening, rows: Sequence[StoredRow]) -> None:
        self.evening = evening
        self.records: list[Record] = []
        self.log: list[Line] = []
        self.lock = threading.RLock()
        self._append(rows)
        first = self.log[0].event
        assert isinstance(first, ev.EveningOpened), first
        self.blank = Table.new(game_named(first.game))
        self.table = replay(self.blank, undo.standing(self.log))

    def _append(self, rows: Sequence[StoredRow]) -> None:
        for row in rows:
            event = ev.from_dict(row.kind, row.body)
            line = Line(row.seq, event, row.cause or row.seq, row.actor.get("seat"))
            self.log.append(line)
            self.records.append(Record(line, row.at_utc, row.actor))

    def extend(self, rows: Sequence[StoredRow]) -> None:
        """Take in what has just been stored."""
        self._append(rows)
        new = [line.event for line in self.log[-len(rows) :]]
        if any(isinstance(event, (ev.Reverted, ev.Restored)) for event in new):
            self.table = replay(self.blank, undo.standing(self.log))
        else:
            self.table = replay(self.table, new)

    def at(self, seq: int) -> Table:
        """Return the table as it stood after line *seq*."""
        return replay(self.blank, undo.standing(self.log[: max(seq, 1)]))

    @property
    def seq(self) -> int:
        """The number of the last line."""
        return self.log[-1].seq


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
        self._evenings: dict[str, _Evening] = {}
        self._lock = threading.Lock()

    # ---- reading --------------------------------------------------------------------------------

    def _open(self, evening_id: str) -> _Evening:
        with self._lock:
            if evening_id not in self._evenings:
                evening = self.store.evening(evening_id)
                with no_garbage_collection():  # all of it stays
                    self._evenings[evening_id] = _Evening(evening, self.store.load(evening_id))
            return self._evenings[evening_id]

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
        with opened.lock:
            known = self.store.answer(evening_id, said.id)
            if known is not None:
                return Answer.from_dict(known)
            try:
                groups, dropped = self._decide(opened, said, actor)
            except RuleError as error:
                refused = Answer(False, opened.seq, error.message, error.code)
                return self._keep(evening_id, said, refused)
            return self._store(opened, said, actor, groups, dropped)

    def _keep(self, evening_id: str, said: Said, answer: Answer) -> Answer:
        kept = self.store.record_answer(evening_id, said.id, answer.to_dict(), self.now())
        return Answer.from_dict(kept)

    def _decide(
        self, opened: _Evening, said: Said, actor: Actor
    ) -> tuple[list[_Group], tuple[str, ...]]:
        if said.kind in HISTORY_COMMANDS:
            return _History(opened, actor).decide(said)
        commands.verify_right(said.kind, said.data, actor.role, actor.seat)
        events = commands.decide(opened.table, said.kind, said.data)
        _verify_fresh(opened, said)
        return [_Group(said.kind, said.data, events)], ()

    def _store(
        self, opened: _Evening, said: Said, actor: Actor, groups: list[_Group],
        dropped: tuple[str, ...],
    ) -> Answer:  # fmt: skip
        doubts = _doubts(opened.table, said)
        rows = _rows(groups, actor, opened.seq, self.now())
        say = _sentence(opened.table, groups)
        answer = Answer(True, opened.seq + len(rows), say, None, doubts, dropped)
        try:
            stored = self.store.append(
                opened.evening.id, opened.seq, rows, said.id, answer.to_dict()
            )
        except AlreadyAnswered as known:
            return Answer.from_dict(known.answer)
        except StaleSequence:  # another process wrote: read again what it wrote, then decide anew
            with self._lock:
                self._evenings.pop(opened.evening.id, None)
            return self.submit(opened.evening.id, said, actor)
        opened.extend(stored)
        self.announce(opened.evening.id, opened.seq, say)
        return answer


# ---- one command --------------------------------------------------------------------------------


def _verify_fresh(opened: _Evening, said: Said) -> None:
    """Refuse a late tap whose subject has changed since its screen was drawn."""
    if said.seq_seen >= opened.seq:
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


def _rows(groups: Sequence[_Group], actor: Actor, seq: int, at_utc: str) -> list[NewRow]:
    """Return the rows of *groups*; each consequence names its act's seq as its cause."""
    rows: list[NewRow] = []
    for group in groups:
        act = seq + len(rows) + 1
        by = group.actor or actor
        who = {"role": by.role, "seat": by.seat}
        said = {**who, "kind": group.kind, "data": dict(group.data)}
        for place, event in enumerate(group.events):
            rows.append(
                NewRow(event.kind, event.to_dict(), at_utc, act if place else None,
                       who if place else said)
            )  # fmt: skip
    return rows


def _sentence(table: Table, groups: Sequence[_Group]) -> str:
    """Return what happened in one breath: the last fact of the acts that people would say aloud."""
    told = []
    for group in groups:
        for event in group.events:
            if isinstance(event, (ev.SeatTaken, ev.SeatRenamed)):  # a name not known before
                table = replay(table, [event])
            told.append(tell(table, event))
    return " ".join(sentence for sentence in told[:4] if sentence)


# ---- undo, redo, amend, objections --------------------------------------------------------------


class _History:
    """Decides the commands that need the history of one evening, for one actor."""

    def __init__(self, opened: _Evening, actor: Actor) -> None:
        self.opened = opened
        self.actor = actor

    def decide(self, said: Said) -> tuple[list[_Group], tuple[str, ...]]:
        """Return the groups to store and the sentences of later acts that no longer fit."""
        if self.actor.role not in ("host", "player"):
            raise RuleError("not_yours", "You are watching. Sit down to play, or ask the host.")
        if said.kind == "amend":
            return self._amend(said)
        decide = {
            "undo": self._undo, "redo": self._redo, "accept_undo": self._accept,
            "decline_undo": self._decline, "object": self._object,
        }[said.kind]  # fmt: skip
        return [_Group(said.kind, said.data, decide(said))], ()

    def _undo(self, said: Said) -> tuple[Event, ...]:
        log = self.opened.log
        last = undo.last_act(log)
        if last is None:
            raise RuleError("nothing_to_undo", "There is nothing to take back.")
        seq = commands.read_whole("seq", said.data.get("seq") or last.seq)
        fallen = undo.falls(log, seq)
        self._verify_same_fall(said, seq, fallen)
        own_last = fallen[0].by == self.actor.seat and len(undo.acts(fallen)) == 1
        if self.actor.role == "host" or (own_last and fallen[0].by is not None):
            return undo.revert(log, seq)
        # What follows the end of the evening was agreed by all: only the host takes that back.
        touched = set() if self.opened.table.ended else seats_touched(fallen) - {self.actor.seat}
        asked = tuple(sorted(touched))
        return (ev.UndoProposed(fallen[0].seq, self.actor.seat, asked),)

    def _verify_same_fall(self, said: Said, seq: int, fallen: Sequence[Line]) -> None:
        """More may not fall than the sheet listed."""
        seen = [line for line in fallen if line.seq <= said.seq_seen]
        if len(seen) != len(fallen):
            new = next(line for line in fallen if line.seq > said.seq_seen)
            what = tell(self.opened.table, new.event)
            raise RuleError("stale", f"Something happened first: {what} Look again, then undo.")

    def _redo(self, said: Said) -> tuple[Event, ...]:
        last = undo.restorable(self.opened.log)
        back = undo.restore(self.opened.log)
        assert last is not None
        if self.actor.role != "host":
            lines = [line for line in self.opened.log if line.seq in last.seqs]
            if any(line.by != self.actor.seat for line in undo.acts(lines)):
                raise RuleError("not_yours", "The host brings that back; ask who holds the pen.")
        return back

    def _accept(self, said: Said) -> tuple[Event, ...]:
        proposal = self.opened.table.proposal
        if proposal is None:
            raise RuleError("no_proposal", "Nobody asks to take anything back now.")
        if self.actor.role != "host" and self.actor.seat not in proposal.asked:
            raise RuleError("not_yours", "The host or somebody it touches agrees to that.")
        proposed = max(
            line.seq for line in self.opened.log if isinstance(line.event, ev.UndoProposed)
        )
        fallen = undo.falls(self.opened.log, proposal.first)
        if any(line.seq > proposed for line in fallen):
            raise RuleError("stale", "More was recorded since that was asked. Ask again.")
        return undo.revert(self.opened.log, proposal.first)

    def _decline(self, said: Said) -> tuple[Event, ...]:
        if self.opened.table.proposal is None:
            raise RuleError("no_proposal", "Nobody asks to take anything back now.")
        return (ev.UndoDeclined(),)

    def _object(self, said: Said) -> tuple[Event, ...]:
        seq = commands.read_whole("seq", said.data.get("seq"))
        if not any(line.seq == seq for line in self.opened.log):
            raise RuleError("unknown_event", f"There is no line {seq} in the history.")
        if seq in self.opened.table.objections:
            return settle_objection(self.opened.table, seq)
        return (ev.Objected(seq, self.actor.seat),)

    def _amend(self, said: Said) -> tuple[list[_Group], tuple[str, ...]]:
        """Change player or card of an earlier act; keep what came later where it still fits."""
        seq = commands.read_whole("seq", said.data.get("seq"))
        fallen = undo.falls(self.opened.log, seq)
        self._verify_same_fall(said, seq, fallen)
        acts = [self._behind(line.seq) for line in undo.acts(fallen)]
        acts[0] = self._changed(acts[0], said, seq)
        gone = undo.reverted(self.opened.log) | {line.seq for line in fallen}
        table = replay(
            self.opened.blank, [line.event for line in self.opened.log if line.seq not in gone]
        )
        first = _Group("undo", {"seq": seq}, (ev.Reverted(tuple(line.seq for line in fallen)),))
        groups, dropped = _again(table, acts, first)
        if dropped and self.actor.role != "host":
            raise RuleError(
                "not_yours", f"Something later falls too, so the host changes that: {dropped[0]}"
            )  # fmt: skip
        return groups, dropped

    def _behind(self, seq: int) -> _Act:
        """Return the command behind the act of line *seq*, and who said it."""
        actor = self.opened.records[seq - 1].actor
        by = Actor(actor.get("role", "boodle"), actor.get("seat"))
        return _Act(actor.get("kind", ""), dict(actor.get("data", {})), by)

    def _changed(self, act: _Act, said: Said, seq: int) -> _Act:
        """Return *act* as it should have been; raise `RuleError` ``no_amend`` or ``not_yours``."""
        changes = {
            name: said.data[name] for name in AMENDABLE if said.data.get(name) not in (None, "")
        }
        if act.kind not in commands.COMMANDS or not changes:
            raise RuleError("no_amend", "Say what it was instead: another player or another card.")
        event = self.opened.records[seq - 1].line.event
        seat = getattr(event, "seat", None) if act.kind == "play_through" else act.data.get("seat")
        if self.actor.role != "host" and str(seat) != str(self.actor.seat):
            raise RuleError("not_yours", "Only the host, or who played it, can change that.")
        if act.kind != "play_through":
            return act._replace(data={**act.data, **changes})
        return act._replace(data={"plays": self._changed_plays(act, changes, seq)})

    def _changed_plays(self, act: _Act, changes: Mapping[str, Any], seq: int) -> list[str]:
        """Return the plays of several cards at once with the one of line *seq* changed."""
        plays = [list(play) for play in commands.parse(act.kind, act.data)["plays"]]
        line = self.opened.log[seq - 1]
        cards = [each.seq for each in self.opened.log
                 if each.act == line.act and isinstance(each.event, ev.CardPlayed)]  # fmt: skip
        if seq not in cards:
            raise RuleError("no_amend", "Say which of these cards it was that was wrong.")
        play = plays[cards.index(seq)]
        plays[cards.index(seq)] = [changes.get("seat", play[0]), changes.get("card", play[1])]
        return [f"{seat}:{card}" for seat, card in plays]


def _again(
    table: Table, acts: Sequence[_Act], first: _Group
) -> tuple[list[_Group], tuple[str, ...]]:
    """Decide *acts* once more on *table*; the first must fit, later ones may be dropped."""
    groups, dropped = [first], []
    for place, act in enumerate(acts):
        try:
            events = commands.decide(table, act.kind, act.data)
        except RuleError as error:
            if place == 0:
                raise
            dropped.append(_dropped_words(table, act, error))
            continue
        table = replay(table, events)
        groups.append(_Group(act.kind, act.data, events, act.by))
    return groups, tuple(dropped)


def _dropped_words(table: Table, act: _Act, error: RuleError) -> str:
    """Return a sentence about an act that no longer fits: who, what, and why not."""
    seat = next((s for s in table.seats if str(s) == str(act.data.get("seat"))), None)
    who = table.name(seat) if seat is not None else "Somebody"
    what = act.data.get("card") or act.data.get("space") or ""
    word = Card.parse(what).shown if act.kind == "play" else what
    return f"{who} {commands.COMMANDS[act.kind].words} {word}".rstrip() + f": {error.message}"


def seats_touched(lines: Sequence[Line]) -> set[int]:
    """Return the seats whose plays or chips *lines* are about."""
    touched: set[int] = set()
    for line in lines:
        touched.update(
            account for transfer in line.event.transfers() for account in transfer[:2]
            if isinstance(account, int)
        )  # fmt: skip
        seat = getattr(line.event, "seat", None)
        if isinstance(seat, int):
            touched.add(seat)
    return touched
