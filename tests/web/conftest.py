"""A server without a socket: an in-memory store, the real pages, phones as test clients."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from flask import Flask
from phones import AtTable, Clock, Phone, TableMaker, seated

from companion.croupier import Croupier
from companion.door import Door
from companion.network.net import Address
from companion.store import Store
from companion.web.app import create_app
from companion.web.boodle import Boodle
from companion.web.live import Hub
from companion.web.network import Network

ADDRESSES = [Address("wlan0", "192.168.178.23", "network"), Address("tun0", "10.8.0.2", "tunnel")]


@pytest.fixture
def boodle() -> Iterator[Boodle]:
    """What the pages work with; ids and choices are the same in every run."""
    ids = itertools.count(1)
    hub = Hub(10, heartbeat_s=0.05)
    with Store.open(None) as store:
        croupier = Croupier(
            store, now=Clock(), new_id=lambda: f"id-{next(ids)}", announce=hub.announce
        )
        door = Door(store, croupier, random.Random(7).choice)
        yield Boodle(croupier, door, hub, Network(fixed=list(ADDRESSES)))
        hub.close()


@pytest.fixture
def app(boodle: Boodle) -> Flask:
    """The web application; an error inside it fails the test at once."""
    app = create_app(boodle)
    app.testing = True
    return app


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone nobody knows yet."""
    return Phone(app)


@pytest.fixture
def table(app: Flask, boodle: Boodle) -> TableMaker:
    """Makes tables: ``table(4)`` seats Anna (host), Ben, Carla and Dan."""

    def make(players: int = 4, **more: object) -> AtTable:
        return seated(app, boodle, players, **more)  # type: ignore[arg-type]

    return make
