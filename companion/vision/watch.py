"""A camera that looks on: votes over still frames, and what arrived on the table or left it.

Keeps places, not pictures; the clock comes in with each frame. Knows nothing of games or Flask.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.core.sighting import Sighting
from companion.vision.effort import GLANCE
from companion.vision.enrol import Deck
from companion.vision.find import heights_in
from companion.vision.frame import FrameBGR, to_frame
from companion.vision.hint import Hints, hint_of
from companion.vision.motion import (
    Grey,
    Polygon,
    Restless,
    changed,
    inside,
    is_masked,
    is_shaken,
    painted,
    patch_of,
    small_grey,
    sways,
)
from companion.vision.read import read_cards
from companion.vision.spots import SPOTS_MAX, Spot, joined, spot_around, spots_of
from companion.vision.stance import Shift, Stance, scaled, stance_view
from companion.vision.stillness import Stillness
from companion.vision.view import Blank, Track, View
from companion.vision.votes import BALLOTS, Place, boxes_touch, like, matched

Read = Callable[..., Sequence[Sighting]]  # read(frame_bgr, at_ms=…)

_LEGIBLE = 0.8  # a picture in which one card is as sure as this is good enough
_DOUBTFUL = 0.5  # a single look may be as unsure as this; the votes together must not be
PLACES_MAX = 160  # three decks; what was seen longest ago is forgotten first
_LOST_MS = 60_000  # what was neither seen nor covered for so long has gone
_ROUNDED = 2.0  # pixels by which a smaller frame may be higher than its width says
_BLANK_MS = 2000  # a hand does not lie still for so long
_NUDGE_SHARE = 0.004  # of the picture; where less differs the camera was not knocked


def glance(frame_bgr: FrameBGR, at_ms: int = 0, deck: Deck | None = None) -> list[Sighting]:
    """Return what one frame of a video shows, also where it is doubtful."""
    return read_cards(frame_bgr, at_ms=at_ms, effort=GLANCE, least=_DOUBTFUL, deck=deck)


@dataclass
class Watch:
    """Votes over the frames of one camera that stands still, or nearly.

    *read* takes (frame, at_ms=…) and returns sightings, doubtful ones too; with *closely* it is
    also given the part of a frame where something came to rest, which is quicker and surer than
    the whole. *heights* finds the indices of a frame unread, for a hint. *masks* are polygons, in
    fractions of the frame, whose cards are not wanted. *held* in a hand, nothing it sees lies still
    for long: then all is read that is not shaken. Not for several threads at once.
    """

    read: Read = glance
    masks: Sequence[Polygon] = field(default=(), kw_only=True)
    closely: bool = field(default=True, kw_only=True)
    heights: Callable[[FrameBGR], list[float]] = field(default=heights_in, kw_only=True)
    held: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        self._places: list[Place] = []
        self._next_id = 1
        self._still: Stillness | None = None
        self._size: tuple[int, int] | None = None
        self._hints = Hints()
        self._heights: list[float] = []  # of the indices in the last picture without a card
        self.stance = Stance()
        self._vain: list[Spot] = []  # looked at in vain; what lies there may still be a hand

    def look(self, frame_bgr: FrameBGR, at_ms: int) -> View:
        """Take one frame, (height, width, 3) BGR uint8, at *at_ms* on the caller's clock.

        Raises `PictureError` for what is no picture, `ReaderUnavailable` where the weights are
        missing.
        """
        if not isinstance(frame_bgr, np.ndarray) or frame_bgr.ndim != 3:
            frame_bgr = to_frame(frame_bgr)
        small = small_grey(frame_bgr)
        self._take_size(frame_bgr.shape[1], frame_bgr.shape[0])
        if self._still is None or self._still.small.shape != small.shape:
            self._still = Stillness.of(small, at_ms)
        still = self._still
        moved = changed(still.small, small) & ~inside(self.masks, small.shape)
        shaken = is_shaken(still.small, moved)
        trembles = shaken or (not self.held and sways(still.small, moved))
        news = not shaken and still.has_news(small, moved, at_ms)
        still.take(small, moved, at_ms, shaken=shaken)
        if still.blind_ms == at_ms:
            self.stance.doubt()
        arrived: tuple[Track, ...] = ()
        gone: tuple[Track, ...] = ()
        nudged: Shift | None = None
        spots = [] if shaken else self._due_spots(news, moved, at_ms)
        looks = bool(spots) or (not shaken and self._is_due(moved, at_ms))
        if looks:
            nudged = self._follow_camera(frame_bgr, small)
            arrived, gone = self._take_ballots(frame_bgr, moved, spots, at_ms)
        if not shaken and self._hints.is_open and not (looks and not spots):
            self._judge(frame_bgr, at_ms)
        return View(
            at_ms,
            (frame_bgr.shape[1], frame_bgr.shape[0]),
            "hold still" if still.is_shaking(trembles, at_ms) else self._hints.shown,
            bool(moved.any()),
            looks,
            tuple(self._track(place) for place in self._places if self._is_told(place)),
            arrived,
            gone,
            self._blanks(moved, at_ms, frame_bgr.shape[1] / small.shape[1]),
            still.unread_ms(moved),
            nudged,
            self.stance.is_astray,
            self._hints.is_undecided,
        )

    def _take_size(self, width: int, height: int) -> None:
        """Follow a camera that sends smaller frames; after it was turned all lies elsewhere."""
        before, self._size = self._size, (width, height)
        if before in (None, self._size):
            return
        factor = width / before[0]
        if abs(height - factor * before[1]) > _ROUNDED:
            self.forget()
        for place in self._places:
            place.move(np.array([[factor, 0, 0], [0, factor, 0]]))

    def forget(self) -> None:
        """Start over, as after a deal: what lies there now will arrive again."""
        self.stance.doubt()
        self._places.clear()
        self._vain.clear()
        self._still = None

    def look_again(self, tracks: Collection[int]) -> None:
        """Look closely at *tracks* once more, as soon as nothing moves there."""
        still = self._still
        if still is None or self._size is None:
            return
        unit, shape = self._size[0] / still.small.shape[1], still.small.shape[:2]
        doubted = [place.box for place in self._places if place.id in tracks]
        if doubted and not (self._comes_close and len(doubted) + len(still.spots) <= SPOTS_MAX):
            still.looks_due = max(1, still.looks_due)
            return
        for box in doubted:
            still.look_again(spot_around(box, unit, shape))

    @property
    def _comes_close(self) -> bool:
        return self.closely and not self.held

    def _due_spots(self, news: bool, moved: NDArray[np.bool_], at_ms: int) -> list[Spot]:
        """Return the spots to look at in this frame; what came to rest now is one of them.

        Where it cannot be told apart from the rest of the table, the whole is looked at five times.
        """
        still = self._still
        assert still is not None
        if news:
            new = spots_of(still.pending, at_ms) if self._comes_close else []
            still.spots = joined([*(spot for spot in still.spots if spot.doubted), *new])
            if not new or len(still.spots) > SPOTS_MAX:
                still.looks_due, still.due_ms, still.spots = BALLOTS, at_ms, []
                still.pending[:] = False
        if still.looks_due > 0:
            return []
        return [spot for spot in still.spots if not spot.is_restless(moved)]

    def _is_due(self, moved: NDArray[np.bool_], at_ms: int) -> bool:
        """Look at the whole as often as is due, then now and then."""
        still = self._still
        assert still is not None
        return still.looks_due > 0 or still.is_idle(moved, at_ms) or still.is_dimmed

    def _follow_camera(self, frame: FrameBGR, small: Grey) -> Shift | None:
        """Where the camera was knocked, move the places instead of seeing new cards.

        Return how the picture moved, in parts of its width, where all of it says so.
        """
        still, stance = self._still, self.stance
        assert still is not None
        if not stance.is_due and changed(still.looked, small).mean() < _NUDGE_SHARE:
            return None
        view, was_astray = stance_view(frame), stance.is_astray
        fit = stance.take(view)
        if fit is None or fit.shift is None:
            return None
        still.unwatched_ms = still.at_ms
        if not was_astray:  # else the places are elsewhere already
            whole = scaled(fit.shift, frame.shape[1] / view.shape[1])
            for place in self._places:
                place.move(whole)
        return scaled(fit.shift, 1 / view.shape[1]) if fit.is_close and fit.is_wide else None

    def _take_ballots(
        self, frame: FrameBGR, moved: NDArray[np.bool_], spots: Sequence[Spot], at_ms: int
    ) -> tuple[tuple[Track, ...], tuple[Track, ...]]:
        """Read *spots*, or the whole frame where there are none, and let every place there vote.

        Return (arrived, gone).
        """
        still = self._still
        assert still is not None
        restless = Restless(moved, max(frame.shape[:2]) / max(moved.shape))
        unit = restless.unit
        seen = [
            one
            for one in self._sightings(painted(frame, self.masks), spots, unit, at_ms)
            if (self.held or not restless.at(one.box_xyxy))
            and not is_masked(self.masks, one.box_xyxy, frame)
        ]
        # What was covered since it arrived must not pass for a card that moved away from there.
        self._places = [p for p in self._places if not is_masked(self.masks, p.box, frame)]
        pairs = self._not_laid_anew(matched(self._places, seen), unit, at_ms)
        for place in self._places:
            looked_at = not spots or any(spot.holds(place.box, unit) for spot in spots)
            if place.id in pairs or (looked_at and (self.held or not restless.at(place.box))):
                place.vote(pairs.get(place.id), at_ms)
        taken = {id(sighting) for sighting in pairs.values()}
        new = [self._new_place(s, unit) for s in seen if id(s) not in taken]
        self._places += new
        if any(one.confidence >= _LEGIBLE for one in seen):
            self._hints.read(at_ms)
        elif not spots:
            self._heights = self.heights(frame)
            self._judge(frame, at_ms)
        arrived, gone = self._settle(unit, at_ms, is_whole=not spots)
        for spot in spots:
            spot.found |= any(spot.holds(track.box_xyxy, unit) for track in (*arrived, *gone))
        self._plan(spots, new, unit, at_ms)
        return arrived, gone

    def _not_laid_anew(
        self, pairs: dict[int, Sighting], unit: float, at_ms: int
    ) -> dict[int, Sighting]:
        """Return *pairs* without cards taken up and laid there again: these are new places."""
        still = self._still
        assert still is not None
        anew = {
            p.id for p in self._places
            if p.id in pairs and p.is_away(at_ms)
            and still.rested_at(pairs[p.id].box_xyxy, unit) > max(p.last_ms, still.unwatched_ms)
        }  # fmt: skip
        self._places = [place for place in self._places if place.id not in anew]
        return {number: sighting for number, sighting in pairs.items() if number not in anew}

    def _judge(self, frame: FrameBGR, at_ms: int) -> None:
        """Say what is wrong with a picture in which no card is read; look anew once mended."""
        if self._hints.take(hint_of(frame, self._heights), at_ms):
            assert self._still is not None
            self._still.looks_due = BALLOTS

    def _sightings(
        self, frame: FrameBGR, spots: Sequence[Spot], unit: float, at_ms: int
    ) -> list[Sighting]:
        """Read *spots* of the frame, or all of it where there are none."""
        if not spots:
            return list(self.read(frame, at_ms=at_ms))
        out: list[Sighting] = []
        for spot in spots:
            x0, y0, x1, y1 = spot.in_frame(unit)
            for one in self.read(np.ascontiguousarray(frame[y0:y1, x0:x1]), at_ms=at_ms):
                a, b, c, d = one.box_xyxy
                out.append(replace(one, box_xyxy=(a + x0, b + y0, c + x0, d + y0)))
        return out

    def _plan(self, spots: Sequence[Spot], new: Sequence[Place], unit: float, at_ms: int) -> None:
        """Count the looks. What the whole frame showed first needs a close look to be believed."""
        still = self._still
        assert still is not None
        still.looked = still.small
        if spots:
            self._plan_spots(spots, unit)
            return
        still.looked_ms = at_ms
        still.looks_due -= 1
        if self._comes_close and 0 < len(new) <= SPOTS_MAX:
            shape = still.small.shape[:2]
            doubted = [spot_around(place.box, unit, shape, place.rest_ms) for place in new]
            still.spots, still.looks_due = joined([*still.spots, *doubted]), 0
        elif not new and still.looks_due < BALLOTS - 1 and all(map(self._is_settled, self._places)):
            still.looks_due = 0
        if still.looks_due <= 0:
            still.due_ms = None

    def _plan_spots(self, spots: Sequence[Spot], unit: float) -> None:
        """Count the looks at *spots*; one where all is settled needs no more."""
        still = self._still
        assert still is not None
        for spot in spots:
            there = [place for place in self._places if spot.holds(place.box, unit)]
            several = sum(place.rest_ms >= spot.rest_ms for place in there) > 1  # and more unread?
            is_done = spot.found and not several and all(map(self._is_settled, there))
            spot.looks = 0 if is_done else spot.looks - 1
        vain = [s for s in spots if s.looks <= 0 and not (s.found or s.doubted)]
        self._vain += [spot for spot in vain if spot.may_be_a_card]
        if vain:
            still.looks_due = 1  # what stirred there may be no card, or lie elsewhere
            still.due_ms = min(spot.rest_ms for spot in vain)
        for x0, y0, x1, y1 in (spot.box for spot in spots if spot.looks <= 0):
            still.pending[y0:y1, x0:x1] = False
        still.spots = [spot for spot in still.spots if spot.looks > 0]

    def _blanks(self, moved: NDArray[np.bool_], at_ms: int, unit: float) -> tuple[Blank, ...]:
        """Return what was looked at in vain and has lain there for so long that it is no hand."""
        assert self._still is not None
        resting = [spot for spot in self._vain if not spot.is_restless(moved)]
        self._vain = [spot for spot in resting if at_ms - spot.rest_ms < _BLANK_MS]
        lying = [spot for spot in resting if at_ms - spot.rest_ms >= _BLANK_MS]
        there = [spot for spot in lying if not self._still.is_as_at_first(spot)]
        return tuple(Blank(spot.in_frame(unit), spot.rest_ms) for spot in there)

    def _is_told(self, place: Place) -> bool:
        """True if *place* has arrived, or is doubtful and nothing contradicts it."""
        if place.arrived or not place.is_doubtful:
            return place.arrived
        return not any(other.contradicts(place) for other in self._places)

    def _is_settled(self, place: Place) -> bool:
        """True if more looks at *place* would change nothing."""
        return (place.arrived and place.is_steady) or self._is_covered(place)

    def _new_place(self, sighting: Sighting, unit: float) -> Place:
        still = self._still
        assert still is not None
        now = patch_of(still.small, sighting.box_xyxy, unit)
        before = patch_of(still.ground, sighting.box_xyxy, unit)
        rest_ms = still.rested_at(sighting.box_xyxy, unit)
        was_laid = rest_ms > still.unwatched_ms
        bare = None if like(now, before) else before
        place = Place(self._next_id, sighting, bare, rest_ms, was_laid)
        self._next_id += 1
        return place

    def _settle(
        self, unit: float, at_ms: int, *, is_whole: bool
    ) -> tuple[tuple[Track, ...], tuple[Track, ...]]:
        """Let places with enough votes arrive and those that lie bare again go."""
        assert self._still is not None
        arrived, gone = [], []
        for place in self._places:
            if place.arrived or not place.has_majority:
                continue
            if not is_whole and any(p.card == place.card and p.arrived for p in self._places):
                self._still.looks_due = 1  # was it moved from there? That place was not looked at
                continue
            old = next((other for other in self._places if place.is_moved_from(other)), None)
            place.arrived = True
            if old is None or self._is_covered(old):
                arrived.append(self._track(place))
            else:  # the same card, slid along the table
                place.take_over(old)
                self._places = [other for other in self._places if other is not old]
        for place in [place for place in self._places if place.arrived and place.is_unseen]:
            if self._lies_bare(place, unit, at_ms):
                gone.append(self._track(place))
        left = {track.id for track in gone}
        kept = [p for p in self._places if p.id not in left and (p.arrived or p.votes)]
        self._places = sorted(kept, key=lambda p: p.last_ms)[-PLACES_MAX:]
        return tuple(arrived), tuple(gone)

    def _lies_bare(self, place: Place, unit: float, at_ms: int) -> bool:
        """True if the table looks there as it did before the card came, or before one under it."""
        assert self._still is not None
        now = patch_of(self._still.small, place.box, unit)
        under = [p for p in self._places if p.id <= place.id and boxes_touch(p.box, place.box)]
        if any(like(now, other.before) for other in under):
            return True
        return at_ms - place.last_ms > _LOST_MS and not self._is_covered(place)

    def _is_covered(self, place: Place) -> bool:
        """True if a card that came later is seen where *place* is."""
        return any(
            other.id > place.id and other.votes and boxes_touch(other.box, place.box)
            for other in self._places
        )

    def _track(self, place: Place) -> Track:
        assert self._still is not None and self._size is not None
        missed, unit = place.misses > 0, self._size[0] / self._still.small.shape[1]
        return Track(
            place.id, place.card, place.confidence, place.votes, len(place.ballots), place.box,
            place.first_ms, place.last_ms, place.rest_ms, place.was_laid, missed,
            missed and self._is_covered(place), place.index_px,
            0 if self.held else self._still.moved_at(place.box, unit),
        )  # fmt: skip
