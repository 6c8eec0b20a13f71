"""Photographs of the cards left and of piles: named, held against the log, never a change."""

import itertools
import json
import random
from dataclasses import replace

import pytest
from evenings import E1, after, begun

from companion import pile
from companion.core.cards import Card
from companion.core.laid import audit_pile
from companion.core.sighting import Sighting
from companion.croupier import Croupier
from companion.eye import Nothing, Record
from companion.lookout import Lookouts
from companion.said import HOST, Said
from companion.store import Store
from companion.vision import read_cards
from companion.vision.film import Light, Tabletop

OVER = after(E1)
CARLAS = ("2H", "2S", "3H", "3S", "4H", "5H", "6H", "7H")


def read(*cards, confidence=0.99):
    return [Sighting(Card(card), confidence, (0.0, 0.0, 9.0, 9.0)) for card in cards]


def test_the_cards_left_are_named():
    verdict = pile.left(OVER, 2, read(*CARLAS))

    data = {"seat": 2, "cards": list(CARLAS)}
    assert verdict == Record("lay_open", 2, CARLAS, data)


def test_too_few_read_is_said_with_what_was_read():
    verdict = pile.left(OVER, 2, read("2H", "3H"))

    assert isinstance(verdict, Nothing)
    assert verdict.text.startswith("Read: 2♥, 3♥. Carla has 8 cards left by the log, not 2.")


@pytest.mark.parametrize("judge", [pile.left, pile.audit])
def test_an_unsure_card_is_not_named(judge):
    assert judge(OVER, 2, read(*CARLAS, confidence=0.3)) == Nothing(pile.NOT_READ)


def test_a_pile_is_held_against_the_log():
    assert pile.audit(OVER, 1, read("5C", "9C")) == Record(
        "audit_pile", 1, ("5C", "9C"), {"seat": 1, "cards": ["5C", "9C"]}
    )
    assert isinstance(pile.audit(begun(), 1, read("5C")), Nothing)


def test_all_cards_together_are_a_pack_or_it_is_said():
    assert pile.total(OVER) is None

    short = after(E1.rpartition(",")[0])
    assert pile.total(short) is None


@pytest.mark.vision
@pytest.mark.photos
def test_photographs_of_real_piles_agree_and_show_a_card_the_log_lacks(shared):
    """Twelve photographs of cards on tables, each once as the pile of Ben and once with a gap."""
    labels = (shared / "photos" / "labels.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in labels.splitlines()]
    rows = [
        row for row in rows
        if (row["scene"], row["use"]) == ("apart", "measure") and row["complete"]
        and 3 <= len(set(row["cards"])) == len(row["cards"]) <= 7
        and all(len(card) == 2 and card[1] in "CDHS" for card in row["cards"])
    ]  # fmt: skip
    picked = random.Random(3).sample(rows, 12)
    agreed, found, wrong = 0, 0, 0
    for row in picked:
        cards = tuple(map(Card, row["cards"]))
        sightings = read_cards(shared / "photos" / row["file"])
        whole, short = (_audited(pile_, sightings) for pile_ in (cards, cards[1:]))
        if whole is not None and short is not None:
            agreed += not (whole.missing or whole.extra)
            found += cards[0] in short.extra
            wrong += len(set(whole.extra) - set(cards))

    assert wrong == 0
    assert agreed >= 7
    assert found >= agreed


def _audited(cards, sightings):
    """The event of auditing a pile of Ben's that holds *cards* by the log; None for no answer."""
    hand = replace(OVER.hand, seen=dict.fromkeys(cards, 1))
    table = replace(OVER, hand=hand)
    verdict = pile.audit(table, 1, sightings)
    return None if isinstance(verdict, Nothing) else audit_pile(table, 1, verdict.cards)[0]


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


@pytest.mark.parametrize(("card", "agrees"), [("4C", True), ("8H", False)])
def test_a_photographed_pile_agrees_or_is_flagged(evening, card, agrees):
    croupier, evening_id = evening
    kept = []
    lookouts = Lookouts(croupier, clock_ms=lambda: 0, keep=kept.append)

    answer = lookouts.audit(evening_id, 0, picture(card), HOST)

    assert answer["ok"]
    assert croupier.table(evening_id).hand.audited == {0: agrees}
    assert (answer["flag"] is None) == agrees
    assert (kept[0].kind, kept[0].cards) == ("audit_pile", (card,))


def test_cards_left_in_a_running_hand_are_not_laid_open(evening):
    croupier, evening_id = evening

    answer = Lookouts(croupier, clock_ms=lambda: 0).cards_left(
        evening_id, 1, picture("8H"), HOST
    )  # fmt: skip

    assert not answer["ok"]
    assert "when the hand is over" in answer["say"]
