"""Profiles, head-to-head pages and leaderboards."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.access.guards import person_or_404
from accounts.friends.friendships import blocks_of, may_challenge, shows_skill
from accounts.models import User, Visitor
from games.core.punctuality import punctuality
from games.core.replica import from_replica, is_visitor
from games.models.ratings import MIN_GAMES
from games.rules import RULES
from games.stats import leaderboards as boards
from games.stats.computer_ratings import computers_of
from games.stats.game_filters import GamesFilter
from games.stats.game_list import results
from games.stats.leaderboard_filter import LeaderboardFilter, Players
from games.stats.packed_history import history
from games.stats.profile_stats import profile_stats, rivals
from games.stats.results import PlayedGame, games_of, played_games, record_against

RESULTS_A_PAGE = 20
RESULTS_AT_FIRST = 5
LEADERS_OF_EACH = 10


def _listed(request: HttpRequest, person: User, chosen: GamesFilter, first: int = 0) -> dict[str, Any]:
    """Return the context for one page of the games that match the filter.

    With ``first``, a request without a filter or a page number lists only that many games. ``more`` is then the total
    number if there are more games, and otherwise 0.
    """
    page = Paginator(chosen.chosen(), RESULTS_A_PAGE).get_page(request.GET.get("page"))
    filtered = any(request.GET.get(name) for name in chosen.fields)
    is_short = bool(first) and not filtered and "page" not in request.GET and page.paginator.count > first
    return {
        "filter": chosen,
        "filtered": filtered,
        "page": page,
        "more": page.paginator.count if is_short else 0,
        "results": results([one.game for one in page][: first if is_short else None], person),
    }


@require_safe
@from_replica(only=is_visitor)
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show a user's profile, with statistics of the games that the visitor may see."""
    person = person_or_404(username)
    played = history(person, request.user)
    is_me = person.pk == request.user.pk
    context = {
        "person": person,
        "is_me": is_me,
        "shows_skill": shows_skill(person, request.user),
        "stats": profile_stats(person, played, own=is_me),
        "rivals": rivals(played),
        "punctuality": punctuality([person.pk])[person.pk],
        **_listed(request, person, GamesFilter(request.GET, played), first=RESULTS_AT_FIRST),
    }
    return render(request, "stats/profile.html", context)


@require_safe
@from_replica(only=is_visitor)
def head_to_head(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """Show two users' shared games that the visitor may see, and the record between the two.

    Raise `Http404` if both are the same user.
    """
    person, rival = person_or_404(username), person_or_404(other)
    if person == rival:
        raise Http404
    played = played_games(person, games_of(person, request.user).filter(players__user=rival))
    by_variant = {variant: [one for one in played if one.variant == variant] for variant in RULES}
    by_game = [(RULES[variant], record_against(of_it, rival.pk)) for variant, of_it in by_variant.items() if of_it]
    context = {
        "person": person,
        "rival": rival,
        "met": record_against(played, rival.pk),
        "by_game": by_game,
        "opponent": _opponent(request.user, person, rival),
        **_listed(request, person, _between_two(request, played)),
    }
    return render(request, "stats/head_to_head.html", context)


def _opponent(user: Visitor, person: User, rival: User) -> User | None:
    """Return the other of these two users if ``user`` may challenge them, otherwise None."""
    others = [each for each in (person, rival) if each.pk != user.pk]
    return others[0] if len(others) == 1 and may_challenge(user, others[0], blocks_of(user)) else None


def _between_two(request: HttpRequest, played: Sequence[PlayedGame]) -> GamesFilter:
    chosen = GamesFilter(request.GET, played)
    del chosen.fields["opponent"]
    return chosen


@require_safe
@from_replica()
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Show the top of each game's leaderboard; redirect to the leaderboard of a chosen game."""
    chosen = LeaderboardFilter(request.GET, request.user)
    if chosen.board:
        return redirect(chosen.board)
    bots = chosen.players_chosen == "bots"
    tops = [
        {
            "rules": rules,
            "board": _top(request.user, variant, chosen.players_chosen),
            "url": chosen.board_url(variant),
            "computers": [] if bots else computers_of(variant),
        }
        for variant, rules in RULES.items()
    ]
    context = {"boards": tops, "filter": chosen, "bots": bots, "enough": MIN_GAMES}
    return render(request, "stats/leaderboards.html", context)


def _top(user: Visitor, variant: str, players: Players) -> list[Any]:
    """Return the best ratings in a game with their places, and the user's own if it is below them."""
    if players == "friends":
        return list(boards.of_friends(variant, user)[:LEADERS_OF_EACH])
    bots = players == "bots"
    top = boards.with_places(variant, boards.leaders(variant, bots=bots)[:LEADERS_OF_EACH])
    if bots or not user.is_authenticated or any(rating.user_id == user.pk for rating in top):
        return top
    if (mine := boards.own_rating(user, variant)) is None:
        return top
    mine.is_below = True
    return [*top, mine]


@require_safe
@from_replica()
def leaderboard(request: HttpRequest, variant: str, *, bots: bool = False) -> HttpResponse:
    """Show one game's leaderboard, with the user's own place; with ``bots``, show the bots' leaderboard.

    ``?players=bots`` redirects to the bots' leaderboard. Raise `Http404` for an unknown game.
    """
    if variant not in RULES:
        raise Http404
    players = "bots" if bots else request.GET.get("players", "")
    chosen = LeaderboardFilter({"game": variant, "players": players}, request.user)
    if chosen.players_chosen == "bots" and not bots:
        return redirect(chosen.board)
    # The site's computer players never meet bots in rated games.
    context = {"rules": RULES[variant], "filter": chosen, "bots": bots, "enough": MIN_GAMES}
    context["computers"] = [] if bots else computers_of(variant)
    if chosen.players_chosen == "friends":
        page = Paginator(boards.of_friends(variant, request.user), boards.ON_A_PAGE).get_page(request.GET.get("page"))
        return render(request, "stats/leaderboard.html", context | {"board": page.object_list, "page": page})
    page = boards.board_page(variant, request.GET.get("page"), bots=bots)
    context |= {"board": page.object_list, "page": page}
    if request.user.is_authenticated and not bots:
        context["mine"] = boards.rank_of(request.user, variant)
        context["my_page"] = boards.page_of(request.user, page)
    return render(request, "stats/leaderboard.html", context)
