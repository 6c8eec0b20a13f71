"""An evening that plays itself at human pace: one person alone sees display and phones move.

The simulated players know their cards, the table does not: it learns of them by pictures, drawn
here and read by the real reader, and by taps where the reader says nothing.
"""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion import eye
from companion.core.cards import RANKS_IN_ORDER, Card
from companion.core.evening import ANIMALS
from companion.core.sighting import Sighting
from companion.core.table import Hand, Table
from companion.croupier import Actor, Answer, Croupier, Said
from companion.door import Door
from companion.network.server import Ending, run_until_signal
from companion.serve import Wishes, announce, open_house, open_page
from companion.store.chain import Evening

NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Ella", "Felix", "Greta", "Hugo")

Look = Callable[[Card, random.Random], Sequence[Sighting]]
"""Draws a card as a camera would see it and reads the picture."""


@dataclass
class Demo:
    """One evening of simulated players.

    *pace_s* is the time between two plays in seconds; *say* hears each step in one line; *look* is
    the camera, or ``None`` for taps alone.
    """

    croupier: Croupier
    door: Door
    say: Callable[[str], None]
    look: Look | None = None
    pace_s: float = 1.5
    players: int = 4
    hands: int = 8
    rng: random.Random = field(default_factory=random.Random)
    ending: threading.Event = field(default_factory=threading.Event)

    def open(self, token: str) -> Evening:
        """Open a table and seat the players."""
        evening, _ = self.door.open_table(
            token, game="boodle", options={"end": f"hands:{self.hands}"}, depth="cards"
        )
        for name, animal in zip(NAMES[: self.players], ANIMALS, strict=False):
            self._do(evening, "sit", {"name": name, "animal": animal})
        self._do(evening, "dealer", {"seat": self.players - 1})
        return evening

    def play(self, evening: Evening) -> None:
        """Play hand after hand until the agreed end, or until `ending` is set."""
        for _ in range(self.hands):
            if not self._pause(2):
                return
            self._do(evening, "begin_hand")
            self._play_hand(evening)
        if self._pause(3):
            self._do(evening, "end_evening")

    # ---- a hand ---------------------------------------------------------------------------------

    def _play_hand(self, evening: Evening) -> None:
        hands = self._dealt(self._table(evening))
        self._pause(2)
        self._do(evening, "deal")
        while (hand := self._table(evening).playing) is not None and self._pause(1):
            if hand.needed is None:
                self._lead(evening, hand, hands)
            else:
                self._follow(evening, hand.needed, hands)

    def _dealt(self, table: Table) -> dict[int, set[Card]]:
        hand = table.playing
        assert hand is not None
        pack = list(table.game.pack)
        self.rng.shuffle(pack)
        return {seat: {pack.pop() for _ in range(hand.left[seat])} for seat in hand.circle}

    def _lead(self, evening: Evening, hand: Hand, hands: dict[int, set[Card]]) -> None:
        """Whoever leads plays the lowest card of a suit they like."""
        assert hand.leader is not None
        held = hands[hand.leader]
        suit = self.rng.choice(sorted({card.suit for card in held}))
        order = RANKS_IN_ORDER[self._table(evening).options.ace]
        card = min((card for card in held if card.suit == suit), key=lambda c: order.index(c.rank))
        self._show(evening, hand.leader, card)
        held.discard(card)

    def _follow(self, evening: Evening, card: Card, hands: dict[int, set[Card]]) -> None:
        holder = next((seat for seat, held in hands.items() if card in held), None)
        if holder is None:
            self._do(evening, "stop")
            return
        self._show(evening, holder, card)
        hands[holder].discard(card)

    def _show(self, evening: Evening, seat: int, card: Card) -> None:
        """Show *card* to the camera; tap it where the picture leaves a question."""
        table = self._table(evening)
        seen = self.look(card, self.rng) if self.look is not None else ()
        verdict = eye.judge(table, eye.from_photo(seen, seat), care=eye.PHOTO)[0]
        how = "tapped"
        if isinstance(verdict, eye.Record):
            how = f"read as {seen[0].card.shown}, {seen[0].confidence:.0%} sure"
        elif isinstance(verdict, eye.Ask) and card in verdict.cards:
            how = f"read as {seen[0].card.shown}, and {table.name(seat)} says yes"
        self.say(f"{table.name(seat)} plays {card.shown} ({how}).")
        self._do(evening, "play", {"seat": seat, "card": str(card)}, Actor("player", seat))

    # ---- the table ------------------------------------------------------------------------------

    def _table(self, evening: Evening) -> Table:
        return self.croupier.table(evening.id)

    def _pause(self, steps: int) -> bool:
        """Wait *steps* times the pace; False once the demo is to end."""
        return not self.ending.wait(self.pace_s * steps)

    def _do(
        self, evening: Evening, kind: str, data: dict[str, Any] | None = None,
        actor: Actor = Actor("boodle"),  # noqa: B008  frozen: one default for all calls is meant
    ) -> Answer:  # fmt: skip
        said = Said(self.croupier.new_id(), self.croupier.seq(evening.id), kind, data or {})
        return self.croupier.submit(evening.id, said, actor)


# ---- on a server of its own ---------------------------------------------------------------------


def picture_reader() -> Look:
    """Return the camera of the demo: a drawn picture of the card, read by the real reader.

    Raises `companion.vision.ReaderUnavailable` where the weights are missing or damaged.
    """
    from companion.vision import read_cards
    from companion.vision.draw import draw_table

    def look(card: Card, rng: random.Random) -> Sequence[Sighting]:
        return read_cards(draw_table([card], seed=rng.randrange(1 << 30)))

    return look


def _to_terminal(line: str) -> None:
    """Say *line* on the terminal; where its reader (head, less) has seen enough, play on."""
    with suppress(BrokenPipeError):
        print(line, flush=True)


def run(*, port: int, opens_browser: bool, speed: float = 1.0) -> int:
    """Serve a demo evening from a folder that is thrown away; *speed* 2 is twice the human pace."""
    with tempfile.TemporaryDirectory(prefix="boodle-demo-") as folder:
        wishes = Wishes(
            data=Path(folder), port=port, opens_browser=opens_browser, has_https=False,
            is_kept=False,
        )  # fmt: skip
        ending = Ending()
        with open_house(wishes) as house:
            demo = Demo(
                house.croupier, house.door, say=_to_terminal,
                look=_camera_or_taps(), pace_s=1.5 / max(speed, 0.01),
            )  # fmt: skip
            evening = demo.open(secrets.token_urlsafe(24))
            announce(house, wishes, sys.stdout)
            display = f"http://localhost:{house.server.http_port}/t/{evening.code}/table"
            print(f"\nThe table display of the demo:  {display}", flush=True)
            print(
                f"As one of the players:          {display.removesuffix('table')}back\n", flush=True
            )
            if opens_browser:
                open_page(display)
            player = threading.Thread(target=demo.play, args=(evening,), daemon=True)
            player.start()
            run_until_signal(house.server, _after(demo, player, house.close), ending)
    return 0


def _camera_or_taps() -> Look | None:
    """Return the demo's camera; without weights the demo taps, and says so."""
    from companion.vision import ReaderUnavailable

    try:
        look = picture_reader()
        look(Card("8S"), random.Random(1))
    except ReaderUnavailable as error:
        print(f"{error} The demo plays by taps.", file=sys.stderr)
        return None
    return look


def _after(demo: Demo, player: threading.Thread, close: Callable[[], None]) -> Callable[[], None]:
    def end() -> None:
        demo.ending.set()
        player.join(timeout=2)
        close()

    return end
