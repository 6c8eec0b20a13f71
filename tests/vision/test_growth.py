"""Claims about measuring how time and memory grow."""

from __future__ import annotations

import pytest

from companion.vision import growth

pytestmark = pytest.mark.vision


def test_the_sizes_are_1_to_24_megapixels() -> None:
    assert [round(w * h / 1e6) for w, h in growth.SIZES] == [1, 3, 6, 12, 24]


def test_one_size_is_measured_in_milliseconds_and_megabytes() -> None:
    told = growth.measured((320, 240), repeats=1)

    assert told["ms"] > 0
    assert told["mb"] is None or told["mb"] >= 0


def test_the_table_has_a_row_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "SIZES", ((320, 240),))

    *_, row = growth.growth_table(repeats=1).splitlines()

    assert row.startswith("| 0 | 320 x 240 | ")
