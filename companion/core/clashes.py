"""Which house rules contradict each other, why, and what to change (RULES § 3).

Knows the words of the rules, not the form they are set in; sets nothing itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.core.cards import CARD
from companion.core.errors import RuleError
from companion.core.options import Options, counted


class Clash(NamedTuple):
    """Two or more options that cannot both hold: their *names*, and a sentence for people."""

    names: tuple[str, ...]
    sentence: str


def check(options: Options, players: int | None = None) -> None:
    """Raise `RuleError` ``options_clash`` where two options contradict each other (RULES § 3)."""
    for clash in clashes(options, players):
        raise RuleError("options_clash", clash.sentence)


def clashes(options: Options, players: int | None = None) -> tuple[Clash, ...]:
    """Return every contradiction in *options*, for *players* people where that is known."""
    found = (*_spare(options), *_throwing(options, players), *_trumps(options),
             *_runs(options), *_stakes(options), *_ends(options))  # fmt: skip
    return tuple(Clash(names, sentence) for is_clash, names, sentence in found if is_clash)


Rows = tuple[tuple[bool, tuple[str, ...], str], ...]

NO_SPARE: Final = "“There is no spare hand”"


def _spare(o: Options) -> Rows:
    none = o.spare == "none"
    return (
        (o.spare_swap and none, ("spare", "spare_swap"),
         f"“The dealer may take the spare hand” and {NO_SPARE} contradict each other."
         " Deal a spare hand, or switch the taking off."),
        (o.spare_auction and none, ("spare", "spare_auction"),
         f"“The dealer may sell the spare hand” and {NO_SPARE} contradict each other."
         " Deal a spare hand, or switch the selling off."),
        (o.deal_surplus == "to_spare" and none, ("spare", "deal_surplus"),
         f"“All hands are equal” gives the cards left over to the spare hand, and {NO_SPARE}"
         " leaves none to take them. Deal a spare hand, or switch the equal hands off."),
    )  # fmt: skip


def _throwing(o: Options, players: int | None) -> Rows:
    return (
        (o.discard > 0 and o.spare != "none", ("discard", "spare"),
         f"“Each throws three cards away” is played with {NO_SPARE}. Choose that one too, or let"
         " nobody throw cards away."),
        (o.discard > 0 and players not in (None, 4), ("discard",),
         f"“Each throws three cards away” is for four players, and {players} sit here."
         " Let nobody throw cards away, or be four."),
    )  # fmt: skip


def _trumps(o: Options) -> Rows:
    return (
        (o.has_trumps and o.spare == "none", ("layout", "spare"),
         f"A card of the spare hand is turned up for the pay cards of trumps, and {NO_SPARE}"
         " leaves none. Deal a spare hand, or take the trumps off the pay cards."),
        (o.has_trumps and (o.spare_swap or o.spare_auction),
         ("layout", "spare_swap", "spare_auction"),
         "A card of the spare hand is turned up for the pay cards of trumps, so nobody can take or"
         " buy that hand. Switch taking and selling off, or take the trumps off the pay cards."),
    )  # fmt: skip


def _runs(o: Options) -> Rows:
    return (
        (o.fallback == "cascade" and o.change != "colour", ("fallback", "change"),
         "“Who cannot change leads the other suit of the colour” goes only with “The other colour"
         " must be led”. Choose that one too, or let them lead what they like."),
        (o.pay_when == "hold" and o.unplayed_paycard != "none", ("pay_when", "unplayed_paycard"),
         "“Pay cards are paid for holding them” and a price for being left with a pay card"
         " contradict each other. Pay them when they are played, or let being left with one cost"
         " nothing."),
        (o.first_lead == "poker_winner" and o.pot_kind != "poker", ("first_lead", "pot_kind"),
         "“The winner of the poker leads first” needs “The pot is played for at poker”."
         " Choose that pot too, or let somebody else lead first."),
    )  # fmt: skip


def _stakes(o: Options) -> Rows:
    combinations = any(space not in CARD for space in o.layout)
    poker = o.pot_kind == "poker" and o.poker_max is not None
    return (
        (combinations and o.placement != "each", ("layout", "placement"),
         "King and queen, or three cards in a row, among the pay cards need “The same on every pay"
         " card”. Choose that one, or take them off the pay cards."),
        (o.pot_stake > 0 and o.pot_kind == "none", ("pot_stake", "pot_kind"),
         "A stake for the pot and “There is no pot” contradict each other."
         " Say how the pot is won, or make its stake 0."),
        (o.horse_winner == "backers_only" and o.placement != "one", ("horse_winner", "placement"),
         "“A pay card pays only who has backed it” goes only with “On one pay card of your choice”."
         " Choose that one too, or let it pay whoever plays it."),
        (o.funding != "players" and o.placement != "each", ("funding", "placement"),
         "What the bank or the dealer puts down goes on every pay card the same. Choose “The same"
         " on every pay card”, or let the players put the chips down."),
        (poker and (o.poker_max or 0) < o.poker_min, ("poker_max", "poker_min"),
         f"The highest bet, {o.poker_max}, is below the lowest bet, {o.poker_min}."
         " Raise the one or lower the other; an empty highest bet is no limit."),
    )  # fmt: skip


def _ends(o: Options) -> Rows:
    both = o.kitty_stake and o.pot_stake and o.pot_kind == "run3"
    return (
        (o.end == "broke" and o.funding == "bank", ("end", "funding"),
         "Where the bank gives the points nobody runs out of chips. Let the players put the chips"
         " down, or choose another end than “When somebody has run out of chips”."),
        (o.end == "rundown_pots" and not both, ("end", "kitty_stake", "pot_stake", "pot_kind"),
         "“With a last lap for kitty and pot” needs a stake for the kitty and one for a pot that a"
         " run of three wins. Set both stakes, or choose another end."),
        (o.time_equal_deals and counted(o.end)[0] != "time", ("time_equal_deals", "end"),
         "“When time is up, play on until all have dealt equally often” goes only with “When so"
         " many minutes are over”. Choose that end, or switch this off."),
    )  # fmt: skip
