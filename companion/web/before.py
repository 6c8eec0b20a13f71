"""Screens before a hand's first card: who deals, stakes, deal, spare hand (S4, S5, S9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from werkzeug.wrappers import Response

from companion.core import ends, pots
from companion.core import events as ev
from companion.core.cards import RANKS_IN_ORDER, SUITS, Card, suit_word
from companion.core.hand import stakes_missing
from companion.core.table import Hand, Table, evolve
from companion.web import shapes
from companion.web.here import Here, boodle, render
from companion.web.rule_card import changes
from companion.web.shapes import (
    Shape,
    act,
    acting_for,
    allowed,
    conserved,
    link,
    page,
    people,
    person,
)
from companion.web.staking import staking

Args = Mapping[str, str]


def next_hand(place: Here) -> Response:
    """S9: before the next deal."""
    table, dealer = place.table, place.table.dealer
    assert dealer is not None
    number = len(table.results) + 1
    mine = dealer == place.seat
    may = mine or place.is_host
    go = allowed(place, act("begin_hand", ["Deal: ", person(place, dealer)])) if may else None
    asks = [person(place, dealer), f"{', you deal' if mine else ' deals'} hand {number}"]
    keys = [
        link(place.url("players"), "Who plays?"),
        link(place.url("dealer"), "Another dealer"),
        _other_depth(place),
    ]
    over = ends.reached(_by_the_next_rules(table))
    if over is not None and place.is_host:
        go = act("end_evening", "Settle up")
        keys.insert(0, act("play_on", "Play on"))
        asks = ["The evening is done, as agreed"]
    richest = sorted(people(place), key=lambda who: -who["chips"])
    return render(
        "table/next_hand.html", page(place, f"Hand {number}", waiting=not may),
        asks=asks, pots=[shapes.pot(place, s) for s in table.layout_chips], people=richest,
        notes=_before_hand_notes(place), go=go, keys=keys if place.is_host else [],
        waiting=[person(place, dealer), " begins the hand. Nothing for you to do."],
    )  # fmt: skip


def _other_depth(place: Here) -> Shape:
    """Return the key that changes how much is entered from this hand on."""
    if place.table.depth == "pots":
        return act("depth", "Tap every card", data={"depth": "cards"}, small="now only pots")
    return act("depth", "Only pots", data={"depth": "pots"}, small="now every card")


def _by_the_next_rules(table: Table) -> Table:
    """Return *table* as its next hand begins: by the house rules agreed for it, if any."""
    coming = table.rules_coming
    return table if coming is None else evolve(table, ev.RulesApplied(coming.to_dict()))


def _before_hand_notes(place: Here) -> list[Shape]:
    table = _by_the_next_rules(place.table)
    notes: list[Shape] = [
        {"text": "sits down with this hand.", "title": who["name"], "kind": ""}
        for who in boodle().door.waiting(place.evening)
    ]
    if place.table.rules_coming is not None:
        told = [each["now"] for each in changes(table.game, place.table.options, table.options)]
        text = " ".join(told) or "The rule card says which."
        notes.append({"text": text, "title": "Other house rules from this hand on", "kind": ""})
    planned = ends.planned_hands(table)
    if planned is not None and len(table.results) + 1 == planned:
        notes.append({"text": "After it you settle up.", "title": "The last hand", "kind": ""})
    if table.last_lap:
        won = "A pay card" if table.options.end == "rundown_cards" else "The kitty or pot"
        text = f"{won} that is won now gets no new chips."
        notes.append({"text": text, "title": "The last lap", "kind": ""})
    poor = ends.last_stake(table) if table.results else ()
    return notes + [_poor(place, table, seat) for seat in poor]


def _poor(place: Here, table: Table, seat: int) -> Shape:
    """Say what the rules of *table* do about somebody who has no stake left, or one only."""
    needs, there = pots.full_stake(table, dealer=seat == table.dealer), table.balance(seat)
    rule = _BROKE[table.options.insolvency]
    follows = f". By your rules {rule}"
    if seat not in ends.broke(table):
        follows = f", so it may be the last one. Then by your rules {rule}"
    return {
        "text": f"The stake is {place.chips(needs)}{follows}",
        "title": f"{table.name(seat)} has {place.chips(there)}",
        "kind": "warn", "person": person(place, seat),
    }  # fmt: skip


_BROKE: Final = {
    "iou": "Boodle keeps the debt; nobody has to leave.",
    "rebuy": "they buy in again, in the menu.",
    "out": "who cannot pay the stake leaves.",
}


def stakes(place: Here, args: Args) -> Response:
    """S4 with a choice: each phone places its own; the host can do it for somebody."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    missing = stakes_missing(table)
    seat = acting_for(place, args, missing)
    if seat is None:
        return render(
            "table/cards_waiting.html", page(place, "Stakes", waiting=True),
            pots=shapes.pots(place), person=None, asks="Your chips are down",
            about="Waiting for " + ", ".join(table.name(s) for s in missing) + ".", keys=[],
        )  # fmt: skip
    return staking(place, seat, args, missing)


def deal(place: Here, args: Args) -> Response:
    """S4 and S5: the chips are down; how many cards each gets. The first play starts the hand."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    deals = place.seat == hand.dealer
    if not deals and not place.is_host:
        return _chips_down(place, hand)
    order = hand.circle
    thrown = table.options.discard
    places: list[Shape] = [
        {"person": person(place, seat), "cards": hand.left[seat] + thrown}
        for seat in (order[-1], *order[:-1])
    ]
    if table.options.spare != "none":
        places.append({"spare": True, "label": "spare", "cards": hand.spare})
    keys = [link(place.url("stakes"), "The stakes")]
    if hand.depth == "cards":
        keys.append(act("pots_only", "Only pots in this hand"))
    go = act("deal")
    if table.options.has_trumps:
        if "turned" in args:
            return _turned_up(place, hand, args["turned"])
        go = link(f"{place.url()}?turned=", "Dealt", small="then say which card is turned up")
    return render(
        "table/deal.html", page(place, "Deal"), asks=_how_to_deal(place, hand), places=places,
        cards=len(table.game.pack), go=go, keys=keys,
    )  # fmt: skip


def _how_to_deal(place: Here, hand: Hand) -> list[Any]:
    """Return in one sentence who gets how many cards."""
    table, eldest = place.table, hand.eldest
    first: list[Any] = [", one card at a time, ", person(place, eldest), " first"]
    if thrown := table.options.discard:
        return [f"Deal {hand.left[eldest] + thrown} each, then all throw {thrown} away"]
    if table.game.cards_each is not None:
        return [f"Deal {table.game.cards_each} each", *first]
    return [f"Deal {len(hand.circle) + (table.options.spare != 'none')} hands", *first]


def _turned_up(place: Here, hand: Hand, suit: str) -> Response:
    """The last card of the spare hand, turned up for trumps: its suit, then its rank."""
    table = place.table
    chosen = suit if suit in SUITS and suit else ""
    suits = [
        {"suit": each, "chosen": each == chosen, "action": link(f"{place.url()}?turned={each}")}
        for each in "SHDC"
    ]
    cards = [Card(rank + chosen) for rank in RANKS_IN_ORDER[table.options.ace] if chosen]
    ranks = [
        {"card": card, "action": act("deal", data={"turned": card})}
        for card in cards if table.game.has(card)
    ]  # fmt: skip
    return render(
        "table/lead.html", page(place, "Turned up"), pots=shapes.pots(place),
        asks="Which card is turned up?" if not chosen else f"Which of the {suit_word(chosen)}?",
        about=["The last card of the spare hand: its suit is trumps."],
        suit=chosen or None, suits=suits, ranks=ranks, seen=None,
        keys=[link(place.url(), "Back to the deal")],
    )  # fmt: skip


def _chips_down(place: Here, hand: Hand) -> Response:
    keys: list[Shape] = []
    if hand.depth == "cards" and place.seat == hand.eldest:
        keys.append(link(place.url("lead"), "I lead the first card"))
    return stakes_shown(place, keys, waiting=not keys)


def stakes_shown(place: Here, keys: list[Shape], *, waiting: bool, **header: Any) -> Response:
    """S4 fixed: what everybody put on the layout, before and after."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    shown = []
    for space, chips in table.layout_chips.items():
        add = sum(stake.get(space, 0) for stake in hand.stakes.values())
        by_hand = {} if table.options.funding == "bank" else {"before": chips - add, "add": add}
        shown.append({**shapes.pot(place, space), **by_hand})
    mine = None
    if place.seat is not None and place.seat in hand.stakes:
        pays = sum(hand.stakes[place.seat].values())
        after = table.balance(place.seat)
        mine = {
            "person": person(place, place.seat),
            "before": after + pays,
            "after": after,
            "pays": pays,
        }
    return render(
        "table/stakes.html", page(place, "Stakes", waiting=waiting, **header),
        asks=_stake_heading(place), about=_stake_words(place, hand), pots=shown, mine=mine,
        sum=conserved(table), keys=keys, notes=[],
    )  # fmt: skip


def _stake_heading(place: Here) -> str:
    return "Points to win" if place.table.options.funding == "bank" else "Chips go down"


def _stake_words(place: Here, hand: Hand) -> Any:
    options = place.table.options
    if options.funding == "dealer":
        return [person(place, hand.dealer), f" deals and {_dressing(place, hand)}."]
    if options.funding == "bank":
        return f"The bank puts {options.ante} on each and {options.kitty_stake} in the kitty."
    if options.placement != "each":
        missing = [place.table.name(seat) for seat in stakes_missing(place.table)]
        return f"Waiting for {', '.join(missing)}." if missing else "Everybody has placed a stake."
    if place.table.game.weights:
        return f"Everybody {_dressing(place, hand)}."
    if options.dealer_factor == 1:
        return f"Everybody puts {place.chips(options.ante)} on each."
    double = options.dealer_factor * options.ante
    others = f" puts {double} on each, everyone else {options.ante}."
    return ["Dealer ", person(place, hand.dealer), others]


def _dressing(place: Here, hand: Hand) -> str:
    """Return how a stake is shared out that is not the same everywhere: 15 for Pope Joan."""
    table = place.table
    laid = [(space, chips) for space, chips in hand.stakes[hand.dealer].items() if chips]
    usual = min(chips for _, chips in laid)
    more = [f"{n} on {shapes.the_space(table, space)}" for space, n in laid if n > usual]
    rest = f"{usual} on each of the others" if len(more) < len(laid) else ""
    told = ", ".join([*more, *([rest] if rest else [])])
    return f"puts {place.chips(sum(chips for _, chips in laid))} down: {told}"
