"""How fast the rules are on this machine: commands decided and stored, and a log folded again."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from typing import Final

from companion.bench import machine
from companion.core import undo
from companion.core.table import Table, replay
from companion.croupier import Croupier
from companion.demo import Demo
from companion.door import Door
from companion.serve import new_id, now_utc
from companion.store import Store

REPEATS: Final = 5


def main(argv: Sequence[str] = ()) -> int:
    """Play an evening of simulated players into a store in memory; print the figures."""
    parser = argparse.ArgumentParser(prog="boodle bench rules")
    parser.add_argument("--hands", type=int, default=150)
    hands: int = parser.parse_args(list(argv)).hands
    chance = random.Random(1)
    with Store.open(None) as store:
        croupier = Croupier(store, now=now_utc, new_id=new_id)
        door = Door(store, croupier, chance.choice)
        demo = Demo(croupier, door, say=lambda _line: None, pace_s=0, hands=hands, rng=chance)
        evening = demo.open("measured")
        began = time.perf_counter()
        demo.play(evening)
        played_s = time.perf_counter() - began
        log, table = croupier.log(evening.id), croupier.table(evening.id)
    blank, standing = Table.new(table.game), undo.standing(log)
    folds_ms = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        replay(blank, standing)
        folds_ms.append((time.perf_counter() - began) * 1000)
    commands = sum(line.act == line.seq for line in log)
    print(machine())
    print(
        f"{hands} hands of 4 players (seed 1), store in memory:"
        f" {commands} commands, {len(log)} events"
    )
    print(f"decide, store and fold: {commands / played_s:,.0f} commands a second")
    print(
        f"fold {len(log)} events: {statistics.median(folds_ms):.0f} ms"
        f" (median of {REPEATS}; 10,000 would take {_per_10000(folds_ms, len(log)):.0f} ms)"
    )
    return 0


def _per_10000(folds_ms: list[float], events: int) -> float:
    return statistics.median(folds_ms) * 10_000 / events
