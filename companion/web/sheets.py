"""Questions beside the main screen: who is out, who played those between, who had it after all."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.core import ends, play, settle, showdown
from companion.core.cards import Card, CardError, next_card
from companion.core.commands import refusal
from companion.core.game import KITTY
from companion.core.table import Hand
from companion.pile import total
from companion.web import before, betting, running, sent
from companion.web.here import Here, here, render
from companion.web.pile_photo import check_key
from companion.web.shapes import (
    Shape,
    act,
    acting_for,
    allowed,
    in_seat_order,
    link,
    page,
    people,
    person,
    the_space,
)

blueprint = Blueprint("sheets", __name__)


def _hand(place: Here) -> Hand | None:
    """Return the hand being played where this phone may act in it."""
    hand = place.table.playing
    return hand if hand is not None and (place.is_host or place.seat in hand.circle) else None


def _to_table(place: Here) -> Response:
    return redirect(place.url(), 303)


@blueprint.get("/t/<code>/lead")
def lead(code: str) -> Response:
    """S6b: who has the lead chooses a suit, then a rank."""
    place = here(code)
    hand = _hand(place)
    if hand is None or hand.depth != "cards" or hand.phase not in ("deal", "spare", "runs"):
        return _to_table(place)
    return running.lead(place, request.args)


@blueprint.get("/t/<code>/stakes")
def stakes(code: str) -> Response:
    """S4: what everybody put on the layout in this hand."""
    place = here(code)
    if place.table.playing is None:
        return _to_table(place)
    return before.stakes_shown(place, [], waiting=False, back=place.url())


@blueprint.get("/t/<code>/out")
def out(code: str) -> Response:
    """Who is out? (pots only)"""
    place = here(code)
    hand = _hand(place)
    if hand is None or hand.depth != "pots":
        return _to_table(place)
    rows = [
        {"person": person(place, seat), "action": act("out", data={"seat": seat})}
        for seat in in_seat_order(place.table, hand)
    ]  # fmt: skip
    keys = [act("void", "Nobody: the hand is void")] if place.is_host else []
    return render(
        "table/out.html", page(place, "Who is out?"), asks="Who is out?",
        about=_goes_with_it(place), people=rows, keys=keys,
        cancel=place.url(),
    )  # fmt: skip


def _goes_with_it(place: Here) -> str | None:
    """Return what whoever is out takes with the last card, where something lies there."""
    chips = place.table.balance(KITTY)
    if not chips:
        return None
    goes = "goes" if chips == 1 else "go"
    return f"{place.chips(chips)} from {the_space(place.table, KITTY)} {goes} with it."


@blueprint.get("/t/<code>/missed")
def missed(code: str) -> Response:
    """The card nobody had turns up before the next lead: the run goes on."""
    place = here(code)
    hand = _hand(place)
    if hand is None or hand.missing is None:
        return _to_table(place)
    rows = [
        {"person": person(place, seat),
         "action": allowed(place, act("play", data={"seat": seat, "card": hand.missing}))}
        for seat in hand.circle
    ]  # fmt: skip
    return render(
        "table/out.html", page(place, "Somebody has it"),
        asks=["Who has the ", {"card": hand.missing}, "?"], about="The run goes on from there.",
        people=rows, keys=[], cancel=place.url(),
    )  # fmt: skip


# ---- the table is faster than the taps ----------------------------------------------------------


@blueprint.get("/t/<code>/later")
def later(code: str) -> Response:
    """Pick the later card that lies there, then say who played those between."""
    place = here(code)
    hand = _hand(place)
    if hand is None or hand.needed is None or not hand.plays:
        return _to_table(place)
    try:
        card = Card.parse(request.args.get("card", ""))
    except CardError:
        return _pick_later(place, hand)
    between = play.cards_between(place.table, card)
    return _between(place, hand, card, between) if between else _pick_later(place, hand)


def _ahead(place: Here, hand: Hand) -> list[Card]:
    """Return the cards of the run after the needed one, up to the next that is out."""
    ahead: list[Card] = []
    card = hand.needed and next_card(hand.needed, place.table.options.ace)
    while card is not None and not place.table.is_out(card):
        ahead.append(card)
        card = next_card(card, place.table.options.ace)
    return ahead


def _pick_later(place: Here, hand: Hand) -> Response:
    assert hand.needed is not None
    keys = [
        {"card": card, "action": link(f"{place.url('later')}?card={card}")}
        for card in _ahead(place, hand)
    ]
    about = (
        None if keys else ["After the ", {"card": hand.needed}, " there is no card left to come."]
    )
    return render(
        "table/lead.html", page(place, "A later card"), pots=None,
        asks="Which card lies on top now?", about=about, suit=hand.needed.suit,
        suits=[], ranks=keys, seen=None, keys=[link(place.url(), "Back to the table")],
    )  # fmt: skip


def _between(place: Here, hand: Hand, card: Card, between: tuple[Card, ...]) -> Response:
    seats = in_seat_order(place.table, hand)
    return render(
        "table/between.html", page(place, "Who played those?"),
        asks="Who played those?", missing=[*between, card], later=card,
        people=people(place, seats), action=act("play_through"),
        never=link(place.url()), only_pots=act("pots_only") if place.is_host else None,
    )  # fmt: skip


# ---- a count is wrong ---------------------------------------------------------------------------


@blueprint.get("/t/<code>/counts")
def counts(code: str) -> Response:
    """Put the number of somebody's cards right, during the hand or after it was paid."""
    place = here(code)
    hand = place.table.hand
    if hand is None or not (place.is_host or place.seat is not None):
        return _to_table(place)
    wanted = sent.number(request.args, "for")
    seat = wanted if wanted in hand.left else None
    if seat is None and not place.is_host and place.seat in hand.left:
        seat = place.seat
    return _whose_count(place, hand) if seat is None else _count(place, hand, seat)


def _whose_count(place: Here, hand: Hand) -> Response:
    rows: list[Shape] = [
        {"person": person(place, seat),
         "action": link(f"{place.url('counts')}?for={seat}", small=str(hand.left[seat]))}
        for seat in hand.circle if seat != hand.out
    ]  # fmt: skip
    return render(
        "table/out.html", page(place, "A count is wrong"), asks="Whose count is wrong?",
        about=total(place.table), people=rows, keys=_checks(place), cancel=place.url(),
    )  # fmt: skip


def _count(place: Here, hand: Hand, seat: int) -> Response:
    name = place.table.name(seat)
    told = [
        {"person": person(place, each), "left": hand.left[each], "you": each == seat == place.seat}
        for each in settle.losers(hand)
    ]
    return render(
        "table/cards_left.html", page(place, "A count is wrong"),
        out=person(place, seat), asks=f"How many cards does {name} hold?", counts=told,
        says="What is paid follows your number.", field="cards", lowest=1,
        do={"kind": "correct_count", "data": {"seat": seat}},
        highest=max(hand.dealt.get(seat, 13), hand.left[seat]), expected=hand.left[seat],
        keys=[*_checks(place), link(place.url(), "Back to the table")], photo=None,
    )  # fmt: skip


def _checks(place: Here) -> list[Shape]:
    """Return the way to photographs of cards left and piles, where cards were recorded."""
    check = check_key(place)
    return [check] if check else []


@blueprint.get("/t/<code>/chips")
def chips(code: str) -> Response:
    """Another sum for a bid or a bet, as a grid of numbers."""
    place = here(code)
    kind, seat = request.args.get("kind", ""), sent.number(request.args, "seat")
    if _hand(place) is None or kind not in SUMS or seat is None or seat not in place.table.circle:
        return _to_table(place)
    data = {"seat": seat}
    first = sent.number(request.args, "from") or 1
    sums = [n for n in range(1, 100) if refusal(place.table, kind, {**data, "chips": n}) is None]
    sums = [n for n in sums if n >= first] or sums
    if not sums:
        return _to_table(place)
    highest = min(sums[-1], sums[0] + A_PAGE_OF_SUMS - 1)
    keys = [link(place.url(), "Back")]
    if highest < sums[-1]:
        here_again = f"{place.url('chips')}?kind={kind}&seat={seat}&from={highest + 1}"
        keys.append(link(here_again, f"More than {highest}"))
    return render(
        "table/cards_left.html", page(place, "Chips"), out=person(place, seat), counts=[],
        asks=f"{SUMS[kind]} how many chips?", says=None, field="chips", unit="chip",
        do={"kind": kind, "data": data}, lowest=sums[0], highest=highest, expected=None, photo=None,
        keys=keys,
    )  # fmt: skip


A_PAGE_OF_SUMS: Final = 20
"""Four rows of keys: question and keys stand on the smallest phone together."""
SUMS: Final = {"bid": "Bid", "bet": "Bet", "raise": "Raise to"}


@blueprint.get("/t/<code>/poker-won")
def poker_won(code: str) -> Response:
    """Who won the poker, told without cards?"""
    place = here(code)
    hand = _hand(place)
    return (
        betting.winners(place, request.args)
        if hand is not None and hand.phase == "poker"
        else _to_table(place)
    )


@blueprint.get("/t/<code>/last-hands")
def last_hands(code: str) -> Response:
    """The open five-card hands that decide about what is left on the layout (RULES § 2.8)."""
    place = here(code)
    seat = acting_for(place, request.args, ends.last_hands_missing(place.table))
    if seat is None:
        return redirect(place.url("settle"), 303)
    return betting.five_cards(place, request.args, seat, "show_last", [], "last-hands")


@blueprint.get("/t/<code>/hands")
def hands(code: str) -> Response:
    """Whose five cards were misread by a camera?"""
    place = here(code)
    return betting.misread(place) if showdown.hands_missing(place.table) else _to_table(place)


# ---- the spare hand is sold ---------------------------------------------------------------------


@blueprint.get("/t/<code>/sell")
def sell(code: str) -> Response:
    """Who bought the spare hand, and for how much? Bids are made aloud; the dealer says it."""
    place = here(code)
    hand = _hand(place)
    if hand is None or hand.phase not in ("deal", "spare"):
        return _to_table(place)
    by_eldest = place.table.options.spare_first_refusal == "eldest"
    chooser = hand.eldest if by_eldest else hand.dealer
    if not place.is_host and place.seat != chooser:
        return _to_table(place)
    wanted = sent.number(request.args, "buyer")
    buyers = [seat for seat in hand.circle if seat != chooser]
    if by_eldest:
        return _fixed_price(place, buyers)
    if wanted not in buyers:
        rows = [
            {"person": person(place, seat), "action": link(f"{place.url('sell')}?buyer={seat}")}
            for seat in buyers
        ]
        return render(
            "table/out.html", page(place, "Spare hand"), asks="Who buys the spare hand?",
            about=_bid_aloud(place), people=rows,
            keys=[act("leave_spare", "Nobody: it stays")], cancel=place.url(),
        )  # fmt: skip
    return _price(place, hand, wanted)


def _bid_aloud(place: Here) -> str:
    bar = place.table.options.auction_bar_paycards
    honour = " Whoever holds a pay card may not bid." if bar else ""
    return f"Bid aloud; the highest bid pays the dealer.{honour}"


def _fixed_price(place: Here, buyers: list[int]) -> Response:
    """The eldest left the spare hand: somebody further on may have it at a fixed price."""
    chips = place.table.options.auction_min
    rows = [
        {"person": person(place, seat),
         "action": allowed(place, act("buy_spare", data={"seat": seat, "chips": chips}))}
        for seat in buyers
    ]  # fmt: skip
    return render(
        "table/out.html", page(place, "Spare hand"), asks="Who buys the spare hand?",
        about=f"It costs {place.chips(chips)}, into the kitty.", people=rows,
        keys=[act("leave_spare", "Nobody: it stays")], cancel=place.url(),
    )  # fmt: skip


def _price(place: Here, hand: Hand, buyer: int) -> Response:
    least = place.table.options.auction_min
    return render(
        "table/cards_left.html", page(place, "Spare hand"), out=person(place, buyer),
        asks=f"How many chips does {place.table.name(buyer)} pay?", counts=[], says=None,
        field="chips", do={"kind": "sell", "data": {"seat": hand.dealer, "buyer": buyer}},
        lowest=least, highest=max(least + 19, 20), expected=None, photo=None,
        keys=[link(place.url("sell"), "Somebody else")],
    )  # fmt: skip
