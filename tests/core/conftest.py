"""What every test of the rules checks beside its own claim."""

import re

import pytest

from companion.core.errors import Doubt, RuleError

AS_TYPED = re.compile(r"[a-z_]+ must |bank is ")  # a field or an account, as a program wrote it
SHOUTED = re.compile(r"[A-Z]{4}|[A-Z]{2}[a-z“]|[a-z][A-Z]{2}")


def assert_is_said_to_people(message):
    """A whole sentence or more, each with its capital and its stop, and nothing shouted."""
    assert isinstance(message, str), message
    assert not message[:1].islower() or AS_TYPED.match(message), message
    assert message.endswith((".", "?")), message
    assert not re.search(r"[.?:;,] +[.?:;,]|[.?] +[a-z]|“[a-z]|  |[a-z][.?][A-Z]", message), message
    assert not SHOUTED.search(message), message


@pytest.fixture(autouse=True)
def every_refusal_and_doubt_is_said_in_sentences(monkeypatch):
    """Whatever a test provokes: their wording is free to change, their shape is not."""
    for kind in (RuleError, Doubt):
        monkeypatch.setattr(kind, "__init__", _checked(kind.__init__))


def _checked(made):
    def make(self, code, message):
        made(self, code, message)
        assert_is_said_to_people(message)

    return make
