"""A decision: events collected one after the other, with the table after each."""

from evenings import begun, seated

from companion.core import events as ev
from companion.core.decision import Decision


def test_a_decision_moves_its_own_table_on_and_leaves_the_first_alone():
    table = begun()
    decision = Decision(table)

    decision.add(ev.Dealt())
    decision.add(ev.CardPlayed(0, table.game.pack[0]))

    assert table.hand.phase == "deal"
    assert decision.hand.left[0] == 10
    assert [event.kind for event in decision.done()] == ["Dealt", "CardPlayed"]
    assert decision.done().after is decision.table
    assert decision.done().before is table


def test_a_decision_about_nothing_has_no_events():
    assert Decision(seated()).done() == ()
