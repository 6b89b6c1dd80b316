"""Addresses to which a program may redirect users."""

import re
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST, LENGTH = 5, 300
LOOPBACK = ("127.0.0.1", "::1")
"""Addresses of programs on the user's own machine, with any port (RFC 8252). A host name could lead elsewhere."""

LOOPBACK_PORT = re.compile(r"\A(http://(?:127\.0\.0\.1|\[::1\])):[0-9]{1,5}(?=[/?]|\Z)")

OWN_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+", re.ASCII)
"""An app's own scheme: its vendor's reversed host name (RFC 8252), which can't be ``javascript``."""


def clean_redirects(text: str) -> list[str]:
    """Return the addresses, separated by white space. Raise `ValidationError` for too many, or for a bad one."""
    found = list(dict.fromkeys(text.split()))
    if len(found) > MOST:
        raise ValidationError(_("At most %(most)d addresses."), params={"most": MOST})
    for uri in found:
        if len(uri) > LENGTH or not _is_safe(uri):
            raise ValidationError(
                _("%(address)s won’t do: use https://…, http://127.0.0.1/… on the same machine, or org.example.app:/…"),
                params={"address": uri[:LENGTH]},
            )
    return found


def _is_safe(uri: str) -> bool:
    try:
        parts = urlsplit(uri)
        port_is_number = parts.port is None or parts.port > 0
    except ValueError:
        return False
    if not uri.isascii() or not uri.isprintable() or set(uri) & set('*#\\"<>') or "@" in parts.netloc:
        return False
    return port_is_number and _leads_to_program(parts)


def _leads_to_program(parts: SplitResult) -> bool:
    if parts.scheme == "https":
        return bool(parts.hostname)
    if parts.scheme == "http":
        return parts.hostname in LOOPBACK
    return bool(OWN_SCHEME.fullmatch(parts.scheme) and parts.path.startswith("/"))


def is_registered(uri: str, registered: list[str]) -> bool:
    """Return whether the address is exactly one of these (RFC 9700, 4.1.3), except for the port of a loopback address.

    Allauth would also accept an address with a longer query, or with a host in capitals.
    """
    return _without_loopback_port(uri) in map(_without_loopback_port, registered)


def _without_loopback_port(uri: str) -> str:
    return LOOPBACK_PORT.sub(r"\1", uri)


def form_action(uri: str) -> str:
    """Return the CSP ``form-action`` source that lets a form redirect to this address."""
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"
