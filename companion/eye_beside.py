"""Cards that mean something outside the runs: turned up, paid on holding, left over, poker hands.

Pure, like the eye whose part it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion import eye_questions as questions
from companion.core import commands, ends, holding
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


# ---- five cards each ----------------------------------------------------------------------------


def hands_wanted(table: Table) -> tuple[str, tuple[int, ...]] | None:
    """Return the command and the seats of five-card hands that are to be shown now."""
    hand = table.playing
    if hand is None:
        missing = ends.last_hands_missing(table)
        return ("show_last", missing) if missing else None
    if hand.phase != "poker" or hand.poker is None or hand.poker.turn or hand.depth == "pots":
        return None
    shown = hand.poker.shown
    return "show", tuple(seat for seat in hand.poker.playing if seat not in shown)


def fives(
    table: Table, seen: Sequence[Seen], care: Care, kind: str, seats: Sequence[int]
) -> tuple[Verdict, ...]:
    """Exactly five cards, all strong, before somebody who is to show a poker hand.

    The last hand decides about the pot, so somebody says that it was read right.
    """
    asked: list[Verdict] = []
    for seat in seats:
        cards: dict[Card, list[Seen]] = {}
        for each in seen:
            if each.seat == seat and each.told_by and each.now != "missing":
                cards.setdefault(each.card, []).append(each)
        own = [Lying(card, tuple(readings)) for card, readings in cards.items()]
        five = tuple(sorted(each.card for each in own))
        youngest = min((each.age_ms for each in own), default=0)
        if not own or youngest < care.ask_ms:
            continue
        data = {"seat": seat, "cards": [str(card) for card in five]}
        strong = all(
            is_steady(each, care.chips) and each.sure == {seat} and not each.odd for each in own
        )
        if len(five) == 5 and strong and commands.refusal(table, kind, data) is None:
            if any(event.transfers() for event in commands.decide(table, kind, data)):
                return (questions.five_said(table, seat, five, kind),)
            return (Record(kind, seat, five, data),)
        if youngest >= 3 * care.ask_ms:
            asked.append(questions.five(table, seat, five))
    waiting = tuple({each.card for each in seen})
    names = ", ".join(table.name(seat) for seat in seats)
    say = f"Five cards side by side, please: {names}."
    return tuple(asked) or (Nothing(say, waiting),)
