"""Which cards may be led: the legal-lead table of RULES § 9, and each fall-back."""

import pytest

from companion.core.cards import CARD, Card
from companion.core.leads import asked_suits, lead_suits, legal_leads
from companion.core.options import Options

NEWBURY = Options(
    ace="low", lead_rank="any", change="colour", fallback="pass", horse_lead="last_resort"
)
HORSES = ("TC", "JD", "QS", "KH")
SECTION_9 = [
    ("5S 9S 9D KC AC", "TS", Options(), "5S 9D KC"),
    ("5S 9S 9D KC AC", None, Options(), "5S 9D KC"),
    ("5S 9S 9D KC AC", "TS", Options(change="suit"), "9D KC"),
    ("5S 9S", "TS", Options(change="suit"), "5S"),
    ("5S 9S", "TS", Options(change="suit", fallback="pass"), ""),
    ("5S 7C 9C", "TS", Options(change="colour", fallback="pass"), ""),
    ("5S 7C 9C", "TS", Options(change="colour"), "5S 7C"),
    ("5S 7C 9C", "TS", Options(change="colour", fallback="cascade"), "7C"),
    ("5S 9S", "TS", Options(change="colour", fallback="cascade"), "5S"),
    ("AC 3C KC", None, Options(ace="low"), "AC"),
    ("AC 3C KC", None, Options(), "3C"),
    ("AD 4H 9H KH 2S", "6C", NEWBURY, "AD 4H 9H"),
    ("JD KH 2S", "6C", NEWBURY, "JD KH"),
    ("JD 2S", "6C", NEWBURY, "JD"),
    ("2S TC", "6C", NEWBURY, ""),
]


def cards(text):
    return [CARD[code] for code in text.split()]


@pytest.mark.parametrize(("held", "last", "options", "legal"), SECTION_9)
def test_legal_leads_are_those_of_section_9(held, last, options, legal):
    led = legal_leads(options, cards(held), last and Card(last), HORSES)

    assert set(led) == set(cards(legal))


def test_the_first_lead_may_have_its_own_rank():
    held, options = cards("5S 2D 9D"), Options(first_lead_rank="lowest_overall")

    assert legal_leads(options, held, None) == ("2D",)
    assert legal_leads(options, held, CARD["4H"]) == ("5S", "2D")


def test_lowest_of_all_leaves_the_suit_free_among_equals():
    options = Options(lead_rank="lowest_overall")

    assert legal_leads(options, cards("5S 5D 9D"), CARD["4H"]) == ("5S", "5D")


def test_the_first_lead_is_black_where_the_lowest_black_begins():
    options = Options(first_lead="lowest_black")

    assert lead_suits(options, None) == "CS"
    assert lead_suits(options, CARD["2C"]) == "CDHS"
    assert legal_leads(options, cards("5H 7C"), None) == ("7C",)


def test_a_horse_may_begin_the_hand_though_it_is_the_last_resort_later():
    assert "KH" in legal_leads(NEWBURY, cards("KH 2H"), None, HORSES)


@pytest.mark.parametrize(("change", "suits"), [("none", "CDHS"), ("suit", "CDH"), ("colour", "DH")])
def test_the_change_asks_for_other_suits(change, suits):
    assert asked_suits(Options(change=change), CARD["2S"]) == suits
    assert asked_suits(Options(change=change), None) == "CDHS"
