"""What lies before one eye and may be news: before whom, for how long, and whether it looks odd.

It reads what the eye knows and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion import rows
from companion.alike import Alike
from companion.core.table import Table
from companion.eye import FIVE, Seen, cards_shown, hands_missing
from companion.news import News
from companion.placing import Placing
from companion.zones import Zones

if TYPE_CHECKING:
    from companion.vision.view import Track, View


ROW_REACH: Final = 4.0
"""Sides of a printed corner from one card of a row to the next; a card is three of them wide."""


CORNER: Final = 1.2
"""Heights of an index: the side of the box around it."""


def _side(track: Track) -> float:
    """Return the side of a card's printed corner, in pixels."""
    x0, y0, x1, y1 = track.box_xyxy
    seen = min(x1 - x0, y1 - y0)
    return min(seen, CORNER * track.index_px) if track.index_px else seen


@dataclass(frozen=True, slots=True)
class Sights:
    """The newest *view* of the eye *name*; *seat* is whose own phone it is."""

    name: str
    seat: int | None
    view: View
    places: Placing
    news: News
    table: Table

    def seen(self, seq: int) -> list[Seen]:
        """Return what may be news; the log has *seq* lines."""
        zones, alike = self._zones(), self._alike()
        seen = [
            self._one(track, zones, seq, alike)
            for track in self.view.cards
            if track.id not in self.news.old and not zones.is_masked(self.places.points[track.id])
        ]
        in_rows = self.seat is None and zones.middles and hands_missing(self.table)
        return self._by_rows(seen, zones) if in_rows else seen

    def _by_rows(self, seen: list[Seen], zones: Zones) -> list[Seen]:
        """Return *seen* with five cards side by side before the one person who laid them.

        A row is wider than a single card, so its ends lie nearer to the neighbours.
        """
        shown = cards_shown(self.table)
        there = {one.track: one for one in seen if one.now == "there" and one.card not in shown}
        tracks = [track for track in self.view.cards if track.id in there]
        reach = ROW_REACH * min(map(_side, tracks), default=0.0) / self.view.size[0]
        points = [self.places.points[track.id] for track in tracks]
        for row in rows.side_by_side(points, reach):
            guess = zones.at(rows.middle([points[k] for k in row]))
            if len(row) != FIVE or guess is None:
                continue
            for one in (there[tracks[k].id] for k in row):
                there[one.track] = replace(
                    one, seat=guess.seat, near=guess.next, told_by="zone",
                    clear=guess.clear,
                )  # fmt: skip
        return [there.get(one.track, one) for one in seen]

    def _zones(self) -> Zones:
        """Return the places of those who play in this hand."""
        table, zones = self.table, self.places.zones
        circle = table.hand.circle if table.hand is not None else table.circle
        return Zones({s: at for s, at in zones.middles.items() if s in circle}, zones.masks)

    def _alike(self) -> Alike:
        """Return how large the cards look that were played; a phone in a hand moves about."""
        hand = self.table.hand
        played = hand.seen if hand is not None and self.seat is None else ()
        known = [track for track in self.view.cards if track.card in played]
        return Alike([(self.places.points[track.id], track.index_px) for track in known])

    def _one(self, track: Track, zones: Zones, seq: int, alike: Alike) -> Seen:
        unread_ms = self.view.unread_ms
        point = self.places.points[track.id]
        rest_ms, stirred_ms = self.news.laid(track, point)
        since_ms, was_laid = max(track.first_ms, rest_ms), stirred_ms is not None
        where: dict[str, Any] = {
            "age_ms": self.view.at_ms - since_ms, "span_ms": max(0, track.last_ms - since_ms),
            "waits": unread_ms is not None and unread_ms < rest_ms,
            "eye": self.name, "track": track.id, "rest_ms": rest_ms,
            "was_laid": self.seat is not None or was_laid,
            "stirred_ms": stirred_ms if self.seat is None else None,
            "odd": alike.odd(point, track.index_px),
            **self.news.of(track, rest_ms, self.view, seq),
        }  # fmt: skip
        read = (track.card, track.confidence, track.votes, track.looks)
        if self.seat is not None:
            return Seen(*read, seat=self.seat, told_by="own", **where)
        if not zones.middles:
            return Seen(*read, **where)
        guess = zones.at(point)
        if guess is None:
            return Seen(*read, told_by="nowhere", **where)
        clear = guess.clear and (self._knows_all(zones) or zones.is_on_pile(guess.seat, point))
        return Seen(*read, seat=guess.seat, near=guess.next, told_by="zone", clear=clear, **where)

    def _knows_all(self, zones: Zones) -> bool:
        """Whether everybody's place is known; else a card may be theirs whose place is not."""
        hand = self.table.hand
        return hand is None or zones.middles.keys() >= set(hand.circle)
