"""The history as people read it: one line a run, an award or a payment, gathered by hand.

It tells what was stored and decides nothing; what a line is about comes from the events alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from companion.core import events as ev
from companion.core.events import Event
from companion.core.game import KITTY
from companion.core.table import Table
from companion.core.tell import tell
from companion.core.undo import Line
from companion.croupier import Record
from companion.web.here import Here, boodle
from companion.web.look import card_name, card_parts, is_card, signed
from companion.web.proven import witnesses
from companion.web.shapes import Shape, person, somebody, the_space

AT_THE_END: Final = 1_000_000
"""Section of what follows the end of the evening, after every hand."""

_SILENT: Final = (
    ev.Reverted, ev.HandBegun, ev.Dealt, ev.PotOffered, ev.UndoDeclined, ev.ObjectionSettled,
)  # fmt: skip
_ENDS_RUN: Final = (ev.WentOut, ev.HandBegun, ev.Redealt, ev.HandDepthSet, ev.LeadPassed)


@dataclass(slots=True)
class Entry:
    """One line of the page. *seq* opens its cause; *seats* are those it touches."""

    seq: int
    hand: int
    text: list[Any]
    at_utc: str
    seat: int | None = None
    chips: str = ""
    small: str = ""
    seats: set[int] = field(default_factory=set)
    undone_by: str = ""
    seqs: list[int] = field(default_factory=list)


# ---- who and when -------------------------------------------------------------------------------


def clock(at_utc: str, shape: str = "%H:%M") -> str:
    """Return *at_utc* (ISO, UTC) as this machine's clock time; the text itself where it is odd."""
    try:
        return datetime.fromisoformat(at_utc).astimezone().strftime(shape)
    except ValueError:
        return at_utc


def who_said(here: Here, actor: Mapping[str, Any]) -> str:
    """Return who recorded something: a name, ``the host`` or ``Boodle``."""
    seat = actor.get("seat")
    if isinstance(seat, int) and seat in here.table.seats:
        name = here.table.name(seat)
        return f"the camera, for {name}" if actor.get("eye") else name
    return {"host": "the host", "boodle": "Boodle, at the door"}.get(
        actor.get("role", ""), "Boodle"
    )


def capital(text: str) -> str:
    """Return *text* with a large first letter."""
    return text[:1].upper() + text[1:]


def taken_back(records: Iterable[Record]) -> dict[int, Record]:
    """Return, for each line that does not count, the undo that took it back."""
    gone: dict[int, Record] = {}
    for record in records:
        event = record.line.event
        if isinstance(event, ev.Reverted):
            gone |= dict.fromkeys(event.seqs, record)
        elif isinstance(event, ev.Restored):
            for seq in event.seqs:
                gone.pop(seq, None)
    return gone


def hands_of(records: Iterable[Record]) -> dict[int, int]:
    """Return the hand each line belongs to: 0 before the first, `AT_THE_END` after the last."""
    found: dict[int, int] = {}
    begun: list[tuple[int, int]] = [(0, 0)]
    gone: set[int] = set()
    for record in records:
        event, seq = record.line.event, record.line.seq
        if isinstance(event, ev.Reverted):
            gone.update(event.seqs)
        elif isinstance(event, ev.Restored):
            gone.difference_update(event.seqs)
        elif isinstance(event, ev.HandBegun):
            begun.append((seq, event.number))
        elif isinstance(event, ev.EveningEnded):
            begun.append((seq, AT_THE_END))
        found[seq] = next(number for start, number in reversed(begun) if start not in gone)
    return found


def seats_of(event: Event) -> set[int]:
    """Return the seats *event* is about or whose chips it moves."""
    ends = {a for transfer in event.transfers() for a in transfer[:2] if isinstance(a, int)}
    seat = getattr(event, "seat", None)
    return ends | {seat} if isinstance(seat, int) else ends


# ---- the words of a line ------------------------------------------------------------------------


def space_part(table: Table, space: str) -> Any:
    """Return a space as a part of a sentence: its card, or its name."""
    return {"card": space} if is_card(space) else the_space(table, space)


def told(here: Here, event: Event) -> tuple[list[Any], str]:
    """Return what *event* says as a sentence with cards and names, and its chips."""
    if isinstance(event, ev.CardPlayed):
        return [person(here, event.seat), " played ", {"card": event.card}], ""
    if isinstance(event, (ev.PotAwarded, ev.PaidOntoSpace)):
        won = isinstance(event, ev.PotAwarded)
        words = [person(here, event.seat), " took " if won else " paid onto "]
        chips = event.chips if won else -event.chips
        return [*words, space_part(here.table, event.space)], signed(chips)
    if isinstance(event, ev.CardsPaid):
        return [person(here, event.seat), " paid ", person(here, event.winner)], str(event.chips)
    if isinstance(event, ev.WentOut):
        return [person(here, event.seat), " is out"], ""
    if isinstance(event, ev.HandEnded) and event.winner is not None:
        return [person(here, event.winner), " won the hand"], ""
    if isinstance(event, ev.RunStopped):
        return [stop_words(event)], ""
    if isinstance(event, ev.LeftoverGiven):
        return ["A share of what was left on ", space_part(here.table, event.space)], str(
            sum(chips for _, chips in event.shares)
        )
    if isinstance(event, ev.BreachAnswered):
        return list(card_parts(tell(here.table, event).rstrip("."))), ""
    chips = getattr(event, "chips", 0) if event.transfers() else 0
    return [tell(here.table, event).rstrip(".") or event.kind], str(chips or "")


def stop_words(event: ev.RunStopped) -> str:
    """Return why a run stopped."""
    if event.missing is not None:
        return f"Stop: nobody has the {card_name(event.missing)}"
    return "Stop: the top card" if event.why == "top" else "Stop: the next card is out already"


def fall_line(here: Here, line: Line) -> Shape:
    """Return one act, with what followed from it, as a line of the sheet that lists what falls."""
    events = [each.event for each in boodle().croupier.log(here.evening.id) if each.act == line.act]
    text, chips = told(here, main_event(events))
    seat = getattr(main_event(events), "seat", None)
    won = sum(e.chips for e in events if isinstance(e, ev.PotAwarded) and e.seat == seat)
    more = " and won the hand" if any(_won_by(e, seat) for e in events[1:]) else ""
    return {
        "person": somebody(here, seat),
        "text": [*text, more] if more else text, "chips": signed(won) if won else chips,
    }  # fmt: skip


def _won_by(event: Event, seat: int | None) -> bool:
    return isinstance(event, ev.HandEnded) and seat is not None and event.winner == seat


def main_event(events: Sequence[Event]) -> Event:
    """Return the event people mean by an act: the card, not that it began the hand."""
    return next((event for event in events if not isinstance(event, ev.Dealt)), events[0])


def loss_words(here: Here, events: Sequence[Event]) -> str:
    """Return in plain words what is lost when the act of *events* is taken back."""
    event = main_event(events)
    words = tell(here.table, event).rstrip(".")
    if isinstance(event, ev.CardPlayed):
        words = f"{here.table.name(event.seat)}’s {card_name(event.card)}"
    awards = [e for e in events if isinstance(e, ev.PotAwarded)]
    if awards and not isinstance(event, ev.PotAwarded):
        words += f" and the {here.chips(sum(award.chips for award in awards))} it won"
    if any(isinstance(each, ev.HandEnded) for each in events):
        words += ", the payments and the end of the hand"
    return words


# ---- gathering ----------------------------------------------------------------------------------


def entries(here: Here) -> list[Entry]:
    """Return every line of the history, oldest first; undone ones are told apart."""
    records = boodle().croupier.history(here.evening.id)
    gone, hands = taken_back(records), hands_of(records)
    batches: dict[int, list[Record]] = {}
    for record in records:
        undo = gone.get(record.line.seq)
        batches.setdefault(undo.line.seq if undo else 0, []).append(record)
    found: list[Entry] = []
    for batch in batches.values():
        lines = _Gathered(here, hands).gather(batch)
        undo = gone.get(batch[0].line.seq)
        for entry in lines if undo else ():
            entry.undone_by = f"undone by {who_said(here, undo.actor)}" if undo else ""
        found += lines
    found += _proven(here, records, hands)
    return sorted(found, key=lambda entry: entry.seq)


# ---- what cards have proven ---------------------------------------------------------------------


def _proven(here: Here, records: Sequence[Record], hands: Mapping[int, int]) -> list[Entry]:
    """Return a line for everything that cards have proven."""
    return [
        Entry(
            record.line.seq, hands[record.line.seq], list(card_parts(proof.message.rstrip("."))),
            record.at_utc, seat=proof.seat, small=f"{clock(record.at_utc)} · proven by the cards",
            seats={proof.seat}, seqs=[record.line.seq],
        )
        for proof, record in witnesses(here.table.game, records)
    ]  # fmt: skip


class _Gathered:
    """Gathers records that count (or that fell together) into lines."""

    def __init__(self, here: Here, hands: Mapping[int, int]) -> None:
        self.here = here
        self.hands = hands
        self.entries: list[Entry] = []
        self.run: Entry | None = None
        self.out: Entry | None = None
        self.stakes: Entry | None = None
        self.leftover: dict[int, Entry] = {}

    def gather(self, records: Iterable[Record]) -> list[Entry]:
        """Return the lines of *records*."""
        for record in records:
            event = record.line.event
            if isinstance(event, _ENDS_RUN):
                self.run = None
            if isinstance(event, (ev.HandBegun, ev.HandEnded)):
                self.stakes = None
            if isinstance(event, ev.EveningEnded):
                self.leftover = {}
            if not self._joins(record):
                self._alone(record)
            if isinstance(event, ev.HandEnded):
                self.out = None
        for entry in self.entries:
            if entry is not self.run:
                entry.small = entry.small or clock(entry.at_utc)
        return self.entries

    def _add(self, record: Record, text: list[Any], chips: str = "") -> Entry:
        event, seq = record.line.event, record.line.seq
        seat = getattr(event, "seat", None)
        entry = Entry(
            seq, self.hands[seq], text, record.at_utc, seats=seats_of(event), chips=chips,
            seat=seat if seat in self.here.table.seats else None, seqs=[seq],
        )  # fmt: skip
        self.entries.append(entry)
        return entry

    def _alone(self, record: Record) -> None:
        event = record.line.event
        if isinstance(event, _SILENT) or (
            isinstance(event, ev.HandEnded) and event.winner is not None
        ):
            return
        if isinstance(event, ev.BreachAnswered) and event.fined:
            return  # the fine says it
        text, chips = told(self.here, event)
        self._add(record, text, chips)

    def _joins(self, record: Record) -> bool:
        """Whether *record* became part of a line that gathers several."""
        event = record.line.event
        if isinstance(event, ev.CardPlayed):
            return self._card(record, event)
        if isinstance(event, ev.RunStopped):
            return self._stop(record, event)
        if isinstance(event, ev.Staked):
            return self._stake(record, event)
        if isinstance(event, ev.LeftoverGiven):
            return self._left_over(record, event)
        if isinstance(event, ev.WentOut):
            self.out = self._add(record, [person(self.here, event.seat), " is out"])
            return True
        if self.out is None:
            return False
        return self._payment(record, event)

    def _card(self, record: Record, event: ev.CardPlayed) -> bool:
        if self.run is None:
            self.run = self._add(record, [])
            self.run.seat = event.seat
        run, who = self.run, person(self.here, event.seat)
        last = next(
            (part for part in reversed(run.text) if isinstance(part, dict) and "seat" in part), None
        )
        same = last is not None and last["seat"] == event.seat
        run.text += [" " if same else ", " if run.text else "", *([] if same else [who, " "])]
        run.text.append({"card": event.card})
        run.seats.add(event.seat)
        run.seqs.append(record.line.seq)
        return True

    def _stop(self, record: Record, event: ev.RunStopped) -> bool:
        if self.run is None:
            return False
        self.run.small = f"{clock(self.run.at_utc)} · {stop_words(event)}"
        self.run.seqs.append(record.line.seq)
        self.run = None
        return True

    def _stake(self, record: Record, event: ev.Staked) -> bool:
        chips = sum(number for _, number in event.stakes)
        if self.stakes is None:
            self.stakes = self._add(record, ["Stakes: "], str(chips))
            self.stakes.seat = None
        else:
            self.stakes.chips = str(int(self.stakes.chips) + chips)
            self.stakes.text.append(", ")
        self.stakes.text += [person(self.here, event.seat), f" {chips}"]
        self.stakes.seats.add(event.seat)
        self.stakes.seqs.append(record.line.seq)
        return True

    def _left_over(self, record: Record, event: ev.LeftoverGiven) -> bool:
        """The whole layout is one heap: a line a person says what they get of it."""
        for seat, chips in event.shares:
            entry = self.leftover.get(seat)
            if entry is None:
                text = [person(self.here, seat), " gets a share of what was left"]
                entry = self.leftover[seat] = self._add(record, text)
                entry.seat, entry.seats = seat, {seat}
            else:
                entry.seqs.append(record.line.seq)
            entry.chips = signed(int(entry.chips or 0) + chips)
        return True

    def _payment(self, record: Record, event: Event) -> bool:
        """What is paid because somebody is out stands on the line of the one who is out."""
        out = self.out
        assert out is not None
        if isinstance(event, ev.CountGiven):
            return True
        if isinstance(event, ev.CardsPaid):
            first = not any(part == ": " for part in out.text)
            out.text += [": " if first else ", ", person(self.here, event.seat), f" {event.chips}"]
        elif isinstance(event, ev.PotAwarded) and event.space == KITTY:
            out.text.append(f" with {event.chips} from {the_space(self.here.table, KITTY)}")
        else:
            return False
        out.chips = signed(int(out.chips or 0) + event.chips)
        out.seats |= seats_of(event)
        out.seqs.append(record.line.seq)
        return True


# ---- hands --------------------------------------------------------------------------------------


def hand_title(here: Here, hand: int) -> list[Any]:
    """Return the header of a section."""
    if hand == 0:
        return ["Before the first hand"]
    if hand == AT_THE_END:
        return ["The end"]
    result = next((r for r in here.table.results if r.number == hand), None)
    if result is not None and result.winner is not None:
        return [f"Hand {hand} · ", person(here, result.winner), " out"]
    if result is not None:
        return [f"Hand {hand} · void"]
    playing = here.table.playing is not None and here.table.playing.number == hand
    return [f"Hand {hand} · {'being played' if playing else 'taken back'}"]


def hand_sums(here: Here) -> dict[int, dict[int, int]]:
    """Return what each seat won or lost in each hand, in chips; bought chips are none of it."""
    records = boodle().croupier.history(here.evening.id)
    gone, hands = taken_back(records), hands_of(records)
    sums: dict[int, dict[int, int]] = {}
    for record in records:
        if record.line.seq in gone or isinstance(record.line.event, (ev.SeatTaken, ev.BoughtIn)):
            continue
        of_hand = sums.setdefault(hands[record.line.seq], {})
        for debit, credit, chips in record.line.event.transfers():
            for account, change in ((debit, -chips), (credit, chips)):
                if isinstance(account, int):
                    of_hand[account] = of_hand.get(account, 0) + change
    return sums
