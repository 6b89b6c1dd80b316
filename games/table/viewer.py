"""Who a request about a table counts for, resolved once per request and kept there as ``request.viewer``."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from games.access import found_or_404, invitation_of, seat_at
from games.models import Game, Player
from games.notifications import seat_links

View = Callable[..., HttpResponseBase]


class Viewer:
    """The person a request about one table counts for, and the seat they see it from.

    That is the account that is signed in; without one, the person whose mail link this browser has opened. Nothing is
    queried before it is needed, and nothing twice: what is here is as it was before the request changed anything.
    """

    def __init__(self, request: HttpRequest, table: str) -> None:
        self._request, self._table = request, table

    @cached_property
    def _link(self) -> seat_links.Link | None:
        return seat_links.opened(self._request, self._table)

    @property
    def by_link(self) -> bool:
        """Whether they come by a mail's link, which opens their seat at this table and nothing else of theirs."""
        return self._link is not None

    @property
    def user(self) -> Any:
        """The person; AnonymousUser for a visitor."""
        return self._link.user if self._link else self._request.user

    @cached_property
    def seat(self) -> Player | None:
        """The seat they see the table from: their own, whoever plays it, or one where they sit in for a friend."""
        return self._link.player if self._link else seat_at(self._table, self.user)

    def seat_or_404(self) -> Player:
        """``seat``, for players only. Whether they may move for it, the write path checks."""
        return found_or_404(self.seat)

    def game_or_404(self) -> Game:
        """The table, if they may see it."""
        game = Game.objects.filter(table=self._table).first()
        if game is None or not (game.public or self.seat is not None or invitation_of(game, self.user)):
            raise Http404
        return game


class TableRequest(HttpRequest):
    """A request about a table, as the middleware passes it on."""

    user: Any
    viewer: Viewer


class ViewerMiddleware:
    """Sets ``request.viewer`` for every view with an argument ``table``. Comes after AuthenticationMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: TableRequest, _view: Any, _args: Any, kwargs: dict[str, Any]) -> None:
        """Queries nothing yet."""
        if "table" in kwargs:
            request.viewer = Viewer(request, kwargs["table"])


def localized_for_viewer(view: View) -> View:
    """For views that mail links open: answers in the language and time zone of the person who comes by one."""

    @wraps(view)
    def wrapped(request: TableRequest, table: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = partial(view, request, table, *args, **kwargs)
        return seat_links.answered(request.viewer.user, request, answer) if request.viewer.by_link else answer()

    return wrapped
