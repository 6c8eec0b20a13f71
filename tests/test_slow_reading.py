"""A computer that reads slowly keeps the tally like a quick one, or says that it cannot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from slow_table import Play, SlowTable

from companion.store import Store

pytestmark = pytest.mark.vision

RUN = [(0, "4C"), (1, "5C"), (1, "6C"), (3, "7C"), (0, "8C")]


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(None) as opened:
        yield opened


def laid_every(seconds: float) -> list[Play]:
    return [Play(2 + seconds * k, *play) for k, play in enumerate(RUN)]


@pytest.mark.parametrize(("reads_s", "pace_s"), [(0.03, 2.4), (0.3, 2.4), (0.6, 2.4), (1.5, 6.0)])
def test_a_run_is_recorded_without_a_question_however_long_reading_takes(
    store: Store, reads_s: float, pace_s: float
) -> None:
    table = SlowTable(store, reads_s)
    table.set_up(after_s=1)

    table.play(laid_every(pace_s), end_s=4 + 4 * reads_s)

    assert (table.played, table.asked) == (RUN, {})
    assert len(table.eye.places.zones.middles) == 4


def test_where_it_cannot_keep_up_the_screen_says_so_and_nothing_is_recorded_wrongly(
    store: Store,
) -> None:
    table = SlowTable(store, 3.0)
    table.set_up(after_s=1)

    table.play(laid_every(2.4), end_s=8)

    assert "s here. Lay cards slower, or tap them." in table.told["trouble"]
    assert set(table.played) <= set(RUN)
