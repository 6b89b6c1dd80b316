"""Seats lost by their owners, as offered to other users."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Visitor
from games.core.access import blocked_tables
from games.core.store import with_pieces
from games.lobby.open_tables import Offer, OptionSummary, offer, option_summaries
from games.models import Game, Player
from games.presentation.view_model import SeatInfo, TableView, table_view, with_players


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A lost seat; ``seen`` is the table as seen by a spectator.

    ``closed`` means that a player there has blocked the viewer; the page then shows the seat as taken.
    """

    player: Player
    info: SeatInfo
    seen: TableView
    offer: Offer
    closed: bool = False

    @property
    def game(self) -> Game:
        return self.seen.game

    @property
    def free(self) -> bool:
        return self.player.vacant and self.game.is_running and not self.closed

    @property
    def others(self) -> list[str]:
        return [info.user_name for info in self.seen.seats if info.seat != self.info.seat]

    @property
    def options(self) -> list[OptionSummary]:
        return option_summaries(self.game)


def vacancy(game: Game, seat: int, user: Visitor) -> Vacancy | None:
    """Return the seat as offered to ``user``, or None if it does not exist or was never lost."""
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    player = next((player for player in players if player.seat == seat), None)
    if player is None or (player.lost_by_id is None and not player.vacant):
        return None
    closed = user.is_authenticated and Game.objects.filter(blocked_tables(user), pk=game.pk).exists()
    return replace(_vacancy(game, players, player, user), closed=closed)


def _vacancy(game: Game, players: list[Player], player: Player, user: Visitor) -> Vacancy:
    seen = table_view(game, players, None)
    return Vacancy(player, seen.seats[players.index(player)], seen, offer(game, players, user))


def tables_with_vacancies(user: Visitor) -> QuerySet[Any]:
    """Return the running public tables with a seat that ``user`` can take, newest first."""
    seats = Player.objects.filter(game=OuterRef("pk"))
    tables = Game.objects.filter(Exists(seats.filter(vacant=True)), status=Game.Status.RUNNING, public=True)
    if user.is_authenticated:
        tables = tables.exclude(Exists(seats.filter(user=user))).exclude(Exists(seats.filter(lost_by=user)))
        tables = tables.exclude(blocked_tables(user))
    return with_players(with_pieces(tables)).order_by("-started_at", "-pk")


def vacancies(tables: Iterable[Any], user: Visitor) -> list[Vacancy]:
    """Return the free seats at these tables, which must come from ``tables_with_vacancies``."""
    return [_vacancy(game, game.seated, player, user) for game in tables for player in game.seated if player.vacant]
