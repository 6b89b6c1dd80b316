"""The front page, the quickest way to a table, and My tables."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access.rate_limits import limited
from accounts.auth.guests import new_guest
from games import play
from games.bots import players, schedule
from games.lobby.context_processors import tables_waiting_for
from games.lobby.my_tables import invitations, my_tables
from games.lobby.open_tables import offers, open_tables
from games.models import Game, Move, Player, Vacation
from games.models.read_transaction import snapshot
from games.rules import RULES, Rules
from games.rules.contract import ANY
from games.stats.game_list import finished, result
from games.table.view_model import Seen, see, with_players
from games.vacations.planning import requests_to

TABLES_ON_FRONT = 5
RESULTS_ON_HOME = 10
PRACTICE_SEATS = 3


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is, Play now, a table one can watch, and tables one can join."""
    return _front(request)


@snapshot()
def _front(request: HttpRequest, refusal: str = "", status: int = 200) -> HttpResponse:
    tables = with_players(open_tables(request.user))[:TABLES_ON_FRONT]
    context = {
        "live": _live_table(),
        "offers": offers(tables, request.user),
        "games": RULES.values(),
        "refusal": refusal,
    }
    return render(request, "lobby/front.html", context, status=status)


def _live_table() -> Seen | None:
    """The public game that started last, as a spectator sees it."""
    running = Game.objects.filter(status=Game.Status.RUNNING, public=True).order_by("-started_at", "-pk")
    game = with_players(running).first()
    return see(game, game.seated, None) if game else None


@require_POST
@limited("guest", visitors=True)
@limited("open")
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat the visitor, as a guest if need be, against computer players, at the game in the field ``game``, else the
    first; they move at once until he is asked."""
    rules, user = _chosen(request), _somebody(request)
    try:
        with transaction.atomic():
            game = _not_begun(user, rules) or _private_table(
                request, user, rules, _("Practice table"), PRACTICE_SEATS, PRACTICE_SEATS - 1
            )
            # Taken before any worker can see that it is there.
            until = schedule.take(game.pk)
    except play.Refused as refused:
        return _front(request, str(refused.message), refused.status)
    if until is not None:
        players.move_all(game.pk, until)
    return redirect(f"{game.get_absolute_url()}?card={ANY}")


@require_POST
@limited("guest", visitors=True)
@limited("open")
def invite_friend(request: HttpRequest) -> HttpResponse:
    """A table for two, whose page shows the link that seats a friend at it; the one that still waits, if there is."""
    user = _somebody(request)
    try:
        rules = next(iter(RULES.values()))
        game = _still_alone(user) or _private_table(request, user, rules, _("Table for two"), 2, 0)
    except play.Refused as refused:
        return _front(request, str(refused.message), refused.status)
    return redirect(game)


def _somebody(request: HttpRequest) -> Any:
    """The visitor, as a guest if need be."""
    return request.user if request.user.is_authenticated else new_guest(request)


def _chosen(request: HttpRequest) -> Rules:
    """The game asked for, else the first. Raises Http404 for one that is not here."""
    if "game" not in request.POST:
        return next(iter(RULES.values()))
    if (rules := RULES.get(request.POST["game"])) is None:
        raise Http404
    return rules


def _private_table(request: HttpRequest, user: Any, rules: Rules, name: str, size: int, computers: int) -> Game:
    return play.open_table(
        user,
        name=name,
        slug=rules.SLUG,
        options={option.name: option.default for option in rules.OPTIONS},
        size=size,
        bots=[Player.Bot.STEADY] * computers,
        entropy=request.POST.get("entropy", ""),
        public=False,
        clock=Game.Clock.TURN if size - computers > 1 else Game.Clock.NONE,
    )


def _still_alone(user: Any) -> Game | None:
    """The private table of two seats that this user opened and nobody has come to."""
    tables = Game.objects.filter(host=user, status=Game.Status.OPEN, public=False, size=2, rematch_of=None)
    return tables.annotate(taken=Count("players")).filter(taken=1).order_by("-pk").first()


def _not_begun(user: Any, rules: Rules) -> Game | None:
    """The practice table of this game that this user got a moment ago and has not touched.

    So a press repeated gives no second one.
    """
    running = {"status": Game.Status.RUNNING, "public": False, "rematch_of": None}
    tables = Game.objects.filter(host=user, slug=rules.SLUG, **running)
    alone = tables.annotate(people=Count("players", filter=Q(players__bot=""))).filter(people=1)
    begun = Move.objects.filter(by=Move.By.PLAYER, seat__isnull=False).values("game")
    return alone.exclude(pk__in=begun).order_by("-pk").first()


@never_cache
@login_required
@require_safe
@snapshot()
def home(request: HttpRequest) -> HttpResponse:
    """My tables: my move first, by deadline; then those that wait for others, those not started, the last results."""
    user: Any = request.user
    over = finished(user, user)
    context = {
        "tables": my_tables(request.user),
        "invitations": invitations(request.user),
        "requests": requests_to(user),
        "vacation": user.vacations.filter(state=Vacation.State.ON).first(),
        "results": [result(game, game.seated, request.user, request.user) for game in over[:RESULTS_ON_HOME]],
        "played": over.count(),
    }
    return render(request, "lobby/my_tables.html", context)


@never_cache
@require_safe
def waiting(request: HttpRequest) -> JsonResponse:
    """How many tables wait for the visitor, as a number and in words: every open page asks now and then."""
    count = tables_waiting_for(request.user)
    says = ngettext("%(n)s awaits you", "%(n)s await you", count) % {"n": count}
    return JsonResponse({"waiting": count, "says": says})
