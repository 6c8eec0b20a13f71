"""Hand records written: the events of an evening as text that `record` reads back unchanged.

Decides nothing. Lines taken back must have been left out before (`undo.standing`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from companion.core import ends, settle
from companion.core import events as ev
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.game import Game
from companion.core.ledger import BANK
from companion.core.table import Table, evolve, replay
from companion.record import late
from companion.record.form import FORMAT
from companion.record.hands import Part, Writer, shows
from companion.record.replay import replay_record
from companion.record.text import quoted, space_text

_PEOPLE: Final = (
    ev.SeatTaken, ev.SeatRejoined, ev.SeatLeft, ev.CircleSet, ev.DealerSet, ev.LastLapBegun,
    ev.BoughtIn,
)  # fmt: skip


def export_record(game: Game, events: Iterable[Event], name: str | None = None) -> dict[str, Any]:
    """Return the evening as a hand record, with what it came to as its ``expect``.

    Raises `RuleError` where a record has no place for what happened: nobody sat down, the rules
    changed, or chips moved by hand once the last hand was over that no earlier place can say.
    """
    events = tuple(events)
    _verify_one_set_of_rules(events)
    log = _without_bare_close(game, _without_open_stakes(game, events))
    parts = _parts(game, log)
    for later in (False, True):
        record = _written(game, log, late.placed(parts, later=later), name)
        if not late.has_late(parts) or replay_record(record)["ok"]:
            return record
    raise RuleError(
        "bad_record",
        "Chips were moved by hand behind the last card of a hand, and a hand record has no place"
        " for that. Export this evening with --json or --csv.",
    )


def _written(
    game: Game, log: tuple[Event, ...], parts: list[Part], name: str | None
) -> dict[str, Any]:
    final = replay(Table.new(game), log)
    first = parts[0].new if parts else final
    if not first.circle:
        raise RuleError("no_hand", "Nobody has sat down at this table, so it has no record.")
    dealer = first.circle[-1] if first.dealer is None else first.dealer
    record: dict[str, Any] = {} if name is None else {"id": name}
    record |= {
        "format": FORMAT,
        "game": game.key,
        "options": _options(game, final),
        "players": [final.name(seat) for seat in first.circle],
        "dealer": final.name(dealer),
        "balances": {
            final.name(seat): _begun_with(log, first, seat) + _bought(parts, seat)
            for seat in first.circle
        },
        "spaces": _spaces_before(log) if parts else _spaces_now(final),
        "hands": [
            Writer(final, part, _named_before(parts, number)).hand(number)
            for number, part in enumerate(parts)
        ],
    }
    shown = [event for event in log if isinstance(event, ev.LastHandShown)]
    if parts and (final.ended == "manual" or shown or (final.ended and _moved_last(log))):
        record["end"] = [shows(quoted(final.name(e.seat)), e.cards) for e in shown]
    named = set(first.circle) | {seat for part in parts for seat in part.new.circle}
    record["expect"] = _expected(final if final.ended else _at_its_last_hand(game, log), named)
    return {member: value for member, value in record.items() if member != "spaces" or value}


def _verify_one_set_of_rules(events: tuple[Event, ...]) -> None:
    """Raise `RuleError` where the house rules changed between two hands: a record has one set."""
    if any(isinstance(event, ev.RulesApplied) for event in events):
        raise RuleError(
            "bad_record",
            "The house rules were changed in mid-evening, and a hand record has one set of rules."
            " Export this evening with --json or --csv.",
        )


# ---- cutting the log into hands -----------------------------------------------------------------


def _without_open_stakes(game: Game, log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Leave out a hand whose stakes are not all down: nothing has happened in it."""
    hand = replay(Table.new(game), log).playing
    return log if hand is None or hand.phase != "stakes" else log[: _starts(log)[-1]]


_CLOSES_BY_ITSELF: Final = (
    ev.CardPlayed, ev.LeadPassed, ev.PokerBet, ev.PokerShown, ev.PokerEnded, ev.WentOut,
    ev.HandEnded,
)  # fmt: skip
"""What cannot happen while people still show what they hold, so a record need not say the rest."""


def _without_bare_close(game: Game, log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Leave out that nobody shows anything more where nothing came after it to say so.

    A record has no word for it, so the shares of a sequence are not given out yet.
    """
    table = replay(Table.new(game), log)
    closed = [place for place, event in enumerate(log) if isinstance(event, ev.HoldingClosed)]
    if table.playing is None or not closed or closed[-1] < _starts(log)[-1]:
        return log
    place = closed[-1]
    if any(isinstance(event, _CLOSES_BY_ITSELF) for event in log[place:]):
        return log
    rows = {space.name for space in table.spaces if space.sort == "sequence"}
    start = place
    while isinstance(share := log[start - 1], ev.PotAwarded) and share.space in rows:
        start -= 1
    return log[:start] + log[place + 1 :]


def _named_before(parts: list[Part], number: int) -> frozenset[int]:
    """Return whom the record has named before hand *number*: others come with what they have."""
    return frozenset(seat for part in parts[:number] for seat in part.new.circle)


def _starts(log: tuple[Event, ...]) -> list[int]:
    """Return where each hand begins: with those who leave broke, else with the hand itself."""
    begin = (ev.HandBegun, ev.LeftBroke)
    return [
        place for place, event in enumerate(log)
        if isinstance(event, begin) and not isinstance(log[place - 1], ev.LeftBroke)
    ]  # fmt: skip


def _parts(game: Game, log: tuple[Event, ...]) -> list[Part]:
    starts = _starts(log)
    if not starts:
        return []
    parts: list[Part] = []
    opening = log[: starts[0]]
    old = new = replay(Table.new(game), opening)
    people: list[Event] = [event for event in opening if isinstance(event, ev.LastLapBegun)]
    acts = [event for event in opening if _is_correction(event)]
    for start, stop in zip(starts, [*starts[1:], len(log)], strict=True):
        table = new
        later: list[Event] = []
        for event in log[start:stop]:
            if not isinstance(event, _PEOPLE):
                acts.append(event)
            elif stop == len(log) or (table.playing is not None and not _moves(event)):
                people.append(event)
            else:
                later.append(event)
            table = evolve(table, event)
        assert table.hand is not None
        parts.append(Part(tuple(people), old, new, tuple(acts), table.hand))
        old, new, people, acts = _at_its_end(new, log[start:stop]), table, later, []
    return parts


def _moves(event: Event) -> bool:
    """Whether somebody comes, goes or changes places: that is for the next hand.

    It stands within a hand where the end of that hand was taken back and told once more.
    """
    return not isinstance(event, (ev.BoughtIn, ev.LastLapBegun))


def _moved_last(log: tuple[Event, ...]) -> bool:
    """Whether people came or went after the last hand: its end may have followed from that."""
    ended = max(n for n, event in enumerate(log) if isinstance(event, ev.HandEnded))
    return any(isinstance(event, _PEOPLE) and _moves(event) for event in log[ended:])


def _at_its_last_hand(game: Game, log: tuple[Event, ...]) -> Table:
    """Return the table without who came or went since the last hand, as a record leaves it."""
    starts = _starts(log)
    return replay(Table.new(game), [
        event for n, event in enumerate(log)
        if not (starts and n > starts[-1] and isinstance(event, _PEOPLE) and _moves(event))
    ])  # fmt: skip


def _at_its_end(table: Table, body: tuple[Event, ...]) -> Table:
    """Return the table when the hand of *body* had ended, before anybody came or went."""
    for event in body:
        if not (isinstance(event, _PEOPLE) and _moves(event)):
            table = evolve(table, event)
        if isinstance(event, ev.HandEnded):
            break
    return table


def _is_correction(event: Event) -> bool:
    return isinstance(event, ev.Corrected) and event.debit != BANK


# ---- members of the record ----------------------------------------------------------------------


def _options(game: Game, table: Table) -> dict[str, Any]:
    """Return the options that differ from the preset, and those reading would fill in otherwise."""
    wanted = table.options.to_dict()
    if table.play_on:  # the agreed end was passed, so the host ended the evening
        wanted["end"] = "manual"
    told = {n: v for n, v in wanted.items() if v != game.preset.to_dict()[n]}
    read = game.options(told).to_dict()
    told |= {n: v for n, v in wanted.items() if v != read[n]}
    return {option: _option_value(value) for option, value in told.items()}


def _option_value(value: Any) -> Any:
    if isinstance(value, list):
        return [space_text(space) for space in value]
    return "none" if value is None else value


def _begun_with(log: tuple[Event, ...], first: Table, seat: int) -> int:
    """Return what a player had before the first hand; with a negative one, a debt."""
    opening = log[: _starts(log)[0]] if _starts(log) else log
    corrected = [event for event in opening if _is_correction(event)]
    back = sum(
        t.chips * ((t.debit == seat) - (t.credit == seat))
        for event in corrected for t in event.transfers()
    )  # fmt: skip
    return first.balance(seat) + (back if _starts(log) else 0)


def _bought(parts: list[Part], seat: int) -> int:
    """Return the chips a player bought while the first hand was played: they count before it."""
    people = parts[0].people if parts else ()
    return sum(e.chips for e in people if isinstance(e, ev.BoughtIn) and e.seat == seat)


def _spaces_before(log: tuple[Event, ...]) -> dict[str, int]:
    return {
        space_text(str(event.credit)): event.chips
        for event in log
        if isinstance(event, ev.Corrected) and event.debit == BANK
    }


def _spaces_now(table: Table) -> dict[str, int]:
    """Return the layout of an evening without a hand: no action says how the chips came there."""
    return {space_text(space): chips for space, chips in table.layout_chips.items() if chips}


def _expected(table: Table, named: Collection[int]) -> dict[str, Any]:
    """Return what a replay comes to: an evening at its end has its leftover given out.

    Who sat down and left before a hand was played is not *named* in a record at all.
    """
    if table.playing is not None and table.playing.phase == "shown":
        table = replay(table, settle.close_hand(table))
    if not table.ended and ends.reached(table):
        table = replay(table, ends.end_evening(table))
    name = table.name
    return {
        "balances": {name(seat): table.balance(seat) for seat in table.seats if seat in named},
        "spaces": {space_text(space): chips for space, chips in table.layout_chips.items()},
        "winners": [None if r.winner is None else name(r.winner) for r in table.results],
    }
