"""A card seen once, as it is told to others."""

from companion.core.cards import CARD
from companion.core.sighting import Sighting


def test_a_sighting_is_plain_data_with_short_numbers():
    seen = Sighting(CARD["TH"], 0.987654, (1.26, 2.0, 30.04, 40.96), at_ms=1234)

    assert seen.to_dict() == {
        "card": "TH",
        "confidence": 0.9877,
        "box_xyxy": [1.3, 2.0, 30.0, 41.0],
        "at_ms": 1234,
    }
