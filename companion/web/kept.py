"""What a phone keeps in its own browser between evenings: name and animal, house rules, its look.

Nothing of it is secret and nothing of it is trusted: what is odd there counts as not kept.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, Final

from flask import request
from werkzeug.wrappers import Response

from companion.core.errors import RuleError
from companion.core.evening import verify_depth
from companion.core.game import Game
from companion.web.here import LOOK_COOKIE, LOOKS, YEAR_S

NAME_COOKIE: Final = "boodle-name"
RULES_COOKIE: Final = "boodle-rules"
MOST_BYTES: Final = 3800
"""Browsers drop a cookie of more than about 4 kB."""

DEPTH: Final = "pots"
"""How much is entered where nobody has chosen: who took which pot (UX § 4.0)."""


def _load(name: str) -> dict[str, Any]:
    try:
        text = base64.urlsafe_b64decode(request.cookies.get(name, "").encode("ascii"))
        found = json.loads(text)
    except (ValueError, RecursionError, binascii.Error):
        return {}
    return found if isinstance(found, dict) else {}


def _save(answer: Response, name: str, value: dict[str, Any]) -> None:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    coded = base64.urlsafe_b64encode(text.encode()).decode("ascii")
    if len(coded) <= MOST_BYTES:
        answer.set_cookie(name, coded, max_age=YEAR_S, httponly=True, samesite="Lax")


# ---- name and animal ----------------------------------------------------------------------------


def name_and_animal() -> tuple[str, str]:
    """Return the name and the animal this phone sat down with last; empty where it never did."""
    kept = _load(NAME_COOKIE)
    name, animal = kept.get("name", ""), kept.get("animal", "")
    if not isinstance(name, str) or not isinstance(animal, str):
        return "", ""
    return name[:40], animal[:20]


def keep_name(answer: Response, name: str, animal: str) -> None:
    """Let this phone remember who sat down with it."""
    _save(answer, NAME_COOKIE, {"name": name, "animal": animal})


# ---- house rules --------------------------------------------------------------------------------


def rules(game: Game) -> tuple[dict[str, Any], str]:
    """Return this phone's house rules of *game*, as what differs from the preset, and the depth."""
    kept = _load(RULES_COOKIE).get(game.key)
    if not isinstance(kept, dict):
        return {}, DEPTH
    depth = str(kept.get("depth", DEPTH))
    values = kept.get("values")
    try:
        verify_depth(depth)
        game.options(values if isinstance(values, dict) else {})
    except RuleError:  # kept by another version, or touched by hand
        return {}, DEPTH
    return (values if isinstance(values, dict) else {}), depth


def keep_rules(answer: Response, game: Game, values: dict[str, Any], depth: str) -> None:
    """Let this phone remember the house rules of *game*; other games' are kept beside them."""
    kept = {**_load(RULES_COOKIE), game.key: {"values": values, "depth": depth}}
    _save(answer, RULES_COOKIE, kept)


# ---- the look -----------------------------------------------------------------------------------


def keep_look(answer: Response, chosen: dict[str, str]) -> None:
    """Let this phone remember how it looks; what `LOOKS` does not name is left out."""
    known = {name: value for name, value in chosen.items() if value in LOOKS.get(name, ())}
    text = "&".join(f"{name}={value}" for name, value in known.items() if value)
    answer.set_cookie(LOOK_COOKIE, text, max_age=YEAR_S, httponly=True, samesite="Lax")
