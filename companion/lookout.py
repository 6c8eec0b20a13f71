"""The look-outs of the house: which cameras look on at which evening, and what photographs say.

It decides no rule and keeps no picture; a single eye is `looking.Lookout`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from companion import pile
from companion.core.cards import CARD, Card
from companion.core.errors import RuleError
from companion.core.sighting import Sighting
from companion.core.table import Table
from companion.croupier import Croupier
from companion.door import Door
from companion.eye import Record
from companion.looking import Lookout
from companion.pile import Finding
from companion.said import Actor, Answer, Said
from companion.stir import Stir
from companion.together import Evidence, Means, Together

if TYPE_CHECKING:
    from companion.vision.frame import FrameBGR, Picture
    from companion.vision.watch import Watch

__all__ = ["Evidence", "Lookout", "Lookouts"]

EYES_MAX: Final = 4
PHOTO_PX: Final = (160, 220)


class Lookouts:
    """The eyes of the house, by evening. Safe to call from any thread.

    *clock_ms* is the server's clock; *keep* hears of each picture that became evidence; *watch*
    makes what turns frames into cards (default: `companion.vision.watch.Watch`) and *stir* what
    notices where something was laid. *study* returns the cards of a photograph, with ``least=``
    down to a probability (default: `companion.vision.read_cards`).
    """

    def __init__(
        self, croupier: Croupier, *, clock_ms: Callable[[], int], door: Door | None = None,
        keep: Callable[[Evidence], None] | None = None,
        watch: Callable[[], Watch] | None = None, stir: Callable[[], Stir] = Stir,
        study: Callable[..., Sequence[Sighting]] | None = None,
    ) -> None:  # fmt: skip
        self.means = Means(croupier, clock_ms, door, keep, watch or _real_watch, stir)
        self.study = study or _study
        self._evenings: dict[str, Together[Lookout]] = {}
        self._lock = threading.Lock()

    def eye(
        self, evening_id: str, name: str, *, seat: int | None = None, label: str = ""
    ) -> Lookout:
        """Open the eye *name*, or return the open one; *seat* is whose own phone it is.

        Raises `RuleError` ``too_many_eyes``.
        """
        with self._lock:
            together = self._evenings.setdefault(evening_id, Together(evening_id))
            found = together.eyes.get(name)
            if found is not None and found.seat == seat:
                return found
            self._make_room(together, name)
            opened = Lookout(self.means, together, name, seat, label or name)
            together.eyes[name] = opened
            return opened

    def _make_room(self, together: Together[Lookout], name: str) -> None:
        """Close an eye that sleeps, where there are as many as may be."""
        others = [each for each in together.eyes.values() if each.name != name]
        if len(others) < EYES_MAX:
            return
        sleeping = [each for each in others if not each.is_awake]
        if not sleeping:
            raise RuleError("too_many_eyes", f"{EYES_MAX} cameras look on already. Close one.")
        del together.eyes[min(sleeping, key=lambda each: each.looked_ms).name]

    def find(self, evening_id: str, name: str) -> Lookout | None:
        """Return the open eye *name* of an evening."""
        together = self._evenings.get(evening_id)
        return together.eyes.get(name) if together is not None else None

    def close(self, evening_id: str, name: str) -> None:
        """The camera was stopped, or its page left."""
        with self._lock:
            if (together := self._evenings.get(evening_id)) is not None:
                together.eyes.pop(name, None)

    def forget(self, evening_id: str) -> None:
        """The evening was deleted."""
        with self._lock:
            self._evenings.pop(evening_id, None)

    def evidence_of(self, evening_id: str, said: Said) -> Evidence | None:
        """Return the picture that *said* rests on, where a camera asks about its cards now."""
        together = self._evenings.get(evening_id)
        if together is None:
            return None
        with together.lock:
            cards = _cards_of(said)
            picture = together.shown.of(cards)
        if picture is None:
            return None
        seat = said.data.get("seat")
        return Evidence(
            self.means.croupier.new_id(), evening_id, picture.eye, said.kind,
            seat if isinstance(seat, int) else None, cards, picture.crop_bgr,
            self.means.clock_ms(),
        )  # fmt: skip

    # ---- photographs ----------------------------------------------------------------------------

    def cards_left(
        self, evening_id: str, seat: int, picture: Picture, actor: Actor
    ) -> dict[str, Any]:
        """Read the cards that *seat* is left with and lay them open; return what came of it.

        ``say`` is a heading, ``about`` what to do next, ``offers`` what people may say instead.
        Raises `PictureError` and `ReaderUnavailable` as the reader does.
        """
        return self._photograph(evening_id, seat, picture, actor, pile.left)

    def audit(self, evening_id: str, seat: int, picture: Picture, actor: Actor) -> dict[str, Any]:
        """Read the pile before *seat* and hold it against the log; what differs is a flag."""
        return self._photograph(evening_id, seat, picture, actor, pile.audit)

    def _photograph(
        self, evening_id: str, seat: int, picture: Picture, actor: Actor,
        judge: Callable[[Table, int, Iterable[Sighting]], Finding],
    ) -> dict[str, Any]:  # fmt: skip
        from companion.vision.frame import to_frame

        frame = to_frame(picture)
        croupier = self.means.croupier
        seq, table = croupier.state(evening_id)
        found = judge(table, seat, self.study(frame, least=pile.DOUBTFUL))
        told = {
            "ok": False, "cards": [str(card) for card in found.cards], "say": found.title,
            "about": found.text, "differs": found.differs, "seq": seq,
            "offers": [asdict(offer) for offer in found.offers],
        }  # fmt: skip
        if found.record is None:
            return told
        answer = self._record(evening_id, seq, found.record, frame, actor)
        if not answer.ok:
            return told | {"say": "Not recorded", "about": answer.say, "seq": answer.seq}
        about = found.text
        if found.record.kind == "lay_open":
            about = f"{about} {pile.learnt(table, croupier.table(evening_id))}"
        return told | {"ok": True, "about": about, "seq": answer.seq}

    def _record(
        self, evening_id: str, seq: int, record: Record, frame: FrameBGR, actor: Actor
    ) -> Answer:
        """Submit what a photograph shows, and keep the photograph small as its evidence."""
        croupier, keep = self.means.croupier, self.means.keep
        said = Said(croupier.new_id(), seq, record.kind, record.data, croupier.new_id())
        answer = croupier.submit(evening_id, said, actor)
        if answer.ok and keep is not None:
            step = max(1, -(-frame.shape[1] // PHOTO_PX[0]), -(-frame.shape[0] // PHOTO_PX[1]))
            keep(Evidence(
                said.evidence or "", evening_id, "photo", record.kind, record.seat, record.cards,
                frame[::step, ::step].copy(), self.means.clock_ms(),
            ))  # fmt: skip
        return answer


def _cards_of(said: Said) -> tuple[Card, ...]:
    """Return the cards that a command names, however its data name them."""
    values = [v if isinstance(v, (list, tuple)) else [v] for v in said.data.values()]
    words = " ".join(str(word) for value in values for word in value)
    return tuple(dict.fromkeys(CARD[w] for w in re.split(r"[\s,:]+", words) if w in CARD))


def _study(frame: FrameBGR, least: float | None = None) -> Sequence[Sighting]:
    from companion.vision import read_cards

    return read_cards(frame, least=least)


def _real_watch() -> Watch:
    # OpenCV takes a quarter of the start and is needed by the first frame only.
    from companion.vision.watch import Watch

    return Watch()
