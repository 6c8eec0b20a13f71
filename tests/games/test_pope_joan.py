"""Pope Joan (RULES § 10): trumps turned up, eight compartments, and who holds Pope pays nothing."""

from evenings import acts, after, begun, chips, do, refused_act

from companion.core.cards import CARD
from companion.core.tell import tell


def test_the_dealer_dresses_the_board_with_fifteen_chips():
    table = begun(game="pope_joan")

    assert chips(table, 0, 3) == (60, 45)
    assert table.layout_chips == {
        "9D": 6, "KQ*": 2, "QJ*": 2, "A*": 1, "K*": 1, "Q*": 1, "J*": 1, "kitty": 1,
    }  # fmt: skip


def test_everybody_may_dress_the_board_instead():
    table = begun(game="pope_joan", funding="players")

    assert chips(table, 0, 3, "9D", "kitty") == (45, 45, 24, 4)


def test_fifty_one_cards_are_dealt():
    table = begun(game="pope_joan")

    assert dict(table.hand.left) == {0: 11, 1: 10, 2: 10, 3: 10}
    assert table.hand.spare == 10


def test_the_seven_of_diamonds_the_kings_and_the_card_below_the_turn_up_are_stops():
    table = after("Dan turns 5C, Anna 6D, Ben 7D", game="pope_joan")
    assert table.hand.leader == 1

    assert acts(table, "Ben KS").hand.stops[-1].why == "top"
    assert acts(table, "Ben 4C").hand.stops[-1].why == "played"
    assert refused_act(table, "Ben 8D") == "wrong_card"


def test_matrimony_and_intrigue_go_to_who_plays_both_of_their_cards():
    table = after("Dan turns 5H, Anna JH, Anna QH, Anna KH", game="pope_joan")

    assert chips(table, 0, "KQ*", "QJ*", "J*", "Q*", "K*") == (60 + 7, 0, 0, 0, 0, 0)


def test_the_dealer_takes_pope_when_it_is_turned_up():
    table = after("Dan turns 9D", game="pope_joan")

    assert chips(table, 3, "9D") == (60 - 15 + 6, 0)
    assert table.spaces[3].cards == ("AD",)


def test_who_is_left_with_pope_pays_nothing_for_cards_left():
    table = after("Dan turns 5H, Anna 2C", game="pope_joan")
    table = acts(do(table, "correct_count", seat=0, cards=1), "Anna 3C")

    over = acts(table, "Carla holds 9D")

    assert chips(over, 0, 1, 2, 3) == (60 + 1 + 20, 50, 60, 35)
    assert over.layout_chips["9D"] == 6


def test_its_spaces_have_their_own_names():
    table = begun(game="pope_joan")
    (space,) = (s for s in table.spaces if s.name == "KQ*")

    assert space.cards == ()
    won = after("Dan turns 5H, Anna QH, Anna KH", game="pope_joan")
    assert table.game.words[CARD["9D"]] == "Pope"
    assert [tell(won, event) for event in _awards(won)] == ["Anna gets 2 chips from Matrimony."]


def _awards(table):
    from companion.core import events as ev

    return [ev.PotAwarded("KQ*", table.hand.awards["KQ*"], 2)]
