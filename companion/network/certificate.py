"""A certificate for this machine's addresses, so that a phone may open its camera (UX-52).

An authority of our own stays in the data folder and signs short-lived leaves. It never leaves
this machine, signs nothing but private names, and a file it cannot read is kept, not replaced.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.store.journal import first_free

LEAF_DAYS = 397  # what phones accept at most
AUTHORITY_DAYS = 3650
RENEW_DAYS = 30
# A laptop's clock may be wrong by a day or two either way; phones mostly have the right time.
CLOCK_SLACK = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where the files lie and how long they hold; *note* is a sentence when something was odd."""

    leaf_path: Path
    key_path: Path
    authority_path: Path
    names: tuple[str, ...]
    not_after: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Pair:
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


def ensure(folder: Path, names: Iterable[str], now: datetime | None = None) -> Certificate:
    """Have a leaf in *folder* that covers *names* (addresses and host names) at *now*.

    It is made anew when an address is missing, when it is about to end or not valid yet (the
    clock jumped), or when a file is broken (the broken one is kept beside). OSError when the
    folder cannot be written.
    """
    now = now or datetime.now(UTC)
    wanted = tuple(sorted({"localhost", "127.0.0.1", *names}))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    notes: list[str] = []
    authority = _load_pair(folder / "authority", notes)
    if authority is None or not _holds(authority.certificate, now):
        authority = _new_authority(now)
        _save(folder / "authority", authority)
    leaf = _load_pair(folder / "server", notes)
    if leaf is None or not _serves(leaf.certificate, authority.certificate, wanted, now):
        leaf = _new_leaf(authority, wanted, now)
        _save(folder / "server", leaf)
    return Certificate(
        leaf_path=folder / "server.pem",
        key_path=folder / "server.key",
        authority_path=folder / "authority.pem",
        names=wanted,
        not_after=leaf.certificate.not_valid_after_utc,
        note=" ".join(notes),
    )


def _new_authority(now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name("Boodle on this machine")
    certificate = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    return _Pair(key, certificate)


def _new_leaf(authority: _Pair, names: tuple[str, ...], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    signer = authority.certificate
    identifier = signer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    certificate = (
        _builder(_name("Boodle"), signer.subject, key, now, LEAF_DAYS - 2 * CLOCK_SLACK.days)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_san(one) for one in names]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier),
            critical=False,
        )
        .sign(authority.key, hashes.SHA256())
    )
    return _Pair(key, certificate)


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    days: int,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SLACK)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(common_name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


def _key_usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _san(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _holds(certificate: x509.Certificate, now: datetime) -> bool:
    """Valid now and for a month to come; a clock set back before its beginning says no."""
    last_day = certificate.not_valid_after_utc - timedelta(days=RENEW_DAYS)
    return certificate.not_valid_before_utc <= now < last_day


def _serves(
    leaf: x509.Certificate, authority: x509.Certificate, wanted: tuple[str, ...], now: datetime
) -> bool:
    """Valid now, signed by this authority, and covering every wanted name."""
    try:
        leaf.verify_directly_issued_by(authority)
        names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (InvalidSignature, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    return _holds(leaf, now) and {_san(name) for name in wanted} <= set(names)


def _load_pair(stem: Path, notes: list[str]) -> _Pair | None:
    """Read stem.key and stem.pem; None when there is none or when they are broken (then kept)."""
    key_path, certificate_path = stem.with_suffix(".key"), stem.with_suffix(".pem")
    if not key_path.exists() and not certificate_path.exists():
        return None
    try:
        key = serialization.load_pem_private_key(key_path.read_bytes(), password=None)
        certificate = x509.load_pem_x509_certificate(certificate_path.read_bytes())
        if isinstance(key, ec.EllipticCurvePrivateKey) and (
            key.public_key() == certificate.public_key()
        ):
            return _Pair(key, certificate)
    except (ValueError, TypeError, FileNotFoundError):
        pass
    kept = [str(_set_aside(path)) for path in (key_path, certificate_path) if path.exists()]
    notes.append(
        f"The certificate files {stem}.* could not be used; they are kept as {', '.join(kept)}"
        " and new ones were made. Phones that trusted the old one must trust the new one."
    )
    return None


def _set_aside(path: Path) -> Path:
    kept = first_free(path, "kept")
    path.rename(kept)
    return kept


def _save(stem: Path, pair: _Pair) -> None:
    """Write key (readable by its owner only) and certificate, each whole or not at all."""
    key_pem = pair.key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    _replace(stem.with_suffix(".key"), key_pem, 0o600)
    _replace(
        stem.with_suffix(".pem"), pair.certificate.public_bytes(serialization.Encoding.PEM), 0o644
    )


def _replace(path: Path, data: bytes, mode: int) -> None:
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    fresh.replace(path)
