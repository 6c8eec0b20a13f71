"""One hand of a record written: who came before it, its stakes, and its events as actions.

Decides nothing; `record_export` cuts an evening into hands and puts the record together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.core import events as ev
from companion.core.cards import Card
from companion.core.events import Event
from companion.core.game import KITTY, POT
from companion.core.table import Hand, Table
from companion.record.text import quoted, space_text


class Part(NamedTuple):
    """One hand: *people* come, go and buy before it; *old* and *new* are the tables around that.

    *acts* are the other events up to the next hand; *hand* is the hand as it was in the end.
    """

    people: tuple[Event, ...]
    old: Table
    new: Table
    acts: tuple[Event, ...]
    hand: Hand


def is_pots(part: Part) -> bool:
    """Whether a hand is written by its pots: so recorded, or with a count put right."""
    corrected = any(isinstance(event, ev.CountCorrected) for event in part.acts)
    return part.hand.depth == "pots" or corrected


def shows(name: str, cards: Iterable[Card]) -> str:
    """Return the action of showing five cards; *name* is quoted already."""
    return f"{name} shows {' '.join(card.text for card in cards)}"


# ---- one hand -----------------------------------------------------------------------------------


class Writer:
    """Writes one hand: what happened before it, its stakes and its actions."""

    def __init__(self, table: Table, part: Part, named: Collection[int] = ()) -> None:
        self.named = named
        self.table = table
        self.part = part
        self.options = table.options
        self.pots = is_pots(part)
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
            chips = {seat: self._brings(seat, joined, odd) for seat in sit}
            written["join"] = {names(seat): chips[seat] for seat in sit}
            written["seat"] = {names(seat): new.index(seat) + 1 for seat in sit}
        return written

    def _brings(self, seat: int, joined: Mapping[int, int], odd: Mapping[int, int]) -> int:
        """Return the chips somebody sits down with, beside those a record knows of already."""
        if seat not in self.named:
            return self.part.new.balance(seat)
        return joined.get(seat, 0) + odd.get(seat, 0)

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
        return [] if self.pots else [shows(self.name(event.seat), event.cards)]

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

    def turned(self, event: ev.TurnedUp) -> list[str]:
        """The card turned up; what the dealer takes for it follows."""
        self.taking = False
        return [f"{self.name(event.seat)} turns {event.card.text}"]

    def dealt(self, event: ev.Dealt) -> list[str]:
        """The cards are out, which nobody needs to write."""
        self.taking = True
        return []

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
        """A fine; one behind the last card is a correction by now (`record_late`)."""
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
    ev.TurnedUp: Writer.turned,
    ev.Dealt: Writer.dealt,
    ev.SpareSwapped: Writer.swapped,
    ev.SpareSold: Writer.sold,
    ev.SpareBought: Writer.bought,
    ev.Redealt: Writer.redealt,
    ev.Held: Writer.held,
    ev.HoldingClosed: Writer.holding_closed,
    ev.PokerBet: Writer.bet,
    ev.PokerShown: Writer.hand_shown,
    ev.PokerEnded: Writer.poker_ended,
    ev.LeadPassed: Writer.passed,
    ev.Fined: Writer.fined,
    ev.PayCardShown: Writer.shown,
    ev.Corrected: Writer.corrected,
}
_CARDS: Final[dict[type[Event], _Write]] = {
    ev.CardPlayed: Writer.played,
    ev.RunStopped: Writer.stopped,
    ev.PotAwarded: Writer.awarded,
}
_POTS: Final[dict[type[Event], _Write]] = {
    ev.PotAwarded: Writer.taken,
    ev.WentOut: Writer.out,
    ev.HandEnded: Writer.ended,
}
