"""What a camera says, in the shapes of pages and script. Pure: it asks and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.core.cards import Card
from companion.core.table import Table
from companion.web.here import Here
from companion.web.look import card_parts
from companion.web.shapes import Shape, act, link, person

METERS: Final = {
    "too dark": "light", "hold still": "sharp", "too blurred": "sharp", "glare": "glare",
    "too far": "distance", "too near": "distance",
}  # fmt: skip
"""Which meter a hint lowers."""

LOOKS: Final = {
    "new": "good", "waiting": "good", "played": "calm", "old": "calm", "asked": "ask",
    "masked": "calm",
}  # fmt: skip
"""How the outline of a card is drawn, by its state."""

HINTED_MS: Final = 500
"""So long after a picture with which something seems wrong the next one comes, to see it mended."""

NO_QUESTION: Final[Mapping[str, Any]] = {
    "people": [], "answers": [], "others": [], "doubt": [],
}  # fmt: skip


# ---- for the script -----------------------------------------------------------------------------


def for_script(table: Table, told: Mapping[str, Any]) -> Shape:
    """Return what eye.js draws; boxes and zones in parts of the picture's width and height."""
    hint = told.get("hint") or {}
    outlines = told.get("outlines", ())
    waits = any(one["state"] in ("new", "waiting") for one in outlines)
    looks = waits or bool(told.get("moved") or told.get("read"))
    next_ms = int(told.get("next_ms", 0))
    is_judged = bool(hint) or told["undecided"] or told["astray"]
    more_ms = max(next_ms, 1) if looks else HINTED_MS if is_judged else 0
    return {
        "seq": told["seq"], "say": sentence(told), "sign": _sign(told),
        "wait_ms": next_ms, "more_ms": more_ms, "owes": told["owes"] or is_judged,
        "trouble": _trouble(told, hint),
        "meters": {METERS[hint["code"]]: False} if hint.get("code") in METERS else {},
        "marks": _marks(outlines, told.get("size")),
        "zones": [
            {**zone, "animal": table.seats[zone["seat"]].animal}
            for zone in told.get("zones", ()) if zone["seat"] in table.seats
        ],
    }  # fmt: skip


def _trouble(told: Mapping[str, Any], hint: Mapping[str, Any]) -> str:
    """Return what stands in the way of the camera; what is wrong with its picture comes first."""
    if hint.get("code") == "covered":
        return str(hint["say"])
    return "" if hint and not told["astray"] else str(told["trouble"])


def sentence(told: Mapping[str, Any]) -> str:
    """Return the one line under the picture: what was done, how to hold it, what is seen."""
    if told.get("did"):
        return str(told["did"][-1]["say"])
    if told.get("hint"):
        return str(told["hint"]["say"])
    if told.get("setting"):
        return "Not seen? Tap it in the picture. Then take it back."
    for state in ("asked", "new", "waiting"):
        for one in told.get("outlines", ()):
            if one["state"] == state and one.get("say"):
                return str(one["say"])
    return ""


def _sign(told: Mapping[str, Any]) -> str:
    if told.get("did"):
        return "good"
    return "ask" if told.get("questions") or told.get("hint") else ""


def _marks(outlines: Sequence[Mapping[str, Any]], size: Sequence[int] | None) -> list[Shape]:
    if not size:
        return []
    width, height = size
    marks = []
    for one in outlines:
        x0, y0, x1, y1 = one["box"]
        box = [x0 / width, y0 / height, x1 / width, y1 / height]
        marks.append({"box": [round(each, 4) for each in box], "as": LOOKS[one["state"]]})
    return marks


# ---- for pages ----------------------------------------------------------------------------------


def question_shapes(place: Here, question: Mapping[str, Any], back: str) -> Shape:
    """Return a question as keys, none lit: people where it asks who, else cards or words.

    Beside a picture there is no room for all the hands of a showdown: see `beside_picture`.
    """
    answers = question["answers"]
    keys = [answer_key(place, one, back) for one in answers]
    who = [_is_person(place, one) for one in answers]
    by_people = who.count(True) > 1
    rest = [key for key, one in zip(keys, who, strict=True) if not one]
    ignore = act("ignore", "Ignore it", to=place.url("eye/set"), back=back,
                 data={"question": question["id"], "eye": question.get("eye", "")})  # fmt: skip
    return {
        "people": [
            {"person": person(place, one["seat"]), "action": {**key, "label": None, "card": None}}
            for one, key, named in zip(answers, keys, who, strict=True) if named
        ] if by_people else [],
        "answers": [] if by_people else keys,
        "others": [*(rest if by_people else ()), *([ignore] if question.get("ignore") else ())],
        "doubt": [card_parts(line) for line in question.get("why", "").splitlines()],
    }  # fmt: skip


def beside_picture(place: Here, question: Mapping[str, Any], back: str) -> Shape:
    """Return the same for the page that shows the picture; what is long has a page of its own."""
    shapes = question_shapes(place, question, back)
    if len(shapes["doubt"]) > 1:
        return {**shapes, "doubt": [], "answers": [link(place.url("eye/asks"), "See all cards")]}
    return shapes


def _is_person(place: Here, answer: Mapping[str, Any]) -> bool:
    """Whether an answer is nothing but who it was."""
    seat: int | None = answer.get("seat")
    return seat is not None and answer["label"] == place.table.name(seat)


def answer_key(place: Here, answer: Mapping[str, Any], back: str) -> Shape:
    """Return one answer as a key: a command said by whoever taps it, or a link to more."""
    card = Card(answer["card"]) if answer.get("card") else None
    label = before_card(answer["label"], card)
    if answer["kind"] == "later":
        return link(f"{place.url('later')}?card={card}", label, card=card)
    if answer["kind"] == "hands":
        return link(place.url("hands"), label)
    if answer["kind"] == "five":
        return link(five_url(place, answer["seat"], answer["data"]["cards"]), label)
    return act(answer["kind"], label, data=answer["data"], card=card, back=back)


def five_url(place: Here, seat: int, five: Sequence[str]) -> str:
    """Return where the five cards of *seat* are tapped and said to be right, some filled in."""
    where = "last-hands" if place.table.playing is None else ""
    return f"{place.url(where)}?for={seat}&five={','.join(five)}"


def before_card(words: str, card: Card | None) -> str:
    """Return the words of a key without the card at their end, which is drawn beside them."""
    if card is None:
        return words
    return words.removesuffix(card.shown).removesuffix(f"the {card.spoken}").strip()


def places(place: Here, setting: Mapping[str, Any], to: str, eye: str = "") -> list[Shape]:
    """Return the seats while their places are shown; tapping one lays the next card there."""
    named = {"eye": eye, "back": place.url("eye/house")} if eye else {}
    now, done = setting["seat"], set(setting.get("done", ()))
    seats = [*setting.get("done", ()), *setting.get("missing", ())]
    return [
        {
            "person": person(place, seat),
            "state": "done" if seat in done else "now" if seat == now else "later",
            "action": act("turn", to=to, data={"seat": seat, **named},
                          aria=f"{place.table.name(seat)} lays a card next"),
        }
        for seat in place.table.circle if seat in seats
    ]  # fmt: skip
