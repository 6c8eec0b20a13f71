"""The rule card of a table, and changing the rules before the first stake."""

from __future__ import annotations

from phones import TableMaker, words

from companion.web import house_rules


def test_everybody_reads_the_rules_with_their_paragraph(table: TableMaker) -> None:
    there = table(3, per_card=2, change="suit", fallback="pass")
    page = there.phone("watcher").text(f"{there.url}/rules")
    assert "§ 2.7" in page
    assert "Every other player pays 2 chips for each card left." in page
    assert "Another suit must be led." in page and "Who cannot change passes." in page
    assert "Three rules are your own" in page
    assert "Change them" not in page


def test_the_host_changes_only_what_differs(table: TableMaker) -> None:
    there = table(3)
    state = house_rules.state_of(there.state.options)
    assert "How do you play at home?" in there.host.text(f"{there.url}/rules?change=1")
    answer = there.host.post(
        f"{there.url}/rules", **{**state, "per_card": "2", "depth": "pots"}, id="r"
    )
    assert answer.status_code == 303
    assert there.state.options.per_card == 2 and there.state.depth == "pots"
    history = there.boodle.croupier.history(there.evening.id)
    told = [record for record in history if record.actor.get("kind") == "rules"]
    assert told[-1].actor["data"] == {"values": {"per_card": 2}}


def test_an_option_without_a_line_in_the_form_stays(table: TableMaker) -> None:
    there = table(3, claim="call")
    state = house_rules.state_of(there.state.options)
    there.host.post(f"{there.url}/rules", **{**state, "per_card": "2"}, id="r")
    assert there.state.options.claim == "call" and there.state.options.per_card == 2


def test_rules_that_clash_come_back_as_typed(table: TableMaker) -> None:
    there = table(3)
    state = house_rules.state_of(there.state.options)
    fields = {**state, "spare": "none", "spare_swap": "yes", "per_card": "7"}
    answer = there.host.post(f"{there.url}/rules", **fields, id="r")
    assert answer.status_code == 409 and "“There is no spare hand” contradict" in words(answer)
    assert 'value="7"' in answer.get_data(as_text=True)
    assert there.state.options.per_card == 1


def test_after_the_first_stake_the_rules_stand(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    assert "Chips have been staked" in there.host.text(f"{there.url}/rules")
    state = house_rules.state_of(there.state.options)
    answer = there.host.post(f"{there.url}/rules", **{**state, "per_card": "2"}, id="r")
    assert answer.status_code == 409 and there.state.options.per_card == 1


def test_nobody_else_changes_rules(table: TableMaker) -> None:
    there = table(3)
    state = house_rules.state_of(there.state.options)
    for phone in (there.players[1], there.phone("watcher")):
        assert phone.post(f"{there.url}/rules", **{**state, "per_card": "2"}).status_code == 303
    assert there.state.options.per_card == 1
