"""What happens in a dealt hand before its runs: spare hand, discards, showing what is held.

Never imports the program.
"""

from auditor_rules import cards_of


class Before:
    """The phases before the first lead of a hand with every card known."""

    def spare_hand(self):
        rules, rng = self.rules, self.rng
        eldest = rules["spare_first_refusal"] == "eldest"
        chooser = self.circle[0 if eldest else -1]
        if rules["spare_swap"] and rng.random() < 0.3:
            self.say(f"{self.name(chooser)} swap")
            self.change_hands(chooser)
            self.swapped = True
        may_sell = rules["spare_auction"] and not (self.swapped and eldest)
        if self.swapped and not rules["auction_own_after_swap"]:
            may_sell = False
        if may_sell and rng.random() < 0.5:
            self.sell(chooser, eldest)

    def sell(self, chooser, eldest):
        night, rules = self.night, self.rules
        buyer = self.rng.choice([p for p in self.circle if p != chooser])
        price = rules["auction_min"] + (0 if eldest else self.rng.randrange(5))
        if rules["insolvency"] == "out" and night.purse[buyer] < price:
            return
        if eldest:
            self.say(f"{self.name(buyer)} buys {price}")
            night.pay(buyer, "kitty", price)
        else:
            self.say(f"{self.name(chooser)} sell {self.name(buyer)} {price}")
            night.pay(buyer, chooser, price)
        self.sold = True
        self.change_hands(buyer)

    def change_hands(self, player):
        self.hands[player], self.hands[None] = self.hands[None], self.hands[player]

    def discard(self):
        for player in self.circle if self.rules["discard"] else ():
            thrown = self.rng.sample(self.hands[player], self.rules["discard"])
            self.deal["thrown"][player] = thrown
            self.hands[player] = [c for c in self.hands[player] if c not in thrown]

    def holding(self):
        """Everybody shows what is paid on holding; somebody may forget it."""
        if self.rules["pay_when"] != "hold":
            return
        sequences = []
        for player in self.circle:
            held = set(self.hands[player])
            pairs = [c for c in self.night.combos if "-" not in c]
            claims = [s for s in [*self.night.cards, *pairs] if self.held_by(held, s)]
            for claim in claims:
                if not self.rough(0.1):
                    self.say(f"{self.name(player)} holds {claim}")
                    self.award(claim, player)
            sequences += self.show_sequences(player, held)
        if sequences:
            space = next(c for c in self.night.combos if "-" in c)
            each = self.night.space[space] // len(sequences)
            for player in sequences:
                self.night.purse[player] += each
                self.night.space[space] -= each

    def held_by(self, held, space):
        wanted = cards_of(space, self.trumps())
        return wanted and wanted <= held

    def show_sequences(self, player, held):
        found = []
        for combo in (c for c in self.night.combos if "-" in c):
            suits = [s for s in "CDHS" if {r + s for r in combo.split("-")} <= held]
            times = len(suits) if self.rules["seq_share"] == "per_sequence" else bool(suits)
            for _ in range(times):
                self.say(f"{self.name(player)} holds {combo}")
                found.append(player)
        return found
