"""Why chips moved: for each kind of event the sentence of the rules it follows from. Data only."""

from __future__ import annotations

from typing import Final

from companion.core import events as ev
from companion.core.events import Event
from companion.web.shapes import Shape

_AT_TABLE: Final = "a custom of the table"

SENTENCES: Final[dict[type[Event], str]] = {
    ev.SeatTaken: "People come and go between hands. Chips to begin with come from the bank.",
    ev.SeatLeft: "Who leaves between hands keeps the own chips; those on the layout stay there.",
    ev.SeatRejoined: "Who comes back sits down with the chips they left with.",
    ev.DealerSet: "The deal passes to the left after each hand; a wrong dealer is put right.",
    ev.BoughtIn: "Bought chips come from the bank and are counted against the buyer at the end.",
    ev.Corrected: "A correction by hand says why, is shown to all, and erases nothing.",
    ev.Fined: "A breach that the cards prove is pointed out; house rules may add a fine.",
    ev.HandBegun: "The player left of the dealer gets the first card, the dealer the last.",
    ev.LeftBroke: "Who cannot pay the own stake leaves with what there is.",
    ev.Staked: "Stakes are placed before any card is dealt.",
    ev.Dealt: "One card at a time, clockwise, until all are out; the spare hand is one more place.",
    ev.CountCorrected: "Cards left are cards dealt less cards played; a miscount is put right.",
    ev.SpareSwapped: "The dealer may exchange the whole hand, unseen, for the spare hand.",
    ev.SpareSold: "The buyer of the spare hand pays the dealer at once and lays the old hand down.",
    ev.SpareLeft: "A spare hand that nobody takes stays dead.",
    ev.Redealt: "After a misdeal the same dealer deals again; the stakes stay.",
    ev.CardPlayed: "Whoever holds the next higher card of the suit must play it.",
    ev.RunStopped: "A run stops when nobody has the next card, it is out already, or at the top.",
    ev.LeadPassed: "Who has the lead and cannot change as agreed passes it to the left.",
    ev.PotAwarded: "Who plays a pay card takes all that lies on it, at once.",
    ev.PotOffered: "A pay card is claimed before the next card is played.",
    ev.WentOut: "The hand ends the moment somebody plays the last card.",
    ev.HandVoided: "When nobody may lead the hand is void; pay cards already won stay won.",
    ev.CountGiven: "Everybody else pays for each card still held.",
    ev.CardsPaid: "Each other player pays the one who is out for each card still held.",
    ev.PaidOntoSpace: "Who is left with a pay card, or with cards in a void hand, may have to pay.",
    ev.PayCardShown: "Who is left with a pay card pays onto it, where the house rules say so.",
    ev.HandEnded: "Every space keeps its chips, and the deal moves one seat to the left.",
    ev.LastLapBegun: "From the last lap on, what is claimed gets no more stakes.",
    ev.PlayedOn: "The agreed end is passed; now the host ends the evening.",
    ev.EveningEnded: "The evening ends as agreed, or when the host says so.",
    ev.LeftoverGiven: "What still lies on the layout is given out when the evening ends.",
}  # fmt: skip

_KITTY: Final = "The kitty goes to the player who goes out first."


def rule_of(event: Event) -> Shape:
    """Return the rule *event* follows from, ``text`` and ``source``; empty where there is none."""
    text = SENTENCES.get(type(event), "")
    if isinstance(event, ev.PotAwarded) and event.space == "kitty":
        text = _KITTY
    if not text:
        return {}
    return {"text": text, "source": event.rule or _AT_TABLE}
