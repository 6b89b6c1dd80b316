"""Sessions in the database, read by a query whose SQL is compiled once. ``SESSION_ENGINE``."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models.compiled import TEXT, CompiledQuery

_SESSION = CompiledQuery(lambda key: Session.objects.filter(session_key=key), TEXT)


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is read."""

    def load(self) -> dict[str, Any]:
        """The session's data; a new, empty session if there is none or it has expired."""
        for session in _SESSION(self.session_key or ""):
            if session.expire_date > timezone.now():
                return dict(self.decode(session.session_data))
        return dict(super().load())
