"""How fast the rules are on this machine, and whether they come to the averages of the book.

Whole hands of every game and of the covering set of house rules are played with full validation;
after each the invariants of RULES § 7 are checked. What an auditor of its own says to such hands is
a test (`tests/test_simulation.py`, `tests/test_covering.py`).
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from companion.bench import machine
from companion.bench.covering import covering
from companion.bench.deals import Company
from companion.command_line import Parser, at_least
from companion.core import commands, ends
from companion.core.cards import next_card
from companion.core.game import Game
from companion.core.ledger import BANK
from companion.core.state import Hand
from companion.core.table import Table, replay
from companion.games import all_games, game_named

HANDS: Final = 100_000
HANDS_AN_EVENING: Final = 8
BOOK_DEALS: Final = 1500
"""So many deals stand behind each average of RULES § 12."""


class Timed(Company):
    """A company that knows how long the core takes for a hand: decided and folded, in seconds.

    The commands of a hand are given to the core once more, in one go, and must come to the same
    table. A clock around every single one would take a tenth of the time it measures.
    """

    core_s = 0.0
    said: list[tuple[str, dict[str, Any]]] | None = None

    def do(self, kind: str, **data: Any) -> None:
        """Give a command to the core and fold what follows."""
        if self.said is not None:
            self.said.append((kind, data))
        super().do(kind, **data)

    def play_hand(self) -> dict[str, Any]:
        """Play one hand, then measure it."""
        table, self.said = self.table, []
        record = super().play_hand()
        began = time.process_time()
        for kind, data in self.said:
            table = replay(table, commands.decide(table, kind, data))
        self.core_s = time.process_time() - began
        assert table == self.table, "the same commands came to another table"
        return record


def evenings(
    game: Game, hands: int, rules: Mapping[str, Any] | None = None, players: int | None = None
) -> Iterator[Timed]:
    """Yield a company after each of *hands* hands; a new evening begins where one has ended."""
    played = evening = 0
    while played < hands:
        company = Timed(random.Random(f"{game.key} {evening}"), game, rules, players)
        company.begin_last_lap()
        evening += 1
        for _ in range(min(HANDS_AN_EVENING, hands - played)):
            if ends.reached(company.table) is not None:
                break
            company.play_hand()
            played += 1
            yield company


# ---- invariants ---------------------------------------------------------------------------------


def broken(table: Table) -> list[str]:
    """Return which invariants of RULES § 7 do not hold after a hand, by their numbers there."""
    hand, found = table.hand, []
    assert hand is not None
    spaces = {a: n for a, n in table.balances.items() if isinstance(a, str) and a != BANK}
    checks = {
        "1 the sum of all chips": sum(table.balances.values()) == 0,
        "2 a space below 0": all(chips >= 0 for chips in spaces.values()),
        "4 cards left": all(
            hand.left[seat] == hand.dealt[seat] - sum(play.seat == seat for play in hand.plays)
            for seat in hand.circle
        ),
        "5 a card twice": len({play.card for play in hand.plays}) == len(hand.plays),
        "5 a run out of order": all(
            after.leads or after.card == next_card(before.card, table.options.ace)
            for before, after in pairwise(hand.plays)
        ),
        "8 who is out": [s for s in hand.circle if not hand.left[s]]
        == ([hand.out] * _is_out(hand)),
    }
    found += [name for name, holds in checks.items() if not holds]
    return found


def _is_out(hand: Hand) -> bool:
    return hand.out is not None


# ---- speed --------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """What some hands came to; speeds are whole hands a second of one core's time."""

    hands: int
    core_s: float
    whole_s: float
    broken: tuple[str, ...]

    def line(self, name: str) -> str:
        """Return the row of the table."""
        wrong = ", ".join(sorted(set(self.broken))) or "0"
        core, whole = self.hands / max(self.core_s, 1e-9), self.hands / max(self.whole_s, 1e-9)
        return f"{name:22} {self.hands:7,} {core:10,.0f} {whole:10,.0f}   {wrong}"


def measure(companies: Iterable[Timed]) -> Measured:
    """Play the hands; giving them to the core again and checking them is not in the whole time."""
    hands, core_s, checked_s, wrong = 0, 0.0, 0.0, []
    began = time.process_time()
    for company in companies:
        hands, core_s = hands + 1, core_s + company.core_s
        checking = time.process_time()
        wrong += broken(company.table)
        checked_s += time.process_time() - checking
    whole_s = time.process_time() - began - checked_s - core_s
    return Measured(hands, core_s, whole_s, tuple(wrong))


def together(parts: Sequence[Measured]) -> Measured:
    """Return what several measurements come to."""
    return Measured(
        sum(part.hands for part in parts), sum(part.core_s for part in parts),
        sum(part.whole_s for part in parts), tuple(name for part in parts for name in part.broken),
    )  # fmt: skip


def measure_sets(hands: int, say: Callable[[str], None]) -> Measured:
    """Play the covering set: two to nine people, or four who throw cards away."""
    sets, parts = covering().sets, []
    for number, rules in enumerate(sets):
        players = 4 if rules["discard"] else 2 + number % 8
        game = game_named("boodle" if 3 <= players <= 8 else "three_in_one")
        parts.append(measure(evenings(game, max(hands // len(sets), 1), rules, players)))
        say(f"set {number + 1} of {len(sets)}")
    return together(parts)


# ---- the averages of the book -------------------------------------------------------------------


class Average(NamedTuple):
    """A row of RULES § 12: *book* are runs, cards played, cards left, pay cards won, and in per
    cent hands with a run of three and void ones; ``None`` where it says nothing."""

    name: str
    game: str
    players: int
    rules: Mapping[str, Any]
    book: tuple[float | None, ...]


_SUIT: Final = {"change": "suit"}
_SUIT_PASS: Final = {"change": "suit", "fallback": "pass"}
_COLOUR: Final = {"change": "colour", "fallback": "pass"}
_BARE: Final = {"spare": "none"}
AVERAGES: Final = (
    Average("boodle", "boodle", 3, {}, (11.4, 29.9, 9.1, 2.1, 69, 0)),
    Average("boodle", "boodle", 4, {}, (9.9, 29.9, 12.1, 2.1, 54, 0)),
    Average("boodle", "boodle", 6, {}, (7.3, 27.0, 18.0, 2.1, 26, 0)),
    Average("boodle", "boodle", 8, {}, (5.8, 24.3, 22.7, 2.0, 13, 0)),
    Average("change suit, free", "boodle", 4, _SUIT, (9.7, 29.7, 12.3, 2.1, 52, 0)),
    Average("change suit, pass", "boodle", 3, _SUIT_PASS, (12.3, 31.4, 7.6, 2.2, 70, 1.1)),
    Average("change suit, pass", "boodle", 4, _SUIT_PASS, (10.4, 31.1, 10.9, 2.2, 55, 0.1)),
    Average("change suit, pass", "boodle", 6, _SUIT_PASS, (7.7, 28.4, 16.6, 2.2, 27, 0)),
    Average("change colour, pass", "boodle", 3, _COLOUR, (12.6, 31.9, 7.1, 2.2, 70, 8.1)),
    Average("change colour, pass", "boodle", 4, _COLOUR, (10.7, 31.7, 10.3, 2.2, 53, 3.6)),
    Average("change colour, pass", "boodle", 6, _COLOUR, (8.1, 29.6, 15.4, 2.2, 26, 0.6)),
    Average("no spare hand", "boodle", 3, _BARE, (5.1, 45, 6.8, 3.6, 96, 0)),
    Average("no spare hand", "boodle", 4, _BARE, (5.2, 42, 10.2, 3.5, 80, 0)),
    Average("no spare hand", "boodle", 6, _BARE, (5.0, 36, 15.9, 3.2, 42, 0)),
    Average("newbury", "newbury", 4, {}, (13.0, 30.8, 9.2, 2.2, None, 3.4)),
)
COLUMNS: Final = ("runs", "played", "left", "won", "three %", "void %")


def sample(table: Table) -> tuple[float, ...]:
    """Return what one hand adds to the averages, in the order of `COLUMNS`."""
    hand = table.hand
    assert hand is not None
    pay_cards = {space.name for space in table.spaces if space.sort == "card"}
    return (
        sum(play.leads for play in hand.plays), len(hand.plays), sum(hand.left.values()),
        len(pay_cards & set(hand.awards)), 100.0 * _has_three(hand), 100.0 * (hand.out is None),
    )  # fmt: skip


def _has_three(hand: Hand) -> bool:
    """Whether somebody has played three cards of a run in a row (RULES § 2.6, pot ``run3``)."""
    threes = zip(hand.plays, hand.plays[1:], hand.plays[2:], strict=False)
    return any(a.seat == b.seat == c.seat and not b.leads and not c.leads for a, b, c in threes)


def compare(row: Average, hands: int) -> str:
    """Return one row: our average, the book's behind it, and in how many errors they differ."""
    found = [sample(each.table) for each in evenings(
        game_named(row.game), hands, {**row.rules, "end": "manual"}, row.players)]  # fmt: skip
    cells, worst = [], 0.0
    for ours, book in zip(zip(*found, strict=True), row.book, strict=True):
        mean = statistics.fmean(ours)
        error = statistics.pstdev(ours) * (1 / len(ours) + 1 / BOOK_DEALS) ** 0.5
        cells.append(f"{mean:5.1f} ({'-' if book is None else f'{book:g}'} ± {error:.1f})")
        off = 0.0 if book is None else max(abs(mean - book) - _rounding(book), 0.0)
        worst = max(worst, off / error if error else 0.0)
    return (
        f"{row.name:20} {row.players}  " + "  ".join(f"{c:>18}" for c in cells) + f"  {worst:.1f}"
    )


def _rounding(book: float) -> float:
    """By how much a printed figure may be rounded: half of its last place."""
    return 0.05 if book % 1 else 0.5


# ---- all of it ----------------------------------------------------------------------------------


def progress(text: str) -> None:
    """Say on the terminal how far it is; where nobody looks nothing is said."""
    if sys.stderr.isatty():
        print(f"\r{text:60}", end="", file=sys.stderr, flush=True)


def main(argv: Sequence[str] = ()) -> int:
    """Play the hands, a third of them for the averages; return 1 where an invariant is broken."""
    parser = Parser(prog="boodle bench rules")
    parser.add_argument(
        "--hands", type=at_least(3), default=HANDS, help=f"in all (usually {HANDS:,})"
    )
    hands: int = parser.parse_args(list(argv)).hands
    games, parts = all_games(), []
    each = max(2 * hands // 3 // (len(games) + 4), 1)
    print(machine(), "\n")
    print(f"{'game':22} {'hands':>7} {'core':>10} {'whole':>10}   invariants broken")
    for key, game in games.items():
        progress(key)
        parts.append(measure(evenings(game, each)))
        print(parts[-1].line(key))
    parts.append(measure_sets(each * 4, progress))
    print(parts[-1].line("covering set"))
    total = together(parts)
    print(total.line("all"))
    speeds = statistics.median(part.hands / max(part.core_s, 1e-9) for part in parts)
    print(
        f"median {speeds:,.0f} whole hands a second on one core, every command decided and folded;"
    )
    print("`whole` is with the dealing and the choosing of the simulated players.\n")
    print(f"{'averages':20} n  " + "  ".join(f"{name:>18}" for name in COLUMNS) + "  errors off")
    for row in AVERAGES:
        progress(row.name)
        print(compare(row, max(hands // 3 // len(AVERAGES), 1)))
    progress("")
    return 1 if total.broken else 0
