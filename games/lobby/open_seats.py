"""Seats that their owners have lost and that somebody else may take over, as they are offered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.access import closed_to
from games.lobby.open_tables import Agreed, Offer, agreed, offer
from games.models import Game, Player
from games.table.view_model import SeatInfo, Seen, see, with_players


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that was lost, at a table that ``seen`` shows as to a spectator.

    ``closed``: somebody there avoids whoever looks at it, to whom it is like one that is taken.
    """

    player: Player
    info: SeatInfo
    seen: Seen
    offer: Offer
    closed: bool = False

    @property
    def game(self) -> Game:
        """The game."""
        return self.seen.game

    @property
    def free(self) -> bool:
        """Whether it can still be taken."""
        return self.player.vacant and self.game.is_running and not self.closed

    @property
    def others(self) -> list[str]:
        """Who plays there, by user name."""
        return [info.user_name for info in self.seen.seats if info.seat != self.info.seat]

    @property
    def agreed(self) -> list[Agreed]:
        """The game's options in words."""
        return agreed(self.game)


def vacancy(game: Game, seat: int, user: Any) -> Vacancy | None:
    """The seat of a started game as it is offered to ``user``; None if there is no such seat, or it was never lost."""
    players = list(game.players.select_related("user", "friend").order_by("seat"))
    player = next((player for player in players if player.seat == seat), None)
    if player is None or (player.lost_by_id is None and not player.vacant):
        return None
    closed = user.is_authenticated and Game.objects.filter(closed_to(user), pk=game.pk).exists()
    return replace(_vacancy(game, players, player, user), closed=closed)


def _vacancy(game: Game, players: list[Player], player: Player, user: Any) -> Vacancy:
    seen = see(game, players, None)
    return Vacancy(player, seen.seats[players.index(player)], seen, offer(game, players, user))


def tables_with_vacancies(user: Any) -> QuerySet[Any]:
    """Running public tables with a seat that ``user`` might take, those that began last first."""
    seats = Player.objects.filter(game=OuterRef("pk"))
    tables = Game.objects.filter(Exists(seats.filter(vacant=True)), status=Game.Status.RUNNING, public=True)
    if user.is_authenticated:
        tables = tables.exclude(Exists(seats.filter(user=user))).exclude(Exists(seats.filter(lost_by=user)))
        tables = tables.exclude(closed_to(user))
    return with_players(tables.prefetch_related("cards", "tiles")).order_by("-started_at", "-pk")


def vacancies(tables: Iterable[Any], user: Any) -> list[Vacancy]:
    """The free seats at these tables, which come from ``tables_with_vacancies``."""
    return [_vacancy(game, game.seated, player, user) for game in tables for player in game.seated if player.vacant]
