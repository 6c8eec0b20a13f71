"""The auditor's poker round: bets in order, five cards shown, the pot shared layer by layer.

Never imports the program it audits.
"""

from auditor_rules import DECK, poker_rank


class Impossible(Exception):
    """The record says something that cannot have happened."""


def need(true, why):
    """Refuse the record unless *true*."""
    if not true:
        raise Impossible(why)


def space_name(text):
    """Read a space; T is read as 10."""
    return "10" + text[1:] if len(text) == 2 and text[0] == "T" else text


def is_card(text):
    return space_name(text) in DECK


class Poker:
    """The poker round of the hand *h*; bets go into the pot space."""

    def betting(self):
        """Open the poker round if it is not open, and answer it."""
        h, rules = self.h, self.rules
        need(rules["pot_kind"] == "poker" and not h["over"] and h["stage"] <= 2, "no poker now")
        self.dealt_out()
        self.close_holding()
        if h["poker"] is None:
            order = h["circle"][-1:] + h["circle"][:-1]
            order = order if rules["poker_first"] == "dealer" else h["circle"]
            h["poker"] = {"order": list(order), "in": list(order), "turn": list(order),
                          "paid": dict.fromkeys(order, 0), "level": 0, "raises": -1,
                          "all_in": set(), "hands": {}, "bets": False}  # fmt: skip
        return h["poker"]

    def bet(self, name, verb, rest):
        p = self.betting()
        need(p["turn"] and p["turn"][0] == name, "bets out of turn")
        if verb in ("bets", "raises"):
            self.raise_to(p, name, verb, rest)
        elif verb == "calls":
            self.call(p, name, rest)
        else:
            need(not rest and (verb == "folds" or p["level"] == 0), "there is a bet to meet")
            p["turn"].pop(0)
            if verb == "folds":
                p["in"].remove(name)
        p["bets"] = True
        if len(p["in"]) == 1:
            p["turn"] = []
            self.share_pot({p["in"][0]: (0,)})
        elif not p["turn"] and p["level"] == 0 and self.rules["poker_all_check"] == "carry":
            self.leads_first(None)

    def raise_to(self, p, name, verb, rest):
        rules = self.rules
        need(len(rest) == 1 and (verb == "bets") == (p["level"] == 0), "bet or raise?")
        step = int(rest[0]) - p["level"]
        most = step if rules["poker_max"] == "none" else int(rules["poker_max"])
        need(rules["poker_min"] <= step <= most, "too little or too much")
        p["raises"] += 1
        need(p["raises"] <= rules["poker_raises"], "no more raises")
        p["level"] = int(rest[0])
        self.put_in(p, name, p["level"] - p["paid"][name])
        i = p["order"].index(name)
        circle = p["order"][i + 1 :] + p["order"][:i]
        p["turn"] = [q for q in circle if q in p["in"] and q not in p["all_in"]]

    def call(self, p, name, rest):
        need(p["level"] > 0, "nothing to call")
        due = p["level"] - p["paid"][name]
        if rest:
            need(self.rules["insolvency"] == "out" and rest[1:] == ["all", "in"], "all in?")
            need(int(rest[0]) == self.purse[name] < due, "all in is what is there")
            due = int(rest[0])
            p["all_in"].add(name)
        self.put_in(p, name, due)
        p["turn"].pop(0)

    def put_in(self, p, name, chips):
        self.afford(name, chips)
        self.purse[name] -= chips
        self.space["pot"] += chips
        p["paid"][name] += chips
        if self.rules["insolvency"] == "out" and not self.purse[name]:
            p["all_in"].add(name)

    def five(self, cards, others):
        cards = [space_name(card) for card in cards]
        pack = self.rules["pack"]
        need(len(cards) == 5 and all(card in pack for card in cards), "five cards, please")
        seen = [card for hand in others.values() for card in hand] + cards
        need(len(seen) == len(set(seen)), "a card shown twice")
        return cards

    def show(self, name, *cards):
        p = self.betting()
        need(p["bets"] and not p["turn"] and not self.h["pots"], "the betting is not over")
        need(name in p["in"] and name not in p["hands"], "folded, or shown already")
        p["hands"][name] = self.five(cards, p["hands"])
        if len(p["hands"]) == len(p["in"]):
            self.share_pot({q: poker_rank(cards) for q, cards in p["hands"].items()})

    def told_poker(self, names):
        p = self.betting()
        need(not p["turn"] or not p["bets"], "the betting is not over")
        need(names and len(set(names)) == len(names), "who wins?")
        need(all(name in p["in"] for name in names), "folded")
        self.share_pot({q: (int(q in names),) for q in p["in"]})

    def share_pot(self, ranks):
        """Layer by layer to the best hand that reached it; antes and carry lie in the first."""
        p, below = self.h["poker"], 0
        rest = self.space["pot"] - sum(p["paid"].values())
        odd = 0
        for level in sorted({p["paid"][q] for q in ranks}):
            rest += sum(min(n, level) - min(n, below) for n in p["paid"].values())
            reached = [q for q in ranks if p["paid"][q] >= level]
            odd += self.share_layer(rest, reached, ranks)
            rest, below = 0, level
        self.space["pot"] = odd
        self.leads_first(ranks)

    def share_layer(self, chips, reached, ranks):
        """Share one layer; answer what stays in the pot."""
        best = max(ranks[q] for q in reached)
        winners = [q for q in self.h["circle"] if q in reached and ranks[q] == best]
        each, odd = divmod(chips, len(winners))
        for place, winner in enumerate(winners):
            first_left = self.rules["poker_odd"] == "first_left" and place < odd
            self.purse[winner] += each + first_left
        return odd if self.rules["poker_odd"] == "stay" else 0

    def leads_first(self, ranks):
        """Poker is over; its winner nearest to the dealer's left may have the first lead."""
        h, best = self.h, max(ranks.values()) if ranks else None
        h["stage"] = 3
        h["poker_winner"] = next(
            (q for q in h["circle"] if ranks and ranks.get(q) == best), h["circle"][0]
        )
