"""Taking back and bringing back: each act of an evening, and everything that follows from it."""

import pytest
from evenings import E1, NUMBERS, seated

from companion.core import commands, evening, undo
from companion.core import events as ev
from companion.core import hand as beginning
from companion.core.errors import RuleError
from companion.core.table import Table, replay
from companion.core.undo import Line
from companion.games import game_named
from companion.record.actions import read_act

POKER = """Carla holds AH, Ben holds 8-9-10, Dan holds 8-9-10, Dan bets 2, Anna calls,
Ben raises 5, Carla folds, Dan calls, Anna folds, Ben shows 8D 8H 8S KD KH,
Dan shows 5C 5H 5S JD JH, Ben 4C, stop, Ben 2D, Anna 3D, misdeal, Anna holds KH,
Anna wins poker, Anna 2C"""


class Log:
    """The lines of an evening as they would be stored, and the table they make."""

    def __init__(self, game="boodle", **options):
        self.lines, self.new = [], Table.new(game_named(game))
        self.add(evening.open_evening(self.new.game, options))
        for name, animal in zip(("Anna", "Ben", "Carla", "Dan"), evening.ANIMALS, strict=False):
            self.add(evening.sit(self.table, name, animal))
        self.add(evening.set_dealer(self.table, 3))

    @property
    def table(self):
        return replay(self.new, undo.standing(self.lines))

    def add(self, events):
        act = len(self.lines) + 1
        self.lines += [Line(act + i, event, act) for i, event in enumerate(events)]
        return self

    def act(self, text):
        return self.add(read_act(text, NUMBERS).events(self.table))


def played(text, **options):
    """An evening of one hand, and the digest of the table before each act to be taken back."""
    log, before = Log(**options), {}
    for action in ["begin", *(" ".join(each.split()) for each in text.split(","))]:
        before[len(log.lines) + 1] = log.table.digest()
        if action == "begin":
            log.add(commands.decide(log.table, "begin_hand", {}))
        else:
            log.act(action)
    return log, before


LOG, BEFORE = played(E1)
POKER_LOG, BEFORE_IN_POKER = played(POKER, game="three_in_one")
ACTS = [(LOG, *item) for item in BEFORE.items()]
ACTS += [(POKER_LOG, *item) for item in BEFORE_IN_POKER.items()]


@pytest.mark.parametrize(("played_log", "seq", "before"), ACTS)
def test_taking_back_an_act_brings_back_the_table_before_it(played_log, seq, before):
    log = Log(played_log.new.game.key)
    log.lines = list(played_log.lines)

    log.add(undo.revert(log.lines, seq))
    assert log.table.digest() == before

    log.add(undo.restore(log.lines))
    assert log.table.digest() == played_log.table.digest()


def test_what_follows_from_an_act_falls_with_it():
    last = undo.last_act(LOG.lines)

    fallen = undo.falls(LOG.lines, last.seq)

    assert [line.event.kind for line in fallen][:3] == ["CardPlayed", "PotAwarded", "WentOut"]
    assert undo.falls(LOG.lines, fallen[1].seq) == fallen
    assert undo.acts(fallen) == (last,)


def test_taking_back_several_acts_in_turn_and_bringing_the_last_back():
    log = Log()
    log.add(commands.decide(log.table, "begin_hand", {})).act("Anna 4C").act("Ben 5C")

    log.add(undo.revert(log.lines, undo.last_act(log.lines).seq))
    log.add(undo.revert(log.lines, undo.last_act(log.lines).seq))
    assert log.table.hand.plays == ()
    log.add(undo.restore(log.lines))

    assert [play.card for play in log.table.hand.plays] == ["4C"]
    assert undo.restorable(log.lines) is not None


def test_nothing_comes_back_once_something_else_was_done():
    log = Log()
    log.add(commands.decide(log.table, "begin_hand", {})).act("Anna 4C")
    log.add(undo.revert(log.lines, undo.last_act(log.lines).seq)).act("Anna 2C")

    with pytest.raises(RuleError) as error:
        undo.restore(log.lines)

    assert error.value.code == "nothing_to_redo"


def test_joins_names_and_seats_never_fall():
    log = Log()
    log.add(commands.decide(log.table, "begin_hand", {})).act("Anna 4C")
    log.add(evening.rename(log.table, 0, "Annie"))

    log.add(undo.revert(log.lines, undo.last_act(log.lines).seq))

    assert log.table.name(0) == "Annie"
    assert log.table.hand.plays == ()


@pytest.mark.parametrize(("seq", "code"), [(99, "unknown_event"), (1, "not_an_act")])
def test_a_line_that_cannot_be_taken_back_says_why(seq, code):
    with pytest.raises(RuleError) as error:
        undo.falls(Log().lines, seq)

    assert error.value.code == code


def test_a_line_is_taken_back_once():
    log = Log()
    log.add(commands.decide(log.table, "begin_hand", {}))
    seq = undo.last_act(log.lines).seq
    log.add(undo.revert(log.lines, seq))

    with pytest.raises(RuleError) as error:
        undo.falls(log.lines, seq)

    assert error.value.code == "not_an_act"
    assert undo.last_act(log.lines) is None


def test_nothing_was_taken_back_in_a_new_evening():
    assert undo.restorable([]) is None
    assert undo.restorable(Log().lines) is None


def test_a_digest_is_blind_to_what_is_only_asked():
    table = seated()

    asked = replay(table, (ev.UndoProposed(3, 0, (1,)), ev.Objected(3, 0)))
    declined = replay(asked, (ev.UndoDeclined(),))

    assert asked.digest() == table.digest()
    assert asked.proposal is not None
    assert declined.proposal is None


def test_a_dealer_named_for_a_hand_that_is_undone_falls_with_it():
    log = Log(end="manual")
    log.add(beginning.begin_hand(log.table))
    for action in E1.split(","):
        log.act(" ".join(action.split()))
    assert log.table.dealer == 0
    log.add(evening.set_dealer(log.table, 2))
    log.add(beginning.begin_hand(log.table))
    later = log.table.digest()

    first = next(line.seq for line in log.lines if isinstance(line.event, ev.HandBegun))
    log.add(undo.revert(log.lines, first))

    assert log.table.dealer == 3
    log.add(undo.restore(log.lines))
    assert log.table.digest() == later


def begun_and_undone():
    log = Log()
    log.add(commands.decide(log.table, "begin_hand", {}))
    return log.add(undo.revert(log.lines, undo.last_act(log.lines).seq))


def test_a_hand_comes_back_only_to_the_people_it_was_begun_with():
    renamed, joined, deals = begun_and_undone(), begun_and_undone(), begun_and_undone()
    renamed.add(evening.rename(renamed.table, 0, "Annie"))
    joined.add(evening.sit(joined.table, "Zoe", "moth"))
    joined.add(evening.rename(joined.table, 0, "Annie"))
    deals.add(evening.set_dealer(deals.table, 1))

    assert undo.restorable(renamed.lines) is not None
    assert undo.restorable(joined.lines) is None
    assert undo.restorable(deals.lines) is None


def test_what_was_no_beginning_of_a_hand_comes_back_to_other_people_too():
    log = Log()
    log.add(evening.buy_in(log.table, 0)).add(undo.revert(log.lines, len(log.lines)))
    log.add(evening.sit(log.table, "Zoe", "moth"))

    assert undo.restorable(log.lines) is not None
