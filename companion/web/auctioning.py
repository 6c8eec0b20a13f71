"""The spare hand on phones: taken, offered, bid for in turn, aloud or sealed (RULES § 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.wrappers import Response

from companion.core.auction import highest, least_bid
from companion.core.commands import refusal
from companion.core.state import Auction
from companion.core.table import Hand
from companion.web.here import Here, render
from companion.web.shapes import Shape, act, acting_for, allowed, link, more_chips, page, person

Args = Mapping[str, str]


def spare(place: Here, args: Args) -> Response:
    """Show the choice about the spare hand, or the auction while one runs."""
    hand = place.table.playing
    assert hand is not None
    if hand.auction is not None and hand.auction.running:
        return _auction(place, args, hand, hand.auction)
    chooser = hand.dealer
    if place.table.options.spare_first_refusal == "eldest":
        chooser = hand.eldest
    who = person(place, chooser)
    if place.seat != chooser and not place.is_host:
        return render(
            "table/spare.html", page(place, "Spare hand", waiting=True),
            asks=[who, " decides about the spare hand"], waiting="Nothing for you to do.",
        )  # fmt: skip
    swap, sell = _swap(place, chooser), _sell(place, hand)
    return render(
        "table/spare.html", page(place, "Spare hand"), asks=[who, _question(swap, sell)],
        about=_on_honour(place), swap=swap, sell=sell, leave=act("leave_spare"),
    )  # fmt: skip


def _question(swap: Shape | None, sell: Shape | None) -> str:
    """Return what is asked about the spare hand: only what the house rules allow now."""
    if swap and sell:
        return ", what about the spare hand?"
    return ", sell the spare hand?" if sell else ", take the spare hand?"


def _on_honour(place: Here) -> list[Any] | None:
    """Ask whoever may swap or bid about pay cards; nobody else can know (RULES § 2.3.4)."""
    if not place.table.options.auction_bar_paycards:
        return None
    cards = [space.cards[0] for space in place.table.spaces if space.sort == "card"]
    named: list[Any] = [part for card in cards for part in ({"card": card}, " ")]
    return ["Do you hold one of ", *named, "? Then you may neither swap nor bid."]


def _swap(place: Here, chooser: int) -> Shape | None:
    options = place.table.options
    hand = place.table.playing
    assert hand is not None
    word = f"{hand.left[chooser]} cards for the spare {hand.spare}, unseen"
    if options.auction_bar_paycards:
        word = "I hold no pay card"
    swap = act("swap", data={"seat": chooser}, small=word)
    return (
        allowed(place, swap)
        if options.spare_swap or options.spare_first_refusal == "eldest"
        else None
    )


def _sell(place: Here, hand: Hand) -> Shape | None:
    """Return the key that offers the spare hand: phones bid, or what was shouted is entered."""
    options = place.table.options
    if options.spare_first_refusal == "eldest":
        return link(place.url("sell"), "Somebody buys it", small="at the fixed price")
    if refusal(place.table, "offer", {"seat": hand.dealer}):
        return None
    if options.auction_style == "open":
        return link(place.url("sell"), "Sell it", small="bids are called out")
    words = "bids in turn" if options.auction_style == "in_turn" else "one secret bid each"
    return act("offer", "Sell it", data={"seat": hand.dealer}, small=words)


# ---- bids ---------------------------------------------------------------------------------------


def _auction(place: Here, args: Args, hand: Hand, auction: Auction) -> Response:
    sealed = place.table.options.auction_style == "sealed"
    asked = auction.asked if sealed else auction.asked[:1]
    seat = acting_for(place, args, asked)
    best = None if sealed else highest(auction, hand.circle)
    if seat is None:
        names = ", ".join(place.table.name(each) for each in asked)
        values: Shape = {"asks": _stands(place, best), "waiting": f"Waiting for {names}.",
                         "bids": [], "leave": None, "about": None}  # fmt: skip
    else:
        mine = seat == place.seat
        question = "Do you bid?" if mine else f"Does {place.table.name(seat)} bid?"
        values = {
            "asks": [*_stands(place, best), " ", question], "waiting": None,
            "bids": _bids(place, seat), "leave": act("pass_bid", data={"seat": seat}),
            "about": _on_honour(place),
        }  # fmt: skip
    return render(
        "table/auction.html", page(place, "Spare hand", waiting=seat is None),
        standing=_standing(place, hand, auction, sealed), sold=None, **values,
    )  # fmt: skip


def _stands(place: Here, best: tuple[int, int] | None) -> list[Any]:
    if best is None:
        if place.table.options.auction_style == "sealed":
            return ["One secret bid for the spare hand."]
        return ["The spare hand is for sale."]
    return [person(place, best[0]), f" bids {best[1]}."]


def _standing(place: Here, hand: Hand, auction: Auction, sealed: bool) -> list[Shape]:
    """Return who has bid what; sealed bids stay hidden until the last is in."""
    bids = dict(auction.bids)
    return [
        {"person": person(place, seat), "bid": None if sealed else bids.get(seat),
         "passed": not sealed and seat not in auction.asked and seat not in bids,
         "word": "done" if sealed and seat not in auction.asked else None}
        for seat in hand.circle if seat != hand.dealer
    ]  # fmt: skip


def _bids(place: Here, seat: int) -> list[Shape]:
    least = least_bid(place.table)
    bids = [
        act("bid", place.chips(n), data={"seat": seat, "chips": n})
        for n in (least, least + 2, least + 5)
    ]
    return [*(allowed(place, bid) for bid in bids), more_chips(place, "bid", seat)]
