"""A user's sessions: rows of allauth and of Django, which are deleted together."""

from itertools import chain

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    load_backend,
    update_session_auth_hash,
)
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User


def record(request: HttpRequest) -> None:
    UserSession.objects.create_from_request(request)


def active_sessions(user: User) -> QuerySet[UserSession]:
    running = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return UserSession.objects.filter(user=user, session_key__in=running).order_by("-last_seen_at")


@transaction.atomic
def end(ended: QuerySet[UserSession]) -> int:
    """End these sessions, and return their number."""
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def end_all(user: User) -> None:
    """Sign the user out everywhere: end all sessions, even unrecorded ones, and invalidate links in mails."""
    end(UserSession.objects.filter(user=user))
    user.signed_out_at = timezone.now()
    User.objects.filter(pk=user.pk).update(signed_out_at=user.signed_out_at)


def end_others(request: HttpRequest, user: User) -> None:
    end_all(user)
    update_session_auth_hash(request, user)
    record(request)


def signed_in(key: str | None) -> User | AnonymousUser:
    """Return the user of the session with this key, freshly loaded, or an `AnonymousUser` if the session isn't valid.

    Don't modify the session: Django's ``get_user`` renews one that was signed with a former secret key, and a socket
    can't send the new cookie to its browser.
    """
    session = Session.objects.filter(session_key=key, expire_date__gt=timezone.now()).first() if key else None
    content = session.get_decoded() if session else {}
    if (path := content.get(BACKEND_SESSION_KEY)) not in settings.AUTHENTICATION_BACKENDS:
        return AnonymousUser()
    user = load_backend(path).get_user(User._meta.pk.to_python(content[SESSION_KEY]))
    if isinstance(user, User) and _is_signed_for(user, content.get(HASH_SESSION_KEY, "")):
        return user
    return AnonymousUser()


def _is_signed_for(user: User, signature: str) -> bool:
    """Return whether a session's hash matches the user's, for the current secret key or a former one."""
    known = chain([user.get_session_auth_hash()], user.get_session_auth_fallback_hash())
    return any(constant_time_compare(signature, each) for each in known)


def delete_expired() -> int:
    """Delete expired sessions, and return the number of deleted ``UserSession`` rows."""
    Session.objects.filter(expire_date__lte=timezone.now()).delete()
    return UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()[0]
