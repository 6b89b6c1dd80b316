"""The table page, its fragment, its version and the log; and the table as the response to any change."""

from collections.abc import Callable
from functools import wraps
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.metrics import REFUSALS
from games import play
from games.core.access import may_spectate
from games.core.presence import records_presence
from games.core.together import watched
from games.core.viewer import View, Viewer, localized_for_viewer
from games.http import HtmxRequest
from games.models import Game, Incident
from games.models.read_transaction import snapshot
from games.presentation.incidents import with_incidents
from games.presentation.log import Section, narrate, sections
from games.presentation.status import has_lost_seat
from games.presentation.templatetags.table import server_now
from games.presentation.view_model import is_substitute, logged_moves, narrator_of, rules_refusal
from games.table.hand_order import hand_order, remember_hand_order
from games.table.live_region import announcement
from games.table.page import STRIP_COOKIE, context
from games.table.plan_query import plan_query, remember_answer
from games.table.spectators import is_shared, shared_context

SECTIONS_A_PAGE = 100
"""Number of turns, or game sections, on a page of the log."""


def shows_refusals(view: View) -> View:
    """Decorate a view of a ``table``: respond to a refused change with the reason and the current table."""

    @wraps(view)
    def wrapped(request: HtmxRequest, table: str, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, table, **kwargs)
        except play.Refused as refused:
            REFUSALS.labels(refused.code).inc()
            reason = _reason(request.viewer, refused)
            return show(request, table, reason, refused.status, paragraph=refused.paragraph)

    return wrapped


def _reason(viewer: Viewer, refused: play.Refused) -> str:
    if isinstance(refused, play.WrongMove):
        return rules_refusal(viewer.seat_or_404(), refused.illegal)
    return str(refused.message)


def changes_game(view: Callable[..., play.Changed]) -> View:
    """Decorate a view that changes a game: respond with the table after the change, or with the refusal."""

    @shows_refusals
    @wraps(view)
    def wrapped(request: HtmxRequest, table: str, **kwargs: Any) -> HttpResponseBase:
        changed = view(request, table, **kwargs)
        response = HttpResponse(status=303, headers={"Location": changed.game.get_absolute_url()})
        if request.htmx:
            undone: dict[str, Any] = {"did": _("Undone.")} if getattr(request, "undone", False) else {}
            response = show(request, table, done=getattr(request, "done", ""), changed=changed, **undone)
        remember_answer(request, response)
        return response

    return wrapped


@never_cache
@require_GET
@records_presence
@localized_for_viewer
def table(request: HtmxRequest, table: str) -> HttpResponse:
    """Show the whole page or, for htmx, the part that changes."""
    return show(request, table)


@never_cache
@require_GET
@records_presence
def version(request: HtmxRequest, table: str) -> JsonResponse:
    """Return the versions of the game and of the chat that the viewer may read, for pages whose socket is blocked."""
    viewer = request.viewer
    game = viewer.game_or_404()
    if viewer.by_link:
        return JsonResponse({"version": game.version})
    if viewer.seat is not None:
        found = watched(viewer.seat.pk, viewer.user)
        here = {"here": found.digest} if found else {}
        return JsonResponse({"version": game.version, "chat": game.chat_version} | here)
    counts = {"gallery": game.gallery_version} if may_spectate(game, viewer.user, None) else {}
    return JsonResponse({"version": game.version} | counts)


@never_cache
@require_GET
@localized_for_viewer
@snapshot()
def log(request: HtmxRequest, table: str) -> HttpResponse:
    """Show the log of all events, redacted for this viewer; pages, chapters and turns are listed latest first."""
    game, players, me = request.viewer.access_or_404()
    narrator = narrator_of(game, players, me.seat if me else None)
    parts = sections(logged_moves(game.moves.order_by("number"), players, me), narrator)
    page = Paginator(parts[::-1], SECTIONS_A_PAGE).get_page(request.GET.get("page"))
    user = request.viewer.user
    turns = with_incidents(
        narrate(reversed(page), narrator),
        _incidents(game, page),
        narrator,
        sitting_in=is_substitute(user, me),
        loser=user.pk if me is None and has_lost_seat(players, user) else None,
    )
    chapters = [(title, list(of_it)) for title, of_it in groupby(reversed(turns), attrgetter("chapter"))]
    shown = {"game": game, "rules": game.rules, "page": page, "chapters": chapters, "full": True}
    return render(request, "table/log.html", shown)


def _incidents(game: Game, page: Page[Section]) -> QuerySet[Incident]:
    """Return the incidents that belong to the sections on this page."""
    incidents = game.incidents.filter(after__gte=page[-1].number).order_by("pk")
    if not page.has_previous():
        return incidents
    following = page.paginator.object_list[page.start_index() - 2]
    return incidents.filter(after__lt=following.number)


@snapshot()
def show(
    request: HtmxRequest,
    table: str,
    refusal: str | None = None,
    status: int = 200,
    *,
    done: str = "",
    changed: play.Changed | None = None,
    paragraph: str = "",
    **typed: Any,
) -> HttpResponse:
    """Render the table for the viewer with ``status``. Raise `Http404` if the viewer can't see it.

    ``done`` is the viewer's new move, for the live region; ``changed`` is the game after this request, whose state is
    loaded again only if others have changed it since. ``paragraph`` is the rules paragraph behind ``refusal``.
    ``typed`` are further template variables, such as refused input to show again.
    """
    viewer = request.viewer
    asked = request.GET if request.method == "GET" else request.POST
    ask = {name: " ".join(asked.getlist(name)) for name in asked}
    template = "table/_table.html" if request.htmx else "table/table.html"
    access = viewer.access_or_404()
    state = changed.state_at(access.game.version) if changed else None
    if request.htmx and refusal is None and is_shared(access, viewer.user, ask):
        shown = shared_context(access, viewer.user, request)
    else:
        ask |= hand_order(request) | plan_query(request)
        if request.method == "POST" and refusal is None:
            ask.pop("plan", None)  # after a change, there is no plan left to choose
        shown = context(access, viewer.user, ask, seat_only=viewer.by_link, state=state)
        shown |= {"refusal": refusal, "refused_by": paragraph, "by_link": viewer.user if viewer.by_link else None}
        shown |= {"strip_hidden": STRIP_COOKIE in request.COOKIES}
    if done:
        shown |= announcement(shown, done, state)
    response = render(request, template, shown | typed, status=status)
    response["X-Now"] = server_now()
    remember_hand_order(request, response)
    return response
