"""Events: what is stored reads back the same, and says which rule it follows from."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from evenings import E1, acts, begun, do, seated
from hypothesis import given
from hypothesis import strategies as st

from companion.core import events as ev
from companion.core.cards import DECK
from companion.core.events import EVENTS, from_dict

RULES = Path(__file__).parents[2] / "companion" / "games" / "RULES.md"
SECTIONS = set(re.findall(r"^#+ (\d+(?:\.\d+)?)", RULES.read_text(encoding="utf-8"), re.MULTILINE))

seats, amounts = st.integers(0, 8), st.integers(0, 99)
texts, spaces = st.text(max_size=9), st.sampled_from(["AH", "TC", "KQ", "8-9-10", "kitty", "pot"])
VALUES = {
    "int": amounts, "str": texts, "bool": st.booleans(), "int | None": st.none() | seats,
    "Card": st.sampled_from(DECK), "Card | None": st.none() | st.sampled_from(DECK),
    "Account": seats | spaces, "Stakes": st.lists(st.tuples(spaces, amounts)).map(tuple),
    "Counts": st.lists(st.tuples(seats, amounts)).map(tuple),
    "tuple[int, ...]": st.lists(seats).map(tuple),
    "tuple[Card, ...]": st.lists(st.sampled_from(DECK)).map(tuple),
    "dict[str, Any]": st.dictionaries(texts, st.integers() | texts | st.lists(texts)),
}  # fmt: skip


def events_of(cls):
    return st.builds(cls, **{field.name: VALUES[field.type] for field in fields(cls)})


any_event = st.sampled_from(sorted(EVENTS)).flatmap(lambda kind: events_of(EVENTS[kind]))


@given(any_event)
def test_an_event_stored_as_json_reads_back_the_same(event):
    stored = json.loads(json.dumps(event.to_dict()))

    assert from_dict(event.kind, stored) == event


@given(any_event)
def test_no_event_moves_less_than_one_chip_or_to_where_it_came_from(event):
    assert all(transfer.chips > 0 for transfer in event.transfers())


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_says_what_it_is_and_cites_a_rule_that_exists(kind):
    cls = EVENTS[kind]

    cited = re.findall(r"§ (\d+(?:\.\d+)?)", cls.rule)

    assert cls.__doc__[0].isupper() or cls.__doc__[0] == "*"
    assert set(cited) <= SECTIONS
    assert bool(cited) == bool(cls.rule)


def test_what_moves_chips_cites_its_rule():
    for kind, cls in EVENTS.items():
        moves = "transfers" in cls.__dict__
        assert not moves or cls.rule, kind


@pytest.mark.parametrize("missing", ["9C", None])
def test_a_stop_reads_back_with_and_without_a_missing_card(missing):
    assert from_dict("RunStopped", {"why": "top", "missing": missing}).missing == missing


def test_shown_cards_and_stakes_read_back_as_they_were():
    shown = ev.PokerShown(2, (DECK[0], DECK[8]))

    assert from_dict("PokerShown", json.loads(json.dumps(shown.to_dict()))) == shown
    staked = ev.Staked(1, (("AH", 2), ("kitty", 1)))
    assert from_dict("Staked", json.loads(json.dumps(staked.to_dict()))) == staked


def test_an_event_of_another_version_is_our_mistake_to_read():
    with pytest.raises(KeyError):
        from_dict("CardEaten", {})
    with pytest.raises(TypeError):
        from_dict("Dealt", {"cards": 52})


def test_a_count_put_right_is_paid_back_too():
    back = ev.CountCorrected(0, 6, winner=1, chips=-2)

    assert back.transfers() == ((1, 0, 2),)
    assert ev.CountCorrected(0, 6).transfers() == ()
    assert ev.CountCorrected(0, 9, 1, 2).transfers() == ((0, 1, 2),)


def test_an_evening_of_events_moves_chips_between_seats_spaces_and_bank_only():
    table = do(acts(begun(), E1), "end_evening")

    assert set(table.balances) <= {*table.seats, *(s.name for s in table.spaces), "bank"}
    assert sum(table.balances.values()) == 0
    assert seated().balances
