"""Looks at every index of a picture, the doubtful ones again in other cuts. Decides on no card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.assemble import (
    LIKE_A_LETTER,
    Corner,
    groups_of,
    judge,
    settled,
    usable,
)
from companion.vision.crops import pyramid, upright
from companion.vision.effort import STUDY, Effort
from companion.vision.find import Place, find_indices, same_index
from companion.vision.frame import FrameBGR
from companion.vision.one_deck import of_one_deck
from companion.vision.outline import (
    Quad,
    bare_paper,
    card_between,
    cards_of,
    corner_places,
    find_outlines,
)
from companion.vision.readers import corner as corner_reader
from companion.vision.readers.corner import Reading
from companion.vision.runtime import Net

Move = tuple[float, float, float, float]
"""How another cut differs: size, turn in radians, index heights to the right and down."""

# What is tried where the finder may be off; an outline is exact.
_TRIES: tuple[Move, ...] = (
    (0.82, 0.0, 0.0, 0.0),
    (1.22, 0.0, 0.0, 0.0),
    (1.0, 0.25, 0.0, 0.0),
    (1.0, -0.25, 0.0, 0.0),
    (1.0, 0.0, 0.14, 0.0),
    (1.0, 0.0, -0.14, 0.0),
    (1.0, 0.0, 0.0, 0.12),
    (1.0, 0.0, 0.0, -0.12),
)
_NEAR = 9.0  # index heights; cards so near are of one deck and at one distance
_HALF_WIDE, _HALF_HIGH = 0.22, 0.36  # index heights from its middle that must be in the picture
_FEW = 3  # neighbours that make a rule
_ODD = 0.22  # log of heights by which an index may differ from those around it
_LIKELY = 0.5  # confidence of what is an index and no pattern
_UNLIKE = 0.12  # log of heights, or radians, by which a place must differ to be cut again
_FANNED = 0.7  # radians between two neighbours of a fan, at most
# The best try is then read in slightly different cuts and the answers are averaged: what changes
# its mind when the cut moves by a twentieth of its size was a guess.
_CUTS: tuple[Move, ...] = (
    (0.91, 0.06, 0.0, 0.0),
    (1.1, -0.06, 0.0, 0.0),
    (1.0, 0.0, 0.07, 0.0),
    (1.0, 0.0, -0.07, 0.0),
    (1.0, 0.0, 0.0, 0.06),
)
# Of 2,882 doubtful indices in 245 pictures, none that is left out by these was read surely in any
# cut; of 730 that three cuts settled, the other three changed one.
_AT_FIRST = 4  # tries; the others follow where one of these reads something
_SETTLING = 3  # cuts, with the one it was read in, after which ...
_OPEN = (0.8, 0.97)  # ... only what lies between is read in the others
_NO_GUESS = 0.995  # confidence that no other cut has ever changed
_MAY_BE_READ = 0.05  # confidence below which no other cut reads anything
_HOPELESS = 0.05  # probability of being an index; moving the cut never saves less
_SURE = 0.9  # confidence at which the first cut is good enough
_WORTH_A_SECOND_LOOK = 0.2  # probability of being an index
_MAY_COUNT = 0.25  # confidence below which averaging saves nothing


def read_corners(
    frame: FrameBGR, models_dir: Path, effort: Effort = STUDY, deck: Memory | None = None
) -> list[Corner]:
    """Return every index found in *frame* with what it may say; nothing is decided yet."""
    desk = Desk(corner_reader.load(models_dir), pyramid(frame), effort.crops, deck)
    places = find_indices(frame, models_dir, effort.sides, desk.levels, effort.enough)
    found = [(place, None) for place in places]
    corners = study(desk, found, _TRIES[: effort.tries], effort.cuts)
    if not effort.outlines or settled(corners):
        return with_middles(frame, of_one_deck(corners, desk.levels))
    quads = find_outlines(desk.levels)
    open_ones = [k for k, quad in enumerate(quads) if not holds_a_card(quad, corners)]
    edges = [(place, k) for place, k in corner_places(quads) if k in open_ones]
    outlined = study(desk, edges, (), effort.cuts)
    both = with_outlines(frame, quads, each_read_once([*corners, *outlined]))
    return with_middles(frame, of_one_deck(both, desk.levels))


class Memory(Protocol):
    """What knows a deck's print, and weighs readings by it."""

    def recast(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return *readings* with its vote mixed in."""
        ...


@dataclass
class Desk:
    """Cuts indices out of one picture and reads them, as long as crops are left."""

    net: Net
    levels: Sequence[NDArray[np.uint8]]
    left: int
    deck: Memory | None = None

    def read(self, places: Sequence[Place]) -> list[Reading]:
        """Read the first of *places*, as many as may still be read."""
        served = places[: max(0, self.left)]
        self.left -= len(served)
        crops = [upright(self.levels, p.x, p.y, p.height, p.angle) for p in served]
        readings = corner_reader.readings(self.net, crops)
        return self.deck.recast(readings) if self.deck else readings


def study(
    desk: Desk,
    places: Sequence[tuple[Place, int | None]],
    tries: Sequence[Move],
    cuts: int,
) -> list[Corner]:
    """Read places with the number of their outline, the doubtful ones again; each index once."""
    first = levelled(desk, first_look(desk, places))
    corners = each_read_once(better_cuts(desk, first, tries))
    return second_look(desk, corners, cuts) if cuts > 1 else corners


def first_look(desk: Desk, places: Sequence[tuple[Place, int | None]]) -> list[Corner]:
    """Read each place as it was found, and drop what is no index."""
    answers = desk.read([place for place, _ in places])
    return [
        Corner(place, answer, outline, cut=is_cut(place, desk.levels[0].shape))
        for (place, outline), answer in zip(places, answers, strict=False)
        if answer.shown > _HOPELESS
    ]


def is_cut(place: Place, shape: Sequence[int]) -> bool:
    """True if the index reaches far over the edge of a picture of *shape* (height, width, …)."""
    c, s = np.cos(place.angle), np.sin(place.angle)
    wide = place.height * np.hypot(_HALF_WIDE * c, _HALF_HIGH * s)
    high = place.height * np.hypot(_HALF_WIDE * s, _HALF_HIGH * c)
    return bool(
        min(place.x, shape[1] - 1 - place.x) < wide or min(place.y, shape[0] - 1 - place.y) < high
    )


def levelled(desk: Desk, first: Sequence[Corner]) -> list[Corner]:
    """Read again what is much smaller or larger than the indices around it, as large as they are.

    What changes its mind then was a guess: both answers are averaged.
    """
    heights = [usual_height(corner, first) for corner in first]
    odd = [
        k
        for k, (corner, height) in enumerate(zip(first, heights, strict=True))
        if height and abs(np.log(height / corner.place.height)) > _ODD
    ]
    sizes = [(heights[k] or 1) / first[k].place.height for k in odd]
    moved = [moved_cut(first[k], (size, 0.0, 0.0, 0.0)) for k, size in zip(odd, sizes, strict=True)]
    out = list(first)
    for k, cut, answer in zip(odd, moved, desk.read([m.place for m in moved]), strict=False):
        out[k] = replace(cut, reading=averaged([answer, first[k].reading]))
    return out


def usual_height(corner: Corner, corners: Sequence[Corner]) -> float | None:
    """Return the median height of the indices that read well near *corner*, None where few do."""
    place = corner.place
    near = [
        other.place.height
        for other in corners
        if other is not corner
        and other.reading.confidence > _LIKELY
        and math.hypot(other.place.x - place.x, other.place.y - place.y)
        < _NEAR * max(place.height, other.place.height)
    ]
    return median(near) if len(near) >= _FEW else None


def better_cuts(desk: Desk, first: Sequence[Corner], tries: Sequence[Move]) -> list[Corner]:
    """Where the first look isn't sure, move the cut; return all looks that may be indices."""
    known = {
        id(corner)
        for group in groups_of(usable(first))
        if len(group) > 1 and max(map(confidence_of, group)) > _OPEN[1]
        for corner in group
    }
    looks = [[corner] for corner in usable(first) if id(corner) not in known]
    sure = [corner for corner in first if corner.reading.confidence >= _SURE] if tries else []
    look_again(desk, looks, tries[:_AT_FIRST], _MAY_BE_READ, sure)
    look_again(desk, looks, tries[_AT_FIRST:], _MAY_COUNT)
    tried = [*first, *(cut for mine in looks for cut in mine[1:])]
    return [corner for corner in tried if corner.reading.shown > _WORTH_A_SECOND_LOOK]


def look_again(
    desk: Desk,
    looks: Sequence[list[Corner]],
    moves: Sequence[Move],
    least: float,
    sure: Sequence[Corner] = (),
) -> None:
    """Add moved cuts to the looks at each index of which the best is surer than *least*.

    Those that are sure enough are left; *sure* are those around which say how to cut.
    """
    again = [mine for mine in looks if least < max(map(confidence_of, mine)) < _SURE]
    cuts = [(mine, cut) for mine in again for cut in as_neighbours(mine[0], sure)]
    cuts += [(mine, moved_cut(mine[0], move)) for move in moves for mine in again]
    answers = desk.read([cut.place for _, cut in cuts])
    for (mine, cut), answer in zip(cuts, answers, strict=False):
        mine.append(replace(cut, reading=answer))


def as_neighbours(corner: Corner, sure: Sequence[Corner]) -> list[Corner]:
    """Return *corner* cut as large and turned as the sure corners around it, where that differs.

    Indices of one deck have one height, and neighbours in a fan nearly one direction.
    """
    place = corner.place
    apart = [(math.hypot(place.x - c.place.x, place.y - c.place.y), c.place) for c in sure]
    near = sorted(
        ((d, p) for d, p in apart if d < _NEAR * max(place.height, p.height)), key=lambda n: n[0]
    )
    if not near:
        return []
    height = median(p.height for _, p in near[:5])
    turn = (near[0][1].angle - place.angle + np.pi) % (2 * np.pi) - np.pi
    size = height / place.height
    cuts = []
    if abs(np.log(size)) > _UNLIKE:
        cuts.append(moved_cut(corner, (size, 0.0, 0.0, 0.0)))
    if _UNLIKE < abs(turn) < _FANNED:
        cuts.append(moved_cut(corner, (size, float(turn), 0.0, 0.0)))
    return cuts


def moved_cut(corner: Corner, move: Move) -> Corner:
    """Return *corner* with its place moved."""
    place, (size, turn, right, down) = corner.place, move
    c, s = math.cos(place.angle) * place.height, math.sin(place.angle) * place.height
    x, y = place.x + right * c - down * s, place.y + right * s + down * c
    grown, turned = place.height * size, place.angle + turn
    return replace(corner, place=replace(place, x=x, y=y, height=grown, angle=turned))


def second_look(desk: Desk, corners: Sequence[Corner], count: int) -> list[Corner]:
    """Read each corner that may count in *count* cuts, with that it has, and take their mean.

    Three are enough where they settle it, one where it is beyond doubt or two corners surely read
    one card.
    """
    known = {
        id(corner)
        for group in groups_of(usable(corners))
        if len(group) > 1 and min(map(confidence_of, group)) >= _SURE
        for corner in group
    }
    answers = {
        k: [corner.reading]
        for k, corner in enumerate(corners)
        if _MAY_COUNT < corner.reading.confidence < _NO_GUESS and id(corner) not in known
    }
    for cuts in (_CUTS[: min(count, _SETTLING) - 1], _CUTS[_SETTLING - 1 : count - 1]):
        open_ones = [k for k, mine in answers.items() if len(mine) == 1 or not is_settled(mine)]
        places = [(k, moved_cut(corners[k], cut).place) for k in open_ones for cut in cuts]
        again = desk.read([place for _, place in places])
        for (k, _), answer in zip(places, again, strict=False):
            answers[k].append(answer)
    return [
        replace(corner, reading=averaged(answers[k])) if len(answers.get(k, ())) > 1 else corner
        for k, corner in enumerate(corners)
    ]


def is_settled(answers: Sequence[Reading]) -> bool:
    """True if no more cuts are likely to lift or lower the mean of *answers* over what counts."""
    return not _OPEN[0] < averaged(answers).confidence < _OPEN[1]


def confidence_of(corner: Corner) -> float:
    """Return how surely a corner was read, 0 to 1."""
    return corner.reading.confidence


def averaged(answers: Sequence[Reading]) -> Reading:
    """Return the mean of several readings of one index."""
    return Reading(
        np.mean([answer.ranks for answer in answers], axis=0),
        np.mean([answer.suits for answer in answers], axis=0),
        float(np.mean([answer.red for answer in answers])),
        float(np.mean([answer.shown for answer in answers])),
    )


def each_read_once(corners: Sequence[Corner]) -> list[Corner]:
    """Keep the surest reading of each index: finder, outline and kinds of print overlap."""
    kept: list[Corner] = []
    for corner in sorted(corners, key=lambda c: -c.reading.confidence):
        twin = next(
            (k for k, other in enumerate(kept) if same_index(other.place, corner.place)), None
        )
        if twin is None:
            kept.append(corner)
        elif kept[twin].outline is None:  # remember which outline it lies on
            kept[twin] = replace(kept[twin], outline=corner.outline)
    return kept


def with_outlines(frame: FrameBGR, quads: Sequence[Any], corners: list[Corner]) -> list[Corner]:
    """Note on each corner which card's outline it lies on and how bare that card's middle is."""
    cards = cards_of(quads)
    used = {c.outline for c in corners if c.outline is not None}
    bare = {k: bare_paper(frame, quads[k]) for k in used}
    return [
        c if c.outline is None else replace(c, card=cards[c.outline], bare=bare[c.outline])
        for c in corners
    ]


def holds_a_card(quad: Quad, corners: Sequence[Corner]) -> bool:
    """True if two corners within an outline already name one card surely."""
    inside = [
        corner
        for corner in corners
        if cv2.pointPolygonTest(quad, (corner.place.x, corner.place.y), measureDist=False) >= 0
    ]
    return len(inside) > 1 and settled(inside)


def with_middles(frame: FrameBGR, corners: list[Corner]) -> list[Corner]:
    """Note how bare the middle of a card is, where two opposite corners say where it lies.

    Only of cards read as 8: no other rank is taken for a letter, whatever fills its middle.
    """
    out = list(corners)
    likely = usable(corners)
    if all(corner.reading.card.rank != LIKE_A_LETTER for corner in likely):
        return out
    for pair in groups_of(likely):
        if len(pair) < 2 or any(corner.bare is not None for corner in pair):
            continue
        if judge([corner.reading for corner in pair])[0].rank != LIKE_A_LETTER:
            continue
        quad = card_between(pair[0].place, pair[1].place)
        if quad is not None:
            bare = bare_paper(frame, quad)
            mine = {id(corner) for corner in pair}
            out = [replace(c, bare=bare) if id(c) in mine else c for c in out]
    return out
