"""The places of people in one camera's picture: shown card by card, and followed when it moves.

It knows points and boxes, never a picture; what lies where people are asked for a card it takes
from what the camera saw come to rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.seating import Seating
from companion.zones import Nudge, Point, Zones, masks_around, middle_of, nudge_of

if TYPE_CHECKING:
    from companion.vision.view import Blank, View
    from companion.vision.watch import Watch

Box = Sequence[float]  # left, top, right, bottom, pixels of the frame

_BEYOND: Final = 0.02
"""So far outside the picture, in parts of its width, nobody's cards are seen any more."""


class Placing:
    """Zones and what covers the rest; *keep* stores them, *watch* reads nothing where covered."""

    def __init__(
        self, watch: Watch, keep: Callable[[dict[str, Any]], None], kept: Mapping[str, Any] | None
    ) -> None:  # fmt: skip
        self.zones = Zones.from_dict(kept) if kept else Zones()
        self.seating: Seating | None = None
        self.points: dict[int, Point] = {}  # by track, in the newest frame
        self._watch, self._keep = watch, keep
        self._size: tuple[int, int] | None = None
        self._as_held: dict[bool, Zones] = {}  # by whether the picture is upright
        self._begun_ms: int | None = None  # on the camera's clock; before the first picture none
        self._layout_ms: int | None = None  # what came to rest until then is covered
        self._blanks: list[Blank] = []  # laid after something that is not read yet
        self._is_elsewhere = False
        self._is_beyond = False  # a knock moved a place out of the picture

    @property
    def is_turned_away(self) -> bool:
        """Whether places are known only for the camera held the other way."""
        return not self.zones.middles and any(each.middles for each in self._as_held.values())

    @property
    def is_astray(self) -> bool:
        """Whether the camera was carried away from the places it knows, or is being shown."""
        knows = self.zones.middles or self.zones.masks or self.seating is not None
        return self._is_elsewhere and bool(knows)

    # ---- what people say ------------------------------------------------------------------------

    def begin(self, circle: Iterable[int], view: View | None) -> None:
        """Let everybody show their place; what came to rest before is the layout, read or not."""
        self.zones = Zones()
        self.stay()
        self._begun_ms = self._layout_ms = view.at_ms if view is not None else None
        self._cover_boxes([track.box_xyxy for track in view.cards] if view is not None else ())
        self.seating, self._blanks = Seating(circle, frozenset(self.points)), []

    def stay(self) -> None:
        """Where the camera stands now is where it should."""
        self._watch.stance.stand()
        self._is_elsewhere = self._is_beyond = False

    def give_up(self) -> None:
        """Show no more places; those set up so far are as they were."""
        self.seating = None

    def turn(self, seat: int, circle: Iterable[int], view: View | None) -> None:
        """Let *seat* lay a card next; also again, with the others as they are."""
        self._begun_ms = view.at_ms if view is not None else None
        if self.seating is None:
            self._layout_ms = -1
            self.seating = Seating(circle, frozenset(self.points), dict(self.zones.middles))
        self.seating.turn(seat)

    def skip(self, seat: int) -> bool:
        """Set up without this person; return whether that was the last."""
        if self.seating is None:
            return False
        self.seating.skip(seat)
        return self._close()

    def place(self, seat: int, point: Point) -> bool:
        """Set a place by hand; return whether it was the last that was asked for.

        A tap beside the picture, or a second one where somebody lies already, sets none.
        """
        if self._size is not None and not _is_in_picture(point, self._size):
            return False
        if self.seating is None:
            self.zones = self.zones.with_seat(seat, point)
            self._store()
            return False
        return self.seating.put(seat, point) and self._close()

    def start_over(self) -> None:
        """The camera's clock begins anew, with its next picture."""
        self._begun_ms = self._layout_ms = self._size = None
        self.points, self._blanks = {}, []

    def clear(self) -> None:
        """Forget all."""
        self.zones, self.seating, self._as_held = Zones(), None, {}
        self._store()

    # ---- what the camera sees -------------------------------------------------------------------

    def follow(self, view: View) -> bool:
        """Take where everything lies now, and move with the camera.

        Returns whether it is held otherwise than before: then its places are those it had so.
        """
        before, self._size = self._size, view.size
        self._begun_ms = view.at_ms if self._begun_ms is None else self._begun_ms
        self._layout_ms = view.at_ms if self._layout_ms is None else self._layout_ms
        if before != view.size:
            self.points = {}
        is_turned = before is not None and _is_upright(before) != _is_upright(view.size)
        if is_turned:
            self._as_held[not _is_upright(view.size)] = self.zones
            self.zones = self._as_held.get(_is_upright(view.size), Zones())
            self.seating = None
        if before != view.size:
            self._cover_watch()
        self._follow_camera(view)
        return is_turned

    def _follow_camera(self, view: View) -> None:
        """Move the places with the camera, as far as it can be told where it went.

        The whole picture says so, else its cards; those that moved alone are people's doing.
        """
        points = {track.id: middle_of(track.box_xyxy, view.size[0]) for track in view.cards}
        nudge = nudge_of(self.points, points)
        self.points = points
        if view.nudged is not None:
            (a, _, x), (b, _, y) = view.nudged.tolist()
            nudge = Nudge(complex(a, b), complex(x, y))
        if nudge is not None and (self.zones.middles or self.zones.masks):
            self.zones = self.zones.moved(nudge)
            self._is_beyond = not self._are_in_picture(view.size)
            self._cover_watch()
        self._is_elsewhere = view.is_astray or self._is_beyond

    def _are_in_picture(self, size: tuple[int, int]) -> bool:
        return all(_is_in_picture(at, size) for at in self.zones.middles.values())

    def take(self, view: View) -> bool:
        """Take the cards people laid to show their places; return whether that was the last.

        In the order in which they were laid: one waits while what lies longer is not read. What
        cannot be read counts too, because here only its place does.
        """
        assert self._begun_ms is not None
        assert self._layout_ms is not None
        read_ms = view.at_ms if view.unread_ms is None else view.unread_ms
        self._blanks += [blank for blank in view.blanks if blank.rest_ms > self._begun_ms]
        laid: list[tuple[int, Box, int | None]] = [
            *((track.rest_ms, track.box_xyxy, track.id) for track in view.cards),
            *((blank.rest_ms, blank.box_xyxy, None) for blank in self._blanks),
        ]
        self._blanks = [blank for blank in self._blanks if blank.rest_ms > read_ms]
        for rest_ms, box, track in sorted(laid, key=lambda each: each[0]):
            point = middle_of(box, view.size[0])
            if self.zones.is_masked(point):
                continue
            if rest_ms <= self._layout_ms:
                self._cover_boxes([box])
            elif self._begun_ms < rest_ms <= read_ms:
                self._take_one(track, point)
        return self._close()

    def _take_one(self, track: int | None, point: Point) -> None:
        assert self.seating is not None
        if track is None:
            self.seating.take_unread(point)
        else:
            self.seating.take(track, point)

    def is_out_of_order(self, circle: Sequence[int]) -> bool:
        """Whether places are met in another order than people: then two were mixed up."""
        middles = self.zones.middles
        return _is_out_of_order([middles[seat] for seat in circle if seat in middles])

    def _close(self) -> bool:
        assert self.seating is not None
        if self.seating.missing:
            return False
        for seat, point in self.seating.done.items():
            self.zones = self.zones.with_seat(seat, point)
        self.seating = None
        self._store()
        return True

    # ---- what is covered ------------------------------------------------------------------------

    def _cover_boxes(self, boxes: Sequence[Box]) -> None:
        for mask in masks_around(boxes, self._size[0] if self._size is not None else 1):
            self.zones = self.zones.with_mask(mask)

    def _store(self) -> None:
        self._cover_watch()
        self._keep(self.zones.to_dict() if self.zones.middles or self.zones.masks else {})

    def _cover_watch(self) -> None:
        """Let nothing be read where something is covered."""
        if self._size is not None:
            tall = self._size[1] / self._size[0]
            self._watch.masks = [
                [(x0, y0 / tall), (x1, y0 / tall), (x1, y1 / tall), (x0, y1 / tall)]
                for x0, y0, x1, y1 in self.zones.masks
            ]


def _is_in_picture(point: Point, size: tuple[int, int]) -> bool:
    """Whether *point* lies in a picture of *size* (width, height), or hardly outside it."""
    (x, y), tall = point, size[1] / size[0]
    return -_BEYOND < x < 1 + _BEYOND and -_BEYOND < y < tall + _BEYOND


def _is_upright(size: tuple[int, int]) -> bool:
    return size[1] > size[0]


def _is_out_of_order(points: Sequence[Point]) -> bool:
    """Whether *points* are met in another order than theirs on the way round their middle."""
    count = len(points)
    if count < 4:  # any three are met in their order, one way or the other
        return False
    x, y = (sum(values) / count for values in zip(*points, strict=True))
    angles = [math.atan2(at[1] - y, at[0] - x) for at in points]
    turns = [(b - a) % math.tau for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    once_round = math.tau * 1.01
    return sum(turns) > once_round and sum(math.tau - turn for turn in turns) > once_round
