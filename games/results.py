"""Games that are over, as a list of somebody's results shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from games.models import Game, Player
from games.rules.contract import Event
from games.table import narrator_of, seat_infos, with_players

WON, LOST, DRAWN, STOPPED = "won", "lost", "drawn", "stopped"


CLOSED = Q(status=Game.Status.OVER) | Q(status=Game.Status.CANCELLED, started_at__isnull=False)
"""Games that have come to their end, or that their players have stopped."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one of its players: WON, LOST, DRAWN, or STOPPED without a result.

    ``ending`` tells it to whoever looks at the list.
    """

    game: Game
    how: str
    others: list[str]
    ending: str


def how_it_ended(outcome: Any, seat: int | None) -> str:
    """WON, LOST or DRAWN for the player in ``seat``; STOPPED if all agreed to end it."""
    if outcome is None:
        return STOPPED
    if not outcome["winners"]:
        return DRAWN
    return WON if seat in outcome["winners"] else LOST


def result(game: Game, players: Sequence[Player], person: Any, viewer: Any) -> Result:
    """The result of ``person``'s finished game with these players."""
    own = next(player for player in players if player.user_id == person.pk)
    eyes = next((player.seat for player in players if player.user_id and player.user_id == viewer.pk), None)
    return Result(
        game=game,
        how=how_it_ended(game.outcome, own.seat),
        others=[info.user_name for info in seat_infos(game, players, own) if not info.is_you],
        ending=ending(game, players, eyes),
    )


def ending(game: Game, players: Sequence[Player], viewer: int | None) -> str:
    """Who has won and why, told to the player in seat ``viewer`` (None: anybody else)."""
    outcome: Any = game.outcome
    if outcome is None:
        return gettext("All players agreed to end it without a result.")
    return narrator_of(game, players, viewer).text(Event("over", "", None, dict(outcome)))


def finished(person: Any, viewer: Any) -> QuerySet[Any]:
    """``person``'s finished games that ``viewer`` may see, the latest first, with their players."""
    seats = Player.objects.filter(game=OuterRef("pk"))
    visible = Q(public=True) | Exists(seats.filter(user_id=viewer.pk)) if viewer.is_authenticated else Q(public=True)
    games = Game.objects.filter(Exists(seats.filter(user=person)), visible, CLOSED)
    return with_players(games.select_related("rematch")).order_by("-ended_at", "-pk")


def tally(person: Any, games: QuerySet[Any]) -> dict[str, int]:
    """How many of ``games`` this player has won, lost, drawn and stopped, and how many have a result (``played``)."""
    seats = Player.objects.filter(user=person, game__in=games.order_by().values("pk"))
    ends = [how_it_ended(outcome, seat) for outcome, seat in seats.values_list("game__outcome", "seat")]
    counts = {how: ends.count(how) for how in (WON, LOST, DRAWN, STOPPED)}
    return counts | {"played": len(ends) - counts[STOPPED]}
