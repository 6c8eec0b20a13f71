"""What people dispute at the table (RULES § 11): each row has its place on the screens."""

from __future__ import annotations

import re

import pytest
from phones import AtTable, Phone, TableMaker, forms, words
from tapped import card_line, e1, line, tap
from web.test_proven import every_screen, shown

from companion.web import shapes

FRESH = 1.0
"""Seconds ago: what has just happened stands on every phone."""


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the tests stands in another year; here everything has just happened."""
    monkeypatch.setattr(shapes, "age_s", lambda at_utc: FRESH)


def keys(at: AtTable, phone: Phone, page: str, kind: str) -> list[dict[str, str]]:
    """The keys of a kind on a page."""
    found = forms(phone.get(f"{at.url}{page}", follow_redirects=True))
    return [form for form in found if form.get("kind") == kind]


def press(at: AtTable, phone: Phone, page: str, kind: str, **wanted: object) -> None:
    """Press the key of a kind that carries *wanted*."""
    told = {name: str(value) for name, value in wanted.items()}
    key = next(k for k in keys(at, phone, page, kind) if told.items() <= k.items())
    assert phone.post(key.pop("action"), **key).status_code == 303


def begun(table: TableMaker, players: int = 4, **options: object) -> AtTable:
    """A table whose cards are dealt; the last seat deals."""
    at = table(players, **options)
    at.begin()
    return at


def test_ace_high_or_low(table: TableMaker) -> None:
    """The rule card says it on every phone, and the top card stops by itself."""
    at = begun(table, ace="low")

    for phone in at.players.values():
        assert "The ace is below the 2." in shown(at, phone, "/rules")
    tap(at, "Anna KD")
    assert all("Stop: the top card" in shown(at, at.players[seat]) for seat in (1, 2, 3))


def test_who_starts(table: TableMaker) -> None:
    """Everybody reads who leads, or which card begins."""
    at = begun(table)
    assert all("Anna leads" in screen for screen in every_screen(at)[1:])

    suit = begun(table, first_lead="suit:D")
    assert all("2 of diamonds" in screen for screen in every_screen(suit))


def test_the_same_suit_again_after_a_stop(table: TableMaker) -> None:
    """The forbidden suit is grey, and an illegal lead refused with the reason."""
    at = begun(table, change="suit", fallback="pass")
    tap(at, "Anna 4C, stop")

    page = at.host.get(f"{at.url}/lead").get_data(as_text=True)
    assert re.search(r'<button[^>]* disabled aria-label="clubs"', page)
    assert "suit=D" in page and "suit=C" not in page
    refused = at.tap(at.host, "play", seat=0, card="8C")
    assert refused.status_code == 409
    assert "8♣ cannot lead: it must be" in words(refused)


def test_i_have_no_other_suit(table: TableMaker) -> None:
    """A key records it; a card that proves it wrong later shows."""
    at = begun(table, change="suit", fallback="pass", irregularity="fine:1")
    tap(at, "Anna 4C, stop")

    press(at, at.host, "/lead", "pass", seat=0)
    tap(at, "Ben 8D, Anna 9D")

    assert all("Anna passed after run 1 and now plays" in screen for screen in every_screen(at))


def test_must_it_be_the_lowest(table: TableMaker) -> None:
    """The lead asks for the lowest; a lower card later is the proof."""
    at = begun(table, irregularity="fine:1")
    assert "Your lowest diamond?" in shown(at, at.host, "/lead?suit=D")

    tap(at, "Anna 9D, stop, Anna 4C, stop, Anna 3D")

    assert all("3 of diamonds should have led" in screen for screen in every_screen(at))


def test_nobody_has_it_and_then_someone_had(table: TableMaker) -> None:
    """Before the next lead the run goes on; later the play stands, with its note."""
    at = begun(table, irregularity="fine:1")
    tap(at, "Anna 4C, stop")
    assert "I do have the 5 of clubs" in shown(at, at.players[1])

    press(at, at.players[1], "", "play", seat=1, card="5C")
    assert at.state.hand is not None and at.state.hand.needed == "6C"

    tap(at, "stop, Ben 2D, stop, Ben 6C")
    said = "6 of clubs was called in run 1 and nobody said to have it; now Ben plays it."
    assert all(said in screen for screen in every_screen(at))


def test_nobody_says_a_card_was_missed_that_the_host_finds_in_time(table: TableMaker) -> None:
    """The host's phone asks who has it after all."""
    at = begun(table)
    tap(at, "Anna 4C, stop")

    press(at, at.host, "/missed", "play", seat=2, card="5C")

    assert at.state.hand is not None and at.state.hand.run[-1] == (2, "5C", False)


def test_forgot_to_take_the_boodle(table: TableMaker) -> None:
    """With claim=call a key until the next card; else it is automatic."""
    at = begun(table, claim="call")
    tap(at, "Anna QD")
    assert keys(at, at.players[1], "", "claim") == []

    press(at, at.host, "", "claim", seat=0, space="QD")
    assert at.state.balance("QD") == 0

    tap(at, "stop, Anna JS, Ben QS")
    assert keys(at, at.host, "", "claim") == []
    assert at.state.balance("JS") == 5


def test_who_claims_has_the_key_on_the_own_phone(table: TableMaker) -> None:
    at = begun(table, claim="call")
    tap(at, "Anna 10D, Ben JD, Ben QD")

    assert "I claim queen of diamonds" in shown(at, at.players[1])
    press(at, at.players[1], "", "claim", seat=1, space="QD")

    assert at.state.balance(1) == 30 - 4 + 5


def test_dealer_double(table: TableMaker) -> None:
    """Stakes are booked by themselves, and everybody reads how."""
    at = table(4)
    at.say("dealer", seat=3)
    at.say("begin_hand")

    assert "Dealer Dan puts 2 on each, everyone else 1." in shown(at, at.players[1], "/stakes")


def test_bet_on_one_card_or_on_all(table: TableMaker) -> None:
    """The stake sheet takes the exact sum, on the cards the rules allow."""
    free = table(3, placement="free")
    free.say("dealer", seat=2)
    free.say("begin_hand")
    assert "6 more chips" in shown(free, free.host)
    assert keys(free, free.host, "?AH=6", "stake")

    one = table(3, game="newmarket_bets")
    one.say("dealer", seat=2)
    one.say("begin_hand")
    assert "Which card do you back?" in shown(one, one.host)


def test_the_spare_hand_seen_taken_back_or_sold_afterwards(table: TableMaker) -> None:
    """One key, once; the history keeps it."""
    at = begun(table, spare_swap=True, spare_auction=True)
    assert "Nobody has seen the spare hand." in shown(at, at.players[3])

    press(at, at.players[3], "", "swap", seat=3)

    assert "Dan takes the spare hand" in shown(at, at.host, "/history")
    for kind, more in (("swap", {}), ("offer", {})):
        assert at.tap(at.players[3], kind, seat=3, **more).status_code == 409


def test_may_a_holder_of_a_pay_card_swap_or_bid(table: TableMaker) -> None:
    """A question of honour before, a proof after."""
    at = begun(table, spare_swap=True, spare_auction=True, auction_bar_paycards=True,
               irregularity="fine:1")  # fmt: skip
    asked = "Do you hold one of ace of hearts king of clubs queen of diamonds jack of spades ?"
    assert f"{asked} Then you may neither swap nor bid." in shown(at, at.players[3])
    press(at, at.players[3], "", "offer", seat=3)
    assert asked in shown(at, at.host)

    press(at, at.host, "", "bid", seat=0, chips=1)
    press(at, at.players[1], "", "bid", seat=1, chips=2)
    press(at, at.players[2], "", "pass_bid", seat=2)
    press(at, at.host, "", "pass_bid", seat=0)
    tap(at, "Anna QD")

    assert all("Anna bid for the spare hand and now plays" in s for s in every_screen(at))


def test_to_whom_the_auction_money_goes(table: TableMaker) -> None:
    """It is booked, and the line says to whom."""
    at = begun(table, spare_auction=True, auction_style="open")

    press(at, at.players[3], "/sell?buyer=1", "sell", seat=3, buyer=1, chips=4)

    assert "Ben → Dan" in shown(at, at.host, f"/cause/{line(at, 'SpareSold')}")


def test_extra_cards_and_unequal_hands(table: TableMaker) -> None:
    """The deal shows how many cards each must have."""
    at = table(4)
    at.say("dealer", seat=3)
    at.say("begin_hand")

    page = shown(at, at.host)

    assert [page.count(f" {cards} ") >= 2 for cards in (10, 11)] == [True, True]
    assert "spare" in page


def test_pay_for_cards_left_or_only_the_kitty(table: TableMaker) -> None:
    """Counts are worked out; each payment says what for."""
    at = e1(table(4))
    assert "6 cards left" in shown(at, at.players[2])
    assert "1 chip for each card left" in shown(at, at.host, "/rules")


def test_left_with_a_boodle_in_hand(table: TableMaker) -> None:
    """Who shows it is asked, and booked with one tap."""
    at = e1(table(4, unplayed_paycard="double"))
    assert "Who is left with the ace of hearts" in shown(at, at.host)

    press(at, at.host, "", "holds", seat=3, space="AH")

    assert at.state.balance("AH") == 10


def test_two_rows_of_eight_nine_ten(table: TableMaker) -> None:
    """They share; the odd chip stays."""
    at = begun(table, 5, game="three_in_one")
    at.say("leave_spare")
    for seat in (1, 3):
        press(at, at.host, "?space=8-9-10", "holds", seat=seat, space="8-9-10")

    press(at, at.host, "", "close_hold")

    assert [at.state.balance(account) for account in (1, 3, "8-9-10")] == [23, 23, 1]
    history = shown(at, at.host, "/history")
    assert "Ben took the 8-9-10" in history and "Dan took the 8-9-10" in history


def test_pay_cards_on_holding_or_on_playing(table: TableMaker) -> None:
    """One phase or the other, never both."""
    hold = begun(table, 4, game="three_in_one")
    hold.say("leave_spare")
    assert "Do you hold one of these?" in shown(hold, hold.players[1])

    play = begun(table, 4, game="three_in_one", pay_when="play")
    play.say("leave_spare")
    assert all("Do you hold one of these?" not in screen for screen in every_screen(play))


def test_poker_in_order(table: TableMaker) -> None:
    """Everybody reads who is asked; another's bet is refused."""
    at = begun(table, 4, game="three_in_one")
    at.say("leave_spare")
    at.say("close_hold")
    assert all("Dan is asked." in shown(at, at.players[seat]) for seat in (1, 2))
    assert "Dan is asked" in shown(at, at.host, "/table")

    assert at.tap(at.host, "bet", seat=0, chips=2).status_code == 409
    press(at, at.players[3], "", "check", seat=3)

    assert keys(at, at.host, "", "check")


def test_everyone_is_stuck(table: TableMaker) -> None:
    """After as many refusals as players the hand is void, on every screen."""
    at = begun(table, 3, change="colour", fallback="pass", end="manual")
    tap(at, "Anna 4C, stop")
    for seat in (0, 1, 2):
        press(at, at.players[seat], "/lead", "pass", seat=seat)

    assert all("Nobody is out: the hand is void" in screen for screen in every_screen(at))


def test_chips_left_at_the_end(table: TableMaker) -> None:
    """Said before, worked out after, a line a person."""
    at = e1(table(4, end="manual"))
    assert "When the evening ends they are shared equally." in shown(at, at.host, "/settle")

    press(at, at.host, "/settle", "end_evening")

    assert shown(at, at.host, "/history").count("gets a share of what was left") == 4


@pytest.mark.parametrize(
    ("insolvency", "rule"),
    [("iou", "Boodle keeps the debt; nobody has to leave."),
     ("rebuy", "they buy in again, in the menu."), ("out", "who cannot pay the stake leaves.")],
)  # fmt: skip
def test_someone_is_broke(table: TableMaker, insolvency: str, rule: str) -> None:
    """What happens is said while there is still one stake."""
    at = e1(table(4, end="manual", insolvency=insolvency))
    at.say("correct", debit=0, credit=1, chips=at.state.balance(0) - 9, note="lost a bet")

    for phone in at.players.values():
        page = shown(at, phone, "?next=1")
        assert "Anna has 9 chips" in page
        assert f"The stake is 8 chips, so it may be the last one. Then by your rules {rule}" in page


@pytest.mark.usefixtures("fresh")
def test_cards_miscounted(table: TableMaker) -> None:
    """A correction is an event with its reason, on every phone; nothing is erased."""
    at = e1(table(4, end="manual"))
    before = shown(at, at.host, "/history")
    assert "6" in before

    at.tap(at.host, "correct", debit=0, credit=1, chips=1, note="miscounted")
    said = "1 chip from Anna to Ben by hand: miscounted."
    assert all(said in screen for screen in every_screen(at))

    press(at, at.players[2], "/counts", "correct_count", seat=2, cards=3)
    assert all("Carla holds 3 cards" in screen for screen in every_screen(at))
    history = shown(at, at.host, "/history")
    assert "miscounted" in history and "Carla holds 3 cards" in history


def test_played_by_the_wrong_person(table: TableMaker) -> None:
    """It was somebody else: changed on its line, the old one stays struck through."""
    at = begun(table)
    tap(at, "Anna 4C, Ben 5C, Carla 6C")

    press(at, at.host, f"/amend/{card_line(at, '5C')}", "amend", seat=3)

    assert at.state.hand is not None and [p.seat for p in at.state.hand.plays] == [0, 3, 2]
    assert "undone by" in shown(at, at.host, "/history")
