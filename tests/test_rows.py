"""Cards side by side belong to whoever is nearest to the middle of the row."""

from dataclasses import replace
from types import SimpleNamespace

from evenings import after

from companion.core.cards import Card
from companion.rows import middle, side_by_side
from companion.sights import Sights
from companion.vision.view import Track, View
from companion.zones import Zones, middle_of

SHOWDOWN = "Eve checks, Anna checks, Ben folds, Carla folds, Dan folds"
PLACES = Zones({0: (0.3, 0.5), 1: (0.45, 0.5), 2: (0.6, 0.5), 3: (0.75, 0.5), 4: (0.15, 0.5)})
FIVE = ("8D", "8H", "8S", "KD", "KH")


def test_points_near_one_another_are_one_row_however_they_are_told():
    points = [(0.1, 0.1), (0.5, 0.1), (0.2, 0.1), (0.55, 0.1), (0.15, 0.1)]

    rows = side_by_side(points, 0.06)

    assert sorted(map(sorted, rows)) == [[0, 2, 4], [1, 3]]
    assert side_by_side([], 1.0) == []


def test_the_middle_is_the_mean():
    assert middle([(0.2, 0.4), (0.4, 0.8)]) == (0.30000000000000004, 0.6000000000000001)


def row(left_px, cards=FIVE, first_id=1):
    """Tracks of *cards* 46 pixels apart, of which a corner is seen."""
    return [
        Track(first_id + k, Card(card), 0.99, 5, 5, (x - 20, 640, x + 20, 680), 1000, 2000, 900)
        for k, (card, x) in enumerate((card, left_px + 46 * k) for k, card in enumerate(cards))
    ]


def seats(tracks, text=SHOWDOWN, missed=()):
    """Before whom each card lies, by the eye over the table; ``None`` where that is not clear."""
    tracks = [replace(track, missed=str(track.card) in missed) for track in tracks]
    view = View(3000, (1280, 720), None, False, True, tuple(tracks), (), ())
    points = {track.id: middle_of(track.box_xyxy, 1280) for track in tracks}
    news = SimpleNamespace(
        old=set(), laid=lambda track, point: (track.rest_ms, track.rest_ms),
        of=lambda track, *_: {"now": "missing" if track.missed else "there"},
    )  # fmt: skip
    places = SimpleNamespace(zones=PLACES, points=points)
    table = after(text, game="three_in_one", players=5)
    seen = Sights("table", None, view, places, news, table).seen(1)
    return [one.seat if one.clear else None for one in seen]


def test_five_cards_in_a_row_lie_before_one_person():
    alone = seats(row(292), "Eve checks")  # nobody is to show five cards yet
    assert alone == [None, 0, 0, 0, None]

    assert seats(row(292)) == [0] * 5


def test_fewer_than_five_lie_where_each_of_them_does():
    assert seats(row(292)[:4]) == [None, 0, 0, 0]
    assert seats(row(292), missed=["8S"]) == [None, 0, 0, 0, None]


def test_two_hands_that_touch_are_no_row_of_one_person():
    both = [*row(292), *row(522, ("2D", "3D", "4D", "5D", "6C"), 11)]

    assert seats(both) == [None, 0, 0, 0, None, 1, 1, 1, None, 2]


def test_cards_shown_before_are_not_of_the_row():
    shown = row(522, ("2D", "3D", "4D", "5D", "6C"), 11)

    assert seats([*row(292), *shown], f"{SHOWDOWN}, Anna shows 2D 3D 4D 5D 6C")[:5] == [0] * 5
