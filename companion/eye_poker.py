"""Poker hands as cameras see them: five cards side by side before each who is to show some.

The pot hangs on every hand that is shown, so none is recorded by what a camera reads alone: hands
are kept until all are there, then people say once that they are right. Pure, like the eye whose
part it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core import commands
from companion.core.cards import Card
from companion.core.poker_hands import hand_name
from companion.core.showdown import hands_missing
from companion.core.table import Table
from companion.eye_questions import Ask, Lying, Reply, Seen
from companion.eye_verdicts import Care, Keep, Nothing, Verdict, is_steady

Five = tuple[Card, ...]
FIVE: Final = 5
SOME: Final = 3
"""Fewer cards than these are no hand that somebody shows."""


def poker_hands(
    table: Table, seen: Sequence[Seen], care: Care, kept: Mapping[int, Five]
) -> tuple[Verdict, ...]:
    """Return a hand to keep, or what people are asked about all that are *kept*, by seat."""
    seats = hands_missing(table)
    wrong = [seat for seat in seats if seat in kept and not _may_show(table, seat, kept[seat])]
    asked: list[Verdict] = [_which_five(table, seat, kept[seat]) for seat in wrong]
    kept = {seat: kept[seat] for seat in seats if seat in kept and seat not in wrong}
    for seat in seats:
        own = _lying_before(table, seen, seat)
        five = tuple(sorted(each.card for each in own))
        youngest = min((each.age_ms for each in own), default=0)
        if not own or youngest < care.ask_ms or five == kept.get(seat):
            continue
        twice = {c for s, other in kept.items() if s != seat for c in other}.intersection(five)
        if _is_sure(own, seat, care) and not twice and _may_show(table, seat, five):
            return (Keep(seat, five),)
        is_slow = youngest >= 3 * care.ask_ms and seat not in (*kept, *wrong)
        if len(five) >= SOME and is_slow:
            asked.append(_which_five(table, seat, five))
    if kept.keys() >= set(seats):
        return (_all_right(table, kept),)
    names = ", ".join(table.name(seat) for seat in seats if seat not in kept)
    waiting = tuple({each.card for each in seen})
    return tuple(asked) or (Nothing(f"Five cards side by side, please: {names}.", waiting),)


def _lying_before(table: Table, seen: Sequence[Seen], seat: int) -> list[Lying]:
    """Return the cards that lie before *seat* and nobody has shown yet."""
    shown = cards_shown(table)
    cards: dict[Card, list[Seen]] = {}
    for each in seen:
        if each.seat == seat and each.told_by and each.now == "there" and each.card not in shown:
            cards.setdefault(each.card, []).append(each)
    return [Lying(card, tuple(readings)) for card, readings in cards.items()]


def cards_shown(table: Table) -> frozenset[Card]:
    """Return the cards of the hands shown so far."""
    poker = table.playing.poker if table.playing is not None else None
    shown = table.last_shown if poker is None else poker.shown
    return frozenset(card for five in shown.values() for card in five)


def _is_sure(own: Sequence[Lying], seat: int, care: Care) -> bool:
    """Whether exactly five cards, all read surely, lie before *seat*."""
    return len(own) == FIVE and all(
        is_steady(each, care.chips) and each.sure == {seat} and not each.odd for each in own
    )


def _may_show(table: Table, seat: int, five: Five) -> bool:
    return commands.refusal(table, "show_hands", _data({seat: five})) is None


def _data(hands: Mapping[int, Five]) -> dict[str, object]:
    return {"hands": [f"{seat}:{' '.join(map(str, five))}" for seat, five in hands.items()]}


# ---- what people are asked ----------------------------------------------------------------------


def _which_five(table: Table, seat: int, cards: Five) -> Ask:
    """A poker hand of which not five cards could be read, or one that another has, too."""
    read = f"{len(cards)} could be read: {_shown(cards)}."
    if len(cards) == FIVE:
        read = f"Read: {_shown(cards)}. Somebody else has shown one of them."
    return Ask(
        "five", cards, (seat,), f"Which five cards does {table.name(seat)} show?",
        f"{read} Lay them side by side, or tap them.",
        (Reply("Tap them", "five", {"seat": seat, "cards": [str(card) for card in cards[:FIVE]]},
               None, seat),),
    )  # fmt: skip


def _all_right(table: Table, hands: Mapping[int, Five]) -> Ask:
    """All hands are there: were they read right? Each of them can be tapped instead."""
    data = _data(hands)
    events = commands.decide(table, "show_hands", data)
    gains = {move.credit for event in events for move in event.transfers()}
    winners = [seat for seat in table.circle if seat in gains]
    read = [f"{table.name(seat)}: {_shown(five)}" for seat, five in hands.items()]
    label = "Yes, they are right" if len(hands) > 1 else "Yes, it is right"
    return Ask(
        "hands", tuple(card for five in hands.values() for card in five), tuple(hands),
        _say(table, winners, hands), "\n".join([*read, "The pot hangs on every card."]),
        (Reply(label, "show_hands", data), Reply("One is wrong …", "hands")),
    )  # fmt: skip


def _say(table: Table, winners: Sequence[int], hands: Mapping[int, Five]) -> str:
    names = " and ".join(table.name(seat) for seat in winners)
    if len(winners) != 1:
        return f"Do {names} take the pot?" if names else "Were the hands read right?"
    best = hands.get(winners[0])
    return f"Does {names} take the pot{f': {hand_name(best)}' if best else ''}?"


def _shown(cards: Five) -> str:
    return " ".join(card.shown for card in cards)
