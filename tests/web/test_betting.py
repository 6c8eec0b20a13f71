"""The poker told at the table: who won, who shares, and that the question then goes away."""

from __future__ import annotations

import pytest
from phones import AtTable, TableMaker, forms, words


@pytest.fixture
def asked(table: TableMaker) -> AtTable:
    """Three in One where only pots are recorded, in the poker round: 5 chips in the pot."""
    at = table(5, game="three_in_one", depth="pots")
    at.begin()
    at.say("leave_spare")
    at.say("close_hold")
    return at


def press(at: AtTable, page: str, winners: str) -> None:
    """Press the key on a page of the host's that names *winners*."""
    keys = forms(at.host.get(f"{at.url}{page}"))
    key = next(f for f in keys if f.get("winners") == winners)
    answer = at.host.post(key.pop("action"), **key)
    assert (answer.status_code, answer.headers["Location"]) == (303, at.url)


def test_after_the_answer_the_question_is_gone_from_every_phone(asked: AtTable) -> None:
    assert "Who won the poker?" in words(asked.host.get(f"{asked.url}/poker-won"))

    press(asked, "/poker-won", "1")

    assert asked.state.balance(1) == 30 - 9 + 5
    for phone in asked.players.values():
        stale = phone.get(f"{asked.url}/poker-won")
        assert (stale.status_code, stale.headers["Location"]) == (303, asked.url)
        assert "Who won the poker?" not in phone.text(asked.url)


def test_equal_hands_share_the_pot_without_naming_a_card(asked: AtTable) -> None:
    assert "Tap two or more" in words(asked.host.get(f"{asked.url}/poker-won?share=1"))

    press(asked, "/poker-won?share=1,3,99,x", "1,3")

    assert [asked.state.balance(seat) for seat in (1, 3)] == [23, 23]
    assert asked.state.balance("pot") == 1


def test_before_the_poker_there_is_nothing_to_win(table: TableMaker) -> None:
    at = table(4)
    at.begin()

    assert at.host.get(f"{at.url}/poker-won").status_code == 303
