"""Hand records written: whatever happened in an evening, its record comes to the same chips."""

import json

import pytest
from auditor import audit
from evenings import E1, NUMBERS, seated
from played import replayed_events

from companion.core import commands
from companion.core import events as ev
from companion.core.errors import RuleError
from companion.core.table import Table, replay
from companion.games import game_named
from companion.record import replay_record, row_line
from companion.record.actions import read_act
from companion.record.export import export_record


class Recorded:
    """An evening whose events are kept, so that they can be written as a record."""

    def __init__(self, players=4, game="boodle", depth="cards", **options):
        self.game = game_named(game)
        self.events = []
        seats = seated(players, game, depth, **options)
        self.add(ev.EveningOpened(game, seats.options.to_dict(), depth))
        for number in seats.circle:
            seat = seats.seats[number]
            self.add(ev.SeatTaken(number, seat.name, seat.animal, 30, number))
        self.add(ev.DealerSet(players - 1))

    @property
    def table(self):
        return replay(Table.new(self.game), self.events)

    def add(self, *events):
        self.events += events
        return self

    def do(self, kind, **data):
        return self.add(*commands.decide(self.table, kind, data))

    def act(self, text):
        for action in text.split(","):
            self.add(*read_act(" ".join(action.split()), NUMBERS).events(self.table))
        return self

    def hand(self):
        return self.do("begin_hand").act(E1)

    def record(self):
        return json.loads(json.dumps(export_record(self.game, self.events, "evening")))


def check(evening):
    """The record of an evening comes to the same chips and stays as it is when read and written."""
    record = evening.record()
    row = replay_record(record)
    assert row["ok"], row_line(row)
    table = evening.table
    balances = {table.name(seat): table.balance(seat) for seat in table.circle}
    if not table.ended:
        assert {name: row["balances"][name] for name in balances} == balances
    assert export_record(evening.game, replayed_events(record), "evening") == record
    return record


def test_a_hand_of_cards_is_written_as_it_was_played():
    record = check(Recorded().hand())

    assert record["hands"] == [{"actions": [" ".join(each.split()) for each in E1.split(",")]}]
    assert record["options"] == {}
    assert record["expect"]["winners"] == ["Ben"]


def test_a_hand_that_went_down_to_pots_is_written_with_what_was_won():
    evening = Recorded().do("begin_hand").act("Anna JS").do("pots_only")
    evening.act("Carla takes AH, Ben out")
    for seat, cards in ((0, 3), (2, 2), (3, 1)):
        evening.do("count", seat=seat, cards=cards)

    (hand,) = check(evening)["hands"]

    assert hand["actions"] == ["Anna takes JS", "Carla takes AH", "Ben out"]
    assert hand["left"] == {"Anna": 3, "Carla": 2, "Dan": 1}


def test_a_hand_with_a_count_put_right_is_written_as_pots():
    evening = Recorded().do("begin_hand").do("correct_count", seat=0, cards=14).act(E1)

    (hand,) = check(evening)["hands"]

    assert hand["actions"] == ["Ben takes JS", "Ben takes KC", "Ben out"]
    assert hand["left"]["Anna"] == 11


def test_a_count_put_right_after_the_hand_belongs_to_it():
    evening = Recorded().hand().do("correct_count", seat=0, cards=10)

    assert check(evening)["hands"][0]["left"]["Anna"] == 10


def test_a_void_hand_of_pots_is_written():
    record = check(Recorded(depth="pots").do("begin_hand").act("Anna takes AH, void"))

    assert record["hands"][0]["actions"] == ["Anna takes AH", "void"]


def test_an_open_end_of_the_log_is_left_out():
    out = Recorded(depth="pots").do("begin_hand").act("Anna takes AH, Ben out")
    staking = Recorded(placement="free").do("begin_hand").do("stake", seat=0, stakes={"AH": 6})

    assert export_record(out.game, out.events)["hands"][0]["actions"] == ["Anna takes AH"]
    assert export_record(staking.game, staking.events)["hands"] == []


def test_people_who_come_go_move_and_buy_are_written_before_their_hand():
    evening = Recorded().hand()
    evening.do("leave", seat=2).do("sit", name="Eve", animal="owl", place=1, chips=17)
    evening.do("buy_in", seat=0).do("dealer", seat=3).do("begin_hand").act("Anna 4C")

    second = check(evening)["hands"][1]

    assert second["leave"] == ["Carla"]
    assert second["join"] == {"Eve": 17}
    assert second["seat"] == {"Eve": 2}
    assert (second["rebuy"], second["dealer"]) == (["Anna"], "Dan")


def test_an_odd_sum_is_bought_by_getting_up_and_sitting_down():
    evening = Recorded().hand().do("buy_in", seat=1, chips=7).do("begin_hand").act("Ben 4C")

    second = check(evening)["hands"][1]

    assert (second["leave"], second["join"], second["seat"]) == (["Ben"], {"Ben": 7}, {"Ben": 2})


def test_a_new_order_of_seats_is_written_by_everybody_getting_up():
    evening = Recorded().hand().do("reseat", circle="3,1,0,2").do("begin_hand")

    second = check(evening)["hands"][1]

    assert list(second["join"]) == ["Dan", "Ben", "Anna", "Carla"]


def test_chips_bought_while_a_hand_is_played_count_before_it():
    first = Recorded().do("begin_hand").do("buy_in", seat=0).do("buy_in", seat=1, chips=3)

    record = check(first.act("Anna 4C"))

    assert record["balances"] == {"Anna": 60, "Ben": 33, "Carla": 30, "Dan": 30}
    second = check(Recorded().hand().do("begin_hand").act("Ben 4C").do("buy_in", seat=0))
    assert second["hands"][1]["rebuy"] == ["Anna"]


def test_corrections_and_fines_are_written_where_they_were_made():
    evening = Recorded(irregularity="fine:1")
    evening.do("correct", debit="0", credit="1", chips=2, note="a debt").do("begin_hand")
    evening.act("Anna 4C, Ben fined").do("correct", debit="1", credit="AH", chips=1, note="found")

    (hand,) = check(evening)["hands"]

    assert hand["actions"] == [
        'correct Anna Ben 2 "a debt"', "Anna 4C", "Ben fined", 'correct Ben AH 1 "found"',
    ]  # fmt: skip


def test_the_spare_hand_and_a_misdeal_are_written():
    evening = Recorded(5, spare_swap=True, spare_auction=True, auction_own_after_swap=True)
    evening.do("begin_hand").act("Eve swap, Eve sell Carla 4, Anna 4C, misdeal, Anna 6D")

    (hand,) = check(evening)["hands"]

    assert hand["actions"] == ["Eve swap", "Eve sell Carla 4", "Anna 4C", "misdeal", "Anna 6D"]


def test_what_was_shown_before_anything_else_happened_is_a_record_that_replays():
    evening = Recorded(game="rummy_royal").do("begin_hand").do("deal")
    evening.do("leave_spare") if evening.table.hand.phase == "spare" else evening
    row = next(s.name for s in evening.table.spaces if s.sort == "sequence")
    for seat, space in ((0, "AH"), (1, row), (2, row)):
        evening.do("holds", seat=seat, space=space)
    before = evening.record()

    evening.do("close_hold")

    assert replay_record(evening.record())["ok"]
    assert evening.record() == before
    check(evening.act("Anna 2C"))


def test_who_left_before_the_first_hand_is_not_in_the_record():
    evening = Recorded(5).do("leave", seat=4).do("dealer", seat=3).hand()

    record = evening.record()

    assert "Eve" not in record["players"] and "Eve" not in record["expect"]["balances"]
    assert replay_record(record)["ok"]


def test_who_left_before_the_first_hand_and_came_back_brings_the_own_chips():
    evening = Recorded(5).do("leave", seat=4).do("dealer", seat=3).hand()
    evening.do("rejoin", seat=4).do("begin_hand")

    record = evening.record()

    assert record["hands"][1]["join"] == {"Eve": 30}
    check(evening)


def test_a_breach_let_go_leaves_no_trace_in_a_record_and_a_fine_does():
    evening = Recorded(irregularity="fine:1").do("begin_hand")
    evening.act("Anna 9D, stop, Anna 8D, stop, Anna 3D")
    breach = {"seat": 0, "code": "not_lowest"}

    evening.do("let_go", **breach, claimed_at=0).do("fine", **breach, claimed_at=1)

    assert evening.record()["hands"][0]["actions"][-2:] == ["Anna 3D", "Anna fined"]
    row = replay_record(evening.record())
    assert row["ok"] and len(row["warnings"]) == 2
    assert "Anna led 9♦ in run 1 and now plays 8♦" in row["warnings"][0]
    check(evening)


def test_claims_and_pay_cards_left_are_written():
    called = Recorded(claim="call").do("begin_hand").act("Anna JS, Anna claims JS, stop, Anna KC")
    shown = Recorded(unplayed_paycard="double").hand().act("Dan holds AH")

    assert check(called)["hands"][0]["actions"] == ["Anna JS", "Anna claims JS", "stop", "Anna KC"]
    assert check(shown)["hands"][0]["actions"][-1] == "Dan holds AH"


def test_passes_are_written_and_in_a_hand_of_pots_for_their_penalty_only():
    options = {"change": "suit", "fallback": "pass"}
    text = "Anna 4C, stop, Anna pass, Ben 6D"

    cards = Recorded(**options).do("begin_hand").act(text)
    pots = Recorded(**options, pass_penalty=1).do("begin_hand").act(text).do("pots_only")
    free = Recorded(**options).do("begin_hand").act(text).do("pots_only")

    assert check(cards)["hands"][0]["actions"] == text.split(", ")
    assert check(pots.act("Ben takes AH"))["hands"][0]["actions"] == ["Anna pass", "Ben takes AH"]
    assert check(free.act("Ben takes AH"))["hands"][0]["actions"] == ["Ben takes AH"]


def test_the_search_for_the_first_lead_is_said_by_its_card():
    found = Recorded(first_lead="suit:D").do("begin_hand").act("stop, Ben 3D, stop")
    nobody = Recorded(first_lead="suit:D").do("begin_hand").act(", ".join(["stop"] * 13))

    assert check(found)["hands"][0]["actions"] == ["Ben 3D", "stop"]
    assert check(nobody.act("Anna 4C"))["hands"][0]["actions"] == ["stop"] * 13 + ["Anna 4C"]


def test_stakes_are_written_where_people_choose():
    evening = Recorded(placement="free", kitty_stake=1).do("begin_hand")
    for seat in range(4):
        evening.do("stake", seat=seat, stakes={"AH": 5, "KC": 1})

    record = check(evening.act("Anna 4C"))

    assert record["hands"][0]["stakes"]["Anna"] == {"AH": 5, "KC": 1, "kitty": 1}
    assert record["options"] == {"placement": "free", "kitty_stake": 1, "dealer_factor": 1}


def test_layouts_and_open_limits_are_written_as_people_read_them():
    record = check(Recorded(layout=["10H", "KQ"], poker_max=4).do("begin_hand"))

    assert record["options"] == {"layout": ["10H", "KQ"], "poker_max": 4}


def test_the_last_lap_is_written_before_its_hand():
    evening = Recorded(end="rundown_cards").do("last_lap").hand()

    assert check(evening)["hands"][0]["last_lap"] is True


def test_an_evening_ended_by_hand_gives_its_leftover():
    ended = Recorded().hand().do("end_evening")
    record = check(ended)

    assert record["end"] == []
    assert sum(record["expect"]["balances"].values()) == 120


def test_an_evening_that_reached_its_end_expects_its_leftover_though_nobody_ended_it():
    record = check_end(Recorded(end="hands:1").hand())
    assert record["expect"]["spaces"] == {"AH": 0, "KC": 0, "QD": 0, "JS": 0}

    ended = check(Recorded(end="hands:1").hand().do("end_evening"))
    assert "end" not in ended


def check_end(evening):
    record = evening.record()
    assert replay_record(record)["ok"]
    return record


def test_an_evening_played_on_after_its_end_is_written_as_one_ended_by_hand():
    record = check(Recorded(end="hands:1").hand().do("play_on").do("dealer", seat=3).hand())

    assert record["options"] == {"end": "manual"}
    assert len(record["hands"]) == 2


def test_a_hand_whose_pay_cards_are_still_asked_for_is_written():
    assert check_end(Recorded(unplayed_paycard="double").hand())["expect"]["winners"] == ["Ben"]


def test_an_evening_without_a_hand_has_people_only():
    fresh = Recorded(3)
    nameless = Recorded(3)
    nameless.events.pop()

    assert check(fresh)["hands"] == []
    assert nameless.record()["dealer"] == "Carla"


def test_a_table_nobody_sat_down_at_has_no_record():
    with pytest.raises(RuleError) as error:
        export_record(game_named("boodle"), [ev.EveningOpened("boodle", {})])

    assert error.value.code == "no_hand"


def test_whoever_leaves_broke_needs_no_word():
    evening = Recorded(5, insolvency="out", depth="pots", per_card=4)
    evening.do("begin_hand").act("Anna out")
    for seat, cards in ((1, 1), (2, 1), (3, 1), (4, 6)):
        evening.do("count", seat=seat, cards=cards)
    evening.do("begin_hand").act("Anna takes AH")

    record = check(evening)

    assert evening.table.circle == (0, 1, 2, 3)
    assert "leave" not in record["hands"][1]


SHOWN = """Carla holds AH, Ben holds 8-9-10, Dan holds 8-9-10, Dan bets 2, Anna calls, Ben raises 5,
Carla folds, Dan calls, Anna folds"""
FIVES = "Ben shows 8D 8H 8S KD KH, Dan shows 5C 5H 5S JD JH"


def test_what_was_shown_and_bet_is_written():
    evening = Recorded(game="three_in_one").do("begin_hand").act(f"{SHOWN}, {FIVES}, Ben 4C")

    (hand,) = check(evening)["hands"]

    said = " ".join(f"{SHOWN}, {FIVES}, Ben 4C".split()).split(", ")
    assert hand["actions"] == said


def test_a_showdown_before_a_hand_went_down_to_pots_is_written_by_its_winners():
    evening = Recorded(game="three_in_one").do("begin_hand").act(f"{SHOWN}, {FIVES}, Ben 4C")

    (hand,) = check(evening.do("pots_only").act("Ben takes KH"))["hands"]

    assert hand["actions"][-2:] == ["Ben wins poker", "Ben takes KH"]
    assert "Carla holds AH" in hand["actions"]


def test_a_fine_once_the_hand_is_over_is_written_as_corrections_before_its_last_card():
    evening = Recorded(irregularity="fine_bar:1").hand().do("fine", seat=0)

    (hand,) = check(evening)["hands"]

    assert hand["actions"][-4:] == [
        *(f'correct Anna {name} 1 "fined"' for name in ("Ben", "Carla", "Dan")), "Ben KC",
    ]  # fmt: skip
    assert audit(evening.record())["balances"] == evening.record()["expect"]["balances"]
    check(evening.do("begin_hand").act("Ben 4C, Ben fined"))


def test_what_is_put_on_the_layout_between_two_hands_begins_the_next():
    evening = Recorded().hand().do("correct", debit="1", credit="AH", chips=3, note="found")

    first, second = check(evening.do("begin_hand").act("Ben 4C"))["hands"]

    assert first["actions"][-1] == "Ben KC"
    assert second["actions"] == ['correct Ben AH 3 "found"', "Ben 4C"]


def test_chips_moved_where_no_record_can_say_it_are_refused_with_a_way_out():
    evening = Recorded(insolvency="out").do("correct", debit="0", credit="1", chips=20, note="lent")
    evening.hand().do("correct", debit="1", credit="0", chips=9, note="back")

    with pytest.raises(RuleError, match="Export this evening with --json"):
        evening.record()


def test_in_a_hand_of_pots_too_only_holds_stands_behind_the_last_card():
    evening = Recorded(depth="pots", irregularity="fine:2").do("begin_hand")
    evening.act("Ben takes JS, Carla out")
    for seat in (0, 1, 3):
        evening.do("count", seat=seat, cards=2)

    (hand,) = check(evening.do("fine", seat=1))["hands"]

    assert hand["actions"][-2:] == ['correct Ben Dan 2 "fined"', "Carla out"]


def test_a_fine_after_a_void_hand_stands_before_what_ended_it():
    evening = Recorded(depth="pots", irregularity="fine:1").do("begin_hand").act("void")

    (hand,) = check(evening.do("fine", seat=1))["hands"]

    assert hand["actions"][-1] == "void" and len(hand["actions"]) == 4


def test_a_fine_while_cards_are_counted_is_written_before_they_are_paid():
    evening = Recorded(depth="pots", kitty_stake=1, irregularity="fine_bar:1").do("begin_hand")
    evening.act("Ben takes JS, Carla out").do("fine", seat=2)
    for seat in (0, 1, 3):
        evening.do("count", seat=seat, cards=2)

    record = check(evening)

    assert record["hands"][0]["actions"] == ["Ben takes JS", "Carla fined", "Carla out"]
    assert audit(record)["balances"] == record["expect"]["balances"]


def test_what_is_put_in_the_kitty_while_cards_are_counted_is_won_with_it():
    evening = Recorded(depth="pots").do("begin_hand").act("Carla out").do("count", seat=0, cards=2)
    evening.do("correct", debit="1", credit="kitty", chips=3, note="found")
    for seat in (1, 3):
        evening.do("count", seat=seat, cards=2)

    (hand,) = check(evening)["hands"]

    assert hand["actions"] == ['correct Ben kitty 3 "found"', "Carla out"]


def test_an_evening_that_people_leave_is_no_evening_at_its_end():
    evening = Recorded(3).do("begin_hand").act("Anna 4C").do("pots_only").act("Anna out")
    for seat in (1, 2):
        evening.do("count", seat=seat, cards=2)
    evening.do("leave", seat=1)

    assert check(evening)["expect"]["spaces"]["AH"] == 4


def test_a_record_fines_nobody_behind_the_last_card():
    record = Recorded(irregularity="fine:1").hand().record()
    record["hands"][0]["actions"].append("Ben fined")

    assert replay_record(record)["refused"]["code"] == "bad_record"


def test_who_left_before_the_end_of_a_hand_was_told_again_plays_that_hand():
    evening = Recorded(depth="pots").do("begin_hand").act("Carla out")
    for seat in (0, 1):
        evening.do("count", seat=seat, cards=2)
    evening.add(ev.SeatLeft(3)).do("count", seat=3, cards=1).do("begin_hand").act("Ben out")
    for seat in (0, 2):
        evening.do("count", seat=seat, cards=2)

    record = check(evening)

    assert record["hands"][0]["left"] == {"Anna": 2, "Ben": 2, "Dan": 1}
    assert record["hands"][1]["leave"] == ["Dan"]


def test_a_layout_without_a_hand_is_written_as_it_lies():
    evening = Recorded().do("correct", debit="0", credit="kitty", chips=3, note="found")

    assert evening.record()["spaces"] == {"kitty": 3}
    assert replay_record(evening.record())["ok"]


def test_winners_told_without_cards_are_written_by_name():
    evening = Recorded(game="three_in_one", depth="pots").do("begin_hand")
    evening.act("Dan checks, Anna checks, Ben checks, Carla folds, Anna Ben win poker")

    (hand,) = check(evening.act("Dan takes AH"))["hands"]

    assert hand["actions"][-2:] == ["Anna Ben win poker", "Dan takes AH"]


def test_all_in_is_written_with_what_was_there():
    evening = Recorded(game="three_in_one", insolvency="out").do("begin_hand")
    evening.do("correct", debit="0", credit="kitty", chips=18, note="less")

    (hand,) = check(evening.act("Dan bets 8, Anna calls 3 all in, Ben folds"))["hands"]

    assert hand["actions"][-2:] == ["Anna calls 3 all in", "Ben folds"]


def test_points_of_the_bank_need_no_word():
    record = check(Recorded(game="newbury").do("begin_hand").act("Ben 3C, Dan 4C, misdeal, Ben 2C"))

    assert record["hands"] == [{"actions": ["Ben 3C", "Dan 4C", "misdeal", "Ben 2C"]}]


def test_a_spare_hand_bought_into_the_kitty_is_written():
    options = {"spare_first_refusal": "eldest", "spare_auction": True}

    (hand,) = check(Recorded(**options).do("begin_hand").act("Carla buys 1, Anna 4C"))["hands"]

    assert hand["actions"] == ["Carla buys 1", "Anna 4C"]


def test_an_auction_is_written_by_its_sale():
    evening = Recorded(spare_auction=True).do("begin_hand").do("offer", seat=3)
    evening.do("bid", seat=0, chips=2).do("pass_bid", seat=1).do("pass_bid", seat=2)

    assert check(evening)["hands"][0]["actions"] == ["Dan sell Anna 2"]


def test_open_hands_for_the_leftover_are_written_behind_the_hands():
    evening = Recorded(leftover="poker").hand().do("end_evening")
    for seat, five in enumerate(("AC KC 9H 7D 2S", "3C 3D 5H 6S 8C", "2C 4D 6H 8S TC")):
        evening.do("show_last", seat=seat, cards=five)

    record = check(evening.do("show_last", seat=3, cards="QC JC 9D 7S 2H"))

    assert record["end"][2] == "Carla shows 2C 4D 6H 8S 10C"
    assert record["expect"]["balances"]["Ben"] == 68


@pytest.mark.parametrize("name", ["Anna Lee", "stop", "4C", "Ann", "Zoë", 'a "b"'])
def test_any_name_is_written_so_that_it_reads_back(name):
    evening = Recorded().do("rename", seat=1, name=name).do("begin_hand").act("Anna 4C, Ben 5C")

    assert check(evening)["hands"][0]["actions"][1].endswith(" 5C")


def test_an_evening_whose_rules_were_changed_is_no_record():
    evening = Recorded(depth="pots", per_card=0).do("begin_hand").act("Anna out")
    evening.do("propose_rules", values={"per_card": 2}).do("decline_rules")
    assert evening.record()["hands"]

    evening.do("propose_rules", values={"per_card": 2}).do("all_agree").do("begin_hand")
    with pytest.raises(RuleError, match="changed in mid-evening"):
        export_record(evening.game, evening.events)
