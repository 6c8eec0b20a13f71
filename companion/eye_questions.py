"""What the eye asks people, with the answers they can tap. Decides nothing: `eye` says when.

Pure: every answer is an ordinary command of the table, said by whoever taps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from companion.alike import Odd
from companion.core import play
from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.core.hand import ready_to_play
from companion.core.table import Hand, Table

MOST_ASKED: Final = 3
"""More equal answers than this do not fit a phone; then people pick the card themselves."""


LAID_APART_MS: Final = 500
"""Of two cards the one that has been seen so much longer was laid first."""

Now = Literal["there", "covered", "missing", "unsure"]


@dataclass(frozen=True, slots=True)
class Seen:
    """One card as one camera sees it lie: *votes* of the last *looks* named it.

    *seat* says before whom, as *told_by* ``zone`` (its place in the picture), ``own`` (that
    person's phone), ``nowhere`` (outside every place) or nothing; *near* is who else it may be
    where that is not *clear*. It is seen since *age_ms*, and was read over *span_ms*, both in the
    pictures' own time; it *waits* while what came to rest before it is not read yet. *eye* and
    *track* name the reading.

    It came to rest at *rest_ms* on the camera's clock, which saw it come where it *was_laid*; until
    *stirred_ms* something moved at that place, where a camera can tell. The table stands as it does
    for *quiet_ms*: since then the card was seen ``there``, or looked for in vain (``covered`` by a
    later card, or ``missing``), or nobody has looked yet (``unsure``); it *is_later* where it came
    to rest only then. *odd* says that it is of another size than the cards played so far.
    """

    card: Card
    confidence: float
    votes: int = 1
    looks: int = 1
    seat: int | None = None
    near: int | None = None
    clear: bool = True
    told_by: str = ""
    age_ms: int = 0
    span_ms: int = 0
    waits: bool = False
    eye: str = ""
    track: int = 0
    rest_ms: int = 0
    was_laid: bool = True
    stirred_ms: int | None = None
    now: Now = "there"
    is_later: bool = True
    quiet_ms: int = 0
    odd: Odd = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies there, with all its readings.

    *last_ms* says by camera when the last played card that it sees came to rest, on its clock;
    *blind* cameras see another than the last of all, which *last_seat* played. *landed* says by
    camera and seat when the cards came to rest that were played.
    """

    card: Card
    readings: tuple[Seen, ...]
    last_ms: Mapping[str, int] = field(default_factory=dict)
    blind: frozenset[str] = frozenset()
    last_seat: int | None = None
    landed: Mapping[tuple[str, int], Sequence[int]] = field(default_factory=dict)

    @property
    def age_ms(self) -> int:
        """How long the card has been seen, milliseconds."""
        return max(each.age_ms for each in self.readings)

    @property
    def quiet_ms(self) -> int:
        """How long the table has been seen to stand as it does, milliseconds."""
        return max(each.quiet_ms for each in self.readings)

    @property
    def now(self) -> set[Now]:
        """What its readings say of it since the table last changed."""
        return {each.now for each in self.readings}

    def was_laid_after(self, margin_ms: int = 0) -> bool:
        """Whether a camera saw it laid after what was played last, or *margin_ms* before it.

        What lay there before may be misread, or shown for another reason: it is no play.
        """
        return any(each.was_laid and not self._is_before(each, margin_ms) for each in self.readings)

    def lay_before(self, margin_ms: int = 0) -> bool:
        """Whether every camera knows that it lay there *margin_ms* before what was played last."""
        return all(self._is_before(each, margin_ms) for each in self.readings)

    def _is_before(self, each: Seen, margin_ms: int) -> bool:
        """Whether *each* came to rest before what was played last.

        Before whoever played last it may also be that card under another name, where that is not
        seen.
        """
        if each.rest_ms + margin_ms <= self.last_ms.get(each.eye, -1):
            return True
        may_be_last = not self.seats or self.last_seat in self.seats
        return may_be_last and each.eye in self.blind and not each.is_later

    @property
    def came_with_played(self) -> bool:
        """Whether it came to rest with a card that was played from there: it is that one misread.

        Nobody lays two cards at the same moment, but a corner half covered looks like another card.
        """
        return all(
            each.told_by == "zone"
            and any(abs(each.rest_ms - at_ms) < LAID_APART_MS
                    for seat in (each.seat, each.near) if seat is not None
                    for at_ms in self.landed.get((each.eye, seat), ()))
            for each in self.readings
        )  # fmt: skip

    def newest(self, margin_ms: int) -> Lying:
        """Return the same without readings from before the last play, where a later one is."""
        new = tuple(each for each in self.readings if not self._is_before(each, margin_ms))
        return replace(self, readings=new) if new else self

    def was_stirred(self, seat: int, margin_ms: int = 0) -> bool:
        """Whether something moved before *seat*, too, after what was played last came to rest.

        Else the card lies before somebody who laid none now: it is taken for nearer than it is.
        """
        return any(
            each.stirred_ms is None or each.stirred_ms + margin_ms > self.last_ms.get(each.eye, -1)
            for each in self.readings if seat in (each.seat, each.near)
        )  # fmt: skip

    def came_with(self, other: Lying) -> bool:
        """Whether a camera saw both come to rest at one moment."""
        return any(
            mine.eye == its.eye and abs(mine.rest_ms - its.rest_ms) < LAID_APART_MS
            for mine in self.readings for its in other.readings
        )  # fmt: skip

    @property
    def odd(self) -> Odd:
        """Whether it looks smaller or larger than the cards played so far."""
        return next((each.odd for each in self.readings if each.odd), "")

    @property
    def was_laid(self) -> bool:
        """Whether some camera saw it come to lie there."""
        return any(each.was_laid for each in self.readings)

    @property
    def waits(self) -> bool:
        """Whether something was laid before it that no camera has read yet."""
        return all(each.waits for each in self.readings)

    @property
    def is_elsewhere(self) -> bool:
        """Whether it lies outside every place that is known."""
        return all(each.told_by == "nowhere" for each in self.readings)

    @property
    def sure(self) -> set[int]:
        """The seats that a camera clearly says it lies before; more than one disagree."""
        return {
            each.seat for each in self.readings
            if each.seat is not None and each.clear and each.was_laid
            and each.told_by in ("zone", "own")
        }  # fmt: skip

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may have played it, likeliest first; none where nothing says."""
        unclear = [s for each in self.readings if each.told_by == "zone"
                   for s in (each.seat, None if each.clear else each.near)
                   if s is not None]  # fmt: skip
        return tuple(dict.fromkeys([*sorted(self.sure), *([] if self.sure else unclear)]))


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer: the command *kind* with *data*, or ``later``, ``five`` and ``hands``: pages."""

    label: str
    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    card: Card | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """People decide. *kind* is what is in doubt; *cards* are the likeliest first.

    Kinds: ``who``, ``which``, ``gap``, ``stop_lead``, ``lead``, ``disagree``, ``tapped``,
    ``turned``, ``five``, ``hands``, ``odd``, ``doubtful``, ``at_once``, ``note`` (nothing to
    answer), ``taken_back``.
    """

    kind: str
    cards: tuple[Card, ...]
    seats: tuple[int, ...]
    say: str
    why: str
    replies: tuple[Reply, ...] = ()
    expected: Card | None = None
    seen: Card | None = None


def _plays(table: Table, seat: int, card: Card, label: str) -> Reply:
    return Reply(label, "play", {"seat": seat, "card": str(card)}, card, seat)


def _in_order(table: Table, hand: Hand, first: Sequence[int] = ()) -> list[int]:
    """Return who can have played: *first*, then the others as they sit; nobody without cards."""
    seats = dict.fromkeys([*first, *(s for s in table.circle if s in hand.circle)])
    return [seat for seat in seats if hand.left.get(seat)]


def leads_now(table: Table) -> int | None:
    """Return who leads once the cards are taken up as dealt."""
    try:
        return ready_to_play(table).hand.leader
    except RuleError:
        return None


# ---- who ----------------------------------------------------------------------------------------


def who(table: Table, hand: Hand, lying: Lying, seats: Sequence[int]) -> Ask:
    """Everybody sees which card, and nobody can tell before whom it lies."""
    card = lying.card
    split = len(lying.sure) > 1
    named = [table.name(seat) for seat in seats[:2]]
    why = f"The picture shows the {card.spoken}."
    if split:
        why = f"One says {named[0]}, another says {named[1]}." if len(named) > 1 else why
    elif len(named) > 1:
        why = f"It lies between {named[0]} and {named[1]}."
    elif named and not lying.was_laid:
        why = f"It lies before {named[0]}, and the camera did not see it laid."
    order = list(seats) if split and len(seats) > 1 else _in_order(table, hand, seats)
    return Ask(
        "disagree" if split else "who", (card,), tuple(seats), f"Who plays the {card.spoken}?",
        why, tuple(_plays(table, seat, card, table.name(seat)) for seat in order),
        hand.needed if hand.plays else None, card,
    )  # fmt: skip


def is_it(table: Table, lying: Lying, seat: int, kind: str, why: str) -> Ask:
    """A play by *seat* of which something is doubtful: *kind* names it, *why* says it."""
    card, name = lying.card, table.name(seat)
    return Ask(
        kind, (card,), (seat,), f"Does {name} play the {card.spoken}?", why,
        (_plays(table, seat, card, f"Yes, {name} plays it"),), None, card,
    )  # fmt: skip


def at_once(table: Table, lying: Lying, seat: int) -> Ask:
    """The card that is expected came to lie there with others that are none of the run."""
    why = "Several cards came to lie there at once: is a hand laid open?"
    return is_it(table, lying, seat, "at_once", why)


def tapped(table: Table, card: Card, tapped_by: int, lies_before: int) -> Ask:
    """A phone said who played it, and the card lies before somebody else."""
    one, other = table.name(tapped_by), table.name(lies_before)
    return Ask(
        "tapped", (card,), (tapped_by, lies_before), f"Who played the {card.spoken}?",
        f"It was recorded for {one}, and it lies before {other}.",
        (Reply(other, "amend", {"seat": lies_before}, card, lies_before),), None, card,
    )  # fmt: skip


# ---- which --------------------------------------------------------------------------------------


def which(table: Table, lying: Lying, needed: Card, seats: Sequence[int]) -> Ask:
    """A card that the run does not want: misread, or a mistake."""
    seat = seats[0] if len(seats) == 1 else None
    replies: tuple[Reply, ...] = ()
    if seat is not None:
        replies = (_plays(table, seat, needed, f"It is the {needed.spoken}"),)
    return Ask(
        "which", (needed, lying.card), tuple(seats), f"Is this the {needed.spoken}?",
        f"Seen: {lying.card.shown}. Expected is the {needed.spoken}. Nothing is recorded until "
        "you say.", replies, needed, lying.card,
    )  # fmt: skip


def gap(
    table: Table, hand: Hand, lying: Lying, between: Sequence[Card], seat: int | None, *,
    stops: bool = False,
) -> Ask:  # fmt: skip
    """A card further on in the run: who played those between? With *stops* perhaps nobody."""
    needed, shown = between[0], ", ".join(card.shown for card in between)
    replies: tuple[Reply, ...] = (Reply("Somebody …", "later", {}, lying.card),)
    if seat is not None and len(between) == 1:
        replies = tuple(
            Reply(table.name(s), "play_through",
                  {"plays": [f"{s}:{needed}", f"{seat}:{lying.card}"]}, needed, s)
            for s in _in_order(table, hand)
        )  # fmt: skip
    if stops:
        replies = (*replies, Reply(f"Nobody has the {needed.spoken}", "stop"))
    first, whom = ("First comes", "it") if len(between) == 1 else ("First come", "them")
    return Ask(
        "gap", (lying.card, *between), () if seat is None else (seat,),
        f"Who played the {needed.spoken}?",
        f"The {lying.card.spoken} lies ahead in this run. {first} {shown}: who played {whom}?",
        replies, needed, lying.card,
    )  # fmt: skip


def stop_lead(table: Table, card: Card, needed: Card, leader: int) -> Ask:
    """Who played last lays a new card: nobody has the needed one, it seems."""
    name = table.name(leader)
    return Ask(
        "stop_lead", (card, needed), (leader,), f"Nobody has the {needed.spoken}?",
        f"{name} lays the {card.spoken}.",
        (
            Reply(f"Nobody has it: {name} leads {card.shown}", "stop", {}, card, leader),
            _plays(table, leader, needed, f"It is the {needed.spoken}"),
        ),
        needed, card,
    )  # fmt: skip


def note(lying: Lying, error: RuleError) -> Ask:
    """A card that cannot be what it seems: said, with nothing to answer."""
    return Ask("note", (lying.card,), lying.seats, f"{lying.card.shown}?", error.message,
               seen=lying.card)  # fmt: skip


# ---- leads --------------------------------------------------------------------------------------


def lead(table: Table, leader: int, lying: Sequence[Lying]) -> Ask:
    """Which of the cards before the leader leads?"""
    cards = tuple(each.card for each in lying[:MOST_ASKED])
    name = table.name(leader)
    say = f"What does {name} lead?"
    if len(cards) == 1:
        say = f"Does {name} lead the {cards[0].spoken}?"
    return Ask(
        "lead", cards, (leader,), say, "Tap the card that leads.",
        tuple(_plays(table, leader, card, card.shown) for card in cards), None, cards[0],
    )  # fmt: skip


def other_leader(table: Table, hand: Hand, lying: Lying, leader: int, *, legal: bool) -> Ask:
    """A card lies before somebody who has not got the lead."""
    name, other = table.name(leader), table.name(lying.seats[0])
    replies = [_plays(table, leader, lying.card, f"{name} leads it")] if legal else []
    if play.may_pass(table, hand):
        replies.append(Reply(f"{name} cannot lead", "pass", {"seat": leader}, None, leader))
    return Ask(
        "lead", (lying.card,), (leader, *lying.seats), f"{name} has the lead.",
        f"The {lying.card.spoken} lies before {other}.", tuple(replies), None, lying.card,
    )  # fmt: skip


def turned(lying: Sequence[Lying]) -> Ask:
    """Which card was turned up?"""
    cards = tuple(each.card for each in lying[:MOST_ASKED])
    return Ask(
        "turned", cards, (), "Which card is turned up?", "Its suit is trumps.",
        tuple(Reply(card.shown, "deal", {"turned": str(card)}, card) for card in cards),
    )  # fmt: skip


def taken_back(table: Table, card: Card, seat: int) -> Ask:
    """The card just recorded is not there any more."""
    return Ask(
        "taken_back", (card,), (seat,), f"{card.shown} taken back?",
        f"{table.name(seat)} played the {card.spoken}, and it lies there no more.",
        (Reply("Undo", "undo", {}, card, seat),), None, card,
    )  # fmt: skip
