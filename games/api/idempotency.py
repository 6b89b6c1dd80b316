"""Idempotent changes: a request with an Idempotency-Key is carried out only once, even if it is sent again."""

import hashlib
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.api.authentication import user_of
from games.models import IdempotencyKey
from games.play import Refused

HEADER = "Idempotency-Key"


class KeyReused(Refused):
    """The key was already used for a different request."""

    status, code = 409, "key-reused"
    message = _("This key was already used for another request. Make a new key for each request.")


def idempotent(request: HttpRequest, act: Callable[[], str]) -> str:
    """Run ``act`` and return its table's id, or the stored id if this request has succeeded before.

    Refused requests are not stored, so that they can be sent again with the same key. Raise `KeyReused` if the key was
    used for another request, `Refused` if the key is invalid, and the exceptions of ``act``.
    """
    if (key := request.headers.get(HEADER)) is None:
        return act()
    if not 0 < len(key) <= IdempotencyKey.LENGTH or not key.isprintable():
        raise Refused(_("An Idempotency-Key has 1 to %(most)d characters.") % {"most": IdempotencyKey.LENGTH})
    try:
        with transaction.atomic():
            stored = IdempotencyKey.objects.create(user=user_of(request), key=key, fingerprint=_fingerprint(request))
            stored.table = act()
            stored.save(update_fields=["table"])
            return stored.table
    except IntegrityError:
        # A concurrent request with this key came first; the INSERT has waited for its commit.
        if (earlier := _earlier(request, key)) is None:
            raise
        return earlier


def _earlier(request: HttpRequest, key: str) -> str | None:
    """Return the table id stored for this key, or None. Raise `KeyReused` if the key was used for another request."""
    stored = IdempotencyKey.objects.filter(user=user_of(request), key=key).first()
    if stored is None:
        return None
    if stored.fingerprint != _fingerprint(request):
        raise KeyReused
    return stored.table


def _fingerprint(request: HttpRequest) -> str:
    return hashlib.sha256(f"{request.method} {request.path_info}\n".encode() + request.body).hexdigest()
