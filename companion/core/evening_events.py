"""Facts between hands: people, rules, chips bought, taking back, the end. Decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.cards import Card
from companion.core.event import Counts, Event
from companion.core.ledger import BANK, Account, Transfer, move, moves

# ---- the evening and its seats ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EveningOpened(Event):
    """The table stands: game, all its options, and how much is entered (``pots`` or ``cards``)."""

    steadfast = True
    game: str
    options: dict[str, Any]
    depth: str = "cards"


@dataclass(frozen=True, slots=True)
class RulesChanged(Event):
    """Before the first stake: other house rules for the same game."""

    steadfast = True
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RulesProposed(Event):
    """*seat*, or the host for None, proposes other house rules in mid-evening."""

    rule = "RULES § 11"
    steadfast = True
    seat: int | None
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RulesAgreed(Event):
    """*seat* agrees to what is proposed; with None the host says that everybody does."""

    rule = "RULES § 11"
    steadfast = True
    seat: int | None


@dataclass(frozen=True, slots=True)
class RulesDeclined(Event):
    """*seat*, or the host for None, does not agree: the house rules stay as they are."""

    rule = "RULES § 11"
    steadfast = True
    seat: int | None


@dataclass(frozen=True, slots=True)
class RulesApplied(Event):
    """The house rules that all have agreed to count from this hand on."""

    rule = "RULES § 11"
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatTaken(Event):
    """A person sits down and gets *chips* from the bank. *place* is the index in the circle."""

    rule = "RULES § 2.9"
    steadfast = True
    seat: int
    name: str
    animal: str
    chips: int
    place: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The chips to begin with come from the bank; a debt of an evening before goes there."""
        if self.chips < 0:
            return move(self.seat, BANK, -self.chips)
        return move(BANK, self.seat, self.chips)


@dataclass(frozen=True, slots=True)
class SeatRenamed(Event):
    """Another name or animal for the same person."""

    steadfast = True
    seat: int
    name: str
    animal: str


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """A person leaves between hands; own chips are kept, those on the layout stay there."""

    rule = "RULES § 2.9"
    steadfast = True
    seat: int


@dataclass(frozen=True, slots=True)
class SeatRejoined(Event):
    """Somebody who left sits down again with what they had."""

    rule = "RULES § 2.9"
    steadfast = True
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class CircleSet(Event):
    """The people sit in this order, clockwise."""

    steadfast = True
    circle: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealerSet(Event):
    """This seat deals the next hand."""

    rule = "RULES § 3 first_dealer"
    steadfast = True
    seat: int


@dataclass(frozen=True, slots=True)
class DepthSet(Event):
    """How much is entered from the next hand on: ``pots`` or ``cards``."""

    steadfast = True
    depth: str


@dataclass(frozen=True, slots=True)
class Objected(Event):
    """A player doubts the line *seq*; nothing moves until it is settled."""

    steadfast = True
    seq: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class ObjectionSettled(Event):
    """The doubt about line *seq* is settled."""

    steadfast = True
    seq: int


@dataclass(frozen=True, slots=True)
class UndoProposed(Event):
    """Somebody asks to take back all from line *first* on; the host or one of *asked* agrees."""

    steadfast = True
    first: int
    seat: int | None
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UndoDeclined(Event):
    """The proposal is off the table; nothing was taken back."""

    steadfast = True


@dataclass(frozen=True, slots=True)
class Reverted(Event):
    """The lines *seqs* no longer count. They stay in the history, struck through."""

    steadfast = True
    seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Restored(Event):
    """The lines *seqs*, taken back before, count again."""

    steadfast = True
    seqs: tuple[int, ...]


# ---- chips outside a hand -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoughtIn(Event):
    """*seat* buys *chips* more from the bank."""

    rule = "RULES § 2.9"
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the bank to the seat."""
        return move(BANK, self.seat, self.chips)


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """Chips moved by hand, with the reason."""

    rule = "RULES § 11"
    debit: Account
    credit: Account
    chips: int
    note: str

    def transfers(self) -> tuple[Transfer, ...]:
        """From *debit* to *credit*."""
        return move(self.debit, self.credit, self.chips)


@dataclass(frozen=True, slots=True)
class Fined(Event):
    """A proven breach: *seat* pays each opponent and, barred, wins no more in this hand."""

    rule = "RULES § 5"
    seat: int
    payments: Counts
    barred: bool

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to each opponent."""
        return moves([(self.seat, other, chips) for other, chips in self.payments])


@dataclass(frozen=True, slots=True)
class BreachAnswered(Event):
    """The table has answered a breach of *seat* that *evidence* proves: *fined*, or let go.

    *code*, *claimed_at* (cards played before), *claim*, *run* and *shown* say what was proven, as
    `companion.core.proofs.Proof` does.
    """

    rule = "RULES § 5"
    seat: int
    code: str
    claimed_at: int
    claim: Card | None
    run: int
    evidence: Card
    shown: str
    fined: bool


# ---- the end of the evening ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastLapBegun(Event):
    """The run-down begins with the next hand's stakes."""

    rule = "RULES § 2.8"


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The agreed minutes are over; the hand being played is the last, or the round is."""

    rule = "RULES § 2.8"
    steadfast = True


@dataclass(frozen=True, slots=True)
class PlayedOn(Event):
    """The agreed end was reached and the table goes on until the host ends it."""

    rule = "RULES § 2.8"


@dataclass(frozen=True, slots=True)
class EveningEnded(Event):
    """The evening is over (*reason*: an end of RULES § 2.8 or ``manual``)."""

    rule = "RULES § 2.8"
    reason: str


@dataclass(frozen=True, slots=True)
class LastHandShown(Event):
    """*seat* shows the open five-card hand that may win the leftover."""

    rule = "RULES § 2.8"
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LeftoverGiven(Event):
    """What is left on *space* goes to these seats."""

    rule = "RULES § 2.8"
    space: str
    shares: Counts

    def transfers(self) -> tuple[Transfer, ...]:
        """From the space to each seat."""
        return moves([(self.space, seat, chips) for seat, chips in self.shares])


@dataclass(frozen=True, slots=True)
class PaymentTicked(Event):
    """In the settle-up, *debtor* has (or has not) paid *creditor* in coins. No chip moves."""

    steadfast = True
    debtor: int
    creditor: int
    paid: bool
