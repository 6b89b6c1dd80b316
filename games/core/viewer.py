"""The viewer of a table, resolved once per request as ``request.viewer``."""

from collections.abc import Callable
from functools import cached_property, partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from accounts.models import User, Visitor
from games.core import seat_links
from games.core.access import (
    TableAccess,
    found_or_404,
    invitation_of,
    seat_at,
    seat_key_at,
    table_access_or_404,
    table_at,
)
from games.models import Game, Player

View = Callable[..., HttpResponseBase]


class Viewer:
    """The user of a request for one table, and the seat from which they see it.

    The user is signed in, or has opened a mail link in this browser. Queries are lazy and cached, so their results
    don't include changes that the request makes afterwards.
    """

    def __init__(self, request: HttpRequest, table: str) -> None:
        self._request, self._table = request, table

    @cached_property
    def _link(self) -> seat_links.Link | None:
        return seat_links.granted_link(self._request, self._table)

    @property
    def by_link(self) -> bool:
        """Whether the user has come through a seat link, which grants only their seat at this table."""
        return self._link is not None

    @property
    def user(self) -> Visitor:
        return self._link.user if self._link else self._request.user

    def user_or_404(self) -> User:
        if not self.user.is_authenticated:
            raise Http404
        return self.user

    @cached_property
    def seat(self) -> Player | None:
        """The user's own seat, even while a substitute plays it, or else the seat that they play for a friend."""
        return self._link.player if self._link else seat_at(self._table, self.user)

    def seat_or_404(self) -> Player:
        """Return ``seat``. Raise `Http404` if it is None. ``games.play`` checks whether the user may move for it."""
        return found_or_404(self.seat)

    def seat_to_move_or_404(self) -> Player:
        """Return the seat, loading only its key and its game's key if possible. Raise `Http404` if there is none."""
        return found_or_404(self._link.player if self._link else seat_key_at(self._table, self.user))

    def access_or_404(self) -> TableAccess:
        """Return the table with its players, and cache the seat. Raise `Http404` like ``game_or_404``."""
        access = table_access_or_404(self._table, self.user)
        self.seat = access.me
        return access

    def game_or_404(self) -> Game:
        """Return the table. Raise `Http404` if it does not exist or the user is not allowed to see it."""
        game = table_at(self._table)
        if game is None or not (game.public or self.seat is not None or invitation_of(game, self.user)):
            raise Http404
        return game


class TableRequest(HttpRequest):
    user: Visitor
    viewer: Viewer


class ViewerMiddleware:
    """Sets ``request.viewer`` for every view with an argument ``table``. Comes after AuthenticationMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: TableRequest, _view: Any, _args: Any, kwargs: dict[str, Any]) -> None:
        if "table" in kwargs:
            request.viewer = Viewer(request, kwargs["table"])


def localized_for_viewer(view: View) -> View:
    """Decorate a view that mail links open: respond in the language and time zone of the link's user."""

    @wraps(view)
    def wrapped(request: TableRequest, table: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = partial(view, request, table, *args, **kwargs)
        if not request.viewer.by_link:
            return answer()
        return seat_links.localized_response(request.viewer.user_or_404(), request, answer)

    return wrapped
