"""One evening's server, put together and announced in the terminal.

It joins store, croupier, pages and listeners; it decides nothing about cards, chips or pages.
"""

from __future__ import annotations

import io
import os
import secrets
import sys
import threading
import uuid
import webbrowser
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

import qrcode

from companion import __version__
from companion.croupier import Croupier
from companion.door import Door
from companion.network import certificate, net
from companion.network.server import THREADS, Ending, Server, run_until_signal, stream_limit
from companion.network.threshold import Application
from companion.paths import DATABASE
from companion.store import Store
from companion.web.app import create_app
from companion.web.boodle import Boodle, eyes_of
from companion.web.compiled import warm_up
from companion.web.eyes import Eyes
from companion.web.house_camera import house_camera
from companion.web.live import Hub
from companion.web.network import Network

HINT_AFTER_S = 60
WARM_AFTER_S = 1.5  # after the first page, which must not wait for it
EVERYWHERE = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What was asked for on the command line.

    *url* overrides the address that is shown; *is_kept* is false where *data* is thrown away;
    *camera* is the number or path of one on this computer that looks at the table.
    """

    data: Path
    port: int = net.PORT
    host: str = "0.0.0.0"
    url: str | None = None
    opens_browser: bool = True
    has_https: bool = True
    is_kept: bool = True
    threads: int = THREADS
    camera: str | None = None


class GuestBook:
    """Passes every request on and remembers whether any came from another device."""

    def __init__(self, app: Application, own_ips: Iterable[str]) -> None:
        self._app = app
        self._own_ips = {"127.0.0.1", "::1", *own_ips}
        self.has_guest = False

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Serve as the app does."""
        if environ.get("REMOTE_ADDR") not in self._own_ips:
            self.has_guest = True
        return self._app(environ, start_response)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A server that answers: its parts, for those who drive it (the demo) and end it.

    As a context it ends the server when something goes wrong inside: its threads would otherwise
    keep the process for ever.
    """

    croupier: Croupier
    door: Door
    eyes: Eyes
    network: Network
    guests: GuestBook
    server: Server
    warm: Callable[[], None]
    close: Callable[[], None]

    def __enter__(self) -> House:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.server.stop()
            self.close()


def serve(wishes: Wishes) -> int:
    """Serve until Ctrl-C.

    Raises StoreError, OSError or ValueError with a sentence when it cannot begin.
    """
    ending = Ending()  # a Ctrl-C during the start counts too
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # who sent a damaged picture is told so
    with open_house(wishes) as house:
        announce(house, wishes, sys.stdout)
        if wishes.opens_browser:
            open_page(f"http://localhost:{house.server.http_port}/host")
        if house.network.base_url() is not None:
            _hint_later(house)
        _later(WARM_AFTER_S, house.warm)
        run_until_signal(house.server, house.close, ending)
    return 0


def open_house(wishes: Wishes) -> House:
    """Open the store, put the pages before it and listen; the first page can be had at once."""
    if wishes.url is not None:
        net.checked_url(wishes.url)  # before anything is opened
    network = Network(url=wishes.url, fixed=_fixed(wishes.host))
    store = Store.open(wishes.data / DATABASE)
    try:
        return _furnished(wishes, store, network)
    except BaseException:
        store.close()
        raise


def _furnished(wishes: Wishes, store: Store, network: Network) -> House:
    hub = Hub(stream_limit(wishes.threads))
    croupier = Croupier(store, now=now_utc, new_id=new_id, announce=hub.announce)
    door = Door(store, croupier, secrets.choice)
    eyes = eyes_of(croupier, door, hub, wishes.data / "evidence", apart=True)
    eyes.pictures.forget_others(croupier.store.known_evenings())
    boodle = Boodle(croupier, door, hub, network, eyes)
    app = create_app(boodle)
    found = network.addresses()
    guests = GuestBook(app, [address.ip for address in found])
    server = Server(
        guests,
        host=wishes.host,
        port=wishes.port,
        certificate=_certificate(wishes, found),
        threads=wishes.threads,
        on_stop=hub.close,
        names=[_host_of(wishes.url)] if wishes.url else [],
    )
    try:
        server.start()
    except BaseException:
        server.stop()
        raise
    network.port, network.https_port = server.http_port, server.https_port
    camera = None if wishes.camera is None else house_camera(boodle, wishes.camera)
    if camera is not None:
        camera.start()

    def close() -> None:
        if camera is not None:
            camera.stop()
        eyes.end()
        store.close()

    return House(
        croupier=croupier, door=door, eyes=eyes, network=network, guests=guests, server=server,
        warm=partial(warm_up, app), close=close,
    )  # fmt: skip


def _host_of(url: str) -> str:
    return urlsplit(net.checked_url(url)).hostname or ""


def _fixed(host: str) -> list[net.Address] | None:
    """The only address there is when the server listens on one; None for all of the machine's."""
    if host in EVERYWHERE:
        return None
    return [] if net.is_myself(host) else [net.Address("", host, "network")]


def now_utc() -> str:
    """Return the time as it is stored: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """Return an id nobody has used."""
    return str(uuid.uuid4())


def _certificate(wishes: Wishes, found: list[net.Address]) -> certificate.Certificate | None:
    """The certificate for https, or None with a sentence: without it everything else works."""
    if not wishes.has_https:
        return None
    names = [*(address.ip for address in found), net.host_name()]
    try:
        made = certificate.ensure(wishes.data / "certificate", names)
    except OSError as error:
        print(f"No https this time, so no live camera on phones: {error}", file=sys.stderr)
        return None
    if made.note:
        print(made.note, file=sys.stderr)
    return made


# ---- what the terminal says ---------------------------------------------------------------------


def announce(house: House, wishes: Wishes, out: TextIO) -> None:
    """Print where the table is: large, as a QR code, and what to do when it does not work."""
    url, secure_port = house.network.base_url(), house.network.https_port
    local = f"http://localhost:{house.network.port}"
    lines = [f"Boodle {__version__}", ""]
    if url is None:
        lines += [
            "No network was found, so phones cannot join yet.",
            "Join a Wi-Fi or start a hotspot and run this again, or play on this one device.",
        ]
    else:
        lines += ["On the phones, in the same Wi-Fi as this computer, open", "", f"    {url}", ""]
        lines += [terminal_qr(url, out), ""]
    lines += [f"On this computer:          {local}"]
    if url is not None and secure_port is not None and wishes.url is None:
        lines += [f"With a live camera:        {_secure(url, secure_port)}"]
    lines += [f"If phones can't connect:   {local}/doctor"]
    if wishes.is_kept:
        lines += [f"The evenings are kept in   {wishes.data}", ""]
        lines += ["Ctrl-C ends the server. Nothing is lost: run it again and go on."]
    else:
        lines += ["", "Ctrl-C ends it. Nothing of it is kept."]
    print(*lines, sep="\n", file=out, flush=True)


def _secure(url: str, port: int) -> str:
    return f"https://{url.removeprefix('http://').rsplit(':', 1)[0]}:{port}"


def terminal_qr(url: str, out: TextIO) -> str:
    """Return *url* as a QR code of half blocks, readable on dark and on light terminals.

    A colour terminal gets its colours set; elsewhere light modules are drawn, as dark terminals
    need it. A sentence instead where the blocks cannot be written.
    """
    try:
        "█▀▄".encode(out.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return "(This terminal cannot show a QR code; the host page shows one.)"
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(url)
    paper = _ColourPaper() if out.isatty() else io.StringIO()
    code.print_ascii(out=paper, tty=paper.isatty(), invert=True)
    return paper.getvalue().rstrip("\n")


class _ColourPaper(io.StringIO):
    """Text that qrcode may colour: it asks whether it writes to a terminal."""

    def isatty(self) -> bool:
        """Answer for the terminal the text goes to."""
        return True


def open_page(url: str) -> None:
    """Open *url* in this machine's browser; nothing where there is no desktop to open it on."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return  # a text browser would take the terminal over
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _hint_later(house: House) -> None:
    _later(HINT_AFTER_S, give_hint, house, sys.stdout)


def _later(after_s: float, work: Callable[..., None], *given: object) -> None:
    timer = threading.Timer(after_s, work, given)
    timer.daemon = True
    timer.start()


def give_hint(house: House, out: TextIO) -> None:
    """Say once what mostly keeps phones out, unless one has come."""
    if house.guests.has_guest:
        return
    lines = [
        "",
        "No phone has come yet. If one cannot open the page:",
        "  - it must be in the same Wi-Fi as this computer, not in a guest network;",
        "  - this computer's firewall must let it in (allow Python when it asks);",
        f"  - http://localhost:{house.network.port}/doctor shows the other addresses and a test.",
    ]
    print(*lines, sep="\n", file=out, flush=True)
