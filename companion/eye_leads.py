"""A lead as cameras see it: any card may be one, so only a strong reading before the leader is.

Pure, like the eye whose part it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion import eye_questions as questions
from companion.core import commands, play
from companion.core import events as ev
from companion.core.cards import Card, next_card
from companion.core.errors import RuleError
from companion.core.game import KITTY
from companion.core.table import Hand, Table
from companion.eye_questions import LAID_APART_MS, Lying
from companion.eye_verdicts import (
    Care,
    Nothing,
    Record,
    Verdict,
    is_steady,
    stays_doubtful,
    wait,
    was_steady,
)

IN_TURN_MS: Final = 1000
"""Two people may lay their cards of one run so close together that the later rests first."""

OLD_MS: Final = 3000
"""So long people have to lead before they are asked about a card that lay there all the time."""


def lead(table: Table, hand: Hand, lying: Lying, all_lying: Sequence[Lying], care: Care) -> Verdict:
    """A lead is free: only a strong reading before the leader is one."""
    leader = hand.leader
    if leader is None:
        return wait(lying, f"{lying.card.shown}? Hold still.")
    refusal = _refusal(table, leader, lying.card)
    if not is_steady(lying, care.free):
        is_his = leader in (lying.seats or (leader,)) and not lying.is_elsewhere
        if refusal is None and is_his and lying.was_laid_after() and stays_doubtful(lying, care):
            return questions.lead(table, leader, [lying])
        return wait(lying, f"{lying.card.shown}? Hold still.")
    if care.leads_ask:
        legal = [each for each in all_lying if _refusal(table, leader, each.card) is None]
        return questions.lead(table, leader, legal) if legal else _cannot_lead(lying)
    is_anothers = bool(lying.seats) and leader not in lying.seats
    if (is_anothers or lying.is_elsewhere or refusal is not None) and lying.lay_before(IN_TURN_MS):
        return lay_there(lying)
    if lying.is_elsewhere:
        slow = refusal is None and lying.age_ms >= care.ask_ms
        return questions.lead(table, leader, [lying]) if slow else wait(lying, "Before whom?")
    if is_anothers:
        return _before_another(table, hand, lying, leader, care)
    if refusal is not None:
        return questions.note(lying, refusal) if lying.age_ms >= care.ask_ms else wait(lying, "")
    return _before_leader(table, leader, lying, all_lying, care)


def _before_leader(
    table: Table, leader: int, lying: Lying, all_lying: Sequence[Lying], care: Care
) -> Verdict:
    """A card that may lead, where the leader has laid it: which, where there are several?"""
    rivals = [
        each for each in all_lying
        if leader in (each.seats or (leader,)) and was_steady(each, care.free)
        and _refusal(table, leader, each.card) is None and (each.seats or each.was_laid)
    ]  # fmt: skip
    laid = [each for each in rivals if each.was_laid_after()]
    if not laid:  # before nobody's place it may be the layout, which lay there all the time
        slow = bool(rivals) and lying.quiet_ms >= OLD_MS
        return questions.lead(table, leader, rivals) if slow else wait(lying, "It lay there.")
    first = _laid_first(table, laid)
    if first is None or first.now.isdisjoint({"there", "unsure"}):
        slow = min(each.age_ms for each in laid) >= care.ask_ms
        return questions.lead(table, leader, laid) if slow else wait(lying, "Which leads?")
    if first.card != lying.card:
        return wait(lying, f"The {first.card.spoken} was laid first.")
    if _wins_by_card(table, leader, lying.card):  # any card may lead: one reading is too little
        slow = lying.age_ms >= care.ask_ms / 2
        return questions.lead(table, leader, [lying]) if slow else wait(lying, "Hold still.")
    return recorded(table, lying, leader, care)


def _wins_by_card(table: Table, seat: int, card: Card) -> bool:
    """Whether this very card would win chips, beyond what any last card wins."""
    events = play.play(table, seat, card)
    return any(isinstance(e, ev.PotAwarded) and e.space != KITTY for e in events)


def _refusal(table: Table, seat: int, card: Card) -> RuleError | None:
    return commands.refusal(table, "play", {"seat": seat, "card": str(card)})


def _cannot_lead(lying: Lying) -> Nothing:
    return Nothing(f"Seen: {lying.card.shown}. That cannot lead now. Tap the card that was led.")


def _laid_first(table: Table, rivals: Sequence[Lying]) -> Lying | None:
    """Return which of several cards before the leader leads: the older, or the lower of a run."""
    if len(rivals) == 1:
        return rivals[0]
    oldest, second = sorted(rivals, key=lambda each: -each.age_ms)[:2]
    if oldest.age_ms - second.age_ms >= LAID_APART_MS:
        return oldest
    for low, high in ((oldest, second), (second, oldest)):
        if len(rivals) == 2 and next_card(low.card, table.options.ace) == high.card:
            return low
    return None


def _before_another(table: Table, hand: Hand, lying: Lying, leader: int, care: Care) -> Verdict:
    """A card before somebody who has not got the lead: the leader passed, or people were quick."""
    if lying.age_ms < care.ask_ms:
        return wait(lying, f"{table.name(leader)} has the lead.")
    refusal = _refusal(table, leader, lying.card)
    return questions.other_leader(table, hand, lying, leader, legal=refusal is None)


# ---- what any card of the runs may come to -------------------------------------------------------


def recorded(table: Table, lying: Lying, seat: int, care: Care) -> Verdict:
    """Record the play; where chips hang on it the reading must be strong, too.

    A card of another size than the rest may be none of this deck: somebody says that it is.
    """
    try:
        events = play.play(table, seat, lying.card)
    except RuleError as error:
        return Nothing(error.message)
    moves = any(event.transfers() for event in events)
    if moves and not is_steady(lying, care.chips, may_be_covered=True):
        if stays_doubtful(lying, care):
            why = "It cannot be read well, and chips hang on it."
            return questions.is_it(table, lying, seat, "doubtful", why)
        return wait(lying, f"{lying.card.shown}? Chips hang on it: hold still.")
    if lying.odd:
        why = f"It looks {lying.odd} than the other cards, as on a phone or from another deck."
        slow = lying.age_ms >= care.ask_ms
        asks = questions.is_it(table, lying, seat, "odd", why)
        return asks if slow else wait(lying, "Of this deck?")
    return Record("play", seat, (lying.card,), {"seat": seat, "card": str(lying.card)})


def lay_there(lying: Lying) -> Nothing:
    """A card that lay there when the last was played, read anew: nobody is asked about it."""
    return Nothing(f"{lying.card.shown} lay there already.")
