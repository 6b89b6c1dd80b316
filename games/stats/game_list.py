"""Running and finished games as rows of a user's list of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.models import Game, Player, RatingChange
from games.rules.contract import Event
from games.stats import rating_display
from games.stats.results import RUNNING, result_of
from games.table.view_model import narrator_of, seat_infos, with_players


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one of its players: WON, LOST, DRAWN, or STOPPED without a result; or that it is RUNNING.

    ``ending`` is the outcome as text for the viewer; ``gained`` is the change of the player's rating, None if the game
    was not rated.
    """

    game: Game
    how: str
    others: list[str]
    ending: str
    gained: int | None = None


def result(game: Game, players: Sequence[Player], person: Any, viewer: Any, gained: int | None = None) -> Result:
    """The result of ``person``'s game with these players."""
    own = next(player for player in players if player.user_id == person.pk)
    eyes = next((player.seat for player in players if player.user_id and player.user_id == viewer.pk), None)
    return Result(
        game=game,
        how=RUNNING if game.is_running else result_of(game.outcome, own.seat),
        others=[info.user_name for info in seat_infos(game, players, own) if not info.is_you],
        ending="" if game.is_running else outcome_text(game, players, eyes),
        gained=gained,
    )


def results(games: Sequence[int], person: Any, viewer: Any) -> list[Result]:
    """The results of ``person``'s games with these keys, in their order, with the rating changes."""
    found = {game.pk: game for game in with_players(Game.objects.filter(pk__in=games))}
    seats = {player.pk: player.game_id for game in found.values() for player in game.seated}
    # By seat: by user PostgreSQL would read all changes of theirs.
    changes = RatingChange.objects.filter(player__in=seats)
    points = {seats[each.player_id]: rating_display.gained(each) for each in changes if each.user_id == person.pk}
    return [result(found[pk], found[pk].seated, person, viewer, points.get(pk)) for pk in games]


def outcome_text(game: Game, players: Sequence[Player], viewer: int | None) -> str:
    """Who won and why, as text for the player in seat ``viewer`` (None: anyone else)."""
    outcome: Any = game.outcome
    if outcome is None:
        return gettext("It ended without a result.")
    return narrator_of(game, players, viewer).text(Event("over", "", None, dict(outcome)))


def games_with_players(games: Sequence[int]) -> list[Any]:
    """The games with these keys, in their order, with their players and rematches."""
    found = {game.pk: game for game in with_players(Game.objects.filter(pk__in=games).select_related("rematch"))}
    return [found[pk] for pk in games]
