"""The table display: one screen for everybody, read from two metres, that needs no touching.

Whoever has the address may look; nothing here depends on who does, and nothing secret is shown.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.core import settle as settling
from companion.core.auction import highest
from companion.core.game import POT
from companion.core.state import Auction
from companion.core.table import Hand
from companion.web import after, qr, settle, shapes
from companion.web.here import Here, boodle, here, look, render
from companion.web.shapes import Shape, conserved, person, strip

blueprint = Blueprint("display", __name__)

STRIP = 13


@blueprint.get("/t/<code>/table")
def table(code: str) -> Response:
    """Show the table; ``qr=1`` shows the join code large, ``upright=1`` turns nobody's name."""
    place = here(code)
    if "qr" in request.args:
        return _render(place, **joining(place), again=_link(place, qr=None))
    return _render(place, **now(place))


def now(place: Here) -> Shape:
    """Return what the middle of the table shows at this moment."""
    table = place.table
    if table.ended:
        return _ended(place)
    if table.hand is None:
        return joining(place)
    if table.playing is None:
        return _paid(place)
    return _PHASES.get(table.playing.phase, _playing)(place, table.playing)


def _render(place: Here, **values: Any) -> Response:
    table, upright = place.table, is_upright()
    header: Shape = {
        "code": place.code, "seq": place.seq, "title": f"Table {place.code}", "me": None,
        "waiting": True, "undo": False, "menu": False,
        "look": look() | {"upright": "yes" if upright else "", "size": "normal", "turned": ""},
    }  # fmt: skip
    turn = values.pop("turn", None)
    values = {
        "pots": shapes.pots(place) if table.hand is not None else None,
        "people": [person(place, s) | {"me": False, "turn": s == turn} for s in table.circle],
        "card": None, "about": None, "person": None, "plays": [], "left_out": 0, "pays": None,
        "says": said(place), "qr": _small(place),
        "sum": conserved(table) if table.seats else None,
        "hand": shapes.where(place).removeprefix("host").removeprefix(" · "),
        "big": None, "again": None,
        "proof": shapes.proof(place), "sound": sound(place),
        "turning": _link(place, upright=None if upright else "1"),
    } | values  # fmt: skip
    return render("table/display.html", header, **values)


def is_upright() -> bool:
    """Whether every name stands upright: asked for here, else as this screen's look has it."""
    wanted = request.args.get("upright")
    return wanted == "1" if wanted is not None else look()["upright"] == "yes"


def _link(place: Here, **changes: str | None) -> str:
    """Return this page's address with *changes* of its choices."""
    chosen = {n: v for n, v in request.args.items() if n in ("qr", "upright") and v in ("0", "1")}
    kept = {n: v for n, v in (chosen | changes).items() if v is not None}
    if changes.get("upright", "1") is None:
        kept["upright"] = "0"
    query = "&".join(f"{name}={value}" for name, value in kept.items())
    return place.url("table") + (f"?{query}" if query else "")


_SOUNDS: Final = {
    "WentOut": "out", "PotAwarded": "pot", "RunStopped": "stop", "Reverted": "undone",
    "CardPlayed": "tick",
}  # fmt: skip
"""What an event sounds like, the weightiest first."""


def sound(place: Here) -> str:
    """Return the name of the sound of what happened last; a doubt where a camera asks."""
    if boodle().eyes.questions(place.evening.id):
        return "doubt"
    records = boodle().croupier.history(place.evening.id)
    kinds = {r.line.event.kind for r in records if r.line.act == records[-1].line.act}
    return next((sound for kind, sound in _SOUNDS.items() if kind in kinds), "tick")


def said(place: Here) -> str:
    """Return the last thing that happened, or what a camera asks, as a sentence."""
    for question in boodle().eyes.questions(place.evening.id)[:1]:
        return f"The camera asks: {question['say']}"
    return shapes.last_said(place, boodle().croupier.history(place.evening.id))


def _small(place: Here) -> Shape | None:
    card = qr.card(boodle().network, place.url("join"))
    return None if card is None else {"svg": card["svg"], "href": _link(place, qr="1")}


# ---- the moments of an evening ------------------------------------------------------------------


def joining(place: Here) -> Shape:
    """People arrive: the code, large, and who is here."""
    card = qr.card(boodle().network, place.url("join"))
    table = place.table
    there = len(table.circle)
    asks = "Scan to join" if card is not None else "Join a network, then phones can come"
    if boodle().door.settings.is_locked(place.evening):
        asks = "The table is locked"
    about = "Nobody is here yet." if not there else f"{there} {'is' if there == 1 else 'are'} here."
    return {"asks": asks, "about": about, "pots": None, "big": card, "qr": None}


def _stakes(place: Here, hand: Hand) -> Shape:
    missing = [place.table.name(s) for s in hand.circle if s not in hand.stakes]
    asks = "Everybody backs one card" if place.table.options.placement == "one" else "Chips go down"
    return {"asks": asks, "about": f"Waiting for {', '.join(missing)}."}


def _deal(place: Here, hand: Hand) -> Shape:
    table, eldest = place.table, person(place, hand.eldest)
    hands = f"{len(hand.circle) + (table.options.spare != 'none')} hands"
    if table.game.cards_each is not None:
        hands = f"{table.game.cards_each} cards each"
    last = " The last of the spare hand is turned up." if table.options.has_trumps else ""
    if thrown := table.options.discard:
        hands = f"{hand.left[hand.eldest] + thrown} cards each"
        last = f" Then everybody throws {thrown} away, face down."
    return {
        "asks": [person(place, hand.dealer), f" deals {hands}, one card at a time"],
        "about": ["The first card goes to ", eldest, f".{last}"],
        "person": person(place, hand.dealer),
        "turn": hand.dealer,
    }  # fmt: skip


def _spare(place: Here, hand: Hand) -> Shape:
    if hand.auction is not None and hand.auction.running:
        return _for_sale(place, hand, hand.auction)
    eldest_first = place.table.options.spare_first_refusal == "eldest"
    chooser = person(place, hand.eldest if eldest_first else hand.dealer)
    return {
        "asks": [chooser, " decides about the spare hand"],
        "person": chooser, "turn": chooser["seat"],
    }  # fmt: skip


def _for_sale(place: Here, hand: Hand, sale: Auction) -> Shape:
    """The auction: who bids most, who is asked; sealed bids stay secret."""
    if place.table.options.auction_style == "sealed":
        names = ", ".join(place.table.name(seat) for seat in sale.asked)
        return {"asks": "Everybody bids once, in secret", "about": f"Waiting for {names}."}
    best, asked = highest(sale, hand.circle), person(place, sale.asked[0])
    asks: Any = "The spare hand is for sale"
    if best is not None:
        asks = [person(place, best[0]), f" bids {best[1]} for the spare hand"]
    return {"asks": asks, "about": [asked, " is asked."], "turn": sale.asked[0]}


def _hold(place: Here, hand: Hand) -> Shape:
    return {"asks": "Show what you hold", "about": "A pay card, pair or row wins its chips now."}


def _poker(place: Here, hand: Hand) -> Shape:
    """Bets in order, then who still shows cards."""
    round_ = hand.poker
    assert round_ is not None
    chips = place.chips(place.table.balance(POT))
    if round_.turn:
        asked = person(place, round_.turn[0])
        bet = f"the bet is {round_.level}" if round_.level else "no bet yet"
        return {"asks": [asked, " is asked"], "about": f"{chips} in the pot, {bet}.",
                "person": asked, "turn": asked["seat"]}  # fmt: skip
    missing = [place.table.name(seat) for seat in round_.playing if seat not in round_.shown]
    asks = f"Who wins the {chips} in the pot?" if hand.depth == "pots" else "Show five cards"
    about = f"Waiting for {', '.join(missing)}." if hand.depth == "cards" else None
    return {"asks": asks, "about": about}


def _left_with(place: Here, hand: Hand) -> Shape:
    unshown = settling.pay_cards_unshown(place.table)
    if not unshown:
        return _counting(place, hand)
    return {
        "asks": f"Who is left with the {shapes.space_words(place.table, unshown[0])}?",
        "turn": hand.out,
    }


def _playing(place: Here, hand: Hand) -> Shape:
    """A hand is played: the needed card, or who leads."""
    if hand.depth == "pots":
        return {"asks": "The hand is being played"}
    last = hand.plays[-1].seat if hand.plays else None
    run = strip(place, hand.run, most=STRIP)
    if hand.needed is not None:
        return {
            "asks": f"Who has the {hand.needed.spoken}?",
            "card": hand.needed,
            "turn": last,
            **run,
        }
    leader = person(place, hand.leader) if hand.leader is not None else None
    asks: Any = [leader, " leads"] if leader is not None else "The hand goes on"
    return {"asks": asks, "person": leader, "turn": hand.leader, **run}


def _counting(place: Here, hand: Hand) -> Shape:
    missing = [place.table.name(s) for s in hand.circle if s != hand.out and s not in hand.counts]
    about = f"Cards left? Waiting for {', '.join(missing)}." if missing else None
    if hand.out is None:
        return {"asks": "Nobody is out: the hand is void", "about": about}
    out = person(place, hand.out)
    return {"asks": [out, " is out"], "about": about, "person": out, "turn": hand.out}


def _paid(place: Here) -> Shape:
    """A hand is over: who is out, what was paid, who deals next."""
    table, result = place.table, place.table.results[-1]
    winner = person(place, result.winner) if result.winner is not None else None
    pays = after.last_settlement(place)
    _, asks = after.outcome(place)
    pots = [shapes.pot(place, space, table.hand) for space in table.layout_chips]
    return {"asks": asks, "person": winner, "pots": pots, "pays": pays, "turn": result.winner}


def _ended(place: Here) -> Shape:
    """The evening is over: who won, and who pays whom."""
    standing = settle.standing(place)
    first = standing[0] if standing else None
    return {
        "asks": settle.winner_words(place), "pays": settle.owed(place), "standing": standing,
        "person": first["person"] if first else None, "pots": None,
        "about": None if settle.payments(place) else "Nobody owes anything.",
        "turn": first["person"]["seat"] if first else None, "qr": None,
    }  # fmt: skip


_PHASES = {"stakes": _stakes, "deal": _deal, "spare": _spare, "hold": _hold, "poker": _poker,
           "runs": _playing, "counts": _counting, "shown": _left_with}  # fmt: skip
