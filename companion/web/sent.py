"""What a request carries, read once and safely: a flat or nested mapping of plain values.

Whatever could not be stored or shown later is refused here with a sentence; nothing is guessed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import request

from companion.core.errors import RuleError

LONGEST_NUMBER = 9


def fields() -> dict[str, Any]:
    """Return the fields of a form, or of a JSON object.

    Raises `RuleError` ``bad_command`` for JSON that is no object, nests too deep, or holds letters
    that no file can keep.
    """
    if not request.is_json:
        return _sound(request.form.to_dict())
    try:
        sent = json.loads(request.get_data(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        sent = None
    if not isinstance(sent, dict):
        raise RuleError("bad_command", "That was no JSON object. Load the page and tap again.")
    return _sound(sent)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _sound(sent: dict[str, Any]) -> dict[str, Any]:
    """Return *sent*, or refuse it where half a pair of letters hides in it."""
    text = json.dumps(sent, ensure_ascii=False)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise RuleError("bad_command", "Some letters in it cannot be kept. Type it once more.")
    return sent


def number(args: Mapping[str, str], name: str) -> int | None:
    """Return the whole number that *args* carry as *name*, or ``None`` where there is none."""
    text = args.get(name, "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None
