"""Hands played with every card known, by people who break rules: what can be proven, and when.

The oracle asks the true hands only; it never looks at `companion.core.proofs`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from evenings import begun, do

from companion.core.cards import CARD

SUITS = "CDHS"
HIGH, LOW = "23456789TJQKA", "A23456789TJQK"
RED = "DH"


@dataclass
class Claim:
    """Something *seat* said or did after *at* cards; *against* are own cards that make it wrong.

    It can be shown wrong from *since* cards on.
    """

    code: str
    seat: int
    at: int
    since: int
    against: frozenset[str]
    holder: int = -1
    """Who had the cards then: with a hand sold on it is not the seat itself."""


@dataclass
class Simulated:
    """One hand. *dishonest* is the share of decisions in which a rule is broken, if one can be."""

    rng: random.Random
    game: str
    players: int
    options: dict[str, object]
    dishonest: float
    claims: list[Claim] = field(default_factory=list)
    known: list[tuple[str, int, int]] = field(default_factory=list)
    """Cards that came to light: (card, who had it, after how many cards)."""

    def __post_init__(self) -> None:
        rng = self.rng
        self.table = begun(self.players, self.game, **self.options)
        hand = self.table.hand
        pack = list(self.table.game.pack)
        rng.shuffle(pack)
        self.hands = {s: {pack.pop() for _ in range(hand.left[s])} for s in hand.circle}
        self.spare = {pack.pop() for _ in range(hand.spare)}
        self.rules = self.table.options
        self.pay = {s.cards[0] for s in self.table.spaces if s.sort == "card"}
        self.ranks = HIGH if self.rules.ace == "high" else LOW

    def say(self, kind: str, **data: object) -> None:
        """Let the table hear it."""
        self.table = do(self.table, kind, **data)

    def lies(self) -> bool:
        """Whether the next chance to break a rule is taken."""
        return self.rng.random() < self.dishonest

    @property
    def at(self) -> int:
        """How many cards lie there."""
        return len(self.table.hand.plays)

    # ---- the truth

    def due(self) -> dict[tuple[str, int, int], tuple[int, frozenset[str]]]:
        """What is provable by now: claim -> (since how many cards, the cards against it)."""
        found = {}
        for claim in self.claims:
            holder = claim.seat if claim.holder < 0 else claim.holder
            since = [
                max(when, claim.since)
                for card, who, when in self.known
                if who == holder and card in claim.against
            ]
            if since:
                found[claim.code, claim.seat, claim.at] = (min(since), claim.against)
        return found

    def asked(self, last: str | None) -> str:
        """The suits a leader is asked for."""
        if last is None or self.rules.change == "none":
            return SUITS
        if self.rules.change == "suit":
            return SUITS.replace(last[-1], "")
        return "CS" if last[-1] in RED else RED

    # ---- before the runs

    def before(self) -> None:
        """Deal, spare hand, showing and poker, as the rules have them."""
        self.say("deal")
        if self.table.hand.phase == "spare":
            self.spare_hand()
        if self.table.hand.phase == "hold":
            self.show_held()
        if self.table.hand.phase == "poker":
            self.show_poker()

    def spare_hand(self) -> None:
        """The dealer may swap and sell, the others bid; a bar asks people to be honest."""
        dealer, bar = self.table.hand.dealer, self.rules.auction_bar_paycards
        holds = bar and bool(self.hands[dealer] & self.pay)
        old = None
        may = self.rules.spare_swap and self.rules.auction_own_after_swap
        if may and (not holds or self.lies()):
            self.say("swap", seat=dealer)
            old, self.hands[dealer] = frozenset(self.hands[dealer]), self.spare
            self.spare = set(old)
        self.say("offer", seat=dealer)
        bidders = set()
        while (auction := self.table.hand.auction) is not None and auction.running:
            seat, chips = auction.asked[0], len(auction.bids) + 1
            barred = bar and bool(self.hands[seat] & self.pay)
            if chips < 5 and (self.lies() if barred else self.rng.random() < 0.6):
                self.say("bid", seat=seat, chips=chips)
                bidders.add(seat)
            else:
                self.say("pass_bid", seat=seat)
        self.sold(dealer, bidders, old)

    def sold(self, dealer: int, bidders: set[int], old: frozenset[str] | None) -> None:
        """The buyer lays the own hand down, so nothing of it can ever be shown."""
        buyer = self.table.hand.auction.buyer
        if buyer is not None:
            self.hands[buyer] = set(self.spare)
        if self.table.hand.phase == "spare":
            self.say("leave_spare")
        if not self.rules.auction_bar_paycards:
            return
        for seat in bidders - {buyer}:
            self.claims.append(Claim("barred_bid", seat, 0, 0, frozenset(self.hands[seat])))
        if old is not None and buyer is not None:
            self.claims.append(Claim("barred_swap", dealer, 0, 0, old, holder=buyer))
        for claim in self.claims:
            claim.against &= self.pay

    def show_held(self) -> None:
        """Everybody shows what is paid on holding."""
        for space in self.table.spaces:
            for seat in self.table.hand.circle if space.sort == "card" else ():
                if space.cards[0] in self.hands[seat]:
                    self.say("holds", seat=seat, space=space.name)
                    self.known.append((space.cards[0], seat, 0))
        self.say("close_hold")

    def show_poker(self) -> None:
        """All check, all show five."""
        for seat in self.table.hand.poker.order:
            self.say("check", seat=seat)
        for seat in self.table.hand.poker.order:
            five = self.rng.sample(sorted(self.hands[seat]), 5)
            self.say("show", seat=seat, cards=five)
            self.known += [(card, seat, 0) for card in five]

    # ---- the runs

    def steps(self):
        """Play the hand; yield after every act of it."""
        self.before()
        yield
        while self.table.playing is not None and self.table.hand.phase == "runs":
            self.step()
            yield
        if self.table.playing is not None:
            self.show_left()
            yield

    def step(self) -> None:
        """One act: the needed card, a stop, a lead, or a pass."""
        hand = self.table.hand
        if hand.needed is None:
            self.lead(hand.leader)
            return
        holder = next((s for s in hand.circle if hand.needed in self.hands[s]), None)
        if holder is not None and not self.lies():
            self.put(holder, hand.needed)
            return
        missing, at = hand.needed, self.at
        self.say("stop")
        if holder is None:
            return
        if at and self.rng.random() < 0.4:  # noticed before the next lead: the run goes on
            self.put(holder, missing)
            return
        self.claims.append(Claim("missed_card", holder, at, at, frozenset({missing})))

    def put(self, seat: int, card: str) -> None:
        """Lay a card on the table."""
        self.hands[seat].remove(card)
        self.say("play", seat=seat, card=card)
        self.known.append((card, seat, self.at))

    def lead(self, seat: int) -> None:
        """Lead what the rules want, or not."""
        last = self.table.hand.last
        black = last is None and self.rules.first_lead == "lowest_black"
        asked = "CS" if black else self.asked(last)
        mine = [card for card in sorted(self.hands[seat]) if card[-1] in asked]
        passes = (self.rules.fallback == "pass" and self.rules.change != "none") or black
        if passes and (last is not None or black) and (not mine or self.lies()):
            self.claims.append(Claim("wrong_pass", seat, self.at, self.at, frozenset(mine)))
            self.say("pass", seat=seat)
            return
        allowed = mine if passes and mine else sorted(self.hands[seat])
        right = [card for card in allowed if not any(self.wrong(seat, card, last, asked).values())]
        card = self.rng.choice(allowed if self.lies() or not right else right)
        if card == self.table.hand.missing:  # that is the run going on, and nothing was missed
            self.claims = [c for c in self.claims if c.code != "missed_card" or c.at != self.at]
            self.put(seat, card)
            return
        wrong = self.wrong(seat, card, last, asked)
        at = self.at
        self.claims += [Claim(code, seat, at, at + 1, frozenset(c)) for code, c in wrong.items()]
        self.put(seat, card)

    def wrong(self, seat: int, led: str, last: str | None, asked: str) -> dict[str, set[str]]:
        """The own cards that make a lead wrong, by what is wrong with it."""
        held, rules = self.hands[seat] - {led}, self.rules
        found = {}
        if last is not None and led[-1] not in asked:
            better = asked
            if rules.fallback == "cascade" and led[-1] == last[-1]:
                better += "".join(
                    s for s in SUITS if (s in RED) == (last[-1] in RED) and s != last[-1]
                )
            found["unchanged_lead"] = {card for card in held if card[-1] in better}
        suits = asked if led[-1] in asked else SUITS
        late = last is not None and rules.horse_lead == "last_resort"
        if late and led in self.pay:
            found["horse_early"] = {c for c in held if c[-1] in suits and c not in self.pay}
        lower = {c for c in held if self.ranks.index(c[0]) < self.ranks.index(led[0])}
        rank = rules.lead_rank if last is not None else rules.first_lead_rank or rules.lead_rank
        if last is None and rules.first_lead == "lowest_black":
            lower = {c for c in lower if c[-1] in "CS"}
        elif rank == "lowest_overall":
            lower = {c for c in lower if c[-1] in suits}
        else:
            lower = {c for c in lower if c[-1] == led[-1] and rank == "lowest"}
        found["not_lowest"] = {c for c in lower if not (late and c in self.pay)}
        return found

    def show_left(self) -> None:
        """Who is left with a pay card says so, where that costs something."""
        for seat in self.table.hand.circle:
            for card in sorted(self.pay & self.hands[seat]):
                if self.table.playing is not None:
                    self.say("holds", seat=seat, space=CARD[card])
                    self.known.append((card, seat, self.at))
        if self.table.playing is not None:
            self.say("close_hand")
