"""Hand records written: the events of an evening as text that `record` reads back unchanged.

Decides nothing. Lines taken back must have been left out before (`undo.standing`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.core import ends, settle
from companion.core import events as ev
from companion.core.cards import Card
from companion.core.events import Event
from companion.core.game import KITTY, POT, Game
from companion.core.ledger import BANK
from companion.core.table import Hand, Table, evolve, replay
from companion.record_form import FORMAT
from companion.record_text import quoted, space_text

_PEOPLE: Final = (
    ev.SeatTaken, ev.SeatRejoined, ev.SeatLeft, ev.CircleSet, ev.DealerSet, ev.LastLapBegun,
    ev.BoughtIn,
)  # fmt: skip


class Part(NamedTuple):
    """One hand: *people* come, go and buy before it; *old* and *new* are the tables around that.

    *acts* are the other events up to the next hand; *hand* is the hand as it was in the end.
    """

    people: tuple[Event, ...]
    old: Table
    new: Table
    acts: tuple[Event, ...]
    hand: Hand


def export_record(game: Game, events: Iterable[Event], name: str | None = None) -> dict[str, Any]:
    """Return the evening as a hand record, with what it came to as its ``expect``."""
    log = _without_open_stakes(game, tuple(events))
    final = replay(Table.new(game), log)
    parts = _parts(game, log)
    first = parts[0].new if parts else final
    dealer = first.circle[-1] if first.dealer is None else first.dealer
    record: dict[str, Any] = {} if name is None else {"id": name}
    record |= {
        "format": FORMAT,
        "game": game.key,
        "options": _options(game, final),
        "players": [final.name(seat) for seat in first.circle],
        "dealer": final.name(dealer),
        "balances": {
            final.name(seat): _begun_with(log, first, seat) + _bought(parts, seat)
            for seat in first.circle
        },
        "spaces": _spaces_before(log),
        "hands": [_Writer(final, part).hand(number) for number, part in enumerate(parts)],
    }
    shown = [event for event in log if isinstance(event, ev.LastHandShown)]
    if parts and (final.ended == "manual" or shown):
        record["end"] = [_shows(quoted(final.name(e.seat)), e.cards) for e in shown]
    record["expect"] = _expected(final)
    return {member: value for member, value in record.items() if member != "spaces" or value}


# ---- cutting the log into hands -----------------------------------------------------------------


def _without_open_stakes(game: Game, log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Leave out a hand whose stakes are not all down: nothing has happened in it."""
    hand = replay(Table.new(game), log).playing
    return log if hand is None or hand.phase != "stakes" else log[: _starts(log)[-1]]


def _starts(log: tuple[Event, ...]) -> list[int]:
    """Return where each hand begins: with those who leave broke, else with the hand itself."""
    begin = (ev.HandBegun, ev.LeftBroke)
    return [
        place for place, event in enumerate(log)
        if isinstance(event, begin) and not isinstance(log[place - 1], ev.LeftBroke)
    ]  # fmt: skip


def _parts(game: Game, log: tuple[Event, ...]) -> list[Part]:
    starts = _starts(log)
    if not starts:
        return []
    parts: list[Part] = []
    opening = log[: starts[0]]
    old = new = replay(Table.new(game), opening)
    people: list[Event] = [event for event in opening if isinstance(event, ev.LastLapBegun)]
    acts = [event for event in opening if _is_correction(event)]
    for start, stop in zip(starts, [*starts[1:], len(log)], strict=True):
        table = new
        later: list[Event] = []
        for event in log[start:stop]:
            if not isinstance(event, _PEOPLE):
                acts.append(event)
            elif table.playing is not None or stop == len(log):
                people.append(event)
            else:
                later.append(event)
            table = evolve(table, event)
        assert table.hand is not None
        parts.append(Part(tuple(people), old, new, tuple(acts), table.hand))
        old, new, people, acts = _at_its_end(new, log[start:stop]), table, later, []
    return parts


def _at_its_end(table: Table, body: tuple[Event, ...]) -> Table:
    """Return the table when the hand of *body* had ended, before anybody came or went."""
    for event in body:
        table = evolve(table, event)
        if isinstance(event, ev.HandEnded):
            break
    return table


def _is_correction(event: Event) -> bool:
    return isinstance(event, ev.Corrected) and event.debit != BANK


# ---- members of the record ----------------------------------------------------------------------


def _options(game: Game, table: Table) -> dict[str, Any]:
    """Return the options that differ from the preset, and those reading would fill in otherwise."""
    wanted = table.options.to_dict()
    if table.play_on:  # the agreed end was passed, so the host ended the evening
        wanted["end"] = "manual"
    told = {n: v for n, v in wanted.items() if v != game.preset.to_dict()[n]}
    read = game.options(told).to_dict()
    told |= {n: v for n, v in wanted.items() if v != read[n]}
    return {option: _option_value(value) for option, value in told.items()}


def _option_value(value: Any) -> Any:
    if isinstance(value, list):
        return [space_text(space) for space in value]
    return "none" if value is None else value


def _begun_with(log: tuple[Event, ...], first: Table, seat: int) -> int:
    """Return what a player had before the first hand; with a negative one, a debt."""
    opening = log[: _starts(log)[0]] if _starts(log) else log
    corrected = [event for event in opening if _is_correction(event)]
    back = sum(
        t.chips * ((t.debit == seat) - (t.credit == seat))
        for event in corrected for t in event.transfers()
    )  # fmt: skip
    return first.balance(seat) + (back if _starts(log) else 0)


def _bought(parts: list[Part], seat: int) -> int:
    """Return the chips a player bought while the first hand was played: they count before it."""
    people = parts[0].people if parts else ()
    return sum(e.chips for e in people if isinstance(e, ev.BoughtIn) and e.seat == seat)


def _spaces_before(log: tuple[Event, ...]) -> dict[str, int]:
    return {
        space_text(str(event.credit)): event.chips
        for event in log
        if isinstance(event, ev.Corrected) and event.debit == BANK
    }


def _expected(table: Table) -> dict[str, Any]:
    """Return what a replay comes to: an evening at its end has its leftover given out."""
    if table.playing is not None and table.playing.phase == "shown":
        table = replay(table, settle.close_hand(table))
    if not table.ended and ends.reached(table):
        table = replay(table, ends.end_evening(table))
    name = table.name
    return {
        "balances": {name(seat): table.balance(seat) for seat in table.seats},
        "spaces": {space_text(space): chips for space, chips in table.layout_chips.items()},
        "winners": [None if r.winner is None else name(r.winner) for r in table.results],
    }


def _shows(name: str, cards: Iterable[Card]) -> str:
    return f"{name} shows {' '.join(card.text for card in cards)}"


# ---- one hand -----------------------------------------------------------------------------------


class _Writer:
    """Writes one hand: what happened before it, its stakes and its actions."""

    def __init__(self, table: Table, part: Part) -> None:
        self.table = table
        self.part = part
        self.options = table.options
        corrected = any(isinstance(event, ev.CountCorrected) for event in part.acts)
        self.pots = part.hand.depth == "pots" or corrected
        self.plays = 0
        self.taking = True  # whether a pot that moves was taken, not won by something written
        self.paid: dict[int, int] = {}
        self.winners: tuple[int, ...] = ()
        self.shown_down = False

    def name(self, seat: int) -> str:
        """Return a player's name as an action writes it."""
        return quoted(self.table.name(seat))

    def hand(self, number: int) -> dict[str, Any]:
        """Return the hand object; the first hand's people are the record's players."""
        written = {} if number == 0 else self._people()
        if any(isinstance(event, ev.LastLapBegun) for event in self.part.people):
            written["last_lap"] = True
        if self.options.placement != "each" and self.options.funding == "players":
            written["stakes"] = self._stakes()
        written["actions"] = [line for event in self.part.acts for line in self._lines(event)]
        hand = self.part.hand
        if self.pots and hand.phase in ("shown", "done"):
            left = {self.table.name(seat): hand.left[seat] for seat in hand.circle}
            written["left"] = {name: cards for name, cards in left.items() if cards}
        return written

    def _people(self) -> dict[str, Any]:
        """Return who leaves, joins and buys before this hand, and who deals if that changes."""
        buys: dict[int, int] = {}
        for event in self.part.people:
            if isinstance(event, ev.BoughtIn):
                buys[event.seat] = buys.get(event.seat, 0) + event.chips
        joined = {e.seat: e.chips for e in self.part.people if isinstance(e, ev.SeatTaken)}
        start = self.options.start_chips
        rebuys = {s: n for s, n in buys.items() if s not in joined and start and n % start == 0}
        odd = {seat: chips for seat, chips in buys.items() if seat not in rebuys}
        written = self._seats(joined, odd)
        if rebuys:
            names = self.table.name
            written["rebuy"] = [names(s) for s, n in rebuys.items() for _ in range(n // start)]
        if written.get("leave") or self._dealer_changed():
            written["dealer"] = self.table.name(self._dealer())
        return written

    def _dealer(self) -> int:
        new = self.part.new
        return new.circle[-1] if new.dealer is None else new.dealer

    def _dealer_changed(self) -> bool:
        return self.part.old.dealer != self.part.new.dealer

    def _seats(self, joined: Mapping[int, int], odd: Mapping[int, int]) -> dict[str, Any]:
        """Who gets up and sits down; somebody who buys an odd sum or moves does both."""
        old, new = self.part.old.circle, self.part.new.circle
        stay = [seat for seat in old if seat in new and seat not in odd]
        if stay != [seat for seat in new if seat in stay]:
            stay = []
        leave = [self.table.name(seat) for seat in old if seat not in stay]
        sit = [seat for seat in new if seat not in stay]
        written: dict[str, Any] = {"leave": leave} if leave else {}
        if sit:
            names = self.table.name
            chips = {seat: joined.get(seat, 0) + odd.get(seat, 0) for seat in sit}
            written["join"] = {names(seat): chips[seat] for seat in sit}
            written["seat"] = {names(seat): new.index(seat) + 1 for seat in sit}
        return written

    def _stakes(self) -> dict[str, dict[str, int]]:
        return {
            self.table.name(seat): {space_text(space): n for space, n in stakes.items()}
            for seat, stakes in self.part.hand.stakes.items()
        }

    # ---- actions

    def _lines(self, event: Event) -> list[str]:
        """Return the actions that *event* is written as; most events follow from others."""
        write = _ALWAYS.get(type(event)) or (_POTS if self.pots else _CARDS).get(type(event))
        return [] if write is None else write(self, event)

    def played(self, event: ev.CardPlayed) -> list[str]:
        """A card."""
        self.plays += 1
        return [f"{self.name(event.seat)} {event.card.text}"]

    def stopped(self, event: ev.RunStopped) -> list[str]:
        """A stop that people had to say; the search for a first lead says it by its card."""
        if event.why != "dead":
            return []
        nobody = not self.plays and event.missing is not None and event.missing.rank == "A"
        return ["stop"] * (13 if nobody else self.plays > 0)

    def awarded(self, event: ev.PotAwarded) -> list[str]:
        """With ``claim=call`` a card's space is claimed; else the card says it."""
        claims = self.options.claim == "call" and self.options.pay_when == "play"
        called = claims and event.space not in (KITTY, POT)
        return [f"{self.name(event.seat)} claims {space_text(event.space)}"] if called else []

    def taken(self, event: ev.PotAwarded) -> list[str]:
        """A space taken; the kitty comes with being out, what was shown or bet for with that."""
        if self.shown_down and event.space == POT:
            self.winners = (*self.winners, event.seat)
        if event.space == KITTY or not self.taking:
            return []
        return [f"{self.name(event.seat)} takes {space_text(event.space)}"]

    def held(self, event: ev.Held) -> list[str]:
        """Somebody paid on holding; the award follows from it."""
        self.taking = False
        return [f"{self.name(event.seat)} holds {space_text(event.space)}"]

    def holding_closed(self, event: ev.HoldingClosed) -> list[str]:
        """Nothing more is paid on holding."""
        self.taking = self.options.pot_kind != "poker"
        return []

    def bet(self, event: ev.PokerBet) -> list[str]:
        """An act of the poker round."""
        self.taking = False
        name = self.name(event.seat)
        self.paid[event.seat] = self.paid.get(event.seat, 0) + event.chips
        if event.act == "bet":
            return [f"{name} bets {event.chips}"]
        if event.act == "raise":
            return [f"{name} raises {self.paid[event.seat]}"]
        if event.act == "call" and self.paid[event.seat] < max(self.paid.values()):
            return [f"{name} calls {event.chips} all in"]
        return [f"{name} {event.act}s"]

    def hand_shown(self, event: ev.PokerShown) -> list[str]:
        """Five cards; where only pots are written, the winners are named instead."""
        self.shown_down = True
        return [] if self.pots else [_shows(self.name(event.seat), event.cards)]

    def poker_ended(self, event: ev.PokerEnded) -> list[str]:
        """Winners that were told without cards."""
        winners = event.told or self.winners
        self.taking, self.paid, self.winners, self.shown_down = True, {}, (), False
        if not winners:
            return []
        verb = "wins" if len(winners) == 1 else "win"
        return [f"{' '.join(self.name(seat) for seat in winners)} {verb} poker"]

    def out(self, event: ev.WentOut) -> list[str]:
        """The last card, once it is known what the others have left."""
        open_counts = self.part.hand.phase == "counts"
        return [] if open_counts else [f"{self.name(event.seat)} out"]

    def ended(self, event: ev.HandEnded) -> list[str]:
        """A hand with nobody out."""
        return ["void"] if event.winner is None else []

    def passed(self, event: ev.LeadPassed) -> list[str]:
        """A pass; where pots alone are written only for its penalty."""
        written = not self.pots or self.options.pass_penalty
        return [f"{self.name(event.seat)} pass"] if written else []

    def swapped(self, event: ev.SpareSwapped) -> list[str]:
        """The spare hand taken."""
        return [f"{self.name(event.seat)} swap"]

    def sold(self, event: ev.SpareSold) -> list[str]:
        """The spare hand sold."""
        return [f"{self.name(event.seller)} sell {self.name(event.buyer)} {event.chips}"]

    def bought(self, event: ev.SpareBought) -> list[str]:
        """The spare hand bought into the kitty."""
        return [f"{self.name(event.seat)} buys {event.chips}"]

    def redealt(self, event: ev.Redealt) -> list[str]:
        """A misdeal."""
        self.plays, self.taking, self.paid, self.winners = 0, True, {}, ()
        self.shown_down = False
        return ["misdeal"]

    def fined(self, event: ev.Fined) -> list[str]:
        """A fine."""
        return [f"{self.name(event.seat)} fined"]

    def shown(self, event: ev.PayCardShown) -> list[str]:
        """Somebody left with a pay card."""
        return [f"{self.name(event.seat)} holds {event.card.text}"]

    def corrected(self, event: ev.Corrected) -> list[str]:
        """Chips moved by hand."""
        ends = [self.name(a) if isinstance(a, int) else space_text(a)
                for a in (event.debit, event.credit)]  # fmt: skip
        note = json.dumps(event.note, ensure_ascii=False)
        return [f"correct {ends[0]} {ends[1]} {event.chips} {note}"]


_Write = Callable[[Any, Any], list[str]]
_ALWAYS: Final[dict[type[Event], _Write]] = {
    ev.SpareSwapped: _Writer.swapped,
    ev.SpareSold: _Writer.sold,
    ev.SpareBought: _Writer.bought,
    ev.Redealt: _Writer.redealt,
    ev.Held: _Writer.held,
    ev.HoldingClosed: _Writer.holding_closed,
    ev.PokerBet: _Writer.bet,
    ev.PokerShown: _Writer.hand_shown,
    ev.PokerEnded: _Writer.poker_ended,
    ev.LeadPassed: _Writer.passed,
    ev.Fined: _Writer.fined,
    ev.PayCardShown: _Writer.shown,
    ev.Corrected: _Writer.corrected,
}
_CARDS: Final[dict[type[Event], _Write]] = {
    ev.CardPlayed: _Writer.played,
    ev.RunStopped: _Writer.stopped,
    ev.PotAwarded: _Writer.awarded,
}
_POTS: Final[dict[type[Event], _Write]] = {
    ev.PotAwarded: _Writer.taken,
    ev.WentOut: _Writer.out,
    ev.HandEnded: _Writer.ended,
}
