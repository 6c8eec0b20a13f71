"""Since when a card lies where one camera sees it: laid once, taken up, laid again."""

from dataclasses import replace

import pytest

from companion.core.cards import Card
from companion.news import AWAY_MS, News
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
    """The card was laid at 1 s, and nobody has found it there since 2 s."""
    news = News(Hands())
    news.take(view(1800, LAID), 1)
    assert news.laid(LAID, HERE) == (1000, 1000)
    news.take(view(2000, replace(LAID, missed=True, covered=True)), 1)
    return news


def test_a_card_taken_up_and_laid_again_lies_there_since_then(news):
    news.stir.at_ms = 4000
    news.take(view(4200, LAID), 1)

    assert news.laid(LAID, HERE) == (4200, 4000)
    assert news.of(LAID, 4200, view(4200, LAID), 1)["is_later"]


def test_where_nothing_stirred_it_lay_there_all_the_time(news):
    news.take(view(4200, LAID), 1)

    assert news.laid(LAID, HERE) == (1000, 1000)


def test_a_look_that_missed_it_says_nothing(news):
    news.stir.at_ms = 2000
    news.take(view(2000 + AWAY_MS - 1, LAID), 1)

    assert news.laid(LAID, HERE) == (1000, 1000)


def test_a_card_that_nobody_saw_laid_is_laid_when_it_comes_again(news):
    seen = replace(LAID, id=8, was_laid=False)
    news.take(view(2000, replace(seen, missed=True)), 1)
    assert news.laid(seen, HERE) == (1000, None)

    news.stir.at_ms = 4000
    news.take(view(4200, seen), 1)

    assert news.laid(seen, HERE) == (4200, 4000)
