"""The state of an evening: frozen data that knows nothing of events.

Decides nothing and changes nothing; `table` folds events into it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from companion.core import events as ev
from companion.core.cards import Card
from companion.core.game import Game, Space, spaces_of
from companion.core.ledger import BANK, Account, Balances
from companion.core.options import Options

PHASES: Final = (
    "stakes",
    "deal",
    "spare",
    "hold",
    "poker",
    "runs",
    "counts",
    "shown",
    "done",
)
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
class Auction:
    """The auction of the spare hand: *bids* as (seat, chips), and who is still *asked*."""

    asked: tuple[int, ...]
    bids: tuple[tuple[int, int], ...] = ()
    running: bool = True
    buyer: int | None = None


@dataclass(frozen=True)
class Poker:
    """The poker round: *order* in which people act, who is still *playing*, whose *turn* it is.

    *paid* are the chips put in by seat, *level* what everybody must have put in, *raises* those
    after the opening bet; who is *all_in* is asked no more; *shown* are the five cards by seat.
    """

    order: tuple[int, ...]
    playing: tuple[int, ...]
    turn: tuple[int, ...]
    paid: Mapping[int, int]
    level: int = 0
    raises: int = 0
    begun: bool = False
    all_in: frozenset[int] = frozenset()
    shown: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Hand:
    """One deal. *circle* is the dealing order, eldest first; numbers of cards are per seat.

    *answered* are the proven breaches (seat, code, cards played before) that were fined or let go.
    *laid* are cards left that were laid open, by whom; *audited* says of whose pile it was held
    against the log whether they agree.
    *needed* continues the run (``None`` before the first lead and after a stop); *missing* was
    called dead by the last stop and may still turn up until the next lead; *leader* has the lead,
    ``None`` while a run lasts. *awards* says who took which space in this hand. *turned* is the
    card of the spare hand that was turned up for trumps.
    """

    number: int
    dealer: int
    circle: tuple[int, ...]
    depth: str
    left: Mapping[int, int]
    spare: int
    phase: str = "stakes"
    turned: Card | None = None
    stakes: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    dealt: Mapping[int, int] = field(default_factory=dict)
    swapped: bool = False
    auction: Auction | None = None
    held: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    poker: Poker | None = None
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
    shown: Mapping[Card, int] = field(default_factory=dict)
    laid: Mapping[Card, int] = field(default_factory=dict)
    audited: Mapping[int, bool] = field(default_factory=dict)
    answered: frozenset[tuple[int, str, int]] = frozenset()
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
    time_up: bool = False
    play_on: bool = False
    ended: str | None = None
    objections: tuple[int, ...] = ()
    proposal: ev.UndoProposed | None = None
    rules_proposed: ev.RulesProposed | None = None
    rules_agreed: frozenset[int] = frozenset()
    rules_coming: Options | None = None
    paid: frozenset[tuple[int, int]] = frozenset()
    last_shown: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)

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

    def is_out(self, card: Card) -> bool:
        """Whether everybody can see that nobody will play *card* any more in this hand.

        It was played, it was turned up, or it is not in the pack.
        """
        assert self.hand is not None
        return card in self.hand.seen or card == self.hand.turned or not self.game.has(card)

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.seats[seat].name

    @property
    def most_payable(self) -> int:
        """All the chips there are: nobody bids or bets more, not even who may owe (RULES § 7.1)."""
        return -self.balance(BANK)

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


_TALK: Final = ("proposal", "objections", "rules_proposed", "rules_agreed")


def _plain(value: Any) -> Any:
    """Turn state into JSON values, leaving out what a proposal or an objection says about it."""
    if isinstance(value, Game):
        return value.key
    if isinstance(value, (Table, Hand, Auction, Poker, Seat, Options, Space)):
        names = value.__dataclass_fields__
        return {n: _plain(getattr(value, n)) for n in names if n not in _TALK}
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


State = TypeVar("State", Table, Hand, Auction, Poker)


def with_changes(old: State, **changes: Any) -> State:
    """Return a copy with *changes*: `dataclasses.replace` at a tenth of its cost."""
    return _changed(old, changes)


def with_hand(table: Table, **changes: Any) -> Table:
    """Return *table* with *changes* in its hand."""
    assert table.hand is not None
    return _changed(table, {"hand": _changed(table.hand, changes)})


_new, _set = object.__new__, object.__setattr__


def _changed(old: State, changes: dict[str, Any]) -> State:
    before = old.__dict__
    fields = before | changes
    assert len(fields) == len(before), changes.keys() - before.keys()
    new = _new(old.__class__)
    _set(new, "__dict__", fields)
    return new
