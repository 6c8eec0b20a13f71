"""Which screen a phone shows now, by the state of the table and what the phone may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import redirect
from werkzeug.wrappers import Response

from companion.core import ends, money, play, pots, settle
from companion.core import events as ev
from companion.core.cards import RANKS_IN_ORDER, Card, suit_word
from companion.core.hand import stakes_missing
from companion.core.table import Hand
from companion.core.tell import cards_word, chips_word
from companion.web import shapes
from companion.web.here import Here, boodle, render
from companion.web.shapes import Shape, act, allowed, conserved, link, page, people, person, strip

Args = Mapping[str, str]
Screen = Callable[[Here, Args], Response]


def is_stranger(place: Here) -> bool:
    """Whether this phone neither plays nor watches here yet."""
    return place.visitor.role == "watcher" and not place.visitor.name


def show(place: Here, args: Args) -> Response:
    """Render the screen that fits the moment."""
    table = place.table
    if table.proposal is not None and may_answer_proposal(place):
        return proposal(place)
    if table.ended:
        return redirect(place.url("settle"), 303)
    if table.playing is None:
        return _between(place, args)
    if not place.is_host and place.seat not in table.playing.circle:
        return watch(place)
    return _PHASES[table.playing.phase](place, args)


def _between(place: Here, args: Args) -> Response:
    table = place.table
    if table.hand is None:
        if table.dealer is not None:
            return next_hand(place)
        return redirect(place.url("lobby"), 303) if place.is_host else gathering(place)
    return next_hand(place) if "next" in args else payments(place)


# ---- before and between hands -------------------------------------------------------------------


def gathering(place: Here) -> Response:
    """People arrive; the host opens the play."""
    hosts = boodle().door.hosts(place.evening)
    seat = hosts[0].seat if hosts else None
    host = person(place, seat) if seat in place.table.seats else None
    return render(
        "table/cards_waiting.html", page(place, "Welcome", waiting=True, undo=False),
        pots=None, person=person(place, place.seat) if place.seat is not None else None,
        asks="You are at the table",
        about=[host or "The host", " says where everybody sits and who deals."],
        keys=[], calm=_here_are(place),
    )  # fmt: skip


def _here_are(place: Here) -> str:
    names = [place.table.name(seat) for seat in place.table.circle]
    return f"Here are {', '.join(names)}. Nothing for you to do."


def next_hand(place: Here) -> Response:
    """S9: before the next deal."""
    table, dealer = place.table, place.table.dealer
    assert dealer is not None
    number = len(table.results) + 1
    mine = dealer == place.seat
    may = mine or place.is_host
    go = allowed(place, act("begin_hand", ["Deal: ", person(place, dealer)])) if may else None
    asks = [person(place, dealer), f"{', you deal' if mine else ' deals'} hand {number}"]
    keys = [link(place.url("players"), "Who plays?"), link(place.url("menu"), "More")]
    over = ends.reached(table)
    if over is not None and place.is_host:
        go = act("end_evening", "Settle up")
        keys.insert(0, act("play_on", "Play on"))
        asks = ["The evening is done, as agreed"]
    richest = sorted(people(place), key=lambda who: -who["chips"])
    return render(
        "table/next_hand.html", page(place, f"Hand {number}", waiting=not may),
        asks=asks, pots=[shapes.pot(place, s) for s in table.layout_chips], people=richest,
        notes=_before_hand_notes(place), go=go, keys=keys if place.is_host else keys[1:],
        waiting=[person(place, dealer), " begins the hand. Nothing for you to do."],
    )  # fmt: skip


def _before_hand_notes(place: Here) -> list[Shape]:
    table = place.table
    notes: list[Shape] = [
        {"text": "sits down with this hand.", "title": who["name"], "kind": ""}
        for who in boodle().door.waiting(place.evening)
    ]
    planned = ends.planned_hands(table)
    if planned is not None and len(table.results) + 1 == planned:
        notes.append({"text": "After it you settle up.", "title": "The last hand", "kind": ""})
    for seat in ends.broke(table) if table.results else ():
        needs = pots.full_stake(table, dealer=seat == table.dealer)
        notes.append(
            {
                "text": f"The stake is {chips_word(needs)}. By your rules: {_BROKE[table.options.insolvency]}",
                "title": f"{table.name(seat)} has {chips_word(table.balance(seat))}",
                "kind": "warn", "person": person(place, seat),
            }
        )  # fmt: skip
    return notes


_BROKE: Final = {
    "iou": "Boodle keeps the debt; nobody has to leave.",
    "rebuy": "buy in again in the menu.",
    "out": "who cannot pay the stake leaves.",
}


def payments(place: Here) -> Response:
    """S8: what was paid for the hand, to whom and why; it stays until somebody goes on."""
    table, result = place.table, place.table.results[-1]
    lines = last_settlement(place)
    winner = result.winner
    doubted = [seq for seq in table.objections if seq in {line["seq"] for line in lines}]
    gain = sum(line["amount"] for line in lines if line["to_seat"] == winner)
    total = None
    if winner is not None:
        after = table.balance(winner)
        total = {"person": person(place, winner), "gain": gain, "before": after - gain, "after": after}
        asks: list[Any] = [person(place, winner), f" is out and gets {gain}"]
    else:
        asks = ["Nobody is out: the hand is void"]
    stay = [shapes.pot(place, space) for space, chips in table.layout_chips.items() if chips]
    may = place.is_host or place.seat is not None
    over = ends.reached(table)
    return render(
        "table/payments.html", page(place, f"Hand {result.number} is over"),
        asks=asks, pays=lines, total=total, stay=stay, sum=conserved(table),
        go=_after_payments(place, doubted, over) if may else None,
        objection=_objection(place, doubted), keys=_payment_keys(place),
        waiting="The table goes on when the next hand begins.",
    )  # fmt: skip


def _after_payments(place: Here, doubted: list[int], over: str | None) -> Shape:
    label = "Next hand" if over is None else "That was the last hand"
    go = link(place.url() + "?next=1", label)
    return {**go, "off": "Settle the doubt first"} if doubted else go


def _payment_keys(place: Here) -> list[Shape]:
    keys = [link(place.url("counts"), "A count is wrong")] if place.table.results[-1].winner is not None else []
    return [*keys, link(place.url("history"), "What happened")]


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
    gone = _undone(place)
    for line in boodle().croupier.log(place.evening.id):
        event = line.event
        if isinstance(event, ev.HandBegun):
            lines = []
        if line.seq in gone or not isinstance(event, (ev.CardsPaid, ev.CountCorrected)):
            continue
        lines += _payment(place, line.seq, event)
    return [line for line in lines if line["amount"] or table.options.per_card]


def _undone(place: Here) -> set[int]:
    from companion.core.undo import reverted

    return reverted(boodle().croupier.log(place.evening.id))


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
        why += f"; {chips_word(event.cancelled)} could not be paid"
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


# ---- stakes and deal ----------------------------------------------------------------------------


def stakes(place: Here, args: Args) -> Response:
    """S4 with a choice: each phone places its own; the host can do it for somebody."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    missing = stakes_missing(table)
    seat = _acting_for(place, args, missing)
    if seat is None:
        return render(
            "table/cards_waiting.html", page(place, "Stakes", waiting=True),
            pots=shapes.pots(place), person=None, asks="Your chips are down",
            about="Waiting for " + ", ".join(table.name(s) for s in missing) + ".", keys=[],
        )  # fmt: skip
    from companion.web.staking import staking

    return staking(place, seat, args, missing)


def _acting_for(place: Here, args: Args, seats: tuple[int, ...]) -> int | None:
    """Return whose turn this phone acts for: the own seat, or for the host whoever is named or first."""
    if place.seat in seats and "for" not in args:
        return place.seat
    if not place.is_host or not seats:
        return None
    wanted = args.get("for", "")
    return int(wanted) if wanted.isdecimal() and int(wanted) in seats else seats[0]


def deal(place: Here, args: Args) -> Response:
    """S4 and S5: the chips are down; how many cards each gets. The first play starts the hand."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    deals = place.seat == hand.dealer
    if not deals and not place.is_host:
        return _chips_down(place, hand)
    order = hand.circle
    places: list[Shape] = [
        {"person": person(place, seat), "cards": hand.left[seat]} for seat in (order[-1], *order[:-1])
    ]
    if table.options.spare != "none":
        places.append({"spare": True, "label": "spare", "cards": hand.spare})
    hands = len(order) + (table.options.spare != "none")
    keys = [link(place.url("stakes"), "The stakes")]
    if hand.depth == "cards":
        keys.append(act("pots_only", "Only pots in this hand"))
    return render(
        "table/deal.html", page(place, "Deal"),
        asks=[f"Deal {hands} hands, one card at a time, ", person(place, order[0]), " first"],
        places=places, cards=52, go=act("deal"), keys=keys,
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
        shown.append({**shapes.pot(place, space), "before": chips - add, "add": add})
    mine = None
    if place.seat in hand.stakes:
        pays = sum(hand.stakes[place.seat].values())
        after = table.balance(place.seat)
        mine = {"person": person(place, place.seat), "before": after + pays, "after": after, "pays": pays}
    return render(
        "table/stakes.html", page(place, "Stakes", waiting=waiting, **header),
        asks="Chips go down", about=_stake_words(place, hand), pots=shown, mine=mine,
        sum=conserved(table), keys=keys, notes=[],
    )  # fmt: skip


def _stake_words(place: Here, hand: Hand) -> Any:
    options = place.table.options
    if options.placement != "each":
        return "Everybody has placed the own stake."
    if options.dealer_factor == 1:
        return f"Everybody puts {chips_word(options.ante)} on each."
    return ["Dealer ", person(place, hand.dealer), f" puts {2 * options.ante} on each, everyone else "
            f"{options.ante}."]  # fmt: skip


def spare(place: Here, args: Args) -> Response:
    """The spare hand: the dealer swaps, sells or leaves it."""
    hand, options = place.table.playing, place.table.options
    assert hand is not None
    dealer = person(place, hand.dealer)
    if place.seat != hand.dealer and not place.is_host:
        return render(
            "table/spare.html", page(place, "Spare hand", waiting=True),
            asks=[dealer, " decides about the spare hand"], waiting="Nothing for you to do.",
        )  # fmt: skip
    return render(
        "table/spare.html", page(place, "Spare hand"),
        asks=[dealer, ", take the spare hand?"],
        swap=allowed(place, act("swap", data={"seat": hand.dealer})) if options.spare_swap else None,
        sell=link(place.url("sell")) if options.spare_auction and not hand.sold else None,
        leave=act("leave_spare"),
    )  # fmt: skip


# ---- cards by tap -------------------------------------------------------------------------------


def runs(place: Here, args: Args) -> Response:
    """S6: pots only, or every card."""
    hand = place.table.playing
    assert hand is not None
    if hand.depth == "pots":
        return _pots(place, hand)
    if hand.needed is not None:
        return _needed(place, hand, args)
    leader = hand.leader
    if place.seat == leader or (place.is_host and _acts_for_all(place, args, leader)):
        return lead(place, args)
    return _leader_awaited(place, hand)


def _acts_for_all(place: Here, args: Args, seat: int | None = None) -> bool:
    """Whether the host's phone shows the buttons of all: asked for, or somebody has no phone."""
    if "all" in args or boodle().door.is_single(place.evening) or place.seat is None:
        return True
    with_phone = boodle().door.seats_with_phone(place.evening)
    hand = place.table.playing
    assert hand is not None
    wanted = hand.circle if seat is None else (seat,)
    return any(each not in with_phone for each in wanted)


def _needed(place: Here, hand: Hand, args: Args) -> Response:
    if place.is_host and _acts_for_all(place, args):
        return _needed_host(place, hand)
    card, seat = hand.needed, place.seat
    assert card is not None and seat is not None
    keys = [link(place.url("eye"), "Photo", icon="camera"), link(place.url("later"), "A later card")]
    if place.is_host:
        keys.append(link(place.url() + "?all=1", "Somebody else"))
    return render(
        "table/cards_player.html", page(place), pots=shapes.pots(place), card=card,
        asks=f"Who has the {card.spoken}?", go=act("play", data={"seat": seat, "card": card}),
        stop=act("stop", "Nobody has it"), keys=keys, doubt=_doubt(place),
        **strip(place, hand.run, amend=True),
    )  # fmt: skip


def _needed_host(place: Here, hand: Hand) -> Response:
    card = hand.needed
    assert card is not None
    rows = [
        {"person": person(place, seat),
         "action": allowed(place, act("play", data={"seat": seat, "card": card}))}
        for seat in place.table.circle if seat in hand.circle
    ]  # fmt: skip
    keys = [
        link(place.url("later"), "A later card"),
        link(place.url("eye"), "Photo", icon="camera"),
        act("pots_only", "Only pots"),
    ]
    return render(
        "table/cards_host.html", page(place), pots=shapes.pots(place), card=card,
        asks=f"Who plays the {card.spoken}?", people=rows, stop=act("stop"), keys=keys,
        doubt=_doubt(place), **strip(place, hand.run, amend=True),
    )  # fmt: skip


def _doubt(place: Here) -> Shape | None:
    """Return what is odd about the last play, while it is fresh: it warns and never blocks."""
    records = boodle().croupier.history(place.evening.id)
    last = next((r for r in reversed(records) if r.line.seq == r.line.act), None)
    if last is None or last.actor.get("kind") != "play" or shapes.age_s(last.at_utc) > 60:
        return None
    before = boodle().croupier.table_at(place.evening.id, last.line.seq - 1)
    event = next(r.line.event for r in records
                 if r.line.act == last.line.act and isinstance(r.line.event, ev.CardPlayed))  # fmt: skip
    assert isinstance(event, ev.CardPlayed)
    doubts = play.doubts_about_play(before, event.seat, event.card)
    if not doubts:
        return None
    return {
        "text": doubts[0].message, "fix": link(place.url("undo"), "Put it right"),
        "leave": link(place.url() + "?fine=1", "Leave it"),
    }  # fmt: skip


def _leader_awaited(place: Here, hand: Hand) -> Response:
    assert hand.leader is not None
    leader = person(place, hand.leader)
    keys: list[Shape] = []
    if hand.missing is not None and place.seat is not None:
        card = hand.missing
        keys.append(
            act("play", ["I do have the ", {"card": card}], data={"seat": place.seat, "card": card})
        )
    if place.is_host:
        keys.append(link(place.url() + "?all=1", "I tap for all"))
    return render(
        "table/cards_waiting.html", page(place, waiting=True), pots=shapes.pots(place),
        person=leader, asks=[leader, " leads"], about=_why_stopped(place, hand), keys=keys,
        **strip(place, hand.run, amend=True),
    )  # fmt: skip


def _why_stopped(place: Here, hand: Hand) -> Any:
    if not hand.plays or not hand.stops:
        return "The first card of the hand."
    stop = hand.stops[-1]
    if stop.missing is not None:
        return ["Stop: nobody has the ", {"card": stop.missing}]
    return "Stop: the top card." if stop.why == "top" else "Stop: the next card is out already."


def lead(place: Here, args: Args) -> Response:
    """S6b, a new run: a suit, then the ranks nobody has seen."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    hand = play.beginning.ready_to_play(table).hand if hand.phase != "runs" else hand
    leader = hand.leader
    if leader is None or hand.out is not None:
        return redirect(place.url(), 303)
    open_suits = play.lead_suits(table, hand)
    suit = args.get("suit", "")
    suit = suit if suit in open_suits and suit else ""
    suits = [_suit_key(place, hand, each, suit, open_suits) for each in "SHDC"]
    mine = leader == place.seat
    who: Any = "You lead." if mine else [person(place, leader), " leads."]
    lowest = table.options.lead_rank == "lowest"
    whose = "Your" if mine else "Their"
    question = f" {whose} {'lowest ' if lowest else ''}{suit_word(suit).removesuffix('s')}?" if suit else " Which suit?"
    return render(
        "table/lead.html", page(place), pots=shapes.pots(place),
        asks=[*(who if isinstance(who, list) else [who]), question],
        about=_why_stopped(place, hand) if hand.plays else None, suit=suit or None, suits=suits,
        ranks=_rank_keys(place, hand, leader, suit) if suit else [], seen=_seen_words(hand, suit),
        keys=_lead_keys(place, hand, leader),
    )  # fmt: skip


def _suit_key(place: Here, hand: Hand, suit: str, chosen: str, open_suits: str) -> Shape:
    unseen = any(card.suit == suit for card in place.table.game.pack if card not in hand.seen)
    action = link(f"{place.url('lead')}?suit={suit}")
    if suit not in open_suits:
        action["off"] = "must change"
    elif not unseen:
        action["off"] = "all out"
    return {"suit": suit, "action": action, "chosen": suit == chosen}


def _rank_keys(place: Here, hand: Hand, leader: int, suit: str) -> list[Shape]:
    cards = [Card(rank + suit) for rank in RANKS_IN_ORDER[place.table.options.ace]]
    return [
        {"card": card, "action": act("play", data={"seat": leader, "card": card})}
        for card in cards if card in place.table.game.pack and card not in hand.seen
    ]  # fmt: skip


def _seen_words(hand: Hand, suit: str) -> Any:
    out = [card for card in hand.seen if card.suit == suit]
    if not suit or not out:
        return None
    ranks = " ".join("10" if card.rank == "T" else card.rank for card in out)
    return f"{ranks} of {suit_word(suit)} {'is' if len(out) == 1 else 'are'} out already."


def _lead_keys(place: Here, hand: Hand, leader: int) -> list[Shape]:
    keys = [link(place.url("eye"), "Photo", icon="camera")]
    if play.may_pass(place.table, hand):
        keys.append(act("pass", "Cannot lead", data={"seat": leader}))
    if hand.missing is not None:
        keys.append(link(place.url("missed"), ["Somebody has ", {"card": hand.missing}]))
    if place.is_host:
        keys.append(act("pots_only", "Only pots"))
    return keys


# ---- pots only ----------------------------------------------------------------------------------


def _pots(place: Here, hand: Hand) -> Response:
    shown = [pot for pot in shapes.pots(place) if pot["space"] != "kitty"]
    if place.is_host:
        return _pots_host(place, hand, shown)
    assert place.seat is not None
    seat = place.seat
    mine = [
        act("take", data={"seat": seat, "space": pot["space"]}) if pot["chips"] else None
        for pot in shown
    ]
    return render(
        "table/pots_player.html", page(place), pots=shown, plays=mine,
        others=[who for who in people(place, hand.circle) if who["seat"] != seat],
        out=act("out", data={"seat": seat}), keys=[],
    )  # fmt: skip


def _pots_host(place: Here, hand: Hand, shown: list[Shape]) -> Response:
    rows = []
    for seat in [s for s in place.table.circle if s in hand.circle]:
        cells: list[Shape] = []
        for pot in shown:
            take = act("take", data={"seat": seat, "space": pot["space"]})
            taken = "by" in pot
            cells.append(
                {"won": taken and pot["by"]["seat"] == seat,
                 "action": take if not taken and pot["chips"] else None}
            )  # fmt: skip
        rows.append({"person": person(place, seat), "cells": cells})
    return render(
        "table/pots_host.html", page(place), pots=shown, rows=rows, out=link(place.url("out")),
        keys=[link(place.url("menu"), "More")], notes=[],
    )  # fmt: skip


# ---- the end of a hand --------------------------------------------------------------------------


def counts(place: Here, args: Args) -> Response:
    """S7: how many cards everybody has left."""
    table, hand = place.table, place.table.playing
    assert hand is not None and hand.out is not None
    wanted = settle.counts_wanted(table)
    seat = _acting_for(place, args, wanted)
    told = [
        {"person": person(place, each), "left": hand.counts.get(each), "you": each == seat}
        for each in settle.losers(hand)
    ]
    out = person(place, hand.out)
    values: Shape = {"out": out, "counts": told, "keys": [], "photo": None, "do": None}
    if seat is None:
        names = ", ".join(table.name(each) for each in wanted)
        values |= {"asks": [out, " is out"], "waiting": f"Waiting for {names}."}
    else:
        whose = "do you" if seat == place.seat else f"does {table.name(seat)}"
        values |= {
            "asks": [out, f" is out. How many cards {whose} hold?"], "field": "cards",
            "do": {"kind": "count", "data": {"seat": seat}}, "highest": hand.dealt[seat],
            "says": f"{table.name(seat)} was dealt {cards_word(hand.dealt[seat])}.",
            "expected": None,
        }  # fmt: skip
        if place.is_host:
            values["keys"] = [
                link(f"{place.url()}?for={each}", table.name(each)) for each in wanted if each != seat
            ][:3]
    return render("table/cards_left.html", page(place, "Cards left", waiting=seat is None), **values)


def shown(place: Here, args: Args) -> Response:
    """Who is left with a pay card (option ``unplayed_paycard``)."""
    table, hand = place.table, place.table.playing
    assert hand is not None
    unshown = settle.pay_cards_unshown(table)
    space = unshown[0]
    rows = [
        {"person": person(place, seat), "action": act("holds", data={"seat": seat, "space": space})}
        for seat in settle.losers(hand) if hand.left[seat]
    ]  # fmt: skip
    return render(
        "table/out.html", page(place, "Left with a pay card"),
        asks=["Who is left with the ", {"card": space}, "?"], people=rows,
        keys=[act("close_hand", "Nobody else has one")],
    )  # fmt: skip


def watch(place: Here) -> Response:
    """A watcher's phone, and that of somebody who sits down with the next hand."""
    hand = place.table.playing
    card = hand.needed if hand is not None and hand.depth == "cards" else None
    leader = hand.leader if hand is not None else None
    asks: Any = f"Who has the {card.spoken}?" if card else "The hand goes on"
    if leader is not None:
        asks = [person(place, leader), " leads"]
    waits = [who for who in boodle().door.waiting(place.evening)
             if who["token_hash"] == place.visitor.token_hash]  # fmt: skip
    about = "You sit down with the next hand." if waits else None
    return render(
        "table/watch.html", page(place, waiting=True), pots=shapes.pots(place), card=card,
        asks=asks, about=about, people=people(place), sum=conserved(place.table),
        person=person(place, leader) if leader is not None else None,
        sit=None if waits or place.seat is not None else place.url("join"),
        **(strip(place, hand.run) if hand is not None else {"plays": [], "left_out": 0}),
    )  # fmt: skip


# ---- a proposal to undo -------------------------------------------------------------------------


def may_answer_proposal(place: Here) -> bool:
    """Whether this phone is asked about, or has itself asked for, taking something back."""
    proposed = place.table.proposal
    return proposed is not None and (
        place.is_host or place.seat in proposed.asked or place.seat == proposed.seat
    )


def proposal(place: Here) -> Response:
    """Somebody wants to take back what touches others."""
    from companion.web.history import fall_line

    proposed = place.table.proposal
    assert proposed is not None
    fallen = boodle().croupier.falls(place.evening.id, proposed.first)
    who = person(place, proposed.seat) if proposed.seat in place.table.seats else {"name": "The host"}
    acts = [line for line in fallen if line.seq == line.act]
    steps = "1 step" if len(acts) == 1 else f"{len(acts)} steps"
    mine = place.seat == proposed.seat and not place.is_host
    return render(
        "table/proposal.html", page(place, "Undo?", toast=None), who=who,
        asks=[who, f" wants to undo {steps}"], falls=[fall_line(place, line) for line in acts],
        yes=act("accept_undo", f"Undo {steps}"), no=act("decline_undo", "Leave it"),
        waiting="Waiting for the others." if mine else None, stop=act("decline_undo", "Never mind"),
    )  # fmt: skip


_PHASES: Final[dict[str, Screen]] = {
    "stakes": stakes,
    "deal": deal,
    "spare": spare,
    "runs": runs,
    "counts": counts,
    "shown": shown,
}

__all__ = ["is_stranger", "lead", "money", "show", "stakes_shown"]
