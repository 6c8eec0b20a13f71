"""The host's machine before a table stands: choosing a game, the house rules, past evenings, help.

It opens tables and shows old ones; it plays none.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from flask import Blueprint, current_app, redirect, request
from werkzeug.wrappers import Response

from companion.core import money
from companion.core.errors import RuleError
from companion.core.evening import verify_depth
from companion.core.game import Game
from companion.core.options import Options
from companion.core.table import Table
from companion.door import token_hash
from companion.games import all_games, game_named
from companion.store.chain import Evening
from companion.store.errors import StoreError
from companion.web import help, house_rules, kept, kept_rules
from companion.web.here import boodle, render, token, with_token
from companion.web.look import count
from companion.web.shapes import Shape
from companion.web.tables import (
    LOOKED_AT,
    clock_time,
    is_host_machine,
    is_named_as_itself,
    open_tables,
    own_table,
)

blueprint = Blueprint("host", __name__)
blueprint.register_blueprint(help.blueprint)
blueprint.register_blueprint(kept_rules.blueprint)

AT_FIRST_SIGHT: Final = ("boodle", "newmarket_uk", "newbury", "three_in_one")
"""The games most people come for; the others are one tap further."""
_opening = threading.Lock()


@blueprint.get("/")
def root() -> Response:
    """Lead to this phone's own table, else to the only one, or to a choice of them.

    Who types localhost stands at the machine that runs Boodle and gets its start page.
    """
    if is_host_machine() and is_named_as_itself():
        return redirect("/host", 303)
    if (own := own_table()) is not None:
        return with_token(redirect(own, 303))
    tables = open_tables(strangers=True)
    if len(tables) == 1:
        return with_token(redirect(tables[0]["href"], 303))
    page = {"title": "Which table?", "waiting": True, "help": "/doctor", "undo": False}
    return render("join/tables.html", page, tables=tables)


# ---- S0: start ----------------------------------------------------------------------------------


@blueprint.get("/host")
def start() -> Response:
    """S0: the game is chosen already; one tap opens a table."""
    return _start(request.args.get("game", ""))


def _start(game: str, wrong: str | None = None, status: int = 200) -> Response:
    chosen, own = _offered(game), kept_rules.choices(game)
    values, _ = kept.rules(chosen)
    changed = house_rules.differences(chosen, values)
    tables = open_tables(strangers=False) if is_host_machine() else []
    return render(
        "join/start.html",
        {"title": "Start a table", "post": "/host", "help": "/doctor", "undo": False,
         "left": {"href": "/host/evenings", "icon": "clock", "label": "Before"}},
        status, **_games(chosen, is_taken=any(each["chosen"] for each in own)), kept=own,
        open=tables, wrong=wrong,
        start_small=f"with your {count(changed, 'house rule')}" if changed else "",
    )  # fmt: skip


def _offered(key: str) -> Game:
    """Return the game of *key*, or the one that is chosen where nobody chose."""
    return all_games().get(key) or game_named(AT_FIRST_SIGHT[0])


def _at_first_sight(game: Game) -> int:
    """Return the place of *game* among those everybody knows; the others follow as they come."""
    known = AT_FIRST_SIGHT
    return known.index(game.key) if game.key in known else len(known)


def _games(chosen: Game, *, is_taken: bool = False) -> Shape:
    """Return the games in two lists, at first sight and more; *is_taken*: kept rules are chosen."""
    known = sorted(all_games().values(), key=_at_first_sight)
    shapes = [_game(game, None if is_taken else chosen) for game in known]
    return {"games": shapes[: len(AT_FIRST_SIGHT)], "more": shapes[len(AT_FIRST_SIGHT) :]}


def _game(game: Game, chosen: Game | None) -> Shape:
    fewest, most = game.seats
    players = f"{fewest} players" if fewest == most else f"{fewest}–{most} players"
    also = f"or {game.aliases[0]} · " if game.aliases else ""
    if game.key not in AT_FIRST_SIGHT:  # names it shares with others tell nobody which it is
        also = f"{game.tagline} "
    return {
        "key": game.key, "name": game.name, "about": f"{also}{players}",
        "chosen": game is chosen,
    }  # fmt: skip


@blueprint.post("/host")
def open_table() -> Response:
    """Open a table; the same tap sent twice leads to the same table."""
    key, mode = request.form.get("game", ""), request.form.get("mode", "table")
    if mode == "rules":
        where = key.replace("kept-", "kept/") if key.startswith("kept-") else ""
        return redirect(
            f"/host/{where or f'rules?game={key if key in all_games() else str()}'}", 303
        )
    try:
        rules = kept_rules.chosen(key) or _own_rules(game_named(key))
        evening = _opened(*rules, single=mode == "phone", command_id=request.form.get("id", ""))
    except RuleError as error:
        return _start(key, error.message, 409)
    first = "add" if mode == "phone" else "lobby"
    return with_token(redirect(f"/t/{evening.code}/{first}", 303))


def _own_rules(game: Game) -> tuple[Game, Options, str]:
    """Return *game* by the house rules this phone keeps, and how much is entered."""
    values, depth = kept.rules(game)
    return game, game.options(values), depth


def _opened(game: Game, options: Options, depth: str, *, single: bool, command_id: str) -> Evening:
    with _opening:
        known = _opened_before(command_id)
        if known is not None:
            return known
        door = boodle().door
        evening, word = door.open_table(
            token(), game=game.key, options=options.to_dict(), depth=depth, single=single
        )
        now = door.store.evening(evening.id).private
        door.store.keep_private(evening.id, {**now, "opened_by": token_hash(command_id)})
        words()[evening.id] = word
        return evening


def _opened_before(command_id: str) -> Evening | None:
    if not command_id:
        return None
    wanted = token_hash(command_id)
    newest = boodle().door.store.evenings()[:LOOKED_AT]
    return next((each for each in newest if each.private.get("opened_by") == wanted), None)


def words() -> dict[str, str]:
    """Return recovery words not yet noted, by evening: in memory only, gone with the server."""
    found: dict[str, str] = current_app.extensions.setdefault("boodle-words", {})
    return found


# ---- house rules before a table -----------------------------------------------------------------


@blueprint.get("/host/rules")
def rules() -> Response:
    """The house rules sheet, filled in with what this phone kept."""
    game = _asked_game(request.args)
    values, depth = kept.rules(game)
    state = house_rules.state_of(game.options(values))
    return _rules(game, {**state, "depth": depth})


def _asked_game(fields: Mapping[str, str]) -> Game:
    return _offered(fields.get("game", ""))


def _rules(
    game: Game, state: Mapping[str, str], wrong: str | None = None, status: int = 200
) -> Response:
    page: dict[str, Any] = {
        "title": "House rules", "heading": "House rules", "sub": game.name, "undo": False,
        "back": f"/host?game={game.key}",
    }  # fmt: skip
    bad = house_rules.in_conflict(game, state) if wrong else frozenset[str]()
    return render(
        "join/rules.html", page, status, depth=house_rules.depth_group(state),
        groups=house_rules.groups(game, state, bad), wrong=wrong,
        action={"to": f"/host/rules?game={game.key}"}, usual=f"/host/rules?game={game.key}",
        naming={"value": state.get("keep_as", ""), "wrong": ""}, more=kept_rules.more_ways(),
    )  # fmt: skip


@blueprint.post("/host/rules")
def keep_rules() -> Response:
    """Keep the house rules on this phone for this and later evenings."""
    game, form = _asked_game(request.args), request.form
    answer = redirect(f"/host?game={game.key}", 303)
    if form.get("usual"):
        kept.keep_rules(answer, game, {}, kept.DEPTH)
        return with_token(answer)
    depth = form.get("depth", kept.DEPTH)
    try:
        verify_depth(depth)
        values = house_rules.read(game, form, house_rules.not_asked(game, _kept_options(game)))
        if name := form.get("keep_as", "").strip():
            kept_rules.keep_as(name, game, game.options(values), depth)
    except RuleError as error:
        return _rules(game, form, error.message, 409)
    kept.keep_rules(answer, game, values, depth)
    return with_token(answer)


def _kept_options(game: Game) -> Any:
    return game.options(kept.rules(game)[0])


# ---- past evenings ------------------------------------------------------------------------------


@blueprint.get("/host/evenings")
def evenings() -> Response:
    """Past evenings, newest first: all of them on the host's machine, elsewhere the phone's own.

    With ``?forget`` those that this phone may delete, each leading to that page.
    """
    if "forget" in request.args:
        rows = [_evening_row(each, "/forget") for each in _evenings(is_host=True)]
        title, back, forget = "Which one shall go?", "/host/evenings", None
    else:
        rows = [_evening_row(each) for each in _evenings()]
        title, back = "Evenings before", "/host"
        forget = "/host/evenings?forget" if any(_evenings(is_host=True)) else None
    page = {"title": title, "heading": title, "back": back, "undo": False}
    return render("join/evenings.html", page, asks=title, forget=forget, evenings=rows)


def _evenings(*, is_host: bool = False) -> Iterator[Evening]:
    """Yield the evenings this phone may look at, or with *is_host* those that it may delete."""
    door = boodle().door
    every = is_host_machine() and (not is_host or is_named_as_itself())
    for evening in door.store.evenings():
        device = door.store.device(evening.id, token_hash(token()))
        if every or (device is not None and (not is_host or device.role == "host")):
            yield evening


def _evening_row(evening: Evening, page: str = "") -> Shape:
    began = clock_time(evening.created_at).astimezone()
    row: Shape = {
        "href": f"/t/{evening.code}{page}",
        "date": f"{began:%A} {began.day} {began:%B %Y}",
    }
    try:
        table = boodle().croupier.table(evening.id)
        last = clock_time(boodle().croupier.history(evening.id)[-1].at_utc)
    except StoreError as error:
        return {**row, "small": str(error)}
    hands = count(len(table.results), "hand")
    lasted = _duration(last - clock_time(evening.created_at))
    ended = lasted if table.ended else "not finished"
    row["small"] = f"{began:%H:%M} · {table.game.name} · {hands} · {ended}"
    return {**row, **_winner(table)} if table.ended and table.results else row


def _duration(lasted: timedelta) -> str:
    minutes = max(int(lasted.total_seconds()) // 60, 0)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def _winner(table: Table) -> Shape:
    ranked = money.ranking(table)
    if not ranked:
        return {}
    _, seat, net = ranked[0]
    who = table.seats[seat]
    return {"winner": {"seat": seat, "name": who.name, "animal": who.animal}, "gain": net}
