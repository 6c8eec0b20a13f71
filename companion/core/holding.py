"""Paid on holding: who shows which cards and what that wins (RULES § 2.6). Plays no card."""

from __future__ import annotations

from companion.core import events as ev
from companion.core import phases, pots
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.game import Space
from companion.core.table import Hand, Table


def verify_shows(table: Table, seat: int, space: str) -> Space:
    """Raise `RuleError` unless *seat* can hold what wins *space*, and is paid for it now.

    Returns the space.
    """
    hand = table.playing
    if table.options.pay_when != "hold":
        raise RuleError("no_holding_now", "By these rules nothing is paid on holding.")
    if hand is None or hand.phase not in ("deal", "spare", "hold"):
        raise RuleError("no_holding_now", "Cards are shown after the deal, before the poker.")
    phases.verify_in_hand(table, seat)
    wanted = next((s for s in table.spaces if s.name == space and s.is_pay_space), None)
    if wanted is None:
        raise RuleError("unknown_space", f"Nobody is paid for holding {pots.shown(space)}.")
    if hand.turned is not None and hand.turned in wanted.cards:
        raise RuleError("held_already", f"{hand.turned.shown} is turned up, so nobody holds it.")
    if (other := _held_by_other(table, hand, seat, wanted)) is not None:
        name = table.name(other)
        raise RuleError("held_already", f"{name} has shown what wins {pots.shown(space)}.")
    return wanted


def _held_by_other(table: Table, hand: Hand, seat: int, space: Space) -> int | None:
    """Return who has shown cards that *seat* would have to hold, if anybody has."""
    holders = hand.held.get(space.name, ())
    if space.sort == "sequence":
        again = seat in holders and table.options.seq_share == "per_player"
        return seat if again else holders[0] if len(holders) == 4 else None
    if holders:
        return holders[0]
    for other in table.spaces:  # king and queen in one hand are that hand's king and queen
        elsewhere = [each for each in hand.held.get(other.name, ()) if each != seat]
        if elsewhere and other.sort != "sequence" and set(space.cards) & set(other.cards):
            return elsewhere[0]
    return None


def shows(table: Table, seat: int, space: str) -> tuple[Event, ...]:
    """Record that *seat* holds what wins *space*; a sequence is shared when nobody shows more."""
    won = verify_shows(table, seat, space)
    decision = phases.ready_to_hold(table)
    decision.add(ev.Held(seat, space))
    if won.sort != "sequence" and pots.may_win(decision.table, won, seat):
        pots.award_pot(decision, space, seat)
    return decision.done()


def verify_close_hold(table: Table) -> None:
    """Raise `RuleError` unless cards are being shown."""
    hand = table.playing
    if hand is None or hand.phase not in ("deal", "spare", "hold"):
        raise RuleError("no_holding_now", "No cards are being shown now.")
    if table.options.pay_when != "hold":
        raise RuleError("no_holding_now", "By these rules nothing is paid on holding.")


def close_hold(table: Table) -> tuple[Event, ...]:
    """Say that nobody shows anything more; what nobody showed stays on the layout."""
    verify_close_hold(table)
    return phases.ready_for_poker(table).done()
