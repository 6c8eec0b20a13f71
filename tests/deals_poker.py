"""A poker round with every card known: random bets, five cards set aside, the pot shared.

Never imports the program.
"""

from auditor_rules import poker_rank


def play_poker(hand):
    """Bet in order until everybody still in has met the bet, then share the pot."""
    rules, circle = hand.rules, hand.circle
    order = [circle[-1], *circle[:-1]] if rules["poker_first"] == "dealer" else list(circle)
    hand.stage = "poker"
    game = hand.poker = {"in": list(order), "paid": dict.fromkeys(order, 0), "level": 0,
                         "raises": 0, "all_in": set(), "winner": circle[0]}  # fmt: skip
    waiting = list(order)
    while waiting and len(game["in"]) > 1:
        game["turn"] = player = waiting.pop(0)
        if act(hand, game, player):
            at = order.index(player)
            waiting = [p for p in order[at + 1 :] + order[:at]
                       if p in game["in"] and p not in game["all_in"]]  # fmt: skip
    game["turn"] = None
    if len(game["in"]) == 1:
        ranks = {game["in"][0]: 0}
    elif not game["level"] and rules["poker_all_check"] == "carry":
        return
    else:
        ranks = showdown(hand, game)
    share(hand, game, ranks)


def act(hand, game, player):
    """One player bets, checks, calls, raises or folds; True if the bet went up."""
    rng, rules, night = hand.rng, hand.rules, hand.night
    limited = rules["insolvency"] == "out"
    name, due = hand.name(player), game["level"] - game["paid"][player]
    most = 5 if rules["poker_max"] == "none" else rules["poker_max"]
    step = rng.randint(rules["poker_min"], max(most, rules["poker_min"]))
    issued = sum(night.purse.values()) + sum(night.space.values())
    enough = game["level"] + step <= issued  # RULES § 7.1: nobody bets more than all there is
    enough = enough and (not limited or night.purse[player] >= due + step)
    enough = enough and not (hand.pots and game["all_in"])  # side pots need the cards
    what = rng.random()
    if game["level"] == 0:
        if what < 0.35 and enough:
            hand.say(f"{name} bets {step}")
            return up(hand, game, player, step)
        folds = what > 0.97
        hand.say(f"{name} folds" if folds else f"{name} checks")
        if folds:
            game["in"].remove(player)
        return False
    if what < 0.25 and enough and game["raises"] < rules["poker_raises"]:
        game["raises"] += 1
        hand.say(f"{name} raises {game['level'] + step}")
        return up(hand, game, player, game["level"] + step)
    short = limited and hand.pots and night.purse[player] < due
    if what > 0.7 or short:
        hand.say(f"{name} folds")
        game["in"].remove(player)
    else:
        meet(hand, game, player, due, limited)
    return False


def meet(hand, game, player, due, limited):
    there = hand.night.purse[player]
    if limited and there < due:
        hand.say(f"{hand.name(player)} calls {there} all in")
        game["all_in"].add(player)
        due = there
    else:
        hand.say(f"{hand.name(player)} calls")
    put_in(hand, game, player, due)


def up(hand, game, player, level):
    put_in(hand, game, player, level - game["paid"][player])
    game["level"] = level
    return True


def put_in(hand, game, player, chips):
    hand.night.purse[player] -= chips
    hand.night.space["pot"] += chips
    game["paid"][player] += chips
    if hand.rules["insolvency"] == "out" and not hand.night.purse[player]:
        game["all_in"].add(player)


def showdown(hand, game):
    shown = {p: hand.rng.sample(hand.hands[p], 5) for p in game["in"]}
    ranks = {p: poker_rank(cards) for p, cards in shown.items()}
    winners = [p for p in hand.circle if ranks.get(p) == max(ranks.values())]
    if hand.pots:
        verb = "win" if len(winners) > 1 else "wins"
        hand.say(f"{' '.join(map(hand.name, winners))} {verb} poker")
        return ranks
    for player in hand.rng.sample(game["in"], len(game["in"])):
        hand.say(f"{hand.name(player)} shows {' '.join(shown[player])}")
    return ranks


def share(hand, game, ranks):
    """Chip by chip from the lowest bet up: each level to the best hand that paid it."""
    night, paid = hand.night, game["paid"]
    best = max(ranks.values())
    game["winner"] = next(p for p in hand.circle if ranks.get(p) == best)
    layers, below = [], 0
    for level in sorted({paid[p] for p in ranks}):
        chips = sum(max(0, min(n, level) - below) for n in paid.values())
        layers.append([chips, [p for p in ranks if paid[p] >= level]])
        below = level
    layers[0][0] += night.space["pot"] - sum(paid.values())
    night.space["pot"] = 0
    for chips, reached in layers:
        top = max(ranks[p] for p in reached)
        winners = [p for p in hand.circle if p in reached and ranks[p] == top]
        for player in winners:
            night.purse[player] += chips // len(winners)
        odd = chips % len(winners)
        if hand.rules["poker_odd"] == "stay":
            night.space["pot"] += odd
        else:
            for player in winners[:odd]:
                night.purse[player] += 1
