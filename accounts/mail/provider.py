"""The mail backend of a provider's HTTP API: ``EMAIL_TIMEOUT`` bounds a whole delivery, as accounts/mail/smtp.py."""

from __future__ import annotations

import ssl
from functools import cache
from time import monotonic
from typing import Any

import requests
from anymail.backends.base_requests import AnymailRequestsBackend
from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.module_loading import import_string
from requests.adapters import HTTPAdapter

from accounts.mail.deadlines import ssl_socket_until


def backend(**options: Any) -> BaseEmailBackend:
    """Returns the backend that ``MAIL_PROVIDER_BACKEND`` names, with a deadline if it posts by ``requests``."""
    return _bounded(import_string(settings.MAIL_PROVIDER_BACKEND))(**options)


@cache
def _bounded(provider: type[BaseEmailBackend]) -> type[BaseEmailBackend]:
    if not issubclass(provider, AnymailRequestsBackend):
        return provider

    class Bounded(provider):  # type: ignore[misc, valid-type]
        def create_session(self) -> requests.Session:
            """A session whose requests end with the delivery; the deadline counts from here."""
            session: requests.Session = super().create_session()
            session.mount("https://", _DeadlineAdapter(monotonic() + settings.EMAIL_TIMEOUT))
            return session

    return Bounded


class _DeadlineAdapter(HTTPAdapter):
    """Connections that end at ``end``. ``requests``' own timeout starts again with each byte that arrives."""

    def __init__(self, end: float) -> None:
        self._context = ssl.create_default_context()
        self._context.sslsocket_class = ssl_socket_until(end)
        super().__init__()

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Called by ``HTTPAdapter.__init__``."""
        super().init_poolmanager(*args, ssl_context=self._context, **options)
