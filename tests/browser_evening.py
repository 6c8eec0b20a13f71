"""Taps an evening of a hand record on phones, each hand on the own one. It knows keys, no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from browser_people import People

from companion.core.cards import Card, suit_word
from companion.core.options import chips_word
from companion.core.table import Hand
from companion.record.text import split_action
from companion.web.many_pots import MOST_COLUMNS
from companion.web.shapes import space_words

ORDINALS = ("first", "second", "third", "fourth", "fifth")


class Walk:
    """The people of *record*, from an empty start page on; every action is a tap on a phone."""

    def __init__(self, group: People, record: dict[str, Any]) -> None:
        self.group, self.record = group, record
        self.numbers = {name: seat for seat, name in enumerate(record["players"])}

    # ---- the evening ----------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Open the record's table, with its house rules; all sit, every card will be tapped."""
        self.group.open_table(self.record["game"], self.record.get("options", {}))
        self.group.sit_down()
        self.group.take_seats(self.record["dealer"])
        self.group.host.tell("Tap every card")
        assert self.group.balances() == self.record["balances"]

    def hand(self, hand: dict[str, Any]) -> None:
        """Play one hand: stakes, deal, everything up to the payments."""
        if self.group.table.results:
            self.group.host.tap("Next hand")
        dealer = self.group.table.dealer
        assert dealer is not None
        self.seat_tells(dealer, "Deal: ")
        for name, chips in hand.get("stakes", {}).items():
            (space,) = (space for space in chips if space not in ("kitty", "pot"))
            self.tells(name, f"Back the {self.words(space)}")
        for action in hand["actions"]:
            self.act(action)
        self.go_on_to("")

    @property
    def playing(self) -> Hand:
        """The hand being played."""
        hand = self.group.table.playing
        assert hand is not None
        return hand

    def words(self, space: str) -> str:
        """A space as the keys call it."""
        return space_words(self.group.table, Card.parse(space) if space[-1] in "CDHS" else space)

    def tells(self, name: str, words: str, *, exact: bool = False) -> None:
        """Somebody presses a key on the own phone, once it shows what others did before."""
        person = self.group.by_name[name]
        person.shows(self.group.seq)
        person.tell(words, exact=exact)

    def seat_tells(self, seat: int, words: str) -> None:
        """As `tells`, by seat."""
        self.tells(self.group.table.name(seat), words)

    # ---- actions --------------------------------------------------------------------------------

    def act(self, action: str) -> None:
        """Do what one line of the record says."""
        tokens = split_action(action, self.numbers)
        words = [token.text for token in tokens]
        verb = words[1] if tokens[0].name else words[0]
        self.go_on_to(verb)
        tap: Callable[..., None] | None = getattr(self, f"_{verb}", None)
        if tap is not None:
            tap(words[0], *words[2:])
        else:
            self.group.act(action)

    def go_on_to(self, verb: str) -> None:
        """The dealer closes what has to be closed before an action of the next phase."""
        hand = self.group.table.playing
        if hand is not None and hand.phase == "deal":
            self.seat_tells(hand.dealer, "Dealt")
            hand = self.playing
        if hand is not None and hand.phase == "spare" and verb != "sell":
            self.seat_tells(hand.dealer, "Leave it")
            hand = self.playing
        if hand is not None and hand.phase == "hold" and verb != "holds":
            self.seat_tells(hand.dealer, "Nobody shows more")

    def _sell(self, seller: str, buyer: str, price: str) -> None:
        """The first other who is asked opens low, the buyer goes up to the price, the rest pass."""
        self.tells(seller, "Sell it")
        while (auction := self.playing.auction) is not None and auction.running:
            name = self.group.table.name(auction.asked[0])
            if name == buyer:
                self.sum(name, self.chips(price), self.chips(price))
            elif not auction.bids and int(price) > 1:
                self.tells(name, self.chips(1), exact=True)
            else:
                self.tells(name, "Pass", exact=True)

    def chips(self, number: int | str) -> str:
        """Say a sum as the pages of this game do."""
        return chips_word(int(number), self.group.table.options)

    def sum(self, name: str, key: str, number: str) -> None:
        """Press the key of a usual sum, or look for *number* among the others."""
        person = self.group.by_name[name]
        person.shows(self.group.seq)
        if person.page.get_by_role("button", name=key, exact=True).count():
            person.tell(key, exact=True)
        else:
            person.tap("Another sum")
            person.tell(number, exact=True)

    def _holds(self, name: str, space: str) -> None:
        words = f"holds the {self.words(space)}"
        if name == self.group.host.name and len(self.group.table.layout_chips) > MOST_COLUMNS:
            self.group.host.shows(self.group.seq)  # many pots: first which, then who
            self.group.host.tap(f"Somebody {words}", exact=True)
        self.tells(name, f"{name} {words}", exact=True)

    def _bets(self, name: str, chips: str) -> None:
        self.sum(name, f"Bet {chips}", self.chips(chips))

    def _raises(self, name: str, chips: str) -> None:
        self.sum(name, f"Raise to {chips}", self.chips(chips))

    def _calls(self, name: str, *_: str) -> None:
        self.tells(name, "Call ")

    def _checks(self, name: str) -> None:
        self.tells(name, "Check", exact=True)

    def _folds(self, name: str) -> None:
        self.tells(name, "Fold", exact=True)

    def _shows(self, name: str, *five: str) -> None:
        """Pick five cards by suit and rank, look at them, lay them on the table."""
        person = self.group.by_name[name]
        person.shows(self.group.seq)
        for ordinal, card in zip(ORDINALS, map(Card.parse, five), strict=True):
            person.heading(f"{ordinal} poker card?")
            person.tap(suit_word(card.suit), exact=True)
            person.tap(card.spoken, exact=True)
        self.tells(name, "Show these five")

    def _pass(self, name: str) -> None:
        self.group.by_name[name].heading("You lead")
        self.tells(name, "Cannot lead")
