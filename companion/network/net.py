"""The addresses of this machine, the one a phone can reach first, and a port that is free.

It asks the machine only, never the network, and never offers an address that means "myself".
"""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

import ifaddr

PORT = 8421  # not 5000: on a Mac that one belongs to AirPlay (UX-33)
_PORTS_TRIED = 50

# What a phone at the table can reach, best first. The words stand on the "other address" page.
KINDS = ("network", "mobile", "virtual", "tunnel", "unconfigured")
_NAMES = (
    (
        "tunnel",
        r"tun|tap|utun|wg|tailscale|zt|ppp|ipsec|nordlynx|zerotier|wireguard|openvpn|proton",
    ),
    (
        "virtual",
        r"docker|veth|br-|bridge\d{3}|virbr|vmnet|vboxnet|vmware|virtualbox|vethernet|hyper-v|wsl"
        r"|lxc|lxd|cni|flannel|cali|podman|dummy|anpi|awdl|llw",
    ),
    ("mobile", r"rmnet|ccmni|pdp_ip|wwan|wwp"),
)
_TAILNET = ipaddress.ip_network("100.64.0.0/10")


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine; *kind* is one of KINDS."""

    interface: str
    ip: str
    kind: str


def addresses() -> list[Address]:
    """Every address a phone might use, the likeliest first; empty without a network."""
    route_ip = _route_ip()
    pairs = _interfaces()
    if route_ip is not None and route_ip not in {ip for _, ip in pairs}:
        pairs.append(("", route_ip))  # some systems hide their interfaces from us
    return ranked(pairs, route_ip)


def ranked(pairs: Iterable[tuple[str, str]], route_ip: str | None = None) -> list[Address]:
    """Rank (interface, ip): physical first, then what is virtual, a tunnel, or self-assigned.

    *route_ip* is where traffic to the world leaves: it wins among equals. Loopback, multicast,
    0.0.0.0 and IPv6 are left out.
    """
    found: dict[str, Address] = {}
    for interface, ip in pairs:
        if (kind := _kind(interface, ip)) is not None:
            found.setdefault(ip, Address(interface, ip, kind))
    return sorted(
        found.values(),
        key=lambda a: (KINDS.index(a.kind), a.ip != route_ip, _block(a.ip), _in_order(a.ip)),
    )


def table_url(found: Iterable[Address], port: int, override: str | None = None) -> str | None:
    """The address to encode, without a trailing slash; None when no phone could reach us."""
    if override is not None:
        return checked_url(override)
    best = next(iter(found), None)
    return None if best is None else f"http://{best.ip}:{port}"


def checked_url(url: str) -> str:
    """Take what was given as --url; ValueError (a sentence) for what a phone could not open."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment:
        raise ValueError(f"--url {url} is no web address. Example: --url http://192.168.1.5:8421")
    if is_myself(host):
        raise ValueError(
            f"--url {url} means the phone itself when a phone opens it."
            " Give this machine's address in the network, for example http://192.168.1.5:8421"
        )
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}{'' if port is None else f':{port}'}{parts.path.rstrip('/')}"


def is_myself(host: str) -> bool:
    """True for localhost, loopback and 0.0.0.0: what a phone would take for itself (UX-25)."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip = ipaddress.ip_address(name)
    except ValueError:
        return False
    return ip.is_loopback or ip.is_unspecified


def host_name() -> str:
    """This machine's name in the local network; second choice only, Android knows none (UX-32)."""
    name = socket.gethostname().split(".")[0]
    return f"{name}.local" if re.fullmatch(r"[A-Za-z0-9-]{1,63}", name) else "localhost"


def free_port(host: str = "0.0.0.0", first: int = PORT) -> int:
    """The first port from *first* on that nobody listens on; OSError when 50 are taken."""
    for port in range(first, min(first + _PORTS_TRIED, 65536)):
        if is_free(host, port):
            return port
    raise OSError(errno.EADDRINUSE, f"All ports from {first} on are taken. Try --port 9000.")


def is_free(host: str, port: int) -> bool:
    """True when a server could listen on *port* now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As the server itself does it: a port in TIME_WAIT is free, one that is listened on isn't.
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where REUSEADDR would steal it
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError:
            return False
    return True


def _interfaces() -> list[tuple[str, str]]:
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # some phones and sandboxes forbid the question
        return []
    return [
        (str(adapter.nice_name), ip.ip)
        for adapter in adapters
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]


def _route_ip() -> str | None:
    """Which address the system would send from; a UDP connect sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1, nobody's address
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _kind(interface: str, ip: str) -> str | None:
    """One of KINDS, or None for an address no other machine can use."""
    try:
        address = ipaddress.IPv4Address(ip)
    except ValueError:
        return None
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return None
    if address.is_link_local:
        return "unconfigured"
    for kind, pattern in _NAMES:
        if re.search(rf"(^|[^a-z])({pattern})", interface.lower()):
            return kind
    return "tunnel" if address in _TAILNET else "network"


def _block(ip: str) -> int:
    """Home routers and hotspots hand out 192.168 first of all, then 10, then 172.16-31."""
    for number, start in enumerate(("192.168.", "10.", "172.")):
        if ip.startswith(start):
            return number
    return 3


def _in_order(ip: str) -> int:
    return int(ipaddress.IPv4Address(ip))
