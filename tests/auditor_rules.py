"""The tables of rules.md as the auditor reads them: presets, deal sizes, poker hands, payments.

Written a second time on purpose; never imports the program it audits.
"""

from collections import Counter

SUITS = "CDHS"
RED = "DH"
HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
LOW = ["A", *HIGH[:-1]]
DECK = [rank + suit for suit in SUITS for rank in HIGH]

DEFAULTS = {
    "ace": "high", "spare": "last", "deal_surplus": "round_robin", "discard": 0,
    "layout": ["AH", "KC", "QD", "JS"], "ante": 1, "dealer_factor": 2, "placement": "each",
    "free_amount": 6, "placement_order": "open", "kitty_stake": 0, "pot_stake": 0,
    "pot_kind": "none", "funding": "players", "spare_swap": False, "spare_auction": False,
    "auction_style": "in_turn", "auction_min": 1, "auction_step": 1,
    "auction_bar_paycards": False, "swap_after_no_sale": False, "auction_own_after_swap": False,
    "spare_first_refusal": "dealer", "first_lead": "eldest", "lead_rank": "lowest",
    "first_lead_rank": None, "change": "none", "fallback": "free", "pass_penalty": 0,
    "horse_winner": "anyone", "horse_lead": "free", "pay_when": "play", "combo_run": "any",
    "seq_share": "per_player", "claim": "auto", "per_card": 1, "unplayed_paycard": "none",
    "void_counts": True, "void_payment": "none", "end": "deals_each:2", "leftover": "split",
    "tie": "shared", "insolvency": "iou", "start_chips": 30, "chip_value": 0,
    "irregularity": "warn", "poker_first": "dealer", "poker_min": 1, "poker_max": "none",
    "poker_raises": 3, "poker_all_check": "showdown", "poker_odd": "stay",
    # what only a game of its own changes: its pack, cards for each, antes on a space, who is exempt
    "pack": DECK, "each": 0, "weights": {}, "exempt": None,
}  # fmt: skip

NINE = ["AH", "KH", "QH", "JH", "10H", "KQ", "8-9-10"]
KINGS = ["KH", "KC", "KS", "KD"]
HORSES = ["10C", "JD", "QS", "KH"]
BOARD = {
    "layout": NINE, "dealer_factor": 1, "kitty_stake": 1, "pot_stake": 1, "pot_kind": "poker",
    "spare_swap": True, "spare_auction": True, "swap_after_no_sale": True,
    "first_lead": "poker_winner", "pay_when": "hold", "end": "manual",
}  # fmt: skip
TRIPOLEY = {
    "layout": NINE, "dealer_factor": 1, "kitty_stake": 1, "pot_stake": 1, "pot_kind": "poker",
    "first_lead": "dealer", "first_lead_rank": "lowest_overall", "change": "suit",
    "fallback": "pass", "pay_when": "hold", "claim": "call", "end": "manual", "leftover": "poker",
}  # fmt: skip

# rules.md § 4.7: what each preset changes, and how many may play it
PRESETS = {
    "boodle": ({}, 3, 8),
    "michigan_us": (
        {"spare": "first", "spare_swap": True, "spare_auction": True, "change": "suit",
         "fallback": "pass", "irregularity": "fine_bar:1"}, 3, 8),
    "newmarket_bets": (
        {"placement": "one", "dealer_factor": 1, "kitty_stake": 1, "pot_stake": 1,
         "pot_kind": "run3", "per_card": 0}, 3, 8),
    "newmarket_uk": (
        {"dealer_factor": 1, "kitty_stake": 1, "first_lead": "suit:D", "change": "colour",
         "fallback": "pass", "per_card": 0}, 3, 8),
    "horses_kings": (
        {"ace": "low", "layout": KINGS, "placement": "one", "dealer_factor": 1, "per_card": 0,
         "chip_value": 2}, 3, 8),
    "newbury": (
        {"ace": "low", "spare": "none", "discard": 3, "layout": HORSES, "funding": "bank",
         "dealer_factor": 1, "kitty_stake": 4, "first_lead": "suit:C", "lead_rank": "any",
         "change": "colour", "fallback": "pass", "horse_lead": "last_resort", "per_card": 0,
         "end": "hands:12", "leftover": "lost", "start_chips": 0}, 4, 4),
    "three_in_one": (BOARD, 2, 9),
    "tripoley": (TRIPOLEY, 2, 9),
    # § 4.6, boards and house forms; what the rules leave open there is as in three_in_one
    "rummoli": (
        {**BOARD, "pay_when": "play", "claim": "call", "auction_bar_paycards": True,
         "poker_first": "eldest"}, 2, 9),
    "rummy_royal": (
        {**BOARD, "layout": [*NINE[:6], "6-7-8"], "pot_stake": 0, "pot_kind": "none",
         "first_lead": "lowest_black", "change": "colour"}, 2, 9),
    "michigan_board": (
        {**BOARD, "layout": ["10H", "QH", "AH", "JS", "KC", "KQ", "7-8-9"], "dealer_factor": 2,
         "first_lead": "eldest"}, 2, 9),
    "michigan_kitty": (
        {"spare": "first", "layout": ["AS", "QC", "KH", "10H", "JD", "KQD", "8-9-10"],
         "dealer_factor": 1, "kitty_stake": 1, "spare_swap": True, "auction_bar_paycards": True,
         "end": "manual"}, 2, 9),
    "family_hearts": (
        {"layout": NINE[:5], "dealer_factor": 1, "kitty_stake": 1, "first_lead": "suit:C",
         "change": "colour", "fallback": "pass", "pass_penalty": 1,
         "void_payment": "cards_to_kitty", "end": "manual"}, 2, 9),
    # § 10, two further games
    "epsom": (
        {"pack": [card for card in DECK if card[:-1] not in "23456"], "each": 12,
         "layout": ["AS", "KH", "QC", "JD"], "dealer_factor": 1, "end": "broke"}, 2, 2),
    "pope_joan": (
        {"pack": [card for card in DECK if card != "8D"], "ace": "low", "dealer_factor": 1,
         "layout": ["9D", "KQ*", "QJ*", "A*", "K*", "Q*", "J*"], "funding": "dealer",
         "weights": {"9D": 6, "KQ*": 2, "QJ*": 2}, "exempt": "9D", "kitty_stake": 1,
         "start_chips": 60}, 3, 8),
}  # fmt: skip


def is_single(space):
    """Whether one card wins a space of the layout."""
    return "-" not in space and space[:2] not in ("KQ", "QJ")


def cards_of(space, trumps=None):
    """The cards that win a single card's or a pair's space; none of trumps not turned up yet.

    >>> sorted(cards_of("KQD")), cards_of("KH"), sorted(cards_of("QJ*", "S")), cards_of("A*")
    (['KD', 'QD'], {'KH'}, ['JS', 'QS'], set())
    """
    if "-" in space:
        return set()
    ranks, suit = ([space[:-1]], space[-1]) if is_single(space) else (space[:2], space[2:] or "H")
    suit = trumps if suit == "*" else suit
    return {rank + suit for rank in ranks} if suit else set()


def settings(game, options):
    """Give every option its value: default, then preset, then what the record says."""
    preset, fewest, most = PRESETS[game]
    rules = {**DEFAULTS, **preset, **options}
    if rules["placement"] == "free" and "dealer_factor" not in options:
        rules["dealer_factor"] = 1
    if game == "newbury" and rules["funding"] == "players" and "leftover" not in options:
        rules["leftover"] = "split"
    return rules, fewest, most


def sizes(count, rules):
    """Cards of each player from eldest to dealer, and of the spare packet.

    >>> sizes(5, DEFAULTS)
    ([9, 9, 9, 9, 8], 8)
    >>> sizes(4, {**DEFAULTS, "spare": "first"})
    ([11, 10, 10, 10], 11)
    >>> sizes(8, {**DEFAULTS, "deal_surplus": "to_spare"})
    ([5, 5, 5, 5, 5, 5, 5, 5], 12)
    """
    pack = len(rules["pack"])
    if rules["each"]:
        return [rules["each"]] * count, pack - rules["each"] * count
    if rules["spare"] == "none":
        packets = [pack // count + (i < pack % count) - rules["discard"] for i in range(count)]
        return packets, 0
    each, more = divmod(pack, count + 1)
    if rules["deal_surplus"] == "to_spare":
        return [each] * count, pack - each * count
    packets = [each + (i < more) for i in range(count + 1)]
    return (packets[:-1], packets[-1]) if rules["spare"] == "last" else (packets[1:], packets[0])


def poker_rank(cards):
    """Order five cards: a bigger tuple is a better hand; suits never decide.

    >>> poker_rank(["AC", "2D", "3H", "4S", "5C"]) < poker_rank(["2C", "3D", "4H", "5S", "6C"])
    True
    >>> poker_rank(["8D", "8H", "8S", "KD", "KH"]) > poker_rank(["5C", "5H", "5S", "JD", "JH"])
    True
    """
    values = sorted((HIGH.index(card[:-1]) for card in cards), reverse=True)
    groups = sorted(((n, v) for v, n in Counter(values).items()), reverse=True)
    shape, ranks = [n for n, _ in groups], [v for _, v in groups]
    if values == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(shape) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[-1] for card in cards}) == 1
    if straight or flush:
        return (8 if straight and flush else 4 if straight else 5, ranks)
    named = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (named.get(tuple(shape), 0), ranks)


def fewest_payments(nets):
    """Smallest number of payments that brings every net to nothing; None if they don't sum to 0.

    >>> fewest_payments([5, -5, 3, -3]), fewest_payments([4, -1, -3]), fewest_payments([1])
    (2, 2, None)
    """
    debts = [net for net in nets if net]
    if sum(debts):
        return None
    groups, sums = [0], [0]  # by set of people: most groups that each come out even, and the sum
    for mask in range(1, 1 << len(debts)):
        without = [(mask & ~(1 << i), debt) for i, debt in enumerate(debts) if mask >> i & 1]
        sums.append(sums[without[0][0]] + without[0][1])
        groups.append(max(groups[rest] for rest, _ in without) + (sums[mask] == 0))
    return len(debts) - groups[-1]
