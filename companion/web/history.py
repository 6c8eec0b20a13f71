"""What happened, and why: the history line by line, and the cause behind every line (S11).

It shows what was recorded, undone lines too, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.core import events as ev
from companion.core import proofs
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.ledger import BANK, Account
from companion.croupier import Record
from companion.web import lines, look
from companion.web.here import Here, boodle, here, render
from companion.web.lines import Entry, clock
from companion.web.pile_photo import check_key
from companion.web.proven import witnesses
from companion.web.shapes import Shape, act, conserved, link, page, person, somebody, space_words
from companion.web.why import rule_of
from companion.web.witness import picture_of

blueprint = Blueprint("history", __name__)

OPEN_HANDS: Final = 3
"""Of so many hands the lines stand on the page; older ones open on a tap, which keeps it light."""


# ---- what happened ------------------------------------------------------------------------------


@blueprint.get("/t/<code>/history")
def history(code: str) -> Response:
    """S11: a line a run or award, newest first; ``who`` and ``hand`` choose, ``all`` opens."""
    place = here(code)
    who = chosen_seat(place, request.args.get("who", ""))
    everything = "all" in request.args
    shown = [entry for entry in lines.entries(place) if who is None or who in entry.seats]
    return render(
        "table/history.html", page(place, "History", **_header(place)),
        tabs=tabs(place, "history"), asks=_asks(place, who), filters=_filters(place, who),
        hands=_hands(place, shown, who, everything), sum=conserved(place.table),
        keys=_keys(place, who, everything),
    )  # fmt: skip


def _header(place: Here) -> Shape:
    total = place.chips(conserved(place.table)["total"])
    return {"heading": "History", "sub": f"{total}, always", "back": place.url(),
            "toast": None}  # fmt: skip


def tabs(place: Here, open_tab: str) -> list[Shape]:
    """Return the tabs of the pages that look back."""
    named = {"settle": "Pay" if place.table.ended else "Standing", "evening": "Evening",
             "history": "History"}  # fmt: skip
    return [
        {"href": place.url(name), "label": label, "here": name == open_tab}
        for name, label in named.items()
    ]


def chosen_seat(place: Here, text: str) -> int | None:
    """Return the seat *text* names, or ``None``."""
    seat = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None
    return seat if seat in place.table.seats else None


def _asks(place: Here, who: int | None) -> Any:
    return ["What happened to ", person(place, who)] if who is not None else "What happened"


def _filters(place: Here, who: int | None) -> list[Shape]:
    base = place.url("history")
    found: list[Shape] = [{"href": base, "person": None, "here": who is None}]
    found += [
        {"href": f"{base}?who={seat}", "person": person(place, seat), "here": seat == who}
        for seat in place.table.seats
    ]
    return found


def _hands(
    place: Here, shown: Sequence[Entry], who: int | None, everything: bool
) -> list[Shape]:  # fmt: skip
    sums, numbers = lines.hand_sums(place), sorted({e.hand for e in shown}, reverse=True)
    wanted = request.args.get("hand", "")
    found = []
    for index, number in enumerate(numbers):
        entries = [entry for entry in shown if entry.hand == number]
        opened = everything or index == 0 or wanted == str(number)
        light = not (everything or index < OPEN_HANDS or wanted == str(number))
        found.append({
            "title": lines.hand_title(place, number), "gain": _gain(place, number, sums, who),
            "open": opened, "key": number,
            "href": _hand_link(place, number, who) if light else None,
            "lines": [] if light else [_line(place, entry) for entry in reversed(entries)],
        })  # fmt: skip
    return found


def _hand_link(place: Here, number: int, who: int | None) -> str:
    person_too = f"&who={who}" if who is not None else ""
    return f"{place.url('history')}?hand={number}{person_too}#hand-{number}"


def _gain(place: Here, number: int, sums: dict[int, dict[int, int]], who: int | None) -> int | None:
    """Return the sum in a hand's header: of the person looked for, else of who was out first."""
    if who is not None:
        return sums.get(number, {}).get(who, 0)
    result = next((r for r in place.table.results if r.number == number), None)
    if result is None or result.winner is None:
        return None
    return sums.get(number, {}).get(result.winner, 0)


def _line(place: Here, entry: Entry) -> Shape:
    return {
        "person": somebody(place, entry.seat), "text": entry.text, "small": entry.small,
        "chips": entry.chips, "undone": bool(entry.undone_by), "by": entry.undone_by or None,
        "cause": place.url(f"cause/{entry.seq}"),
        "flag": any(seq in place.table.objections for seq in entry.seqs),
    }  # fmt: skip


def _keys(place: Here, who: int | None, everything: bool) -> list[Shape]:
    if everything:
        return [
            link(place.url("history"), "The last hands"),
            link(place.url(), "Back to the table"),
        ]
    person_too = f"&who={who}" if who is not None else ""
    keys = [link(f"{place.url('history')}?all=1{person_too}", "All, to print")]
    if place.is_host or place.seat is not None:
        keys.insert(0, link(place.url("undo"), "Undo", icon="undo"))
    if place.is_host:
        keys.append(link(place.url("correct"), "By hand"))
    return keys


# ---- why ----------------------------------------------------------------------------------------


@blueprint.get("/t/<code>/cause/<int:seq>")
def cause(code: str, seq: int) -> Response:
    """Say why line *seq* is there: the rule, who recorded it and when, and every chip it moved."""
    place = here(code)
    records = boodle().croupier.history(place.evening.id)
    record = next((r for r in records if r.line.seq == seq), None)
    if record is None:
        raise RuleError(
            "unknown_event", f"There is no line {seq} in the history. Look at the list."
        )
    text, chips = lines.told(place, record.line.event)
    undo = lines.taken_back(records).get(seq)
    return render(
        "table/cause.html",
        page(place, "Why?", back=place.url("history"), toast=None),
        person=somebody(place, getattr(record.line.event, "seat", None)),
        asks=[*text, f" {chips}"] if chips.startswith(("+", "−")) else text,
        rule=rule_of(
            record.line.event, place.table.game, leads=_leads(place, seq, record.line.event)
        ) or None,
        moves=_moves(place, records, record),
        facts=_facts(place, records, record, undo),
        picture=picture_of(place, records, record), undone=undo is not None,
        keys=_cause_keys(place, record) if undo is None else [],
    )  # fmt: skip


def _moves(place: Here, records: Sequence[Record], record: Record) -> list[Shape]:
    """Return every chip that moved with this line; of an act, with all that followed from it."""
    line = record.line
    together = [r for r in records if r.line.act == line.act] if line.seq == line.act else [record]
    if isinstance(line.event, ev.WentOut):
        together = _end_of_hand(records, line.seq)
    return [
        {"from": account_words(place, debit), "to": account_words(place, credit), "chips": chips}
        for each in together for debit, credit, chips in each.line.event.transfers()
    ]  # fmt: skip


def _end_of_hand(records: Sequence[Record], seq: int) -> list[Record]:
    """Return the lines from being out to the end of the hand, where counts may come in between."""
    gone, found = lines.taken_back(records), []
    for record in records[seq - 1 :]:
        alike = (record.line.seq in gone) == (seq in gone)
        if alike:
            found.append(record)
        if isinstance(record.line.event, (ev.HandEnded, ev.HandBegun)) and (alike or seq in gone):
            break  # an end that was taken back does not end what counts
    return found


def account_words(place: Here, account: Account) -> str:
    """Return an account as people call it: a name, ``queen of diamonds``, ``the bank``."""
    if isinstance(account, int):
        return place.table.name(account) if account in place.table.seats else f"seat {account}"
    return "the bank" if account == BANK else space_words(place.table, account)


def _facts(
    place: Here, records: Sequence[Record], record: Record, undo: Record | None
) -> list[Shape]:
    line, number = record.line, lines.hands_of(records)[record.line.seq]
    facts: list[tuple[str, Any]] = [
        ("Recorded by", _recorded_by(place, records, record)),
        ("When", clock(record.at_utc, "%H:%M:%S, %d %B %Y").replace(", 0", ", ")),
        ("Line", f"{line.seq} of {records[-1].line.seq}"),
    ]
    if 0 < number < lines.AT_THE_END:
        facts.append(("Hand", str(number)))
    run = _run(place, line.seq, line.event)
    if run:
        facts.append(("Run", run))
    facts += _proof_facts(place, records, record)
    if undo is not None:
        when = clock(undo.at_utc)
        facts.append(
            ("Taken back", f"by {lines.who_said(place, undo.actor)}, {when}. It does not count.")
        )
    return [{"name": name, "text": text} for name, text in facts]


def _proof_facts(
    place: Here, records: Sequence[Record], record: Record
) -> list[tuple[str, Any]]:  # fmt: skip
    """Return what this line proves, or, of a fine or a breach let go, what was proven and how."""
    witnessed = list(witnesses(place.table.game, records))
    facts: list[tuple[str, Any]] = [
        ("It proves", look.card_parts(proof.message))
        for proof, witness in witnessed if witness.line.seq == record.line.seq
    ]  # fmt: skip
    answer = _answer(records, record)
    if answer is None:
        return facts
    name = place.table.name(answer.seat)
    facts.append(("Proven", look.card_parts(proofs.words(name, answer))))
    key, before = (answer.seat, answer.code, answer.claimed_at), record.line.seq
    found = [w for proof, w in witnessed if proof.key == key and w.line.seq < before]
    if found:
        line, at = found[-1].line.seq, clock(found[-1].at_utc, "%H:%M:%S")
        said = f" in line {line}, {at}, by {lines.who_said(place, found[-1].actor)}"
        facts.append(("Witness", [{"card": answer.evidence}, said]))
    return facts


def _answer(records: Sequence[Record], record: Record) -> ev.BreachAnswered | None:
    """Return how a breach was answered in the act of *record*, if it was."""
    events = [each.line.event for each in records if each.line.act == record.line.act]
    return next((event for event in events if isinstance(event, ev.BreachAnswered)), None)


def _recorded_by(place: Here, records: Sequence[Record], record: Record) -> str:
    """Return who said it, or which line it follows from; the first card also begins its hand."""
    first = records[record.line.act - 1]
    who = lines.who_said(place, first.actor)
    act_events = [each.line.event for each in records if each.line.act == record.line.act]
    if record.line.seq == record.line.act or record.line.event is lines.main_event(act_events):
        return lines.capital(who)
    return f"Boodle; it follows from line {record.line.act}, by {who}"


def _leads(place: Here, seq: int, event: Event) -> bool:
    """Whether line *seq* is a card that began its run."""
    if not isinstance(event, ev.CardPlayed):
        return False
    hand = boodle().croupier.table_at(place.evening.id, seq).hand
    return hand is not None and [play.card for play in hand.run] == [event.card]


def _run(place: Here, seq: int, event: Event) -> list[Any]:
    """Return the cards of the run that led to *event*."""
    if not isinstance(event, (ev.CardPlayed, ev.PotAwarded, ev.RunStopped, ev.WentOut)):
        return []
    hand = boodle().croupier.table_at(place.evening.id, seq).hand
    cards: list[Any] = []
    for play in hand.run if hand is not None else ():
        cards += [{"card": play.card}, " "]
    return cards


def _cause_keys(place: Here, record: Record) -> list[Shape]:
    line, keys = record.line, []
    if not (place.is_host or place.seat is not None):
        return []
    if line.event.steadfast:
        return []
    back = place.url(f"cause/{line.seq}")
    if line.seq in place.table.objections:
        if place.is_host:
            keys.append(act("settle_objection", "It is fine", data={"seq": line.seq}, back=back))
        if (check := check_key(place)) is not None:
            keys.append(check)
    elif line.event.transfers():
        keys.append(act("object", "I doubt that", icon="flag", data={"seq": line.seq}, back=back))
    amend = amend_link(place, record)
    if amend is not None:
        keys.append(link(amend, "It was …"))
    keys.append(link(f"{place.url('undo')}?to={line.act}", "Undo back to here", icon="undo"))
    return keys


AMENDABLE: Final = (ev.CardPlayed, ev.PotAwarded, ev.WentOut, ev.SpareSold, ev.SpareBought)
"""Events whose line can be changed: somebody said them just so."""


def amend_link(place: Here, record: Record) -> str | None:
    """Return where the line of *record* can be changed by this phone, or ``None``."""
    event = record.line.event
    if not isinstance(event, AMENDABLE):
        return None
    records = boodle().croupier.history(place.evening.id)
    kind = records[record.line.act - 1].actor.get("kind")
    fits = {"play": ev.CardPlayed, "play_through": ev.CardPlayed, "take": ev.PotAwarded,
            "out": ev.WentOut, "sell": ev.SpareSold, "buy_spare": ev.SpareBought,
            }.get(str(kind))  # fmt: skip
    seat = event.seller if isinstance(event, ev.SpareSold) else event.seat
    if fits is None or not isinstance(event, fits) or not (place.is_host or seat == place.seat):
        return None
    return place.url(f"amend/{record.line.seq}")
