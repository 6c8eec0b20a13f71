"""Pots: chips lying on a space of the layout. No other module moves chips into or out of a pot.

Games say when a pot is won (`Options`, `Space`); this says what moves (RULES § 2.6). What nobody
wins stays where it lies, so carry-over needs no event.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core import events as ev
from companion.core.cards import Card
from companion.core.decision import Decision
from companion.core.errors import RuleError
from companion.core.events import Stakes
from companion.core.game import KITTY, POT, Space
from companion.core.ledger import share
from companion.core.options import PAIRS, TRUMPS, chips_word
from companion.core.table import Hand, Table

# ---- stakes -------------------------------------------------------------------------------------


def staked_spaces(table: Table) -> tuple[Space, ...]:
    """Return the spaces that get stakes; a run-down leaves some out (RULES § 2.8)."""
    if not table.gone:
        return table.spaces
    return tuple(space for space in table.spaces if space.name not in table.gone)


def side_stakes(table: Table) -> Stakes:
    """Return what each player puts in kitty and pot, which nothing multiplies (RULES § 3 ante)."""
    chips = {KITTY: table.options.kitty_stake, POT: table.options.pot_stake}
    names = [space.name for space in staked_spaces(table) if not space.is_pay_space]
    return tuple((name, chips[name]) for name in names if chips[name])


def bank_stakes(table: Table) -> Stakes:
    """Return the points the bank puts on the layout before each hand (RULES § 4.5)."""
    options = table.options
    chips = {KITTY: options.kitty_stake, POT: 0}
    points = [(space.name, chips.get(space.name, options.ante)) for space in staked_spaces(table)]
    return tuple((name, number) for name, number in points if number)


def place_points(decision: Decision) -> None:
    """Let the bank put this hand's points on the layout."""
    decision.add(ev.PointsPlaced(bank_stakes(decision.table)))


def corner_stakes(table: Table, corner: int) -> Stakes:
    """Return a player's stake where each stakes on the card at the own corner (RULES § 4.5)."""
    cards = [space.name for space in table.spaces if space.sort == "card"]
    kitty = table.options.kitty_stake // len(cards)
    stakes = ((cards[corner % len(cards)], table.options.ante), (KITTY, kitty))
    return tuple((space, chips) for space, chips in stakes if chips)


def fixed_stakes(table: Table, dealer: bool) -> Stakes:
    """Return a player's whole stake where the rules leave no choice (``placement=each``).

    With ``funding=dealer`` the dealer alone puts everything down, once (RULES § 10).
    """
    if table.game.corners:
        return corner_stakes(table, 0)  # another card for each player, and the same chips
    options, weights = table.options, table.game.weights
    if options.funding == "dealer" and not dealer:
        return ()
    doubles = dealer and options.funding == "players"
    antes = {"card": options.ante * (options.dealer_factor if doubles else 1)}
    pay = [
        (space.name, antes.get(space.sort, options.ante) * weights.get(space.name, 1))
        for space in staked_spaces(table)
        if space.is_pay_space and options.ante
    ]
    return (*pay, *side_stakes(table))


def free_chips(table: Table, dealer: bool) -> int:
    """Return the chips a player may place at will on pay cards (``placement=one`` or ``free``)."""
    options = table.options
    if not any(space.is_pay_space for space in staked_spaces(table)):
        return 0
    chips = options.ante if options.placement == "one" else options.free_amount
    return chips * (options.dealer_factor if dealer else 1)


def full_stake(table: Table, dealer: bool) -> int:
    """Return the chips a player needs for one hand."""
    if table.options.funding == "bank":
        return 0
    if table.options.placement == "each":
        return sum(chips for _, chips in fixed_stakes(table, dealer))
    return free_chips(table, dealer) + sum(chips for _, chips in side_stakes(table))


def verify_stakes(table: Table, seat: int, stakes: Mapping[str, int]) -> None:
    """Raise `RuleError` ``bad_stake`` unless *stakes* is a whole stake of *seat* (RULES § 3).

    *stakes* names pay cards only; kitty and pot are added by `whole_stake`.
    """
    hand = table.hand
    assert hand is not None
    dealer, options = seat == hand.dealer, table.options
    allowed = [space.name for space in staked_spaces(table) if space.is_pay_space]
    for space, chips in stakes.items():
        if space not in allowed:
            raise RuleError(
                "unknown_space", f"Stakes go on {_names(allowed)}, not on {shown(space)}."
            )
        if type(chips) is not int or chips < 0:
            words = chips_word(chips, options)
            raise RuleError("bad_stake", f"{words} cannot be placed. Place 0, 1, 2 or more.")
    needed, placed = free_chips(table, dealer), sum(stakes.values())
    if placed != needed:
        words = chips_word(placed, options)
        raise RuleError("bad_stake", f"{words} placed; it must be {needed} exactly.")
    if options.placement == "one" and sum(1 for chips in stakes.values() if chips) > 1:
        raise RuleError("bad_stake", "The bet goes on one card only.")


def whole_stake(table: Table, stakes: Mapping[str, int]) -> Stakes:
    """Return *stakes* in layout order, with the kitty's and the pot's share beside them."""
    pay = tuple(
        (space.name, stakes[space.name]) for space in table.spaces if stakes.get(space.name)
    )
    return pay + side_stakes(table)


def stake_pots(decision: Decision, seat: int, stakes: Stakes) -> None:
    """Put *stakes* on the layout."""
    decision.add(ev.Staked(seat, stakes))


# ---- awards -------------------------------------------------------------------------------------


def award_pot(decision: Decision, space: str, seat: int) -> None:
    """Give everything lying on *space* to *seat*.

    No event when nothing lies there. Source: RULES § 2.6.
    """
    chips = decision.table.balance(space)
    assert chips >= 0, (space, chips)  # our mistake, never a player's: stop here
    assert space not in decision.hand.awards, space
    if chips:
        decision.add(ev.PotAwarded(space, seat, chips))


def share_pot(decision: Decision, space: str, gains: Mapping[int, int]) -> None:
    """Give each seat its part of what lies on *space*; what nobody gets stays."""
    assert 0 <= sum(gains.values()) <= decision.table.balance(space), (space, gains)
    for seat, chips in gains.items():
        if chips:
            decision.add(ev.PotAwarded(space, seat, chips))


def share_held(decision: Decision, space: str, holders: tuple[int, ...]) -> None:
    """Share *space* among those who have shown what wins it; the remainder stays (RULES § 2.6)."""
    able = [seat for seat in holders if seat not in decision.hand.barred]
    if able:
        each, _ = share(decision.table.balance(space), len(able))
        share_pot(decision, space, {seat: each * able.count(seat) for seat in able})


def bet_into_pot(decision: Decision, seat: int, act: str, chips: int) -> None:
    """Put a bet of *seat* into the pot; *act* says what it does in the poker round."""
    decision.add(ev.PokerBet(seat, act, chips))


def pass_lead(decision: Decision, seat: int, chips: int) -> None:
    """Let *seat* pass the lead for *chips* into the kitty (RULES § 2.5 pass_penalty)."""
    decision.add(ev.LeadPassed(seat, chips))


def buy_spare(decision: Decision, seat: int, chips: int) -> None:
    """Let *seat* have the spare hand for *chips* into the kitty (RULES § 2.3)."""
    decision.add(ev.SpareBought(seat, chips))


def may_win(table: Table, space: Space, seat: int) -> bool:
    """Whether *seat* can win *space* at all: not barred, and a backer where only backers win."""
    hand = table.hand
    assert hand is not None
    if seat in hand.barred or space.name in hand.awards or not table.balance(space.name):
        return False
    if space.sort == "card" and table.options.horse_winner == "backers_only":
        return bool(hand.stakes.get(seat, {}).get(space.name))
    return True


def award_for_play(decision: Decision, seat: int, card: Card) -> None:
    """Award, or with ``claim=call`` offer, what *seat* has won by having played *card*."""
    table = decision.table
    for space in table.spaces:
        if card not in space.cards and space.sort != "pot":
            continue
        if _won_by_play(decision, space, seat, card) and may_win(table, space, seat):
            if table.options.claim == "call" and space.is_pay_space:
                decision.add(ev.PotOffered(space.name, seat))
            else:
                award_pot(decision, space.name, seat)


def _won_by_play(decision: Decision, space: Space, seat: int, card: Card) -> bool:
    if space.sort == "pot":
        return decision.table.options.pot_kind == "run3" and _run_of_three(decision.hand, seat)
    if decision.table.options.pay_when != "play":
        return False
    if space.sort == "card":
        return True
    if space.sort == "pair":
        return all(decision.hand.seen.get(each) == seat for each in space.cards)
    return _sequence_played(decision, space, seat, card)


def _run_of_three(hand: Hand, seat: int) -> bool:
    """Whether the last three cards of the run are this player's (RULES § 2.6, pot ``run3``)."""
    three = hand.plays[-3:]
    goes_on = len(three) == 3 and not three[1].leads and not three[2].leads
    return goes_on and all(play.seat == seat for play in three)


def _sequence_played(decision: Decision, space: Space, seat: int, card: Card) -> bool:
    hand = decision.hand
    three = [each for each in space.cards if each.suit == card.suit]
    if decision.table.options.combo_run == "same_run":
        mine = {play.card for play in hand.run if play.seat == seat}
        return mine.issuperset(three)
    return all(hand.seen.get(each) == seat for each in three)


def verify_take(table: Table, seat: int, space: str) -> None:
    """Raise `RuleError` unless *seat* can have won *space* where only pots are recorded."""
    hand = table.hand
    assert hand is not None
    if space not in {each.name for each in table.spaces}:
        raise RuleError("unknown_space", f"{shown(space)} is not on the layout.")
    if space == KITTY:
        raise RuleError("cards_only", "The kitty goes to whoever is out, so it needs no tap.")
    if space in hand.awards:
        taker = table.name(hand.awards[space])
        raise RuleError(
            "pot_taken", f"{taker} has taken {shown(space)} in this hand. Undo that first."
        )
    if not table.balance(space):
        raise RuleError("pot_empty", f"Nothing lies on {shown(space)}.")
    winnable = next(each for each in table.spaces if each.name == space)
    if not may_win(table, winnable, seat):
        raise RuleError(
            "nothing_to_claim", f"{table.name(seat)} cannot win {shown(space)} in this hand."
        )


# ---- the end of a hand and of the evening -------------------------------------------------------


def award_kitty(decision: Decision, seat: int) -> None:
    """Give the kitty to the player who is out (RULES § 2.7.2)."""
    if KITTY not in decision.hand.awards and seat not in decision.hand.barred:
        award_pot(decision, KITTY, seat)


def pay_onto(decision: Decision, space: str, seat: int, chips: int) -> None:
    """Let *seat* pay *chips* onto *space*."""
    if chips:
        decision.add(ev.PaidOntoSpace(space, seat, chips))


def give_leftover(decision: Decision, seats: tuple[int, ...]) -> None:
    """Share all chips left on the layout equally, odd chips one each from the first of *seats* on.

    The whole layout is one heap (RULES § 2.8); each space's chips are followed to their takers.
    """
    heap = {space: chips for space, chips in decision.table.layout_chips.items() if chips}
    each, odd = share(sum(heap.values()), len(seats))
    due = {seat: each + (place < odd) for place, seat in enumerate(seats)}
    for space, chips in heap.items():
        rest, shares = chips, []
        for seat in seats:
            part = min(rest, due[seat])
            if part:
                shares.append((seat, part))
                due[seat] -= part
                rest -= part
        decision.add(ev.LeftoverGiven(space, tuple(shares)))


def shown(space: str) -> str:
    """Return a space as people write it: ``Q♦``, ``K-Q``, ``8-9-10``, ``the kitty``.

    >>> shown("QD"), shown("KQ"), shown("A*"), shown("QJ*"), shown("kitty")
    ('Q♦', 'K-Q', 'A of trumps', 'Q-J of trumps', 'the kitty')
    """
    if space in (KITTY, POT):
        return f"the {space}"
    ranks = "-".join(space[:2]) if space[:2] in PAIRS else space[0]
    if space.endswith(TRUMPS):
        return f"{ranks.replace('T', '10')} of trumps"
    if "-" in ranks:
        return ranks
    return Card(space).shown if len(space) == 2 else space


def space_words(table: Table, space: str) -> str:
    """Return a space as people of this game call it: ``Matrimony``; else as it is `shown`."""
    return table.game.words.get(space) or shown(space)


def _names(spaces: list[str]) -> str:
    return ", ".join(shown(space) for space in spaces)
