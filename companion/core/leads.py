"""Which suits and cards may be led (RULES § 2.4-2.5, § 9). Asks no table: data in, cards out."""

from __future__ import annotations

from collections.abc import Collection

from companion.core.cards import RANKS_IN_ORDER, RED, SUITS, Card
from companion.core.options import Options

BLACK_SUITS = "CS"


def asked_suits(options: Options, last: Card | None) -> str:
    """Return the suits that the change of suit or colour asks the leader for."""
    if last is None or options.change == "none":
        return SUITS
    if options.change == "suit":
        return SUITS.replace(last.suit, "")
    return BLACK_SUITS if last.red else "".join(sorted(RED))


def lead_suits(options: Options, last: Card | None) -> str:
    """Return the suits that can be led; others are refused.

    With ``fallback=pass`` nobody may lead another suit; with the other fall-backs somebody who
    holds nothing else may, so every suit can be. *last* is ``None`` at the first lead of the hand.
    """
    if last is None:
        return BLACK_SUITS if options.first_lead == "lowest_black" else SUITS
    return asked_suits(options, last) if options.fallback == "pass" else SUITS


def legal_leads(
    options: Options, held: Collection[Card], last: Card | None, horses: Collection[Card] = ()
) -> tuple[Card, ...]:
    """Return the cards of a known hand that may be led; none means that the lead is passed.

    *last* is the last card played, ``None`` at the first lead; *horses* are the pay cards.

    >>> from companion.core.cards import CARD
    >>> legal_leads(Options(change="suit"), [CARD["5S"], CARD["9D"], CARD["KD"]], CARD["TS"])
    ('9D',)
    """
    suits = _suits_held(options, held, last)
    cards = [card for card in held if card.suit in suits]
    if last is not None and options.horse_lead == "last_resort":
        cards = [card for card in cards if card not in horses] or cards
    rank = options.lead_rank if last is not None else options.first_lead_rank or options.lead_rank
    return _low_enough(cards, rank, RANKS_IN_ORDER[options.ace])


def _suits_held(options: Options, held: Collection[Card], last: Card | None) -> str:
    """Return the suits the leader must choose from, by what is held."""
    asked = lead_suits(options, last) if last is None else asked_suits(options, last)
    if last is None or options.fallback == "pass" or any(card.suit in asked for card in held):
        return asked
    if options.fallback == "free":
        return SUITS
    same_colour = "".join(suit for suit in SUITS if (suit in RED) == last.red)
    other = same_colour.replace(last.suit, "")  # RULES § 2.5 cascade
    return other if any(card.suit == other for card in held) else last.suit


def _low_enough(cards: Collection[Card], rank: str, order: str) -> tuple[Card, ...]:
    """Return those of *cards* that are low enough to be led by *rank*, the option ``lead_rank``."""
    if rank == "any":
        return tuple(cards)
    lowest: dict[str, int] = {}
    places = {card: order.index(card.rank) for card in cards}
    for card, place in places.items():
        group = card.suit if rank == "lowest" else ""
        lowest[group] = min(place, lowest.get(group, place))
    return tuple(c for c in places if places[c] == lowest[c.suit if rank == "lowest" else ""])
