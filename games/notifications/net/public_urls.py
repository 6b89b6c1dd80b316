"""Addresses that people typed: which of them are posted to, and which machines may stand behind their names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import Self
from urllib.parse import SplitResult, quote, urljoin, urlsplit

import idna
from django.utils.translation import gettext_lazy as _

from games.notifications.errors import BadAddress

LONGEST = 1000
"""Characters of an address."""

HTTPS = 443
FIRST_FREE_PORT = 1024
"""Below it other protocols are at home, which must not be talked to."""

PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
"""What stays as it is in a path and a query."""

UNFIT = re.compile(r"[\s\\]|[^\x21-\x7e\u00a1-\ud7ff\ue000-\U0010ffff]")
"""What parsers of addresses disagree about."""

LAST_LABEL = re.compile(r"[a-z]{2,63}|xn--[a-z0-9-]{1,59}")
"""So that no spelling of a number (``127.1``, ``0x7f.1``) passes for a name."""

GLOBAL_UNICAST = ip_network("2000::/3")
"""Outside of it lie all addresses of IPv6 that hold one of IPv4, but for those below."""

NOT_PUBLIC = tuple(
    map(
        ip_network,
        (
            "100.64.0.0/10",  # shared by customers of a provider
            "168.63.129.16/32",  # a cloud's own service for its machines
            "192.0.0.0/24",  # IETF's, among them a cloud's service
            "192.88.99.0/24",  # 6to4 relays
            "2001::/23",  # IETF's, among them Teredo
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which holds an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)
"""What Python 3.11 takes for public, or did so in one of its releases."""


@dataclass(frozen=True, slots=True)
class Address:
    """An https address to post to: ``host`` in ASCII without a final dot, ``target`` its path and query.

    All of it is ASCII, so that ``str()`` of it can be kept.
    """

    host: str
    port: int
    target: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """What somebody typed. Raises BadAddress, whose message says what is wrong; asks no name server."""
        if not text or len(text) > LONGEST or UNFIT.search(text):
            raise BadAddress(_("This is not a web address."))
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError as error:
            raise BadAddress(_("This is not a web address.")) from error
        if parts.scheme != "https":
            raise BadAddress(_("The address has to begin with https://."))
        if "@" in parts.netloc:
            raise BadAddress(_("The address must not hold a name or a password."))
        address = cls(_name(parts.hostname or ""), _port(port), _target(parts))
        if len(str(address)) > LONGEST:
            raise BadAddress(_("The address is too long."))
        return address

    def onward(self, location: str) -> Self:
        """Where a redirect leads. Raises BadAddress, as for an address that was typed."""
        try:
            return self.parse(urljoin(str(self), location))
        except ValueError as error:
            raise BadAddress(_("This is not a web address.")) from error

    @property
    def authority(self) -> str:
        """Host and port as in a Host header."""
        return self.host if self.port == HTTPS else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        return f"https://{self.authority}{self.target}"


def _name(host: str) -> str:
    try:
        name = idna.encode(host, uts46=True, std3_rules=True).decode().removesuffix(".")
    except (idna.IDNAError, UnicodeError):
        name = ""
    if "." not in name or not LAST_LABEL.fullmatch(name.rpartition(".")[2]):
        raise BadAddress(_("The address has to name a public host, for instance hooks.example.org."))
    return name


def _port(port: int | None) -> int:
    if port is None:
        return HTTPS
    if port != HTTPS and port < FIRST_FREE_PORT:
        raise BadAddress(_("Only port 443 and those from 1024 up can be posted to."))
    return port


def _target(parts: SplitResult) -> str:
    path = parts.path or "/"
    return quote(f"{path}?{parts.query}" if parts.query else path, safe=PRINTABLE)


def is_public(place: IPv4Address | IPv6Address) -> bool:
    """Whether a machine of the open internet has this address: not one of ours, our provider's or nobody's."""
    if place.is_multicast or not place.is_global or any(place in network for network in NOT_PUBLIC):
        return False
    return place.version == 4 or place in GLOBAL_UNICAST
