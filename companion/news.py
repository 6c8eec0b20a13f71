"""What is news in one camera's picture: since when a card lies there, and whether it still does.

It knows when things came to rest and when people said something; what a card means is judged
elsewhere. Times are the camera's own, milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from companion.core.cards import Card
from companion.eye_questions import Now

if TYPE_CHECKING:
    from companion.stir import Stir
    from companion.vision.view import Track, View
    from companion.zones import Point


class News:
    """Which cards may mean something, and which of them were seen since the table last changed.

    *stir* is the second witness of what was laid.
    """

    def __init__(self, stir: Stir) -> None:
        self.stir = stir
        self.old: set[int] = set()  # tracks that mean nothing as long as they lie there
        self._old_ms = -1  # nor does what came to rest until then, read or not
        self._let_lie: dict[Card, int] = {}  # the same for a single card
        self._laid: dict[int, tuple[int, int | None]] = {}  # by track
        self._seq = -1  # of the log, when the newest picture came
        self._since_ms = 0  # when the first picture came that shows the table as it is since then

    def take(self, view: View, seq: int) -> None:
        """Take a picture that came when the log had *seq* lines."""
        there = {track.id for track in (*view.cards, *view.gone)}
        self.old &= there
        for gone in self._laid.keys() - there:
            del self._laid[gone]
        self._leave(view.cards)
        if seq > self._seq:
            self._seq, self._since_ms = seq, view.at_ms

    def grow_old(self, view: View, after: Card | None = None) -> None:
        """Call what lies there old, read or not: it means nothing until it comes again.

        Only what was laid no later than the card *after*, where that is seen.
        """
        rests = [t.rest_ms for t in view.cards if t.card == after and t.id not in self.old]
        self._old_ms = max(self._old_ms, min(rests, default=view.at_ms))
        self._leave(view.cards)

    def let_lie(self, view: View, cards: Iterable[Card]) -> None:
        """*cards* were taken back by people: that they still lie there says nothing."""
        self._let_lie.update(dict.fromkeys(cards, view.at_ms))
        self._leave(view.cards)

    def _leave(self, tracks: Iterable[Track]) -> None:
        for track in tracks:
            if track.rest_ms <= max(self._old_ms, self._let_lie.get(track.card, -1)):
                self.old.add(track.id)

    def laid(self, track: Track, point: Point) -> tuple[int, int | None]:
        """Return since when *track* lies at *point*, and when something last stirred there then.

        ``None`` where nothing did, or the camera did not see it come to rest: it was not laid.
        """
        if track.id not in self._laid:
            stirred_ms = self.stir.stirred_ms(point, track.first_ms, track.rest_ms)
            self._laid[track.id] = (track.rest_ms, stirred_ms if track.was_laid else None)
        return self._laid[track.id]

    # ---- whether it lies there now

    def record(self, view: View, before: int, seq: int) -> None:
        """What *view* shows was recorded as the lines from *before* to *seq*: it shows them all."""
        if self._seq >= before:
            self._seq, self._since_ms = seq, view.at_ms

    def of(self, track: Track, rest_ms: int, view: View, seq: int) -> dict[str, Any]:
        """Return what is known of *track* since the log has had *seq* lines, as `Seen` names it.

        It has lain there since *rest_ms*.
        """
        is_current = self._seq >= seq
        is_read = track.last_ms >= self._since_ms and track.last_ms >= track.moved_ms
        now: Now = "there" if is_current and is_read else "unsure"
        if track.missed:
            now = "covered" if track.covered else "missing"
        return {
            "now": now, "is_later": is_current and rest_ms > self._since_ms,
            "quiet_ms": view.at_ms - self._since_ms if is_current else 0,
        }  # fmt: skip
