"""The form of a hand record, and what it expects compared with what came out. Replays nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.core.errors import RuleError
from companion.record.text import space_text

FORMAT: Final = "stops-record/1"

Record = Mapping[str, Any]
Row = dict[str, Any]


def need(true: bool, message: str) -> None:
    """Raise `RuleError` ``bad_record`` with *message* unless *true*."""
    if not true:
        raise RuleError("bad_record", message)


# ---- the form of a record -----------------------------------------------------------------------


def check_form(record: Record) -> None:
    """Refuse what is no record at all, saying which member is wrong (``bad_record``)."""
    if record.get("format", FORMAT) != FORMAT:
        need(False, f"The format is {str(record['format'])[:40]!r}; this reads {FORMAT}.")
    players, balances = record.get("players"), record.get("balances")
    need(isinstance(record.get("game"), str), "game must name a preset, such as boodle.")
    need(isinstance(record.get("options", {}), Mapping), "options must name options and values.")
    need(isinstance(players, list) and all(isinstance(n, str) and n for n in players),
          "players must be a list of names.")  # fmt: skip
    assert isinstance(players, list)
    need(len(set(players)) == len(players), "players must have different names.")
    need(_chips_by_name(balances) and set(balances or ()) == set(players),
          "balances must give the chips of every player, and of nobody else.")  # fmt: skip
    need(record.get("dealer") in players, "dealer must be one of the players.")
    need(_chips_by_name(record.get("spaces", {}), least=0), "spaces must give chips by space.")
    hands = record.get("hands")
    need(isinstance(hands, list), "hands must be a list.")
    assert isinstance(hands, list)
    for number, hand in enumerate(hands, start=1):
        _check_hand(hand, number)
    need(isinstance(record.get("end", []), list), "end must be a list of actions.")
    need(isinstance(record.get("expect", {}), Mapping), "expect must be an object.")


def _chips_by_name(value: object, least: int | None = None) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and type(chips) is int and abs(chips) < 10**9
        and (least is None or chips >= least)
        for name, chips in value.items()
    )  # fmt: skip


def _check_hand(hand: object, number: int) -> None:
    need(isinstance(hand, Mapping), f"Hand {number} must be an object.")
    assert isinstance(hand, Mapping)
    actions, stakes = hand.get("actions", []), hand.get("stakes", {})
    good = {
        "actions": isinstance(actions, list) and all(isinstance(a, str) for a in actions),
        "stakes": isinstance(stakes, Mapping) and all(map(_chips_by_name, stakes.values())),
        "left": _chips_by_name(hand.get("left", {}), least=0),
        "join": _chips_by_name(hand.get("join", {}), least=0),
        "seat": _chips_by_name(hand.get("seat", {}), least=1),
        "leave": _is_names(hand.get("leave", [])),
        "rebuy": _is_names(hand.get("rebuy", [])),
        "dealer": isinstance(hand.get("dealer", ""), str),
    }
    for member, fine in good.items():
        need(fine, f"Hand {number}: {member} is not as a record writes it.")


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# ---- what was expected --------------------------------------------------------------------------


def differences(row: Row, expect: Mapping[str, Any]) -> list[str]:
    """Return in words where *row* is not what the record expects."""
    found = []
    for member in ("balances", "spaces", "money"):
        found += _compare(member, row[member], expect.get(member, {}))
    for member in ("winners", "payments"):
        if member in expect and expect[member] != row[member]:
            found.append(f"{member}: {row[member]}, expected {expect[member]}")
    if "left" in expect:
        if len(expect["left"]) != len(row["left"]):
            found.append(f"left: {len(row['left'])} hands, expected {len(expect['left'])}")
        for number, (got, wanted) in enumerate(zip(row["left"], expect["left"], strict=False), 1):
            found += _compare(f"left in hand {number}", got, wanted)
    return found + _refused_elsewhere(row["refused"], expect.get("refused"))


def _compare(what: str, got: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    spelled = {space_text(name): value for name, value in wanted.items()}
    return [
        f"{what}: {name} has {got.get(name)}, expected {value}"
        for name, value in spelled.items()
        if got.get(name) != value
    ]


def _refused_elsewhere(
    refused: Mapping[str, Any] | None, wanted: Mapping[str, Any] | None
) -> list[str]:
    if wanted is None:
        return []
    where = f"refused at hand {wanted.get('hand')}, action {wanted.get('action')} was expected"
    if refused is None:
        return [f"{where}, but nothing was refused"]
    same = (refused["hand"], refused["action"]) == (wanted.get("hand"), wanted.get("action"))
    return [] if same else [f"{where}, not at hand {refused['hand']}, action {refused['action']}"]
