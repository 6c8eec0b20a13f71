"""Refusals: every code is raised somewhere, has its words and its test."""

import re
from pathlib import Path

import pytest

from companion.core.errors import CODES, Doubt, RuleError

ROOT = Path(__file__).parents[2]


def sources(folder):
    return "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name not in ("errors.py", "test_errors.py")
    )


SOURCE, CORE, TESTS = sources("companion"), sources("companion/core"), sources("tests/core")


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_raised_somewhere(code):
    assert f'"{code}"' in SOURCE, f"nothing raises {code}"


@pytest.mark.parametrize("code", [code for code in CODES if f'"{code}"' in CORE])
def test_every_code_that_the_core_raises_is_provoked_by_a_test(code):
    assert f'"{code}"' in TESTS, f"no test provokes {code}"


def test_every_code_says_in_words_when_it_is_raised():
    for code, words in CODES.items():
        assert re.fullmatch(r"[a-z_]+", code)
        assert len(words.split()) > 3, code


def test_a_refusal_carries_its_code_and_its_sentence():
    error = RuleError("no_hand", "No hand is being played.")

    assert (error.code, error.message, str(error)) == ("no_hand", error.message, error.message)
    with pytest.raises(AssertionError):
        RuleError("nonsense", "No such code.")


def test_a_doubt_is_no_refusal():
    assert Doubt("missed_card", "Called before.").code == "missed_card"
