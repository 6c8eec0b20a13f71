"""Whatever is tapped, at any moment: refused with a sentence, or booked with every chip in place.

A failure prints the seed and the command.
"""

import json
from random import Random

import pytest
from auditor_rules import PRESETS
from deals import evening
from deals_options import house_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.commands import COMMANDS, decide
from companion.core.errors import RuleError
from companion.core.evening import ANIMALS
from companion.core.events import from_dict
from companion.core.ledger import BANK
from companion.core.table import evolve
from companion.games import all_games
from companion.record import Replay

BATCHES = 8
EVENINGS = 40  # a batch; each is stopped somewhere and tapped at 40 times

VALUES = {
    "seat": [0, 1, 2, 3, 4, 7, 99, -1, "2", "x"],
    "buyer": [0, 1, 2, 3], "debtor": [0, 1, 5], "creditor": [0, 2],
    "chips": [0, 1, 2, 3, 10, 1000, -5, "4", 10**15], "cards": [0, 1, 2, 5, 11, 60, -1],
    "place": [0, 1, 2, 50, -3], "seq": [1, 2, 500], "paid": [True, "off", "?"],
    "name": ["Zoe", "", "x" * 500, "<b>", "Anna"], "animal": ["owl", "cat", "cow"],
    "note": ["counted wrong", "", "n" * 300], "depth": ["cards", "pots", "deep"],
    "card": ["1X", 7, "10S"], "circle": ["0,1,2", [2, 1, 0], [0, 0], "no"],
    "space": ["AH", "KC", "kitty", "pot", "10C", "?"],
    "debit": [0, 1, "AH", "bank", "?"], "credit": [2, "KC", "kitty", 99],
    "stakes": [{"AH": 1}, {"AH": 6}, {"AH": -2}, {"2S": 1}, {}, "?"],
    "values": [{"ante": 2}, {"ace": "sideways"}, {"change": "suit"}, {"per_card": 0}, {"no": 1}],
    "plays": [["0:4S", "1:5S"], [], [[1, "6H"]], "?"],
}  # fmt: skip
RARE = {"pots_only", "misdeal", "void", "end_evening", "out"}  # after them little can be tapped
FITTING = [kind for kind in ("stake", "bet", "call", "check", "show", "bid") if kind in COMMANDS]
ODD = [0, 1, -1, 3, True, "AH", "?", "", [], {}, ["4S"]]  # for any other field
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def begun(rng, seed):
    """A table in the middle of a seeded evening."""
    game = rng.choice(["boodle", "boodle", *sorted(set(PRESETS) & set(all_games()))])
    options = house_rules(seed, game, share=0.3)
    record = evening(seed, game, options, hands=2, rough=rng.random() < 0.3)
    hands = record["hands"][: rng.randint(1, 2)]
    actions = hands[-1]["actions"]
    begun = Replay({**record, "hands": []})
    for hand in [*hands[:-1], {**hands[-1], "actions": actions[: rng.randint(0, len(actions))]}]:
        begun.play_hand(hand)
    return begun.table


def tap(rng, table):
    """A kind of command and its fields, sometimes legal, often not."""
    kind = rng.choice(sorted(COMMANDS))
    if rng.random() < 0.3:
        kind = rng.choice(
            ["play", "pass", "take", "count", "begin_hand", "claim", "holds", *FITTING]
        )
    if kind in RARE and rng.random() < 0.9:
        kind = "play"
    command = COMMANDS[kind]
    data = {name: value(rng, table, name) for name in command.fields if rng.random() < 0.97}
    data |= {name: value(rng, table, name) for name in command.may if rng.random() < 0.5}
    return kind, data


def value(rng, table, name):
    """A value of a field: most often one that could fit just now."""
    fits = fitting(table, name)
    return rng.choice(fits) if fits and rng.random() < 0.75 else rng.choice(VALUES.get(name, ODD))


def fitting(table, name):
    hand = table.hand
    if name == "card":
        called = [str(card) for card in (hand and hand.needed, hand and hand.missing) if card]
        return called or [card for card in CARDS if not hand or card not in hand.seen]
    if name == "seat":
        return list(hand.circle) + 4 * [hand.leader or hand.circle[0]] if hand else [*table.seats]
    if name == "space":
        return [space.name for space in table.spaces]
    if name == "circle":
        return [table.circle[::-1], table.circle[1:] + table.circle[:1]]
    if name == "stakes":
        card = next(space.name for space in table.spaces)
        return [{card: n} for n in (1, 2, table.options.free_amount)]
    return {"animal": list(ANIMALS), "name": ["Zoe", "Yan", "Xia"], "chips": [1, 2, 3, 30],
            "cards": [1, 2, 3], "note": ["counted wrong"]}.get(name, [])  # fmt: skip


def check(before, events, told):
    """Fold *events*; every sum is kept, no space is below 0, each event survives JSON."""
    table = before
    for event in events:
        again = from_dict(event.kind, json.loads(json.dumps(event.to_dict())))
        table = evolve(table, event)

        assert again == event, told
        assert sum(table.balances.values()) == 0, told
        assert all(chips >= 0 for chips in table.layout_chips.values()), told
        hand = table.hand
        assert hand is None or all(cards >= 0 for cards in hand.left.values()), told
        if table.options.insolvency == "out" and event.kind != "Corrected":
            poor = [s for s, n in table.balances.items() if s != BANK and n < 0]
            assert not set(poor) - {s for s, n in before.balances.items() if n < 0}, told
    return table


def tapped(seed, times=40):
    rng = Random(f"any command {seed}")
    table = begun(rng, seed)
    for number in range(times):
        kind, data = tap(rng, table)
        told = f"seed {seed}, tap {number}: {kind} {data}"
        before = table
        try:
            events = decide(table, kind, data)
        except RuleError as error:
            assert error.code and len(error.message) > 10, told
        except Exception as error:
            raise AssertionError(f"{told} fell over: {error!r}") from error
        else:
            table = check(before, events, told)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_any_command_at_any_moment_is_booked_whole_or_refused_with_a_sentence(batch):
    for seed in range(batch * 1000, batch * 1000 + EVENINGS):
        tapped(seed)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9))
def test_any_command_is_booked_whole_or_refused_whatever_the_seed(seed):
    tapped(seed, times=20)
