"""companion/bench/streams.py: what is made of the times of many taps."""

import pytest

from companion.bench.streams import share_of


@pytest.mark.parametrize(
    ("values", "share", "wanted"), [([3, 1, 2], 0.5, 2), ([1.0], 0.99, 1.0), (range(100), 0.99, 99)]
)
def test_a_share_is_the_value_that_so_many_do_not_exceed(values, share, wanted):
    assert share_of(values, share) == wanted
