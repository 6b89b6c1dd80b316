"""Reads from a replica (``REPLICA_URL``), for data that a delay can't make wrong, in views that opt in.

These views read the primary if the replica is late or down, or if the visitor has just written. Everything else always
reads the primary, so that users never see an old state of their own games.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from functools import wraps
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from redis import RedisError

from accounts.models import Visitor
from games.models import Game, Heartbeat

log = logging.getLogger(__name__)

REPLICA = "replica"

MAX_LAG = timedelta(seconds=10)
"""The maximum lag of the replica, in addition to the sweep interval: lag is measured by the replica's latest sweep."""

PINNED_SECONDS = 60
"""How long a user reads the primary after a write; longer than the maximum lag of a replica in use."""

RETRY_SECONDS = 10.0
"""The delay before a failed replica is tried again: each try may take as long as a connection timeout."""

View = Callable[..., HttpResponseBase]
_alias: ContextVar[str] = ContextVar("database to read from", default=DEFAULT_DB_ALIAS)
_away_until = 0.0


class Router:
    """Routes reads of the games' models to the replica within ``reading_from(REPLICA)``, all else to the primary."""

    def db_for_read(self, model: type[Model], **_hints: Any) -> str:
        """Return the ``reading_from`` database for the games' models, else the primary.

        Sessions are read from the primary: a user whose new session the replica lacks would be signed out.
        """
        return _alias.get() if model._meta.app_label == "games" else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: type[Model], **_hints: Any) -> str:
        """Return the primary, even for rows read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_objects: Model, **_hints: Any) -> bool:
        """Allow all relations: both databases hold the same rows."""
        return True

    def allow_migrate(self, db: str, *_args: Any, **_hints: Any) -> bool:
        """Allow migrations of the primary only: the replica copies its tables."""
        return db == DEFAULT_DB_ALIAS


class PinMiddleware:
    """Marks users who have just written, so that they read their own writes. Comes after AuthenticationMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in ("GET", "HEAD") and request.user.is_authenticated:
            _pin(request.user.pk)
        return response


@contextmanager
def reading_from(alias: str) -> Iterator[None]:
    """Route reads of the games' models to this database within the context."""
    token = _alias.set(alias)
    try:
        yield
    finally:
        _alias.reset(token)


def is_closed_there(_request: HttpRequest, table: str) -> bool:
    """Return whether the game has ended for good in the current database, which then has all the game's moves."""
    return Game.objects.filter(public_id=table, status__in=[Game.Status.OVER, Game.Status.CANCELLED]).exists()


def is_visitor(request: HttpRequest, **_arguments: Any) -> bool:
    """Return whether the visitor is signed out: then no game on the page is their own."""
    return not request.user.is_authenticated


def from_replica(only: Callable[..., bool] | None = None) -> Callable[[View], View]:
    """Decorate a view that only reads: it reads the replica, or the primary if the replica is down or lags too much.

    ``only`` gets the view's arguments, also reads the replica, and returns whether this page may be read from it. A
    user who has just written reads the primary.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not settings.REPLICA_URL or monotonic() < _away_until or _is_pinned(request.user):
                return view(request, *args, **kwargs)
            try:
                with reading_from(REPLICA):
                    if _is_in_time() and (only is None or only(request, *args, **kwargs)):
                        return view(request, *args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                _skip_replica(error)
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


def _is_in_time() -> bool:
    """Return whether the latest sweep known to the replica is recent enough for MAX_LAG."""
    latest = Heartbeat.objects.filter(task="games.sweep").values_list("last_run_at", flat=True).first()
    return latest is not None and timezone.now() - latest <= MAX_LAG + timedelta(seconds=settings.SWEEP_SECONDS)


def _skip_replica(error: Exception) -> None:
    global _away_until
    _away_until = monotonic() + RETRY_SECONDS
    log.warning("The replica does not answer, so pages are read from the primary: %s", type(error).__name__)


def _pin(user_pk: int) -> None:
    try:
        cache.set(f"wrote:{user_pk}", True, PINNED_SECONDS)
    except RedisError as error:
        log.warning("Nobody can be sent to the primary after a write: %s", type(error).__name__)


def _is_pinned(user: Visitor) -> bool:
    """Return whether this user has just written. Return True while the cache is down."""
    try:
        return bool(user.is_authenticated and cache.get(f"wrote:{user.pk}", False))
    except RedisError:
        return True
