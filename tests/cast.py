"""The players in the tests, and their tables."""

from importlib import import_module
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.access.encryption import encrypt
from accounts.models import User
from games import play
from games.models import Game
from games.moderation.rights import GROUP

PASSWORD = "the-quick-brown-fox-7"
APP_KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
"""The secret that staff's authenticator apps share with the site."""

SECRET = "5e" * 32
"""The dealing secret of every table in the tests, so that the same table gets the same cards."""


def somebody(name: str, **facts: Any) -> User:
    """Return a full account with a verified address, ``PASSWORD`` and no display name."""
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **facts)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def found_or_made(name: str, **facts: Any) -> User:
    """Return the user of this name; create the account if there is none, for stories that share a site."""
    return User.objects.filter(username=name).first() or somebody(name, **facts)


def some_guest(name: str) -> User:
    return User.objects.create_user(f"guest-{name}", "", None, display_name=name, is_guest=True)


def some_moderator(name: str) -> User:
    person = somebody(name, is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    return person


def client_of(user: User | None = None, *, twice: bool = True) -> Client:
    """Return a browser in which ``user`` is signed in, or a visitor's if it is None.

    Staff have also used a second factor if ``twice``.
    """
    client = Client()
    if user is not None:
        # ``last_seen_at`` so that the first page takes the same number of queries as the second
        user.last_login = timezone.now()
        User.objects.filter(pk=user.pk).update(last_login=user.last_login, last_seen_at=user.last_login)
        session = signed_in(user)
        if user.is_staff and twice:
            step_taken(session, user)
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def signed_in(user: User) -> SessionBase:
    """Return a new session of ``user``, not stored yet. Django's ``force_login`` takes four times as many queries."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "accounts.auth.backends.PasswordBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    return session


def step_taken(session: SessionBase, user: User) -> None:
    """Record in a session that ``user`` has used a second factor, and set it up if needed (``APP_KEY``)."""
    app, _made = Authenticator.objects.get_or_create(
        user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": encrypt(APP_KEY)}}
    )
    authenticate(session, user, "mfa", id=app.pk, type=app.type)


def authenticate(session: SessionBase, user: User, method: str, **facts: Any) -> None:
    """Record in a session that ``user`` has just authenticated by ``method``. Allauth has no public API for this."""
    request = HttpRequest()
    request.session = session
    record_authentication(request, user, method, **facts)


def defaults(variant: str) -> dict[str, Any]:
    return {option.name: option.default for option in Game(variant=variant).rules.engine.OPTIONS}


def table_of(*people: User, variant: str = "chicago_poker", bots: tuple[str, ...] = (), **facts: Any) -> Game:
    """Return a table opened by the first of ``people`` and joined by the others in order. It starts when it is full.

    ``size`` leaves seats free if it exceeds their number; ``options`` override the defaults; ``facts`` are fields of
    Game. The same calls in the same order give the same deals.
    """
    host, *others = people
    public_id = f"table{Game.objects.count() + 1}"
    facts = {"name": "Duel", "size": len(people) + len(bots), "secret": SECRET, "public_id": public_id} | facts
    facts["options"] = defaults(variant) | facts.get("options", {})
    game = play.open_table(host, variant=variant, bots=bots, entropy=f"{0:032x}", **facts)
    for number, other in enumerate(others, start=1):
        play.join(game, other, f"{number:032x}")
    return Game.objects.get(pk=game.pk)
