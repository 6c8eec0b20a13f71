"""One hand dealt, played and paid with every card known. Never imports the program."""

from auditor_rules import HIGH, LOW, RED, cards_of
from deals_before import Before
from deals_leads import legal_leads
from deals_names import written
from deals_poker import play_poker
from deals_spoil import spoiled

VERBS = {"holds", "takes", "claims", "turns"}


def is_play(action):
    """Does an action end with a card, and nothing between name and card?"""
    words = action.rsplit(" ", 2)
    verb = words[-2] if len(words) == 3 else ""
    return words[-1][-1] in "CDHS" and words[-1][:-1] in HIGH and verb not in VERBS


class Hand(Before):
    """One hand; *night* keeps the ledger. `entry` is its object in the record."""

    def __init__(self, night, entry):
        self.night, self.rules, self.rng = night, night.rules, night.rng
        at = night.seats.index(night.dealer) + 1
        self.circle = night.seats[at:] + night.seats[:at]
        self.ranks = HIGH if self.rules["ace"] == "high" else LOW
        self.entry, self.actions = entry, []
        self.pots = night.depth == "pots"
        self.over, self.winner, self.left = False, None, {}
        self.backed, self.barred, self.taking = {}, set(), None
        self.clear()

    def clear(self):
        self.stage, self.played, self.run, self.last = "spare", {}, [], None
        self.leader = self.wanted = self.missing = None
        self.poker, self.swapped, self.sold = None, False, False
        self.led, self.turned, self.exempt = {}, None, None

    # ---- writing

    def say(self, text, pots=True):
        """Write an action; *pots*: is it written in a pots-only hand too?"""
        if self.pots and not pots:
            return
        self.chance()
        self.actions.append(text)

    def chance(self):
        """A place where an illegal action of the chosen kind could stand."""
        night = self.night
        bad = spoiled(night.spoil, self) if night.spoil else None
        if bad is None:
            return
        if night.chances == night.spoil_at:
            self.actions.append(bad)
            at = len(self.actions)
            if night.spoil == "mixed":  # pots only: the first card was the impossible action
                at = 1 + next(i for i, a in enumerate(self.actions) if a == "stop" or is_play(a))
            night.refused = {"hand": len(night.written_hands), "action": at}
        night.chances += 1

    def name(self, name):
        return written(name)

    # ---- the hand from stakes to settling

    def play(self):
        self.stake()
        self.actions = self.entry["actions"] = []
        self.deal_out()
        while True:
            self.turn_up()
            misdeal = self.rough(0.03) and self.rng.choice(["early", "late"])
            if misdeal == "early":
                self.misdeal()
                self.turn_up()
            self.spare_hand()
            self.discard()
            self.holding()
            if self.rules["pot_kind"] == "poker":
                play_poker(self)
            self.stage = "runs"
            if misdeal == "late" and self.runs(self.rng.randint(1, 12)) == "interrupted":
                self.misdeal()
                continue
            if not self.over:
                self.runs(99)
            break
        self.left_holding()
        self.chance()
        if self.pots or self.rng.random() < 0.1:
            self.entry["left"] = {p: n for p, n in self.left.items() if n}

    def rough(self, share):
        return self.night.rough and self.rng.random() < share

    def stake(self):
        night, rules = self.night, self.rules
        for corner, player in enumerate(night.seats):
            for space, chips in self.own_stakes(player, corner).items():
                night.purse[player] -= chips
                night.space[space] += chips
        if rules["funding"] == "bank":
            points = dict.fromkeys([*night.cards, *night.combos], rules["ante"])
            for space, chips in {**points, "kitty": rules["kitty_stake"]}.items():
                if chips and space not in night.gone:
                    night.space[space] += chips

    def own_stakes(self, player, corner):
        night, rules = self.night, self.rules
        times = rules["dealer_factor"] if player == night.dealer else 1
        deals = player == night.dealer
        if rules["funding"] == "bank" or (rules["funding"] == "dealer" and not deals):
            return {}
        if night.game == "newbury":
            return {night.cards[corner]: rules["ante"], "kitty": rules["kitty_stake"] // 4}
        pots = {p: rules[p + "_stake"] for p in ("kitty", "pot") if p not in night.gone}
        pots = {p: n for p, n in pots.items() if n}
        cards = [card for card in night.cards if card not in night.gone]
        if rules["placement"] == "each":
            return night.fixed_antes(deals) | pots
        bets = {}
        if rules["placement"] == "one":
            bets[self.rng.choice(cards)] = rules["ante"] * times
        for _ in range(rules["free_amount"] * times if rules["placement"] == "free" else 0):
            card = self.rng.choice(cards)
            bets[card] = bets.get(card, 0) + 1
        self.entry.setdefault("stakes", {})[player] = bets | pots
        self.backed[player] = set(bets)
        return bets | pots

    def deal_out(self):
        """One card at a time round the circle, the spare hand one more place in it."""
        rules = self.rules
        deck = list(rules["pack"])
        self.rng.shuffle(deck)
        places = {"last": [*self.circle, None], "first": [None, *self.circle]}
        places = places.get(rules["spare"], list(self.circle))
        self.hands = {place: [] for place in places}
        if rules["each"]:
            for _ in range(rules["each"]):
                for player in self.circle:
                    self.hands[player].append(deck.pop())
            self.hands[None] = deck
        elif rules["deal_surplus"] == "to_spare" and rules["spare"] != "none":
            while len(deck) >= len(places):
                for place in places:
                    self.hands[place].append(deck.pop())
            self.hands[None] += deck
        else:
            for i, card in enumerate(deck):
                self.hands[places[i % len(places)]].append(card)
        self.deal = {"cards": {p: list(self.hands[p]) for p in self.circle},
                     "spare": list(self.hands.get(None, ())), "thrown": {}}  # fmt: skip

    def turn_up(self):
        """The last card of the spare hand fixes trumps; the dealer takes what that card wins."""
        if not any("*" in space for space in self.night.space):
            return
        dealer, card = self.circle[-1], self.hands[None][-1]
        self.say(f"{self.name(dealer)} turns {card}")
        self.turned = card
        for space in self.singles(card):
            self.award(space, dealer)

    def singles(self, card):
        """The spaces that *card* alone wins."""
        return [s for s in self.night.cards if cards_of(s, self.trumps()) == {card}]

    def trumps(self):
        return self.turned and self.turned[-1]

    def misdeal(self):
        self.say("misdeal")
        self.clear()
        self.deal_out()

    # ---- chips

    def would_win(self, space, player):
        """Does something lie there that *player* may take?"""
        rules = self.rules
        backers = rules["placement"] == "one" and rules["horse_winner"] == "backers_only"
        if backers and space in self.night.cards and space not in self.backed[player]:
            return False
        return player not in self.barred and self.night.space.get(space, 0) > 0

    def award(self, space, player):
        """Everything on a space to a player, unless the rules keep it there; True if it moved."""
        night, rules = self.night, self.rules
        chips = night.space.get(space, 0)
        if not self.would_win(space, player):
            return False
        night.purse[player] += chips
        night.space[space] = 0
        if night.last_lap and (
            (rules["end"] == "rundown_cards" and space in night.cards)
            or (rules["end"] == "rundown_pots" and space in ("kitty", "pot"))
        ):
            night.gone.add(space)
        return True

    # ---- the runs

    def runs(self, most):
        """Play up to *most* cards; answer "interrupted" if the hand is not over then."""
        if self.last is None and not self.first_lead():
            return None
        while not self.over:
            if len(self.played) >= most:
                return "interrupted"
            self.go_on()
        return None

    def first_lead(self):
        rule, _, suit = self.rules["first_lead"].partition(":")
        if suit:
            held = {c: p for p in self.circle for c in self.hands[p] if c[-1] == suit}
            order = [rank + suit for rank in [*HIGH[:-1], "A"]]
            card = next(card for card in order if card in held)
            self.put(held[card], card)
            return True
        leader = {"eldest": self.circle[0], "dealer": self.circle[-1],
                  "lowest_black": self.circle[0]}.get(rule) or self.poker["winner"]  # fmt: skip
        if rule == "lowest_black":
            return self.black_lead()
        self.leader = leader
        self.put(leader, self.choose(leader, None))
        return True

    def black_lead(self):
        for player in self.circle:
            self.leader = player
            black = [card for card in self.hands[player] if card[-1] not in RED]
            if black:
                self.put(player, min(black, key=lambda card: self.ranks.index(card[:-1])))
                return True
            self.give_way(player)
        self.finish(None)
        return False

    def choose(self, player, last):
        horses = {card for s in self.night.cards for card in cards_of(s, self.trumps())}
        leads = legal_leads(self.hands[player], last, self.rules, horses, self.ranks)
        if leads and self.rough(0.04):  # not the lowest, or a horse too early: a doubt, no refusal
            suits = {card[-1] for card in leads}
            leads = [card for card in self.hands[player] if card[-1] in suits]
        return self.rng.choice(leads) if leads else None

    def holder(self, card):
        return next((p for p in self.circle if card in self.hands[p]), None)

    def go_on(self):
        """The next card of the run if somebody has it, else a stop and the next lead."""
        holder = self.wanted and self.holder(self.wanted)
        if holder and not self.rough(0.02):
            return self.put(holder, self.wanted)
        if self.wanted:
            self.missing, self.wanted = self.wanted, None
            self.say("stop", pots=False)
            if holder and self.rng.random() < 0.5:  # missed, and noticed before the next lead
                return self.put(holder, self.missing)
        elif self.rough(0.02):
            self.say("stop", pots=False)
        return self.next_lead()

    def next_lead(self):
        for _ in self.circle:
            card = self.choose(self.leader, self.last)
            if card:
                return self.put(self.leader, card)
            self.give_way(self.leader)
        return self.finish(None)

    def give_way(self, player):
        penalty = self.rules["pass_penalty"]
        self.say(f"{self.name(player)} pass", pots=penalty > 0)
        if penalty:
            self.night.pay(player, "kitty", penalty)
        self.leader = self.circle[(self.circle.index(player) + 1) % len(self.circle)]

    def put(self, player, card):
        going_on = card in (self.wanted, self.missing)
        self.say(f"{self.name(player)} {card}", pots=False)
        self.run = [*self.run, (player, card)] if going_on else [(player, card)]
        self.hands[player].remove(card)
        self.played[card] = player
        self.last, self.leader, self.missing = card, player, None
        self.wanted = self.follower(card)
        self.take_awards(player, card)
        self.fine_a_breach(player, card, going_on)
        if self.rough(0.004):
            self.correct()
        if not self.hands[player]:
            return self.finish(player)
        return None

    def follower(self, card):
        """The next card of the run; None at the top card or where it was played earlier."""
        place = self.ranks.index(card[:-1]) + 1
        above = self.ranks[place] + card[-1] if place < 13 else None
        out = above not in self.rules["pack"] or above in self.played or above == self.turned
        return None if out else above

    def take_awards(self, player, card):
        won = []
        if self.rules["pay_when"] == "play":
            won += self.singles(card)
            won += [c for c in self.night.combos if self.completed(c, player, card)]
        for space in won:
            if self.rules["claim"] == "call":
                if not self.would_win(space, player) or self.rough(0.2):
                    continue
                self.say(f"{self.name(player)} claims {space}", pots=False)
            if self.award(space, player):
                self.pots_take(player, space)
        if (
            self.rules["pot_kind"] == "run3"
            and [p for p, _ in self.run[-3:]] == [player] * 3
            and self.award("pot", player)
        ):
            self.pots_take(player, "pot")

    def pots_take(self, player, space):
        if self.pots:
            self.taking = space
            self.say(f"{self.name(player)} takes {space}")
            self.taking = None

    def completed(self, combo, player, card):
        run = self.rules["combo_run"] == "same_run" and "-" in combo
        mine = {c for p, c in (self.run if run else [(p, c) for c, p in self.played.items()])
                if p == player}  # fmt: skip
        wanted = {r + card[-1] for r in combo.split("-")}
        if "-" not in combo:
            wanted = cards_of(combo, self.trumps())
        return card in wanted and wanted <= mine

    def fine_a_breach(self, player, card, going_on):
        """A lower card of a suit once led proves that the lead was not the lowest."""
        kind, _, chips = self.rules["irregularity"].partition(":")
        rank = self.ranks.index(card[:-1])
        highest = self.led.get((player, card[-1]), -1)
        if kind != "warn" and rank < highest and self.rules["lead_rank"] == "lowest":
            self.led[player, card[-1]] = rank
            if self.hands[player] and player not in self.barred:
                self.say(f"{self.name(player)} fined")
                for other in (p for p in self.circle if p != player):
                    self.night.pay(player, other, int(chips))
                if kind == "fine_bar":
                    self.barred.add(player)
        if not going_on:
            self.led[player, card[-1]] = max(rank, self.led.get((player, card[-1]), -1))

    def correct(self):
        source, target = self.rng.sample(self.circle, 2)
        chips = self.rng.randint(1, 3)
        if self.hands[self.leader] and self.night.purse[source] >= chips:
            names = f"{self.name(source)} {self.name(target)}"
            self.say(f'correct {names} {chips} "counted wrong"')
            self.night.purse[source] -= chips
            self.night.purse[target] += chips

    # ---- settling

    def finish(self, winner):
        night, rules = self.night, self.rules
        self.left = {p: len(self.hands[p]) for p in self.circle}
        if self.pots:
            self.say(f"{self.name(winner)} out" if winner else "void")
        self.over, self.winner = True, winner
        if winner and rules["exempt"] and not self.rough(0.1):  # else it is forgotten
            left = (p for p in self.circle if rules["exempt"] in self.hands[p])
            self.exempt = next(left, None)
        if winner and winner not in self.barred:
            self.award("kitty", winner)
            for player in self.circle:
                if player not in (winner, self.exempt):
                    night.pay(player, winner, rules["per_card"] * self.left[player])
        if not winner and rules["void_payment"] == "cards_to_kitty":
            for player in self.circle:
                night.pay(player, "kitty", (rules["per_card"] or 1) * self.left[player])

    def left_holding(self):
        """Pay cards people are left with, where that costs something."""
        kind, _, fixed = self.rules["unplayed_paycard"].partition(":")
        if self.exempt:
            self.say(f"{self.name(self.exempt)} holds {self.rules['exempt']}")
        if kind == "none" or self.winner is None:
            return
        for player in self.circle:
            held = set(self.hands[player])
            for space in [s for s in self.night.cards if self.held_by(held, s)]:
                if not self.rough(0.1):
                    (card,) = cards_of(space, self.trumps())
                    self.say(f"{self.name(player)} holds {card}")
                    due = self.night.space[space] if kind == "double" else int(fixed)
                    self.night.pay(player, space, due)
