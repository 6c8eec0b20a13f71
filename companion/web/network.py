"""Under which addresses phones find this machine, as the pages and QR codes need it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.network.net import PORT, Address, addresses, table_url


@dataclass(slots=True)
class Network:
    """The open ports, and which address the QR carries: *chosen* by the host, else the best."""

    port: int = PORT
    https_port: int | None = None
    url: str | None = None
    chosen: str | None = None
    fixed: list[Address] | None = field(default=None)

    def addresses(self) -> list[Address]:
        """Return the machine's addresses, the best for phones first; asked anew each time."""
        return self.fixed if self.fixed is not None else addresses()

    def base_url(self) -> str | None:
        """Return ``http://address:port`` for phones, or ``None`` where there is only loopback."""
        found = self.addresses()
        if self.url is None and self.chosen is not None:
            first = [address for address in found if address.ip == self.chosen]
            found = first + [address for address in found if address.ip != self.chosen]
        return table_url(found, self.port, self.url)

    def shown(self) -> str:
        """Return the address people type: without ``http://``."""
        base = self.base_url()
        return base.removeprefix("http://") if base else ""
