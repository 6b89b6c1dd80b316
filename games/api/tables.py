"""Tables: the user's own, open tables of other people, and a single table."""

from datetime import datetime
from typing import Annotated, Any

from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from ninja import Query, Router

from accounts.models import User
from accounts.models.pagination import BoundedPaginator
from games.api.authentication import TABLES_READ, anybody, user_of
from games.api.parameters import GameSlug, Page
from games.api.polls import Wait, cacheable, polled
from games.api.schema import Schema, one_of
from games.api.table_view import NamedTable, Table
from games.core import store
from games.core.access import table_access_or_404
from games.core.broadcast import account_group, table_group
from games.lobby.open_tables import open_tables
from games.models import NOT_PACKED, Game, Player, seen_by, tables_of
from games.models.read_transaction import snapshot
from games.play import version_of
from games.presentation.as_data import describe
from games.presentation.view_model import moves_for, table_view, with_players

router = Router()

TABLES_A_PAGE, TABLES_LISTED = 50, 200

ToMove = Annotated[bool, Query(description="Only the tables that wait for your move.")]
Words = Annotated[bool, Query(description="Whether to list the legal moves in words, too.")]


class MyTable(NamedTable):
    """A table at which you have a seat or play for a friend."""

    status: str = one_of(Game.UNFINISHED)
    """Whether the table waits for players or is running."""
    version: str
    """The table’s version as you see it."""
    you: int | None
    """The number of your seat; null before the start."""
    my_move: bool
    """Whether you can move now; never while the table is paused."""
    deadline: datetime | None
    """The deadline for your seat; null while its clock is stopped."""


class OpenTable(Schema):
    """A public table that waits for players."""

    id: str
    """The table’s id."""
    game: str
    """The game’s code."""
    name: str
    """The table’s name."""
    size: int
    """The number of seats."""
    rated: bool
    """Whether the host wants the result to count for ratings."""
    any_computer: bool
    """Whether computer players from outside may join."""
    options: dict[str, Any]
    """The options of the game, by name."""
    players: list[str]
    """The names of the players who have joined."""


class OpenTables(Schema):
    """A page of open tables."""

    tables: list[OpenTable]
    """The tables, newest first."""
    page: int
    """The number of this page, from 1."""
    pages: int
    """The total number of pages."""


@router.get("/tables", auth=TABLES_READ, response=list[MyTable], url_name="tables", summary="My tables")
def list_my_tables(request: HttpRequest, response: HttpResponse, to_move: ToMove = False, wait: Wait = 0) -> Any:
    """Return your unfinished tables, most urgent first; with `to_move=1`, only the tables that wait for your move.

    `wait` holds the response back for up to this number of seconds while the list is empty or, if you send the last
    ETag in `If-None-Match`, while nothing changes.
    """
    user = user_of(request)
    with snapshot():
        mine = [_my_table(seat, user) for seat in seats_of(user)]
    listed = [table for table in mine if table["my_move"] or not to_move]
    groups = (account_group(user.pk), *sorted(table_group(table["id"]) for table in mine))
    return polled(request, response, listed, is_empty=not listed, wait=wait, groups=groups)


def seats_of(user: User) -> QuerySet[Player]:
    """Return the seats that a user owns or plays for a friend at unfinished tables, most urgent first."""
    sat_in = Player.objects.filter(NOT_PACKED, friend=user, stand_in=Player.StandIn.FRIEND)
    tables = [*tables_of(user), *sat_in.values_list("game", flat=True)]
    seats = Player.objects.filter(seen_by(user), game__in=tables, game__status__in=Game.UNFINISHED)
    return seats.select_related("game").order_by(F("deadline").asc(nulls_last=True), "turn_started_at", "pk")


def _my_table(seat: Player, user: User) -> dict[str, Any]:
    game = seat.game
    return {
        "id": game.public_id,
        "game": game.variant,
        "name": game.name,
        "status": game.status,
        "version": version_of(game, seat),
        "you": seat.seat,
        "my_move": seat.to_move_since is not None and moves_for(user, seat) and not game.is_paused,
        "deadline": seat.deadline,
    }


@router.get("/lobby", auth=anybody, response=OpenTables, url_name="lobby", summary="Open tables")
def list_open_tables(request: HttpRequest, game: GameSlug = "", page: Page = 1) -> dict[str, Any]:
    """Return the public tables with a free seat for you, of one `game` or of all games."""
    tables = open_tables(request.user)
    if game:
        tables = tables.filter(variant=game)
    pages = BoundedPaginator(with_players(tables), TABLES_A_PAGE, TABLES_LISTED)
    found = pages.get_page(page)
    return {"tables": [_open_table(each) for each in found], "page": found.number, "pages": pages.num_pages}


def _open_table(game: Any) -> dict[str, Any]:
    facts = {name: getattr(game, name) for name in ("name", "size", "rated", "any_computer", "options")}
    players = [player.shown_name for player in game.seated]
    return {"id": game.public_id, "game": game.variant, "players": players} | facts


@router.get("/tables/{slug:table}", auth=anybody, response=Table, url_name="table", summary="A table")
def get_table(request: HttpRequest, response: HttpResponse, table: str, words: Words = False) -> Any:
    """Return the table as you may see it, or 304 if the ETag in your `If-None-Match` is current.

    With `words=1`, the response also lists the legal moves in words, as `legal_in_words`.
    """
    with snapshot():
        access = table_access_or_404(table, request.user)
        version = version_of(access.game, access.me)
        etag = f'"{version}.{get_language()}"' if words else f'"{version}"'
        if (unchanged := get_conditional_response(request, etag=etag)) is not None:
            return cacheable(unchanged, etag)
        cacheable(response, etag)
        state = store.load(access.game).state if access.game.started_at else None
        facts = describe(access, request.user, state)
        if words and (legal := facts["legal"]):
            facts["legal_in_words"] = table_view(*access, request.user, state).in_words(legal)
        return facts
