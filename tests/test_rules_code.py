"""The short code of house rules: the same rules again, a slip of the finger found, for ever."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion import rules_code
from companion.core import options as option_rules
from companion.core.errors import RuleError
from companion.core.options import NAMES, WORDS, Options
from companion.games import all_games, game_named
from companion.rules_code import LETTERS, decode, encode

GAMES = tuple(all_games().values())
BOODLE = game_named("boodle")

# What a code means never changes: add lines, never touch one.
FOR_EVER = {
    "B3T2 25DB": ("boodle", {}),
    "B6K2 2ZNW": ("michigan_us", {}),
    "B8T2 2AVS": ("newmarket_bets", {}),
    "B4W2 29CF": ("newmarket_uk", {}),
    "BMX2 2T7Q": ("horses_kings", {}),
    "B3A2 2MRH": ("newbury", {}),
    "BRP2 2P9Y": ("three_in_one", {}),
    "B872 2PC5": ("tripoley", {}),
    "BR62 26M6": ("rummoli", {}),
    "B3E2 2RWY": ("rummy_royal", {}),
    "BGQ2 2FS9": ("michigan_board", {}),
    "BM92 254U": ("michigan_kitty", {}),
    "BBY2 2JMQ": ("family_hearts", {}),
    "B3T7 BK9Q": ("boodle", {"per_card": 2}),
    "B3T2 28NU 9YFF": ("boodle", {"change": "suit", "fallback": "pass"}),
    "B3T8 ZH47 DEQT Q2VJ EKET W73T": ("boodle", {
        "spare_swap": True, "spare_auction": True, "auction_min": 3, "change": "colour",
        "fallback": "pass", "kitty_stake": 1, "end": "hands:12", "chip_value": 2,
        "currency": "GBP"}),
    "B3T2 225C 2CJ8 5NDR 9KUC": (
        "boodle", {"layout": ["10C", "JD", "QS", "KH", "KQ", "8-9-10"]}),
}  # fmt: skip


@pytest.mark.parametrize("code", FOR_EVER)
def test_a_code_never_changes_its_meaning(code):
    key, values = FOR_EVER[code]
    game = game_named(key)

    assert decode(code) == (game, game.options(values))
    assert encode(game, game.options(values)) == code


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_usual_rules_of_every_game_take_two_groups(game):
    code = encode(game, game.preset)

    assert decode(code) == (game, game.preset)
    assert len(code) == len("B3T2 25DB")


def test_every_option_has_its_place_in_the_code():
    """A new option goes to the end of `rules_code.ORDER`, so that old codes keep their meaning."""
    assert set(rules_code.ORDER) == set(NAMES)
    assert len(set(rules_code.ORDER)) == len(rules_code.ORDER)


def test_every_game_has_letters_of_its_own():
    assert len({encode(game, game.preset)[1:3] for game in GAMES}) == len(GAMES)


# ---- any rules there can be ---------------------------------------------------------------------

SPACES = st.lists(st.sampled_from(rules_code.SPACES[:56]), min_size=1, max_size=12, unique=True)
NUMBERS = st.one_of(st.integers(0, 12), st.integers(0, 1000))


def values_of(name):
    """Anything that option *name* takes."""
    if name == "layout":
        return SPACES
    if name == "currency":
        return st.one_of(st.sampled_from(rules_code.CURRENCIES), st.text("£äß €Ж", max_size=8))
    if name in rules_code.COUNTED:
        words = rules_code.COUNTED[name]
        return st.builds(lambda word, n: word if word in rules_code._PLAIN else f"{word}:{n}",
                         st.sampled_from(words), st.integers(1, 9999))  # fmt: skip
    if name in WORDS:
        return st.sampled_from(WORDS[name])
    if isinstance(getattr(Options(), name), bool):
        return st.booleans()
    return st.one_of(NUMBERS, st.none()) if name == "poker_max" else NUMBERS


def taken(name, value):
    """Whether option *name* takes *value*."""
    try:
        option_rules.parse_option(name, value)
    except RuleError:
        return False
    return True


@st.composite
def house_rules(draw):
    """A game, and house rules of it that do not contradict each other."""
    game = draw(st.sampled_from(GAMES))
    names = draw(st.lists(st.sampled_from(NAMES), max_size=9, unique=True))
    values = {name: draw(values_of(name)) for name in names}
    values = {name: value for name, value in values.items() if taken(name, value)}
    try:
        return game, game.options(values)
    except RuleError:
        assume(False)


@settings(max_examples=1500, deadline=None)
@given(house_rules())
def test_any_rules_come_back_from_their_code(rules):
    game, options = rules
    assert decode(encode(game, options)) == (game, options)


@settings(max_examples=300, deadline=None)
@given(house_rules(), st.data())
def test_one_wrong_letter_is_found_and_named(rules, data):
    code = encode(*rules).replace(" ", "")
    place = data.draw(st.integers(0, min(len(code), 24) - 1))
    other = data.draw(st.sampled_from(LETTERS.replace(code[place], "")))
    assume(len(code) <= 32)  # beyond, two places can explain one slip

    with pytest.raises(RuleError) as error:
        decode(code[:place] + other + code[place + 1 :])

    right = code[place // 4 * 4 : place // 4 * 4 + 4]
    assert "looks wrong" in str(error.value) and right in str(error.value)


@settings(max_examples=500, deadline=None)
@given(st.text(LETTERS, min_size=1, max_size=60))
def test_nothing_typed_at_random_is_more_than_refused(text):
    try:
        game, options = decode(text)
    except RuleError as error:
        assert error.code == "bad_code" and error.message[-1] in ".?"
    else:
        assert encode(game, options).replace(" ", "") == text


# ---- how people type ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["b3t7 bk9q", "B3T7BK9Q", " B3T7-BK9Q. ", "BOODLE RULES B3T7 BK9Q", "b3t7\nbk9q"]
)
def test_case_blanks_dashes_and_the_scanned_prefix_do_not_matter(typed):
    assert decode(typed)[1].per_card == 2


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Type the code"),
        (" - ", "Type the code"),
        ("B3T7 BK0Q", "A code has no 0; it has no 0, O, 1, I or L at all. Look at the second"),
        ("B3T7 BKÄQ", "A code has no Ä"),
        ("B3T7 BK9", "7 letters and digits came, and codes come in fours"),
        ("B3T7", "4 letters and digits came"),
        ("B3T7 BK8Q", "The second group, BK8Q, looks wrong: is it BK9Q?"),
        ("C3T7 BK9Q", "The first group, C3T7, looks wrong: is it B3T7?"),
        ("B37T BK9Q", "The first group, B37T, looks wrong: is it B3T7?"),
        ("B4T7 BK8R", "More than one letter of this code is wrong"),
        ("B" * 400, "too long"),
    ],
)  # fmt: skip
def test_a_wrong_code_is_refused_with_the_part_that_looks_wrong(typed, says):
    with pytest.raises(RuleError) as error:
        decode(typed)

    assert error.value.code == "bad_code" and says in str(error.value)


def with_checks(data):
    return data + rules_code._checks(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("C3T22", "This code begins with C: another version of Boodle wrote it"),
        ("BZZ22", "a game that this Boodle does not know"),
        ("B3TZZ", "rules that this Boodle does not know"),
        ("B3TZZZZZZ", "rules that this Boodle does not know"),
        ("B3T222222", "no code that Boodle has written"),
        ("B3T2222ZZ", "rules that this Boodle does not know"),
    ],
)
def test_a_sound_code_of_something_unknown_says_so(data, says):
    with pytest.raises(RuleError, match=says):
        decode(with_checks(data))


def test_a_code_that_asks_for_contradictions_says_which():
    spare = {"spare": "none", "spare_swap": True}
    digits = [(2, 64), (3, 16), (13, 64), (1, 2)]
    assert rules_code.ORDER[1] == "spare" and rules_code.ORDER[14] == "spare_swap"
    body = rules_code._spelled(rules_code._packed(digits))
    data = "B3T" + body.rjust(len(body) + (-len(body) - 6) % 4, "2")

    with pytest.raises(RuleError) as clash:
        BOODLE.options(spare)
    with pytest.raises(RuleError) as error:
        decode(with_checks(data))
    assert str(clash.value) in str(error.value)


def test_in_a_long_code_two_groups_may_be_named():
    letters = encode(BOODLE, BOODLE.options({"layout": list(rules_code.SPACES[:12]),
                     "currency": "£äß€Ж", "chip_value": 99, "start_chips": 70000}))  # fmt: skip
    code = letters.replace(" ", "")
    assert len(code) > 33

    with pytest.raises(RuleError, match="looks wrong"):
        decode(code[:4] + ("K" if code[4] != "K" else "M") + code[5:])
