"""One eye over a table: what it records, what it asks, and what it leaves alone."""

import random
from dataclasses import replace
from functools import partial

import pytest
from onlookers import STEP_MS, Evening

from companion.bench.simulated import Errors, SimulatedWatch
from companion.core.cards import Card
from companion.core.errors import RuleError
from companion.looking import TAKEN_BACK_MS
from companion.lookout import EYES_MAX
from companion.pace import WATCHES_MS
from companion.said import Actor, Said
from companion.store import Store


@pytest.fixture
def evening():
    with Store.open(None) as store:
        yield Evening(store)


@pytest.fixture
def eye(evening):
    return evening.placed(evening.lookouts.eye(evening.id, "table", label="Ben’s phone"))


class Turnable(SimulatedWatch):
    """A phone that a test holds upright or not; whatever lies there arrives anew when turned."""

    upright = False

    def look(self, frame, at_ms):
        view = super().look(frame, at_ms)
        width, height = view.size
        return replace(view, size=(height, width)) if self.upright else view

    def turn(self, upright):
        self.upright = upright
        self._cards.clear()


# ---- what it records


def test_a_run_is_recorded_card_by_card_without_a_tap(evening, eye):
    for seat, card in [(0, "4C"), (1, "5C"), (1, "6C"), (3, "7C")]:
        evening.lay(eye, seat, card)

    assert evening.played == [(0, "4C"), (1, "5C"), (1, "6C"), (3, "7C")]


def test_the_eye_is_the_witness_and_the_crop_the_evidence(evening, eye):
    answer = evening.lay(eye, 0, "4C", frames=3)
    answer = evening.look(eye, 1) if not answer["did"] else answer

    done, kept = answer["did"][0], evening.kept[-1]
    actor = evening.croupier.history(evening.id)[done["seq"] - 1].actor
    assert (actor["eye"], actor["seat"], actor["evidence"]) == ("table", 0, kept.id)
    assert (done["evidence"], kept.cards, kept.kind) == (kept.id, ("4C",), "play")
    assert max(kept.crop_bgr.shape[:2]) <= 220


def test_what_people_say_when_asked_rests_on_the_picture_of_the_card(evening, eye):
    asked = Said("tap", 1, "play", {"seat": 0, "card": "JS"})
    assert evening.lookouts.evidence_of(evening.id, asked) is None

    (question,) = evening.lay(eye, 0, "JS", frames=8)["questions"]  # a lead that wins by itself
    found = evening.lookouts.evidence_of(evening.id, asked)

    assert question["kind"] == "lead"
    assert (found.eye, found.kind, found.seat, found.cards) == ("table", "play", 0, ("JS",))
    assert max(found.crop_bgr.shape[:2]) <= 220
    other = Said("tap", 1, "play", {"seat": 0, "card": "9H"})
    assert evening.lookouts.evidence_of(evening.id, other) is None

    evening.say("play", seat=0, card="JS")
    evening.look(eye)
    assert evening.lookouts.evidence_of(evening.id, asked) is None


def test_a_pot_is_paid_for_a_card_that_continues_a_run(evening, eye):
    evening.lay(eye, 0, "TS")

    answer = evening.lay(eye, 2, "JS", frames=8)

    assert evening.played[-1] == (2, "JS")
    assert evening.table.balance("JS") == 0
    assert answer["needed"]["cards"] == ["QS"]


def test_the_page_is_told_what_lies_there_and_what_is_needed(evening, eye):
    evening.lay(eye, 0, "4C")
    answer = evening.lay(eye, 2, "9H", frames=8)

    states = {each["card"]: each["state"] for each in answer["outlines"]}
    assert (states["4C"], states["9H"], states["AH"]) == ("played", "asked", "masked")
    assert answer["needed"] == {"cards": ["5C"], "say": "5♣", "who": None}
    assert answer["questions"][0]["kind"] == "which"
    assert evening.played == [(0, "4C")]


def test_cards_of_the_layout_mean_nothing_even_when_they_are_needed(evening, eye):
    evening.say("play", seat=0, card="KH")

    evening.look(eye, 10)

    assert evening.hand.needed == "AH"
    assert evening.played == [(0, "KH")]


def test_the_undo_offered_is_the_last_act_of_an_eye(evening, eye):
    answer = evening.lay(eye, 0, "4C")
    assert answer["undo"]["say"].endswith("Anna plays the 4 of clubs.")

    evening.say("stop")

    assert evening.look(eye)["undo"] is None


def test_who_played_it_may_take_it_back_alone(evening, eye):
    answer = evening.lay(eye, 0, "4C")

    evening.say("undo", by=Actor("player", 0), seq=answer["undo"]["seq"])

    assert evening.played == []


# ---- what it leaves alone


def test_a_card_taken_back_on_a_phone_is_not_recorded_again_while_it_lies_there(evening, eye):
    answer = evening.lay(eye, 0, "4C")
    evening.say("undo", seq=answer["undo"]["seq"])

    evening.look(eye, 10)
    assert evening.played == []

    evening.stage.table.take_up([Card("4C")])
    evening.look(eye, 2)
    evening.lay(eye, 0, "4C")
    assert evening.played == [(0, "4C")]


def test_a_card_taken_up_again_is_offered_as_undo(evening, eye):
    evening.lay(eye, 0, "4C")
    evening.stage.table.take_up([Card("4C")])

    question = evening.look(eye)["questions"][0]

    reply = question["answers"][0]
    assert (question["kind"], reply["kind"]) == ("taken_back", "undo")
    evening.say(reply["kind"], **reply["data"])
    assert evening.played == []


def test_a_card_put_away_later_is_not_offered_as_undo(evening, eye):
    evening.lay(eye, 0, "4C")
    evening.look(eye, TAKEN_BACK_MS // STEP_MS + 1)
    evening.stage.table.take_up([Card("4C")])

    assert evening.look(eye)["questions"] == []


def test_what_is_ignored_asks_no_more(evening, eye):
    evening.lay(eye, 0, "4C")
    question = evening.lay(eye, 2, "9H", frames=8)["questions"][0]

    eye.ignore(question["id"])

    answer = evening.look(eye, 3)
    assert answer["questions"] == []
    assert {each["card"]: each["state"] for each in answer["outlines"]}["9H"] == "old"


def test_what_was_ignored_is_news_where_it_is_laid_again(evening, eye):
    evening.lay(eye, 0, "4C")
    eye.ignore(evening.lay(eye, 0, "9H", frames=8)["questions"][0]["id"])
    evening.stage.table.take_up([Card("9H")])
    evening.say("stop")
    evening.look(eye, 4)

    evening.lay(eye, 0, "9H")

    assert evening.played == [(0, "4C"), (0, "9H")]


def test_cards_of_the_last_hand_are_no_news_in_the_next(evening, eye):
    for number, card in enumerate(
        ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC"]
    ):
        evening.stage.lay(0, Card(card))
        evening.look(eye, 6 if number else 8)
    assert evening.hand.phase == "done"
    evening.say("begin_hand")

    evening.look(eye, 10)

    assert evening.played == []


# ---- who played it


def test_a_phone_to_which_somebody_shows_cards_says_who(evening):
    eye = evening.lookouts.eye(evening.id, "bens", seat=1)
    evening.stage.clear()
    evening.say("play", seat=0, card="4C")

    evening.look(eye, 3)
    evening.lay(eye, 3, "5C", frames=8)  # wherever it lies in Ben's own picture

    assert evening.played[-1] == (1, "5C")


def test_the_card_of_somebody_whose_place_is_not_known_is_nobody_elses(evening, eye):
    for kind in ("pots_only", "void"):
        evening.say(kind)
    evening.say("sit", name="Eve", animal="owl")  # between Dan and Anna, never shown to the camera
    for kind in ("begin_hand", "deal"):
        evening.say(kind)
    evening.say("play", seat=evening.hand.leader, card="TS")
    evening.look(eye, 3)

    evening.stage.table.lay(Card("JS"), (1240.0, 40.0), 0.0)
    (question,) = evening.look(eye, 12)["questions"]

    assert question["kind"] == "who"
    assert "Eve" in [answer["label"] for answer in question["answers"]]
    evening.say("play", seat=4, card="JS")
    evening.lay(eye, 3, "QS")  # Dan's own pile is as sure as ever
    assert evening.played[-1] == (3, "QS")


def test_without_places_the_eye_asks_who(evening):
    eye = evening.lookouts.eye(evening.id, "table")
    evening.say("play", seat=0, card="4C")

    question = evening.lay(eye, 1, "5C", frames=9)["questions"][0]

    assert (question["kind"], len(question["answers"])) == ("who", 4)


def test_a_tap_for_somebody_else_is_questioned_and_can_be_amended(evening, eye):
    evening.lay(eye, 0, "4C")
    evening.stage.lay(1, Card("5C"))
    evening.say("play", seat=2, card="5C")

    question = evening.look(eye, 5)["questions"][0]

    reply = question["answers"][0]
    assert (question["kind"], reply["kind"], reply["label"]) == ("tapped", "amend", "Ben")
    evening.say("amend", **reply["data"])
    assert evening.played[-1] == (1, "5C")


def test_a_reading_where_nothing_stirred_is_not_believed_alone(evening, eye, monkeypatch):
    evening.lay(eye, 0, "4C")
    monkeypatch.setattr(eye.news.stir, "stirred_ms", lambda point, *times: None)

    question = evening.lay(eye, 1, "5C", frames=8)["questions"][0]

    assert question["kind"] == "who"
    assert evening.played == [(0, "4C")]


# ---- several eyes


def test_two_eyes_that_see_the_same_agree(evening, eye):
    other = evening.placed(evening.lookouts.eye(evening.id, "second"))
    evening.stage.lay(0, Card("4C"))
    for _ in range(6):
        evening.look(eye)
        evening.look(other)

    assert evening.played == [(0, "4C")]


def test_an_eye_that_sends_no_more_is_not_waited_for(evening, eye):
    evening.placed(evening.lookouts.eye(evening.id, "second"))
    evening.look(eye, WATCHES_MS // STEP_MS + 1)

    evening.lay(eye, 0, "4C")

    assert evening.played == [(0, "4C")]


def test_two_eyes_with_different_places_ask(evening, eye):
    other = evening.placed(evening.lookouts.eye(evening.id, "second"))
    zones = other.places.zones.middles
    other.places.zones = type(other.places.zones)(
        {0: zones[1], 1: zones[0], 2: zones[2], 3: zones[3]}
    )
    evening.say("play", seat=0, card="4C")
    evening.stage.lay(1, Card("5C"))
    for _ in range(8):
        evening.look(eye)
        answer = evening.look(other)

    assert answer["questions"][0]["kind"] == "disagree"
    assert evening.played == [(0, "4C")]


def test_so_many_eyes_and_no_more(evening):
    for number in range(EYES_MAX):
        evening.lookouts.eye(evening.id, f"eye{number}")

    with pytest.raises(RuleError, match="Close one"):
        evening.lookouts.eye(evening.id, "one more")
    evening.now_ms += WATCHES_MS
    evening.lookouts.eye(evening.id, "one more")

    assert evening.lookouts.find(evening.id, "eye0") is None


def test_an_eye_is_closed_and_an_evening_forgotten(evening):
    evening.lookouts.eye(evening.id, "table")
    evening.lookouts.close(evening.id, "table")
    assert evening.lookouts.find(evening.id, "table") is None

    evening.lookouts.eye(evening.id, "table")
    evening.lookouts.forget(evening.id)
    assert evening.lookouts.find(evening.id, "table") is None


# ---- setting up


def test_places_are_kept_for_the_evening(evening, eye):
    again = evening.house().eye(evening.id, "table")

    assert again.places.zones == eye.places.zones
    assert len(again.places.zones.middles) == 4


def test_each_person_is_asked_in_turn_and_can_be_skipped(evening):
    eye = evening.lookouts.eye(evening.id, "table")
    evening.look(eye, 5)
    eye.set_up()
    assert evening.look(eye)["setting"]["say"] == "Anna, lay one card in front of you."

    eye.skip(0)

    assert evening.look(eye)["setting"]["missing"] == [1, 2, 3]
    eye.set_up(begin=False)
    assert evening.look(eye)["setting"] is None


def test_nothing_is_recorded_while_places_are_set_up(evening):
    eye = evening.lookouts.eye(evening.id, "table")
    evening.look(eye, 5)
    eye.set_up()

    evening.lay(eye, 0, "4C", frames=10)

    assert evening.played == []


def test_a_place_can_be_tapped_and_all_can_be_forgotten(evening, eye):
    eye.place(2, (0.3, 0.3))
    assert eye.places.zones.middles[2] == (0.3, 0.3)

    eye.clear()

    assert evening.look(eye)["zones"] == []
    assert evening.house().eye(evening.id, "table").places.zones.middles == {}


def test_one_place_is_set_up_anew(evening, eye):
    eye.turn(2)
    answer = evening.look(eye)
    assert (answer["setting"]["seat"], answer["setting"]["missing"]) == (2, [2])

    evening.lay(eye, 2, "9H")

    assert eye.places.seating is None


# ---- frames


def mix_up(evening, eye):
    """Ben and Carla lie the other way round than they sit."""
    ben, carla = (eye.places.zones.middles[seat] for seat in (1, 2))
    eye.place(1, carla)
    eye.place(2, ben)
    return evening.look(eye)


def accept_order(evening):
    """Somebody says that people sit as their cards lie."""
    evening.door.settings.accept_order(evening.door.store.evening(evening.id))


def test_people_who_lie_in_another_order_than_they_sit_are_asked_once(evening, eye):
    assert not evening.look(eye)["disorder"]

    answer = mix_up(evening, eye)
    assert answer["disorder"]
    assert answer["trouble"].endswith("Do you sit like this?")

    accept_order(evening)
    answer = evening.look(eye)
    assert (answer["disorder"], answer["trouble"]) == (False, "")


def test_said_once_it_holds_for_the_evening_whatever_camera_and_server_look_on(evening, eye):
    mix_up(evening, eye)
    accept_order(evening)

    evening.lookouts = evening.house()  # another start of the server
    same = evening.lookouts.eye(evening.id, "table")
    other = evening.lookouts.eye(evening.id, "shelf")
    for seat, place in same.places.zones.middles.items():
        other.place(seat, place)

    for each in (same, other):
        assert each.places.is_out_of_order(evening.table.circle)
        assert not evening.look(each)["disorder"]


def test_a_second_frame_at_the_same_time_is_told_to_wait(evening, eye):
    with eye._busy:
        assert eye.look(evening.stage.picture(), 1) == {"ok": False, "busy": True}


def test_an_hour_of_nothing_leaves_nothing_behind(evening, eye):
    evening.lay(eye, 0, "4C")

    def kept():
        news = eye.news
        return [len(each) for each in (
            news.old, news._laid, news._let_lie, eye.places.points, eye.together.done
        )]  # fmt: skip

    before = kept()

    evening.look(eye, 300)

    assert kept() == before


def test_without_the_rules_as_prior_the_run_is_recorded_too(evening, eye):
    eye.set_prior(False)
    evening.lay(eye, 0, "4C")
    answer = evening.lay(eye, 1, "5C")

    assert evening.played == [(0, "4C"), (1, "5C")]
    assert answer["prior"] is False


def test_the_status_is_the_answer_without_a_look(evening, eye):
    answer = evening.look(eye)

    assert eye.status() == answer


# ---- a phone that is turned


@pytest.fixture
def turned(evening):
    """An eye with places, turned after the first card of a run."""
    evening.reads = partial(Turnable, errors=Errors(0), rng=random.Random(1))
    eye = evening.placed(evening.lookouts.eye(evening.id, "table"))
    evening.lay(eye, 0, "4C")
    eye.watch.turn(True)
    evening.look(eye, 6)
    return eye


def test_a_turned_phone_knows_no_places_and_asks_who(evening, turned):
    answer = evening.lay(turned, 1, "5C")

    assert evening.played == [(0, "4C")]
    assert not turned.places.zones.middles
    assert [question["kind"] for question in answer["questions"]] == ["who"]


def test_what_lies_there_when_a_phone_is_turned_is_no_news(evening, turned):
    """A card needed next that lay there all the time is not played by turning the phone."""
    turned.watch.turn(False)
    evening.stage.lay(1, Card("5C"))

    answer = evening.look(turned, 6)

    assert evening.played == [(0, "4C")]
    assert answer["questions"] == []


def test_a_phone_turned_back_knows_the_places_again(evening, turned):
    turned.watch.turn(False)
    evening.look(turned, 8)

    evening.lay(turned, 1, "5C")

    assert evening.played == [(0, "4C"), (1, "5C")]


# ---- cards that are not of this deck


def test_a_second_deck_on_the_table_plays_nothing(evening, eye):
    """Its cards lie there when the hand begins, also before people, also those needed next."""
    for seat, card in [(0, "5C"), (1, "6C"), (2, "7C")]:
        evening.stage.lay(seat, Card(card))
    evening.look(eye, 6)
    evening.say("misdeal")
    evening.say("deal")
    evening.look(eye, 2)

    answer = evening.lay(eye, 0, "4C")

    assert evening.played == [(0, "4C")]
    assert answer["questions"] == []


def test_a_played_card_that_is_shown_a_second_time_plays_nothing(evening, eye):
    evening.lay(eye, 0, "4C")
    before = evening.croupier.seq(evening.id)

    answer = evening.lay(eye, 1, "4C")

    assert (evening.croupier.seq(evening.id), answer["questions"]) == (before, [])


def test_a_card_on_a_phone_in_the_middle_of_the_table_only_asks(evening, eye):
    """As any card that lies before nobody: no picture of one tells it from paper."""
    evening.lay(eye, 0, "4C")
    evening.stage.table.lay(Card("5C"), (640.0, 360.0), 0.0)

    answer = evening.look(eye, 8)

    assert evening.played == [(0, "4C")]
    assert all(question["cards"] == ["5C"] for question in answer["questions"])
