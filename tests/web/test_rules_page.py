"""The rule card of a table, and changing the rules before the first stake."""

from __future__ import annotations

from phones import AtTable, Phone, TableMaker, words
from werkzeug.test import TestResponse

from companion.web import house_rules


def test_everybody_reads_the_rules_with_their_paragraph(table: TableMaker) -> None:
    there = table(3, per_card=2, change="suit", fallback="pass")
    page = there.phone("watcher").text(f"{there.url}/rules")
    assert "§ 2.7" in page
    assert "Every other player pays 2 chips for each card left." in page
    assert "Another suit must be led." in page and "Who cannot change has to pass." in page
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


def propose(there: AtTable, phone: Phone, **changes: str) -> TestResponse:
    state = house_rules.state_of(there.state.options)
    return phone.post(
        f"{there.url}/rules", **{**state, **changes}, id=f"proposal-{there.seq}-{changes}"
    )


def test_after_the_first_stake_a_change_is_only_proposed(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    form = there.players[1].text(f"{there.url}/rules?change=1")
    assert "Propose these rules" in form and "All who sit here must agree" in form

    assert propose(there, there.players[1], per_card="2").status_code == 303
    assert there.state.options.per_card == 1
    for phone in (*there.players.values(), there.phone("watcher")):
        assert "Ben proposes other house rules" in phone.text(there.url)
    card = there.players[2].text(f"{there.url}/rules")
    assert "Every other player pays 2 chips for each card left. (Until now:" in card
    assert "Still to agree: Anna, Carla." in card


def test_when_all_have_agreed_the_next_hand_has_the_new_rules(table: TableMaker) -> None:
    there = table(3, depth="pots")
    there.begin()
    propose(there, there.players[1], per_card="2")
    for seat in (0, 2):
        there.tap(there.players[seat], "agree_rules", seat=seat)
    card = there.host.text(f"{there.url}/rules")
    assert "From the next hand on" in card and "proposes" not in card

    there.say("void")
    coming = there.players[1].text(f"{there.url}?next=1")
    assert "Other house rules from this hand on" in coming
    assert "Every other player pays 2 chips for each card left." in coming
    there.say("begin_hand")
    assert there.state.options.per_card == 2
    card = there.phone("watcher").text(f"{there.url}/rules")
    assert "Changed before hand 2" in card and "(Until now: Every other player pays 1 chip" in card


def test_before_the_next_hand_the_stake_is_that_of_the_rules_to_come(table: TableMaker) -> None:
    there = table(3, depth="pots", start_chips=30, insolvency="out")
    there.begin()
    propose(there, there.players[1], ante="8")
    there.say("all_agree")
    there.say("void")

    page = there.host.text(f"{there.url}?next=1")

    assert "The stake is 32 chips" in page and "8 chips on each pay card." in page


def test_the_host_may_say_that_all_agree_and_anybody_may_refuse(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    propose(there, there.players[1], per_card="2")
    assert "All agree everybody has said so" in there.host.text(f"{there.url}/rules")
    assert "All agree" not in there.players[2].text(f"{there.url}/rules")
    there.tap(there.players[2], "decline_rules", seat=2)
    assert there.state.rules_proposed is None

    propose(there, there.players[1], per_card="3")
    there.tap(there.host, "all_agree")
    assert there.state.rules_coming is not None and there.state.rules_coming.per_card == 3


def test_a_proposal_that_cannot_be_comes_back_as_typed(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    answer = propose(there, there.players[1], per_card="7", start_chips="99")
    assert answer.status_code == 409 and "Everybody has started with the same" in words(answer)
    assert 'value="99"' in answer.get_data(as_text=True) and there.state.rules_proposed is None
    assert "These are your house rules already" in words(propose(there, there.host))


def test_the_rule_card_is_one_tap_away_from_every_page(table: TableMaker) -> None:
    there = table(3)
    for _ in range(2):
        for phone in (*there.players.values(), there.phone("watcher")):
            for where in ("", "/menu", "/history", "/undo", "/players"):
                page = phone.get(f"{there.url}{where}", follow_redirects=True)
                assert f'href="{there.url}/rules"' in page.get_data(as_text=True), where
        there.begin()
        there = there if there.state.playing is None else table(3, depth="pots")


def test_the_code_stands_on_every_rule_card_and_as_a_qr_code(table: TableMaker) -> None:
    there = table(3, per_card=2)
    watcher = there.phone("watcher")
    assert "B3T7 BK9Q" in watcher.text(f"{there.url}/rules")
    page = watcher.get(f"{there.url}/rules/code")
    assert "B3T7 BK9Q" in words(page) and "QR code of these house rules" in page.get_data(True)
    assert "Keep them here" not in words(page)


def test_who_plays_keeps_the_rules_of_the_table_under_a_name(table: TableMaker) -> None:
    there = table(3, per_card=2)
    there.begin()
    where = f"{there.url}/rules/code"
    answer = there.players[1].post(where, keep_as="Granny’s Christmas rules", id="keep")
    assert answer.status_code == 303
    assert "Granny’s Christmas rules" in there.players[2].text("/host")

    again = there.players[2].post(where, keep_as="granny’s christmas RULES", id="keep-2")
    assert again.status_code == 409 and "are kept already" in words(again)
    assert there.phone("watcher").post(where, keep_as="Mine", id="keep-3").status_code == 403


def test_nobody_else_changes_rules(table: TableMaker) -> None:
    there = table(3)
    state = house_rules.state_of(there.state.options)
    for phone in (there.players[1], there.phone("watcher")):
        assert phone.post(f"{there.url}/rules", **{**state, "per_card": "2"}).status_code == 303
    assert there.state.options.per_card == 1
