"""The beginning of a hand: who deals, the stakes, the deal and the spare hand (RULES § 2.1-2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core import ends, pots
from companion.core import events as ev
from companion.core.auction import verify_payable
from companion.core.cards import Card
from companion.core.clashes import check
from companion.core.deal import hand_sizes
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.phases import close_holding, dealt, ready_to_play, verify_in_hand
from companion.core.table import Hand, Table

__all__ = ["ready_to_play"]


def dealing_order(circle: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """Return *circle* from the eldest, left of the dealer, to the dealer.

    >>> dealing_order((0, 1, 2, 3), 1)
    (2, 3, 0, 1)
    """
    start = circle.index(dealer) + 1
    return circle[start:] + circle[:start]


def verify_begin_hand(table: Table) -> None:
    """Raise `RuleError` unless a hand can begin now."""
    if table.ended:
        raise RuleError("evening_over", "The evening has been ended. Undo that to play on.")
    if table.playing is not None:
        raise RuleError("hand_running", "A hand is being played already.")
    if table.objections:
        raise RuleError(
            "objection_open", "Somebody doubts a line. Put it right, or say that it is fine, first."
        )
    if (end := ends.reached(table)) is not None:
        raise RuleError(
            "evening_over", f"The agreed end is reached ({end}). Settle up, or play on."
        )
    players = len(ends.staying(table))
    table.game.check_players(players)
    if table.options.discard:
        check(table.options, players)
    if table.dealer is None:
        raise RuleError("unknown_seat", "Nobody is named as dealer. Tap who deals first.")


def begin_hand(table: Table) -> tuple[Event, ...]:
    """Begin the next hand and place every stake in which there is no choice."""
    verify_begin_hand(table)
    decision = Decision(table)
    for seat in ends.leavers(table):
        decision.add(ev.LeftBroke(seat))
    table = decision.table
    assert table.dealer is not None
    circle = dealing_order(table.circle, table.dealer)
    sizes, spare = _sizes(table, len(circle))
    number = len(table.results) + 1
    decision.add(ev.HandBegun(number, table.dealer, circle, table.depth, sizes, spare))
    if table.options.funding == "bank":
        pots.place_points(decision)
        return decision.done()
    fixed = {dealer: pots.fixed_stakes(table, dealer) for dealer in (False, True)}
    for seat in circle:
        dealer = seat == table.dealer
        if table.options.funding == "dealer" and not dealer:
            continue
        if table.game.corners:
            corner = table.circle.index(seat)
            pots.stake_pots(decision, seat, pots.corner_stakes(table, corner))
        elif table.options.placement == "each":
            pots.stake_pots(decision, seat, fixed[dealer])
        elif not pots.free_chips(table, dealer):  # a run-down has left no card to bet on
            pots.stake_pots(decision, seat, pots.side_stakes(table))
    return decision.done()


def _sizes(table: Table, players: int) -> tuple[tuple[int, ...], int]:
    game = table.game
    return hand_sizes(players, table.options, len(game.pack), game.cards_each)


# ---- stakes -------------------------------------------------------------------------------------


def stakes_missing(table: Table) -> tuple[int, ...]:
    """Return who has not placed the own stake of this hand yet."""
    hand = table.playing
    if hand is None or hand.phase != "stakes":
        return ()
    return tuple(seat for seat in hand.circle if seat not in hand.stakes)


def verify_stake(table: Table, seat: int, stakes: Mapping[str, int]) -> None:
    """Raise `RuleError` unless *seat* can place *stakes* on pay cards now."""
    hand = table.playing
    if hand is None or hand.phase != "stakes":
        raise RuleError("no_stakes_now", "Stakes are placed before the deal, and all are down.")
    verify_in_hand(table, seat)
    if seat in hand.stakes:
        raise RuleError("already_staked", f"{table.name(seat)} has placed the stake of this hand.")
    pots.verify_stakes(table, seat, stakes)


def stake(table: Table, seat: int, stakes: Mapping[str, int]) -> tuple[Event, ...]:
    """Place *stakes* (chips by pay card) and the shares of kitty and pot beside them."""
    verify_stake(table, seat, stakes)
    decision = Decision(table)
    pots.stake_pots(decision, seat, pots.whole_stake(table, stakes))
    return decision.done()


# ---- deal and misdeal ---------------------------------------------------------------------------


def verify_deal(table: Table, turned: Card | None = None) -> None:
    """Raise `RuleError` unless the cards are to be dealt now."""
    hand = table.playing
    if hand is None:
        raise RuleError("no_hand", "No hand has begun. Begin the next hand first.")
    if missing := stakes_missing(table):
        names = ", ".join(table.name(seat) for seat in missing)
        raise RuleError("stakes_missing", f"The stakes come first. Still missing: {names}.")
    if hand.phase != "deal":
        raise RuleError("no_deal_now", "The cards of this hand are dealt.")
    if not table.options.has_trumps and turned is not None:
        raise RuleError("no_turn_up", "By these rules no card is turned up.")
    if turned is not None and not table.game.has(turned):
        raise RuleError("wrong_card", f"{turned.shown} is not in the pack of this game.")


def deal(table: Table, turned: Card | None = None) -> tuple[Event, ...]:
    """Record that the cards are out, and which card was *turned* up where trumps are played.

    The dealer takes what lies on the space of that card (RULES § 10).
    """
    verify_deal(table, turned)
    if turned is None:
        return dealt(table).done()
    decision, dealer = Decision(table), _hand(table).dealer
    decision.add(ev.TurnedUp(dealer, turned))
    for space in decision.table.spaces:
        if space.cards == (turned,) and pots.may_win(decision.table, space, dealer):
            pots.award_pot(decision, space.name, dealer)
    decision.add(ev.Dealt())
    return decision.done()


def verify_misdeal(table: Table) -> None:
    """Raise `RuleError` unless a deal can be called off."""
    hand = table.playing
    if hand is None or hand.phase in ("stakes", "deal"):
        raise RuleError("no_deal_now", "No cards are dealt that could be dealt again.")
    if hand.out is not None:
        raise RuleError("already_out", f"{table.name(hand.out)} is out, so this deal stands.")


def misdeal(table: Table) -> tuple[Event, ...]:
    """Call this deal off: stakes and claimed pots stay, the same dealer again (RULES § 2.2)."""
    verify_misdeal(table)
    hand = _hand(table)
    sizes, spare = _sizes(table, len(hand.circle))
    decision = Decision(table)
    if hand.phase == "hold" and hand.held:
        close_holding(decision)  # a sequence that was shown stays claimed too
    decision.add(ev.Redealt(sizes, spare))
    return decision.done()


# ---- the spare hand -----------------------------------------------------------------------------


def _hand(table: Table) -> Hand:
    assert table.playing is not None
    return table.playing


def _verify_spare_choice(table: Table, wanted: bool, what: str) -> Hand:
    hand = table.playing
    if hand is None or hand.phase not in ("deal", "spare"):
        raise RuleError("no_spare_choice", f"The spare hand is {what} before the first lead only.")
    if not wanted:
        raise RuleError("no_spare_choice", f"By these rules the spare hand is not {what}.")
    auctioned = hand.auction is not None and (hand.auction.running or what != "swapped")
    if auctioned:
        raise RuleError("no_spare_choice", "The spare hand is, or was, auctioned in this hand.")
    return hand


def spare_owner(table: Table, hand: Hand) -> int:
    """Return who has the first choice about the spare hand: the dealer, or the eldest."""
    return hand.dealer if table.options.spare_first_refusal == "dealer" else hand.eldest


def verify_swap(table: Table, seat: int) -> None:
    """Raise `RuleError` unless *seat* can take the spare hand for the own one now."""
    hand = _verify_spare_choice(table, table.options.spare_swap, "swapped")
    if seat != (owner := spare_owner(table, hand)):
        word = table.options.spare_first_refusal
        raise RuleError("not_dealer", f"Only the {word}, {table.name(owner)}, may swap.")
    if hand.swapped:
        raise RuleError("no_spare_choice", "The spare hand was taken; it cannot be given back.")


def swap(table: Table, seat: int) -> tuple[Event, ...]:
    """Let its owner take the spare hand, unseen, for the own hand (RULES § 2.3.2)."""
    verify_swap(table, seat)
    decision = dealt(table)
    decision.add(ev.SpareSwapped(seat))
    return decision.done()


def verify_sell(table: Table, seat: int, buyer: int, chips: int) -> None:
    """Raise `RuleError` unless *seat*, the dealer, can sell the spare hand so."""
    options = table.options
    sold = options.spare_auction and options.spare_first_refusal == "dealer"
    hand = _verify_spare_choice(table, sold, "sold by the dealer")
    if seat != hand.dealer:
        raise RuleError("not_dealer", f"Only the dealer, {table.name(hand.dealer)}, sells it.")
    if buyer == seat:
        raise RuleError("dealer_may_not_buy", "The dealer sells the spare hand and cannot buy it.")
    verify_in_hand(table, buyer)
    _verify_price(table, buyer, chips, options.auction_min)


def _verify_price(table: Table, buyer: int, chips: int, least: int) -> None:
    """Refuse a price below *least*, and where nobody may owe one that is not there."""
    if type(chips) is not int or chips < least:
        raise RuleError("bad_bid", f"{chips} is no price: it is {least} or more.")
    verify_payable(table, buyer, chips)


def sell(table: Table, seat: int, buyer: int, chips: int) -> tuple[Event, ...]:
    """Sell the unseen spare hand to *buyer*, who pays the dealer at once (RULES § 2.3.3)."""
    verify_sell(table, seat, buyer, chips)
    decision = dealt(table)
    decision.add(ev.SpareSold(seat, buyer, chips))
    return decision.done()


def verify_buy(table: Table, seat: int, chips: int) -> None:
    """Raise `RuleError` unless *seat* can buy the spare hand into the kitty (RULES § 2.3.4)."""
    options = table.options
    bought = options.spare_auction and options.spare_first_refusal == "eldest"
    hand = _verify_spare_choice(table, bought, "bought into the kitty")
    verify_in_hand(table, seat)
    if seat == hand.eldest:
        raise RuleError("dealer_may_not_buy", "The eldest owns the spare hand and may swap for it.")
    if chips != options.auction_min:
        raise RuleError("bad_bid", f"The spare hand costs {options.auction_min}, not {chips}.")
    _verify_price(table, seat, chips, options.auction_min)


def buy(table: Table, seat: int, chips: int) -> tuple[Event, ...]:
    """Let *seat* have the spare hand, which the eldest left, at its fixed price into the kitty."""
    verify_buy(table, seat, chips)
    decision = dealt(table)
    pots.buy_spare(decision, seat, chips)
    return decision.done()


def verify_leave_spare(table: Table) -> None:
    """Raise `RuleError` unless there is a choice about the spare hand to be closed."""
    hand = table.playing
    if hand is None or hand.phase != "spare":
        raise RuleError("no_spare_choice", "There is no choice about the spare hand now.")


def leave_spare(table: Table) -> tuple[Event, ...]:
    """Leave the spare hand dead; the first lead follows."""
    verify_leave_spare(table)
    return (ev.SpareLeft(),)


# ---- down to pots -------------------------------------------------------------------------------


def verify_pots_only(table: Table) -> None:
    """Raise `RuleError` unless this hand can go on with pots alone."""
    hand = table.playing
    if hand is None or hand.out is not None:
        raise RuleError("no_hand", "No hand is being played.")
    if hand.depth == "pots":
        raise RuleError("pots_only", "Only the pots of this hand are recorded already.")


def pots_only(table: Table) -> tuple[Event, ...]:
    """Record only the pots of this hand from here on; what was won stays won."""
    verify_pots_only(table)
    return (ev.HandDepthSet("pots"),)
