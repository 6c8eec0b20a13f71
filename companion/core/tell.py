"""One plain sentence for every event, as it would be said aloud. Decides nothing, moves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.core import events as ev
from companion.core.cards import Card, suit_word
from companion.core.events import Event
from companion.core.ledger import BANK, Account
from companion.core.options import chips_word
from companion.core.poker_hands import hand_name
from companion.core.pots import space_words
from companion.core.proofs import words
from companion.core.table import Table

MOST_NAMED: Final = 5
"""So many cards of a pile are named in a sentence; of more it says how many there are."""


def tell(table: Table, event: Event) -> str:
    """Return a sentence about *event*; *table* is only asked for names.

    Empty for facts that people do not say aloud (a count of stakes, an automatic step).
    """
    teller = _TELLERS.get(type(event))
    return teller(_Names(table), event) if teller is not None else ""


def tell_leftover(table: Table, events: Iterable[Event]) -> str:
    """Return in one sentence who gets how much of what was left on all spaces together.

    Empty where nothing was given out.
    """
    sums: dict[int, int] = {}
    for event in events:
        for seat, chips in event.shares if isinstance(event, ev.LeftoverGiven) else ():
            sums[seat] = sums.get(seat, 0) + chips
    shares = ", ".join(f"{table.name(seat)} {chips}" for seat, chips in sums.items())
    return f"What was left is given out: {shares}." if shares else ""


def cards_word(cards: int) -> str:
    """Return ``1 card`` or ``5 cards``."""
    return f"{cards} card" if cards == 1 else f"{cards} cards"


class _Names:
    """Names of accounts as people say them."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getitem__(self, account: Account | None) -> str:
        if account is None:
            return "The host"
        if isinstance(account, int):
            seat = self._table.seats.get(account)
            return seat.name if seat is not None else f"Seat {account}"
        return "the bank" if account == BANK else space_words(self._table, account)

    def chips(self, chips: int) -> str:
        """Return a number of chips, or of points, with its word."""
        return chips_word(chips, self._table.options)

    @property
    def bids_are_sealed(self) -> bool:
        """Whether a bid is not said aloud."""
        return self._table.options.auction_style == "sealed"


def _seat_taken(n: _Names, e: ev.SeatTaken) -> str:
    return f"{e.name} sits down with {n.chips(e.chips)}."


def _staked(n: _Names, e: ev.Staked) -> str:
    return f"{n[e.seat]} stakes {n.chips(sum(chips for _, chips in e.stakes))}."


def _hand_begun(n: _Names, e: ev.HandBegun) -> str:
    return f"Hand {e.number}: {n[e.dealer]} deals."


def _stopped(n: _Names, e: ev.RunStopped) -> str:
    if e.missing is not None:
        return f"Stop: nobody has {_the(e.missing)}."
    return "Stop: the top card." if e.why == "top" else "Stop: the next card is out already."


def _the(card: Card) -> str:
    return f"the {card.spoken}"


def _passed(n: _Names, e: ev.LeadPassed) -> str:
    paid = f" and pays {n.chips(e.chips)} to the kitty" if e.chips else ""
    return f"{n[e.seat]} cannot lead{paid}."


def _cards_paid(n: _Names, e: ev.CardsPaid) -> str:
    rest = f"; {n.chips(e.cancelled)} could not be paid" if e.cancelled else ""
    paid = f"{n[e.seat]} pays {n[e.winner]} {n.chips(e.chips)}"
    return f"{paid} for {cards_word(e.cards)} left{rest}."


def _hand_ended(n: _Names, e: ev.HandEnded) -> str:
    if e.winner is None:
        return f"The hand is void: nobody is out. {n[e.next_dealer]} deals next."
    return f"{n[e.winner]} wins the hand. {n[e.next_dealer]} deals next."


def _fined(n: _Names, e: ev.Fined) -> str:
    bar = ", and wins no more in this hand" if e.barred else ""
    amounts = {chips for _, chips in e.payments}
    if len(amounts) > 1:  # who may not owe pays the last ones less
        paid = ", ".join(f"{n[seat]} {n.chips(chips)}" for seat, chips in e.payments)
        return f"{n[e.seat]} pays {paid}{bar}."
    return f"{n[e.seat]} pays {n.chips(max(amounts, default=0))} to each of the others{bar}."


def _breach_answered(n: _Names, e: ev.BreachAnswered) -> str:
    return f"{'Fined' if e.fined else 'Let go'}: {words(n[e.seat], e)}"


def _count_corrected(n: _Names, e: ev.CountCorrected) -> str:
    moved = ""
    if e.winner is not None and e.chips > 0:
        moved = f" and pays {n[e.winner]} {n.chips(e.chips)} more"
    if e.winner is not None and e.chips < 0:
        moved = f" and gets {n.chips(-e.chips)} back from {n[e.winner]}"
    return f"{n[e.seat]} holds {cards_word(e.cards)}{moved}."


def _bid(n: _Names, e: ev.BidMade) -> str:
    amount = "unseen" if n.bids_are_sealed else n.chips(e.chips)
    return f"{n[e.seat]} bids {amount} for the spare hand."


def _bet(n: _Names, e: ev.PokerBet) -> str:
    if e.act in ("check", "fold"):
        return f"{n[e.seat]} {e.act}s."
    return f"{n[e.seat]} {e.act}s: {n.chips(e.chips)} into the pot."


def _cards_shown(n: _Names, e: ev.PokerShown | ev.LastHandShown) -> str:
    cards = " ".join(card.shown for card in e.cards)
    return f"{n[e.seat]} shows {cards}: {hand_name(e.cards)}."


def _poker_ended(n: _Names, e: ev.PokerEnded) -> str:
    names = " and ".join(n[seat] for seat in e.told)
    verb = "wins" if len(e.told) == 1 else "win"
    return f"{names} {verb} the poker." if names else "The poker is over."


def _ended(n: _Names, e: ev.EveningEnded) -> str:
    return "The evening is over."


def _proposed(n: _Names, e: ev.UndoProposed) -> str:
    return f"{n[e.seat]} asks to take back what happened from line {e.first} on."


def _reverted(n: _Names, e: ev.Reverted) -> str:
    return f"Taken back: {len(e.seqs)} {'line' if len(e.seqs) == 1 else 'lines'}."


def _ticked(n: _Names, e: ev.PaymentTicked) -> str:
    return f"{n[e.debtor]} has {'' if e.paid else 'not '}paid {n[e.creditor]}."


def _audited(n: _Names, e: ev.PileAudited) -> str:
    name = n[e.seat]
    if not e.missing and not e.extra:
        return f"The pile before {name} is as it was recorded: {cards_word(len(e.cards))}."
    parts = [f"not there: {_few(e.missing)}"] if e.missing else []
    parts += [f"there, and recorded otherwise: {_few(e.extra)}"] if e.extra else []
    return f"The pile before {name} differs from the log: {'; '.join(parts)}."


def _shown(cards: tuple[Card, ...]) -> str:
    return ", ".join(card.shown for card in cards)


def _few(cards: tuple[Card, ...]) -> str:
    """Return the cards, of many only the first and how many more: a phone shows it in one line."""
    if len(cards) <= MOST_NAMED:
        return _shown(cards)
    return f"{_shown(cards[:MOST_NAMED])} and {len(cards) - MOST_NAMED} more"


_TELLERS: Final[dict[type[Event], Callable[[_Names, Any], str]]] = {
    ev.EveningOpened: lambda n, e: "The table is open.",
    ev.RulesChanged: lambda n, e: "The house rules were changed.",
    ev.RulesProposed: lambda n, e: f"{n[e.seat]} proposes other house rules.",
    ev.RulesAgreed: lambda n, e: (
        "The host says that all agree to the other house rules." if e.seat is None
        else f"{n[e.seat]} agrees to the other house rules."
    ),
    ev.RulesDeclined: lambda n, e: f"{n[e.seat]} does not agree: the house rules stay.",
    ev.RulesApplied: lambda n, e: "Other house rules count from this hand on.",
    ev.SeatTaken: _seat_taken,
    ev.SeatRenamed: lambda n, e: f"A new name or animal: {e.name}, the {e.animal}.",
    ev.SeatLeft: lambda n, e: f"{n[e.seat]} leaves the table.",
    ev.SeatRejoined: lambda n, e: f"{n[e.seat]} is back at the table.",
    ev.CircleSet: lambda n, e: "The seats are in another order.",
    ev.DealerSet: lambda n, e: f"{n[e.seat]} deals next.",
    ev.DepthSet: lambda n, e: (
        "From the next hand on, every card is recorded."
        if e.depth == "cards" else "From the next hand on, only pots are recorded."
    ),
    ev.Objected: lambda n, e: f"{n[e.seat]} doubts line {e.seq}.",
    ev.ObjectionSettled: lambda n, e: f"The doubt about line {e.seq} is settled.",
    ev.UndoProposed: _proposed,
    ev.UndoDeclined: lambda n, e: "Nothing was taken back.",
    ev.Reverted: _reverted,
    ev.Restored: lambda n, e: "What was taken back counts again.",
    ev.BoughtIn: lambda n, e: f"{n[e.seat]} buys {n.chips(e.chips)}.",
    ev.Corrected: lambda n, e: (
        f"{n.chips(e.chips)} from {n[e.debit]} to {n[e.credit]} by hand: {e.note}."
    ),
    ev.Fined: _fined,
    ev.BreachAnswered: _breach_answered,
    ev.HandBegun: _hand_begun,
    ev.LeftBroke: lambda n, e: f"{n[e.seat]} has too few chips for a stake and leaves.",
    ev.Staked: _staked,
    ev.PointsPlaced: lambda n, e: (
        f"The bank puts {n.chips(sum(chips for _, chips in e.stakes))} on the layout."
    ),
    ev.TurnedUp: lambda n, e: (
        f"{n[e.seat]} turns up {_the(e.card)}: {suit_word(e.card.suit)} are trumps."
    ),
    ev.Dealt: lambda n, e: "The cards are dealt.",
    ev.CountCorrected: _count_corrected,
    ev.SpareSwapped: lambda n, e: f"{n[e.seat]} takes the spare hand.",
    ev.SpareSold: lambda n, e: (
        f"{n[e.buyer]} buys the spare hand from {n[e.seller]} for {n.chips(e.chips)}."
    ),
    ev.SpareLeft: lambda n, e: "The spare hand stays where it is.",
    ev.SpareBought: lambda n, e: (
        f"{n[e.seat]} buys the spare hand for {n.chips(e.chips)} into the kitty."
    ),
    ev.AuctionOpened: lambda n, e: f"{n[e.seat]} offers the spare hand.",
    ev.BidMade: _bid,
    ev.BidPassed: lambda n, e: f"{n[e.seat]} bids no more.",
    ev.AuctionFailed: lambda n, e: "Nobody buys the spare hand.",
    ev.Held: lambda n, e: f"{n[e.seat]} shows what wins {n[e.space]}.",
    ev.HoldingClosed: lambda n, e: "Nobody shows anything more.",
    ev.PokerBet: _bet,
    ev.PokerShown: _cards_shown,
    ev.PokerEnded: _poker_ended,
    ev.Redealt: lambda n, e: "Misdeal: the same dealer deals again, the stakes stay.",
    ev.HandDepthSet: lambda n, e: "From here on only the pots of this hand are recorded.",
    ev.CardPlayed: lambda n, e: f"{n[e.seat]} plays {_the(e.card)}.",
    ev.RunStopped: _stopped,
    ev.LeadPassed: _passed,
    ev.PotAwarded: lambda n, e: f"{n[e.seat]} gets {n.chips(e.chips)} from {n[e.space]}.",
    ev.PotOffered: lambda n, e: f"{n[e.seat]} may claim {n[e.space]}.",
    ev.HandVoided: lambda n, e: "Nobody can lead: the hand is void.",
    ev.WentOut: lambda n, e: f"{n[e.seat]} is out.",
    ev.CountGiven: lambda n, e: f"{n[e.seat]} has {cards_word(e.cards)} left.",
    ev.CardsPaid: _cards_paid,
    ev.PaidOntoSpace: lambda n, e: f"{n[e.seat]} pays {n.chips(e.chips)} onto {n[e.space]}.",
    ev.CardsLaidOpen: lambda n, e: f"{n[e.seat]} is left with {_shown(e.cards)}.",
    ev.PileAudited: _audited,
    ev.PayCardShown: lambda n, e: f"{n[e.seat]} is left with {_the(e.card)}.",
    ev.HandEnded: _hand_ended,
    ev.LastLapBegun: lambda n, e: "The last lap begins with the next hand.",
    ev.TimeUp: lambda n, e: "The time is up.",
    ev.PlayedOn: lambda n, e: "The table plays on.",
    ev.EveningEnded: _ended,
    ev.LeftoverGiven: lambda n, e: "",  # one heap in several lines: `tell_leftover` says it
    ev.LastHandShown: _cards_shown,
    ev.PaymentTicked: _ticked,
}  # fmt: skip
