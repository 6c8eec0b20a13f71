"""The door: which phone holds which seat, who has the pen, who waits; it moves no chips."""

import itertools
import random

import pytest
from evenings import E1

from companion.core.errors import RuleError
from companion.croupier import Actor, Croupier, Said
from companion.door import CODE_LETTERS, Door, token_hash
from companion.store import Store

HOST, BEN, CARLA, ZOE = ("a-phone-of-" + name * 5 for name in ("host", "ben", "carla", "zoe"))


class House:
    """A door with one table, opened by the host's phone."""

    def __init__(self, store, **options):
        ids = itertools.count()
        self.heard = []
        self.store = store
        self.croupier = Croupier(
            store, now=lambda: "2026-01-02T19:00:00Z", new_id=lambda: f"new-{next(ids)}",
            announce=lambda *news: self.heard.append(news),
        )  # fmt: skip
        self.door = Door(store, self.croupier, random.Random(5).choice)
        self.evening, self.word = self.door.open_table(
            HOST, game="boodle", options=options, depth="cards"
        )
        self.ids = ids

    def join(self, token, name, animal="hare"):
        return self.door.join(self.evening, token, name, animal, f"join-{next(self.ids)}")

    def visitor(self, token):
        return self.door.visitor(self.evening, token)

    def say(self, kind, **data):
        said = Said(f"say-{next(self.ids)}", self.croupier.seq(self.evening.id), kind, data)
        answer = self.croupier.submit(self.evening.id, said, Actor("host"))
        assert answer.ok, answer
        return answer

    @property
    def table(self):
        return self.croupier.table(self.evening.id)


@pytest.fixture
def house():
    with Store.open(None) as store:
        house = House(store, end="manual")
        house.join(HOST, "Anna", "cat")
        house.join(BEN, "Ben", "fish")
        house.join(CARLA, "Carla", "duck")
        yield house


def refused(call, *arguments):
    with pytest.raises(RuleError) as caught:
        call(*arguments)
    assert caught.value.message[-1] in ".?"
    return caught.value.code


# ---- opening ------------------------------------------------------------------------------------


def test_a_code_has_four_letters_that_are_not_mistaken_for_others(house):
    assert len(house.evening.code) == 4
    assert set(house.evening.code) <= set(CODE_LETTERS)
    assert not set("O0I1L") & set(CODE_LETTERS)


def test_who_opens_the_table_has_the_pen(house):
    assert house.visitor(HOST).role == "host"
    assert house.visitor(BEN).role == "player"


def test_no_secret_is_stored_in_clear(house):
    kept = str(house.store.evening(house.evening.id)) + str(house.store.devices(house.evening.id))

    assert HOST not in kept
    assert house.word not in kept
    assert token_hash(house.word) in kept


# ---- sitting down -------------------------------------------------------------------------------


def test_joining_twice_is_one_seat(house):
    answer = house.join(BEN, "Ben", "fish")

    assert answer.ok
    assert len(house.table.seats) == 3


def test_a_name_that_is_taken_is_refused_with_a_question(house):
    answer = house.join(ZOE, "ben")

    assert answer.code == "name_taken"
    assert answer.say.startswith("Ben is at this table already. Is that you?")


def test_a_taken_animal_gives_another_one(house):
    house.join(ZOE, "Zoe", "cat")

    assert house.table.seats[3].animal not in ("cat", "fish", "duck")


def test_who_comes_while_a_hand_is_played_waits_and_sits_down_with_the_next(house):
    house.say("dealer", seat=2)
    house.say("begin_hand")

    answer = house.join(ZOE, "Zoe")
    assert answer.ok and "next hand" in answer.say
    assert house.visitor(ZOE).seat is None
    house.say("undo")
    house.door.seat_waiting(house.evening)

    assert house.visitor(ZOE).seat == 3
    assert house.door.waiting(house.evening) == []


def test_a_waiting_person_stands_once_in_the_list(house):
    house.say("dealer", seat=2)
    house.say("begin_hand")

    for name in ("Zoe", "Zoé"):
        house.join(ZOE, name)

    assert [who["name"] for who in house.door.waiting(house.evening)] == ["Zoé"]


@pytest.fixture
def crowded(house):
    """Zoe waited for the next hand; meanwhile another Zoe sat down, so there is no seat for her."""
    house.say("dealer", seat=2)
    house.say("begin_hand")
    house.join(ZOE, "Zoe")
    house.say("undo")
    house.say("sit", name="Zoe", animal="owl")
    house.door.seat_waiting(house.evening)
    return house


def test_who_waited_and_got_no_seat_is_told_why_until_the_next_hand(crowded):
    (away,) = crowded.door.turned_away(crowded.evening)
    assert (away["name"], away["token_hash"]) == ("Zoe", token_hash(ZOE))
    assert away["say"].startswith("Zoe is at this table already.")
    crowded.door.seat_waiting(crowded.evening)
    assert crowded.door.turned_away(crowded.evening) == []


def test_who_was_turned_away_and_sits_down_under_another_name_is_told_nothing_more(crowded):
    assert crowded.join(ZOE, "Zoé").ok

    assert crowded.door.turned_away(crowded.evening) == []


def test_a_locked_table_keeps_strangers_out_and_nobody_who_is_in(house):
    house.door.settings.lock(house.evening, True)

    assert refused(house.join, ZOE, "Zoe") == "not_yours"
    assert house.visitor(BEN).seat == 1
    house.door.settings.lock(house.evening, False)
    assert house.join(ZOE, "Zoe").ok


# ---- coming back --------------------------------------------------------------------------------


def test_a_seat_without_a_phone_is_claimed_at_once(house):
    house.door.free_seat(house.evening, 1)

    answer = house.door.claim(house.evening, ZOE, 1)

    assert answer.ok
    assert house.visitor(ZOE).seat == 1


def test_a_seat_somebody_holds_is_asked_for(house):
    house.door.claim(house.evening, ZOE, 1)

    assert house.visitor(ZOE).seat is None
    house.door.answer_asking(house.evening, token_hash(ZOE), True)
    assert (house.visitor(ZOE).seat, house.visitor(BEN).seat) == (1, None)


def test_a_refused_claim_changes_nothing(house):
    house.door.claim(house.evening, ZOE, 1)
    house.door.answer_asking(house.evening, token_hash(ZOE), False)

    assert (house.visitor(ZOE).seat, house.visitor(BEN).seat) == (None, 1)
    assert house.door.asking(house.evening) == []


def test_a_phone_does_not_take_a_second_seat(house):
    assert refused(house.door.claim, house.evening, BEN, 2) == "not_yours"
    assert refused(house.door.claim, house.evening, ZOE, 9) == "unknown_seat"


# ---- the pen ------------------------------------------------------------------------------------


def test_the_recovery_word_gives_the_pen(house):
    house.door.pen.take_by_word(house.evening, ZOE, f"  {house.word.upper()} ")

    assert house.visitor(ZOE).is_host
    assert house.visitor(HOST).role == "player"
    assert refused(house.door.pen.take_by_word, house.evening, BEN, "no such word") == "not_yours"


def test_the_pen_goes_over_with_another_players_word_and_not_with_the_own(house):
    house.door.pen.ask(house.evening, BEN)

    assert refused(house.door.pen.answer, house.evening, BEN, True) == "not_yours"
    assert refused(house.door.pen.answer, house.evening, ZOE, True) == "not_yours"
    house.door.pen.answer(house.evening, CARLA, True)
    assert house.visitor(BEN).is_host
    assert len(house.door.phones.hosts(house.evening)) == 1


def test_the_pen_is_handed_to_a_seat_with_a_phone(house):
    house.door.pen.give(house.evening, 2)

    assert house.visitor(CARLA).is_host
    house.door.free_seat(house.evening, 1)
    assert refused(house.door.pen.give, house.evening, 1) == "unknown_seat"


# ---- once more with the same people -------------------------------------------------------------


@pytest.fixture
def over(house):
    house.say("dealer", seat=2)
    house.say("begin_hand")
    house.say("play", seat=0, card="AC")
    house.say("undo")
    house.say("undo")
    house.say("end_evening")
    return house


def test_the_next_evening_has_the_same_people_rules_and_phones(over):
    new = over.door.open_again(over.evening)
    table = over.croupier.table(new.id)

    assert new.code != over.evening.code
    assert [seat.name for seat in table.seats.values()] == ["Anna", "Ben", "Carla"]
    assert [seat.animal for seat in table.seats.values()] == ["cat", "fish", "duck"]
    assert table.options == over.table.options
    assert [table.balance(seat) for seat in table.circle] == [30, 30, 30]
    assert [over.door.visitor(new, phone).seat for phone in (HOST, BEN, CARLA)] == [0, 1, 2]
    assert over.door.visitor(new, HOST).is_host


def test_the_next_evening_is_opened_once(over):
    first = over.door.open_again(over.evening)

    assert over.door.open_again(over.evening).id == first.id
    assert over.door.following(over.evening).id == first.id


def test_the_recovery_word_holds_for_the_next_evening_too(over):
    new = over.door.open_again(over.evening)

    assert over.door.pen.take_by_word(new, ZOE, over.word).ok


def test_who_left_is_not_seated_again_and_their_phone_watches(house):
    house.join(ZOE, "Zoe")
    house.say("leave", seat=1)
    house.say("end_evening")

    new = house.door.open_again(house.evening)

    assert [seat.name for seat in house.croupier.table(new.id).seats.values()] == [
        "Anna", "Carla", "Zoe",
    ]  # fmt: skip
    assert house.door.visitor(new, BEN).role == "watcher"
    assert house.door.visitor(new, CARLA).seat == 1


def test_the_deal_passes_on_into_the_next_evening():
    with Store.open(None) as store:
        house = House(store, end="manual")
        for token, name in ((HOST, "Anna"), (BEN, "Ben"), (CARLA, "Carla"), (ZOE, "Dan")):
            house.join(token, name)
        house.say("dealer", seat=3)
        house.say("begin_hand")
        for action in E1.replace("\n", " ").split(","):
            name, _, card = action.strip().partition(" ")
            if name == "stop":
                house.say("stop")
            else:
                house.say("play", seat=("Anna", "Ben", "Carla", "Dan").index(name), card=card)
        house.say("end_evening")

        new = house.door.open_again(house.evening)

        assert house.croupier.table(new.id).dealer == 0


def test_a_deleted_next_evening_is_opened_anew(over):
    first = over.door.open_again(over.evening)
    over.croupier.forget(first.id)

    assert over.door.following(over.evening) is None
    assert over.door.open_again(over.evening).id != first.id
