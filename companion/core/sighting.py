"""What any eye reports: one card seen once. Knows nothing of pictures, cameras or games."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import Card


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card read in a picture.

    ``box_xyxy`` is in pixels of the upright picture, left, top, right, bottom: around the printed
    corner, or around both corners of a card when both were read. ``index_px`` is the height of its
    printed index, 0 where that is not known.
    """

    card: Card
    confidence: float  # 0 to 1; calibrated on photographs, see models/README.md
    box_xyxy: tuple[float, float, float, float]
    at_ms: int = 0  # when the picture was taken, on the caller's clock
    index_px: float = 0.0

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON, with the card as its two-letter code."""
        return {
            "card": str(self.card),
            "confidence": round(self.confidence, 4),
            "box_xyxy": [round(value, 1) for value in self.box_xyxy],
            "at_ms": self.at_ms,
        }
