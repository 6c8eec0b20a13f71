"""Commands for the door (seats of phones, the pen, the lock): they move no chip and are no events."""

from __future__ import annotations

from typing import Final

from companion.core.commands import read_switch, read_text, read_whole
from companion.core.errors import RuleError
from companion.croupier import Answer, Said
from companion.web.here import Here, boodle, token

KINDS: Final = frozenset(
    {
        "lock", "free_seat", "give_pen", "ask_pen", "answer_pen", "take_pen", "answer_asking",
        "hold_seat", "open_to_phones", "random_dealer", "choose_address",
    }
)  # fmt: skip


def carry_out(place: Here, said: Said) -> Answer:
    """Do what *said* asks of the door; raise `RuleError` where this phone may not."""
    raise RuleError("unknown_command", f"{said.kind} is not wired yet.")


__all__ = ["KINDS", "carry_out", "boodle", "read_switch", "read_text", "read_whole", "token"]
