"""Hand records read: an evening as text becomes commands, events and a row of what came out.

Reads no network and writes nothing; the rules are the core's, the form is that of hand records.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.core import ends, evening, money, proofs, settle
from companion.core import events as ev
from companion.core import hand as beginning
from companion.core.errors import RuleError
from companion.core.events import Event
from companion.core.game import KITTY, POT
from companion.core.ledger import BANK
from companion.core.options import space_name
from companion.core.table import Table, evolve
from companion.games import game_named
from companion.record.actions import Act, is_pots_only, read_act, read_last_show
from companion.record.form import Record, Row, check_form, differences, need
from companion.record.text import space_text


class Replay:
    """A record as it is replayed: the table so far, its events, and where we are."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.at = (0, 0)
        self.events: list[Event] = []
        self.warnings: list[str] = []
        self.proven: set[proofs.Proof] = set()
        self.differences: list[str] = []
        self.left: list[dict[str, int]] = []
        check_form(record)
        game = game_named(str(record["game"]))
        self.table = Table.new(game)
        self.numbers = {name: seat for seat, name in enumerate(record["players"])}
        self._open(evening.open_evening(game, record.get("options", {})))

    def apply(self, events: Iterable[Event]) -> None:
        """Add *events* to the evening."""
        for event in events:
            self.events.append(event)
            self.table = evolve(self.table, event)

    def _open(self, opened: tuple[Event, ...]) -> None:
        record = self.record
        self.apply(opened)
        for seat, name in enumerate(record["players"]):
            self._seat(seat, name, record["balances"][name], seat)
        spaces = {space.name for space in self.table.spaces} | {KITTY}
        for text, chips in record.get("spaces", {}).items():
            space = space_name(text)
            need(space in spaces, f"{text} is no space of this layout.")
            if chips:
                self.apply((ev.Corrected(BANK, space, chips, "on the layout before"),))
        self.apply((ev.DealerSet(self.numbers[record["dealer"]]),))

    def _seat(self, seat: int, name: str, chips: int, place: int) -> None:
        animals = evening.animals_of(self.table.game)
        animal = animals[seat % len(animals)]
        self.numbers[name] = seat
        self.apply((ev.SeatTaken(seat, name, animal, chips, place),))

    def seat(self, name: str) -> int:
        """Return the seat of a player; refuse a name nobody has."""
        if name not in self.numbers:
            raise RuleError("unknown_seat", f"Nobody here is called {name[:40]!r}.")
        return self.numbers[name]

    # ---- a hand

    def play_hand(self, hand: Record) -> None:
        """Replay one hand, from what happens before its stakes to its last action."""
        self.at = (self.at[0] + 1, 0)
        self._close_shown()
        self._between_hands(hand)
        acts = [str(action) for action in hand.get("actions", ())]
        self.apply(evening.set_depth(self.table, "pots" if self._pots_only(acts) else "cards"))
        self.apply(beginning.begin_hand(self.table))
        self.proven = set()
        self._stakes(hand.get("stakes", {}))
        for text in acts:
            self.at = (self.at[0], self.at[1] + 1)
            self._act(text, hand)
        self._note_left(hand)

    def _pots_only(self, acts: list[str]) -> bool:
        return any(is_pots_only(text, self.numbers) for text in acts)

    def _between_hands(self, hand: Record) -> None:
        if (end := ends.reached(self.table)) is not None:
            raise RuleError("evening_over", f"The agreed end was reached before this hand ({end}).")
        for name in hand.get("leave", ()):
            self.apply(evening.leave(self.table, self.seat(name)))
        for name, chips in hand.get("join", {}).items():
            self._join(name, chips, hand.get("seat", {}).get(name))
        for name in hand.get("rebuy", ()):
            self.apply(evening.buy_in(self.table, self.seat(name)))
        if "dealer" in hand:
            self.apply(evening.set_dealer(self.table, self.seat(hand["dealer"])))
        if hand.get("last_lap"):
            self.apply(ends.last_lap(self.table))

    def _join(self, name: str, chips: int, place: int | None) -> None:
        """Seat somebody new, or somebody who left with what they had and *chips* more."""
        evening.verify_between_hands(self.table)
        index = len(self.table.circle) if place is None else place - 1
        need(0 <= index <= len(self.table.circle), f"There is no place {place} for {name}.")
        if name not in self.numbers:
            self._seat(len(self.table.seats), name, chips, index)
            return
        self.apply(evening.rejoin(self.table, self.seat(name), index))
        if chips:
            self.apply((ev.BoughtIn(self.seat(name), chips),))

    def _stakes(self, told: Mapping[str, Mapping[str, int]]) -> None:
        hand = self.table.playing
        assert hand is not None
        for name, stakes in told.items():
            seat = self.seat(name)
            whole = {space_name(space): chips for space, chips in stakes.items() if chips}
            if seat in hand.stakes:
                fixed = dict(hand.stakes[seat])
                if whole != fixed:
                    raise RuleError("bad_stake", f"The stake of {name} is {fixed} by these rules.")
                continue
            cards = {space: n for space, n in whole.items() if space not in (KITTY, POT)}
            staked = beginning.stake(self.table, seat, cards)
            if any(isinstance(e, ev.Staked) and dict(e.stakes) != whole for e in staked):
                raise RuleError(
                    "bad_stake", f"Kitty and pot in the stake of {name} are not as agreed."
                )
            self.apply(staked)
        if missing := beginning.stakes_missing(self.table):
            names = ", ".join(self.table.name(seat) for seat in missing)
            raise RuleError("stakes_missing", f"The stakes of this hand are missing for {names}.")

    def _act(self, text: str, hand: Record) -> None:
        act = read_act(text, self.numbers)
        if act.verb in ("out", "void"):
            self._tell_left(act, hand.get("left", {}))
        self.apply(act.events(self.table))
        self._warn_of_proofs(fresh=act.verb == "misdeal")
        if act.verb in ("out", "void"):
            self._give_counts()

    def _warn_of_proofs(self, fresh: bool) -> None:
        """Note what this action has proven about earlier ones."""
        found = set() if fresh else set(proofs.proofs(self.table))
        self.warnings += [
            f"hand {self.at[0]}, action {self.at[1]}: {proof.message}"
            for proof in sorted(found - self.proven)
        ]
        self.proven = found

    def _tell_left(self, act: Act, told: Mapping[str, int]) -> None:
        """Take over the cards left of a hand of which only pots are recorded, before it is paid."""
        hand = self.table.playing
        if hand is None or hand.out is not None:
            return
        for seat in hand.circle:
            if seat == act.seat:
                continue
            cards = told.get(self.table.name(seat), 0)
            need(cards > 0, f"left does not say how many cards {self.table.name(seat)} has.")
            if cards != hand.left[seat]:
                self.apply(settle.correct_count(self.table, seat, cards))

    def _give_counts(self) -> None:
        for seat in settle.counts_wanted(self.table):
            assert self.table.hand is not None
            self.apply(settle.count(self.table, seat, self.table.hand.left[seat]))

    def _note_left(self, hand: Record) -> None:
        played = self.table.hand
        assert played is not None
        if played.phase not in ("done", "shown"):
            return
        names = {seat: self.table.name(seat) for seat in played.circle}
        left = {names[seat]: played.left[seat] for seat in played.circle}
        self.left.append(left)
        told = hand.get("left", {})
        self.differences += [
            f"hand {self.at[0]}: left says {name} {cards}, the cards say {left.get(name)}"
            for name, cards in told.items()
            if left.get(name) != cards
        ]

    # ---- the end

    def _close_shown(self) -> None:
        """A pay card that nobody named at the end of a hand is dead."""
        if self.table.playing is not None and self.table.playing.phase == "shown":
            self.apply(settle.close_hand(self.table))

    def finish(self) -> None:
        """Give out what is left where the evening has reached its end."""
        self._close_shown()
        self.at = (self.at[0] + 1, 0)
        told = self.record.get("end")
        if self.table.playing is not None or not self.table.results:
            return
        if told is None and ends.reached(self.table) is None:
            return
        self.apply(ends.end_evening(self.table))
        for text in told or ():
            self.at = (self.at[0], self.at[1] + 1)
            self.apply(read_last_show(str(text), self.numbers)(self.table))

    def row(self, refused: Mapping[str, Any] | None) -> Row:
        """Return what the evening came to, compared with what the record expects."""
        table, value = self.table, self.table.options.chip_value
        name = table.name
        nets = money.nets_in_money(table)
        row: Row = {
            "id": self.record.get("id"),
            "ok": True,
            "balances": {name(seat): table.balance(seat) for seat in table.seats},
            "spaces": {space_text(space): chips for space, chips in table.layout_chips.items()},
            "winners": [None if r.winner is None else name(r.winner) for r in table.results],
            "left": self.left,
            "money": {name(seat): net for seat, net in nets.items()} if value else {},
            "payments": len(money.fewest_payments(nets)) if value and table.ended else None,
            "refused": refused,
            "warnings": self.warnings,
            "differences": self.differences,
        }
        expect = self.record.get("expect", {})
        row["differences"] = self.differences + differences(row, expect)
        row["ok"] = not row["differences"] and bool(refused) == bool(expect.get("refused"))
        return row


def replay_record(record: object) -> Row:
    """Return the row of *record*; ``unavailable`` says which game or option is not there yet."""
    name = record.get("id") if isinstance(record, Mapping) else None
    try:
        need(isinstance(record, Mapping), "A record is a JSON object with players and hands.")
        assert isinstance(record, Mapping)
        replay = Replay(record)
    except RuleError as error:
        if error.code == "not_available":
            return _empty_row(name, unavailable=error.message)
        return _empty_row(name, refused=_refusal((0, 0), error))
    return replay.row(_play(replay))


def _play(replay: Replay) -> dict[str, Any] | None:
    """Replay every hand; return where and why the record was refused, if it was."""
    try:
        for hand in replay.record["hands"]:
            replay.play_hand(hand)
        replay.finish()
    except RuleError as error:
        return _refusal(replay.at, error)
    return None


def _refusal(at: tuple[int, int], error: RuleError) -> dict[str, Any]:
    return {"hand": at[0], "action": at[1], "code": error.code, "message": error.message}


def _empty_row(
    name: object, refused: Mapping[str, Any] | None = None, unavailable: str | None = None
) -> Row:
    row: Row = {
        "id": name, "ok": False, "balances": {}, "spaces": {}, "winners": [], "left": [],
        "money": {}, "payments": None, "refused": refused, "warnings": [], "differences": [],
    }  # fmt: skip
    return row if unavailable is None else {**row, "unavailable": unavailable}


# ---- files --------------------------------------------------------------------------------------


def rows_of_text(text: str, source: str) -> Iterator[Row]:
    """Replay the records of a file's *text*: one JSON object, or one a line. *source* names it."""
    whole = _object(text)
    if whole is not None:
        yield replay_record(whole)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            record = _object(line)
            yield _no_record(f"{source}:{number}") if record is None else replay_record(record)


def _object(text: str) -> object | None:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found


def _no_record(where: str) -> Row:
    error = RuleError(
        "bad_record", f"{where} is no JSON object. A record is one object, or one a line."
    )
    return _empty_row(where, refused=_refusal((0, 0), error))


def rows_of_files(paths: Iterable[str]) -> Iterator[Row]:
    """Replay every record of the files; one that cannot be read gives a row that says so."""
    for path in paths:
        try:
            with open(path, encoding="utf-8-sig") as file:  # some editors begin with a mark
                text = file.read()
        except (OSError, ValueError) as error:
            problem = RuleError("bad_record", f"{path} cannot be read: {error}.")
            yield _empty_row(str(path), refused=_refusal((0, 0), problem))
        else:
            yield from rows_of_text(text, str(path))


def exit_status(rows: Iterable[Row]) -> int:
    """Return 0 where all is as expected, 1 where not, 2 where something is not available yet."""
    status = 0
    for row in rows:
        if not row["ok"] and "unavailable" not in row:
            return 1
        status = 2 if "unavailable" in row else status
    return status


def summary(rows: Iterable[Row]) -> str:
    """Return the last line of a replay: how many records came out as expected."""
    every = list(rows)
    good = sum(row["ok"] for row in every)
    absent = sum("unavailable" in row for row in every)
    parts = [f"{len(every)} records: {good} as expected"]
    parts += [f"{absent} not available yet"] if absent else []
    parts += [f"{wrong} wrong"] if (wrong := len(every) - good - absent) else []
    return ", ".join(parts) + "."


def row_line(row: Row) -> str:
    """Return one row in a line of words."""
    name = row["id"] if row["id"] is not None else "a record"
    if "unavailable" in row:
        return f"{name}: {row['unavailable']}"
    refused = row["refused"]
    said = "" if refused is None else (
        f" refused at hand {refused['hand']}, action {refused['action']}: {refused['message']}"
    )  # fmt: skip
    differs = "".join(f" {difference};" for difference in row["differences"])
    return (
        f"{name}: {'as expected' if row['ok'] else 'NOT as expected'}{said and ',' + said}{differs}"
    )
