"""What cameras saw and how the table stands: something to record, a question to people, or nothing.

Pure: it knows no picture, no clock and no Flask. A wrong reading never moves a chip: what the
rules name is recorded by itself, everything else is asked (RULES § 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion import eye_questions as questions
from companion.core import play
from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.core.hand import ready_to_play
from companion.core.play import cards_between
from companion.core.showdown import hands_missing
from companion.core.sighting import Sighting
from companion.core.table import Hand, Table, replay
from companion.eye_beside import held, led_after_showing, left_with, turned_up
from companion.eye_leads import IN_TURN_MS, OLD_MS, lay_there, lead, recorded
from companion.eye_poker import FIVE, Five, cards_shown, poker_hands
from companion.eye_questions import MOST_ASKED, Ask, Lying, Seen
from companion.eye_verdicts import (
    LIVE,
    PHOTO,
    Care,
    Keep,
    Nothing,
    Record,
    Verdict,
    is_steady,
    stays_doubtful,
    wait,
    was_steady,
)

__all__ = [
    "FIVE", "LIVE", "MOST_ASKED", "PHOTO", "Ask", "Care", "Five", "Keep", "Nothing", "Record",
    "Seen", "Verdict", "cards_shown", "hands_missing",
]  # fmt: skip


AGREE_MS: Final = 2500
"""So long one camera waits for another to see the same card."""
AGREE_MAX_MS: Final = 10_000
"""... and so long where the other has still something to read."""

SEVERAL: Final = 2
"""A card laid with so many others that are no run is none that is played."""

TAP_MS: Final = 6000
"""So long after it was laid a card may still contradict the tap that recorded it."""


def from_photo(sightings: Iterable[Sighting], seat: int | None) -> tuple[Seen, ...]:
    """Return what one photograph shows, taken by the phone of *seat* (``None``: for all)."""
    told_by = "" if seat is None else "own"
    return tuple(Seen(s.card, s.confidence, 1, 1, seat, told_by=told_by) for s in sightings)


def judge(
    table: Table, seen: Sequence[Seen], *, care: Care = LIVE, eyes: frozenset[str] = frozenset(),
    behind: frozenset[str] = frozenset(), hands: Mapping[int, Five] | None = None,
) -> tuple[Verdict, ...]:  # fmt: skip
    """Return what follows from the cards that lie there, the most urgent first; never empty.

    *eyes* are the cameras that watch the whole table now: where several do, they must agree. Those
    *behind* have not read all that lies there yet. *hands* are the poker hands kept so far, by
    seat. Of several records only the first is good, because the next depends on it: judge again
    after it, and after a hand was kept.
    """
    if hands_missing(table):
        return poker_hands(table, seen, care, hands or {})
    table = _dealt(table)
    hand = table.playing
    if hand is not None and hand.phase == "shown":
        return left_with(table, seen, care)
    if (idle := _idle(table, hand)) is not None or hand is None:
        return (Nothing(idle or ""),)
    if not seen:
        return (
            Nothing(
                "No card could be read. Lay the card flat, hold the phone 25 to 40 cm above it, "
                "in good light, and try again."
            ),
        )
    lying = _fresh(table, hand, seen)
    if not lying:
        return _nothing_new(table, hand, seen)
    if hand.phase == "deal" and table.options.has_trumps:
        return turned_up(table, hand, lying, care)
    if stage(table)[-1] == "hold":
        shown = held(table, hand, lying, care)
        if isinstance(shown[0], Record) or table.options.pot_kind == "poker":
            return shown
        table, hand, lying = led_after_showing(table, hand, lying)  # no poker comes between
    waiting = [
        each for each in lying
        if _waits_its_turn(hand, each) or _waits_for_others(each, eyes, behind)
    ]  # fmt: skip
    judged = [_card(table, hand, each, lying, care) for each in lying if each not in waiting]
    return _most_urgent(hand, judged, waiting)


def _dealt(table: Table) -> Table:
    """Return the table with the runs begun, where the first card says that they have."""
    hand = table.playing
    ready = hand is not None and hand.phase in ("deal", "spare") and hand.depth == "cards"
    if not ready or stage(table)[-1] != "runs":
        return table
    try:
        return ready_to_play(table).table
    except RuleError:
        return table


def stage(table: Table) -> tuple[int, int, str]:
    """Return (hand, deal, part): what lies on the table when this changes is no news in the next.

    Parts: ``none``, ``turn``, ``hold``, ``poker``, ``runs``, ``over``.
    """
    hand = table.hand
    if hand is None or hand.phase == "done":
        return (len(table.results), 0, "none")
    if hand.phase in ("counts", "shown", "poker"):
        part = "poker" if hand.phase == "poker" else "over"
    elif hand.phase in ("stakes", "deal") and table.options.has_trumps:
        part = "turn"
    elif hand.phase != "runs" and table.options.pay_when == "hold":
        part = "hold"
    else:
        part = "runs"
    return (hand.number, hand.deals, part)


# ---- what lies there ----------------------------------------------------------------------------


def _idle(table: Table, hand: Hand | None) -> str | None:
    """Return why no card can mean anything now."""
    if hand is None or hand.out is not None:
        return "No cards are being played now, so the picture changes nothing."
    if hand.depth == "pots":
        return "In this hand only pots are recorded. Tap who takes a pot."
    if hand.phase == "stakes":
        return "The stakes come first; then the eye looks on."
    if hand.phase == "poker":
        return "The poker is being bet. Lay the cards down when it comes to showing them."
    if hand.phase not in ("deal", "spare", "hold", "runs"):
        return "This hand is over."
    return None


def _fresh(table: Table, hand: Hand, seen: Sequence[Seen]) -> list[Lying]:
    """Return the cards that lie there and are not played yet, the surest readings first."""
    cards: dict[Card, list[Seen]] = {}
    for each in sorted(seen, key=lambda one: (-one.votes, -one.confidence)):
        if not table.is_out(each.card) and each.now != "missing":
            cards.setdefault(each.card, []).append(each)
    turns = {play.card: turn for turn, play in enumerate(hand.plays)}
    played = sorted((turns[s.card], s.rest_ms, s.eye) for s in seen if s.card in turns)
    last_ms = {name: rest_ms for _, rest_ms, name in played}
    landed: dict[tuple[str, int], list[int]] = {}
    for turn, rest_ms, name in played:
        landed.setdefault((name, hand.plays[turn].seat), []).append(rest_ms)
    eyes = {each.eye for each in seen} if turns else set()
    blind = frozenset(eyes - {name for turn, _, name in played if turn == len(turns) - 1})
    last_seat = hand.plays[-1].seat if turns else None
    return [
        Lying(card, tuple(readings), last_ms, blind, last_seat, landed).newest(IN_TURN_MS)
        for card, readings in cards.items()
    ]


def _nothing_new(table: Table, hand: Hand, seen: Sequence[Seen]) -> tuple[Verdict, ...]:
    """Everything was played already: the last card may contradict the tap that recorded it."""
    last = hand.plays[-1] if hand.plays else None
    readings = tuple(each for each in seen if last is not None and each.card == last.card)
    if last is not None and readings:
        lying = Lying(last.card, readings)
        told = lying.sure - {last.seat}
        if told and last.seat not in lying.sure and lying.age_ms < TAP_MS:
            return (questions.tapped(table, last.card, last.seat, min(told)),)
    shown = ", ".join(each.card.shown for each in seen[:MOST_ASKED])
    return (Nothing(f"Seen: {shown}. That was played already, so nothing is new."),)


def _waits_its_turn(hand: Hand, lying: Lying) -> bool:
    """Whether a card that the rules do not name was laid after one that is not read yet."""
    return lying.waits and lying.card != hand.needed


def _waits_for_others(lying: Lying, eyes: frozenset[str], behind: frozenset[str]) -> bool:
    """Whether another camera over the table has not seen the card yet, but may in a moment."""
    by = {each.eye for each in lying.readings}
    others = eyes - by
    if not by <= eyes or not others:
        return False
    return lying.age_ms < (AGREE_MAX_MS if others & behind else AGREE_MS)


def _most_urgent(
    hand: Hand, judged: Sequence[Verdict], waiting: Sequence[Lying]
) -> tuple[Verdict, ...]:
    """Return a record alone, else the questions, else what to wait for."""
    records = [each for each in judged if isinstance(each, Record)]
    if records:
        expected = [each for each in records if each.cards == (hand.needed,)]
        return ((expected or records)[0],)
    asked = [each for each in judged if isinstance(each, Ask)]
    if asked:
        gaps = [each for each in asked if each.kind == "gap"]
        others = [each for each in asked if each.kind != "gap"]
        nearest = min(gaps, key=lambda ask: len(ask.cards), default=None)
        return (*([nearest] if nearest else []), *others)[:MOST_ASKED]
    nothing = [each for each in judged if isinstance(each, Nothing)]
    wait = tuple(lying.card for lying in waiting)
    text = nothing[0].text if nothing else "Something that lies there is not read yet."
    return (Nothing(text, wait + tuple(card for each in nothing for card in each.cards)),)


# ---- one card of the runs -----------------------------------------------------------------------


def _card(
    table: Table, hand: Hand, lying: Lying, all_lying: Sequence[Lying], care: Care
) -> Verdict:
    if hand.needed is not None and hand.plays:
        if lying.card == hand.needed:
            return _expected(table, hand, lying, all_lying, care)
        return _unexpected(table, hand, lying, all_lying, care)
    if hand.needed is not None:  # the lowest of a suit begins, whoever holds it
        return _first_of_suit(table, hand, lying, all_lying, care)
    if lying.card == hand.missing:
        return _expected(table, hand, lying, all_lying, care)
    return lead(table, hand, lying, all_lying, care)


def _expected(
    table: Table, hand: Hand, lying: Lying, all_lying: Sequence[Lying], care: Care
) -> Verdict:
    """The card that the rules name: only who played it can still be a question."""
    named = lying.card == hand.needed and bool(hand.plays)
    came_last = lying.was_laid_after()
    levels = (care.expected, care.weak) if named and came_last else (care.free,)
    if not any(is_steady(lying, level, may_be_covered=named) for level in levels):
        return wait(lying, f"{lying.card.shown}? Hold still.")
    seats = [seat for seat in lying.seats if hand.left.get(seat)]
    in_turn = came_last or (named and lying.was_laid_after(IN_TURN_MS))
    if len(seats) == 1 and lying.sure and in_turn:
        in_haste = lying.was_stirred(seats[0], IN_TURN_MS)
        is_free = in_haste and not _moves_chips(table, seats[0], lying.card)
        if is_free or lying.was_stirred(seats[0]):
            if not _lies_among(table, lying, all_lying, care):
                return recorded(table, lying, seats[0], care)
            slow = lying.age_ms >= care.ask_ms
            return questions.at_once(table, lying, seats[0]) if slow else wait(lying, "A hand?")
    is_old = lying.lay_before(IN_TURN_MS) and lying.quiet_ms < OLD_MS
    if is_old or lying.age_ms < care.ask_ms / 2:
        return wait(lying, f"{lying.card.shown}: whose?")
    return questions.who(table, hand, lying, seats)


def _lies_among(table: Table, lying: Lying, all_lying: Sequence[Lying], care: Care) -> bool:
    """Whether it came to lie there with others that are no run: a hand held there, or laid open."""
    others = [
        each for each in all_lying
        if each is not lying and each.came_with(lying) and was_steady(each, care.expected)
        and not cards_between(table, each.card)
    ]  # fmt: skip
    return len(others) >= SEVERAL


def _moves_chips(table: Table, seat: int, card: Card) -> bool:
    """Whether somebody is paid for this play, so that it matters most who made it."""
    try:
        return any(event.transfers() for event in play.play(table, seat, card))
    except RuleError:
        return False


def _unexpected(
    table: Table, hand: Hand, lying: Lying, all_lying: Sequence[Lying], care: Care
) -> Verdict:
    """A card that the run does not want: a card missed in between, a new lead, or a mistake."""
    needed = hand.needed
    assert needed is not None
    if lying.lay_before(IN_TURN_MS) or lying.came_with_played:
        return lay_there(lying)
    between = cards_between(table, lying.card)
    patience = care.gap_ms if between else care.ask_ms
    if not is_steady(lying, care.free) or lying.age_ms < patience:
        return wait(lying, f"{lying.card.shown}, expected {needed.shown}?")
    if any(other.card == needed for other in all_lying):
        return wait(lying, f"The {needed.spoken} comes first.")
    seats = [seat for seat in lying.seats if hand.left.get(seat)]
    if between:
        return _gap(table, hand, lying, between, seats)
    if lying.is_elsewhere:
        return wait(lying, f"The {lying.card.spoken} lies before nobody.")
    leader = hand.plays[-1].seat
    before_leader = leader in lying.sure or not lying.seats
    if before_leader and _can_lead_after_stop(table, leader, lying.card):
        return questions.stop_lead(table, lying.card, needed, leader)
    return questions.which(table, lying, needed, seats)


def _gap(
    table: Table, hand: Hand, lying: Lying, between: Sequence[Card], seats: Sequence[int]
) -> Ask:
    """A card further on: somebody played those between, or nobody has them and it is a lead."""
    leader = hand.plays[-1].seat
    may_lead = leader in lying.sure or not lying.seats
    return questions.gap(
        table, hand, lying, between, seats[0] if len(seats) == 1 else None,
        stops=may_lead and _can_lead_after_stop(table, leader, lying.card),
    )  # fmt: skip


def _can_lead_after_stop(table: Table, leader: int, card: Card) -> bool:
    """Whether *leader* could lead *card* if nobody had the needed one."""
    try:
        play.verify_play(replay(table, play.stop(table)), leader, card)
    except RuleError:
        return False
    return True


def _first_of_suit(
    table: Table, hand: Hand, lying: Lying, all_lying: Sequence[Lying], care: Care
) -> Verdict:
    is_sure = is_steady(lying, care.free)
    if not is_sure and not stays_doubtful(lying, care):
        return wait(lying, f"{lying.card.shown}? Hold still.")
    seats = [seat for seat in lying.seats if hand.left.get(seat)]
    try:
        play.verify_play(table, seats[0] if seats else hand.eldest, lying.card)
    except RuleError as error:
        return questions.note(lying, error) if lying.age_ms >= care.ask_ms else wait(lying, "")
    if care.leads_ask or not is_sure:
        return questions.who(table, hand, lying, seats)
    return _expected(table, hand, lying, all_lying, care)
