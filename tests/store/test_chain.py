"""chain.py: the row's text is canonical JSON, and a seal covers everything before it."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.chain import (
    Evening,
    NewRow,
    canonical,
    event_line,
    first_seal,
    following,
    row_text,
    sealed,
    verified,
)
from companion.store.errors import ChainBroken

EVENING = Evening(id="e1", code="K7QX", created_at="2026-11-30", private={})
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
ROWS = st.lists(
    st.builds(
        NewRow,
        kind=st.text(min_size=1, max_size=12),
        body=st.dictionaries(st.text(max_size=8), JSON, max_size=4),
        at_utc=st.text(max_size=20),
        cause=st.none() | st.just(1),
        actor=st.dictionaries(st.sampled_from(["role", "seat"]), JSON),
    ),
    max_size=6,
)


@given(ROWS)
def test_what_is_sealed_is_verified_and_read_from_the_journal_alike(rows):
    stored, raw = sealed("e1", 0, first_seal(EVENING), "c1", rows)

    assert verified(EVENING, raw) == stored
    lines = [json.loads(event_line("e1", values)) for values in raw]
    assert following("e1", 0, first_seal(EVENING), lines) == raw


@given(ROWS)
def test_the_text_of_a_row_is_its_canonical_json(rows):
    _, raw = sealed("e1", 0, first_seal(EVENING), "c1", rows)

    for values in raw:
        text = row_text("e1", values)
        assert canonical(json.loads(text)) == text


def test_the_first_seal_is_what_the_words_say():
    [row], _ = sealed("e1", 0, first_seal(EVENING), "c", [NewRow("X", {}, "now")])
    text = (
        '{"actor":{},"at_utc":"now","body":{},"cause":null,"command_id":"c","evening":"e1",'
        '"kind":"X","seq":1}'
    )

    assert row.hash == hashlib.sha256(f"{first_seal(EVENING)}\n{text}".encode()).hexdigest()


@pytest.mark.parametrize("change", ["drop", "swap", "other evening"])
def test_a_missing_swapped_or_moved_row_breaks_the_chain(change):
    rows = [NewRow("X", {"n": n}, "now") for n in range(4)]
    _, raw = sealed("e1", 0, first_seal(EVENING), "c", rows)
    evening = EVENING
    if change == "drop":
        del raw[1]
    elif change == "swap":
        raw[1], raw[2] = raw[2], raw[1]
    else:
        evening = Evening(id="e2", code="K7QX", created_at="2026-11-30", private={})

    with pytest.raises(ChainBroken):
        verified(evening, raw)


def test_a_number_json_cannot_carry_is_our_mistake():
    with pytest.raises(ValueError):
        canonical({"chips": float("nan")})
