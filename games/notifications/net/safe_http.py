"""Posting to an address that a user typed, without letting him lead this machine anywhere it should not go.

Only https, only to public addresses: a name is resolved once and the connection made to what was found, while the
certificate still has to be the name's. A redirect is checked like an address that was typed. No proxy is asked.
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from urllib3 import BaseHTTPResponse, HTTPSConnectionPool, Retry, Timeout, exceptions

from games.notifications.errors import BadAddress, DeliveryRejected, TryAgain
from games.notifications.net.public_urls import Address, is_public

PATIENCE = 10.0
"""Seconds for all of it: redirects, handshakes, and an answer that comes byte by byte. Only the name server, which
can't be interrupted, keeps a time of its own."""

MOST_REDIRECTS = 3
KEEPS_THE_POST = {307, 308}
"""Redirects that mean the same request again; others turn it into a GET."""

LONGEST_ANSWER = 64 * 1024
"""Bytes that are read of an answer."""

LONGEST_QUOTE = 300
"""Characters that are kept of it."""

PASSING = {408, 425, 429}
"""Statuses below 500 that mean: later."""

Place = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Network:
    """How this machine reaches others; tests bring a small one of their own.

    ``resolve(host, port)`` gives the addresses of a name or raises OSError, ``permits`` says which of them may be
    connected to, ``trust`` makes a context that knows whose certificates are believed.
    """

    resolve: Callable[[str, int], Sequence[str]]
    permits: Callable[[Place], bool]
    trust: Callable[[], ssl.SSLContext]


@dataclass(frozen=True, slots=True)
class Answer:
    """It was taken. ``said`` is the beginning of what came back, in printable characters."""

    status: int
    said: str


def _look_up(host: str, port: int) -> Sequence[str]:
    # The final dot keeps the machine's own search domains out of it.
    found = socket.getaddrinfo(f"{host}.", port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


INTERNET = Network(_look_up, is_public, ssl.create_default_context)


def post(url: str, body: bytes, headers: Mapping[str, str], network: Network = INTERNET) -> Answer:
    """Post a body once. Raises BadAddress, DeliveryRejected or TryAgain; after TryAgain it may have arrived anyway.

    A redirect to another host is followed without the Authorization, which was meant for the first one.
    """
    end = monotonic() + PATIENCE
    address, carried = Address.parse(url), dict(headers)
    for _hop in range(MOST_REDIRECTS + 1):
        response = _exchange(address, body, carried, network, end)
        location = response.headers.get("Location")
        if response.status not in KEEPS_THE_POST or not location:
            return _judged(response)
        response.close()
        onward = address.onward(location)
        if onward.authority != address.authority:
            carried = {name: value for name, value in carried.items() if name.lower() != "authorization"}
        address = onward
    raise DeliveryRejected(_("The address only leads on to others."), response.status)


def _exchange(
    address: Address, body: bytes, headers: Mapping[str, str], network: Network, end: float
) -> BaseHTTPResponse:
    """One request. The answer's body is not read yet. Tries the host's next address where one can't be reached."""
    places = _places(address, network)
    for number, place in enumerate(places, start=1):
        share = (end - monotonic()) / (len(places) - number + 1)
        try:
            return _request(address, place, body, headers, network, end, max(share, 0.001))
        except (exceptions.NewConnectionError, exceptions.ConnectTimeoutError) as error:
            if number == len(places):
                raise TryAgain(_("The host can't be reached.")) from error
        except (exceptions.HTTPError, OSError) as error:
            raise TryAgain(_why(error)) from error
    raise BadAddress(_("The address leads to a machine that is not on the open internet."))


def _places(address: Address, network: Network) -> list[Place]:
    """Where the name leads, as far as it may be followed. Raises TryAgain if no name server knows it."""
    try:
        found = network.resolve(address.host, address.port)
    except OSError as error:
        raise TryAgain(_("The host can't be found.")) from error
    return [place for place in map(ip_address, found) if network.permits(place)]


def _request(
    address: Address,
    place: Place,
    body: bytes,
    headers: Mapping[str, str],
    network: Network,
    end: float,
    share: float,
) -> BaseHTTPResponse:
    context = network.trust()
    context.sslsocket_class = _socket_until(end)
    pool = HTTPSConnectionPool(
        str(place), address.port, ssl_context=context, server_hostname=address.host, retries=False
    )
    common = {
        "Host": address.authority,
        "User-Agent": f"The Back Room ({settings.SITE_URL})",
        "Connection": "close",
    }
    return pool.urlopen(
        "POST",
        address.target,
        body=body,
        headers=common | dict(headers),
        timeout=Timeout(connect=share, read=max(end - monotonic(), 0.001)),
        redirect=False,
        preload_content=False,
    )


def _socket_until(end: float) -> type[ssl.SSLSocket]:
    """A socket on which everything together is over at ``end``: a timeout alone starts anew with every byte."""

    class Hurried(ssl.SSLSocket):
        def _hurry(self) -> None:
            if (left := end - monotonic()) <= 0:
                raise TimeoutError("out of time")
            self.settimeout(left)

        def do_handshake(self, block: bool = False) -> None:
            self._hurry()
            super().do_handshake(block)

        def recv_into(self, *args: Any, **options: Any) -> int:
            self._hurry()
            return super().recv_into(*args, **options)

        def send(self, *args: Any, **options: Any) -> int:
            self._hurry()
            return super().send(*args, **options)

    return Hurried


def _why(error: Exception) -> Promise:
    if isinstance(error, exceptions.SSLError):
        return _("The host has no valid certificate for its name.")
    if isinstance(error, exceptions.TimeoutError):
        return _("The host did not answer in time.")
    return _("The connection to the host broke off.")


def _judged(response: BaseHTTPResponse) -> Answer:
    """What a final answer means, by its status alone: whether its text arrives changes nothing any more."""
    with closing(response):
        status, said = response.status, _quote(response)
    if 200 <= status < 300:
        return Answer(status, said)
    if status >= 500 or status in PASSING:
        raise TryAgain(_("The host can't take it just now."), status, said, _retry_after(response))
    raise DeliveryRejected(_("The host refuses it."), status, said)


def _quote(response: BaseHTTPResponse) -> str:
    try:
        data = response.read(LONGEST_ANSWER, decode_content=False)
    except (exceptions.HTTPError, OSError):
        return ""
    text = "".join(each if each.isprintable() else " " for each in data.decode(errors="replace"))
    return re.sub(" +", " ", text).strip()[:LONGEST_QUOTE]


def _retry_after(response: BaseHTTPResponse) -> timedelta | None:
    """When the other side wants to be asked again; never longer than urllib3 thinks sensible, which is six hours."""
    try:
        seconds = Retry().get_retry_after(response)
    except (exceptions.InvalidHeader, ValueError, OverflowError):
        return None
    return None if seconds is None else timedelta(seconds=seconds)
