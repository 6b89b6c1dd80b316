"""The token's user, other people with their ratings and games, and the leaderboards."""

from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from ninja import Query, Router

from accounts.access.guards import person_or_404
from accounts.access.rate_limits import left
from accounts.models import User
from games.api.authentication import ACCOUNT_READ, anybody, user_of
from games.api.parameters import Page
from games.api.schema import Schema, one_of
from games.core.punctuality import punctuality
from games.models import Game, Rating
from games.rules import RULES
from games.stats import leaderboards as boards
from games.stats.packed_history import history
from games.stats.rating_display import shown
from games.stats.results import DRAWN, LOST, STOPPED, WON

router = Router()

ON_A_PAGE = 50
QUOTAS = (
    *("api", "move", "plan", "standing_order", "open_table", "join"),
    *("chat", "invite", "stream", "vote", "settings"),
)
"""The limits reported by ``/me``. Limits on open polls and streams are omitted: each process counts its own."""

Bots = Annotated[bool, Query(description="The board of computer players from outside instead of people.")]


class RatingOut(Schema):
    """A rating in one game."""

    game: str
    """The game’s code."""
    points: int
    """The rating in points."""
    plus_minus: int
    """The uncertainty of the rating, which lies within `points` ± `plus_minus`; smaller after more games."""
    games: int
    """The number of rated games."""


class Quota(Schema):
    """A rate limit with its remaining requests."""

    name: str
    """The limited action, such as "move"."""
    limit: int
    """The number of requests allowed in `seconds`."""
    left: int
    """The number of requests left in the current window."""
    seconds: int
    """The length of the window in seconds."""


class Me(Schema):
    """Your account, with the remaining requests of your limits."""

    username: str
    """Your user name."""
    name: str
    """The name that other people see."""
    owner: str
    """The owner’s user name, if you are a computer player from outside; otherwise empty."""
    language: str = one_of(["", *dict(settings.LANGUAGES)])
    """Your chosen language; empty if you use the browser’s language."""
    time_zone: str
    """Your time zone, an IANA name."""
    ratings: list[RatingOut]
    """Your ratings."""
    quotas: list[Quota]
    """Your rate limits with the remaining requests."""


class Person(Schema):
    """A person, or a computer player from outside."""

    username: str
    """The user name."""
    name: str
    """The name that other people see."""
    is_guest: bool
    """Whether the person is a guest without an account."""
    owner: str
    """The owner’s user name for a computer player from outside; empty for people."""
    ratings: list[RatingOut]
    """The person’s ratings, one for each game with rated games."""
    turns: int
    """The number of recent turns in the punctuality statistics, at most 100."""
    in_time: int
    """The number of these turns that were taken in time."""


class FinishedGame(Schema):
    """A finished game of a person."""

    id: str
    """The table’s id; the game’s record is at `/tables/{id}/record`."""
    game: str
    """The game’s code."""
    players: int
    """The number of players."""
    started_at: datetime
    """The time at which the game started."""
    ended_at: datetime
    """The time at which the game ended."""
    how: str = one_of([WON, LOST, DRAWN, STOPPED])
    """The result for this person."""


class FinishedGames(Schema):
    """A page of finished games."""

    games: list[FinishedGame]
    """The games, latest first."""
    page: int
    """The number of this page, from 1."""
    pages: int
    """The total number of pages."""


class Place(Schema):
    """A place on a leaderboard."""

    place: int
    """The place, counted from 1; tied players share a place."""
    username: str
    """The user name."""
    name: str
    """The name that other people see."""
    points: int
    """The rating in points."""
    plus_minus: int
    """The uncertainty of the rating, which lies within `points` ± `plus_minus`."""
    games: int
    """The number of rated games."""


class Board(Schema):
    """A page of a game’s leaderboard, ordered by `points` minus `plus_minus`."""

    places: list[Place]
    """The places, best first."""
    page: int
    """The number of this page, from 1."""
    pages: int
    """The total number of pages."""


@router.get("/me", auth=ACCOUNT_READ, response=Me, url_name="me", summary="Who you are")
def get_me(request: HttpRequest) -> dict[str, Any]:
    """Return your names, ratings and remaining requests, but never your e-mail address."""
    user = user_of(request)
    return {
        "username": user.username,
        "name": user.shown_name,
        "owner": user.owner_name,
        "language": user.language,
        "time_zone": user.time_zone,
        "ratings": _ratings(user),
        "quotas": [quota._asdict() for name in QUOTAS for quota in left(request, name)],
    }


def _ratings(person: User) -> list[dict[str, Any]]:
    found = Rating.objects.filter(user=person, variant__in=list(RULES)).order_by("variant")
    return [{"game": rating.variant, "games": rating.games} | _points(rating) for rating in found]


def _points(rating: Any) -> dict[str, int]:
    estimate, spread = shown(rating.mu, rating.sigma)
    return {"points": estimate, "plus_minus": spread}


@router.get("/people/{username}", auth=anybody, response=Person, url_name="person", summary="A person")
def get_person(request: HttpRequest, username: str) -> dict[str, Any]:
    """Return a person's names, ratings and punctuality."""
    person = person_or_404(username)
    lately = punctuality([person.pk])[person.pk]
    facts = {"username": person.username, "name": person.shown_name, "owner": person.owner_name}
    numbers = {"ratings": _ratings(person), "turns": lately.turns, "in_time": lately.in_time}
    return facts | {"is_guest": person.is_guest} | numbers


@router.get(
    "/people/{username}/games", auth=anybody, response=FinishedGames, url_name="person-games", summary="Finished games"
)
def list_finished_games(request: HttpRequest, username: str, page: Page = 1) -> dict[str, Any]:
    """Return a person's finished games, as far as you may see them."""
    played = [one for one in history(person_or_404(username), request.user) if one.finished_at]
    found = Paginator(played, ON_A_PAGE).get_page(page)
    tables = dict(Game.objects.filter(pk__in=[one.game for one in found]).values_list("pk", "public_id"))
    games = [
        {"id": tables[one.game], "game": one.variant, "players": one.size, "how": one.how}
        | {"started_at": one.started_at, "ended_at": one.finished_at}
        for one in found
        if one.game in tables
    ]
    return {"games": games, "page": found.number, "pages": found.paginator.num_pages}


@router.get("/boards/{slug:game}", auth=anybody, response=Board, url_name="board", summary="A leaderboard")
def get_board(request: HttpRequest, game: str, page: Page = 1, bots: Bots = False) -> dict[str, Any]:
    """Return the leaderboard of a game, best first; with `bots=1`, the leaderboard of computer players from outside."""
    if game not in RULES:
        raise Http404
    found = boards.board_page(game, page, bots=bots)
    return {"places": [_place(each) for each in found], "page": found.number, "pages": found.paginator.num_pages}


def _place(rating: Any) -> dict[str, Any]:
    who = {"username": rating.user.username, "name": rating.user.shown_name}
    return {"place": rating.place, "games": rating.games} | who | _points(rating)
