"""Game: the data and the few questions in which one game differs from another.

No game is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.core import options as option_rules
from companion.core.cards import CARD, DECK, RANKS, Card
from companion.core.clashes import Clash, clashes
from companion.core.errors import RuleError
from companion.core.options import PAIRS, TRUMPS, Options, sequence_ranks

KITTY: Final = "kitty"
POT: Final = "pot"


@dataclass(frozen=True, slots=True)
class Space:
    """A place of the layout where chips lie.

    *sort* is ``card`` (a pay card), ``pair`` (two cards of a suit), ``sequence`` (three ranks of
    one suit), ``kitty`` or ``pot``. *cards* are the cards that win it; for a sequence, one of each
    suit's three. A space of trumps has none before a card is turned up.
    """

    name: str
    sort: str
    cards: tuple[Card, ...] = ()

    @property
    def is_pay_space(self) -> bool:
        """True for what the ante is staked on: pay cards, pairs and sequences."""
        return self.sort in ("card", "pair", "sequence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of the family: its preset of `Options`, its seats and its words.

    *source* names the paragraph of RULES it follows. *aliases* are other names people know it by.
    *cards_each* is the size of every hand where not the whole pack is dealt out.
    *weights* say how many antes a space takes, where not one. Who is left with the card *exempt*
    pays nothing for cards left. *words* are what people of this game call its spaces.
    With *corners* each player stakes on the card at the own corner of the table, and the kitty's
    stake is everybody's together. *implied* are further values that an option's value brings with
    it unless given.
    """

    key: str
    name: str
    tagline: str
    source: str
    seats: tuple[int, int] = (3, 8)
    pack: tuple[Card, ...] = DECK
    preset: Options = field(default_factory=Options)
    aliases: tuple[str, ...] = ()
    cards_each: int | None = None
    corners: bool = False
    weights: Mapping[str, int] = field(default_factory=dict)
    exempt: Card | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    implied: Mapping[tuple[str, object], Mapping[str, object]] = field(default_factory=dict)

    def has(self, card: Card) -> bool:
        """Whether *card* is in the pack."""
        return self.pack is DECK or card in self.pack

    def options(
        self, values: Mapping[str, Any] | None = None, players: int | None = None
    ) -> Options:
        """Return the preset with *values* set, checked for contradictions.

        Raises `RuleError`: ``unknown_option``, ``bad_option``, ``options_clash``.
        """
        given = dict(values or {})
        for (name, value), further in self.implied.items():
            if given.get(name) == value:
                given = {**further, **given}
        chosen = option_rules.changed(self.preset, given)
        for clash in self.clashes(chosen, players):
            raise RuleError("options_clash", clash.sentence)
        return chosen

    def clashes(self, options: Options, players: int | None = None) -> tuple[Clash, ...]:
        """Return what in *options* contradicts itself, or this game's pack and its exempt card."""
        found = list(clashes(options, players))
        if self.exempt is not None and options.unplayed_paycard != "none":
            found.append(Clash(
                ("unplayed_paycard",), f"Who is left with {self.exempt.shown} pays nothing in"
                f" {self.name}. Let being left with a pay card cost nothing."))  # fmt: skip
        strange = [
            CARD[name] for name in options.layout if name in CARD and not self.has(CARD[name])
        ]
        if strange:
            found.append(Clash(
                ("layout",), f"There is no {strange[0].spoken} in the pack of {self.name}."
                " Choose another pay card."))  # fmt: skip
        return tuple(found)

    def first_cards(self, suit: str) -> tuple[Card, ...]:
        """Return the cards asked for in turn at a first lead by suit: the 2 up to the king, then
        the ace, so far as they are in the pack (RULES § 3 first_lead)."""
        cards = (CARD[rank + suit] for rank in RANKS)
        return tuple(card for card in cards if self.has(card))

    def check_players(self, players: int) -> None:
        """Raise `RuleError` where this many people cannot play the game."""
        fewest, most = self.seats
        if players < fewest:
            raise RuleError(
                "too_few_players",
                f"{self.name} needs {fewest} players or more; {players} sit here.",
            )
        if players > most:
            raise RuleError(
                "too_many_players", f"{self.name} takes {most} players at most; {players} sit here."
            )


def spaces_of(options: Options, trumps: str = "") -> tuple[Space, ...]:
    """Return the spaces of the layout in order; kitty and pot only where they are staked.

    *trumps* is the suit turned up, empty before.
    """
    layout = [_space(name, trumps) for name in options.layout]
    if options.kitty_stake:
        layout.append(Space(KITTY, "kitty"))
    if options.pot_kind != "none":
        layout.append(Space(POT, "pot"))
    return tuple(layout)


def _space(name: str, trumps: str) -> Space:
    if "-" in name:
        return Space(
            name, "sequence", tuple(CARD[r + s] for s in "CDHS" for r in sequence_ranks(name))
        )
    ranks, suit = (name[:2], name[2:] or "H") if name[:2] in PAIRS else (name[0], name[1])
    suit = trumps if suit == TRUMPS else suit
    cards = tuple(CARD[rank + suit] for rank in ranks) if suit else ()
    return Space(name, "pair" if len(ranks) == 2 else "card", cards)
