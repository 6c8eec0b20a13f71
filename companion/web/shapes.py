"""People, pots, actions and headers as the templates want them (shapes: templates/base.html)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from flask import request

from companion.core import breaches, ends, play, proofs, rule_changes
from companion.core import events as ev
from companion.core import pots as pots_core
from companion.core.cards import RANKS_IN_ORDER, Card
from companion.core.commands import refusal
from companion.core.ledger import BANK
from companion.core.options import PAIRS
from companion.core.table import Hand, Play, Table
from companion.core.tell import tell
from companion.croupier import Record
from companion.web import sent
from companion.web.coins import money_words
from companion.web.here import Here, age_s, boodle
from companion.web.look import card_parts, count, is_card
from companion.web.proven import cards_of, deals, witness

Shape = dict[str, Any]
LINGER_S: Final = 8.0
NOTE_S: Final = 60.0
"""So long a remark stands that nobody has to answer."""
STRIP: Final = 5
"""So many cards of the run fit a phone's width."""
SAID_BY_THE_PAGE: Final = (ev.HandBegun, ev.SeatTaken, ev.DealerSet, ev.EveningEnded)
"""What the page that follows says itself needs no bar."""


# ---- actions ------------------------------------------------------------------------------------


def act(kind: str, label: Any = None, /, **more: Any) -> Shape:
    """Return an action that posts a command of *kind*; its data are given as ``data={…}``."""
    data = more.pop("data", {})
    action: Shape = {"do": {"kind": kind, "data": data}, **more}
    return action if label is None else {"label": label, **action}


def link(href: str, label: Any = None, **more: Any) -> Shape:
    """Return an action that opens a page."""
    action: Shape = {"href": href, **more}
    return action if label is None else {"label": label, **action}


def more_chips(here: Here, kind: str, seat: int) -> Shape:
    """Return the key to a page of numbers, for a sum that is not among the usual ones."""
    return link(f"{here.url('chips')}?kind={kind}&seat={seat}", "Another sum")


def allowed(here: Here, action: Shape) -> Shape:
    """Return *action*, greyed with the reason where the rules would refuse it now."""
    do = action["do"]
    refused = refusal(here.table, do["kind"], do["data"])
    return action if refused is None else {**action, "off": refused.message}


# ---- people -------------------------------------------------------------------------------------


def person(here: Here, seat: int) -> Shape:
    """Return the Person on *seat*."""
    table, who = here.table, here.table.seats[seat]
    hand = table.playing
    dealer = hand.dealer if hand is not None else table.dealer
    return {
        "seat": seat, "name": who.name, "animal": who.animal, "chips": table.balance(seat),
        "dealer": seat == dealer, "me": seat == here.seat,
    }  # fmt: skip


def somebody(here: Here, seat: int | None) -> Shape | None:
    """Return the Person on *seat*, or ``None`` where nobody is meant."""
    return person(here, seat) if seat is not None and seat in here.table.seats else None


def people(here: Here, seats: Iterable[int] | None = None) -> list[Shape]:
    """Return the Persons on *seats*, by default everybody at the table in seat order."""
    return [person(here, seat) for seat in (here.table.circle if seats is None else seats)]


def in_seat_order(table: Table, hand: Hand) -> tuple[int, ...]:
    """Return who plays this hand as they sit; who has left since (an undo went back) comes last."""
    here = tuple(seat for seat in table.circle if seat in hand.circle)
    return (*here, *(seat for seat in hand.circle if seat not in here))


def everybody(table: Table) -> tuple[int, ...]:
    """Return who is in this evening: at the table first, then who has left."""
    return (*table.circle, *(seat for seat in table.seats if seat not in table.circle))


def acting_for(place: Here, args: Mapping[str, str], seats: tuple[int, ...]) -> int | None:
    """Return whose turn this phone acts for: the own seat; for the host who is named, or first."""
    if not place.is_host:  # whatever the address says
        return place.seat if place.seat in seats else None
    if place.seat in seats and "for" not in args:
        return place.seat
    if not seats:
        return None
    wanted = sent.number(args, "for")
    return wanted if wanted in seats else seats[0]


# ---- the table ----------------------------------------------------------------------------------


def space_words(table: Table, space: str) -> str:
    """Return a space's name as it is said: ``queen of diamonds``, ``kitty``, ``Matrimony``."""
    if is_card(space) and space not in table.game.words:
        return Card(space).spoken
    return pots_core.space_words(table, space).removeprefix("the ")


def the_space(table: Table, space: str) -> str:
    """Return a space within a sentence: ``the kitty``, ``the K-Q``; ``Matrimony`` is a name."""
    return table.game.words.get(space) or f"the {space_words(table, space)}"


def pot_name(table: Table, space: str) -> str:
    """Return what is written on the pot of a pair or a kitty: short, as many stand side by side."""
    known = any(each.name == space and each.cards for each in table.spaces)
    if space[:2] in PAIRS:
        return pots_core.shown(space).removesuffix(" of trumps" if known else "")
    return space_words(table, space)


def space_card(table: Table, space: str) -> Card | None:
    """Return the one card that wins *space*; of trumps only when they are known."""
    found = next((each for each in table.spaces if each.name == space), None)
    return found.cards[0] if found is not None and len(found.cards) == 1 else None


def pot(here: Here, space: str, hand: Hand | None = None) -> Shape:
    """Return the Pot on *space*; with *hand* it says who has taken it."""
    table, card = here.table, space_card(here.table, space)
    shape: Shape = {
        "space": space, "card": card,
        "name": pot_name(table, space) if card is None else card.spoken,
        "chips": table.balance(space), "near": hand is not None and _is_near(table, hand, space),
        "worth": worth(table, table.balance(space)),
    }  # fmt: skip
    if hand is not None and space in hand.awards:
        shape |= {"by": person(here, hand.awards[space]), "took": took(here, hand, space)}
    return shape


def worth(table: Table, chips: int) -> str:
    """Return what *chips* are in money, where a chip has a value in a currency; else nothing."""
    options = table.options
    if not (chips and options.chip_value and options.currency):
        return ""
    return money_words(chips * options.chip_value, options.currency)


def pots(here: Here) -> list[Shape]:
    """Return every Pot of the layout as it stands in the hand being played."""
    return [pot(here, space, here.table.playing) for space in here.table.layout_chips]


def took(here: Here, hand: Hand, space: str) -> int:
    """Return the chips that went from *space* to its taker in *hand*."""
    lines = boodle().croupier.log(here.evening.id)
    for line in reversed(lines):
        if isinstance(line.event, ev.PotAwarded) and line.event.space == space:
            return line.event.chips
    return 0


def _is_near(table: Table, hand: Hand, space: str) -> bool:
    """Whether the run on the table leads up to this pay card."""
    card, needed = space_card(table, space), hand.needed
    if card is None or needed is None or card.suit != needed.suit:
        return False
    order = RANKS_IN_ORDER[table.options.ace]
    return 0 <= order.index(card.rank) - order.index(needed.rank) <= 2


def strip(
    here: Here, plays: tuple[Play, ...], amend: bool = False, most: int = STRIP
) -> Shape:  # fmt: skip
    """Return the last *most* cards of a run for the strip, and how many came before."""
    seqs = _card_seqs(here) if amend else {}
    last = plays[-most:]
    cards = [{"card": play.card, "by": person(here, play.seat)} for play in last]
    if amend and cards and last[-1].card in seqs:
        cards[-1]["amend"] = link(here.url(f"amend/{seqs[last[-1].card]}"))
    return {"plays": cards, "left_out": max(len(plays) - most, 0)}


def _card_seqs(here: Here) -> dict[Card, int]:
    """Return the line number of each card of this hand."""
    return {
        line.event.card: line.seq
        for line in boodle().croupier.log(here.evening.id)
        if isinstance(line.event, ev.CardPlayed)
    }


def conserved(table: Table) -> Shape:
    """Return the sum everybody can check: players and pots together are the chips issued."""
    players = sum(table.balance(seat) for seat in table.seats)
    on_layout = sum(table.layout_chips.values())
    assert players + on_layout == -table.balance(BANK), table.balances
    return {"players": players, "pots": on_layout, "total": players + on_layout}


# ---- what the cards prove -----------------------------------------------------------------------


def proof(here: Here) -> Shape | None:
    """Return what cards have proven, for every screen; the host has the keys that answer it.

    Under ``irregularity=warn`` it fades by itself; else it stays until it is fined or let go, or
    the next hand begins (RULES § 5). Nothing is said that no card proves.
    """
    table = here.table
    for found in proofs.open_proofs(table):
        chips = breaches.each_pays(table)
        if not chips and _age_of(here, found) > NOTE_S:
            continue
        text = f"{found.message} {breaches.consequence(table)}"
        return {"text": card_parts(text), "answers": _answers(here, found) if here.is_host else []}
    return _unproven(here)


def _answers(here: Here, found: proofs.Proof) -> list[Shape]:
    data = {"seat": found.seat, "code": found.code, "claimed_at": found.claimed_at}
    chips = breaches.each_pays(here.table)
    if not chips:
        return [link(here.url("correct"), "By hand"), act("let_go", "Leave it", data=data)]
    return [act("fine", f"Fine: {chips} each", data=data), act("let_go", "Let it go", data=data)]


def _age_of(here: Here, found: proofs.Proof) -> float:
    """Return how many seconds ago the card was played or shown that *found* needed."""
    *_, deal = deals(boodle().croupier.history(here.evening.id))
    return age_s(witness(deal, found).at_utc) if found.proven_at else 0.0


def _cards_recorded(here: Here) -> list[Record]:
    """Return the records of the cards played since the last deal that count."""
    *_, deal = deals(boodle().croupier.history(here.evening.id))
    return cards_of(deal)


def _unproven(here: Here) -> Shape | None:
    """Return a lead just made that should have changed, unless the leader holds nothing else."""
    hand = here.table.playing
    if hand is None or not hand.plays or not hand.plays[-1].leads:
        return None
    last = _cards_recorded(here)[-1]
    if age_s(last.at_utc) > NOTE_S:
        return None
    before = boodle().croupier.table_at(here.evening.id, last.line.seq - 1)
    doubts = play.doubts_about_play(before, hand.plays[-1].seat, hand.plays[-1].card)
    text = next((doubt.message for doubt in doubts if doubt.code == "no_change"), None)
    return None if text is None else {"text": card_parts(text), "answers": []}


def claims(here: Here) -> list[Shape]:
    """Return the keys that claim what a card has just won, before the next card (``claim=call``).

    The own ones; the host may tap them for everybody (RULES § 2.6).
    """
    hand = here.table.hand
    found = []
    for space, seat in hand.offered if hand is not None else ():
        mine = seat == here.seat
        if not (mine or here.is_host):
            continue
        who: list[Any] = ["I claim "] if mine else [person(here, seat), " claims "]
        what: Any = {"card": space} if is_card(space) else the_space(here.table, space)
        data = {"seat": seat, "space": space}
        small = f"{here.table.balance(space)} before the next card"
        found.append(act("claim", [*who, what], data=data, small=small))
    return found


# ---- the header ---------------------------------------------------------------------------------


def where(here: Here) -> str:
    """Return a few words about how far the evening is: ``Hand 4 of 8``."""
    table = here.table
    number = len(table.results) + (table.playing is not None)
    planned = ends.planned_hands(table)
    hand = f"Hand {number} of {planned}" if planned and number <= planned else f"Hand {number}"
    if not number:
        return "host" if here.is_host else "no hand yet"
    return f"host · {hand}" if here.is_host else hand


def page(here: Here, title: str = "", **more: Any) -> Shape:
    """Return what every page of a table shows in its header; *more* overrides."""
    records = boodle().croupier.history(here.evening.id)
    me = somebody(here, here.seat)
    header: Shape = {
        "code": here.code, "seq": here.seq, "title": title or where(here), "me": me,
        "where": where(here), "undo": here.url("undo"),
        "unit": here.chips(2).removeprefix("2 "),
        "said": last_said(here, records), "toast": toast(here, records),
        "banner": asked(here), "proof": None if "back" in more else proof(here),
        "claims": [] if "back" in more else claims(here),
    }  # fmt: skip
    if me is None:
        header |= {"heading": "Host" if here.is_host else "Watching", "sub": where(here)}
        if not here.is_host:
            header |= {"undo": False, "menu": here.url("menu")}
    return header | more


def last_said(here: Here, records: Sequence[Record]) -> str:
    """Return the last thing that happened that people say aloud, as a sentence."""
    told = (tell(here.table, record.line.event) for record in reversed(records))
    return next((sentence for sentence in told if sentence), "")


def asked(here: Here) -> Shape | None:
    """Return the banner of who asks this phone for the pen or for a seat, until it is answered."""
    pen, claims = here.evening.private.get("pen"), here.evening.private.get("asking")
    plays = here.is_host or here.seat is not None
    if here.table.rules_proposed is not None:
        return _rules_asked(here)
    if claims and here.is_host:
        title = f"Another phone says it is {here.table.name(claims[-1]['seat'])}’s"
    elif pen and plays and pen["token_hash"] != here.visitor.token_hash:
        title = f"{here.table.name(pen['seat'])} asks for the host’s pen"
    else:
        return _turned_away(here) or (_camera_asks(here) if plays else None)
    answer = link(here.url("pen"), "See")
    return {"kind": "again", "icon": "person", "title": title, "action": answer}


def _turned_away(here: Here) -> Shape | None:
    """Return the host's banner about somebody who waited for this hand and got no seat."""
    away = boodle().door.turned_away(here.evening) if here.is_host else []
    if not away:
        return None
    title = f"{away[0]['name']} could not sit down"
    return {"kind": "again", "icon": "person", "title": title, "text": away[0]["say"],
            "action": link(here.url("players"), "See")}  # fmt: skip


def _camera_asks(here: Here) -> Shape | None:
    """Return the banner of what a camera asks the table; its own page shows the keys already."""
    question = next(iter(boodle().eyes.questions(here.evening.id)), None)
    if question is None or request.path.startswith(here.url("eye")):
        return None
    answer = link(here.url("eye/asks"), "Answer")
    return {"kind": "again", "icon": "camera", "title": question["say"], "action": answer}


def _rules_asked(here: Here) -> Shape:
    """Return the banner of house rules that are proposed, on every phone until all have agreed."""
    proposed, missing = here.table.rules_proposed, rule_changes.missing(here.table)
    assert proposed is not None
    who = here.table.name(proposed.seat) if proposed.seat is not None else "The host"
    text = "" if here.seat in missing else f"{count(len(missing), 'player')} still to agree"
    return {
        "kind": "again", "icon": "question", "title": f"{who} proposes other house rules",
        "text": text, "action": link(here.url("rules"), "See"),
    }  # fmt: skip


def toast(
    here: Here, records: tuple[Record, ...], within_s: float = LINGER_S
) -> Shape | None:  # fmt: skip
    """Return the bar of what has just happened, with its Undo, for so many seconds."""
    record = next((r for r in reversed(records) if r.line.seq == r.line.act), None)
    if record is None or age_s(record.at_utc) > within_s or here.table.proposal is not None:
        return None
    if isinstance(record.line.event, SAID_BY_THE_PAGE):
        return None
    told = [tell(here.table, r.line.event) for r in records if r.line.act == record.line.act]
    text = " ".join(sentence for sentence in _weighty(told) if sentence)
    if not text:
        return None
    seat = getattr(record.line.event, "seat", None)
    mine = here.is_host or (record.line.by is not None and record.line.by == here.seat)
    undo = act("undo", "Undo", data={"seq": record.line.seq})
    return {
        "text": text, "key": record.line.seq,
        "person": somebody(here, seat),
        "action": undo if mine and not record.line.event.steadfast else None,
    }  # fmt: skip


def _weighty(told: list[str]) -> list[str]:
    """Return at most two sentences: what was done, and what it brought."""
    spoken = [sentence for sentence in told if sentence and sentence != "The cards are dealt."]
    return spoken[:1] + [s for s in spoken[1:] if " gets " in s or " is out" in s][:1]
