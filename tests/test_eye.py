"""What a picture may do at a table: record the expected card, ask, or nothing; never more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from evenings import E1, after, begun

from companion import eye
from companion.core import commands, evening
from companion.core.cards import Card
from companion.core.sighting import Sighting
from companion.core.table import Table, replay
from companion.games import game_named


def told(table: Table, *acts: tuple[str, dict[str, object]]) -> Table:
    for kind, data in acts:
        table = replay(table, commands.decide(table, kind, data))
    return table


def play(seat: int, card: str) -> tuple[str, dict[str, object]]:
    return ("play", {"seat": seat, "card": card})


@pytest.fixture
def table() -> Table:
    """Four players, Dan deals, nothing played yet."""
    opened = Table.new(game_named("boodle"))
    opened = replay(opened, evening.open_evening(opened.game, {}))
    seats = [("sit", {"name": n, "animal": a}) for n, a in
             zip(("Anna", "Ben", "Carla", "Dan"), evening.ANIMALS, strict=False)]  # fmt: skip
    return told(opened, *seats, ("dealer", {"seat": 3}), ("begin_hand", {}))


def saw(*cards: str, confidence: float = 0.99) -> list[Sighting]:
    return [Sighting(Card(card), confidence, (0.0, 0.0, 10.0, 10.0)) for card in cards]


def photo(table: Table, sightings: list[Sighting], seat: int | None) -> eye.Verdict:
    """What one photograph leads to, taken by the phone of *seat*."""
    return eye.judge(table, eye.from_photo(sightings, seat), care=eye.PHOTO)[0]


def plays(seat: int, card: str) -> eye.Record:
    return eye.Record("play", seat, (Card(card),), {"seat": seat, "card": card})


def test_the_expected_card_is_recorded_for_the_phone_that_shows_it(table: Table) -> None:
    table = told(table, play(0, "4C"))

    assert photo(table, saw("5C"), seat=1) == plays(1, "5C")


def test_the_expected_card_asks_who_where_the_phone_plays_for_all(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("5C"), seat=None)

    assert isinstance(verdict, eye.Ask)
    assert (verdict.kind, verdict.cards, verdict.seats) == ("who", (Card("5C"),), ())


def test_the_expected_card_is_found_among_others_on_the_table(table: Table) -> None:
    table = told(table, play(0, "4C"))

    assert photo(table, saw("4C", "9H", "5C"), seat=2) == plays(2, "5C")


def test_an_unexpected_card_only_asks(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("8C", "9S"), seat=1)

    assert isinstance(verdict, eye.Ask)
    assert verdict.expected == Card("5C")


def test_another_suit_is_never_recorded(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("5S"), seat=1)

    assert isinstance(verdict, eye.Ask)
    assert verdict.cards == (Card("5C"), Card("5S"))


def test_a_card_further_on_asks_who_played_those_between(table: Table) -> None:
    table = told(table, play(0, "4C"))

    verdict = photo(table, saw("7C"), seat=1)

    assert isinstance(verdict, eye.Ask)
    assert verdict.cards == (Card("7C"), Card("5C"), Card("6C"))
    assert "5♣, 6♣" in verdict.why


def test_a_lead_is_always_a_question(table: Table) -> None:
    verdict = photo(table, saw("4C"), seat=0)

    assert isinstance(verdict, eye.Ask)
    assert (verdict.kind, verdict.cards, verdict.seats) == ("lead", (Card("4C"),), (0,))


def test_what_cannot_lead_is_said_and_changes_nothing(table: Table) -> None:
    table = told(table, play(0, "4C"), ("stop", {}))

    verdict = photo(table, saw("4C"), seat=0)

    assert isinstance(verdict, eye.Nothing)
    assert "played already" in verdict.text


@pytest.mark.parametrize(
    ("acts", "words"),
    [
        ([], "No card could be read"),
        ([("pots_only", {})], "only pots"),
    ],
)
def test_an_empty_picture_gets_a_sentence(table: Table, acts: list[object], words: str) -> None:
    table = told(table, *acts)  # type: ignore[arg-type]

    verdict = photo(table, [], seat=0)

    assert isinstance(verdict, eye.Nothing)
    assert words in verdict.text


def test_between_hands_a_picture_changes_nothing() -> None:
    blank = Table.new(game_named("boodle"))

    assert isinstance(photo(blank, saw("4C"), seat=0), eye.Nothing)


# ---- cameras that look on -----------------------------------------------------------------------


def lies(
    card: str, seat: int | None = None, *, votes: int = 5, confidence: float = 0.97,
    age_ms: int = 3000, told_by: str = "zone", **more: object,
) -> eye.Seen:  # fmt: skip
    """A card as a camera over the table sees it lie."""
    told_by = told_by if seat is not None or told_by == "nowhere" else ""
    return eye.Seen(
        Card(card), confidence, votes, 5, seat, told_by=told_by, age_ms=age_ms, eye="one", **more
    )  # type: ignore[arg-type]


def asks(table: Table, *seen: eye.Seen, **more: object) -> eye.Ask:
    """The first verdict, which must be a question."""
    verdict = eye.judge(table, seen, **more)[0]  # type: ignore[arg-type]
    assert isinstance(verdict, eye.Ask), verdict
    return verdict


def waits(table: Table, *seen: eye.Seen, **more: object) -> bool:
    """Whether nothing follows yet."""
    return isinstance(eye.judge(table, seen, **more)[0], eye.Nothing)  # type: ignore[arg-type]


@pytest.fixture
def run(table: Table) -> Table:
    """Anna has led the 4 of clubs; the 5 is needed."""
    return told(table, play(0, "4C"))


def test_the_legal_card_with_steady_votes_is_recorded_without_a_tap(run: Table) -> None:
    assert eye.judge(run, [lies("5C", 1, votes=3)]) == (plays(1, "5C"),)


def test_two_sure_looks_apart_are_as_good_as_many_in_a_row(run: Table) -> None:
    twice = replace(lies("5C", 1, votes=2), looks=2, span_ms=1000)

    assert eye.judge(run, [twice]) == (plays(1, "5C"),)
    assert waits(run, replace(twice, span_ms=300))
    assert waits(run, replace(twice, looks=3))
    assert waits(run, replace(twice, confidence=0.9))


def test_a_card_is_not_judged_before_those_that_were_laid_earlier_are_read(run: Table) -> None:
    assert waits(run, lies("7C", 2, waits=True))
    assert asks(run, lies("7C", 2)).kind == "gap"
    assert eye.judge(run, [lies("5C", 1, waits=True)]) == (plays(1, "5C"),)


def test_one_camera_waits_longer_for_another_that_has_still_to_read(run: Table) -> None:
    both, late = frozenset({"one", "two"}), frozenset({"two"})

    assert waits(run, lies("5C", 1, age_ms=5000), eyes=both, behind=late)
    assert eye.judge(run, [lies("5C", 1, age_ms=5000)], eyes=both) == (plays(1, "5C"),)
    old = lies("5C", 1, age_ms=11_000)
    assert eye.judge(run, [old], eyes=both, behind=late) == (plays(1, "5C"),)


def test_a_weak_reading_of_the_legal_card_needs_more_frames(run: Table) -> None:
    assert waits(run, lies("5C", 1, votes=3, confidence=0.4))
    assert eye.judge(run, [lies("5C", 1, votes=5, confidence=0.4)]) == (plays(1, "5C"),)


def test_without_the_rules_as_prior_the_legal_card_must_be_read_as_well_as_any(run: Table) -> None:
    care = eye.LIVE.without_prior

    assert waits(run, lies("5C", 1, votes=5, confidence=0.4), care=care)
    assert eye.judge(run, [lies("5C", 1)], care=care) == (plays(1, "5C"),)


def test_chips_need_a_strong_reading(table: Table) -> None:
    table = told(table, play(0, "TS"))

    assert waits(table, lies("JS", 1, votes=3, confidence=0.7, age_ms=1000))
    assert eye.judge(table, [lies("JS", 1)]) == (plays(1, "JS"),)


def test_a_poor_reading_on_which_chips_hang_is_asked_about_when_it_gets_no_surer(
    table: Table,
) -> None:
    table = told(table, play(0, "TS"))
    poor = lies("JS", 1, confidence=0.7)

    assert waits(table, replace(poor, age_ms=2900))
    ask = asks(table, poor)

    assert (ask.kind, ask.say) == ("doubtful", "Does Ben play the jack of spades?")
    assert [(reply.kind, reply.data) for reply in ask.replies] == [
        ("play", {"seat": 1, "card": "JS"})
    ]


def test_a_lead_read_poorly_is_asked_about_when_it_gets_no_surer(table: Table) -> None:
    poor = lies("4C", 0, confidence=0.7)

    assert waits(table, replace(poor, age_ms=2900))
    ask = asks(table, poor)

    assert (ask.kind, ask.cards) == ("lead", ("4C",))
    assert waits(table, replace(poor, confidence=0.5))
    assert waits(table, replace(poor, seat=1))
    assert waits(table, replace(poor, was_laid=False))
    assert waits(table, poor, care=eye.LIVE.without_prior)


def test_the_first_card_of_a_suit_read_poorly_asks_who_played_it() -> None:
    hearts = Table.new(game_named("family_hearts"))
    hearts = replay(hearts, evening.open_evening(hearts.game, {}))
    seats = [("sit", {"name": n, "animal": a, "chips": 60}) for n, a in
             zip(("Anna", "Ben", "Carla"), evening.ANIMALS, strict=False)]  # fmt: skip
    table = told(hearts, *seats, ("dealer", {"seat": 2}), ("begin_hand", {}))
    poor = lies("2C", 1, confidence=0.7)

    assert waits(table, replace(poor, age_ms=2900))
    assert asks(table, poor).kind == "who"


@pytest.mark.parametrize("cards", [("KD", "2H", "5C", "QH", "9S"), ("2H", "5C", "QH")])
def test_a_hand_laid_open_is_no_play(run: Table, cards: tuple[str, ...]) -> None:
    at_once = [lies(card, 1) for card in cards]

    ask = asks(run, *at_once)
    kinds = {each.kind for each in eye.judge(run, at_once) if isinstance(each, eye.Ask)}

    assert "at_once" in kinds, ask
    assert not any(isinstance(each, eye.Record) for each in eye.judge(run, at_once))


def test_a_run_laid_at_once_and_a_card_laid_beside_another_are_plays(run: Table) -> None:
    assert eye.judge(run, [lies(card, 1) for card in ("5C", "6C", "7C")]) == (plays(1, "5C"),)
    assert eye.judge(run, [lies("5C", 1), lies("KD", 2)]) == (plays(1, "5C"),)
    later = [lies("2H", 2, rest_ms=900), lies("QH", 3, rest_ms=900)]
    assert eye.judge(run, [lies("5C", 1), *later]) == (plays(1, "5C"),)


def test_a_card_that_was_not_seen_laid_is_said_to_be(run: Table) -> None:
    ask = asks(run, lies("5C", 1, near=3, was_laid=False))

    assert (ask.kind, ask.seats) == ("who", (1,))
    assert ask.why == "It lies before Ben, and the camera did not see it laid."


def test_what_lay_there_when_a_camera_without_places_joined_is_no_lead(table: Table) -> None:
    layout = [lies(card, was_laid=False, quiet_ms=9000) for card in ("AH", "KC", "QD", "JS")]

    assert waits(table, *layout)
    assert eye.judge(table, [*layout, lies("4C", rest_ms=5000)]) == (plays(0, "4C"),)


def test_a_strong_reading_of_an_illegal_card_is_a_question(run: Table) -> None:
    ask = asks(run, lies("5S", 1))

    assert (ask.kind, ask.expected, ask.seen) == ("which", "5C", "5S")
    assert [reply.data for reply in ask.replies] == [{"seat": 1, "card": "5C"}]


def test_an_illegal_card_is_asked_about_when_it_lies_for_a_while(run: Table) -> None:
    assert waits(run, lies("5S", 1, age_ms=400))


def test_a_weak_reading_of_an_illegal_card_is_nothing(run: Table) -> None:
    assert waits(run, lies("5S", 1, confidence=0.6))


@pytest.mark.parametrize(("now", "plays_it"), [("covered", True), ("unsure", False),
                                               ("missing", False)])  # fmt: skip
def test_the_legal_card_counts_where_it_lies_there_now(
    run: Table, now: str, plays_it: bool
) -> None:
    """What was seen of it before the 4 was recorded may have been taken back since."""
    assert waits(run, lies("5C", 1, now=now)) is not plays_it


def test_the_legal_card_is_asked_about_where_it_lay_there_before_the_last_one(run: Table) -> None:
    """In time: what lay there may be another card, and the next look shows the one that is laid."""
    last, old = lies("4C", 0, rest_ms=9000), lies("5C", 1, rest_ms=7000)

    assert waits(run, last, old)
    assert asks(run, last, replace(old, quiet_ms=eye.OLD_MS)).kind == "who"
    assert eye.judge(run, [last, lies("5C", 1, rest_ms=8500)]) == (plays(1, "5C"),)


def test_the_legal_card_laid_together_with_the_last_one_must_be_read_as_well_as_any(
    run: Table,
) -> None:
    """It may be that card, read twice."""
    last, both = lies("4C", 0, rest_ms=9000), lies("5C", 1, rest_ms=9000)

    assert waits(run, last, replace(both, votes=3))
    assert eye.judge(run, [last, both]) == (plays(1, "5C"),)


def test_the_legal_card_may_be_the_one_that_was_tapped_because_nobody_could_read_it(
    run: Table,
) -> None:
    """The camera sees no 4, and before Anna, who played it, a 5 from the same time."""
    same = lies("5C", 0, is_later=False)

    assert waits(run, same)
    assert asks(run, replace(same, quiet_ms=eye.OLD_MS)).kind == "who"
    assert eye.judge(run, [lies("5C", 0)]) == (plays(0, "5C"),)
    assert eye.judge(run, [lies("5C", 1, is_later=False)]) == (plays(1, "5C"),)


def test_the_legal_card_is_the_one_laid_now_whatever_lay_there_before(run: Table) -> None:
    """An older card before Carla is read anew as the 5, and Ben lays the 5."""
    last, old = lies("4C", 0, rest_ms=9000), lies("5C", 2, rest_ms=2000)

    assert eye.judge(run, [last, old, lies("5C", 1, rest_ms=9900)]) == (plays(1, "5C"),)


def test_a_card_that_pays_lies_where_somebody_stirred_since_the_last_one(
    table: Table,
) -> None:
    """Else it is taken for nearer to somebody else than it is, and chips go astray."""
    run = told(table, play(0, "TS"))
    last, jack = lies("TS", 0, rest_ms=9000), lies("JS", 1, rest_ms=9900)
    ask = asks(run, last, replace(jack, stirred_ms=9000))

    assert (ask.kind, ask.seats) == ("who", (1,))
    assert eye.judge(run, [last, replace(jack, stirred_ms=9001)]) == (plays(1, "JS"),)


@pytest.mark.parametrize(("stirred_ms", "plays_it"), [(8001, True), (8000, False)])
def test_a_card_that_pays_nothing_may_be_laid_in_haste(
    run: Table, stirred_ms: int, plays_it: bool
) -> None:
    """Two people lay their cards of one run almost at once."""
    last, five = lies("4C", 0, rest_ms=9000), lies("5C", 1, rest_ms=9900, stirred_ms=stirred_ms)

    assert isinstance(eye.judge(run, [last, five])[0], eye.Record) is plays_it


@pytest.mark.parametrize("seen", [("9D", 0), ("9D", 2), ("6C", 2)])
def test_what_lay_there_before_the_last_card_is_no_question(
    run: Table, seen: tuple[str, int]
) -> None:
    """It is read anew as another, and nobody has laid anything since."""
    card, seat = seen
    last, old = lies("4C", 0, rest_ms=9000), lies(card, seat, rest_ms=7000)

    assert waits(run, last, replace(old, quiet_ms=eye.OLD_MS))
    assert asks(run, last, replace(old, rest_ms=8500))


def test_the_legal_card_that_nobody_saw_laid_is_asked_about(run: Table) -> None:
    assert asks(run, lies("5C", 1, was_laid=False)).kind == "who"


def test_what_is_looked_for_in_vain_asks_nothing(run: Table) -> None:
    assert waits(run, lies("9D", 0, now="missing"), lies("6C", 2, now="unsure"))


def test_a_corner_half_covered_by_the_card_just_played_is_not_asked_about(run: Table) -> None:
    last = lies("4C", 0, rest_ms=9000)

    for rest_ms, asked in ((9000, None), (9200, None), (9500, "stop_lead")):
        verdict = eye.judge(run, [last, lies("9S", 0, rest_ms=rest_ms)])[0]
        assert getattr(verdict, "kind", None) == asked
    assert asks(run, last, lies("9S", 1, rest_ms=9000)).kind == "which"


def test_a_gap_asks_who_played_the_card_between(run: Table) -> None:
    ask = asks(run, lies("6C", 2))

    assert (ask.kind, ask.say) == ("gap", "Who played the 5 of clubs?")
    bens = next(reply for reply in ask.replies if reply.label == "Ben")
    assert (bens.kind, bens.data) == ("play_through", {"plays": ["1:5C", "2:6C"]})


def test_a_gap_waits_while_the_card_between_may_still_be_read(run: Table) -> None:
    assert waits(run, lies("6C", 2), lies("5C", 1, votes=3, confidence=0.2))


def test_of_several_cards_the_needed_one_comes_first(run: Table) -> None:
    assert eye.judge(run, [lies("6C", 2), lies("5C", 1)]) == (plays(1, "5C"),)


def test_a_new_card_of_who_played_last_asks_whether_nobody_has_the_needed_one(run: Table) -> None:
    ask = asks(run, lies("9D", 0))

    assert (ask.kind, ask.say) == ("stop_lead", "Nobody has the 5 of clubs?")
    assert ask.replies[0].kind == "stop"


def test_a_card_that_lies_before_nobody_is_no_play(run: Table) -> None:
    assert waits(run, lies("9D", told_by="nowhere"))
    assert asks(run, lies("5C", told_by="nowhere")).kind == "who"


def test_a_card_between_two_places_asks_who(run: Table) -> None:
    ask = asks(run, lies("5C", 1, near=2, clear=False))

    assert (ask.kind, ask.why) == ("who", "It lies between Ben and Carla.")
    assert [reply.seat for reply in ask.replies] == [1, 2, 0, 3]


def test_two_cameras_that_disagree_ask(run: Table) -> None:
    ask = asks(run, lies("5C", 1), replace(lies("5C", 2), eye="two"))

    assert (ask.kind, [reply.seat for reply in ask.replies]) == ("disagree", [1, 2])


def test_a_camera_waits_a_moment_for_the_other_one(run: Table) -> None:
    both = frozenset({"one", "two"})

    assert waits(run, lies("5C", 1, age_ms=900), eyes=both)
    assert eye.judge(run, [lies("5C", 1, age_ms=3000)], eyes=both) == (plays(1, "5C"),)
    seen = [lies("5C", 1, age_ms=900), replace(lies("5C", 1, age_ms=300), eye="two")]
    assert eye.judge(run, seen, eyes=both) == (plays(1, "5C"),)


def test_a_tap_for_another_than_the_card_lies_before_asks(run: Table) -> None:
    table = told(run, play(2, "5C"))

    ask = asks(table, lies("5C", 1, age_ms=1000))

    assert (ask.kind, ask.why) == (
        "tapped", "It was recorded for Carla, and it lies before Ben."
    )  # fmt: skip
    assert waits(table, lies("5C", 2, age_ms=1000))


def test_a_lead_before_the_leader_is_recorded(table: Table) -> None:
    assert eye.judge(table, [lies("4C", 0)]) == (plays(0, "4C"),)
    assert waits(table, lies("4C", 0, confidence=0.7, age_ms=1000))


@pytest.fixture
def stopped(run: Table) -> Table:
    """Nobody has the 5 of clubs: Anna leads."""
    return told(run, ("stop", {}))


def test_a_lead_lies_there_now(stopped: Table) -> None:
    assert eye.judge(stopped, [lies("9D", 0)]) == (plays(0, "9D"),)
    assert waits(stopped, lies("9D", 0, now="unsure"))
    assert waits(stopped, lies("9D", 0, now="missing"))


def test_a_lead_came_after_the_card_played_last(stopped: Table) -> None:
    """Else it lay there under another name, or for another reason; people are asked in time."""
    last = lies("4C", 0, rest_ms=9000)

    assert eye.judge(stopped, [last, lies("9D", 0, rest_ms=9200)]) == (plays(0, "9D"),)
    for rest_ms in (5000, 9000):
        old = lies("9D", 0, rest_ms=rest_ms)
        assert waits(stopped, last, old)
        assert asks(stopped, last, replace(old, quiet_ms=eye.OLD_MS)).kind == "lead"


def test_what_lay_before_another_says_nothing_about_the_lead(stopped: Table) -> None:
    last, old = lies("4C", 0, rest_ms=9000), lies("9D", 1, rest_ms=7000)

    assert waits(stopped, last, replace(old, quiet_ms=eye.OLD_MS))
    assert asks(stopped, last, replace(old, rest_ms=8500)).kind == "lead"


def test_a_lead_may_be_the_card_that_was_tapped_because_nobody_could_read_it(
    stopped: Table,
) -> None:
    old = lies("9D", 0, is_later=False)

    assert waits(stopped, old)
    assert asks(stopped, replace(old, quiet_ms=eye.OLD_MS)).kind == "lead"


def test_what_lay_there_before_hides_no_lead(stopped: Table) -> None:
    seen = [lies("4C", 0, rest_ms=9000), lies("9D", 0, rest_ms=8000, age_ms=9000),
            lies("2H", 0, rest_ms=9900)]  # fmt: skip

    assert eye.judge(stopped, seen) == (plays(0, "2H"),)


def test_a_covered_card_that_may_have_led_is_asked_about(stopped: Table) -> None:
    seen = [lies("9D", 0, now="covered", age_ms=5000), lies("TD", 0)]

    assert asks(stopped, *seen).kind == "lead"


def test_a_lead_is_compared_with_what_the_same_camera_saw(stopped: Table) -> None:
    """Cameras have clocks of their own."""
    other = replace(lies("4C", 0, rest_ms=90_000), eye="two")

    assert eye.judge(stopped, [other, lies("9D", 0, rest_ms=9200)]) == (plays(0, "9D"),)


def test_a_lead_without_places_is_the_leaders(table: Table) -> None:
    assert eye.judge(table, [lies("4C")]) == (plays(0, "4C"),)


def test_a_lead_that_wins_chips_by_itself_is_asked(table: Table) -> None:
    assert asks(table, lies("JS", 0)).kind == "lead"


def test_a_card_before_somebody_who_has_not_got_the_lead_asks(table: Table) -> None:
    ask = asks(table, lies("4C", 2))

    assert (ask.kind, ask.why) == ("lead", "The 4 of clubs lies before Carla.")


def test_of_two_cards_before_the_leader_the_older_leads(table: Table) -> None:
    seen = [lies("4C", 0, age_ms=4000), lies("9D", 0, age_ms=2000)]

    assert eye.judge(table, seen) == (plays(0, "4C"),)


def test_of_two_cards_laid_at_once_the_lower_of_a_run_leads(table: Table) -> None:
    assert eye.judge(table, [lies("5C", 0), lies("4C", 0)]) == (plays(0, "4C"),)
    assert asks(table, lies("9D", 0), lies("4C", 0)).kind == "lead"


def test_pots_depth_and_stakes_leave_the_eye_nothing_to_do(table: Table) -> None:
    assert waits(told(table, ("pots_only", {})), lies("4C", 0))


# ---- other games --------------------------------------------------------------------------------


def of(text: str, **settings: object) -> Table:
    return after(text, **settings)  # type: ignore[no-any-return]


def test_a_lead_of_the_wrong_colour_is_said_and_a_pass_is_offered() -> None:
    table = of("Anna 2C, stop", game="newbury")

    assert asks(table, lies("5S", 0)).kind == "note"
    ask = asks(table, lies("5D", 1))
    assert [(reply.label, reply.kind) for reply in ask.replies] == [
        ("Anna leads it", "play"), ("Anna cannot lead", "pass")
    ]  # fmt: skip


def test_the_holder_of_the_lowest_of_a_suit_begins() -> None:
    table = begun(game="newbury")

    assert eye.judge(table, [lies("2C", 2)]) == (plays(2, "2C"),)
    assert asks(table, lies("5S", 2)).kind == "note"


def test_a_horse_is_a_card_like_any_other() -> None:
    table = of("Anna 2C, stop, Anna 9D", game="newbury")

    assert eye.judge(table, [lies("TD", 3)]) == (plays(3, "TD"),)


def test_pay_cards_laid_before_their_holder_are_paid_on_holding() -> None:
    table = begun(5, "three_in_one")

    verdict = eye.judge(table, [lies("AH", 2), lies("3C", 1)])[0]

    assert verdict == eye.Record("holds", 2, (Card("AH"),), {"seat": 2, "space": "AH"})
    assert waits(table, lies("AH", 2, now="unsure"), lies("3C", 1, now="unsure"))
    assert waits(table, lies("AH", 2, was_laid=False))


def test_the_card_turned_up_says_which_suit_is_trumps() -> None:
    table = begun(game="pope_joan")

    verdict = eye.judge(table, [lies("9C", told_by="nowhere")])[0]

    assert verdict == eye.Record("deal", 3, (Card("9C"),), {"turned": "9C"})
    assert asks(table, lies("9C", was_laid=False)).kind == "turned"
    assert asks(table, lies("9C"), lies("4D")).kind == "turned"


def test_the_pay_card_somebody_is_left_with_is_seen_at_the_end() -> None:
    table = of(E1, unplayed_paycard="fixed:1")

    verdict = eye.judge(table, [lies("AH", 2)])[0]

    assert verdict == eye.Record("holds", 2, (Card("AH"),), {"seat": 2, "space": "AH"})
