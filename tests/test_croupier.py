"""The croupier: commands become stored events once, late taps are weighed, all can be undone."""

import itertools
import random
import threading

import pytest
from evenings import E1, NAMES, NUMBERS

from companion.core import events as ev
from companion.core import undo
from companion.core.cards import DECK
from companion.core.evening import ANIMALS
from companion.core.table import STEPS, Table, replay
from companion.croupier import HOST, Actor, Croupier, Said
from companion.games import game_named
from companion.record.text import split_action
from companion.store import Store


class AtTable:
    """An evening through its croupier; every tap has an id of its own."""

    def __init__(self, store, players=4, depth="cards", **options):
        self.heard = []
        ids = itertools.count()
        self.store = store
        self.croupier = Croupier(
            store, now=lambda: "2026-01-02T19:00:00Z", new_id=lambda: f"new-{next(ids)}",
            announce=lambda *news: self.heard.append(news),
        )  # fmt: skip
        opened = {"game": "boodle", "options": options, "depth": depth, "code": "KITE"}
        self.id = self.croupier.open_evening(**opened).id
        self.taps = itertools.count()
        for seat in range(players):
            self.ok("sit", name=NAMES[seat], animal=ANIMALS[seat])
        self.ok("dealer", seat=players - 1)

    @property
    def table(self):
        return self.croupier.table(self.id)

    @property
    def seq(self):
        return self.croupier.seq(self.id)

    def tap(self, kind, actor=HOST, seen=None, command=None, **data):
        command = command or f"tap-{next(self.taps)}"
        said = Said(command, self.seq if seen is None else seen, kind, data)
        return self.croupier.submit(self.id, said, actor)

    def ok(self, kind, actor=HOST, **more):
        answer = self.tap(kind, actor, **more)
        assert answer.ok, (kind, more, answer)
        return answer

    def refused(self, kind, actor=HOST, **more):
        before = self.seq
        answer = self.tap(kind, actor, **more)
        assert not answer.ok, (kind, more, answer)
        assert self.seq == before
        assert answer.say[-1] in ".?" and " " in answer.say, answer.say
        return answer.code

    def play(self, text):
        """Play cards written as in a hand record; everybody taps the own cards."""
        for action in text.replace("\n", " ").split(","):
            if action.strip() == "stop":
                self.ok("stop", player(self.table.hand.plays[-1].seat))
                continue
            name, card = (token.text for token in split_action(action.strip(), NUMBERS))
            self.ok("play", player(NUMBERS[name]), seat=NUMBERS[name], card=card)

    def line(self, kind, last=True):
        """The number of the last (or first) line of an event kind that counts."""
        gone = undo.reverted(self.croupier.log(self.id))
        lines = [x.seq for x in self.croupier.log(self.id)
                 if x.event.kind == kind and x.seq not in gone]  # fmt: skip
        return lines[-1 if last else 0]


def player(seat):
    return Actor("player", seat)


@pytest.fixture
def store():
    with Store.open(None) as opened:
        yield opened


@pytest.fixture
def at(store):
    """Four people, Dan deals, the first hand has begun."""
    table = AtTable(store)
    table.ok("begin_hand")
    return table


@pytest.fixture
def played(at):
    """E1 is over: Ben is out."""
    at.play(E1)
    return at


def balances(at):
    return [at.table.balance(seat) for seat in range(4)]


# ---- one command --------------------------------------------------------------------------------


def test_a_hand_tapped_through_comes_to_what_the_rules_say(played):
    assert balances(played) == [18, 58, 18, 16]
    assert played.table.layout_chips == {"AH": 5, "KC": 0, "QD": 5, "JS": 0}


def test_every_command_is_announced_once_with_its_sentence(at):
    at.heard.clear()

    answer = at.ok("play", player(0), seat=0, card="4C")

    assert at.heard == [(at.id, at.seq, answer.say)]
    assert answer.say.endswith("Anna plays the 4 of clubs.")


def test_a_repeated_id_returns_the_first_answer_and_stores_nothing(at):
    first = at.tap("play", player(0), command="once", seat=0, card="4C")
    seq = at.seq

    again = at.tap("play", player(0), command="once", seat=0, card="4C")

    assert (again, at.seq) == (first, seq)


def test_a_repeated_id_returns_the_first_refusal_although_it_would_go_now(at):
    first = at.tap("play", player(1), command="once", seat=1, card="5C")
    assert first.code == "not_leader"
    at.play("Anna 4C")

    again = at.tap("play", player(1), command="once", seat=1, card="5C")

    assert again == first
    assert at.table.hand.last == "4C"


def test_consequences_name_the_act_they_follow_from(at):
    at.play(E1)
    records = at.croupier.history(at.id)
    out = next(record for record in records if record.line.event.kind == "WentOut")

    act = records[out.line.act - 1]

    assert act.actor["kind"] == "play"
    assert act.actor["data"] == {"seat": 1, "card": "KC"}
    assert out.actor == {"role": "player", "seat": 1}


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("fly", {}, "unknown_command"),
        ("play", {}, "bad_command"),
        ("play", {"seat": "x", "card": "4C"}, "bad_command"),
        ("play", {"seat": 0, "card": "4X"}, "bad_command"),
        ("play", {"seat": 77, "card": "4C"}, "unknown_seat"),
        ("play", {"seat": -1, "card": "4C"}, "unknown_seat"),
        ("correct", {"debit": 0, "credit": 1, "chips": -3, "note": "x"}, "bad_chips"),
        ("correct", {"debit": 0, "credit": 1, "chips": 10**9, "note": "x"}, "bad_chips"),
        ("correct", {"debit": 0, "credit": "2S", "chips": 3, "note": "x"}, "unknown_account"),
        ("undo", {"seq": 999}, "unknown_event"),
        ("undo", {"seq": "many"}, "bad_command"),
        ("amend", {"seq": 1, "seat": 2}, "not_an_act"),
        ("object", {"seq": 999}, "unknown_event"),
        ("redo", {}, "nothing_to_redo"),
        ("accept_undo", {}, "no_proposal"),
        ("decline_undo", {}, "no_proposal"),
        ("tick", {"debtor": 0, "creditor": 1, "paid": "on"}, "not_over"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence_and_changes_nothing(at, kind, data, code):
    assert at.refused(kind, **data) == code


@pytest.mark.parametrize("kind", ["play", "undo", "redo", "amend", "object", "correct", "stop"])
def test_a_watcher_changes_nothing(at, kind):
    assert at.refused(kind, Actor("watcher"), seat=0, card="4C", seq=9) == "not_yours"


# ---- a late tap ---------------------------------------------------------------------------------


def test_a_late_tap_for_a_card_that_is_out_by_now_is_refused(at):
    at.play("Anna 4C")
    seen = at.seq
    at.play("Ben 5C")

    assert at.refused("play", player(2), seen=seen, seat=2, card="5C") in (
        "stale", "card_already_played",
    )  # fmt: skip


def test_a_late_stop_does_not_stop_a_run_that_has_gone_on(at):
    at.play("Anna 4C")
    seen = at.seq
    at.play("Ben 5C")

    assert at.refused("stop", player(3), seen=seen) == "stale"


def test_a_late_tap_about_unchanged_things_is_accepted(at):
    seen = at.seq
    at.ok("rename", seat=3, name="Daniel", animal=ANIMALS[3])

    assert at.tap("play", player(0), seen=seen, seat=0, card="4C").ok


def test_a_late_count_of_another_player_is_accepted(store):
    at = AtTable(store, depth="pots")
    at.ok("begin_hand")
    at.ok("out", player(1), seat=1)
    seen = at.seq
    at.ok("count", player(0), seat=0, cards=8)

    assert at.tap("count", player(2), seen=seen, seat=2, cards=8).ok


def test_a_late_pot_is_accepted_when_another_pot_was_taken(store):
    at = AtTable(store, depth="pots")
    at.ok("begin_hand")
    at.ok("deal")
    seen = at.seq
    at.ok("take", player(1), seat=1, space="QD")

    assert at.tap("take", player(2), seen=seen, seat=2, space="JS").ok
    assert at.refused("take", player(2), seen=seen, seat=2, space="QD") == "pot_taken"


def test_the_next_hand_is_not_begun_twice(played):
    seen = played.seq
    played.ok("begin_hand")

    assert not played.tap("begin_hand", player(0), seen=seen).ok
    assert played.table.hand.number == 2


def test_a_late_correction_of_changed_balances_is_refused(played):
    seen = played.seq
    played.ok("correct", debit=1, credit=0, chips=5, note="a loan")

    code = played.refused("correct", seen=seen, debit=1, credit=2, chips=5, note="a loan")

    assert code == "stale"


# ---- at once ------------------------------------------------------------------------------------


def test_two_who_press_at_once_get_one_card_between_them(at):
    at.play("Anna 4C")
    seen, answers = at.seq, []
    gate = threading.Barrier(2)

    def press(seat):
        gate.wait()
        answers.append(at.tap("play", player(seat), seen=seen, command=f"p{seat}", seat=seat,
                              card="5C"))  # fmt: skip

    threads = [threading.Thread(target=press, args=(seat,)) for seat in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answer.ok for answer in answers) == [False, True]
    assert len(at.table.hand.plays) == 2


def test_many_presses_at_once_leave_one_unbroken_log(at):
    def press(number):
        at.tap("play", player(number % 4), command=f"n{number}", seat=number % 4, card="4C")
        at.tap("undo", command=f"u{number}")

    threads = [threading.Thread(target=press, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [line.seq for line in at.croupier.log(at.id)] == list(range(1, at.seq + 1))
    assert sum(at.table.balances.values()) == 0


def test_two_croupiers_over_one_store_do_not_overwrite_each_other(at):
    other = Croupier(at.store, now=lambda: "2026-01-02T19:00:01Z", new_id=lambda: "x")
    other.table(at.id)
    at.play("Anna 4C")

    answer = other.submit(at.id, Said("o1", at.seq, "play", {"seat": 0, "card": "4C"}), player(0))

    assert answer.code == "card_already_played"
    assert other.table(at.id).digest() == at.table.digest()


def test_what_cannot_be_folded_is_not_stored_and_the_evening_goes_on(at, monkeypatch):
    def falls_over(table, event):
        raise ZeroDivisionError

    before = at.seq
    with monkeypatch.context() as broken:
        broken.setitem(STEPS, ev.SeatRenamed, falls_over)
        with pytest.raises(ZeroDivisionError):
            at.tap("rename", seat=0, name="Ann")

    assert (at.seq, at.store.last_seq(at.id)) == (before, before)
    at.ok("rename", seat=0, name="Ann")
    assert at.table.name(0) == "Ann"


# ---- again from the store -----------------------------------------------------------------------


def test_after_every_event_a_restart_finds_the_same_table(played):
    fresh = Croupier(played.store, now=lambda: "", new_id=lambda: "")

    assert fresh.table(played.id).digest() == played.table.digest()
    assert fresh.history(played.id) == played.croupier.history(played.id)


def test_the_table_at_any_line_is_what_it_was_then(at):
    digests = {}
    for action in E1.replace("\n", " ").split(","):
        at.play(action)
        digests[at.seq] = at.table.digest()

    assert {seq: at.croupier.table_at(at.id, seq).digest() for seq in digests} == digests


# ---- undo and redo ------------------------------------------------------------------------------


def test_undo_of_each_act_of_e1_gives_the_table_before_it(at):
    before = []
    for action in E1.replace("\n", " ").split(","):
        before.append(at.table.digest())
        at.play(action)
        after = at.table.digest()

        at.ok("undo")
        assert at.table.digest() == before[-1], action
        at.ok("redo")
        assert at.table.digest() == after, action


def test_undo_back_to_any_act_of_e1_gives_the_table_before_it(played):
    log = played.croupier.log(played.id)
    whole = played.table.digest()
    for act in [line for line in log if line.seq == line.act and not line.event.steadfast]:
        before = played.croupier.table_at(played.id, act.seq - 1).digest()

        played.ok("undo", seq=act.seq)
        assert played.table.digest() == before, act
        played.ok("redo")
        assert played.table.digest() == whole, act


def test_undo_of_any_line_takes_back_the_act_it_follows_from(played):
    before = played.croupier.table_at(played.id, played.line("WentOut") - 3).digest()

    played.ok("undo", seq=played.line("CardsPaid"))

    assert played.table.digest() == before


def test_undo_reaches_across_the_next_deal(played):
    played.ok("begin_hand")

    played.ok("undo", seq=played.line("WentOut"))

    assert played.table.hand.number == 1
    assert played.table.playing is not None


def test_joins_and_names_stay_when_older_plays_fall(at):
    at.play("Anna 4C")
    line = at.line("CardPlayed")
    at.ok("rename", seat=3, name="Daniel", animal=ANIMALS[3])

    at.ok("undo", seq=line)

    assert at.table.name(3) == "Daniel"
    assert at.table.hand.plays == ()


def test_undo_works_at_the_first_act_and_then_says_there_is_nothing(at):
    at.ok("undo")

    assert at.table.hand is None
    assert at.refused("undo") == "nothing_to_undo"


def test_what_was_undone_can_not_be_undone_again(at):
    at.play("Anna 4C")
    line = at.line("CardPlayed")
    at.ok("undo")

    assert at.refused("undo", seq=line) == "not_an_act"


def test_redo_ends_when_something_else_was_done(at):
    at.play("Anna 4C")
    at.ok("undo")
    at.play("Anna 5C")

    assert at.refused("redo") == "nothing_to_redo"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("leave", {"seat": 1}),
        ("sit", {"name": "Ella", "animal": "moth"}),
        ("reseat", {"circle": [3, 2, 1, 0]}),
        ("dealer", {"seat": 1}),
        ("rules", {"values": {"ante": 3, "layout": ["AH", "KC"]}}),
    ],
)
def test_a_hand_does_not_come_back_to_other_people_or_rules(at, kind, data):
    at.ok("undo")
    at.ok(kind, **data)

    assert at.refused("redo") == "nothing_to_redo"


def test_cards_of_a_hand_come_back_whoever_left_after_it(played):
    played.ok("leave", seat=0)
    line = played.line("WentOut")
    whole = played.table.hand.plays
    played.ok("undo", seq=line)
    played.ok("rename", seat=2, name="Clara", animal=ANIMALS[2])

    played.ok("redo")

    assert played.table.hand.plays == whole


def broke(store):
    """A table of four whose second hand has begun without Carla, who has nothing left."""
    at = AtTable(store, insolvency="out")
    at.ok("begin_hand")
    at.play(E1)
    at.ok("correct", debit="2", credit="0", chips=at.table.balance(2), note="a bet")
    return at


def test_who_left_broke_and_came_back_sits_once_when_the_hand_is_taken_back(store):
    at = broke(store)
    line = at.seq + 1
    at.ok("begin_hand")
    at.ok("pots_only")
    at.ok("deal")
    at.ok("out", seat=0)
    at.ok("count", seat=1, cards=1)
    at.ok("count", seat=3, cards=1)
    at.ok("rejoin", seat=2)

    at.ok("undo", seq=line)

    assert sorted(at.table.circle) == [0, 1, 2, 3]
    assert at.table == Croupier(store, now=str, new_id=str).table(at.id)


def test_rules_all_agreed_to_stay_agreed_when_somebody_leaves_broke_once_more(store):
    at = broke(store)
    at.ok("propose_rules", seat=0, values={"insolvency": "out", "ante": 2})
    at.ok("begin_hand")
    at.ok("agree_rules", seat=1)
    at.ok("agree_rules", seat=3)
    at.ok("undo")
    at.ok("agree_rules", seat=2)

    at.ok("redo")

    assert at.table.rules_proposed is None and at.table.rules_coming.ante == 2
    assert at.table == Croupier(store, now=str, new_id=str).table(at.id)


def test_more_does_not_fall_than_the_sheet_listed(at):
    at.play("Anna 4C")
    seen, line = at.seq, at.line("CardPlayed")
    at.play("Ben 5C")

    assert at.refused("undo", seen=seen, seq=line) == "stale"


def test_an_own_last_act_is_undone_at_once(at):
    at.play("Anna 4C")

    at.ok("undo", player(0))

    assert at.table.hand.plays == ()
    assert at.table.proposal is None


def test_undone_lines_stay_in_the_history(at):
    at.play("Anna 4C")
    at.ok("undo")

    kinds = [record.line.event.kind for record in at.croupier.history(at.id)]

    assert kinds[-3:] == ["Dealt", "CardPlayed", "Reverted"]


def test_undo_pressed_on_two_phones_at_one_moment_takes_one_act_back(at):
    at.play("Anna 4C, Ben 5C")
    seen = at.seq
    at.ok("undo", seen=seen)

    assert at.refused("undo", seen=seen) == "not_an_act"
    assert len(at.table.hand.plays) == 1


# ---- asking for an undo -------------------------------------------------------------------------


@pytest.fixture
def asked(at):
    """Anna asks to take back Ben's card and her own before it."""
    at.play("Anna 4C, Ben 5C")
    at.ok("undo", player(0), seq=at.line("CardPlayed", last=False))
    return at


def test_what_touches_others_is_only_proposed(asked):
    assert len(asked.table.hand.plays) == 2
    assert asked.table.proposal.seat == 0


def test_who_asks_does_not_answer_the_own_question(asked):
    """Seat 0 is a seat like any other."""
    assert 0 not in asked.table.proposal.asked
    assert asked.refused("accept_undo", player(0)) == "not_yours"


@pytest.mark.parametrize("who", [HOST, Actor("player", 1)])
def test_the_host_or_an_affected_player_agrees(asked, who):
    asked.ok("accept_undo", who)

    assert asked.table.hand.plays == ()
    assert asked.table.proposal is None


def test_somebody_it_does_not_touch_cannot_agree(asked):
    assert asked.refused("accept_undo", player(3)) == "not_yours"


def test_a_second_wish_waits_until_the_first_is_answered(asked):
    assert asked.refused("undo", player(2), seq=asked.line("CardPlayed")) == "already_asked"
    assert asked.table.proposal.seat == 0


def test_the_same_wish_twice_is_one_wish(asked):
    """Pressed again while nobody answers, or on two screens at one moment."""
    first = asked.line("CardPlayed", last=False)

    assert asked.refused("undo", player(0), seq=first) == "already_asked"


def test_who_asked_may_ask_for_something_else_instead(asked):
    asked.ok("decline_undo", player(1))
    asked.play("Carla 6C, Dan 7C")
    asked.ok("undo", player(0), seq=asked.line("CardPlayed"))
    first = asked.table.proposal.first
    asked.ok("undo", player(0), seq=asked.line("CardPlayed", last=False))

    assert asked.table.proposal.first < first


def test_a_declined_proposal_takes_nothing_back(asked):
    asked.ok("decline_undo", player(1))

    assert len(asked.table.hand.plays) == 2
    assert asked.table.proposal is None


def test_a_proposal_does_not_take_back_what_came_after_it(asked):
    asked.play("Carla 6C")

    assert asked.refused("accept_undo") == "stale"


def test_the_end_of_the_evening_is_taken_back_by_the_host_alone(store):
    at = AtTable(store, end="manual")
    at.ok("begin_hand")
    at.play(E1)
    before = at.table.digest()
    at.ok("end_evening")

    at.ok("undo", player(1))
    assert at.table.proposal.asked == ()
    assert at.refused("accept_undo", player(2)) == "not_yours"
    at.ok("accept_undo")

    assert at.table.digest() == before


def test_a_player_does_not_bring_back_what_somebody_else_did(at):
    at.play("Anna 4C")
    at.ok("undo")

    assert at.refused("redo", player(1)) == "not_yours"
    assert at.tap("redo", player(0)).ok


# ---- doubts -------------------------------------------------------------------------------------


def test_a_doubt_moves_nothing_and_is_settled_by_the_host(played):
    line, before = played.line("CardsPaid"), balances(played)
    played.ok("object", player(0), seq=line)

    assert (played.table.objections, balances(played)) == ((line,), before)
    assert played.refused("settle_objection", player(1), seq=line) == "not_yours"
    played.ok("settle_objection", seq=line)
    assert played.table.objections == ()


# ---- amending -----------------------------------------------------------------------------------


def test_another_player_is_put_right_and_later_plays_stay(at):
    at.play("Anna 4C, Ben 5C, Carla 6C")
    line = next(x.seq for x in at.croupier.log(at.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "5C")  # fmt: skip

    answer = at.ok("amend", seq=line, seat=3)

    assert [(p.seat, p.card) for p in at.table.hand.plays] == [(0, "4C"), (3, "5C"), (2, "6C")]
    assert answer.dropped == ()


def test_an_amended_award_goes_to_the_other_player(played):
    line = next(x.seq for x in played.croupier.log(played.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "9C")  # fmt: skip

    answer = played.ok("amend", seq=line, seat=0)

    # Anna leads after the stop now, so what Ben led on is no longer his to lead.
    assert answer.dropped
    assert sum(played.table.balances.values()) == 0


def test_what_no_longer_fits_is_dropped_and_said(at):
    at.play("Anna 4C, Ben 5C, stop, Ben 6D")
    line = next(x.seq for x in at.croupier.log(at.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "5C")  # fmt: skip

    would = at.croupier.amended(
        at.id, Said("look", at.seq, "amend", {"seq": line, "seat": 2}), HOST
    )
    answer = at.ok("amend", seq=line, seat=2)

    assert answer.dropped == would
    assert [sentence.partition(":")[0] for sentence in would] == ["Ben plays a card 6♦"]
    assert [play.card for play in at.table.hand.plays] == ["4C", "5C"]
    assert at.table.hand.leader == 2


def test_looking_ahead_stores_nothing(at):
    at.play("Anna 4C, Ben 5C")
    before, line = at.seq, at.line("CardPlayed")

    at.croupier.amended(at.id, Said("look", at.seq, "amend", {"seq": line, "seat": 2}), HOST)

    assert at.seq == before
    assert at.table.hand.plays[-1].seat == 1


def test_an_amendment_that_does_not_fit_itself_is_refused(at):
    at.play("Anna 4C, Ben 5C")

    assert at.refused("amend", seq=at.line("CardPlayed"), card="9C") == "wrong_card"
    assert at.refused("amend", seq=at.line("CardPlayed")) == "no_amend"


def test_a_player_amends_only_the_own_play(at):
    at.play("Anna 4C, Ben 5C")

    assert at.refused("amend", player(0), seq=at.line("CardPlayed"), seat=2) == "not_yours"
    assert at.tap("amend", player(1), seq=at.line("CardPlayed"), seat=2).ok


def test_a_player_does_not_drop_what_others_did_by_amending(at):
    at.play("Anna 4C, Ben 5C, stop, Ben 6D")
    line = next(x.seq for x in at.croupier.log(at.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "5C")  # fmt: skip

    assert at.refused("amend", player(1), seq=line, seat=2) == "not_yours"


def test_acts_recorded_again_by_an_amendment_stay_those_of_who_said_them(at):
    at.play("Anna 4C, Ben 5C, Carla 6C")
    line = next(x.seq for x in at.croupier.log(at.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "5C")  # fmt: skip

    at.ok("amend", seq=line, seat=3)

    assert at.croupier.log(at.id)[-1].by == 2
    at.ok("undo", player(2))
    assert at.table.hand.last == "5C"


def test_one_card_among_several_entered_at_once_is_amended(at):
    at.play("Anna 4C")
    at.ok("play_through", plays=["1:5C", "2:6C", "3:7C"])
    line = next(x.seq for x in at.croupier.log(at.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "6C")  # fmt: skip

    at.ok("amend", seq=line, seat=0)

    assert [play.seat for play in at.table.hand.plays] == [0, 1, 0, 3]


def test_amending_reaches_across_hands_and_people_who_came_later(played):
    played.ok("sit", name="Ella", animal="snail")
    played.ok("begin_hand")
    line = next(x.seq for x in played.croupier.log(played.id)
                if isinstance(x.event, ev.CardPlayed) and x.event.card == "TS")  # fmt: skip

    answer = played.ok("amend", seq=line, seat=2)

    # Ben holds a card more now, so nobody is out and the next hand has not begun.
    assert played.table.results == ()
    assert played.table.hand.left == {0: 8, 1: 1, 2: 7, 3: 6}
    assert answer.dropped[0].startswith("Somebody begins the hand")
    assert played.table.name(4) == "Ella"


def test_the_log_folds_to_the_table_whatever_was_done(played):
    played.ok("undo", seq=played.line("WentOut"))
    played.ok("redo")
    played.ok("amend", seq=played.line("CardPlayed", last=False) + 1, seat=2)
    standing = undo.standing(played.croupier.log(played.id))

    folded = replay(Table.new(game_named("boodle")), standing)

    assert folded.digest() == played.table.digest()


# ---- storms -------------------------------------------------------------------------------------


def _random_tap(at, rng):
    """A tap that may or may not fit: what people could send, sometimes late or twice."""
    table, hand = at.table, at.table.hand
    seat = rng.choice((*table.circle, *table.circle, rng.randrange(-1, 6)))
    if hand is not None and hand.leader is not None and rng.random() < 0.7:
        seat = hand.leader
    cards = [card for card in (hand and hand.needed, hand and hand.missing) if card]
    card = rng.choice([*cards * 3, rng.choice(DECK)])
    line = max(at.seq - rng.randrange(-1, 12), 1)
    space = rng.choice(("AH", "KC", "QD", "JS", "kitty", "ZZ"))
    often = [("play", {"seat": seat, "card": card})] * 20 + [("stop", {})] * 3
    between = [("begin_hand", {}), ("deal", {})] * 3
    pots = [("take", {"seat": seat, "space": space}), ("out", {"seat": seat})]
    pots += [("count", {"seat": seat, "cards": rng.randrange(14)}), ("pots_only", {}), ("void", {})]
    back = [("undo", {}), ("undo", {"seq": line}), ("redo", {}), ("accept_undo", {})]
    back += [("amend", {"seq": line, "seat": seat}), ("amend", {"seq": line, "card": card})]
    back += [("object", {"seq": line}), ("settle_objection", {"seq": line}), ("decline_undo", {})]
    rare = [
        ("misdeal", {}), ("correct", {"debit": seat, "credit": "QD", "chips": 2, "note": "x"}),
        ("correct_count", {"seat": seat, "cards": rng.randrange(14)}), ("leave", {"seat": seat}),
        ("sit", {"name": rng.choice("PQRS"), "animal": rng.choice(ANIMALS)}), ("end_evening", {}),
        ("rejoin", {"seat": seat}), ("depth", {"depth": rng.choice(("pots", "cards"))}),
        ("dealer", {"seat": seat}), ("buy_in", {"seat": seat}),
        ("tick", {"debtor": 0, "creditor": 1, "paid": "on"}),
    ]  # fmt: skip
    kind, data = rng.choice(often + between + pots + back + [rng.choice(rare)])
    hosts = (HOST, Actor("host", 0)) * 4
    actor = rng.choice((*hosts, player(max(seat, 0)), player(1), Actor("watcher")))
    seen = max(at.seq - rng.choice((0, 0, 0, 0, 0, 1, 2, 9)), 0)
    command = f"again-{rng.randrange(40)}" if rng.random() < 0.05 else None
    return kind, actor, seen, command, data


@pytest.mark.parametrize("seed", range(6))
def test_a_storm_of_taps_keeps_the_chips_and_one_winner_a_pot(store, seed):
    rng, at = random.Random(seed), AtTable(store, players=3 + seed % 4, end="manual")
    answers = {}
    for _ in range(300):
        kind, actor, seen, command, data = _random_tap(at, rng)
        answer = at.tap(kind, actor, seen=seen, command=command, **data)

        if actor.role != "watcher":  # a stranger's refused tap leaves no trace
            assert answers.setdefault(command, answer) == answer or command is None
        assert sum(at.table.balances.values()) == 0
        assert all(at.table.balance(space.name) >= 0 for space in at.table.spaces)

    folded = replay(Table.new(game_named("boodle")), undo.standing(at.croupier.log(at.id)))
    assert folded.digest() == at.table.digest()
    assert Croupier(store, now=str, new_id=str).table(at.id).digest() == at.table.digest()


# ---- what does not belong in a tap --------------------------------------------------------------


def test_a_page_ahead_of_the_table_is_refused(at):
    assert at.refused("buy_in", seat=2, seen=at.seq + 1) == "stale"


def test_only_a_commands_own_fields_are_kept(at):
    at.ok("buy_in", seat=2, junk="A" * 3_000_000)

    assert at.croupier.history(at.id)[-1].actor["data"] == {"seat": 2}


def test_a_strangers_refused_tap_leaves_no_trace(at):
    answer = at.tap("buy_in", Actor("watcher"), command="mine", seat=2)

    assert answer.code == "not_yours"
    assert at.store.answer(at.id, "mine") is None
    at.ok("buy_in", command="mine", seat=2)


def test_undo_into_a_hand_somebody_has_left_keeps_them_in_it(at):
    at.play("Anna 4C")
    at.ok("pots_only")
    line = at.line("HandDepthSet")
    at.ok("out", seat=1)
    for seat in (0, 2, 3):
        at.ok("count", seat=seat, cards=2)
    at.ok("leave", seat=3)

    at.ok("undo", seq=line)

    assert 3 in at.table.hand.circle
    at.ok("play", seat=3, card="5C")
