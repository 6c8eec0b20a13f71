"""Every fact that can be recorded: frozen, complete in itself, and never changed once stored.

An event carries the *resulting* amounts, so an old evening replays the same under new rules.
Chips move only by `Event.transfers`. Who decides which events follow from an act is not said
here.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, get_origin, get_type_hints

from companion.core.cards import CARD, Card
from companion.core.ledger import BANK, Account, Transfer, moves

Stakes = tuple[tuple[str, int], ...]
"""Chips by space, in layout order: ``(("AH", 1), ("KC", 2))``."""

Counts = tuple[tuple[int, int], ...]
"""A number by seat: ``((0, 11), (1, 10))``."""


@dataclass(frozen=True, slots=True)
class Event:
    """A fact.

    *rule* names the paragraph it follows from; *steadfast* facts never fall with an undo.
    """

    rule: ClassVar[str] = ""
    steadfast: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The class name, as stored."""
        return type(self).__name__

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the chips this fact moves; most move none."""
        return ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return {name: getattr(self, name) for name in _FIELDS[type(self)]}


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
            return moves((self.seat, BANK, -self.chips))
        return moves((BANK, self.seat, self.chips))


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
        return moves((BANK, self.seat, self.chips))


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
        return moves((self.debit, self.credit, self.chips))


@dataclass(frozen=True, slots=True)
class Fined(Event):
    """A proven breach: *seat* pays each opponent and, barred, wins no more in this hand."""

    rule = "RULES § 5"
    seat: int
    payments: Counts
    barred: bool

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to each opponent."""
        return moves(*((self.seat, other, chips) for other, chips in self.payments))


# ---- a hand: stakes, deal, spare hand -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandBegun(Event):
    """Hand *number* begins. *circle* is the dealing order: eldest first, the dealer last."""

    rule = "RULES § 2.1"
    number: int
    dealer: int
    circle: tuple[int, ...]
    depth: str
    sizes: tuple[int, ...]
    spare: int


@dataclass(frozen=True, slots=True)
class LeftBroke(Event):
    """*seat* cannot pay the own stake and leaves with what there is (``insolvency=out``)."""

    rule = "RULES § 2.9"
    seat: int


@dataclass(frozen=True, slots=True)
class Staked(Event):
    """*seat* puts its whole stake of this hand on the layout."""

    rule = "RULES § 2.1"
    seat: int
    stakes: Stakes

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to each space."""
        return moves(*((self.seat, space, chips) for space, chips in self.stakes))


@dataclass(frozen=True, slots=True)
class PointsPlaced(Event):
    """The bank puts this hand's points on the layout (``funding=bank``)."""

    rule = "RULES § 4.5"
    stakes: Stakes

    def transfers(self) -> tuple[Transfer, ...]:
        """From the bank to each space."""
        return moves(*((BANK, space, chips) for space, chips in self.stakes))


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards are out; every hand has as many as `HandBegun` said."""

    rule = "RULES § 2.2"


@dataclass(frozen=True, slots=True)
class CountCorrected(Event):
    """*seat* holds *cards* cards now, not what was worked out; after the hand the payment follows.

    *chips* go from *seat* to *winner* where *winner* is given (below 0: back from the winner).
    """

    rule = "RULES § 2.2"
    seat: int
    cards: int
    winner: int | None = None
    chips: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """The difference to what was paid for the cards left."""
        if self.winner is None:
            return ()
        if self.chips < 0:
            return moves((self.winner, self.seat, -self.chips))
        return moves((self.seat, self.winner, self.chips))


@dataclass(frozen=True, slots=True)
class SpareSwapped(Event):
    """*seat* exchanges the own hand, unseen, for the spare hand; the old hand is dead."""

    rule = "RULES § 2.3"
    seat: int


@dataclass(frozen=True, slots=True)
class AuctionOpened(Event):
    """*seat*, the dealer, offers the unseen spare hand."""

    rule = "RULES § 2.3"
    seat: int


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """*seat* bids *chips* for the spare hand; nothing moves before it is sold."""

    rule = "RULES § 2.3"
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class BidPassed(Event):
    """*seat* bids nothing more."""

    rule = "RULES § 2.3"
    seat: int


@dataclass(frozen=True, slots=True)
class AuctionFailed(Event):
    """Nobody buys: the spare hand stays dead, unless the dealer may still swap."""

    rule = "RULES § 2.3"


@dataclass(frozen=True, slots=True)
class SpareSold(Event):
    """*buyer* plays the spare hand and pays *chips* to *seller*, the dealer, at once."""

    rule = "RULES § 2.3"
    seller: int
    buyer: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the buyer to the seller."""
        return moves((self.buyer, self.seller, self.chips))


@dataclass(frozen=True, slots=True)
class SpareBought(Event):
    """*seat* buys the spare hand for *chips* into the kitty (``spare_first_refusal=eldest``)."""

    rule = "RULES § 2.3"
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the buyer to the kitty."""
        return moves((self.seat, "kitty", self.chips))


@dataclass(frozen=True, slots=True)
class SpareLeft(Event):
    """The spare hand stays dead."""

    rule = "RULES § 2.3"


@dataclass(frozen=True, slots=True)
class Redealt(Event):
    """A misdeal: this deal counts as no hand, stakes stay, the same dealer deals again."""

    rule = "RULES § 2.2"
    sizes: tuple[int, ...]
    spare: int


@dataclass(frozen=True, slots=True)
class HandDepthSet(Event):
    """From here on only the pots of this hand are recorded."""

    depth: str


# ---- a hand: paid on holding, and the poker round ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Held(Event):
    """*seat* shows what wins *space* where it is paid on holding."""

    rule = "RULES § 2.6"
    seat: int
    space: str


@dataclass(frozen=True, slots=True)
class HoldingClosed(Event):
    """Nobody shows anything more; who holds a sequence has been paid the own share."""

    rule = "RULES § 2.6"


@dataclass(frozen=True, slots=True)
class PokerBet(Event):
    """*seat* does *act* (``check``, ``bet``, ``call``, ``raise``, ``fold``) and puts in *chips*."""

    rule = "RULES § 4.6"
    seat: int
    act: str
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to the pot."""
        return moves((self.seat, "pot", self.chips))


@dataclass(frozen=True, slots=True)
class PokerShown(Event):
    """*seat* shows the five cards set aside for the poker."""

    rule = "RULES § 4.6"
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PokerEnded(Event):
    """The poker is decided: *leader* has won it, or leads the runs as nobody has.

    *told* are the winners where they were told without cards.
    """

    rule = "RULES § 4.6"
    leader: int
    told: tuple[int, ...] = ()


# ---- a hand: the runs ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """*seat* plays *card*, as a lead or on the run."""

    rule = "RULES § 2.4"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class RunStopped(Event):
    """The run ends: ``top``, ``played`` or ``dead`` (*missing* is the card nobody has)."""

    rule = "RULES § 1 stop"
    why: str
    missing: Card | None


@dataclass(frozen=True, slots=True)
class LeadPassed(Event):
    """*seat* has the lead and cannot meet the change asked for; *chips* go to the kitty."""

    rule = "RULES § 2.5"
    seat: int
    chips: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """The penalty for passing, where there is one."""
        return moves((self.seat, "kitty", self.chips))


@dataclass(frozen=True, slots=True)
class PotAwarded(Event):
    """Everything, or the share won, that lies on *space* goes to *seat*."""

    rule = "RULES § 2.6"
    space: str
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the space to the seat."""
        return moves((self.space, self.seat, self.chips))


@dataclass(frozen=True, slots=True)
class PotOffered(Event):
    """With ``claim=call``: *seat* may claim *space* until the next card is played."""

    rule = "RULES § 2.6"
    space: str
    seat: int


# ---- a hand: its end ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """*seat* has played its last card."""

    rule = "RULES § 2.4"
    seat: int


@dataclass(frozen=True, slots=True)
class HandVoided(Event):
    """Nobody can lead, told by the table where only pots are recorded; cards left are paid for."""

    rule = "RULES § 2.5"


@dataclass(frozen=True, slots=True)
class CountGiven(Event):
    """*seat* has *cards* cards left at the end of the hand."""

    rule = "RULES § 2.7"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardsPaid(Event):
    """*seat* pays *winner* *chips* for *cards* cards left; *cancelled* could not be paid."""

    rule = "RULES § 2.7"
    seat: int
    winner: int
    cards: int
    chips: int
    cancelled: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to the winner."""
        return moves((self.seat, self.winner, self.chips))


@dataclass(frozen=True, slots=True)
class PaidOntoSpace(Event):
    """*seat* pays *chips* onto *space*: left with its card, or for cards in a void hand."""

    rule = "RULES § 2.7"
    space: str
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to the space."""
        return moves((self.seat, self.space, self.chips))


@dataclass(frozen=True, slots=True)
class PayCardShown(Event):
    """*seat* is left with the pay card *card* at the end of the hand."""

    rule = "RULES § 3 unplayed_paycard"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The hand is over: *winner* is out, or it is void (``None``). *next_dealer* deals the next."""

    rule = "RULES § 2.7"
    winner: int | None
    left: Counts
    next_dealer: int


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
        return moves(*((self.space, seat, chips) for seat, chips in self.shares))


@dataclass(frozen=True, slots=True)
class PaymentTicked(Event):
    """In the settle-up, *debtor* has (or has not) paid *creditor* in coins. No chip moves."""

    steadfast = True
    debtor: int
    creditor: int
    paid: bool


EVENTS: Final[dict[str, type[Event]]] = {cls.__name__: cls for cls in Event.__subclasses__()}
_FIELDS: Final = {cls: tuple(field.name for field in fields(cls)) for cls in EVENTS.values()}
_HINTS: Final = {
    cls: {name: hint for name, hint in get_type_hints(cls).items() if name in _FIELDS[cls]}
    for cls in EVENTS.values()
}
_CARD_FIELDS: Final = {
    cls: tuple(name for name, hint in hints.items() if hint in (Card, Card | None))
    for cls, hints in _HINTS.items()
}
_CARDS_FIELDS: Final = {
    cls: tuple(name for name, hint in hints.items() if hint == tuple[Card, ...])
    for cls, hints in _HINTS.items()
}
_TUPLE_FIELDS: Final = {
    cls: tuple(
        name
        for name, hint in hints.items()
        if get_origin(hint) is tuple and hint != tuple[Card, ...]
    )
    for cls, hints in _HINTS.items()
}


def from_dict(kind: str, body: dict[str, Any]) -> Event:
    """Return the event stored as *kind* and *body*.

    Raises `KeyError` for a kind this version does not know and `TypeError` for a wrong body: both
    mean that the evening was written by another version.
    """
    cls = EVENTS[kind]
    values = dict(body)
    for name in _CARD_FIELDS[cls]:
        if values[name] is not None:
            values[name] = CARD[values[name]]
    for name in _CARDS_FIELDS[cls]:
        values[name] = tuple([CARD[each] for each in values[name]])
    for name in _TUPLE_FIELDS[cls]:
        values[name] = tuple([tuple(each) if type(each) is list else each for each in values[name]])
    return cls(**values)
