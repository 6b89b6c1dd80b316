"""In which browsers somebody is signed in: allauth's rows beside Django's sessions, which end together."""

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


def note(request: HttpRequest) -> None:
    """Write down in which browser, and from where, the person who is signed in was here just now."""
    UserSession.objects.create_from_request(request)


def alive(user: User) -> QuerySet[UserSession]:
    """The sessions in which this person is signed in, the latest first."""
    running = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return UserSession.objects.filter(user=user, session_key__in=running).order_by("-last_seen_at")


@transaction.atomic
def end(ended: QuerySet[UserSession]) -> int:
    """Sign out of these. How many there were."""
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def end_all(user: User) -> None:
    """Sign out everywhere: every session, those too that were never written down, and every link in a mail."""
    end(UserSession.objects.filter(user=user))
    user.signed_out_at = timezone.now()
    User.objects.filter(pk=user.pk).update(signed_out_at=user.signed_out_at)


def end_others(request: HttpRequest, user: User) -> None:
    """The same, but for the session of this request."""
    end_all(user)
    update_session_auth_hash(request, user)
    note(request)


def living(key: str | None, user: User) -> User | None:
    """The person as he is kept now, if he is still signed in, in the session with this key."""
    asked = HttpRequest()
    asked.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    kept = get_user(asked)
    return kept if isinstance(kept, User) and kept == user else None


def forget_expired() -> int:
    """Delete what is left of sessions that are over. How many rows that were."""
    Session.objects.filter(expire_date__lte=timezone.now()).delete()
    running = Session.objects.values("session_key")
    return UserSession.objects.exclude(session_key__in=running).delete()[0]
