"""The front page, Play now and its opponents, and inviting a friend or a stranger."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access.guards import person_or_404, signed_in_form
from accounts.access.rate_limits import limited
from accounts.auth.guests import user_or_guest
from accounts.models import User
from games import play
from games.computers import players
from games.core import computer_turns
from games.lobby.forms import GuestForm, InviteForm, chosen_rules
from games.lobby.front.film import films
from games.lobby.matchmaking import pair
from games.lobby.open_tables import offers, open_tables
from games.lobby.practice import chosen_level, rated_opponents, suggestion
from games.lobby.running_tables import watch_list
from games.lobby.time_controls import PRESETS
from games.models import Game, Invitation, Move, Player
from games.models.read_transaction import snapshot
from games.presentation.view_model import with_players
from games.rules import RULES
from games.rules.contract import ANY
from games.rules.game import Rules

TABLES_ON_FRONT = 5
LIVE_ON_FRONT = 3
TURNS_WORTH_SHOWING = 6
PRACTICE_SEATS = 3


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show the front page: the games, recorded games, live tables, and open tables."""
    return _front(request)


@snapshot()
def _front(request: HttpRequest, refusal: str = "", status: int = 200) -> HttpResponse:
    tables = with_players(open_tables(request.user))[:TABLES_ON_FRONT]
    context = {
        "watch_list": watch_list(request.user, LIVE_ON_FRONT, TURNS_WORTH_SHOWING),
        "films": films(),
        "offers": offers(tables, request.user),
        "games": RULES.values(),
        "refusal": refusal,
    }
    return render(request, "lobby/front/front.html", context, status=status)


@require_POST
@limited("guest", anonymous_only=True)
@limited("open_table")
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a private game against computer players, which move until it is the user's turn.

    A visitor becomes a guest. The field ``game`` selects the game, by default the first; ``level`` selects the level of
    the computer players, by default the suggested one. ``length`` is ``short`` or ``full``. ``pace`` is ``once`` or
    ``pause``, and is stored as the user's preference: whether computer players pause before their moves. With the field
    ``small``, and for newcomers who choose no level, the game is a short one for two. Idempotent until the first move.
    """
    rules = chosen_rules(request.POST)
    try:
        chosen = chosen_level(request.POST)
        with transaction.atomic(), user_or_guest(request) as user:
            suggested = suggestion(user, rules.engine.VARIANT)
            level = chosen or suggested.level
            small = "small" in request.POST or (suggested.short and not chosen)
            size = 2 if small else PRACTICE_SEATS
            options = _options(rules, short=small or request.POST.get("length") == "short")
            game = _untouched_practice_table(user, rules, level, size, options) or _private_table(
                request, user, rules, _("Practice table"), size, [level] * (size - 1), options
            )
            # Claim the moves in the same transaction, before a worker sees the game; workers make those that take long.
            _set_pace(user, request.POST.get("pace"))
            waits = computer_turns.takes_long(game.pk) or user.unhurried_computers
            until = None if waits else computer_turns.claim(game.pk)
    except play.Refused as refused:
        return _front(request, str(refused.message), refused.status)
    if until is not None:
        players.move_all(game.pk, until)
    return redirect(f"{game.get_absolute_url()}?card={ANY}")


def _options(rules: Rules, *, short: bool = False) -> dict[str, Any]:
    usual = {option.name: option.default for option in rules.engine.OPTIONS}
    return usual | dict(rules.presentation.SMALL) if short else usual


def _set_pace(user: User, pace: str | None) -> None:
    if pace in ("once", "pause"):
        user.unhurried_computers = pace == "pause"
        user.save(update_fields=["unhurried_computers"])


@never_cache
@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    """Show the levels of computer players, each with a button that starts a game.

    The query parameter ``game`` selects the game.
    """
    rules = chosen_rules(request.GET)
    context = {
        "rules": rules,
        "games": RULES.values(),
        "opponents": rated_opponents(rules.engine.VARIANT),
        "suggestion": suggestion(request.user, rules.engine.VARIANT),
    }
    return render(request, "lobby/front/opponents.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("guest", anonymous_only=True)
@limited("open_table")
def invite_friend(request: HttpRequest) -> HttpResponse:
    """Show the form for game and pace. POST opens a private table for two with a link, or shows the existing one."""
    return _invite(request, None)


@signed_in_form("open_table")
def challenge(request: HttpRequest, username: str) -> HttpResponse:
    """Show the form for game and pace. POST opens a private table for two and invites this person to it.

    Raise `Http404` for oneself, and for people who can't be invited by name.
    """
    person = person_or_404(username)
    if person == request.user or not person.can_be_challenged:
        raise Http404
    return _invite(request, person)


def _invite(request: HttpRequest, person: User | None) -> HttpResponse:
    if request.method != "POST":
        form = InviteForm(initial={"game": chosen_rules(request.GET).engine.VARIANT})
        return _invite_page(request, person, form, GuestForm())
    form, guest = InviteForm(request.POST), GuestForm(request.POST)
    if not (form.is_valid() and guest.is_valid()):
        return _invite_page(request, person, form, guest, status=422)
    try:
        with transaction.atomic(), user_or_guest(request, guest.cleaned_data["guest_name"]) as user:
            game = _table_for_two(request, user, form, person)
    except play.Refused as refused:
        return _invite_page(request, person, form, guest, str(refused.message), refused.status)
    return redirect(game)


def _table_for_two(request: HttpRequest, user: User, form: InviteForm, person: User | None) -> Game:
    """Return the user's waiting private table for two, or a new one, and invite ``person`` to it."""
    if (game := _private_table_without_guests(user, form, person)) is not None:
        return game
    game = _private_table(
        request, user, form.rules, _("Table for two"), 2, [], _options(form.rules), **form.time_fields
    )
    if person is not None:
        play.invite(game.players.select_related("user").get(user=user), person.username)
    return game


def _invite_page(
    request: HttpRequest, person: User | None, form: InviteForm, guest: GuestForm, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {"person": person, "form": form, "guest": guest, "refusal": refusal}
    return render(
        request,
        "lobby/front/invite_friend.html",
        context | {"games": RULES.values(), "presets": PRESETS},
        status=status,
    )


@require_POST
@limited("guest", anonymous_only=True)
@limited("open_table")
def play_stranger(request: HttpRequest) -> HttpResponse:
    """Seat the user at a stranger's table for two, or open such a table. A visitor becomes a guest."""
    rules = chosen_rules(request.POST)
    try:
        with transaction.atomic(), user_or_guest(request) as user:
            game = pair(user, rules, request.POST.get("entropy", ""))
    except play.Refused as refused:
        return _front(request, str(refused.message), refused.status)
    return redirect(game)


def _private_table(
    request: HttpRequest,
    user: User,
    rules: Rules,
    name: str,
    size: int,
    bots: Sequence[str],
    options: dict[str, Any],
    **time: Any,
) -> Game:
    return play.open_table(
        user,
        name=name,
        variant=rules.engine.VARIANT,
        options=options,
        size=size,
        bots=bots,
        entropy=request.POST.get("entropy", ""),
        public=False,
        **(time or {"clock": Game.Clock.NONE}),
    )


def _private_table_without_guests(user: User, form: InviteForm, person: User | None) -> Game | None:
    """Return the user's waiting private table for two with this game and pace that nobody else has joined, or None.

    Either ``person`` is the only invited user and has not declined or, without ``person``, nobody is invited by name.
    """
    time = {name: value for name, value in form.time_fields.items() if name != "away"}
    facts = {"variant": form.rules.engine.VARIANT, "public": False, "size": 2, "rematch_of": None} | time
    tables = Game.objects.filter(host=user, status=Game.Status.OPEN, **facts)
    asked = Invitation.objects.filter(game=OuterRef("pk"))
    tables = tables.exclude(Exists(asked.exclude(user=person, declined=False) if person else asked))
    if person:
        tables = tables.filter(Exists(asked))
    return tables.annotate(taken=Count("players")).filter(taken=1).order_by("-pk").first()


def _untouched_practice_table(user: User, rules: Rules, level: str, size: int, options: dict[str, Any]) -> Game | None:
    """Return the user's practice table with these settings if no player has moved there, or None.

    So pressing the button twice opens only one table.
    """
    running = {"status": Game.Status.RUNNING, "public": False, "rematch_of": None, "origin_move": None}
    tables = Game.objects.filter(host=user, variant=rules.engine.VARIANT, size=size, **running)
    others = Player.objects.filter(game=OuterRef("pk")).exclude(user=user)
    alone = tables.exclude(Exists(others.exclude(bot=level)))
    begun = Move.objects.filter(game=OuterRef("pk"), by=Move.By.PLAYER, seat__isnull=False)
    untouched = alone.exclude(Exists(begun)).order_by("-pk")
    return next((game for game in untouched if game.options == options), None)
