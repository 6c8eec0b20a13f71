"""certificate.py: an authority that stays, leaves that are short, nothing overwritten."""

import os
import stat
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from companion.network import certificate

NOW = datetime(2026, 11, 30, 19, tzinfo=UTC)
NAMES = ["192.168.178.23", "annas-mac.local"]


def read(path):
    return x509.load_pem_x509_certificate(path.read_bytes())


def san(path):
    names = read(path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def test_a_leaf_covers_every_address_and_phones_accept_its_length(tmp_path):
    made = certificate.ensure(tmp_path / "certificate", NAMES, NOW)

    leaf, authority = read(made.leaf_path), read(made.authority_path)
    assert san(made.leaf_path) == {*NAMES, "localhost", "127.0.0.1"}
    leaf.verify_directly_issued_by(authority)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
    assert made.not_after == leaf.not_valid_after_utc
    basic = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert basic.critical and basic.value.ca and basic.value.path_length == 0
    assert made.note == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_the_keys_are_for_their_owner_only(tmp_path):
    made = certificate.ensure(tmp_path / "certificate", NAMES, NOW)

    for path in (made.key_path, tmp_path / "certificate" / "authority.key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_while_it_holds_nothing_is_made_anew(tmp_path):
    first = certificate.ensure(tmp_path, NAMES, NOW)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    second = certificate.ensure(tmp_path, reversed(NAMES[:1]), NOW + timedelta(days=300))

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert second.not_after == first.not_after


@pytest.mark.parametrize(
    ("names", "later", "same_authority"),
    [
        (["192.168.178.99"], timedelta(), True),  # another Wi-Fi
        (NAMES, timedelta(days=380), True),  # about to end
        (NAMES, timedelta(days=9000), False),  # the clock jumped far ahead
        (NAMES, timedelta(days=-3), False),  # and back before it began
        (NAMES, timedelta(days=-9000), False),  # an empty clock battery
    ],
)
def test_a_leaf_that_does_not_serve_any_more_is_replaced(tmp_path, names, later, same_authority):
    first = certificate.ensure(tmp_path, NAMES, NOW)
    old_leaf, old_authority = first.leaf_path.read_bytes(), first.authority_path.read_bytes()

    second = certificate.ensure(tmp_path, names, NOW + later)

    assert second.leaf_path.read_bytes() != old_leaf
    assert (second.authority_path.read_bytes() == old_authority) is same_authority
    leaf = read(second.leaf_path)
    assert leaf.not_valid_before_utc <= NOW + later < leaf.not_valid_after_utc
    leaf.verify_directly_issued_by(read(second.authority_path))


def test_a_clock_wrong_by_a_day_harms_nothing(tmp_path):
    first = certificate.ensure(tmp_path, NAMES, NOW)
    old = first.leaf_path.read_bytes()

    for wrong in (timedelta(days=-1), timedelta(days=1)):
        assert certificate.ensure(tmp_path, NAMES, NOW + wrong).leaf_path.read_bytes() == old


@pytest.mark.parametrize("name", ["authority.key", "authority.pem", "server.key", "server.pem"])
@pytest.mark.parametrize("what", ["rubbish", "empty", "gone", "truncated"])
def test_a_broken_file_is_kept_and_new_ones_are_made(tmp_path, name, what):
    certificate.ensure(tmp_path, NAMES, NOW)
    path = tmp_path / name
    content = {"rubbish": b"not a key", "empty": b"", "truncated": path.read_bytes()[:90]}.get(what)
    path.unlink()
    if content is not None:
        path.write_bytes(content)

    made = certificate.ensure(tmp_path, NAMES, NOW)

    read(made.leaf_path).verify_directly_issued_by(read(made.authority_path))
    assert "could not be used; they are kept as" in made.note
    if content is not None:
        kept = tmp_path / f"{path.stem}.kept-1{path.suffix}"
        assert kept.read_bytes() == content
    assert certificate.ensure(tmp_path, NAMES, NOW).note == ""


def test_a_key_of_another_certificate_is_not_used(tmp_path):
    certificate.ensure(tmp_path / "a", NAMES, NOW)
    other = certificate.ensure(tmp_path / "b", NAMES, NOW)
    (tmp_path / "a" / "server.key").write_bytes(other.key_path.read_bytes())

    assert "could not be used" in certificate.ensure(tmp_path / "a", NAMES, NOW).note


def test_a_leaf_of_another_authority_is_replaced(tmp_path):
    made = certificate.ensure(tmp_path / "a", NAMES, NOW)
    other = certificate.ensure(tmp_path / "b", NAMES, NOW)
    for name in ("server.key", "server.pem"):
        (tmp_path / "a" / name).write_bytes((tmp_path / "b" / name).read_bytes())

    certificate.ensure(tmp_path / "a", NAMES, NOW)

    assert made.leaf_path.read_bytes() != other.leaf_path.read_bytes()
    read(made.leaf_path).verify_directly_issued_by(read(made.authority_path))
