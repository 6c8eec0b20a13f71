"""What the sure cards of a picture say of its doubtful ones: they are of one deck.

A deck has one ink for each suit, and each card once. Cuts crops, but runs no net and reports
nothing; a picture without sure cards, or without doubtful ones, is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.core.cards import RANKS, SUITS, Card
from companion.vision.assemble import Corner, groups_of, judged, seen_twice, usable
from companion.vision.crops import CROP_H, CROP_W, evened, upright
from companion.vision.readers.corner import Reading

Ink = NDArray[np.float64]  # (3,) how much blue, green and red it swallows, of length 1

_SURE = 0.92  # probability from which a card teaches; a constant, as thresholds move with weights
_SURE_ALONE = 0.97  # confidence of a corner that needs no other's help
_AGAIN = 0.1  # how much rarer a second copy of a card is: two packs on one table are allowed
_DARK = 85  # percentile of a crop's middle above which it is ink, not paper; covers thin print
_MIDDLE = (19, 11)  # half its height and width in pixels: the index without its neighbours
_SPREAD = 0.07  # by which inks differ from print to print, until the picture shows it ...
_PRINTS = 4.0  # ... counted as so many prints
_PRINTS_MAX = 6  # of one suit that are looked at, the surest
_APART = 0.16  # inks of one colour that differ less are one: most decks have two
_ODD, _FOREIGN = -2.0, -6.0  # log likelihood of an ink that was not seen, and the least of any
_WEIGHT = 0.5  # the net has looked at the colour, too


def of_one_deck(corners: Sequence[Corner], levels: Sequence[NDArray[np.uint8]]) -> list[Corner]:
    """Return *corners* of a picture, the doubtful ones weighed by what the sure ones show.

    *levels* are the picture and its halves (`crops.pyramid`).
    """
    likely = usable(corners)
    if all(corner.reading.confidence > _SURE_ALONE for corner in likely):
        return list(corners)
    groups = groups_of(likely)
    sure = [group for group in groups if judged(group, groups)[1] >= _SURE]
    if not sure or len(sure) == len(groups):
        return list(corners)
    return each_card_once(weighed_by_ink(corners, sure, levels))


# ---- each card once -----------------------------------------------------------------------------


def each_card_once(corners: Sequence[Corner]) -> list[Corner]:
    """Make a card that surer corners show elsewhere less likely, and others likelier instead."""
    groups = groups_of(usable(corners))
    answers = [(*judged(group, groups), group) for group in groups]
    surest_first = sorted(answers, key=lambda answer: -answer[1])
    taken: list[tuple[Card, Sequence[Corner]]] = []
    new: dict[int, Reading] = {}
    for card, confidence, group in surest_first:
        others = [c for c, where in taken if not may_be_of(group, where, same=c == card)]
        new |= {id(corner): without(corner.reading, others) for corner in group}
        if confidence >= _SURE:
            taken.append((card, group))
    return [replace(corner, reading=new.get(id(corner), corner.reading)) for corner in corners]


def may_be_of(a: Sequence[Corner], b: Sequence[Corner], *, same: bool) -> bool:
    """True if two groups may be one card after all, bent or odd: near, and alike or opposite."""
    return seen_twice(a, b) and (
        same or any(np.cos(one.place.angle - other.place.angle) < 0 for one in a for other in b)
    )


def without(reading: Reading, taken: Sequence[Card]) -> Reading:
    """Return *reading* where the cards *taken* are as unlikely as second copies are."""
    if not taken:
        return reading
    both = np.outer(reading.ranks, reading.suits)
    none = 1 - both.sum()  # a letter that the reader does not know
    for card in set(taken):
        both[RANKS.index(card.rank), SUITS.index(card.suit)] *= _AGAIN
    both /= both.sum() + none
    return replace(reading, ranks=both.sum(axis=1), suits=both.sum(axis=0) / both.sum())


# ---- one ink a suit -----------------------------------------------------------------------------


def weighed_by_ink(
    corners: Sequence[Corner], sure: Sequence[Sequence[Corner]], levels: Sequence[NDArray[np.uint8]]
) -> list[Corner]:
    """Weigh the suits of doubtful corners by how near their ink is to that of the sure ones."""
    surely = {id(corner) for group in sure for corner in group}
    shown: dict[int, list[Ink]] = {}
    for group in sure:
        surest = max(group, key=lambda corner: corner.reading.confidence)
        inks = shown.setdefault(int(surest.reading.suits.argmax()), [])
        if len(inks) < _PRINTS_MAX:
            inks.append(ink_of(surest, levels))
    palette = palette_of(shown)
    doubtful = {id(corner) for corner in usable(corners)} - surely
    return [
        replace(corner, reading=recast(corner.reading, suits_of(ink_of(corner, levels), palette)))
        if id(corner) in doubtful
        else corner
        for corner in corners
    ]


def ink_of(corner: Corner, levels: Sequence[NDArray[np.uint8]]) -> Ink:
    """Return what light the ink of an index swallows, against its own paper.

    Blur mixes ink with paper, which makes it paler but leaves its direction as it is.
    """
    place = corner.place
    crop = evened(upright(levels, place.x, place.y, place.height, place.angle))
    high, wide = _MIDDLE
    rows = slice(CROP_H // 2 - high, CROP_H // 2 + high)
    columns = slice(CROP_W // 2 - wide, CROP_W // 2 + wide)
    swallowed = np.clip(0.5 - crop[:, rows, columns].reshape(3, -1), 0, 1)
    dark = swallowed.sum(axis=0)
    rank = (dark.size - 1) * _DARK // 100
    ink = swallowed[:, dark >= np.partition(dark, rank)[rank]].mean(axis=1).astype(np.float64)
    return np.asarray(ink / max(1e-6, float(np.linalg.norm(ink))))


@dataclass(frozen=True, slots=True)
class Palette:
    """The mean ink of each suit shown, and how far from it an ink of that suit may be."""

    means: dict[int, Ink]
    variances: dict[int, float]


def palette_of(shown: dict[int, list[Ink]]) -> Palette:
    """Return what the inks *shown* of suits say of inks that are still to come."""
    means = _means(shown)
    scatter = sum(float(((np.array(shown[suit]) - means[suit]) ** 2).sum()) for suit in shown)
    free = sum(map(len, shown.values())) - len(shown)
    variance = (scatter + _PRINTS * _SPREAD**2) / (free + _PRINTS)
    return Palette(means, {suit: variance * (1 + 1 / len(shown[suit])) for suit in means})


def suits_of(ink: Ink, palette: Palette) -> NDArray[np.float64]:
    """Return the log likelihood (4,) of each suit for an *ink*."""
    likely = {
        suit: -float(((mean - ink) ** 2).sum()) / palette.variances[suit]
        for suit, mean in palette.means.items()
    }
    # a suit not shown may have the ink of the other one of its colour, or one of its own
    every = [likely.get(suit, max(_ODD, likely.get(3 - suit, _ODD))) for suit in range(4)]
    return np.maximum(every, _FOREIGN)


def _means(shown: dict[int, list[Ink]]) -> dict[int, Ink]:
    """Return the mean ink of each suit shown; that of its colour where both are alike."""
    means = {suit: np.mean(inks, axis=0) for suit, inks in shown.items()}
    for suit, other in ((0, 3), (1, 2)):  # clubs and spades, diamonds and hearts
        if suit in means and other in means and _distance(means[suit], means[other]) < _APART:
            means[suit] = means[other] = np.mean([*shown[suit], *shown[other]], axis=0)
    return means


def _distance(a: Ink, b: Ink) -> float:
    return float(np.linalg.norm(a - b))


def recast(reading: Reading, likely: NDArray[np.float64]) -> Reading:
    """Return *reading* with its suits weighed by their log likelihoods."""
    suits = reading.suits * np.exp(_WEIGHT * (likely - likely.max()))
    return replace(reading, suits=suits / suits.sum())
