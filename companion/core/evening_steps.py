"""How an event changes an evening between hands: people, rules, the end. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.core import events as ev
from companion.core.events import Event
from companion.core.game import spaces_of
from companion.core.options import changed
from companion.core.state import Seat, Table, with_changes

# ---- the evening --------------------------------------------------------------------------------


def _opened(table: Table, event: ev.EveningOpened | ev.RulesChanged | ev.RulesApplied) -> Table:
    options = changed(table.game.preset, event.options)
    depth = event.depth if isinstance(event, ev.EveningOpened) else table.depth
    return with_changes(
        table, options=options, spaces=spaces_of(options), depth=depth,
        rules_coming=None,
    )  # fmt: skip


def _rules_proposed(table: Table, event: ev.RulesProposed) -> Table:
    agreed = frozenset() if event.seat is None else frozenset({event.seat})
    return with_changes(table, rules_proposed=event, rules_agreed=agreed)


def _rules_agreed(table: Table, event: ev.RulesAgreed) -> Table:
    """Take one more word for it; where all who sit here have given it, the next hand has them."""
    if table.rules_proposed is None:  # with who left broke again, all had agreed before this
        return table
    if event.seat is None:
        return _rules_come(table)
    return _if_all_agree(with_changes(table, rules_agreed=table.rules_agreed | {event.seat}))


def _if_all_agree(table: Table) -> Table:
    """Let the proposed rules come where nobody who sits here has still to agree to them."""
    asked = table.rules_proposed is not None and table.circle
    return _rules_come(table) if asked and table.rules_agreed >= set(table.circle) else table


def _rules_come(table: Table) -> Table:
    assert table.rules_proposed is not None
    coming = changed(table.game.preset, table.rules_proposed.options)
    return with_changes(
        table, rules_proposed=None, rules_agreed=frozenset(), rules_coming=coming
    )  # fmt: skip


def _rules_declined(table: Table, event: ev.RulesDeclined) -> Table:
    return with_changes(table, rules_proposed=None, rules_agreed=frozenset())


def _seat_taken(table: Table, event: ev.SeatTaken) -> Table:
    seat = Seat(event.seat, event.name, event.animal)
    circle = (*table.circle[: event.place], event.seat, *table.circle[event.place :])
    return _bought(
        with_changes(table, seats={**table.seats, event.seat: seat}, circle=circle),
        event.seat,
        event.chips,
    )


def _seat_renamed(table: Table, event: ev.SeatRenamed) -> Table:
    seat = Seat(event.seat, event.name, event.animal)
    return with_changes(table, seats={**table.seats, event.seat: seat})


def _seat_left(table: Table, event: ev.SeatLeft | ev.LeftBroke) -> Table:
    """Close the gap of who leaves; who has left already leaves none.

    Leaving broke falls with its hand while seats stay, so both can happen twice.
    """
    if event.seat not in table.circle:
        return table
    place = table.circle.index(event.seat)
    circle = table.circle[:place] + table.circle[place + 1 :]
    dealer = table.dealer
    if dealer == event.seat:  # RULES § 2.9: the deal passes to the next seated player
        dealer = circle[place % len(circle)] if circle else None
    return _if_all_agree(with_changes(table, circle=circle, dealer=dealer))


def _seat_rejoined(table: Table, event: ev.SeatRejoined) -> Table:
    """Seat somebody again; who never left, because leaving broke was taken back, sits once."""
    others = tuple(seat for seat in table.circle if seat != event.seat)
    circle = (*others[: event.place], event.seat, *others[event.place :])
    return with_changes(table, circle=circle)


def _circle_set(table: Table, event: ev.CircleSet) -> Table:
    return with_changes(table, circle=event.circle)


def _dealer_set(table: Table, event: ev.DealerSet) -> Table:
    return with_changes(table, dealer=event.seat)


def _depth_set(table: Table, event: ev.DepthSet) -> Table:
    return with_changes(table, depth=event.depth)


def _objected(table: Table, event: ev.Objected) -> Table:
    return with_changes(table, objections=(*table.objections, event.seq))


def _objection_settled(table: Table, event: ev.ObjectionSettled) -> Table:
    return with_changes(
        table, objections=tuple(seq for seq in table.objections if seq != event.seq)
    )


def _undo_proposed(table: Table, event: ev.UndoProposed) -> Table:
    return with_changes(table, proposal=event)


def _undo_declined(table: Table, event: Event) -> Table:
    return with_changes(table, proposal=None)


def _reverted(table: Table, event: ev.Reverted) -> Table:
    """What is taken back needs no doubt any more; the lines themselves are left out by `undo`."""
    doubted = tuple(seq for seq in table.objections if seq not in event.seqs)
    return with_changes(table, proposal=None, objections=doubted)


def _bought_in(table: Table, event: ev.BoughtIn) -> Table:
    return _bought(table, event.seat, event.chips)


def _bought(table: Table, seat: int, chips: int) -> Table:
    return with_changes(table, bought={**table.bought, seat: table.bought.get(seat, 0) + chips})


# ---- the end ------------------------------------------------------------------------------------


def _last_lap(table: Table, event: ev.LastLapBegun) -> Table:
    return with_changes(table, last_lap=True)


def _time_up(table: Table, event: ev.TimeUp) -> Table:
    return with_changes(table, time_up=True)


def _played_on(table: Table, event: ev.PlayedOn) -> Table:
    return with_changes(table, play_on=True)


def _evening_ended(table: Table, event: ev.EveningEnded) -> Table:
    return with_changes(table, ended=event.reason, paid=frozenset())


def _last_hand_shown(table: Table, event: ev.LastHandShown) -> Table:
    return with_changes(table, last_shown={**table.last_shown, event.seat: event.cards})


def _payment_ticked(table: Table, event: ev.PaymentTicked) -> Table:
    """A tick belongs to the end it was made at: taken back with it, it comes again with it."""
    if not table.ended:
        return table
    pair = frozenset({(event.debtor, event.creditor)})
    return with_changes(table, paid=table.paid | pair if event.paid else table.paid - pair)


EVENING_STEPS: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    ev.EveningOpened: _opened,
    ev.RulesChanged: _opened,
    ev.RulesProposed: _rules_proposed,
    ev.RulesAgreed: _rules_agreed,
    ev.RulesDeclined: _rules_declined,
    ev.RulesApplied: _opened,
    ev.SeatTaken: _seat_taken,
    ev.SeatRenamed: _seat_renamed,
    ev.SeatLeft: _seat_left,
    ev.SeatRejoined: _seat_rejoined,
    ev.LeftBroke: _seat_left,
    ev.CircleSet: _circle_set,
    ev.DealerSet: _dealer_set,
    ev.DepthSet: _depth_set,
    ev.Objected: _objected,
    ev.ObjectionSettled: _objection_settled,
    ev.UndoProposed: _undo_proposed,
    ev.UndoDeclined: _undo_declined,
    ev.Reverted: _reverted,
    ev.BoughtIn: _bought_in,
    ev.LastLapBegun: _last_lap,
    ev.TimeUp: _time_up,
    ev.PlayedOn: _played_on,
    ev.EveningEnded: _evening_ended,
    ev.LastHandShown: _last_hand_shown,
    ev.PaymentTicked: _payment_ticked,
}
