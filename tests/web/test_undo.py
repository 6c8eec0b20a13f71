"""The undo sheet, amending and corrections by hand: what falls is said before it falls."""

from __future__ import annotations

import pytest
from phones import AtTable, Phone, TableMaker, forms, words
from tapped import card_line, e1, line, tap


@pytest.fixture
def at(table: TableMaker) -> AtTable:
    """Four people, three cards of a run."""
    at = table(4, end="manual")
    at.begin()
    tap(at, "Anna 4C, Ben 5C, Carla 6C")
    return at


def pressed(phone: Phone, page: str, kind: str, place: int = 0) -> int:
    """Press the *place*-th key of *kind* on *page*; return the status of the answer."""
    keys = [form for form in forms(phone.get(page)) if form.get("kind") == kind]
    key = keys[place]
    return phone.post(key.pop("action"), **key).status_code


# ---- the sheet ----------------------------------------------------------------------------------


def test_the_sheet_says_what_each_step_takes_back(at: AtTable) -> None:
    page = at.host.get(f"{at.url}/undo")
    body = page.get_data(as_text=True)

    assert "Undo 1" in words(page) and "Undo 3" in words(page)
    assert body.index("6 of clubs") < body.index("5 of clubs") < body.index("4 of clubs")


def test_the_host_undoes_three_steps_with_one_tap(at: AtTable) -> None:
    assert pressed(at.host, f"{at.url}/undo", "undo", 2) == 303

    assert at.state.hand is not None and at.state.hand.plays == ()


def test_a_player_undoes_the_own_last_act_at_once(at: AtTable) -> None:
    assert at.tap(at.players[3], "play", seat=3, card="7C").status_code == 303

    assert pressed(at.players[3], f"{at.url}/undo", "undo") == 303

    assert at.state.proposal is None
    assert at.state.hand is not None and at.state.hand.last == "6C"


def test_a_player_asks_to_undo_what_the_host_recorded(at: AtTable) -> None:
    assert "Ask to undo 1" in at.players[2].text(f"{at.url}/undo")


def test_a_player_asks_for_more_and_the_host_agrees(at: AtTable) -> None:
    assert pressed(at.players[3], f"{at.url}/undo", "undo", 1) == 303
    assert at.state.proposal is not None

    assert "wants to undo 2 steps" in at.host.text(at.url)
    assert pressed(at.host, at.url, "accept_undo") == 303

    assert at.state.hand is not None and at.state.hand.last == "4C"


def test_who_asks_may_only_take_the_wish_back(at: AtTable) -> None:
    pressed(at.players[3], f"{at.url}/undo", "undo", 1)

    kinds = [form.get("kind") for form in forms(at.players[3].get(at.url))]
    assert "accept_undo" not in kinds
    assert pressed(at.players[3], at.url, "decline_undo") == 303
    assert at.state.proposal is None


def test_more_than_the_sheet_listed_does_not_fall(at: AtTable) -> None:
    key = next(f for f in forms(at.host.get(f"{at.url}/undo")) if f.get("kind") == "undo")
    tap(at, "Dan 7C")

    answer = at.host.post(key.pop("action"), **key)

    assert answer.status_code == 409
    assert "Something happened first: Dan plays the 7 of clubs." in words(answer)
    assert at.state.hand is not None and at.state.hand.last == "7C"


def test_the_same_press_twice_undoes_once(at: AtTable) -> None:
    key = next(f for f in forms(at.host.get(f"{at.url}/undo")) if f.get("kind") == "undo")
    address = key.pop("action")

    for _ in range(2):
        assert at.host.post(address, **key).status_code == 303

    assert at.state.hand is not None and at.state.hand.last == "5C"


def test_what_was_undone_is_put_back(at: AtTable) -> None:
    pressed(at.host, f"{at.url}/undo", "undo")

    assert "Put it back" in at.host.text(f"{at.url}/undo")
    assert pressed(at.host, f"{at.url}/undo", "redo") == 303
    assert at.state.hand is not None and at.state.hand.last == "6C"


def test_undo_back_to_a_line_lists_all_that_falls_and_has_one_key(at: AtTable) -> None:
    act = at.boodle.croupier.log(at.evening.id)[card_line(at, "5C") - 1].act
    page = at.host.get(f"{at.url}/undo?to={act}")

    keys = [form for form in forms(page) if form.get("kind") == "undo"]

    assert [key["seq"] for key in keys] == [str(act)]
    assert "Undo 2" in words(page)


def test_the_sheet_goes_further_back(table: TableMaker) -> None:
    at = e1(table(4))

    assert f"{at.url}/undo?n=10" in at.host.get(f"{at.url}/undo").get_data(as_text=True)
    assert "Undo 10" in at.host.text(f"{at.url}/undo?n=10")
    for odd in ("n=0", "n=99999", "n=x", "to=x", "to=0", "to=99999", "to=" + "9" * 60):
        assert at.host.get(f"{at.url}/undo?{odd}").status_code == 200, odd


def test_with_nothing_to_undo_the_sheet_says_so(table: TableMaker) -> None:
    at = table(3)

    assert "Nothing to undo" in at.host.text(f"{at.url}/undo")


def test_the_end_of_a_hand_is_undone_with_its_payments(table: TableMaker) -> None:
    at = e1(table(4))

    assert "won the hand" in at.host.text(f"{at.url}/undo")
    pressed(at.host, f"{at.url}/undo", "undo")

    assert at.state.playing is not None
    assert at.state.balance(1) == 31


def test_a_deal_taken_back_leaves_the_payments_of_the_hand_before_in_sight(
    table: TableMaker,
) -> None:
    at = e1(table(4, end="manual"))
    before = at.host.text(at.url)
    at.say("begin_hand")
    pressed(at.host, f"{at.url}/undo", "undo")

    assert "Ben is out and gets 22" in before
    assert "Ben is out and gets 22" in at.host.text(at.url)


# ---- amending -----------------------------------------------------------------------------------


def test_it_was_another_player(at: AtTable) -> None:
    page = f"{at.url}/amend/{card_line(at, '6C')}"
    keys = [form for form in forms(at.host.get(page)) if form.get("kind") == "amend"]

    assert sorted(key["seat"] for key in keys) == ["0", "1", "3"]
    assert pressed(at.host, page, "amend") == 303
    assert at.state.hand is not None
    assert [play.seat for play in at.state.hand.plays] == [0, 1, int(keys[0]["seat"])]


def test_what_would_fall_is_listed_before_it_does(at: AtTable) -> None:
    at.say("stop")
    tap(at, "Carla 2D")
    page = f"{at.url}/amend/{card_line(at, '6C')}"

    assert "1 later fall" in at.host.text(page)
    sheet = at.host.get(f"{page}?seat=3")
    assert "This no longer fits and would fall" in words(sheet)
    assert "Carla plays a card 2♦" in words(sheet)
    assert pressed(at.host, f"{page}?seat=3", "amend") == 303
    assert at.state.hand is not None
    assert [play.seat for play in at.state.hand.plays] == [0, 1, 3]


def test_it_was_another_card(at: AtTable) -> None:
    at.say("undo")
    at.say("undo")
    page = f"{at.url}/amend/{card_line(at, '4C')}?suit=H"
    body = at.host.get(page)
    lows = [form["card"] for form in forms(body) if form.get("kind") == "amend" and "card" in form]

    assert "3H" in lows
    assert at.tap(at.host, "amend", seq=card_line(at, "4C"), card="3H").status_code == 303
    assert at.state.hand is not None and at.state.hand.last == "3H"


def test_only_the_own_play_is_amended_by_a_player(at: AtTable) -> None:
    answer = at.players[1].get(f"{at.url}/amend/{card_line(at, '6C')}")

    assert answer.status_code == 409
    assert "by the host or by who had it" in words(answer)
    assert at.players[2].get(f"{at.url}/amend/{card_line(at, '6C')}").status_code == 200


@pytest.mark.parametrize("odd", ["1", "4711", "2?seat=1", "12?card=XX", "14?seat=99"])
def test_what_cannot_be_amended_gets_a_sentence(at: AtTable, odd: str) -> None:
    answer = at.host.get(f"{at.url}/amend/{odd}")

    assert answer.status_code in (404, 409)
    assert "." in words(answer)


def test_an_undone_line_is_not_amended(at: AtTable) -> None:
    at.say("undo")

    answer = at.host.get(f"{at.url}/amend/{card_line(at, '6C')}")

    assert "has been taken back already" in words(answer)


# ---- by hand ------------------------------------------------------------------------------------


def moved(at: AtTable, phone: Phone, **fields: str) -> tuple[int, str]:
    """Send the form of a correction; return status and words."""
    page = phone.get(f"{at.url}/correct")
    form = next(form for form in forms(page) if form.get("kind") == "correct")
    answer = phone.post(form.pop("action"), **{**form, **fields})
    return answer.status_code, answer.get_data(as_text=True)


def test_chips_are_moved_by_hand_with_a_note(at: AtTable) -> None:
    before = at.state.balance(0)

    status, _ = moved(at, at.host, debit="0", credit="QD", chips="2", note="forgot a stake")

    assert status == 303
    assert at.state.balance(0) == before - 2
    assert "2 chips from Anna to Q♦ by hand: forgot a stake" in at.host.text(f"{at.url}/history")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"debit": "0", "credit": "1", "chips": "2", "note": "  "}, "Say why"),
        ({"debit": "0", "credit": "0", "chips": "2", "note": "x"}, "where it came from"),
        ({"debit": "0", "credit": "1", "chips": "-4", "note": "x"}, "cannot be moved"),
        ({"debit": "0", "credit": "1", "chips": "1.5", "note": "x"}, "whole number"),
        ({"debit": "QD", "credit": "1", "chips": "99", "note": "x"}, "is all there is"),
        ({"debit": "0", "credit": "zz", "chips": "1", "note": "x"}, "zz"),
        ({"debit": "0", "credit": "1", "chips": "1", "note": "y" * 300}, "200"),
    ],
)
def test_a_refused_correction_keeps_what_was_typed(
    at: AtTable, fields: dict[str, str], said: str
) -> None:
    before = at.seq

    status, body = moved(at, at.host, **fields)

    assert status == 409
    assert said in body
    assert f'value="{fields["note"][:50]}' in body
    assert f'value="{fields["debit"]}" selected' in body
    assert at.seq == before


def test_only_the_host_moves_chips_by_hand(at: AtTable) -> None:
    assert "Only the host moves chips by hand" in at.players[1].text(f"{at.url}/correct")

    answer = at.players[1].post(
        f"{at.url}/correct", id="p", seq_seen=at.seq, debit="0", credit="1", chips="3", note="mine"
    )

    assert answer.status_code == 409


def test_a_form_without_an_id_or_from_elsewhere_is_refused_on_the_page(at: AtTable) -> None:
    fields = {"debit": "0", "credit": "1", "chips": "3", "note": "x", "seq_seen": str(at.seq)}

    assert at.host.post(f"{at.url}/correct", **fields).status_code == 409
    answer = at.host.client.post(
        f"{at.url}/correct", data={**fields, "id": "a"}, headers={"Origin": "http://evil.example"}
    )

    assert answer.status_code == 403
    assert "web site" in words(answer)
    assert at.state.balance(1) == 26


# ---- a sale put right ---------------------------------------------------------------------------


@pytest.fixture
def sold(table: TableMaker) -> AtTable:
    """Dan has sold the spare hand to Ben for 4; two cards were played since."""
    at = table(4, spare_auction=True, auction_style="open")
    at.begin()
    at.say("sell", seat=3, buyer=1, chips=4)
    tap(at, "Anna 4C, Ben 5C")
    return at


def test_the_spare_hand_was_sold_to_somebody_else(sold: AtTable) -> None:
    page = f"{sold.url}/amend/{line(sold, 'SpareSold')}"
    assert words(sold.host.get(page)).count("Carla") == 1

    assert pressed(sold.host, page, "amend", 1) == 303

    assert [sold.state.balance(seat) for seat in range(4)] == [26, 26, 22, 26]
    assert [play.card for play in sold.state.hand.plays] == ["4C", "5C"]


def test_the_spare_hand_was_sold_at_another_price(sold: AtTable) -> None:
    seq = line(sold, "SpareSold")
    asked = sold.host.get(f"{sold.url}/amend/{seq}?price=1")
    assert "How many chips did Ben pay?" in words(asked)

    assert sold.tap(sold.host, "amend", seq=seq, chips=6).status_code == 303

    assert [sold.state.balance(seat) for seat in range(4)] == [26, 20, 26, 28]


def test_the_undo_sheet_leads_to_the_sale(sold: AtTable) -> None:
    sheet = sold.host.get(f"{sold.url}/undo").get_data(as_text=True)

    assert f"{sold.url}/amend/{line(sold, 'SpareSold')}" in sheet


def test_a_sale_is_changed_by_the_host_or_the_dealer_only(sold: AtTable) -> None:
    page = f"{sold.url}/amend/{line(sold, 'SpareSold')}"

    assert sold.players[3].get(page).status_code == 200
    assert sold.players[1].get(page).status_code == 409
