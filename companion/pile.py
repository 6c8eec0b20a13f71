"""A photograph of the cards left, or of a pile: what it says beside the log. Pure, like the eye.

A card that was not read is no proof that it is not there: then nothing is recorded, and people say
what is so or take another picture. What is recorded moves no chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.core import commands, laid, proofs
from companion.core.cards import DECK, Card
from companion.core.errors import RuleError
from companion.core.settle import counts_wanted
from companion.core.sighting import Sighting
from companion.core.table import Hand, Table
from companion.core.tell import MOST_NAMED, cards_word
from companion.eye import Record

DOUBTFUL: Final = 0.5
"""So sure must be a reading to say that something more may lie there: people are asked."""
EXPECTED: Final = 0.7
"""So sure must be the reading of a card that the log names there: log and picture agree."""
SURE: Final = 0.9
"""So sure must be the reading of a card that nothing names before."""
STRANGE: Final = 0.97
"""So sure must be a reading that contradicts the log; below it people are asked."""
FEW: Final = 2
"""Cards that people are asked about one by one; where more were not read, a picture is better."""

NOT_READ: Final = (
    "Lay the cards side by side or in a fan, with every corner free, in good light. Then take "
    "another photo."
)
LOOK: Final = "No chip has moved. If the log is wrong, tap What happened and put it right."


@dataclass(frozen=True, slots=True)
class Offer:
    """A key by which somebody says what the picture leaves open: the command *kind* with *data*."""

    label: str
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a photograph leads to: a *record*, or *offers* to people, or only words.

    *title* says what happened and *text* what to do next; *cards* are those read, and *differs*
    is a flag.
    """

    title: str
    text: str
    cards: tuple[Card, ...] = ()
    record: Record | None = None
    offers: tuple[Offer, ...] = ()
    differs: bool = False


# ---- the pile of what somebody played -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pile:
    """A picture beside the log: what it names and shows, what it names only, what shows only.

    *strange* cards contradict the log surely, *odd* ones perhaps: they were read less surely, or
    lie beside the piles as well.
    """

    there: frozenset[Card]
    unread: frozenset[Card]
    strange: frozenset[Card]
    odd: frozenset[Card]


def audit(table: Table, seat: int, sightings: Iterable[Sighting]) -> Finding:
    """Return what a photograph of the pile before *seat* leads to: agreement, a flag or doubt."""
    try:
        logged = laid.logged_pile(table, seat)
    except RuleError as error:
        return Finding("No pile to check", error.message)
    read = _surest(table, sightings)
    there = frozenset(card for card in logged if read.get(card, 0.0) >= EXPECTED)
    others, beside = read.keys() - logged, _beside(table)
    strange = frozenset(card for card in others if read[card] >= STRANGE and card not in beside)
    pile = _Pile(there, logged - there, strange, frozenset(others - strange))
    if not (there or others):
        return Finding("No card could be read", NOT_READ)
    if pile.strange:
        return _differs(table, seat, pile)
    if pile.unread or pile.odd:
        return _unsure(table, seat, pile)
    cards = tuple(sorted(there))
    text = f"{cards_word(len(cards))} read, and the log has the same: {spoken(cards)}."
    return Finding(f"{table.name(seat)}’s pile is right", text, cards, _audited(seat, cards))


def _beside(table: Table) -> frozenset[Card]:
    """Return the cards that lie face up beside the piles, too: on the layout, and turned up."""
    assert table.hand is not None
    turned = {table.hand.turned} if table.hand.turned is not None else set()
    pay = (card for space in table.spaces if space.sort == "card" for card in space.cards)
    return frozenset(pay) | turned


def _differs(table: Table, seat: int, pile: _Pile) -> Finding:
    cards, unread = tuple(sorted(pile.there | pile.strange)), sorted(pile.unread)
    record = _audited(seat, cards, unread)
    said = _otherwise(table, pile.strange)
    if unread:
        said.append(_not_read(unread))
    if len(pile.strange) > MOST_NAMED:
        said.append(f"If that is not {table.name(seat)}’s pile alone, take another photo.")
    title = f"{table.name(seat)}’s pile differs from the log"
    return Finding(title, " ".join([*said, LOOK]), cards, record, differs=True)


def _not_read(cards: Sequence[Card]) -> str:
    """Return that nothing is said of *cards* of the log; of many only how many there are."""
    if len(cards) > MOST_NAMED:
        return f"{len(cards)} cards of the log were not read, so nothing is said of them."
    them = "it" if len(cards) == 1 else "them"
    return f"Not read, so nothing is said of {them}: {spoken(cards)}."


def _otherwise(table: Table, strange: Iterable[Card]) -> list[str]:
    """Return what the log says of cards that lie in a pile where it names others, by who has them.

    Of many only how many there are.
    """
    assert table.hand is not None
    whose: dict[int | None, list[Card]] = {}
    for card in sorted(strange):
        whose.setdefault(table.hand.seen.get(card), []).append(card)
    said = []
    for who, cards in whose.items():
        name = "nobody has" if who is None else table.name(who)
        lie, them = ("lies", "it") if len(cards) == 1 else ("lie", "them")
        named = spoken(cards) if len(cards) <= MOST_NAMED else cards_word(len(cards))
        said.append(f"{named} {lie} there, but the log says {name} played {them}.")
    return said


def _unsure(table: Table, seat: int, pile: _Pile) -> Finding:
    """Return the question about cards that the picture does not settle."""
    logged, unread, odd = pile.there | pile.unread, sorted(pile.unread), sorted(pile.odd)
    title = f"{len(pile.there)} of {cards_word(len(logged))} read"
    said: list[str] = []
    offers: tuple[Offer, ...] = ()
    if unread:
        look = "does it lie there" if len(unread) == 1 else "do they lie there"
        said.append(f"Not read: {spoken(unread)}. Look: {look}?")
    if odd:
        said.append(f"Perhaps there too: {spoken(odd)}.")
    if _beside(table).intersection(odd):
        said.append("Keep the layout out of the picture.")
    doubted = unread or odd
    if len(doubted) <= FEW and not (unread and odd):
        offers = _allowed(table, _asked(seat, pile.there, doubted))
    said.append("Tap what you see, or lay" if offers else "Lay")
    said.append("the cards side by side and take another photo.")
    return Finding(title, " ".join(said), tuple(sorted(pile.there)), offers=offers)


def _asked(seat: int, there: frozenset[Card], doubted: list[Card]) -> Iterator[Offer]:
    """Yield the answers to the question which of one or two *doubted* cards lie there."""
    if len(doubted) == 1:
        (card,) = doubted
        yield _offer(f"{card.shown} lies there", seat, there | {card})
        yield _offer(f"{card.shown} is not there", seat, there)
        return
    yield _offer("Both lie there", seat, there.union(doubted))
    for card in doubted:
        yield _offer(f"Only {card.shown} is there", seat, there | {card})
    yield _offer("Neither is there", seat, there)


def _audited(seat: int, cards: Iterable[Card], unread: Iterable[Card] = ()) -> Record:
    data = _data(seat, cards) | ({"unread": _text(unread)} if unread else {})
    return Record("audit_pile", seat, tuple(sorted(cards)), data)


def _offer(label: str, seat: int, cards: Iterable[Card]) -> Offer:
    return Offer(label, "audit_pile", _data(seat, cards))


# ---- the cards somebody is left with ------------------------------------------------------------


def left(table: Table, seat: int, sightings: Iterable[Sighting]) -> Finding:
    """Return what a photograph of the cards that *seat* is left with leads to."""
    try:
        hand = laid.hand_over(table, seat)
    except RuleError as error:
        return Finding("Not yet", error.message)
    read = _surest(table, sightings)
    barred = {card: why for card in read if (why := laid.not_left(table, seat, card))}
    cards = tuple(
        sorted(card for card, sure in read.items() if sure >= SURE and card not in barred)
    )
    wrong = [why for card, why in sorted(barred.items()) if read[card] >= STRANGE]
    if wrong:
        text = f"{' '.join(wrong)} Take a photo of nothing but the cards left. {LOOK}"
        return Finding("Not all of these can be left", text, cards, differs=True)
    if not cards:
        return Finding("No card could be read", NOT_READ)
    record = Record("lay_open", seat, cards, _data(seat, cards))
    if seat in counts_wanted(table):  # chips hang on their number, and one may not have been read
        offer = Offer(f"Yes, {cards_word(len(cards))}", record.kind, record.data)
        text = f"{spoken(cards)}. Count them: are these all?"
        return Finding(f"{cards_word(len(cards))} read", text, cards, offers=(offer,))
    if len(cards) != hand.left[seat]:
        return _miscounted(table, hand, seat, cards)
    odd = sorted(card for card, sure in read.items() if sure < SURE and card not in barred)
    if odd:
        return _one_more(table, seat, cards, odd)
    title = f"{table.name(seat)} is left with {cards_word(len(cards))}"
    return Finding(title, f"{spoken(cards)}.", cards, record)


def _one_more(table: Table, seat: int, cards: tuple[Card, ...], odd: list[Card]) -> Finding:
    """Return the question where as many cards were read as the log leaves, and another perhaps."""
    text = (
        f"{spoken(cards)}. Perhaps there too: {spoken(odd)}. Count them: are there "
        f"{len(cards)}? Or lay them side by side and take another photo."
    )
    offer = Offer(f"Yes, {cards_word(len(cards))}", "lay_open", _data(seat, cards))
    return Finding(f"{cards_word(len(cards))} read", text, cards, offers=_allowed(table, [offer]))


def _miscounted(table: Table, hand: Hand, seat: int, cards: tuple[Card, ...]) -> Finding:
    """Return the question where more or fewer cards were read than the log leaves."""
    there, due, name = len(cards), hand.left[seat], table.name(seat)
    title = f"{there} of {cards_word(due)} read"
    again = "Lay them side by side, every corner free, and take another photo."
    if there > due:
        title = f"{cards_word(there)} read, {due} expected"
        again = "Leave all other cards out of the picture, and take another photo."
    text = f"{spoken(cards)}. By the log {name} should have {cards_word(due)}. {again}"
    offers = _allowed(
        table, [Offer(f"There are {there}", "correct_count", {"seat": seat, "cards": there})]
    )
    if offers:
        text += f" If you count {there}, tap it: what is paid follows."
    return Finding(title, text, cards, offers=offers)


# ---- what is known then -------------------------------------------------------------------------


def learnt(before: Table, after: Table) -> str:
    """Return what cards laid open have closed: what they prove, and whether none is missing."""
    known = {proof.key for proof in proofs.proofs(before)}
    found = proofs.proofs(after)
    said = [proof.message for proof in found if proof.key not in known]
    if not found and laid.all_open(after):
        said.append("All hands are open: no lead, pass or stop was wrong.")
    return " ".join([*said, total(after)]).strip()


def total(table: Table) -> str:
    """Return whether hands, played and dead cards are the pack (RULES § 5); empty for pots only."""
    parts = laid.accounted(table)
    if parts is None:
        return ""
    hands, played, dead = parts
    counted, pack = sum(parts), len(table.game.pack)
    words = f"{hands} in hands + {played} played + {dead} dead = {counted}"
    if counted == pack:
        return f"{words}, the whole pack."
    much = "too many" if counted > pack else "too few"
    return f"{words}: {cards_word(abs(counted - pack))} {much}. Count again."


def spoken(cards: Iterable[Card]) -> str:
    """Return cards as people sort them, suit by suit: ``4♣, 8♠, 10♠``."""
    return ", ".join(card.shown for card in sorted(cards, key=DECK.index))


def _surest(table: Table, sightings: Iterable[Sighting]) -> dict[Card, float]:
    """Return each card of the pack that may have been read, with its surest reading."""
    read: dict[Card, float] = {}
    for each in sightings:
        if table.game.has(each.card) and each.confidence >= DOUBTFUL:
            read[each.card] = max(each.confidence, read.get(each.card, 0.0))
    return read


def _data(seat: int, cards: Iterable[Card]) -> dict[str, Any]:
    return {"seat": seat, "cards": _text(cards)}


def _text(cards: Iterable[Card]) -> str:
    """Return cards as a form carries them."""
    return " ".join(sorted(cards))


def _allowed(table: Table, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    def refused(offer: Offer) -> bool:
        return commands.refusal(table, offer.kind, offer.data) is not None

    return tuple(offer for offer in offers if not refused(offer))
