"""Ratings as displayed: points around 1500, with the band that most likely contains the true strength."""

from collections.abc import Iterable
from typing import NamedTuple

from games.models import Game, Player, RatingChange
from games.models.ratings import SIGMAS

START, MIDDLE, POINTS = 1500, 25.0, 25
"""The initial points, the corresponding estimate of the model, and the points per unit of the model."""


class Shown(NamedTuple):
    """A rating in points: the ``estimate``, and its margin of error."""

    estimate: int
    spread: int

    @property
    def low(self) -> int:
        """The lower end of the band. Leaderboards are ordered by it, so that luck in few games has little effect."""
        return self.estimate - self.spread

    @property
    def high(self) -> int:
        return self.estimate + self.spread


def points(mu: float) -> int:
    """Return the model's estimate in points."""
    return round(START + POINTS * (mu - MIDDLE))


def shown(mu: float, sigma: float) -> Shown:
    return Shown(points(mu), round(POINTS * SIGMAS * sigma))


def gained(change: RatingChange) -> int:
    """Return the points gained by one game (negative if points were lost): the difference of the displayed ratings."""
    return points(change.mu) - points(change.mu_before)


class Rated(NamedTuple):
    """A player's rating in points after a game, with the points gained by that game."""

    points: int
    gained: int


def rated_by(game: Game, players: Iterable[Player]) -> dict[int, Rated]:
    """Return the effect of a finished, rated game on the rating of each of its ``players``, by seat.

    The result is empty for an unrated game. The change at a lost seat belongs to the player who lost it, so it is
    omitted.
    """
    if not game.rated or game.rating_pending:
        return {}
    seats = {player.pk: player for player in players}
    return {
        seats[each.player_id].place: Rated(points(each.mu), gained(each))
        for each in RatingChange.objects.filter(player__in=seats)
        if each.user_id == seats[each.player_id].user_id
    }
