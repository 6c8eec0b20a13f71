"""Cards that mean something outside the runs: turned up, paid on holding, left over.

Pure, like the eye whose part it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion import eye_questions as questions
from companion.core import commands, holding
from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.core.hand import ready_to_play
from companion.core.table import Hand, Table
from companion.eye_questions import Lying, Seen
from companion.eye_verdicts import Care, Nothing, Record, Verdict, is_steady, wait

# ---- before the runs ----------------------------------------------------------------------------


def turned_up(table: Table, hand: Hand, lying: Sequence[Lying], care: Care) -> tuple[Verdict, ...]:
    """The card of the spare hand that says which suit is trumps (RULES § 10)."""
    strong = [each for each in lying if is_steady(each, care.chips)]
    if not strong:
        return (wait(lying[0], f"{lying[0].card.shown}? Hold still."),)
    if len(strong) == len(lying) == 1 and lying[0].was_laid_after() and not care.leads_ask:
        card = strong[0].card
        return (Record("deal", hand.dealer, (card,), {"turned": str(card)}),)
    if min(each.age_ms for each in strong) < care.ask_ms:
        return (wait(strong[0], "Which card is turned up?"),)
    return (questions.turned(strong),)


def held(table: Table, hand: Hand, lying: Sequence[Lying], care: Care) -> tuple[Verdict, ...]:
    """Pay cards laid down before their holder, paid on holding (RULES § 2.6)."""
    strong = [
        each for each in lying
        if is_steady(each, care.chips) and len(each.sure) == 1 and each.was_laid_after()
        and not each.odd
    ]  # fmt: skip
    for space in table.spaces:
        for seat in hand.circle:
            own = {each.card for each in strong if each.sure == {seat}}
            groups = [space.cards] if space.sort != "sequence" else _threes(space.cards)
            cards = next((group for group in groups if group and own.issuperset(group)), None)
            if cards is not None and _may_show(table, seat, space.name):
                return (Record("holds", seat, cards, {"seat": seat, "space": space.name}),)
    return (Nothing("Lay the pay cards you hold before you.", tuple(s.card for s in lying)),)


def left_with(table: Table, seen: Sequence[Seen], care: Care) -> tuple[Verdict, ...]:
    """Pay cards that people are left with, where that costs or saves something."""
    for each in seen:
        lying = Lying(each.card, (each,))
        is_sure = len(lying.sure) == 1 and lying.was_laid_after() and not lying.odd
        if not (is_sure and is_steady(lying, care.chips)):
            continue
        data = {"seat": min(lying.sure), "space": str(each.card)}
        if commands.refusal(table, "holds", data) is None:
            return (Record("holds", min(lying.sure), (each.card,), data),)
    return (Nothing("Somebody is out. Lay down the pay cards that you are left with."),)


def led_after_showing(
    table: Table, hand: Hand, lying: Sequence[Lying]
) -> tuple[Table, Hand, list[Lying]]:
    """Return the runs as the first lead would begin them, without the cards shown before."""
    shown = {card for space in table.spaces if hand.held.get(space.name) for card in space.cards}
    after = ready_to_play(table).table
    assert after.playing is not None
    return after, after.playing, [each for each in lying if each.card not in shown]


def _threes(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    return [cards[at : at + 3] for at in range(0, len(cards), 3)]


def _may_show(table: Table, seat: int, space: str) -> bool:
    try:
        holding.verify_shows(table, seat, space)
    except RuleError:
        return False
    return True
