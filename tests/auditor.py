"""A second, dumb computation of who should hold what after the evening of a hand record.

Never imports the program it audits: one pass over the actions with plain dicts, its own card
code, deal sizes and presets. Source of every rule: rules.md and hand-record.md.
"""

from auditor_hand import Hand
from auditor_poker import Impossible, need, space_name
from auditor_rules import HIGH, LOW, fewest_payments, is_single, poker_rank, settings


def audit(record):
    """Answer balances, spaces, winners, left, money, payments and refused, as replay does.

    A refusal of a hand's own members (stakes, joins, a hand after the end) has action 0; one of
    the last open hands has the hand after the last.
    """
    books = Books(record)
    refused = None
    try:
        for hand in record["hands"]:
            books.at = [books.at[0] + 1, 0]
            books.play_hand(hand)
        books.at = [books.at[0] + 1, 0]
        books.close(record.get("end"))
    except Impossible as no:
        refused = {"hand": books.at[0], "action": books.at[1], "why": str(no)}
    return books.row(refused)


class Books(Hand):
    """All accounts of one evening and the hand being played."""

    def __init__(self, record):
        self.record = record
        self.rules, self.fewest, self.most = settings(record["game"], record.get("options", {}))
        self.seats = list(record["players"])
        self.first_seats = list(self.seats)
        self.purse = dict(record["balances"])
        self.bought = dict(record["balances"])
        layout = [space_name(space) for space in self.rules["layout"]]
        self.pay_cards = [space for space in layout if is_single(space)]
        self.combos = [space for space in layout if not is_single(space)]
        self.space = dict.fromkeys(layout, 0)
        if self.rules["kitty_stake"]:
            self.space["kitty"] = 0
        if self.rules["pot_kind"] != "none":
            self.space["pot"] = 0
        for name, chips in record.get("spaces", {}).items():
            self.space[space_name(name)] = chips
        self.dealer = record["dealer"]
        self.ranks = HIGH if self.rules["ace"] == "high" else LOW
        self.gone = set()  # spaces taken off in the run-down
        self.last_lap = False
        self.deals = []  # dealers of the hands that count
        self.winners, self.left, self.differences = [], [], []
        self.ended = False
        self.h = None
        self.at = [0, 0]

    # ---- between hands

    def play_hand(self, hand):
        need(not self.ended, "a hand after the end")
        need(self.h is None or self.h["over"], "the hand before is not finished")
        self.people(hand)
        need(not self.deals or not self.is_end(), "that was the end")
        if hand.get("last_lap"):
            self.last_lap = True
        self.take_stakes(hand.get("stakes", {}))
        self.new_hand(hand)
        for text in hand["actions"]:
            self.at[1] += 1
            self.act(text)
        if self.h["over"]:
            self.after_hand(hand)

    def people(self, hand):
        for name in hand.get("leave", []):
            need(name in self.seats, f"{name} is not here")
            self.stand_up(name)
        for name, chips in hand.get("join", {}).items():
            need(name not in self.seats, f"{name} is here already")
            self.seats.insert(hand.get("seat", {}).get(name, len(self.seats) + 1) - 1, name)
            self.purse[name] = self.purse.get(name, 0) + chips
            self.bought[name] = self.bought.get(name, 0) + chips
        for name in hand.get("rebuy", []):
            need(name in self.seats, f"{name} is not here")
            self.purse[name] += self.rules["start_chips"]
            self.bought[name] += self.rules["start_chips"]
        if "dealer" in hand:
            need(hand["dealer"] in self.seats, "the dealer is not here")
            self.dealer = hand["dealer"]
        if self.rules["insolvency"] == "out":
            self.seats, self.dealer = self.who_stays()
        need(self.fewest <= len(self.seats) <= self.most, "too few or too many players")

    def stand_up(self, name):
        if name == self.dealer:
            self.dealer = self.left_of(name)
        self.seats.remove(name)

    def left_of(self, name):
        return self.seats[(self.seats.index(name) + 1) % len(self.seats)]

    def who_stays(self):
        """Seats and dealer once everybody below the own full stake has left (insolvency=out)."""
        seats, dealer = list(self.seats), self.dealer
        while seats:
            poor = [p for p in seats if self.purse[p] < self.full_stake(p == dealer)]
            if not poor:
                break
            circle = seats[seats.index(dealer) :] + seats[: seats.index(dealer)]
            dealer = next((p for p in circle if p not in poor), None)
            seats = [p for p in seats if p not in poor]
        return seats, dealer

    def full_stake(self, deals):
        """Chips one player stakes in the next hand."""
        rules, factor = self.rules, self.rules["dealer_factor"] if deals else 1
        if rules["funding"] == "bank" or (rules["funding"] == "dealer" and not deals):
            return 0
        if self.record["game"] == "newbury":
            return rules["ante"] + rules["kitty_stake"] // 4
        if rules["placement"] == "each":
            return sum(self.stakes_on_each(deals).values())
        pots = sum(rules[pot + "_stake"] for pot in ("kitty", "pot") if pot not in self.gone)
        if rules["placement"] == "one":
            return rules["ante"] * factor + pots
        return rules["free_amount"] * factor + pots

    def take_stakes(self, given):
        if self.rules["funding"] == "bank":
            self.bank_places()
        elif self.record["game"] == "newbury":
            for corner, player in enumerate(self.seats):
                self.stake(player, self.pay_cards[corner], self.rules["ante"])
                self.stake(player, "kitty", self.rules["kitty_stake"] // 4)
        elif self.rules["placement"] == "each":
            for player in self.seats:
                for space, chips in self.stakes_on_each(player == self.dealer).items():
                    self.stake(player, space, chips)
        else:
            need(set(given) == set(self.seats), "everybody stakes, nobody else")
            checked = [(p, self.chosen_stake(p, given[p])) for p in self.seats]
            for player, chosen in checked:
                for space, chips in chosen.items():
                    self.stake(player, space, chips)

    def bank_places(self):
        points = dict.fromkeys([*self.pay_cards, *self.combos], self.rules["ante"])
        for space, chips in {**points, "kitty": self.rules["kitty_stake"]}.items():
            if chips and space not in self.gone:
                self.space[space] += chips

    def stake(self, player, space, chips):
        self.purse[player] -= chips
        self.space[space] += chips

    def stakes_on_each(self, deals):
        """Where the rules leave no choice: a player's chips by space, the dealer's if *deals*."""
        rules, stakes = self.rules, {}
        if rules["funding"] == "dealer" and not deals:
            return stakes
        factor = rules["dealer_factor"] if deals and rules["funding"] == "players" else 1
        for space in [*self.pay_cards, *self.combos]:
            ante = rules["ante"] * rules["weights"].get(space, 1)
            if space not in self.gone:
                stakes[space] = ante * (factor if space in self.pay_cards else 1)
        for pot in ("kitty", "pot"):
            if rules[pot + "_stake"] and pot not in self.gone:
                stakes[pot] = rules[pot + "_stake"]
        return stakes

    def chosen_stake(self, player, given):
        chosen = {space_name(space): chips for space, chips in given.items()}
        need(all(type(chips) is int and chips >= 0 for chips in chosen.values()), "absurd stake")
        for pot in ("kitty", "pot"):
            due = 0 if pot in self.gone else self.rules[pot + "_stake"]
            need(chosen.get(pot, 0) == due, f"{pot} wants {due}")
        cards = {space: n for space, n in chosen.items() if space not in ("kitty", "pot")}
        need(all(c in self.pay_cards and c not in self.gone for c in cards), "no such space")
        factor = self.rules["dealer_factor"] if player == self.dealer else 1
        one = self.rules["placement"] == "one"
        need(not one or sum(n > 0 for n in cards.values()) == 1, "one bet on one card")
        due = self.rules["ante" if one else "free_amount"] * factor
        need(sum(cards.values()) == due, f"the pay cards want {due}")
        return chosen

    def after_hand(self, hand):
        h = self.h
        if h["pots"]:
            told = hand.get("left", {})
            left = {p: told.get(p, 0) for p in h["circle"]}
        else:
            left = dict(h["count"])
            told = hand.get("left", {})
            if any(left.get(p) != n for p, n in told.items()):
                self.differences.append(f"hand {self.at[0]}: left")
        self.left.append(left)
        self.winners.append(h["winner"])
        if h["winner"] is not None or self.rules["void_counts"]:
            self.deals.append(h["dealer"])
        self.ended = self.is_end()

    def is_end(self):
        rules, (kind, _, number) = self.rules, self.rules["end"].partition(":")
        if rules["insolvency"] == "out" and len(self.who_stays()[0]) < self.fewest:
            return True
        counts = kind in ("hands", "deals_each")
        if rules["tie"] == "extra_hand" and counts and self.is_tied():
            return False
        if kind == "hands":
            return len(self.deals) >= int(number)
        if kind == "deals_each" and rules["insolvency"] == "out":
            return len(self.deals) >= int(number) * len(self.first_seats)
        if kind == "deals_each":
            old = [p for p in self.first_seats if p in self.seats]
            return all(self.deals.count(p) >= int(number) for p in old)
        if kind == "broke" and rules["funding"] != "bank":
            due = {p: max(1, self.full_stake(p == self.dealer)) for p in self.seats}
            return any(self.purse[p] < due[p] for p in self.seats)
        if kind == "rundown_cards":
            return all(card in self.gone for card in self.pay_cards)
        return kind == "rundown_pots" and {"kitty", "pot"} <= self.gone

    def is_tied(self):
        """Is the first place shared, with the layout given out as it lies?"""
        nets = {player: chips - self.bought[player] for player, chips in self.purse.items()}
        rest, kind = sum(self.space.values()), self.rules["leftover"]
        heirs = self.h["circle"] if kind in ("split", "last_winner") else ()
        won = [w for w in self.winners if w is not None]
        heirs = won[-1:] if kind == "last_winner" and won else heirs
        for place, heir in enumerate(heirs):
            nets[heir] += rest // len(heirs) + (place < rest % len(heirs))
        return sorted(nets.values())[-2:] == [max(nets.values())] * 2

    def close(self, shows):
        """Give out what lies on the layout, once the evening is over."""
        if self.h is None or not self.h["over"]:
            return
        self.ended = self.ended or shows is not None
        rest, kind = sum(self.space.values()), self.rules["leftover"]
        if not self.ended or not rest or kind == "lost":
            return
        heirs = self.h["circle"]
        if kind == "poker":
            if shows is None:
                return
            heirs = self.last_show(shows)
        elif kind == "last_winner" and any(self.winners):
            heirs = [[w for w in self.winners if w is not None][-1]]
        for place, heir in enumerate(heirs):
            self.purse[heir] += rest // len(heirs) + (place < rest % len(heirs))
        self.space = dict.fromkeys(self.space, 0)

    def last_show(self, shows):
        hands = {}
        for text in shows:
            self.at[1] += 1
            (name, *words) = self.words(text)
            need(name in self.h["circle"] and name not in hands, "who shows?")
            need(words[:1] == ["shows"], "only open hands here")
            hands[name] = self.five(words[1:], hands)
        need(set(hands) == set(self.h["circle"]), "everybody shows")
        best = max(poker_rank(cards) for cards in hands.values())
        return [p for p in self.h["circle"] if poker_rank(hands[p]) == best]

    def row(self, refused):
        value = self.rules["chip_value"]
        nets = {p: chips - self.bought[p] for p, chips in self.purse.items()}
        return {
            "id": self.record.get("id"),
            "balances": dict(self.purse),
            "spaces": dict(self.space),
            "winners": self.winners,
            "left": self.left,
            "money": {p: net * value for p, net in nets.items()} if value else {},
            "payments": fewest_payments(nets.values()) if value and self.ended else None,
            "refused": refused,
            "differences": self.differences,
            "ended": self.ended,
        }

    # ---- by hand

    def fine(self, name):
        kind, _, chips = self.rules["irregularity"].partition(":")
        need(kind != "warn" and not self.h["over"], "no fine in this game")
        for other in self.h["circle"]:
            if other != name:
                self.pay(name, other, int(chips))
        if kind == "fine_bar":
            self.h["barred"].add(name)

    def correct(self, source, target, chips, *reason):
        need(reason, "a correction says why")
        for account in (source, target):
            need(account in self.purse or space_name(account) in self.space, "no such account")
        books = [self.purse if a in self.purse else self.space for a in (source, target)]
        enough = self.rules["insolvency"] == "iou" and source in self.purse
        need(int(chips) > 0, "absurd sum")
        need(enough or books[0][space_name(source)] >= int(chips), "not there")
        books[0][space_name(source)] -= int(chips)
        books[1][space_name(target)] += int(chips)
