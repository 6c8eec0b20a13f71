"""Settling up, the evening in numbers, exports, and once more with the same people."""

from __future__ import annotations

import csv
import io
import json

import pytest
from phones import AtTable, TableMaker, forms, words
from tapped import e1, tap

from companion.record import replay_record
from companion.web.coins import money_words


@pytest.fixture
def over(table: TableMaker) -> AtTable:
    """E1 was played and ended; a chip is worth 5p."""
    at = e1(table(4, end="manual", chip_value=5, currency="GBP"))
    at.say("end_evening")
    return at


# ---- during the evening -------------------------------------------------------------------------


def test_the_standing_so_far_names_the_chips_on_the_layout(table: TableMaker) -> None:
    at = e1(table(4, end="manual"))

    text = at.phone("watcher").text(f"{at.url}/settle")

    assert "Ben leads with 58 chips" in text
    assert "10 chips still on the layout" in text
    assert "Ace of hearts 5, queen of diamonds 5" in text
    assert "End the evening" not in text


def test_the_host_ends_the_evening_from_the_standing(table: TableMaker) -> None:
    at = e1(table(4, end="manual"))
    key = next(f for f in forms(at.host.get(f"{at.url}/settle")) if f["kind"] == "end_evening")

    answer = at.host.post(key.pop("action"), **key)

    assert answer.headers["Location"] == f"{at.url}/settle"
    assert at.state.ended


def test_before_the_first_hand_nothing_has_been_won(table: TableMaker) -> None:
    at = table(3)

    for page in ("settle", "settle?played=1", "evening", "history"):
        assert at.host.get(f"{at.url}/{page}").status_code == 200
    assert "Nothing has been won yet" in at.host.text(f"{at.url}/settle")


# ---- who pays whom ------------------------------------------------------------------------------


def test_the_table_leads_to_settling_up_when_the_evening_is_over(over: AtTable) -> None:
    for phone in (over.host, over.players[3], over.phone("watcher")):
        assert over.host.get(over.url).headers["Location"] == f"{over.url}/settle"
        assert "Ben wins with 61 chips" in phone.text(f"{over.url}/settle")


def test_the_fewest_payments_are_listed_in_money(over: AtTable) -> None:
    text = over.host.text(f"{over.url}/settle")

    assert "Three payments clear it all" in text
    assert "Fewer is not possible" in text
    assert "12 chips at 5p 60p" in text


def test_without_a_value_payments_are_chips(table: TableMaker) -> None:
    at = e1(table(4, end="manual"))
    at.say("end_evening")

    text = at.host.text(f"{at.url}/settle")

    assert "in chips 12" in text
    assert "p " not in text.split("Three payments")[1].split("in chips")[1][:5]


def test_as_it_was_played_comes_to_the_same_sums(over: AtTable) -> None:
    text = over.host.text(f"{over.url}/settle?played=1")

    assert "for cards left 40p" in text
    assert "won 13, staked 4 45p" in text  # Ben and the layout: 40p + 40p + 30p + 45p = £1.55


def test_a_payment_is_ticked_and_unticked(over: AtTable) -> None:
    for paid in (True, False):
        tick = next(f for f in forms(over.players[3].get(f"{over.url}/settle"))
                    if f.get("kind") == "tick")  # fmt: skip
        answer = over.players[3].post(tick.pop("action"), **tick)

        assert answer.headers["Location"] == f"{over.url}/settle"
        assert bool(over.state.paid) is paid


def test_ticks_go_with_the_end_that_they_were_made_at(over: AtTable) -> None:
    over.say("tick", debtor=3, creditor=1, paid="on")
    over.say("undo")
    assert over.state.paid == frozenset()

    over.say("redo")
    assert over.state.paid == {(3, 1)}
    over.say("undo")
    over.say("end_evening")
    assert over.state.paid == frozenset()


def test_a_watcher_ticks_nothing(over: AtTable) -> None:
    assert forms(over.phone("watcher").get(f"{over.url}/settle")) == []


def test_the_end_is_taken_back_by_the_host(over: AtTable) -> None:
    keys = [f for f in forms(over.host.get(f"{over.url}/undo")) if f.get("kind") == "undo"]

    over.host.post(keys[0].pop("action"), **keys[0])

    assert not over.state.ended
    assert over.state.balance(1) == 58


def test_shared_wins_and_buy_ins_are_said(table: TableMaker) -> None:
    at = table(3, end="manual")
    at.say("buy_in", seat=1, chips=20)
    at.say("correct", debit=0, credit=1, chips=4, note="x")
    at.say("correct", debit=0, credit=2, chips=4, note="x")
    at.begin()
    tap(at, "Anna AC")

    assert "Ben 20. That is counted against them." in at.host.text(f"{at.url}/settle")


def test_chips_that_are_lost_are_named(table: TableMaker) -> None:
    at = e1(table(4, end="manual", leftover="lost"))
    at.say("end_evening")

    text = at.host.text(f"{at.url}/settle")

    assert "10 chips on the layout" in text
    assert "Lost, as agreed" in text


# ---- the evening --------------------------------------------------------------------------------


def test_the_evening_has_a_chart_and_its_numbers(over: AtTable) -> None:
    page = over.host.get(f"{over.url}/evening")

    assert page.get_data(as_text=True).count('class="lineplot"') == 4
    assert "1 21 61 20 18" in words(page)
    assert "Ben +31 2 1 0.0 5" in words(page)  # chips, pots, out first, cards left, stops


def test_who_came_from_behind_is_said(table: TableMaker) -> None:
    at = table(3, depth="pots", per_card=5, end="manual")
    at.say("dealer", seat=2)
    for out in (0, 0, 1, 1, 1):
        at.say("begin_hand")
        at.say("out", seat=out)
        for seat in (seat for seat in (0, 1, 2) if seat != out):
            at.say("count", seat=seat, cards=1 if seat == 2 else 9)

    assert "Ben came from behind" in at.host.text(f"{at.url}/evening")


def test_somebody_who_came_later_is_on_the_chart(table: TableMaker) -> None:
    at = e1(table(4, end="manual"))
    at.say("sit", name="Ella", animal="snail")
    at.say("begin_hand")

    text = at.host.text(f"{at.url}/evening")

    assert "1 18 58 18 16 30" in text


# ---- exports ------------------------------------------------------------------------------------


def test_the_record_replays_to_the_same_chips(over: AtTable) -> None:
    answer = over.host.get(f"{over.url}/export.record")

    row = replay_record(json.loads(answer.get_data()))

    assert row["ok"], row
    assert row["balances"] == {"Anna": 21, "Ben": 61, "Carla": 20, "Dan": 18}
    assert over.code in answer.headers["Content-Disposition"]


def test_the_rows_of_the_csv_add_up(over: AtTable) -> None:
    text = over.host.get(f"{over.url}/export.csv").get_data(as_text=True).lstrip("\ufeff")
    chips = dict.fromkeys(("Anna", "Ben", "Carla", "Dan"), 0)

    for row in csv.DictReader(io.StringIO(text)):
        for end, sign in (("from", -1), ("to", 1)):
            if row[end] in chips:
                chips[row[end]] += sign * int(row["chips"])

    assert chips == {"Anna": 21, "Ben": 61, "Carla": 20, "Dan": 18}


def test_the_json_holds_no_secret(over: AtTable) -> None:
    answer = over.host.get(f"{over.url}/export.json")
    body = json.loads(answer.get_data())

    assert body["balances"]["Ben"] == 61
    text = answer.get_data(as_text=True)
    assert over.host.token not in text and over.word not in text and "recovery" not in text


def test_the_text_fits_a_message(over: AtTable) -> None:
    answer = over.host.get(f"{over.url}/export.txt")

    assert answer.mimetype == "text/plain"
    text = answer.get_data(as_text=True)
    assert "Ben wins with 61 chips." in text
    assert "1. Ben +31 (£1.55)" in text
    assert "Dan pays Ben 60p" in text
    assert len(text) < 500


@pytest.mark.parametrize("ending", ["txt", "csv", "json", "record"])
def test_every_export_goes_before_the_first_hand(table: TableMaker, ending: str) -> None:
    at = table(3)

    assert at.phone("stranger").get(f"{at.url}/export.{ending}").status_code == 200


# ---- once more ----------------------------------------------------------------------------------


def test_the_next_evening_begins_with_everybody_in_their_seat(over: AtTable) -> None:
    answer = over.host.post(f"{over.url}/again")
    new = answer.headers["Location"]

    assert new != over.url
    evening = over.boodle.croupier.evening_by_code(new.rpartition("/")[2])
    assert evening is not None
    table = over.boodle.croupier.table(evening.id)
    assert [seat.name for seat in table.seats.values()] == ["Anna", "Ben", "Carla", "Dan"]
    assert over.boodle.door.visitor(evening, over.players[2].token).seat == 2
    for phone in over.players.values():
        assert phone.get(new, follow_redirects=True).status_code == 200


def test_pressing_again_twice_is_the_same_table_and_phones_are_led_there(over: AtTable) -> None:
    first = over.host.post(f"{over.url}/again").headers["Location"]
    second = over.host.post(f"{over.url}/again").headers["Location"]

    assert first == second
    assert f'href="{first}"' in over.players[1].get(f"{over.url}/settle").get_data(as_text=True)


def test_only_the_host_begins_again_and_only_after_the_end(table: TableMaker) -> None:
    at = e1(table(4, end="manual"))

    assert at.host.post(f"{at.url}/again").status_code == 409
    at.say("end_evening")
    assert at.players[1].post(f"{at.url}/again").status_code == 403
    assert "Again with the same people" not in at.players[1].text(f"{at.url}/settle")


# ---- money in words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "currency", "words"),
    [
        (55, "GBP", "55p"), (155, "GBP", "£1.55"), (-5, "gbp", "−5p"), (100, "EUR", "€1.00"),
        (7, "EUR", "7 ct"), (99, "USD", "99¢"), (1205, "CHF", "12.05 CHF"), (5, "CHF", "0.05 CHF"),
        (700, "JPY", "¥700"), (1234, "", "12.34"), (0, "GBP", "0p"),
        (60, "p", "60p"), (160, "£", "£1.60"), (160, "Pence", "£1.60"), (7, "€", "7 ct"),
    ],
)  # fmt: skip
def test_money_is_written_as_people_do(amount: int, currency: str, words: str) -> None:
    assert money_words(amount, currency) == words
