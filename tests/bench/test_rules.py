"""companion/bench/rules.py: a figure comes with its conditions. How large it is, no test says."""

from dataclasses import replace

import pytest
from evenings import E1, after

from companion.bench import rules
from companion.core.state import with_changes
from companion.games import all_games, game_named


def test_figures_come_with_machine_version_and_counts(capsys, monkeypatch):
    monkeypatch.setattr(rules, "AVERAGES", rules.AVERAGES[:2])
    few = rules.covering()._replace(sets=rules.covering().sets[:2])
    monkeypatch.setattr(rules, "covering", lambda: few)

    assert rules.main(["--hands", "3"]) == 0

    out = capsys.readouterr().out
    assert "Python" in out and "cores" in out
    assert all(f"\n{key} " in out for key in all_games())
    assert "covering set" in out and "whole hands a second on one core" in out
    assert "(11.4 ± " in out and "(9.9 ± " in out


def test_the_averages_are_those_of_the_book_for_a_hand_everybody_knows():
    runs, played, left, won, three, void = rules.sample(after(E1))

    assert (runs, played, left, won, three, void) == (7, 20, 22, 2, 100.0, 0.0)


@pytest.mark.parametrize(
    ("what", "changes"),
    [
        ("1 the sum of all chips", {"balances": {0: 1}}),
        ("2 a space below 0", {"balances": {0: 1, "AH": -1}}),
    ],
)
def test_chips_that_do_not_add_up_are_seen(what, changes):
    assert what in rules.broken(with_changes(after(E1), **changes))


def test_cards_that_cannot_be_are_seen():
    table = after(E1)
    hand = table.hand
    twice = with_changes(hand, plays=(*hand.plays, hand.plays[0]))
    jump = with_changes(hand, plays=(hand.plays[0], hand.plays[2]))

    assert rules.broken(table) == []
    assert "5 a card twice" in rules.broken(with_changes(table, hand=twice))
    assert "5 a run out of order" in rules.broken(with_changes(table, hand=jump))
    assert "8 who is out" in rules.broken(with_changes(table, hand=with_changes(hand, out=None)))


def test_companies_play_as_many_hands_as_asked_for():
    game = replace(game_named("boodle"), key="short")

    played = list(rules.evenings(game, 5, {"end": "hands:3"}, 3))

    assert len(played) == 5
    assert len(played[-1].table.results) == 2
