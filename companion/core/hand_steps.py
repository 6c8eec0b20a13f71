"""How an event changes the hand being played: stakes, cards, runs, payments. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.core import events as ev
from companion.core.cards import Card, next_card
from companion.core.events import Event
from companion.core.game import spaces_of
from companion.core.state import (
    Auction,
    Hand,
    Pass,
    Play,
    Poker,
    Result,
    Stop,
    Table,
    with_changes,
    with_hand,
)  # fmt: skip

# ---- a hand -------------------------------------------------------------------------------------


def _hand_begun(table: Table, event: ev.HandBegun) -> Table:
    hand = Hand(
        number=event.number, dealer=event.dealer, circle=event.circle, depth=event.depth,
        left=dict(zip(event.circle, event.sizes, strict=True)), spare=event.spare,
    )  # fmt: skip
    first = table.first_players or event.circle
    table = with_changes(table, hand=hand, dealer=event.dealer, first_players=first)
    return _trumps_open(table)


def _trumps_open(table: Table) -> Table:
    """Nobody can win a space of trumps before a card is turned up (RULES § 10)."""
    if not table.options.has_trumps:
        return table
    return with_changes(table, spaces=spaces_of(table.options))


def _turned_up(table: Table, event: ev.TurnedUp) -> Table:
    spaces = spaces_of(table.options, event.card.suit)
    return with_changes(with_hand(table, turned=event.card), spaces=spaces)


def _staked(table: Table, event: ev.Staked) -> Table:
    hand = table.hand
    assert hand is not None
    stakes = {**hand.stakes, event.seat: dict(event.stakes)}
    down = len(stakes) == len(hand.circle) or table.options.funding == "dealer"
    phase = "deal" if down else "stakes"
    return with_hand(table, stakes=stakes, phase=phase)


def _points_placed(table: Table, event: ev.PointsPlaced) -> Table:
    return with_hand(table, phase="deal")


def _dealt(table: Table, event: ev.Dealt) -> Table:
    assert table.hand is not None
    if table.options.spare_swap or table.options.spare_auction:
        return with_hand(table, dealt=table.hand.left, phase="spare")
    return _spare_done(table)


def _spare_done(table: Table) -> Table:
    """Go on to what is paid on holding, where something is (RULES § 2.1)."""
    assert table.hand is not None
    dealt = table.hand.left
    if table.options.pay_when == "hold" and any(space.is_pay_space for space in table.spaces):
        return with_hand(table, dealt=dealt, phase="hold")
    return with_hand(table, dealt=dealt, **_after_holding(table))


def _after_holding(table: Table) -> dict[str, Any]:
    """Return how a hand goes on to the poker round, where there is one, or to the runs."""
    hand = table.hand
    assert hand is not None
    if table.options.pot_kind != "poker":
        return _runs_begin(table)
    from_dealer = table.options.poker_first == "dealer"
    order = (hand.dealer, *hand.circle[:-1]) if from_dealer else hand.circle
    poker = Poker(order=order, playing=order, turn=order, paid=dict.fromkeys(order, 0))
    return {"phase": "poker", "poker": poker}


def _runs_begin(table: Table, winner: int | None = None) -> dict[str, Any]:
    """Return how the runs begin: with the lead of whom the rules name (RULES § 3 first_lead)."""
    hand, first = table.hand, table.options.first_lead
    assert hand is not None
    if hand.depth == "pots":
        return {"phase": "runs"}
    if first.startswith("suit:"):
        return {"phase": "runs", "needed": _asked_next(table, first[-1])}
    leaders = {"poker_winner": winner, "dealer": hand.dealer}
    return {"phase": "runs", "leader": leaders.get(first, hand.eldest)}


def _count_corrected(table: Table, event: ev.CountCorrected) -> Table:
    hand = table.hand
    assert hand is not None
    table = with_hand(table, left={**hand.left, event.seat: event.cards})
    if hand.phase != "done":
        return table
    last = table.results[-1]
    left = tuple((s, event.cards if s == event.seat else cards) for s, cards in last.left)
    return with_changes(table, results=(*table.results[:-1], last._replace(left=left)))


def _spare_swapped(table: Table, event: ev.SpareSwapped) -> Table:
    hand = table.hand
    assert hand is not None
    left = {**hand.left, event.seat: hand.spare}
    table = with_hand(table, left=left, spare=hand.left[event.seat], swapped=True)
    return table if table.options.auction_own_after_swap else _spare_done(table)


def _auction_opened(table: Table, event: ev.AuctionOpened) -> Table:
    assert table.hand is not None
    asked = tuple(seat for seat in table.hand.circle if seat != event.seat)
    return with_hand(table, auction=Auction(asked))


def _bid_made(table: Table, event: ev.BidMade) -> Table:
    assert table.hand is not None and table.hand.auction is not None
    auction, style = table.hand.auction, table.options.auction_style
    rest = tuple(seat for seat in auction.asked if seat != event.seat)
    again = {"in_turn": (*rest, event.seat), "open": auction.asked}.get(style, rest)
    bids = (*auction.bids, (event.seat, event.chips))
    return with_hand(table, auction=with_changes(auction, bids=bids, asked=again))


def _bid_passed(table: Table, event: ev.BidPassed) -> Table:
    assert table.hand is not None and table.hand.auction is not None
    auction = table.hand.auction
    rest = tuple(seat for seat in auction.asked if seat != event.seat)
    return with_hand(table, auction=with_changes(auction, asked=rest))


def _auction_failed(table: Table, event: ev.AuctionFailed) -> Table:
    hand, options = table.hand, table.options
    assert hand is not None and hand.auction is not None
    table = with_hand(table, auction=with_changes(hand.auction, running=False))
    may_swap = options.swap_after_no_sale and options.spare_swap and not hand.swapped
    return table if may_swap else _spare_done(table)


def _spare_sold(table: Table, event: ev.SpareSold) -> Table:
    hand = table.hand
    assert hand is not None
    auction = hand.auction and with_changes(hand.auction, running=False, buyer=event.buyer)
    left, spare = {**hand.left, event.buyer: hand.spare}, hand.left[event.buyer]
    return _spare_done(with_hand(table, left=left, spare=spare, auction=auction))


def _spare_bought(table: Table, event: ev.SpareBought) -> Table:
    hand = table.hand
    assert hand is not None
    left = {**hand.left, event.seat: hand.spare}
    return _spare_done(with_hand(table, left=left, spare=hand.left[event.seat]))


def _spare_left(table: Table, event: ev.SpareLeft) -> Table:
    return _spare_done(table)


def _held(table: Table, event: ev.Held) -> Table:
    assert table.hand is not None
    holders = (*table.hand.held.get(event.space, ()), event.seat)
    return with_hand(table, held={**table.hand.held, event.space: holders})


def _holding_closed(table: Table, event: ev.HoldingClosed) -> Table:
    return with_hand(table, **_after_holding(table))


def _poker_bet(table: Table, event: ev.PokerBet) -> Table:
    assert table.hand is not None and table.hand.poker is not None
    poker, seat = table.hand.poker, event.seat
    paid = {**poker.paid, seat: poker.paid[seat] + event.chips}
    playing, turn, all_in = poker.playing, poker.turn[1:], poker.all_in
    puts_in = event.act in ("bet", "call", "raise")
    if puts_in and table.options.insolvency == "out" and not table.balance(seat):
        all_in |= {seat}
    if event.act == "fold":
        playing = tuple(each for each in playing if each != seat)
    elif event.act in ("bet", "raise"):
        turn = tuple(each for each in _after(poker, seat) if each in playing and each not in all_in)
    after = with_changes(
        poker, paid=paid, playing=playing, turn=turn if len(playing) > 1 else (), all_in=all_in,
        level=max(poker.level, paid[seat]), raises=poker.raises + (event.act == "raise"),
        begun=True,
    )  # fmt: skip
    return with_hand(table, poker=after)


def _after(poker: Poker, seat: int) -> tuple[int, ...]:
    """Return everybody else in the order in which they answer a bet of *seat*."""
    place = poker.order.index(seat)
    return poker.order[place + 1 :] + poker.order[:place]


def _poker_shown(table: Table, event: ev.PokerShown) -> Table:
    assert table.hand is not None and table.hand.poker is not None
    poker = table.hand.poker
    shown = {**poker.shown, event.seat: event.cards}
    return with_hand(table, poker=with_changes(poker, shown=shown))


def _poker_ended(table: Table, event: ev.PokerEnded) -> Table:
    return with_hand(table, **_runs_begin(table, winner=event.leader))


def _redealt(table: Table, event: ev.Redealt) -> Table:
    hand = table.hand
    assert hand is not None
    again = Hand(
        number=hand.number, dealer=hand.dealer, circle=hand.circle, depth=hand.depth,
        left=dict(zip(hand.circle, event.sizes, strict=True)), spare=event.spare,
        phase="deal", stakes=hand.stakes, barred=hand.barred, deals=hand.deals + 1,
    )  # fmt: skip
    return _trumps_open(with_changes(table, hand=again))


def _hand_depth_set(table: Table, event: ev.HandDepthSet) -> Table:
    return with_hand(table, depth=event.depth, needed=None, leader=None, missing=None, offered=())


def _card_played(table: Table, event: ev.CardPlayed) -> Table:
    hand, card = table.hand, event.card
    assert hand is not None
    leads = not hand.plays or (hand.needed is None and card != hand.missing)
    return with_hand(
        table,
        plays=(*hand.plays, Play(event.seat, card, leads)),
        seen={**hand.seen, card: event.seat},
        left={**hand.left, event.seat: hand.left[event.seat] - 1},
        needed=next_card(card, table.options.ace),
        missing=None, leader=None, refusals=0, offered=(),
    )  # fmt: skip


def _run_stopped(table: Table, event: ev.RunStopped) -> Table:
    hand = table.hand
    assert hand is not None
    stops = (*hand.stops, Stop(event.why, event.missing, len(hand.plays)))
    if not hand.plays and event.missing is not None:  # the search for the first lead goes on
        needed = _asked_next(table, event.missing.suit, event.missing)
        leader = hand.eldest if needed is None else None
        return with_hand(table, stops=stops, needed=needed, leader=leader)
    return with_hand(
        table, stops=stops, needed=None, missing=event.missing, leader=hand.plays[-1].seat
    )


def _asked_next(table: Table, suit: str, asked: Card | None = None) -> Card | None:
    """Return the card of *suit* asked for after *asked* at a first lead by suit, if any is left."""
    cards = table.game.first_cards(suit)
    left = cards[cards.index(asked) + 1 :] if asked is not None else cards
    return next((card for card in left if not table.is_out(card)), None)


def _lead_passed(table: Table, event: ev.LeadPassed) -> Table:
    hand = table.hand
    assert hand is not None
    passes = (*hand.passes, Pass(event.seat, len(hand.plays), hand.last))
    if hand.depth == "pots":
        return with_hand(table, passes=passes)
    return with_hand(
        table, passes=passes, refusals=hand.refusals + 1, leader=hand.left_of(event.seat)
    )


def _pot_awarded(table: Table, event: ev.PotAwarded) -> Table:
    hand = table.hand
    assert hand is not None
    offered = tuple(offer for offer in hand.offered if offer[0] != event.space)
    table = with_hand(table, awards={**hand.awards, event.space: event.seat}, offered=offered)
    if table.last_lap and _runs_down(table, event.space):
        return with_changes(table, gone=table.gone | {event.space})
    return table


def _runs_down(table: Table, space: str) -> bool:
    """Whether a space whose chips are claimed gets no more stakes (RULES § 2.8)."""
    if table.options.end == "rundown_cards":
        return any(each.name == space and each.sort == "card" for each in table.spaces)
    return table.options.end == "rundown_pots" and space in ("kitty", "pot")


def _pot_offered(table: Table, event: ev.PotOffered) -> Table:
    assert table.hand is not None
    return with_hand(table, offered=(*table.hand.offered, (event.space, event.seat)))


def _fined(table: Table, event: ev.Fined) -> Table:
    if table.playing is None or not event.barred:
        return table
    return with_hand(table, barred=table.playing.barred | {event.seat})


def _breach_answered(table: Table, event: ev.BreachAnswered) -> Table:
    assert table.hand is not None
    key = (event.seat, event.code, event.claimed_at)
    return with_hand(table, answered=table.hand.answered | {key})


def _went_out(table: Table, event: ev.WentOut) -> Table:
    hand = table.hand
    assert hand is not None
    counting = hand.depth == "pots" and table.options.per_card > 0
    left = {**hand.left, event.seat: 0}
    return with_hand(
        table, out=event.seat, left=left, needed=None, leader=None,
        phase="counts" if counting else "shown",
    )  # fmt: skip


def _hand_voided(table: Table, event: ev.HandVoided) -> Table:
    return with_hand(table, void=True, phase="counts")


def _count_given(table: Table, event: ev.CountGiven) -> Table:
    hand = table.hand
    assert hand is not None
    counts = {**hand.counts, event.seat: event.cards}
    return with_hand(
        table,
        counts=counts,
        left={**hand.left, event.seat: event.cards},
        phase="shown" if len(counts) == len(hand.circle) - (not hand.void) else "counts",
    )


def _pay_card_shown(table: Table, event: ev.PayCardShown) -> Table:
    assert table.hand is not None
    return with_hand(table, shown={**table.hand.shown, event.card: event.seat})


def _cards_laid_open(table: Table, event: ev.CardsLaidOpen) -> Table:
    assert table.hand is not None
    laid = {card: seat for card, seat in table.hand.laid.items() if seat != event.seat}
    return with_hand(table, laid={**laid, **dict.fromkeys(event.cards, event.seat)})


def _pile_audited(table: Table, event: ev.PileAudited) -> Table:
    assert table.hand is not None
    agrees = not event.missing and not event.extra
    return with_hand(table, audited={**table.hand.audited, event.seat: agrees})


def _hand_ended(table: Table, event: ev.HandEnded) -> Table:
    hand = table.hand
    assert hand is not None
    result = Result(hand.number, hand.dealer, event.winner, event.left, hand.eldest)
    table = with_hand(table, phase="done", needed=None, leader=None, missing=None)
    return with_changes(table, results=(*table.results, result), dealer=event.next_dealer)


HAND_STEPS: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    ev.Fined: _fined,
    ev.BreachAnswered: _breach_answered,
    ev.HandBegun: _hand_begun,
    ev.Staked: _staked,
    ev.PointsPlaced: _points_placed,
    ev.TurnedUp: _turned_up,
    ev.Dealt: _dealt,
    ev.CountCorrected: _count_corrected,
    ev.SpareSwapped: _spare_swapped,
    ev.AuctionOpened: _auction_opened,
    ev.BidMade: _bid_made,
    ev.BidPassed: _bid_passed,
    ev.AuctionFailed: _auction_failed,
    ev.SpareSold: _spare_sold,
    ev.SpareBought: _spare_bought,
    ev.SpareLeft: _spare_left,
    ev.Held: _held,
    ev.HoldingClosed: _holding_closed,
    ev.PokerBet: _poker_bet,
    ev.PokerShown: _poker_shown,
    ev.PokerEnded: _poker_ended,
    ev.Redealt: _redealt,
    ev.HandDepthSet: _hand_depth_set,
    ev.CardPlayed: _card_played,
    ev.RunStopped: _run_stopped,
    ev.LeadPassed: _lead_passed,
    ev.PotAwarded: _pot_awarded,
    ev.PotOffered: _pot_offered,
    ev.WentOut: _went_out,
    ev.HandVoided: _hand_voided,
    ev.CountGiven: _count_given,
    ev.CardsLaidOpen: _cards_laid_open,
    ev.PileAudited: _pile_audited,
    ev.PayCardShown: _pay_card_shown,
    ev.HandEnded: _hand_ended,
}
