"""The auction of the spare hand: who may bid how much, and who buys (RULES § 2.3.3).

Sealed bids are kept like others; who may see them before the last is in, a view says.
"""

from __future__ import annotations

from companion.core import events as ev
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.options import chips_word
from companion.core.phases import dealt, verify_in_hand
from companion.core.state import Auction
from companion.core.table import Hand, Table

# ---- opening it ---------------------------------------------------------------------------------


def verify_offer(table: Table, seat: int) -> None:
    """Raise `RuleError` unless *seat*, the dealer, can offer the spare hand now."""
    hand, options = table.playing, table.options
    if not options.spare_auction or options.spare_first_refusal != "dealer":
        raise RuleError("no_spare_choice", "By these rules the spare hand is not sold by auction.")
    if hand is None or hand.phase not in ("deal", "spare"):
        raise RuleError("no_spare_choice", "The spare hand is offered before the first lead only.")
    if seat != hand.dealer:
        raise RuleError("not_dealer", f"Only the dealer, {table.name(hand.dealer)}, offers it.")
    if hand.auction is not None:
        raise RuleError("no_spare_choice", "The spare hand has been offered once in this hand.")


def offer(table: Table, seat: int) -> tuple[Event, ...]:
    """Offer the unseen spare hand to all other players."""
    verify_offer(table, seat)
    decision = dealt(table)
    decision.add(ev.AuctionOpened(seat))
    return decision.done()


def verify_payable(table: Table, buyer: int, chips: int) -> None:
    """Refuse a price that is not there where nobody may owe, or more than all the chips."""
    if table.options.insolvency == "out" and chips > (there := table.balance(buyer)):
        raise RuleError("bad_bid", f"{table.name(buyer)} has {there}, so {chips} is too much.")
    if chips > table.most_payable:
        most = chips_word(table.most_payable, table.options)
        raise RuleError("bad_bid", f"There are {most} in all, so {chips} is too much.")


# ---- bids ---------------------------------------------------------------------------------------


def _running(table: Table) -> tuple[Hand, Auction]:
    hand = table.playing
    if hand is None or hand.auction is None or not hand.auction.running:
        raise RuleError("no_auction_now", "The spare hand is not being auctioned now.")
    return hand, hand.auction


def verify_asked(table: Table, seat: int) -> Auction:
    """Raise `RuleError` unless *seat* is to bid or to pass; return the auction."""
    hand, auction = _running(table)
    if seat == hand.dealer:
        raise RuleError("dealer_may_not_buy", "The dealer sells the spare hand and cannot buy it.")
    verify_in_hand(table, seat)
    if seat not in auction.asked:
        raise RuleError("not_your_turn", f"{table.name(seat)} has bid or passed already.")
    first = auction.asked[0]
    if table.options.auction_style == "in_turn" and seat != first:
        raise RuleError("not_your_turn", f"{table.name(first)} is asked first.")
    return auction


def least_bid(table: Table) -> int:
    """Return the smallest bid that counts now; sealed bids do not know each other."""
    _, auction = _running(table)
    options = table.options
    if options.auction_style == "sealed" or not auction.bids:
        return options.auction_min
    return max(options.auction_min, auction.bids[-1][1] + options.auction_step)


def verify_bid(table: Table, seat: int, chips: int) -> None:
    """Raise `RuleError` unless *seat* can bid *chips* now."""
    verify_asked(table, seat)
    least = least_bid(table)
    if type(chips) is not int or chips < least:
        raise RuleError("bad_bid", f"{chips} is too little; {least} is the least bid now.")
    verify_payable(table, seat, chips)


def bid(table: Table, seat: int, chips: int) -> tuple[Event, ...]:
    """Bid *chips* for the spare hand."""
    verify_bid(table, seat, chips)
    decision = Decision(table)
    decision.add(ev.BidMade(seat, chips))
    _knock_down_if_over(decision)
    return decision.done()


def pass_bid(table: Table, seat: int) -> tuple[Event, ...]:
    """Bid nothing more; in turn a pass is final."""
    verify_asked(table, seat)
    decision = Decision(table)
    decision.add(ev.BidPassed(seat))
    _knock_down_if_over(decision)
    return decision.done()


# ---- the end of it ------------------------------------------------------------------------------


def highest(auction: Auction, circle: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the best bid as (seat, chips); of equal ones that nearest to the dealer's left."""
    if not auction.bids:
        return None
    return min(auction.bids, key=lambda made: (-made[1], circle.index(made[0])))


def _knock_down_if_over(decision: Decision) -> None:
    hand = decision.hand
    assert hand.auction is not None
    style, asked = decision.table.options.auction_style, hand.auction.asked
    best = highest(hand.auction, hand.circle)
    alone = style == "in_turn" and best is not None and asked == (best[0],)
    if not asked or alone:
        _knock_down(decision)


def _knock_down(decision: Decision) -> None:
    hand = decision.hand
    assert hand.auction is not None
    best = highest(hand.auction, hand.circle)
    if best is None:
        decision.add(ev.AuctionFailed())
    else:
        decision.add(ev.SpareSold(hand.dealer, *best))


def verify_knock_down(table: Table) -> None:
    """Raise `RuleError` unless an open auction is running, which ends when nobody bids more."""
    _running(table)
    if table.options.auction_style != "open":
        raise RuleError("no_auction_now", "This auction ends by itself, with the last pass or bid.")


def knock_down(table: Table) -> tuple[Event, ...]:
    """End an open auction: the last bid buys; without a bid the spare hand stays dead."""
    verify_knock_down(table)
    decision = Decision(table)
    _knock_down(decision)
    return decision.done()
