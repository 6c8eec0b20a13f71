"""What later cards prove about earlier claims: leads, stops and passes (RULES § 5).

At a real table nobody sees the hands. A breach is proven by a card that its player plays or shows
and must have held before; nothing is said without such a card, and no chip is moved here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from companion.core import events as ev
from companion.core import leads
from companion.core.cards import RANKS_IN_ORDER, RED, SUITS, Card
from companion.core.options import Options
from companion.core.state import Hand, Pass, Play, Table, with_changes


class Proof(NamedTuple):
    """*seat* broke a rule after *claimed_at* cards of the hand; *evidence* proves it.

    It can be proven after *proven_at* cards. *code* is one of `CODES`. *claim* is the card led,
    ``None`` for a pass, a bid or a card called; *run* counts the runs of the hand from 1, 0 before
    the first lead; *shown* says how *evidence* came to light.
    """

    code: str
    seat: int
    claimed_at: int
    proven_at: int
    evidence: Card
    claim: Card | None
    run: int
    shown: str
    message: str

    @property
    def key(self) -> tuple[int, str, int]:
        """What tells this claim from every other of the hand, whatever card proves it."""
        return self.seat, self.code, self.claimed_at


CODES: Final = (
    "not_lowest",
    "unchanged_lead",
    "horse_early",
    "wrong_pass",
    "missed_card",
    "barred_bid",
    "barred_swap",
)


class Known(NamedTuple):
    """*card* was in a hand until *until* cards were played, and is known from *since* on.

    *shown* is how: ``plays``, ``shows`` at the end of the hand, or ``has shown`` before the runs.
    """

    card: Card
    since: int
    until: int
    shown: str


def proofs(table: Table) -> tuple[Proof, ...]:
    """Return every breach of this hand that is proven by now, in the order of its proof."""
    hand = table.hand
    if hand is None:
        return ()
    known = _knowledge(table, hand)
    found = [
        *_proven_leads(table, hand, known),
        *_proven_passes(table, hand, known),
        *_proven_stops(table, hand, known),
        *_proven_bids(table, hand, known),
    ]
    return tuple(sorted(found, key=lambda proof: (proof.proven_at, proof.claimed_at)))


def open_proofs(table: Table) -> tuple[Proof, ...]:
    """Return the proven breaches of this hand that nobody has fined or let go yet."""
    hand = table.hand
    if hand is None:
        return ()
    return tuple(proof for proof in proofs(table) if proof.key not in hand.answered)


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


Knowledge = dict[int, list[Known]]


def _knowledge(table: Table, hand: Hand) -> Knowledge:
    """Return by seat the cards that it is known to have held when the runs began."""
    known: Knowledge = {seat: [] for seat in hand.circle}
    for at, play in enumerate(hand.plays):
        known[play.seat].append(Known(play.card, at + 1, at, "plays"))
    for card, seat in _shown_before(table, hand):
        played = (each.until for each in known[seat] if each.card == card)
        known[seat].append(Known(card, 0, next(played, len(hand.plays)), "has shown"))
    for card, seat in {**hand.laid, **hand.shown}.items():
        known[seat].append(Known(card, len(hand.plays), len(hand.plays), "shows"))
    return known


def _shown_before(table: Table, hand: Hand) -> Iterator[tuple[Card, int]]:
    """Yield what was shown before the runs, paid on holding or in the poker, and by whom."""
    for space in table.spaces if hand.held else ():
        for seat in hand.held.get(space.name, ()) if space.sort in ("card", "pair") else ():
            yield from ((card, seat) for card in space.cards)
    if hand.poker is not None:
        for seat, five in hand.poker.shown.items():
            yield from ((card, seat) for card in five)


def _pay_cards(table: Table) -> set[Card]:
    return {card for space in table.spaces if space.sort == "card" for card in space.cards}


def _first(
    known: Knowledge, seat: int, at: int, breaks: Callable[[Card], bool]
) -> tuple[int, Card, str] | None:
    """Return when what *seat* did after *at* cards is proven, by which card, and how it showed."""
    found = [
        (max(each.since, at), each.card, each.shown)
        for each in known[seat]
        if each.until >= at and breaks(each.card)
    ]
    return min(found) if found else None


def _run(hand: Hand, plays: int) -> int:
    """Return the number of the run after so many cards: 0 before the first lead."""
    return sum(play.leads for play in hand.plays[:plays])


def _proof(
    table: Table, hand: Hand, seat: int, code: str, at: int, claim: Card | None,
    found: tuple[int, Card, str],
) -> Proof:  # fmt: skip
    """Return the proof of what *seat* did after *at* cards; a lead is there one card later."""
    led = claim is not None
    when, evidence, shown = found
    run = _run(hand, at + led)
    proof = Proof(code, seat, at, max(when, at + led), evidence, claim, run, shown, "")
    return proof._replace(message=words(table.name(seat), proof))


# ---- leads --------------------------------------------------------------------------------------


def _proven_leads(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    options, horses = table.options, _pay_cards(table)
    for at, play in enumerate(hand.plays):
        if not play.leads:
            continue
        last = hand.plays[at - 1].card if at else None
        for code, breaks in _lead_rules(options, horses, play.card, last):
            found = _first(known, play.seat, at, breaks)
            if found is not None:
                yield _proof(table, hand, play.seat, code, at, play.card, found)


def _lead_rules(
    options: Options, horses: set[Card], led: Card, last: Card | None
) -> Iterator[tuple[str, Callable[[Card], bool]]]:
    """Yield what a lead claims: each with the cards that break it."""
    asked = leads.lead_suits(options, last) if last is None else leads.asked_suits(options, last)
    better = _better_suits(options, led, last, asked)
    if better:
        yield "unchanged_lead", lambda card: card.suit in better
    suits = asked if led.suit in asked else SUITS
    last_resort = last is not None and options.horse_lead == "last_resort"
    if last_resort and led in horses:
        yield "horse_early", lambda card: card.suit in suits and card not in horses
    order = RANKS_IN_ORDER[options.ace]
    below, lowest_of = order[: order.index(led.rank)], _lowest_of(options, led, last, suits)
    if below and lowest_of:
        yield (
            "not_lowest",
            lambda card: (
                card.rank in below and card.suit in lowest_of
                and not (last_resort and card in horses)
            ),
        )  # fmt: skip


def _better_suits(options: Options, led: Card, last: Card | None, asked: str) -> str:
    """Return the suits that should have been led instead, had there been a card of them."""
    if last is None or led.suit in asked:
        return ""
    if options.fallback != "cascade" or led.suit != last.suit:
        return asked
    other = "".join(s for s in SUITS if (s in RED) == last.red and s != last.suit)
    return asked + other


def _lowest_of(options: Options, led: Card, last: Card | None, suits: str) -> str:
    """Return the suits of which the lead has to be the lowest card held (RULES § 2.4)."""
    rank = options.lead_rank if last is not None else options.first_lead_rank or options.lead_rank
    if last is None and options.first_lead == "lowest_black":
        return leads.BLACK_SUITS
    if last is None and options.first_lead.startswith("suit:"):
        return ""  # what was asked for in vain is a missed card
    return {"lowest_overall": suits, "lowest": led.suit}.get(rank, "")


# ---- passes, stops, bids ------------------------------------------------------------------------


def _proven_passes(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    for passed in hand.passes:
        suits = _suits_wanted(table.options, passed)
        found = _first(known, passed.seat, passed.plays, partial(_is_in, suits))
        if found is not None:
            yield _proof(table, hand, passed.seat, "wrong_pass", passed.plays, None, found)


def _is_in(suits: str, card: Card) -> bool:
    return card.suit in suits


def _suits_wanted(options: Options, passed: Pass) -> str:
    if passed.last is None:
        return leads.lead_suits(options, None)
    return leads.asked_suits(options, passed.last)


def _proven_stops(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    """A card called dead that somebody held, unless the run went on with it before a lead."""
    held = {each.card for cards in known.values() for each in cards}
    for stop in hand.stops:
        missing = stop.missing
        went_on = stop.plays < len(hand.plays) and hand.plays[stop.plays].card == missing
        if missing is None or missing not in held or went_on:
            continue
        for seat in hand.circle:
            found = _first(known, seat, stop.plays, missing.__eq__)
            if found is not None:
                yield _proof(table, hand, seat, "missed_card", stop.plays, None, found)


def _proven_bids(table: Table, hand: Hand, known: Knowledge) -> Iterator[Proof]:
    """With ``auction_bar_paycards`` whoever holds a pay card may neither swap nor bid.

    The hand given up in a swap is seen again only where it was sold on (RULES § 2.3.4).
    """
    if not table.options.auction_bar_paycards or hand.auction is None:
        return
    pay_cards, buyer = _pay_cards(table), hand.auction.buyer
    for seat in sorted({seat for seat, _ in hand.auction.bids} - {buyer}):
        found = _first(known, seat, 0, pay_cards.__contains__)
        if found is not None:
            yield _proof(table, hand, seat, "barred_bid", 0, None, found)
    if hand.swapped and buyer is not None:
        found = _first(known, buyer, 0, pay_cards.__contains__)
        if found is not None:
            yield _proof(table, hand, hand.dealer, "barred_swap", 0, None, found)


# ---- in words -----------------------------------------------------------------------------------


Breach = Proof | ev.BreachAnswered


def words(name: str, breach: Breach) -> str:
    """Return what *name* did and the card that proves it, as one plain sentence."""
    now = f"now {breach.shown} {breach.evidence.shown}"
    if breach.shown == "has shown":
        now = f"had shown {breach.evidence.shown}"
    return _WORDS[breach.code](name, breach, now)


def _led(name: str, breach: Breach, now: str, rule: str) -> str:
    assert breach.claim is not None
    led = f"{name} led {breach.claim.shown} in run {breach.run}"
    return f"{led} and {now}, held all along: {rule}."


def _passed(name: str, breach: Breach, now: str) -> str:
    when = f"after run {breach.run}" if breach.run else "the first lead"
    return f"{name} passed {when} and {now}, held all along: it could have led."


def _missed(name: str, breach: Breach, now: str) -> str:
    when = f"in run {breach.run}" if breach.run else "before the first lead"
    called = f"{breach.evidence.shown} was called {when} and nobody said to have it"
    if breach.shown == "has shown":
        return f"{called}; {name} had shown it."
    return f"{called}; now {name} {breach.shown} it."


_WORDS: Final[dict[str, Callable[[str, Breach, str], str]]] = {
    "not_lowest": lambda name, breach, now: _led(
        name, breach, now, f"{breach.evidence.shown} should have led"
    ),
    "unchanged_lead": lambda name, breach, now: _led(
        name, breach, now, "the lead should have changed"
    ),
    "horse_early": lambda name, breach, now: _led(
        name, breach, now, "a pay card leads only when nothing else can"
    ),
    "wrong_pass": _passed,
    "missed_card": _missed,
    "barred_bid": lambda name, breach, now: (
        f"{name} bid for the spare hand and {now}: whoever holds a pay card may not bid."
    ),
    "barred_swap": lambda name, breach, now: (
        f"{name} swapped hands, and {breach.evidence.shown} was in the hand given up: "
        "whoever holds a pay card may not swap."
    ),
}
