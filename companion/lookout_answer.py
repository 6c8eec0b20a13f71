"""What the page of a camera is told after each frame: plain JSON values, and sentences for people.

It looks at nothing and decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion import eye
from companion.core import undo
from companion.core.cards import Card, suit_word
from companion.core.play import lead_suits
from companion.core.table import Hand, Table
from companion.core.undo import Line
from companion.eye import Ask, Seen
from companion.eye_questions import Reply, leads_now
from companion.placing import Placing
from companion.zones import Zones, middle_of

if TYPE_CHECKING:
    from companion.vision.view import Track, View

QUIET_MS: Final = 250
"""Wait so long for the next frame where nothing moves."""


@dataclass(frozen=True, slots=True)
class Done:
    """What an eye recorded: the act of line *seq* and all up to *last_seq*."""

    seq: int
    last_seq: int
    say: str
    seat: int
    cards: tuple[Card, ...]
    evidence: str
    at_ms: int

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "say": self.say, "seq": self.seq, "seat": self.seat,
            "cards": [str(card) for card in self.cards], "evidence": self.evidence,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """Everything the answer is made of."""

    seq: int
    table: Table
    stage: tuple[int, int, str] | None
    view: View | None
    places: Placing
    seen: tuple[Seen, ...]
    asks: tuple[Ask, ...]
    done: tuple[Done, ...]
    last: Done | None
    seat: int | None
    prior: bool
    others: Sequence[Mapping[str, Any]]
    hands: Mapping[int, eye.Five]
    log: Sequence[Line]
    slow_ms: int | None = None
    is_out_of_order: bool = False
    owes: bool = False


def answer(known: Known) -> dict[str, Any]:
    """Return what the page shows."""
    view = known.view
    seen = {each.track: each for each in known.seen}
    return {
        "ok": True, "busy": False, "seq": known.seq,
        "at_ms": view.at_ms if view else None, "size": list(view.size) if view else None,
        "next_ms": 0 if view and (view.moved or view.read) else QUIET_MS,
        "moved": bool(view and view.moved), "read": bool(view and view.read),
        "owes": known.owes, "undecided": bool(view and view.is_undecided),
        "hint": _hint(view), "trouble": _trouble(known), "disorder": known.is_out_of_order,
        "needed": needed(known.table, known.hands),
        "outlines": [
            _outline(known, track, seen.get(track.id)) for track in (view.cards if view else ())
        ],
        "did": [done.to_dict() for done in known.done],
        "undo": _undo(known),
        "questions": [_question(known, ask) for ask in known.asks],
        "hands": {seat: [str(card) for card in five] for seat, five in known.hands.items()},
        "setting": _setting(known), "astray": known.places.is_astray,
        "zones": [] if known.places.is_astray else _zones(known.table, known.places.zones),
        "masks": [list(mask) for mask in known.places.zones.masks],
        "prior": known.prior, "seat": known.seat, "others": list(known.others),
        "say": known.done[-1].say if known.done else "",
    }  # fmt: skip


def _hint(view: View | None) -> dict[str, str] | None:
    if view is None or view.hint is None:
        return None
    from companion.vision.hint import SENTENCES

    return {"code": view.hint, "say": SENTENCES[view.hint]}


def _trouble(known: Known) -> str:
    """Return what people are told where a camera cannot do what they expect of it."""
    if known.places.is_turned_away:
        return "The camera was turned. Turn it back, or show the places again."
    if known.places.is_astray:
        return "The camera was moved. Put it back, or show the places again."
    if known.is_out_of_order:
        return "Your places lie in another order than your seats. Do you sit like this?"
    if known.slow_ms is not None:
        return f"Reading takes {round(known.slow_ms / 1000)} s here. Lay cards slower, or tap them."
    return ""


# ---- what is wanted now -------------------------------------------------------------------------


def needed(table: Table, kept: Mapping[int, eye.Five]) -> dict[str, Any] | None:
    """Return which card, whose lead or what else the table waits for; ``None`` between hands.

    *kept* are the poker hands that were read, by seat.
    """
    hand = table.playing
    if hand is None or hand.depth == "pots":
        return None
    if hand.needed is not None:
        return {"cards": [str(hand.needed)], "say": hand.needed.shown, "who": None}
    return {"cards": [], **_wanted(table, hand, kept)}


def _wanted(table: Table, hand: Hand, kept: Mapping[int, eye.Five]) -> dict[str, Any]:
    part = eye.stage(table)[-1]
    if hand.phase == "stakes":
        return {"say": "Stakes first", "who": None}
    if part == "turn":
        return {"say": "Turn up a card", "who": hand.dealer}
    if part == "hold":
        return {"say": "Show what is paid on holding", "who": None}
    if part == "poker":
        missing = [table.name(seat) for seat in eye.hands_missing(table) if seat not in kept]
        few = f"Five cards, please: {', '.join(missing)}"
        many = "Five cards each, please" if missing else "Poker"
        return {"say": few if 0 < len(missing) < 4 else many, "who": None}
    if part == "over":
        return {"say": "Cards left?", "who": None}
    leader = hand.leader if hand.leader is not None else leads_now(table)
    if leader is None:
        return {"say": "The first card", "who": None}
    suits = lead_suits(table, hand)
    words = "" if len(suits) == 4 else " " + " or ".join(suit_word(suit) for suit in suits)
    return {"say": f"{table.name(leader)} leads{words}", "who": leader}


# ---- what lies there ----------------------------------------------------------------------------


def _outline(known: Known, track: Track, seen: Seen | None) -> dict[str, Any]:
    state = _state(known, track, seen)
    seat = known.table.hand.seen.get(track.card) if known.table.hand else None
    if state != "played":
        seat = seen.seat if seen else None
    return {
        "card": str(track.card), "shown": track.card.shown,
        "box": [round(value, 1) for value in track.box_xyxy],
        "confidence": round(track.confidence, 3), "seat": seat, "state": state,
        "say": _words(known, track.card, state, seat),
    }  # fmt: skip


def _state(known: Known, track: Track, seen: Seen | None) -> str:
    assert known.view is not None
    if known.places.zones.is_masked(middle_of(track.box_xyxy, known.view.size[0])):
        return "masked"
    if known.table.hand is not None and track.card in known.table.hand.seen:
        return "played"
    if seen is None:
        return "old"
    if any(track.card in ask.cards for ask in known.asks):
        return "asked"
    return "new" if any(track.id == each.id for each in known.view.arrived) else "waiting"


def _words(known: Known, card: Card, state: str, seat: int | None) -> str:
    name = known.table.name(seat) if seat is not None else ""
    marks = {"played": f"{card.shown} ✓ {name}", "asked": f"{card.shown}?", "masked": ""}
    return marks.get(state, card.shown).strip()


def _zones(table: Table, zones: Zones) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "name": table.name(seat), "x": x, "y": y, "r": zones.radius(seat)}
        for seat, (x, y) in zones.middles.items() if seat in _circle(table)
    ]  # fmt: skip


def _circle(table: Table) -> tuple[int, ...]:
    """Return who plays in this hand, or in the next one."""
    return table.circle if table.playing is None else table.playing.circle


def _setting(known: Known) -> dict[str, Any] | None:
    setting = known.places.seating
    if setting is None:
        return None
    seat = setting.missing[0]
    return {
        "seat": seat, "say": f"{known.table.name(seat)}, lay one card in front of you.",
        "done": list(setting.done), "missing": list(setting.missing),
    }  # fmt: skip


# ---- questions and undo -------------------------------------------------------------------------


def question_id(ask: Ask, stage: tuple[int, int, str] | None) -> str:
    """Return the name of a question: the same doubt has the same name while it lasts."""
    cards = "".join(str(card) for card in ask.cards)
    where = "-".join(str(part) for part in stage or ())
    seats = "".join(str(seat) for seat in ask.seats) if not cards else ""
    return f"q-{ask.kind}-{cards}{seats}-{where}"


def _question(known: Known, ask: Ask) -> dict[str, Any]:
    return {
        "id": question_id(ask, known.stage), "kind": ask.kind, "say": ask.say,
        "why": f"{ask.why} {_unplaced(known, ask)}".strip(),
        "cards": [str(card) for card in ask.cards],
        "seen": ask.seen and str(ask.seen), "expected": ask.expected and str(ask.expected),
        "answers": [_reply(known, ask, reply) for reply in ask.replies], "ignore": True,
    }  # fmt: skip


def _unplaced(known: Known, ask: Ask) -> str:
    """Return whose place this camera was never shown, where it must ask who played."""
    placed = known.places.zones.middles
    if ask.kind != "who" or known.seat is not None or not placed:
        return ""
    names = [known.table.name(seat) for seat in _circle(known.table) if seat not in placed]
    return f"Not shown to the camera: the place of {', '.join(names)}." if names else ""


def _reply(known: Known, ask: Ask, reply: Reply) -> dict[str, Any]:
    data = dict(reply.data)
    if reply.kind in ("undo", "amend") and (line := undo.last_act(known.log)) is not None:
        data["seq"] = line.seq
    return {
        "label": reply.label, "kind": reply.kind, "data": data,
        "card": reply.card and str(reply.card), "seat": reply.seat,
    }  # fmt: skip


def _undo(known: Known) -> dict[str, Any] | None:
    """Offer to take back what an eye did last, as long as it is what happened last."""
    last = known.last
    if last is None or last.last_seq != known.seq:
        return None
    return {"seq": last.seq, "say": last.say, "token": f"undo-{last.seq}"}
