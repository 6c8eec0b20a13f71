"""One hand of the auditor: spare hand, holding, runs, settling, pots only. Knows no other hand.

Never imports the program it audits.
"""

import json

from auditor_poker import Poker, is_card, need, space_name
from auditor_rules import RED, cards_of, sizes

BETS = {"bets", "checks", "calls", "raises", "folds"}


class Hand(Poker):
    """The actions of one hand, each booked as it comes; *h* is the hand being played."""

    # ---- one hand

    def new_hand(self, hand):
        i = self.seats.index(self.dealer) + 1
        circle = self.seats[i:] + self.seats[:i]
        stakes = {p: {space_name(s) for s, n in bets.items() if n}
                  for p, bets in hand.get("stakes", {}).items()}  # fmt: skip
        self.h = {"circle": circle, "dealer": self.dealer, "backed": stakes, "over": False,
                  "winner": None, "pots": any(map(self.tells_pots, hand["actions"])),
                  "barred": set(), "told": hand.get("left", {}), "shown_left": set(),
                  "paid": dict.fromkeys(circle, 0)}  # fmt: skip
        self.new_deal()

    def tells_pots(self, text):
        """A hand with takes, out or void is recorded by its pots alone."""
        words = self.words(text)
        return words == ["void"] or words[1:] == ["out"] or words[1:2] == ["takes"]

    def new_deal(self):
        h = self.h
        packets, spare = sizes(len(h["circle"]), self.rules)
        h.update(
            count=dict(zip(h["circle"], packets, strict=True)),
            spare=spare,
            stage=0,
            swapped=False,
            sold=False,
            held={},
            sequences={},
            poker=None,
            leader=None,
            played={},
            run=[],
            last=None,
            wanted=None,
            missing=None,
            passes=0,
            due=[],
            taken=set(),
            turned=None,
        )
        # stage: 0 spare hand, 1 hold, 2 poker, 3 runs

    def words(self, text):
        """Split an action; a player's name, longest first or in quotes, is one word."""
        words, rest = [], text.strip()
        while rest:
            name = self.name_at(rest)
            if name is None:
                word, _, rest = rest.partition(" ")
            elif rest.startswith('"'):
                word, end = json.JSONDecoder().raw_decode(rest)
                rest = rest[end:]
            else:
                word, rest = name, rest[len(name) :]
            words.append(word)
            rest = rest.strip()
        return words

    def name_at(self, text):
        if text.startswith('"'):
            return ""
        fits = [p for p in self.purse if text == p or text.startswith(p + " ")]
        return max(fits, key=len, default=None)

    def act(self, text):
        words = self.words(text)
        if words[0] == "stop" and len(words) == 1:
            return self.stop()
        if words == ["misdeal"]:
            need(not self.h["over"], "the hand is over")
            self.close_holding()  # a sequence shown is claimed, and what is claimed stays claimed
            return self.new_deal()
        if words == ["void"]:
            return self.pots_void()
        if words[0] == "correct":
            return self.correct(*words[1:])
        if words[-2:] in (["wins", "poker"], ["win", "poker"]):
            return self.told_poker(words[:-2])
        name, verb, rest = words[0], words[1], words[2:]
        need(name in self.h["circle"], f"{name} does not play")
        if verb in BETS:
            return self.bet(name, verb, rest)
        if is_card(verb) and not rest:
            return self.play(name, space_name(verb))
        does = {"pass": self.refuse_lead, "swap": self.swap, "sell": self.sell, "buys": self.buy,
                "holds": self.hold, "shows": self.show, "takes": self.take, "out": self.go_out,
                "claims": self.claim, "fined": self.fine, "turns": self.turn}.get(verb)  # fmt: skip
        need(does is not None, f"no such action: {text}")
        return does(name, *rest)

    def give(self, space, name):
        """Everything on *space* goes to *name*, unless the rules keep it there."""
        chips = self.space.get(space, 0)
        stays = name in self.h["barred"] or (
            self.rules["horse_winner"] == "backers_only"
            and self.rules["placement"] == "one"
            and space in self.pay_cards
            and space not in self.h["backed"].get(name, ())
        )
        if stays or not chips:
            return
        self.purse[name] += chips
        self.space[space] = 0
        shrinking = {"rundown_cards": self.pay_cards, "rundown_pots": ["kitty", "pot"]}
        if self.last_lap and space in shrinking.get(self.rules["end"], ()):
            self.gone.add(space)

    def pay(self, name, space, chips):
        """*name* pays onto a space or to a player, at most what is there where debts end."""
        if self.rules["insolvency"] == "out":
            chips = min(chips, self.purse[name])
        self.purse[name] -= chips
        book = self.purse if space in self.purse else self.space
        book[space] = book.get(space, 0) + chips

    # ---- a card turned up for trumps

    def has_trumps(self):
        return any("*" in space for space in self.space)

    def dealt_out(self):
        need(self.h["turned"] or not self.has_trumps(), "which suit is trumps?")

    def trumps(self):
        return self.h["turned"] and self.h["turned"][-1]

    def turn(self, name, card):
        """The dealer turns up a card of the spare hand and takes what that card wins."""
        h, card = self.h, space_name(card)
        need(self.has_trumps() and h["turned"] is None and not h["over"], "nothing to turn up")
        need(name == h["dealer"] and card in self.rules["pack"], "who turns what up?")
        h["turned"] = card
        for space in self.pay_cards:
            if cards_of(space, self.trumps()) == {card}:
                self.give(space, name)

    # ---- the spare hand

    def before_cards(self):
        h = self.h
        need(not h["over"] and h["stage"] == 0 and h["spare"], "too late, or no spare hand")

    def eldest_first(self):
        return self.rules["spare_first_refusal"] == "eldest"

    def swap(self, name):
        h, rules = self.h, self.rules
        self.before_cards()
        need(rules["spare_swap"], "no swap in this game")
        need(name == h["circle"][0 if self.eldest_first() else -1], "not theirs to swap")
        need(not h["swapped"] and not h["sold"], "the spare hand is gone")
        h["count"][name], h["spare"] = h["spare"], h["count"][name]
        h["swapped"] = True

    def sell(self, name, buyer, price):
        h, rules = self.h, self.rules
        self.before_cards()
        need(rules["spare_auction"] and not self.eldest_first(), "no auction in this game")
        need(name == h["dealer"] and buyer in h["circle"] and buyer != name, "who sells to whom?")
        need(not h["swapped"] or rules["auction_own_after_swap"], "swapped already")
        need(not h["sold"] and int(price) >= rules["auction_min"], "sold already, or too cheap")
        self.afford(buyer, int(price))
        self.purse[buyer] -= int(price)
        self.purse[name] += int(price)
        h["count"][buyer], h["sold"] = h["spare"], True

    def buy(self, name, price):
        h = self.h
        self.before_cards()
        need(self.eldest_first() and self.rules["spare_auction"], "no fixed price in this game")
        need(name != h["circle"][0] and int(price) == self.rules["auction_min"], "who, how much?")
        need(not h["swapped"] and not h["sold"], "the spare hand is gone")
        self.afford(name, int(price))
        self.purse[name] -= int(price)
        self.space["kitty"] = self.space.get("kitty", 0) + int(price)
        h["count"][name], h["sold"] = h["spare"], True

    def afford(self, name, chips):
        poor = self.rules["insolvency"] == "out" and chips > self.purse[name]
        need(not poor, f"{name} has not {chips}")

    # ---- paid on holding, and what somebody is left with

    def hold(self, name, space):
        h, space = self.h, space_name(space)
        if h["over"]:
            return self.left_with(name, space)
        need(self.rules["pay_when"] == "hold" and h["stage"] <= 1, "not paid on holding now")
        self.dealt_out()
        need(space in self.pay_cards or space in self.combos, "no such space")
        h["stage"] = 1
        if "-" in space:
            h["sequences"][name] = h["sequences"].get(name, 0) + 1
            twice = self.rules["seq_share"] == "per_sequence"
            need(h["sequences"][name] == 1 or twice, "one share a player")
            need(sum(h["sequences"].values()) <= 4, "there are only four suits")
        else:
            need(space not in h["held"], "held by somebody else")
            mine = cards_of(space, self.trumps())
            need(h["turned"] not in mine, "that card is turned up")
            for other, who in h["held"].items():
                shared = cards_of(other, self.trumps()) & mine
                need(who == name or not shared, "held by somebody else")
            h["held"][space] = name
            self.give(space, name)

    def close_holding(self):
        """Share the sequence once everybody has shown; the remainder stays on the layout."""
        h = self.h
        h["stage"] = max(h["stage"], 2)
        shares = sum(h["sequences"].values())
        space = next((c for c in self.combos if "-" in c), None)
        if shares:
            each = self.space[space] // shares
            for name, times in h["sequences"].items():
                self.purse[name] += each * times
                self.space[space] -= each * times
        h["sequences"] = {}

    def left_with(self, name, card):
        h, (kind, _, fixed) = self.h, self.rules["unplayed_paycard"].partition(":")
        if card == self.rules["exempt"]:
            return self.left_exempt(name, card)
        need(kind != "none" and h["winner"] not in (None, name), "nobody pays for it")
        won = [space for space in self.pay_cards if cards_of(space, self.trumps()) == {card}]
        need(won and card not in h["played"] and card != h["turned"], "no pay card still in hand")
        need(card not in h["shown_left"] and card not in h["taken"], "shown already")
        h["shown_left"].add(card)
        held = h["told"] if h["pots"] else h["count"]
        held = {**held, name: held.get(name, 0) - 1}
        need(held[name] >= 0, f"{name} has not so many cards")
        self.pay(name, won[0], self.space[won[0]] if kind == "double" else int(fixed))
        return None

    def left_exempt(self, name, card):
        """Whoever is left with the exempt card gets back what was paid for cards left."""
        h = self.h
        need(h["winner"] not in (None, name) and card not in h["shown_left"], "who is exempt?")
        need(card not in h["played"] and card != h["turned"], "played, or turned up")
        need(card not in h["taken"], "taken, so it was played")
        held = h["told"] if h["pots"] else h["count"]
        need(held.get(name, 0) > 0, f"{name} has no cards")
        h["shown_left"].add(card)
        self.purse[name] += h["paid"][name]
        self.purse[h["winner"]] -= h["paid"][name]

    # ---- the runs

    def first_leader(self):
        """Who leads first; None where the card decides (suit:X)."""
        rule, h = self.rules["first_lead"], self.h
        if rule.startswith("suit:"):
            return None
        if rule == "poker_winner":
            return h["poker_winner"]
        return h["dealer"] if rule == "dealer" else h["circle"][0]

    def start_runs(self):
        h = self.h
        if h["stage"] < 3:
            self.close_holding()
            need(self.rules["pot_kind"] != "poker", "the poker comes first")
            h["stage"] = 3
        if h["last"] is None and not h["passes"]:
            h["leader"] = self.first_leader()

    def play(self, name, card):
        h = self.h
        need(not h["over"] and not h["pots"], "the hand is over, or has pots only")
        self.dealt_out()
        need(card not in h["played"], f"{card} was played already")
        need(card in self.rules["pack"] and card != h["turned"], f"nobody holds {card}")
        self.start_runs()
        if h["wanted"] is not None:
            need(card == h["wanted"], f"{h['wanted']} is needed")
        elif card != h["missing"]:
            self.may_lead(name, card)
            h["run"] = []
        h["played"][card] = name
        h["run"].append((name, card))
        h["last"], h["missing"], h["passes"] = card, None, 0
        h["count"][name] -= 1
        self.awards(name, card)
        if h["count"][name] == 0:
            return self.finish(name)
        self.next_needed(name)
        return None

    def may_lead(self, name, card):
        h, rules = self.h, self.rules
        need(h["leader"] in (None, name), f"{h['leader']} leads")
        if h["last"] is None:
            rule, _, suit = rules["first_lead"].partition(":")
            need(not suit or card[-1] == suit, f"the lowest {suit} begins")
            need(rule != "lowest_black" or card[-1] not in RED, "a black card begins")
        elif rules["fallback"] == "pass":
            need(not self.forbidden(card[-1]), "another suit or colour is needed")

    def forbidden(self, suit):
        last = self.h["last"][-1]
        if self.rules["change"] == "suit":
            return suit == last
        return self.rules["change"] == "colour" and (suit in RED) == (last in RED)

    def next_needed(self, name):
        """The run stops by itself at the top card or at a card played earlier."""
        h, card = self.h, self.h["last"]
        place = self.ranks.index(card[:-1]) + 1
        follows = self.ranks[place] + card[-1] if place < 13 else None
        out = follows not in self.rules["pack"] or follows in h["played"] or follows == h["turned"]
        h["wanted"] = None if out else follows
        h["leader"] = name

    def stop(self):
        h = self.h
        need(not h["over"] and not h["pots"], "the hand is over, or has pots only")
        self.dealt_out()
        need(h["last"] or self.rules["first_lead"].startswith("suit:"), "nothing to stop")
        if h["wanted"] is not None:
            h["missing"], h["wanted"] = h["wanted"], None

    def refuse_lead(self, name):
        h, rules = self.h, self.rules
        need(not h["over"], "the hand is over")
        if h["pots"] or (h["last"] is None and rules["first_lead"] != "lowest_black"):
            return self.pots_pass(name)
        self.dealt_out()
        self.start_runs()
        must_change = h["last"] and rules["change"] != "none" and rules["fallback"] == "pass"
        need(must_change or h["last"] is None, "nobody may pass")
        need(h["wanted"] is None and h["leader"] == name, "not theirs to lead")
        self.pay(name, "kitty", rules["pass_penalty"])
        h["passes"] += 1
        i = h["circle"].index(name) + 1
        h["leader"] = h["circle"][i % len(h["circle"])]
        if h["passes"] == len(h["circle"]):
            self.finish(None)
        return None

    def awards(self, name, card):
        h, rules = self.h, self.rules
        h["due"] = []
        if rules["pay_when"] == "play":
            mine = {c for c, p in h["played"].items() if p == name}
            here = {c for p, c in h["run"] if p == name}
            won = [space for space in self.pay_cards if cards_of(space, self.trumps()) == {card}]
            won += [c for c in self.combos if self.completes(c, card, mine, here)]
            if rules["claim"] == "call":
                h["due"] = [(name, space) for space in won]
            else:
                for space in won:
                    self.give(space, name)
        three = len(h["run"]) >= 3 and {p for p, _ in h["run"][-3:]} == {name}
        if three and rules["pot_kind"] == "run3":
            self.give("pot", name)

    def completes(self, combo, card, mine, here):
        """Has *card* just completed king and queen, or the sequence in its suit?"""
        pair = cards_of(combo, self.trumps())
        if "-" not in combo:
            return card in pair and pair <= mine
        suit = card[-1]
        three = {rank + suit for rank in combo.split("-")}
        return card in three and three <= (here if self.rules["combo_run"] == "same_run" else mine)

    def claim(self, name, space):
        need((name, space_name(space)) in self.h["due"], "nothing to claim")
        self.h["due"].remove((name, space_name(space)))
        self.give(space_name(space), name)

    def finish(self, winner):
        """The end of the hand in the order of § 2.7; the deal moves left."""
        h, rules = self.h, self.rules
        left = h["told"] if h["pots"] else h["count"]
        others = [p for p in h["circle"] if p != winner]
        if winner is not None and winner not in h["barred"]:
            self.give("kitty", winner)
            for player in others:
                before = self.purse[player]
                self.pay(player, winner, rules["per_card"] * left.get(player, 0))
                h["paid"][player] = before - self.purse[player]
        if winner is None and rules["void_payment"] == "cards_to_kitty":
            for player in others:
                self.pay(player, "kitty", (rules["per_card"] or 1) * left.get(player, 0))
        h["over"], h["winner"] = True, winner
        self.dealer = self.left_of(self.dealer)

    # ---- pots only

    def pots_only(self):
        need(not self.h["over"] and self.h["pots"], "the hand is over, or has cards")
        self.dealt_out()
        self.close_holding()

    def take(self, name, space):
        self.pots_only()
        space = space_name(space)
        need(space in self.space and space != "kitty", "no such space to take")
        need(space not in self.h["taken"] and self.space[space], "taken already, or empty")
        self.h["taken"].add(space)
        self.give(space, name)

    def go_out(self, name):
        self.pots_only()
        others = {p: n for p, n in self.h["told"].items() if n}
        need(name not in others and len(others) == len(self.h["circle"]) - 1, "who has cards?")
        self.finish(name)

    def pots_void(self):
        self.pots_only()
        self.finish(None)

    def pots_pass(self, name):
        need(self.rules["pass_penalty"], "nobody may pass here")
        self.pots_only()
        self.pay(name, "kitty", self.rules["pass_penalty"])
