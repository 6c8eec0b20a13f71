"""Screens at the end of a hand: cards left, who shows a pay card, what was paid (S7, S8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.wrappers import Response

from companion.core import ends, settle, undo
from companion.core import events as ev
from companion.core.game import KITTY
from companion.core.options import counted
from companion.core.tell import cards_word
from companion.web import shapes
from companion.web.here import Here, boodle, render
from companion.web.pile_photo import check_key
from companion.web.shapes import Shape, act, acting_for, conserved, link, page, person

Args = Mapping[str, str]


def payments(place: Here) -> Response:
    """S8: what was paid for the hand, to whom and why; it stays until somebody goes on."""
    table, result = place.table, place.table.results[-1]
    lines = last_settlement(place)
    winner = result.winner
    gain, asks = outcome(place)
    doubted = [seq for seq in table.objections if seq in {line["seq"] for line in lines}]
    total = None
    if winner is not None and gain:
        after = table.balance(winner)
        total = {
            "person": person(place, winner),
            "gain": gain,
            "before": after - gain,
            "after": after,
        }
    stay = [shapes.pot(place, space) for space, chips in table.layout_chips.items() if chips]
    may = place.is_host or place.seat is not None
    over = ends.reached(table)
    return render(
        "table/payments.html", page(place, f"Hand {result.number} is over", toast=None),
        asks=asks, pays=lines, total=total, stay=stay, sum=conserved(table),
        go=_after_payments(place, doubted, over) if may else None,
        objection=_objection(place, doubted), keys=_payment_keys(place),
        waiting="The table goes on when the next hand begins.",
    )  # fmt: skip


def outcome(place: Here) -> tuple[int, list[Any]]:
    """Return what the winner of the last hand got when it ended, and the sentence that says so."""
    table, winner = place.table, place.table.results[-1].winner
    if winner is None:
        return 0, ["Nobody is out: the hand is void"]
    paid = sum(line["amount"] for line in last_settlement(place) if line["to_seat"] == winner)
    hand = table.hand
    has_kitty = hand is not None and hand.awards.get(KITTY) == winner
    kitty = shapes.took(place, hand, KITTY) if hand is not None and has_kitty else 0
    gets = [f"{paid}"] if paid else []
    gets += [f"{kitty} from {shapes.the_space(table, KITTY)}"] if kitty else []
    words = f" is out and gets {' and '.join(gets)}" if gets else " is out"
    return paid + kitty, [person(place, winner), words]


def _after_payments(place: Here, doubted: list[int], over: str | None) -> Shape:
    label = "Next hand" if over is None else "That was the last hand"
    go = link(place.url() + "?next=1", label)
    return {**go, "off": "Settle the doubt first"} if doubted else go


def _payment_keys(place: Here) -> list[Shape]:
    """Return two ways to doubt what was paid and played; the history is in the menu, too."""
    counts = place.table.results[-1].winner is not None and place.table.options.per_card
    keys = [link(place.url("counts"), "A count is wrong")] if counts else []
    check = check_key(place)
    keys += [check] if check else []
    return [*keys, link(place.url("history"), "What happened")][:2]


def _objection(place: Here, doubted: list[int]) -> Shape | None:
    if not doubted:
        return None
    may = place.is_host
    return {
        "text": "Somebody doubts a line. Look at it together.",
        "fine": act("settle_objection", "It is fine", data={"seq": doubted[0]}) if may else None,
        "fix": link(place.url("undo"), "Put it right"),
    }


def last_settlement(place: Here) -> list[Shape]:
    """Return the payments of the last hand's end: kitty, cards left, pay cards shown."""
    table = place.table
    lines: list[Shape] = []
    gone = undo.reverted(boodle().croupier.log(place.evening.id))
    for line in boodle().croupier.log(place.evening.id):
        event = line.event
        if line.seq in gone:
            continue
        if isinstance(event, ev.HandBegun):
            lines = []
        if not isinstance(event, (ev.CardsPaid, ev.CountCorrected)):
            continue
        lines += _payment(place, line.seq, event)
    return [line for line in lines if line["amount"] or table.options.per_card]


def _payment(place: Here, seq: int, event: ev.CardsPaid | ev.CountCorrected) -> list[Shape]:
    debtor, creditor, chips = event.seat, event.winner, event.chips
    if creditor is None or not chips:
        return []
    why = f"{cards_word(event.cards)} left"
    if isinstance(event, ev.CountCorrected):
        why = f"put right: {why}"
        if chips < 0:
            debtor, creditor, chips = creditor, debtor, -chips
    elif event.cancelled:
        why += f"; {place.chips(event.cancelled)} could not be paid"
    objected = seq in place.table.objections
    return [
        {
            "from": person(place, debtor), "to": person(place, creditor), "to_seat": creditor,
            "amount": chips, "why": why, "seq": seq, "objected": objected,
            "cause": place.url(f"cause/{seq}"),
            "object": act("object", data={"seq": seq}) if _may_object(place) else None,
        }
    ]  # fmt: skip


def _may_object(place: Here) -> bool:
    return place.is_host or place.seat is not None


def counts(place: Here, args: Args) -> Response:
    """S7: how many cards everybody has left."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    wanted = settle.counts_wanted(table)
    seat = acting_for(place, args, wanted)
    told = [
        {
            "person": person(place, each),
            "left": hand.counts.get(each),
            "you": each == seat == place.seat,
        }
        for each in settle.losers(hand)
    ]  # fmt: skip
    out = {"name": "Nobody", "animal": None} if hand.out is None else person(place, hand.out)
    values: Shape = {"out": out, "counts": told, "keys": [], "photo": None, "do": None}
    if seat is None:
        names = ", ".join(table.name(each) for each in wanted)
        values |= {"asks": [out, " is out"], "waiting": f"Waiting for {names}."}
    else:
        whose = "do you" if seat == place.seat else f"does {table.name(seat)}"
        values |= {
            "asks": [out, f" is out. How many cards {whose} hold?"], "field": "cards",
            "do": {"kind": "count", "data": {"seat": seat}},
            "lowest": 1, "highest": hand.dealt[seat],
            "says": f"{table.name(seat)} was dealt {cards_word(hand.dealt[seat])}.",
            "expected": None, "photo": f"{place.url('photo/left')}?for={seat}",
        }  # fmt: skip
        if place.is_host:
            values["keys"] = [
                link(f"{place.url()}?for={each}", f"For {table.name(each)}")
                for each in wanted
                if each != seat
            ][:3]
    return render(
        "table/cards_left.html", page(place, "Cards left", waiting=seat is None), **values
    )


def shown(place: Here, args: Args) -> Response:
    """Who is left with a pay card (option ``unplayed_paycard``)."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    unshown = settle.pay_cards_unshown(table)
    space = unshown[0]
    card: Shape = {"card": shapes.space_card(table, space)}
    left = [seat for seat in settle.losers(hand) if hand.left[seat]]
    if not place.is_host:  # a phone answers for its own hand only
        left = [seat for seat in left if seat == place.seat]
    says = {seat: act("holds", data={"seat": seat, "space": space}) for seat in left}
    asks: list[Any] = ["Who is left with the ", card, "?"]
    keys, rows = [act("close_hand", "Nobody else has one")], list[Shape]()
    if place.is_host:
        rows = [{"person": person(place, seat), "action": say} for seat, say in says.items()]
    elif says:
        asks = ["Are you left with the ", card, "?"]
        keys = [{**say, "label": ["I hold the ", card]} for say in says.values()] + keys
    return render(
        "table/out.html", page(place, "Left with a pay card", waiting=not says), asks=asks,
        about=_left_costs(place, space), people=rows, keys=keys,
    )  # fmt: skip


def _left_costs(place: Here, space: str) -> str | None:
    """Say what being left with the pay card of *space* brings, before anybody owns up."""
    table = place.table
    if table.game.exempt is not None:
        return "Whoever is pays nothing for the cards left."
    word, chips = counted(table.options.unplayed_paycard)
    due = table.balance(space) if word == "double" else chips or 0
    return f"Whoever is puts {place.chips(due)} on it." if due else None
