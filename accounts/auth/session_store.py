"""Sessions in the database, read by a query whose SQL is compiled once. ``SESSION_ENGINE``."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models.compiled import TEXT, CompiledQuery

_SESSION = CompiledQuery(lambda key: Session.objects.filter(session_key=key), TEXT)


def running(key: str) -> Session | None:
    """Return the session with this key, unless it has expired."""
    return next((session for session in _SESSION(key) if session.expire_date > timezone.now()), None)


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is read."""

    def load(self) -> dict[str, Any]:
        """Return the session's data; a new, empty session if there is none or it has expired."""
        session = running(self.session_key or "")
        return dict(self.decode(session.session_data) if session else super().load())
