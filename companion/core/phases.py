"""From one phase of a hand to the next: what an act says about those before it (RULES § 2.1).

People skip taps. The first lead says that the cards were dealt, the spare hand left where it lay
and everything paid on holding shown. Decides nothing that somebody could have decided otherwise.
"""

from __future__ import annotations

from companion.core import events as ev
from companion.core import pots
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.table import Table


def verify_in_hand(table: Table, seat: int) -> None:
    """Raise `RuleError` ``unknown_seat`` unless *seat* plays the hand there is."""
    if table.hand is None or seat not in table.hand.circle:
        who = table.name(seat) if seat in table.seats else "Nobody of that number"
        raise RuleError("unknown_seat", f"{who} does not play this hand. Choose who does.")


def dealt(table: Table) -> Decision:
    """Return a decision in which the cards are out: whoever uses their hand has got it.

    Raises `RuleError` ``turn_up_missing`` where the deal must be told, with the card turned up.
    """
    decision = Decision(table)
    if decision.hand.phase == "deal":
        if table.options.has_trumps:
            raise RuleError(
                "turn_up_missing",
                "The last card of the spare hand says which suit is trumps. Tap which it is.",
            )
        decision.add(ev.Dealt())
    return decision


def ready_to_hold(table: Table) -> Decision:
    """Return a decision in which the cards are out and the spare hand is settled."""
    decision = dealt(table)
    if decision.hand.phase == "spare":
        decision.add(ev.SpareLeft())
    return decision


def ready_for_poker(table: Table) -> Decision:
    """Return a decision in which everything paid on holding is paid."""
    decision = ready_to_hold(table)
    if decision.hand.phase == "hold":
        close_holding(decision)
    return decision


def ready_to_play(table: Table) -> Decision:
    """Return a decision in which the runs have begun, if they can.

    Where only pots are recorded, the poker need not be told; else it must be decided first.
    """
    decision = Decision(table)
    if decision.hand.phase == "runs":
        return decision
    decision = ready_for_poker(table)
    if decision.hand.phase == "poker" and decision.hand.depth == "pots":
        decision.add(ev.PokerEnded(decision.hand.eldest))
    return decision


def close_holding(decision: Decision) -> None:
    """Share each sequence among those who have shown one, and go on."""
    for space in decision.table.spaces:
        holders = decision.hand.held.get(space.name, ())
        if space.sort == "sequence" and holders:
            pots.share_held(decision, space.name, holders)
    decision.add(ev.HoldingClosed())
