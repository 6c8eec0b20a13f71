"""From corner readings to cards: two corners of one card merge, what is doubtful is dropped.

Pure geometry and probability; opens no picture and runs no net.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.cards import CARD as CARD_OF
from companion.core.cards import RANKS, RED, SUITS, Card
from companion.core.sighting import Sighting
from companion.vision.calibrated import ALONE, IN_COMPANY, REPORTED_MIN, TOGETHER
from companion.vision.find import Place
from companion.vision.readers.corner import Reading

LIKE_A_LETTER = "8"  # what a B, of bube or bonde, is taken for
_PIPS_BARE_MIN = 0.42  # eight pips leave more paper bare; less is a court, or a shadow
_WIDE_MAX = 1.25  # of the height between the corners of one card; 0.8 when seen from above
_SURE_NEIGHBOUR, _LIKE_SIZE, _NEAR = 0.8, 0.25, 9.0  # probability, log of heights, heights
_ONE_INDEX = 0.9  # index heights; two corners of one card are farther apart
_ONE_MIDDLE = 0.8  # index heights; nearer lies the middle of a card seen in two pairs of corners
_ONE_CARD = 9.0  # index heights from corner to corner of most cards
_TWO_NAMES = 2  # within four edges are a contradiction; more are several cards
_LIKELY = 0.5  # probability of being an index
_SAYS_NOTHING = 0.3  # a corner less sure neither confirms nor doubts the others,
_BESIDE_SURE = 0.5  # nor one less sure than this share of the surest
_ALTHOUGH_CUT = 0.97  # confidence that what lies beyond the picture's edge would change nothing
_NO_DOUBT = 0.9  # confidence of a corner that is a number, whatever fills the card's middle
_SHOWN_MIN = 0.3  # a crop less likely an index than this says nothing at all


@dataclass(frozen=True, slots=True)
class Corner:
    """One index that was found and read."""

    place: Place
    reading: Reading
    outline: int | None = None  # number of the outline it lies on, where one was found
    card: int | None = None  # the same for all outlines that are guesses at one card
    bare: float | None = None  # share of bare paper in the middle of its outline
    cut: bool = False  # it reaches far over the picture's edge, so another corner must confirm it


def assemble(
    corners: Sequence[Corner], at_ms: int = 0, least: float | None = None
) -> list[Sighting]:
    """Return one `Sighting` a card, surest first; with *least*, also doubtful ones."""
    found: list[tuple[Sighting, Sequence[Corner]]] = []
    groups = groups_of(usable(corners))
    for group in groups:
        card, confidence = judged(group, groups)
        if contradicted(group, groups) or is_cut_off(group):
            continue
        if is_court_after_all(card, group):
            continue
        if confidence >= (least or REPORTED_MIN):
            seen = Sighting(card, confidence, box_around(group), at_ms, index_px(group))
            found.append((seen, group))
    found.sort(key=lambda pair: -pair[0].confidence)
    return [
        sighting
        for k, (sighting, group) in enumerate(found)
        if not any(
            sighting.card == surer.card and seen_twice(group, other) for surer, other in found[:k]
        )
    ]


def seen_twice(a: Sequence[Corner], b: Sequence[Corner]) -> bool:
    """True if two groups that read the same card are so near that they lie on one.

    Corners of a bent or odd card fit no rule of where they must be. Two true copies, of two packs,
    show two corners each and have two middles, or lie apart.
    """
    if min(len(a), len(b)) > 1:
        reach = _ONE_MIDDLE * max(corner.place.height for corner in (*a, *b))
        return bool(np.hypot(*(middle_of(a) - middle_of(b))) < reach)
    return any(
        math.hypot(one.place.x - other.place.x, one.place.y - other.place.y)
        < _ONE_CARD * max(one.place.height, other.place.height)
        for one in a
        for other in b
    )


def middle_of(group: Sequence[Corner]) -> np.ndarray:
    """Return the middle (x, y) of the corners of one card."""
    return np.mean([(corner.place.x, corner.place.y) for corner in group], axis=0)


def usable(corners: Sequence[Corner]) -> list[Corner]:
    """Return the corners that may be indices at all."""
    return [corner for corner in corners if corner.reading.shown >= _SHOWN_MIN]


def settled(corners: Sequence[Corner]) -> bool:
    """True if there are cards and every likely index belongs to one that will be reported.

    Then tracing outlines can add nothing.
    """
    groups = groups_of([corner for corner in corners if corner.reading.shown >= _LIKELY])
    return bool(groups) and all(is_sure(group, groups) for group in groups)


def is_sure(group: Sequence[Corner], groups: Sequence[Sequence[Corner]]) -> bool:
    """True if the corners of one card say enough to report it."""
    return judged(group, groups)[1] >= REPORTED_MIN


def judged(group: Sequence[Corner], groups: Sequence[Sequence[Corner]]) -> tuple[Card, float]:
    """Return the card that a group of corners shows and its calibrated probability."""
    card, confidence = judge([corner.reading for corner in group])
    slope, add = {"alone": ALONE, "in company": IN_COMPANY, "together": TOGETHER}[
        kind_of(group, groups)
    ]
    raw = min(1 - 1e-6, max(1e-6, confidence))
    return card, float(1 / (1 + np.exp(-(slope * np.log(raw / (1 - raw)) + add))))


def kind_of(group: Sequence[Corner], groups: Sequence[Sequence[Corner]]) -> str:
    """Return "together" for a card that two corners name, "in company" for one in a fan.

    Where a single index is found, the card's other one should have been seen, too; unless other
    cards of the same size lie so close that they may cover it.
    """
    if len(saying([corner.reading for corner in group])) > 1:
        return "together"
    place = group[0].place
    company = sum(
        any(
            corner.reading.confidence > _SURE_NEIGHBOUR
            and abs(math.log(corner.place.height / place.height)) < _LIKE_SIZE
            and math.hypot(corner.place.x - place.x, corner.place.y - place.y)
            < _NEAR * place.height
            for corner in other
        )
        for other in groups
        if other is not group
    )
    return "in company" if company > 1 else "alone"


def groups_of(corners: Sequence[Corner]) -> list[list[Corner]]:
    """Group the corners that lie on one card; a surer corner chooses its partners first.

    A doubtful one that fits on several cards goes where its reading fits best. A worse look at an
    index that a group has already adds nothing and is left out.
    """
    ordered = sorted(corners, key=lambda corner: -corner.reading.confidence)
    groups: list[list[Corner]] = []
    for corner in ordered:
        homes = [group for group in groups if belongs(group, corner)]
        if not homes:
            groups.append([corner])
            continue
        home = max(homes, key=lambda group: likeness(group[0].reading, corner.reading))
        if not any(is_one_index(other.place, corner.place) for other in home):
            home.append(corner)
    return groups


def is_one_index(a: Place, b: Place) -> bool:
    """True if two places are so near that no card prints two indices there."""
    return math.hypot(a.x - b.x, a.y - b.y) < _ONE_INDEX * max(a.height, b.height)


def likeness(a: Reading, b: Reading) -> float:
    """Return how probable it is that two readings show one card, 0 to 1."""
    return float((a.ranks @ b.ranks) * (a.suits @ b.suits))


def belongs(group: Sequence[Corner], corner: Corner) -> bool:
    """True if *corner* and all of *group* fit on one card, also four of them."""
    if not any(same_card(other, corner) for other in group):
        return False
    if not all(agree(other.reading, corner.reading) for other in group):
        return False
    spots = [offset(group[0].place, other.place) for other in (*group, corner)]
    wide = max(x for x, _ in spots) - min(x for x, _ in spots)
    high = max(y for _, y in spots) - min(y for _, y in spots)
    # two equal cards side by side are wider
    return len(group) < 2 or high < 1.5 or wide < _WIDE_MAX * high


def contradicted(group: Sequence[Corner], groups: Sequence[Sequence[Corner]]) -> bool:
    """True if another corner in the same four free edges reads another card about as surely.

    One card has one name; which of the two is right cannot be told, so neither is reported. Where
    more than two are read, the four edges are those of a fan.
    """
    mine = sum(corner.reading.confidence for corner in group)
    outlines = {
        corner.outline
        for corner in group
        if corner.outline is not None
        and corner.reading.confidence > _SAYS_NOTHING
        and len(names_in(corner.outline, groups)) <= _TWO_NAMES
    }
    return any(
        corner.outline in outlines and corner.reading.confidence > max(0.5, 0.5 * mine)
        for other in groups
        if other is not group
        for corner in other
    )


def is_cut_off(group: Sequence[Corner]) -> bool:
    """True if a card shows but one corner, doubtful and reaching over the picture's edge."""
    return len(group) == 1 and group[0].cut and group[0].reading.confidence < _ALTHOUGH_CUT


def names_in(outline: int, groups: Sequence[Sequence[Corner]]) -> set[Card]:
    """Return the cards that are surely read within an outline."""
    return {
        corner.reading.card
        for group in groups
        for corner in group
        if corner.outline == outline and corner.reading.confidence > _SURE_NEIGHBOUR
    }


def is_court_after_all(card: Card, group: Sequence[Corner]) -> bool:
    """True if an 8 that no corner shows beyond doubt has a picture in its middle: a B is no 8.

    Of other numbers a full middle says nothing: a shadow or a blur fills it, too.
    """
    bare = [corner.bare for corner in group if corner.bare is not None]
    doubtful = max(corner.reading.confidence for corner in group) < _NO_DOUBT
    return card.rank == LIKE_A_LETTER and doubtful and min(bare, default=1.0) < _PIPS_BARE_MIN


def same_card(a: Corner, b: Corner) -> bool:
    """True if two corners lie as on one card and can be read as the same card."""
    one_outline = a.card is not None and a.card == b.card
    return (one_outline or on_one_card(a.place, b.place)) and agree(a.reading, b.reading)


def agree(a: Reading, b: Reading) -> bool:
    """True unless one corner rules out what the other reads."""
    if a.card == b.card:
        return True
    if min(a.confidence, b.confidence) >= 0.6:
        return False
    return bool(joint(a.ranks, b.ranks).max() * joint(a.suits, b.suits).max() > 0.8)


def saying(readings: Sequence[Reading]) -> Sequence[Reading]:
    """Return the readings of one card that confirm or doubt it: the surest, and those beside it.

    What is far less sure was mostly cut wrongly, or lies on a neighbour.
    """
    least = max(_SAYS_NOTHING, _BESIDE_SURE * max(reading.confidence for reading in readings))
    return [reading for reading in readings if reading.confidence >= least] or readings[:1]


def joint(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the product of two independent readings, each floored at 1 %, as probabilities."""
    product = np.maximum(a, 0.01) * np.maximum(b, 0.01)
    return np.asarray(product / product.sum())


def on_one_card(a: Place, b: Place) -> bool:
    """True if *b* lies where another corner of *a*'s card would be printed.

    Distances are in index heights. Indices of 9 to 36 % of the card's height put the opposite
    corner 1.2 to 7 to the right and 1.4 to 9 down; tilt and a height misjudged widen that.
    """
    if not 0.42 < a.height / b.height < 2.4:
        return False
    turn = abs((a.angle - b.angle + math.pi) % (2 * math.pi) - math.pi)
    if 0.4 <= turn <= math.pi - 0.5:
        return False
    across, down = offset(a, b)
    if turn > math.pi - 0.5:  # read from the other side: below, diagonally, or on the same side
        back_across, back_down = offset(b, a)
        diagonal = 0.7 < across < 9 and 0.9 < down < 12 and back_across > 0.5 and back_down > 0.6
        beside = abs(across) < 0.3 * down and 1.2 < down < 12
        # four-corner decks: the upper right index and the lower left one
        other_way = -9 < across < -0.7 and 0.9 < down < 12 and back_across < -0.5
        return diagonal or beside or (other_way and back_down > 0.6)
    if turn < 0.4:  # four-corner decks: the other index of the same end
        return 1.0 < abs(across) < 9 and abs(down) < 0.3 * abs(across)
    return False


def offset(a: Place, b: Place) -> tuple[float, float]:
    """Return where *b* lies seen from *a* upright: (to the right, down) in mean index heights."""
    unit = (a.height + b.height) / 2
    dx, dy = (b.x - a.x) / unit, (b.y - a.y) / unit
    c, s = math.cos(a.angle), math.sin(a.angle)
    return dx * c + dy * s, -dx * s + dy * c


def judge(readings: Sequence[Reading]) -> tuple[Card, float]:
    """Return the card that all corners together show, and its probability."""
    readings = saying(readings)
    ranks, suits = readings[0].ranks, readings[0].suits
    if len(readings) == 1:
        card = readings[0].card
        return card, readings[0].confidence * colour_fits(card, readings[0].red)
    for reading in readings[1:]:
        ranks, suits = joint(ranks, reading.ranks), joint(suits, reading.suits)
    card = CARD_OF[RANKS[int(ranks.argmax())] + SUITS[int(suits.argmax())]]
    missing = float(np.prod([1 - reading.shown for reading in readings]))
    red = float(np.mean([reading.red for reading in readings]))
    return card, float(ranks.max() * suits.max() * (1 - missing)) * colour_fits(card, red)


def colour_fits(card: Card, red: float) -> float:
    """Return 1 where the ink's colour fits the suit, less where it contradicts it."""
    fit = red if card.suit in RED else 1 - red
    return float(min(1.0, fit / 0.5))


def index_px(group: Sequence[Corner]) -> float:
    """Return how high the index of a card is, in frame pixels, by its two surest corners."""
    surest = sorted(group, key=lambda corner: -corner.reading.confidence)[:2]
    return float(np.mean([corner.place.height for corner in surest]))


def box_around(group: Sequence[Corner]) -> tuple[float, float, float, float]:
    """Return the box around all corners of a card, left, top, right, bottom, in frame pixels."""
    reach = [corner.place.height * 0.6 for corner in group]
    xs = [corner.place.x for corner in group]
    ys = [corner.place.y for corner in group]
    return (
        min(x - r for x, r in zip(xs, reach, strict=True)),
        min(y - r for y, r in zip(ys, reach, strict=True)),
        max(x + r for x, r in zip(xs, reach, strict=True)),
        max(y + r for y, r in zip(ys, reach, strict=True)),
    )
