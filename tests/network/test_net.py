"""net.py: which address a phone should open, on machines of every kind (UX-25 to 33)."""

import ipaddress
import socket
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.network import net

# Interface tables as such machines report them: (interface, address), the wanted one first.
TABLES = {
    "a laptop at home": [("wlp2s0", "192.168.178.23"), ("lo", "127.0.0.1")],
    "docker and bridges (Linux)": [
        ("enp3s0", "10.0.0.7"),
        ("docker0", "172.17.0.1"),
        ("br-0a1b2c3d4e5f", "172.18.0.1"),
        ("veth12ab34c", "169.254.10.1"),
        ("virbr0", "192.168.122.1"),
        ("lo", "127.0.0.1"),
    ],
    "a VPN on a Mac": [
        ("en0", "192.168.1.40"),
        ("utun4", "10.8.0.6"),
        ("bridge100", "192.168.64.1"),
        ("vmnet8", "192.168.99.1"),
        ("lo0", "127.0.0.1"),
    ],
    "Windows with WSL and VirtualBox": [
        ("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.1.17"),
        ("Hyper-V Virtual Ethernet Adapter", "172.28.16.1"),
        ("vEthernet (WSL (Hyper-V firewall))", "172.20.112.1"),
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1"),
        ("TAP-Windows Adapter V9", "10.9.0.4"),
        ("Software Loopback Interface 1", "127.0.0.1"),
    ],
    "Tailscale and ZeroTier": [
        ("eth0", "192.168.0.5"),
        ("ztly5abcde", "192.168.191.2"),
        ("tailscale0", "100.101.102.103"),
    ],
    "a tailnet under another name": [("eth0", "10.1.1.1"), ("something", "100.64.3.9")],
    "an Android phone's own hotspot": [
        ("ap0", "192.168.43.1"),
        ("rmnet_data1", "10.140.22.9"),
        ("lo", "127.0.0.1"),
    ],
    "a laptop on an iPhone's hotspot": [("en0", "172.20.10.2"), ("lo0", "127.0.0.1")],
    "a laptop on an Android hotspot": [("wlan0", "192.168.43.117"), ("docker0", "172.17.0.1")],
    "cable without a router": [("eth0", "169.254.33.7"), ("lo", "127.0.0.1")],
    "a club with public addresses": [("eth0", "203.0.113.9"), ("docker0", "172.17.0.1")],
    "only a virtual machine's bridge": [("virbr0", "192.168.122.1"), ("lo", "127.0.0.1")],
}


@pytest.mark.parametrize("pairs", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("turned", [False, True])
def test_the_address_a_phone_can_reach_comes_first(pairs, turned):
    found = net.ranked(reversed(pairs) if turned else pairs)

    assert found[0].ip == pairs[0][1]
    assert net.table_url(found, 8421) == f"http://{pairs[0][1]}:8421"
    assert {one.ip for one in found} == {ip for _, ip in pairs if not ip.startswith("127.")}


def test_among_equals_the_way_to_the_world_wins():
    pairs = [("eth0", "192.168.1.2"), ("eth1", "192.168.2.2"), ("tun0", "10.8.0.2")]

    assert net.ranked(pairs, route_ip="192.168.2.2")[0].ip == "192.168.2.2"
    assert net.ranked(pairs, route_ip="10.8.0.2")[0].ip == "192.168.1.2"  # a VPN never


@pytest.mark.parametrize("ip", ["127.0.0.1", "127.4.5.6", "0.0.0.0", "224.0.0.5", "::1", "fe80::1"])
def test_what_no_phone_can_open_is_never_offered(ip):
    assert net.ranked([("eth0", ip), ("", "")]) == []
    assert net.table_url(net.ranked([("eth0", ip)]), 8421) is None


@given(st.lists(st.tuples(st.text(max_size=12), st.ip_addresses(v=4).map(str))))
def test_any_table_is_ranked_without_loopback_and_always_alike(pairs):
    found = net.ranked(pairs)

    assert found == net.ranked(pairs)
    assert len({one.ip for one in found}) == len(found)
    assert not any(ipaddress.ip_address(one.ip).is_loopback for one in found)
    assert [net.KINDS.index(one.kind) for one in found] == sorted(
        net.KINDS.index(one.kind) for one in found
    )


def test_the_machine_is_asked_by_interface_first(monkeypatch):
    adapters = [
        SimpleNamespace(
            nice_name="eth0",
            ips=[SimpleNamespace(ip="192.168.1.5"), SimpleNamespace(ip=("fe80::1", 0, 2))],
        )
    ]
    monkeypatch.setattr("companion.network.net.ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr("companion.network.net._route_ip", lambda: None)

    assert [one.ip for one in net.addresses()] == ["192.168.1.5"]


def test_where_interfaces_are_hidden_the_route_tells(monkeypatch):
    def forbidden():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("companion.network.net.ifaddr.get_adapters", forbidden)
    monkeypatch.setattr("companion.network.net._route_ip", lambda: "192.168.43.1")
    assert [one.ip for one in net.addresses()] == ["192.168.43.1"]

    monkeypatch.setattr("companion.network.net._route_ip", lambda: None)
    assert net.addresses() == []


def test_this_machine_can_be_asked():
    for one in net.addresses():
        assert not net.is_myself(one.ip)


@pytest.mark.parametrize(
    ("given_url", "wanted"),
    [
        ("http://192.168.1.5:8421", "http://192.168.1.5:8421"),
        ("http://192.168.1.5:8421/", "http://192.168.1.5:8421"),
        ("192.168.1.5:9000", "http://192.168.1.5:9000"),
        ("https://cards.example/table", "https://cards.example/table"),
        ("http://[fd00::5]:8421", "http://[fd00::5]:8421"),
    ],
)
def test_a_given_url_is_taken(given_url, wanted):
    assert net.table_url([], 8421, given_url) == wanted


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8421",
        "http://127.0.0.1",
        "0.0.0.0:8421",
        "http://[::1]:8421",
        "http://LOCALHOST.",
    ],
)
def test_a_given_url_that_means_the_phone_itself_is_refused(url):
    with pytest.raises(ValueError, match="means the phone itself"):
        net.checked_url(url)


@pytest.mark.parametrize("url", ["", "ftp://x", "http://", "http://a:99999999", "http://x/?q=1"])
def test_a_given_url_that_is_none_is_refused(url):
    with pytest.raises(ValueError, match="is no web address"):
        net.checked_url(url)


def test_the_next_free_port_is_found():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert not net.is_free("127.0.0.1", port)
        assert port < net.free_port("127.0.0.1", port) <= port + 50


def test_no_free_port_is_a_sentence(monkeypatch):
    monkeypatch.setattr("companion.network.net.is_free", lambda host, port: False)

    with pytest.raises(OSError, match=r"All ports from 8421 on are taken. Try --port"):
        net.free_port()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("annas-mac.fritz.box", "annas-mac.local"), ("anna's mac", "localhost"), ("", "localhost")],
)
def test_the_name_is_one_a_certificate_can_carry(monkeypatch, name, wanted):
    monkeypatch.setattr("companion.network.net.socket.gethostname", lambda: name)

    assert net.host_name() == wanted
