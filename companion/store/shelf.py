"""The shelf: house rules kept under a name on this server, for any evening to come.

Append only, as evenings are: what is renamed or forgotten stays in its chain and can come back.
Decides no rule and shows no page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.core.errors import RuleError
from companion.core.evening import clean_name
from companion.core.game import Game
from companion.core.options import Options
from companion.games import game_named
from companion.store.chain import NewRow, StoredRow
from companion.store.errors import AlreadyAnswered, StaleSequence, UnknownEvening
from companion.store.store import SHELF, Store

MOST: Final = 60
"""So many sets are kept at a time; a list nobody can look through helps nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRules:
    """A named set: *options* are all values of the game *key*, *by* the hashed phone that kept it.

    *number* stays the same through renaming; a *forgotten* set is only there to be brought back.
    """

    number: int
    name: str
    key: str
    options: Mapping[str, Any]
    depth: str
    by: str = ""
    forgotten: bool = False

    def rules(self) -> tuple[Game, Options]:
        """Return the game and its options; raise `RuleError` where this version lacks them."""
        game = game_named(self.key)
        return game, game.options(self.options)


class Shelf:
    """The named house rules of one server. *now* gives UTC as ISO text."""

    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        self._store = store
        self._now = now

    def all(self) -> tuple[KeptRules, ...]:
        """Return every set in the order of names, forgotten ones too."""
        sets: dict[int, KeptRules] = {}
        for row in self._rows():
            sets = _after(sets, row)
        return tuple(sorted(sets.values(), key=lambda kept: (kept.name.casefold(), kept.number)))

    def sets(self) -> tuple[KeptRules, ...]:
        """Return the sets that can be chosen, in the order of names."""
        return tuple(kept for kept in self.all() if not kept.forgotten)

    def get(self, number: int) -> KeptRules:
        """Return the set of *number*; raise `RuleError` ``unknown_rules`` where there is none."""
        found = next((kept for kept in self.all() if kept.number == number), None)
        if found is None:
            raise RuleError("unknown_rules", "Those house rules are not kept here.")
        return found

    def keep(
        self, name: str, game: Game, options: Options, depth: str, command_id: str, by: str = ""
    ) -> int:
        """Keep *options* under *name* and return their number; the same command keeps them once.

        Raises `RuleError`: ``bad_name``, ``name_taken``, ``shelf_full``.
        """
        body = {"game": game.key, "options": options.to_dict(), "depth": depth, "by": by}
        return self._write(command_id, lambda: {**self._named(name), **body}, "RulesKept")

    def rename(self, number: int, name: str, command_id: str) -> None:
        """Give the set of *number* another name."""
        self._write(command_id, lambda: {"set": self.get(number).number,
                                         **self._named(name, number)}, "RulesRenamed")  # fmt: skip

    def forget(self, number: int, command_id: str) -> None:
        """Take the set of *number* off the list; `bring_back` undoes it."""
        self._write(command_id, lambda: {"set": self.get(number).number}, "RulesForgotten")

    def bring_back(self, number: int, command_id: str) -> None:
        """Put a forgotten set on the list again, under its name if that is still free."""
        kept = self.get(number)
        self._write(command_id, lambda: {"set": number, **self._named(kept.name, number)},
                    "RulesBroughtBack")  # fmt: skip

    # ---- within ---------------------------------------------------------------------------------

    def _rows(self) -> list[StoredRow]:
        try:
            return self._store.load(SHELF)
        except UnknownEvening:  # nobody has kept any yet
            return []

    def _named(self, name: str, number: int | None = None) -> dict[str, Any]:
        """Return a name that can be given to the set *number*, or to a new one."""
        name = clean_name(name)
        others = [kept for kept in self.sets() if kept.number != number]
        if any(kept.name.casefold() == name.casefold() for kept in others):
            raise RuleError(
                "name_taken", f"House rules called {name} are kept already. Add a word, or forget"
                " the others first.")  # fmt: skip
        if len(others) >= MOST:
            raise RuleError("shelf_full", f"{MOST} sets of house rules are kept. Forget one first.")
        return {"name": name}

    def _write(self, command_id: str, body: Callable[[], Mapping[str, Any]], kind: str) -> int:
        """Store one event after deciding on what is there; return the number of its set."""
        while True:
            rows, at = self._rows(), self._now()
            known = self._store.answer(SHELF, command_id)
            if known is not None:
                return int(known["set"])
            values = body()
            seq = len(rows)
            if not seq:
                self._store.begin_shelf(at)
            answer = {"set": values.get("set", seq + 1)}
            try:
                self._store.append(SHELF, seq, [NewRow(kind, values, at)], command_id, answer)
            except StaleSequence:
                continue
            except AlreadyAnswered as before:
                return int(before.answer["set"])
            return int(answer["set"])


def _after(sets: dict[int, KeptRules], row: StoredRow) -> dict[int, KeptRules]:
    """Return the sets after one event."""
    body = row.body
    if row.kind == "RulesKept":
        kept = KeptRules(
            number=row.seq, name=body["name"], key=body["game"], options=body["options"],
            depth=body["depth"], by=body["by"],
        )  # fmt: skip
        return {**sets, row.seq: kept}
    old = sets[body["set"]]
    return {**sets, old.number: replace(
        old, name=body.get("name", old.name), forgotten=row.kind == "RulesForgotten",
    )}  # fmt: skip
