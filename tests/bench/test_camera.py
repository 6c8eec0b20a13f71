"""Films of whole hands and simulated readers: from cards laid down to final balances."""

import json
import random

import pytest

from companion.bench import camera
from companion.bench.camera import simulated
from companion.bench.deals import random_record, random_records
from companion.bench.evening import FilmedEvening, Score
from companion.bench.simulated import Errors, SimulatedWatch
from companion.core.cards import Card
from companion.games import all_games
from companion.record import replay_record


def perfect(stage):
    return SimulatedWatch(stage, Errors(0), random.Random(1))


@pytest.mark.parametrize("key", all_games())
def test_a_perfect_reader_keeps_the_tally_of_every_game_without_a_tap(key):
    score = FilmedEvening(random_record(2, key), watch=perfect).run()

    assert (score.right_hands, score.wrong, score.typed) == (1, 0, 0), score.notes
    assert score.seen + sum(score.kinds.values()) >= score.plays


def test_the_eye_asks_for_the_stops_that_nobody_taps():
    score = FilmedEvening(random_record(2, "boodle"), watch=perfect, stops_are_said=False).run()

    assert score.right_hands == 1
    assert set(score.kinds) <= {"stop_lead", "gap", "lead"}


def test_without_the_rules_as_prior_a_perfect_reader_does_as_well():
    score = FilmedEvening(random_record(2, "newbury"), watch=perfect, prior=False).run()

    assert (score.right_hands, score.wrong, score.typed) == (1, 0, 0), score.notes


def test_a_reader_that_errs_awards_nothing_falsely_and_the_balances_are_right():
    total = Score()
    for score in simulated(Errors(0.05), 300):
        total.add(score)

    assert total.plays >= 300
    assert total.false_awards == 0
    assert total.right_hands == total.hands


def test_a_reader_that_errs_at_every_look_is_caught_by_people_or_questions():
    total = Score()
    for score in simulated(Errors(0.2, sticks=1.0), 120):
        total.add(score)

    assert sum(total.kinds.values()) + total.typed + total.wrong > 0
    assert total.right_hands == total.hands


class Mistaken(SimulatedWatch):
    """Errs about one card alone, at every look."""

    def __init__(self, stage, card, mistake, other="9S"):
        super().__init__(stage, Errors(0), random.Random(1))
        self.wrong, self.mistake, self.other = card, mistake, other

    def _new(self, lying, at_ms):
        card = super()._new(lying, at_ms)
        if str(lying.card) == self.wrong:
            card.mistake, card.other = self.mistake, Card(self.other)
        return card


@pytest.mark.parametrize(
    ("card", "mistake", "false_awards"),
    [
        ("8S", "wrong card", 0),  # Ben's last card, a lead: whatever it is, he wins as much
        ("JS", "wrong seat", 1),  # a pay card that continues the run, and all hands are in motion
    ],
)
def test_an_award_is_false_where_chips_moved_otherwise(card, mistake, false_awards, monkeypatch):
    monkeypatch.setattr("companion.bench.evening.PASSING_ODDS", 1.0)
    record = random_record(2, "boodle")

    score = FilmedEvening(record, watch=lambda stage: Mistaken(stage, card, mistake)).run()

    assert (score.wrong, score.false_awards) == (1, false_awards), score.notes
    assert score.right_hands == 1


def test_somebody_who_laid_nothing_is_not_paid_for_a_card_taken_for_theirs(monkeypatch):
    """Nothing stirred there; so people say who played it."""
    monkeypatch.setattr("companion.bench.evening.PASSING_ODDS", 0.0)
    record = random_record(2, "boodle")

    score = FilmedEvening(record, watch=lambda stage: Mistaken(stage, "JS", "wrong seat")).run()

    assert (score.wrong, score.false_awards, score.kinds.get("who")) == (0, 0, 1), score.kinds


@pytest.mark.parametrize("record", random_records(15, first_seed=40), ids=lambda r: r["id"])
def test_random_deals_are_records_that_replay(record):
    hands = [{k: v for k, v in hand.items() if k != "dealt"} for hand in record["hands"]]

    row = replay_record({**record, "hands": hands})

    assert row["ok"], row
    assert row["warnings"] == []


def test_the_same_seed_deals_the_same_cards():
    assert random_record(5, "boodle") == random_record(5, "boodle")


# ---- the command line


def test_simulated_readers_are_measured_from_the_command_line(capsys):
    assert camera.main(["--simulated", "--plays", "20", "--rate", "0.05"]) == 0

    printed = capsys.readouterr().out
    assert "errors 5%, 10% stick" in printed
    assert "false awards" in printed


def test_what_was_measured_is_kept_and_gone_on_from(tmp_path, monkeypatch, capsys):
    filmed = []

    def run(evening):
        filmed.append(evening.record["id"])
        return Score(hands=1, plays=30, seen=30, right_hands=1, questions=[0])

    monkeypatch.setattr(FilmedEvening, "run", run)
    asked = ["--deals", "2", "--light", "good", "--prior", "on", "--results", str(tmp_path / "r")]
    camera.main(asked)
    camera.main(asked)

    assert len(filmed) == 2
    assert capsys.readouterr().out.count("good, prior on  2") == 2


def test_a_measurement_that_is_stopped_prints_what_it_has(monkeypatch, capsys):
    monkeypatch.setattr(
        FilmedEvening, "run", lambda evening: (_ for _ in ()).throw(KeyboardInterrupt)
    )

    assert camera.main(["--quick"]) == 0

    assert "questions: median" in capsys.readouterr().out


def test_records_of_files_are_filmed_where_every_card_is_in_them(tmp_path):
    whole, pots = random_record(1, "boodle"), random_record(1, "boodle")
    pots["hands"][0]["actions"] = ["Anna takes JS", "Anna out"]
    refused = {**whole, "expect": {"refused": {"hand": 1, "action": 1}}}
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(json.dumps(r) for r in (whole, pots, refused)), encoding="utf-8")

    assert list(camera._records([path])) == [whole]
