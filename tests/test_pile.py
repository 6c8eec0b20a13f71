"""Photographs of the cards left and of piles: named, held against the log, never a change."""

import itertools
import random

import pytest
from evenings import E1, after, begun, do

from companion import pile
from companion.bench.deals import Company
from companion.core import commands
from companion.core.cards import DECK, Card
from companion.core.sighting import Sighting
from companion.croupier import Croupier
from companion.games import all_games
from companion.lookout import Lookouts
from companion.said import HOST, Said
from companion.store import Store
from companion.vision.film import Light, Tabletop

OVER = after(E1)  # Ben is out; Anna has 8, Carla 8, Dan 6 cards left
CARLAS = ("2H", "2S", "3H", "3S", "4H", "5H", "6H", "7H")
BENS = tuple(sorted(card for card, seat in OVER.hand.seen.items() if seat == 1))


def read(*cards, confidence=0.99):
    return [Sighting(Card(card), confidence, (0.0, 0.0, 9.0, 9.0)) for card in cards]


def offers(found):
    return [(each.label, each.kind, each.data) for each in found.offers]


def done(table, found):
    """The table once what was found has been recorded."""
    return do(table, found.record.kind, **found.record.data)


# ---- piles


def test_a_pile_that_shows_what_the_log_has_is_right():
    found = pile.audit(OVER, 1, read(*BENS))

    assert found.title == "Ben’s pile is right"
    assert found.text.startswith(f"{len(BENS)} cards read, and the log has the same: 2♣, 3♣, 5♣,")
    assert not found.differs
    assert done(OVER, found).hand.audited == {1: True}


def test_the_log_is_a_witness_too_so_a_weaker_reading_agrees():
    weak = read(BENS[0], confidence=pile.EXPECTED)

    assert pile.audit(OVER, 1, [*weak, *read(*BENS[1:])]).record is not None
    weaker = read(BENS[0], confidence=pile.EXPECTED - 0.01)
    assert pile.audit(OVER, 1, [*weaker, *read(*BENS[1:])]).record is None


def test_a_card_that_was_not_read_is_no_flag_but_a_question():
    found = pile.audit(OVER, 1, read(*BENS[1:]))

    assert found.record is None
    assert not found.differs
    assert found.title == f"{len(BENS) - 1} of {len(BENS)} cards read"
    assert "Not read: 2♣. Look: does it lie there?" in found.text
    assert [offer.label for offer in found.offers] == ["2♣ lies there", "2♣ is not there"]
    there, gone = (do(OVER, offer.kind, **offer.data).hand.audited for offer in found.offers)
    assert (there, gone) == ({1: True}, {1: False})


def test_of_two_unread_cards_people_say_which_is_missing():
    labels = [offer.label for offer in pile.audit(OVER, 1, read(*BENS[2:])).offers]

    assert labels == ["Both lie there", "Only 2♣ is there", "Only 3♣ is there", "Neither is there"]


def test_where_many_were_not_read_another_photograph_is_asked_for():
    found = pile.audit(OVER, 1, read(*BENS[3:]))

    assert not found.offers
    assert "Lay the cards side by side and take another photo" in found.text


@pytest.mark.parametrize(
    ("card", "says"),
    [("4C", "4♣ lies there, but the log says Anna played it."),
     ("2H", "2♥ lies there, but the log says nobody has played it.")],
)  # fmt: skip
def test_a_card_that_is_read_surely_and_the_log_has_otherwise_is_a_flag(card, says):
    found = pile.audit(OVER, 1, read(*BENS, card))

    assert found.differs
    assert found.title == "Ben’s pile differs from the log"
    assert found.text.startswith(says)
    assert "No chip has moved." in found.text
    assert done(OVER, found).hand.audited == {1: False}


def test_the_pile_of_another_is_said_in_one_sentence():
    found = pile.audit(OVER, 1, read("4C", "8C", "TD"))

    assert "4♣, 8♣, 10♦ lie there, but the log says Anna played them." in found.text


def test_of_a_whole_pack_only_the_number_of_cards_is_said():
    found = pile.audit(OVER, 1, read(*DECK))

    assert found.differs
    assert "cards lie there, but the log says nobody has played them." in found.text
    assert "If that is not Ben’s pile alone, take another photo." in found.text
    assert len(found.text) < 400


@pytest.mark.parametrize("confidence", [pile.DOUBTFUL, 0.96])
def test_a_weaker_reading_of_such_a_card_is_asked_about(confidence):
    found = pile.audit(OVER, 1, [*read(*BENS), *read("4C", confidence=confidence)])

    assert (found.record, found.differs) == (None, False)
    assert "Perhaps there too: 4♣." in found.text
    assert [offer.label for offer in found.offers] == ["4♣ lies there", "4♣ is not there"]
    there, gone = (do(OVER, offer.kind, **offer.data).hand.audited for offer in found.offers)
    assert (there, gone) == ({1: False}, {1: True})


def test_a_pay_card_may_be_the_one_on_the_layout():
    found = pile.audit(OVER, 1, read(*BENS, "AH"))

    assert (found.record, found.differs) == (None, False)
    assert "Perhaps there too: A♥. Keep the layout out of the picture." in found.text
    assert [offer.label for offer in found.offers] == ["A♥ lies there", "A♥ is not there"]
    assert pile.audit(OVER, 1, read("AH")).title == f"0 of {len(BENS)} cards read"


def test_the_card_turned_up_may_lie_in_the_picture():
    table = do(begun(game="pope_joan"), "deal", turned="2C")
    table = do(table, "play", seat=0, card="3S")

    assert not pile.audit(table, 0, read("3S", "2C")).differs
    assert pile.audit(table, 0, read("3S", "4C")).differs


def test_a_reading_that_says_next_to_nothing_is_nothing():
    found = pile.audit(OVER, 1, [*read(*BENS), *read("4C", confidence=pile.DOUBTFUL - 0.01)])

    assert found.record is not None


def test_a_flag_says_nothing_of_what_was_not_read():
    found = pile.audit(OVER, 1, read(*BENS[1:], "4C"))

    (event,) = commands.decide(OVER, found.record.kind, found.record.data)
    assert (event.missing, event.extra) == ((), ("4C",))
    assert "Not read, so nothing is said of it: 2♣." in found.text


def test_of_another_persons_pile_cards_not_read_are_counted_rather_than_named():
    found = pile.audit(OVER, 1, read("4C", "5D"))

    assert f"{len(BENS)} cards of the log were not read, so nothing is said of them." in found.text


def test_without_played_cards_there_is_no_pile():
    found = pile.audit(begun(), 1, read("5C"))

    assert (found.record, found.title) == (None, "No pile to check")


@pytest.mark.parametrize("judge", [pile.left, pile.audit])
def test_where_nothing_is_read_it_is_said_what_to_do(judge):
    found = judge(OVER, 2, read(*CARLAS, confidence=0.3))

    assert (found.title, found.text) == ("No card could be read", pile.NOT_READ)
    assert (found.cards, found.record, found.offers) == ((), None, ())


# ---- cards left


def test_the_cards_left_are_named():
    found = pile.left(OVER, 2, read(*CARLAS))

    assert found.title == "Carla is left with 8 cards"
    assert found.cards == CARLAS
    assert done(OVER, found).hand.laid == dict.fromkeys(CARLAS, 2)


def test_too_few_read_is_said_with_what_was_read_and_people_count():
    found = pile.left(OVER, 2, read(*CARLAS[:7]))

    assert found.record is None
    assert found.title == "7 of 8 cards read"
    assert found.text.startswith(
        "2♥, 3♥, 4♥, 5♥, 6♥, 2♠, 3♠. By the log Carla should have 8 cards."
    )
    assert offers(found) == [("There are 7", "correct_count", {"seat": 2, "cards": 7})]


def test_too_many_read_are_counted_by_people_too():
    found = pile.left(OVER, 2, read(*CARLAS, "8H"))

    assert found.title == "9 cards read, 8 expected"
    assert [offer.label for offer in found.offers] == ["There are 9"]


def test_who_is_out_has_nothing_to_correct():
    assert pile.left(OVER, 1, read("2H")).offers == ()


def test_where_another_card_may_lie_there_people_say_that_these_are_all():
    found = pile.left(OVER, 2, [*read(*CARLAS), *read("8H", confidence=0.6)])

    assert found.record is None
    assert "Perhaps there too: 8♥." in found.text
    (offer,) = found.offers
    assert offer.label == "Yes, 8 cards"
    assert do(OVER, offer.kind, **offer.data).hand.laid == dict.fromkeys(CARLAS, 2)


def test_a_card_that_was_played_cannot_be_left():
    found = pile.left(OVER, 2, read(*CARLAS[:7], "4C"))

    assert (found.record, found.differs) == (None, True)
    assert found.text.startswith("4♣ was played, by Anna. Take a photo of nothing but")


def test_a_weak_reading_of_a_played_card_means_nothing():
    found = pile.left(OVER, 2, [*read(*CARLAS), *read("4C", confidence=0.93)])

    assert found.record is not None


def test_chips_wait_for_a_person_where_a_photograph_counts():
    """Where pots alone are recorded the number is paid for: one card may not have been read."""
    table = do(begun(depth="pots"), "out", seat=1)

    found = pile.left(table, 0, read("2H", "3H"))

    assert found.record is None
    assert found.text == "2♥, 3♥. Count them: are these all?"
    (offer,) = found.offers
    assert offer.label == "Yes, 2 cards"
    assert do(table, offer.kind, **offer.data).hand.counts == {0: 2}


def test_nothing_is_left_before_the_hand_is_over():
    found = pile.left(begun(), 0, read("2H"))

    assert (found.title, found.text) == ("Not yet", "Cards are laid open when the hand is over.")


# ---- what is known then


def test_cards_left_close_a_late_proof():
    table = done(OVER, pile.left(OVER, 3, read("7S", "8H", "9H", "TH", "JH", "QH")))

    assert pile.learnt(OVER, table).startswith(
        "Dan led 8♠ in run 6 and now shows 7♠, held all along: 7♠ should have led."
    )


def test_all_cards_together_are_a_pack_or_it_is_said():
    assert pile.total(OVER) == "22 in hands + 20 played + 10 dead = 52, the whole pack."
    wrong = do(OVER, "correct_count", seat=2, cards=9)
    assert (
        pile.total(wrong) == "23 in hands + 20 played + 10 dead = 53: 1 card too many. Count again."
    )
    fewer = do(OVER, "correct_count", seat=2, cards=6)
    assert "= 50: 2 cards too few. Count again." in pile.total(fewer)


def test_of_pots_alone_no_sum_of_cards_is_said():
    assert pile.total(do(begun(depth="pots"), "out", seat=1)) == ""


@pytest.mark.parametrize("key", all_games())
def test_in_every_game_photographs_close_a_hand(key):
    """Every pile is right, every hand left is named, and together they are the pack."""
    company = Company(random.Random(f"{key} photographs"), all_games()[key])
    company.play(key, 1)
    table = company.table
    hand = table.hand
    for seat in hand.circle:
        mine = [card for card, who in hand.seen.items() if who == seat]
        found = pile.audit(table, seat, read(*mine))
        assert not mine or done(table, found).hand.audited[seat]
    for seat, cards in company.held.items():
        if cards:
            before, found = table, pile.left(table, seat, read(*cards))
            table = done(table, found)
            said = pile.learnt(before, table)
            assert f"dead = {len(table.game.pack)}, the whole pack." in said
    assert "All hands are open: no lead, pass or stop was wrong." in said


# ---- by the look-outs


@pytest.fixture
def evening():
    """Look-outs beside an evening in which Anna has played the 4 of clubs."""
    ids = itertools.count()
    with Store.open(None) as store:
        croupier = Croupier(store, now=lambda: "2026-01-01T00:00:00+00:00",
                            new_id=lambda: f"id{next(ids)}")  # fmt: skip
        opened = croupier.open_evening(game="boodle", options={}, depth="cards", code="PILE")

        def say(kind, **data):
            said = Said(croupier.new_id(), croupier.seq(opened.id), kind, data)
            assert croupier.submit(opened.id, said, HOST).ok

        for name, animal in (("Anna", "fish"), ("Ben", "hare"), ("Carla", "cat")):
            say("sit", name=name, animal=animal)
        say("dealer", seat=2)
        say("begin_hand")
        say("play", seat=0, card="4C")
        yield croupier, opened.id


def picture(*cards):
    table = Tabletop(seed=2, card_h=300)
    for place, card in enumerate(cards):
        table.lay(Card(card), (300.0 + 330 * place, 360.0), 0.05)
    return table.picture(Light())


@pytest.mark.vision
@pytest.mark.parametrize(("cards", "agrees"), [(("4C",), True), (("4C", "8H"), False)])
def test_a_photographed_pile_agrees_or_is_flagged(evening, cards, agrees):
    croupier, evening_id = evening
    kept = []
    lookouts = Lookouts(croupier, clock_ms=lambda: 0, keep=kept.append)

    answer = lookouts.audit(evening_id, 0, picture(*cards), HOST)

    assert answer["ok"]
    assert croupier.table(evening_id).hand.audited == {0: agrees}
    assert answer["differs"] != agrees
    assert (kept[0].kind, kept[0].cards) == ("audit_pile", cards)


@pytest.mark.vision
def test_a_photograph_that_proves_nothing_is_neither_recorded_nor_kept(evening):
    croupier, evening_id = evening
    kept, seq = [], croupier.seq(evening_id)

    answer = Lookouts(croupier, clock_ms=lambda: 0, keep=kept.append).cards_left(
        evening_id, 1, picture("8H"), HOST
    )  # fmt: skip

    assert not answer["ok"]
    assert "when the hand is over" in answer["about"]
    assert (kept, croupier.seq(evening_id)) == ([], seq)
