"""A breach that cards have proven is answered: fined as the house rules say, or let go (RULES § 5).

Finds no proof (`proofs` does) and asks nobody; the play that was wrong stands.
"""

from __future__ import annotations

from companion.core import events as ev
from companion.core import proofs
from companion.core.errors import RuleError
from companion.core.events import Counts, Event
from companion.core.options import chips_word, counted
from companion.core.proofs import Proof
from companion.core.table import Table


def verify_fine(table: Table, seat: int) -> None:
    """Raise `RuleError` unless by the house rules *seat* can be fined in this hand."""
    hand = table.hand
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended. Undo that first.")
    if counted(table.options.irregularity)[0] == "warn" or hand is None:
        raise RuleError(
            "not_yours", "By these rules a breach is only pointed out. Use a correction."
        )
    if seat not in hand.circle:
        raise RuleError("unknown_seat", "This player does not play this hand.")


def fine(
    table: Table, seat: int, code: str | None = None, claimed_at: int | None = None
) -> tuple[Event, ...]:
    """Let *seat* pay for a breach what the house rules say (RULES § 3 irregularity).

    *code* and *claimed_at* name the proof; without them it is the first open one of *seat*, and
    where none is open the table has seen something that no card shows.
    """
    verify_fine(table, seat)
    assert table.hand is not None
    if code is None and claimed_at is None:
        of_seat = (each for each in proofs.open_proofs(table) if each.seat == seat)
        proof = next(of_seat, None)
    else:
        proof = _open(table, seat, code, claimed_at)
    barred = bars(table) and table.hand.phase != "done"
    fined = ev.Fined(seat, _payments(table, seat), barred)
    return (fined,) if proof is None else (fined, _answered(proof, fined=True))


def bars(table: Table) -> bool:
    """Whether a fine also bars from winning more in the hand."""
    return counted(table.options.irregularity)[0] == "fine_bar"


def each_pays(table: Table) -> int:
    """Return the chips of a fine for each opponent; 0 where a breach is only pointed out."""
    return counted(table.options.irregularity)[1]


def _payments(table: Table, seat: int) -> Counts:
    """Return what *seat* pays to each opponent: no more than is there, where nobody may owe."""
    assert table.hand is not None
    due, there = each_pays(table), max(table.balance(seat), 0)
    payments = []
    for other in (other for other in table.hand.circle if other != seat):
        paid = min(due, there) if table.options.insolvency == "out" else due
        payments.append((other, paid))
        there -= paid
    return tuple(payments)


def let_go(table: Table, seat: int, code: str, claimed_at: int) -> tuple[Event, ...]:
    """Record that the table has seen the breach and lets it go; no chip moves."""
    return (_answered(_open(table, seat, code, claimed_at), fined=False),)


def _open(table: Table, seat: int, code: str | None, claimed_at: int | None) -> Proof:
    """Return the open proof that is meant; raise `RuleError` ``no_breach`` where there is none."""
    for proof in proofs.open_proofs(table):
        if proof.key == (seat, code, claimed_at):
            return proof
    raise RuleError("no_breach", "No card proves that now, or it has been answered already.")


def _answered(proof: Proof, *, fined: bool) -> ev.BreachAnswered:
    return ev.BreachAnswered(
        seat=proof.seat, code=proof.code, claimed_at=proof.claimed_at, claim=proof.claim,
        run=proof.run, evidence=proof.evidence, shown=proof.shown, fined=fined,
    )  # fmt: skip


def consequence(table: Table) -> str:
    """Return what the house rules say follows from a breach, as a sentence."""
    chips = each_pays(table)
    if not chips:
        return "The play stands."
    barred = bars(table) and table.hand is not None and table.hand.phase != "done"
    bar = ", and nothing more is won in this hand" if barred else ""
    words = chips_word(chips, table.options)
    return f"The play stands; by your rules it costs {words} to each of the others{bar}."
