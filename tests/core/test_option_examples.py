"""Every house rule has a worked example, and every example is played: none of them can lie."""

import re

import pytest
from evenings import NAMES, NUMBERS, acts, begun, do, seated

from companion.core import ends, money
from companion.core.cards import CARD, Card
from companion.core.errors import RuleError
from companion.core.game import spaces_of
from companion.core.leads import legal_leads
from companion.core.option_examples import EXAMPLES, example
from companion.core.options import NAMES as OPTIONS
from companion.core.options import parse_option
from companion.games import game_named

NO_SCENE = {"placement_order", "first_dealer", "funding=dealer"}
"""What happens before Boodle is told anything, or in a game of its own."""


# ---- playing a scene ----------------------------------------------------------------------------


def value_of(text):
    """A rule or a field as it is written in an example."""
    if text in ("on", "off"):
        return text == "on"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def setting_of(key, rules):
    """The setting and options of an example: those it names, and the one it is about."""
    settings = {name: value_of(text) for name, _, text in (r.partition("=") for r in rules.split())}
    if "layout" in settings:
        settings["layout"] = settings["layout"].split(",")
    name, _, value = key.partition("=")
    if name == "placement":
        settings["placement"], factor = value.split(":")
        settings["dealer_factor"] = int(factor)
    elif value and not name.endswith("_number"):
        settings.setdefault(name, None if value == "None" else value)
    return settings


class Scene:
    """One table on which the steps of an example are played."""

    def __init__(self, settings):
        self.start = seated(**settings)
        self.table = begun(**settings)

    def step(self, text):
        """Play one step or check what must hold; numbers alone only say what the words count."""
        word, _, rest = text.partition(" ")
        if re.fullmatch(r"[\d ]+", text) or re.fullmatch(
            r"[\dTJQKA]+[CDHS]( [\dTJQKA]+[CDHS])*", text
        ):
            return
        checker = getattr(self, f"check_{word}", None)
        if text.startswith("= "):
            self.check_chips(rest)
        elif checker is not None:
            checker(rest)
        elif word == "no":
            with pytest.raises(RuleError):
                self.act(rest)
        else:
            self.table = self.act(text)

    def act(self, text):
        """The table after an act or a command."""
        if not text.startswith("do "):
            return acts(self.table, text)
        kind, *fields = text[3:].split()
        data = {}
        for name, _, value in (field.partition("=") for field in fields):
            if name in ("AH", "KC", "QD", "JS"):
                data.setdefault("stakes", {})[name] = int(value)
            elif value in NUMBERS:
                data[name] = NUMBERS[value]
            else:
                data[name] = value.split(",") if "," in value else value_of(value)
        return do(self.table, kind, **data)

    def accounts(self, text):
        """(account, number) of ``Ben 31, KC 0``."""
        for part in text.split(", "):
            name, number = part.split()
            yield NUMBERS.get(name, Card.parse(name) if name[-1] in "CDHS" else name), int(number)

    def check_chips(self, text):
        for account, number in self.accounts(text):
            assert self.table.balance(account) == number, account

    def check_before(self, text):
        for account, number in self.accounts(text):
            assert self.start.balance(account) == number, account

    def check_put(self, text):
        for seat, number in self.accounts(text):
            assert sum(self.table.hand.stakes[seat].values()) == number, seat

    def check_paid(self, text):
        for seat, number in self.accounts(text):
            staked = sum(self.table.hand.stakes.get(seat, {}).values())
            assert self.start.balance(seat) - staked - self.table.balance(seat) == number, seat

    def check_leads(self, text):
        held, _, legal = text.partition(": ")
        held, _, last = held.partition(" after ")
        cards = [Card.parse(card) for card in held.split()]
        horses = [c for s in spaces_of(self.table.options) if s.sort == "card" for c in s.cards]
        last = CARD[last] if last else None
        wanted = [] if legal == "none" else [Card.parse(card) for card in legal.split()]
        assert list(legal_leads(self.table.options, cards, last, horses)) == wanted

    def check_leader(self, name):
        assert self.table.hand.leader == NUMBERS[name]

    def check_needs(self, card):
        assert self.table.hand.needed == card

    def check_turn(self, name):
        assert self.table.hand.poker.turn[0] == NUMBERS[name]

    def check_sizes(self, text):
        sizes, _, spare = text.partition(" spare ")
        hand = self.table.hand
        assert [hand.left[seat] for seat in hand.circle] == [int(n) for n in sizes.split()]
        assert 52 - sum(hand.left.values()) == int(spare)

    def check_over(self, why):
        assert ends.reached(self.table) == why

    def check_going(self, _):
        assert ends.reached(self.table) is None

    def check_planned(self, number):
        assert ends.planned_hands(self.table) == int(number)

    def check_money(self, text):
        for seat, number in self.accounts(text):
            assert money.nets_in_money(self.table)[seat] == number

    def check_without(self, name):
        assert NUMBERS[name] not in self.table.circle


def settings_and_scene(key):
    shown = EXAMPLES[key]
    return setting_of(key, shown.rules), [step.strip() for step in shown.scene.split(";")]


@pytest.mark.parametrize("key", [key for key in EXAMPLES if EXAMPLES[key].scene])
def test_what_an_example_says_is_what_happens(key):
    settings, steps = settings_and_scene(key)
    scene = Scene(settings)
    for step in steps:
        scene.step(step)


# ---- the words and the scene belong together ----------------------------------------------------


def cards_in(text):
    return {Card.parse(word) for word in re.findall(r"\b(?:10|[2-9TJQKA])[CDHS]\b", text)}


@pytest.mark.parametrize("key", [key for key in EXAMPLES if EXAMPLES[key].scene])
def test_an_example_names_no_card_and_no_number_that_is_not_in_its_scene(key):
    shown = EXAMPLES[key]
    words = re.sub(r"\{(\w+)\}", " ", shown.words)
    proof = f"{key} {shown.rules} {shown.scene}"

    assert {Card.parse(c) for c in re.findall(r"\{(\w+)\}", shown.words)} <= cards_in(proof)
    assert set(re.findall(r"\d+", words)) <= set(re.findall(r"\d+", proof))


@pytest.mark.parametrize("key", EXAMPLES)
def test_an_example_is_short_and_ends_like_a_sentence(key):
    words = EXAMPLES[key].words
    assert 20 < len(words) < 190 and words.endswith((".", "?"))


# ---- none is missing ----------------------------------------------------------------------------


def test_every_option_has_an_example_with_a_scene():
    named = {key.partition("=")[0].removesuffix("_number") for key in EXAMPLES}

    assert set(OPTIONS) - named == {"dealer_factor"}, "told with placement"
    assert {key for key in EXAMPLES if not EXAMPLES[key].scene} == {
        key for key in EXAMPLES if key in NO_SCENE or key.partition("=")[0] in NO_SCENE
    }


@pytest.mark.parametrize("key", EXAMPLES)
def test_an_example_is_played_by_the_rule_it_is_about(key):
    name = key.partition("=")[0].removesuffix("_number")
    settings = setting_of(key, EXAMPLES[key].rules)
    assert name in settings or key == "layout" or not EXAMPLES[key].scene or name == "currency"
    if name in settings:
        parse_option(name, settings[name])


def test_an_example_is_found_by_its_value_or_by_its_option():
    assert example("change", "suit").startswith("Ben ended the run with {10S}")
    assert example("ante", 3) == EXAMPLES["ante"].words
    assert example("no such option", 1) == ""


def test_people_of_the_examples_are_those_of_the_tests():
    people = {
        name
        for shown in EXAMPLES.values()
        for name in NAMES
        if re.search(rf"\b{name}\b", shown.words)
    }
    assert people == {"Anna", "Ben", "Carla", "Dan"}
    assert game_named("boodle").seats[0] <= len(people)
