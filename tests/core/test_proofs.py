"""Late proofs: nothing is said without a card that proves it, and then at once (RULES § 5)."""

import pytest
from auditor_rules import PRESETS
from deals import evening
from deals_options import house_rules
from evenings import acts, after, begun, do, seated

from companion.core import proofs
from companion.core.cards import CARD
from companion.record import replay_record

NEWBURY = {"lead_rank": "any", "change": "colour", "fallback": "pass", "horse_lead": "last_resort"}


def proven(table):
    return [(proof.code, table.name(proof.seat), proof.evidence) for proof in proofs.proofs(table)]


# ---- leads


def test_a_lower_card_played_later_proves_that_the_lead_was_not_the_lowest():
    table = after("Anna 9D, stop, Anna 4C, Ben 5C, stop, Ben 2D, Anna 3D")

    assert proven(table) == [("not_lowest", "Anna", "3D")]
    (proof,) = proofs.proofs(table)
    assert (proof.claimed_at, proof.proven_at) == (0, 5)
    assert proof.message == (
        "Anna led 9♦ in run 1 and now plays 3♦, held all along: 3♦ should have led."
    )


def test_a_lower_card_of_another_suit_or_player_proves_nothing():
    assert proven(after("Anna 9D, stop, Anna 4C, stop, Anna 3H")) == []
    assert proven(after("Anna 9D, Ben 10D, stop, Ben 3D")) == []


def test_a_lower_card_played_before_the_lead_proves_nothing():
    assert proven(after("Anna 3D, stop, Anna 9D, stop")) == []


def test_with_any_card_to_lead_lower_ones_prove_nothing():
    assert proven(after("Anna 9D, stop, Anna 3D", lead_rank="any")) == []


def test_the_lowest_of_all_is_proven_across_the_suits_of_the_first_lead_only():
    first = {"first_lead_rank": "lowest_overall"}

    assert proven(after("Anna 9D, stop, Anna 3C", **first)) == [("not_lowest", "Anna", "3C")]
    assert proven(after("Anna 2D, stop, Anna 9C, stop, Anna 4D", **first)) == []


def test_the_first_lead_by_suit_proves_a_missed_card_and_no_more():
    table = after("Anna 4D, stop, Anna 2C, stop, Anna 3D", first_lead="suit:D")

    assert proven(table) == [("missed_card", "Anna", "3D")]


def test_the_lowest_black_begins_whatever_its_suit():
    black = {"first_lead": "lowest_black"}

    assert proven(after("Anna 9S, stop, Anna 3C", **black)) == [("not_lowest", "Anna", "3C")]
    assert proven(after("Anna 9S, stop, Anna 3H", **black)) == []
    passed = after("Anna pass, Ben 4S, Anna 5S", **black)
    assert proven(passed) == [("wrong_pass", "Anna", "5S")]


def test_a_suit_kept_though_another_was_held_is_proven():
    table = after("Anna 4C, stop, Anna 8C, Anna 9C, stop, Anna 10H", change="suit")

    assert proven(table) == [("unchanged_lead", "Anna", "TH")]
    assert proofs.proofs(table)[0].message == (
        "Anna led 8♣ in run 2 and now plays 10♥, held all along: the lead should have changed."
    )


def test_a_cascade_asks_for_the_other_suit_of_the_colour():
    cascade = {"change": "colour", "fallback": "cascade"}

    kept = after("Anna 4C, stop, Anna 8C, stop, Anna 9S", **cascade)
    changed = after("Anna 4C, stop, Anna 8S, stop, Anna 9C", **cascade)
    red = after("Anna 4C, stop, Anna 8S, stop, Anna 9H", **cascade)

    assert proven(kept) == [("unchanged_lead", "Anna", "9S")]
    assert proven(changed) == []
    assert proven(red) == [("unchanged_lead", "Anna", "9H")]


def test_a_horse_led_though_another_card_of_the_colour_was_held_is_proven():
    early = after("Anna 4C, stop, Anna QD, stop, Anna 9S, stop, Anna 3H", **NEWBURY)
    forced = after("Anna 4C, stop, Anna QD, stop, Anna 9S, stop, Anna AH", **NEWBURY)
    first = after("Anna QD, stop, Anna 9S, stop, Anna 3H", **NEWBURY)

    assert proven(early) == [("horse_early", "Anna", "3H")]
    assert proofs.proofs(early)[0].message == (
        "Anna led Q♦ in run 2 and now plays 3♥, held all along: "
        "a pay card leads only when nothing else can."
    )
    assert proven(forced) == []
    assert proven(first) == []


def test_a_lower_horse_left_for_the_last_resort_proves_nothing():
    table = after(
        "Anna 4C, stop, Anna KD, stop, Anna 9S, stop, Anna QD",
        horse_lead="last_resort", change="colour", fallback="pass",
    )  # fmt: skip

    assert [code for code, _, _ in proven(table)] == []


def test_a_lower_pay_card_proves_too_where_it_may_be_led_at_any_time():
    last_resort = {"horse_lead": "last_resort", "change": "colour", "fallback": "pass"}

    assert proven(after("Anna KD, stop, Anna QD")) == [("not_lowest", "Anna", "QD")]
    lower = after("Anna 4C, stop, Anna KD, stop, Anna 9S, stop, Anna 10D", **last_resort)
    assert proven(lower) == [("not_lowest", "Anna", "TD")]


# ---- passes and stops


def test_a_pass_is_proven_wrong_by_a_card_that_could_have_led():
    table = after("Anna 4C, stop, Anna pass, Ben 8D, Anna 9D", change="suit", fallback="pass")

    assert proven(table) == [("wrong_pass", "Anna", "9D")]
    assert proofs.proofs(table)[0].message == (
        "Anna passed after run 1 and now plays 9♦, held all along: it could have led."
    )


def test_a_card_called_dead_and_played_after_the_next_lead_was_missed():
    table = after("Anna 4C, stop, Anna 2D, stop, Anna 5C")

    assert proven(table) == [("missed_card", "Anna", "5C")]
    assert proofs.proofs(table)[0].message == (
        "5♣ was called in run 1 and nobody said to have it; now Anna plays it."
    )


def test_whoever_held_a_missed_card_is_found_wherever_they_sit():
    table = after("Anna 4C, stop, Anna 8H, Ben 9H, stop, Ben 3D, Carla 4D, stop, Carla 5C")

    assert proven(table) == [("missed_card", "Carla", "5C")]


def test_a_missing_card_played_before_the_next_lead_was_not_missed():
    assert proven(after("Anna 4C, stop, Ben 5C, Carla 6C")) == []


# ---- shown cards


def test_a_pay_card_shown_at_the_end_proves_too():
    table = begun(players=3, dealer=0, unplayed_paycard="double")
    table = do(table, "correct_count", seat=1, cards=2)

    table = acts(table, "Ben KH, stop, Ben 4C, Carla holds AH")

    assert proven(table) == [("missed_card", "Carla", "AH")]
    assert proofs.proofs(table)[0].message.endswith("; now Carla shows it.")


def test_what_was_shown_on_holding_or_in_the_poker_proves_at_once():
    table = after(
        """Anna holds AH, Ben holds KQ, Dan bets 2, Anna calls, Ben folds, Carla folds,
        Anna shows 3C 3D 5H 7S 9C, Dan shows 4C 4D 4H 2H 2D, Dan 4C, stop, Dan 6H, stop""",
        game="three_in_one",
    )

    assert proven(table) == [("not_lowest", "Dan", "2H")]
    (proof,) = proofs.proofs(table)
    assert (proof.claimed_at, proof.proven_at) == (1, 2)
    assert proof.message == (
        "Dan led 6♥ in run 2 and had shown 2♥, held all along: 2♥ should have led."
    )


def test_a_bid_of_somebody_who_held_a_pay_card_is_proven():
    table = do(begun(spare_auction=True, auction_bar_paycards=True), "offer", seat=3)
    for seat, bid in ((0, 1), (1, 2), (2, 3), (0, 4), (1, 5)):
        table = do(table, "bid", seat=seat, chips=bid)
    table = do(do(table, "pass_bid", seat=2), "pass_bid", seat=0)

    table = acts(table, "Anna KC, stop, Anna 2D, Ben 3D")

    assert proven(table) == [("barred_bid", "Anna", "KC")]
    assert proofs.proofs(table)[0].message == (
        "Anna bid for the spare hand and now plays K♣: whoever holds a pay card may not bid."
    )


def test_a_card_shown_before_is_not_called_for_in_vain():
    table = after(
        """Anna holds AH, Dan checks, Anna checks, Ben checks, Carla checks,
        Anna shows 3C 3D 5H 7S 9C, Ben shows 4C 4D 4H 2H 2S, Carla shows 10C 10D 10S JC JD,
        Dan shows QC QD 6S 6C 6D, Carla 2D, stop""",
        game="three_in_one",
    )

    assert proven(table) == [("missed_card", "Anna", "3D")]
    assert proofs.proofs(table)[0].message == (
        "3♦ was called in run 1 and nobody said to have it; Anna had shown it."
    )


def test_a_pass_of_the_first_lead_and_a_card_asked_for_before_it_are_said_so():
    passed = after("Anna pass, Ben 4S, Anna 5S", first_lead="lowest_black")
    asked = after("Anna 4D, stop, Anna 2C, stop, Anna 3D", first_lead="suit:D")

    assert proofs.proofs(passed)[0].message.startswith("Anna passed the first lead and now plays")
    assert "was called before the first lead and" in proofs.proofs(asked)[0].message


BARRED = {"spare_auction": True, "auction_bar_paycards": True, "spare_swap": True,
          "auction_own_after_swap": True}  # fmt: skip


def test_a_swap_of_somebody_who_held_a_pay_card_is_proven_where_the_hand_is_sold_on():
    table = do(do(begun(**BARRED), "swap", seat=3), "offer", seat=3)
    table = do(table, "bid", seat=0, chips=1)
    for seat in (1, 2):
        table = do(table, "pass_bid", seat=seat)

    table = acts(table, "Anna KC")

    assert proven(table) == [("barred_swap", "Dan", "KC")]
    assert proofs.proofs(table)[0].message == (
        "Dan swapped hands, and K♣ was in the hand given up: whoever holds a pay card may not swap."
    )


# ---- what the next card would prove


def test_what_a_card_would_prove_is_told_before_it_is_played():
    table = after("Anna 9D, stop, Anna 4C, stop")

    would = proofs.proven_by(table, 0, CARD["3D"])

    assert [proof.code for proof in would] == ["not_lowest"]
    assert proven(table) == []
    assert proofs.proven_by(table, 0, CARD["3H"]) == ()


def test_nothing_is_proven_between_evenings_and_hands():
    assert proofs.proofs(seated()) == ()
    assert proofs.proven_by(seated(), 0, CARD["3D"]) == ()
    assert proofs.proofs(begun()) == ()


def test_a_misdeal_forgets_what_was_claimed():
    assert proven(after("Anna 9D, stop, Anna 3D, misdeal")) == []


@pytest.mark.parametrize("game", PRESETS)
def test_in_an_honest_evening_nothing_is_proven(game):
    """Random evenings dealt with every hand known, in which nobody breaks a rule."""
    for seed in (2, 4, 6):
        record = evening(seed, game, house_rules(seed, game, share=0.3), rough=False)

        assert replay_record(record)["warnings"] == [], (seed, game)


def test_a_run_that_went_on_hides_no_later_missed_card():
    table = after("Anna 4C, stop, Ben 5C, stop, Ben 2D, Carla 3D, stop, Carla 6C")

    assert proven(table) == [("missed_card", "Carla", "6C")]


def test_a_card_is_a_lead_only_where_no_run_asks_for_it():
    holding = {"pay_when": "hold", "layout": ["3H", "9H"]}
    table = after("Anna holds 3H, Anna holds 9H, Anna 4C, Ben 5C, stop, Ben 8H", **holding)

    assert proofs.proven_by(table, 0, CARD["9H"]) == ()
    leading = after("Anna holds 3H, Anna holds 9H", **holding)
    assert [p.code for p in proofs.proven_by(leading, 0, CARD["9H"])] == ["not_lowest"]
    went_on = after("Anna holds 3H, Anna holds 9H, Anna 8H, stop", **holding)
    assert proofs.proven_by(went_on, 0, CARD["9H"]) == ()
