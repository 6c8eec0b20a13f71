"""House rules from elsewhere: those kept under a name on this server, and those of a short code.

The shelf keeps them, the core checks them; here they are shown, chosen, renamed and forgotten.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion import rules_code
from companion.core.errors import RuleError
from companion.core.evening import verify_depth
from companion.core.game import Game
from companion.core.options import Options
from companion.door import token_hash
from companion.store.shelf import KeptRules, Shelf
from companion.web import kept, rule_card
from companion.web.here import boodle, render, token, with_token
from companion.web.look import count
from companion.web.qr import drawing
from companion.web.shapes import Shape, link
from companion.web.tables import is_host_machine

blueprint = Blueprint("kept_rules", __name__)


def shelf() -> Shelf:
    """Return the shelf of this server."""
    return Shelf(boodle().door.store, boodle().croupier.now)


def keep_as(name: str, game: Game, options: Options, depth: str) -> int:
    """Keep *options* under *name* for anybody on this server; raise `RuleError` where it cannot."""
    verify_depth(depth)
    return shelf().keep(name, game, options, depth, command_id(), token_hash(token()))


def command_id() -> str:
    """Return the id the form came with, so that a double tap keeps one set."""
    return request.form.get("id", "")[:90] or boodle().croupier.new_id()


def code_drawing(code: str) -> Any:
    """Return the QR code of *code*: words a camera shows, no address, so any server can take it."""
    return drawing(f"{rules_code.PREFIX} {code}", "QR code of these house rules")


def choices(chosen: str) -> list[Shape]:
    """Return the kept sets as games to choose from on the start page."""
    return [
        {"key": f"kept-{each.number}", "name": each.name, "about": _about(each),
         "chosen": chosen == f"kept-{each.number}"}
        for each in shelf().sets() if _usable(each)
    ]  # fmt: skip


def chosen(key: str) -> tuple[Game, Options, str] | None:
    """Return game, options and depth of a choice such as ``kept-7``, or ``None`` for a game's key.

    Raises `RuleError` where that set is gone.
    """
    number = key.removeprefix("kept-")
    if number == key or not number.isdecimal() or len(number) > 9:
        return None
    found = shelf().get(int(number))
    return (*found.rules(), found.depth)


def _usable(each: KeptRules) -> bool:
    try:
        each.rules()
    except RuleError:  # kept by a newer version
        return False
    return True


def _about(each: KeptRules) -> str:
    try:
        game, options = each.rules()
    except RuleError as error:
        return error.message
    own = len(rule_card.own_rules(game, options))
    return f"{game.name} · {count(own, 'own rule') if own else 'the usual rules'}"


def _may_change(each: KeptRules) -> bool:
    """Rename and forget: whoever kept it, and the machine that runs Boodle."""
    return is_host_machine() or each.by == token_hash(token())


# ---- the list -----------------------------------------------------------------------------------


def _header(title: str, back: str) -> Shape:
    return {"title": title, "heading": title, "sub": "", "back": back, "undo": False}


@blueprint.get("/host/kept")
def sets() -> Response:
    """Every set kept under a name; forgotten ones below, to be brought back."""
    rows = [(each, {"href": f"/host/kept/{each.number}", "label": each.name,
                    "small": _about(each)}) for each in shelf().all()]  # fmt: skip
    return render(
        "join/kept.html", _header("Kept house rules", "/host"),
        sets=[row for each, row in rows if not each.forgotten],
        forgotten=[row for each, row in rows if each.forgotten and _may_change(each)],
        code="/host/code",
    )  # fmt: skip


@blueprint.get("/host/kept/<int:number>")
def one(number: int) -> Response:
    """One set: its rule card, its code, and what can be done with it."""
    return _one(shelf().get(number))


def _one(each: KeptRules, wrong: str = "", status: int = 200) -> Response:
    try:
        rules = rule_card.whole(*each.rules())
    except RuleError as error:
        rules, wrong = None, wrong or error.message
    header = {**_header(each.name, "/host/kept"), "post": f"/host/kept/{each.number}"}
    return render(
        "join/kept_one.html", header, status, name=each.name, about=_about(each), rules=rules,
        wrong=wrong, forgotten=each.forgotten, may=_may_change(each),
        typed=request.form.get("name", each.name),
        qr=code_drawing(rules["code"]) if rules else None,
        play=f"/host?game=kept-{each.number}",
    )  # fmt: skip


@blueprint.post("/host/kept/<int:number>")
def change(number: int) -> Response:
    """Rename, forget, or bring back; refused, the page says why and keeps what was typed."""
    each, act = shelf().get(number), request.form.get("act", "")
    try:
        if not _may_change(each):
            raise RuleError(
                "not_yours", "Only who kept these rules, or the computer that runs Boodle, changes"
                " them.")  # fmt: skip
        if act == "forget":
            shelf().forget(number, command_id())
        elif act == "back":
            shelf().bring_back(number, command_id())
        else:
            shelf().rename(number, request.form.get("name", ""), command_id())
    except RuleError as error:
        return _one(each, error.message, 403 if error.code == "not_yours" else 409)
    return with_token(redirect(f"/host/kept/{number}", 303))


# ---- a code -------------------------------------------------------------------------------------


@blueprint.get("/host/code")
def code() -> Response:
    """Type a code, or photograph its QR code; ``?code=`` shows what it stands for."""
    typed = request.args.get("code", "")
    return _code(typed) if typed else _ask_code("")


def _ask_code(typed: str, wrong: str = "", status: int = 200) -> Response:
    return render(
        "join/code.html", {**_header("A code of house rules", "/host"), "post": "/host/code"},
        status, typed=typed[:300], wrong=wrong, rules=None,
    )  # fmt: skip


def _code(typed: str) -> Response:
    try:
        game, options = rules_code.decode(typed)
    except RuleError as error:
        return _ask_code(typed, error.message, 409)
    return render(
        "join/code.html", {**_header("A code of house rules", "/host/code"), "post": "/host/code"},
        rules=rule_card.whole(game, options), wrong="", typed=rules_code.encode(game, options),
    )  # fmt: skip


@blueprint.post("/host/code")
def typed_code() -> Response:
    """Read a code that was typed or photographed, or take its rules for the next table."""
    photo = request.files.get("photo")
    typed = request.form.get("code", "")
    if photo is not None and photo.filename:
        typed, wrong = scanned(photo.read())
        if wrong:
            return _ask_code("", wrong, 400)
    try:
        game, options = rules_code.decode(typed)
    except RuleError as error:
        return _ask_code(typed, error.message, 409)
    if not request.form.get("take"):
        return with_token(redirect(f"/host/code?code={rules_code.encode(game, options)}", 303))
    reply = redirect(f"/host?game={game.key}", 303)
    kept.keep_rules(reply, game, rules_code.told(game, options), kept.rules(game)[1])
    return with_token(reply)


def scanned(data: bytes) -> tuple[str, str]:
    """Return the text of a QR code in a picture, and what was wrong where there is none."""
    # OpenCV takes a quarter of the start and is needed by the first photograph only.
    import cv2

    from companion.vision import PictureError
    from companion.vision.frame import to_frame

    try:
        frame = to_frame(data)
    except PictureError as error:
        return "", str(error)
    try:
        text, _, _ = cv2.QRCodeDetector().detectAndDecode(frame)
    except cv2.error:
        text = ""
    return text, "" if text else (
        "There is no QR code to be read in that picture. Hold the phone straight and nearer, or"
        " type the code."
    )


def more_ways() -> list[Shape]:
    """Return the other ways to rules, as keys below the form."""
    found = [link("/host/code", "A code from another table")]
    if kept_here := len(shelf().sets()):
        found.insert(0, link("/host/kept", f"Kept before: {count(kept_here, 'set')}"))
    return found
