"""The poker round: bets in order, cards shown, the pot and its side pots (RULES § 4.6).

Compares hands by `poker_hands` and moves chips by `pots`; knows no other phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.core import events as ev
from companion.core import phases, pots
from companion.core.cards import Card
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.game import POT
from companion.core.ledger import share
from companion.core.poker_hands import Rank, rank_hand
from companion.core.state import Poker
from companion.core.table import Hand, Table

# ---- bets ---------------------------------------------------------------------------------------


def _round(table: Table) -> tuple[Hand, Poker]:
    """Return the hand with its poker round, or refuse."""
    hand = table.playing
    if hand is None or hand.phase not in ("deal", "spare", "hold", "poker"):
        raise RuleError("no_poker_now", "No poker is being played now.")
    ready = phases.ready_for_poker(table).hand
    if ready.poker is None:
        raise RuleError("no_poker_now", "By these rules no poker is played.")
    return ready, ready.poker


def verify_turn(table: Table, seat: int) -> Poker:
    """Raise `RuleError` unless *seat* is asked now; return the round."""
    _, poker = _round(table)
    phases.verify_in_hand(table, seat)
    if not poker.turn:
        raise RuleError("no_poker_now", "The betting is over. Show the cards.")
    if seat != poker.turn[0]:
        asked = table.name(poker.turn[0])
        raise RuleError("not_your_turn", f"{asked} is asked first, then {table.name(seat)}.")
    return poker


def verify_check(table: Table, seat: int) -> None:
    """Raise `RuleError` unless *seat* can stay in without a chip."""
    if level := verify_turn(table, seat).level:
        raise RuleError("bad_bet", f"There is a bet of {level}. Call it, raise it or fold.")


def check(table: Table, seat: int) -> tuple[Event, ...]:
    """Stay in without a chip."""
    verify_check(table, seat)
    return _act(table, seat, "check", 0)


def verify_bet(table: Table, seat: int, chips: int) -> None:
    """Raise `RuleError` unless *seat* can open with *chips*."""
    poker = verify_turn(table, seat)
    if poker.level:
        raise RuleError("bad_bet", f"There is a bet of {poker.level} already. Raise it instead.")
    _verify_step(table, chips)
    _verify_there(table, seat, chips)


def bet(table: Table, seat: int, chips: int) -> tuple[Event, ...]:
    """Open the betting with *chips*."""
    verify_bet(table, seat, chips)
    return _act(table, seat, "bet", chips)


def verify_raise(table: Table, seat: int, chips: int) -> None:
    """Raise `RuleError` unless *seat* can raise *to* *chips* in all."""
    poker, most = verify_turn(table, seat), table.options.poker_raises
    if not poker.level:
        raise RuleError("bad_bet", "There is no bet to raise. Bet or check.")
    if poker.raises >= most:
        raise RuleError("bad_bet", f"There were {poker.raises} raises; by these rules no more.")
    _verify_step(table, chips - poker.level)
    _verify_there(table, seat, chips - poker.paid[seat])


def raise_to(table: Table, seat: int, chips: int) -> tuple[Event, ...]:
    """Raise the bet *to* *chips* in all."""
    verify_raise(table, seat, chips)
    _, poker = _round(table)
    return _act(table, seat, "raise", chips - poker.paid[seat])


def _verify_step(table: Table, step: int) -> None:
    least, most = table.options.poker_min, table.options.poker_max
    if step < least:
        raise RuleError("bad_bet", f"{step} more is too little; it must be {least} or more.")
    if most is not None and step > most:
        raise RuleError("bad_bet", f"{step} more is too much; {most} is the most.")


def _verify_there(table: Table, seat: int, chips: int) -> None:
    there = table.balance(seat)
    if table.options.insolvency == "out" and chips > there:
        name = table.name(seat)
        raise RuleError("bad_bet", f"{name} has {there}, not {chips}. Bet less, or call all in.")
    if chips > table.most_payable:
        most = table.most_payable
        raise RuleError("bad_bet", f"There are {most} chips in all, so {chips} is too much.")


def verify_call(table: Table, seat: int, all_in: int | None = None) -> None:
    """Raise `RuleError` unless *seat* can call; *all_in* is what is there where that is less."""
    poker = verify_turn(table, seat)
    if not poker.level:
        raise RuleError("bad_bet", "There is no bet to call. Bet or check.")
    due = poker.level - poker.paid[seat]
    if all_in is None:
        _verify_there(table, seat, due)
        return
    there = max(table.balance(seat), 0)
    if table.options.insolvency != "out" or all_in != there or there >= due:
        raise RuleError("bad_bet", f"All in is for who has less than {due}: {there} is there.")


def call(table: Table, seat: int, all_in: int | None = None) -> tuple[Event, ...]:
    """Put in what is missing, or all there is."""
    verify_call(table, seat, all_in)
    _, poker = _round(table)
    return _act(table, seat, "call", poker.level - poker.paid[seat] if all_in is None else all_in)


def fold(table: Table, seat: int) -> tuple[Event, ...]:
    """Leave the poker; the bets made stay, and the runs are played with the full hand."""
    verify_turn(table, seat)
    return _act(table, seat, "fold", 0)


def _act(table: Table, seat: int, act: str, chips: int) -> tuple[Event, ...]:
    decision = phases.ready_for_poker(table)
    pots.bet_into_pot(decision, seat, act, chips)
    poker = decision.hand.poker
    assert poker is not None
    if len(poker.playing) == 1:
        _award(decision, {poker.playing[0]: (0, ())})
    elif not poker.turn and not poker.level and table.options.poker_all_check == "carry":
        decision.add(ev.PokerEnded(decision.hand.eldest))
    return decision.done()


# ---- the showdown -------------------------------------------------------------------------------


def verify_five(pack: Sequence[Card], cards: Sequence[Card], seen: Mapping[Card, str]) -> None:
    """Raise `RuleError` unless *cards* are five different ones of *pack* that nobody else showed.

    *seen* gives the name of who has shown a card.
    """
    if len(cards) != 5 or len(set(cards)) != 5:
        raise RuleError("bad_hand", f"A poker hand is five different cards, not {len(cards)}.")
    for card in cards:
        if card not in pack:
            raise RuleError("bad_hand", f"{card.shown} is not in the pack of this game.")
        if card in seen:
            raise RuleError("card_shown", f"{seen[card]} has shown {card.shown}.")


def shown_by_others(table: Table, hand: Hand, seat: int) -> dict[Card, str]:
    """Return the cards of this hand that somebody else has shown, with that name."""
    shown = {} if hand.poker is None else hand.poker.shown
    seen = {
        card: table.name(other) for other, five in shown.items() if other != seat for card in five
    }
    for space in table.spaces:
        for holder in hand.held.get(space.name, ()):
            if holder != seat and space.sort in ("card", "pair"):
                seen |= dict.fromkeys(space.cards, table.name(holder))
    return seen


def verify_show(table: Table, seat: int, cards: Sequence[Card]) -> None:
    """Raise `RuleError` unless *seat* can show these five cards now."""
    hand, poker = _round(table)
    if hand.depth == "pots":
        raise RuleError("pots_only", "In this hand only pots are recorded. Tap who won the poker.")
    if not poker.begun or poker.turn:
        asked = table.name(poker.turn[0])
        raise RuleError("not_your_turn", f"The betting is not over: {asked} is asked.")
    if seat not in poker.playing:
        raise RuleError("not_your_turn", f"{table.name(seat)} is not in the poker any more.")
    if seat in poker.shown:
        raise RuleError("card_shown", f"{table.name(seat)} has shown five cards.")
    verify_five(table.game.pack, cards, shown_by_others(table, hand, seat))


def show(table: Table, seat: int, cards: Sequence[Card]) -> tuple[Event, ...]:
    """Show five cards; when everybody still in has, the best takes the pot."""
    verify_show(table, seat, cards)
    decision = Decision(table)
    decision.add(ev.PokerShown(seat, tuple(cards)))
    poker = decision.hand.poker
    assert poker is not None
    if len(poker.shown) == len(poker.playing):
        _award(decision, {each: rank_hand(five) for each, five in poker.shown.items()})
    return decision.done()


def verify_told(table: Table, winners: Sequence[int]) -> None:
    """Raise `RuleError` unless the poker can have been won by *winners*, told without cards."""
    _, poker = _round(table)
    if poker.begun and poker.turn:
        asked = table.name(poker.turn[0])
        raise RuleError("not_your_turn", f"The betting is not over: {asked} is asked.")
    if not winners or len(set(winners)) != len(winners):
        raise RuleError("bad_hand", "Name each winner of the poker once.")
    if any(seat not in poker.playing for seat in winners):
        raise RuleError("not_your_turn", "Who has folded cannot win the poker.")
    if len({poker.paid[seat] for seat in poker.playing}) > 1:
        raise RuleError("bad_hand", "With side pots the cards decide. Let everybody show five.")


def told(table: Table, winners: Sequence[int]) -> tuple[Event, ...]:
    """Give the pot to *winners*, who share it; the cards were compared at the table."""
    verify_told(table, winners)
    decision = phases.ready_for_poker(table)
    poker = decision.hand.poker
    assert poker is not None
    ranks: dict[int, Rank] = {seat: (int(seat in winners), ()) for seat in poker.playing}
    in_order = tuple(seat for seat in decision.hand.circle if seat in winners)
    _award(decision, ranks, in_order)
    return decision.done()


def layers(poker: Poker, pot: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the main pot and the side pots: chips, and who has put in enough to win them.

    Antes and what was carried over belong to the first (RULES § 4.6).
    """
    below, rest = 0, pot - sum(poker.paid.values())
    parts = []
    for level in sorted({poker.paid[seat] for seat in poker.playing}):
        chips = sum(min(paid, level) - min(paid, below) for paid in poker.paid.values())
        reached = tuple(seat for seat in poker.playing if poker.paid[seat] >= level)
        parts.append((chips + rest, reached))
        below, rest = level, 0
    return parts


def _award(decision: Decision, ranks: Mapping[int, Rank], told: tuple[int, ...] = ()) -> None:
    """Give each layer to the best of those who reached it; odd chips stay or go to the left."""
    hand, gains = decision.hand, dict.fromkeys(decision.hand.circle, 0)
    assert hand.poker is not None
    for chips, reached in layers(hand.poker, decision.table.balance(POT)):
        winners = _best(hand.circle, {seat: ranks[seat] for seat in reached})
        each, odd = share(chips, len(winners))
        first_left = decision.table.options.poker_odd == "first_left"
        for place, seat in enumerate(winners):
            gains[seat] += each + (first_left and place < odd)
    pots.share_pot(decision, POT, gains)
    decision.add(ev.PokerEnded(_best(hand.circle, ranks)[0], told))


def _best(circle: Iterable[int], ranks: Mapping[int, Rank]) -> tuple[int, ...]:
    """Return who has the best rank, from the dealer's left on."""
    best = max(ranks.values())
    return tuple(seat for seat in circle if ranks.get(seat) == best)
