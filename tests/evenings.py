"""Evenings for tests: a table with people, and acts written as hand records write them."""

from companion.core import commands, evening
from companion.core import hand as beginning
from companion.core.errors import RuleError
from companion.core.table import Table, replay
from companion.games import game_named
from companion.record.actions import read_act

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
NUMBERS = {name: seat for seat, name in enumerate(NAMES)}

E1 = """Anna 4C, Ben 5C, Carla 6C, Dan 7C, Anna 8C, Ben 9C, stop, Ben 6D, stop, Ben 4S, stop,
Ben 2C, Ben 3C, Ben 8D, Carla 9D, Anna 10D, Dan JD, stop, Dan 8S, Dan 9S, Ben 10S, Ben JS, Ben QS,
stop, Ben KC"""


def seated(players=4, game="boodle", depth="cards", dealer=-1, chips=None, **options):
    """A table with *players* people, before its first hand; the last of them deals.

    *game* is a key or a `Game`.
    """
    table = Table.new(game_named(game) if isinstance(game, str) else game)
    table = replay(table, evening.open_evening(table.game, options, depth))
    for seat in range(players):
        animal = evening.animals_of(table.game)[seat]
        table = replay(table, evening.sit(table, NAMES[seat], animal, chips=chips))
    return replay(table, evening.set_dealer(table, range(players)[dealer]))


def begun(players=4, game="boodle", **settings):
    """A table whose first hand has begun; fixed stakes are down."""
    table = seated(players, game, **settings)
    return replay(table, beginning.begin_hand(table))


def do(table, kind, **data):
    """The table after a command."""
    return replay(table, commands.decide(table, kind, data))


def acts(table, text):
    """The table after actions of a hand record, separated by commas."""
    for action in text.split(","):
        table = replay(table, read_act(" ".join(action.split()), NUMBERS).events(table))
    return table


def after(text, **settings):
    """A table in its first hand, after some actions."""
    return acts(begun(**settings), text)


def refused(table, kind, **data):
    """The code with which a command is refused; the sentence must be one."""
    error = commands.refusal(table, kind, data)
    assert error is not None, f"{kind} {data} is not refused"
    assert error.message[-1] in ".?", error.message
    assert error.message[0].isupper() or not error.message[0].isalpha(), error.message
    return error.code


def refused_act(table, text):
    """The code with which the last of some actions is refused."""
    *before, last = text.split(",")
    table = acts(table, ",".join(before)) if before else table
    try:
        acts(table, last)
    except RuleError as error:
        return error.code
    raise AssertionError(f"{last} is not refused")


def chips(table, *accounts):
    """The chips of seats or spaces, in order."""
    return tuple(table.balance(account) for account in accounts)
