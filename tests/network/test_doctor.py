"""doctor.py: each trouble is named with what to do, and looking changes nothing."""

import shutil
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.network import certificate, doctor
from companion.network.net import Address
from companion.store import NewRow, Store

NOW = datetime(2026, 12, 1, 19, tzinfo=UTC)
HOME = [Address("wlan0", "192.168.178.23", "network"), Address("tun0", "10.8.0.2", "tunnel")]


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    with Store.open(folder / "boodle.db") as store:
        store.create_evening("e1", "K7QX", "2026-11-30T19:00:00Z")
        store.append("e1", 0, [NewRow("X", {}, "2026-11-30T19:00:01.000Z")], "c1", {})
    return folder


def ask(data, **more):
    usual = {
        "data": data,
        "is_serving": True,
        "addresses": HOME,
        "url": "http://192.168.178.23:8421",
        "now": NOW,
        "system": "Linux",
        "release": "6.1",
    }
    return doctor.Ask(**(usual | more))


def found(check, asked):
    return {row.name: row for row in check(asked)}


def test_a_sound_machine_has_nothing_bad_and_looking_changes_nothing(data):
    before = {one: one.read_bytes() for one in data.rglob("*") if one.is_file()}

    findings = doctor.rows(ask(data, guest_seen_s=30))

    assert not [row for row in findings if row.state == "bad"]
    assert {one: one.read_bytes() for one in data.rglob("*") if one.is_file()} == before


def test_every_finding_is_a_sentence_and_what_is_not_ok_says_what_to_do(tmp_path):
    (tmp_path / "boodle.db").write_bytes(b"rubbish" * 100)
    asked = [
        ask(tmp_path, is_serving=False),
        ask(tmp_path / "nowhere", addresses=[], url=None),
        ask(tmp_path, system="Windows"),
        ask(tmp_path, system="Darwin", release="microsoft"),
    ]

    for row in [row for one in asked for row in doctor.rows(one)]:
        assert row.state in ("ok", "warn", "bad")
        assert row.sentence.endswith("."), row
        if row.state == "bad":
            assert row.remedy or "boodle restore" in row.sentence, row


# -- the network ---------------------------------------------------------------------------------


def test_no_network_is_bad_and_offers_one_device(data):
    row = found(doctor.check_addresses, ask(data, addresses=[], url=None))["Network"]

    assert row.state == "bad"
    assert "hotspot" in row.remedy and "this one device" in row.remedy


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (Address("tun0", "10.8.0.2", "tunnel"), "a VPN"),
        (Address("docker0", "172.17.0.1", "virtual"), "virtual machines"),
        (Address("eth0", "169.254.3.4", "unconfigured"), "made up by this machine"),
        (Address("rmnet0", "10.3.3.3", "mobile"), "mobile data"),
    ],
)
def test_an_address_phones_rarely_reach_is_doubted(data, address, words):
    row = found(doctor.check_addresses, ask(data, addresses=[address]))["Network"]

    assert row.state == "warn"
    assert words in row.sentence


def test_inside_wsl_the_address_is_no_use(data):
    rows = found(doctor.check_addresses, ask(data, release="5.15.167-microsoft-standard-WSL2"))

    assert "WSL" in rows["Windows"].sentence


def test_the_qr_code_and_every_address_are_shown(data):
    rows = found(doctor.check_addresses, ask(data))

    assert rows["QR code"].sentence == "It carries http://192.168.178.23:8421."
    assert "192.168.178.23 (wlan0, network)" in rows["Addresses"].sentence
    assert "10.8.0.2 (tun0, a VPN)" in rows["Addresses"].sentence
    assert "Network" not in rows


def test_a_foreign_port_is_told_from_ours_and_from_a_free_one(data):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        port = taken.getsockname()[1]
        taken.listen()
        taken.settimeout(0.1)

        row = found(doctor.check_port, ask(data, is_serving=False, port=port))["Port"]

    assert (row.state, row.sentence) == ("warn", f"Another program has port {port}.")


def test_our_own_server_is_recognised(data):
    from companion.network.server import Server

    def app(_environ, start_response):
        start_response("200 OK", [])
        return [b""]

    server = Server(app, host="127.0.0.1", port=0, threads=12)
    server.start()
    try:
        row = found(doctor.check_port, ask(data, is_serving=False, port=server.http_port))["Port"]
    finally:
        server.stop()

    assert row.state == "ok"
    assert "is running" in row.sentence


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("Windows", "netsh advfirewall firewall add rule name=Boodle"),
        ("Darwin", "socketfilterfw --add"),
        ("Linux", "ufw allow"),
    ],
)
def test_each_system_has_its_firewall_command_with_both_ports(data, system, words, monkeypatch):
    monkeypatch.setattr("companion.network.doctor.shutil.which", lambda name: None)
    row = found(doctor.check_firewall, ask(data, system=system, https_port=8425))["Firewall"]

    assert words in row.command
    if system != "Darwin":
        assert "8421" in row.command and "8425" in row.command


def test_with_firewalld_its_own_command_is_shown(data, monkeypatch):
    monkeypatch.setattr("companion.network.doctor.shutil.which", lambda name: f"/usr/bin/{name}")

    assert (
        "firewall-cmd --add-port=8421"
        in found(doctor.check_firewall, ask(data))["Firewall"].command
    )


def test_once_a_guest_came_nothing_is_said_about_the_firewall(data):
    asked = ask(data, guest_seen_s=150)

    assert list(doctor.check_firewall(asked)) == []
    assert "2 minutes ago" in found(doctor.check_guests, asked)["Guests"].sentence
    assert found(doctor.check_guests, ask(data))["Guests"].state == "warn"


# -- the evenings --------------------------------------------------------------------------------


def test_a_sound_database_is_counted(data):
    row = found(doctor.check_database, ask(data))["Database"]

    assert (row.state, row.sentence) == ("ok", "It is sound: 1 evenings, 1 events.")


def test_it_may_be_counted_beside_a_running_server(data):
    with Store.open(data / "boodle.db") as store:
        store.append("e1", 1, [NewRow("X", {}, "2026-11-30T19:00:02Z")], "c2", {})

        assert "2 events" in found(doctor.check_database, ask(data))["Database"].sentence


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b"rubbish" * 999), "is not a database"),
        (lambda path: path.write_bytes(path.read_bytes()[:9000]), "is damaged"),
        (lambda path: path.unlink(), "is gone, but the journal"),
        (lambda path: path.write_bytes(b""), "is gone, but the journal"),
    ],
)
def test_a_broken_database_is_bad_and_left_alone(data, spoil, words):
    path = data / "boodle.db"
    spoil(path)
    before = path.read_bytes() if path.exists() else None

    row = found(doctor.check_database, ask(data))["Database"]

    assert row.state == "bad"
    assert words in row.sentence
    assert (path.read_bytes() if path.exists() else None) == before


def test_what_the_store_noted_is_passed_on(data):
    rows = list(doctor.check_database(ask(data, notes=["The journal did not match."])))

    assert (rows[0].state, rows[0].sentence) == ("warn", "The journal did not match.")


@pytest.mark.parametrize(
    ("now", "state"),
    [
        (NOW, "ok"),
        (datetime(2026, 11, 30, 18, tzinfo=UTC), "warn"),  # before the last event
        (datetime(1970, 1, 1, tzinfo=UTC), "warn"),
    ],
)
def test_a_clock_that_went_back_is_noticed(data, now, state):
    assert found(doctor.check_database, ask(data, now=now))["Clock"].state == state


def test_a_folder_that_cannot_be_written_is_bad(data, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)

    row = found(doctor.check_folder, ask(data))["Folder"]

    assert row.state == "bad"
    assert "Permission denied" in row.sentence


def test_a_file_in_place_of_the_folder_is_bad(tmp_path):
    (tmp_path / "data").write_text("x")

    assert found(doctor.check_folder, ask(tmp_path / "data"))["Folder"].state == "bad"


@pytest.mark.parametrize(("free", "state"), [(2**34, "ok"), (100 * 2**20, "warn"), (2**20, "bad")])
def test_little_room_is_told_before_it_is_none(data, monkeypatch, free, state):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))

    assert found(doctor.check_folder, ask(data))["Disk"].state == state


# -- the program ---------------------------------------------------------------------------------


def test_the_certificate_is_read(data):
    assert "at the next start" in found(doctor.check_certificate, ask(data))["Certificate"].sentence
    made = certificate.ensure(data / "certificate", [], NOW)

    row = found(doctor.check_certificate, ask(data))["Certificate"]
    assert (row.state, row.sentence) == ("ok", f"It holds until {made.not_after:%d %B %Y}.")
    late = ask(data, now=NOW + timedelta(days=500))
    assert found(doctor.check_certificate, late)["Certificate"].state == "warn"
    made.leaf_path.write_bytes(b"rubbish")
    assert found(doctor.check_certificate, ask(data))["Certificate"].state == "warn"


def test_versions_are_named_and_a_missing_package_is_bad(data, monkeypatch):
    assert "opencv-python" in found(doctor.check_versions, ask(data))["Packages"].sentence
    monkeypatch.setattr(doctor, "NEEDED", ("flask", "no-such-package-xyz"))

    rows = list(doctor.check_versions(ask(data)))

    assert [row.state for row in rows] == ["ok", "bad", "ok"]
    assert "no-such-package-xyz cannot be found" in rows[1].sentence


def test_the_command_prints_every_finding_and_fails_on_a_bad_one(data, capsys):
    doctor.run(data, 0)
    printed = capsys.readouterr().out
    assert "ok    Database: It is sound" in printed

    (data / "boodle.db").write_bytes(b"rubbish" * 999)
    assert doctor.run(data, 0) == 1
    assert "BAD   Database" in capsys.readouterr().out
