"""Every action of the golden records can be tapped: its key stands on a page, and books the same.

The host plays whole evenings of every game by the forms of the pages alone, without script.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from phones import AtTable, TableMaker, forms

from companion.core.cards import Card
from companion.core.options import space_name
from companion.core.settle import pay_cards_unshown
from companion.record.text import split_action

HANDS = Path(__file__).parents[1] / "games" / "hands"
FILES = {
    "worked-examples.jsonl": False, "random-deals.jsonl": True, "epsom.jsonl": False,
    "pope-joan.jsonl": False,
}  # fmt: skip
"""Each with whether only the first record of a kind is tapped."""
UNTAPPED = ("misdeal", "correct", "fined")
"""Actions that stand in the menu or on sheets of their own, with tests of their own."""


def records() -> Iterator[Any]:
    """The worked examples, and the first deal of each kind of random ones."""
    for name, first_only in FILES.items():
        seen = set()
        for line in (HANDS / name).read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            kind = record["id"].rpartition("-")[0]
            if "refused" in record.get("expect", {}) or (first_only and kind in seen):
                continue
            seen.add(kind)
            yield pytest.param(record, id=record["id"])


class Host:
    """The host's phone, which acts for everybody by the forms it is shown."""

    def __init__(self, table: AtTable, record: dict[str, Any]) -> None:
        self.table = table
        self.numbers = {name: seat for seat, name in enumerate(record["players"])}
        self.left: dict[str, int] = {}

    def tap(self, kind: str, page: str = "", **data: object) -> None:
        """Find the form of a command on a page and post it."""
        wanted = {name: str(value) for name, value in data.items()}
        response = self.table.host.get(f"{self.table.url}{page}", follow_redirects=True)
        offered = forms(response)
        for form in offered:
            if form.get("kind") == kind and wanted.items() <= form.items():
                fields = {name: value for name, value in form.items() if name != "action"}
                answer = self.table.host.post(form["action"], **fields)
                assert answer.status_code == 303, answer.get_data(as_text=True)[-1500:]
                return
        have = [{k: v for k, v in f.items() if k not in ("id", "seq_seen")} for f in offered]
        raise AssertionError(f"no key for {kind} {wanted} on {page or 'the table'}: {have}")

    # ---- a hand ---------------------------------------------------------------------------------

    def hand(self, hand: dict[str, Any]) -> None:
        """One hand of a record."""
        if hand.get("last_lap"):
            self.table.say("last_lap")
        pots = any(word in a.split() for a in hand["actions"] for word in ("takes", "out", "void"))
        self.table.say("depth", depth="pots" if pots else "cards")
        self.tap("begin_hand", "?next=1")
        self.stake(hand.get("stakes", {}))
        actions, self.left = list(hand["actions"]), hand.get("left", {}) if pots else {}
        while actions:
            self.act(actions.pop(0), actions)
        self._counts()
        if self.state.playing is not None and self.state.playing.phase == "shown":
            self.tap("close_hand")

    def _counts(self) -> None:
        """The cards left of everybody, where only pots are recorded and they are asked for."""
        for name, cards in self.left.items():
            if self.state.playing is not None and self.state.playing.phase == "counts":
                seat = self.numbers[name]
                self.tap("count", f"?for={seat}", seat=seat, cards=cards)

    @property
    def state(self) -> Any:
        """The table."""
        return self.table.state

    def stake(self, stakes: dict[str, dict[str, int]]) -> None:
        """Free stakes, spread on the page; kitty and pot come beside them."""
        for name, chips in stakes.items():
            seat = self.numbers[name]
            hand = self.state.playing
            if hand is None or seat in hand.stakes:
                continue
            free = {
                Card.parse(space): n for space, n in chips.items() if space not in ("kitty", "pot")
            }
            query = "&".join(f"{space}={n}" for space, n in free.items())
            wanted = {f"stake_{space}": n for space, n in free.items()}
            self.tap("stake", f"?for={seat}&{query}", seat=seat, **wanted)

    def act(self, action: str, rest: list[str]) -> None:
        """One action."""
        tokens = split_action(action, self.numbers)
        if not tokens[0].name:
            self._table_act(action)
            return
        seats = [self.numbers[token.text] for token in tokens if token.name]
        words = [token.text for token in tokens if not token.name]
        seat = seats[0]
        self._into_play(words[0])
        if words[-1] == "poker":
            self.tap("poker_won", "/poker-won", winners=seat)
        elif (tap := getattr(self, f"_{words[0]}", None)) is not None:
            tap(seat, words[1:], seats[1:])
        else:
            self._card(seat, Card.parse(words[0]))

    def _table_act(self, action: str) -> None:
        if action == "stop":
            if self.state.playing.needed is not None:
                self.tap("stop", "?all=1")
        elif action == "void":
            self._into_play("out")
            self.tap("void", "/out")
        else:
            self.table.say(action)

    def _into_play(self, word: str) -> None:
        """Go on to the phase an action belongs to by the keys that say so."""
        hand = self.state.playing
        if hand.phase == "deal" and word != "turns":
            self.tap("deal")
        hand = self.state.playing
        if hand.phase == "spare" and word not in ("swap", "sell", "buys"):
            self.tap("leave_spare")
        hand = self.state.playing
        if hand.phase == "hold" and word != "holds":
            self.tap("close_hold")
        hand = self.state.playing
        if hand.phase == "poker" and hand.depth == "pots" and word in ("takes", "out"):
            self.table.say("take" if word == "takes" else word)

    def _card(self, seat: int, card: Card) -> None:
        hand = self.state.playing
        if card == hand.missing:
            self.tap("play", "/missed", seat=seat, card=card)
        elif hand.needed is None:
            self.tap("play", f"/lead?suit={card.suit}", seat=seat, card=card)
        else:
            while self.state.playing.needed != card and not self.state.playing.plays:
                self.tap("stop", "?all=1")  # the first lead by suit: nobody has the lower ones
            self.tap("play", "?all=1", seat=seat, card=card)

    def _turns(self, seat: int, words: list[str], _: Any) -> None:
        card = Card.parse(words[0])
        self.tap("deal", f"?turned={card.suit}", turned=card)

    def _pass(self, seat: int, *_: Any) -> None:
        self.tap("pass", "/lead", seat=seat)

    def _swap(self, seat: int, *_: Any) -> None:
        self.tap("swap", seat=seat)

    def _sell(self, seat: int, words: list[str], others: list[int]) -> None:
        self.tap("sell", f"/sell?buyer={others[0]}", seat=seat, buyer=others[0], chips=words[-1])

    def _buys(self, seat: int, words: list[str], _: Any) -> None:
        self.tap("buy_spare", "/sell", seat=seat, chips=words[0])

    def _holds(self, seat: int, words: list[str], _: Any) -> None:
        space = space_name(words[0])
        self._counts()
        now = self.state.playing
        if now.phase == "shown" and space != pay_cards_unshown(self.state)[0]:
            self.table.say("holds", seat=seat, space=space)
        elif now.phase == "shown":
            self.tap("holds", seat=seat, space=space)
        else:
            self.tap("holds", f"?space={space}", seat=seat, space=space)

    def _takes(self, seat: int, words: list[str], _: Any) -> None:
        space = space_name(words[0])
        self.tap("take", f"?space={space}", seat=seat, space=space)

    def _out(self, seat: int, *_: Any) -> None:
        self.tap("out", "/out", seat=seat)

    def _bets(self, seat: int, words: list[str], _: Any) -> None:
        self.tap("bet", f"/chips?kind=bet&seat={seat}", seat=seat, chips=words[0])

    def _raises(self, seat: int, words: list[str], _: Any) -> None:
        self.tap("raise", f"/chips?kind=raise&seat={seat}", seat=seat, chips=words[0])

    def _checks(self, seat: int, *_: Any) -> None:
        self.tap("check", seat=seat)

    def _calls(self, seat: int, *_: Any) -> None:
        self.tap("call", seat=seat)

    def _folds(self, seat: int, *_: Any) -> None:
        self.tap("fold", seat=seat)

    def _shows(self, seat: int, words: list[str], _: Any) -> None:
        five = [Card.parse(word) for word in words]
        query = f"?for={seat}&five={','.join(five)}"
        self.tap("show", query, seat=seat, cards=" ".join(five))

    def _claims(self, seat: int, words: list[str], _: Any) -> None:
        self.tap("claim", seat=seat, space=space_name(words[0]))


@pytest.mark.parametrize("record", list(records()))
def test_every_action_of_a_record_stands_on_a_page(
    record: dict[str, Any], table: TableMaker
) -> None:
    if any(word in a for h in record["hands"] for a in h["actions"] for word in UNTAPPED):
        pytest.skip("has actions of the menu, which have tests of their own")
    at = seated_as(record, table)
    host = Host(at, record)

    for hand in record["hands"]:
        host.hand(hand)
    if at.state.playing is None and host_may_end(at):
        at.say("end_evening")
        _last_hands(host, record)

    expect, names = record["expect"], host.numbers
    balances = {name: at.state.balance(seat) for name, seat in names.items()}
    assert {n: balances[n] for n in expect.get("balances", {})} == expect.get("balances", {})


def host_may_end(at: AtTable) -> bool:
    from companion.core import ends

    return ends.reached(at.state) is not None


def _last_hands(host: Host, record: dict[str, Any]) -> None:
    for action in record.get("end", []):
        name, _, *cards = action.split()
        seat, five = host.numbers[name], [Card.parse(card) for card in cards]
        query = f"/last-hands?for={seat}&five={','.join(five)}"
        host.tap("show_last", query, seat=seat, cards=" ".join(five))


def seated_as(record: dict[str, Any], table: TableMaker) -> AtTable:
    """A table with the record's game, options, people, balances, layout and dealer."""
    at = table(0, game=record["game"], **record.get("options", {}))
    from companion.core.evening import animals_of

    animals = animals_of(at.state.game)
    for seat, name in enumerate(record["players"]):
        chips = record["balances"][name]
        at.say("sit", name=name, animal=animals[seat], chips=max(chips, 0))
    for space, chips in record.get("spaces", {}).items():
        if chips:  # what lies there from before: bought, and moved by hand
            at.say("buy_in", seat=0, chips=chips)
            at.say("correct", debit=0, credit=space, chips=chips, note="from before")
    at.say("dealer", seat=record["players"].index(record["dealer"]))
    return at
