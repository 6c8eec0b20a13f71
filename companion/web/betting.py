"""The poker round on phones: bets in order, and five cards shown by tap (RULES § 4.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from werkzeug.wrappers import Response

from companion.core.cards import RANKS, Card, CardError
from companion.core.game import POT
from companion.core.showdown import hands_missing
from companion.core.state import Poker
from companion.core.table import Hand
from companion.web.here import Here, boodle, render
from companion.web.look import card_parts
from companion.web.seen import five_url
from companion.web.shapes import Shape, act, acting_for, allowed, link, more_chips, page, person

Args = Mapping[str, str]
FIVE: Final = 5


def poker(place: Here, args: Args) -> Response:
    """Show the bets while people are asked, then the showdown."""
    hand = place.table.playing
    assert hand is not None and hand.poker is not None
    if hand.poker.turn:
        return _bets(place, args, hand, hand.poker)
    return _showdown(place, args, hand, hand.poker)


# ---- bets ---------------------------------------------------------------------------------------


def _bets(place: Here, args: Args, hand: Hand, round_: Poker) -> Response:
    seat = acting_for(place, args, round_.turn[:1])
    asked = person(place, round_.turn[0])
    pot = place.table.balance(POT)
    standing = [
        {"person": person(place, each), "bid": round_.paid.get(each, 0),
         "passed": each not in round_.playing,
         "word": _word(place, round_, each)}
        for each in round_.order
    ]  # fmt: skip
    values: Shape = {
        "waiting": ["Waiting for ", asked, "."],
        "bids": [],
        "leave": None,
        "sold": None,
    }
    verb = "call" if round_.level else "bet"
    ask: list[Any] = [asked, " is asked."]
    if seat is not None:
        ask = ["Do you ", f"{verb}?"] if seat == place.seat else ["Does ", asked, f" {verb}?"]
        words = act("fold", "Fold", data={"seat": seat})
        values |= {"waiting": None, "bids": _choices(place, seat, round_), "leave": words}
        if place.is_host and not round_.begun:
            values["sold"] = link(place.url("poker-won"), "Told at the table: who won?")
    bet = f"The bet is {round_.level}. " if round_.level else ""
    return render(
        "table/auction.html", page(place, "Poker", waiting=seat is None), back=False,
        asks=[f"{place.chips(pot)} in the pot. {bet}", *ask], standing=standing, **values,
    )  # fmt: skip


def _word(place: Here, round_: Poker, seat: int) -> str:
    """Return how *seat* stands: who has put in the last chip is in for what that can win."""
    if seat not in round_.playing:
        return "folded"
    out = place.table.options.insolvency == "out"
    return "all in" if out and round_.paid.get(seat) and place.table.balance(seat) <= 0 else "in"


def _choices(place: Here, seat: int, round_: Poker) -> list[Shape]:
    """Return what *seat* can do beside folding, the cheapest first, without what is refused."""
    options, due = place.table.options, round_.level - round_.paid.get(seat, 0)
    if not round_.level:
        steps = (options.poker_min, options.poker_min + 1, options.poker_min + 4)
        choices = [act("check", "Check", data={"seat": seat})]
        choices += [act("bet", f"Bet {n}", data={"seat": seat, "chips": n}) for n in steps]
    else:
        there = max(place.table.balance(seat), 0)
        call = act("call", f"Call {due}", data={"seat": seat})
        if options.insolvency == "out" and there < due:
            call = act("call", f"All in: {there}", data={"seat": seat, "all_in": there})
        levels = (round_.level + options.poker_min, round_.level + options.poker_min + 2)
        choices = [call]
        choices += [act("raise", f"Raise to {n}", data={"seat": seat, "chips": n}) for n in levels]
    may = [choice for choice in choices if "off" not in allowed(place, choice)]
    kind = "raise" if round_.level else "bet"
    if any(choice["do"]["kind"] == kind for choice in may):
        may.append(more_chips(place, kind, seat))
    return may


# ---- the showdown -------------------------------------------------------------------------------


def _showdown(place: Here, args: Args, hand: Hand, round_: Poker) -> Response:
    missing = tuple(seat for seat in round_.playing if seat not in round_.shown)
    if hand.depth == "pots":
        return winners(place, args)
    keys = [link(place.url("poker-won"), "Say who won")] if place.is_host else []
    read = {} if "for" in args else boodle().eyes.hands(place.evening.id)
    unread = tuple(each for each in missing if each not in read)
    mine = place.seat if place.seat in missing else None
    own = read.get(mine) if mine is not None else None
    seat = acting_for(place, args, unread)
    if seat is not None and own is None:
        return five_cards(place, args, seat, "show", keys)
    if place.is_host and missing:
        keys.append(link(place.url("hands"), "Tap five cards"))
    elif mine is not None and own is not None:
        keys.append(link(five_url(place, mine, own), "Look at them"))
    names = ", ".join(place.table.name(each) for each in unread)
    waits = f"Waiting for {names}." if names else "The camera asks whether all were read right."
    calm = None if names else "Tap Answer: the pot hangs on it."
    shown = "".join(f"{Card(card).shown} " for card in own or ())
    return render(
        "table/cards_waiting.html", page(place, "Poker", waiting=True), pots=None, person=None,
        asks="Your five cards were read" if own else "Showdown", about=card_parts(shown + waits),
        calm=calm, keys=keys,
    )  # fmt: skip


def winners(place: Here, args: Args) -> Response:
    """Ask who won the poker where the cards were compared at the table."""
    hand = place.table.playing
    assert hand is not None and hand.poker is not None
    if "share" in args:
        return _sharers(place, hand.poker, args)
    rows = [
        {"person": person(place, seat), "action": act("poker_won", data={"winners": seat})}
        for seat in hand.poker.playing
    ]
    return render(
        "table/out.html", page(place, "Poker"), asks="Who won the poker?", people=rows,
        keys=[link(f"{place.url('poker-won')}?share=", "Equal hands: they share it")],
        cancel=place.url(),
    )  # fmt: skip


def _sharers(place: Here, round_: Poker, args: Args) -> Response:
    """Tap everybody who shares the pot; the odd chip goes as agreed (RULES § 3 poker_odd)."""
    told = {int(each) for each in args["share"].split(",") if each.isdecimal()}
    chosen = [seat for seat in round_.playing if seat in told]
    rows = []
    for seat in round_.playing:
        after = [each for each in round_.playing if (each in chosen) != (each == seat)]
        small = "shares" if seat in chosen else "does not"
        to = f"{place.url('poker-won')}?share={','.join(map(str, after))}"
        rows.append({"person": person(place, seat), "action": link(to, small=small)})
    go = act("poker_won", "They share it", data={"winners": ",".join(map(str, chosen))})
    if len(chosen) < 2:  # one alone shares with nobody
        go["off"] = "Tap two or more"
    return render(
        "table/out.html", page(place, "Poker"), asks="Who shares the pot?", people=rows,
        keys=[go], cancel=place.url("poker-won"),
    )  # fmt: skip


# ---- five cards ---------------------------------------------------------------------------------


def misread(place: Here) -> Response:
    """Ask whose five cards a camera has not read right; each person's phone taps its own."""
    seats = hands_missing(place.table)
    own = [seat for seat in seats if place.is_host or place.seat == seat]
    rows = [
        {"person": person(place, seat), "action": link(five_url(place, seat, ()))} for seat in own
    ]
    about = "What a camera read of the rest is asked about once more."
    if len(own) < len(seats):
        about += " The others’ are tapped on their phones or the host’s."
    return render(
        "table/out.html", page(place, "Poker", toast=None), asks="Whose five cards are tapped?",
        about=about, people=rows, keys=[], cancel=place.url(),
    )  # fmt: skip


def five_cards(
    place: Here, args: Args, seat: int, kind: str, keys: list[Shape], where: str = ""
) -> Response:
    """Pick five cards, one tap a suit and one a rank; they are kept in the address until shown."""
    picked = _picked(args.get("five", ""))
    base = f"{place.url(where)}?for={seat}&five={','.join(picked)}"
    suit = args.get("suit", "") if args.get("suit", "") in tuple("CDHS") else ""
    whose = "Your" if seat == place.seat else f"{place.table.name(seat)}:"
    if len(picked) == FIVE:
        return _these_five(place, seat, kind, picked, where)
    suits = [{"suit": s, "action": link(f"{base}&suit={s}"), "chosen": s == suit} for s in "SHDC"]
    last = "&last=1" if where else ""
    if picked:
        keys = [link(f"{base.rpartition(picked[-1])[0].rstrip(',')}", "Take one back"), *keys]
    else:
        keys = [link(f"{place.url('eye')}?five=1&for={seat}{last}", "Photo", icon="camera"), *keys]
    number = ("first", "second", "third", "fourth", "fifth")[len(picked)]
    return render(
        "table/lead.html", page(place, "Poker"), pots=None, five=picked or None,
        asks=f"{whose} {number} poker card?", suit=suit or None, suits=suits,
        ranks=_ranks(base, suit, picked), seen=None, keys=keys,
    )  # fmt: skip


def _these_five(place: Here, seat: int, kind: str, five: tuple[Card, ...], where: str) -> Response:
    """Show the five on paper once more: only this tap lays them on the table."""
    mine = seat == place.seat
    asks = "Are these your five?" if mine else f"{place.table.name(seat)}: these five?"
    return render(
        "table/lead.html", page(place, "Poker"), pots=None, asks=asks, five=five, suit=None,
        suits=[], ranks=[], seen=None,
        go=act(kind, "Show these five", data={"seat": seat, "cards": " ".join(five)}),
        keys=[link(f"{place.url(where)}?for={seat}", "Start over")],
    )  # fmt: skip


def _picked(text: str) -> tuple[Card, ...]:
    cards = []
    for word in text.split(",")[:FIVE]:
        try:
            cards.append(Card.parse(word))
        except CardError:
            continue
    return tuple(dict.fromkeys(cards))


def _ranks(base: str, suit: str, picked: tuple[Card, ...]) -> list[Shape]:
    comma = "," if picked else ""
    return [
        {"card": card, "action": link(f"{base}{comma}{card}")}
        for card in (Card(rank + suit) for rank in RANKS if suit) if card not in picked
    ]  # fmt: skip
