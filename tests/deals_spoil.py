"""Illegal actions by kind, each impossible at the moment the hand stands in."""

from auditor_rules import DECK, RED


def spoiled(kind, hand):
    """The text of an illegal action of *kind* for *hand* as it stands now; None if none fits."""
    return KINDS[kind](hand)


def _runs(hand):
    return hand.stage == "runs" and not hand.over and not hand.pots


def _unplayed(hand, *but):
    return [c for p in hand.circle for c in hand.hands[p] if c not in but]


def again(hand):
    """A card played already in this hand."""
    if _runs(hand) and hand.played:
        return f"{hand.name(hand.circle[0])} {next(iter(hand.played))}"
    return None


def successor(hand):
    """Inside a run any card but the needed one."""
    if _runs(hand) and hand.wanted:
        cards = _unplayed(hand, hand.wanted)
        return (cards and f"{hand.name(hand.holder(cards[-1]))} {cards[-1]}") or None
    return None


def leader(hand):
    """A lead by anybody but the leader."""
    if _runs(hand) and hand.last and not hand.wanted:
        others = [p for p in hand.circle if p != hand.leader]
        cards = [c for c in hand.hands[others[0]] if c != hand.missing]
        return (cards and f"{hand.name(others[0])} {cards[0]}") or None
    return None


def suit(hand):
    """The forbidden suit or colour where the lead passes."""
    change = hand.rules["change"]
    if not (_runs(hand) and hand.last and not hand.wanted) or change == "none":
        return None
    if hand.rules["fallback"] != "pass":
        return None
    last = hand.last[-1]
    for card in hand.hands[hand.leader]:
        same = card[-1] == last if change == "suit" else (card[-1] in RED) == (last in RED)
        if same and card != hand.missing:
            return f"{hand.name(hand.leader)} {card}"
    return None


def over(hand):
    """A card after somebody is out."""
    if hand.over and hand.winner and not hand.pots:
        cards = _unplayed(hand)
        return f"{hand.name(hand.holder(cards[0]))} {cards[0]}"
    return None


def no_pass(hand):
    """Nobody may pass in the middle of a run."""
    if _runs(hand) and hand.wanted:
        return f"{hand.name(hand.leader)} pass"
    return None


def wrong_pass(hand):
    """A pass by somebody who has not the lead."""
    must_change = hand.rules["change"] != "none" and hand.rules["fallback"] == "pass"
    if _runs(hand) and hand.last and not hand.wanted and must_change:
        return f"{hand.name(next(p for p in hand.circle if p != hand.leader))} pass"
    return None


def stranger(hand):
    """Somebody who does not play."""
    return "Nobody 4C" if _runs(hand) else None


def early_stop(hand):
    """A stop before the first lead."""
    asked = hand.rules["first_lead"].startswith("suit:")  # there nobody has the 2 asked for
    return "stop" if _runs(hand) and not hand.last and not asked else None


def late_swap(hand):
    """A swap after the first card."""
    if _runs(hand) and hand.last and hand.rules["spare"] != "none":
        return f"{hand.name(hand.circle[-1])} swap"
    return None


def self_sale(hand):
    """The dealer buys the spare hand."""
    if hand.stage == "spare" and hand.rules["spare_auction"] and not hand.over:
        dealer = hand.name(hand.circle[-1])
        return f"{dealer} sell {dealer} 9"
    return None


def cheap_sale(hand):
    """A price below the least bid."""
    if hand.stage == "spare" and hand.rules["spare_auction"] and not hand.over:
        dealer, eldest = map(hand.name, (hand.circle[-1], hand.circle[0]))
        return f"{dealer} sell {eldest} {hand.rules['auction_min'] - 1}"
    return None


def holds_nothing(hand):
    """Paid on holding, in a game that pays on playing."""
    if hand.rules["pay_when"] == "play" and not hand.over:
        return f"{hand.name(hand.circle[0])} holds {hand.night.cards[0]}"
    return None


def mixed(hand):
    """Pots only in the middle of a hand recorded card by card."""
    if _runs(hand) and hand.last:
        full = [s for s in hand.night.cards if hand.night.space[s]]
        return (full and f"{hand.name(hand.leader)} takes {full[0]}") or None
    return None


def empty_space(hand):
    """In a pots-only hand, a space on which nothing lies."""
    if hand.pots and not hand.over and hand.actions:
        empty = [s for s in hand.night.cards if not hand.night.space[s] and s != hand.taking]
        return (empty and f"{hand.name(hand.circle[0])} takes {empty[0]}") or None
    return None


def out_of_turn(hand):
    """A bet by somebody whose turn it is not."""
    if hand.stage == "poker" and hand.poker and hand.poker.get("turn"):
        other = next(p for p in hand.circle if p != hand.poker["turn"])
        return f"{hand.name(other)} folds"
    return None


def low_bet(hand):
    """A raise or bet below the least step."""
    if hand.stage == "poker" and hand.poker and hand.poker.get("turn"):
        verb = "raises" if hand.poker["level"] else "bets"
        return f"{hand.name(hand.poker['turn'])} {verb} {hand.poker['level']}"
    return None


def card_before_poker(hand):
    """A lead before the poker is decided."""
    if hand.stage == "poker" and hand.poker:
        player = hand.circle[0]
        return f"{hand.name(player)} {hand.hands[player][0]}"
    return None


def turned_up(hand):
    """The card that was turned up for trumps."""
    if _runs(hand) and hand.turned:
        return f"{hand.name(hand.leader or hand.circle[0])} {hand.turned}"
    return None


def before_trumps(hand):
    """A card before one is turned up for trumps."""
    trumps = any("*" in space for space in hand.night.space)
    if trumps and hand.stage == "spare" and not hand.turned and not hand.pots:
        return f"{hand.name(hand.circle[0])} {hand.hands[hand.circle[0]][0]}"
    return None


def missing_card(hand):
    """A card that is not in the pack."""
    gone = [card for card in DECK if card not in hand.rules["pack"]]
    return f"{hand.name(hand.leader)} {gone[0]}" if gone and _runs(hand) and hand.last else None


def no_card(hand):
    """Something that is no card at all."""
    return f"{hand.name(hand.leader or hand.circle[0])} 11C" if _runs(hand) else None


KINDS = {
    kind.__name__: kind
    for kind in (again, successor, leader, suit, over, no_pass, wrong_pass, stranger, early_stop,
                 late_swap, self_sale, cheap_sale, holds_nothing, mixed, empty_space,
                 out_of_turn, low_bet, card_before_poker, turned_up, before_trumps, missing_card,
                 no_card)
}  # fmt: skip
