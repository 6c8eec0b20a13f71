"""Whether a card lies there as the table stands now, and since when, where one camera sees it."""

from dataclasses import replace

import pytest

from companion.core.cards import Card
from companion.news import News
from companion.stir import Stir
from companion.vision.view import Track, View

LAID = Track(7, Card("9D"), 0.99, 5, 5, (0, 0, 10, 10), 1200, 1800, 1000)
HERE = (0.5, 0.5)


class Hands(Stir):
    """Something last changed everywhere at *at_ms*."""

    def __init__(self):
        super().__init__()
        self.at_ms = 1000
        self._times.extend(range(0, 4400, 200))

    def changed_ms(self, point):
        """When."""
        return self.at_ms


def view(at_ms, track):
    return View(at_ms, (1280, 720), None, False, True, (track,), (), ())


@pytest.fixture
def news():
    """The log has one line since the first picture, at 1.8 s."""
    news = News(Hands())
    news.take(view(1800, LAID), 1)
    return news


def now(news, track, at_ms=2000):
    return news.of(track, track.rest_ms, view(at_ms, track), 1)["now"]


def test_a_card_is_laid_when_it_came_to_rest_where_something_stirred(news):
    assert news.laid(LAID, HERE) == (1000, 1000)


def test_a_card_that_nobody_saw_laid_was_not(news):
    assert news.laid(replace(LAID, was_laid=False), HERE) == (1000, None)


def test_what_stirred_since_it_was_read_may_be_taken_up(news):
    assert now(news, LAID) == "there"
    assert now(news, replace(LAID, moved_ms=1900)) == "unsure"
    assert now(news, replace(LAID, moved_ms=1900, last_ms=2000)) == "there"
    assert now(news, replace(LAID, moved_ms=1800)) == "there"  # by a phone held in a hand


def test_what_meant_nothing_means_nothing_when_it_leaves(news):
    news.grow_old(view(1800, LAID))

    news.take(View(2000, (1280, 720), None, False, True, (), (), (LAID,)), 1)
    assert LAID.id in news.old

    news.take(View(2200, (1280, 720), None, False, True, (), (), ()), 1)
    assert not news.old


def test_what_was_read_before_the_table_changed_is_unsure(news):
    news.take(view(2000, LAID), 2)

    assert news.of(LAID, 1000, view(2000, LAID), 2)["now"] == "unsure"


def test_what_was_looked_for_in_vain_is_covered_or_missing(news):
    assert now(news, replace(LAID, missed=True, covered=True)) == "covered"
    assert now(news, replace(LAID, missed=True)) == "missing"
