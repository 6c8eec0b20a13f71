"""Random deals of every game as hand records, played by people who know their own cards alone.

The same seed gives the same record. The core decides what may be played; nothing is stored.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from companion.core import commands, ends, evening, leads, play
from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.core.game import Game
from companion.core.hand import ready_to_play, stakes_missing
from companion.core.pots import free_chips, staked_spaces, whole_stake
from companion.core.table import Hand, Table, replay
from companion.games import all_games
from companion.record.text import quoted, space_text

NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Ella", "Felix", "Greta", "Hugo", "Ida")
MOST_PLAYERS: Final = 7
"""More people do not fit around a camera at a hand's height."""


def random_record(seed: int, key: str, hands: int = 1) -> dict[str, Any]:
    """Return an evening of *hands* hands of the game *key*."""
    return Company(random.Random(f"{key} {seed}"), all_games()[key]).play(f"{key}-{seed}", hands)


def random_records(count: int, first_seed: int = 1) -> list[dict[str, Any]]:
    """Return *count* evenings, the games in turn."""
    keys = list(all_games())
    return [
        random_record(first_seed + at // len(keys), keys[at % len(keys)]) for at in range(count)
    ]


class Company:
    """People around a table, with their hands; the record grows as they play.

    *rules* are their house rules, *players* how many they are, by default any number.
    """

    def __init__(
        self, rng: random.Random, game: Game, rules: Mapping[str, Any] | None = None,
        players: int | None = None,
    ) -> None:  # fmt: skip
        self.rng, self.game = rng, game
        fewest, most = game.seats
        players = players or rng.randint(fewest, min(most, MOST_PLAYERS, len(NAMES)))
        self.names = NAMES[:players]
        self.table = Table.new(game)
        self._apply(evening.open_evening(game, rules or {}))
        self.chips = 0 if self.table.options.funding == "bank" else 60
        for name, animal in zip(self.names, evening.animals_of(game), strict=False):
            self.do("sit", name=name, animal=animal, chips=self.chips)
        self.dealer = rng.randrange(players)
        self.do("dealer", seat=self.dealer)
        self.held: dict[int, set[Card]] = {}
        self.spare: list[Card] = []
        self.actions: list[str] = []

    def _apply(self, events: Any) -> None:
        self.table = replay(self.table, events)

    def do(self, kind: str, **data: Any) -> None:
        """Give a command to the core and fold what follows."""
        self._apply(commands.decide(self.table, kind, data))

    def _say(self, text: str, kind: str, **data: Any) -> None:
        self.do(kind, **data)
        self.actions.append(text)

    def _name(self, seat: int) -> str:
        return quoted(self.table.name(seat))

    @property
    def hand(self) -> Hand:
        """The hand as it stands."""
        assert self.table.hand is not None
        return self.table.hand

    # ---- an evening

    def play(self, name: str, hands: int) -> dict[str, Any]:
        """Play and return the record."""
        written = []
        for _ in range(hands):
            if ends.reached(self.table) is not None:
                break
            written.append(self.play_hand())
        return {
            "format": "stops-record/1", "id": name, "game": self.game.key,
            "players": list(self.names), "dealer": self.names[self.dealer],
            "balances": dict.fromkeys(self.names, self.chips), "hands": written,
        }  # fmt: skip

    def begin_last_lap(self) -> None:
        """Announce the last lap where the evening ends by a run-down."""
        if self.table.options.end.startswith("rundown"):
            self.do("last_lap")

    def play_hand(self) -> dict[str, Any]:
        """Play one hand and return it as a record writes it."""
        self.actions = []
        self.do("begin_hand")
        stakes = {self.table.name(seat): self._stake(seat) for seat in stakes_missing(self.table)}
        self._deal()
        self._spare_hand()
        self._hold()
        self._poker()
        self._runs()
        self._shown()
        hand: dict[str, Any] = {"stakes": stakes} if stakes else {}
        dealt = {self.table.name(s): sorted(map(str, cards)) for s, cards in self.dealt.items()}
        return {**hand, "actions": self.actions, "dealt": dealt}

    def _stake(self, seat: int) -> dict[str, int]:
        spaces = [space.name for space in staked_spaces(self.table) if space.is_pay_space]
        chips = free_chips(self.table, seat == self.hand.dealer)
        step = chips if self.table.options.placement == "one" else 1
        stakes: dict[str, int] = {}
        for _ in range(chips // max(step, 1)):
            space = self.rng.choice(spaces)
            stakes[space] = stakes.get(space, 0) + step
        whole = whole_stake(self.table, stakes)
        self.do("stake", seat=seat, stakes=stakes)
        return {space_text(space): n for space, n in whole}

    def _deal(self) -> None:
        pack = list(self.game.pack)
        self.rng.shuffle(pack)
        self.held = {seat: {pack.pop() for _ in range(n)} for seat, n in self.hand.left.items()}
        self.spare = pack
        if self.table.options.has_trumps:
            dealer = self.hand.dealer
            turned = self.spare[-1]
            self._say(f"{self._name(dealer)} turns {turned.text}", "deal", turned=str(turned))

    def _spare_hand(self) -> None:
        dealer = self.hand.dealer
        may = self.table.options.spare_swap and self.rng.random() < 0.2
        if may and commands.refusal(self.table, "swap", {"seat": dealer}) is None:
            self._say(f"{self._name(dealer)} swap", "swap", seat=dealer)
            old = self.held[dealer]
            self.held[dealer], self.spare = set(self.spare), sorted(old)
        self.dealt = {seat: set(cards) for seat, cards in self.held.items()}

    def _hold(self) -> None:
        if self.table.options.pay_when != "hold":
            return
        for space in self.table.spaces:
            width = 3 if space.sort == "sequence" else len(space.cards) or 1
            groups = [space.cards[at : at + width] for at in range(0, len(space.cards), width)]
            for seat in self.hand.circle:
                owns = any(group and self.held[seat].issuperset(group) for group in groups)
                data = {"seat": seat, "space": space.name}
                if owns and commands.refusal(self.table, "holds", data) is None:
                    text = f"{self._name(seat)} holds {space_text(space.name)}"
                    self._say(text, "holds", **data)

    # ---- poker

    def _poker(self) -> None:
        if self.table.options.pot_kind != "poker":
            return
        opened = self.rng.random() < 0.5
        while not self._poker_done:
            poker = self.hand.poker
            seat = poker.turn[0] if poker is not None else self._first_to_bet()
            self._bet(seat, opened)
        poker = self.hand.poker
        if poker is not None and self.hand.phase == "poker":
            for seat in poker.playing:
                five = self.rng.sample(sorted(self.held[seat]), 5)
                words = " ".join(card.text for card in five)
                data = {"seat": seat, "cards": [str(card) for card in five]}
                self._say(f"{self._name(seat)} shows {words}", "show", **data)

    @property
    def _poker_done(self) -> bool:
        poker = self.hand.poker
        return poker is not None and (self.hand.phase != "poker" or not poker.turn)

    def _first_to_bet(self) -> int:
        return self.hand.dealer if self.table.options.poker_first == "dealer" else self.hand.eldest

    def _bet(self, seat: int, opened: bool) -> None:
        name, level = self._name(seat), self.hand.poker.level if self.hand.poker else 0
        poor = level and commands.refusal(self.table, "call", {"seat": seat}) is not None
        if level and (poor or self.rng.random() < 0.3):
            self._say(f"{name} folds", "fold", seat=seat)
        elif level:
            self._say(f"{name} calls", "call", seat=seat)
        elif opened and self.rng.random() < 0.6 and self._can_bet(seat):
            least = self.table.options.poker_min
            self._say(f"{name} bets {least}", "bet", seat=seat, chips=least)
        else:
            self._say(f"{name} checks", "check", seat=seat)

    def _can_bet(self, seat: int) -> bool:
        data = {"seat": seat, "chips": self.table.options.poker_min}
        return commands.refusal(self.table, "bet", data) is None

    # ---- the runs

    def _runs(self) -> None:
        while self.hand.out is None and self.table.playing is not None:
            hand = ready_to_play(self.table).hand
            if hand.needed is not None:
                self._continue(hand)
            else:
                self._lead(hand)

    def _continue(self, hand: Hand) -> None:
        needed = hand.needed
        assert needed is not None
        first = self.game.first_cards(needed.suit) if not hand.plays else (needed,)
        asked = first[first.index(needed) :]
        for card in asked:
            holder = next((seat for seat, held in self.held.items() if card in held), None)
            if holder is not None:
                self._put(holder, card)
                return
        self._say("stop", "stop")

    def _lead(self, hand: Hand) -> None:
        leader = hand.leader
        assert leader is not None
        horses = {space.cards[0] for space in self.table.spaces if space.sort == "card"}
        choice = leads.legal_leads(
            self.table.options, self.held[leader], hand.last, horses & set(self.game.pack)
        )
        legal = [card for card in sorted(choice) if self._may(leader, card)]
        if legal:
            self._put(leader, self.rng.choice(legal))
        else:
            self._say(f"{self._name(leader)} pass", "pass", seat=leader)

    def _may(self, seat: int, card: Card) -> bool:
        try:
            play.verify_play(self.table, seat, card)
        except RuleError:
            return False
        return True

    def _put(self, seat: int, card: Card) -> None:
        self.held[seat].discard(card)
        self._say(f"{self._name(seat)} {card.text}", "play", seat=seat, card=str(card))
        offered = self.table.hand.offered if self.table.hand is not None else ()
        for space, winner in offered:
            text = f"{self._name(winner)} claims {space_text(space)}"
            self._say(text, "claim", seat=winner, space=space)

    def _shown(self) -> None:
        """Who is left with a pay card says so, where that costs something."""
        if self.table.playing is None or self.hand.phase != "shown":
            return
        for space in self.table.spaces:
            for seat, held in self.held.items():
                data = {"seat": seat, "space": space.name}
                holds = space.sort == "card" and space.cards[0] in held
                if holds and commands.refusal(self.table, "holds", data) is None:
                    text = f"{self._name(seat)} holds {space_text(space.name)}"
                    self._say(text, "holds", **data)
        if self.table.playing is not None:
            self.do("close_hand")


def standing(table: Table) -> Mapping[str, int]:
    """Return what everybody has, and what lies on the layout, by name."""
    people = {table.name(seat): table.balance(seat) for seat in table.seats}
    return {**people, **{f"on {space}": n for space, n in table.layout_chips.items() if n}}
