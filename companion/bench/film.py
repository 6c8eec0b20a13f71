"""Films of hand records: cards arrive before their players, hands pass, light and camera move.

It draws and times; what the cards mean is the business of whoever looks at the film.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.bench.script import Record, Step, last_hands, steps_of
from companion.core.cards import DECK, Card
from companion.core.table import Table
from companion.games import game_named
from companion.vision.draw import draw_face
from companion.vision.film import CONDITIONS, Faces, Light, Point, Tabletop, write_frames
from companion.vision.frame import FrameBGR

STRAY_PX: Final = 9.0
"""How far from its place a card is dropped, on average."""
SPARE_AT: Final = (150.0, 610.0)


@dataclass(frozen=True, slots=True)
class Cue:
    """What people tap at a moment of a film: the command of *step*, at *at_ms* from its start."""

    at_ms: int
    step: Step


class Stage:
    """One table with its people, as a camera sees it; *players* sit clockwise from the lower edge.

    *layout* are the pay cards of a second pack, which lie in the middle all evening.
    """

    def __init__(
        self, players: int, layout: Sequence[Card], *, seed: int = 0,
        light: Light = CONDITIONS["good"], draws: bool = True, faces: Faces = draw_face,
    ) -> None:  # fmt: skip
        self.table = Tabletop(seed, draws=draws, faces=faces)
        self.rng = np.random.default_rng(seed + 1)
        self.players, self.light = players, light
        self.nudged: Point = (0.0, 0.0)
        self._layout = tuple(layout)
        self._time = 0
        self._lay_layout()

    def _lay_layout(self) -> None:
        width, height = self.table.size_wh
        for k, card in enumerate(self._layout):
            x = width / 2 + (k - (len(self._layout) - 1) / 2) * 84
            self.table.lay(card, (x, height / 2), 0.0)

    # ---- what people do

    def lay(self, seat: int, card: Card) -> None:
        """Somebody plays a card onto the own pile, not very neatly."""
        (x, y), turn = self.table.seat_at(seat, self.players)
        dx, dy = self.rng.normal(0, STRAY_PX, 2).tolist()
        self.table.lay(card, (x + dx, y + dy), turn + float(self.rng.normal(0, 0.07)))

    def lay_row(self, seat: int, cards: Sequence[Card]) -> None:
        """Somebody shows several cards side by side, each over the corner of the next."""
        (x, y), turn = self.table.seat_at(seat, self.players)
        for k, card in enumerate(cards):
            off = (k - (len(cards) - 1) / 2) * 46
            at = (x + math.cos(turn) * off, y + math.sin(turn) * off)
            self.table.lay(card, at, turn)

    def turn_up(self, card: Card) -> None:
        """The last card of the spare packet lies face up beside the layout."""
        self.table.lay(card, SPARE_AT, 0.1)

    def clear(self) -> None:
        """All cards but the layout are gathered."""
        self.table.lying.clear()
        self._lay_layout()
        self.table.take_up(())

    def nudge(self) -> None:
        """Somebody knocks against the camera."""
        dx, dy = self.rng.uniform(-14, 14, 2).tolist()
        self.nudged = (self.nudged[0] + dx, self.nudged[1] + dy)

    # ---- what the camera sees

    def picture(self, hand: Point | None = None) -> FrameBGR:
        """Return the next frame."""
        self._time += 1
        shadow = max(0.0, math.sin(self._time / 23)) ** 3
        return self.table.picture(self.light, hand=hand, nudge=self.nudged, shadow=shadow)

    def reaching(self, seat: int) -> Iterator[FrameBGR]:
        """Yield a hand that comes to the place of *seat* and leaves."""
        (x, y), _ = self.table.seat_at(seat, self.players)
        for off in (30.0, -10.0, 60.0):
            yield self.picture((x + off, y + off / 2))

    def sent(self, frame: FrameBGR) -> FrameBGR | bytes:
        """Return a frame as a page sends it, a JPEG; what is not drawn needs none."""
        return self.table.jpeg(frame, self.light) if self.table.draws else frame


def layout_of(table: Table) -> tuple[Card, ...]:
    """Return the pay cards that lie on the layout of a game."""
    return tuple(dict.fromkeys(
        space.cards[0] for space in table.spaces if space.sort == "card" and space.cards
    ))  # fmt: skip


# ---- a film on disk -----------------------------------------------------------------------------


def write_film(
    record: Record, path: Path, *, fps: int = 5, still_s: float = 1.8, light: str = "good",
    end_s: float = 20.0, seed: int = 0,
) -> list[Cue]:  # fmt: skip
    """Write *record* as a film (``.y4m`` or ``.mjpeg``, 1280 x 720); return what people tap when.

    It begins with the setting-up: the bare layout, then one card before each seat in turn, 2.5 s
    each, after which the table is cleared. A card lies *still_s* before the next comes; a command
    that no card shows is a cue in a pause of a second. The end is a long still of *end_s*.
    """
    film = _Film(record, fps, still_s, Light(), seed)
    film.stage.light = CONDITIONS[light]
    write_frames(path, film.frames(end_s), fps)
    return film.cues


class _Film:
    """The frames of a record at a fixed pace."""

    def __init__(
        self, record: Record, fps: int, still_s: float, light: Light, seed: int
    ) -> None:  # fmt: skip
        self.record, self.fps, self.still_s = record, fps, still_s
        self.numbers: Mapping[str, int] = {name: k for k, name in enumerate(record["players"])}
        table = Table.new(game_named(record["game"]))
        layout = [Card(s) for s in record.get("options", {}).get("layout", ()) if s in DECK]
        self.stage = Stage(
            len(self.numbers), layout or layout_of(table), seed=seed, light=light
        )  # fmt: skip
        self.cues: list[Cue] = []
        self._count = 0

    def _shot(self, frame: FrameBGR) -> FrameBGR:
        self._count += 1
        return frame

    def _still(self, seconds: float) -> Iterator[FrameBGR]:
        for _ in range(max(1, round(seconds * self.fps))):
            yield self._shot(self.stage.picture())

    def _cue(self, step: Step) -> None:
        self.cues.append(Cue(1000 * self._count // self.fps, step))

    def frames(self, end_s: float) -> Iterator[FrameBGR]:
        """Yield every frame."""
        yield from self._set_up()
        for hand in self.record["hands"]:
            for step in steps_of(self.record, hand, self.numbers):
                yield from self._step(step)
            self.stage.clear()
            yield from self._still(1.5)
        for step in last_hands(self.record, self.numbers):
            yield from self._step(step)
        yield from self._still(end_s)

    def _set_up(self) -> Iterator[FrameBGR]:
        yield from self._still(2.5)
        self._cue(Step("set_up"))
        for seat, card in zip(range(self.stage.players), _SET_UP_CARDS, strict=False):
            yield from map(self._shot, self.stage.reaching(seat))
            self.stage.lay(seat, card)
            yield from self._still(2.5)
        self.stage.clear()
        yield from self._still(1.5)

    def _step(self, step: Step) -> Iterator[FrameBGR]:
        seat = step.seat
        if seat is None or not step.cards:
            yield from self._still(0.5)
            self._cue(step)
            yield from self._still(0.5)
            return
        yield from map(self._shot, self.stage.reaching(seat))
        put_down(self.stage, step)
        yield from self._still(self.still_s if len(step.cards) == 1 else 2 * self.still_s)
        if step.kind != "play":
            self.stage.table.take_up(step.cards)
            yield from self._still(0.6)


_SET_UP_CARDS: Final = tuple(Card(rank + suit) for rank in "3579" for suit in "SHCD")


def put_down(stage: Stage, step: Step) -> None:
    """Let the cards of *step* lie on the table."""
    assert step.seat is not None
    if step.kind == "deal":
        stage.turn_up(step.cards[0])
    elif len(step.cards) == 1:
        stage.lay(step.seat, step.cards[0])
    else:
        stage.lay_row(step.seat, step.cards)


def set_up_cards(players: int) -> list[Card]:
    """Return a card for each person to lay when places are set up."""
    return list(_SET_UP_CARDS[:players])


def expected_of(record: Record) -> dict[str, Any]:
    """Return *record* without what only a film needs, for the replay that says what is right."""
    hands = [{k: v for k, v in hand.items() if k != "dealt"} for hand in record["hands"]]
    return {**record, "hands": hands}
