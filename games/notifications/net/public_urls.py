"""Validation of typed addresses: the URLs that may be posted to, and the IP addresses they may resolve to."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import Self
from urllib.parse import SplitResult, quote, urljoin, urlsplit

import idna
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.notifications.errors import BadAddress

MAX_LENGTH = 1000

HTTPS = 443
LOOPBACK = re.compile(r"(127\.0\.0\.1|\[::1\]|localhost):[0-9]{1,5}")
"""An address of this machine, with a port and nothing else."""

FIRST_UNPRIVILEGED_PORT = 1024
"""Lower ports belong to other protocols, which must not be reachable."""

PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
"""Characters that are not escaped in a path or a query."""

AMBIGUOUS = re.compile(r"[\s\\]|[^\x21-\x7e\u00a1-\ud7ff\ue000-\U0010ffff]")
"""Characters that URL parsers treat differently."""

LAST_LABEL = re.compile(r"[a-z]{2,63}|xn--[a-z0-9-]{1,59}")
"""The last label of a host name. It excludes every spelling of a number (``127.1``, ``0x7f.1``)."""

GLOBAL_UNICAST = ip_network("2000::/3")
"""IPv6 addresses that embed an IPv4 address are all outside this network, except those in ``NOT_PUBLIC``."""

NOT_PUBLIC = tuple(
    map(
        ip_network,
        (
            "100.64.0.0/10",  # shared by customers of a provider
            "168.63.129.16/32",  # a cloud provider's service for its own machines
            "192.0.0.0/24",  # IETF assignments, including a cloud provider's service
            "192.88.99.0/24",  # 6to4 relays
            "2001::/23",  # IETF assignments, including Teredo
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which embeds an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)
"""Networks to reject although some release of Python 3.11 considers them public."""


@dataclass(frozen=True, slots=True)
class Address:
    """An https address to post to: ``host`` in ASCII without a final dot, ``target`` its path and query.

    All parts are ASCII, so that its ``str()`` can be stored. With ``settings.LOCAL_WEBHOOKS`` it may also be an http
    address of this machine (``is_local``).
    """

    host: str
    port: int
    target: str
    is_local: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an address that a user typed, without resolving its name.

        Raise `BadAddress`, with a message for the user, if the address is not allowed.
        """
        if not text or len(text) > MAX_LENGTH or AMBIGUOUS.search(text):
            raise BadAddress(_("This isn’t a web address."))
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError as error:
            raise BadAddress(_("This isn’t a web address.")) from error
        if settings.LOCAL_WEBHOOKS and parts.scheme == "http" and (local := LOOPBACK.fullmatch(parts.netloc)):
            return cls(local[1], _port(port), _target(parts), is_local=True)
        if parts.scheme != "https":
            raise BadAddress(_("The address must begin with https://."))
        if "@" in parts.netloc:
            raise BadAddress(_("The address can’t contain a name or a password."))
        address = cls(_name(parts.hostname or ""), _port(port), _target(parts))
        if len(str(address)) > MAX_LENGTH:
            raise BadAddress(_("The address is too long."))
        return address

    def onward(self, location: str) -> Self:
        """Return a redirect's target. Raise `BadAddress` if it is invalid, or leads from elsewhere to this machine."""
        try:
            target = self.parse(urljoin(str(self), location))
        except ValueError as error:
            raise BadAddress(_("This isn’t a web address.")) from error
        if target.is_local and not self.is_local:
            raise BadAddress(_("The address must begin with https://."))
        return target

    @property
    def authority(self) -> str:
        """Host and port, as in a Host header."""
        return self.host if self.port == HTTPS else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        return f"{'http' if self.is_local else 'https'}://{self.authority}{self.target}"


def _name(host: str) -> str:
    try:
        name = idna.encode(host, uts46=True, std3_rules=True).decode().removesuffix(".")
    except (idna.IDNAError, UnicodeError):
        name = ""
    if "." not in name or not LAST_LABEL.fullmatch(name.rpartition(".")[2]):
        raise BadAddress(_("The address must name a public host, such as hooks.example.org."))
    return name


def _port(port: int | None) -> int:
    if port is None:
        return HTTPS
    if port != HTTPS and port < FIRST_UNPRIVILEGED_PORT:
        raise BadAddress(_("Only port 443 and ports from 1024 up are allowed."))
    return port


def _target(parts: SplitResult) -> str:
    path = parts.path or "/"
    return quote(f"{path}?{parts.query}" if parts.query else path, safe=PRINTABLE)


def is_public(place: IPv4Address | IPv6Address) -> bool:
    """Return whether this is a public internet address: not private, the provider's own, or unassigned."""
    if place.is_multicast or not place.is_global or any(place in network for network in NOT_PUBLIC):
        return False
    return place.version == 4 or place in GLOBAL_UNICAST
