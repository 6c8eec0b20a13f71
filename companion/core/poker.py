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
from companion.core.options import chips_word
from companion.core.poker_hands import Rank, rank_hand
from companion.core.state import Poker
from companion.core.table import Hand, Table

# ---- bets ---------------------------------------------------------------------------------------


def _round(table: Table) -> tuple[Decision, Poker]:
    """Return a decision in which the poker round has begun, and the round; or refuse."""
    hand = table.playing
    if hand is None or hand.phase not in ("deal", "spare", "hold", "poker"):
        raise RuleError("no_poker_now", "No poker is being played now.")
    ready = phases.ready_for_poker(table)
    if (poker := ready.hand.poker) is None:
        raise RuleError("no_poker_now", "By these rules no poker is played.")
    return ready, poker


def verify_turn(table: Table, seat: int) -> tuple[Decision, Poker]:
    """Raise `RuleError` unless *seat* is asked now.

    Returns the decision that the act is to be added to, and the round as it stands. Its table, not
    *table*, says what everybody has: who shares a sequence is paid when the holding closes before.
    """
    ready, poker = _round(table)
    phases.verify_in_hand(table, seat)
    if not poker.turn:
        raise RuleError("no_poker_now", "The betting is over. Show the cards.")
    if seat != poker.turn[0]:
        asked = table.name(poker.turn[0])
        raise RuleError("not_your_turn", f"{asked} is asked first, then {table.name(seat)}.")
    return ready, poker


def check(table: Table, seat: int) -> tuple[Event, ...]:
    """Stay in without a chip."""
    decision, poker = verify_turn(table, seat)
    if poker.level:
        raise RuleError("bad_bet", f"There is a bet of {poker.level}. Call it, raise it or fold.")
    return _act(decision, seat, "check", 0)


def bet(table: Table, seat: int, chips: int) -> tuple[Event, ...]:
    """Open the betting with *chips*."""
    decision, poker = verify_turn(table, seat)
    if poker.level:
        raise RuleError("bad_bet", f"There is a bet of {poker.level} already. Raise it instead.")
    _verify_step(table, chips)
    _verify_there(decision.table, seat, chips)
    return _act(decision, seat, "bet", chips)


def raise_to(table: Table, seat: int, chips: int) -> tuple[Event, ...]:
    """Raise the bet *to* *chips* in all."""
    decision, poker = verify_turn(table, seat)
    if not poker.level:
        raise RuleError("bad_bet", "There is no bet to raise. Bet or check.")
    if poker.raises >= table.options.poker_raises:
        raise RuleError("bad_bet", f"There were {poker.raises} raises; by these rules no more.")
    _verify_step(table, chips - poker.level)
    more = chips - poker.paid[seat]
    _verify_there(decision.table, seat, more)
    return _act(decision, seat, "raise", more)


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
        most = chips_word(table.most_payable, table.options)
        raise RuleError("bad_bet", f"There are {most} in all, so {chips} is too much.")


def call(table: Table, seat: int, all_in: int | None = None) -> tuple[Event, ...]:
    """Put in what is missing, or with *all_in* all there is where that is less."""
    decision, poker = verify_turn(table, seat)
    if not poker.level:
        raise RuleError("bad_bet", "There is no bet to call. Bet or check.")
    due = poker.level - poker.paid[seat]
    if all_in is None:
        _verify_there(decision.table, seat, due)
        return _act(decision, seat, "call", due)
    there = max(decision.table.balance(seat), 0)
    if table.options.insolvency != "out" or all_in != there or there >= due:
        raise RuleError("bad_bet", f"All in is for who has less than {due}: {there} is there.")
    return _act(decision, seat, "call", all_in)


def fold(table: Table, seat: int) -> tuple[Event, ...]:
    """Leave the poker; the bets made stay, and the runs are played with the full hand."""
    decision, _ = verify_turn(table, seat)
    return _act(decision, seat, "fold", 0)


def _act(decision: Decision, seat: int, act: str, chips: int) -> tuple[Event, ...]:
    pots.bet_into_pot(decision, seat, act, chips)
    poker, options = decision.hand.poker, decision.table.options
    assert poker is not None
    if len(poker.playing) == 1:
        _award(decision, {poker.playing[0]: (0, ())})
    elif not poker.turn and not poker.level and options.poker_all_check == "carry":
        decision.add(ev.PokerEnded(decision.hand.eldest))
    return decision.done()


# ---- the showdown -------------------------------------------------------------------------------


def verify_five(table: Table, cards: Sequence[Card], seen: Mapping[Card, int]) -> None:
    """Raise `RuleError` unless *cards* are five different ones of the pack that nobody else showed.

    *seen* says which seat has shown a card.
    """
    if len(cards) != 5 or len(set(cards)) != 5:
        raise RuleError("bad_hand", f"A poker hand is five different cards, not {len(cards)}.")
    for card in cards:
        if not table.game.has(card):
            raise RuleError("bad_hand", f"{card.shown} is not in the pack of this game.")
        if card in seen:
            raise RuleError("card_shown", f"{table.name(seen[card])} has shown {card.shown}.")


def shown_by_others(table: Table, hand: Hand, seat: int) -> dict[Card, int]:
    """Return the cards of this hand that somebody else has shown, and who."""
    shown = {} if hand.poker is None else hand.poker.shown
    seen = {card: other for other, five in shown.items() if other != seat for card in five}
    for space in table.spaces if hand.held else ():
        for holder in hand.held.get(space.name, ()):
            if holder != seat and space.sort in ("card", "pair"):
                seen |= dict.fromkeys(space.cards, holder)
    return seen


def verify_show(table: Table, seat: int, cards: Sequence[Card]) -> Decision:
    """Raise `RuleError` unless *seat* can show these five cards now; return what to add it to."""
    decision, poker = _round(table)
    hand = decision.hand
    if hand.depth == "pots":
        raise RuleError("pots_only", "In this hand only pots are recorded. Tap who won the poker.")
    if not poker.begun or poker.turn:
        asked = table.name(poker.turn[0])
        raise RuleError("not_your_turn", f"The betting is not over: {asked} is asked.")
    if seat not in poker.playing:
        raise RuleError("not_your_turn", f"{table.name(seat)} is not in the poker any more.")
    if seat in poker.shown:
        raise RuleError("card_shown", f"{table.name(seat)} has shown five cards.")
    verify_five(table, cards, shown_by_others(table, hand, seat))
    return decision


def show(table: Table, seat: int, cards: Sequence[Card]) -> tuple[Event, ...]:
    """Show five cards; when everybody still in has, the best takes the pot."""
    decision = verify_show(table, seat, cards)
    decision.add(ev.PokerShown(seat, tuple(cards)))
    poker = decision.hand.poker
    assert poker is not None
    if len(poker.shown) == len(poker.playing):
        _award(decision, {each: rank_hand(five) for each, five in poker.shown.items()})
    return decision.done()


def told(table: Table, winners: Sequence[int]) -> tuple[Event, ...]:
    """Give the pot to *winners*, who share it; the cards were compared at the table."""
    decision, poker = _round(table)
    for seat in winners:
        phases.verify_in_hand(table, seat)
    if poker.begun and poker.turn:
        asked = table.name(poker.turn[0])
        raise RuleError("not_your_turn", f"The betting is not over: {asked} is asked.")
    if not winners or len(set(winners)) != len(winners):
        raise RuleError("bad_hand", "Name each winner of the poker once.")
    if any(seat not in poker.playing for seat in winners):
        raise RuleError("not_your_turn", "Who has folded cannot win the poker.")
    if len({poker.paid[seat] for seat in poker.playing}) > 1:
        raise RuleError("bad_hand", "With side pots the cards decide. Let everybody show five.")
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
