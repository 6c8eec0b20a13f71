"""Payments at the end of a hand, in the order of RULES § 2.7. Pots are moved by `pots` alone."""

from __future__ import annotations

from companion.core import events as ev
from companion.core import hand as beginning
from companion.core import holding, pots
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.game import KITTY, Space
from companion.core.options import counted
from companion.core.phases import verify_in_hand
from companion.core.table import Hand, Table


def losers(hand: Hand) -> tuple[int, ...]:
    """Return everybody but the player who is out, from the eldest on (RULES § 2.7.3)."""
    return tuple(seat for seat in hand.circle if seat != hand.out)


def counts_wanted(table: Table) -> tuple[int, ...]:
    """Return the seats whose cards left are still to be told."""
    hand = table.hand
    if hand is None or hand.phase != "counts":
        return ()
    return tuple(seat for seat in losers(hand) if seat not in hand.counts)


def pay_for_cards(decision: Decision) -> None:
    """Let each other player pay the winner `per_card` chips for each own card left."""
    hand, options = decision.hand, decision.table.options
    winner = hand.out
    if winner is None or not options.per_card or winner in hand.barred:
        return
    exempt = exempt_seat(decision.table)
    for seat in losers(hand):
        if seat == exempt:
            continue
        cards = hand.left[seat]
        due = options.per_card * cards
        chips = payable(decision.table, seat, due)
        decision.add(ev.CardsPaid(seat, winner, cards, chips, due - chips))


def payable(table: Table, seat: int, due: int) -> int:
    """Return what a player pays of *due*: all of it, or what is there where nobody may owe."""
    if table.options.insolvency != "out":
        return due
    return min(due, max(table.balance(seat), 0))


def settle(decision: Decision) -> None:
    """Pay for the hand just won or voided, and end it unless somebody must still show."""
    hand = decision.hand
    if hand.out is not None:
        pots.award_kitty(decision, hand.out)
        if decision.table.game.exempt is None:
            pay_for_cards(decision)
        if pay_cards_unshown(decision.table):
            return
    elif decision.table.options.void_payment == "cards_to_kitty":
        _pay_void(decision)
    end_hand(decision)


def _pay_void(decision: Decision) -> None:
    """In a void hand each player pays for each card left to the kitty, which stays (RULES § 3)."""
    per_card = decision.table.options.per_card or 1
    for seat in decision.hand.circle:
        due = per_card * decision.hand.left[seat]
        pots.pay_onto(decision, KITTY, seat, payable(decision.table, seat, due))


def end_hand(decision: Decision) -> None:
    """Record the end; the deal passes to the next seated player (RULES § 2.7.6).

    Where somebody can be exempt, cards left are paid for only now, when it is known who is.
    """
    hand, table = decision.hand, decision.table
    if table.game.exempt is not None:
        pay_for_cards(decision)
    left = tuple((seat, hand.left[seat]) for seat in hand.circle)
    decision.add(ev.HandEnded(hand.out, left, next_dealer(table, hand)))


def next_dealer(table: Table, hand: Hand) -> int:
    """Return who deals next: the next seat to the dealer's left that is still taken."""
    if hand.dealer in table.circle:
        place = table.circle.index(hand.dealer)
        return table.circle[(place + 1) % len(table.circle)]
    return next(seat for seat in hand.circle if seat in table.circle)


# ---- left with a pay card -----------------------------------------------------------------------


def pay_cards_unshown(table: Table) -> tuple[str, ...]:
    """Return the pay cards that somebody may be left with (``unplayed_paycard``, RULES § 3)."""
    hand, exempt = table.hand, table.game.exempt
    asks = table.options.unplayed_paycard != "none"
    if hand is None or hand.out is None or not (asks or exempt):
        return ()
    return tuple(
        space.name
        for space in table.spaces
        if space.sort == "card"
        and (asks or space.cards == (exempt,))
        and not table.is_out(space.cards[0])
        and space.cards[0] not in hand.shown
        and (space.name not in hand.awards or table.options.pay_when == "hold")
    )


def pay_card_left(table: Table, named: str) -> Space | None:
    """Return the pay card, *named* by its space or card, that somebody may be left with."""
    unshown = pay_cards_unshown(table)
    left = (space for space in table.spaces if space.name in unshown)
    return next((space for space in left if named in (space.name, *space.cards)), None)


def exempt_seat(table: Table) -> int | None:
    """Return who is left with the card that frees from paying for cards left (RULES § 10)."""
    hand, exempt = table.hand, table.game.exempt
    return hand.shown.get(exempt) if hand is not None and exempt is not None else None


def verify_holds(table: Table, seat: int, space: str) -> None:
    """Raise `RuleError` unless *seat* can be left with the pay card *space* now."""
    hand = table.playing
    if hand is None or hand.phase != "shown":
        raise RuleError("no_counts_now", "Pay cards left are shown when somebody is out.")
    if pay_card_left(table, space) is None:
        raise RuleError(
            "card_already_played", f"{pots.shown(space)} is no pay card left in a hand."
        )
    if not hand.left.get(seat):
        raise RuleError("no_cards_left", f"{table.name(seat)} has no cards left. Who holds it?")


def holds(table: Table, seat: int, space: str) -> tuple[Event, ...]:
    """Record that *seat* holds the cards of *space*, which is paid, or costs at the end.

    Before the runs it wins *space* (``pay_when=hold``); when somebody is out, *seat* pays
    (``unplayed_paycard``, RULES § 3), or is exempt from paying (§ 10).
    """
    is_over = table.playing is not None and table.playing.phase == "shown"
    if table.options.pay_when == "hold" and not is_over:
        return holding.shows(table, seat, space)
    verify_holds(table, seat, space)
    left = pay_card_left(table, space)
    assert left is not None
    decision = Decision(table)
    word, chips = counted(table.options.unplayed_paycard)
    due = table.balance(left.name) if word == "double" else chips
    decision.add(ev.PayCardShown(seat, left.cards[0]))
    pots.pay_onto(decision, left.name, seat, payable(table, seat, due))
    if not pay_cards_unshown(decision.table):
        end_hand(decision)
    return decision.done()


def verify_close_hand(table: Table) -> None:
    """Raise `RuleError` unless only the pay cards left in hands keep the hand open."""
    hand = table.playing
    if hand is None or hand.phase != "shown":
        raise RuleError("hand_running", "The hand is not over yet: somebody goes out first.")


def close_hand(table: Table) -> tuple[Event, ...]:
    """End the hand: nobody else is left with a pay card."""
    verify_close_hand(table)
    decision = Decision(table)
    end_hand(decision)
    return decision.done()


# ---- pots only: out and cards left --------------------------------------------------------------


def verify_out(table: Table, seat: int) -> None:
    """Raise `RuleError` unless *seat* can have played its last card now."""
    hand = table.playing
    if hand is None or hand.phase == "stakes" or hand.void:
        raise RuleError("no_hand", "Nobody can be out: no cards are being played.")
    if hand.out is not None:
        raise RuleError("already_out", f"{table.name(hand.out)} is out already. Undo that first.")
    if hand.depth != "pots":
        raise RuleError("cards_only", "Boodle counts the cards, so it knows when somebody is out.")
    verify_in_hand(table, seat)


def out(table: Table, seat: int) -> tuple[Event, ...]:
    """Record that *seat* is out; counts are asked for where they are paid."""
    verify_out(table, seat)
    decision = beginning.ready_to_play(table)
    decision.add(ev.WentOut(seat))
    if not table.options.per_card:
        settle(decision)
    return decision.done()


def verify_count(table: Table, seat: int, cards: int) -> None:
    """Raise `RuleError` unless *seat* can be left with *cards* cards."""
    hand = table.playing
    if hand is None or hand.phase != "counts":
        raise RuleError("no_counts_now", "Cards left are counted when somebody is out.")
    verify_in_hand(table, seat)
    if seat == hand.out:
        raise RuleError("already_out", f"{table.name(seat)} is out and has no cards left.")
    most = max(hand.dealt[seat], hand.left[seat])
    if type(cards) is not int or not 1 <= cards <= most:
        raise RuleError(
            "bad_count", f"{table.name(seat)} cannot hold {cards} cards: 1 to {most} it is."
        )


def count(table: Table, seat: int, cards: int) -> tuple[Event, ...]:
    """Record *cards* left of *seat*; when the last count is in, the hand is paid."""
    verify_count(table, seat, cards)
    decision = Decision(table)
    decision.add(ev.CountGiven(seat, cards))
    if not counts_wanted(decision.table):
        settle(decision)
    return decision.done()


def verify_void(table: Table) -> None:
    """Raise `RuleError` unless the hand can end with nobody out, as told by the table."""
    hand = table.playing
    over = hand is None or hand.phase in ("stakes", "counts", "shown")
    if hand is None or over or hand.depth != "pots":
        raise RuleError(
            "no_hand", "Only a hand whose pots alone are recorded is called void by hand."
        )


def void(table: Table) -> tuple[Event, ...]:
    """End the hand with nobody out (RULES § 2.5)."""
    verify_void(table)
    decision = beginning.ready_to_play(table)
    if table.options.void_payment == "cards_to_kitty":
        decision.add(ev.HandVoided())
    else:
        settle(decision)
    return decision.done()


# ---- a count put right --------------------------------------------------------------------------


def verify_correct_count(table: Table, seat: int, cards: int) -> None:
    """Raise `RuleError` unless the number of cards of *seat* can be *cards*."""
    hand = table.hand
    if hand is None or seat not in hand.circle:
        raise RuleError("no_hand", "There is no hand in which this player holds cards.")
    if seat == hand.out:
        raise RuleError("already_out", f"{table.name(seat)} is out and has no cards left.")
    if type(cards) is not int or not 1 <= cards <= 52:
        raise RuleError("bad_count", f"Nobody is left with {cards} cards: it is 1 to 52.")


def correct_count(table: Table, seat: int, cards: int) -> tuple[Event, ...]:
    """Put the number of cards of *seat* right; a payment already made follows (RULES § 2.2)."""
    verify_correct_count(table, seat, cards)
    decision, hand = Decision(table), table.hand
    assert hand is not None
    winner, per_card = hand.out, table.options.per_card
    paid = hand.phase == "done" or (hand.phase == "shown" and table.game.exempt is None)
    if not paid or winner is None or winner in hand.barred or seat == exempt_seat(table):
        decision.add(ev.CountCorrected(seat, cards))
    else:
        difference = per_card * (cards - hand.left[seat])
        chips = payable(table, seat, difference) if difference > 0 else difference
        decision.add(ev.CountCorrected(seat, cards, winner, chips))
    return decision.done()
