"""House rules changed in mid-evening: all agree, or nothing changes (RULES § 11)."""

import pytest
from evenings import acts, begun, chips, do, refused, seated

from companion.core.commands import decide, subject
from companion.core.commands import verify_right as right
from companion.core.errors import RuleError
from companion.core.rule_changes import missing
from companion.core.table import replay

PER_CARD = {"values": {"per_card": 3}}


def proposed(table=None, seat=1, **values):
    return do(table or begun(depth="pots"), "propose_rules", seat=seat,
              values=values or {"per_card": 3})  # fmt: skip


def agreed(table, *seats):
    for seat in seats:
        table = do(table, "agree_rules", seat=seat)
    return table


def ended(table, cards=2):
    """The table after Anna is out and the others have told their cards."""
    table = acts(table, "Anna out")
    for seat in table.circle[1:]:
        if table.hand.phase == "counts":
            table = do(table, "count", seat=seat, cards=cards)
    return table


def test_a_change_waits_until_all_who_sit_here_agree():
    table = agreed(proposed(), 0, 2)
    assert table.rules_coming is None and table.rules_proposed is not None

    table = agreed(table, 3)

    assert table.rules_proposed is None and table.rules_agreed == frozenset()
    assert table.rules_coming.per_card == 3 and table.options.per_card == 1


def test_who_has_still_to_agree_is_named_in_the_order_of_the_seats():
    assert missing(begun()) == ()
    assert missing(proposed()) == (0, 2, 3)
    assert missing(agreed(proposed(), 2)) == (0, 3)


def test_who_leaves_is_asked_no_more_and_all_others_have_agreed():
    table = agreed(proposed(ended(begun(depth="pots"))), 0, 2)

    table = do(table, "leave", seat=3)

    assert table.rules_proposed is None and table.rules_coming.per_card == 3
    assert do(table, "begin_hand").options.per_card == 3


def test_a_proposal_waits_while_somebody_who_sits_here_has_not_agreed():
    table = do(agreed(proposed(ended(begun(depth="pots"))), 0), "leave", seat=3)

    assert table.rules_proposed is not None and table.rules_coming is None
    assert refused(table, "agree_rules", seat=3) == "not_seated"


def test_the_hand_running_is_paid_by_the_old_rules_and_the_next_by_the_new():
    table = agreed(proposed(), 0, 2, 3)
    table = ended(table)
    assert chips(table, 1) == (26 - 2,)

    table = do(table, "begin_hand")
    assert table.options.per_card == 3 and table.rules_coming is None
    before = table.balance(1)
    assert ended(table).balance(1) == before - 6


def test_a_count_put_right_after_the_agreement_is_paid_by_the_rules_of_its_hand():
    table = agreed(proposed(ended(begun(depth="pots"))), 0, 2, 3)
    before = table.balance(1)

    assert do(table, "correct_count", seat=1, cards=3).balance(1) == before - 1


def test_the_stakes_of_the_next_hand_follow_the_new_rules():
    table = ended(agreed(proposed(kitty_stake=2, dealer_factor=1), 0, 2, 3))
    table = do(table, "begin_hand")

    assert chips(table, "kitty") == (8,)
    assert [sum(stake.values()) for stake in table.hand.stakes.values()] == [6] * 4


def test_the_host_may_say_that_all_agree():
    assert do(proposed(), "all_agree").rules_coming.per_card == 3


def test_one_no_is_enough():
    table = do(agreed(proposed(), 0), "decline_rules", seat=2)
    assert table.rules_proposed is None and table.rules_coming is None
    assert table.rules_agreed == frozenset()
    assert do(proposed(), "decline_rules").rules_proposed is None
    assert decide(proposed(), "decline_rules", {"seat": 2})[0].seat == 2


def test_who_proposes_has_agreed_and_the_host_without_a_seat_has_not():
    assert proposed().rules_agreed == {1}
    assert do(begun(), "propose_rules", **PER_CARD).rules_agreed == set()


def test_a_second_change_can_follow_before_the_first_is_in_force():
    table = agreed(proposed(), 0, 2, 3)
    assert refused(table, "propose_rules", **PER_CARD) == "bad_option"

    table = agreed(proposed(table, per_card=5), 0, 2, 3)
    assert do(ended(table), "begin_hand").options.per_card == 5


@pytest.mark.parametrize(
    ("table", "kind", "data", "code"),
    [
        (seated, "propose_rules", PER_CARD, "not_yours"),
        (proposed, "propose_rules", PER_CARD, "already_asked"),
        (begun, "propose_rules", {"values": {"per_card": 1}}, "bad_option"),
        (begun, "propose_rules", {"values": {"spare": "none", "spare_swap": True}},
         "options_clash"),
        (lambda: begun(5), "propose_rules", {"values": {"discard": 3, "spare": "none"}},
         "options_clash"),
        (begun, "propose_rules", {**PER_CARD, "seat": 7}, "unknown_seat"),
        (lambda: do(ended(begun(5, depth="pots")), "leave", seat=4), "propose_rules",
         {**PER_CARD, "seat": 4}, "not_seated"),
        (begun, "propose_rules", {"values": {"start_chips": 50}}, "already_open"),
        (begun, "propose_rules", {"values": {"discard": 3, "spare": "none"}}, "already_open"),
        (begun, "propose_rules", {"values": {"funding": "bank"}}, "already_open"),
        (lambda: do(ended(begun(depth="pots")), "end_evening"), "propose_rules", PER_CARD,
         "evening_over"),
        (begun, "agree_rules", {"seat": 0}, "no_proposal"),
        (begun, "all_agree", {}, "no_proposal"),
        (begun, "decline_rules", {}, "no_proposal"),
        (proposed, "agree_rules", {"seat": 1}, "already_asked"),
        (proposed, "agree_rules", {"seat": 7}, "unknown_seat"),
        (begun, "rules", PER_CARD, "already_open"),
    ],
)  # fmt: skip
def test_a_change_that_cannot_be_is_refused(table, kind, data, code):
    assert refused(table(), kind, **data) == code


def test_a_player_speaks_for_the_own_seat_and_only_the_host_for_all():
    right("agree_rules", {"seat": 2}, "player", 2)
    right("propose_rules", {"seat": 2}, "player", 2)
    for kind, data in (("agree_rules", {"seat": 1}), ("propose_rules", {}), ("all_agree", {}),
                       ("decline_rules", {"seat": 0})):  # fmt: skip
        with pytest.raises(RuleError):
            right(kind, data, "player", 2)


def test_a_late_yes_does_not_count_for_another_proposal():
    first = proposed()
    second = proposed(do(first, "decline_rules"), per_card=9)
    assert subject(first, "agree_rules", {}) != subject(second, "agree_rules", {})
    assert subject(first, "agree_rules", {}) == subject(agreed(first, 0), "agree_rules", {})


def test_the_end_agreed_anew_counts_for_the_hand_that_follows():
    table = ended(begun(depth="pots", end="hands:1"))
    assert refused(table, "begin_hand") == "evening_over"

    table = agreed(proposed(table, end="hands:5"), 0, 2, 3)
    assert do(table, "begin_hand").hand.number == 2


def test_beginning_the_hand_undone_brings_the_old_rules_back():
    table = ended(agreed(proposed(), 0, 2, 3))
    first, *rest = decide(table, "begin_hand", {})

    assert first.kind == "RulesApplied" and not first.steadfast
    assert replay(table, [first, *rest]).options.per_card == 3
    assert table.options.per_card == 1 and table.digest() != replay(table, [first]).digest()


def test_a_proposal_does_not_change_what_undo_compares():
    assert proposed().digest() == begun(depth="pots").digest()
