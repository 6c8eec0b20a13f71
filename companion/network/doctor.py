"""The doctor: what on this machine can keep a table from working, and what to do about each.

It looks and tells; it changes nothing, opens no port and asks nobody outside this machine.
"""

from __future__ import annotations

import platform
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from importlib import metadata
from pathlib import Path

from cryptography import x509

from companion import __version__, paths
from companion.network import net
from companion.store import SHELF
from companion.store.database import examine, read_only_uri
from companion.store.errors import StoreError

LITTLE_SPACE = 200 * 2**20  # bytes: an evening with photographs needs far less
NO_SPACE = 20 * 2**20
NEEDED = ("flask", "opencv-python", "numpy", "sqlite-utils", "cheroot", "cryptography", "qrcode")
RELEASED = datetime(2026, 11, 1, tzinfo=UTC)  # no right clock shows an earlier day
SIGNS = {"ok": "ok  ", "warn": "look", "bad": "BAD "}


@dataclass(frozen=True, slots=True)
class Row:
    """One finding: *state* is ok, warn or bad; *remedy* and *command* say what to do."""

    name: str
    state: str
    sentence: str
    remedy: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What is examined. *is_serving*: asked by the server itself, which holds port and database.

    *guest_seen_s*: seconds since a request came from another device, None when none ever did.
    *url* is what the QR code carries; *notes* are the store's.
    """

    data: Path
    port: int = net.PORT
    https_port: int | None = None
    url: str | None = None
    addresses: Sequence[net.Address] = ()
    is_serving: bool = False
    guest_seen_s: float | None = None
    notes: Sequence[str] = ()
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    system: str = field(default_factory=platform.system)
    release: str = field(default_factory=platform.release)


def rows(ask: Ask) -> list[Row]:
    """Examine everything; what keeps phones out comes first."""
    return [row for check in CHECKS for row in check(ask)]


def run(data: Path, port: int = net.PORT) -> int:
    """Print the findings for `boodle doctor`; 1 when something is bad, else 0."""
    found = net.addresses()
    ask = Ask(data=data, port=port, addresses=found, url=net.table_url(found, port))
    findings = rows(ask)
    print(to_text(findings))
    return 1 if any(row.state == "bad" for row in findings) else 0


def to_text(findings: Sequence[Row]) -> str:
    """The findings for a terminal, one block each."""
    lines = []
    for row in findings:
        lines.append(f"{SIGNS[row.state]}  {row.name}: {row.sentence}")
        lines += [f"      {text}" for text in (row.remedy, row.command) if text]
    return "\n".join(lines)


# -- the network ---------------------------------------------------------------------------------


def check_port(ask: Ask) -> Iterator[Row]:
    """Is the port ours, free, or somebody else's?"""
    if ask.is_serving:
        beside = f", https on {ask.https_port}" if ask.https_port else ""
        yield Row("Port", "ok", f"Boodle answers on port {ask.port}{beside}.")
    elif net.is_free("0.0.0.0", ask.port):
        yield Row("Port", "ok", f"Port {ask.port} is free; Boodle is not running.")
    elif _is_ours(ask.port):
        yield Row("Port", "ok", f"Boodle is running and answers on port {ask.port}.")
    else:
        yield Row(
            "Port",
            "warn",
            f"Another program has port {ask.port}.",
            "Boodle takes the next free one and shows it; nothing needs to be done.",
        )


def check_addresses(ask: Ask) -> Iterator[Row]:
    """Which address does the QR code carry, and can a phone reach it?"""
    if ask.url is not None:
        yield Row("QR code", "ok", f"It carries {ask.url}.")
    if not ask.addresses:
        yield Row(
            "Network",
            "warn" if ask.url else "bad",
            "No address of this machine was found that a phone could open.",
            "Join a Wi-Fi, or open a hotspot on a phone and join that. On this one device you can"
            " play without any network.",
        )
        return
    yield Row(
        "Addresses",
        "ok",
        "; ".join(f"{one.ip} ({_described(one)})" for one in ask.addresses) + ".",
    )
    yield from _about_best(ask.addresses[0], ask)


def _about_best(best: net.Address, ask: Ask) -> Iterator[Row]:
    if "microsoft" in ask.release.lower():
        yield Row(
            "Windows",
            "warn",
            "Boodle runs inside WSL, whose address phones cannot reach.",
            "Run Boodle in Windows itself, or pass the port on and give Windows' address with"
            " --url.",
        )
    elif best.kind == "unconfigured":
        yield Row(
            "Network",
            "warn",
            f"{best.ip} was made up by this machine, because no router gave it one.",
            "Join the Wi-Fi again, or open a hotspot on a phone and join that.",
        )
    elif best.kind != "network":
        yield Row(
            "Network",
            "warn",
            f"{best.ip} belongs to {_described(best)}; phones can rarely reach that.",
            "Join the Wi-Fi of the phones. If they have another way to this machine, give it with"
            " --url.",
        )


def _described(address: net.Address) -> str:
    words = {
        "network": "network",
        "mobile": "mobile data",
        "virtual": "virtual machines",
        "tunnel": "a VPN",
        "unconfigured": "no router",
    }[address.kind]
    return f"{address.interface}, {words}" if address.interface else words


def check_guests(ask: Ask) -> Iterator[Row]:
    """Has another device ever reached us? If not, the firewall or the Wi-Fi is in the way."""
    if not ask.is_serving:
        return
    seen_s = ask.guest_seen_s
    if seen_s is not None:
        yield Row("Guests", "ok", f"A phone was here {_ago(seen_s)}, so the network lets them in.")
        return
    yield Row(
        "Guests",
        "warn",
        "No other device has reached this machine yet.",
        "A phone must be in the same Wi-Fi, not in a guest network (many keep devices apart), and"
        " not on mobile data. If it is and still cannot open the page, let Boodle through the"
        " firewall, or open a hotspot on a phone and join it with this machine.",
    )


def check_firewall(ask: Ask) -> Iterator[Row]:
    """How to let phones in on this system; no program can see whether it is needed."""
    if ask.guest_seen_s is not None:
        return
    ports = (ask.port, ask.https_port or ask.port + 1)
    sentence, command = _firewall(ask.system, ports)
    yield Row("Firewall", "ok", sentence, "Only if phones cannot open the page:", command)


def _firewall(system: str, ports: tuple[int, int]) -> tuple[str, str]:
    first, last = ports
    if system == "Darwin":
        tool = "/usr/libexec/ApplicationFirewall/socketfilterfw"
        return (
            "macOS asks once whether Python may accept connections: allow it.",
            f"sudo {tool} --add '{sys.executable}' --unblockapp '{sys.executable}'",
        )
    if system == "Windows":
        return (
            "Windows asks once whether Python may use private networks: allow it.",
            "netsh advfirewall firewall add rule name=Boodle dir=in action=allow protocol=TCP"
            f" localport={first},{last} profile=private",
        )
    if shutil.which("firewall-cmd"):
        return (
            "This system has firewalld, which mostly keeps others out.",
            f"sudo firewall-cmd --add-port={first}/tcp --add-port={last}/tcp",
        )
    return (
        "Linux asks nobody; if ufw is on it keeps others out.",
        f"sudo ufw allow proto tcp to any port {first},{last}",
    )


def _is_ours(port: int) -> bool:
    """Does a Boodle answer there?"""
    try:
        with closing(HTTPConnection("127.0.0.1", port, timeout=2)) as connection:
            connection.request("HEAD", "/")
            answer = connection.getresponse()
            return answer.headers.get("Server", "").startswith("Boodle/")
    except (OSError, HTTPException):
        return False


# -- the evenings --------------------------------------------------------------------------------


def check_folder(ask: Ask) -> Iterator[Row]:
    """Can evenings be kept, and is there room?"""
    folder = ask.data
    if not folder.exists():
        yield Row("Folder", "ok", f"{folder} will be made at the first start.")
        folder = next(parent for parent in folder.parents if parent.exists())
    elif not folder.is_dir():
        yield Row("Folder", "bad", f"{folder} is a file.", "Choose another one with --data DIR.")
        return
    elif (trouble := _write_trouble(folder)) is not None:
        yield Row(
            "Folder",
            "bad",
            f"Boodle cannot write into {folder} ({trouble}).",
            "Make it writable, or choose another one with --data DIR.",
        )
    else:
        yield Row("Folder", "ok", f"Evenings are kept in {folder}.")
    free = shutil.disk_usage(folder).free
    state = "bad" if free < NO_SPACE else "warn" if free < LITTLE_SPACE else "ok"
    yield Row(
        "Disk",
        state,
        f"{free / 2**20:,.0f} MB are free.",
        "" if state == "ok" else "Make room before you play.",
    )


def check_database(ask: Ask) -> Iterator[Row]:
    """Is the file sound, and do its journal and its clock agree with it?"""
    yield from (Row("Database", "warn", note) for note in ask.notes)
    path = ask.data / paths.DATABASE
    if not path.exists() or path.stat().st_size == 0:
        if any((ask.data / "journal").glob("*.jsonl")):
            yield Row(
                "Database",
                "bad",
                f"{path} is gone, but the journal beside it is there.",
                "Put the file back, or build it from the journal:",
                "boodle restore",
            )
        else:
            yield Row("Database", "ok", "There is no evening yet.")
        return
    try:
        examine(path)
        latest, evenings, events = _counted(path)
    except (StoreError, OSError) as error:
        yield Row("Database", "bad", str(error))
        return
    yield Row("Database", "ok", f"It is sound: {evenings} evenings, {events} events.")
    yield from _about_clock(ask.now, latest)


def _counted(path: Path) -> tuple[str, int, int]:
    """(time of the last event, evenings, events), read beside a running server."""
    with closing(sqlite3.connect(read_only_uri(path), uri=True)) as conn:
        try:
            latest, events = conn.execute(
                "select coalesce(max(at_utc), ''), count(*) from event"
            ).fetchone()
            counted = "select count(*) from evening where id <> ?"
            evenings = conn.execute(counted, (SHELF,)).fetchone()[0]
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} could not be read ({error}).") from error
    return str(latest), int(evenings), int(events)


def _about_clock(now: datetime, latest: str) -> Iterator[Row]:
    """A clock that went back harms no evening, but certificates and histories look odd."""
    shown = f"{now:%d %B %Y, %H:%M} UTC"
    if now < RELEASED:
        sentence = f"This machine's clock shows {shown}, which cannot be right."
    elif _parsed(latest) > now:
        sentence = f"This machine's clock shows {shown}, but an event is stored from later."
    else:
        yield Row("Clock", "ok", f"It shows {shown}.")
        return
    yield Row(
        "Clock", "warn", sentence, "Set the clock. Nothing is lost: events are counted, not timed."
    )


def _parsed(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _write_trouble(folder: Path) -> str | None:
    probe = folder / ".boodle-write-test"
    try:
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        return str(error.strerror)
    return None


# -- the program ---------------------------------------------------------------------------------


def check_certificate(ask: Ask) -> Iterator[Row]:
    """Can phones open their camera over https?"""
    path = ask.data / "certificate" / "server.pem"
    if not path.exists():
        yield Row("Certificate", "ok", "One will be made at the next start, for live cameras.")
        return
    try:
        leaf = x509.load_pem_x509_certificate(path.read_bytes())
    except (ValueError, OSError) as error:
        yield Row(
            "Certificate",
            "warn",
            f"{path} cannot be read ({error}).",
            "Start Boodle again: it makes a new one and keeps this.",
        )
        return
    last_day = leaf.not_valid_after_utc
    if not leaf.not_valid_before_utc <= ask.now <= last_day:
        yield Row(
            "Certificate",
            "warn",
            f"It holds from {leaf.not_valid_before_utc:%d %B %Y} to {last_day:%d %B %Y}, not now.",
            "Check the clock, then start Boodle again: it makes a new one.",
        )
        return
    yield Row("Certificate", "ok", f"It holds until {last_day:%d %B %Y}.")


def check_versions(ask: Ask) -> Iterator[Row]:
    """Are the program and what it needs there?"""
    yield Row(
        "Boodle",
        "ok",
        f"{__version__} on Python {platform.python_version()}, SQLite {sqlite3.sqlite_version},"
        f" {ask.system} {ask.release}, {socket.gethostname()}.",
    )
    versions, missing = [], []
    for name in NEEDED:
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        yield Row(
            "Packages", "bad", f"{', '.join(missing)} cannot be found.", "Install Boodle again."
        )
    yield Row("Packages", "ok", f"{', '.join(versions)}.")


def check_reader(ask: Ask) -> Iterator[Row]:
    """Can cards be read from photographs?"""
    try:
        from companion.vision.model_card import ReaderUnavailable, net_of
        from companion.vision.readers import all_readers
    except ImportError as error:
        yield Row(
            "Card reader",
            "warn",
            f"Pictures cannot be read here ({error}).",
            "Cards can be tapped as ever. To read pictures, install Boodle again.",
        )
        return
    for name, module in all_readers().items():
        if module.CARD.weights is None:
            continue
        try:
            net_of(module.CARD, paths.MODELS)
        except ReaderUnavailable as error:
            yield Row("Card reader", "warn", str(error))
        else:
            yield Row("Card reader", "ok", f"{name}: {module.CARD.weights} is there and sound.")


CHECKS: tuple[Callable[[Ask], Iterator[Row]], ...] = (
    check_port,
    check_addresses,
    check_guests,
    check_firewall,
    check_folder,
    check_database,
    check_certificate,
    check_reader,
    check_versions,
)


def _ago(seconds: float) -> str:
    minutes = int(max(seconds, 0) // 60)
    if minutes == 0:
        return "just now"
    if minutes < 120:
        return f"{minutes} minute{'s' if minutes > 1 else ''} ago"
    return f"{minutes // 60} hours ago"
