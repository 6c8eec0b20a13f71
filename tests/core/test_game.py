"""A game: its seats, its options, its spaces."""

from dataclasses import replace

import pytest

from companion.core.cards import DECK
from companion.core.errors import RuleError
from companion.core.game import Game, spaces_of
from companion.core.options import Options

GAME = Game(key="x", name="X", tagline="A game.", source="RULES § 1", seats=(3, 8))


def code(call, *args):
    with pytest.raises(RuleError) as error:
        call(*args)
    return error.value.code


def test_a_game_gives_its_preset_with_the_house_rules_on_top():
    game = replace(GAME, preset=Options(per_card=2))

    assert game.options().per_card == 2
    assert game.options({"ante": 3}) == Options(per_card=2, ante=3)


def test_the_number_of_players_is_checked_against_the_game_and_the_options():
    assert code(GAME.check_players, 2) == "too_few_players"
    assert code(GAME.check_players, 9) == "too_many_players"
    GAME.check_players(5)


def test_a_value_may_bring_others_with_it_unless_they_are_given():
    implied = {("funding", "players"): {"leftover": "split"}}
    game = replace(GAME, preset=Options(funding="bank", leftover="lost"), implied=implied)

    assert game.options({"funding": "players"}).leftover == "split"
    assert game.options({"funding": "players", "leftover": "lost"}).leftover == "lost"
    assert game.options({"ante": 2}).leftover == "lost"


def test_a_card_is_in_the_pack_or_not():
    small = replace(GAME, pack=DECK[:10])

    assert GAME.has(DECK[51])
    assert not small.has(DECK[51])
    assert small.has(DECK[9])


def test_spaces_know_which_cards_win_them():
    spaces = spaces_of(Options(layout=("TH", "KQ", "KQD", "8-9-10"), kitty_stake=1,
                               pot_stake=1, pot_kind="run3"))  # fmt: skip

    sorts = [(space.name, space.sort, space.is_pay_space) for space in spaces]

    assert sorts == [
        ("TH", "card", True), ("KQ", "pair", True), ("KQD", "pair", True),
        ("8-9-10", "sequence", True), ("kitty", "kitty", False), ("pot", "pot", False),
    ]  # fmt: skip
    assert spaces[1].cards == ("KH", "QH")
    assert spaces[2].cards == ("KD", "QD")
    assert len(spaces[3].cards) == 12


def test_spaces_of_trumps_are_won_by_no_card_before_a_suit_is_turned_up():
    options = Options(layout=("A*", "QJ*"))

    assert [space.cards for space in spaces_of(options)] == [(), ()]
    assert [space.cards for space in spaces_of(options, "S")] == [("AS",), ("QS", "JS")]
    assert options.has_trumps
    assert not Options().has_trumps


def test_the_cards_asked_for_at_a_first_lead_are_those_of_the_pack():
    small = replace(GAME, pack=tuple(card for card in DECK if card.rank in "79KA"))

    assert small.first_cards("D") == ("7D", "9D", "KD", "AD")
