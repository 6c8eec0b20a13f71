"""Facts of a hand: stakes, deal, spare hand, poker, runs, payments. Decides nothing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import Card
from companion.core.event import Counts, Event, Stakes
from companion.core.ledger import BANK, Transfer, move, moves

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
        return moves([(self.seat, space, chips) for space, chips in self.stakes])


@dataclass(frozen=True, slots=True)
class PointsPlaced(Event):
    """The bank puts this hand's points on the layout (``funding=bank``)."""

    rule = "RULES § 4.5"
    stakes: Stakes

    def transfers(self) -> tuple[Transfer, ...]:
        """From the bank to each space."""
        return moves([(BANK, space, chips) for space, chips in self.stakes])


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """*seat*, the dealer, turns up the last card of the spare hand: its suit is trumps."""

    rule = "RULES § 10"
    seat: int
    card: Card


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
            return move(self.winner, self.seat, -self.chips)
        return move(self.seat, self.winner, self.chips)


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
        return move(self.buyer, self.seller, self.chips)


@dataclass(frozen=True, slots=True)
class SpareBought(Event):
    """*seat* buys the spare hand for *chips* into the kitty (``spare_first_refusal=eldest``)."""

    rule = "RULES § 2.3"
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the buyer to the kitty."""
        return move(self.seat, "kitty", self.chips)


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
        return move(self.seat, "pot", self.chips)


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
        return move(self.seat, "kitty", self.chips)


@dataclass(frozen=True, slots=True)
class PotAwarded(Event):
    """Everything, or the share won, that lies on *space* goes to *seat*."""

    rule = "RULES § 2.6"
    space: str
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the space to the seat."""
        return move(self.space, self.seat, self.chips)


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
        return move(self.seat, self.winner, self.chips)


@dataclass(frozen=True, slots=True)
class PaidOntoSpace(Event):
    """*seat* pays *chips* onto *space*: left with its card, or for cards in a void hand."""

    rule = "RULES § 2.7"
    space: str
    seat: int
    chips: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the seat to the space."""
        return move(self.seat, self.space, self.chips)


@dataclass(frozen=True, slots=True)
class CardsLaidOpen(Event):
    """*seat* lays open the *cards* left in hand: evidence for what was claimed before."""

    rule = "RULES § 5"
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PileAudited(Event):
    """The pile before *seat* was held against the log: a flag where they differ, never a change.

    *cards* were seen in the pile; *missing* are in the log and not in the pile, *extra* in the
    pile and not in the log.
    """

    rule = "RULES § 5"
    seat: int
    cards: tuple[Card, ...]
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]


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
