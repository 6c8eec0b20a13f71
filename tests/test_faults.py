"""Planted faults: each is caught by the auditor or by a refusal; without one nothing is caught.

A fault that conserves all chips passes every sum; these checks are what sees it.
"""

import dataclasses
import json
from functools import cache

import pytest
from deals import evening
from test_simulation import differing

from companion.core import ends, hand_steps, money, play, pots, settle, table
from companion.core import events as ev
from companion.core import hand as beginning
from companion.core.errors import RuleError
from companion.core.ledger import BANK, move

PASS = {"change": "colour", "fallback": "pass", "end": "manual"}
RUN3 = {"pot_kind": "run3", "pot_stake": 1, "kitty_stake": 1, "end": "manual"}
FREE = {"placement": "one", "horse_winner": "backers_only", "end": "manual"}


def wrapped(module, name, make):
    """A plant that replaces *name* of *module* by ``make(original)``."""

    def plant(monkeypatch):
        monkeypatch.setattr(module, name, make(getattr(module, name)))

    return plant


def step(event, make):
    """A plant that changes what an event does to the table."""

    def plant(monkeypatch):
        monkeypatch.setitem(table.STEPS, event, make(table.STEPS[event]))

    return plant


def transfers(event, instead):
    """A plant that changes which chips an event moves."""

    def plant(monkeypatch):
        monkeypatch.setattr(event, "transfers", instead)

    return plant


def silent(code):
    """A refusal that is no longer made."""

    def make(original):
        def check(state, *args):
            try:
                return original(state, *args)
            except RuleError as error:
                if error.code != code:
                    raise
                return beginning.ready_to_play(state)

        return check

    return make


def other_winner(original):
    def end(decision):
        hand = decision.hand
        left = tuple((seat, hand.left[seat]) for seat in hand.circle)
        winner = None if hand.out is None else hand.left_of(hand.out)
        decision.add(ev.HandEnded(winner, left, settle.next_dealer(decision.table, hand)))

    return end


def lose_carried_chips(original):
    def end(decision):
        for space, chips in decision.table.layout_chips.items():
            if chips:
                decision.add(ev.Corrected(space, BANK, chips, "lost"))
        original(decision)

    return end


def one_chip_less(original):
    def award(decision, space, seat):
        chips = decision.table.balance(space)
        if chips > 1:
            decision.add(ev.PotAwarded(space, seat, chips - 1))

    return award


def forget_played_cards(original):
    def run_on(decision):
        if decision.hand.needed is None:
            original(decision)

    return run_on


def stays_with_dealer(original):
    return lambda state, hand: hand.dealer


def two_are_a_run(original):
    return lambda hand, seat: [play.seat for play in hand.run[-2:]] == [seat, seat]


def neighbour_wins(original):
    return lambda decision, space, seat: original(decision, space, decision.hand.left_of(seat))


def nobody_pays_twice(original):
    return lambda hand: original(hand)[1:]


def anyone_wins(original):
    def may_win(state, space, seat):
        return bool(state.balance(space.name)) and space.name not in state.hand.awards

    return may_win


def debts_allowed(original):
    return lambda state, seat, due: due


def spare_before_eldest(original):
    def sizes(players, options, pack=52):
        spare = "first" if options.spare == "last" else options.spare
        return original(players, dataclasses.replace(options, spare=spare), pack)

    return sizes


def swap_keeps_count(original):
    def swapped(state, event):
        before = state.hand.left
        after = original(state, event)
        return dataclasses.replace(after, hand=dataclasses.replace(after.hand, left=before))

    return swapped


def nothing_is_removed(original):
    return lambda state, space: False


def one_hand_too_many(original):
    return lambda state: original(state)[1:]


def everybody_pays_the_winner(original):
    return lambda sums: [net for net in sums.values() if net]


def dealer_pays_single(original):
    return lambda state, dealer: original(state, False)


def start_again_from_the_left(original):
    def receivers(state):
        circle = original(state)
        return circle[1:] + circle[:1]

    return receivers


# name: how it is planted, house rules in which it matters, the illegal action that shows it if any
FAULTS = {
    "wrong winner of the hand": (wrapped(settle, "end_hand", other_winner), {}, None),
    "wrong winner of a pot": (wrapped(pots, "award_pot", neighbour_wins), {}, None),
    "dropped already-played check":
        (wrapped(play, "verify_play", silent("card_already_played")), {}, "again"),
    "dropped needed-card check":
        (wrapped(play, "verify_play", silent("wrong_card")), {}, "successor"),
    "dropped leader check": (wrapped(play, "verify_play", silent("not_leader")), {}, "leader"),
    "dropped change-of-colour check":
        (wrapped(play, "verify_play", silent("wrong_lead_suit")), PASS, "suit"),
    "dropped check of the pass":
        (wrapped(play, "verify_pass", silent("cannot_pass")), {}, "no_pass"),
    "dropped check of the lead's owner on a pass":
        (wrapped(play, "verify_pass", silent("not_leader")), PASS, "wrong_pass"),
    "off-by-one award": (wrapped(pots, "award_pot", one_chip_less), {}, None),
    "dealer not rotated": (wrapped(settle, "next_dealer", stays_with_dealer), {}, None),
    "carry-over lost": (wrapped(settle, "end_hand", lose_carried_chips), {}, None),
    "stale space paid twice":
        (transfers(ev.PotAwarded, lambda e: move(BANK, e.seat, e.chips)), {}, None),
    "penalty to the wrong account":
        (transfers(ev.LeadPassed, lambda e: move(e.seat, "AH", e.chips)),
         {**PASS, "pass_penalty": 1}, None),
    "penalty not paid": (transfers(ev.LeadPassed, lambda e: ()), {**PASS, "pass_penalty": 1}, None),
    "missed stop at a card already played":
        (wrapped(play, "_stop_if_known", forget_played_cards), {}, None),
    "cards left of one player not paid": (wrapped(settle, "losers", nobody_pays_twice), {}, None),
    "paid for the cards by the winner":
        (transfers(ev.CardsPaid, lambda e: move(e.winner, e.seat, e.chips)), {}, None),
    "run of three from two cards": (wrapped(pots, "_run_of_three", two_are_a_run), RUN3, None),
    "backers forgotten": (wrapped(pots, "may_win", anyone_wins), FREE, None),
    "debts where nobody may owe":
        (wrapped(settle, "payable", debts_allowed),
         {"insolvency": "out", "per_card": 2, "end": "manual"}, None),
    "spare hand in the wrong place":
        (wrapped(beginning, "hand_sizes", spare_before_eldest), {}, None),
    "count kept after a swap":
        (step(ev.SpareSwapped, swap_keeps_count), {"spare_swap": True, "spare": "first"}, None),
    "price of the spare hand paid backwards":
        (transfers(ev.SpareSold, lambda e: move(e.seller, e.buyer, e.chips)),
         {"spare_auction": True}, None),
    "a claimed card stays in the run-down":
        (wrapped(hand_steps, "_runs_down", nothing_is_removed), {"end": "rundown_cards"}, None),
    "one hand too many":
        (wrapped(ends, "hands_counted", one_hand_too_many), {"end": "hands:3"}, None),
    "too many payments":
        (wrapped(money, "fewest_payments", everybody_pays_the_winner),
         {"end": "hands:2", "chip_value": 1}, None),
    "dealer stakes single": (wrapped(pots, "fixed_stakes", dealer_pays_single), {}, None),
    "odd chips from the wrong player on":
        (wrapped(ends, "leftover_receivers", start_again_from_the_left), {"end": "hands:2"}, None),
    "kitty not paid": (wrapped(pots, "award_kitty", lambda real: lambda *_: None), RUN3, None),
}  # fmt: skip


def key(options, spoil):
    return json.dumps(options, sort_keys=True), spoil


@cache
def evenings(rules, spoil):
    """A few dozen hands in which a fault with these house rules, as JSON, must show."""
    return [
        evening(f"fault {seed}", "boodle", json.loads(rules), hands=4, spoil=spoil)
        for seed in range(16)
    ]


def caught(rules, spoil):
    """Does the auditor, a refusal or an assertion of the core see something wrong?"""
    for record in evenings(rules, spoil):
        try:
            if differing(record):
                return True
        except (AssertionError, LookupError, TypeError):  # the engine falls over its own feet
            return True
    return False


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name, monkeypatch):
    plant, options, spoil = FAULTS[name]

    plant(monkeypatch)

    assert caught(*key(options, spoil))


@pytest.mark.parametrize(
    ("rules", "spoil"), sorted({key(*played) for _, *played in FAULTS.values()}, key=str)
)
def test_the_same_evenings_pass_without_a_fault(rules, spoil):
    assert not caught(rules, spoil)
