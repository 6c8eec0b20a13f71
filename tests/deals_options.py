"""Random house rules without contradictions (rules.md § 3), for the generator of evenings.

Never imports the program.
"""

from random import Random

from auditor_rules import settings

CARD_LAYOUTS = [["AH", "KC", "QD", "JS"], ["AC", "AD", "AH", "AS"], ["10H", "QH", "AH", "JS", "KC"],
                ["KC", "KD", "KH", "KS"], ["10C", "2D", "7S"]]  # fmt: skip

# option -> values worth trying in every game; what a game forbids is taken out in `without`
ANY = {
    "ace": ["high", "low"], "spare": ["last", "first", "none"],
    "deal_surplus": ["to_spare"], "ante": [1, 2, 3], "dealer_factor": [1, 2],
    "kitty_stake": [0, 1, 2], "spare_swap": [True, False], "spare_auction": [True, False],
    "auction_min": [2], "auction_own_after_swap": [True], "spare_first_refusal": ["eldest"],
    "auction_step": [2], "auction_style": ["open", "sealed"], "auction_bar_paycards": [True],
    "swap_after_no_sale": [True], "placement": ["each", "one", "free"], "free_amount": [4, 6],
    "first_lead": ["eldest", "dealer", "suit:D", "suit:S", "lowest_black"],
    "lead_rank": ["lowest", "any", "lowest_overall"],
    "first_lead_rank": ["lowest", "lowest_overall", "any"],
    "change": ["none", "suit", "colour"], "fallback": ["free", "cascade", "pass"],
    "pass_penalty": [1, 2], "horse_winner": ["backers_only"],
    "horse_lead": ["free", "last_resort"], "claim": ["call"], "per_card": [0, 1, 2],
    "unplayed_paycard": ["double", "fixed:2"], "void_counts": [False],
    "void_payment": ["cards_to_kitty"], "leftover": ["split", "last_winner", "lost", "poker"],
    "insolvency": ["iou", "out", "rebuy"], "chip_value": [1, 5],
    "end": ["hands:3", "deals_each:1", "broke", "manual", "rundown_cards", "rundown_pots"],
    "irregularity": ["fine:1", "fine_bar:2"], "start_chips": [20],
    "pot_kind": ["none", "run3"], "layout": CARD_LAYOUTS,
}  # fmt: skip

POKER = {
    "poker_first": ["dealer", "eldest"], "poker_min": [1, 2], "poker_max": [4, 5, "none"],
    "poker_raises": [1, 3], "poker_all_check": ["showdown", "carry"],
    "poker_odd": ["stay", "first_left"], "seq_share": ["per_sequence"],
    "combo_run": ["same_run"], "pay_when": ["play", "hold"], "pot_stake": [1, 2],
    "first_lead": ["poker_winner", "dealer", "eldest"],
}  # fmt: skip

TRUMPS = {"funding": ["players"], "pay_when": ["hold"], "spare": ["last", "first"]}

BOARDS = ("three_in_one", "tripoley", "rummoli", "rummy_royal", "michigan_board", "michigan_kitty")
FIXED = {
    "newbury": {"spare", "deal_surplus", "ante", "dealer_factor", "spare_swap", "spare_auction",
                "spare_first_refusal", "placement", "pot_kind", "layout", "insolvency",
                "auction_own_after_swap", "kitty_stake", "end", "horse_winner", "first_lead",
                "unplayed_paycard", "leftover", "start_chips", "first_lead_rank"},
    "epsom": {"layout"},
    "pope_joan": {"layout", "placement", "spare_swap", "spare_auction", "spare_first_refusal",
                  "auction_own_after_swap", "horse_winner", "unplayed_paycard", "free_amount"},
    **{board: {"placement", "layout", "pot_kind", "horse_winner", "unplayed_paycard"}
       for board in BOARDS},
}  # fmt: skip


def house_rules(seed, game="boodle", share=0.2):
    """Options of *game* changed at random, each with chance *share*."""
    rng = Random(f"house rules {seed}")
    choices = {k: v for k, v in ANY.items() if k not in FIXED.get(game, ())}
    if settings(game, {})[0]["pot_kind"] == "poker":
        choices |= POKER
    if game == "pope_joan":
        choices |= TRUMPS
    if game == "newbury":
        choices |= {"funding": ["players"], "end": ["hands:3", "hands:12"]}
    options = {name: rng.choice(values) for name, values in choices.items() if rng.random() < share}
    if options.get("end") == "rundown_pots" and "pot_kind" in choices:
        options |= {"pot_kind": "run3", "kitty_stake": 1}
    if options.get("pot_kind") == "run3":
        options["pot_stake"] = rng.randint(1, 2)
    return without_contradictions(game, options)


def without_contradictions(game, options):
    """Drop what the consistency checks of § 3 forbid, and what would say nothing."""
    options = dict(options)
    for broken, names in CHECKS:
        rules = settings(game, options)[0]
        if broken(rules):
            for name in names:
                options.pop(name, None)
    return options


def _seldom_spare(rules):
    return rules["spare"] == "none" and (
        rules["spare_swap"] or rules["spare_auction"] or rules["deal_surplus"] == "to_spare"
    )


CHECKS = [
    (_seldom_spare, ["spare"]),
    (lambda r: r["change"] == "none", ["fallback", "change"]),
    (lambda r: r["fallback"] == "cascade" and r["change"] != "colour", ["fallback"]),
    (lambda r: r["fallback"] != "pass", ["pass_penalty"]),
    (lambda r: r["pass_penalty"] and not (r["change"] != "none" and r["fallback"] == "pass"),
     ["change", "fallback"]),
    (lambda r: r["pot_kind"] == "none" and r["pot_stake"], ["pot_kind", "pot_stake"]),
    (lambda r: r["pot_kind"] == "run3" and not r["pot_stake"], ["pot_kind", "pot_stake"]),
    (
        lambda r: r["end"] == "rundown_pots" and not (r["kitty_stake"] and r["pot_kind"] == "run3"),
        ["end"],
    ),
    (lambda r: r["pay_when"] == "hold" and r["unplayed_paycard"] != "none", ["unplayed_paycard"]),
    (lambda r: r["placement"] != "one", ["horse_winner"]),
    (lambda r: r["placement"] != "free", ["free_amount"]),
    (lambda r: r["claim"] == "call" and r["pot_kind"] == "run3", ["claim"]),
    (lambda r: not (r["spare_swap"] and r["spare_auction"]), ["auction_own_after_swap"]),
    (lambda r: not r["spare_auction"], ["auction_min", "auction_step", "auction_style"]),
    (lambda r: not r["spare_swap"], ["spare_first_refusal"]),
    (lambda r: r["auction_own_after_swap"] and r["spare_first_refusal"] == "eldest",
     ["spare_first_refusal"]),
    (lambda r: r["irregularity"] == "warn", []),
    (lambda r: r["end"] == "broke" and r["funding"] == "bank", ["end"]),
]  # fmt: skip


def recorded(options, turn):
    """A set of house rules of the program as a record writes it: game, options, players.

    The *turn* says how many play: two to nine, or four who throw cards away.
    """
    players = 4 if options["discard"] else 2 + turn % 8
    game = "boodle" if 3 <= players <= 8 else "three_in_one"
    written = {name: list(value) if isinstance(value, tuple) else value
               for name, value in options.items()}  # fmt: skip
    written["layout"] = [space.replace("T", "10") for space in written["layout"]]
    if written["poker_max"] is None:
        written["poker_max"] = "none"
    return game, written, players
