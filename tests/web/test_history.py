"""The history: one line a run or award, nothing hidden, and a cause behind every line."""

from __future__ import annotations

import re

import pytest
from phones import TableMaker, forms, words
from tapped import card_line, e1, line, tap

from companion.core.events import EVENTS
from companion.games import game_named
from companion.web.lines import clock
from companion.web.why import SENTENCES, rule_of


@pytest.mark.parametrize("who", ["host", "player", "watcher", "stranger"])
def test_everybody_may_read_the_history(table: TableMaker, who: str) -> None:
    at = e1(table(4))
    phone = {"host": at.host, "player": at.players[2]}.get(who) or at.phone(who)

    assert "What happened" in phone.text(f"{at.url}/history")


def test_a_run_is_one_line_and_an_award_another(table: TableMaker) -> None:
    at = e1(table(4))
    page = at.host.get(f"{at.url}/history").get_data(as_text=True)

    run = next(one for one in page.split("<li") if "nobody has the king of spades" in one)

    assert re.findall(r'aria-label="(\w+ of spades)"', run) == [
        "8 of spades", "9 of spades", "10 of spades", "jack of spades", "queen of spades",
    ]  # fmt: skip
    assert "Ben took" in words(at.host.get(f"{at.url}/history"))


def test_the_hand_carries_who_was_out_and_the_sum(table: TableMaker) -> None:
    at = e1(table(4))

    text = at.host.text(f"{at.url}/history")

    assert "Hand 1 · Ben out +28" in text
    assert "Ben is out: Anna 8, Carla 8, Dan 6" in text
    assert "players 110 + pots 10 = 120" in text


def test_one_player_alone_is_shown_with_the_own_sum(table: TableMaker) -> None:
    at = e1(table(4))

    text = at.host.text(f"{at.url}/history?who=3")

    assert "Hand 1 · Ben out −14" in text
    assert "Carla sits down" not in text
    assert "Dan sits down" in text


def test_an_odd_filter_shows_everything(table: TableMaker) -> None:
    at = e1(table(4))

    for odd in ("x", "-1", "99", "9" * 400, "٣"):
        assert at.host.get(f"{at.url}/history?who={odd}&hand={odd}").status_code == 200


def test_undone_lines_stay_struck_through_with_who_undid_them(table: TableMaker) -> None:
    at = table(4)
    at.begin()
    tap(at, "Anna 4C")
    at.tap(at.host, "undo")

    page = at.host.get(f"{at.url}/history").get_data(as_text=True)

    struck = next(one for one in page.split("<li") if "undone" in one)
    assert "<s>" in struck and "4 of clubs" in struck
    assert "undone by Anna" in struck


def test_what_was_put_back_is_no_longer_struck_through(table: TableMaker) -> None:
    at = table(4)
    at.begin()
    tap(at, "Anna 4C")
    at.tap(at.host, "undo")
    at.tap(at.host, "redo")

    assert "<s>" not in at.host.get(f"{at.url}/history").get_data(as_text=True)


def test_older_hands_open_on_a_tap_and_all_open_for_paper(table: TableMaker) -> None:
    at = table(3, depth="pots", per_card=0, end="manual")
    at.say("dealer", seat=2)
    for _ in range(6):
        at.say("begin_hand")
        at.say("out", seat=0)

    folded = at.host.get(f"{at.url}/history").get_data(as_text=True)
    assert 'href="' + f"{at.url}/history?hand=1#hand-1" in folded
    opened = at.host.get(f"{at.url}/history?all=1").get_data(as_text=True)
    assert opened.count("<details open") == 7  # six hands, and what came before the first


def test_names_are_never_markup(table: TableMaker) -> None:
    at = table(3)
    at.say("rename", seat=1, name="<b>Ben</b> & 🦆")
    at.begin()
    tap(at, "Anna 4C")

    for page in ("history", f"cause/{card_line(at, '4C')}", "undo", "settle", "evening", "table"):
        body = at.host.get(f"{at.url}/{page}").get_data(as_text=True)
        assert "<b>Ben</b>" not in body.replace("<b><bdi>", ""), page


# ---- causes -------------------------------------------------------------------------------------


def test_every_line_has_a_cause(table: TableMaker) -> None:
    at = e1(table(4, end="manual"))
    at.say("correct", debit=0, credit=1, chips=2, note="a loan")
    at.say("end_evening")

    for seq in range(1, at.seq + 1):
        assert at.host.get(f"{at.url}/cause/{seq}").status_code == 200, seq


def test_being_out_shows_the_payments_also_where_an_end_was_taken_back(table: TableMaker) -> None:
    at = table(3, depth="pots", end="manual")
    at.say("dealer", seat=2)
    at.say("begin_hand")
    at.say("out", seat=0)
    at.say("count", seat=1, cards=3)
    at.say("count", seat=2, cards=1)
    at.tap(at.host, "undo")
    at.say("count", seat=2, cards=2)

    text = at.host.text(f"{at.url}/cause/{line(at, 'WentOut')}")

    assert "3 Ben → Anna" in text
    assert "2 Carla → Anna" in text


def test_a_lead_says_the_rule_of_leads_and_who_recorded_it(table: TableMaker) -> None:
    at = table(4)
    at.begin()
    tap(at, "Anna 4C")  # the first card also begins the hand, and is no less Anna's
    tap(at, "Ben 5C")

    led, followed = (at.host.text(f"{at.url}/cause/{card_line(at, c)}") for c in ("4C", "5C"))

    assert "Who leads chooses a suit" in led and "must play it" not in led
    assert "must play it" in followed
    assert "it follows from line" not in led + followed


def test_a_payment_says_its_rule_who_recorded_it_and_what_moved(table: TableMaker) -> None:
    at = e1(table(4))

    text = at.players[0].text(f"{at.url}/cause/{line(at, 'CardsPaid')}")

    assert "Each other player pays the one who is out for each card still held." in text
    assert "RULES § 2.7" in text
    assert "6 Dan → Ben" in text
    assert f"it follows from line {card_line(at, 'KC') - 0}" in text
    assert "Hand 1" in text.replace("Hand 1 ·", "")


def test_an_act_shows_every_chip_that_followed_from_it(table: TableMaker) -> None:
    at = e1(table(4))

    text = at.host.text(f"{at.url}/cause/{line(at, 'WentOut')}")

    for moved in ("8 Anna → Ben", "8 Carla → Ben", "6 Dan → Ben"):
        assert moved in text


def test_a_line_that_does_not_exist_gets_a_sentence(table: TableMaker) -> None:
    at = table(3)

    answer = at.host.get(f"{at.url}/cause/4711")

    assert answer.status_code == 409
    assert "There is no line 4711" in words(answer)


def test_a_doubt_from_the_cause_turns_the_line_amber(table: TableMaker) -> None:
    at = e1(table(4))
    page = at.players[0].get(f"{at.url}/cause/{line(at, 'CardsPaid')}")
    doubt = next(form for form in forms(page) if form.get("kind") == "object")

    answer = at.players[0].post(doubt.pop("action"), **doubt)

    assert answer.status_code == 303
    assert at.state.objections == (line(at, "CardsPaid"),)
    assert "flagged" in at.host.get(f"{at.url}/history").get_data(as_text=True)


def test_a_watcher_is_offered_nothing_to_change(table: TableMaker) -> None:
    at = e1(table(4))

    for page in ("history", f"cause/{line(at, 'CardsPaid')}", "undo"):
        assert forms(at.phone("watcher").get(f"{at.url}/{page}")) == []


def test_every_event_that_has_a_rule_has_its_sentence() -> None:
    lacking = [kind for kind, cls in EVENTS.items() if cls.rule and not SENTENCES.get(kind)]

    assert lacking == []
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())


def test_the_rule_of_a_kitty_is_its_own() -> None:
    won = EVENTS["PotAwarded"](space="kitty", seat=0, chips=3)  # type: ignore[call-arg]

    kitty, game = (rule_of(won, game_named(key))["text"] for key in ("boodle", "pope_joan"))
    assert kitty == "The kitty goes to the player who goes out first."
    assert game == "Game goes to the player who goes out first."


def test_an_odd_clock_is_shown_as_it_is() -> None:
    assert clock("yesterday") == "yesterday"


def test_what_was_left_is_one_line_a_person(table: TableMaker) -> None:
    at = e1(table(4, end="hands:1"))
    said = at.say("end_evening").say

    history = at.host.text(f"{at.url}/history")

    assert said == "The evening is over. What was left is given out: Anna 3, Ben 3, Carla 2, Dan 2."
    assert history.count("gets a share of what was left") == 4
    assert "Anna gets a share of what was left" in history and "What lay on" not in history
