"""POST requests to addresses that users typed, protected against server-side request forgery (SSRF).

Requests use https and go to public addresses only; a site run by `make play` also posts to its own machine by http. A
name is resolved once: the connection goes to the resolved address, and the certificate must match the name. Redirects
are checked like typed addresses. Proxies are not used.
"""

import re
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from urllib3 import BaseHTTPResponse, HTTPConnectionPool, HTTPSConnectionPool, Retry, Timeout, exceptions

from games.notifications.errors import BadAddress, DeliveryRejected, TemporaryFailure
from games.notifications.net.deadlines import ssl_socket_until
from games.notifications.net.public_urls import Address, is_public

TIMEOUT = 10.0
"""Seconds for the whole request, including redirects, handshakes and slow responses.

Only name resolution, which can't be interrupted, has its own timeout.
"""

MAX_REDIRECTS = 3
REPEATS_THE_POST = {307, 308}
"""Redirects that repeat the POST; others turn it into a GET."""

MAX_RESPONSE_BYTES = 64 * 1024
"""The maximum number of bytes read from a response."""

MAX_QUOTE = 300
"""The maximum number of characters of a response that are stored."""

TEMPORARY_STATUSES = {408, 425, 429}
"""Statuses below 500 that allow a retry."""

BROKEN_OFF = _("The connection to the host was lost.")

IPAddress = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Network:
    """Access to other machines; tests provide their own.

    ``resolve(host, port)`` returns the addresses of a name or raises `OSError`, ``permits`` decides whether to connect
    to an address, and ``trust`` creates the SSL context.
    """

    resolve: Callable[[str, int], Sequence[str]]
    permits: Callable[[IPAddress], bool]
    trust: Callable[[], ssl.SSLContext]


@dataclass(frozen=True, slots=True)
class Response:
    """A successful response: at most MAX_RESPONSE_BYTES of its body, and ``text``, its printable beginning.

    ``broken`` means that the connection ended before the body did.
    """

    status: int
    text: str
    body: bytes = field(default=b"", compare=False)
    broken: bool = field(default=False, compare=False)


def _resolve(host: str, port: int) -> Sequence[str]:
    # The final dot prevents the use of the machine's search domains.
    found = socket.getaddrinfo(f"{host}.", port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


INTERNET = Network(_resolve, is_public, ssl.create_default_context)


def post(url: str, body: bytes, headers: Mapping[str, str], network: Network = INTERNET) -> Response:
    """Post a body once. Follow redirects, but don't send the Authorization header to other hosts.

    Raise `BadAddress` if an address is not allowed, `DeliveryRejected` if the host refuses the body, `TemporaryFailure`
    if a retry may succeed. The body may have arrived even if an error is raised.
    """
    end = monotonic() + TIMEOUT
    address, carried = Address.parse(url), dict(headers)
    for _hop in range(MAX_REDIRECTS + 1):
        response = _connect_and_post(address, body, carried, network, end)
        location = response.headers.get("Location")
        if response.status not in REPEATS_THE_POST or not location:
            return _response_or_error(response)
        response.close()
        onward = address.onward(location)
        if onward.authority != address.authority:
            carried = {name: value for name, value in carried.items() if name.lower() != "authorization"}
        address = onward
    raise DeliveryRejected(_("The address only redirects somewhere else."), response.status)


def _connect_and_post(
    address: Address, body: bytes, headers: Mapping[str, str], network: Network, end: float
) -> BaseHTTPResponse:
    """Send one request, without reading the response's body. Try the host's next address if one can't be reached."""
    places = _permitted_addresses(address, network)
    for number, place in enumerate(places, start=1):
        share = (end - monotonic()) / (len(places) - number + 1)
        try:
            return _request(address, place, body, headers, network, end, max(share, 0.001))
        except (exceptions.NewConnectionError, exceptions.ConnectTimeoutError) as error:
            if number == len(places):
                raise TemporaryFailure(_("The host can’t be reached.")) from error
        except (exceptions.HTTPError, OSError) as error:
            raise TemporaryFailure(_failure_reason(error)) from error
    raise BadAddress(_("The address leads to a machine that isn’t on the public internet."))


def _permitted_addresses(address: Address, network: Network) -> list[IPAddress]:
    """Return the permitted addresses of the host. Raise `TemporaryFailure` if its name can't be resolved."""
    if address.is_local:
        return [ip_address("::1" if address.host == "[::1]" else "127.0.0.1")]
    try:
        found = network.resolve(address.host, address.port)
    except OSError as error:
        raise TemporaryFailure(_("The host can’t be found.")) from error
    return [place for place in map(ip_address, found) if network.permits(place)]


def _request(
    address: Address,
    place: IPAddress,
    body: bytes,
    headers: Mapping[str, str],
    network: Network,
    end: float,
    share: float,
) -> BaseHTTPResponse:
    pool = _pool(address, place, network, end)
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


def _pool(address: Address, place: IPAddress, network: Network, end: float) -> HTTPConnectionPool:
    if address.is_local:
        return HTTPConnectionPool(str(place), address.port, retries=False)
    context = network.trust()
    context.sslsocket_class = ssl_socket_until(end)
    return HTTPSConnectionPool(
        str(place), address.port, ssl_context=context, server_hostname=address.host, retries=False
    )


def _failure_reason(error: Exception) -> Promise:
    if isinstance(error, exceptions.SSLError):
        return _("The host has no valid certificate for its name.")
    if isinstance(error, exceptions.TimeoutError):
        return _("The host didn’t answer in time.")
    return BROKEN_OFF


def _response_or_error(response: BaseHTTPResponse) -> Response:
    """Return the response or raise an error, depending only on the status, because the body may be unreadable."""
    with closing(response):
        status, body = response.status, _body(response)
    text = _quote(body or b"")
    if 200 <= status < 300:
        return Response(status, text, body or b"", broken=body is None)
    if status >= 500 or status in TEMPORARY_STATUSES:
        raise TemporaryFailure(_("The host can’t accept it right now."), status, text, _retry_after(response))
    raise DeliveryRejected(_("The server there refuses it."), status, text)


def _body(response: BaseHTTPResponse) -> bytes | None:
    """Return the body, or None if the connection ends early."""
    try:
        body = response.read(MAX_RESPONSE_BYTES, decode_content=False)
    except (exceptions.HTTPError, OSError):
        return None
    # urllib3 reports a truncated body only when more is read.
    return None if response.length_remaining and len(body) < MAX_RESPONSE_BYTES else body


def _quote(data: bytes) -> str:
    text = "".join(each if each.isprintable() else " " for each in data.decode(errors="replace"))
    return re.sub(" +", " ", text).strip()[:MAX_QUOTE]


def _retry_after(response: BaseHTTPResponse) -> timedelta | None:
    """Return the delay in the Retry-After header, at most six hours (urllib3's limit), or None."""
    try:
        seconds = Retry().get_retry_after(response)
    except (exceptions.InvalidHeader, ValueError, OverflowError):
        return None
    return None if seconds is None else timedelta(seconds=seconds)
