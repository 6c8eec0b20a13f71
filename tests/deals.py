"""Seeded evenings with every card known: who legally plays what, and what people then have.

Never imports the program; the tables of presets and poker hands are the auditor's. The ledger
here is kept while playing, with full knowledge of the hands, and becomes the record's `expect`.
"""

from functools import cache
from random import Random

from auditor_rules import is_single, poker_rank, settings
from deals_hand import Hand
from deals_names import HARD_NAMES, NAMES, written


def evening(seed, game="boodle", options=None, players=None, hands=None, depth="cards", **more):
    """A legal evening as a hand record with its `expect`.

    *players*: how many; *hands*: at most so many; *depth*: "cards" or "pots"; *rough*: also
    mistakes, misdeals, fines, corrections, people coming and going, awkward names; *spoil*: the
    name of an illegal action (deals_spoil.KINDS) to put in the middle, `expect.refused` says where.
    """
    return evening_with_deals(seed, game, options, players, hands, depth, **more)[0]


def evening_with_deals(
    seed, game="boodle", options=None, players=None, hands=None, depth="cards",
    rough=False, spoil=None,
):  # fmt: skip
    """The record, and for each hand the cards of each player, the spare hand, what was thrown."""
    night = Night(seed, game, options or {}, players, hands, depth, rough, spoil)
    record = night.play()
    if spoil and night.chances:  # a second, equal evening, spoiled at one of its chances
        chosen = Random(f"spoil {seed}").randrange(night.chances)
        night = Night(seed, game, options or {}, players, hands, depth, rough, spoil, chosen)
        record = night.play()
    return record, night.deals


class Night:
    """One evening: the people, the ledger, and the record as it grows."""

    def __init__(  # noqa: PLR0917
        self, seed, game, options, players, hands, depth, rough=False, spoil=None, spoil_at=None
    ):
        self.rng = Random(f"evening {seed}")
        self.game, self.options, self.depth, self.rough = game, options, depth, rough
        self.rules, self.fewest, self.most = settings(game, options)
        hard = rough and self.rng.random() < 0.1
        pool = HARD_NAMES if hard else NAMES
        self.most = min(self.most, 8 if game == "boodle" else self.most)
        self.seats = pool[: players or self.rng.randint(self.fewest, self.most)]
        self.spares = pool[len(self.seats) :]
        self.first_seats = list(self.seats)
        self.dealer = self.rng.choice(self.seats)
        self.cards = [space for space in self.rules["layout"] if is_single(space)]
        self.combos = [space for space in self.rules["layout"] if not is_single(space)]
        self.space = dict.fromkeys(self.rules["layout"], 0)
        has_pot, has_kitty = self.rules["pot_kind"] != "none", self.rules["kitty_stake"]
        self.space.update({"kitty": 0} if has_kitty else {})
        self.space.update({"pot": 0} if has_pot else {})
        if self.rng.random() < 0.2:
            self.space = {name: self.rng.randrange(5) for name in self.space}
        self.first_space = dict(self.space)
        self.gone = set()  # what a run-down has taken off
        self.start = {name: self.start_chips() for name in self.seats}
        self.purse, self.bought = dict(self.start), dict(self.start)
        self.most_hands = hands or self.rng.randint(1, 6)
        self.spoil, self.spoil_at, self.chances, self.refused = spoil, spoil_at, 0, None
        self.last_lap, self.dealt, self.written_hands = False, [], []
        self.winners, self.left, self.deals, self.ended = [], [], [], False
        self.lap_begins = self.rng.randrange(3)

    def start_chips(self):
        if self.rules["funding"] == "bank":
            return 0
        low = self.rules["insolvency"] == "out" or self.rules["end"] == "broke"
        chips = self.rng.choice([20, 30]) if low else self.rng.choice([30, 60])
        return max(chips, 2 * self.own_stake(self.dealer)) if low else chips

    # ---- the evening

    def play(self):
        while not self.ended and len(self.written_hands) < self.most_hands:
            hand = Hand(self, self.before_hand())
            self.written_hands.append(hand.entry)
            hand.play()
            self.deals.append(hand.deal)
            self.winners.append(hand.winner)
            self.left.append(dict(hand.left))
            self.circle = hand.circle
            if hand.winner is not None or self.rules["void_counts"]:
                self.dealt.append(self.dealer)
            self.dealer = self.next_to(self.dealer)
            self.ended = self.is_over()
        record = {"format": "stops-record/1", "id": self.title(), "game": self.game,
                  "options": self.options, "players": self.first_seats,
                  "dealer": self.first_dealer, "balances": self.start}  # fmt: skip
        if any(self.first_space.values()):
            record["spaces"] = self.first_space
        record["hands"] = self.written_hands
        self.give_out_leftovers(record)
        record["expect"] = {"refused": self.refused} if self.refused else self.expected()
        return record

    def title(self):
        return f"{self.game} {len(self.first_seats)} players {self.depth}"

    def next_to(self, name):
        return self.seats[(self.seats.index(name) + 1) % len(self.seats)]

    def before_hand(self):
        """Members of a hand before its stakes; also moves people."""
        entry = {}
        if self.rules["end"].startswith("rundown") and self.lap_begins == len(self.written_hands):
            entry["last_lap"] = self.last_lap = True
        if self.written_hands and self.rough and self.rules["insolvency"] != "out":
            self.come_and_go(entry)
        if self.rules["insolvency"] == "out":
            self.seats, self.dealer = self.solvent()
        if not self.written_hands:
            self.first_dealer = self.dealer
        return entry

    def come_and_go(self, entry):
        rng, before = self.rng, (list(self.seats), self.dealer)
        fixed = self.game == "newbury" or self.rules["discard"]
        if rng.random() < 0.15 and len(self.seats) > self.fewest and not fixed:
            name = rng.choice(self.seats)
            if name == self.dealer:
                self.dealer = self.next_to(name)
            self.seats.remove(name)
            entry["leave"] = [name]
            if self.is_over():  # that would have been the end, so they stay
                self.seats, self.dealer = before
                del entry["leave"]
        elif rng.random() < 0.15 and len(self.seats) < self.most and self.spares and not fixed:
            self.sit_down(entry, self.spares.pop(0), max(30, 2 * self.own_stake(self.dealer)))
        if self.rules["insolvency"] == "rebuy":
            poor = [p for p in self.seats if self.purse[p] < self.own_stake(p)]
            entry.update({"rebuy": poor} if poor else {})
            for name in poor:
                self.purse[name] += self.rules["start_chips"]
                self.bought[name] += self.rules["start_chips"]
        if rng.random() < 0.04:
            before = self.dealer
            entry["dealer"] = self.dealer = rng.choice(self.seats)
            if self.is_over():
                self.dealer = before
                del entry["dealer"]

    def sit_down(self, entry, name, chips):
        """Last in the circle, or at a place counted from 1."""
        entry["join"] = {name: chips}
        self.purse[name] = self.bought[name] = chips
        place = len(self.seats) + 1
        if self.rng.random() < 0.5:
            place = self.rng.randint(1, len(self.seats) + 1)
            entry["seat"] = {name: place}
        self.seats.insert(place - 1, name)

    def own_stake(self, name, dealer=None):
        """What *name* stakes in the next hand (rules.md § 3; newbury with players: 2)."""
        rules = self.rules
        deals = name == (dealer or self.dealer)
        times = rules["dealer_factor"] if deals else 1
        pots = sum(rules[p + "_stake"] for p in ("kitty", "pot") if p not in self.gone)
        if rules["funding"] == "bank" or (rules["funding"] == "dealer" and not deals):
            return 0
        if self.game == "newbury":
            return rules["ante"] + rules["kitty_stake"] // 4
        if rules["placement"] == "free":
            return rules["free_amount"] * times + pots
        if rules["placement"] == "one":
            return rules["ante"] * times + pots
        return sum(self.fixed_antes(deals).values()) + pots

    def fixed_antes(self, deals):
        """Chips on each single and pair, the dealer's if *deals*, where there is no choice."""
        rules = self.rules
        antes = {s: rules["ante"] * rules["weights"].get(s, 1) for s in [*self.cards, *self.combos]}
        if deals and rules["funding"] == "players":
            antes |= {card: antes[card] * rules["dealer_factor"] for card in self.cards}
        return {space: chips for space, chips in antes.items() if space not in self.gone}

    def solvent(self):
        """Who stays and who deals under insolvency=out."""
        seats, dealer = list(self.seats), self.dealer
        for _ in self.seats:
            stay = [p for p in seats if self.purse[p] >= self.own_stake(p, dealer)]
            if len(stay) == len(seats) or not stay:
                return stay, dealer
            at = seats.index(dealer)
            dealer = next(p for p in seats[at:] + seats[:at] if p in stay)
            seats = stay
        return seats, dealer

    def is_over(self):
        rules, (kind, _, n) = self.rules, self.rules["end"].partition(":")
        if rules["insolvency"] == "out" and len(self.solvent()[0]) < self.fewest:
            return True
        if rules["tie"] == "extra_hand" and kind in ("hands", "deals_each") and self.is_tied():
            return False
        if rules["insolvency"] == "out" and kind == "deals_each":
            return len(self.dealt) >= int(n) * len(self.first_seats)
        return {
            "hands": lambda: len(self.dealt) >= int(n),
            "deals_each": lambda: min(
                (self.dealt.count(p) for p in self.first_seats if p in self.seats), default=int(n)
            ) >= int(n),
            "broke": lambda: any(
                self.purse[p] <= 0 or self.purse[p] < self.own_stake(p) for p in self.seats
            ),
            "rundown_cards": lambda: self.gone == set(self.cards),
            "rundown_pots": lambda: self.gone == {"kitty", "pot"},
            "manual": lambda: False,
            "time": lambda: False,
        }[kind]()  # fmt: skip

    def is_tied(self):
        """Would two share the first place, if the layout were given out now? (tie=extra_hand)"""
        nets = {name: chips - self.bought[name] for name, chips in self.purse.items()}
        rest, kind = sum(self.space.values()), self.rules["leftover"]
        for i in range(rest if kind in ("split", "last_winner") else 0):
            heirs = self.heirs()
            nets[heirs[i % len(heirs)]] += 1
        return list(nets.values()).count(max(nets.values())) > 1

    def heirs(self):
        """Who gets what lies on the layout, without poker."""
        winners = [name for name in self.winners if name]
        return winners[-1:] if self.rules["leftover"] == "last_winner" and winners else self.circle

    def give_out_leftovers(self, record):
        rest, kind = sum(self.space.values()), self.rules["leftover"]
        if kind == "poker" and not self.ended and self.rules["end"] == "manual":
            self.ended = self.rng.random() < 0.5
        if not self.ended or kind == "lost":
            return
        heirs = self.open_hands(record) if kind == "poker" else self.heirs()
        for i in range(rest):
            self.purse[heirs[i % len(heirs)]] += 1
        self.space = dict.fromkeys(self.space, 0)

    def open_hands(self, record):
        deck = list(self.rules["pack"])
        self.rng.shuffle(deck)
        hands = {name: [deck.pop() for _ in range(5)] for name in self.circle}
        order = self.rng.sample(self.circle, len(self.circle))
        record["end"] = [f"{written(name)} shows {' '.join(hands[name])}" for name in order]
        best = max(poker_rank(cards) for cards in hands.values())
        return [name for name in self.circle if poker_rank(hands[name]) == best]

    def expected(self):
        laid = {s: n for s, n in self.space.items() if n or s in self.first_space}
        expect = {"balances": dict(self.purse), "spaces": laid,
                  "winners": self.winners, "left": self.left}  # fmt: skip
        if self.rules["chip_value"]:
            nets = {name: chips - self.bought[name] for name, chips in self.purse.items()}
            expect["money"] = {name: net * self.rules["chip_value"] for name, net in nets.items()}
            if self.ended and not sum(nets.values()):
                expect["payments"] = payments(tuple(sorted(net for net in nets.values() if net)))
        return expect

    # ---- the ledger

    def pay(self, source, target, chips):
        """From a purse; where people with nothing leave, no more than is there."""
        if self.rules["insolvency"] == "out":
            chips = min(chips, self.purse[source])
        self.purse[source] -= chips
        if target in self.purse:
            self.purse[target] += chips
        elif chips or target in self.space:
            self.space[target] = self.space.get(target, 0) + chips
        return chips


@cache
def payments(nets):
    """Fewest payments among people with these nets: try every group of the first that is even."""
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    best = len(nets) - 1
    for mask in range(1, 1 << len(rest)):
        group = [net for i, net in enumerate(rest) if mask >> i & 1]
        if first + sum(group) == 0:
            others = tuple(net for i, net in enumerate(rest) if not mask >> i & 1)
            best = min(best, len(group) + payments(others))
    return best
