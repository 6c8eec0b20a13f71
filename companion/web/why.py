"""Why chips moved: for each kind of event the sentence of the rules it follows from. Data only."""

from __future__ import annotations

from typing import Final

from companion.core import events as ev
from companion.core.events import Event
from companion.core.game import Game
from companion.web.rule_card import in_words_of
from companion.web.shapes import Shape

_AT_TABLE: Final = "a custom of the table"

SENTENCES: Final[dict[str, str]] = {
    "RulesProposed": "Other house rules count only where everybody at the table agrees.",
    "RulesAgreed": "Other house rules count only where everybody at the table agrees.",
    "RulesDeclined": "Where one does not agree the house rules stay as they are.",
    "RulesApplied": "House rules that all have agreed to count from the next hand on.",
    "SeatTaken": "People come and go between hands. Chips to begin with come from the bank.",
    "SeatLeft": "Who leaves between hands keeps the own chips; those on the layout stay there.",
    "SeatRejoined": "Who comes back sits down with the chips they left with.",
    "DealerSet": "The deal passes to the left after each hand; a wrong dealer is put right.",
    "BoughtIn": "Bought chips come from the bank and are counted against the buyer at the end.",
    "Corrected": "A correction by hand says why, is shown to all, and erases nothing.",
    "Fined": "A breach that the cards prove is pointed out; house rules may add a fine.",
    "BreachAnswered": "A breach that the cards prove is pointed out; the table may let it go.",
    "HandBegun": "The player left of the dealer gets the first card, the dealer the last.",
    "LeftBroke": "Who cannot pay the own stake leaves with what there is.",
    "Staked": "Stakes are placed before any card is dealt.",
    "TurnedUp": "The last card of the spare hand fixes trumps; the dealer takes what it wins.",
    "Dealt": "One card at a time, clockwise, until all are out; the spare hand is one more place.",
    "PointsPlaced": "The bank puts the points of each hand on the layout; nobody stakes.",
    "SpareBought": "The eldest may change for the spare hand; others buy it, into the kitty.",
    "AuctionOpened": "A dealer who does not swap may offer the unseen spare hand to the others.",
    "BidMade": "Bids are whole chips, each higher than the last; nothing moves before the sale.",
    "BidPassed": "Where bids go in turn a pass is final; the last one standing buys.",
    "AuctionFailed": "Where nobody bids the spare hand stays dead, or the dealer may still swap.",
    "TimeUp": "When the agreed time is over, the hand being played is the last.",
    "Held": "Where holding pays, who holds a pay card or what belongs together takes the space.",
    "HoldingClosed": "Several who hold a sequence share it; what cannot be shared stays.",
    "PokerBet": "Bets go in turn; who cannot match a bet is in for what is there.",
    "PokerShown": "Everybody still in shows five cards; the best hand takes the pot.",
    "PokerEnded": "The best poker hand takes the pot; equal hands share it.",
    "LastHandShown": "Where poker decides the leftover, the best open hand takes it all.",
    "CountCorrected": "Cards left are cards dealt less cards played; a miscount is put right.",
    "SpareSwapped": "The dealer may exchange the whole hand, unseen, for the spare hand.",
    "SpareSold": "The buyer of the spare hand pays the dealer at once and lays the old hand down.",
    "SpareLeft": "A spare hand that nobody takes stays dead.",
    "Redealt": "After a misdeal the same dealer deals again; the stakes stay.",
    "CardPlayed": "Whoever holds the next higher card of the suit must play it.",
    "RunStopped": "A run stops when nobody has the next card, it is out already, or at the top.",
    "LeadPassed": "Who has the lead and cannot change as agreed passes it to the left.",
    "PotAwarded": "Who plays a pay card takes all that lies on it, at once.",
    "PotOffered": "A pay card is claimed before the next card is played.",
    "WentOut": "The hand ends the moment somebody plays the last card.",
    "HandVoided": "When nobody may lead the hand is void; pay cards already won stay won.",
    "CountGiven": "Everybody else pays for each card still held.",
    "CardsPaid": "Each other player pays the one who is out for each card still held.",
    "PaidOntoSpace": "Who is left with a pay card, or with cards in a void hand, may have to pay.",
    "CardsLaidOpen": "Cards laid open at the end prove what was claimed before; no chip moves.",
    "PileAudited": "A pile that differs from the log is pointed out; nothing is changed by it.",
    "PayCardShown": "Who is left with a pay card pays onto it, or need not pay, as the rules say.",
    "HandEnded": "Every space keeps its chips, and the deal moves one seat to the left.",
    "LastLapBegun": "From the last lap on, what is claimed gets no more stakes.",
    "PlayedOn": "The agreed end is passed; now the host ends the evening.",
    "EveningEnded": "The evening ends as agreed, or when the host says so.",
    "LeftoverGiven": "What still lies on the layout is given out when the evening ends.",
}  # fmt: skip

_KITTY: Final = "The kitty goes to the player who goes out first."
_LEAD: Final = (
    "Who leads chooses a suit and plays the lowest card held of it, unless the house rules say "
    "otherwise."
)


def rule_of(event: Event, game: Game, *, leads: bool = False) -> Shape:
    """Return the rule *event* follows from, ``text`` and ``source``; empty where there is none.

    Of a card *leads* says that it began its run: nothing called for it.
    """
    text = _LEAD if leads else SENTENCES.get(event.kind, "")
    if isinstance(event, ev.PotAwarded) and event.space == "kitty":
        text = _KITTY
    if not text:
        return {}
    return {"text": in_words_of(game, text), "source": event.rule or _AT_TABLE}
