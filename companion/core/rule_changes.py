"""House rules changed in mid-evening: proposed, agreed to by all, and in force from the next hand.

Before the first stake the host alone changes them (`evening.change_rules`); plays no card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.core import events as ev
from companion.core import hand
from companion.core.errors import RuleError
from companion.core.evening import verify_seated
from companion.core.events import Event
from companion.core.table import Table, replay


def verify_propose(table: Table, values: Mapping[str, Any], seat: int | None = None) -> None:
    """Raise `RuleError` unless the preset with *values* can be proposed from the next hand on."""
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended. Undo that first.")
    if table.hand is None:
        raise RuleError("not_yours", "Nothing is staked yet, so the host changes the rules.")
    if table.rules_proposed is not None:
        raise RuleError("already_asked", "Other house rules are proposed. Answer that first.")
    if seat is not None:
        verify_seated(table, seat)
    wanted = table.game.options(values, len(table.circle))
    if wanted == (table.rules_coming or table.options):
        raise RuleError("bad_option", "These are your house rules already. Change one, then ask.")
    for name, stays in FOR_ALL_EVENING.items():
        if getattr(wanted, name) != getattr(table.options, name):
            raise RuleError("already_open", f"{stays} Start another table for that.")


FOR_ALL_EVENING: Final = {
    "funding": "Where the chips come from stays as it is for the whole evening.",
    "discard": "Whether cards are thrown away stays as it is for the whole evening.",
    "start_chips": "Everybody has started with the same chips, and that stays so.",
}
"""What cannot become otherwise once chips have been given out or cards dealt by it."""


def propose(table: Table, values: Mapping[str, Any], seat: int | None = None) -> tuple[Event, ...]:
    """Propose the preset with *values*; who proposes agrees (RULES § 11)."""
    verify_propose(table, values, seat)
    return (ev.RulesProposed(seat, table.game.options(values, len(table.circle)).to_dict()),)


def verify_proposed(table: Table) -> None:
    """Raise `RuleError` unless other house rules are proposed."""
    if table.rules_proposed is None:
        raise RuleError("no_proposal", "Nobody proposes other house rules now.")


def missing(table: Table) -> tuple[int, ...]:
    """Return who still has to agree to what is proposed."""
    if table.rules_proposed is None:
        return ()
    return tuple(seat for seat in table.circle if seat not in table.rules_agreed)


def agree(table: Table, seat: int) -> tuple[Event, ...]:
    """Agree to the proposed rules; with the last word they come with the next hand."""
    verify_proposed(table)
    verify_seated(table, seat)
    if seat in table.rules_agreed:
        raise RuleError("already_asked", f"{table.name(seat)} has agreed already.")
    return (ev.RulesAgreed(seat),)


def all_agree(table: Table) -> tuple[Event, ...]:
    """Say, as the host, that everybody at the table agrees."""
    verify_proposed(table)
    return (ev.RulesAgreed(None),)


def decline(table: Table, seat: int | None = None) -> tuple[Event, ...]:
    """Do not agree: one is enough, and the rules stay."""
    verify_proposed(table)
    return (ev.RulesDeclined(seat),)


def begin_hand(table: Table) -> tuple[Event, ...]:
    """Begin the next hand, by the rules all have agreed to where there are such."""
    if table.rules_coming is None:
        return hand.begin_hand(table)
    applied = ev.RulesApplied(table.rules_coming.to_dict())
    return (applied, *hand.begin_hand(replay(table, (applied,))))
