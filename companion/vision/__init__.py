"""The card reader: pictures in, sightings out. Knows nothing of games, the store or Flask.

>>> from companion.vision import read_cards
>>> read_cards("photo.jpg")            # doctest: +SKIP
[Sighting(card='7S', confidence=0.99, box_xyxy=(…), at_ms=0)]
"""

from companion.core.sighting import Sighting
from companion.vision.effort import GLANCE, STUDY, Effort
from companion.vision.enrol import Deck, NothingToLearn
from companion.vision.frame import PictureError
from companion.vision.model_card import ModelCard, ReaderUnavailable
from companion.vision.read import read_cards, warm_up

__all__ = [
    "GLANCE",
    "STUDY",
    "Deck",
    "Effort",
    "ModelCard",
    "NothingToLearn",
    "PictureError",
    "ReaderUnavailable",
    "Sighting",
    "read_cards",
    "warm_up",
]
