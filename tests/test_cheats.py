"""Nobody is accused who played by the rules, and every provable breach is proven at once."""

import random

import pytest
from cheats import Simulated

from companion.core import proofs

PASS = {"fallback": "pass"}
TABLES = [
    ("boodle", 4, {}),
    ("boodle", 6, {"lead_rank": "any", "change": "suit"}),
    ("boodle", 3, {"change": "suit", "fallback": "pass"}),
    ("boodle", 5, {"change": "colour", "fallback": "free"}),
    ("boodle", 4, {"change": "colour", "fallback": "cascade", "ace": "low"}),
    ("boodle", 4, {"change": "colour", "horse_lead": "last_resort", **PASS}),
    ("boodle", 4, {"lead_rank": "lowest_overall", "unplayed_paycard": "double"}),
    ("boodle", 4, {"first_lead": "lowest_black", "change": "colour", **PASS}),
    ("boodle", 4, {"first_lead": "suit:D", "change": "colour", **PASS}),
    ("newbury", 4, {}),
    ("three_in_one", 5, {"spare_swap": False, "spare_auction": False}),
    ("tripoley", 4, {"claim": "auto"}),
    ("boodle", 5, {"spare_swap": True, "spare_auction": True, "auction_bar_paycards": True,
                   "auction_own_after_swap": True}),
    ("boodle", 4, {"spare_auction": True, "auction_bar_paycards": True}),
]  # fmt: skip
HANDS = 18


def played(game, players, options, dishonest):
    """Hands of one table, each with everything that is known about it."""
    for seed in range(HANDS):
        rng = random.Random(f"{game} {players} {sorted(options)} {seed}")
        yield Simulated(rng, game, players, dict(options), dishonest)


def proven(hand):
    """What the program says: claim -> (since how many cards, the evidence)."""
    return {
        (proof.code, proof.seat, proof.claimed_at): (proof.proven_at, proof.evidence)
        for proof in proofs.proofs(hand.table)
    }


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_who_plays_by_the_rules_is_never_accused(game, players, options):
    for hand in played(game, players, options, dishonest=0):
        for _ in hand.steps():
            assert proven(hand) == {}, hand.table.hand


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_provable_breach_is_proven_at_the_first_moment_and_no_other(game, players, options):
    breaches = 0
    for hand in played(game, players, options, dishonest=0.3):
        for _ in hand.steps():
            due, said = hand.due(), proven(hand)
            assert set(said) == set(due), hand.table.hand
            for claim, (since, evidence) in said.items():
                assert since == due[claim][0], claim
                assert evidence in due[claim][1], claim
        breaches += len(hand.due())

    assert breaches > HANDS / 3


def test_the_cheats_do_all_there_is_to_prove():
    found = set()
    for game, players, options in TABLES:
        for hand in played(game, players, options, dishonest=0.6):
            for _ in hand.steps():
                pass
            found |= {code for code, _, _ in proven(hand)}
            if found >= set(proofs.CODES):
                return

    assert found == set(proofs.CODES)
