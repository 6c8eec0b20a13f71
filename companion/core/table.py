"""Table: the state of an evening, and how each event changes it.

Decides nothing and refuses nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from companion.core import events as ev
from companion.core.cards import Card, next_card
from companion.core.events import Event
from companion.core.game import Game, Space, spaces_of
from companion.core.ledger import BANK, Account, Balances, post
from companion.core.options import Options, changed

PHASES: Final = ("stakes", "deal", "spare", "runs", "counts", "shown", "done")
"""Phases of a hand; ``shown`` asks who is left with a pay card, ``done`` ends it."""


@dataclass(frozen=True)
class Seat:
    """A person of this evening: *number* never changes, *name* and *animal* may."""

    number: int
    name: str
    animal: str


class Play(NamedTuple):
    """*seat* played *card*; *leads* where it began a run."""

    seat: int
    card: Card
    leads: bool


class Stop(NamedTuple):
    """A run ended after *plays* cards of the hand; *missing* is the card called dead, if any."""

    why: str
    missing: Card | None
    plays: int


class Pass(NamedTuple):
    """*seat* could not lead after *plays* cards, the last of which was *last*."""

    seat: int
    plays: int
    last: Card | None


@dataclass(frozen=True)
class Hand:
    """One deal. *circle* is the dealing order, eldest first; numbers of cards are per seat.

    *needed* continues the run (``None`` before the first lead and after a stop); *missing* was
    called dead by the last stop and may still turn up until the next lead; *leader* has the lead,
    ``None`` while a run lasts. *awards* says who took which space in this hand.
    """

    number: int
    dealer: int
    circle: tuple[int, ...]
    depth: str
    left: Mapping[int, int]
    spare: int
    phase: str = "stakes"
    stakes: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    dealt: Mapping[int, int] = field(default_factory=dict)
    swapped: bool = False
    sold: bool = False
    plays: tuple[Play, ...] = ()
    seen: Mapping[Card, int] = field(default_factory=dict)
    stops: tuple[Stop, ...] = ()
    passes: tuple[Pass, ...] = ()
    needed: Card | None = None
    missing: Card | None = None
    leader: int | None = None
    refusals: int = 0
    awards: Mapping[str, int] = field(default_factory=dict)
    offered: tuple[tuple[str, int], ...] = ()
    barred: frozenset[int] = frozenset()
    shown: frozenset[Card] = frozenset()
    counts: Mapping[int, int] = field(default_factory=dict)
    out: int | None = None
    void: bool = False
    deals: int = 1

    @property
    def eldest(self) -> int:
        """The seat left of the dealer."""
        return self.circle[0]

    @property
    def last(self) -> Card | None:
        """The last card played in this hand."""
        return self.plays[-1].card if self.plays else None

    @property
    def run(self) -> tuple[Play, ...]:
        """The plays of the run on the table, or of the last one after a stop."""
        for start in range(len(self.plays) - 1, -1, -1):
            if self.plays[start].leads:
                return self.plays[start:]
        return ()

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise in this hand."""
        return self.circle[(self.circle.index(seat) + 1) % len(self.circle)]


class Result(NamedTuple):
    """How a hand ended: *winner* is ``None`` for a void hand; *left* are the cards by seat."""

    number: int
    dealer: int
    winner: int | None
    left: tuple[tuple[int, int], ...]
    eldest: int


@dataclass(frozen=True)
class Table:
    """An evening as it stands. Built by `evolve` alone; all amounts are whole chips."""

    game: Game
    options: Options
    spaces: tuple[Space, ...]
    depth: str = "cards"
    opened: bool = False
    seats: Mapping[int, Seat] = field(default_factory=dict)
    circle: tuple[int, ...] = ()
    dealer: int | None = None
    balances: Balances = field(default_factory=dict)
    bought: Mapping[int, int] = field(default_factory=dict)
    hand: Hand | None = None
    results: tuple[Result, ...] = ()
    first_players: tuple[int, ...] = ()
    last_lap: bool = False
    gone: frozenset[str] = frozenset()
    play_on: bool = False
    ended: str | None = None
    objections: tuple[int, ...] = ()
    proposal: ev.UndoProposed | None = None
    paid: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def new(cls, game: Game) -> Table:
        """Return the table of *game* before anything happened."""
        return cls(game=game, options=game.preset, spaces=spaces_of(game.preset))

    @property
    def playing(self) -> Hand | None:
        """The hand being played, or ``None`` between hands."""
        return self.hand if self.hand is not None and self.hand.phase != "done" else None

    def balance(self, account: Account) -> int:
        """Return the chips of a seat, a space or the bank."""
        return self.balances.get(account, 0)

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.seats[seat].name

    @property
    def layout_chips(self) -> dict[str, int]:
        """The chips on every space: those of the layout first, then others that hold chips."""
        named = {space.name: self.balance(space.name) for space in self.spaces}
        others = {
            a: n
            for a, n in self.balances.items()
            if isinstance(a, str) and a != BANK and a not in named and n
        }
        return {**named, **others}  # fmt: skip

    def digest(self) -> str:
        """Return a hash of everything that undo must bring back: equal tables, equal digests."""
        text = json.dumps(_plain(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Turn state into JSON values, leaving out what a proposal or an objection says about it."""
    if isinstance(value, Game):
        return value.key
    if isinstance(value, (Table, Hand, Seat, Options, Space)):
        names = value.__dataclass_fields__
        return {n: _plain(getattr(value, n)) for n in names if n not in ("proposal", "objections")}
    if isinstance(value, Mapping):
        return {
            str(key): _plain(each) for key, each in value.items() if each or not _is_account(key)
        }
    if isinstance(value, frozenset):
        return sorted(_plain(each) for each in value)
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    return value


def _is_account(key: object) -> bool:
    return isinstance(key, (str, int))


State = TypeVar("State", Table, Hand)


def _with(old: State, **changes: Any) -> State:
    """Return a copy with *changes*: `dataclasses.replace` at a tenth of its cost."""
    new = object.__new__(type(old))
    fields = {**old.__dict__, **changes}
    assert len(fields) == len(old.__dict__), changes.keys() - old.__dict__.keys()
    object.__setattr__(new, "__dict__", fields)
    return new


def evolve(table: Table, event: Event) -> Table:
    """Return *table* after *event*. Total for every event that `companion.core` decided."""
    transfers = event.transfers()
    if transfers:
        table = _with(table, balances=post(table.balances, transfers))
    step = _STEPS.get(type(event))
    return step(table, event) if step is not None else table


class Decided(tuple[Event, ...]):
    """Events as decided on one table, with the table after them: `replay` need not fold again."""

    before: Table
    after: Table

    def __new__(cls, events: Iterable[Event], before: Table, after: Table) -> Decided:
        """Keep both tables beside the events."""
        decided = super().__new__(cls, events)
        decided.before, decided.after = before, after
        return decided


def replay(table: Table, events: Iterable[Event]) -> Table:
    """Fold *events* onto *table*. Reverted events must have been left out (`undo.standing`)."""
    if isinstance(events, Decided) and events.before is table:
        return events.after
    for event in events:
        table = evolve(table, event)
    return table


# ---- the evening --------------------------------------------------------------------------------


def _opened(table: Table, event: ev.EveningOpened | ev.RulesChanged) -> Table:
    options = changed(table.game.preset, event.options)
    depth = event.depth if isinstance(event, ev.EveningOpened) else table.depth
    return _with(table, opened=True, options=options, spaces=spaces_of(options), depth=depth)


def _seat_taken(table: Table, event: ev.SeatTaken) -> Table:
    seat = Seat(event.seat, event.name, event.animal)
    circle = (*table.circle[: event.place], event.seat, *table.circle[event.place :])
    return _bought(
        _with(table, seats={**table.seats, event.seat: seat}, circle=circle),
        event.seat,
        event.chips,
    )


def _seat_renamed(table: Table, event: ev.SeatRenamed) -> Table:
    seat = Seat(event.seat, event.name, event.animal)
    return _with(table, seats={**table.seats, event.seat: seat})


def _seat_left(table: Table, event: ev.SeatLeft | ev.LeftBroke) -> Table:
    place = table.circle.index(event.seat)
    circle = table.circle[:place] + table.circle[place + 1 :]
    dealer = table.dealer
    if dealer == event.seat:  # RULES § 2.9: the deal passes to the next seated player
        dealer = circle[place % len(circle)] if circle else None
    return _with(table, circle=circle, dealer=dealer)


def _seat_rejoined(table: Table, event: ev.SeatRejoined) -> Table:
    circle = (*table.circle[: event.place], event.seat, *table.circle[event.place :])
    return _with(table, circle=circle)


def _circle_set(table: Table, event: ev.CircleSet) -> Table:
    return _with(table, circle=event.circle)


def _dealer_set(table: Table, event: ev.DealerSet) -> Table:
    return _with(table, dealer=event.seat)


def _depth_set(table: Table, event: ev.DepthSet) -> Table:
    return _with(table, depth=event.depth)


def _objected(table: Table, event: ev.Objected) -> Table:
    return _with(table, objections=(*table.objections, event.seq))


def _objection_settled(table: Table, event: ev.ObjectionSettled) -> Table:
    return _with(table, objections=tuple(seq for seq in table.objections if seq != event.seq))


def _undo_proposed(table: Table, event: ev.UndoProposed) -> Table:
    return _with(table, proposal=event)


def _undo_declined(table: Table, event: Event) -> Table:
    return _with(table, proposal=None)


def _reverted(table: Table, event: ev.Reverted) -> Table:
    """What is taken back needs no doubt any more; the lines themselves are left out by `undo`."""
    doubted = tuple(seq for seq in table.objections if seq not in event.seqs)
    return _with(table, proposal=None, objections=doubted)


def _bought_in(table: Table, event: ev.BoughtIn) -> Table:
    return _bought(table, event.seat, event.chips)


def _bought(table: Table, seat: int, chips: int) -> Table:
    return _with(table, bought={**table.bought, seat: table.bought.get(seat, 0) + chips})


# ---- a hand -------------------------------------------------------------------------------------


def _on_hand(table: Table, **changes: Any) -> Table:
    assert table.hand is not None
    return _with(table, hand=_with(table.hand, **changes))


def _hand_begun(table: Table, event: ev.HandBegun) -> Table:
    hand = Hand(
        number=event.number, dealer=event.dealer, circle=event.circle, depth=event.depth,
        left=dict(zip(event.circle, event.sizes, strict=True)), spare=event.spare,
    )  # fmt: skip
    first = table.first_players or event.circle
    return _with(table, hand=hand, dealer=event.dealer, first_players=first)


def _staked(table: Table, event: ev.Staked) -> Table:
    hand = table.hand
    assert hand is not None
    stakes = {**hand.stakes, event.seat: dict(event.stakes)}
    phase = "deal" if len(stakes) == len(hand.circle) else "stakes"
    return _on_hand(table, stakes=stakes, phase=phase)


def _dealt(table: Table, event: ev.Dealt) -> Table:
    assert table.hand is not None
    table = _on_hand(table, dealt=table.hand.left)
    if table.options.spare_swap or table.options.spare_auction:
        return _on_hand(table, phase="spare")
    return _runs_begin(table)


def _runs_begin(table: Table) -> Table:
    """Give the first lead to whom the rules name (RULES § 3 first_lead)."""
    hand, first = table.hand, table.options.first_lead
    assert hand is not None
    table = _on_hand(table, phase="runs", dealt=hand.left)
    if hand.depth == "pots":
        return table
    if first.startswith("suit:"):
        return _on_hand(table, needed=Card("2" + first[-1]))
    return _on_hand(table, leader=hand.dealer if first == "dealer" else hand.eldest)


def _count_corrected(table: Table, event: ev.CountCorrected) -> Table:
    hand = table.hand
    assert hand is not None
    table = _on_hand(table, left={**hand.left, event.seat: event.cards})
    if hand.phase != "done":
        return table
    last = table.results[-1]
    left = tuple((s, event.cards if s == event.seat else cards) for s, cards in last.left)
    return _with(table, results=(*table.results[:-1], last._replace(left=left)))


def _spare_swapped(table: Table, event: ev.SpareSwapped) -> Table:
    hand = table.hand
    assert hand is not None
    left = {**hand.left, event.seat: hand.spare}
    table = _on_hand(table, left=left, spare=hand.left[event.seat], swapped=True)
    return table if table.options.auction_own_after_swap else _runs_begin(table)


def _spare_sold(table: Table, event: ev.SpareSold) -> Table:
    hand = table.hand
    assert hand is not None
    left = {**hand.left, event.buyer: hand.spare}
    return _runs_begin(_on_hand(table, left=left, spare=hand.left[event.buyer], sold=True))


def _spare_left(table: Table, event: ev.SpareLeft) -> Table:
    return _runs_begin(table)


def _redealt(table: Table, event: ev.Redealt) -> Table:
    hand = table.hand
    assert hand is not None
    again = Hand(
        number=hand.number, dealer=hand.dealer, circle=hand.circle, depth=hand.depth,
        left=dict(zip(hand.circle, event.sizes, strict=True)), spare=event.spare,
        phase="deal", stakes=hand.stakes, barred=hand.barred, deals=hand.deals + 1,
    )  # fmt: skip
    return _with(table, hand=again)


def _hand_depth_set(table: Table, event: ev.HandDepthSet) -> Table:
    return _on_hand(table, depth=event.depth, needed=None, leader=None, missing=None, offered=())


def _card_played(table: Table, event: ev.CardPlayed) -> Table:
    hand, card = table.hand, event.card
    assert hand is not None
    leads = not hand.plays or (hand.needed is None and card != hand.missing)
    return _on_hand(
        table,
        plays=(*hand.plays, Play(event.seat, card, leads)),
        seen={**hand.seen, card: event.seat},
        left={**hand.left, event.seat: hand.left[event.seat] - 1},
        needed=next_card(card, table.options.ace),
        missing=None, leader=None, refusals=0, offered=(),
    )  # fmt: skip


def _run_stopped(table: Table, event: ev.RunStopped) -> Table:
    hand = table.hand
    assert hand is not None
    stops = (*hand.stops, Stop(event.why, event.missing, len(hand.plays)))
    if not hand.plays and event.missing is not None:  # the search for the first lead goes on
        after = "A" if event.missing.rank == "K" else next_card(event.missing, "low")
        if event.missing.rank == "A":
            return _on_hand(table, stops=stops, needed=None, leader=hand.eldest)
        needed = Card("A" + event.missing.suit) if after == "A" else after
        return _on_hand(table, stops=stops, needed=needed)
    return _on_hand(
        table, stops=stops, needed=None, missing=event.missing, leader=hand.plays[-1].seat
    )


def _lead_passed(table: Table, event: ev.LeadPassed) -> Table:
    hand = table.hand
    assert hand is not None
    passes = (*hand.passes, Pass(event.seat, len(hand.plays), hand.last))
    if hand.depth == "pots":
        return _on_hand(table, passes=passes)
    return _on_hand(
        table, passes=passes, refusals=hand.refusals + 1, leader=hand.left_of(event.seat)
    )


def _pot_awarded(table: Table, event: ev.PotAwarded) -> Table:
    hand = table.hand
    assert hand is not None
    offered = tuple(offer for offer in hand.offered if offer[0] != event.space)
    table = _on_hand(table, awards={**hand.awards, event.space: event.seat}, offered=offered)
    if table.last_lap and _runs_down(table, event.space):
        return _with(table, gone=table.gone | {event.space})
    return table


def _runs_down(table: Table, space: str) -> bool:
    """Whether a space whose chips are claimed gets no more stakes (RULES § 2.8)."""
    if table.options.end == "rundown_cards":
        return any(each.name == space and each.sort == "card" for each in table.spaces)
    return table.options.end == "rundown_pots" and space in ("kitty", "pot")


def _pot_offered(table: Table, event: ev.PotOffered) -> Table:
    assert table.hand is not None
    return _on_hand(table, offered=(*table.hand.offered, (event.space, event.seat)))


def _fined(table: Table, event: ev.Fined) -> Table:
    if table.playing is None or not event.barred:
        return table
    return _on_hand(table, barred=table.playing.barred | {event.seat})


def _went_out(table: Table, event: ev.WentOut) -> Table:
    hand = table.hand
    assert hand is not None
    counting = hand.depth == "pots" and table.options.per_card > 0
    left = {**hand.left, event.seat: 0}
    return _on_hand(
        table, out=event.seat, left=left, needed=None, leader=None,
        phase="counts" if counting else "shown",
    )  # fmt: skip


def _hand_voided(table: Table, event: ev.HandVoided) -> Table:
    return _on_hand(table, void=True, phase="counts")


def _count_given(table: Table, event: ev.CountGiven) -> Table:
    hand = table.hand
    assert hand is not None
    counts = {**hand.counts, event.seat: event.cards}
    return _on_hand(
        table,
        counts=counts,
        left={**hand.left, event.seat: event.cards},
        phase="shown" if len(counts) == len(hand.circle) - (not hand.void) else "counts",
    )


def _pay_card_shown(table: Table, event: ev.PayCardShown) -> Table:
    assert table.hand is not None
    return _on_hand(table, shown=table.hand.shown | {event.card})


def _hand_ended(table: Table, event: ev.HandEnded) -> Table:
    hand = table.hand
    assert hand is not None
    result = Result(hand.number, hand.dealer, event.winner, event.left, hand.eldest)
    table = _on_hand(table, phase="done", needed=None, leader=None, missing=None)
    return _with(table, results=(*table.results, result), dealer=event.next_dealer)


# ---- the end ------------------------------------------------------------------------------------


def _last_lap(table: Table, event: ev.LastLapBegun) -> Table:
    return _with(table, last_lap=True)


def _played_on(table: Table, event: ev.PlayedOn) -> Table:
    return _with(table, play_on=True)


def _evening_ended(table: Table, event: ev.EveningEnded) -> Table:
    return _with(table, ended=event.reason)


def _payment_ticked(table: Table, event: ev.PaymentTicked) -> Table:
    pair = frozenset({(event.debtor, event.creditor)})
    return _with(table, paid=table.paid | pair if event.paid else table.paid - pair)


_STEPS: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    ev.EveningOpened: _opened,
    ev.RulesChanged: _opened,
    ev.SeatTaken: _seat_taken,
    ev.SeatRenamed: _seat_renamed,
    ev.SeatLeft: _seat_left,
    ev.SeatRejoined: _seat_rejoined,
    ev.LeftBroke: _seat_left,
    ev.CircleSet: _circle_set,
    ev.DealerSet: _dealer_set,
    ev.DepthSet: _depth_set,
    ev.Objected: _objected,
    ev.ObjectionSettled: _objection_settled,
    ev.UndoProposed: _undo_proposed,
    ev.UndoDeclined: _undo_declined,
    ev.Reverted: _reverted,
    ev.BoughtIn: _bought_in,
    ev.Fined: _fined,
    ev.HandBegun: _hand_begun,
    ev.Staked: _staked,
    ev.Dealt: _dealt,
    ev.CountCorrected: _count_corrected,
    ev.SpareSwapped: _spare_swapped,
    ev.SpareSold: _spare_sold,
    ev.SpareLeft: _spare_left,
    ev.Redealt: _redealt,
    ev.HandDepthSet: _hand_depth_set,
    ev.CardPlayed: _card_played,
    ev.RunStopped: _run_stopped,
    ev.LeadPassed: _lead_passed,
    ev.PotAwarded: _pot_awarded,
    ev.PotOffered: _pot_offered,
    ev.WentOut: _went_out,
    ev.HandVoided: _hand_voided,
    ev.CountGiven: _count_given,
    ev.PayCardShown: _pay_card_shown,
    ev.HandEnded: _hand_ended,
    ev.LastLapBegun: _last_lap,
    ev.PlayedOn: _played_on,
    ev.EveningEnded: _evening_ended,
    ev.PaymentTicked: _payment_ticked,
}
