"""What may be led, with the whole hand known (rules.md § 2.4, 2.5, 9).

Never imports the program.
"""

from auditor_rules import HIGH, RED

COLOUR = {suit: suit in RED for suit in "CDHS"}


def legal_leads(held, last, rules, horses=(), ranks=HIGH):
    """The cards of *held* that may be led; [] means pass, None in *last* the first lead.

    >>> from auditor_rules import DEFAULTS as D
    >>> legal_leads(["5S", "9S", "9D", "KC", "AC"], None, D)
    ['5S', '9D', 'KC']
    >>> legal_leads(["5S", "7C", "9C"], "10S", {**D, "change": "colour", "fallback": "cascade"})
    ['7C']
    """
    rank = {card: ranks.index(card[:-1]) for card in held}
    how = rules["lead_rank"]
    may = sorted(held, key=rank.get)
    if last is None:
        how = rules["first_lead_rank"] or how
    else:
        may = change_of_suit(may, last[-1], rules)
        if rules["horse_lead"] == "last_resort":
            may = [card for card in may if card not in horses] or may
    if how == "lowest":
        return [card for i, card in enumerate(may) if card[-1] not in {c[-1] for c in may[:i]}]
    if how == "lowest_overall":
        return [card for card in may if rank[card] == rank[may[0]]]
    return may


def change_of_suit(may, suit, rules):
    same_colour = [card for card in may if COLOUR[card[-1]] == COLOUR[suit]]
    other_suit = [card for card in may if card[-1] != suit]
    other_colour = [card for card in may if COLOUR[card[-1]] != COLOUR[suit]]
    wanted = {"none": may, "suit": other_suit, "colour": other_colour}[rules["change"]]
    if wanted or rules["fallback"] == "pass":
        return wanted
    if rules["fallback"] == "cascade":
        return [card for card in same_colour if card[-1] != suit] or same_colour
    return may
