"""Which line of the history proves what: the card that gives an earlier claim away (RULES § 5).

It reads what was recorded and writes no words; `companion.core.proofs` finds the proofs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.core import events as ev
from companion.core import proofs, undo
from companion.core.events import Event
from companion.core.game import Game
from companion.core.table import Table, evolve
from companion.croupier import Record


def deals(records: Sequence[Record]) -> Iterator[list[Record]]:
    """Yield the records that count, cut where cards are dealt: before the first, and each deal."""
    gone = undo.reverted(record.line for record in records)
    deal: list[Record] = []
    for record in records:
        if record.line.seq in gone:
            continue
        if isinstance(record.line.event, (ev.HandBegun, ev.Redealt)):
            yield deal
            deal = []
        deal.append(record)
    yield deal


def cards_of(deal: Iterable[Record]) -> list[Record]:
    """Return the records of the cards played."""
    return [record for record in deal if isinstance(record.line.event, ev.CardPlayed)]


def witnesses(game: Game, records: Sequence[Record]) -> Iterator[tuple[proofs.Proof, Record]]:
    """Yield every proof of an evening with the line that was needed to prove it."""
    table = Table.new(game)
    for deal in deals(records):
        for record in deal:
            table = evolve(table, record.line.event)
        for proof in proofs.proofs(table) if cards_of(deal) else ():
            yield proof, witness(deal, proof)


def witness(deal: Sequence[Record], proof: proofs.Proof) -> Record:
    """Return the line of *deal*, in which cards were played, that was needed for *proof*."""
    shown = [record for record in deal if _shows(record.line.event, proof)]
    return shown[0] if shown else cards_of(deal)[max(proof.proven_at - 1, 0)]


def _shows(event: Event, proof: proofs.Proof) -> bool:
    """Whether *event* is what brings the evidence to light, no earlier than the claim."""
    if isinstance(event, ev.PayCardShown):
        return proof.shown == "shows" and event.card == proof.evidence
    if isinstance(event, ev.CardsLaidOpen):
        return proof.shown == "shows" and proof.evidence in event.cards
    played = isinstance(event, ev.CardPlayed) and event.card == proof.evidence
    return played and proof.shown == "plays"
