"""The host's pen: handed over, asked for, taken by the recovery word, never by time alone."""

from __future__ import annotations

from phones import TableMaker, forms, words

from companion.door.pen import TRIES


def test_the_host_hands_the_pen_over(table: TableMaker) -> None:
    there = table(3)
    page = there.host.get(f"{there.url}/person/1")
    form = next(form for form in forms(page) if form.get("kind") == "give_pen")
    assert there.host.post(form["action"], **form).status_code == 303
    assert there.json(there.players[1], "dealer", seat=1)["ok"]
    assert there.json(there.host, "dealer", seat=2)["code"] == "not_yours"
    assert there.json(there.host, "rename", seat=0, name="Anne")["ok"], "the seat is kept"


def test_a_player_asks_and_somebody_else_says_yes(table: TableMaker) -> None:
    there = table(4)
    ben, carla = there.players[1], there.players[2]
    assert there.json(ben, "ask_pen")["ok"]
    assert "You have asked for it" in ben.text(f"{there.url}/pen")
    assert there.json(ben, "answer_pen", yes="yes")["ok"] is False, "not by oneself"
    assert there.json(there.phone("watcher"), "answer_pen", yes="yes")["ok"] is False
    assert "Ben asks for the host’s pen" in carla.text(f"{there.url}/menu")
    form = next(
        form for form in forms(carla.get(f"{there.url}/menu"))
        if form.get("kind") == "answer_pen" and form["yes"] == "yes"
    )  # fmt: skip
    assert carla.post(form["action"], **form).status_code == 303
    assert there.json(ben, "dealer", seat=1)["ok"]
    assert there.json(there.host, "dealer", seat=1)["code"] == "not_yours"


def test_the_host_says_no(table: TableMaker) -> None:
    there = table(3)
    there.json(there.players[1], "ask_pen")
    assert there.json(there.host, "answer_pen", yes="no")["ok"]
    assert there.json(there.players[1], "dealer", seat=1)["code"] == "not_yours"
    assert there.json(there.host, "answer_pen", yes="yes")["ok"] is False


def test_the_recovery_word_gives_the_pen_to_a_new_phone(table: TableMaker) -> None:
    there = table(3)
    new = there.phone("stranger")
    wrong = new.post(f"{there.url}/pen", word="apple apple apple")
    assert wrong.status_code == 409 and "not the recovery word" in words(wrong)
    assert there.json(new, "dealer", seat=1)["code"] == "not_yours"
    right = f"  {there.word.upper()} "
    assert new.post(f"{there.url}/pen", word=right).headers["Location"] == there.url
    assert there.json(new, "dealer", seat=1)["ok"]
    assert there.json(there.host, "dealer", seat=2)["code"] == "not_yours"


def test_the_word_cannot_be_guessed_by_trying(table: TableMaker) -> None:
    there = table(3)
    new = there.phone("stranger")
    for number in range(TRIES):
        new.post(f"{there.url}/pen", word=f"guess {number}")
    late = new.post(f"{there.url}/pen", word=there.word)
    assert late.status_code == 409 and "Too many wrong words" in words(late)
    tapped = there.json(new, "take_pen", word=there.word)
    assert tapped["ok"] is False, "nor by the other way"
    assert there.json(there.host, "dealer", seat=2)["ok"]


def test_the_word_is_in_no_address(table: TableMaker) -> None:
    there = table(3)
    page = there.phone("stranger").get(f"{there.url}/pen").get_data(as_text=True)
    assert 'method="post"' in page and there.word not in page


def test_who_must_answer_sees_a_banner_on_every_page(table: TableMaker) -> None:
    there = table(4)
    there.begin()
    there.json(there.players[1], "ask_pen")
    asks = "Ben asks for the host’s pen"
    for phone in (there.host, there.players[2]):
        assert asks in phone.text(there.url) and asks in phone.text(f"{there.url}/players")
    for phone in (there.players[1], there.phone("watcher")):
        assert asks not in phone.text(there.url)
    there.json(there.host, "answer_pen", yes="no")
    assert asks not in there.host.text(there.url)


def test_a_seat_wanted_back_is_a_banner_for_the_host_alone(table: TableMaker) -> None:
    there = table(3)
    there.begin()
    there.phone("stranger").post(f"{there.url}/back", seat="1")
    says = "Another phone says it is Ben’s"
    assert says in there.host.text(there.url) and says not in there.players[2].text(there.url)
    assert says in there.host.text(f"{there.url}/pen")
