"""Undo, redo, amend and objections: the commands that need the history and not only the table.

Returns events like every decision; history is never edited, what falls stays struck through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.core import commands, undo
from companion.core import events as ev
from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.core.evening import settle_objection
from companion.core.events import Event
from companion.core.table import Table, replay
from companion.core.tell import tell
from companion.core.undo import Line
from companion.open_evening import OpenEvening
from companion.said import Actor, Group, Said

HISTORY_COMMANDS: Final = frozenset(
    {"undo", "redo", "amend", "accept_undo", "decline_undo", "object"}
)

AMENDABLE: Final = ("seat", "card", "cards", "space", "buyer", "chips", "stakes")
"""What can have been otherwise in an earlier act."""


class Act(NamedTuple):
    """The command behind an act that was stored, and who said it."""

    kind: str
    data: Mapping[str, Any]
    by: Actor


class TakingBack:
    """Decides the commands that need the history of one evening, for one actor."""

    def __init__(self, opened: OpenEvening, actor: Actor) -> None:
        self.opened = opened
        self.actor = actor

    def decide(self, said: Said) -> tuple[list[Group], tuple[str, ...]]:
        """Return the groups to store and the sentences of later acts that no longer fit."""
        if self.actor.role not in ("host", "player"):
            raise RuleError("not_yours", "You are watching. Sit down to play, or ask the host.")
        if said.kind == "amend":
            return self._amend(said)
        decide = {
            "undo": self._undo, "redo": self._redo, "accept_undo": self._accept,
            "decline_undo": self._decline, "object": self._object,
        }[said.kind]  # fmt: skip
        return [Group(said.kind, said.data, decide(said))], ()

    def _undo(self, said: Said) -> tuple[Event, ...]:
        log = self.opened.log
        # pressed twice at one moment, both mean the act that stood last on that screen
        last = undo.last_act([line for line in log if line.seq <= said.seq_seen])
        if last is None:
            raise RuleError("nothing_to_undo", "There is nothing to take back.")
        seq = commands.read_whole("seq", said.data.get("seq") or last.seq)
        fallen = undo.falls(log, seq)
        self._verify_same_fall(said, seq, fallen)
        own_last = fallen[0].by == self.actor.seat and len(undo.acts(fallen)) == 1
        if self.actor.role == "host" or (own_last and fallen[0].by is not None):
            return undo.revert(log, seq)
        # What follows the end of the evening was agreed by all: only the host takes that back.
        self._verify_new_wish(fallen[0].seq)
        touched = set() if self.opened.table.ended else seats_touched(fallen) - {self.actor.seat}
        asked = tuple(sorted(touched))
        return (ev.UndoProposed(fallen[0].seq, self.actor.seat, asked),)

    def _verify_new_wish(self, first: int) -> None:
        """One wish at a time; who has asked may ask for something else instead."""
        asking = self.opened.table.proposal
        if asking is None:
            return
        if asking.seat != self.actor.seat:
            raise RuleError(
                "already_asked", "Somebody asks to take something back. Answer that first."
            )
        if asking.first == first:
            raise RuleError("already_asked", "You have asked for that. Now the others answer.")

    def _verify_same_fall(self, said: Said, seq: int, fallen: Sequence[Line]) -> None:
        """More may not fall than the sheet listed, on a page that shows what is there."""
        if said.seq_seen > self.opened.seq:
            raise RuleError("stale", "This page shows more than the table knows. Load it again.")
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

    def _amend(self, said: Said) -> tuple[list[Group], tuple[str, ...]]:
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
        first = Group("undo", {"seq": seq}, (ev.Reverted(tuple(line.seq for line in fallen)),))
        groups, dropped = _again(table, acts, first)
        if dropped and self.actor.role != "host":
            raise RuleError(
                "not_yours", f"Something later falls too, so the host changes that: {dropped[0]}"
            )  # fmt: skip
        return groups, dropped

    def _behind(self, seq: int) -> Act:
        """Return the command behind the act of line *seq*, and who said it."""
        actor = self.opened.records[seq - 1].actor
        return Act(actor.get("kind", ""), dict(actor.get("data", {})), Actor.from_dict(actor))

    def _changed(self, act: Act, said: Said, seq: int) -> Act:
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

    def _changed_plays(self, act: Act, changes: Mapping[str, Any], seq: int) -> list[str]:
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


def _again(table: Table, acts: Sequence[Act], first: Group) -> tuple[list[Group], tuple[str, ...]]:
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
        groups.append(Group(act.kind, act.data, events, act.by))
    return groups, tuple(dropped)


def _dropped_words(table: Table, act: Act, error: RuleError) -> str:
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
