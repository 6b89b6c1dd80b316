"""A user's sessions: allauth's rows beside Django's sessions, which end together."""

from __future__ import annotations

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import get_user, update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User


def record(request: HttpRequest) -> None:
    """Records browser and address of the current session."""
    UserSession.objects.create_from_request(request)


def active_sessions(user: User) -> QuerySet[UserSession]:
    """Returns the sessions in which this user is signed in, the latest first."""
    running = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return UserSession.objects.filter(user=user, session_key__in=running).order_by("-last_seen_at")


@transaction.atomic
def end(ended: QuerySet[UserSession]) -> int:
    """Ends these sessions. Returns how many there were."""
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def end_all(user: User) -> None:
    """Signs the user out everywhere: every session, including unrecorded ones, and every link in a mail."""
    end(UserSession.objects.filter(user=user))
    user.signed_out_at = timezone.now()
    User.objects.filter(pk=user.pk).update(signed_out_at=user.signed_out_at)


def end_others(request: HttpRequest, user: User) -> None:
    """Signs the user out everywhere but in the session of this request."""
    end_all(user)
    update_session_auth_hash(request, user)
    record(request)


def session_user(key: str | None, user: User) -> User | None:
    """Returns ``user``, freshly loaded, if the session with this key is still theirs; else None."""
    asked = HttpRequest()
    asked.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    found = get_user(asked)
    return found if isinstance(found, User) and found == user else None


def delete_expired() -> int:
    """Deletes expired sessions. Returns how many ``UserSession`` rows were deleted."""
    Session.objects.filter(expire_date__lte=timezone.now()).delete()
    running = Session.objects.values("session_key")
    return UserSession.objects.exclude(session_key__in=running).delete()[0]
