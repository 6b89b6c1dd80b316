"""The front page, Play now, inviting a friend, and My tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from games import play
from games.bots import players, schedule
from games.lobby.my_tables import MyTables, invitations, my_tables, tables_waiting_for, to_move
from games.lobby.open_tables import offers, open_tables
from games.models import Game, Move, Player, Vacation
from games.models.read_transaction import snapshot
from games.notifications.telling import question
from games.rules import RULES, Rules
from games.rules.contract import ANY
from games.stats.game_list import games_with_players, result
from games.stats.packed_history import finished
from games.table.view_model import TableView, table_view, with_players
from games.vacations.planning import pending_requests

TABLES_ON_FRONT = 5
RESULTS_ON_HOME = 10
PRACTICE_SEATS = 3


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The front page: Play now, a live table, and open tables."""
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


def _live_table() -> TableView | None:
    """The newest running public game, as a spectator sees it."""
    running = Game.objects.filter(status=Game.Status.RUNNING, public=True).order_by("-started_at", "-pk")
    game = with_players(running).first()
    return table_view(game, game.seated, None) if game else None


@require_POST
@limited("guest", anonymous_only=True)
@limited("open_table")
def play_now(request: HttpRequest) -> HttpResponse:
    """Starts a private game against computer players, which move at once until the user is to move.

    A visitor becomes a guest. The field ``game`` selects the game, by default the first. Idempotent until the first
    move.
    """
    rules = _chosen(request)
    try:
        with transaction.atomic(), user_or_guest(request) as user:
            game = _untouched_practice_table(user, rules) or _private_table(
                request, user, rules, _("Practice table"), PRACTICE_SEATS, PRACTICE_SEATS - 1
            )
            # Claimed in the same transaction, before a worker can see the game.
            until = schedule.claim(game.pk)
    except play.Refused as refused:
        return _front(request, str(refused.message), refused.status)
    if until is not None:
        players.move_all(game.pk, until)
    return redirect(f"{game.get_absolute_url()}?card={ANY}")


@require_POST
@limited("guest", anonymous_only=True)
@limited("open_table")
def invite_friend(request: HttpRequest) -> HttpResponse:
    """Opens a private table for two, with an invitation link, or shows the one that still waits."""
    rules = next(iter(RULES.values()))
    try:
        with user_or_guest(request) as user:
            game = _private_table_without_guests(user) or _private_table(request, user, rules, _("Table for two"), 2, 0)
    except play.Refused as refused:
        return _front(request, str(refused.message), refused.status)
    return redirect(game)


def _chosen(request: HttpRequest) -> Rules:
    """Returns the game in the field ``game``, else the first. Raises Http404 if there is no such game."""
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


def _private_table_without_guests(user: Any) -> Game | None:
    """Returns the user's private table of two seats that no one else has joined, or None."""
    tables = Game.objects.filter(host=user, status=Game.Status.OPEN, public=False, size=2, rematch_of=None)
    return tables.annotate(taken=Count("players")).filter(taken=1).order_by("-pk").first()


def _untouched_practice_table(user: Any, rules: Rules) -> Game | None:
    """Returns the user's practice table of this game at which they have not moved, or None.

    Pressing the button twice opens one table.
    """
    running = {"status": Game.Status.RUNNING, "public": False, "rematch_of": None}
    tables = Game.objects.filter(host=user, slug=rules.SLUG, **running)
    alone = tables.annotate(people=Count("players", filter=Q(players__bot=""))).filter(people=1)
    begun = Move.objects.filter(game=OuterRef("pk"), by=Move.By.PLAYER, seat__isnull=False)
    return alone.exclude(Exists(begun)).order_by("-pk").first()


@never_cache
@login_required
@require_safe
@snapshot()
def home(request: HttpRequest) -> HttpResponse:
    """My tables: first those where the user is to move, by deadline; others; results."""
    user: Any = request.user
    over, tables = finished(user, RESULTS_ON_HOME), my_tables(user)
    context = {
        "tables": tables,
        "invitations": invitations(request.user),
        "requests": pending_requests(user),
        "vacation": user.vacations.filter(state=Vacation.State.ON).first(),
        "results": [result(game, game.seated, request.user, request.user) for game in games_with_players(over.latest)],
        "played": over.number,
        "tell": question(user) if _plays_with_people(tables) else None,
    }
    return render(request, "lobby/my_tables.html", context)


@never_cache
@login_required
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirects to the table that waits for the user most, as it is now; not to the one in the parameter ``from``."""
    elsewhere = to_move(request.user).exclude(game__table=request.GET.get("from", "").replace("\0", ""))
    seat = elsewhere.select_related("game").first()
    if seat is not None:
        return redirect(seat.game)
    messages.info(request, _("No other table waits for you."))
    return redirect("home")


def _plays_with_people(tables: MyTables) -> bool:
    """Whether the user waits for others somewhere: at a table of several people, or at one that has not started."""
    games: list[Any] = [table.game for table in (*tables.to_move, *tables.substituted, *tables.waiting)]
    people = (sum(player.user_id is not None for player in game.seated) for game in games)
    return bool(tables.open) or any(number > 1 for number in people)


@never_cache
@require_safe
def waiting(request: HttpRequest) -> JsonResponse:
    """Returns the number of waiting tables as JSON, which every open page polls, with a text."""
    count = tables_waiting_for(request.user)
    says = ngettext("%(n)s awaits you", "%(n)s await you", count) % {"n": count}
    return JsonResponse({"waiting": count, "says": says})
