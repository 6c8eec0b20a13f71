"""The sample pages themselves: (name, template, values). Renders nothing."""

# ruff: noqa: E501 (a page reads best as one block)
# fmt: off

from __future__ import annotations

from typing import Any

from web.gallery import (
    ANNA,
    BEN,
    CARLA,
    DAN,
    EIGHT,
    ELLA,
    EVE,
    FOUR,
    OTTO,
    POTS,
    QR,
    RUN,
    SUM,
    TOAST,
    act,
    award_rows,
    do,
    page,
    pot,
    ring,
)

from companion.games import game_named
from companion.web import chart, house_rules, look, rule_card

BOODLE, THREE_IN_ONE = game_named("boodle"), game_named("three_in_one")
OWN = {"change": "suit", "fallback": "pass", "per_card": 2}
CLASHING = {**house_rules.state_of(THREE_IN_ONE.preset), "spare": "none", "per_card": "many"}

ANIMALS = [
    {"animal": "owl"}, {"animal": "hare"}, {"animal": "bear"}, {"animal": "snail"}, {"animal": "moth"},
    {"animal": "cat", "by": "Anna"}, {"animal": "fish", "by": "Ben"}, {"animal": "duck", "by": "Carla"},
]

PAYS = [
    {"from": ANNA, "to": CARLA, "amount": 3, "why": "three cards left", "object": act(), "cause": "/c"},
    {"from": BEN, "to": CARLA, "amount": 1, "why": "one card left", "object": act(), "cause": "/c"},
    {"from": DAN, "to": CARLA, "amount": 5, "why": "five cards left", "object": act(), "cause": "/c"},
]
TABS = [
    {"href": "/t/K7QX/settle", "label": "Pay", "here": True},
    {"href": "/t/K7QX/evening", "label": "Evening"},
    {"href": "/t/K7QX/history", "label": "History"},
]
SUITS = [{"suit": suit, "action": {"href": f"?suit={suit}"}, "chosen": suit == "C"} for suit in "SHDC"]
RANKS = [{"card": card, "action": act()} for card in ("2C", "3C", "8C", "9C", "TC", "JC", "QC", "KC", "AC")]
BALANCES = [[30, 30, 30, 30], [25, 38, 23, 24], [33, 24, 26, 22], [28, 21, 29, 27], [26, 31, 34, 14],
            [30, 27, 33, 20], [24, 35, 31, 15], [29, 30, 36, 15], [27, 33, 41, 19]]
STANDING = [{"person": CARLA, "gain": 11}, {"person": BEN, "gain": 3}, {"person": ANNA, "gain": -3},
            {"person": DAN, "gain": -11}]
HISTORY = [
    {
        "key": 4, "title": "Hand 4 · Carla out", "gain": 9, "open": True,
        "lines": [
            {"person": CARLA, "text": [CARLA, " is out: Anna 3, Ben 1, Dan 5"], "chips": "+9", "cause": "/c"},
            {"person": ANNA, "text": [ANNA, " took ", {"card": "KC"}], "chips": "+5", "cause": "/c",
             "small": "“Who plays a pay card takes all that lies on it, at once.” 20:14"},
            {"person": DAN, "text": ["Dan took ", {"card": "JS"}], "chips": "+5", "undone": True,
             "by": "undone by Anna: it was a 9"},
            {"person": BEN, "text": [BEN, " took ", {"card": "QD"}], "chips": "+15", "flag": True},
            {"person": ANNA, "text": [ANNA, " ", {"card": "5S"}, " Dan ", {"card": "6S"}, " Carla ",
             {"card": "7S"}, {"card": "8S"}, " Ben ", {"card": "9S"}, {"card": "TS"}],
             "small": "stop: nobody has the jack"},
            {"text": "Stakes: Dan 8, others 4", "chips": "20"},
        ],
    },
    {"key": 3, "title": "Hand 3 · Dan out", "gain": 7, "lines": []},
]

GAMES = [
    {"key": "boodle", "name": "Boodle", "about": "or Michigan · 3–8 players", "chosen": True},
    {"key": "newmarket", "name": "Newmarket", "about": "three bets, a kitty · 3–8", "off": "not yet"},
    {"key": "newbury", "name": "Newbury Market", "about": "four horses · 4 players", "off": "not yet"},
    {"key": "three_in_one", "name": "Three in One", "about": "with poker · 2–9 players", "off": "not yet"},
]
PLAIN = {"me": None, "undo": False, "where": None}
HOST = {"where": "host · 4/8"}

Sample = tuple[str, str, dict[str, Any]]


PROVEN = [
    "Otto-Maximilian von und zu Hohenstein-Ro led ", {"card": "TS"}, " in run 3 and now plays ",
    {"card": "4S"}, ", held all along: ", {"card": "4S"}, " should have led. The play stands; by your "
    "rules it costs 1 chip to each of the others, and nothing more is won in this hand.",
]  # fmt: skip


def cards_page(**more: Any) -> dict[str, Any]:
    return {
        "page": page(), "pots": POTS, "card": "8S", "asks": "Who has the 8 of spades?", "plays": RUN,
        "go": act(), "stop": act("I do not have it", "Pass"),
    } | more


def samples() -> list[Sample]:
    """Give (name, template, values) of every page worth looking at."""
    return [
        *join_samples(), *seating_samples(), *play_samples(), *running_samples(), *after_samples(),
        *looking_back_samples(), *trouble_samples(),
    ]  # fmt: skip


SEAT_PAGE = {"heading": "Seats", "sub": "4 players"}


def join_samples() -> list[Sample]:
    return [
        ("start", "join/start.html", {
            "page": page(**PLAIN, code=None, title="Start a table", post="/host", help="/doctor",
                         left={"href": "/evenings", "icon": "clock", "label": "Before"}),
            "games": GAMES, "rules": "/host/rules"}),
        ("rules", "join/rules.html", {
            "page": page(**PLAIN, code=None, title="House rules", heading="House rules", sub="Boodle", back="/host"),
            "action": {"to": "/host/rules"}, "depth": house_rules.depth_group({}),
            "groups": house_rules.groups(BOODLE, house_rules.state_of(BOODLE.preset))}),
        ("lobby", "join/lobby.html", {
            "page": page(**PLAIN, title="Scan to join", heading="Table K7QX", sub="Boodle"), "qr": QR,
            "people": [ANNA | {"host": True}, BEN, CARLA], "go": act(), "add": {"href": "/add"},
            "addresses": "/addresses", "doctor": "/doctor"}),
        ("lobby-empty", "join/lobby.html", {
            "page": page(**PLAIN, title="Scan to join", heading="Table K7QX", sub="Boodle"), "qr": QR,
            "people": [OTTO | {"host": True}], "go": {"off": "three at least, one is here"},
            "add": {"href": "/add"}, "addresses": "/addresses", "doctor": "/doctor"}),
        ("lobby-no-network", "join/lobby.html", {
            "page": page(**PLAIN, title="No network", heading="Table K7QX", sub="Boodle"), "qr": None,
            "people": [ANNA | {"host": True}], "go": {"off": "three at least, one is here"},
            "add": {"href": "/add"}, "doctor": "/doctor"}),
        ("addresses", "join/addresses.html", {
            "page": page(**PLAIN, title="Addresses", heading="Table K7QX", back="/t/K7QX"), "doctor": "/doctor",
            "addresses": [
                {"address": "192.168.178.23:8421", "about": "Wi-Fi (wlan0)", "chosen": True, "action": act()},
                {"address": "10.8.0.2:8421", "about": "tunnel (tun0), phones rarely reach it", "action": act()}]}),
        ("join", "join/join.html", {
            "page": page(**PLAIN, title="Sit down", menu=False, help="/doctor"), "asks": "Sit down at Anna’s table",
            "name": "Dan", "animals": ANIMALS, "chosen": "owl", "action": {"do": do("Join")}, "before": "/back",
            "watch": {"do": do("Watch")}}),
    ]


def seating_samples() -> list[Sample]:
    return [
        ("join-wrong", "join/join.html", {
            "page": page(**PLAIN, title="Sit down", menu=False, help="/doctor"), "asks": "Sit down at Anna’s table",
            "name": "", "wrong": "A name needs at least one letter. Type what the others call you.",
            "animals": ANIMALS, "chosen": "owl", "action": {"do": do("Join")}}),
        ("back", "join/back.html", {
            "page": page(**PLAIN, title="Who are you?", menu=False, back="/t/K7QX/join"),
            "people": [{"person": person, "action": act()} for person in (BEN, CARLA, OTTO)]}),
        ("evenings", "join/evenings.html", {
            "page": page(**PLAIN, code=None, title="Evenings before", back="/host"),
            "asks": "Evenings before", "forget": "/host/evenings?forget", "evenings": [
                {"href": "/e/1", "date": "Friday 27 November", "small": "Boodle · 8 hands · 1 h 52 min",
                 "winner": CARLA, "gain": 11, "note": "at Oma’s"},
                {"href": "/e/2", "date": "Sunday 1 November", "small": "Boodle · 2 hands, not finished"}]}),
        ("forget", "join/forget.html", {
            "page": page(title="Delete an evening", back="/t/K7QX/menu"), "code": "K7QX", "typed": "K7QZ",
            "asks": "Delete the evening of Friday, 27 November 2026?", "to": "/t/K7QX/forget",
            "lost": "Boodle, 8 hands with Anna, Ben, Carla. Every line and 12 pictures of cards goes, for good.",
            "wrong": "That is not K7QX. Nothing was deleted.", "keep": {"href": "/t/K7QX", "label": "Keep it"},
            "saves": [{"href": "/t/K7QX/export.txt", "label": "Text"}, {"href": "/t/K7QX/export.csv", "label": "CSV"}]}),
        ("tables", "join/tables.html", {
            "page": page(**PLAIN, code=None, title="Which table?", waiting=True),
            "tables": [{"href": "/t/K7QX/join", "label": "Anna’s table", "small": "Boodle · three are here"}]}),
        ("doctor", "join/doctor.html", {
            "page": page(**PLAIN, code=None, title="Can’t connect?", heading="Can’t connect?",
                         sub="this computer checks itself", back="/host"),
            "address": "192.168.178.23:8421/ok", "addresses": "/addresses", "found": 3, "log": "/log",
            "rows": [
                {"state": "ok", "title": "The table is running", "text": "on port 8421, since 19:20"},
                {"state": "no", "title": "No phone has ever reached us",
                 "text": "Windows may be blocking it. Run once as administrator:",
                 "command": "netsh advfirewall firewall add rule name=Boodle dir=in action=allow protocol=TCP "
                            "localport=8421"},
                {"state": "ask", "title": "iPhone says “no internet”?", "text": "That is right. Stay on this Wi-Fi."}],
            "facts": ["Boodle 0.1", "Python 3.11"]}),
        ("seats", "table/seats.html", {
            "page": page(ANNA, title="Seats", **SEAT_PAGE), "asks": ["Who sits to ", BEN, "’s left?"],
            "places": [*ring([DAN, ANNA, BEN]), {"next": True, "label": "next"}],
            "people": [{"person": CARLA, "action": act()}, {"person": ELLA, "action": act()}],
            "keys": [act("Another dealer"), act("Start over")]}),
        ("seats-8", "table/seats.html", {
            "page": page(ANNA, title="Seats", **SEAT_PAGE), "asks": "Eight at the table", "places": ring(EIGHT),
            "go": act("That is the table"), "keys": [act("Another dealer"), act("Start over")]}),
    ]


GROWN = [pot("AH", 10, before=5, add=5), pot("KC", 5, before=0, add=5), pot("QD", 15, before=10, add=5),
         pot("JS", 5, before=0, add=5)]


def play_samples() -> list[Sample]:
    return [
        ("stakes", "table/stakes.html", {
            "page": page(ANNA, title="Chips go down"), "asks": "Chips go down",
            "about": "Dealer Dan puts 2 on each, everyone else 1.", "pots": GROWN,
            "mine": {"person": ANNA, "before": 28, "after": 24, "pays": 4},
            "sum": {"players": 85, "pots": 35, "total": 120}, "keys": [act("Hold on"), act("On to the deal")]}),
        ("stakes-free", "table/stakes_free.html", {
            "page": page(title="Place your chips"), "left": 2, "same": act(), "done": act(), "missing": [DAN],
            "lines": [{"pot": pot(card, chips), "add": act(), "take": act(off=True) if chips == 0 else act()}
                      for card, chips in (("AH", 2), ("KC", 0), ("QD", 1), ("JS", 1))]}),
        ("stakes-free-done", "table/stakes_free.html", {
            "page": page(title="Place your chips"), "left": 0, "same": act(), "done": act(),
            "lines": [{"pot": pot(card, chips), "add": act(off=True), "take": act()}
                      for card, chips in (("AH", 2), ("KC", 2), ("QD", 1), ("JS", 1))]}),
        ("spare", "table/spare.html", {
            "page": page(DAN, title="The spare hand"), "asks": "Dan, take the spare hand?",
            "swap": act(small="my 10 cards for the spare 10"), "sell": act(), "leave": act()}),
        ("auction", "table/auction.html", {
            "page": page(CARLA, title="The spare hand"), "asks": "Ben bids 3. Do you bid more?",
            "standing": [{"person": ANNA, "bid": None, "passed": True}, {"person": BEN, "bid": 3, "passed": False},
                         {"person": CARLA, "bid": None, "passed": False}],
            "bids": [act("+1", small="bid 4"), act("+5", small="bid 8")], "leave": act()}),
        ("deal", "table/deal.html", {
            "page": page(DAN, title="Deal"), "asks": "Deal 5 hands, one card at a time, Anna first",
            "places": ring([DAN, ANNA, BEN, CARLA], cards=True, spare=True), "go": act(),
            "keys": [act("The spare hand lies elsewhere")]}),
        ("deal-8", "table/deal.html", {
            "page": page(DAN, title="Deal", waiting=True), "asks": "Dan deals 9 hands, Anna first",
            "places": ring(EIGHT, cards=True, spare=True)}),
        ("pots-host", "table/pots_host.html", {
            "page": page(ANNA, title="Tap who took a pot", toast=TOAST, **HOST), "pots": POTS,
            "rows": award_rows(FOUR), "out": {"href": "/out"}}),
        ("pots-host-8", "table/pots_host.html", {
            "page": page(ANNA, title="Tap who took a pot", **HOST), "pots": POTS, "rows": award_rows(EIGHT),
            "out": {"href": "/out"}}),
        ("pots-player", "table/pots_player.html", {
            "page": page(CARLA, title="Hand 4", toast=TOAST | {"action": act("Object")}), "pots": POTS,
            "plays": [act() for _ in POTS], "others": [ANNA, BEN, DAN], "out": act()}),
        ("cards-player", "table/cards_player.html", cards_page()),
        ("cards-player-proof", "table/cards_player.html", cards_page(
            page=page(proof={"text": PROVEN, "answers": []}),
            keys=[act("Only pots from here"), act("I am out")])),
        ("cards-host-proof", "table/cards_host.html", cards_page(
            page=page(proof={"text": PROVEN, "answers": [act("Fine: 1 each"), act("Let it go")]}),
            people=[{"person": person, "action": act()} for person in FOUR])),
        ("cards-player-giant", "table/cards_player.html", cards_page(page=page(look={"size": "giant"}))),
        ("cards-player-picture", "table/cards_player.html", cards_page(page=page(look={"size": "picture"}))),
        ("cards-player-rtl", "table/cards_player.html", cards_page(
            page=page(EVE, look={"dir": "rtl", "lang": "ar"}), asks="مَن عنده هذه الورقة؟")),
        ("cards-player-turned", "table/cards_player.html", cards_page(page=page(look={"turned": True}))),
    ]


def running_samples() -> list[Sample]:
    return [
        ("cards-player-long", "table/cards_player.html", cards_page(
            page=page(OTTO, toast=TOAST | {"person": OTTO, "text": [OTTO, " played ", {"card": "7S"}]}),
            plays=RUN * 3, left_out=4)),
        ("cards-host", "table/cards_host.html", {
            "page": page(ANNA, title="Who plays the 8 of spades?", **HOST), "card": "8S", "plays": [
                *RUN[:2], RUN[2] | {"amend": {"href": "/amend"}}],
            "people": [{"person": person, "action": act()} for person in FOUR], "stop": act()}),
        ("cards-host-8", "table/cards_host.html", {
            "page": page(ANNA, title="Who plays the 8 of spades?", **HOST), "card": "8S", "plays": RUN,
            "people": [{"person": person, "action": act()} for person in EIGHT], "stop": act(),
            "keys": [act("Later card"), act("Only pots")]}),
        ("cards-waiting", "table/cards_waiting.html", {
            "page": page(CARLA, title="Ben leads", waiting=True), "pots": POTS, "person": BEN, "asks": [BEN, " leads"],
            "about": ["The run stopped at ", {"card": "TS"}, ": the ", {"card": "JS"}, " is with nobody."],
            "keys": [act("I am out")]}),
        ("lead", "table/lead.html", {
            "page": page(title="You lead"), "pots": POTS, "asks": "You lead. Your lowest club?", "suit": "C",
            "suits": SUITS, "ranks": RANKS, "seen": "4 5 6 7 of clubs are already out"}),
        ("lead-suit", "table/lead.html", {
            "page": page(title="You lead"), "pots": POTS, "asks": "You lead. Which suit?",
            "suits": [one | {"chosen": False, "action": one["action"] | {"off": one["suit"] in "HD"}}
                      for one in SUITS],
            "about": "The other colour comes next."}),
        ("between", "table/between.html", {
            "page": page(ANNA, title="Who played those?", **HOST), "missing": ["8S", "9S"], "later": "TS",
            "people": FOUR, "action": act(), "never": {"href": "/t/K7QX"}, "only_pots": act()}),
        ("out", "table/out.html", {
            "page": page(ANNA, title="Who is out?", **HOST), "cancel": "/t/K7QX",
            "people": [{"person": person, "action": act()} for person in EIGHT]}),
        ("cards-left", "table/cards_left.html", {
            "page": page(DAN, title="Cards left"), "out": CARLA,
            "asks": [CARLA, " is out. How many cards do you hold?"],
            "counts": [{"person": ANNA, "left": 3}, {"person": BEN, "left": 1},
                       {"person": DAN, "left": None, "you": True}],
            "says": "33 played + 10 spare + 4 counted: 5 should be yours.", "do": do("Count", seat=3),
            "highest": 10, "expected": 5, "photo": "/t/K7QX/eye"}),
        ("payments", "table/payments.html", {
            "page": page(ANNA, title="Carla is out", where="Hand 4 is over"), "asks": "Carla is out and gets 9",
            "pays": PAYS, "total": {"person": CARLA, "gain": 9, "before": 25, "after": 34},
            "stay": [POTS[0], POTS[3]], "sum": SUM, "go": act(small="Anna deals")}),
        ("payments-8", "table/payments.html", {
            "page": page(ANNA, title="Carla is out", where="Hand 4 is over"), "asks": "Carla is out and gets 21",
            "pays": [PAYS[0] | {"from": each} for each in EIGHT if each is not CARLA],
            "total": {"person": CARLA, "gain": 21, "before": 25, "after": 46}, "stay": [POTS[0]], "sum": SUM,
            "objection": {"text": "Ben objects: “I had two cards.”", "fine": act("It is fine"), "fix": act("Fix")},
            "waiting": "The next hand waits for an answer."}),
        ("next-hand", "table/next_hand.html", {
            "page": page(ANNA, title="Next hand", where="Hand 5 of 8"), "asks": "Anna, you deal hand 5",
            "pots": [pot("AH", 10), pot("KC", 0), pot("QD", 0), pot("JS", 5)], "people": [CARLA, BEN, ANNA, DAN],
            "notes": [{"title": "Ella joins now", "text": "with 30 chips", "kind": "good", "person": ELLA}],
            "go": act("Deal: Anna", small="you put 2 on each, the others 1"),
            "keys": [{"label": "Who plays?", "href": "/p"}, act("Last hand"), act("Pause")]}),
        ("watch", "table/watch.html", {
            "page": page(None, title="Watching", heading="Anna’s table", sub="Hand 4 of 8", undo=False, waiting=True),
            "pots": POTS, "card": "8S", "asks": "Who has the 8 of spades?", "plays": RUN, "people": FOUR, "sum": SUM,
            "sit": "/t/K7QX/join"}),
        *photo_samples(),
        *eye_samples(),
        *display_samples(),
    ]


def photo_samples() -> list[Sample]:
    return [
        ("photo", "camera/photo.html", {
            "page": page(title="Take a photo", back="/t/K7QX"), "card": "8S", "asks": "Show the 8 of spades",
            "action": {"to": "/t/K7QX/eye", "do": do("Photo")}, "tap": "/t/K7QX",
            "notes": [{"text": "That was a HEIC picture. Take it with this page, or set the camera to JPEG."}]}),
        ("photo-idle", "camera/photo.html", {
            "page": page(title="Take a photo", back="/t/K7QX"), "card": None, "asks": "No card to photograph now",
            "about": "In this hand only the pots are recorded. Tap every card before a deal to change it.",
            "action": None, "tap": "/t/K7QX"}),
        ("doubt", "camera/doubt.html", {
            "page": page(ANNA, title="Is this it?", where="eye · hand 4/8"), "asks": "Is this the 8 of spades?",
            "seen": "8C", "text": ["Expected ", {"card": "8S"}, ". Nothing moves until you say."],
            "answers": [act("It is", card="8S"), act("It is", card="8C")], "keys": [{"label": "Another card", "href": "/o"}, act("Ignore")]}),
    ]


def eye_samples() -> list[Sample]:
    def live(**more: Any) -> dict[str, Any]:
        return {
            "page": page(title="Camera", where="camera"), "card": "8S", "asks": "Now show the 8 of spades", "about": None,
            "view": "own", "to": "/t/K7QX/eye/frame?view=own", "most": 1280, "people": [], "answers": [], "doubt": None,
            "happened": {"text": "Dan plays the 7 of spades.", "key": 41, "person": DAN, "action": act("Undo"), "old": False},
            "others": [], "sits": [], "lamp": None, "seats": [], "keys": [act("Nobody has it", icon="stop"), {"label": "Tap instead", "href": "/t/K7QX"}],
            "tools": [act("Show places again")], "views": [{"label": "My own cards", "href": "?view=own", "here": True},
                                                {"label": "The whole table", "href": "?view=table", "here": False}],
            "how": "Hold the phone 25 to 40 cm above the card.", "tap": "/t/K7QX",
            "photo": {"to": "/t/K7QX/eye", "do": do("photo")},
        } | more

    who = [{"person": person, "action": act()} for person in FOUR]
    setting = [{"person": person, "state": state, "action": act(aria=f"{person['name']} lays a card next")}
               for person, state in zip(FOUR, ("done", "done", "now", "later"), strict=True)]
    return [
        ("eye", "camera/eye.html", live()),
        ("eye-who", "camera/eye.html", live(
            asks="Who plays the 8 of spades?", people=who, doubt="It lies between Ben and Carla.", others=[act("Ignore it")],
            keys=[], tools=None)),
        ("eye-which", "camera/eye.html", live(
            asks="Is this the 8 of spades?", answers=[act("It is", card="8S"), act("It is", card="8C")],
            doubt="Expected is the 8 of spades.", others=[act("Ignore it")], keys=[], tools=None)),
        ("eye-first", "camera/eye.html", live(
            card=None, asks="Anna leads", lamp=act("Show the places", small="each lays one card, once"), tools=[], view="table",
            happened={"text": "What is recorded is said here, with Undo.", "key": "none", "old": True})),
        ("eye-order", "camera/eye.html", live(
            sits=[act("We sit like this"), {"label": "Change the seats", "href": "/t/K7QX/seats"}], view="table")),
        ("eye-places", "camera/eye.html", live(
            card=None, asks="Carla, lay one card in front of you.", seats=setting, keys=[act("Skip"), act("Start again"), act("Leave it")],
            tools=None, view="table", happened=None)),
        ("deck", "camera/deck.html", {
            "page": page(title="Learn my deck", back="/t/K7QX/menu", live=False), "card": "3S", "asks": "Show the 3 of spades", "done": 1, "all": 16,
            "about": "Alone on the table, 25 to 40 cm below the camera.", "photo": {"to": "/t/K7QX/eye/deck", "do": do("photo")},
            "notes": [{"text": "No corner of the 3 of spades was found.", "title": "Not learnt"}],
            "keys": [act("Take back", aria="Take back the 2 of spades"), act("Forget this deck")]}),
        ("house-camera", "camera/house.html", {
            "page": page(title="Camera", back="/t/K7QX"), "asks": "The camera of this table", "picture": None, "seats": setting,
            "trouble": "Camera 0 gives no more pictures.", "keys": [act("Show the places"), act("Forget them")], "again": "/t/K7QX/eye/house"}),
        ("eye-asks", "camera/asks.html", {
            "page": page(title="The camera asks", back="/t/K7QX"), "asks": "Who plays the 8 of spades?", "people": who,
            "answers": [], "doubt": "It lies between Ben and Carla.", "others": [act("Ignore it")]}),
    ]


def display_samples() -> list[Sample]:
    def table(people: list[Any], **more: Any) -> dict[str, Any]:
        seated = [person | {"dealer": place == 0, "turn": place == len(people) - 1} for place, person in
                  enumerate(people)]
        return {
            "page": page(None, title="Table K7QX", waiting=True), "pots": POTS, "people": seated, "card": "8S",
            "asks": "Who has the 8 of spades?", "plays": RUN, "sum": SUM, "qr": QR, "hand": "Hand 4 of 8",
            "says": "Ben took the queen of diamonds, 15 chips.",
        } | more

    return [
        ("display", "table/display.html", table([DAN, ANNA, BEN, CARLA])),
        ("display-8", "table/display.html", table(EIGHT)),
        ("display-pays", "table/display.html", table(
            [DAN, ANNA, BEN, CARLA], card=None, plays=[], pays=PAYS, asks="Carla is out and gets 9")),
        ("display-proof", "table/display.html", table(
            [DAN, ANNA, BEN, CARLA], proof={"text": PROVEN, "answers": []})),
        ("display-upright", "table/display.html", table(
            [DAN, ANNA, BEN], card=None, plays=[], person=BEN, asks="Ben leads",
            page=page(None, title="Table", look={"upright": True}))),
    ]


BOOK = {"heading": "Settle up", "sub": "8 hands · 1 h 52 min"}


def after_samples() -> list[Sample]:
    return [
        ("settle", "table/settle.html", {
            "page": page(title="Settle up", **BOOK), "tabs": TABS, "asks": "Carla wins with 41 chips",
            "standing": STANDING, "title": "Two payments clear it all", "proof": "Fewer is not possible.",
            "pays": [
                {"from": DAN, "to": CARLA, "amount": "55p", "why": "11 chips at 5p", "tick": act()},
                {"from": ANNA, "to": BEN, "amount": "15p", "why": "3 chips at 5p", "tick": act(), "paid": True}],
            "as_played": {"on": False, "href": "?as=played"}, "keys": [act("Play again"), act("Share"), act("Save")]}),
        ("evening", "table/evening.html", {
            "page": page(title="The evening", heading="The evening", sub="8 hands · 1 h 52 min"),
            "tabs": [TABS[0] | {"here": False}, TABS[1] | {"here": True}, TABS[2]], "asks": "Carla came from behind",
            "chart": chart.evening(FOUR, BALANCES, 30),
            "table": {"columns": ["Chips", "Pots", "Out first", "Stops"],
                      "rows": [{"person": one["person"], "cells": [look.signed(one["gain"]), "5", "3", "19"]}
                               for one in STANDING]},
            "keys": [act("Share picture"), act("CSV"), act("JSON")]}),
        ("history", "table/history.html", {
            "page": page(title="History", heading="History", sub="120 chips, always"), "hands": HISTORY, "sum": SUM,
            "filters": [{"href": "?", "here": True}, *({"href": f"?seat={one['seat']}", "person": one} for one in FOUR)],
            "keys": [{"label": "Undo the last", "small": "Carla +9", "href": "/undo"}]}),
        ("cause", "table/cause.html", {
            "page": page(title="Why?", back="/t/K7QX/history"), "person": CARLA, "asks": "Why Anna paid Carla 3",
            "rule": {"text": "“Each other player pays 1 chip for each card still held.”", "source": "Rules § 2.7"},
            "moves": [{"from": "Anna", "to": "Carla", "chips": 3}],
            "facts": [{"name": "Recorded by", "text": "Dan, 20:14:07"}, {"name": "Number", "text": "41"},
                      {"name": "Why", "text": ["Anna still held three cards when ", CARLA, " went out"]}],
            "keys": [act("That is wrong", icon="flag"), {"label": "It was …", "href": "/amend"}]}),
        ("undo", "table/undo.html", {
            "page": page(ANNA, title="Undo", **HOST), "keep": "/t/K7QX",
            "lines": [{"person": BEN, "text": [BEN, " took ", {"card": "QD"}], "chips": "+15"},
                      {"person": CARLA, "text": [CARLA, " played ", {"card": "7S"}], "amend": "/amend"},
                      {"person": DAN, "text": [DAN, " played ", {"card": "6S"}], "amend": "/amend"}],
            "steps": [act("Undo 1", small="Ben gives 15 chips back to the pot"),
                      act("Undo 2", small="and Carla’s 7 of spades"), act("Undo 3", small="and Dan’s 6 of spades")],
            "redo": act(small="Ben took the king of clubs")}),
        ("undo-nothing", "table/undo.html", {
            "page": page(ANNA, title="Undo", **HOST, undo=None), "keep": "/t/K7QX", "lines": [], "steps": []}),
        ("proposal", "table/proposal.html", {
            "page": page(BEN, title="Undo?"), "who": ANNA, "asks": "Anna wants to undo 2 steps",
            "falls": [{"person": BEN, "text": [BEN, " took ", {"card": "QD"}], "chips": "−15"},
                      {"person": CARLA, "text": [CARLA, " played ", {"card": "7S"}]}], "yes": act(), "no": act()}),
        ("amend", "table/amend.html", {
            "page": page(ANNA, title="It was …", back="/t/K7QX"), "asks": ["Carla played ", {"card": "7S"}, ". It was …"],
            "people": [{"person": person, "action": act()} for person in (ANNA, BEN, DAN)], "suits": SUITS}),
    ]


def looking_back_samples() -> list[Sample]:
    return [
        ("correct", "table/correct.html", {
            "page": page(ANNA, title="Put right", back="/t/K7QX"), "action": {"do": do("Correct")},
            "accounts": [{"key": 0, "name": "Anna", "chips": 24}, {"key": "QD", "name": "queen of diamonds", "chips": 0}]}),
        ("players", "table/players.html", {
            "page": page(ANNA, title="Who plays?", back="/t/K7QX", **HOST),
            "people": [{"person": one, "href": "/p/1", "small": "no phone" if one is DAN else None} for one in EIGHT],
            "keys": [{"label": "Add someone", "href": "/add"}, act("Other seats"), act("Another dealer"),
                     act("Lock the table")],
            "gone": [{"person": ELLA, "small": "left after hand 3 with 26", "action": act("Back")}]}),
        ("person", "table/person.html", {
            "page": page(ANNA, title="Otto", back="/t/K7QX/players"), "person": OTTO, "rename": {"do": do("Rename")},
            "keys": [act("Leaves now, settle"), act("Leaves, chips stay"), act("Give the pen")]}),
        ("menu", "table/menu.html", {
            "page": page(ANNA, title="Menu", back="/t/K7QX"), "look_form": {"to": "/look"},
            "groups": [{"title": "The table", "rows": [
                {"label": "Who plays?", "small": "join, leave, rename, seats", "href": "/p", "icon": "person"},
                {"label": "What happened", "href": "/h", "icon": "sheet"},
                {"label": "Every card by tap", "small": "now: pots only", "action": act("Switch")}]}]}),
        ("pen", "table/pen.html", {
            "page": page(BEN, title="The pen", back="/t/K7QX"), "holds": False, "hosts": ANNA, "ask": act("Ask for the pen"),
            "waits": True, "rows": [{"label": "Ben asks for the pen", "action": act("Yes")}], "action": act("Take the pen")}),
        ("rules-card", "table/rules.html", {
            "page": page(title="The rules", back="/t/K7QX"), "rules": rule_card.whole(BOODLE, BOODLE.options(OWN)),
            "code_href": "/code", "notes": [{"title": "Anna proposes", "lines": ["Another suit must be led."], "text": "Still to agree: Ben.", "kind": "warn"}],
            "answers": [act("I agree", "agree_rules"), act("I do not agree", "decline_rules")],
            "keys": [{"label": "Change them", "href": "/rules"}]}),
        ("rules-code", "table/rules_code.html", {
            "page": page(title="The code", back="/t/K7QX/rules"), "letters": "B3T8 ZH47 DEQT Q2VJ EKET W73T", "qr": QR["svg"],
            "action": act(), "typed": "", "wrong": "", "is_kept": "yes"}),
        ("word", "join/word.html", {
            "page": page(**PLAIN, title="Three words", back="/t/K7QX"), "words": "amber otter lantern",
            "go": act("Written down")}),
        ("kept", "join/kept.html", {
            "page": page(**PLAIN, code=None, title="Kept house rules", heading="Kept house rules", back="/host"), "code": "/host/code",
            "sets": [{"href": "/host/kept/1", "label": "Granny’s Christmas rules", "small": "Boodle · 3 own rules"}],
            "forgotten": [{"href": "/host/kept/2", "label": "Easter", "small": "Boodle · the usual rules"}]}),
        ("kept-one", "join/kept_one.html", {
            "page": page(**PLAIN, code=None, title="Granny’s rules", heading="Granny’s rules", back="/host/kept", post="/host/kept/1"),
            "name": "Granny’s Christmas rules", "about": "Boodle · 3 own rules", "rules": rule_card.whole(BOODLE, BOODLE.options(OWN)),
            "qr": QR["svg"], "wrong": "", "may": True, "typed": "Granny’s Christmas rules", "forgotten": False, "play": "/host?game=kept-1"}),
        ("code", "join/code.html", {
            "page": page(**PLAIN, code=None, title="A code", heading="A code", back="/host", post="/host/code"), "typed": "B3T7 BK8Q",
            "wrong": "The second group, BK8Q, looks wrong: is it BK9Q?", "rules": None}),
        ("code-read", "join/code.html", {
            "page": page(**PLAIN, code=None, title="A code", heading="A code", back="/host", post="/host/code"), "typed": "B3T7 BK9Q",
            "wrong": "", "rules": rule_card.whole(BOODLE, BOODLE.options(OWN))}),
        ("rules-folded", "join/rules.html", {
            "page": page(**PLAIN, code=None, title="House rules", heading="House rules", sub="Boodle", back="/host"),
            "action": {"to": "/host/rules"}, "usual": True, "wrong": "Chips each: 0 came, 1 to 999 was needed.",
            "groups": house_rules.groups(THREE_IN_ONE, CLASHING, house_rules.in_conflict(THREE_IN_ONE, CLASHING)),
            "naming": {"value": "Granny’s Christmas rules", "wrong": "Rules of that name are kept already."},
            "more": [{"label": "A code from another table", "href": "/host/code"}]}),
        ("qr", "table/qr.html", {"page": page(title="Scan to join", back="/t/K7QX"), "qr": QR}),
    ]


def trouble_samples() -> list[Sample]:
    return [
        ("error", "errors/error.html", {
            "page": page(None, code=None, title="No such table", undo=False), "asks": "There is no table K7QY",
            "came": "The address ends in K7QY.", "needed": "A table of this computer was needed.",
            "next": "Scan the QR code again, or choose from the open tables.",
            "go": {"label": "Open tables", "href": "/"}}),
        ("error-database", "errors/error.html", {
            "page": page(None, code=None, title="Damaged", undo=False), "kind": "bad",
            "asks": "The table’s book cannot be read", "came": "The file evening.db is damaged at line 212.",
            "needed": "Nothing was written to it.", "next": "Start with the copy: boodle serve --data …",
            "error_code": "database_damaged"}),
        ("refused", "errors/refused.html", {
            "page": page(DAN, title="Not that card"), "asks": "Not the 9 yet: the 8 comes first", "came": "9S",
            "needed": "8S", "came_text": "too early",
            "text": ["The 8 of spades is needed after ", {"card": "7S"},
                     ". Nothing was recorded. If nobody has it, tap Stop."],
            "go": act(["I play ", {"card": "8S"}]),
            "keys": [act("Nobody: stop"), {"label": "Back", "href": "/t/K7QX"}]}),
        ("already", "errors/already.html", {
            "page": page(DAN, title="Already recorded"), "asks": "Anna was faster",
            "title": ["Anna recorded ", {"card": "QD"}, " two seconds ago"],
            "text": "Ben took 15 chips. Your tap changed nothing.",
            "changes": [{"person": BEN, "text": [BEN, " took ", {"card": "QD"}], "before": 17, "after": 32}],
            "go": {"href": "/t/K7QX"}, "keys": [act("That is wrong", icon="flag")]}),
        ("offline", "table/cards_player.html", cards_page(page=page(
            banner={"kind": "off", "title": "Offline since 19:42", "text": "You can look, taps wait."}))),
    ]
