"""When an evening is over, and what then happens to the chips left on the layout (RULES § 2.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.core import events as ev
from companion.core import pots
from companion.core.cards import Card
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.options import counted
from companion.core.poker import verify_five
from companion.core.poker_hands import rank_hand
from companion.core.table import Result, Table


def hands_counted(table: Table) -> tuple[Result, ...]:
    """Return the hands that count towards the end; void ones by option."""
    return tuple(r for r in table.results if r.winner is not None or table.options.void_counts)


def planned_hands(table: Table) -> int | None:
    """Return how many hands the evening has, or ``None`` where the end does not count hands."""
    word, number = counted(table.options.end)
    if word == "hands":
        return number
    if word == "deals_each":
        return number * len(table.first_players or table.circle)
    return None


def reached(table: Table) -> str | None:
    """Return which agreed end is reached (``hands``, ``broke`` …), or ``None``."""
    if table.playing is not None or not table.results:
        return None
    if table.options.insolvency == "out" and len(staying(table)) < table.game.seats[0]:
        return "broke"
    if table.play_on:
        return None
    word, number = counted(table.options.end)
    over = _OVER.get(word)
    if over is None or not over(table, number):
        return None
    counts = word in ("hands", "deals_each", "time")
    return None if counts and _tied(table) else word


def _tied(table: Table) -> bool:
    """Whether the first place is shared, so that by option one more hand is played (§ 2.8 tie).

    The leftover counts as it would be given out now; open hands for it cannot be foreseen.
    """
    if table.options.tie != "extra_hand":
        return False
    decision = Decision(table)
    if receivers := leftover_receivers(table):
        pots.give_leftover(decision, receivers)
    nets = [decision.table.balance(seat) - table.bought.get(seat, 0) for seat in table.seats]
    return nets.count(max(nets)) > 1


def _dealt_equally(table: Table) -> bool:
    """With ``time_equal_deals`` the table goes on until all have dealt equally often (§ 2.8)."""
    return not table.options.time_equal_deals or len(set(_deals_of_stayers(table))) <= 1


def _all_dealt(table: Table, times: int) -> bool:
    """Everyone seated since the first hand has dealt; with ``out`` hands are counted (§ 2.9)."""
    if table.options.insolvency == "out":
        return len(hands_counted(table)) >= times * len(table.first_players)
    return all(deals >= times for deals in _deals_of_stayers(table))


def _deals_of_stayers(table: Table) -> list[int]:
    """Return how often each of those who sit here since the first hand has dealt."""
    dealers = [result.dealer for result in hands_counted(table)]
    return [dealers.count(seat) for seat in table.first_players if seat in table.circle]


def broke(table: Table) -> tuple[int, ...]:
    """Return who has nothing left, or less than the own stake of the next hand."""
    need = {deals: max(pots.full_stake(table, dealer=deals), 1) for deals in (False, True)}
    return tuple(s for s in table.circle if table.balance(s) < need[s == table.dealer])


def last_stake(table: Table) -> tuple[int, ...]:
    """Return who cannot pay the stakes of two more hands, the next one among them or not.

    Nobody where nobody stakes. What `insolvency` does is said before it happens (RULES § 11).
    """
    usual = pots.full_stake(table, dealer=False)
    if not usual:
        return ()
    need = {False: 2 * usual, True: pots.full_stake(table, dealer=True) + usual}
    return tuple(s for s in table.circle if table.balance(s) < need[s == table.dealer])


def _pay_cards_left(table: Table) -> bool:
    return any(space.sort == "card" for space in pots.staked_spaces(table))


_OVER: Final[dict[str, Callable[[Table, int], bool]]] = {
    "hands": lambda table, number: len(hands_counted(table)) >= number,
    "deals_each": _all_dealt,
    "broke": lambda table, _: table.options.funding != "bank" and bool(broke(table)),
    "rundown_cards": lambda table, _: table.last_lap and not _pay_cards_left(table),
    "rundown_pots": lambda table, _: {"kitty", "pot"} <= table.gone,
    "time": lambda table, _: table.time_up and _dealt_equally(table),
}
"""Whether an end of the evening is reached, by its word in the option ``end`` and its number."""


def leavers(table: Table) -> tuple[int, ...]:
    """Return, in order, who cannot pay the own full stake and leaves (``insolvency=out``, § 2.9).

    If the dealer leaves, the deal passes on and the test is made again for the new dealer.
    """
    if table.options.insolvency != "out":
        return ()
    circle, dealer, gone = list(table.circle), table.dealer, []
    need = {deals: pots.full_stake(table, dealer=deals) for deals in (False, True)}
    while circle:
        poor = [seat for seat in circle if table.balance(seat) < need[seat == dealer]]
        if not poor:
            break
        for seat in poor:
            place = circle.index(seat)
            circle.remove(seat)
            gone.append(seat)
            if seat == dealer and circle:
                dealer = circle[place % len(circle)]
    return tuple(gone)


def staying(table: Table) -> tuple[int, ...]:
    """Return who is still there when the next hand begins."""
    gone = leavers(table)
    return tuple(seat for seat in table.circle if seat not in gone)


# ---- ending it ----------------------------------------------------------------------------------


def verify_end_evening(table: Table) -> None:
    """Raise `RuleError` unless the evening can be ended now: between hands, and once."""
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended already.")
    if table.playing is not None:
        raise RuleError("hand_running", "A hand is being played. Finish it or call it off first.")


def end_evening(table: Table) -> tuple[Event, ...]:
    """End the evening and give out what lies on the layout (RULES § 2.8 leftover)."""
    verify_end_evening(table)
    decision = Decision(table)
    decision.add(ev.EveningEnded(reached(table) or "manual"))
    receivers = leftover_receivers(table)
    if receivers and any(table.layout_chips.values()):
        pots.give_leftover(decision, receivers)
    return decision.done()


def leftover_receivers(table: Table) -> tuple[int, ...]:
    """Return who shares the leftover, the eldest of the last hand first.

    Nobody with ``lost``, and with ``poker`` nobody before everybody has shown five cards.
    """
    kind = table.options.leftover
    if kind == "lost" or not table.results or table.hand is None:
        return ()
    if kind == "poker":
        return _best_shown(table, table.hand.circle)
    winners = [result.winner for result in table.results if result.winner is not None]
    if kind == "last_winner" and winners:
        return (winners[-1],)
    return table.hand.circle


def _best_shown(table: Table, circle: tuple[int, ...]) -> tuple[int, ...]:
    if set(table.last_shown) != set(circle):
        return ()
    ranks = {seat: rank_hand(cards) for seat, cards in table.last_shown.items()}
    return tuple(seat for seat in circle if ranks[seat] == max(ranks.values()))


def last_hands_missing(table: Table) -> tuple[int, ...]:
    """Return who is still to show a five-card hand for the leftover (``leftover=poker``)."""
    waits = table.ended and table.options.leftover == "poker" and any(table.layout_chips.values())
    if not waits or table.hand is None:
        return ()
    return tuple(seat for seat in table.hand.circle if seat not in table.last_shown)


def verify_show_last(table: Table, seat: int, cards: tuple[Card, ...]) -> None:
    """Raise `RuleError` unless *seat* can show these five cards for the leftover."""
    hand = table.hand
    if not table.ended or table.options.leftover != "poker" or hand is None:
        raise RuleError("no_poker_now", "No open hands decide about the layout now.")
    if seat not in hand.circle or seat in table.last_shown:
        raise RuleError("not_your_turn", f"{table.name(seat)} has shown, or did not play last.")
    seen = {card: other for other, five in table.last_shown.items() for card in five}
    verify_five(table, cards, seen)


def show_last(table: Table, seat: int, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """Show an open five-card hand; the best of them takes what is left (RULES § 2.8)."""
    verify_show_last(table, seat, cards)
    decision = Decision(table)
    decision.add(ev.LastHandShown(seat, cards))
    if receivers := leftover_receivers(decision.table):
        pots.give_leftover(decision, receivers)
    return decision.done()


def verify_time_up(table: Table) -> None:
    """Raise `RuleError` unless the evening ends by time, and the time is not over yet."""
    if counted(table.options.end)[0] != "time":
        raise RuleError("options_clash", "By these rules the evening does not end by time.")
    if table.time_up:
        raise RuleError("already_open", "The time is over already.")


def time_up(table: Table) -> tuple[Event, ...]:
    """Say that the agreed minutes are over; the hand being played is finished (RULES § 2.8)."""
    verify_time_up(table)
    return (ev.TimeUp(),)


def verify_play_on(table: Table) -> None:
    """Raise `RuleError` unless the agreed end is reached."""
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended. Undo that to play on.")
    if reached(table) is None:
        raise RuleError(
            "not_over", "The agreed end is not reached yet, so just play the next hand."
        )


def play_on(table: Table) -> tuple[Event, ...]:
    """Go on although the agreed end is reached; from now on the host ends the evening."""
    verify_play_on(table)
    return (ev.PlayedOn(),)


def verify_last_lap(table: Table) -> None:
    """Raise `RuleError` unless a run-down can begin with the next hand (RULES § 2.8)."""
    if not table.options.end.startswith("rundown"):
        raise RuleError(
            "options_clash", "The last lap belongs to an evening that ends by a run-down."
        )
    if table.last_lap:
        raise RuleError("already_open", "The last lap has been announced.")
    if table.playing is not None:
        raise RuleError("between_hands_only", "The last lap begins with the next hand's stakes.")


def last_lap(table: Table) -> tuple[Event, ...]:
    """Announce the last lap: from the next hand on, what is claimed gets no more stakes."""
    verify_last_lap(table)
    return (ev.LastLapBegun(),)
