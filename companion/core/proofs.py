"""What later cards prove about earlier claims: leads, stops and passes (RULES § 5).

At a real table nobody sees the hands. A breach is proven by a card that its player plays or shows
and must have held before; nothing is said without such a card, and no chip is moved here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from companion.core import leads
from companion.core.cards import RANKS_IN_ORDER, RED, SUITS, Card
from companion.core.options import Options
from companion.core.state import Hand, Pass, Play, Table, with_changes


class Proof(NamedTuple):
    """*seat* broke a rule after *claimed_at* cards of the hand; *evidence* proves it.

    It can be proven after *proven_at* cards. *code* is ``not_lowest``,
    ``unchanged_lead``, ``horse_early``, ``wrong_pass``, ``missed_card`` or ``barred_bid``.
    """

    code: str
    seat: int
    claimed_at: int
    proven_at: int
    evidence: Card
    message: str


class Known(NamedTuple):
    """*card* was in a hand until *until* cards were played, and is known from *since* on."""

    card: Card
    since: int
    until: int


def proofs(table: Table) -> tuple[Proof, ...]:
    """Return every breach of this hand that is proven by now, in the order of its proof."""
    hand = table.hand
    if hand is None:
        return ()
    known = {seat: tuple(_known(table, hand, seat)) for seat in hand.circle}
    found = [
        *_proven_leads(table, hand, known),
        *_proven_passes(table, hand, known),
        *_proven_stops(table, hand, known),
        *_proven_bids(table, hand, known),
    ]
    return tuple(sorted(found, key=lambda proof: (proof.proven_at, proof.claimed_at)))


def proven_by(table: Table, seat: int, card: Card) -> tuple[Proof, ...]:
    """Return what would be proven by *seat* playing *card* next."""
    hand = table.hand
    if hand is None:
        return ()
    leads_now = hand.needed is None and card != hand.missing
    after = with_changes(
        hand, plays=(*hand.plays, Play(seat, card, leads_now)), seen={**hand.seen, card: seat}
    )
    already = set(proofs(table))
    return tuple(proof for proof in proofs(with_changes(table, hand=after)) if proof not in already)


# ---- what is known about a hand -----------------------------------------------------------------


def _known(table: Table, hand: Hand, seat: int) -> Iterator[Known]:
    """Yield the cards that *seat* is known to have held when the runs began."""
    played_at = {play.card: at for at, play in enumerate(hand.plays)}
    for at, play in enumerate(hand.plays):
        if play.seat == seat:
            yield Known(play.card, at + 1, at)
    for card in _shown_before(table, hand, seat):
        yield Known(card, 0, played_at.get(card, len(hand.plays)))
    for card, holder in hand.shown.items():
        if holder == seat:
            yield Known(card, len(hand.plays), len(hand.plays))


def _shown_before(table: Table, hand: Hand, seat: int) -> Iterator[Card]:
    """Yield what *seat* showed before the runs: paid on holding, or in the poker."""
    for space in table.spaces:
        if space.sort in ("card", "pair") and seat in hand.held.get(space.name, ()):
            yield from space.cards
    if hand.poker is not None:
        yield from hand.poker.shown.get(seat, ())


Knowledge = dict[int, tuple[Known, ...]]


def _first(
    known: Knowledge, seat: int, at: int, breaks: Callable[[Card], bool]
) -> tuple[Card, int] | None:
    """Return the card that proves first what *seat* did after *at* cards, and when it does."""
    found = [
        (max(each.since, at), each.card)
        for each in known.get(seat, ())
        if each.until >= at and breaks(each.card)
    ]
    if not found:
        return None
    when, card = min(found)
    return card, when


# ---- leads --------------------------------------------------------------------------------------


def _proven_leads(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    for at, play in enumerate(hand.plays):
        if not play.leads:
            continue
        last = hand.plays[at - 1].card if at else None
        for code, breaks, sentence in _lead_rules(table, play, last):
            proof = _first(known, play.seat, at, breaks)
            if proof is not None:
                card, when = proof
                message = f"{table.name(play.seat)} led {play.card.shown} earlier; {sentence(card)}"
                yield Proof(code, play.seat, at, max(when, at + 1), card, message)


Rule = tuple[str, Callable[[Card], bool], Callable[[Card], str]]


def _lead_rules(table: Table, play: Play, last: Card | None) -> Iterator[Rule]:
    """Yield what a lead claims: each with the cards that break it and words about them."""
    options, led = table.options, play.card
    horses = {space.cards[0] for space in table.spaces if space.sort == "card"}
    asked = leads.lead_suits(options, last) if last is None else leads.asked_suits(options, last)
    better = _better_suits(options, led, last, asked)
    if better:
        yield "unchanged_lead", lambda card: card.suit in better, lambda card: _held(card, "too")
    suits = asked if led.suit in asked else SUITS
    last_resort = last is not None and options.horse_lead == "last_resort"
    if last_resort and led in horses:
        yield (
            "horse_early",
            lambda card: card.suit in suits and card not in horses,
            lambda card: _held(card, "and it is no pay card"),
        )
    yield (
        "not_lowest",
        lambda card: (
            _is_below(options, card, led, last, suits) and not (last_resort and card in horses)
        ),
        lambda card: f"{card.shown} is lower.",
    )


def _held(card: Card, rest: str) -> str:
    return f"{card.shown} was held {rest}."


def _better_suits(options: Options, led: Card, last: Card | None, asked: str) -> str:
    """Return the suits that should have been led instead, had there been a card of them."""
    if last is None or led.suit in asked:
        return ""
    if options.fallback != "cascade" or led.suit != last.suit:
        return asked
    other = "".join(s for s in SUITS if (s in RED) == last.red and s != last.suit)
    return asked + other


def _is_below(options: Options, card: Card, led: Card, last: Card | None, suits: str) -> bool:
    """Whether *card* should have been led rather than *led*, being lower (RULES § 2.4)."""
    order = RANKS_IN_ORDER[options.ace]
    if order.index(card.rank) >= order.index(led.rank):
        return False
    rank = options.lead_rank if last is not None else options.first_lead_rank or options.lead_rank
    if last is None and options.first_lead == "lowest_black":
        return card.suit in leads.BLACK_SUITS
    if last is None and options.first_lead.startswith("suit:"):
        return False  # what was asked for in vain is a missed card
    if rank == "lowest_overall":
        return card.suit in suits
    return rank == "lowest" and card.suit == led.suit


# ---- passes, stops, bids ------------------------------------------------------------------------


def _proven_passes(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    for passed in hand.passes:
        suits = _suits_wanted(table.options, passed)
        proof = _first(known, passed.seat, passed.plays, partial(_is_in, suits))
        if proof is not None:
            card, when = proof
            message = f"{table.name(passed.seat)} passed, and held {card.shown}."
            yield Proof("wrong_pass", passed.seat, passed.plays, when, card, message)


def _is_in(suits: str, card: Card) -> bool:
    return card.suit in suits


def _suits_wanted(options: Options, passed: Pass) -> str:
    if passed.last is None:
        return leads.lead_suits(options, None)
    return leads.asked_suits(options, passed.last)


def _proven_stops(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    """A card called dead that somebody held, unless the run went on with it before a lead."""
    for stop in hand.stops:
        missing = stop.missing
        if missing is None or (
            stop.plays < len(hand.plays) and hand.plays[stop.plays].card == missing
        ):
            continue
        for seat in hand.circle:
            proof = _first(known, seat, stop.plays, missing.__eq__)
            if proof is not None:
                message = f"{missing.shown} was called, and {table.name(seat)} held it."
                yield Proof("missed_card", seat, stop.plays, proof[1], missing, message)


def _proven_bids(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    """With ``auction_bar_paycards`` whoever holds a pay card may not bid (RULES § 2.3.4)."""
    if not table.options.auction_bar_paycards or hand.auction is None:
        return
    pay_cards = {space.cards[0] for space in table.spaces if space.sort == "card"}
    for seat in sorted({seat for seat, _ in hand.auction.bids} - {hand.auction.buyer}):
        proof = _first(known, seat, 0, lambda card: card in pay_cards)
        if proof is not None:
            card, when = proof
            message = f"{table.name(seat)} bid for the spare hand, and held {card.shown}."
            yield Proof("barred_bid", seat, 0, when, card, message)
