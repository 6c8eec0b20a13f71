"""The house rules as questions in plain sentences: every option has its line, in groups that fold.

Reads no form and decides no rule; `house_rules` fills the lines in and reads them back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.core.game import Game

Answers = tuple[tuple[str, str, str], ...]
"""(value, sentence, small words) of a choice."""


@dataclass(frozen=True, slots=True)
class Question:
    """One line of the form about option *name*.

    *sort* is ``switch`` (between *off* and *on*), ``choice``, ``number`` or ``text``. It is only
    asked where *when* says so of the game, and an answer only offered where *fits* says so. It
    counts only under one of the conditions *needs* (`house_rules.holds`), which *why* says in
    words; until then it is greyed, and what was typed is kept all the same.
    """

    name: str
    sort: str
    label: str
    small: str = ""
    answers: Answers = ()
    lowest: int = 0
    highest: int = 1000
    off: object = False
    on: object = True
    when: Callable[[Game], bool] = lambda game: True
    fits: Callable[[Game, str], bool] = lambda game, value: True
    needs: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that belong together, with the sentence of the rules that they change.

    *first* groups stand open; the others are folded.
    """

    title: str
    questions: tuple[Question, ...]
    text: str
    source: str
    first: bool = False


def _switch(name: str, label: str, small: str = "", **more: Any) -> Question:
    return Question(name, "switch", label, small, **more)


def _number(name: str, label: str, lowest: int = 0, highest: int = 1000, small: str = "",
            **more: Any) -> Question:  # fmt: skip
    return Question(name, "number", label, small, lowest=lowest, highest=highest, **more)


def _choice(name: str, label: str, *answers: tuple[str, str, str], **more: Any) -> Question:
    return Question(name, "choice", label, answers=answers, **more)


# ---- where a question is asked ------------------------------------------------------------------


def _own_stakes(game: Game) -> bool:
    """Whether each player puts chips down, on cards that are not given by the seat."""
    return game.preset.funding == "players"


def _deals_a_spare(game: Game) -> bool:
    """Whether the house says how the cards are dealt; Newbury's and Epsom's way is fixed."""
    return not game.preset.discard and game.cards_each is None


def _for_four(game: Game) -> bool:
    return _deals_a_spare(game) and game.seats[0] <= 4 <= game.seats[1]


def _funded_otherwise(game: Game) -> bool:
    return game.preset.funding != "players"


NUMBER: Final = "_number"
"""Ends the field of the number that belongs to an option such as ``end``."""
COUNTED: Final = {
    "end": ("deals_each", "hands", "time"),
    "irregularity": ("fine", "fine_bar"),
    "unplayed_paycard": ("fixed",),
}
"""The answers that need a number beside them."""

_SELLS: Final[dict[str, Any]] = {
    "needs": ("spare_auction",), "why": "Counts only where the dealer may sell the spare hand.",
    "when": _deals_a_spare,
}  # fmt: skip
_POKER: Final[dict[str, Any]] = {
    "needs": ("pot_kind=poker",), "why": "Counts only where the pot is played for at poker.",
    "when": _own_stakes,
}  # fmt: skip
_SEQUENCE: Final[dict[str, Any]] = {
    "needs": ("layout~-",), "why": "Counts only with three cards in a row among the pay cards.",
}  # fmt: skip

FIRST: Final = Group(
    "What most tables decide",
    (
        _choice(
            "placement", "How the chips go down",
            ("each:2", "The same on every pay card, the dealer double", ""),
            ("each:1", "The same on every pay card", ""),
            ("free:1", "As each of you likes", "everybody places the same number of chips"),
            ("free:2", "As each of you likes, the dealer twice as many", ""),
            ("one:1", "On one pay card of your choice", ""),
            ("one:2", "On one pay card of your choice, the dealer double", ""), when=_own_stakes),
        _choice(
            "funding", "Where the chips come from",
            ("bank", "Points come from the bank", "nobody pays; most points win"),
            ("dealer", "The dealer alone puts chips down", ""),
            ("players", "Everybody puts chips down", ""), when=_funded_otherwise,
            fits=lambda game, value: value in ("players", game.preset.funding)),
        _switch("spare_swap", "The dealer may take the spare hand", "unseen, for the own hand",
                when=_deals_a_spare),
        _switch("spare_auction", "The dealer may sell the spare hand",
                "the best bid goes to the dealer", when=_deals_a_spare),
        _choice(
            "change", "After a stop",
            ("none", "Any suit may be led", "the same one too"),
            ("suit", "Another suit must be led", ""),
            ("colour", "The other colour must be led", "red after black, black after red")),
        _number("kitty_stake", "Into the kitty, chips each", 0, 1000, "0 is no kitty"),
        _number("per_card", "For each card left, chips to whoever is out", 0, 1000),
        _choice(
            "end", "When it is over",
            ("deals_each", "When everybody has dealt so many times", ""),
            ("hands", "After so many hands", ""),
            ("time", "When so many minutes are over", "after the hand running then"),
            ("broke", "When somebody has run out of chips", ""),
            ("rundown_cards", "With a last lap", "a pay card that is won is taken away"),
            ("rundown_pots", "With a last lap for kitty and pot", "each is won once"),
            ("manual", "When we have had enough", "")),
        _number("end" + NUMBER, "How many times, hands or minutes", 1, 9999,
                needs=("end=deals_each|hands|time",), why="Counts only where a number ends it."),
        _number("start_chips", "Chips each to start with", 0, 1_000_000),
    ),
    "Whoever plays a pay card takes all that lies on it, at once. The first to get rid of all cards"
    " wins the hand. What nobody won stays and grows.",
    "RULES § 2.6, § 2.7", first=True)  # fmt: skip

STAKES: Final = Group(
    "Pay cards and stakes",
    (
        Question("layout", "text", "The pay cards", "For example AH KC QD JS; KQ or 8-9-10 too"),
        _number("ante", "Chips on each pay card", 0, 1000),
        _number("free_amount", "Chips to place as you like", 1, 1000, needs=("placement~free",),
                why="Counts only where each places as they like.", when=_own_stakes),
        _choice(
            "placement_order", "Placing chips",
            ("open", "All place at the same time, openly", ""),
            ("simultaneous", "All place unseen and show together", ""),
            ("in_turn", "One after the other, from the left of the dealer", ""),
            needs=("placement~free", "placement~one"),
            why="Counts only where each chooses where the chips go.", when=_own_stakes),
        _choice(
            "horse_winner", "Who wins a pay card",
            ("anyone", "A pay card pays whoever plays it", ""),
            ("backers_only", "A pay card pays only who has backed it", "else its chips stay"),
            needs=("placement~one",), why="Counts only where each backs one pay card.",
            when=_own_stakes),
        _choice(
            "pay_when", "When pay cards are paid",
            ("play", "Pay cards are paid when they are played", ""),
            ("hold", "Pay cards are paid for holding them", "before the first card is led")),
        _choice(
            "claim", "Who takes the chips",
            ("auto", "Chips are won without calling", ""),
            ("call", "Who does not call before the next card gets nothing", "the chips stay")),
        _choice(
            "combo_run", "Three cards in a row",
            ("any", "The three cards may be played in different runs", ""),
            ("same_run", "The three cards must be played in one run", ""), **_SEQUENCE),
        _choice(
            "seq_share", "Two such rows in one hand",
            ("per_player", "Each holder gets one share", ""),
            ("per_sequence", "Each row gets one share", ""), **_SEQUENCE),
        _choice(
            "unplayed_paycard", "Left with a pay card",
            ("none", "Being left with a pay card costs nothing", ""),
            ("double", "Who is left with a pay card doubles its chips", ""),
            ("fixed", "Who is left with a pay card puts chips on it", "as many as below")),
        _number("unplayed_paycard" + NUMBER, "Chips for being left with one", 1, 9999,
                needs=("unplayed_paycard=fixed",), why="Counts only where chips are put on it."),
    ),
    "Before each deal chips go on the pay cards, which come from a second pack.",
    "RULES § 2.6, § 3, § 4.1")  # fmt: skip

POT: Final = Group(
    "The pot",
    (
        _choice(
            "pot_kind", "How the pot is won",
            ("none", "There is no pot", ""),
            ("run3", "The pot goes to the first run of three",
             "three cards of a suit in a row, by one player"),
            ("poker", "The pot is played for at poker", "before the first card is led"),
            when=_own_stakes),
        _number("pot_stake", "Into the pot, chips each", 0, 1000, needs=("pot_kind!=none",),
                why="Counts only where there is a pot.", when=_own_stakes),
    ),
    "The pot is another place than the kitty, which goes to whoever is out first.",
    "RULES § 1, § 2.6")  # fmt: skip

DEAL: Final = Group(
    "The deal",
    (
        _choice(
            "ace", "The ace",
            ("high", "The ace is above the king", ""),
            ("low", "The ace is below the 2", "and the king ends a run")),
        _choice(
            "spare", "The spare hand",
            ("last", "The spare hand gets its card last", "after the dealer"),
            ("first", "The spare hand gets its card first", "it lies left of the dealer"),
            ("none", "There is no spare hand", "all cards are in play"), when=_deals_a_spare),
        _switch("deal_surplus", "All hands are equal", "cards left over go to the spare hand",
                off="round_robin", on="to_spare", needs=("spare!=none",),
                why="Counts only with a spare hand.", when=_deals_a_spare),
        _switch("discard", "Each throws three cards away", "unseen, before the first lead",
                off=0, on=3, when=_for_four),
        _choice(
            "first_dealer", "Who deals first",
            ("random", "Boodle draws who deals first", ""),
            ("chosen", "You say who deals first", ""),
            ("cut_high", "The highest card cut deals first", "the ace is the highest"),
            ("cut_low", "The lowest card cut deals first", "")),
    ),
    "One more hand is dealt than there are players; nobody looks at it.",
    "RULES § 2.2")  # fmt: skip

AUCTION: Final = Group(
    "Auction",
    (
        _choice(
            "spare_first_refusal", "Whose the spare hand is",
            ("dealer", "The spare hand is the dealer’s", ""),
            ("eldest", "The spare hand is for the player left of the dealer",
             "then for the others, at a fixed price"),
            needs=("spare!=none",), why="Counts only with a spare hand.", when=_deals_a_spare),
        _choice(
            "auction_style", "How you bid",
            ("in_turn", "You bid in turn", "who passes is out of it"),
            ("open", "You bid by calling out", "until nobody bids more"),
            ("sealed", "Each bids once, unseen", "the highest bid buys"), **_SELLS),
        _number("auction_min", "The lowest bid", 1, 1000, "also the fixed price",
                needs=("spare_auction", "spare_first_refusal=eldest"), why=_SELLS["why"],
                when=_deals_a_spare),
        _number("auction_step", "A bid is higher by", 1, 1000, "chips at least", **_SELLS),
        _switch("auction_bar_paycards", "Who holds a pay card may not take or buy the spare hand",
                needs=("spare_swap", "spare_auction"), when=_deals_a_spare,
                why="Counts only where the spare hand can be taken or sold."),
        _switch("swap_after_no_sale", "If nobody buys, the dealer may still take it", **_SELLS),
        _switch("auction_own_after_swap", "A dealer who took it may sell the own old hand",
                **_SELLS),
    ),
    "One look at the own cards, then the dealer takes the spare hand, sells it, or leaves it. The"
    " buyer pays the dealer and lays the own hand away.", "RULES § 2.3")  # fmt: skip

RUNS: Final = Group(
    "Leading",
    (
        _choice(
            "first_lead", "Who leads first",
            ("eldest", "The player left of the dealer leads first", ""),
            ("dealer", "The dealer leads first", ""),
            ("poker_winner", "The winner of the poker leads first", ""),
            ("suit:C", "The lowest club leads first", "whoever holds it"),
            ("suit:D", "The lowest diamond leads first", "whoever holds it"),
            ("suit:H", "The lowest heart leads first", "whoever holds it"),
            ("suit:S", "The lowest spade leads first", "whoever holds it"),
            ("lowest_black", "The player left of the dealer leads the lowest black card", "")),
        _choice(
            "lead_rank", "Which card is led",
            ("lowest", "The lowest card held of the suit is led", ""),
            ("any", "Any card may be led", ""),
            ("lowest_overall", "The lowest card of the whole hand is led", "")),
        _choice(
            "first_lead_rank", "The very first lead",
            ("None", "The first lead is like all others", ""),
            ("lowest", "First the lowest card held of the suit", ""),
            ("any", "First any card", ""),
            ("lowest_overall", "First the lowest card of the whole hand", "")),
        _choice(
            "horse_lead", "Leading a pay card",
            ("free", "A pay card may be led like any card", ""),
            ("last_resort", "A pay card is led only by who has nothing else",
             "of the colour asked for")),
    ),
    "Whoever has the next higher card of the suit must play it, wherever they sit.",
    "RULES § 2.4, § 3")  # fmt: skip

AFTER_A_STOP: Final = Group(
    "Who cannot lead",
    (
        _choice(
            "fallback", "Who has no such card",
            ("free", "Who cannot change leads what they like", ""),
            ("pass", "Who cannot change has to pass", "the lead moves left"),
            ("cascade", "Who cannot change leads the other suit of the colour", ""),
            needs=("change!=none",), why="Counts only where suit or colour must change."),
        _number("pass_penalty", "Chips for passing", 0, 1000, "into the kitty",
                needs=("fallback=pass", "first_lead=lowest_black"),
                why="Counts only where who cannot lead passes."),
        _choice(
            "void_payment", "When nobody can lead",
            ("none", "Nobody pays when nobody can lead", "what lies there stays"),
            ("cards_to_kitty", "Then each pays for the cards left, into the kitty", ""),
            needs=("fallback=pass",), why="Counts only where who cannot lead passes."),
        _switch("void_counts", "A hand that nobody wins counts as a hand"),
    ),
    "After a stop, whoever played the last card leads again. If nobody can lead, the hand is over"
    " and nobody wins it.", "RULES § 2.5")  # fmt: skip

BREACHES: Final = Group(
    "A breach of the rules",
    (
        _choice(
            "irregularity", "What a breach costs",
            ("warn", "A breach is only pointed out", ""),
            ("fine", "A breach costs chips to each of the others", ""),
            ("fine_bar", "A breach costs chips, and that hand is lost",
             "no more pay cards, nothing for going out")),
        _number("irregularity" + NUMBER, "Chips to each of the others", 1, 9999,
                needs=("irregularity=fine|fine_bar",), why="Counts only where a breach costs."),
    ),
    "Boodle never accuses without proof: a breach is shown with the cards that prove it.",
    "RULES § 5")  # fmt: skip

POKER: Final = Group(
    "Poker",
    (
        _choice(
            "poker_first", "Who bets first",
            ("dealer", "The dealer bets first", ""),
            ("eldest", "The player left of the dealer bets first", ""), **_POKER),
        _number("poker_min", "The lowest bet and raise", 1, 1000, **_POKER),
        Question("poker_max", "text", "The highest bet and raise", "Empty is no limit", **_POKER),
        _number("poker_raises", "How often it may be raised", 0, 1000, "all together", **_POKER),
        _choice(
            "poker_all_check", "When nobody bets",
            ("showdown", "All show, and the best hand takes the pot", ""),
            ("carry", "The pot stays for the next hand", ""), **_POKER),
        _choice(
            "poker_odd", "Equal hands share the pot",
            ("stay", "The odd chip stays in the pot", ""),
            ("first_left", "Odd chips go one by one, from the left of the dealer", ""), **_POKER),
    ),
    "Each sets five cards of the hand aside. One round of bets; the best five cards take the pot.",
    "RULES § 4.6")  # fmt: skip

EVENING: Final = Group(
    "The end of the evening",
    (
        _choice(
            "leftover", "Chips left at the end",
            ("split", "What lies there at the end is shared out", ""),
            ("last_winner", "It goes to who won the last hand", ""),
            ("poker", "It is played for with one open poker hand each", ""),
            ("lost", "It is lost", "")),
        _choice(
            "tie", "The same chips at the end",
            ("shared", "Who has the same shares the place", ""),
            ("extra_hand", "A tie for the first place is played off", "one more hand")),
        _choice(
            "insolvency", "Out of chips",
            ("iou", "Who runs out owes; Boodle keeps the debt", ""),
            ("rebuy", "Who runs out buys again", ""),
            ("out", "Who cannot pay the stake leaves", "")),
        _switch("time_equal_deals", "When time is up, play on until all have dealt equally often",
                needs=("end=time",), why="Counts only where time ends the evening."),
    ),
    "Everybody should deal equally often. Most chips wins.", "RULES § 2.8, § 2.9")  # fmt: skip

MONEY: Final = Group(
    "Money",
    (
        _number("chip_value", "A chip is worth", 0, 1_000_000, "pence or cents; 0 is no money"),
        Question("currency", "text", "Currency", "For example GBP or EUR; may stay empty"),
    ),
    "Gains and losses sum to nothing; Boodle finds the fewest payments.",
    "RULES § 2.9")  # fmt: skip

GROUPS: Final = (
    FIRST, STAKES, POT, DEAL, AUCTION, RUNS, AFTER_A_STOP, BREACHES, POKER, EVENING, MONEY,
)  # fmt: skip
QUESTIONS: Final = tuple(question for group in GROUPS for question in group.questions)
