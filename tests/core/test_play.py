"""Playing cards: runs, stops, leads, passes, and what each refusal says."""

from dataclasses import replace

import pytest
from evenings import E1, acts, after, begun, chips, do, refused, refused_act, seated

from companion.core import play
from companion.core.cards import CARD
from companion.core.commands import decide

SUIT = {"change": "suit", "fallback": "pass"}


def codes(table, seat, card):
    return [doubt.code for doubt in play.doubts_about_play(table, seat, CARD[card])]


# ---- runs and stops


def test_whoever_holds_the_next_card_of_the_suit_goes_on():
    table = after("Anna 4C, Carla 5C, Carla 6C")

    assert table.hand.needed == "7C"
    assert [p.seat for p in table.hand.run] == [0, 2, 2]
    assert dict(table.hand.left) == {0: 10, 1: 11, 2: 8, 3: 10}


def test_a_run_stops_by_itself_at_the_top_card():
    table = after("Anna KC, Ben AC")

    assert table.hand.stops[-1].why == "top"
    assert table.hand.leader == 1


def test_a_run_stops_by_itself_at_a_card_already_played():
    table = after("Anna 4C, stop, Anna 2C, Ben 3C")

    assert table.hand.stops[-1].why == "played"
    assert table.hand.leader == 1


def test_with_the_ace_low_the_king_is_the_top_card_and_the_ace_the_lowest():
    table = after("Anna KC, Anna AC, Ben 2C", ace="low")

    assert table.hand.stops[0].why == "top"
    assert table.hand.needed == "3C"


def test_a_missing_card_that_turns_up_before_the_next_lead_goes_on_with_the_run():
    table = after("Anna 4C, stop, Carla 5C")

    assert table.hand.needed == "6C"
    assert not table.hand.plays[-1].leads
    assert len(table.hand.run) == 2


def test_the_hand_ends_in_the_middle_of_a_run_when_somebody_is_out():
    table = after(E1)

    assert table.hand.phase == "done"
    assert table.results[-1].winner == 1
    assert chips(table, 0, 1, 2, 3) == (18, 58, 18, 16)


def test_cards_between_are_those_of_the_run_up_to_a_later_card():
    table = after("Anna 4C")

    assert play.cards_between(table, CARD["7C"]) == ("5C", "6C")
    assert play.cards_between(table, CARD["5C"]) == ()
    assert play.cards_between(table, CARD["3C"]) == ()
    assert play.cards_between(table, CARD["7D"]) == ()
    assert play.cards_between(begun(), CARD["7D"]) == ()
    assert play.cards_between(begun(first_lead="suit:C"), CARD["5C"]) == ()


def test_several_cards_of_a_run_can_be_played_at_once():
    table = do(after("Anna 4C"), "play_through", plays=["1:5C", "2:6C"])

    assert table.hand.needed == "7C"


def test_playing_through_nothing_is_refused():
    with pytest.raises(play.RuleError):
        play.play_through(after("Anna 4C"), ())


# ---- refusals of a card


def test_no_card_is_played_without_a_hand():
    assert refused(seated(), "play", seat=0, card="4C") == "no_hand"


def test_no_card_is_played_before_the_stakes_are_down():
    assert refused(begun(placement="free"), "play", seat=0, card="4C") == "stakes_missing"


def test_no_card_is_played_where_only_pots_are_recorded():
    assert refused(begun(depth="pots"), "play", seat=0, card="4C") == "pots_only"


def test_no_card_is_played_when_somebody_is_out():
    assert refused_act(begun(unplayed_paycard="double"), E1 + ", Dan AH") == "already_out"
    assert refused_act(begun(), E1 + ", Dan AH") == "no_hand"


def test_a_card_is_played_once_in_a_hand():
    assert refused_act(begun(), "Anna 4C, Anna 4C") == "card_already_played"


def test_inside_a_run_only_the_next_card_can_be_played():
    assert refused_act(begun(), "Anna 4C, Ben 6C") == "wrong_card"


def test_a_card_that_is_not_in_the_pack_is_refused():
    table = begun()
    pack = tuple(card for card in table.game.pack if card != "8D")

    table = replace(table, game=replace(table.game, pack=pack))

    assert refused(table, "play", seat=0, card="8D") == "wrong_card"
    assert acts(table, "Anna 7D").hand.stops[-1].why == "played"


def test_only_the_leader_leads():
    assert refused(begun(), "play", seat=1, card="4C") == "not_leader"
    assert refused_act(begun(), "Anna 4C, stop, Ben 3D") == "not_leader"


def test_after_a_stop_the_missing_card_may_come_from_anybody_until_the_next_lead():
    assert refused_act(begun(), "Anna 4C, stop, Anna 2C, stop, Ben 5C") == "not_leader"


def test_somebody_who_does_not_play_the_hand_plays_no_card():
    table = do(do(seated(5), "leave", seat=0), "begin_hand")

    assert refused(table, "play", seat=0, card="4C") == "unknown_seat"
    with pytest.raises(play.RuleError, match="Anna does not play this hand"):
        play.verify_play(table, 0, CARD["4C"])
    with pytest.raises(play.RuleError, match="Nobody of that number"):
        play.verify_play(table, 9, CARD["4C"])
    assert refused(do(do(seated(5, depth="pots"), "leave", seat=0), "begin_hand"),
                   "take", seat=0, space="AH") == "unknown_seat"  # fmt: skip


def test_with_the_fallback_pass_a_lead_must_change_the_suit():
    assert refused_act(begun(**SUIT), "Anna 4C, stop, Anna 8C") == "wrong_lead_suit"


def test_with_the_fallback_pass_a_lead_must_change_the_colour():
    table = begun(change="colour", fallback="pass")

    assert refused_act(table, "Anna 4C, stop, Anna 8S") == "wrong_lead_suit"
    assert acts(table, "Anna 4C, stop, Anna 8D").hand.needed == "9D"


# ---- what is odd and stands


def test_a_forbidden_suit_may_be_all_there_is_with_the_fallback_free():
    table = after("Anna 4C, stop", change="suit", fallback="free")

    assert codes(table, 0, "8C") == ["no_change"]
    assert codes(table, 0, "8D") == []


def test_a_lower_card_than_one_led_earlier_is_told():
    table = after("Anna 9D, stop, Anna 4C")

    assert codes(table, 0, "3D") == ["not_lowest"]
    assert codes(table, 1, "3D") == []


def test_any_card_may_be_led_where_the_rules_say_so():
    assert codes(after("Anna 9D, stop, Anna 4C", lead_rank="any"), 0, "3D") == []


def test_a_card_called_dead_earlier_is_told():
    table = after("Anna 4C, stop, Anna 2C, stop")

    assert codes(table, 0, "5C") == ["missed_card"]
    assert codes(after("Anna 4C, stop"), 0, "5C") == []


def test_nothing_is_odd_between_hands():
    assert codes(seated(), 0, "5C") == []


# ---- stop and pass


def test_there_is_no_run_to_stop_while_somebody_leads():
    assert refused(begun(), "stop") == "no_run"
    assert refused(after("Anna 4C, stop"), "stop") == "no_run"


def test_the_lead_passes_left_and_keeps_its_requirement():
    table = after("Anna 4C, stop, Anna pass", **SUIT)

    assert table.hand.leader == 1
    assert refused(table, "play", seat=1, card="8C") == "wrong_lead_suit"
    assert acts(table, "Ben 8D").hand.refusals == 0


def test_when_everybody_has_passed_the_hand_is_void():
    table = after("Anna 4C, stop, Anna pass, Ben pass, Carla pass, Dan pass", **SUIT)

    assert table.results[-1].winner is None
    assert table.dealer == 0
    assert chips(table, 0, 3, "AH") == (26, 22, 5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Anna 4C, Ben pass", "cannot_pass"),
        ("Anna 4C, stop, Ben pass", "not_leader"),
        ("Anna pass", "cannot_pass"),
    ],
)
def test_only_the_leader_passes_and_only_after_a_stop(text, code):
    assert refused_act(begun(**SUIT), text) == code


def test_nobody_passes_where_any_suit_can_be_led():
    assert refused_act(begun(change="suit", fallback="free"), "Anna 4C, stop, Anna pass") == (
        "cannot_pass"
    )


def test_passing_costs_its_penalty_and_makes_a_kitty_for_whoever_is_out():
    table = after("Anna 4C, stop, Anna pass, Ben pass", pass_penalty=2, **SUIT)

    assert chips(table, 0, 1, "kitty") == (24, 24, 4)


def test_in_a_hand_of_pots_a_pass_is_recorded_for_its_penalty_only():
    table = after("Ben pass", depth="pots", pass_penalty=2, **SUIT)

    assert chips(table, 1, "kitty") == (24, 2)
    assert table.hand.leader is None
    assert refused(begun(depth="pots", **SUIT), "pass", seat=1) == "pots_only"
    done = acts(table, "Anna out")
    assert refused(done, "pass", seat=1) == "no_play_now"


# ---- the first lead


def test_the_eldest_leads_first():
    assert acts(begun(), "Anna 4C").hand.plays[0].seat == 0


def test_the_dealer_leads_first_where_the_rules_say_so():
    assert refused(begun(first_lead="dealer"), "play", seat=0, card="4C") == "not_leader"
    assert acts(begun(first_lead="dealer"), "Dan 4C").hand.run[0].seat == 3


def test_the_holder_of_the_lowest_card_of_a_suit_leads_first():
    table = after("Carla 4D", first_lead="suit:D")

    assert [stop.missing for stop in table.hand.stops] == ["2D", "3D"]
    assert table.hand.plays[0].leads
    assert table.hand.needed == "5D"


def test_nobody_begins_with_another_suit_or_a_card_nobody_had():
    table = begun(first_lead="suit:D")

    assert refused(table, "play", seat=0, card="2C") == "wrong_first_lead"
    assert refused_act(table, "stop, stop, Carla 2D") == "wrong_first_lead"


def test_the_ace_is_looked_for_last_and_then_the_eldest_leads():
    table = after(", ".join(["stop"] * 12), first_lead="suit:D")
    assert table.hand.needed == "AD"

    table = acts(table, "stop")

    assert (table.hand.needed, table.hand.leader) == (None, 0)


def test_the_eldest_leads_black_or_passes_where_the_lowest_black_begins():
    table = begun(first_lead="lowest_black", pass_penalty=1)

    assert refused(table, "play", seat=0, card="2D") == "wrong_lead_suit"
    assert refused_act(table, "Anna pass, Anna 2C") == "not_leader"
    assert chips(acts(table, "Anna pass, Ben 2C"), 0, "kitty") == (25, 1)


# ---- claims


def test_with_claims_a_pay_card_pays_only_when_it_is_claimed():
    table = after("Anna JS", claim="call")
    assert (chips(table, 0, "JS"), table.hand.offered) == ((26, 5), (("JS", 0),))

    table = acts(table, "Anna claims JS")

    assert chips(table, 0, "JS") == (31, 0)


def test_a_claim_comes_before_the_next_card_and_from_the_player():
    assert refused_act(begun(claim="call"), "Anna JS, Ben QS, Anna claims JS") == "nothing_to_claim"
    assert refused_act(begun(claim="call"), "Anna JS, Ben claims JS") == "nothing_to_claim"
    assert refused(seated(), "claim", seat=0, space="JS") == "nothing_to_claim"


def test_the_last_card_can_be_claimed_when_the_hand_is_over():
    table = after(E1, claim="call")

    assert chips(acts(table, "Ben claims KC"), 1, "KC") == (53, 0)


# ---- pots only


def test_a_pot_is_taken_in_a_hand_of_pots():
    table = after("Ben takes JS, Anna takes AH", depth="pots")

    assert chips(table, 0, 1, "AH", "JS") == (31, 31, 0, 0)


@pytest.mark.parametrize(
    ("settings", "seat", "space", "code"),
    [
        ({}, 1, "JS", "cards_only"),
        ({"depth": "pots"}, 1, "TS", "unknown_space"),
        ({"depth": "pots"}, 1, "AH", "pot_taken"),
        ({"depth": "pots", "kitty_stake": 1}, 1, "kitty", "cards_only"),
        ({"depth": "pots", "ante": 0}, 1, "KC", "pot_empty"),
    ],
)
def test_a_pot_is_not_taken(settings, seat, space, code):
    table = begun(**settings)
    table = acts(table, "Anna takes AH") if code == "pot_taken" else table

    assert refused(table, "take", seat=seat, space=space) == code


def test_a_pot_is_not_taken_before_the_stakes_or_after_the_end():
    assert refused(begun(depth="pots", placement="free"), "take", seat=0, space="AH") == "no_hand"
    assert refused(seated(), "take", seat=0, space="AH") == "no_hand"


def test_who_passes_pays_no_more_than_is_there_where_nobody_may_owe():
    table = begun(insolvency="out", pass_penalty=3, chips=8, **SUIT)
    table = do(table, "correct", debit=0, credit=1, chips=3, note="lent")

    assert chips(acts(table, "Anna 4C, stop, Anna pass"), 0, "kitty") == (0, 1)


@pytest.mark.parametrize(
    "table",
    [
        lambda: begun(depth="pots", placement="free", pass_penalty=1),
        lambda: after("Ben out", depth="pots", pass_penalty=1),
        lambda: after("Ben out", depth="pots", per_card=0, pass_penalty=1,
                      unplayed_paycard="double"),
    ],
)  # fmt: skip
def test_nobody_passes_where_no_lead_is_to_be_made(table):
    assert refused(table(), "pass", seat=0) == "no_play_now"


def test_a_card_called_in_vain_is_dead_by_that_word():
    (stopped,) = decide(after("Anna 4C"), "stop", {})
    assert (stopped.why, stopped.missing) == ("dead", "5C")

    skipped = decide(begun(first_lead="suit:C"), "play", {"seat": 2, "card": "4C"})
    assert [(each.why, each.missing) for each in skipped if each.kind == "RunStopped"] == [
        ("dead", "2C"), ("dead", "3C"),
    ]  # fmt: skip
