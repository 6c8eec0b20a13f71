"""S3: people tapped in order, by plain links; the dealer by a tap or by chance."""

from __future__ import annotations

import re

import pytest
from phones import AtTable, Phone, TableMaker, forms, words


def links(there: AtTable, page: str) -> dict[str, str]:
    """The links of the seats page by their words."""
    body = there.host.get(page).get_data(as_text=True)
    found = re.findall(r'(?s)<a class="btn[^"]*" href="([^"]*order=[^"]*)"[^>]*>(.*?)</a>', body)
    return {re.sub(r"(?s)<svg.*?</svg>|<[^>]+>|\s+", "", inner): href for href, inner in found}


def sit_down(there: AtTable, order: list[str]) -> str:
    """Tap people in *order* and return the address that results."""
    page = f"{there.url}/seats"
    for name in order:
        page = links(there, page)[name]
    return page


def test_people_are_tapped_in_order_without_script_and_the_last_needs_no_tap(
    table: TableMaker,
) -> None:
    there = table(4)
    assert "Who sits to Anna’s left?" in there.host.text(f"{there.url}/seats")
    page = sit_down(there, ["Dan", "Ben"])
    answer = there.host.get(page)
    assert "Who deals first?" in words(answer)
    form = next(f for f in forms(answer) if f.get("dealer") == "1")
    assert form["order"] == "0,3,1,2"
    assert there.host.post(form["action"], **form).headers["Location"] == there.url
    assert there.state.circle == (0, 3, 1, 2) and there.state.dealer == 1
    assert "Deal: Ben" in there.host.text(there.url)
    assert "deals hand 1" in there.players[2].text(there.url)


def test_the_dealer_is_drawn(table: TableMaker) -> None:
    there = table(4)
    page = there.host.get(links(there, f"{there.url}/seats")["Intheordertheycame"])
    form = next(f for f in forms(page) if f.get("dealer") == "random")
    there.host.post(form["action"], **form)
    assert there.state.dealer in there.state.circle
    dealer = there.state.dealer
    for _ in range(5):
        there.host.post(form["action"], **form)
    assert there.state.dealer == dealer, "the same tap draws once"


def test_the_same_ring_mends_the_order_later(table: TableMaker) -> None:
    there = table(4)
    there.say("dealer", seat=2)
    page = there.host.get(sit_down(there, ["Carla", "Ben"]))
    form = next(f for f in forms(page) if f.get("dealer") == "2")
    there.host.post(form["action"], **form)
    assert there.state.circle == (0, 2, 1, 3)


@pytest.mark.parametrize("order", ["9", "x", "0,0,0", "1,99,1", ",,", "0," * 50, "-1"])
def test_an_odd_address_still_shows_the_ring(table: TableMaker, order: str) -> None:
    there = table(4)
    assert "left?" in there.host.text(f"{there.url}/seats?order={order}")


@pytest.mark.parametrize(
    ("order", "dealer"),
    [("0,1", "0"), ("", "0"), ("0,1,2,9", "0"), ("x", "0"), ("0,1,2,3", "9"), ("0,1,2,3", "")],
)
def test_an_order_that_is_none_is_refused_with_a_sentence(
    table: TableMaker, order: str, dealer: str
) -> None:
    there = table(4)
    answer = there.host.post(f"{there.url}/seats", order=order, dealer=dealer, id="s")
    assert answer.status_code == 409
    assert there.state.dealer is None and there.state.circle == (0, 1, 2, 3)


def test_only_the_host_orders_the_seats(table: TableMaker) -> None:
    there = table(4)
    others: list[Phone] = [there.players[1], there.phone("watcher"), there.phone("stranger")]
    for phone in others:
        assert "Who sits where" in phone.text(f"{there.url}/seats")
        answer = phone.post(f"{there.url}/seats", order="3,2,1,0", dealer="1", id=phone.token)
        assert answer.status_code in (403, 409)
    assert there.state.circle == (0, 1, 2, 3)


def test_while_a_hand_is_played_the_ring_only_shows(table: TableMaker) -> None:
    there = table(4)
    there.begin()
    page = there.host.text(f"{there.url}/seats")
    assert "A hand is being played" in page and "Dan" in page
    answer = there.host.post(f"{there.url}/seats", order="3,2,1,0", dealer="1", id="s")
    assert answer.status_code == 409


def test_too_few_people_have_no_order_yet(table: TableMaker) -> None:
    there = table(2)
    assert "3 players or more" in there.host.text(f"{there.url}/seats")
    assert table(0).host.get(f"{there.url}/seats").status_code == 200


def test_a_wrong_dealer_is_put_right_in_two_taps(table: TableMaker) -> None:
    there = table(4)
    there.say("dealer", seat=2)
    assert f'href="{there.url}/dealer"' in there.host.get(there.url).get_data(as_text=True)
    page = there.host.get(f"{there.url}/dealer")
    form = next(f for f in forms(page) if f.get("kind") == "dealer" and f["seat"] == "1")
    assert there.host.post(form["action"], **form).status_code == 303
    assert there.state.dealer == 1
    assert there.players[1].get(f"{there.url}/dealer").status_code == 303
    there.begin()
    assert "undo the beginning of this hand first" in there.host.text(f"{there.url}/dealer")
