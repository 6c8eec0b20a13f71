"""Learn my deck: a guided tour of sixteen cards, by camera or by photos, taken back at any time.

It asks for cards and keeps what was learnt beside the database; how a deck is learnt is vision's.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.web.eyes import deck_path, known_deck
from companion.web.here import Here, boodle, here, render
from companion.web.shapes import Shape, act, page

if TYPE_CHECKING:
    from companion.core.cards import Card
    from companion.vision.enrol import Deck

blueprint = Blueprint("deck", __name__)
log = logging.getLogger(__name__)


@blueprint.get("/t/<code>/eye/deck")
def tour(code: str) -> Response:
    """Ask for the next card of the sixteen."""
    place = here(code)
    if not place.is_host or deck_path(boodle().door) is None:
        return redirect(place.url("menu"), 303)
    return _page(place, known_deck(deck_path(boodle().door)))


@blueprint.post("/t/<code>/eye/deck")
def learn(code: str) -> Response:
    """Learn the card in the picture that was sent, take the last one back, or forget the deck."""
    from companion.vision import PictureError, ReaderUnavailable
    from companion.vision.enrol import NothingToLearn

    place, path = here(code), deck_path(boodle().door)
    if not place.is_host or path is None:
        return redirect(place.url("menu"), 303)
    deck, wrong = known_deck(path), ""
    try:
        deck = _changed(deck, request.form.get("kind", ""))
        deck.save(path)
        boodle().eyes.learnt(deck)
    except (PictureError, NothingToLearn) as error:
        wrong = str(error)
    except ReaderUnavailable as error:
        log.warning("%s", error)
        wrong = f"{error} A deck cannot be learnt now."
    except OSError as error:
        wrong = f"What was learnt could not be kept: {error.strerror}."
    return _page(place, deck, wrong) if wrong else redirect(place.url("eye/deck"), 303)


def _changed(deck: Deck, kind: str) -> Deck:
    """Return the deck after what the form asks for."""
    from companion.vision.enrol import Deck as Empty

    if kind == "undo":
        return deck.without_last()
    if kind == "forget":
        return Empty()
    card = wanted(deck)
    upload = request.files.get("photo")
    if card is None or upload is None:
        return deck
    with boodle().eyes.one_reader():
        return deck.learn([(card, upload.read())])


def wanted(deck: Deck) -> Card | None:
    """Return the card to show next, ``None`` when all sixteen are learnt."""
    known = {lesson.card for lesson in deck.lessons}
    return next((card for card in deck.wanted() if card not in known), None)


def _page(place: Here, deck: Deck, wrong: str = "") -> Response:
    card, done, every = wanted(deck), len(deck.lessons), len(deck.wanted())
    back = place.url("eye/deck")
    keys: list[Shape] = []
    if deck.lessons:
        last = deck.lessons[-1].card
        keys = [act("undo", "Take back", to=back, aria=f"Take back the {last.spoken}"),
                act("forget", "Forget this deck", to=back)]  # fmt: skip
    return render(
        "camera/deck.html", page(place, "Learn my deck", where="deck", back=place.url("menu"),
                                 toast=None, live=False), card=card,
        asks=f"Show the {card.spoken}" if card else "Your deck is known",
        about="Alone on the table, 25 to 40 cm below the camera." if card
        else "What was learnt stays on this computer and helps to read it, until you forget it.",
        done=done, all=every, notes=[{"text": wrong, "title": "Not learnt"}] if wrong else [],
        photo={"to": back, "do": {"kind": "photo"}}, keys=keys,
    )  # fmt: skip
