"""House rules as typed data: the options of RULES § 3, their defaults and what they can be.

Plays no game: who asks gets values, or a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, get_type_hints

from companion.core.cards import SUITS, Ace, Card, CardError
from companion.core.errors import RuleError

OptionValue = bool | int | str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Every option of RULES § 3 with its default there; a game's preset changes some of them.

    Chips are whole numbers. `chip_value` is in minor units of `currency` (pence, cents).
    """

    # the pack, the deal and the layout
    ace: Ace = "high"
    spare: str = "last"
    deal_surplus: str = "round_robin"
    discard: int = 0
    layout: tuple[str, ...] = ("AH", "KC", "QD", "JS")
    # stakes
    ante: int = 1
    dealer_factor: int = 1
    placement: str = "each"
    free_amount: int = 6
    placement_order: str = "open"
    kitty_stake: int = 0
    pot_stake: int = 0
    pot_kind: str = "none"
    funding: str = "players"
    # the spare hand
    spare_swap: bool = False
    spare_auction: bool = False
    auction_style: str = "in_turn"
    auction_min: int = 1
    auction_step: int = 1
    auction_bar_paycards: bool = False
    swap_after_no_sale: bool = False
    auction_own_after_swap: bool = False
    spare_first_refusal: str = "dealer"
    # runs
    first_lead: str = "eldest"
    lead_rank: str = "lowest"
    first_lead_rank: str | None = None
    change: str = "none"
    fallback: str = "free"
    pass_penalty: int = 0
    horse_winner: str = "anyone"
    horse_lead: str = "free"
    # what is paid
    pay_when: str = "play"
    combo_run: str = "any"
    seq_share: str = "per_player"
    claim: str = "auto"
    per_card: int = 1
    unplayed_paycard: str = "none"
    void_counts: bool = True
    void_payment: str = "none"
    # the evening
    end: str = "deals_each:2"
    time_equal_deals: bool = False
    leftover: str = "split"
    tie: str = "shared"
    insolvency: str = "iou"
    start_chips: int = 30
    chip_value: int = 0
    currency: str = ""
    first_dealer: str = "random"
    irregularity: str = "warn"
    # the poker round
    poker_first: str = "dealer"
    poker_min: int = 1
    poker_max: int | None = None
    poker_raises: int = 3
    poker_all_check: str = "showdown"
    poker_odd: str = "stay"

    @property
    def has_trumps(self) -> bool:
        """Whether a card is turned up that fixes trumps: some space of the layout asks for it."""
        return any(space.endswith(TRUMPS) for space in self.layout)

    def to_dict(self) -> dict[str, Any]:
        """Return every option as JSON values."""
        return {
            field.name: list(value) if isinstance(value, tuple) else value
            for field in fields(self)
            for value in [getattr(self, field.name)]
        }


NAMES: Final = tuple(field.name for field in fields(Options))
_HINTS: Final = get_type_hints(Options)

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "ace": ("high", "low"),
    "spare": ("last", "first", "none"),
    "deal_surplus": ("round_robin", "to_spare"),
    "placement": ("each", "one", "free"),
    "placement_order": ("open", "simultaneous", "in_turn"),
    "pot_kind": ("none", "run3", "poker"),
    "funding": ("players", "dealer", "bank"),
    "auction_style": ("open", "in_turn", "sealed"),
    "spare_first_refusal": ("dealer", "eldest"),
    "first_lead": ("eldest", "dealer", "poker_winner", "lowest_black",
                   *(f"suit:{suit}" for suit in SUITS)),
    "lead_rank": ("lowest", "any", "lowest_overall"),
    "first_lead_rank": ("lowest", "any", "lowest_overall"),
    "change": ("none", "suit", "colour"),
    "fallback": ("free", "cascade", "pass"),
    "horse_winner": ("anyone", "backers_only"),
    "horse_lead": ("free", "last_resort"),
    "pay_when": ("play", "hold"),
    "combo_run": ("any", "same_run"),
    "seq_share": ("per_player", "per_sequence"),
    "claim": ("auto", "call"),
    "void_payment": ("none", "cards_to_kitty"),
    "leftover": ("split", "poker", "last_winner", "lost"),
    "tie": ("shared", "extra_hand"),
    "insolvency": ("iou", "rebuy", "out"),
    "first_dealer": ("chosen", "random", "cut_high", "cut_low"),
    "poker_first": ("dealer", "eldest"),
    "poker_all_check": ("showdown", "carry"),
    "poker_odd": ("stay", "first_left"),
}  # fmt: skip

_COUNTED_WORDS: Final = {
    "end": ({"broke", "rundown_cards", "rundown_pots", "manual"}, {"hands", "deals_each", "time"}),
    "irregularity": ({"warn"}, {"fine", "fine_bar"}),
    "unplayed_paycard": ({"none", "double"}, {"fixed"}),
}
_NUMBERS_FROM: Final = {
    "dealer_factor": (1, 2),
    "discard": (0, 3),
    "auction_min": (1, 1000),
    "auction_step": (1, 1000),
    "poker_min": (1, 1000),
    "free_amount": (1, 1000),
    "start_chips": (0, 1_000_000),
    "chip_value": (0, 1_000_000),
}
SEQUENCES: Final = ("8-9-10", "7-8-9", "6-7-8")
PAIRS: Final = ("KQ", "QJ")
TRUMPS: Final = "*"
"""Stands in the name of a space for the suit that is turned up: ``A*``, ``KQ*``."""


def counted(value: str) -> tuple[str, int]:
    """Split ``hands:12`` into ``("hands", 12)``; a plain word counts 0."""
    word, _, number = value.partition(":")
    return word, int(number or 0)


def chips_word(chips: int, options: Options) -> str:
    """Return ``1 chip`` or ``5 chips``; where the bank gives them out they are points (§ 4.5)."""
    unit = "point" if options.funding == "bank" else "chip"
    return f"{chips} {unit}" if chips == 1 else f"{chips} {unit}s"


def sequence_ranks(space: str) -> tuple[str, ...]:
    """Return the ranks of a sequence space: ``8-9-10`` is ``("8", "9", "T")``."""
    return tuple(part.replace("10", "T") for part in space.split("-"))


def _refuse(name: str, value: object, needed: str) -> RuleError:
    return RuleError("bad_option", f"{str(value)[:40]!r} does not fit {name}: it is {needed}.")


def _counted_word(name: str, value: object) -> str:
    plain, numbered = _COUNTED_WORDS[name]
    text = value if isinstance(value, str) else ""
    word, _, number = text.partition(":")
    if text in plain:
        return text
    is_number = number.isdecimal() and len(number) < 10
    if word in numbered and is_number and 0 < int(number) < 10_000:
        return f"{word}:{int(number)}"  # one spelling of each number, whatever its digits
    choices = sorted(plain) + [f"{word}:N" for word in sorted(numbered)]
    raise _refuse(name, value, "one of " + ", ".join(choices))


def _layout(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 12:
        raise _refuse(name, value, "a list of one to twelve spaces")
    spaces = tuple(space_name(each) for each in value)
    if "kitty" in spaces or "pot" in spaces:
        raise _refuse(name, "kitty or pot", "the pay cards alone; kitty and pot have own stakes")
    if len(set(spaces)) != len(spaces):
        raise _refuse(name, value, "a list of different spaces")
    return spaces


def space_name(text: object) -> str:
    """Return the name of a space as the ledger knows it: cards with ``T`` for ten.

    Raises `RuleError` ``unknown_space`` where *text* names none.
    """
    word = str(text).strip()
    if word.upper()[:2] in PAIRS and word.upper()[2:] in ("", TRUMPS, *SUITS):
        return word.upper()
    if word in SEQUENCES or word in ("kitty", "pot"):
        return word
    try:
        if word.endswith(TRUMPS):
            return Card.parse(word[:-1] + "S").rank + TRUMPS
        return Card.parse(word)
    except CardError:
        raise RuleError(
            "unknown_space",
            f"{word[:40]!r} is no space of a layout: that is a card, KQ, 8-9-10, kitty or pot;"
            " with * for its suit it is of trumps.",
        ) from None


def _number(name: str, value: object) -> int:
    low, high = _NUMBERS_FROM.get(name, (0, 1000))
    if type(value) is not int or not low <= value <= high:
        raise _refuse(name, value, f"a whole number from {low} to {high}")
    return value


def _word(name: str, value: object) -> str:
    if value not in WORDS[name]:
        raise _refuse(name, value, "one of " + ", ".join(WORDS[name]))
    return str(value)


def _switch(name: str, value: object) -> bool:
    switch = {"on": True, "off": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(switch, bool):
        raise _refuse(name, value, "on or off")
    return switch


def _currency(name: str, value: object) -> str:
    sound = isinstance(value, str) and len(value) <= 8 and value.isprintable()
    if not sound or not isinstance(value, str):
        raise _refuse(name, value, "a short code such as GBP")
    return value


def parse_option(name: str, value: object) -> OptionValue:
    """Return *value* as option *name* takes it; raise `RuleError` with the values it could have."""
    if name not in _HINTS:
        raise RuleError("unknown_option", f"There is no option called {name[:40]!r}.")
    if name == "poker_max" and value in (None, "none"):
        return None
    if name == "first_lead_rank" and value is None:
        return None
    return _reader(name)(name, value)


def _reader(name: str) -> Callable[[str, object], OptionValue]:
    if name in ("layout", "currency"):
        return _layout if name == "layout" else _currency
    if name in _COUNTED_WORDS:
        return _counted_word
    if name in WORDS:
        return _word
    return _switch if _HINTS[name] is bool else _number


def changed(options: Options, values: Mapping[str, object]) -> Options:
    """Return *options* with *values* set.

    With free placement the dealer's factor is 1 unless it is given beside it (RULES § 3).
    Raises `RuleError` ``unknown_option`` or ``bad_option``.
    """
    parsed: dict[str, Any] = {name: parse_option(name, value) for name, value in values.items()}
    if parsed.get("placement") == "free":
        parsed.setdefault("dealer_factor", 1)
    return replace(options, **parsed)
